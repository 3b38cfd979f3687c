"""The planner: what each action and each answer is worth to it, of which it takes the best."""

from __future__ import annotations

import math

from ...games.brass.board import (
    BONUS_AMOUNT,
    BONUS_DEVELOP,
    BONUS_INCOME,
    BONUS_POINTS,
    CANAL,
    CARD_INDUSTRIES,
    INCOME_LEVEL,
    INDUSTRIES,
    LOAN_LEVELS,
    MERCHANT_BONUS,
    MERCHANT_PLACE,
    PLACE_OF,
    ROUNDS,
    TILE_BEER,
    WILD_INDUSTRY,
    WILD_LOCATION,
)
from ...games.brass.board import LOAN as LOAN_MONEY
from ...games.brass.building import card_places, free_spaces, full_towns, tile_to_build
from ...games.brass.cards import holds
from ...games.brass.linking import link_cost
from ...games.brass.resources import BARREL
from ...games.brass.rules import legal
from ...games.brass.scoring import raises
from ...games.brass.selling import sale_tiles
from ...games.brass.state import (
    ACTION,
    BONUS_TILE,
    BUILD,
    BUILD_AT,
    BUILD_INDUSTRY,
    BUILD_SPACE,
    CARD,
    DEVELOP,
    DEVELOP_FIRST,
    DEVELOP_MORE,
    GIVE_CARD,
    GIVE_UP,
    INDUSTRY,
    LINE,
    LINK,
    LOAN,
    MERCHANT,
    NETWORK,
    SCOUT,
    SCOUT_CARD,
    SECOND_LINE,
    SELL,
    SELL_TILE,
    SELL_TO,
    SHORTFALL,
    STOP,
    TAKE,
    TAKE_BEER,
    TAKE_COAL,
    TAKE_IRON,
    State,
)
from ...games.brass.tiles import lowest_tile, owner_of
from ...runtime.compiler import Floats, Ints, rule
from ...runtime.primitives import count_bits, has_bit, low_bit
from .builds import build_value, develop_gain, develop_value, industry_value, space_value
from .forecast import Forecast, income_worth, look_ahead
from .parameters import (
    BEER,
    LATER_MONEY,
    LOAN_BELOW,
    LOAN_COST,
    LOAN_LEVEL,
    LOAN_UNTIL,
    OPPONENT,
    SCOUTING,
    SELLING,
    SELLING_MANY,
)
from .tiles import NOTHING, flip_worth, line_value, network_value, scoring_worth


@rule
def bonus_worth(view: Forecast, m: int) -> float:
    """What the barrel beside a merchant tile brings to the seat beside its beer."""
    kind = MERCHANT_BONUS[MERCHANT_PLACE[m]]
    amount = BONUS_AMOUNT[MERCHANT_PLACE[m]]
    if kind == BONUS_POINTS:
        return amount * 1.0
    if kind == BONUS_INCOME:
        return income_worth(view, amount)
    if kind == BONUS_DEVELOP:
        return 2.0
    return amount * view.pound


@rule
def best_sale(g: State, view: Forecast, tiles: int) -> int:
    """The tile of a mask of spaces that the seat sells first: the one that is worth most."""
    best = low_bit(tiles)
    most = NOTHING
    rest = tiles
    while rest != 0:
        s = low_bit(rest)
        rest &= rest - 1
        worth = flip_worth(g, view, g.tile[s], PLACE_OF[s])
        if worth > most:
            best = s
            most = worth
    return best


@rule
def buyer_worth(g: State, view: Forecast, m: int) -> float:
    """What it is worth to sell to a merchant: the bonus of its barrel, if the sale takes beer."""
    if has_bit(g.barrels, m) and TILE_BEER[g.tile[g.at]] > 0:
        return 1.0 + bonus_worth(view, m)
    return 0.0


@rule
def sell_value(g: State, view: Forecast) -> float:
    """What the seat gets by a Sell action now, against the chance to sell later."""
    tiles = sale_tiles(g, view.seat, 64)
    if tiles == 0:
        return NOTHING
    beer = view.beer + count_bits(g.barrels)
    total = 0.0
    sold = 0
    while tiles != 0:
        s = best_sale(g, view, tiles)
        tiles &= ~(1 << s)
        needed = TILE_BEER[g.tile[s]]
        if needed <= beer or total == 0.0:
            beer -= needed
            sold += 1
            total += flip_worth(g, view, g.tile[s], PLACE_OF[s])
    if view.left <= 2:
        return total
    if sold > 1:
        return total * view.params[SELLING_MANY]
    return total * view.params[SELLING]


