"""Players for the tests, and games that they play."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

import numpy as np

import magnate
from magnate.agents import resolve_all
from magnate.agents.monopoly import Player
from magnate.agents.monopoly.decision_kinds import METHODS
from magnate.core.game import Game
from magnate.core.players import PythonAgentRunner, params_of
from magnate.core.run import Results, Run, play_batched

TABLES = (("thesis", 2), ("official", 2), ("thesis", 4), ("official", 4))

ROUNDS = 60
"""Games are capped early: long enough for every decision to come up."""


@cache
def game(preset: str = "thesis", players: int = 2) -> Game:
    return magnate.load("monopoly", preset=preset, players=players, max_rounds=ROUNDS)


def passing_on(methods: Iterable[str], *, listens: bool = False) -> type[Player]:
    """A class that overrides these methods by asking ``super()``."""

    def made(name: str) -> Any:
        return lambda self, *given: getattr(super(cls, self), name)(*given)

    cls = type("PassingOn", (Player,), {"listens": listens, **{name: made(name) for name in methods}})
    return cls


EVERY = passing_on(METHODS)


def same(one: Results, other: Results) -> bool:
    """Whether two runs have the same last positions and counts."""
    return bool((one.states == other.states).all() and (one.decisions == other.decisions).all())


def played(agents: Sequence[Any], where: Game, games: int = 10, width: int = 512) -> Results:
    """Games of seeds 0 on, so many at once."""
    resolved = resolve_all("monopoly", where.players, agents)
    asking = PythonAgentRunner(where, resolved, [str(seat) for seat in range(where.players)])
    seats = np.tile(np.arange(where.players), (games, 1))
    run = Run.of(where, range(games), seats, params_of(resolved))
    return play_batched(run, asking.answer, width=width, listener=asking.listener)
