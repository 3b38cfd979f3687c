"""Questions of games that a network learns from, played on from each of their answers.

The results of whole games teach little of a single answer: luck is far greater than what hangs on it. So some positions
in which just the given answers are legal are played on from each of them. The same agents have the same seats, and the
dice are the same. So much of the luck cancels out of the difference (common random numbers: Glasserman and Yao, "Some
guidelines and guarantees for common random numbers", 1992).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from ..core.binding import LIMIT
from ..core.run import Run, play_games
from ..errors import BadTraining
from ..runtime.stream import deal_seed
from ..values.schema import action_names
from .population import PAST, SELF, Population

if TYPE_CHECKING:
    from ..core.game import Game

__all__ = ["Answers", "Questions"]

AT_ONCE: Final = 64
"""Positions that are looked at, for each that is wanted at most: most are no such questions."""


@dataclass(frozen=True, slots=True)
class Answers:
    """What n questions lead to, by their answers.

    ``states`` (n * answers) are the positions after each answer, those of a question side by side. ``shares``
    (n * answers, P) are the mean win shares of all seats in the games that were played on from there.
    """

    states: np.ndarray
    shares: np.ndarray


class Questions:
    """Finds questions with these ``answers`` among positions of a game, and plays on from them.

    ``agents`` are weights of compiled agents, as in :class:`.population.Population`. Raises
    :class:`~magnate.errors.BadTraining` for answers that are no actions of the game, and for agents that learn.
    """

    def __init__(self, game: Game, answers: Sequence[str], agents: Mapping[str, float]) -> None:
        names = action_names(game.name)
        unknown = [one for one in answers if one not in names]
        if unknown:
            raise BadTraining(f'"{unknown[0]}" is no action of {game.name}', hint="answers are names of actions")
        learning = [one for one in (SELF, PAST) if one in agents]
        if learning:
            raise BadTraining(f'"{learning[0]}" cannot play questions on', hint="name compiled agents")
        self._game = game
        self._answers = sorted(names.index(one) for one in answers)
        self._agents = Population(game, agents, 0)

    def found(self, states: np.ndarray, most: int, seed: int) -> np.ndarray:
        """The states (n * answers) after each answer to at most so many of the questions among ``states``, drawn."""
        order = np.random.default_rng(seed).permutation(len(states))[: AT_ONCE * most]
        ends: list[np.ndarray] = []
        for one in order:
            position = self._game.position(states[one : one + 1].copy())
            if position.legal_ids() == self._answers:
                ends += [position.copy().apply(action).states() for action in self._answers]
            if len(ends) >= most * len(self._answers):
                break
        return np.concatenate(ends) if ends else states[:0]

    def played_on(self, ends: np.ndarray, games: int, seed: int, threads: int) -> Answers:
        """Play each of these positions on in so many games, which are alike for the answers to a question."""
        answers, players = len(self._answers), self._game.players
        questions = len(ends) // answers
        seats = self._agents.seats(questions * games, 0, deal_seed(seed, "seats")).reshape(questions, 1, games, players)
        seeds = [
            deal_seed(seed, question, game)
            for question in range(questions)
            for _ in range(answers)
            for game in range(games)
        ]
        run = Run.of(
            self._game,
            seeds,
            np.repeat(seats, answers, axis=1).reshape(-1, players),
            self._agents.rows,
            states=np.repeat(ends, games),
            tracks=False,
        )
        results = play_games(run, threads=threads)
        won = np.where((results.ending == LIMIT)[:, None], 1.0 / players, results.utility)
        return Answers(ends, won.reshape(len(ends), games, players).mean(axis=1).astype(np.float32))
