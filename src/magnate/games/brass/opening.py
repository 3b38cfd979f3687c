"""The opening of a game (rules section 4): the empty board, then by chance the turn order, the merchants, the hands."""

from __future__ import annotations

from ...core.contract import CHANCE
from ...runtime.compiler import rule
from ...runtime.primitives import emit
from . import events
from .cards import new_deck
from .state import DEAL_CARDS, DEAL_MERCHANT, DEAL_ORDER, State
from .tables import (
    BLANK,
    CANAL,
    CARD_KINDS,
    COAL_AT_START,
    INDUSTRIES,
    IRON_AT_START,
    MERCHANT_FROM,
    MERCHANT_SPACES_ALL,
    PLACES,
    SEATS,
    SPACE_COUNT,
    START_MONEY,
    START_SPACE,
)
from .turns import clear_action

__all__ = ["lay_merchant", "merchant_space", "open_game", "place_in_order"]


@rule
def clear_seat(g: State, p: int) -> None:
    """Nothing belongs to seat ``p``."""
    g.lines[p] = 0
    g.tiles[p] = 0
    g.network[p] = 0
    g.money[p] = 0
    g.spent[p] = 0
    g.points[p] = 0
    g.income_space[p] = 0
    g.order[p] = 0
    for industry in range(INDUSTRIES):
        g.taken[p, industry] = 0
    for kind in range(CARD_KINDS):
        g.hand[p, kind] = 0


@rule
def clear_board(g: State) -> None:
    """No tile, no link, no merchant."""
    g.flipped = 0
    for resource in range(len(g.stocked)):
        g.stocked[resource] = 0
    g.barrels = 0
    for place in range(PLACES):
        g.joined[place] = 1 << place
    for s in range(SPACE_COUNT):
        g.tile[s] = 0
        g.goods[s] = 0
    for m in range(MERCHANT_SPACES_ALL):
        g.merchant[m] = 0


@rule
def open_game(g: State) -> None:
    """Set every field but the options; the first turn order is drawn next."""
    for p in range(SEATS):
        clear_seat(g, p)
    clear_board(g)
    clear_action(g)
    for p in range(g.opt.players):
        g.money[p] = START_MONEY
        g.income_space[p] = START_SPACE
    new_deck(g)
    g.coal = COAL_AT_START
    g.iron = IRON_AT_START
    g.debt = 0
    g.era = CANAL
    g.round = 1
    g.turn = 0
    g.actions = 0
    g.dealt = 0
    g.ending = 0
    for i in range(len(g.spare)):
        g.spare[i] = 0
    g.phase = DEAL_ORDER
    g.mover = CHANCE


@rule
def place_in_order(g: State, p: int) -> None:
    """Seat ``p`` is next in the first turn order."""
    emit(g, events.FOLLOWS, p, g.dealt, 0, 0)
    g.order[g.dealt] = p
    g.dealt += 1
    if g.dealt == g.opt.players:
        g.dealt = 0
        g.phase = DEAL_MERCHANT


@rule
def merchant_space(g: State, n: int) -> int:
    """The ``n``-th merchant space (from 0) that gets a tile in this game; -1 when there are not so many."""
    for m in range(MERCHANT_SPACES_ALL):
        if MERCHANT_FROM[m] <= g.opt.players:
            if n == 0:
                return m
            n -= 1
    return -1


@rule
def lay_merchant(g: State, kind: int) -> None:
    """Lay a merchant tile on the next space, with a barrel beside it unless it is blank."""
    m = merchant_space(g, g.dealt)
    g.merchant[m] = kind
    if kind != BLANK:
        g.barrels |= 1 << m
    emit(g, events.MERCHANT_LAID, m, kind, 0, 0)
    g.dealt += 1
    if merchant_space(g, g.dealt) < 0:
        g.dealt = 0
        g.phase = DEAL_CARDS
