"""Tournaments from Python, and their summary: the ranking, the pairs, the seats, and how the games ended."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from ..agents.spec import resolve
from ..core.agents import Agent, agent_name
from ..core.game import Game
from ..core.validation import checked_seed
from ..runtime.compiler import Progress
from .blocks import Meeting
from .games import Games, Piece
from .plan import same_agents
from .schedule import entrant_names, schedule
from .statistics import DealSums, Estimate, Measures, Pair, field_means, pairs, rounded

__all__ = ["Standing", "Summary", "TableSummary", "Tournament", "failures_of", "summarise"]


# --------------------------------- A tournament's summary: the ranking, the pairs, the seats, and how the games ended
#
# It is a function of the games alone, and these stand in one order. So it is the same to the last bit whatever
# the number of jobs, the machines, or how often the tournament was interrupted.


@dataclass(frozen=True, slots=True)
class Standing:
    """One agent's line.

    ``capped`` counts its games that a cap ended. ``uncapped`` is its share of the wins in all others, or None if there
    are none. ``means`` has the mean of each statistic, ``parts`` the means of statistics with several numbers; without
    those that no game of the agent has. ``games_with`` counts the games of those that some games of the field lack.
    """

    rank: int
    agent: str
    games: int
    capped: int
    win_share: Estimate
    uncapped: Estimate | None
    means: dict[str, Estimate]
    parts: dict[str, dict[str, float]]
    games_with: dict[str, int]

    def as_dict(self) -> dict[str, Any]:
        """The line for JSON."""
        return {
            "rank": self.rank,
            "agent": self.agent,
            "games": self.games,
            "win_share": self.win_share.as_dict(),
            "capped": part(self.capped, self.games),
            "win_share_uncapped": None if self.uncapped is None else self.uncapped.as_dict(),
            **{name: None for name, count in self.games_with.items() if not count},
            **{name: found.as_dict() for name, found in self.means.items()},
            **{name: rounded(found) for name, found in self.parts.items()},
            **({"games_with": self.games_with} if self.games_with else {}),
        }


@dataclass(frozen=True, slots=True)
class TableSummary:
    """One set of agents: their shares of the wins, how many games they played, and how many of those a cap ended.

    ``seats`` is how many seats each had; with several, its share is that of one of them.
    """

    win_shares: dict[str, Estimate]
    seats: dict[str, int]
    games: int
    capped: int

    def as_dict(self) -> dict[str, Any]:
        """The table for JSON."""
        shares = {name: found.as_dict() for name, found in self.win_shares.items()}
        capped = part(self.capped, self.games)
        return {"games": self.games, "capped": capped, "seats": self.seats, "win_share": shares}


@dataclass(frozen=True, slots=True)
class Failure:
    """A game in which an agent failed, by its label (see :meth:`~magnate.arena.games.Games.label`)."""

    agent: str
    game: str
    deal: int
    seat: int


@dataclass(frozen=True, slots=True)
class Summary:
    """The whole result.

    ``pairs`` has each agent's means in the games with each other one, ``field`` the means over all seats of all games.
    ``capped`` is how many games a cap ended. ``failures`` lists the games in which an agent failed. ``void`` says that
    their deal groups were dropped; these games are then not among ``games``.
    """

    ranking: tuple[Standing, ...]
    seats: tuple[Estimate, ...]
    tables: tuple[TableSummary, ...]
    pairs: tuple[Pair, ...]
    field: Measures
    endings: dict[str, int]
    capped: int
    games: int
    deals: int
    decisions: int
    failures: tuple[Failure, ...]
    void: bool

    @property
    def capped_share(self) -> float:
        """The share of the games that a cap ended."""
        return self.capped / self.games

    def _repr_svg_(self) -> str:
        """The shares of wins as a picture, for notebooks."""
        from ..plots import Bar, dot_chart

        bars = []
        for one in self.ranking:
            share = one.win_share
            margin = "" if share.margin is None else f" ± {100 * share.margin:.1f}"
            bars.append(Bar(one.agent, share.mean, share.low, share.high, f"{share.mean:.1%}{margin}"))
        seats = len(self.seats)
        drawn = dot_chart("Shares of wins", bars, mark=1 / seats, mark_label="equal", shown=lambda at: f"{at:.0%}")
        return drawn.svg(f"{self.games:,} games on {self.deals:,} deals, {seats} players; 95 % intervals over deals")

    def as_dict(self) -> dict[str, Any]:
        """The result for JSON."""
        return {
            "games": self.games,
            "deals": self.deals,
            "decisions": self.decisions,
            "ranking": [standing.as_dict() for standing in self.ranking],
            "seats": [{"seat": seat, "win_share": found.as_dict()} for seat, found in enumerate(self.seats)],
            "tables": [table.as_dict() for table in self.tables],
            "pairs": [pair.as_dict() for pair in self.pairs],
            "field": self.field.as_dict(),
            "endings": self.endings,
            "capped": part(self.capped, self.games),
            "failures": [
                {"agent": one.agent, "game": one.game, "deal": one.deal, "seat": one.seat} for one in self.failures
            ],
        }


def part(count: int, whole: int) -> dict[str, float]:
    """So many of the games, and which share that is."""
    return {"games": count, "share": round(count / whole, 6) if whole else 0.0}


def summarise(games: Games, alike: Sequence[int] | None = None, *, void: bool = False) -> Summary:
    """What these games show.

    ``alike`` has, for each entrant, a number that the entrants which are the same agent share (default: all differ).
    With ``void`` the deal groups in which an agent failed are dropped. Raises ``ValueError`` when no game is left.
    """
    failures = failures_of(games)
    if void:
        games = games.without_failed_groups()
    if not len(games):
        raise ValueError("there are no games to summarise")
    sums = DealSums(games, list(range(len(games.names)) if alike is None else alike))
    tables = _table_rows(games)
    return Summary(
        ranking=_ranking(games, sums),
        seats=tuple(sums.seat_shares()),
        tables=tuple(
            TableSummary(
                {games.names[entrant]: found for entrant, found in sums.table_shares(table, rows).items()},
                dict(Counter(games.names[entrant] for entrant in games.tables[table])),
                rows.stop - rows.start,
                int(games.capped[rows].sum()),
            )
            for table, rows in tables
        ),
        pairs=pairs(games, tables),
        field=field_means(games),
        endings=games.endings(),
        capped=int(games.capped.sum()),
        games=len(games),
        deals=len(np.unique(games.deal)),
        decisions=int(games.facts["decisions"].sum(dtype=np.int64)),
        failures=failures,
        void=void,
    )


def _table_rows(games: Games) -> list[tuple[int, slice]]:
    """The tables that have games, with where those stand."""
    numbers = np.arange(len(games.tables))
    first, last = (np.searchsorted(games.table, numbers, side=side).tolist() for side in ("left", "right"))
    return [(table, slice(first[table], last[table])) for table in numbers.tolist() if first[table] < last[table]]


def _ranking(games: Games, sums: DealSums) -> tuple[Standing, ...]:
    """The entrants by their share of the wins (equal shares: in the order in which they were named)."""
    shares = sums.win_shares()
    uncapped = DealSums(games.where(~games.capped), sums.alike).win_shares() if games.capped.any() else shares
    capped = sums.by_entrant(np.repeat(games.capped[:, None], games.players, axis=1)).sum(axis=1)
    names = sorted([*(name for name in games.facts if name != "decisions"), *games.seats])
    flat = [name for name in names if games.by_seat(name).ndim == 2]
    means = {one.name: sums.means(one.name, share=one.kind == "share") for one in games.statistics}
    deep = {name: _part_means(games, sums, name) for name in names if name not in flat}
    known = {name: sums.known(name).sum(axis=1) for name in names if name in games.missing}
    order = sorted(
        ((share, entrant) for entrant, share in enumerate(shares) if share is not None),
        key=lambda line: (-line[0].mean, line[1]),
    )
    return tuple(
        Standing(
            rank=rank,
            agent=games.names[entrant],
            games=int(sums.counts[entrant].sum()),
            capped=int(capped[entrant]),
            win_share=share,
            uncapped=uncapped[entrant],
            means={name: found for name in flat if (found := means[name][entrant]) is not None},
            parts={name: those[entrant] for name, those in deep.items() if those[entrant]},
            games_with={name: int(count[entrant]) for name, count in known.items()},
        )
        for rank, (share, entrant) in enumerate(order, 1)
    )


def _part_means(games: Games, sums: DealSums, name: str) -> list[dict[str, float]]:
    """Each entrant's means of a fact with several numbers, by their names; empty where no game has it."""
    places = sums.known(name).sum(axis=1)
    columns = [
        sums.by_entrant(games.seats[name][:, :, column]).sum(axis=1) / np.maximum(places, 1)
        for column in range(games.seats[name].shape[2])
    ]
    return [
        dict(zip(games.parts(name), (float(column[entrant]) for column in columns), strict=True)) if place else {}
        for entrant, place in enumerate(places.tolist())
    ]


