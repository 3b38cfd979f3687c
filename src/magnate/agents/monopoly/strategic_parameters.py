"""The 28 parameters of ``strategic``, in the five families of the thesis.

The thesis says that there are 28 and names the families; of their meaning it fixes the least reserve (150 dollars, for
``late_game`` 250) and the value of a property (its formula A.9). The names, ranges and the other values are ours.
"""

from __future__ import annotations

from dataclasses import dataclass

from . import places


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter: its name, family, place in the row, default, least and greatest value, and its meaning."""

    name: str
    family: str
    place: int
    default: float
    least: float
    most: float
    meaning: str


def _family(family: str, *rows: tuple[int, float, float, float, str]) -> list[Parameter]:
    """The parameters of a family; each is called like its place."""
    return [Parameter(_NAMES[row[0]], family, *row) for row in rows]


_NAMES = {
    getattr(places, name): name.lower()
    for name in (
        *("VALUE_RATIO", "COMPLETION_BONUS", "LOCATION_BONUS", "RAILROAD_WEIGHT", "UTILITY_WEIGHT", "BLOCKING_BONUS"),
        *("BID_RATIO", "BUILDING_RESERVE", "TARGET_LEVEL", "LAST_LEVEL", "RENT_FOCUS", "HOARDED_HOUSES"),
        *("CASH_RESERVE", "BUYING_RESERVE", "COMPLETION_RESERVE", "LATE_RESERVE", "LEVERAGE", "LIFT_CASH"),
        *("GROUP_VALUE", "DEED_VALUE", "THREAT", "TRADE_MARGIN", "GREED", "OFFER_CHANCE"),
        *("DANGER_WEIGHT", "JAIL_RENT", "JAIL_UNSOLD", "STAGE_ADAPTION"),
    )
}

BUYING = _family(
    "buying",
    (places.VALUE_RATIO, 1.2, 0, 10, "buy a deed worth at least this many times its price"),
    (places.COMPLETION_BONUS, 0.4, 0, 5, "what a whole group adds to a deed's worth, in parts of it (A.9: 0.4)"),
    (places.LOCATION_BONUS, 1, 0, 5, "how much the location counts: 1 as in A.9, 0 not at all"),
    (places.RAILROAD_WEIGHT, 1, 0, 5, "factor on the worth of railroads"),
    (places.UTILITY_WEIGHT, 0.7, 0, 5, "factor on the worth of utilities"),
    (places.BLOCKING_BONUS, 0.5, 0, 5, "what a deed is worth more that an opponent needs for a group, in prices"),
    (places.BID_RATIO, 0.6, 0, 5, "bid up to this many times the worth"),
)
BUILDING = _family(
    "building",
    (places.BUILDING_RESERVE, 1, 0, 5, "part of the reserve that is kept when building"),
    (places.TARGET_LEVEL, 3, 1, 5, "houses on every lot of the complete groups before any goes beyond"),
    (places.LAST_LEVEL, 5, 0, 5, "the highest level it builds to: 4 houses, 5 a hotel"),
    (places.RENT_FOCUS, 0.3, 0, 1, "the next group by rent for a dollar (0) or by rent alone (1)"),
    (places.HOARDED_HOUSES, 6, 0, 99, "no hotels while the bank has no more than so many houses: they stay scarce"),
)
CASH = _family(
    "cash management",
    (places.CASH_RESERVE, 150, 0, 100_000, "dollars of cash kept (the thesis: 150)"),
    (places.BUYING_RESERVE, 1, 0, 5, "part of the reserve that is kept when buying"),
    (places.COMPLETION_RESERVE, 0.2, 0, 5, "… when the deed completes a group, or blocks an opponent's"),
    (places.LATE_RESERVE, 0, 0, 100_000, "dollars by which the reserve grows until all deeds are sold"),
    (places.LEVERAGE, 0.5, 0, 1, "part of the mortgage values of single deeds that it raises for houses"),
    (places.LIFT_CASH, 300, 0, 100_000, "dollars beyond the reserve before it lifts mortgages of single deeds"),
)
TRADING = _family(
    "trading",
    (places.GROUP_VALUE, 1, 0, 10, "factor on what a complete group is worth"),
    (places.DEED_VALUE, 0.5, 0, 5, "factor on the worth of single deeds (that of A.9 without completion)"),
    (places.THREAT, 0.5, 0, 0.95, "how much of the opponents' worth counts against its own"),
    (places.TRADE_MARGIN, 10, 0, 100_000, "dollars that an offer must gain to be accepted"),
    (places.GREED, 0.5, 0, 1, "its part of what a trade gains for both, when it makes the offer"),
    (places.OFFER_CHANCE, 0.4, 0, 1, "the chance that it makes an offer when it sees a good trade"),
)
RISK = _family(
    "risk",
    (places.DANGER_WEIGHT, 0.2, 0, 5, "part of the highest rent in reach that it keeps beyond the reserve"),
    (places.JAIL_RENT, 30, 0, 100_000, "dollars of rent a throw from jail costs on average, from which it stays there"),
    (places.JAIL_UNSOLD, 6, 0, 28, "it leaves jail at once while more deeds than this are unsold"),
    (places.STAGE_ADAPTION, 0, 0, 1, "how much it buys more freely early and fears rents more late"),
)

FAMILIES = {group[0].family: group for group in (BUYING, BUILDING, CASH, TRADING, RISK)}
"""The five families and their parameters."""
PARAMETERS = [parameter for group in FAMILIES.values() for parameter in group]
"""All 28, in the order of their places."""
