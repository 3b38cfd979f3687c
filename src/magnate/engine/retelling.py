"""Telling steps, or whole games as they are played: the interpreted twin takes the same steps and says what they did.

Its states are :class:`~magnate.engine.twin.Plain` ones here, whose numbers are stored without a check.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from .events import RawEvent
from .interpreted import interpret
from .narration import Event, tell
from .twin import plain_class

if TYPE_CHECKING:
    import numpy as np

    from .game import Game

__all__ = ["Retelling", "narrated"]

KEPT: Final = 1 << 16
"""Messages that are kept for the next time that the same happens, at most."""


def narrated(game: Game, before: bytes, steps: Iterable[int], *, fresh: bool = False) -> tuple[Event, ...]:
    """What these steps did from the state of these bytes on; where it is ``fresh``, what setting it up did too."""
    rules: Any = interpret(game.rules.__name__)
    g = plain_class(game.rules.STATE).from_bytes(before)
    if fresh:
        rules.new_game(g)
    for step in steps:
        rules.step(g, step)
    return tell(game.module.narrate, g.events)


class Retelling:
    """The games that are being told, by number.

    >>> import magnate
    >>> game = magnate.load("pig")
    >>> retelling = Retelling(game)
    >>> position = game.new(seed=7)
    >>> retelling.begin(0, position.states())
    ()
    >>> retelling.tell(0, position.apply("roll").history) == position.events
    True
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self._rules: Any = interpret(game.rules.__name__)
        self._states: dict[int, Any] = {}
        self._messages: dict[RawEvent, Event | None] = {}

    def begin(self, number: int, state: np.ndarray) -> tuple[Event, ...]:
        """A game begins with this state (an array of length 1); returns what its set-up did, if it is a fresh one."""
        fresh = state.tobytes() == self.game.start_states(1).tobytes()
        kind = plain_class(self.game.rules.STATE)
        g = self._states[number] = kind.from_bytes((self.game.unset if fresh else state).tobytes())
        if fresh:
            self._rules.new_game(g)
        return self._told(g)

    def tell(self, number: int, steps: Sequence[int]) -> tuple[Event, ...]:
        """What these decisions and outcomes of a game did."""
        g, step = self._states[number], self._rules.step
        for action in steps:
            step(g, action)
        return self._told(g)

    def end(self, number: int) -> None:
        """Forget a game."""
        del self._states[number]

    def _told(self, g: Any) -> tuple[Event, ...]:
        raw, g.events = g.events, []
        told = (self._message(event) for event in raw)
        return tuple(message for message in told if message is not None)

    def _message(self, raw: RawEvent) -> Event | None:
        """The message of an event; most have been made before, for another game or turn."""
        if raw in self._messages:
            return self._messages[raw]
        message: Event | None = self.game.module.narrate(raw)
        if message is not None:
            if any(isinstance(value, list) for value in message.params.values()):
                return message  # it could be changed by who reads it
            message = replace(message, params=MappingProxyType(dict(message.params)))
        if len(self._messages) == KEPT:
            self._messages.clear()
        self._messages[raw] = message
        return message
