"""The rules of Brass as the engine's contract asks for them; each part of the rulebook has a file of its own."""

from __future__ import annotations

from ...core.contract import CHANCE
from ...runtime.compiler import Ints, rule
from ...runtime.primitives import low_bit
from .actions import ACTIONS, GIVE_UP, MAX_LEGAL
from .chance import chance, chance_key, draw, drawing_seat, step_chance
from .ending import score, utility
from .hiding import hide, knows
from .income import worth_giving_up
from .invariants import check
from .key import key
from .legality import legal_action
from .observation import FEATURES, features
from .opening import open_game
from .refusals import why
from .state import ACTION, DEAL_CARDS, FINISHED, REFILL, SHORTFALL, STATE, State
from .steps import step_action
from .symmetry import canonical
from .tables import PLAIN_CARDS
from .turns import step_shortfall

__all__ = [
    "FEATURES",
    "MAX_ACTIONS",
    "MAX_DECISIONS",
    "MAX_LEGAL",
    "MAX_OUTCOMES",
    "STATE",
    "canonical",
    "chance",
    "chance_key",
    "check",
    "draw",
    "ending",
    "features",
    "hide",
    "key",
    "knows",
    "legal",
    "new_game",
    "score",
    "seen_by",
    "settled",
    "step",
    "to_move",
    "utility",
    "why",
]

MAX_ACTIONS = ACTIONS
MAX_OUTCOMES = PLAIN_CARDS
MAX_DECISIONS = 10_000
"""More than any game has: at most 39 actions a seat, none of more than a few dozen decisions."""


@rule
def new_game(g: State) -> None:
    """Set ``g`` up from ``g.opt``, whatever its other fields hold."""
    open_game(g)


@rule
def to_move(g: State) -> int:
    """The seat to decide, or CHANCE (-1), or OVER (-2)."""
    return g.mover


@rule
def legal(g: State, out: Ints) -> int:
    """Write the legal actions in ascending order and return how many there are."""
    if g.phase != SHORTFALL:
        return legal_action(g, out)
    n = 0
    rest = worth_giving_up(g, g.mover)
    while rest != 0:
        out[n] = GIVE_UP + low_bit(rest)
        rest &= rest - 1
        n += 1
    return n


@rule
def step(g: State, a: int) -> None:
    """Advance by one decision or one chance outcome, in place; that it is legal is the caller's promise."""
    if g.mover == CHANCE:
        step_chance(g, a)
    elif g.phase == SHORTFALL:
        step_shortfall(g, a - GIVE_UP)
    else:
        step_action(g, a)


@rule
def settled(g: State) -> bool:
    """Whether a seat is about to choose an action, or the game is over."""
    return g.phase == ACTION or g.phase == FINISHED


@rule
def seen_by(g: State) -> int:
    """A card that is drawn is seen by its seat; everything else happens in the open."""
    if g.phase == DEAL_CARDS or g.phase == REFILL:
        return 1 << drawing_seat(g)
    return (1 << g.opt.players) - 1


@rule
def ending(g: State) -> int:
    """0 while the game goes on, ENDED (1) after its last era."""
    return g.ending
