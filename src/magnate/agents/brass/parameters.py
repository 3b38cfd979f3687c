"""The parameters of Brass's agents and of its estimate: places, ranges, meanings, and named configurations."""

from __future__ import annotations

from ...core.agents import Configuration, ParamSpec
from ...core.binding import PARAMS

KIND = 0
RANDOM, PLANNER = range(2)
"""The kinds of policies."""

(
    MONEY, SPENDING, ICON, STEP, LATER, SELLING, BEER, OPPONENT, DEVELOPING, LOAN_BELOW, LOAN_UNTIL, SCOUTING,
    COTTON_WEIGHT, MANUFACTURER_WEIGHT, POTTERY_WEIGHT, COAL_WEIGHT, IRON_WEIGHT, BREWERY_WEIGHT, LINK_WEIGHT,
    COTTON_PLAN, MANUFACTURER_PLAN, POTTERY_PLAN, COAL_PLAN, IRON_PLAN, BREWERY_PLAN, REACH, LATER_MONEY,
    LOAN_LEVEL, SHORT, LOAN_COST, CUBE, OWN_LINKS, HORIZON, SLOW, DEVELOPING_MORE, DEVELOPING_RAIL, SELLING_MANY,
    RESERVE,
) = range(1, 39)  # fmt: skip

REWARD, TEMPERATURE, OPEN = range(48, 51)
"""What a search is told: the kind of reward, and how its priors are made."""
WIN, MARGIN, OWN, BOTH = range(4)
"""The kinds of rewards."""


# --------------------------------------------------------- The parameters of Brass's agents, with ranges and meanings.
# Python only: no kernel depends on what follows, so that another default compiles nothing anew (`runtime/cache.py`).


def _param(name: str, place: int, default: float, least: float, most: float, about: str) -> ParamSpec:
    return ParamSpec(name, place, float(default), float(least), float(most), about=about)


