"""How ``magnate watch`` tells a game: to people in sentences, to programs as JSON lines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .console import print_json_line
from .session import say, say_board
from .words import Words

if TYPE_CHECKING:
    from ..core.position import Position

__all__ = ["Lines", "Text"]


class Text:
    """For people: sentences, and with ``board`` the board whenever the turn passes on."""

    def __init__(self, board: bool, words: Words) -> None:
        self.words = words
        self.board = board
        self.turn = -1

    def begins(self, position: Position, names: Sequence[str]) -> None:
        """What is played, and by whom."""
        game = position.game
        about = {"players": game.players, "preset": self.words.rules(game), "seed": position.seed}
        say(self.words("about", title=self.words.title(game), **about))
        say(self.words.seated(names))
        say()

    def moves(self, position: Position) -> None:
        """The board before a decision, where another seat is to move than last time."""
        if self.board and position.settled and position.to_move != self.turn:
            self.turn = position.to_move
            say_board(str(position), self.words)
            say()

    def happened(self, position: Position) -> None:
        """The last step's events."""
        for event in position.events_for(None):
            say(self.words.event(position, event))

    def ends(self, position: Position, names: Sequence[str]) -> None:
        """The final board, and who has won."""
        say_board(str(position), self.words)
        say(f"\n{self.words.ending(position, names)}")


class Lines:
    """For programs: one JSON object a line; the first names the game, the last has the result."""

    def __init__(self, words: Words) -> None:
        self.words = words

    def begins(self, position: Position, names: Sequence[str]) -> None:
        """What is played, and by whom."""
        game = position.game
        about = {"game": game.name, "preset": game.preset, "players": game.players, "seed": position.seed}
        print_json_line("watch.game", **about, agents=list(names))

    def moves(self, position: Position) -> None:
        """Nothing: events tell everything."""

    def happened(self, position: Position) -> None:
        """The last step's events."""
        for event in position.events_for(None):
            about = {"key": event.key, "text": self.words.event(position, event), "params": dict(event.params)}
            print_json_line("watch.event", step=position.steps, **about)

    def ends(self, position: Position, names: Sequence[str]) -> None:  # noqa: ARG002 - the first line names them
        """How it ended."""
        shares, scores = list(position.utility()), list(position.score())
        print_json_line("watch.result", ending=position.ending, utility=shares, score=scores, steps=position.steps)
