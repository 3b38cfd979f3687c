"""What the terminal says of a game, in the language that was asked for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from ..messages import Message, catalogue, chosen_language
from ..people import called

if TYPE_CHECKING:
    from ..core.game import Game
    from ..core.narration import Event
    from ..core.position import Position

__all__ = ["Words"]


class Words:
    """The words of one language: those of the terminal by their key, and those of positions.

    Raises :class:`~magnate.errors.BadValue` for a language that there are no words in.
    """

    def __init__(self, language: str | None = None) -> None:
        self._catalogue = catalogue(chosen_language(language))

    def __call__(self, key: str, **params: Any) -> str:
        """The words that the terminal has under a key (``locales/<language>/terminal.json``)."""
        return self._catalogue.sentence(Message(f"terminal.{key}", params))

    def part(self, key: str, **params: Any) -> str:
        """As a call, for words that stand within a sentence."""
        return self._catalogue.render(Message(f"terminal.{key}", params))

    def title(self, game: Game) -> str:
        """What a game is called."""
        return self._catalogue.render(Message(f"{game.name}.title", {}, game.info.title))

    def rules(self, game: Game) -> str:
        """A game's preset and what differs from it, as ``official, without auctions``."""
        from ..core.wording import rules_message

        return self._catalogue.render(rules_message(game))

    def event(self, position: Position, event: Event) -> str:
        """What an event of a position says."""
        from ..core.wording import event_message

        return self._catalogue.sentence(event_message(position, event)) if event.message else event.text

    def action(self, position: Position, action: int) -> str:
        """What an action would do."""
        from ..core.wording import action_message

        return self._catalogue.render(action_message(position, action))

    def reason(self, position: Position, action: int | str) -> str:
        """Why an action may not be taken; empty where it may."""
        from ..core.wording import reason_message

        message = reason_message(position, action)
        return "" if message is None else self._catalogue.render(message)

    def seated(self, names: Iterable[str]) -> str:
        """Who sits where."""
        return self.listed(self.part("seated", seat=seat, name=called(name)) for seat, name in enumerate(names))

    def turn(self, position: Position) -> str:
        """Who is to move, as a sentence."""
        seat = position.to_move
        return self("seat_moves", seat=seat) if seat >= 0 else self("chance_moves")

    def ending(self, position: Position, names: Sequence[str] | None) -> str:
        """Who has won a finished game, and how it ended; ``names`` of the players are None where nobody knows them."""
        from ..core.wording import ending_message

        utility = position.utility()
        seats = [seat for seat, share in enumerate(utility) if share == max(utility)]
        winners = self.listed(
            self._catalogue.seats([seat]) if names is None else self.part("named", name=called(names[seat]), seat=seat)
            for seat in seats
        )
        won = Message(f"terminal.{'wins' if len(seats) == 1 else 'share'}", {"winners": winners})
        return self("over", ending=ending_message(position), won=won)

    def listed(self, words: Iterable[str]) -> str:
        """Words one after the other."""
        return self._catalogue.render(Message("engine.list.comma")).join(words)
