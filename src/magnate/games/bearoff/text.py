"""The bear-off in words: names of actions and throws, sentences, what is told of a step, reasons."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.narration import Event, RawEvent, everyone
from ...messages import Message
from .rules import (
    BORNE_OFF,
    BOTH_DICE,
    GAME_OVER,
    MOVED,
    MOVES,
    NO_CHECKER,
    NO_DIE,
    NO_SUCH_ACTION,
    NOT_HIGHEST,
    POINTS,
    ROLL,
    ROLLED,
    ROLLED_ALREADY,
    TO_ROLL,
)

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

NAMES = ("roll", *(f"{start}/{end or 'off'}" for start, end in MOVES))
THROWS = tuple(f"{high}-{low}" for high in range(1, POINTS + 1) for low in range(1, high + 1))


def action_name(action: int) -> str:
    """``roll``, or where a checker leaves and arrives: ``6/2``, ``3/off``."""
    return NAMES[action]


def parse_action(name: str) -> int:
    """The action of a name; raises ValueError when there is none."""
    return NAMES.index(name.strip().lower())


def action_message(state: np.void, action: int) -> Message:
    """What the action does."""
    if action == ROLL:
        return Message("bearoff.action.roll")
    start, end = MOVES[action - 1]
    if end == 0:
        return Message("bearoff.action.bear_off", {"from": start})
    return Message("bearoff.action.move", {"from": start, "to": end, "die": start - end})


def action_facets(action: int) -> dict[str, Any]:
    """The kind of the action; for a move the points."""
    if action == ROLL:
        return {"kind": "roll"}
    start, end = MOVES[action - 1]
    return {"kind": "bear off", "from": start} if end == 0 else {"kind": "move", "from": start, "to": end}


def outcome_name(state: np.void, outcome: int) -> str:
    """The throw, the larger number first: ``5-2``."""
    return THROWS[outcome]


def parse_outcome(state: np.void, name: str) -> int:
    """The throw of a name, in any order; raises ValueError when two dice cannot show it."""
    return THROWS.index("-".join(sorted(name.strip().split("-"), reverse=True)))


def narrate(event: RawEvent) -> Event:
    """The message of an event of these rules."""
    seat, one, other, die = event.args
    if event.kind == ROLLED:
        params = {"seat": seat, "dice": [one, other]}
        return Event.of("bearoff", "rolled", params, everyone(2), high=one, low=other)
    if event.kind == MOVED:
        return Event.of("bearoff", "moved", {"seat": seat, "from": one, "to": other, "die": die}, everyone(2))
    if event.kind == BORNE_OFF:
        return Event.of("bearoff", "borne_off", {"seat": seat, "from": one, "die": die}, everyone(2))
    return Event.of("bearoff", "won", {"seat": seat}, everyone(2))


WHY = {
    NO_SUCH_ACTION: "bearoff.why.no_such_action",
    GAME_OVER: "engine.why.over",
    TO_ROLL: "bearoff.why.to_roll",
    ROLLED_ALREADY: "bearoff.why.rolled_already",
    NO_CHECKER: "bearoff.why.no_checker",
    NO_DIE: "bearoff.why.no_die",
    NOT_HIGHEST: "bearoff.why.not_highest",
    BOTH_DICE: "bearoff.why.both_dice",
}


def reason_message(state: np.void, code: int, action: int) -> Message:
    """Why the action is refused: the message of a reason code."""
    return Message(WHY[code])
