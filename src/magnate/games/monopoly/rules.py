"""Monopoly's rules as the engine's contract asks for them; each part of the rulebook has a file of its own."""

from __future__ import annotations

from ...core.contract import CHANCE, OVER, PURPOSES, TABLE
from ...runtime.compiler import Floats, Ints, rule
from ...runtime.primitives import count_bits, emit, low_bit
from . import events, state
from .board import CARDS, CHANCE_DECK, DEEDS, ROLL_HIGH, ROLL_LOW, ROLL_OF_36, ROLL_WEIGHT, ROLLS, SEATS
from .invariants import check
from .landing import drawable, obey
from .legal import legal, why
from .money import owner_of, worth
from .observation import FEATURES, features
from .phases import after_throw, resolve_frame, resolve_phase, step_frame, step_phase
from .state import MAX_LEGAL, STATE, State
from .statistics import TRACKED, track
from .turn import deal, open_game

__all__ = [
    "FEATURES",
    "MAX_ACTIONS",
    "MAX_DECISIONS",
    "MAX_LEGAL",
    "MAX_OUTCOMES",
    "STATE",
    "TRACKED",
    "chance",
    "chance_key",
    "check",
    "draw",
    "ending",
    "features",
    "key",
    "legal",
    "new_game",
    "score",
    "seen_by",
    "settled",
    "step",
    "to_move",
    "track",
    "utility",
    "why",
]


# ---------------- The transposition key: a hash of all that defines a position, and of nothing else


KEY_MODULUS = (1 << 31) - 1


@rule
def mix(h: int, value: int) -> int:
    """One step of the key: a 62-bit hash in two 31-bit halves, multiplied separately so that nothing overflows."""
    low = h & KEY_MODULUS
    high = (h >> 31) & KEY_MODULUS
    v = value & 0xFFFFFFFF
    low = ((low ^ (v & KEY_MODULUS)) * 48271 + 11) & KEY_MODULUS
    high = ((high + v + (low >> 7)) * 69621 + 7) & KEY_MODULUS
    return (high << 31) | low


@rule
def key(g: State) -> int:
    """The transposition key: equal positions have equal keys (options apart, which a game never changes).

    How many turns and rounds are over counts only where a cap may end the game by them (that on money apart, see
    ``state.MOST_MONEY``). What follows from other
    fields is left out: the bank's stock and the mask of built groups.
    """
    h = 1
    for p in range(g.opt.players):
        h = mix(h, g.cash[p])
        h = mix(h, g.deeds[p])
        h = mix(h, g.square[p] + 64 * g.jail[p] + 512 * g.offers[p] + 65536 * g.claims[p])
    for d in range(DEEDS):
        h = mix(h, g.level[d])
    for deck in range(2):
        h = mix(h, g.unseen[deck])
        h = mix(h, g.queued[deck] + 64 * g.holder[deck])
        for i in range(CARDS):
            h = mix(h, g.queue[deck, i])
    for i in range(g.depth):
        h = mix(h, g.fkind[i] + 64 * g.fwho[i] + 4096 * g.fto[i])
        h = mix(h, g.famount[i])
        h = mix(h, g.farg[i])
    if g.opt.claim_rent > state.RENT_ASKED:
        for i in range(state.RENTS):
            h = mix(h, g.rent_due[i] + 65536 * g.rent_payer[i] + 1048576 * g.rent_owner[i] + 16777216 * g.rent_left[i])
    h = mix(h, g.mortgaged)
    if g.opt.failed_raising == state.RAISING_UNDONE:
        h = mix(h, g.pledged)
    h = mix(h, g.items)
    h = mix(h, g.money)
    h = mix(h, g.bid)
    h = mix(h, g.entry)
    h = mix(h, g.pot)
    if g.opt.max_turns > 0:
        h = mix(h, g.turns)
    if g.opt.max_rounds > 0 or g.opt.time_limit_rounds > 0:
        h = mix(h, g.rounds * SEATS + g.starter)
    elif g.phase == state.DEAL:
        h = mix(h, g.starter)
    h = mix(h, g.phase + 32 * (g.mover + 2) + 512 * g.current + 8192 * (g.doubles + 1) + 65536 * g.again)
    h = mix(h, g.low + 16 * g.high + 256 * g.arrival + 4096 * g.drawn + 65536 * g.depth)
    h = mix(h, g.asked + 64 * g.stage + 1024 * g.operations + 1048576 * g.ending)
    h = mix(h, g.lot + 64 * g.leader + 1024 * g.bidder + 16384 * g.entering)
    h = mix(h, g.alive + 256 * g.quiet + 65536 * g.lapped + 16777216 * g.trade_step)
    return mix(h, g.bidders + 256 * g.winners)


# ---------------- Chance nodes: the starter, dealt deeds, throws of two dice and cards, with exact integer weights


DICE, CHANCE_CARDS, CHEST_CARDS, STARTER, DEEDS_DEALT, RENT_DICE = range(6)
"""The purposes of streams: throws belong to the thrower, the deal and the decks to the table.

Throws for rent have a stream of their own, so that they do not change a player's later moves.
"""


