"""All that a report shows, as plain values. The page, the tables and the pictures are made from this alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from shlex import quote
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import numpy as np

from ...plots import Histogram
from ..statistics import Estimate

if TYPE_CHECKING:
    from ...core.result_schema import Statistic
    from ..empirical_game import Meta
    from ..games import Games


__all__ = [
    "AGENT",
    "CAPPED",
    "GAMES",
    "About",
    "Agent",
    "Cell",
    "Column",
    "Failure",
    "Pair",
    "Rating",
    "ReportData",
    "Reviewed",
    "Table",
    "Worth",
    "length_histogram",
    "worths",
]


@dataclass(frozen=True, slots=True)
class Failure:
    """A game that an agent's failure ended: whose, what the game is called, and the seed of its deal."""

    agent: str
    game: str
    seat: int
    deal_seed: int


@dataclass(frozen=True, slots=True)
class About:
    """What was played, with what, when, and how to play it again.

    ``rules`` are the preset and what differs from it, in words, ``options`` what differs as data. ``digests`` has the
    hashes of the sources that played, by what they are of, ``fingerprints`` those of what they do, where they were
    taken. ``versions`` has the packages that the report is made with. ``mixed`` names what had changed when somebody
    went on all the same (``--force``). ``deals`` is how many count, ``last_deal`` the last one's number (a deal that an
    agent's failure made void does not count). ``command`` plays it all again; ``store`` is what ``--store`` must be to
    find it ("" for the usual one).
    """

    id: str
    title: str
    game: str
    preset: str
    rules: str
    players: int
    tables: int
    deals: int
    games: int
    planned: int
    seed: int
    command: str
    last_deal: int
    rules_version: int = 1
    options: Mapping[str, Any] = field(default_factory=dict)
    versions: Mapping[str, str] = field(default_factory=dict)
    digests: Mapping[str, str] = field(default_factory=dict)
    fingerprints: Mapping[str, str] = field(default_factory=dict)
    mixed: tuple[str, ...] = ()
    started: str = ""
    finished: str = ""
    purpose: str = "final"
    on_failure: str = "abort"
    anchor: str = ""
    store: str = ""

    @property
    def store_option(self) -> str:
        """What a command must end with to find the tournament."""
        return f" --store {quote(self.store)}" if self.store else ""


@dataclass(frozen=True, slots=True)
class Agent:
    """One agent's line, best first.

    ``capped`` is the share of its games that a cap ended. ``win_uncapped`` is its share of the wins without those, or
    None if no game is left. ``means`` has the game's statistics (bankrupt, net_worth, …) except for those that none of
    its games has. ``games_with`` counts the games of those that some games lack.
    """

    name: str
    games: int
    capped: float
    win: Estimate
    win_uncapped: Estimate | None
    means: Mapping[str, Estimate]
    games_with: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Rating:
    """One rating of all agents, in their order; ``about`` says by which model and over which games."""

    key: str
    title: str
    about: str
    lines: tuple[Estimate, ...]


@dataclass(frozen=True, slots=True)
class Pair:
    """Row against column as (K, K) arrays in the order of the agents; NaN where they never met.

    ``share`` with ``low`` and ``high``: what part of what both won together the row won. ``superiority``: the
    likelihood that the row is the stronger. ``correlation``: that of the two games of a deal, for
    duels. ``capped``: the share of their games that a cap ended. ``means``: the row's means in the games with the
    column. ``games_with``: how many of those games have a statistic that some games lack.
    """

    share: np.ndarray
    low: np.ndarray
    high: np.ndarray
    games: np.ndarray
    capped: np.ndarray
    superiority: np.ndarray
    correlation: np.ndarray
    means: Mapping[str, np.ndarray]
    games_with: Mapping[str, np.ndarray] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Worth:
    """The distribution of a number over one agent's seats: counts by bin, and 5, 25, 50, 75 and 95 % quantiles."""

    counts: tuple[int, ...]
    quantiles: tuple[float, float, float, float, float]
    seats: int


@dataclass(frozen=True, slots=True)
class Reviewed:
    """What reviews of some of an agent's games say; the deals of estimates are these games.

    ``rate`` is in points (0.01 of the win) lost in 100 open decisions. ``luck``, and ``own`` decisions, are in points
    a game and seat, ``luck_adjusted`` is a share of the win. ``costs_most`` is the dearest kind of decision.
    """

    agent: str
    games: int
    rate: Estimate
    luck: Estimate
    own: Estimate
    luck_adjusted: Estimate
    costs_most: str


