"""What a game says: what a step did, as events, and what a position tells its players, as messages.

Compiled rules say nothing: ``emit`` is empty there. The same files, imported a second time as plain Python, record each
call. A game's ``narrate`` turns the raw numbers into keyed messages with parameters. Each message has the mask of the
seats that may read it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from ..messages import Message
from ..runtime.interpreter import interpret
from ..runtime.primitives import RawEvent
from ..runtime.pystate import unchecked_class
from .contract import CHANCE, OVER, Event, everyone
from .game_module import action_text, reason_text

if TYPE_CHECKING:
    import numpy as np

    from .base_game import BaseGame
    from .position import BasePosition


__all__ = [
    "Event",
    "EventReplay",
    "RawEvent",
    "action_message",
    "ending_message",
    "event_message",
    "everyone",
    "narrated",
    "outcome_message",
    "prompt_message",
    "readable_by",
    "reason_message",
    "rules_message",
    "tell",
]


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
    """The games that are being told, by number.

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


# ------------------------------------------------------------------------------------------------------------- Messages
#
# A game gives ``action_message``, ``reason_message``, ``prompt_message`` and events with messages. A game that speaks
# English only gives ``action_text`` and ``reason_text`` instead of the first two, and no messages.


MOST: Final = 40
"""Characters of an option's value that no words are for; a longer one is cut."""


def event_message(position: BasePosition, event: Event) -> Message:
    """What an event of the game says."""
    if event.message is not None:
        return event.message
    return Message(f"{position.game.name}.event.{event.key}", event.params, event.text)


def action_message(position: BasePosition, action: int) -> Message:
    """What an action (by its id) would do, for the seat that is to move."""
    declared, state = position.game.declared, position.state
    if declared.action_message is not None:
        return declared.action_message(state, action)
    kind = declared.action_facets(action).get("kind", "do")
    return Message(f"{position.game.name}.action.{kind}", {}, action_text(declared, state, action))


def reason_message(position: BasePosition, action: int | str) -> Message | None:
    """Why an action may not be taken now; None where it may."""
    if position.to_move == OVER:
        return Message("engine.why.over")
    if position.to_move == CHANCE:
        return Message("engine.why.chance")
    declared, last = position.game.declared, position.game.info.max_actions - 1
    if isinstance(action, str):
        try:
            action = int(declared.parse_action(action))
        except (ValueError, KeyError):
            return Message("engine.why.unknown", {"name": action})
    if not 0 <= action <= last:
        return Message("engine.why.number", {"id": action, "last": last})
    code = int(position.game.entry("position_kernel", "why")(position.states(), action))
    if not code:
        return None
    if declared.reason_message is not None:
        return declared.reason_message(position.state, code, action)
    return Message(f"{position.game.name}.why.{code}", {}, reason_text(declared, position.state, code, action))


def prompt_message(position: BasePosition) -> Message:
    """Who has to decide, and what."""
    if position.to_move == OVER:
        return Message("engine.prompt.over")
    if position.to_move == CHANCE:
        return Message("engine.prompt.chance")
    if position.game.declared.prompt_message is not None:
        return position.game.declared.prompt_message(position.state, position.to_move)
    return Message("engine.prompt.decide", {"seat": position.to_move})


def ending_message(position: BasePosition) -> Message:
    """How a finished game ended."""
    if position.game.declared.ending_message is not None:
        return position.game.declared.ending_message(position.state)
    return Message(f"{position.game.name}.ending.{position.ending}", {}, position.ending)


def outcome_message(position: BasePosition) -> Message:
    """Who has won a finished game, and how it ended; raises :class:`~magnate.errors.NotFinished` before the end."""
    utility = position.utility()
    winners = [seat for seat, share in enumerate(utility) if share == max(utility)]
    how = "share" if len(winners) > 1 else "win"
    return Message(f"engine.outcome.{how}", {"ending": ending_message(position), "winners": winners})


def rules_message(game: BaseGame, *, titled: bool = False) -> Message:
    """The rules that a game is played by: its preset, and each option that is not as there.

    The preset is named as people type it, or with ``titled`` by its title. Screens that name a preset show this.

    >>> from magnate import load
    >>> str(rules_message(load("monopoly", auctions=False, start_cash=1000)))
    'official, dollars at the start: 1,000, without auctions'
    """
    name = game.name
    rules = Message("engine.rules.preset", {"preset": game.preset})
    if titled:
        rules = Message(f"{name}.preset.{game.preset}", {}, game.preset)
    for option, value in game.overrides.items():
        rules = Message("engine.rules.and", {"rules": rules, "change": _change(name, option, value)})
    return rules


def _change(name: str, option: str, value: Any) -> Message:
    """How one option is set in the game of that name."""
    what = Message(f"{name}.rule.{option}", {}, option.replace("_", " "))
    if isinstance(value, bool):
        return Message(f"engine.rules.{'with' if value else 'without'}", {"what": what})
    if isinstance(value, int | float):
        return Message("engine.rules.number", {"what": what, "value": value})
    text = value if isinstance(value, str) else json.dumps(value)
    shown = Message(f"{name}.choice.{option}.{text}", {}, text if len(text) <= MOST else f"{text[: MOST - 1]}…")
    return Message("engine.rules.is", {"what": what, "value": shown})
