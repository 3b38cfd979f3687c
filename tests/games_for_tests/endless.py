"""A game without an end, though it declares one after a few decisions: two players wait in turn.

With ``tossing`` chance never lets anybody decide after the first decision. With ``secretly`` nobody sees what others do
or what comes up, and seat 1 stays on the move. With ``forced`` there is one way to wait.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, TypeAlias

import numpy as np
from pydantic import BaseModel, ConfigDict

from magnate.core.contract import CHANCE, TABLE, GameInfo
from magnate.core.narration import Event, RawEvent
from magnate.runtime.compiler import Floats, Ints, rule
from magnate.runtime.layout import packed

OPTIONS = packed([("tossing", "i1"), ("secretly", "i1"), ("forced", "i1")])
STATE = packed([("opt", OPTIONS), ("mover", "i1"), ("last", "i1")])
State: TypeAlias = Annotated[Any, STATE]

GAME = GameInfo(
    name="endless",
    title="Endless",
    min_players=2,
    max_players=2,
    max_actions=2,
    max_legal=2,
    max_outcomes=2,
    max_decisions=3,
    purposes=("toss",),
    endings=("", "never"),
)
PRESETS: dict[str, dict[str, Any]] = {"standard": {}}
DEFAULT_PRESET = "standard"


@rule
def new_game(g: State) -> None:
    """Seat 0 begins."""
    g.mover = 0
    g.last = 0


@rule
def to_move(g: State) -> int:
    """The two in turn, or chance again and again."""
    return CHANCE if g.opt.tossing and g.last else g.mover


@rule
def why(g: State, a: int) -> int:
    """1: there are two ways to wait."""
    return 0 if a >= 0 and a < 2 else 1


@rule
def legal(g: State, out: Ints) -> int:
    """Both, or the first."""
    out[0] = 0
    out[1] = 1
    return 1 if g.opt.forced else 2


@rule
def chance(g: State, out: Ints, weight: Ints) -> int:
    """Two outcomes alike."""
    for i in range(2):
        out[i] = i
        weight[i] = 1
    return 2


@rule
def chance_key(g: State) -> int:
    """Nobody's."""
    return TABLE


@rule
def step(g: State, a: int) -> None:
    """Wait; ``last`` is one more than the way."""
    g.mover = 1 if g.opt.secretly else 1 - g.mover
    g.last = a + 1


@rule
def settled(g: State) -> bool:
    """Everywhere but at chance nodes."""
    return to_move(g) != CHANCE


@rule
def seen_by(g: State) -> int:
    """Both seats, or who is to move."""
    if not g.opt.secretly:
        return 3
    return 0 if to_move(g) == CHANCE else 1 << g.mover


@rule
def utility(g: State, out: Floats) -> None:
    """Nobody comes to it."""
    out[0] = 0.5
    out[1] = 0.5


@rule
def ending(g: State) -> int:
    """None."""
    return 0


@rule
def score(g: State, out: Floats) -> None:
    """None."""
    out[0] = 0.0
    out[1] = 0.0


@rule
def key(g: State) -> int:
    """The mover, and what came last."""
    return g.mover * 4 + g.last


@rule
def check(g: State) -> int:
    """1: no such seat."""
    return 0 if g.mover >= 0 and g.mover < 2 else 1


class Options(BaseModel):
    """What goes on without an end."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)
    tossing: bool = False
    secretly: bool = False
    forced: bool = False


def write_options(options: Options, players: int, g: np.void) -> None:
    for name in ("tossing", "secretly", "forced"):
        g["opt"][name] = getattr(options, name)


def action_name(action: int) -> str:
    return f"wait-{action}"


def parse_action(name: str) -> int:
    return int(name.removeprefix("wait-"))


def action_text(state: np.void, action: int) -> str:
    return f"wait {action}"


def action_facets(action: int) -> dict[str, Any]:
    return {"kind": "wait"}


def outcome_name(state: np.void, outcome: int) -> str:
    return str(outcome)


def parse_outcome(state: np.void, name: str) -> int:
    return int(name)


def reason_text(state: np.void, code: int, action: int) -> str:
    return ("", "there are two ways to wait")[code]


def view(state: np.void, viewpoint: int | None) -> dict[str, Any]:
    return {name: int(state[name]) for name in ("mover", "last")}


def setup(position: Mapping[str, Any], options: Options, players: int) -> np.ndarray:
    states = np.zeros(1, STATE)
    write_options(options, players, states[0])
    for name, value in position.items():
        states[name] = value
    return states


def to_setup(state: np.void) -> dict[str, Any]:
    return view(state, None)


def narrate(event: RawEvent) -> Event | None:
    return None


def board_text(state: np.void) -> str:
    return f"seat {state['mover']} waits"