# ---------- From where coal, iron and beer are taken: own tiles that flip first, then those that help opponents least.


@rule
def source_worth(g: State, view: Forecast, s: int) -> float:
    """What it is worth to the seat to take a cube or barrel from the tile on a space, or the merchant's barrel."""
    if s == BARREL:
        return 1.0 + bonus_worth(view, g.shop)
    owner = owner_of(g, s)
    cubes = max(g.goods[s] * 1.0, 1.0)
    if owner == view.seat:
        return flip_worth(g, view, g.tile[s], PLACE_OF[s]) / cubes
    theirs = look_ahead(g, view.params, owner)
    return -view.params[OPPONENT] * flip_worth(g, theirs, g.tile[s], PLACE_OF[s]) / cubes


# --------------------------------------- Which card to give: the one that is least useful for what can still be built.


WILD = 1.0
"""What a wild card is worth more, since it fits whatever comes."""


@rule
def card_worth(g: State, view: Forecast, kind: int, full: int, enough: float) -> float:
    """What the best build is worth that a card of a kind allows, money and coal apart; at once if it is ``enough``."""
    best = 0.0
    for industry in range(INDUSTRIES):
        if kind >= WILD_LOCATION or CARD_INDUSTRIES[kind] == 0 or has_bit(CARD_INDUSTRIES[kind], industry):
            tile = tile_to_build(g, view.seat, industry)
            if tile != 0:
                places = card_places(g, view.seat, industry, 1 << kind)
                rest = free_spaces(g, view.seat, tile, full)
                while rest != 0:
                    s = low_bit(rest)
                    rest &= rest - 1
                    if has_bit(places, PLACE_OF[s]):
                        best = max(best, space_value(g, view, tile, s))
                        if best >= enough:
                            return best
    return best


@rule
def keeping_worth(g: State, view: Forecast, kind: int, full: int, enough: float) -> float:
    """What it is worth to the seat to keep a card of a kind, or something that is ``enough`` too.

    Of two the second is worth half.
    """
    part = 0.5 if g.hand[view.seat, kind] > 1 else 1.0
    more = WILD if kind == WILD_LOCATION or kind == WILD_INDUSTRY else 0.0
    return part * (card_worth(g, view, kind, full, enough / part - more) + more)


# ---------------------------- Loans: early, when money lacks for what is to be done; never at the end of the Rail era.


STUCK = 5
"""With fewer pounds, a negative income paid, a seat can do next to nothing."""
FEW_LEFT = 4
"""With fewer actions left, the money of a loan can hardly be used."""
RESCUE = 0.5
"""The points that a loan is worth to a seat that could do nothing else: more than to pass."""


@rule
def is_stuck(g: State, view: Forecast) -> bool:
    """Whether the seat has so little money that it could only pass, but actions enough to make use of a loan."""
    return g.money[view.seat] + min(INCOME_LEVEL[g.income_space[view.seat]], 0) < STUCK and view.left >= FEW_LEFT


@rule
def loan_value(g: State, view: Forecast) -> float:
    """What a loan is worth to the seat: the money now, against the income that it costs."""
    rounds = g.round * 1.0
    if g.era != CANAL:
        rounds += ROUNDS[g.opt.players]
    level = INCOME_LEVEL[g.income_space[view.seat]] - LOAN_LEVELS
    late = rounds > view.params[LOAN_UNTIL]
    if late or g.money[view.seat] >= view.params[LOAN_BELOW] or level < view.params[LOAN_LEVEL]:
        return RESCUE if is_stuck(g, view) else NOTHING + 1.0
    lost = LOAN_LEVELS * view.paydays * view.params[LATER_MONEY]
    value = LOAN_MONEY * view.pound - view.params[LOAN_COST] * lost
    return max(value, RESCUE) if is_stuck(g, view) else value


# ------------------------------------- Scouting: worth it when wild cards allow a far better build than the hand does.


FEW_CARDS = 4
"""With fewer actions left, the wild cards come too late."""
DEAREST = 50.0
"""More than any build is taken to be worth, in points: where even that would not do, none is looked at."""
TWO_CARDS = 1.0
"""What the two further cards are worth that a scout takes."""


