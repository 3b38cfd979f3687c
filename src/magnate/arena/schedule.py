"""Who plays whom, where they sit, and on which deals.

The unit of observation is a *deal group*: one deal (one seed) played in all P rotations of a circular seating, so
that every agent has every seat once with the same dice. The seating is drawn anew for each deal. All sets of agents
play the same deals, which makes their results comparable, and no deal depends on which other agents take part.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from ..engine.stream import deal_seed
from ..errors import BadAgent

__all__ = ["Block", "Schedule", "entrant_names", "fill_tables", "schedule"]


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of work: the deals ``first .. last - 1`` of one table, every rotation of each."""

    table: int
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Schedule:
    """All games of a tournament.

    ``tables``: the sets, each a tuple of ``players`` entrants (numbers; one may sit twice when there are fewer
    entrants than seats). ``deals``: how many deals each table plays, each in ``players`` rotations.

    >>> plan = schedule(entrants=3, players=2, games=5, seed=1)
    >>> plan.tables, plan.deals, plan.games
    (((0, 1), (0, 2), (1, 2)), 3, 18)
    """

    tables: tuple[tuple[int, ...], ...]
    players: int
    deals: int
    seed: int

    @property
    def games(self) -> int:
        """The number of games of all tables."""
        return len(self.tables) * self.games_per_table

    @property
    def games_per_table(self) -> int:
        """The number of games of one table: whole deal groups."""
        return self.deals * self.players

    def deal_seed(self, deal: int) -> int:
        """The seed of the dice and cards of a deal; the same at every table."""
        return deal_seed(self.seed, "deal", deal)

    def seating(self, deal: int) -> tuple[int, ...]:
        """The places of a table in the order in which they sit round the board at this deal.

        Place 0 comes first, since only the circle matters: each of the (P - 1)! circles is equally likely.
        """
        circle = list(range(self.players))
        for i in range(self.players - 1, 1, -1):
            j = 1 + deal_seed(self.seed, "seating", deal, i) % i
            circle[i], circle[j] = circle[j], circle[i]
        return tuple(circle)

    def lineups(self, block: Block) -> np.ndarray:
        """Which entrant has which seat: one row a game, deal by deal and within it rotation by rotation."""
        table = self.tables[block.table]
        circles = np.array([self.seating(deal) for deal in range(block.first, block.last)], dtype=np.int64)
        turns = (np.arange(self.players)[:, None] + np.arange(self.players)[None, :]) % self.players
        places = circles[:, turns].reshape(-1, self.players)
        return np.array(table, dtype=np.int64)[places]

    def seeds(self, block: Block) -> list[int]:
        """The deal's seed of each game of a block, in the order of :meth:`lineups`."""
        return [self.deal_seed(deal) for deal in range(block.first, block.last) for _ in range(self.players)]

    def blocks(self, most_games: int) -> list[Block]:
        """The work in pieces of at most ``most_games`` games (at least one deal), which together are everything."""
        step = max(1, most_games // self.players)
        return [
            Block(table, first, min(first + step, self.deals))
            for table in range(len(self.tables))
            for first in range(0, self.deals, step)
        ]


def fill_tables(entrants: int, players: int) -> tuple[tuple[int, ...], ...]:
    """The sets that meet: every combination of ``players`` entrants, or the list repeated until the table is full.

    >>> fill_tables(2, 4)
    ((0, 1, 0, 1),)
    """
    if entrants < players:
        return (tuple(seat % entrants for seat in range(players)),)
    return tuple(combinations(range(entrants), players))


def schedule(*, entrants: int, players: int, games: int, seed: int) -> Schedule:
    """The schedule with ``games`` games for each table, rounded up to whole deal groups.

    Raises :class:`~magnate.errors.BadAgent` when nobody takes part, and ``ValueError`` for fewer than one game.
    """
    if entrants < 1:
        raise BadAgent("nobody takes part", hint="name at least one agent, for example --agents baseline,random")
    if games < 1:
        raise ValueError(f"a tournament needs at least one game, not {games}")
    return Schedule(fill_tables(entrants, players), players, -(-games // players), seed)


def entrant_names(specs: Sequence[str]) -> list[str]:
    """The specs as distinct names: a spec that is listed again gets a number.

    >>> entrant_names(["random", "baseline", "random"])
    ['random', 'baseline', 'random#2']
    """
    seen: dict[str, int] = {}
    names = []
    for spec in specs:
        seen[spec] = seen.get(spec, 0) + 1
        names.append(spec if seen[spec] == 1 else f"{spec}#{seen[spec]}")
    return names
