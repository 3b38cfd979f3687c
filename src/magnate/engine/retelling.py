"""Telling whole games as they are played: the interpreted twin takes the same steps and says what they did.

:class:`~magnate.engine.twin.Mirror` checks every number that is stored, since it is the oracle of the compiled rules.
Here the rules are believed, so the states are plain Python objects, which play six times as fast.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from .events import RawEvent
from .loader import twin
from .narration import Event
from .twin import Cells

if TYPE_CHECKING:
    from .game import Game

__all__ = ["Retelling"]

KEPT: Final = 1 << 16
"""Messages that are kept for the next time that the same happens, at most."""


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
        self._rules: Any = twin(game.rules.__name__)
        self._states: dict[int, Any] = {}
        self._messages: dict[RawEvent, Event | None] = {}

    def begin(self, number: int, state: np.ndarray) -> tuple[Event, ...]:
        """A game begins with this state (an array of length 1); returns what its set-up did, if it is a fresh one."""
        fresh = state.tobytes() == self.game.start_states(1).tobytes()
        g = self._states[number] = _plain((self.game.unset if fresh else state)[0])
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


@cache
def _plain_class(dtype: np.dtype[Any]) -> type:
    """A class with a record's fields as attributes, and the list that ``emit`` appends to."""
    return type("PlainState", (), {"__slots__": (*(dtype.names or ()), "events")})


def _plain(record: np.void) -> Any:
    """A record as a plain object: numbers, cells of numbers, objects for nested records."""
    g = _plain_class(record.dtype)()
    g.events = []
    for name in record.dtype.names or ():
        value = record[name]
        if isinstance(value, np.void):
            setattr(g, name, _plain(value))
        elif isinstance(value, np.ndarray):
            setattr(g, name, _cells(name, value))
        else:
            setattr(g, name, value.item())
    return g


class _Cells(Cells):
    """An array field whose numbers are stored as they come."""

    __slots__ = ()

    def __setitem__(self, key: Any, value: Any) -> None:
        if key.__class__ is int:
            dict.__setitem__(self, key, value)
        else:
            super().__setitem__(key, value)


def _believe(value: Any, _name: str) -> Any:
    return value


def _cells(name: str, values: np.ndarray) -> Cells:
    one_by_one = values.reshape(-1)
    return _Cells(
        name, values.shape, _believe, [_plain(one) if isinstance(one, np.void) else one.item() for one in one_by_one]
    )
