"""Positions of games of rule-based agents, for what is measured about the features of Monopoly."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

import magnate
from magnate.agents import resolve, spec
from magnate.agents.monopoly import guide
from magnate.core.agents import CompiledAgent
from magnate.core.binding import MEMO
from magnate.core.loader import kernel
from magnate.games.monopoly.state import STATE
from magnate.runtime.compiler import build
from magnate.runtime.stream import deal_seed, new_streams

AGENTS = (
    *(f"strategic:{name}" for name in spec.configurations("monopoly", "strategic")),
    "algorithmic",
    "baseline",
    "random",
)
"""Who plays: each seat of each game has one of these, drawn by lot."""


@dataclass(frozen=True)
class Positions:
    """Positions with the seat that had decided and the game that each is of; what each game was worth to each seat."""

    states: np.ndarray
    lookers: np.ndarray
    games: np.ndarray
    shares: np.ndarray

    def save(self, file: Path) -> None:
        """Write them to a file."""
        np.savez_compressed(file, **vars(self))


def positions_of(file: Path) -> Positions:
    """Read what :meth:`Positions.save` has written."""
    with np.load(file) as arrays:
        columns = {name: arrays[name] for name in arrays.files}
    states = np.empty(len(columns["states"]), STATE)  # a file forgets how its records are aligned
    states[:] = columns["states"]
    return Positions(**columns | {"states": states})


def play(preset: str, players: int, games: int, kept: int, seed: int) -> Positions:
    """Play so many games and keep so many positions of each."""
    table = magnate.load("monopoly", preset, players)
    rules, info = table.rules, table.info
    run = kernel("feature_study.games", rules, guide).play_and_keep
    build([run])
    agents = [resolve("monopoly", spec) for spec in AGENTS]
    params = np.array([agent.row for agent in agents if isinstance(agent, CompiledAgent)])
    rng = np.random.default_rng(seed)
    states = table.start_states(games)
    held = np.zeros(games * kept, rules.STATE)
    lookers, counts = np.zeros(games * kept, np.int64), np.zeros(games, np.int64)
    utility = np.zeros((games, players))
    run(
        states,
        new_streams([deal_seed("features", preset, players, seed, i) for i in range(games)]),
        rng.integers(len(agents), size=(games, players)),
        params,
        rng.integers(2**60, size=games),
        np.zeros(1, rules.STATE),
        np.zeros(info.max_legal, np.int64),
        np.zeros((players, MEMO), np.int64),
        np.zeros(info.max_outcomes, np.int64),
        np.zeros(info.max_outcomes, np.int64),
        held,
        lookers,
        counts,
        utility,
    )
    there = (np.arange(kept) < counts[:, None]).ravel()
    of_game = np.repeat(np.arange(games), kept)[there]
    return Positions(held[there], lookers[there], of_game, utility)


def kept_or_played(file: Path | None, preset: str, players: int, games: int, kept: int, seed: int) -> Positions:
    """The positions in the file if there is one; else they are played, and written to it."""
    if file is not None and file.exists():
        return positions_of(file)
    found = play(preset, players, games, kept, seed)
    if file is not None:
        found.save(file)
    return found
