"""What is left of the game for a seat: buyers within reach, actions, incomes, and what a pound is worth in points."""

from __future__ import annotations

from typing import NamedTuple

from ...games.brass.board import (
    CANAL,
    COTTON,
    FIRST_ACTIONS,
    INCOME_LEVEL,
    LINE_ENDS,
    MANUFACTURER,
    MERCHANT_BUYS,
    MERCHANT_PLACE,
    MERCHANT_SPACES_ALL,
    POTTERY,
    ROUNDS,
    TILE_BEER,
    TURN_ACTIONS,
)
from ...games.brass.cards import drawable, hand_size
from ...games.brass.linking import open_lines
from ...games.brass.selling import unsold_tiles
from ...games.brass.state import SHORTFALL, State
from ...games.brass.tiles import joined_by_line
from ...runtime.compiler import Floats, rule
from ...runtime.primitives import has_bit, low_bit
from .parameters import HORIZON, LATER_MONEY, MONEY, RESERVE, SHORT, SPENDING

# ---------------------------- Who buys a seat's goods, how many links away they are, and the beer that its sales take.


FAR = 4
"""So many links are too far to plan for."""


class Ways(NamedTuple):
    """The locations of those who buy an industry's goods, and those from which at most so many links lack to them."""

    buyers: int
    none: int
    one: int
    two: int
    three: int


@rule
def buyer_places(g: State, industry: int) -> int:
    """The locations of the merchants who buy an industry's goods."""
    places = 0
    for m in range(MERCHANT_SPACES_ALL):
        if has_bit(MERCHANT_BUYS[g.merchant[m]], industry):
            places |= 1 << MERCHANT_PLACE[m]
    return places


@rule
def with_one_link(g: State, places: int, lines: int) -> int:
    """The locations from which one more link than from ``places`` lacks at most, on one of a mask of lines."""
    found = places
    while lines != 0:
        line = low_bit(lines)
        lines &= lines - 1
        if LINE_ENDS[line] & places != 0:
            found |= joined_by_line(g, line)
    return found


@rule
def ways_to_buyers(g: State, p: int, industry: int) -> Ways:
    """How far seat ``p`` is from an industry's buyers, from everywhere."""
    buyers = buyer_places(g, industry)
    none = 0
    rest = buyers
    while rest != 0:
        none |= g.joined[low_bit(rest)]
        rest &= rest - 1
    lines = open_lines(g, p)
    one = with_one_link(g, none, lines)
    two = with_one_link(g, one, lines)
    return Ways(buyers, none, one, two, with_one_link(g, two, lines))


@rule
def links_missing(ways: Ways, reach: int) -> int:
    """How many links must be laid until ``reach`` is connected to a buyer; FAR: too many."""
    if reach & ways.none != 0:
        return 0
    if reach & ways.one != 0:
        return 1
    if reach & ways.two != 0:
        return 2
    if reach & ways.three != 0:
        return 3
    return FAR


@rule
def buyer_barrels(g: State, industry: int, places: int) -> int:
    """How many barrels stand beside the merchants of ``places`` who buy an industry's goods."""
    n = 0
    rest = g.barrels * 1
    while rest != 0:
        m = low_bit(rest)
        rest &= rest - 1
        if has_bit(MERCHANT_BUYS[g.merchant[m]], industry) and has_bit(places, MERCHANT_PLACE[m]):
            n += 1
    return n


@rule
def own_beer(g: State, p: int) -> int:
    """The barrels on seat ``p``'s breweries."""
    n = 0
    rest = g.stocked[2] & g.tiles[p]
    while rest != 0:
        n += g.goods[low_bit(rest)]
        rest &= rest - 1
    return n


@rule
def beer_demand(g: State, p: int) -> int:
    """The barrels that the sales of seat ``p``'s unsold tiles take."""
    n = 0
    rest = unsold_tiles(g, p)
    while rest != 0:
        n += TILE_BEER[g.tile[low_bit(rest)]]
        rest &= rest - 1
    return n


# --------- What is left of the game for a seat: actions, incomes, what a pound is worth in points, and the ways to the
# buyers.
#
# All of it is worked out once a decision (:func:`look_ahead`): the values of builds, links and sales ask for it again
# and again.


