"""The parameters of Monopoly's agents and of their guide: places, ranges, meanings and tuning ranges.

``strategic`` has 28 in five families. The thesis says that there are 28 and names the families. Of their meaning it
fixes the least reserve (150 dollars, for ``late_game`` 250) and the value of a property (its formula A.9). The names,
ranges and the other values are ours.
"""

from __future__ import annotations

from collections.abc import Mapping

from ...core.agents import ParamSpec
from ...core.binding import PARAMS

# --------------------------------------------- Places in a policy's row of numbers (place 0 is the kind of the policy)
#
# ``strategic`` has its 28 parameters at the places 1 to 28; ``algorithmic`` has those of its trades at the same places
# as ``strategic``, so that both use the same rules for trading.


KIND = 0
RANDOM, BASELINE, ALGORITHMIC, STRATEGIC, PUBLISHED, CHARACTER, STRANGER = range(7)
"""The kinds of policies."""

(
    VALUE_RATIO, COMPLETION_BONUS, LOCATION_BONUS, RAILROAD_WEIGHT, UTILITY_WEIGHT, BLOCKING_BONUS, BID_RATIO,
    BUILDING_RESERVE, TARGET_LEVEL, LAST_LEVEL, RENT_FOCUS, HOARDED_HOUSES, CASH_RESERVE, BUYING_RESERVE,
    COMPLETION_RESERVE, LATE_RESERVE, LEVERAGE, LIFT_CASH, GROUP_VALUE, DEED_VALUE, THREAT, TRADE_MARGIN, GREED,
    OFFER_CHANCE, DANGER_WEIGHT, JAIL_RENT, JAIL_UNSOLD, STAGE_ADAPTION,
) = range(1, 29)  # fmt: skip

# `algorithmic`: its own parameters stand where `strategic` has some that it does not use.
BUY_SCORE = VALUE_RATIO
CASH_THRESHOLD = CASH_RESERVE

DICE_COST = 29
"""Of ``published`` alone, whose other parameters are the first of those that a search goes by. It stands before them,
so that the row of ``published`` ends there and leaves a search the rest of its own."""

TRADES, SURPLUS, RIVALRY, FAIRNESS, RENT_THROWS, BUILDING_BID, ALL_IN = range(30, 37)
"""Of ``character`` alone, which has the parameters of ``strategic`` too but those of its measure of trades."""

SHARES, FIRST_SURPLUS, LAST_SURPLUS, PATIENCE = range(30, 34)
"""Of ``stranger`` alone, which has these of ``strategic`` too, and ``rent_throws``."""

CLOSED, PAUSES = 62, 63
"""The kinds of management actions that the policy is to leave alone in windows, and the topics at which the drivers
pause for Python; both as masks."""

# What a search goes by, at places that no policy reads but `published`: one row serves the guide's policy and its
# estimate.
(RESERVE, PENALTY, EACH, OWN_RENT, OTHER_RENT, ALL_RENTS, MORTGAGED_RENTS, RIVAL, BALANCED, TRUST, SCALE, JAIL) = range(
    40, 52
)


# ---------------------------------------------------------------------------------------- The parameters of each agent
# Python only: no kernel depends on what follows, so that another default compiles nothing anew (`runtime/cache.py`).


def _param(
    name: str,
    default: float,
    allowed: tuple[float, float],
    about: str,
    tuning: tuple[float, float, float] | None = None,
    *,
    place: int | None = None,
    whole: bool = False,
) -> ParamSpec:
    """A parameter; ``tuning`` is where ``magnate tune`` looks (low, high, step), None: in all that is allowed.

    What a parameter allows is often far more than what can make sense. Its place is the constant of its name, if it is
    not given.
    """
    at = globals()[name.upper()] if place is None else place
    return ParamSpec(name, at, float(default), float(allowed[0]), float(allowed[1]), whole, about, tuning)


def _family(family: str, *params: ParamSpec) -> tuple[ParamSpec, ...]:
    return tuple(one._replace(family=family) for one in params)