@dataclass(frozen=True, slots=True)
class ReportData:
    """Everything; agents are in the order of the ranking everywhere.

    ``statistics`` are those that the game keeps, in the order in which they are shown, and ``field`` their means over
    all seats. ``games_with`` counts the games of those that some games lack. ``purchases`` (K, groups) are means for
    each game and ``groups`` their names, where the game has them. ``worths`` are over the seats that did not go
    bankrupt, in bins of ``worth_edges``. ``lengths`` counts games by ``unit``. ``cycles`` are triples of agents' names
    each of whom beats the next, of ``triples`` that all met each other. ``choice`` is the game of choosing an agent (in
    an order of its own) where the tournament was played with copies, and ``choice_missing`` says why it is not there
    then. ``mirror``: all agents are the same one. ``reviews`` are there where they were asked for.
    """

    about: About
    agents: tuple[Agent, ...]
    ratings: tuple[Rating, ...]
    pairs: Pair
    cycles: tuple[tuple[str, str, str], ...]
    triples: int
    seats: tuple[Estimate, ...]
    endings: Mapping[str, int]
    capped: int
    field: Mapping[str, float]
    games_with: Mapping[str, int]
    statistics: tuple[Statistic, ...]
    lengths: Histogram
    unit: str
    groups: tuple[str, ...] = ()
    purchases: np.ndarray | None = None
    worths: tuple[Worth, ...] = ()
    worth_edges: tuple[float, ...] = ()
    failures: tuple[Failure, ...] = ()
    correlation: float | None = None
    choice: Meta | None = None
    choice_missing: str = ""
    mirror: bool = False
    reviews: tuple[Reviewed, ...] = ()

    @property
    def names(self) -> list[str]:
        """The agents, best first."""
        return [agent.name for agent in self.agents]

    @property
    def even(self) -> float:
        """The share of the wins that equally strong agents would have."""
        return 1 / self.about.players

    @property
    def capped_share(self) -> float:
        """The share of all games that a cap ended."""
        return self.capped / max(self.about.games, 1)


# ------------------------------------------------------------------------------------------------ A table of the report


Cell: TypeAlias = "str | float | Estimate | None"
"""A name, a number, a number with its interval, or nothing to show."""


@dataclass(frozen=True, slots=True)
class Column:
    """``key`` names it in CSV files, ``heading`` for readers; ``kind`` is how its numbers are shown (see ``value``).

    ``interval``: its cells are estimates. ``unknown`` is what readers see where there is no number.
    """

    key: str
    heading: str
    kind: str
    interval: bool = False
    unknown: str = ""

    @property
    def words(self) -> bool:
        """Whether its cells are words: ``text``, or the ``name`` of an agent."""
        return self.kind in {"name", "text"}


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under columns; ``note`` says how to read it and how many games a cap ended.

    ``drawn``: the numbers of a picture, of little use to read.
    """

    key: str
    title: str
    note: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    drawn: bool = False


AGENT: Final = Column("agent", "agent", "name")
GAMES: Final = Column("games", "games", "count")
CAPPED: Final = Column("capped", "capped", "part")


# ---------------------------------------------------------------------------------- Distributions, counted in the games


BINS: Final = 48
"""About how many columns a histogram has."""
QUANTILES: Final = (0.05, 0.25, 0.5, 0.75, 0.95)


def length_histogram(lengths: np.ndarray, capped: np.ndarray) -> Histogram:
    """How long games were; what is longer than nearly all games that were not capped is counted apart."""
    own = lengths[~capped] if not capped.all() else lengths
    most = float(np.quantile(own, 0.985)) if len(own) else 1.0
    if float(lengths.max(initial=0)) <= 1.25 * most:
        most = float(lengths.max(initial=0))
    edges = _edges(0.0, most + 1)
    inside = lengths < edges[-1]
    return Histogram(
        edges=tuple(edges.tolist()),
        counts=tuple(np.histogram(lengths[inside], edges)[0].tolist()),
        capped=tuple(np.histogram(lengths[inside & capped], edges)[0].tolist()),
        beyond=int((~inside).sum()),
        beyond_capped=int((~inside & capped).sum()),
        median=float(np.median(lengths)) if len(lengths) else 0.0,
    )


def worths(games: Games, name: str) -> tuple[tuple[float, ...], tuple[Worth, ...]]:
    """Each entrant's distribution of what a seat has at the end, bankrupt seats left out, and the common bins."""
    left = np.repeat(games.known(name)[:, None], games.players, axis=1)
    if "bankrupt" in games.seats:
        left &= (games.seats["bankrupt"] == 0) & games.known("bankrupt")[:, None]
    values, agents = games.seats[name][left], games.seating[left]
    if not len(values):
        return (), ()
    low, high = (float(end) for end in np.quantile(values, (0.001, 0.975)))
    edges = _edges(min(low, 0.0), max(high, 1.0))
    order = np.argsort(agents, kind="stable")
    ends = np.searchsorted(agents[order], np.arange(len(games.names) + 1))
    sorted_values = values[order]
    found = []
    for start, end in pairwise(ends.tolist()):
        mine = sorted_values[start:end]
        counts = np.histogram(mine, edges)[0]
        five = np.quantile(mine, QUANTILES) if len(mine) else np.zeros(5)
        found.append(Worth(tuple(counts.tolist()), tuple(five.tolist()), len(mine)))
    return tuple(edges.tolist()), tuple(found)


def _edges(low: float, high: float) -> np.ndarray:
    """The ends of about :data:`BINS` bins of a round width (whole numbers, where there are fewer of these)."""
    rough = max((high - low) / BINS, 1.0)
    power = 10.0 ** np.floor(np.log10(rough))
    width = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough)
    first = np.floor(low / width)
    return np.asarray(np.arange(first, np.ceil(high / width) + 1) * width)
