"""Who plays the games of a training: drawn anew for each seat of each game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

import numpy as np

from ..agents.interface import CompiledAgent
from ..agents.spec import resolve
from ..errors import BadTraining

if TYPE_CHECKING:
    from ..engine.game import Game

__all__ = ["PAST", "RANDOM", "SELF", "Population"]

SELF: Final = "self"
"""The newest network."""
PAST: Final = "past"
"""One of the networks of earlier rounds."""
RANDOM: Final = "random"


class Population:
    """Agents with weights: each seat of each game is taken by one of them, drawn in proportion to its weight.

    ``weights`` has agents' specs, and :data:`SELF` and :data:`PAST`; the latter is one of the last ``past`` networks
    before the newest. As long as there is no network, the seats of both are random players'.

    Raises :class:`~magnate.errors.BadTraining` for an agent that is not compiled, and what
    :func:`~magnate.agents.spec.resolve` raises.
    """

    def __init__(self, game: Game, weights: Mapping[str, float], past: int) -> None:
        self._players = game.players
        self._past = past
        self._names = list(weights)
        total = sum(weights.values())
        self._shares = [weights[name] / total for name in self._names]
        specs = [RANDOM, *(name for name in self._names if name not in {SELF, PAST, RANDOM})]
        self._row = {spec: number for number, spec in enumerate(specs)}
        self.rows = np.array([_row(game.name, spec) for spec in specs])
        """The parameters (rows, PARAMS) of the compiled policies; those of random play come first."""

    def seats(self, games: int, networks: int, seed: int) -> np.ndarray:
        """Who plays each seat (games, P): a row of :attr:`rows`, or ``-1 - k`` for network k of so many.

        The newest network is the first.
        """
        draws = np.random.default_rng(seed)
        taken = draws.choice(len(self._names), size=(games, self._players), p=self._shares)
        earlier = -2 - draws.integers(max(1, min(networks - 1, self._past)), size=taken.shape)
        found = np.zeros(taken.shape, np.int64)
        for number, name in enumerate(self._names):
            if name in self._row:
                found[taken == number] = self._row[name]
            elif networks:
                found = np.where(taken == number, earlier if name == PAST and networks > 1 else -1, found)
        return found


def _row(game: str, spec: str) -> tuple[float, ...]:
    """The parameters of a compiled agent."""
    agent = resolve(game, spec)
    if not isinstance(agent, CompiledAgent):
        raise BadTraining(
            f'the agent "{spec}" is not compiled, so that training cannot play with it',
            hint=f"{SELF}, {PAST} and the agents that `magnate agents {game}` lists can be in the population",
        )
    return agent.row
