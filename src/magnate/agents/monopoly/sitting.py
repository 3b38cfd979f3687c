"""Players at many tables: one object of a player's class for each game and seat, asked a batch at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import deepcopy
from typing import TYPE_CHECKING

import numpy as np

from ...core.binding import MEMO
from ...errors import AgentFailed, BadAgent
from .decision import BasePolicy, Decision, places
from .places import PAUSES
from .player import METHODS, Player
from .seat import Seat

if TYPE_CHECKING:
    from ...core.game import Game
    from ...core.narration import Event
    from ...core.run import Batch

__all__ = ["PlayerAgent"]


class PlayerAgent:
    """A class of players, or one player that is copied for each game, as the agent that the engine asks.

    See :class:`~magnate.agents.interface.PartlyCompiled`. Raises :class:`~magnate.errors.BadAgent` for another game
    than Monopoly, for a constructor that needs arguments or raises, and for a base that is no compiled agent.
    """

    def __init__(self, game: str, given: Player | type[Player], name: str | None = None) -> None:
        cls = given if isinstance(given, type) else type(given)
        if game != "monopoly":
            raise BadAgent(f"{cls.__name__} plays Monopoly, not {game}", hint="a Player is asked Monopoly's decisions")
        self.make: Callable[[], Player] = _made(cls) if isinstance(given, type) else lambda: deepcopy(given)
        first = self.make()
        self.name = name or str(getattr(first, "name", cls.__name__))
        self.listens = cls.is_told()
        self.topics = sum(1 << METHODS[method] for method in cls.overridden())
        self.row = _row(first.base, self.topics, self.name)

    def sit(self, game: Game) -> _Tables:
        """Begin a run of games, each with players of its own."""
        return _Tables(self, game)


def _made(cls: type[Player]) -> Callable[[], Player]:
    def make() -> Player:
        try:
            return cls()
        except (Exception, SystemExit) as error:  # a player is anybody's code and may raise anything
            raise BadAgent(
                f"{cls.__name__}() raised {type(error).__name__}: {error}",
                hint="a class is entered without arguments; enter an object, or give every parameter a default",
            ) from error

    return make


def _row(base: str, topics: int, name: str) -> tuple[float, ...]:
    """The parameters of the base agent, with the topics at which the drivers pause."""
    from ..interface import CompiledAgent
    from ..spec import resolve

    agent = resolve("monopoly", base)
    if not isinstance(agent, CompiledAgent):
        raise BadAgent(f'the base of {name}, "{base}", is no compiled agent', hint="name one of Monopoly's own agents")
    row = list(agent.row)
    row[PAUSES] = float(topics)
    return tuple(row)


class _Tables:
    """The players of one run (see :class:`~magnate.agents.interface.Sitting`)."""

    def __init__(self, agent: PlayerAgent, game: Game) -> None:
        self._agent = agent
        self._base = BasePolicy(game, agent.row)
        self._seats: dict[int, dict[int, Seat]] = {}
        self._memos = np.zeros((64, MEMO), np.int64)  # the base agent's notes, a row for each player
        self._made = 0

    def answer(self, batch: Batch) -> list[int | AgentFailed]:
        """What the players do at the decisions of a batch; one that fails spoils only its own game."""
        numbers = batch.seats.tolist()
        seats = [self._seat(game, number) for game, number in zip(batch.games.tolist(), numbers, strict=True)]
        rows = [seat.row for seat in seats]
        memos = self._memos[rows]
        proposals = self._base.propose(batch.states, batch.keys, memos).tolist()
        self._memos[rows] = memos
        where, keys = places(batch.states), batch.keys.tolist()
        answers: list[int | AgentFailed] = []
        for i, seat in enumerate(seats):
            states, memo = batch.states[i : i + 1], memos[i : i + 1]
            decision = Decision(self._base, states, where[i], numbers[i], batch.legal[i], keys[i], memo, proposals[i])
            try:
                answers.append(seat.decide(decision))
            except AgentFailed as error:
                answers.append(error)
        return answers

    def hear(self, game: int, seat: int, events: Sequence[Event]) -> None:
        """Hand events to the player in a seat."""
        self._seat(game, seat).hear(events)

    def leave(self, game: int) -> None:
        """Forget the players of a game that is over."""
        self._seats.pop(game, None)

    def _seat(self, game: int, seat: int) -> Seat:
        seats = self._seats.setdefault(game, {})
        if seat not in seats:
            agent = self._agent
            if self._made == len(self._memos):
                self._memos = np.concatenate([self._memos, np.zeros_like(self._memos)])
            seats[seat] = Seat(agent.make(), agent.name, seat, agent.topics, self._made)
            self._made += 1
        return seats[seat]
