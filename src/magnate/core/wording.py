"""What a position tells its players: as messages that any language has words for, and in English.

A game gives ``action_message``, ``reason_message``, ``prompt_message`` and events with messages. A game that speaks
English only gives ``action_text`` and ``reason_text`` instead of the first two, and no messages.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from ..messages import Message
from .contract import CHANCE, OVER
from .game_module import action_text, reason_text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .base_game import BaseGame
    from .narration import Event
    from .position import BasePosition

MOST: Final = 40
"""Characters of an option's value that no words are for; a longer one is cut."""


def event_message(position: BasePosition, event: Event) -> Message:
    """What an event of the game says."""
    if event.message is not None:
        return event.message
    return Message(f"{position.game.name}.event.{event.key}", event.params, event.text)


def action_message(position: BasePosition, action: int) -> Message:
    """What an action (by its id) would do, for the seat that is to move."""
    return action_messages(position, [action])[0]


def action_messages(position: BasePosition, actions: Iterable[int]) -> list[Message]:
    """The same of several actions: the state is copied once."""
    declared, state = position.game.declared, position.state
    if declared.action_message is not None:
        return [declared.action_message(state, action) for action in actions]
    return [
        Message(
            f"{position.game.name}.action.{declared.action_facets(action).get('kind', 'do')}",
            {},
            action_text(declared, state, action),
        )
        for action in actions
    ]


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
