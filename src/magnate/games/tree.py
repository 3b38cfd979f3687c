"""Trees written down: the small trees of a lecture, with decisions, chance and up to four players.

The option ``tree`` is the game, as nested lists:

- ``[3, 12, 8]``: a decision with three moves, ``m1`` to ``m3``. Seat 0 decides at the root, and the seats take turns.
- ``3``: a leaf of two players. It is worth 3 to seat 0 and −3 to seat 1. With more players a leaf is a list with a
  number for every seat, ``[1, 2, 6]``.
- ``{"chance": [[1, TREE], [5, TREE]]}``: chance, with the whole-number weight of every outcome, ``c1``, ``c2``, …
- ``{"moves": [TREE, …]}``: a decision about which more is said. ``"to": 1`` says who decides. ``"estimate"`` is what
  it is worth to a search that stops there, written like a leaf (0 when left out). ``"settled": false`` says that no
  search may stop there.

Leaves are worth from −1000 to 1000 points and not a share of a win, so that the numbers are those on the blackboard.
The presets are trees of textbooks: ``winston`` (P. H. Winston, "Artificial Intelligence", on alpha-beta), ``aima`` and
``alliance`` (S. Russell and P. Norvig, "Artificial Intelligence: A Modern Approach"), and ``deep``, ``coin`` and
``horizon``, which show deep cut-offs, chance and the horizon effect.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, NamedTuple, TypeAlias

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, JsonValue, field_validator

from ..core.contract import CHANCE, OVER, PURPOSES, TABLE
from ..core.game_module import GameModule
from ..core.narration import Event, RawEvent, everyone
from ..core.result_schema import SHARES
from ..errors import BadOption, BadSetup
from ..messages import Message
from ..runtime.compiler import Floats, Ints, rule
from ..runtime.layout import packed
from ..runtime.primitives import emit

__all__ = ["children", "path"]


NODES, SEATS, WIDTH = 256, 4, 36

STATE = packed(
    [
        ("value", "f8", (NODES, SEATS)),  # a leaf's utilities; of a decision the estimates
        ("weight", "i4", (NODES,)),  # as an outcome of chance
        ("first", "i2", (NODES,)),  # its children are nodes first … first + children - 1
        ("children", "i1", (NODES,)),  # 0: a leaf
        ("mover", "i1", (NODES,)),  # the seat that decides, or CHANCE; 0 at a leaf
        ("settled", "i1", (NODES,)),  # 1: a search may stop here
        ("nodes", "i2"),  # how many there are
        ("node", "i2"),  # where the game has come to
        ("players", "i1"),
        ("spare", "i1", (3,)),
    ]
)
State: TypeAlias = Annotated[Any, STATE]

CHOSE, DREW = range(2)  # events
NO_SUCH_MOVE, GAME_OVER, CHANCE_PENDING = range(1, 4)  # reasons


@rule
def new_game(g: State) -> None:
    """At the root."""
    g.node = 0


@rule
def to_move(g: State) -> int:
    """Who decides at this node."""
    if g.children[g.node] == 0:
        return OVER
    return g.mover[g.node]


@rule
def why(g: State, a: int) -> int:
    """Why child ``a`` may not be chosen (0: it may)."""
    p = to_move(g)
    if p == OVER:
        return GAME_OVER
    if p == CHANCE:
        return CHANCE_PENDING
    return 0 if a >= 0 and a < g.children[g.node] else NO_SUCH_MOVE


@rule
def legal(g: State, out: Ints) -> int:
    """All children of a decision."""
    n = 0
    for a in range(g.children[g.node]):
        if why(g, a) == 0:
            out[n] = a
            n += 1
    return n


@rule
def chance(g: State, out: Ints, weight: Ints) -> int:
    """All children of a chance node, with the weights that were given."""
    n = g.children[g.node]
    first = g.first[g.node]
    for k in range(n):
        out[k] = k
        weight[k] = g.weight[first + k]
    return n


@rule
def chance_key(g: State) -> int:
    """Chance belongs to nobody."""
    return TABLE * PURPOSES


@rule
def step(g: State, a: int) -> None:
    """To child ``a``, chosen or drawn."""
    p = g.mover[g.node]
    if p == CHANCE:
        emit(g, DREW, a, 0, 0, 0)
    else:
        emit(g, CHOSE, p, a, 0, 0)
    g.node = g.first[g.node] + a


@rule
def settled(g: State) -> bool:
    """Leaves, and decisions that do not say otherwise."""
    return g.settled[g.node] != 0


@rule
def utility(g: State, out: Floats) -> None:
    """What the leaf is worth to each seat."""
    for p in range(g.players):
        out[p] = g.value[g.node, p]


@rule
def ending(g: State) -> int:
    """0 going on, 1 at a leaf."""
    return 1 if g.children[g.node] == 0 else 0


@rule
def score(g: State, out: Floats) -> None:
    """The leaf's values, 0 before the end."""
    for p in range(g.players):
        out[p] = g.value[g.node, p] if g.children[g.node] == 0 else 0.0


