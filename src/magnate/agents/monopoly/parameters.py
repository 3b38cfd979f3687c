"""The parameters of Monopoly's agents and of their guide: places, ranges, meanings and tuning ranges.

``strategic`` has 28 in five families. The thesis says that there are 28 and names the families; of their meaning it
fixes the least reserve (150 dollars, for ``late_game`` 250) and the value of a property (its formula A.9). The names,
ranges and the other values are ours.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ...core.binding import PARAMS
from ..spec import Knob

__all__ = ["ESTIMATE", "ESTIMATE_ABOUT", "PRIOR", "PRIOR_ABOUT", "default_row"]


# --------------------------------------------- Places in a policy's row of numbers (place 0 is the kind of the policy)
#
# ``strategic`` has its 28 parameters at the places 1 to 28; ``algorithmic`` has those of its trades at the same places
# as ``strategic``, so that both use the same rules for trading.


KIND = 0
RANDOM, BASELINE, ALGORITHMIC, STRATEGIC, PUBLISHED = range(5)
"""The kinds of policies."""

(
    VALUE_RATIO,
    COMPLETION_BONUS,
    LOCATION_BONUS,
    RAILROAD_WEIGHT,
    UTILITY_WEIGHT,
    BLOCKING_BONUS,
    BID_RATIO,
    BUILDING_RESERVE,
    TARGET_LEVEL,
    LAST_LEVEL,
    RENT_FOCUS,
    HOARDED_HOUSES,
    CASH_RESERVE,
    BUYING_RESERVE,
    COMPLETION_RESERVE,
    LATE_RESERVE,
    LEVERAGE,
    LIFT_CASH,
    GROUP_VALUE,
    DEED_VALUE,
    THREAT,
    TRADE_MARGIN,
    GREED,
    OFFER_CHANCE,
    DANGER_WEIGHT,
    JAIL_RENT,
    JAIL_UNSOLD,
    STAGE_ADAPTION,
) = range(1, 29)

# `algorithmic`: its own parameters stand where `strategic` has some that it does not use.
BUY_SCORE = VALUE_RATIO
CASH_THRESHOLD = CASH_RESERVE

DICE_COST = 29
"""Of ``published`` alone, whose other parameters are the first of those that a search goes by. It stands before them,
so that the row of ``published`` ends there and leaves a search the rest of its own."""

CLOSED, PAUSES = 62, 63
"""The kinds of management actions that the policy is to leave alone in windows, and the topics at which the drivers
pause for Python; both as masks."""

# What a search goes by, at places that no policy reads but `published`: one row serves the guide's policy and its
# estimate.
(
    RESERVE,
    PENALTY,
    EACH,
    OWN_RENT,
    OTHER_RENT,
    ALL_RENTS,
    MORTGAGED_RENTS,
    RIVAL,
    BALANCED,
    TRUST,
    SCALE,
    JAIL,
) = range(40, 52)


# ---------------------------------------------------------------------------------------- The parameters of each agent


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter: name, place in the row, default, range, meaning, family if any, and whether it is whole."""

    name: str
    place: int
    default: float
    least: float
    most: float
    meaning: str
    family: str = ""
    whole: bool = False

    @property
    def knob(self) -> Knob:
        """What :mod:`magnate.agents.spec` needs of it."""
        return Knob(self.name, self.place, float(self.default), float(self.least), float(self.most), self.whole)


COUNTS = ("target_level", "last_level", "hoarded_houses", "jail_unsold")
"""The parameters of ``strategic`` that count houses or deeds: whole numbers."""


def _family(family: str, *rows: tuple[str, int, float, float, float, str]) -> list[Parameter]:
    return [Parameter(*row, family, row[0] in COUNTS) for row in rows]


