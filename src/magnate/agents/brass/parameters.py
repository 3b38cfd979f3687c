"""The parameters of Brass's agents, with ranges and meanings."""

from __future__ import annotations

from dataclasses import dataclass

from ..spec import Knob
from . import places


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter: name, place in the row, default, range and meaning."""

    name: str
    place: int
    default: float
    least: float
    most: float
    meaning: str

    @property
    def knob(self) -> Knob:
        """What :mod:`magnate.agents.spec` needs of it."""
        return Knob(self.name, self.place, float(self.default), float(self.least), float(self.most))


_PLANNER = (
    Parameter("money", places.MONEY, 0.25, 0, 2, "points that a pound is worth when it is scarce"),
    Parameter("spending", places.SPENDING, 15, 1, 40, "pounds that an action to come is thought to cost"),
    Parameter("icon", places.ICON, 0.8, 0, 3, "link icons expected of a space that is still empty when an era begins"),
    Parameter("step", places.STEP, 0.8, 0, 1, "chance of a sale that still lacks one link or one barrel"),
    Parameter("later", places.LATER, 0.8, 0, 1, "chance of a sale in the Rail era of a tile built in the Canal era"),
    Parameter("selling", places.SELLING, 0.45, 0, 1, "part of a single sale that counts while it may wait"),
    Parameter("beer", places.BEER, 0.6, 0, 10, "points that a barrel of its own is worth"),
    Parameter("opponent", places.OPPONENT, 0.3, 0, 1, "how much of an opponent's gain counts as a loss"),
    Parameter(
        "developing",
        places.DEVELOPING,
        0.42,
        0,
        5,
        "factor on the gain of developing as the Canal era begins",
    ),
    Parameter("loan_below", places.LOAN_BELOW, 12, 0, 100, "pounds below which it borrows"),
    Parameter("loan_until", places.LOAN_UNTIL, 12, 0, 20, "the last round, counted over both eras, of a loan"),
    Parameter("scouting", places.SCOUTING, 0.1, 0, 5, "how much of what wild cards gain over the hand counts"),
    Parameter("cotton_weight", places.COTTON_WEIGHT, 0.7, 0, 5, "factor on the worth of cotton mills"),
    Parameter("manufacturer_weight", places.MANUFACTURER_WEIGHT, 1, 0, 5, "factor on the worth of manufacturers"),
    Parameter("pottery_weight", places.POTTERY_WEIGHT, 1, 0, 5, "factor on the worth of potteries"),
    Parameter("coal_weight", places.COAL_WEIGHT, 1, 0, 5, "factor on the worth of coal mines"),
    Parameter("iron_weight", places.IRON_WEIGHT, 1, 0, 5, "factor on the worth of iron works"),
    Parameter("brewery_weight", places.BREWERY_WEIGHT, 1, 0, 5, "factor on the worth of breweries"),
    Parameter("link_weight", places.LINK_WEIGHT, 1.5, 0, 5, "factor on the icons that links score"),
    Parameter("cotton_plan", places.COTTON_PLAN, 3, 0, 11, "cotton mills that it plans to build in a whole game"),
    Parameter("manufacturer_plan", places.MANUFACTURER_PLAN, 4, 0, 11, "the same of manufacturers"),
    Parameter("pottery_plan", places.POTTERY_PLAN, 1, 0, 5, "the same of potteries"),
    Parameter("coal_plan", places.COAL_PLAN, 3, 0, 7, "the same of coal mines"),
    Parameter("iron_plan", places.IRON_PLAN, 3, 0, 4, "the same of iron works"),
    Parameter("brewery_plan", places.BREWERY_PLAN, 4, 0, 7, "the same of breweries"),
    Parameter("reach", places.REACH, 1.2, 0, 10, "factor on the worth of new places in its network"),
    Parameter("later_money", places.LATER_MONEY, 0.22, 0, 2, "points that a pound of income to come is worth"),
    Parameter("loan_level", places.LOAN_LEVEL, -5, -10, 30, "the lowest level of income to which it borrows"),
    Parameter("short", places.SHORT, 0.7, 0, 50, "points that each pound costs which lacks to the reserve"),
    Parameter("loan_cost", places.LOAN_COST, 0.5, 0, 5, "how much of the income lost by a loan counts"),
    Parameter("cube", places.CUBE, 0.25, 0, 5, "points that a cube of coal or iron left on a new tile is worth"),
    Parameter("own_links", places.OWN_LINKS, 0.5, 0, 5, "links of its own still expected at a tile, as an era begins"),
    Parameter("horizon", places.HORIZON, 6, 2, 16, "actions ahead for which money is planned"),
    Parameter("slow", places.SLOW, 0.1, 0, 1, "part of a chance that is left to mines without links in the Canal era"),
    Parameter("developing_more", places.DEVELOPING_MORE, 0, -5, 5, "what that factor gains until the Canal era's end"),
    Parameter("developing_rail", places.DEVELOPING_RAIL, 0.55, 0, 5, "the same factor in the Rail era"),
    Parameter("selling_many", places.SELLING_MANY, 0.9, 0, 2, "the same part when several tiles are sold at once"),
    Parameter("reserve", places.RESERVE, 3, 0, 16, "how many payments of a negative income it keeps money for"),
)

PARAMETERS = {"planner": _PLANNER}
