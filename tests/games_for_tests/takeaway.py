"""Takeaway: two players take 1, 2 or 3 of a heap in turn, and who takes the last one wins.

Tests of networks change :data:`AMOUNTS`: action ``a`` takes ``AMOUNTS[a]``, so another tuple gives actions other ids.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, TypeAlias

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from magnate.core.contract import OVER, GameInfo
from magnate.core.narration import Event, RawEvent
from magnate.runtime.compiler import Floats, Ints, rule
from magnate.runtime.layout import constants, packed

AMOUNTS = (1, 2, 3)
HEAP = 30
TAKES = constants(AMOUNTS)
ACTIONS = len(AMOUNTS)
OPTIONS = packed([("heap", "i2")])
STATE = packed([("opt", OPTIONS), ("heap", "i2"), ("mover", "i2")])
State: TypeAlias = Annotated[Any, STATE]

GAME = GameInfo(
    name="takeaway",
    title="Takeaway",
    min_players=2,
    max_players=2,
    max_actions=ACTIONS,
    max_legal=ACTIONS,
    max_outcomes=1,
    max_decisions=HEAP,
    endings=("", "taken"),
    features=HEAP + 1,
)
PRESETS: dict[str, dict[str, Any]] = {"standard": {}}
DEFAULT_PRESET = "standard"


@rule
def new_game(g: State) -> None:
    """A full heap."""
    g.heap = g.opt.heap
    g.mover = 0


@rule
def to_move(g: State) -> int:
    """The two in turn."""
    return OVER if g.heap == 0 else g.mover


@rule
def why(g: State, a: int) -> int:
    """1: there are not so many."""
    return 0 if a >= 0 and a < ACTIONS and TAKES[a] <= g.heap else 1


@rule
def legal(g: State, out: Ints) -> int:
    """All amounts up to the heap."""
    n = 0
    for a in range(ACTIONS):
        if why(g, a) == 0:
            out[n] = a
            n += 1
    return n


@rule
def step(g: State, a: int) -> None:
    """Take."""
    g.heap -= TAKES[a]
    g.mover = 1 - g.mover


@rule
def utility(g: State, out: Floats) -> None:
    """Who took the last one wins."""
    out[g.mover] = 0.0
    out[1 - g.mover] = 1.0


@rule
def ending(g: State) -> int:
    """1 when the heap is gone."""
    return 1 if g.heap == 0 else 0


@rule
def score(g: State, out: Floats) -> None:
    """None."""
    out[0] = 0.0
    out[1] = 0.0


@rule
def features(g: State, p: int, out: Floats) -> None:
    """The heap, one of its sizes being 1, and whether the seat is to move."""
    out[g.heap - 1] = 1.0
    out[HEAP] = 1.0 if g.mover == p else 0.0


@rule
def key(g: State) -> int:
    """The heap and the mover."""
    return g.heap * 2 + g.mover


@rule
def check(g: State) -> int:
    """1: less than nothing."""
    return 1 if g.heap < 0 else 0


class Options(BaseModel):
    """How many there are."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)
    heap: int = Field(default=21, ge=1, le=HEAP)


def write_options(options: Options, players: int, g: np.void) -> None:
    g["opt"]["heap"] = options.heap


def action_name(action: int) -> str:
    return f"take-{AMOUNTS[action]}"


def parse_action(name: str) -> int:
    return AMOUNTS.index(int(name.removeprefix("take-")))


def action_text(state: np.void, action: int) -> str:
    return f"take {AMOUNTS[action]}"


def action_facets(action: int) -> dict[str, Any]:
    return {"amount": AMOUNTS[action]}


def outcome_name(state: np.void, outcome: int) -> str:
    return str(outcome)


def parse_outcome(state: np.void, name: str) -> int:
    return int(name)


def reason_text(state: np.void, code: int, action: int) -> str:
    return ("", "there are not so many")[code]


def view(state: np.void, viewpoint: int | None) -> dict[str, Any]:
    return {"heap": int(state["heap"]), "mover": int(state["mover"])}


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
    return f"{state['heap']} left"
