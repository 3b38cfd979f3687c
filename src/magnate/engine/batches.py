"""Batches: hundreds of games that pause together, so that one call asks a Python agent about all of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

import numpy as np

from ..errors import AgentFailed, listing
from .binding import ABANDONED, FULL, MEMO, REFUSED, WAITING
from .records import copied

__all__ = ["Answer", "Batch", "Listener", "Pauses"]

LOG: Final = 512
"""Steps of a game that are noted until somebody who listens is told, at most."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Decisions that wait for one Python agent.

    ``games`` are their numbers, ``states`` what the deciding seat may see (copies: nothing done to them reaches the
    games), ``seats`` who decides, ``legal`` a tuple of ascending action ids for each, ``keys`` the numbers from which a
    policy in Python may derive random draws, as the compiled one in its place would have.
    """

    games: np.ndarray
    states: np.ndarray
    seats: np.ndarray
    legal: tuple[tuple[int, ...], ...]
    keys: np.ndarray

    def only(self, which: Sequence[int]) -> Batch:
        """Some of the decisions, by their places in this batch."""
        legal = tuple(self.legal[i] for i in which)
        return Batch(self.games[which], self.states.take(which), self.seats[which], legal, self.keys[which])


Answer = Callable[[int, Batch], "Sequence[int | None]"]
"""``answer(row, batch)``: what the agent in that row of ``params`` does, one legal action id a decision. None ends that
game, because its agent failed."""


class Listener(Protocol):
    """Who wants to be told what happens in games, step by step."""

    def wants(self, seats: np.ndarray) -> np.ndarray:
        """Which games: one boolean for each row of ``seats`` (the row of ``params`` in every seat)."""

    def begin(self, game: int, rows: np.ndarray, state: np.ndarray) -> None:
        """A game begins: who sits where, and its state as an array of length 1."""

    def hear(self, game: int, steps: Sequence[int]) -> None:
        """The next decisions and outcomes of a game, in their order."""

    def end(self, game: int) -> None:
        """A game is over, and all its steps have been told."""


class Pauses:
    """The games of a batch: which of them wait for Python agents, and what has happened since somebody was told.

    ``first`` is the number of the first game, ``rows`` say which row of ``params`` has which seat, ``max_legal`` is the
    most legal actions of a decision. ``failed`` is 0, or the seat + 1 of the agent that ended the game by its failure.
    """

    def __init__(self, first: int, rows: np.ndarray, states: np.ndarray, max_legal: int, listener: Listener | None):
        n = len(states)
        self.first = first
        self.rows = rows
        self.listener = listener
        self.shown = np.zeros(n, states.dtype)
        self.memos = np.zeros((n * rows.shape[1], MEMO), np.int64)
        self.legal = np.zeros((n, max_legal), np.int64)
        self.count, self.seat, self.keys, self.answer, self.status, self.failed = (
            np.zeros(n, np.int64) for _ in range(6)
        )
        self.told = np.zeros(0, np.int64) if listener is None else np.flatnonzero(listener.wants(rows))
        self.log = np.zeros((n if len(self.told) else 0, LOG), np.int64)
        self.logged = np.full(n, -1)
        self.logged[self.told] = 0
        if listener is not None:
            for i in self.told:
                listener.begin(first + int(i), rows[i], copied(states[i : i + 1]))

    def arrays(self) -> tuple[np.ndarray, ...]:
        """What ``advance`` takes between the job's arrays and the scratch."""
        answered = (self.count, self.seat, self.keys, self.answer, self.status)
        return self.shown, self.memos, self.legal, *answered, self.log, self.logged

    def ask(self, answer: Answer) -> None:
        """Tell what has happened, then ask every Python agent about its waiting games and note the answers."""
        refused = np.flatnonzero(self.status == REFUSED)
        if len(refused):
            self._complain(int(refused[0]))
        self.tell((self.status == WAITING) | (self.status == FULL))
        waiting = np.flatnonzero(self.status == WAITING)
        rows = self.rows[waiting, self.seat[waiting]]
        for row in np.unique(rows):
            games = waiting[rows == row]
            legal = tuple(tuple(self.legal[i, : self.count[i]].tolist()) for i in games)
            batch = Batch(games + self.first, self.shown.take(games), self.seat[games], legal, self.keys[games])
            answers = answer(int(row), batch)
            if len(answers) != len(games):
                raise AgentFailed(
                    f"an agent gave {len(answers)} answers to {len(games)} decisions",
                    hint="return one action id for each decision, in their order",
                )
            for i, action in zip(games, answers, strict=True):
                if action is None:
                    self.status[i], self.failed[i] = ABANDONED, self.seat[i] + 1
                else:
                    self.answer[i] = action

    def tell(self, which: np.ndarray) -> None:
        """Tell the listener what has happened in these games (booleans) that it does not know yet."""
        if self.listener is None:
            return
        for i in np.flatnonzero(which & (self.logged > 0)):
            self.listener.hear(self.first + int(i), self.log[i, : self.logged[i]].tolist())
            self.logged[i] = 0

    def end(self) -> None:
        """All games are over: tell the rest."""
        if self.listener is not None:
            self.tell(np.ones(len(self.logged), np.bool_))
            for i in self.told:
                self.listener.end(self.first + int(i))

    def _complain(self, i: int) -> None:
        legal = self.legal[i, : self.count[i]].tolist()
        raise AgentFailed(
            f"the agent in seat {self.seat[i]} of game {self.first + i} answered {self.answer[i]}, which is not legal",
            hint=f"legal action ids here: {listing(map(str, legal))}",
        )
