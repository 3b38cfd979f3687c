"""Chance nodes: the starter, dealt deeds, throws of two dice and cards, with exact integer weights."""

from __future__ import annotations

from ...core.contract import PURPOSES, TABLE
from ...runtime.compiler import Ints, rule
from ...runtime.primitives import count_bits, emit, low_bit
from . import events
from .deck import drawable
from .landing import obey
from .money import owner_of
from .opening import deal
from .phases import after_throw
from .state import DEAL, DRAW, RENT_THROW, START, State
from .tables import CHANCE_DECK, DEEDS, ROLL_HIGH, ROLL_LOW, ROLL_OF_36, ROLL_WEIGHT, ROLLS

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
    if g.phase == DRAW:
        return drawable(g, g.drawn)
    if g.phase == DEAL:
        return free_deeds(g)
    return (1 << g.opt.players) - 1


@rule
def is_throw(g: State) -> bool:
    """Whether the pending chance node is a throw of the dice."""
    return g.phase != DRAW and g.phase != START and g.phase != DEAL


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
    if g.phase == RENT_THROW:
        return g.current * PURPOSES + RENT_DICE
    if is_throw(g):
        return g.current * PURPOSES + DICE
    if g.phase == DRAW:
        if g.drawn == CHANCE_DECK:
            return TABLE * PURPOSES + CHANCE_CARDS
        return TABLE * PURPOSES + CHEST_CARDS
    if g.phase == START:
        return TABLE * PURPOSES + STARTER
    return TABLE * PURPOSES + DEEDS_DEALT


@rule
def step_chance(g: State, outcome: int) -> None:
    """Carry out the outcome of a chance node."""
    if is_throw(g):
        after_throw(g, ROLL_LOW[outcome], ROLL_HIGH[outcome])
    elif g.phase == DRAW:
        obey(g, outcome)
    elif g.phase == START:
        g.starter = outcome
        g.phase = DEAL
        emit(g, events.STARTS, outcome, 0, 0, 0)
    else:
        deal(g, outcome)
