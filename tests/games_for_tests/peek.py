"""Peek: a card lies face down. The first seat waits or looks at it, alone, three times in all."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, TypeAlias

import numpy as np
from pydantic import BaseModel, ConfigDict

from magnate.core.contract import CHANCE, OVER, PURPOSES, TABLE, GameInfo
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

STATE = packed([("card", "i1"), ("looked", "i1"), ("moves", "i1")])
State: TypeAlias = Annotated[Any, STATE]
WAIT, LOOK = range(2)
CARDS = 3

GAME = GameInfo(
    name="peek",
    title="Peek",
    min_players=2,
    max_players=2,
    max_actions=2,
    max_legal=2,
    max_outcomes=CARDS,
    max_decisions=3,
    hidden=True,
    purposes=("deal",),
    endings=("", "done"),
)


@rule
def new_game(g: State) -> None:
    g.card = 0
    g.looked = 0
    g.moves = 0


@rule
def to_move(g: State) -> int:
    if g.card == 0:
        return CHANCE
    return OVER if g.moves == 3 else 0


@rule
def why(g: State, a: int) -> int:
    return 0 if to_move(g) == 0 and a >= 0 and a < 2 else 1


@rule
def legal(g: State, out: Ints) -> int:
    out[0] = WAIT
    out[1] = LOOK
    return 2


@rule
def chance(g: State, out: Ints, weight: Ints) -> int:
    for card in range(CARDS):
        out[card] = card + 1
        weight[card] = 1
    return CARDS


@rule
def chance_key(g: State) -> int:
    return TABLE * PURPOSES


@rule
def seen_by(g: State) -> int:
    return 0 if g.card == 0 else 3


@rule
def step(g: State, a: int) -> None:
    if g.card == 0:
        g.card = a
        return
    g.moves += 1
    if a == LOOK:
        g.looked = 1


@rule
def hide(g: State, p: int, key: int) -> None:
    if g.card != 0 and (p == 1 or g.looked == 0):
        g.card = 1 + below(key, 0, CARDS)


@rule
def utility(g: State, out: Floats) -> None:
    out[0] = 0.5
    out[1] = 0.5


@rule
def ending(g: State) -> int:
    return 1 if g.moves == 3 else 0


@rule
def score(g: State, out: Floats) -> None:
    out[0] = 0.0
    out[1] = 0.0


@rule
def key(g: State) -> int:
    return (g.card * 2 + g.looked) * 4 + g.moves


@rule
def check(g: State) -> int:
    return 0


class Options(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


def write_options(options: Options, players: int, g: np.void) -> None:
    pass


def action_text(state: np.void, action: int) -> str:
    return ("wait", "look at the card")[action]


def action_facets(action: int) -> dict[str, Any]:
    return {"kind": ("wait", "look")[action]}


def view(state: np.void, viewpoint: int | None) -> dict[str, Any]:
    seen = int(state["card"]) if viewpoint == 0 and state["looked"] else None
    return {"card": seen, "looked": bool(state["looked"]), "moves": int(state["moves"])}


def setup(position: Mapping[str, Any], options: Options, players: int) -> np.ndarray:
    states = np.zeros(1, STATE)
    for name, value in position.items():
        states[name] = value
    return states


def to_setup(state: np.void) -> dict[str, Any]:
    return {name: int(state[name]) for name in ("card", "looked", "moves")}


def reason_text(state: np.void, code: int, action: int) -> str:
    return ("", "it is not to be done now")[code]


def board_text(state: np.void) -> str:
    return f"card {'seen' if state['looked'] else 'face down'}"
