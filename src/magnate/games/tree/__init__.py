"""Trees written down: the small trees of a lecture, with decisions, chance and up to four players.

The option ``tree`` is the game, as nested lists:

- ``[3, 12, 8]``: a decision with three moves, ``m1`` to ``m3``. Seat 0 decides at the root, and the seats take turns.
- ``3``: a leaf of two players. It is worth 3 to seat 0 and −3 to seat 1. With more players a leaf is a list with a
  number for every seat, ``[1, 2, 6]``.
- ``{"chance": [[1, TREE], [5, TREE]]}``: chance, with the whole-number weight of every outcome, ``c1``, ``c2``, …
- ``{"moves": [TREE, …]}``: a decision about which more is said: ``"to": 1`` who decides, ``"estimate"`` what it is
  worth to a search that stops there (written like a leaf; 0 unless it is said), ``"settled": false`` that no
  search may stop there.

Leaves are worth from −1000 to 1000 points and not a share of a win, so that the numbers are those on the blackboard.
The presets are trees of textbooks: ``winston`` (P. H. Winston, "Artificial Intelligence", on alpha-beta), ``aima`` and
``alliance`` (S. Russell and P. Norvig, "Artificial Intelligence: A Modern Approach"), and ``deep``, ``coin`` and
``horizon``, which show deep cut-offs, chance and the horizon effect.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, JsonValue, field_validator

from ...core.contract import CHANCE, GameInfo
from ...core.narration import Event, RawEvent, everyone
from ...core.result_schema import SHARES
from ...errors import BadSetup
from ...messages import Message
from . import rules
from .rules import CHOSE, SEATS, STATE, WIDTH
from .written import DEPTH, LEAST, MOST, MOVES, OUTCOMES, children, path, write

GAME = GameInfo(
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
)

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
DEFAULT_PRESET = "aima"


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
    rules.NO_SUCH_MOVE: "tree.why.no_such_move",
    rules.GAME_OVER: "engine.why.over",
    rules.CHANCE_PENDING: "engine.why.chance",
}


def reason_message(state: np.void, code: int, action: int) -> Message:
    """Why the action is refused: the message of a reason code."""
    return Message(WHY[code], {"children": int(state["children"][state["node"]])} if code == rules.NO_SUCH_MOVE else {})


FACTS = SHARES
"""Tournaments count the points themselves."""
