"""What test games have in common whose actions and outcomes have no names but their ids, and that tell nothing."""

from __future__ import annotations

from typing import Any

import numpy as np

from magnate.core.narration import Event, RawEvent

__all__ = ["DEFAULT_PRESET", "PRESETS", "action_name", "narrate", "outcome_name", "parse_action", "parse_outcome"]

PRESETS: dict[str, dict[str, Any]] = {"standard": {}}
DEFAULT_PRESET = "standard"


def action_name(action: int) -> str:
    return str(action)


def parse_action(name: str) -> int:
    return int(name)


def outcome_name(state: np.void, outcome: int) -> str:
    return str(outcome)


def parse_outcome(state: np.void, name: str) -> int:
    return int(name)


def narrate(event: RawEvent) -> Event | None:
    return None