def failures_of(games: Games) -> tuple[Failure, ...]:
    """The games in which an agent failed, in their order."""
    return tuple(
        Failure(
            games.names[games.seating[game, games.failed[game] - 1]],
            games.label(game),
            int(games.deal[game]),
            int(games.failed[game]) - 1,
        )
        for game in np.flatnonzero(games.failed).tolist()
    )


# -------------------------------------------- Tournaments from Python: all deals in all rotations of a circular seating
#
# Nothing is stored here, so agents may be any objects; see :mod:`.store` for tournaments that are kept. Compiled
# agents play inside compiled code on a pool of threads; as soon as one agent is a Python object, games run in
# batches that pause at its decisions. The result depends on the game, the agents and the seed, never on ``jobs``.


CHUNK: Final = 4096
"""The most games whose states are in memory at once."""

OnProgress = Callable[[int, int], None]
"""``progress(done, total)``: games; the first call, with ``done`` 0, comes when everything is compiled."""


class Tournament:
    """Who plays what; nothing is compiled or played before :meth:`prepare` and :meth:`play`.

    ``agents`` are spec strings or objects with ``act(positions)``, at least as many as there are seats unless
    ``copies`` is set. ``games`` counts for each pairing (for each set of agents at a larger table) and is rounded up to
    whole deal groups. ``tables`` samples so many of the sets. With ``copies`` an agent may have several seats of a
    table.

    >>> import magnate
    >>> from magnate.arena.tournament import Tournament
    >>> found = Tournament(magnate.load("tictactoe"), ["random", "random"], games=100, seed=1).play()
    >>> [line.win_share.mean for line in found.ranking]
    [0.5, 0.5]
    """

    def __init__(
        self,
        game: Game,
        agents: Iterable[Agent],
        games: int = 1000,
        seed: int = 0,
        tables: int | None = None,
        *,
        copies: bool = False,
    ) -> None:
        self.game = game
        self.agents = [resolve(game.name, agent, game.players) for agent in agents]
        self.names = entrant_names([agent_name(agent) for agent in self.agents])
        self.schedule = schedule(
            self.names, players=game.players, games=games, seed=checked_seed(seed), tables=tables, copies=copies
        )
        self._meeting = Meeting(game, self.agents, self.names, self.schedule)

    def prepare(self, progress: Progress | None = None) -> int:
        """Compile what is needed, or load it from the cache; returns how many functions were compiled."""
        return self._meeting.prepare(progress)

    def play(self, jobs: int = 1, progress: OnProgress | None = None) -> Summary:
        """Play all games and return what they show.

        Raises :class:`~magnate.errors.AgentFailed` when a Python agent raises or answers with something illegal.
        """
        return summarise(self.play_games(jobs, progress), same_agents(self.agents))

    def play_games(self, jobs: int = 1, progress: OnProgress | None = None) -> Games:
        """Play all games and return them, column by column; otherwise as :meth:`play`."""
        self.prepare()
        pieces = self._pieces(jobs, progress if progress is not None else lambda _done, _total: None)
        return Games.of(self.game.module, self.names, self.schedule.tables, self.game.players, pieces)

    def _pieces(self, jobs: int, tell: OnProgress) -> Iterator[Piece]:
        done = 0

        def more(games: int) -> None:
            nonlocal done
            done += games
            tell(done, self.schedule.games)

        more(0)
        for block in self.schedule.blocks(CHUNK):
            rows = self._meeting.play(block, jobs, more)
            first, last = block.first * self.game.players, block.last * self.game.players
            yield block.table, range(first, last), rows
