"""Trees as nested lists: read into the state's nodes, and followed by the names of moves and outcomes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from ...core.contract import CHANCE
from ...errors import BadOption
from .rules import NODES, WIDTH

__all__ = ["DEPTH", "LEAST", "MOST", "MOST_WEIGHT", "MOVES", "OUTCOMES", "Tree", "children", "path", "write"]

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
    """A decision with its children; whoever comes next in turn decides below."""
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


# ------------------------------------------------------------------------------------------------- walking


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
