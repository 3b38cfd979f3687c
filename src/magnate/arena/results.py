"""What a tournament's games show: ratings, the win matrix, the summary."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ..core.result_schema import MEASURES
from ..errors import AgentFailed, BadPlan, listing
from .games import Games
from .head_to_head import HeadToHead, IntransitiveTriples, head_to_head, intransitive_triples, superiority
from .plan import Plan
from .rating_models import bradley_terry, plackett_luce
from .ratings import Ratings
from .summary import Summary, failures_of, summarise

if TYPE_CHECKING:
    from .plan import Anchor


__all__ = [
    "Strength",
    "TournamentResults",
    "correlations",
    "counted",
    "finishing_places",
    "strength_of",
    "tournament_results",
]


# ------------------------------ Strength: ratings, win matrix, superiority, with and without the games that a cap ended


DIGITS: Final = 6


@dataclass(frozen=True, slots=True, eq=False)
class Strength:
    """Ratings and comparisons of K agents, in the order in which they were named.

    ``ratings`` are over all games. ``uncapped`` are over those that no cap ended, or None if these are all or none.
    ``orders`` come from the finishing orders at tables of more than two, else they are None. ``superiority`` (K, K)
    follows from ``ratings``, and ``cycles`` from ``matrix``. ``correlation`` is that of the games within a deal group
    (NaN where it means nothing), and ``pair_correlation`` (K, K) the same for each pair that met in duels.
    """

    names: tuple[str, ...]
    ratings: Ratings
    uncapped: Ratings | None
    orders: Ratings | None
    matrix: HeadToHead
    superiority: np.ndarray
    cycles: IntransitiveTriples
    correlation: float
    pair_correlation: np.ndarray

    def as_dict(self) -> dict[str, Any]:
        """Everything for JSON."""
        return {
            "ratings": self._rated(self.ratings),
            "ratings_uncapped": self._rated(self.uncapped),
            "ratings_plackett_luce": self._rated(self.orders),
            "matrix": [
                self._pair(row, column)
                for row in range(len(self.names))
                for column in range(len(self.names))
                if row != column and self.matrix.games[row, column]
            ],
            "cycles": {
                "triples": [[self.names[one] for one in triple] for triple in self.cycles.triples],
                "decided": self.cycles.decided,
                "possible": self.cycles.possible,
            },
            "correlation": _known(self.correlation),
        }

    def _rated(self, ratings: Ratings | None) -> dict[str, Any] | None:
        if ratings is None:
            return None
        lines = zip(self.names, ratings.as_dicts(), strict=True)
        return {"agents": [{"agent": name, **line} for name, line in lines], "seats": ratings.seat_dicts()}

    def _pair(self, row: int, column: int) -> dict[str, Any]:
        matrix = self.matrix
        return {
            "agent": self.names[row],
            "opponent": self.names[column],
            "games": int(matrix.games[row, column]),
            "share": _known(matrix.share[row, column]),
            "low": _known(matrix.low[row, column]),
            "high": _known(matrix.high[row, column]),
            "superiority": _known(self.superiority[row, column]),
            "correlation": _known(self.pair_correlation[row, column]),
        }


def strength_of(games: Games, alike: Sequence[int] | None = None, anchor: Anchor | None = None) -> Strength:
    """How strong the entrants of these games are.

    ``alike`` has, for each entrant, a number that the entrants which are the same agent share (default: all differ).
    With ``anchor`` that agent has the rating given, else the mean of the field is 0.
    """
    entrants = len(games.names)
    seating = games.seating
    place = None if anchor is None else games.names.index(anchor.name)

    def rated(some: Games) -> Ratings:
        found = bradley_terry(some.seating, some.shares, some.deal, entrants)
        return found if anchor is None or place is None else found.anchored(place, anchor.value)

    ratings = rated(games)
    orders = None
    if games.players > 2:
        orders = plackett_luce(seating, finishing_places(games), games.deal, entrants)
        orders = orders if anchor is None or place is None else orders.anchored(place, anchor.value)
    partly = games.capped.any() and not games.capped.all()
    matrix = head_to_head(seating, games.shares, games.deal, entrants, alike)
    by_table, correlation = correlations(games)
    between = np.full((entrants, entrants), np.nan)
    if games.players == 2:
        for (one, other), found in zip(games.tables, by_table.tolist(), strict=True):
            between[one, other] = between[other, one] = found  # NaN for an agent and its copy
    return Strength(
        tuple(games.names),
        ratings,
        rated(games.where(~games.capped)) if partly else None,
        orders,
        matrix,
        superiority(ratings),
        intransitive_triples(matrix),
        correlation,
        between,
    )


def finishing_places(games: Games) -> np.ndarray:
    """The order in which the seats came in (n, P), 0 first: winners, then by what was left to them.

    That is the first of :data:`~magnate.core.result_schema.MEASURES` that the game keeps, if possible of each game. A
    bankrupt has nothing; equals tie.
    """
    measures = [name for name in MEASURES if name in games.seats]
    left = games.seats[min(measures, key=lambda name: name in games.missing)].astype(np.float64)
    if "bankrupt" in games.seats:
        left[games.seats["bankrupt"] > 0] = -np.inf
    left[games.won] = np.inf
    places = np.zeros(left.shape, np.int8)
    for seat in range(games.players):
        places += left[:, seat, None] > left
    return places


def correlations(games: Games) -> tuple[np.ndarray, float]:
    """The correlation of an agent's results within deal groups: at each table, and pooled over all of them.

    As :func:`~magnate.arena.head_to_head.pair_correlation`, with the variances of all members added up; NaN where no
    result differs from another. Tables at which an agent has several seats are left out: it has no one result there.
    """
    tables = len(games.tables)
    games = games.where(np.array([len(set(table)) == games.players for table in games.tables])[games.table])
    own = np.take_along_axis(games.shares, np.argsort(games.seating, axis=1), axis=1)
    count = np.maximum(np.bincount(games.table, minlength=tables), 1)
    alone, together = np.zeros(tables), np.zeros(tables)
    group = games.group
    sizes = np.bincount(group)
    first = np.searchsorted(group, np.arange(len(sizes)))
    for member in range(games.players):
        rest = own[:, member] - (np.bincount(games.table, own[:, member], tables) / count)[games.table]
        alone += np.bincount(games.table, rest * rest, tables) / count
        means = np.bincount(group, rest) / np.maximum(sizes, 1)
        groups = np.maximum(np.bincount(games.table[first], minlength=tables), 1)
        together += np.bincount(games.table[first], means * means, tables) / groups
    m = games.players
    with np.errstate(divide="ignore", invalid="ignore"):
        by_table = np.where(alone > 0, (m * together / alone - 1) / (m - 1), np.nan)
        pooled = (m * together.sum() / alone.sum() - 1) / (m - 1) if alone.sum() else float("nan")
    return by_table, float(pooled)


def _known(found: float) -> float | None:
    return round(float(found), DIGITS) if np.isfinite(found) else None


# ---------------------------------------------------------------------------------------------------------- All results


@dataclass(frozen=True, slots=True, eq=False)
class TournamentResults:
    """A plan, the games that count, and what they show."""

    plan: Plan
    games: Games
    summary: Summary
    strength: Strength

    def as_dict(self) -> dict[str, Any]:
        """What the arguments alone decide, for JSON: the same bytes however the tournament was played."""
        plan = self.plan
        return {
            "game": plan.game,
            "rules_version": plan.rules_version,
            "preset": plan.preset,
            "options": plan.options,
            "players": plan.players,
            "agents": plan.names,
            "seed": plan.seed,
            "purpose": plan.purpose,
            "games_per_table": plan.games,
            "sampled_tables": plan.tables,
            "with_copies": plan.copies,
            "on_failure": plan.on_failure,
            "agent_timeout": plan.agent_timeout,
            "anchor": None if plan.anchor is None else plan.anchor.model_dump(),
            "mixed": list(plan.mixed),
            **self.summary.as_dict(),
            **self.strength.as_dict(),
        }


def tournament_results(games: Games, plan: Plan) -> TournamentResults:
    """What the finished games of a stored tournament show, which need not be all of them.

    Raises what :func:`counted` raises.
    """
    those = counted(games, plan)
    void = plan.on_failure == "void"
    return TournamentResults(
        plan, those, summarise(games, plan.alike, void=void), strength_of(those, plan.alike, plan.anchor)
    )


def counted(games: Games, plan: Plan) -> Games:
    """The finished games that count: without the deals that a failure has voided, where the plan has it so.

    Raises :class:`~magnate.errors.BadPlan` when there is none, and :class:`~magnate.errors.AgentFailed` when the
    failures of agents have voided them all.
    """
    those = games.without_failed_groups() if plan.on_failure == "void" else games
    if not len(games):
        raise BadPlan("the tournament has no finished games", hint="play them: magnate tournament resume ID")
    if not len(those):
        culprits = dict.fromkeys(failure.agent for failure in failures_of(games))
        raise AgentFailed(
            f"every deal was voided by a failure of {listing(culprits)}",
            hint="mend the agent; --on-failure loss counts such games as lost",
        )
    return those
