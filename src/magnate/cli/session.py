"""A game at the terminal: what it says, whose turn it is, and what the person typed."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ..catalogue import HUMAN, called, is_human
from ..errors import IllegalAction, MagnateError, SaveFailed
from ..messages import Message, catalogue, chosen_language
from ..skins import real, shown

if TYPE_CHECKING:
    from ..core.game import Game, Position
    from ..core.narration import Event


__all__ = ["Session", "Words", "say", "say_board"]


# ------------------------------------------------------------------ Texts of a game, in the language that was asked for


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

    def said(self, messages: Iterable[Message]) -> str:
        """Messages one after the other."""
        return "; ".join(self._catalogue.render(message) for message in messages)

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


# ---------------------------------------------------------------------------------------------------------- The session


def say(text: str = "") -> None:
    """Print a line of the game to stdout, at once."""
    sys.stdout.write(f"{shown(text)}\n")
    sys.stdout.flush()


def say_board(board: str, words: Words) -> None:
    """Print a board between empty lines, or, where the terminal is too narrow for it, say so; an empty one is none."""
    if not board.strip():
        return
    wide = max(map(len, board.splitlines()))
    room = shutil.get_terminal_size().columns
    fits = room >= wide or not sys.stdout.isatty()
    say(f"\n{board}" if fits else f"\n{words('too_narrow', wide=wide, room=room)}")


MOST_DIGITS: Final = 9
"""Of the number of an action; what is longer is no number of one (and more than Python reads, at some length)."""


def number_in(text: str) -> int | None:
    """The number that was typed, in anybody's decimal digits; None for anything else.

    >>> number_in("12"), number_in("۳"), number_in("²"), number_in("b2")
    (12, 3, None, None)
    """
    return int(text) if text.isdecimal() and len(text) <= MOST_DIGITS else None


HINT_SECONDS: Final = 1.0
"""How long games are played on for a hint."""
HINT_SEEDS: Final = 1 << 32


class Session:
    """One game between people at this terminal and agents.

    ``humans`` are the seats that people play; ``agents`` has a spec for every seat (for people: what a record calls
    them, or anything). Input comes line by line from ``read``, which returns None at its end. ``words`` are those of
    the language it is held in.
    """

    def __init__(
        self,
        game: Game,
        humans: Iterable[int],
        agents: Sequence[str],
        position: Position,
        read: Callable[[], str | None],
        words: Words,
    ) -> None:
        from ..agents import resolve_all
        from ..core.players import Players

        self.game = game
        self.humans = frozenset(humans)
        self.position = position
        self.read = read
        self.words = words
        specs = ["random" if seat in self.humans else spec for seat, spec in enumerate(agents)]
        self.table = Players(game, resolve_all(game.name, game.players, specs))
        self.names = [HUMAN if seat in self.humans and not is_human(spec) else spec for seat, spec in enumerate(agents)]
        self._saved_at, self._saved_to = 0, ""
        self._decisions = self._own_decisions()
        self._shown_board = ""

    def run(self) -> bool:
        """Play until the end or until the person leaves; returns whether the game was finished."""
        self._tell(self.position)
        while not self.position.is_over:
            if self.position.to_move in self.humans:
                if not self._ask():
                    return False
            else:
                self._act(self.table.choose(self.position))
        say_board(str(self.position), self.words)
        say(self.words.ending(self.position, self.names))
        return True

    def saved(self, path: Path) -> None:
        """Note that the game as it stands is in that file."""
        self._saved_at, self._saved_to = self.position.steps, str(path)

    def unsaved(self) -> str:
        """What a person who leaves now should know about the game's being saved; empty where all of it is."""
        if not self._saved_to:
            return self.words.part("not_saved") if self.position.steps else ""
        same = self._saved_at == self.position.steps
        return "" if same else self.words.part("rest_not_saved", file=self._saved_to)

    def _act(self, action: int | str) -> None:
        self.position.apply(action)
        self._tell(self.position)

    def _tell(self, position: Position) -> None:
        """Print what happened, as far as somebody at this terminal may know it."""
        for event in position.events:
            if any(event.for_seat(seat) for seat in self.humans):
                say(f"  {self.words.event(position, event)}")

    def _ask(self) -> bool:
        """One decision of a person; returns False when the person leaves."""
        seat = self.position.to_move
        shown = self.position.shown_to(seat)
        board = str(shown)
        if self.position.settled and board != self._shown_board:
            self._show(board, shown, seat)
            self._shown_board = board
        self._list(seat)
        while True:
            line = self.read()
            if line is None:
                return False
            word, _, rest = line.strip().partition(" ")
            if word in {"q", "quit"} and not rest:
                return False
            if word in {"h", "?", "help"} and not rest:
                say(self.words("help"))
            elif word in {"l", "list"} and not rest:
                self._list(seat)
            elif word in {"b", "board"} and not rest:
                self._show(board, shown, seat)
            elif word == "why":
                self._why(rest.strip())
            elif word in {"s", "save"}:
                self._save(rest.strip())
            elif word in {"t", "hint"} and not rest:
                self._hint(seat)
            elif word in {"u", "undo"} and not rest:
                if self._undo():
                    return True
            elif self._choose(line.strip()):
                return True

    def _show(self, board: str, shown: Position, seat: int) -> None:
        """Print the board and, in a game with hidden parts, what only this seat sees."""
        say_board(board, self.words)
        if self.game.info.hidden and self.game.declared.hand_text is not None:
            say(self.game.declared.hand_text(shown.state, seat))

    def _list(self, seat: int) -> None:
        """Print the numbered actions."""
        say()
        say(self.words("you_may", seat=seat))
        actions = self.position.legal()
        room = max(len(action.name) for action in actions)
        for number, action in enumerate(actions, 1):
            say(f"  {number:3d}  {action.name:<{room}}  {self.words.action(self.position, action.id)}")

    def _choose(self, text: str) -> bool:
        """Take an action by number or name; returns whether it was one."""
        actions = self.position.legal()
        before = self.position.steps
        if not text and len(actions) == 1:
            text = "1"
        if not text:
            self._answer("choose")
            return False
        number, text = number_in(text), real(text)
        if number is not None and not 1 <= number <= len(actions):
            self._answer("no_number", number=text, last=len(actions))
            return False
        try:
            self._act(text if number is None else actions[number - 1].id)
        except IllegalAction as error:
            reason = self.words.reason(self.position, text)
            self._answer("not_possible" if error.reason else "unknown", reason=reason)
            return False
        self._decisions.append(before)
        return True

    def _why(self, name: str) -> None:
        """Say why an action may not be taken."""
        if not name:
            self._answer("ask_why", name=self._example())
            return
        legal = self.position.legal()
        number, name = number_in(name), real(name)
        if number is not None and 1 <= number <= len(legal):
            name = legal[number - 1].name  # what is numbered is legal
        reason = self.words.reason(self.position, name)
        self._answer("not_possible" if reason else "possible", reason=reason, name=name)

    def _answer(self, key: str, **params: object) -> None:
        """Answer to what was typed."""
        say(f"  {self.words.part(key, **params)}")

    def _example(self) -> str:
        legal = {action.id for action in self.position.legal()}
        other = (action for action in range(self.game.info.max_actions) if action not in legal)
        return self.game.declared.action_name(next(other, 0))

    def _save(self, file: str) -> None:
        if not file:
            self._answer("name_a_file")
            return
        try:
            path = self.position.record(agents=self.names).save(Path(file).expanduser())
        except SaveFailed as error:
            say(f"  {error.message[:1].upper()}{error.message[1:]}.")
            return
        except RuntimeError as error:  # there is no such user, whose home it could lie in
            say(f"  Cannot write {file}: {str(error).rstrip('.')}.")
            return
        self.saved(path)
        self._answer("saved", file=str(path))

    def _hint(self, seat: int) -> None:
        """Tell good moves and the person's chance after each, by the eyes of this seat."""
        from ..analysis.hints import hint, move_messages
        from ..runtime.stream import deal_seed

        seed = deal_seed("hint", self.position.steps) % HINT_SEEDS
        found = hint(self.position, eyes=seat, seconds=HINT_SECONDS, seed=seed)
        say(f"  {self.words('hint' if found.quantity == 'win' else 'hint.share')}")
        for number, one in enumerate(found.moves, 1):
            numbers = {"share": f"{100 * one.shares[seat]:.1f}", "margin": f"{100 * (one.margin or 0):.1f}"}
            chance = self.words.part(f"hint.{one.source}", games=one.games, **numbers)
            move = self.words.said(move_messages(self.position.shown_to(seat, 0), one.move, seat))
            say(f"  {self.words.part('hint.move', number=number, move=move, chance=chance)}")
        if found.policy:
            say(f"  {self.words.part('hint.policy', policy=found.policy, seed=seed)}")

    def _undo(self) -> bool:
        """Go back to the person's previous decision by replaying the record up to it."""
        if not self._decisions:
            self._answer("nothing_to_undo")
            return False
        self.position = self.position.record().replay(self._decisions.pop(), self.game)
        self._shown_board = ""
        self._answer("undone")
        return True

    def _own_decisions(self) -> list[int]:
        """After how many steps the people at this terminal have decided so far."""
        if not self.position.steps:
            return []
        try:
            before = [position.to_move for position in self.position.record().positions(self.game)]
        except MagnateError:
            return []
        return [step for step, seat in enumerate(before[:-1]) if seat in self.humans]
