"""The parameters of Monopoly's agents, with ranges and meanings; the 28 of ``strategic`` in five families.

The thesis says that there are 28 and names the families; of their meaning it fixes the least reserve (150 dollars, for
``late_game`` 250) and the value of a property (its formula A.9). The names, ranges and the other values are ours.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..spec import Knob
from . import places


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
    ("value_ratio", places.VALUE_RATIO, 1.2, 0, 10, "buy a deed worth at least this many times its price"),
    (
        "completion_bonus",
        places.COMPLETION_BONUS,
        0.4,
        0,
        5,
        "what a whole group adds to a deed's worth, in parts of it",
    ),
    ("location_bonus", places.LOCATION_BONUS, 1, 0, 5, "how much the location counts: 1 as in A.9, 0 not at all"),
    ("railroad_weight", places.RAILROAD_WEIGHT, 1.3, 0, 5, "factor on the worth of railroads"),
    ("utility_weight", places.UTILITY_WEIGHT, 1, 0, 5, "factor on the worth of utilities"),
    ("blocking_bonus", places.BLOCKING_BONUS, 0.5, 0, 5, "what a deed that an opponent needs is worth more, in prices"),
    ("bid_ratio", places.BID_RATIO, 0.6, 0, 5, "bid up to this many times the worth"),
)
BUILDING = _family(
    "building",
    ("building_reserve", places.BUILDING_RESERVE, 0.5, 0, 5, "part of the reserve that is kept when building"),
    ("target_level", places.TARGET_LEVEL, 3, 1, 5, "houses on every lot of the complete groups before any goes beyond"),
    ("last_level", places.LAST_LEVEL, 5, 0, 5, "the highest level it builds to: 4 houses, 5 a hotel"),
    ("rent_focus", places.RENT_FOCUS, 0.3, 0, 1, "the next group by rent for a dollar (0) or by rent alone (1)"),
    ("hoarded_houses", places.HOARDED_HOUSES, 6, 0, 99, "no hotels while the bank has no more than so many houses"),
)
CASH = _family(
    "cash management",
    ("cash_reserve", places.CASH_RESERVE, 150, 0, 100_000, "dollars of cash kept (the thesis: 150)"),
    ("buying_reserve", places.BUYING_RESERVE, 1, 0, 5, "part of the reserve that is kept when buying"),
    (
        "completion_reserve",
        places.COMPLETION_RESERVE,
        0.2,
        0,
        5,
        "the same for a deed that completes or blocks a group",
    ),
    ("late_reserve", places.LATE_RESERVE, 0, 0, 100_000, "dollars by which the reserve grows until all deeds are sold"),
    ("leverage", places.LEVERAGE, 0.5, 0, 1, "part of the mortgage values of single deeds that it raises for houses"),
    ("lift_cash", places.LIFT_CASH, 300, 0, 100_000, "dollars beyond the reserve for lifting a single deed's mortgage"),
)
TRADING = _family(
    "trading",
    ("group_value", places.GROUP_VALUE, 1, 0, 10, "factor on what a complete group is worth"),
    ("deed_value", places.DEED_VALUE, 0.5, 0, 5, "factor on the worth of a deed alone (A.9 without completion)"),
    ("threat", places.THREAT, 0.8, 0, 0.95, "how much of the opponents' worth counts against its own"),
    ("trade_margin", places.TRADE_MARGIN, 10, 0, 100_000, "dollars that an offer must gain to be accepted"),
    ("greed", places.GREED, 0.8, 0, 1, "its part of what a trade gains for both, when it makes the offer"),
    ("offer_chance", places.OFFER_CHANCE, 0.2, 0, 1, "the chance that it makes an offer when it sees a good trade"),
)
RISK = _family(
    "risk",
    ("danger_weight", places.DANGER_WEIGHT, 0.2, 0, 5, "part of the highest rent in reach kept beyond the reserve"),
    ("jail_rent", places.JAIL_RENT, 30, 0, 100_000, "dollars of rent that a throw costs on average, to stay in jail"),
    ("jail_unsold", places.JAIL_UNSOLD, 6, 0, 28, "it leaves jail at once while more deeds than this are unsold"),
    (
        "stage_adaption",
        places.STAGE_ADAPTION,
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
        Parameter("buy_score", places.BUY_SCORE, 1.1, 0, 100, "what a deed must score: the average first deed has 1"),
        *_as_of_strategic(railroad_weight=1, utility_weight=1),
        Parameter("cash_threshold", places.CASH_THRESHOLD, 200, 0, 100_000, "dollars that buying and building leave"),
        *_as_of_strategic(group_value=0.5, deed_value=0.5, threat=0, trade_margin=0, greed=0.5, offer_chance=0.2),
    ],
    "strategic": [parameter for group in FAMILIES.values() for parameter in group],
}
"""The parameters of each agent, in the order of the documents."""
