"""The plain means of what games count, for pairs of agents and for the field: no intervals, exact sums."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from .games import Games

__all__ = ["Measures", "Pair", "field_means", "pairs"]


@dataclass(frozen=True, slots=True)
class Measures:
    """Means over ``games``: the share of the win, the share ended by a cap, and each fact (or each part of it)."""

    games: int
    means: dict[str, float | dict[str, float]]

    def as_dict(self) -> dict[str, Any]:
        """The means for JSON."""
        rounded = {
            name: {part: round(mean, 6) for part, mean in found.items()} if isinstance(found, dict) else round(found, 6)
            for name, found in self.means.items()
        }
        return {"games": self.games, **rounded}


@dataclass(frozen=True, slots=True)
class Pair:
    """What ``agent`` did in the games with ``opponent`` at the table."""

    agent: str
    opponent: str
    measures: Measures

    def as_dict(self) -> dict[str, Any]:
        """The pair for JSON."""
        return {"agent": self.agent, "opponent": self.opponent, **self.measures.as_dict()}


class _Columns:
    """All measures of games as one array (n, P, m), each with its name and the part of it that a column is."""

    def __init__(self, games: Games) -> None:
        self.labels: list[tuple[str, str]] = [("win_share", ""), ("capped", "")]
        columns = [games.shares, np.repeat(games.capped[:, None], games.players, axis=1)]
        for name in sorted([*(name for name in games.facts if name != "decisions"), *games.seats]):
            values = games.by_seat(name)
            if values.ndim == 2:
                self.labels.append((name, ""))
                columns.append(values)
            else:
                parts = games.parts(name)
                self.labels += [(name, part) for part in parts]
                columns += [values[:, :, column] for column in range(len(parts))]
        self.columns = columns

    def sums(self, rows: slice, mask: np.ndarray) -> np.ndarray:
        """The sum of each measure over the marked seats of some games."""
        return np.array([float(column[rows][mask].sum(dtype=np.float64)) for column in self.columns])

    def measures(self, sums: np.ndarray, count: int, games: int) -> Measures:
        """The means of ``count`` seats in ``games`` games."""
        means: dict[str, Any] = {}
        for (name, part), total in zip(self.labels, sums.tolist(), strict=True):
            if part:
                means.setdefault(name, {})[part] = total / count
            else:
                means[name] = total / count
        return Measures(games, means)


def field_means(games: Games) -> Measures:
    """The means over every seat of every game."""
    columns = _Columns(games)
    every = np.ones((len(games), games.players), bool)
    return columns.measures(columns.sums(slice(None), every), every.size, len(games))


def pairs(games: Games, tables: Sequence[tuple[int, slice]]) -> tuple[Pair, ...]:
    """What each agent did in the games with each other one; ``tables`` says where each table's games stand.

    An agent with several seats counts with each of them.
    """
    columns = _Columns(games)
    sums: dict[tuple[int, int], np.ndarray] = {}
    counts: dict[tuple[int, int], np.ndarray] = {}
    for table, rows in tables:
        seating = games.seating[rows]
        members = sorted(set(games.tables[table]))
        for agent in members:
            found = columns.sums(rows, seating == agent)
            count = np.array([games.tables[table].count(agent) * len(seating), len(seating)])
            for pair in ((agent, opponent) for opponent in members if opponent != agent):
                sums[pair] = sums.get(pair, 0.0) + found
                counts[pair] = counts.get(pair, 0) + count
    return tuple(
        Pair(
            games.names[agent], games.names[opponent], columns.measures(sums[agent, opponent], int(seats), int(played))
        )
        for (agent, opponent), (seats, played) in sorted(counts.items())
    )
