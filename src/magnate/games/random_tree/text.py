"""Random trees in words: names of children and outcomes, sentences, what is told of a step, reasons."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.contract import SEATS
from ...core.narration import Event, RawEvent, everyone
from ...messages import Message
from .rules import CHANCE_PENDING, CHOSE, GAME_OVER, MAX_BRANCHING, MAX_OUTCOMES, NO_SUCH_CHILD

__all__ = [
    "NAMES",
    "OUTCOMES",
    "action_facets",
    "action_message",
    "action_name",
    "narrate",
    "outcome_name",
    "parse_action",
    "parse_outcome",
    "reason_message",
]

NAMES = tuple(f"m{number}" for number in range(1, MAX_BRANCHING + 1))
OUTCOMES = tuple(f"c{number}" for number in range(1, MAX_OUTCOMES + 1))


def action_name(action: int) -> str:
    """The child: ``m1`` is the first."""
    return NAMES[action]


def parse_action(name: str) -> int:
    """The child of a name; raises ValueError when there is none."""
    return NAMES.index(name.strip().lower())


def action_message(state: np.void, action: int) -> Message:
    """What the action does."""
    return Message("random_tree.action.child", {"child": action + 1, "children": int(state["opt"]["branching"])})


def action_facets(action: int) -> dict[str, Any]:
    """The child, counted from 0."""
    return {"kind": "child", "child": action}


def outcome_name(state: np.void, outcome: int) -> str:
    """The outcome: ``c1`` is the first."""
    return OUTCOMES[outcome]


def parse_outcome(state: np.void, name: str) -> int:
    """The outcome of a name; raises ValueError when there is none."""
    return OUTCOMES.index(name.strip().lower())


def narrate(event: RawEvent) -> Event:
    """The message of an event of these rules."""
    one, other = event.args[:2]
    if event.kind == CHOSE:
        params = {"seat": one, "child": other}
        return Event.of("random_tree", "chose", params, everyone(SEATS), number=other + 1)
    return Event.of("random_tree", "drew", {"child": one}, everyone(SEATS), number=one + 1)


WHY = {
    NO_SUCH_CHILD: "random_tree.why.no_such_child",
    GAME_OVER: "engine.why.over",
    CHANCE_PENDING: "engine.why.chance",
}


def reason_message(state: np.void, code: int, action: int) -> Message:
    """Why the action is refused: the message of a reason code."""
    return Message(WHY[code], {"children": int(state["opt"]["branching"])} if code == NO_SUCH_CHILD else {})
