"""Gambit's ``.nfg`` files: games of any number of players, with payoffs profile by profile or as numbered outcomes.

Profiles are listed with the first player's strategy changing fastest. A text in quotes after the names is a comment.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NoReturn

import numpy as np

from ..errors import BadStrategicGame
from .strategic import StrategicGame, exact, parse_payoff

__all__ = ["from_nfg", "to_nfg"]

TOKEN = re.compile(r'(?P<text>"(?:\\.|[^"\\])*")|(?P<brace>[{}])|(?P<word>[^\s{}",]+)|(?P<open>")', re.DOTALL)
"""A text in quotes, a brace or a word; commas are as good as spaces. ``open`` is a quote that nobody closes."""


def from_nfg(text: str) -> StrategicGame:
    r"""The game in the text of an ``.nfg`` file.

    Players and strategies without a name get their number; where a name stands twice, its number is put behind it.
    Raises :class:`~magnate.errors.BadStrategicGame` naming the line.

    >>> game = from_nfg('NFG 1 R "A game" { "Rose" "Colin" } { 2 2 }\n1 1  0 2  0 2  1 1')
    >>> game.payoffs[0].tolist(), game.payoff((1, 0))
    ([[1.0, 0.0], [0.0, 1.0]], (0.0, 2.0))
    """
    tokens = _Tokens.of(text)
    tokens.expect("NFG", "an .nfg file begins with NFG 1 R")
    tokens.expect("1", "only version 1 of the format is known")
    if tokens.take().word not in {"R", "D"}:
        tokens.fail("R or D (the kind of numbers) is missing", "an .nfg file begins with NFG 1 R")
    title = tokens.quoted("the title in quotes")
    players = tokens.quoted_list("the players' names")
    strategies = _strategies(tokens, len(players))
    if tokens.next_is_text():
        tokens.take()  # a comment
    sizes = [len(names) for names in strategies]
    numbers = _outcomes(tokens, len(players), sizes) if tokens.next_is("{") else _payoffs(tokens, len(players), sizes)
    if tokens.more():
        tokens.take()
        tokens.fail("there is more than a payoff for every player in every profile", _counted(len(players), sizes))
    # The first player's strategy changes fastest, so the axes come in the opposite order.
    payoffs = np.moveaxis(np.array(numbers).reshape(*reversed(sizes), len(players)), -1, 0)
    whole = payoffs.transpose(0, *reversed(range(1, payoffs.ndim)))
    return StrategicGame(whole, _named(players, "player "), tuple(_named(names) for names in strategies), title)


def to_nfg(game: StrategicGame) -> str:
    """A game as an ``.nfg`` file, with payoffs profile by profile."""
    lines = [
        f"NFG 1 R {_quoted(game.title)} {{ {' '.join(map(_quoted, game.players))} }}",
        "",
        "{ " + "\n  ".join(f"{{ {' '.join(map(_quoted, names))} }}" for names in game.strategies) + " }",
        '""',
        "",
    ]
    profiles = game.payoffs.transpose(*reversed(range(1, game.n + 1)), 0).reshape(-1, game.n)
    lines += [" ".join(exact(value) for value in profile) for profile in profiles.tolist()]
    return "\n".join(lines) + "\n"


@dataclass(frozen=True, slots=True)
class _Token:
    """A word of a file, and the line on which it stands."""

    word: str
    line: int
    is_text: bool


class _Tokens:
    """The words of a file, taken one after the other."""

    def __init__(self, every: Sequence[_Token]) -> None:
        self.every = every
        self.at = 0

    @classmethod
    def of(cls, text: str) -> _Tokens:
        """The words of a text."""
        found = []
        line, before = 1, 0
        for match in TOKEN.finditer(text):
            line += text.count("\n", before, match.start())
            before = match.start()
            if match["open"]:
                raise BadStrategicGame(f"line {line}: a quote is never closed", hint='close it by another "')
            is_text = match["text"] is not None
            word = re.sub(r'\\(["\\])', r"\1", match[0][1:-1]) if is_text else match[0]
            found.append(_Token(word, line, is_text))
        return cls(found)

    def more(self) -> bool:
        """Whether there are words left."""
        return self.at < len(self.every)

    def next_is(self, word: str) -> bool:
        """Whether this word comes next."""
        return self.more() and self.every[self.at] == _Token(word, self.every[self.at].line, is_text=False)

    def next_is_text(self) -> bool:
        """Whether a text in quotes comes next."""
        return self.more() and self.every[self.at].is_text

    def take(self) -> _Token:
        """The next word."""
        if not self.more():
            raise BadStrategicGame("the file ends too early", hint="see that all of it is there")
        self.at += 1
        return self.every[self.at - 1]

    def fail(self, what: str, hint: str) -> NoReturn:
        """Refuse the word that was taken last."""
        raise BadStrategicGame(f"line {self.every[self.at - 1].line}: {what}", hint=hint)

    def expect(self, word: str, hint: str) -> None:
        """Take this word."""
        found = self.take()
        if found.word != word or found.is_text:
            self.fail(f'"{found.word}" stands where {word} should', hint)

    def quoted(self, what: str) -> str:
        """Take a text in quotes."""
        found = self.take()
        if not found.is_text:
            self.fail(f'"{found.word}" stands where {what} should', "put names in quotes")
        return found.word

    def quoted_list(self, what: str) -> list[str]:
        """Take texts in braces."""
        self.expect("{", f"give {what} in braces")
        found = []
        while not self.next_is("}"):
            found.append(self.quoted(what))
        self.take()
        if not found:
            self.fail("a list of names is empty", f"give {what} in braces")
        return found

    def whole(self, what: str, least: int, most: int) -> int:
        """Take a whole number."""
        found = self.take()
        if found.is_text or not found.word.isdecimal() or not least <= int(found.word) <= most:
            self.fail(f'"{found.word}" stands where {what} should', f"give a whole number from {least} to {most}")
        return int(found.word)

    def payoff(self) -> float:
        """Take a payoff."""
        found = self.take()
        try:
            if found.is_text:
                raise BadStrategicGame(f'"{found.word}" is no payoff', hint="leave quotes away")
            return parse_payoff(found.word)
        except BadStrategicGame as error:
            self.fail(error.message, error.hint)


def _strategies(tokens: _Tokens, players: int) -> list[list[str]]:
    """The strategies' names, or empty ones where the file has only their numbers."""
    tokens.expect("{", "give the strategies in braces")
    found = []
    while not tokens.next_is("}"):
        if tokens.next_is("{"):
            found.append(tokens.quoted_list("the strategies' names"))
        else:
            found.append([""] * tokens.whole("a number of strategies", 1, 1_000_000))
    tokens.take()
    if len(found) != players:
        tokens.fail(f"there are strategies of {len(found)} players, and {players} players", "give those of each player")
    return found


