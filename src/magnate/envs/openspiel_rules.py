"""The rules of an OpenSpiel game in the form that our kernels ask for (see :mod:`magnate.core.binding`).

A state is a record with one field, which holds OpenSpiel's own state. Stepping replaces it by a child and never changes
it, so that copying a record is copying a reference. Such rules exist interpreted only.

OpenSpiel's returns become shares from 0 (the least that a player of this game can get) to 1 (the most), as all our
searches expect; its probabilities become whole weights.
"""

from __future__ import annotations

import sys
from fractions import Fraction
from functools import cache
from math import lcm
from types import ModuleType
from typing import Any, Final

import numpy as np
import pyspiel

from ..core.contract import CHANCE, OVER, PURPOSES, TABLE
from ..errors import BadSearch, BrokenGame
from ..runtime.interpreter import interpret

STATE: Final = np.dtype([("held", "O")])
FINEST: Final = 1_000_000
"""The largest denominator that a probability may have."""
HEAVIEST: Final = (1 << 31) - 1
"""The largest sum of weights that draws are exact for."""
CLOSE: Final = 1e-9
"""How far a probability may be from its fraction: OpenSpiel adds up and multiplies floating-point numbers."""
KEY_BITS: Final = (1 << 63) - 1
SIMULTANEOUS: Final = int(pyspiel.PlayerId.SIMULTANEOUS)


@cache
def whole_weights(probabilities: tuple[float, ...]) -> tuple[int, ...]:
    """Whole numbers in proportion to probabilities, over their least common denominator.

    Raises :class:`~magnate.errors.BrokenGame` when these are no fractions of moderate size that add up to 1.

    >>> whole_weights((0.5, 1 / 3, 1 / 6))
    (3, 2, 1)
    """
    parts = [Fraction(one).limit_denominator(FINEST) for one in probabilities]
    close = all(part > 0 and abs(part - Fraction(one)) < CLOSE for part, one in zip(parts, probabilities, strict=True))
    whole = lcm(*(part.denominator for part in parts))
    if not close or sum(parts) != 1 or whole > HEAVIEST:
        raise BrokenGame(
            f"the probabilities of a chance node cannot be written exactly: {list(probabilities[:4])} …",
            hint=f"they must be fractions with denominators up to {FINEST:,} that add up to 1",
        )
    return tuple(int(part * whole) for part in parts)


def least_and_most(game: Any) -> tuple[float, float]:
    """What a player of an OpenSpiel game can get at the least and at the most; the most is greater."""
    low, high = float(game.min_utility()), float(game.max_utility())
    return low, high if high > low else low + 1.0


@cache
def rules_for(text: str) -> ModuleType:
    """The rules of the OpenSpiel game that ``text`` names, as a module (the same one for the same text)."""
    game = pyspiel.load_game(text)
    kind = game.get_type()
    rules = ModuleType(f"openspiel_interpreted.{text}", f"The rules of OpenSpiel's {text}.")
    found = {**_basic(game), "STATE": STATE}
    if kind.chance_mode != pyspiel.GameType.ChanceMode.DETERMINISTIC:
        found |= _chances()
    if kind.information == pyspiel.GameType.Information.IMPERFECT_INFORMATION:
        found["hide"] = _hide
    vars(rules).update(found)
    sys.modules[rules.__name__] = rules  # where the search's interpreted kernels look for it
    return rules


@cache
def guide_for(text: str, share: float) -> ModuleType:
    """A guide to the game that ``text`` names which values every position at ``share`` for every player."""

    def estimate(g: Any, params: Any, out: Any) -> None:  # noqa: ARG001 - the contract gives the signature
        for seat in range(len(out)):
            out[seat] = share

    guide = ModuleType(f"openspiel_interpreted.{text}.even", f"Nobody is ahead in OpenSpiel's {text}.")
    vars(guide)["estimate"] = estimate
    sys.modules[guide.__name__] = guide
    return guide


def _basic(game: Any) -> dict[str, Any]:
    """What the rules of every game define."""
    low, high = least_and_most(game)

    def new_game(g: Any) -> None:
        g.held = game.new_initial_state()

    def utility(g: Any, out: Any) -> None:
        for seat, value in enumerate(g.held.returns()):
            out[seat] = (value - low) / (high - low)

    def check(g: Any) -> int:
        return 0 if g.held is not None else 1

    return {
        "new_game": new_game,
        "to_move": _to_move,
        "legal": _legal,
        "why": _why,
        "step": _step,
        "settled": _settled,
        "utility": utility,
        "ending": _ending,
        "score": _score,
        "key": _key,
        "check": check,
    }


def _chances() -> dict[str, Any]:
    """What the rules of games with chance define too."""
    return {"chance": _chance, "chance_key": _chance_key}


def _to_move(g: Any) -> int:
    player = int(g.held.current_player())
    if player >= 0:
        return player
    return CHANCE if g.held.is_chance_node() else OVER


def _legal(g: Any, out: Any) -> int:
    actions = g.held.legal_actions()
    for i, action in enumerate(actions):
        out[i] = action
    return len(actions)


def _why(g: Any, a: int) -> int:
    return 0 if a in g.held.legal_actions() else 1


def _chance(g: Any, out: Any, weight: Any) -> int:
    outcomes = [(outcome, p) for outcome, p in g.held.chance_outcomes() if p > 0]
    weights = whole_weights(tuple(p for _, p in outcomes))
    for i, (outcome, _) in enumerate(outcomes):
        out[i] = outcome
        weight[i] = weights[i]
    return len(outcomes)


def _chance_key(g: Any) -> int:  # noqa: ARG001 - the contract gives the signature
    return TABLE * PURPOSES


def _step(g: Any, a: int) -> None:
    g.held = g.held.child(int(a))


def _settled(g: Any) -> bool:
    return not g.held.is_chance_node()


def _ending(g: Any) -> int:
    return int(g.held.is_terminal())


def _score(g: Any, out: Any) -> None:
    for seat, value in enumerate(g.held.returns()):
        out[seat] = value


def _key(g: Any) -> int:
    """Two ways to a board count as two positions: OpenSpiel's states remember how they came about."""
    return hash(tuple(g.held.history())) & KEY_BITS


def _hide(g: Any, p: int, key: int) -> None:
    """Let OpenSpiel deal again what the seat cannot know."""
    uniform_of = interpret("magnate.runtime.stream").uniform_of
    drawn = iter(range(1 << 31))

    def draw() -> float:
        return float(uniform_of(key, next(drawn)) / (1 << 52))

    try:
        g.held = g.held.resample_from_infostate(p, draw)
    except pyspiel.SpielError:
        name = g.held.get_game().get_type().short_name
        raise BadSearch(
            f"OpenSpiel cannot deal what the players of {name} do not know again, and a search must not look",
            hint="search a game whose states can resample_from_infostate",
        ) from None
