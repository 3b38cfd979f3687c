"""The opening of a game: an empty table, who starts, deeds dealt before the first turn (rules sections 1 and 10)."""

from __future__ import annotations

from ...core.contract import CHANCE
from ...runtime.compiler import rule
from ...runtime.primitives import emit
from . import events
from .ending import clear_auction, clear_rents, clear_trade, clear_turn
from .past_offers import forget_offers
from .state import CARDS_NONE, DEAL, FRAMES, START, START_RANDOM, State
from .tables import ALL_CARDS, CARDS, DEEDS, PRICE, SEATS
from .turn import begin_turn


@rule
def clear_table(g: State) -> None:
    """Set every field but the options to 0, whatever it held."""
    for p in range(SEATS):
        g.cash[p] = 0
        g.deeds[p] = 0
        g.square[p] = 0
        g.jail[p] = 0
    for d in range(DEEDS):
        g.level[d] = 0
    for i in range(FRAMES):
        g.famount[i] = 0
        g.farg[i] = 0
        g.fkind[i] = 0
        g.fwho[i] = 0
        g.fto[i] = 0
    for deck in range(2):
        g.unseen[deck] = 0
        g.queued[deck] = 0
        g.holder[deck] = 0
        for i in range(CARDS):
            g.queue[deck, i] = 0
    g.depth = 0
    g.mortgaged = 0
    g.pledged = 0
    g.built = 0
    g.pot = 0
    g.turns = 0
    g.rounds = 0
    g.current = 0
    g.starter = 0
    g.ending = 0
    g.alive = 0
    g.winners = 0
    forget_offers(g)
    clear_auction(g)
    clear_trade(g)
    clear_rents(g)
    clear_turn(g)


@rule
def open_game(g: State) -> None:
    """Cash for everybody, the bank's stock, fresh decks; the next thing is who starts."""
    clear_table(g)
    g.alive = (1 << g.opt.players) - 1
    for p in range(g.opt.players):
        g.cash[p] = g.opt.start_cash
    g.houses = g.opt.houses
    g.hotels = g.opt.hotels
    if g.opt.cards != CARDS_NONE:
        g.unseen[0] = ALL_CARDS
        g.unseen[1] = ALL_CARDS
    g.phase = START


@rule
def resolve_start(g: State) -> bool:
    """Who starts: a chance node, or the first seat."""
    if g.opt.start == START_RANDOM:
        g.mover = CHANCE
        return True
    g.phase = DEAL
    return False


@rule
def resolve_deal(g: State) -> bool:
    """Deal the free (short game) or paid (time-limit game) deeds one by one, then begin."""
    if g.asked < g.opt.dealt_deeds * g.opt.players:
        g.mover = CHANCE
        return True
    g.asked = 0
    begin_turn(g, g.starter)
    return False


@rule
def deal(g: State, d: int) -> None:
    """Deed ``d`` is dealt to the next seat, which pays its price where the option says so."""
    p = (g.starter + g.asked) % g.opt.players
    g.asked += 1
    g.deeds[p] |= 1 << d
    price = 0
    if g.opt.dealt_paid == 1:
        price = PRICE[d]
        g.cash[p] -= price
    emit(g, events.DEALT, p, d, price, 0)
