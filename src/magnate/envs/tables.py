"""Many games of one kind at once, each with one learner; all other seats are compiled agents.

All games go on together, by two calls of compiled code a step: the engine's ``advance`` plays each until its learner is
to decide or it is over, and its ``observing`` writes what the learners see.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import numpy as np

from ..agents import CompiledAgent, resolve
from ..agents.interface import PAUSE, Agent
from ..core.binding import FINISHED, LIMIT, MEMO, RUNNING, WAITING
from ..core.game import Game
from ..core.loader import kernel
from ..core.run import params_row
from ..errors import BadAgent
from ..runtime.compiler import build
from ..runtime.stream import SEED_LIMIT, new_streams

__all__ = ["Tables"]

NOTHING = -1
"""An answer that no game takes, so that the game goes on waiting."""


class Tables:
    """``count`` games of ``game``, whose learners' opponents are ``opponents``.

    These are the compiled agents clockwise from the learner's seat on, or one for all. ``learners`` are the learners'
    seats (None: each game draws one). ``limit`` decisions of the learner end a game (None: the game's own bound on all
    decisions is the only one). Everything in a game follows from the generator
    that :meth:`deal` is handed and from the learner's actions, whatever the other games do.

    Raises :class:`~magnate.errors.BadAgent` for the wrong number of opponents, or for one that is not compiled.
    """

    def __init__(
        self, game: Game, opponents: Agent | Sequence[Agent], learner: int | None, limit: int | None, count: int
    ) -> None:
        self.game = game
        self._learner = learner
        self._limit = game.info.max_decisions if limit is None else limit
        self._params = np.array([params_row(PAUSE), *_rows(game, opponents)])
        self._advance = kernel("drivers", game.rules, game.guide).advance
        self._observe = kernel("position_kernel", game.rules).observe_many
        build([kernel("drivers", game.rules).new_games, self._advance, self._observe], game.progress)
        info, seats = game.info, game.players
        self.states, self._shown = game.start_states(count), game.start_states(count)
        self._fresh = game.start_states(1)
        self._streams = new_streams([0] * count)
        self.seats = np.zeros((count, seats), np.int64)
        self.learners = np.zeros(count, np.int64)
        self._memos = np.zeros((count, seats, MEMO), np.int64)
        self._legal = np.zeros((count, info.max_legal), np.int64)
        self._counts, self._movers, self._keys, self.answers, self.endings, self.decisions, self._chances = (
            np.zeros(count, np.int64) for _ in range(7)
        )
        self.status = np.full(count, FINISHED)
        self._taken = np.zeros(count, np.int64)
        self._log, self._logged = np.zeros((0, 1), np.int64), np.full(count, -1)
        self._out, self._weight = np.zeros((2, max(1, info.max_outcomes)), np.int64)
        self.utility, self.score = np.zeros((2, count, seats))
        self._tracks = np.zeros((count, info.tracked), np.int64)
        self._row = np.zeros(info.features)

    def deal(self, i: int, dice: np.random.Generator) -> None:
        """Set game ``i`` up anew; its seed, and the learner's seat if it is drawn, come from ``dice``."""
        seats = self.game.players
        learner = int(dice.integers(seats)) if self._learner is None else self._learner
        self.learners[i] = learner
        self.seats[i] = (np.arange(seats) - learner) % seats  # row 0 of the parameters is the learner's
        self.states[i] = self._fresh[0]
        self._streams[i] = np.zeros(1, self._streams.dtype)[0]
        self._streams["seed"][i] = dice.integers(SEED_LIMIT)
        self.status[i] = RUNNING
        for one in (self._taken, self._memos, self.endings, self.decisions, self.utility, self.score, self._tracks):
            one[i] = 0

    def end(self, which: np.ndarray) -> None:
        """End these games (booleans) as they stand."""
        self.status[which] = FINISHED

    @property
    def over(self) -> np.ndarray:
        """Which games are over."""
        return self.status == FINISHED

    @property
    def cut(self) -> np.ndarray:
        """Which games were cut short by a limit of decisions."""
        return self.over & (self.endings == LIMIT)

    def go_on(self) -> None:
        """Give the waiting learners' ``answers`` (legal ones) and play until all games wait again or are over."""
        memos = self._memos.reshape(-1, MEMO)
        self._taken += (self.status == WAITING) & (self.answers != NOTHING)
        self._advance(
            *(self.states, self._streams, self.seats, self._params, self.game.info.max_decisions),
            *(self._shown, memos, self._legal),
            *(self._counts, self._movers, self._keys, self.answers, self.status, self._log, self._logged),
            *(self._out, self._weight, self.utility, self.score, self.endings, self.decisions, self._chances),
            self._tracks,
        )
        self.answers[:] = NOTHING
        self.status[~self.over] = WAITING  # a game that was given no answer has refused it
        long = ~self.over & (self._taken >= self._limit)
        self.status[long], self.endings[long] = FINISHED, LIMIT

    def observe(self) -> tuple[np.ndarray, np.ndarray]:
        """What the learners see (n, features) and which actions they may take (n, actions), as new arrays."""
        features = np.empty((len(self.states), self.game.info.features), np.float32)
        masks = np.empty((len(self.states), self.game.info.max_actions), np.int8)
        self._observe(
            *(self.states, self._streams, self._shown, self.learners, self.status, self._legal, self._counts),
            *(self._row, features, masks),
        )
        return features, masks

    def shares(self) -> np.ndarray:
        """What each game is worth to its learner so far: 0 until it is over."""
        found: np.ndarray = self.utility[np.arange(len(self.learners)), self.learners]
        return found


def _rows(game: Game, opponents: Agent | Sequence[Agent]) -> list[tuple[float, ...]]:
    """The opponents' rows of parameters, clockwise from the learner on."""
    wanted = game.players - 1
    listed: list[Agent] = list(opponents) if isinstance(opponents, list | tuple) else [cast(Agent, opponents)] * wanted
    if len(listed) != wanted:
        raise BadAgent(f"{len(listed)} opponents for {wanted} seats", hint=f"give {wanted}, or one for all of them")
    found = [resolve(game.name, agent) for agent in listed]
    for agent, asked in zip(found, listed, strict=True):
        if not isinstance(agent, CompiledAgent):
            raise BadAgent(
                f"{asked!r} is no compiled agent, and opponents play in compiled code",
                hint=f"name compiled ones ({', '.join(game.agent_names())}), or take magnate.envs.pettingzoo",
            )
    return [agent.row for agent in found if isinstance(agent, CompiledAgent)]
