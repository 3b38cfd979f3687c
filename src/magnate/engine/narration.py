"""Telling what a step did, by running it again in the interpreted twin.

Compiled rules say nothing: ``emit`` is empty there. The same files, imported a second time as plain Python (the
*twin*), record each call; a game's ``narrate`` turns the raw numbers into keyed messages with parameters, each with
the mask of the seats that may read it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..messages import Message, catalogue
from .events import RawEvent

__all__ = ["Event", "RawEvent", "everyone", "readable_by", "tell"]


def everyone(players: int) -> int:
    """The mask of all seats of a game.

    >>> everyone(3)
    7
    """
    return (1 << players) - 1


@dataclass(frozen=True, slots=True)
class Event:
    """One message: a stable ``key``, its ``text`` in English, the parameters, and who may read it (a seat mask).

    Programs read ``key`` and ``params``; a terminal prints ``text``. ``message`` is what it says in any language, where
    the game has words in files (see :meth:`said`).

    >>> Event("rolled", "Ann rolls 4.", {"die": 4}, everyone(2)).for_seat(1)
    True
    """

    key: str
    text: str
    params: Mapping[str, Any] = field(default_factory=dict)
    seats: int = 0
    message: Message | None = None

    @classmethod
    def said(cls, key: str, message: Message, params: Mapping[str, Any], seats: int) -> Event:
        """An event whose words are in the game's files; its text is their English."""
        return cls(key, catalogue("en").sentence(message), params, seats, message)

    @classmethod
    def of(cls, game: str, key: str, params: Mapping[str, Any], seats: int, **words: Any) -> Event:
        """An event whose words the game has under ``event.<key>``; ``words`` are parameters that only they need."""
        return cls.said(key, Message(f"{game}.event.{key}", {**params, **words}), params, seats)

    def for_seat(self, seat: int) -> bool:
        """Whether that seat may read it."""
        return bool(self.seats >> seat & 1)

    def __str__(self) -> str:
        return self.text


def tell(narrate: Callable[[RawEvent], Event | None], raw: Iterable[RawEvent]) -> tuple[Event, ...]:
    """The events that a game's ``narrate`` makes of what its rules emitted; those it has no words for are left out."""
    told = (narrate(event) for event in raw)
    return tuple(event for event in told if event is not None)


def readable_by(events: Iterable[Event], seat: int | None, players: int) -> tuple[Event, ...]:
    """The events that a seat may read; a spectator (``None``) reads what every seat may read."""
    if seat is None:
        return tuple(event for event in events if event.seats & everyone(players) == everyone(players))
    return tuple([event for event in events if event.seats >> seat & 1])