BUYING = _family(
    "buying",
    _param("value_ratio", 1.2, (0, 10), "buy a deed worth at least this many times its price", (0, 3, 0)),
    _param("completion_bonus", 0.4, (0, 5), "what a whole group adds to a deed's worth, in parts of it", (0, 2, 0)),
    _param("location_bonus", 1, (0, 5), "how much the location counts: 1 as in A.9, 0 not at all", (0, 3, 0)),
    _param("railroad_weight", 1.3, (0, 5), "factor on the worth of railroads", (0, 2.5, 0)),
    _param("utility_weight", 1, (0, 5), "factor on the worth of utilities", (0, 2.5, 0)),
    _param("blocking_bonus", 0.5, (0, 5), "what a deed that an opponent needs is worth more, in prices", (0, 2, 0)),
    _param("bid_ratio", 0.6, (0, 5), "bid up to this many times the worth", (0, 1.5, 0)),
)
BUILDING = _family(
    "building",
    _param("building_reserve", 0.5, (0, 5), "part of the reserve that is kept when building", (0, 2, 0)),
    _param(
        "target_level",
        3,
        (1, 5),
        "houses on every lot of the complete groups before any goes beyond",
        (1, 5, 1),
        whole=True,
    ),
    _param("last_level", 5, (0, 5), "the highest level it builds to: 4 houses, 5 a hotel", (2, 5, 1), whole=True),
    _param("rent_focus", 0.3, (0, 1), "the next group by rent for a dollar (0) or by rent alone (1)"),
    _param(
        "hoarded_houses", 6, (0, 99), "no hotels while the bank has no more than so many houses", (0, 32, 1), whole=True
    ),
)
CASH = _family(
    "cash management",
    _param("cash_reserve", 150, (0, 100000), "dollars of cash kept (the thesis: 150)", (0, 600, 0)),
    _param("buying_reserve", 1, (0, 5), "part of the reserve that is kept when buying", (0, 2, 0)),
    _param("completion_reserve", 0.2, (0, 5), "the same for a deed that completes or blocks a group", (0, 2, 0)),
    _param("late_reserve", 0, (0, 100000), "dollars by which the reserve grows until all deeds are sold", (0, 400, 0)),
    _param("leverage", 0.5, (0, 1), "part of the mortgage values of single deeds that it raises for houses"),
    _param(
        "lift_cash", 300, (0, 100000), "dollars beyond the reserve for lifting a single deed's mortgage", (0, 1200, 0)
    ),
)
TRADING = _family(
    "trading",
    _param("group_value", 1, (0, 10), "factor on what a complete group is worth", (0, 3, 0)),
    _param("deed_value", 0.5, (0, 5), "factor on the worth of a deed alone (A.9 without completion)", (0, 2, 0)),
    _param("threat", 0.8, (0, 0.95), "how much of the opponents' worth counts against its own"),
    _param("trade_margin", 10, (0, 100000), "dollars that an offer must gain to be accepted", (0, 200, 0)),
    _param("greed", 0.8, (0, 1), "its part of what a trade gains for both, when it makes the offer"),
    _param("offer_chance", 0.2, (0, 1), "the chance that it makes an offer when it sees a good trade"),
)
RISK = _family(
    "risk",
    _param("danger_weight", 0.2, (0, 5), "part of the highest rent in reach kept beyond the reserve", (0, 1, 0)),
    _param("jail_rent", 30, (0, 100000), "dollars of rent that a throw costs on average, to stay in jail", (0, 150, 0)),
    _param(
        "jail_unsold",
        6,
        (0, 28),
        "it leaves jail at once while more deeds than this are unsold",
        (0, 28, 1),
        whole=True,
    ),
    _param("stage_adaption", 0, (0, 1), "how much more freely it buys early and more it fears rents late"),
)

FAMILIES = {group[0].family: group for group in (BUYING, BUILDING, CASH, TRADING, RISK)}
"""The five families of ``strategic``'s parameters."""


def _as_of_strategic(ranges: Mapping[str, tuple[float, float, float]], **defaults: float) -> list[ParamSpec]:
    """Parameters of ``strategic`` that another agent has too, with defaults and tuning ranges of its own."""
    known = {one.name: one for group in FAMILIES.values() for one in group}
    return [
        known[name]._replace(default=float(default), about="as of strategic", family="", tuning=ranges.get(name))
        for name, default in defaults.items()
    ]


