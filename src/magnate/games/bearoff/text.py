"""The bear-off in words: names of actions and throws, sentences, what is told of a step, reasons."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...engine.narration import Event, RawEvent, everyone
from .rules import BORNE_OFF, MOVED, MOVES, POINTS, ROLL, ROLLED

__all__ = [
    "action_facets",
    "action_name",
    "action_text",
    "narrate",
    "outcome_name",
    "parse_action",
    "parse_outcome",
    "reason_text",
]

NAMES = ("roll", *(f"{start}/{end or 'off'}" for start, end in MOVES))
THROWS = tuple(f"{high}-{low}" for high in range(1, POINTS + 1) for low in range(1, high + 1))


def action_name(action: int) -> str:
    """``roll``, or where a checker leaves and arrives: ``6/2``, ``3/off``."""
    return NAMES[action]


def parse_action(name: str) -> int:
    """The action of a name; raises ValueError when there is none."""
    return NAMES.index(name.strip().lower())


def action_text(state: np.void, action: int) -> str:
    """What the action does, as a sentence."""
    if action == ROLL:
        return "throw the dice"
    start, end = MOVES[action - 1]
    if end == 0:
        return f"bear off a checker from the {start} point"
    return f"move a checker from the {start} to the {end} point, with the {start - end}"


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
    """The text of an event of these rules."""
    seat, one, other, die = event.args
    if event.kind == ROLLED:
        params = {"seat": seat, "dice": [one, other]}
        return Event("rolled", f"Seat {seat} throws {one}-{other}.", params, everyone(2))
    if event.kind == MOVED:
        params = {"seat": seat, "from": one, "to": other, "die": die}
        return Event("moved", f"Seat {seat} plays {one}/{other}.", params, everyone(2))
    if event.kind == BORNE_OFF:
        params = {"seat": seat, "from": one, "die": die}
        return Event("borne_off", f"Seat {seat} bears off from {one} with the {die}.", params, everyone(2))
    return Event("won", f"Seat {seat} has borne off all checkers.", {"seat": seat}, everyone(2))


REASONS = (
    "",
    "there is no such move",
    "the game is over",
    "throw the dice first",
    "the dice are thrown: play them",
    "there is no checker on that point",
    "no die that is left makes this move",
    "a larger die bears off from the highest point only",
    "both dice must be played where that is possible: play the smaller one first",
)


def reason_text(state: np.void, code: int, action: int) -> str:
    """The sentence of a reason code."""
    return REASONS[code]
