"""Telling what a step did, by running it again in the interpreted rules.

Compiled rules say nothing: ``emit`` is empty there. The same files, imported a second time as plain
Python, record each call. A game's ``narrate`` turns the raw numbers into keyed messages with parameters. Each message
has the mask of the seats that may read it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from ..runtime.interpreter import interpret
from ..runtime.primitives import RawEvent
from ..runtime.pystate import unchecked_class
from .contract import Event, everyone

if TYPE_CHECKING:
    import numpy as np

    from .base_game import BaseGame


__all__ = ["Event", "EventReplay", "RawEvent", "everyone", "narrated", "readable_by", "tell"]


def tell(narrate: Callable[[RawEvent], Event | None], raw: Iterable[RawEvent]) -> tuple[Event, ...]:
    """The events that a game's ``narrate`` makes of what its rules emitted; those it has no words for are left out."""
    found = (narrate(event) for event in raw)
    return tuple(event for event in found if event is not None)


def readable_by(events: Iterable[Event], seat: int | None, players: int) -> tuple[Event, ...]:
    """The events that a seat may read; a spectator (``None``) reads what every seat may read."""
    if seat is None:
        return tuple(event for event in events if event.seats & everyone(players) == everyone(players))
    return tuple([event for event in events if event.seats >> seat & 1])


# ------------------------------------------------------------------ event replay: interpreted rules take the same steps


KEPT: Final = 1 << 16
"""Messages that are kept for the next time that the same happens, at most."""


def narrated(game: BaseGame, before: bytes, steps: Iterable[int], *, fresh: bool = False) -> tuple[Event, ...]:
    """What these steps did from the state of these bytes on; where it is ``fresh``, what setting it up did too."""
    rules: Any = interpret(game.rules.__name__)
    g = unchecked_class(game.rules.STATE).from_bytes(before)
    if fresh:
        rules.new_game(g)
    for step in steps:
        rules.step(g, step)
    return tell(game.declared.narrate, g.events)


class EventReplay:
    """Games whose events are made step by step, by number.

    >>> import magnate
    >>> game = magnate.load("pig")
    >>> replay = EventReplay(game)
    >>> position = game.new(seed=7)
    >>> replay.begin(0, position.states())
    ()
    >>> replay.tell(0, position.apply("roll").history) == position.events
    True
    """

    def __init__(self, game: BaseGame) -> None:
        self.game = game
        self._rules: Any = interpret(game.rules.__name__)
        self._states: dict[int, Any] = {}
        self._messages: dict[RawEvent, Event | None] = {}

    def begin(self, number: int, state: np.ndarray) -> tuple[Event, ...]:
        """A game begins with this state (an array of length 1); returns what its set-up did, if it is a fresh one."""
        fresh = state.tobytes() == self.game.start_states(1).tobytes()
        kind = unchecked_class(self.game.rules.STATE)
        g = self._states[number] = kind.from_bytes((self.game.unset if fresh else state).tobytes())
        if fresh:
            self._rules.new_game(g)
        return self._said(g)

    def tell(self, number: int, steps: Sequence[int]) -> tuple[Event, ...]:
        """What these decisions and outcomes of a game did."""
        g, step = self._states[number], self._rules.step
        for action in steps:
            step(g, action)
        return self._said(g)

    def end(self, number: int) -> None:
        """Forget a game."""
        del self._states[number]

    def _said(self, g: Any) -> tuple[Event, ...]:
        raw, g.events = g.events, []
        messages = (self._message(event) for event in raw)
        return tuple(message for message in messages if message is not None)

    def _message(self, raw: RawEvent) -> Event | None:
        """The message of an event; most have been made before, for another game or turn."""
        if raw in self._messages:
            return self._messages[raw]
        message = self.game.declared.narrate(raw)
        if message is not None:
            if any(isinstance(value, list) for value in message.params.values()):
                return message  # it could be changed by who reads it
            message = replace(message, params=MappingProxyType(dict(message.params)))
        if len(self._messages) == KEPT:
            self._messages.clear()
        self._messages[raw] = message
        return message
