"""Turns and rounds (rules sections 5 and 9): actions, new cards, the next seat, the new turn order, the era's end.

``end_action`` is where an action returns to; from there the game runs on to its next decision or chance node.
"""

from __future__ import annotations

from ...core.contract import CHANCE
from ...runtime.compiler import rule
from ...runtime.primitives import emit
from . import events
from .cards import hand_size, lacks_card
from .ending import end_game
from .eras import end_canal_era, score_era
from .income import collect, give_up
from .state import ACTION, REFILL, State
from .tables import CANAL, FIRST_ACTIONS, SEATS, TURN_ACTIONS

__all__ = ["begin_round", "clear_action", "end_action", "next_seat", "step_shortfall"]


@rule
def clear_action(g: State) -> None:
    """Forget the action that is over."""
    g.fits = 0
    g.doing = 0
    g.industry = 0
    g.at = 0
    g.coal_left = 0
    g.iron_left = 0
    g.beer_left = 0
    g.count = 0
    g.shop = 0
    g.last = 0


@rule
def end_action(g: State) -> None:
    """The mover's action is complete and its card is given: the next action, or new cards and the next seat."""
    clear_action(g)
    g.actions -= 1
    p = g.mover * 1
    if g.actions > 0 and hand_size(g, p) > 0:
        g.phase = ACTION
        return
    g.actions = 0
    if lacks_card(g, p):
        g.phase = REFILL
        g.mover = CHANCE
        return
    next_seat(g)


@rule
def begin_round(g: State) -> None:
    """A round begins with the first seat in turn order."""
    emit(g, events.ROUND, g.era, g.round, 0, 0)
    g.turn = 0
    find_seat(g)


@rule
def next_seat(g: State) -> None:
    """A seat's turn and its new cards are over: on to the next one, or to the end of the round."""
    g.turn += 1
    if not find_seat(g):
        end_round(g)


@rule
def find_seat(g: State) -> bool:
    """Begin the turn of the next seat that has a card, from number ``turn`` of the order on; False when none is left.

    A seat without cards has no turn; were there cards to draw (in positions that were set up), it would draw.
    """
    while g.turn < g.opt.players:
        p = g.order[g.turn] * 1
        if hand_size(g, p) > 0:
            g.actions = FIRST_ACTIONS if g.era == CANAL and g.round == 1 else TURN_ACTIONS
            g.phase = ACTION
            g.mover = p
            emit(g, events.TURN, p, g.actions, 0, 0)
            return True
        if lacks_card(g, p):
            g.phase = REFILL
            g.mover = CHANCE
            return True
        g.turn += 1
    return False


@rule
def era_is_over(g: State) -> bool:
    """Whether nobody holds a card: after a round that is so when the deck has run out too."""
    for p in range(g.opt.players):
        if hand_size(g, p) > 0:
            return False
    return True


@rule
def is_last_era(g: State) -> bool:
    """Whether the game ends with this era."""
    return g.opt.eras == 1 or g.era != CANAL


@rule
def end_round(g: State) -> None:
    """The new turn order, then the incomes; there are none after the game's last round."""
    sort_order(g)
    g.turn = 0
    if era_is_over(g) and is_last_era(g):
        score_era(g)
        end_game(g)
    else:
        after_round(g)


@rule
def sort_order(g: State) -> None:
    """Who spent least is first; who spent as much stay in their order. The counters begin anew."""
    for i in range(1, g.opt.players):
        p = g.order[i] * 1
        j = i
        while j > 0 and g.spent[g.order[j - 1]] > g.spent[p]:
            g.order[j] = g.order[j - 1]
            j -= 1
        g.order[j] = p
    for p in range(SEATS):
        g.spent[p] = 0
    third = g.order[2] if g.opt.players > 2 else -1
    fourth = g.order[3] if g.opt.players > 3 else -1
    emit(g, events.ORDER, g.order[0], g.order[1], third, fourth)


@rule
def after_round(g: State) -> None:
    """Collect incomes until somebody must choose a tile to give up; then the next round, or the next era."""
    if collect(g):
        return
    g.turn = 0
    if era_is_over(g):
        score_era(g)
        end_canal_era(g)
    else:
        g.round += 1
        begin_round(g)


@rule
def step_shortfall(g: State, s: int) -> None:
    """The mover gives up its tile on space ``s`` for its debt."""
    give_up(g, s)
    after_round(g)