BUYING = _family(
    "buying",
    ("value_ratio", VALUE_RATIO, 1.2, 0, 10, "buy a deed worth at least this many times its price"),
    (
        "completion_bonus",
        COMPLETION_BONUS,
        0.4,
        0,
        5,
        "what a whole group adds to a deed's worth, in parts of it",
    ),
    ("location_bonus", LOCATION_BONUS, 1, 0, 5, "how much the location counts: 1 as in A.9, 0 not at all"),
    ("railroad_weight", RAILROAD_WEIGHT, 1.3, 0, 5, "factor on the worth of railroads"),
    ("utility_weight", UTILITY_WEIGHT, 1, 0, 5, "factor on the worth of utilities"),
    ("blocking_bonus", BLOCKING_BONUS, 0.5, 0, 5, "what a deed that an opponent needs is worth more, in prices"),
    ("bid_ratio", BID_RATIO, 0.6, 0, 5, "bid up to this many times the worth"),
)
BUILDING = _family(
    "building",
    ("building_reserve", BUILDING_RESERVE, 0.5, 0, 5, "part of the reserve that is kept when building"),
    ("target_level", TARGET_LEVEL, 3, 1, 5, "houses on every lot of the complete groups before any goes beyond"),
    ("last_level", LAST_LEVEL, 5, 0, 5, "the highest level it builds to: 4 houses, 5 a hotel"),
    ("rent_focus", RENT_FOCUS, 0.3, 0, 1, "the next group by rent for a dollar (0) or by rent alone (1)"),
    ("hoarded_houses", HOARDED_HOUSES, 6, 0, 99, "no hotels while the bank has no more than so many houses"),
)
CASH = _family(
    "cash management",
    ("cash_reserve", CASH_RESERVE, 150, 0, 100_000, "dollars of cash kept (the thesis: 150)"),
    ("buying_reserve", BUYING_RESERVE, 1, 0, 5, "part of the reserve that is kept when buying"),
    (
        "completion_reserve",
        COMPLETION_RESERVE,
        0.2,
        0,
        5,
        "the same for a deed that completes or blocks a group",
    ),
    ("late_reserve", LATE_RESERVE, 0, 0, 100_000, "dollars by which the reserve grows until all deeds are sold"),
    ("leverage", LEVERAGE, 0.5, 0, 1, "part of the mortgage values of single deeds that it raises for houses"),
    ("lift_cash", LIFT_CASH, 300, 0, 100_000, "dollars beyond the reserve for lifting a single deed's mortgage"),
)
TRADING = _family(
    "trading",
    ("group_value", GROUP_VALUE, 1, 0, 10, "factor on what a complete group is worth"),
    ("deed_value", DEED_VALUE, 0.5, 0, 5, "factor on the worth of a deed alone (A.9 without completion)"),
    ("threat", THREAT, 0.8, 0, 0.95, "how much of the opponents' worth counts against its own"),
    ("trade_margin", TRADE_MARGIN, 10, 0, 100_000, "dollars that an offer must gain to be accepted"),
    ("greed", GREED, 0.8, 0, 1, "its part of what a trade gains for both, when it makes the offer"),
    ("offer_chance", OFFER_CHANCE, 0.2, 0, 1, "the chance that it makes an offer when it sees a good trade"),
)
RISK = _family(
    "risk",
    ("danger_weight", DANGER_WEIGHT, 0.2, 0, 5, "part of the highest rent in reach kept beyond the reserve"),
    ("jail_rent", JAIL_RENT, 30, 0, 100_000, "dollars of rent that a throw costs on average, to stay in jail"),
    ("jail_unsold", JAIL_UNSOLD, 6, 0, 28, "it leaves jail at once while more deeds than this are unsold"),
    (
        "stage_adaption",
        STAGE_ADAPTION,
        0,
        0,
        1,
        "how much more freely it buys early and more it fears rents late",
    ),
)

FAMILIES = {group[0].family: group for group in (BUYING, BUILDING, CASH, TRADING, RISK)}
"""The five families of ``strategic``'s parameters."""


def _as_of_strategic(**defaults: float) -> list[Parameter]:
    """Parameters of ``strategic`` that another agent has too, with defaults of its own."""
    known = {one.name: one for group in FAMILIES.values() for one in group}
    return [
        replace(known[name], default=default, meaning="as of strategic", family="")
        for name, default in defaults.items()
    ]


PARAMETERS = {
    "baseline": [
        Parameter("reserve", 1, 150, 0, 1_000_000, "dollars that it does not spend on buying, building and bidding"),
        Parameter(
            "bid", 2, 1, 0, 100, "its greatest bid in list prices (twice that for a deed that completes a group)"
        ),
        Parameter("trades", 3, 1, 0, 1, "0 to make no offers and accept none", whole=True),
    ],
    "algorithmic": [
        Parameter("buy_score", BUY_SCORE, 1.1, 0, 100, "what a deed must score: the average first deed has 1"),
        *_as_of_strategic(railroad_weight=1, utility_weight=1),
        Parameter("cash_threshold", CASH_THRESHOLD, 200, 0, 100_000, "dollars that buying and building leave"),
        *_as_of_strategic(group_value=0.5, deed_value=0.5, threat=0, trade_margin=0, greed=0.5, offer_chance=0.2),
    ],
    "published": [
        Parameter("reserve", RESERVE, 400, 0, 1_000_000, "dollars of cash below which the penalty is taken off"),
        Parameter("penalty", PENALTY, 2, 0, 1_000_000, "dollars taken off with less cash than the reserve"),
        Parameter("own", OWN_RENT, 3, 0, 1000, "factor on the rents of its streets"),
        Parameter("dice_cost", DICE_COST, 50, 0, 1000, "dollars that the dice of its tree take, before the reserve"),
    ],
    "strategic": [parameter for group in FAMILIES.values() for parameter in group],
}
"""The parameters of each agent, in the order of the documents."""


# ---------------------------------------------------- Where ``magnate tune`` looks: low, high and step (0: any number)
#
# What a parameter allows is often far more than what can make sense.