class Forecast(NamedTuple):
    """What ``seat`` goes by at one position, beside the position and its parameters ``params``."""

    params: Floats
    seat: int
    left: int
    """Its actions left in this era, with the one that it is about to take or carries out."""
    to_come: int
    """Its actions left in the game."""
    paydays: int
    """The incomes still to come."""
    progress: float
    """How much of the era is over for it: 0 at its beginning, 1 at its end."""
    pound: float
    """The points that a pound is worth."""
    space: float
    """The points that a space of the income track is worth."""
    reserve: float
    """The pounds that it keeps for a negative income."""
    beer: int
    """The barrels on its breweries."""
    demand: int
    """The barrels that the sales of its unsold tiles take."""
    cotton: Ways
    manufacturer: Ways
    pottery: Ways
    """The ways to those who buy them."""


@rule
def is_last_era(g: State) -> bool:
    """Whether the game ends with this era."""
    return g.era != CANAL or g.opt.eras == 1


@rule
def waits(g: State, p: int) -> bool:
    """Whether seat ``p`` has its turn of this round still before it."""
    if g.phase == SHORTFALL:
        return False
    for i in range(g.turn + 1, g.opt.players):
        if g.order[i] == p:
            return True
    return False


@rule
def actions_left(g: State, p: int) -> int:
    """How many actions seat ``p`` still has in this era, with the one it is about to take or carries out.

    Each takes a card, so a seat has never more than its cards and those left to be drawn.
    """
    rounds = max(ROUNDS[g.opt.players] - g.round, 0)
    now = g.actions if g.mover == p else 0
    if waits(g, p):
        now = FIRST_ACTIONS if g.era == CANAL and g.round == 1 else TURN_ACTIONS
    return max(min(now + TURN_ACTIONS * rounds, hand_size(g, p) + drawable(g)), 0)


@rule
def paydays(g: State) -> int:
    """How many incomes are still to come: one a round, none after the last."""
    rounds = max(ROUNDS[g.opt.players] - g.round, 0)
    if is_last_era(g):
        return rounds
    return rounds + ROUNDS[g.opt.players]


@rule
def money_worth(g: State, params: Floats, p: int, actions: int) -> float:
    """What a pound is worth to seat ``p`` in points, with so many actions to come.

    It is the dearer the less the seat has, with its next incomes, for its next actions. When there is more than they
    can use, it is worth next to nothing.
    """
    need = params[SPENDING] * min(actions, params[HORIZON])
    if need <= 0.0:
        return 0.0
    have = g.money[p] + INCOME_LEVEL[g.income_space[p]] * min(paydays(g), params[HORIZON] / TURN_ACTIONS)
    return params[MONEY] * min(max(1.6 - max(have, 0.0) / need, 0.1), 1.3)


@rule
def space_worth(g: State, params: Floats, p: int) -> float:
    """What it is worth to seat ``p`` that its income marker goes up a space.

    The last income but one comes too late for much. Out of a negative income every space counts more than its pound:
    debts cost tiles.
    """
    at = g.income_space[p]
    if at < 10:
        levels = 1.2
    elif at == 10:
        levels = 0.8
    elif at <= 30:
        levels = 0.5
    elif at <= 60:
        levels = 0.34
    else:
        levels = 0.25
    return levels * max(paydays(g) - 1, 0) * params[LATER_MONEY]


@rule
def look_ahead(g: State, params: Floats, p: int) -> Forecast:
    """What seat ``p`` goes by at this position."""
    left = actions_left(g, p)
    whole = TURN_ACTIONS * ROUNDS[g.opt.players]
    to_come = left if is_last_era(g) else left + whole
    return Forecast(
        params,
        p,
        left,
        to_come,
        paydays(g),
        1.0 - min(left / whole, 1.0),
        money_worth(g, params, p, to_come),
        space_worth(g, params, p),
        max(-INCOME_LEVEL[g.income_space[p]], 0) * min(paydays(g), params[RESERVE]),
        own_beer(g, p),
        beer_demand(g, p),
        ways_to_buyers(g, p, COTTON),
        ways_to_buyers(g, p, MANUFACTURER),
        ways_to_buyers(g, p, POTTERY),
    )


@rule
def income_worth(view: Forecast, spaces: int) -> float:
    """What it is worth that the income marker goes up so many spaces."""
    return spaces * view.space


@rule
def spending_worth(g: State, view: Forecast, pounds: int) -> float:
    """What it costs, in points, to spend so much: more, if the seat then cannot pay a negative income."""
    missing = view.reserve - (g.money[view.seat] - pounds)
    return pounds * view.pound + view.params[SHORT] * min(max(missing, 0.0), pounds)