_PLANNER = (
    _param("money", MONEY, 0.25, 0, 2, "points that a pound is worth when it is scarce"),
    _param("spending", SPENDING, 15, 1, 40, "pounds that an action to come is thought to cost"),
    _param("icon", ICON, 0.8, 0, 3, "link icons expected of a space that is still empty when an era begins"),
    _param("step", STEP, 0.8, 0, 1, "chance of a sale that still lacks one link or one barrel"),
    _param("later", LATER, 0.8, 0, 1, "chance of a sale in the Rail era of a tile built in the Canal era"),
    _param("selling", SELLING, 0.45, 0, 1, "part of a single sale that counts while it may wait"),
    _param("beer", BEER, 0.6, 0, 10, "points that a barrel of its own is worth"),
    _param("opponent", OPPONENT, 0.3, 0, 1, "how much of an opponent's gain counts as a loss"),
    _param(
        "developing",
        DEVELOPING,
        0.42,
        0,
        5,
        "factor on the gain of developing as the Canal era begins",
    ),
    _param("loan_below", LOAN_BELOW, 12, 0, 100, "pounds below which it borrows"),
    _param("loan_until", LOAN_UNTIL, 12, 0, 20, "the last round, counted over both eras, of a loan"),
    _param("scouting", SCOUTING, 0.1, 0, 5, "how much of what wild cards gain over the hand counts"),
    _param("cotton_weight", COTTON_WEIGHT, 0.7, 0, 5, "factor on the worth of cotton mills"),
    _param("manufacturer_weight", MANUFACTURER_WEIGHT, 1, 0, 5, "factor on the worth of manufacturers"),
    _param("pottery_weight", POTTERY_WEIGHT, 1, 0, 5, "factor on the worth of potteries"),
    _param("coal_weight", COAL_WEIGHT, 1, 0, 5, "factor on the worth of coal mines"),
    _param("iron_weight", IRON_WEIGHT, 1, 0, 5, "factor on the worth of iron works"),
    _param("brewery_weight", BREWERY_WEIGHT, 1, 0, 5, "factor on the worth of breweries"),
    _param("link_weight", LINK_WEIGHT, 1.5, 0, 5, "factor on the icons that links score"),
    _param("cotton_plan", COTTON_PLAN, 3, 0, 11, "cotton mills that it plans to build in a whole game"),
    _param("manufacturer_plan", MANUFACTURER_PLAN, 4, 0, 11, "the same of manufacturers"),
    _param("pottery_plan", POTTERY_PLAN, 1, 0, 5, "the same of potteries"),
    _param("coal_plan", COAL_PLAN, 3, 0, 7, "the same of coal mines"),
    _param("iron_plan", IRON_PLAN, 3, 0, 4, "the same of iron works"),
    _param("brewery_plan", BREWERY_PLAN, 4, 0, 7, "the same of breweries"),
    _param("reach", REACH, 1.2, 0, 10, "factor on the worth of new places in its network"),
    _param("later_money", LATER_MONEY, 0.22, 0, 2, "points that a pound of income to come is worth"),
    _param("loan_level", LOAN_LEVEL, -5, -10, 30, "the lowest level of income to which it borrows"),
    _param("short", SHORT, 0.7, 0, 50, "points that each pound costs which lacks to the reserve"),
    _param("loan_cost", LOAN_COST, 0.5, 0, 5, "how much of the income lost by a loan counts"),
    _param("cube", CUBE, 0.25, 0, 5, "points that a cube of coal or iron left on a new tile is worth"),
    _param("own_links", OWN_LINKS, 0.5, 0, 5, "links of its own still expected at a tile, as an era begins"),
    _param("horizon", HORIZON, 6, 2, 16, "actions ahead for which money is planned"),
    _param("slow", SLOW, 0.1, 0, 1, "part of a chance that is left to mines without links in the Canal era"),
    _param("developing_more", DEVELOPING_MORE, 0, -5, 5, "what that factor gains until the Canal era's end"),
    _param("developing_rail", DEVELOPING_RAIL, 0.55, 0, 5, "the same factor in the Rail era"),
    _param("selling_many", SELLING_MANY, 0.9, 0, 2, "the same part when several tiles are sold at once"),
    _param("reserve", RESERVE, 3, 0, 16, "how many payments of a negative income it keeps money for"),
)

PARAMETERS = {"planner": _PLANNER}


# ------------------------------------------------- The parameters of what a search is told: its reward and its priors.


ESTIMATE = (
    ParamSpec(
        "reward",
        REWARD,
        0,
        0,
        3,
        whole=True,
        about="0: share of the win; 1: points less those of the best other seat; 2: own points; 3: 0 and a part of 1",
    ),
)
PRIOR = (
    ParamSpec(
        "temperature",
        TEMPERATURE,
        3,
        0.05,
        100,
        about="points that an answer must be worth more to the planner for a prior e times as great",
    ),
    ParamSpec("open", OPEN, 0.1, 0, 1, about="how much of the priors all answers share alike"),
)


def default_row() -> tuple[float, ...]:
    """The row where nothing is said."""
    row = [0.0] * PARAMS
    for one in (*ESTIMATE, *PRIOR):
        row[one.place] = float(one.default)
    return tuple(row)


# ------------------------------------------------------------------------------------------------------ Configurations


STYLES = {
    "canal_beer": Configuration(
        "half as many breweries again, and a cotton mill of level I; fewer manufacturers",
        {"brewery_weight": 1.3, "brewery_plan": 6, "cotton_weight": 0.9, "developing": 0.55, "later": 0.9},
    ),
    "coal_rail": Configuration(
        "slightly more coal mines and links than planner; otherwise alike",
        {"coal_weight": 1.15, "iron_weight": 1.1, "coal_plan": 5, "link_weight": 1.8},
    ),
    "pottery": Configuration(
        "somewhat more potteries, nearly all of levels I and II, and fewer manufacturers; dear potteries are hardly "
        "ever sold",
        {"pottery_weight": 1.4, "pottery_plan": 4, "money": 0.35, "developing": 0.55},
    ),
}
