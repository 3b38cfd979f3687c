"""What an action is about, for the Python side of :mod:`.topics`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from ...games.monopoly import state
from ...games.monopoly.management import KINDS
from ...games.monopoly.setup_model import part
from .topics import CARD, FINE

__all__ = ["ALL_KINDS", "NO_KIND", "kind_of", "topics_of"]

ALL_KINDS: Final = (1 << KINDS) - 1
"""All kinds of management actions, as a mask."""
NO_KIND: Final = 31
"""The kind of what is no management action; its bit is in no mask of kinds."""


@cache
def _kinds() -> tuple[int, ...]:
    management = part("management")
    return tuple(management.kind_of(a) if management.is_management(a) else NO_KIND for a in range(state.ACTIONS))


@cache
def _topics() -> tuple[int, ...]:
    """For each action the mask of its topic in a window."""
    topics = [0 if kind == NO_KIND else 1 << kind for kind in _kinds()]
    topics[state.PAY_FINE] = 1 << FINE
    topics[state.USE_CHANCE_CARD] = topics[state.USE_CHEST_CARD] = 1 << CARD
    return tuple(topics)


def kind_of(action: int) -> int:
    """The kind of management action (``BUILDS``, ``SELLS`` …) that an action is, or NO_KIND."""
    return _kinds()[action]


def topics_of(legal: Sequence[int]) -> int:
    """The topics of a window's legal actions, as a mask."""
    topics, found = _topics(), 0
    for action in legal:
        found |= topics[action]
    return found
