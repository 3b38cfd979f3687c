"""Uniform random trees in which all outcomes are equally likely and every decision may be in its best order.

Two players decide in turn, ``branching`` ways; a chance node with ``outcomes`` outcomes follows every decision, the
last one too. A leaf is worth a share that follows from the seed and its place. With ``best`` the actions of every
decision are in the order of their true values, the best one for the seat to move first; that order, which is found
before, is a part of the options.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, TypeAlias

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from magnate.core.contract import CHANCE, OVER, TABLE, GameInfo
from magnate.core.narration import Event, RawEvent
from magnate.runtime.compiler import Floats, Ints, rule
from magnate.runtime.layout import packed

WIDTH, PLACES = 32, 8_500
PRIME = (1 << 31) - 1
"""Numbers below it can be squared."""

OPTIONS = packed(
    [
        ("order", "i1", (PLACES,)),  # of every decision, level by level: which child each action leads to
        ("branching", "i1"),
        ("outcomes", "i1"),
        ("depth", "i1"),
        ("spare", "i1"),
        ("seed", "i8"),
    ]
)
STATE = packed([("opt", OPTIONS), ("node", "i8"), ("before", "i8"), ("level", "i8")])
State: TypeAlias = Annotated[Any, STATE]

GAME = GameInfo(
    name="even_chance",
    title="Even chances",
    min_players=2,
    max_players=2,
    max_actions=WIDTH,
    max_legal=WIDTH,
    max_outcomes=WIDTH,
    max_decisions=WIDTH,
    purposes=("branch",),
    endings=("", "leaf"),
)


@rule
def new_game(g: State) -> None:
    """The root."""
    g.node = 0
    g.before = 0
    g.level = 0


@rule
def to_move(g: State) -> int:
    """The two seats in turn, and chance after each."""
    if g.level == 2 * g.opt.depth:
        return OVER
    return CHANCE if g.level % 2 == 1 else g.level // 2 % 2


@rule
def why(g: State, a: int) -> int:
    """1: there is no such child."""
    return 0 if to_move(g) >= 0 and a >= 0 and a < g.opt.branching else 1


@rule
def legal(g: State, out: Ints) -> int:
    """All children."""
    for a in range(g.opt.branching):
        out[a] = a
    return g.opt.branching


@rule
def chance(g: State, out: Ints, weight: Ints) -> int:
    """All outcomes alike."""
    for i in range(g.opt.outcomes):
        out[i] = i
        weight[i] = 1
    return g.opt.outcomes


@rule
def chance_key(g: State) -> int:
    """Nobody's."""
    return TABLE


@rule
def step(g: State, a: int) -> None:
    """Down; ``before`` are the decisions that come before this one, on the levels above and beside it."""
    if g.level % 2 == 1:
        g.node = g.node * g.opt.outcomes + a
        above = 0
        wide = 1
        for _ in range((g.level + 1) // 2):
            above += wide
            wide *= g.opt.branching * g.opt.outcomes
        g.before = above + g.node
    else:
        g.node = g.node * g.opt.branching + g.opt.order[g.before * g.opt.branching + a]
    g.level += 1


@rule
def settled(g: State) -> bool:
    """Everywhere but at chance nodes."""
    return g.level % 2 == 0


@rule
def utility(g: State, out: Floats) -> None:
    """The leaf's number (see :func:`numbers`)."""
    x = (g.node * 48_271 + g.opt.seed * 69_621 + 1) % PRIME
    for _ in range(3):
        x = (x * x + g.node + 7) % PRIME
    out[0] = x / PRIME
    out[1] = 1.0 - out[0]


@rule
def ending(g: State) -> int:
    """1 at a leaf."""
    return 1 if to_move(g) == OVER else 0


@rule
def score(g: State, out: Floats) -> None:
    """None."""
    for p in range(2):
        out[p] = 0.0


@rule
def key(g: State) -> int:
    """The node."""
    return g.node * 64 + g.level


@rule
def check(g: State) -> int:
    """1: no such level."""
    return 0 if g.level >= 0 and g.level <= 2 * g.opt.depth else 1


class Options(BaseModel):
    """A tree's shape, and which of them it is."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)
    branching: int = Field(default=2, ge=2, le=WIDTH)
    outcomes: int = Field(default=2, ge=2, le=WIDTH)
    depth: int = Field(default=2, ge=1, le=4)
    seed: int = Field(default=1, ge=0)
    best: bool = False


PRESETS: dict[str, dict[str, Any]] = {"standard": {}}
DEFAULT_PRESET = "standard"


def numbers(options: Options) -> np.ndarray:
    """What all leaves are worth to seat 0, as :func:`utility` says one by one."""
    node = np.arange((options.branching * options.outcomes) ** options.depth)
    x = (node * 48_271 + options.seed * 69_621 + 1) % PRIME
    for _ in range(3):
        x = (x * x + node + 7) % PRIME
    return x / PRIME


def solved(options: Options) -> tuple[float, list[np.ndarray]]:
    """What the tree is worth to seat 0, and every decision's children from the best one on, level by level."""
    values, orders = numbers(options), []
    for level in range(options.depth - 1, -1, -1):
        below = values.reshape(-1, options.branching, options.outcomes).mean(axis=2)
        signed = -below if level % 2 == 0 else below
        orders.append(np.argsort(signed, axis=1, kind="stable"))
        values = below.max(axis=1) if level % 2 == 0 else below.min(axis=1)
    return float(values[0]), orders[::-1]


def write_options(options: Options, players: int, g: np.void) -> None:
    """The shape and the order."""
    for name in ("branching", "outcomes", "depth", "seed"):
        g["opt"][name] = getattr(options, name)
    orders = solved(options)[1]
    kept = [order if options.best else np.broadcast_to(np.arange(options.branching), order.shape) for order in orders]
    row = np.concatenate([order.ravel() for order in kept])
    g["opt"]["order"][: len(row)] = row


def action_name(action: int) -> str:
    return str(action)


def parse_action(name: str) -> int:
    return int(name)


def action_text(state: np.void, action: int) -> str:
    return f"child {action}"


def action_facets(action: int) -> dict[str, Any]:
    return {"kind": "child"}


def outcome_name(state: np.void, outcome: int) -> str:
    return str(outcome)


def parse_outcome(state: np.void, name: str) -> int:
    return int(name)


def view(state: np.void, viewpoint: int | None) -> dict[str, Any]:
    return {name: int(state[name]) for name in ("node", "before", "level")}


def setup(position: Mapping[str, Any], options: Options, players: int) -> np.ndarray:
    states = np.zeros(1, STATE)
    write_options(options, players, states[0])
    for name in ("node", "before", "level"):
        states[name] = position[name]
    return states


def to_setup(state: np.void) -> dict[str, Any]:
    return view(state, None)


def narrate(event: RawEvent) -> Event | None:
    return None


def reason_text(state: np.void, code: int, action: int) -> str:
    return ("", "there is no such child")[code]


def board_text(state: np.void) -> str:
    return f"node {int(state['node'])} of level {int(state['level'])}"
