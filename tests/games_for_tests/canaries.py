"""The game of tricks with cards whose names can be found in any text: a name where nobody should know it is a leak."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import numpy as np

from magnate.core.narration import Event, RawEvent, everyone

from . import tricks as rules
from .tricks import (  # noqa: F401 - these are the game's
    DEFAULT_PRESET,
    PRESETS,
    Options,
    board_text,
    reason_text,
    setup,
    to_setup,
    write_options,
)

NAMES = tuple(f"canary{9_000_017 * (card + 3) % 8_999_993:07d}" for card in range(rules.MOST))
CANARY = re.compile("canary[0-9]{7}")
GAME = replace(rules.GAME, name="canaries", title="Canaries")


def named(cards: int) -> list[str]:
    """The names of a set of cards."""
    return [name for card, name in enumerate(NAMES) if cards >> card & 1]


def action_name(action: int) -> str:
    return NAMES[action]


def parse_action(name: str) -> int:
    return NAMES.index(name)


def outcome_name(state: np.void, outcome: int) -> str:
    return NAMES[outcome]


def parse_outcome(state: np.void, name: str) -> int:
    return NAMES.index(name)


def action_text(state: np.void, action: int) -> str:
    return f"play {NAMES[action]}"


def action_facets(action: int) -> dict[str, Any]:
    return {"kind": "play", "card": NAMES[action]}


def view(state: np.void, viewpoint: int | None) -> dict[str, Any]:
    """One's own hand, how many cards the others hold, and what has been played."""
    return {
        "hand": None if viewpoint is None else named(int(state["hands"][viewpoint])),
        "held": [int(hand).bit_count() for hand in state["hands"]],
        "gone": named(int(state["gone"])),
        "table": [NAMES[card - 1] if card else None for card in state["table"].tolist()],
        "won": state["won"].tolist(),
    }


def narrate(event: RawEvent) -> Event:
    seat, card = event.args[:2]
    if event.kind == rules.DRAWS:
        return Event("draws", f"Seat {seat} draws {NAMES[card]}.", {"seat": seat, "card": NAMES[card]}, 1 << seat)
    return Event("plays", f"Seat {seat} plays {NAMES[card]}.", {"seat": seat, "card": NAMES[card]}, everyone(3))