_BASELINE = {"reserve": (0.0, 1000.0, 0.0), "bid": (0.0, 3.0, 0.0), "trades": (0.0, 1.0, 1.0)}

_ALGORITHMIC = {
    "buy_score": (0.0, 4.0, 0.0),
    "railroad_weight": (0.0, 2.5, 0.0),
    "utility_weight": (0.0, 2.5, 0.0),
    "cash_threshold": (0.0, 800.0, 0.0),
    "group_value": (0.0, 3.0, 0.0),
    "deed_value": (0.0, 2.0, 0.0),
    "trade_margin": (0.0, 200.0, 0.0),
}

_STRATEGIC = {
    "value_ratio": (0.0, 3.0, 0.0),
    "completion_bonus": (0.0, 2.0, 0.0),
    "location_bonus": (0.0, 3.0, 0.0),
    "railroad_weight": (0.0, 2.5, 0.0),
    "utility_weight": (0.0, 2.5, 0.0),
    "blocking_bonus": (0.0, 2.0, 0.0),
    "bid_ratio": (0.0, 1.5, 0.0),
    "building_reserve": (0.0, 2.0, 0.0),
    "target_level": (1.0, 5.0, 1.0),
    "last_level": (2.0, 5.0, 1.0),
    "hoarded_houses": (0.0, 32.0, 1.0),
    "cash_reserve": (0.0, 600.0, 0.0),
    "buying_reserve": (0.0, 2.0, 0.0),
    "completion_reserve": (0.0, 2.0, 0.0),
    "late_reserve": (0.0, 400.0, 0.0),
    "lift_cash": (0.0, 1200.0, 0.0),
    "group_value": (0.0, 3.0, 0.0),
    "deed_value": (0.0, 2.0, 0.0),
    "trade_margin": (0.0, 200.0, 0.0),
    "danger_weight": (0.0, 1.0, 0.0),
    "jail_rent": (0.0, 150.0, 0.0),
    "jail_unsold": (0.0, 28.0, 1.0),
}
"""Parameters that are not named are searched in all that they allow, such as ``greed`` from 0 to 1."""

_PUBLISHED = {
    "reserve": (0.0, 1000.0, 0.0),
    "penalty": (0.0, 1000.0, 0.0),
    "own": (0.0, 20.0, 0.0),
    "dice_cost": (0.0, 200.0, 0.0),
}

RANGES = {"baseline": _BASELINE, "algorithmic": _ALGORITHMIC, "published": _PUBLISHED, "strategic": _STRATEGIC}


# ---------------------------------------------------------------------------------------- What a search asks the guide


_ROWS = (
    (Knob("reserve", RESERVE, 400, 0, 1_000_000), "dollars of cash below which the penalty is taken off"),
    (Knob("penalty", PENALTY, 2, 0, 1_000_000), "dollars taken off with less cash than the reserve"),
    (Knob("each", EACH, 0, 0, 1, whole=True), "1: the penalty is taken off for each dollar that is missing"),
    (Knob("own", OWN_RENT, 3, 0, 1000), "factor on the rents of its own streets"),
    (Knob("other", OTHER_RENT, 5, 0, 1000), "factor on the rents of the others' streets"),
    (Knob("all_rents", ALL_RENTS, 0, 0, 1, whole=True), "1: railroads and utilities count too"),
    (
        Knob("mortgaged_rents", MORTGAGED_RENTS, 0, 0, 1, whole=True),
        "1: mortgaged streets count as if they were not",
    ),
    (Knob("rival", RIVAL, 0, 0, 1, whole=True), "what is taken off for the others: 0 their mean, 1 the best"),
    (
        Knob("balanced", BALANCED, 0, 0, 1, whole=True),
        "1: the seats' values add up, each less the mean of all (always so in searches that know every seat's value)",
    ),
    (Knob("scale", SCALE, 100_000, 1, 1e9), "dollars that are worth as much as a win"),
    (Knob("jail", JAIL, 0, 0, 1, whole=True), "1: E2's rule decides about leaving jail, not the search"),
)

ESTIMATE = {knob.name: knob for knob, _ in _ROWS}
"""The parameters by name."""
ESTIMATE_ABOUT = {knob.name: about for knob, about in _ROWS}
"""What they mean."""

PRIOR = {"trust": Knob("trust", TRUST, 0.5, 0, 1)}
"""The parameters of priors."""
PRIOR_ABOUT = {"trust": "how much of the priors goes to what the agent of playout would do; all actions share the rest"}
"""What they mean."""


def default_row(vector: bool) -> tuple[float, ...]:
    """The row where nothing is said; ``vector``: for a search that finds the values of all seats."""
    row = [0.0] * PARAMS
    for knob in (*ESTIMATE.values(), *PRIOR.values()):
        row[knob.place] = float(knob.default)
    if vector:
        row[BALANCED] = 1.0
    return tuple(row)
