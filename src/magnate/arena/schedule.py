"""Who plays whom, where they sit, and on which deals.

The unit of observation is a *deal group*: one deal (one seed) played in all P rotations of a circular seating. So every
agent has every seat once with the same dice. The seating is drawn anew for each deal. All sets of agents play the same
deals, which makes their results comparable, and no deal depends on which other agents take part.
"""

from __future__ import annotations

import hashlib
import heapq
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import Final, Literal, TypeAlias, get_args

import numpy as np

from ..errors import BadAgent, listing
from ..runtime.stream import SEED_LIMIT, deal_seed

__all__ = ["PURPOSES", "Block", "Purpose", "Schedule", "choose_tables", "entrant_names", "purpose_seed", "schedule"]

Purpose: TypeAlias = Literal["final", "gate", "tuning"]
PURPOSES: Final[tuple[Purpose, ...]] = get_args(Purpose)
"""What deals are played for; each purpose has its own range of seeds. So agents are tuned on deals that no test uses,
and tested on deals that no published figure uses.
"""

MOST_TABLES: Final = 5_000_000
"""The most sets of agents that are listed, to play them all or to sample from them."""


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of work: the deals ``first .. last - 1`` of one table, every rotation of each."""

    table: int
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Schedule:
    """All games of a tournament.

    ``tables``: the sets, each an ascending tuple of ``players`` entrants (numbers), of which one may be there several
    times. ``deals``: how many deals each table plays,
    each in ``players`` rotations.

    >>> plan = schedule(["a", "b", "c"], players=2, games=5, seed=1)
    >>> plan.tables, plan.deals, plan.games
    (((0, 1), (0, 2), (1, 2)), 3, 18)
    """

    tables: tuple[tuple[int, ...], ...]
    players: int
    deals: int
    seed: int
    purpose: Purpose = "final"

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
        return purpose_seed(self.seed, self.purpose, deal)

    def seating(self, deal: int) -> tuple[int, ...]:
        """The places of a table in the order in which they sit round the board at this deal.

        Place 0 comes first, since only the circle matters: each of the (P - 1)! circles is equally likely.
        """
        circle = list(range(self.players))
        for i in range(self.players - 1, 1, -1):
            j = 1 + deal_seed(self.seed, "seating", deal, i) % i
            circle[i], circle[j] = circle[j], circle[i]
        return tuple(circle)

    def places(self, block: Block) -> np.ndarray:
        """Which place of the table sits in which seat: one row a game, deal by deal and within it by rotation."""
        circles = np.array([self.seating(deal) for deal in range(block.first, block.last)], dtype=np.int64)
        turns = (np.arange(self.players)[:, None] + np.arange(self.players)[None, :]) % self.players
        found: np.ndarray = circles[:, turns].reshape(-1, self.players)
        return found

    def lineups(self, block: Block) -> np.ndarray:
        """Which entrant has which seat, game by game in the order of :meth:`places`."""
        return np.array(self.tables[block.table], dtype=np.int64)[self.places(block)]

    def seeds(self, block: Block) -> list[int]:
        """The deal's seed of each game of a block, in the order of :meth:`lineups`."""
        return [self.deal_seed(deal) for deal in range(block.first, block.last) for _ in range(self.players)]

    def blocks(self, most_games: int) -> list[Block]:
        """The work in pieces of at most ``most_games`` games (at least one deal), which together are everything.

        All tables play their first deals before any plays later ones, so that a part of the work is a fair part.
        """
        step = max(1, most_games // self.players)
        return [
            Block(table, first, min(first + step, self.deals))
            for first in range(0, self.deals, step)
            for table in range(len(self.tables))
        ]

    def missing(self, there: Sequence[Sequence[tuple[int, int]]], most_games: int) -> list[Block]:
        """The work that is in no block yet; ``there`` has for each table its blocks' deals (first, last), ascending."""
        step = max(1, most_games // self.players)
        found = [
            Block(table, first, min(first + step, end))
            for table, spans in enumerate(there)
            for start, end in _gaps(spans, self.deals)
            for first in range(start, end, step)
        ]
        return sorted(found, key=lambda block: (block.first, block.table))


def _gaps(spans: Sequence[tuple[int, int]], end: int) -> Iterator[tuple[int, int]]:
    """What ascending spans leave free of 0 .. end - 1.

    >>> list(_gaps([(0, 4), (6, 9)], 12)), list(_gaps([(0, 12)], 12)), list(_gaps([], 12))
    ([(4, 6), (9, 12)], [], [(0, 12)])
    """
    reached = 0
    for first, last in [*spans, (end, end)]:
        if reached < first:
            yield reached, first
        reached = last


def purpose_seed(seed: int, purpose: Purpose, deal: int) -> int:
    """The seed of a deal that is played for this purpose by whatever has the seed ``seed``.

    Its two highest bits are the purpose's, so deals of two purposes are never the same, whatever the seeds they follow
    from.

    >>> [purpose_seed(seed, purpose, 0) >> 54 for purpose in PURPOSES for seed in (1, 2)]
    [0, 0, 1, 1, 2, 2]
    """
    span = SEED_LIMIT // 4
    return PURPOSES.index(purpose) * span + deal_seed(seed, "deal", purpose, deal) % span


def choose_tables(
    names: Sequence[str], players: int, most: int | None = None, *, copies: bool = False
) -> tuple[tuple[int, ...], ...]:
    """The sets that meet: every set of ``players`` entrants, or a sample of ``most`` of them.

    With ``copies`` an entrant may have several seats of a table, up to all of them: the sets are multisets. The sets
    stand in the order of their last member, then of the one before it, and so on. So sets with a new entrant come after
    all others. A sample takes the sets whose members' names have the smallest hashes. So with one entrant more or a
    larger sample, most of the sets stay.

    Raises :class:`~magnate.errors.BadAgent` when there are fewer entrants than seats (without ``copies``), more sets
    than can be listed, or an entrant that is in no set of the sample.

    >>> choose_tables(["a", "b", "c"], 2)
    ((0, 1), (0, 2), (1, 2))
    >>> choose_tables(["a", "b"], 3, copies=True)
    ((0, 0, 0), (0, 0, 1), (0, 1, 1), (1, 1, 1))
    """
    entrants = len(names)
    if not entrants:
        raise BadAgent("nobody takes part", hint="name at least one agent, for example --agents baseline,random")
    if entrants < players and not copies:
        same = sum(name == names[0] or name.startswith(f"{names[0]}#") for name in names)
        raise BadAgent(
            f"{entrants} {'agent' if entrants == 1 else 'agents'} for {players} seats",
            hint=f"name as many agents as seats; copies are allowed: {names[0]}*{players - entrants + same}",
        )
    possible = _count(entrants, players, copies)
    if possible > MOST_TABLES:
        raise BadAgent(f"{entrants} agents form {possible:,} tables", hint="name fewer agents")
    every = _every(entrants, players, copies)
    if most is not None and most < possible:
        every = _sample(names, players, most, copies)
    tables = tuple(sorted(every, key=lambda table: table[::-1]))
    idle = sorted(set(range(entrants)) - {entrant for table in tables for entrant in table})
    if idle:
        raise BadAgent(
            f"in a sample of {most} tables {listing(names[entrant] for entrant in idle)} would not play",
            hint=f"sample at least {_least_sample(names, players, copies)} tables",
        )
    return tables


def _every(entrants: int, players: int, copies: bool) -> Iterable[tuple[int, ...]]:
    return (combinations_with_replacement if copies else combinations)(range(entrants), players)


def _count(entrants: int, players: int, copies: bool) -> int:
    """How many sets there are."""
    return comb(entrants + players - 1, players) if copies else comb(entrants, players)


def _sample(names: Sequence[str], players: int, most: int, copies: bool) -> list[tuple[int, ...]]:
    """The tables whose names have the smallest hashes, in that order."""
    every = _every(len(names), players, copies)
    return heapq.nsmallest(most, every, key=lambda table: _rank([names[entrant] for entrant in table]))


def _least_sample(names: Sequence[str], players: int, copies: bool) -> int:
    """How many tables a sample must have for everybody to be in one of them."""
    idle = set(range(len(names)))
    for number, table in enumerate(_sample(names, players, _count(len(names), players, copies), copies), 1):
        idle -= set(table)
        if not idle:
            return number
    raise AssertionError("every entrant is in some table")


def _rank(names: Sequence[str]) -> bytes:
    """What a sample orders tables by: a hash of the members' names, in whatever order they were named."""
    return hashlib.blake2b("\0".join(sorted(names)).encode(), digest_size=16).digest()


def schedule(
    names: Sequence[str],
    *,
    players: int,
    games: int,
    seed: int,
    tables: int | None = None,
    copies: bool = False,
    purpose: Purpose = "final",
) -> Schedule:
    """The schedule with ``games`` games for each table, rounded up to whole deal groups.

    ``names`` are the entrants, ``tables`` how many of their sets meet (default: all); with ``copies`` an entrant may
    have several seats. Raises as :func:`choose_tables` does, and ``ValueError`` for fewer than one game.
    """
    if games < 1:
        raise ValueError(f"a tournament needs at least one game, not {games}")
    return Schedule(choose_tables(names, players, tables, copies=copies), players, -(-games // players), seed, purpose)


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