@rule
def key(g: State) -> int:
    """The node: no two paths lead to one."""
    return g.node


@rule
def check(g: State) -> int:
    """1: no such node, 2: children that are no nodes."""
    if g.node < 0 or g.node >= g.nodes:
        return 1
    for i in range(g.nodes):
        if g.children[i] < 0 or (g.children[i] > 0 and (g.first[i] <= i or g.first[i] + g.children[i] > g.nodes)):
            return 2
    return 0


# ---------------- Trees as nested lists


Tree: TypeAlias = Any
"""JSON: a number, a list or an object; see the package's text."""

LEAST, MOST, MOST_WEIGHT = -1000.0, 1000.0, 1_000_000
"""The values that leaves may have, and the greatest weight of an outcome."""
DEPTH = 32
"""The longest way from the root to a leaf."""

MOVES = tuple(f"m{number}" for number in range(1, WIDTH + 1))
OUTCOMES = tuple(f"c{number}" for number in range(1, WIDTH + 1))
KEYS = ({"moves", "to", "estimate", "settled"}, {"chance"})


class Place(NamedTuple):
    """A node still to be read: its tree, the weight it has as an outcome, who decides next in turn, where it is."""

    tree: Tree
    weight: int
    turn: int
    where: tuple[str, ...]


def write(tree: Tree, players: int, g: np.void) -> None:
    """Write the nodes of a tree into a state, level by level; raises BadOption saying what is wrong with which node."""
    if _is_leaf(tree, players):
        raise _wrong((), f"{tree!r} is a leaf, so there is nothing to decide", "write a list of two of them")
    waiting = [Place(tree, 0, 0, ())]
    for i, place in enumerate(waiting):
        below = _node(place, players, g, i)
        g["first"][i], g["children"][i], g["weight"][i] = len(waiting) if below else 0, len(below), place.weight
        waiting += below
        if len(waiting) > NODES:
            raise BadOption(f"the tree has more than {NODES} nodes", hint="write a smaller one")
    g["nodes"], g["players"] = len(waiting), players


def _node(place: Place, players: int, g: np.void, i: int) -> list[Place]:
    """Write what node ``i`` itself is; returns its children."""
    tree = place.tree
    g["settled"][i] = 1
    if _is_leaf(tree, players):
        g["value"][i, :players] = _values(tree, players, place.where)
        return []
    if isinstance(tree, list):
        return _decision(place, {"moves": tree}, players, g, i)
    if isinstance(tree, dict) and set(tree) == {"chance"}:
        g["mover"][i], g["settled"][i] = CHANCE, 0
        return _outcomes(place, tree["chance"])
    if isinstance(tree, dict) and "moves" in tree and set(tree) <= KEYS[0]:
        return _decision(place, tree, players, g, i)
    raise _wrong(place.where, f"{tree!r} is no tree", "write a number, a list, or an object with moves or chance")


def _decision(place: Place, tree: dict[str, Any], players: int, g: np.void, i: int) -> list[Place]:
    """A decision with its children; the next seat in turn decides below."""
    seat, settled = tree.get("to", place.turn), tree.get("settled", True)
    if type(seat) is not int or not 0 <= seat < players:
        raise _wrong(place.where, f"{seat!r} is no seat that could decide", f"seats are 0 to {players - 1}")
    if type(settled) is not bool:
        raise _wrong(place.where, f"settled cannot be {settled!r}", "it is true or false")
    if "estimate" in tree:
        g["value"][i, :players] = _values(tree["estimate"], players, place.where)
    g["mover"][i], g["settled"][i] = seat, settled
    below = _listed(tree["moves"], place.where)
    return [
        Place(child, 0, (seat + 1) % players, (*place.where, name)) for child, name in zip(below, MOVES, strict=False)
    ]


def _outcomes(place: Place, given: Any) -> list[Place]:
    """The children of a chance node, each with its weight."""
    found = []
    for outcome, name in zip(_listed(given, place.where), OUTCOMES, strict=False):
        if not isinstance(outcome, list) or len(outcome) != 2:
            raise _wrong(place.where, f"{outcome!r} is no outcome", "write [weight, tree]")
        weight, child = outcome
        if type(weight) is not int or not 1 <= weight <= MOST_WEIGHT:
            hint = f"it is a whole number from 1 to {MOST_WEIGHT:,}"
            raise _wrong(place.where, f"the weight of an outcome cannot be {weight!r}", hint)
        found.append(Place(child, weight, place.turn, (*place.where, name)))
    return found


