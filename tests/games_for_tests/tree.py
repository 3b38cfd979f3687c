"""Game trees written down: every node of the tree, or a uniform tree in the best or the worst order, as the options.

A tree is nested JSON. A leaf is a list with a value a seat; ``{"to": p, "next": [...]}`` is a decision of seat ``p``,
``{"chance": [[weight, tree], ...]}`` a chance node. A decision may have ``"value"``, which the guide
:mod:`.tree_guide` takes for its estimate, and ``"settled": false``; a chance node is settled only if it says so.
It may have ``"noisy"``, a list of actions, ``"like"``, for every action the first one that is equivalent, and
``"skip"``, the tree that passing leads to.

A uniform tree of two players has ``branching`` actions at each of ``depth`` plies, of which the first is the best
(``worst``: the last, and each better than the one before).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, TypeAlias

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from magnate.core.contract import CHANCE, OVER, TABLE, GameInfo
from magnate.errors import BadOption
from magnate.runtime.compiler import Floats, Ints, rule
from magnate.runtime.layout import packed

from .numbered import (  # noqa: F401 - these are the game's
    DEFAULT_PRESET,
    PRESETS,
    action_name,
    narrate,
    outcome_name,
    parse_action,
    parse_outcome,
)

SEATS, NODES, WIDTH = 3, 512, 32

NODE = packed(
    [
        ("value", "f8", (SEATS,)),
        ("weight", "i4"),  # as an outcome of chance
        ("first", "i2"),  # its children are nodes first … first + children - 1
        ("children", "i2"),
        ("mover", "i1"),
        ("settled", "i1"),
        ("noisy", "i1"),  # as an action
        ("spare", "i1"),
        ("like", "i2"),  # as an action: the first of those that are equivalent to it
        ("skip", "i2"),  # where passing leads; 0: nobody may pass
    ]
)
OPTIONS = packed(
    [
        ("nodes", NODE, (NODES,)),
        ("branching", "i2"),  # 0: the tree is that of the nodes
        ("depth", "i2"),
        ("worst", "i1"),
        ("players", "i1"),
        ("spare", "i1", (2,)),
    ]
)
STATE = packed([("opt", OPTIONS), ("value", "i8"), ("node", "i2"), ("ply", "i2"), ("spare", "i1", (4,))])
State: TypeAlias = Annotated[Any, STATE]

GAME = GameInfo(
    name="test_tree",
    title="A tree",
    min_players=2,
    max_players=SEATS,
    max_actions=WIDTH,
    max_legal=WIDTH,
    max_outcomes=WIDTH,
    max_decisions=NODES,
    sometimes_chance=True,
    purposes=("branch",),
    endings=("", "leaf"),
)


@rule
def new_game(g: State) -> None:
    """The root."""
    g.value = 0
    g.node = 0
    g.ply = 0


@rule
def to_move(g: State) -> int:
    """Who decides at this node."""
    if g.opt.branching > 0:
        return OVER if g.ply == g.opt.depth else g.ply & 1
    if g.opt.nodes[g.node].children == 0:
        return OVER
    return g.opt.nodes[g.node].mover


@rule
def width(g: State) -> int:
    """How many children this node has."""
    if g.opt.branching > 0:
        return g.opt.branching
    return g.opt.nodes[g.node].children


@rule
def why(g: State, a: int) -> int:
    """1: there is no such branch."""
    return 0 if to_move(g) >= 0 and a >= 0 and a < width(g) else 1


@rule
def legal(g: State, out: Ints) -> int:
    """Every branch."""
    n = width(g)
    for a in range(n):
        out[a] = a
    return n


@rule
def chance(g: State, out: Ints, weight: Ints) -> int:
    """Every branch with its weight."""
    node = g.opt.nodes[g.node]
    for i in range(node.children):
        out[i] = i
        weight[i] = g.opt.nodes[node.first + i].weight
    return node.children


@rule
def chance_key(g: State) -> int:
    """Nobody's."""
    return TABLE * 8


@rule
def power(base: int, exponent: int) -> int:
    """``base`` to the power of ``exponent``."""
    product = 1
    for _ in range(exponent):
        product *= base
    return product


@rule
def step(g: State, a: int) -> None:
    """Down one branch.

    In a uniform tree the digits of a leaf's value are how much was given away at each ply, the first one the greatest,
    so that nothing later makes up for it.
    """
    if g.opt.branching == 0:
        g.node = g.opt.nodes[g.node].first + a
        return
    given = g.opt.branching - 1 - a if g.opt.worst else a
    given *= power(g.opt.branching, g.opt.depth - 1 - g.ply)
    g.value += given if g.ply & 1 else -given
    g.ply += 1


