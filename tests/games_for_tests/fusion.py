"""Safe or gamble: a player who takes the gamble must guess a hidden bit, so a search that sees it is fooled.

The first seat takes 0.6 for certain, or gambles: then it guesses a fair bit, for 1 or 0. The bit is drawn before its
decision (``hidden="before"``), after it (``"after"``), or chosen unseen by the second seat (``"opponent"``). Guessing
is worth 0.5, so safe is right, but in every single world the gamble wins.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias

import numpy as np
from pydantic import BaseModel, ConfigDict

from magnate.core.contract import CHANCE, OVER, TABLE, GameInfo
from magnate.runtime.compiler import Floats, Ints, rule
from magnate.runtime.layout import packed
from magnate.runtime.stream import below

from .numbered import (  # noqa: F401 - these are the game's
    DEFAULT_PRESET,
    PRESETS,
    action_name,
    narrate,
    outcome_name,
    parse_action,
    parse_outcome,
)

STATE = packed(
    [
        ("hidden", "i1"),  # the option: who draws the bit, and when
        ("bit", "i1"),  # 0 not drawn, else bit + 1
        ("gambled", "i1"),  # 0 not decided, 1 safe, 2 gambled
        ("guess", "i1"),  # 0 not guessed, else bit + 1
    ]
)
State: TypeAlias = Annotated[Any, STATE]

GAME = GameInfo(
    name="fusion",
    title="Safe or gamble",
    min_players=2,
    max_players=2,
    max_actions=2,
    max_legal=2,
    max_outcomes=2,
    max_decisions=3,
    hidden=True,
    purposes=("bit",),
    endings=("", "safe", "guessed"),
)
BEFORE, AFTER, OPPONENT = range(3)
WHEN = ("before", "after", "opponent")


@rule
def new_game(g: State) -> None:
    """Nothing is decided."""
    g.bit = 0
    g.gambled = 0
    g.guess = 0


@rule
def to_move(g: State) -> int:
    """The bit, if it is time for it; else the first seat, until it is safe or has guessed."""
    if g.gambled == 1 or g.guess != 0:
        return OVER
    if g.bit == 0 and g.hidden == BEFORE:
        return CHANCE
    if g.bit == 0 and g.gambled == 2:
        return CHANCE if g.hidden == AFTER else 1
    return 0


@rule
def why(g: State, a: int) -> int:
    """1: there is no such action."""
    return 0 if to_move(g) >= 0 and a >= 0 and a < 2 else 1


@rule
def legal(g: State, out: Ints) -> int:
    """Always two: safe or gamble, 0 or 1."""
    out[0] = 0
    out[1] = 1
    return 2


@rule
def chance(g: State, out: Ints, weight: Ints) -> int:
    """A fair bit."""
    for i in range(2):
        out[i] = i
        weight[i] = 1
    return 2


@rule
def chance_key(g: State) -> int:
    """Nobody's."""
    return TABLE * 8


@rule
def seen_by(g: State) -> int:
    """The bit is seen by nobody but the second seat; the rest by both."""
    return 3 if to_move(g) == 0 else 2


@rule
def step(g: State, a: int) -> None:
    """The bit, safe or gamble, or the guess."""
    if to_move(g) != 0:
        g.bit = a + 1
    elif g.gambled == 0:
        g.gambled = a + 1
    else:
        g.guess = a + 1


@rule
def settled(g: State) -> bool:
    """Unless chance is to move."""
    return to_move(g) != CHANCE


@rule
def hide(g: State, p: int, key: int) -> None:
    """The first seat does not know the bit before it has guessed."""
    if p == 0 and g.bit != 0 and g.guess == 0:
        g.bit = 1 + below(key, 0, 2)


@rule
def utility(g: State, out: Floats) -> None:
    """0.6 for being safe, 1 for a right guess."""
    out[0] = 0.6
    if g.gambled == 2:
        out[0] = 1.0 if g.guess == g.bit else 0.0
    out[1] = 1.0 - out[0]


@rule
def ending(g: State) -> int:
    """1 safe, 2 guessed."""
    return g.gambled if to_move(g) == OVER else 0


@rule
def score(g: State, out: Floats) -> None:
    """None before the end."""
    out[0] = 0.0
    out[1] = 0.0


@rule
def key(g: State) -> int:
    """All of it."""
    return (g.bit * 4 + g.gambled) * 4 + g.guess


@rule
def check(g: State) -> int:
    """1: a guess without a gamble."""
    return 1 if g.guess != 0 and g.gambled != 2 else 0


class Options(BaseModel):
    """Who draws the bit, and when."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)
    hidden: Literal["before", "after", "opponent"] = "before"


def write_options(options: Options, players: int, g: np.void) -> None:
    g["hidden"] = WHEN.index(options.hidden)


def action_text(state: np.void, action: int) -> str:
    return ("safe", "gamble")[action] if not state["gambled"] else f"the bit {action}"


def action_facets(action: int) -> dict[str, Any]:
    return {"kind": "choice"}


def view(state: np.void, viewpoint: int | None) -> dict[str, Any]:
    shown = viewpoint == 1 or state["guess"]
    return {"gambled": int(state["gambled"]), "guess": int(state["guess"]), "bit": int(state["bit"]) if shown else None}


def setup(position: Mapping[str, Any], options: Options, players: int) -> np.ndarray:
    states = np.zeros(1, STATE)
    write_options(options, players, states[0])
    for name in ("gambled", "guess", "bit"):
        states[name] = position[name]
    return states


def to_setup(state: np.void) -> dict[str, Any]:
    return view(state, 1)


def reason_text(state: np.void, code: int, action: int) -> str:
    return ("", "there is no such action")[code]


def board_text(state: np.void) -> str:
    return ("undecided", "safe", "gambled")[int(state["gambled"])]