@rule
def free_deeds(g: State) -> int:
    """Mask of the deeds that nobody owns."""
    mask = 0
    for d in range(DEEDS):
        if owner_of(g, d) < 0:
            mask |= 1 << d
    return mask


@rule
def equal_outcomes(g: State) -> int:
    """Mask of the outcomes of a chance node that is not a throw; each is equally likely."""
    if g.phase == state.DRAW:
        return drawable(g, g.drawn)
    if g.phase == state.DEAL:
        return free_deeds(g)
    return (1 << g.opt.players) - 1


@rule
def is_throw(g: State) -> bool:
    """Whether the pending chance node is a throw of the dice."""
    return g.phase != state.DRAW and g.phase != state.START and g.phase != state.DEAL


@rule
def chance(g: State, out: Ints, weight: Ints) -> int:
    """Write the possible outcomes and their integer weights; probability = weight / sum (36 for a throw)."""
    n = 0
    if is_throw(g):
        for roll in range(ROLLS):
            out[n] = roll
            weight[n] = ROLL_WEIGHT[roll]
            n += 1
        return n
    m = equal_outcomes(g)
    while m != 0:
        out[n] = low_bit(m)
        weight[n] = 1
        n += 1
        m &= m - 1
    return n


@rule
def draw(g: State, u: int) -> int:
    """The outcome that the 52-bit number ``u`` picks; agrees with ``chance``."""
    if is_throw(g):
        return ROLL_OF_36[(u * 36) >> 52]
    m = equal_outcomes(g)
    for _ in range((u * count_bits(m)) >> 52):
        m &= m - 1
    return low_bit(m)


@rule
def chance_key(g: State) -> int:
    """Whose stream and which purpose the pending chance node draws from: seat * 8 + purpose."""
    if g.phase == state.RENT_THROW:
        return g.current * PURPOSES + RENT_DICE
    if is_throw(g):
        return g.current * PURPOSES + DICE
    if g.phase == state.DRAW:
        if g.drawn == CHANCE_DECK:
            return TABLE * PURPOSES + CHANCE_CARDS
        return TABLE * PURPOSES + CHEST_CARDS
    if g.phase == state.START:
        return TABLE * PURPOSES + STARTER
    return TABLE * PURPOSES + DEEDS_DEALT


@rule
def step_chance(g: State, outcome: int) -> None:
    """Carry out the outcome of a chance node."""
    if is_throw(g):
        after_throw(g, ROLL_LOW[outcome], ROLL_HIGH[outcome])
    elif g.phase == state.DRAW:
        obey(g, outcome)
    elif g.phase == state.START:
        g.starter = outcome
        g.phase = state.DEAL
        emit(g, events.STARTS, outcome, 0, 0, 0)
    else:
        deal(g, outcome)


# ---------------- The contract


MAX_ACTIONS = state.ACTIONS
MAX_OUTCOMES = 28
MAX_DECISIONS = 10_000_000
"""Where drivers stop a game: far beyond any game under the default caps. Without caps players may go on for ever."""


@rule
def advance(g: State) -> None:
    """Run on to the next decision, chance node or the end."""
    while g.phase != state.FINISHED:
        if g.depth > 0:
            if resolve_frame(g):
                return
        elif resolve_phase(g):
            return


@rule
def new_game(g: State) -> None:
    """Set ``g`` up from ``g.opt``, whatever its other fields hold."""
    open_game(g)
    advance(g)


@rule
def to_move(g: State) -> int:
    """The seat to decide, or CHANCE (-1), or OVER (-2)."""
    return g.mover


@rule
def step(g: State, a: int) -> None:
    """Advance by one decision or one chance outcome, in place; that it is legal is the caller's promise."""
    if g.mover == CHANCE:
        step_chance(g, a)
    elif g.depth > 0:
        step_frame(g, a)
    else:
        step_phase(g, a)
    advance(g)


@rule
def settled(g: State) -> bool:
    """Whether nothing is pending: no debt, auction, trade, contest, landing or move, nor a card or a throw for rent.

    Settled are the end, the windows (but for the one between a throw and its move), and the player's dice that are
    about to be thrown. There one move has ended and the next has not begun, whether or not somebody had a window.
    """
    if g.mover == OVER:
        return True
    if g.depth > 0:
        return False
    if g.mover == CHANCE:
        return g.phase == state.THROW
    return g.phase == state.BEFORE or g.phase == state.AFTER or g.phase == state.BETWEEN


@rule
def seen_by(g: State) -> int:
    """Everything in Monopoly happens in the open: all seats see every decision and outcome."""
    return (1 << g.opt.players) - 1


@rule
def utility(g: State, out: Floats) -> None:
    """At the end each player's share of the win; those who tie for the greatest worth share it."""
    n = 0
    for p in range(SEATS):
        n += (g.winners >> p) & 1
    for p in range(g.opt.players):
        out[p] = 0.0
        if (g.winners >> p) & 1 == 1:
            out[p] = 1.0 / n


@rule
def ending(g: State) -> int:
    """How the game ended: see ``state.ENDED_*``; 0 while it goes on."""
    return g.ending


@rule
def score(g: State, out: Floats) -> None:
    """Each player's net worth in dollars."""
    for p in range(g.opt.players):
        out[p] = worth(g, p)