def _listed(given: Any, where: tuple[str, ...]) -> list[Any]:
    """The children, which are at least one."""
    if len(where) == DEPTH:
        raise BadOption(f"the tree goes deeper than {DEPTH} steps", hint="write a shallower one")
    if not isinstance(given, list) or not 1 <= len(given) <= WIDTH:
        raise _wrong(where, "there are no children", f"list from 1 to {WIDTH}")
    return given


def _is_leaf(tree: Tree, players: int) -> bool:
    """Whether this is the value of a leaf: a number, or where more than two play a list of numbers."""
    return _is_number(tree) or (players > 2 and isinstance(tree, list) and all(map(_is_number, tree)))


def _is_number(given: Any) -> bool:
    return isinstance(given, int | float) and not isinstance(given, bool)


def _values(given: Any, players: int, where: tuple[str, ...]) -> list[float]:
    """What a leaf, or an estimate, is worth to every seat."""
    if players == 2:
        if not _is_number(given):
            raise _wrong(where, f"{given!r} is no value", "with two players it is one number, what seat 0 has of it")
        row = [float(given), 0.0 - given]
    else:
        if not isinstance(given, list) or len(given) != players or not all(map(_is_number, given)):
            raise _wrong(where, f"{given!r} is no value", f"with {players} players it is a list of {players} numbers")
        row = [float(one) for one in given]
    if not all(LEAST <= one <= MOST for one in row):
        raise _wrong(where, f"the value {given!r} is too large", f"values are from {LEAST:g} to {MOST:g}")
    return row


def _wrong(where: tuple[str, ...], what: str, hint: str) -> BadOption:
    """The error about a node."""
    return BadOption(f"the tree is impossible at {' '.join(where) or 'its root'}: {what}", hint=hint)


# ---------------- walking


def children(state: np.void, node: int) -> Iterator[tuple[str, int]]:
    """The name of each step from a node, and the node that it leads to."""
    names = OUTCOMES if state["mover"][node] == CHANCE else MOVES
    first = int(state["first"][node])
    for k in range(int(state["children"][node])):
        yield names[k], first + k


def path(state: np.void, node: int) -> list[str]:
    """The names of the steps from the root to a node."""
    names: list[str] = []
    for above in range(node - 1, -1, -1):  # a node is numbered after its parent
        for name, child in children(state, above):
            if child == node:
                names.append(name)
                node = above
    return names[::-1]


# ---------------- The game

AIMA: JsonValue = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
PRESETS: dict[str, dict[str, Any]] = {
    "aima": {},
    "winston": {"tree": [[2, 7], [1, 8]]},
    "deep": {"tree": [[[[9, 3], [0, 3]], [[6, 4], [2, 6]]], [[[2, 1], [2, 9]], [[9, 7], [2, 2]]]]},
    "coin": {"tree": [{"chance": [[1, [3, 5]], [1, [1, 9]]]}, {"chance": [[1, [4, 4]], [1, [2, 8]]]}]},
    "alliance": {
        "tree": [
            [[[1, 2, 6], [4, 3, 2]], [[6, 1, 2], [7, 4, 1]]],
            [[[5, 1, 1], [1, 5, 2]], [[7, 7, 1], [5, 4, 5]]],
        ]
    },
    "horizon": {
        "tree": [
            [{"moves": [1, 0], "estimate": 1}, {"moves": [2, 1], "estimate": 2}],
            [{"moves": [-6, -5], "estimate": 3}, {"moves": [-4, -3], "estimate": 4}],
        ]
    },
}