@rule
def scout_value(g: State, view: Forecast, floor: float) -> float:
    """What a scout is worth to the seat: what the wild cards' builds gain over the best one of its hand.

    Where that could not be more than ``floor``, NOTHING will do.
    """
    if view.left < FEW_CARDS or view.params[SCOUTING] * DEAREST - TWO_CARDS <= floor:
        return NOTHING + 1.0
    full = full_towns(g, view.seat)
    wild = max(card_worth(g, view, WILD_LOCATION, full, DEAREST), card_worth(g, view, WILD_INDUSTRY, full, DEAREST))
    return view.params[SCOUTING] * (wild - max(build_value(g, view), 0.0)) - TWO_CARDS


# ---------------------------------------------------------------------------------------------------------- The policy


ENOUGH = 0.5
"""A second tile is developed for a greater gain than this."""


@rule
def kind_value(g: State, view: Forecast, kind: int, floor: float) -> float:
    """What an action of a kind is worth to the seat, which can finish one; see :func:`worth_of`."""
    if kind == BUILD:
        return build_value(g, view)
    if kind == NETWORK:
        return network_value(g, view)
    if kind == DEVELOP:
        return develop_value(g, view)
    if kind == SELL:
        return sell_value(g, view)
    if kind == LOAN:
        return loan_value(g, view)
    if kind == SCOUT:
        return scout_value(g, view, floor)
    return 0.0


@rule
def stop_value(phase: int) -> float:
    """What it is worth to go no further; sales always go on."""
    if phase == SECOND_LINE:
        return 0.0
    if phase == DEVELOP_MORE:
        return ENOUGH
    return NOTHING


@rule
def given_up(g: State, view: Forecast, s: int) -> float:
    """What giving up a tile for a debt costs the seat: its points, for each pound that they raise."""
    return scoring_worth(g, view, g.tile[s], PLACE_OF[s]) / min(raises(g, s), g.debt)


@rule
def industry_worth(g: State, view: Forecast, industry: int) -> float:
    """What it is worth to choose an industry: to build, or to remove its lowest tile."""
    if g.phase == BUILD_INDUSTRY:
        return industry_value(g, view, industry, holds(g, view.seat), full_towns(g, view.seat))
    return develop_gain(g, view, industry, 0)


@rule
def link_worth(g: State, view: Forecast, line: int) -> float:
    """What it is worth to choose a line: for a link, or for the second rail, which takes beer."""
    value = line_value(g, view, line, link_cost(g))
    if g.phase == SECOND_LINE:
        value -= view.params[BEER]
    return value


@rule
def worth_of(g: State, view: Forecast, a: int, floor: float) -> float:
    """What the legal action ``a`` is worth to the seat, beside the others that it may choose now.

    If that is not more than ``floor``, anything else that is not will do: it need not be worked out to the end.
    """
    phase = g.phase
    if phase == ACTION:
        return kind_value(g, view, a, floor)
    if a == STOP:
        return stop_value(phase)
    if phase == CARD or phase == SCOUT_CARD:
        return -keeping_worth(g, view, a - GIVE_CARD, full_towns(g, view.seat), -floor)
    if phase == BUILD_SPACE:
        return space_value(g, view, lowest_tile(g, view.seat, g.industry), a - BUILD_AT)
    if phase == BUILD_INDUSTRY or phase == DEVELOP_FIRST or phase == DEVELOP_MORE or phase == BONUS_TILE:
        return industry_worth(g, view, a - INDUSTRY)
    if phase == LINE or phase == SECOND_LINE:
        return link_worth(g, view, a - LINK)
    if phase == TAKE_COAL or phase == TAKE_IRON or phase == TAKE_BEER:
        return source_worth(g, view, a - TAKE)
    if phase == MERCHANT:
        return buyer_worth(g, view, a - SELL_TO)
    if phase == SHORTFALL:
        return -given_up(g, view, a - GIVE_UP)
    return flip_worth(g, view, g.tile[a - SELL_TILE], PLACE_OF[a - SELL_TILE])


@rule
def planner(g: State, params: Floats, acts: Ints) -> int:
    """The planner's action for the seat that is to move: the first of those that are worth most."""
    n = legal(g, acts)
    best = acts[0] * 1
    if n == 1:
        return best
    view = look_ahead(g, params, g.mover)
    most = worth_of(g, view, best, -math.inf)
    for i in range(1, n):
        value = worth_of(g, view, acts[i], most)
        if value > most:
            best = acts[i] * 1
            most = value
    return best
