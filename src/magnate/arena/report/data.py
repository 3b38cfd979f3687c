"""All that a report shows, as plain values: the pages, the tables and the pictures are made from this alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from shlex import quote
from typing import TYPE_CHECKING, Any

import numpy as np

from ...charts import Histogram
from ..statistics import Estimate

if TYPE_CHECKING:
    from ..meta import Meta

__all__ = ["About", "Agent", "Failure", "Pair", "Rating", "ReportData", "Worth"]


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
    hashes of the code that played, by what they are of, ``versions`` those of the packages that the report is made
    with. ``mixed`` names what had changed when somebody went on all the same (``--force``). ``deals`` is how many
    count, ``last_deal`` the last one's number (a deal that an agent's failure made void does not count). ``command``
    plays it all again; ``store`` is what ``--store`` must be to find it ("" for the usual one).
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

    ``capped`` is the share of its games that a cap ended, ``win_uncapped`` its share of the wins without those (None
    where no game is left), ``means`` what the game counts (bankrupt, net_worth, …).
    """

    name: str
    games: int
    capped: float
    win: Estimate
    win_uncapped: Estimate | None
    means: Mapping[str, Estimate]


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
    column.
    """

    share: np.ndarray
    low: np.ndarray
    high: np.ndarray
    games: np.ndarray
    capped: np.ndarray
    superiority: np.ndarray
    correlation: np.ndarray
    means: Mapping[str, np.ndarray]


@dataclass(frozen=True, slots=True)
class Worth:
    """The distribution of a number over one agent's seats: counts by bin, and 5, 25, 50, 75 and 95 % quantiles."""

    counts: tuple[int, ...]
    quantiles: tuple[float, float, float, float, float]
    seats: int


@dataclass(frozen=True, slots=True)
class ReportData:
    """Everything; agents are in the order of the ranking everywhere.

    ``purchases`` (K, groups) are means for each game and ``groups`` their names, where the game has them. ``worths``
    are over the seats that did not go bankrupt, in bins of ``worth_edges``. ``lengths`` counts games by ``unit``.
    ``cycles`` are triples of agents' names each of whom beats the next, of ``triples`` that all met each other.
    ``choice`` is the game of choosing an agent (in an order of its own) where the tournament was played with copies,
    and ``choice_missing`` says why it is not there then. ``mirror``: all agents are the same one.
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