PARAMETERS: dict[str, tuple[ParamSpec, ...]] = {
    "baseline": (
        _param(
            "reserve",
            150,
            (0, 1000000),
            "dollars that it does not spend on buying, building and bidding",
            (0, 1000, 0),
            place=1,
        ),
        _param(
            "bid",
            1,
            (0, 100),
            "its greatest bid in list prices (twice that for a deed that completes a group)",
            (0, 3, 0),
            place=2,
        ),
        _param("trades", 1, (0, 1), "0 to make no offers and accept none", (0, 1, 1), place=3, whole=True),
        _param(
            "offer_every",
            8,
            (1, 1000),
            "it uses one window in so many for an offer, where it sees a good swap",
            (1, 32, 1),
            place=4,
            whole=True,
        ),
    ),
    "algorithmic": (
        _param("buy_score", 1.1, (0, 100), "what a deed must score: the average first deed has 1", (0, 4, 0)),
        *_as_of_strategic(
            {"railroad_weight": (0, 2.5, 0), "utility_weight": (0, 2.5, 0)}, railroad_weight=1, utility_weight=1
        ),
        _param("cash_threshold", 200, (0, 100000), "dollars that buying and building leave", (0, 800, 0)),
        *_as_of_strategic(
            {"group_value": (0, 3, 0), "deed_value": (0, 2, 0), "trade_margin": (0, 200, 0)},
            group_value=0.5,
            deed_value=0.5,
            threat=0,
            trade_margin=0,
            greed=0.5,
            offer_chance=0.2,
        ),
    ),
    "published": (
        _param("reserve", 400, (0, 1000000), "dollars of cash below which the penalty is taken off", (0, 1000, 0)),
        _param("penalty", 2, (0, 1000000), "dollars taken off with less cash than the reserve", (0, 1000, 0)),
        _param("own", 3, (0, 1000), "factor on the rents of its streets", (0, 20, 0), place=OWN_RENT),
        _param("dice_cost", 50, (0, 1000), "dollars that the dice of its tree take, before the reserve", (0, 200, 0)),
    ),
    "strategic": tuple(param for group in FAMILIES.values() for param in group),
    "character": (
        _param(
            "trades",
            2,
            (0, 2),
            "0: trades never, 1: only what completes no group for the other, 2: all that pays",
            whole=True,
        ),
        _param("surplus", 0.1, (0, 10), "part by which it must get more than it gives up", (0, 1, 0)),
        _param("rivalry", 0.3, (0, 1), "part of what the other gains that counts as given up"),
        _param("fairness", 0, (0, 1), "its gain must be at least so many times the other's"),
        _param(
            "rent_throws", 15, (0, 1000), "throws of each opponent over which it counts rents", (0, 40, 1), whole=True
        ),
        _param("building_bid", 2, (0, 100), "its greatest bid for a contested building, in prices", (1, 6, 0)),
        _param("all_in", 0, (0, 1), "1: bids all that its reserve leaves, whatever a deed is worth", whole=True),
        *(
            param._replace(about="as of strategic", family="")
            for group in FAMILIES.values()
            for param in group
            if param.name not in ("group_value", "deed_value", "threat", "trade_margin", "greed")
        ),
        _param("greed", 0.5, (0, 1), "its part of what both gain, when it makes the offer"),
    ),
    "stranger": (
        _param("shares", 0, (0, 1), "1: accepts only what lets its share grow by no less than the other's", whole=True),
        _param("first_surplus", 0.6, (0, 10), "part by which a trade must bring more than it costs, at first"),
        _param("last_surplus", 0.05, (0, 10), "the same once its patience is at an end"),
        _param(
            "patience",
            40,
            (0, 100000),
            "rounds in which the surplus falls from the first to the last",
            (0, 200, 1),
            whole=True,
        ),
        _param(
            "rent_throws", 20, (0, 1000), "throws of each opponent over which it counts rents", (0, 40, 1), whole=True
        ),
        *(
            param._replace(about="as of strategic", family="")
            for group in FAMILIES.values()
            for param in group
            if param.name not in ("group_value", "deed_value", "threat", "trade_margin", "greed")
        ),
        _param("greed", 0.6, (0, 1), "its part of what both gain by its measure, when it makes the offer"),
    ),
}
"""The parameters of each agent, in the order of the documents."""

ESTIMATE = (
    ParamSpec("reserve", RESERVE, 400, 0, 1000000, about="dollars of cash below which the penalty is taken off"),
    ParamSpec("penalty", PENALTY, 2, 0, 1000000, about="dollars taken off with less cash than the reserve"),
    ParamSpec("each", EACH, 0, 0, 1, whole=True, about="1: the penalty is taken off for each dollar that is missing"),
    ParamSpec("own", OWN_RENT, 3, 0, 1000, about="factor on the rents of its own streets"),
    ParamSpec("other", OTHER_RENT, 5, 0, 1000, about="factor on the rents of the others' streets"),
    ParamSpec("all_rents", ALL_RENTS, 0, 0, 1, whole=True, about="1: railroads and utilities count too"),
    ParamSpec(
        "mortgaged_rents", MORTGAGED_RENTS, 0, 0, 1, whole=True, about="1: mortgaged streets count as if they were not"
    ),
    ParamSpec("rival", RIVAL, 0, 0, 1, whole=True, about="what is taken off for the others: 0 their mean, 1 the best"),
    ParamSpec(
        "balanced",
        BALANCED,
        0,
        0,
        1,
        whole=True,
        about="1: the seats' values add up, each less the mean of all "
        "(always so in searches that know every seat's value)",
    ),
    ParamSpec("scale", SCALE, 100_000, 1, 1e9, about="dollars that are worth as much as a win"),
    ParamSpec(
        "jail",
        JAIL,
        0,
        0,
        1,
        whole=True,
        about="1: the jail rule of the Persian report of 2023 decides about leaving jail, not the search",
    ),
)
"""What a search asks the guide: E3's four numbers, and what E3 leaves open."""

PRIOR = (
    ParamSpec(
        "trust",
        TRUST,
        0.5,
        0,
        1,
        about="how much of the priors goes to what the agent of playout would do; all actions share the rest",
    ),
)
"""How much priors count."""


def default_row(vector: bool) -> tuple[float, ...]:
    """The row where nothing is said; ``vector``: for a search that finds the values of all seats."""
    row = [0.0] * PARAMS
    for one in (*ESTIMATE, *PRIOR):
        row[one.place] = float(one.default)
    if vector:
        row[BALANCED] = 1.0
    return tuple(row)