@rule
def canonical(g: State, a: int) -> int:
    """As it is written."""
    if g.opt.branching > 0:
        return a
    return g.opt.nodes[g.opt.nodes[g.node].first + a].like


@rule
def skip(g: State) -> bool:
    """To the tree that is written for it."""
    if g.opt.branching > 0 or g.opt.nodes[g.node].skip == 0:
        return False
    g.node = g.opt.nodes[g.node].skip
    return True


@rule
def settled(g: State) -> bool:
    """Every decision but those that say otherwise, and chance where it says so."""
    if g.opt.branching > 0 or g.opt.nodes[g.node].children == 0:
        return True
    return g.opt.nodes[g.node].settled != 0


@rule
def utility(g: State, out: Floats) -> None:
    """The leaf's values."""
    if g.opt.branching > 0:
        out[0] = 0.5 + 0.5 * g.value / power(g.opt.branching, g.opt.depth)
        out[1] = 1.0 - out[0]
        return
    for p in range(g.opt.players):
        out[p] = g.opt.nodes[g.node].value[p]


@rule
def ending(g: State) -> int:
    """1 at a leaf."""
    return 1 if to_move(g) == OVER else 0


@rule
def score(g: State, out: Floats) -> None:
    """None before the end."""
    for p in range(g.opt.players):
        out[p] = 0.0


@rule
def key(g: State) -> int:
    """The node, or the value so far and the ply."""
    return (g.value * 64 + g.ply) * NODES + g.node


@rule
def check(g: State) -> int:
    """1: no such node."""
    return 0 if g.node >= 0 and g.node < NODES else 1


class Options(BaseModel):
    """The tree, written down or uniform."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)
    tree: Any = None
    branching: int = Field(default=0, ge=0, le=WIDTH)
    depth: int = Field(default=0, ge=0)
    worst: bool = False


def write_options(options: Options, players: int, g: np.void) -> None:
    """The tree's nodes, level by level, so that the children of each are neighbours."""
    opt = g["opt"]
    opt["branching"], opt["depth"], opt["worst"] = options.branching, options.depth, options.worst
    opt["players"] = players
    if options.tree is None:
        return
    waiting: list[tuple[Any, int]] = [(options.tree, 1)]
    for i, (node, weight) in enumerate(waiting):
        row = opt["nodes"][i]
        below = [] if isinstance(node, list) else node.get("chance") or [[1, child] for child in node["next"]]
        value = node if isinstance(node, list) else node.get("value", [])
        row["value"][: len(value)] = value
        row["weight"], row["first"], row["children"] = weight, len(waiting), len(below)
        row["mover"] = CHANCE if isinstance(node, dict) and "chance" in node else 0 if not below else node["to"]
        row["settled"] = 1 if isinstance(node, list) else node.get("settled", "chance" not in node)
        waiting += [(child, times) for times, child in below]
        if len(waiting) > NODES:
            raise BadOption(f"the tree has more than {NODES} nodes", hint="take a smaller one")
        marks = {} if isinstance(node, list) else node
        for a in range(len(below)):
            child = opt["nodes"][row["first"] + a]
            child["noisy"], child["like"] = a in marks.get("noisy", ()), marks.get("like", range(len(below)))[a]
        if "skip" in marks:
            row["skip"] = len(waiting)
            waiting.append((marks["skip"], 1))


def action_text(state: np.void, action: int) -> str:
    return f"branch {action}"


def action_facets(action: int) -> dict[str, Any]:
    return {"kind": "branch"}


def view(state: np.void, viewpoint: int | None) -> dict[str, Any]:
    return {"node": int(state["node"]), "ply": int(state["ply"]), "value": int(state["value"])}


def setup(position: Mapping[str, Any], options: Options, players: int) -> np.ndarray:
    states = np.zeros(1, STATE)
    write_options(options, players, states[0])
    for name in ("node", "ply", "value"):
        states[name] = position[name]
    return states


def to_setup(state: np.void) -> dict[str, Any]:
    return view(state, None)


def reason_text(state: np.void, code: int, action: int) -> str:
    return ("", "there is no such branch")[code]


def board_text(state: np.void) -> str:
    return f"node {int(state['node'])}"
