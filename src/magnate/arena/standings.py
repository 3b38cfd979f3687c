"""What a tournament has shown: the ranking, the seats, and how the games ended. It is a function of the seed alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..engine.contract import GameInfo
from .statistics import Estimate, estimate, share_estimate
from .tally import Tally

__all__ = ["Standing", "Standings", "standings"]


@dataclass(frozen=True, slots=True)
class Standing:
    """One agent's line: its games, its share of the wins, and the means of what the game counts."""

    rank: int
    agent: str
    games: int
    win_share: Estimate
    means: dict[str, Estimate]

    def as_dict(self) -> dict[str, Any]:
        """The line for JSON."""
        means = {name: found.as_dict() for name, found in self.means.items()}
        return {
            "rank": self.rank,
            "agent": self.agent,
            "games": self.games,
            "win_share": self.win_share.as_dict(),
            **means,
        }


@dataclass(frozen=True, slots=True)
class Standings:
    """The whole result.

    ``tables`` has each set's agents with their shares of the win at that table; ``capped`` is how many games a cap
    ended, not the game itself.
    """

    ranking: tuple[Standing, ...]
    seats: tuple[Estimate, ...]
    tables: tuple[dict[str, Estimate], ...]
    endings: dict[str, int]
    capped: int
    games: int
    deals: int
    decisions: int

    @property
    def capped_share(self) -> float:
        """The share of the games that a cap ended."""
        return self.capped / self.games

    def as_dict(self) -> dict[str, Any]:
        """The result for JSON."""
        return {
            "games": self.games,
            "deals": self.deals,
            "decisions": self.decisions,
            "ranking": [standing.as_dict() for standing in self.ranking],
            "seats": [{"seat": seat, "win_share": found.as_dict()} for seat, found in enumerate(self.seats)],
            "tables": [{name: found.as_dict() for name, found in table.items()} for table in self.tables],
            "endings": self.endings,
            "capped": {"games": self.capped, "share": round(self.capped_share, 6)},
        }


def standings(tally: Tally, names: list[str], info: GameInfo) -> Standings:
    """Rank the entrants by their share of the wins (equal shares: in the order in which they were named)."""
    lines = []
    for entrant in range(len(names)):
        share = share_estimate(tally.win_shares(entrant), *tally.win_range(entrant))
        means = {
            measure: (share_estimate if measure == "bankrupt" else estimate)(tally.means(measure, entrant))
            for measure in sorted(tally.measures)
        }
        lines.append((share, entrant, means))
    lines.sort(key=lambda line: (-line[0].mean, line[1]))
    ranking = tuple(
        Standing(rank, names[entrant], int(np.sum(_games(tally, entrant))), share, means)
        for rank, (share, entrant, means) in enumerate(lines, 1)
    )
    tables = tuple(
        {
            names[entrant]: share_estimate(
                tally.table_win_shares(table, entrant), *tally.table_win_range(table, entrant)
            )
            for entrant in members
        }
        for table, members in enumerate(tally.members)
    )
    seats = tuple(share_estimate(tally.seat_shares(seat)) for seat in range(tally.schedule.players))
    return Standings(
        ranking,
        seats,
        tables,
        tally.endings_by_name(info),
        tally.capped(info),
        tally.games,
        tally.schedule.deals,
        tally.decisions,
    )


def _games(tally: Tally, entrant: int) -> list[int]:
    """How many games of each table the entrant played."""
    return [tally.schedule.games_per_table for members in tally.members if entrant in members]