class Options(BaseModel):
    """The tree."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    tree: JsonValue = Field(default=AIMA, description="nested lists (decisions) of numbers (leaves)")

    @field_validator("tree", mode="before")
    @classmethod
    def _as_json(cls, given: Any) -> Any:
        """Tuples mean lists, so that a tree is equal to its record."""
        if isinstance(given, list | tuple):
            return [cls._as_json(one) for one in given]
        return {key: cls._as_json(one) for key, one in given.items()} if isinstance(given, dict) else given


def write_options(options: Options, players: int, g: np.void) -> None:
    """Write the tree into the state; BadOption where it is no tree for so many players."""
    write(options.tree, players, g)


def action_name(action: int) -> str:
    """The move: ``m1`` is the first."""
    return MOVES[action]


def parse_action(name: str) -> int:
    """The move of a name; raises ValueError when there is none."""
    return MOVES.index(name.strip().lower())


def action_message(state: np.void, action: int) -> Message:
    """What the move does."""
    return Message("tree.action.child", {"child": action + 1, "children": int(state["children"][state["node"]])})


def action_facets(action: int) -> dict[str, Any]:
    """The child, counted from 0."""
    return {"kind": "child", "child": action}


def outcome_name(state: np.void, outcome: int) -> str:
    """The outcome: ``c1`` is the first."""
    return OUTCOMES[outcome]


def parse_outcome(state: np.void, name: str) -> int:
    """The outcome of a name; raises ValueError when there is none."""
    return OUTCOMES.index(name.strip().lower())


def view(state: np.void, viewpoint: int | None) -> dict[str, Any]:
    """What anybody may see: the path, and the leaves that can still be reached."""
    return {"path": path(state, int(state["node"])), "leaves": _leaves(state, int(state["node"]))}


def _leaves(state: np.void, node: int) -> list[Any]:
    """What the leaves below a node are worth, from the left."""
    if not state["children"][node]:
        return [_worth(state, node)]
    return [leaf for _, child in children(state, node) for leaf in _leaves(state, child)]


def _worth(state: np.void, node: int) -> Any:
    """The values of a node as they were written."""
    row = [float(value) for value in state["value"][node, : state["players"]]]
    return row[0] if len(row) == 2 else row


def board_text(state: np.void) -> str:
    """The tree below this node for a terminal, one node a line."""
    return "\n".join(_outline(state, int(state["node"]), "", ""))


def _outline(state: np.void, node: int, label: str, margin: str) -> list[str]:
    """A node and what is below it: its children stand further to the right."""
    if not state["children"][node]:
        worth = _worth(state, node)
        numbers = ", ".join(f"{value:g}" for value in worth) if isinstance(worth, list) else f"{worth:g}"
        return [f"{margin}{label}{numbers}"]
    mover = int(state["mover"][node])
    lines = [f"{margin}{label}{'chance' if mover == CHANCE else f'seat {mover}'}"]
    for name, child in children(state, node):
        weight = f" ({int(state['weight'][child])})" if mover == CHANCE else ""
        lines += _outline(state, child, f"{name}{weight}: ", margin + "  ")
    return lines


class Setup(BaseModel):
    """A position: the names of the steps from the root."""

    model_config = ConfigDict(strict=True, extra="forbid")

    path: list[str]


def setup(position: Mapping[str, Any], options: Options, players: int) -> np.ndarray:
    """The state of a named position; raises :class:`~magnate.errors.BadSetup` for a path that the tree lacks."""
    states = np.zeros(1, STATE)
    write_options(options, players, states[0])
    node = 0
    for number, name in enumerate(Setup.model_validate(dict(position)).path, 1):
        below = dict(children(states[0], node))
        if name not in below:
            hint = f"it is one of {', '.join(below)}" if below else f"the path ends after {number - 1}"
            raise BadSetup(f"step {number} of the path cannot be {name!r}", hint=hint)
        node = below[name]
    states["node"] = node
    return states


def to_setup(state: np.void) -> dict[str, Any]:
    """The position that :func:`setup` reads back."""
    return {"path": path(state, int(state["node"]))}


def narrate(event: RawEvent) -> Event:
    """The message of an event of these rules."""
    one, other = event.args[:2]
    if event.kind == CHOSE:
        return Event.of(GAME.name, "chose", {"seat": one, "child": other}, everyone(SEATS), move=MOVES[other])
    return Event.of(GAME.name, "drew", {"child": one}, everyone(SEATS), outcome=OUTCOMES[one])


WHY = {
    NO_SUCH_MOVE: "tree.why.no_such_move",
    GAME_OVER: "engine.why.over",
    CHANCE_PENDING: "engine.why.chance",
}


def reason_message(state: np.void, code: int, action: int) -> Message:
    """Why the action is refused: the message of a reason code."""
    return Message(WHY[code], {"children": int(state["children"][state["node"]])} if code == NO_SUCH_MOVE else {})


FACTS = SHARES
"""Tournaments count the points themselves."""

GAME = GameModule(
    name="tree",
    title="Written tree",
    about="small trees written down as nested lists, for lectures",
    min_players=2,
    max_players=SEATS,
    max_actions=WIDTH,
    max_legal=WIDTH,
    max_outcomes=WIDTH,
    max_decisions=DEPTH,
    utility_sum=0.0,
    utility_range=(LEAST, MOST),
    sometimes_chance=True,
    purposes=("chance",),
    endings=("", "leaf"),
    options=Options,
    presets=PRESETS,
    default_preset="aima",
    write_options=write_options,
    action_name=action_name,
    parse_action=parse_action,
    action_facets=action_facets,
    outcome_name=outcome_name,
    parse_outcome=parse_outcome,
    action_message=action_message,
    reason_message=reason_message,
    narrate=narrate,
    view=view,
    board_text=board_text,
    setup=setup,
    to_setup=to_setup,
    results=FACTS,
)