def _payoffs(tokens: _Tokens, players: int, sizes: Sequence[int]) -> list[float]:
    """All payoffs, profile by profile."""
    count = players * int(np.prod(sizes))
    found: list[float] = []
    while tokens.more() and len(found) < count:
        found.append(tokens.payoff())
    if len(found) < count:
        raise BadStrategicGame(f"the file ends after {len(found)} of {count} payoffs", hint=_counted(players, sizes))
    return found


def _outcomes(tokens: _Tokens, players: int, sizes: Sequence[int]) -> list[float]:
    """All payoffs, by the number of the outcome of each profile; 0 is the outcome that gives nothing."""
    tokens.expect("{", "give the outcomes in braces")
    table = [[0.0] * players]
    while not tokens.next_is("}"):
        tokens.expect("{", 'give each outcome as { "name" 1, 2 }')
        tokens.quoted("an outcome's name")
        table.append([tokens.payoff() for _ in range(players)])
        tokens.expect("}", f"give each outcome {players} payoffs, one for each player")
    tokens.take()
    count = int(np.prod(sizes))
    numbers: list[int] = []
    while tokens.more() and len(numbers) < count:
        numbers.append(tokens.whole("the number of an outcome", 0, len(table) - 1))
    if len(numbers) < count:
        raise BadStrategicGame(
            f"the file ends after the outcomes of {len(numbers)} of {count} profiles",
            hint="give the number of an outcome for every profile",
        )
    return [value for number in numbers for value in table[number]]


def _counted(players: int, sizes: Sequence[int]) -> str:
    """How many payoffs are wanted."""
    return f"{' × '.join(map(str, sizes))} profiles have {players} payoffs each, {players * int(np.prod(sizes))} in all"


def _named(names: Sequence[str], kind: str = "") -> tuple[str, ...]:
    """The names, made different: Gambit does not ask for names, nor for different ones."""
    found: list[str] = []
    for number, name in enumerate(names, 1):
        own = name.strip() or f"{kind}{number}"
        found.append(own if own not in found else f"{own} ({number})")
    return tuple(found)


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
