"""Random trees in words: names of children and outcomes, sentences, what is told of a step, reasons."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...engine.contract import SEATS
from ...engine.narration import Event, RawEvent, everyone
from .rules import CHOSE, MAX_BRANCHING, MAX_OUTCOMES, NO_SUCH_CHILD

__all__ = [
    "NAMES",
    "OUTCOMES",
    "action_facets",
    "action_name",
    "action_text",
    "narrate",
    "outcome_name",
    "parse_action",
    "parse_outcome",
    "reason_text",
]

NAMES = tuple(f"m{number}" for number in range(1, MAX_BRANCHING + 1))
OUTCOMES = tuple(f"c{number}" for number in range(1, MAX_OUTCOMES + 1))


def action_name(action: int) -> str:
    """The child: ``m1`` is the first."""
    return NAMES[action]


def parse_action(name: str) -> int:
    """The child of a name; raises ValueError when there is none."""
    return NAMES.index(name.strip().lower())


def action_text(state: np.void, action: int) -> str:
    """What the action does, as a sentence."""
    return f"go to child {action + 1} of {int(state['opt']['branching'])}"


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
    """The text of an event of these rules."""
    one, other = event.args[:2]
    if event.kind == CHOSE:
        params = {"seat": one, "child": other}
        return Event("chose", f"Seat {one} goes to child {other + 1}.", params, everyone(SEATS))
    return Event("drew", f"Chance goes to child {one + 1}.", {"child": one}, everyone(SEATS))


REASONS = ("", "there is no such child", "the game is over", "chance is to move")


def reason_text(state: np.void, code: int, action: int) -> str:
    """The sentence of a reason code."""
    if code == NO_SUCH_CHILD:
        return f"each node has {int(state['opt']['branching'])} children"
    return REASONS[code]
