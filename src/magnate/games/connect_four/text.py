"""Connect four in words: names of actions, sentences, what is told of a step, reasons."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.narration import Event, RawEvent, everyone
from ...messages import Message
from .position import SIDES
from .rules import DROPPED, FULL, GAME_OVER, LINE, MAX_SIDE, NO_SUCH_COLUMN

__all__ = [
    "action_facets",
    "action_message",
    "action_name",
    "narrate",
    "outcome_name",
    "parse_action",
    "parse_outcome",
    "reason_message",
]

NAMES = tuple(f"c{number}" for number in range(1, MAX_SIDE + 1))


def action_name(action: int) -> str:
    """The column: ``c1`` is the leftmost."""
    return NAMES[action]


def parse_action(name: str) -> int:
    """The column of a name; raises ValueError when there is none."""
    return NAMES.index(name.strip().lower())


def action_message(state: np.void, action: int) -> Message:
    """What dropping a disc there does."""
    return Message("connect_four.action.drop", {"side": SIDES[int(state["count"]) & 1], "number": action + 1})


def action_facets(action: int) -> dict[str, Any]:
    """The column, counted from 0."""
    return {"kind": "drop", "column": action}


def outcome_name(state: np.void, outcome: int) -> str:
    """There are no outcomes."""
    raise ValueError(f"connect four has no chance outcome {outcome}")


def parse_outcome(state: np.void, name: str) -> int:
    """There are no outcomes."""
    raise ValueError(f"connect four has no chance outcome {name!r}")


def narrate(event: RawEvent) -> Event:
    """The message of an event of these rules."""
    seat, number, height, _ = event.args
    if event.kind == DROPPED:
        params = {"seat": seat, "column": number, "row": height}
        return Event.of("connect_four", "dropped", params, everyone(2), side=SIDES[seat], number=number + 1)
    if event.kind == LINE:
        return Event.of("connect_four", "line", {"seat": seat, "line": number}, everyone(2), side=SIDES[seat])
    return Event.of("connect_four", "drawn", {}, everyone(2))


WHY = {
    NO_SUCH_COLUMN: "connect_four.why.no_such_column",
    GAME_OVER: "engine.why.over",
    FULL: "connect_four.why.full",
}


def reason_message(state: np.void, code: int, action: int) -> Message:
    """Why the action is refused: the message of a reason code."""
    return Message(WHY[code], {"number": action + 1} if code == FULL else {})
