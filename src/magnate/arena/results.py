"""What a tournament's games show: ratings, the win matrix, intransitive triples, the summary."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ..core.result_schema import MEASURES
from ..errors import AgentFailed, BadPlan, listing
from .games import Games
from .plan import Plan
from .ratings import Ratings, bradley_terry, plackett_luce
from .statistics import Estimate, share_estimate
from .tournament import Summary, failures_of, summarise

if TYPE_CHECKING:
    from .plan import Anchor


__all__ = [
    "Strength",
    "TournamentResults",
    "correlations",
    "counted",
    "finishing_places",
    "head_to_head",
    "intransitive_triples",
    "pair_correlation",
    "strength_of",
    "superiority",
    "tournament_results",
]


@dataclass(frozen=True, slots=True, eq=False)
class HeadToHead:
    """Row against column, as (K, K) arrays; NaN on the diagonal and for pairs that won nothing at one table.

    ``share`` is the part of what both won together that the row won: at a table of two its win share. ``low`` and
    ``high`` are the ends of its 95 % interval over deals (NaN with a single deal). ``games`` counts the games in
    which both sat at the table. Where one has several seats, each pair of seats counts as a meeting.
    """

    share: np.ndarray
    low: np.ndarray
    high: np.ndarray
    games: np.ndarray


def head_to_head(
    seating: np.ndarray,
    shares: np.ndarray,
    deal: np.ndarray,
    entrants: int,
    alike: Sequence[int] | None = None,
) -> HeadToHead:
    """The win matrix of n games; the arguments are those of :func:`~magnate.arena.ratings.bradley_terry`.

    ``alike`` has the same number for entrants that are the same agent. In duels of these all rotations of a deal are
    one game, so they share it evenly whatever happens and the interval has no width.
    """
    seating, shares = np.asarray(seating), np.asarray(shares, dtype=np.float64)
    players = seating.shape[1]
    met, parts, wholes, games = _pair_sums(seating, shares, deal, entrants)
    square = (entrants, entrants)
    share, low, high = (np.full(square, np.nan) for _ in range(3))
    matrix = HeadToHead(share, low, high, np.zeros(square, np.int64))
    for pair, part, whole, count in zip(met.tolist(), parts, wholes, games, strict=True):
        row, column = divmod(pair, entrants)
        if row == column:
            continue
        matrix.games[row, column] = matrix.games[column, row] = count
        if whole.any():
            found = share_estimate(part, counts=whole)
            if players == 2 and alike is not None and alike[row] == alike[column]:
                found = Estimate(0.5, 0.5, 0.5, found.deals)
            _enter(matrix, row, column, found)
    return matrix


def _pair_sums(
    seating: np.ndarray, shares: np.ndarray, deal: np.ndarray, entrants: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """The pairs that met; for each what one won on every deal, what both won, and in how many games.

    A pair is the smaller number times the number of entrants plus the larger one; it is the smaller one's wins.
    """
    _, group = np.unique(deal, return_inverse=True)
    deals = int(group.max(initial=-1)) + 1
    sides = [(one, other) for other in range(seating.shape[1]) for one in range(other)]
    codes = [
        np.minimum(seating[:, one], seating[:, other]).astype(np.int64) * entrants
        + np.maximum(seating[:, one], seating[:, other])
        for one, other in sides
    ]
    met = np.flatnonzero(sum(np.bincount(code, minlength=entrants**2) for code in codes))
    number = np.zeros(entrants**2, np.int64)
    number[met] = np.arange(len(met))
    size = (len(met), deals)
    parts, wholes, games = np.zeros(size), np.zeros(size), np.zeros(len(met), np.int64)
    for (one, other), code in zip(sides, codes, strict=True):
        pair = number[code]
        cell = pair * deals + group
        won = np.where(seating[:, one] < seating[:, other], shares[:, one], shares[:, other])
        parts += np.bincount(cell, won, len(met) * deals).reshape(size)
        wholes += np.bincount(cell, shares[:, one] + shares[:, other], len(met) * deals).reshape(size)
        games += np.bincount(pair, minlength=len(met))
    return met, parts, wholes, games


def pair_correlation(results: np.ndarray, group: np.ndarray) -> float:
    """The correlation ρ of an agent's results within deal groups of m games: what playing every seat buys.

    With the variance σ² of one game, the mean of a group has the variance ``σ² (1 + (m - 1) ρ) / m``. So a group with
    ρ < 0 is worth ``m / (1 + (m - 1) ρ)`` games on deals of their own. Two copies of one agent have ρ = -1.
    ``results`` and ``group`` have an entry a game, all groups the same size. The result is NaN where it means nothing:
    all results the same, or groups of one game.

    >>> pair_correlation(np.array([1.0, 0.0, 0.0, 1.0, 1.0, 0.0]), np.array([0, 0, 1, 1, 2, 2]))
    -1.0
    """
    _, number, sizes = np.unique(group, return_inverse=True, return_counts=True)
    variance = float(np.var(results)) if len(results) else 0.0
    games = len(results) / max(len(sizes), 1)
    if variance == 0 or games <= 1:
        return float("nan")
    means = np.bincount(number, results) / sizes
    return (games * float(np.var(means)) / variance - 1) / (games - 1)


def _enter(matrix: HeadToHead, row: int, column: int, found: Estimate) -> None:
    """Write a pair's result into both of its places."""
    low, high = (np.nan if end is None else end for end in (found.low, found.high))
    matrix.share[row, column], matrix.low[row, column], matrix.high[row, column] = found.mean, low, high
    matrix.share[column, row], matrix.low[column, row], matrix.high[column, row] = 1 - found.mean, 1 - high, 1 - low


# --------------------------------------------------------------------------------- Superiority and intransitive triples


def superiority(ratings: Ratings) -> np.ndarray:
    """The likelihood that the row's agent is stronger than the column's, given the results: a (K, K) array.

    It is F(d / s). Here d is the difference of the two ratings and s its standard error from the whole covariance; F is
    Student's t over deals (a flat prior on d). So it exceeds 97.5 % exactly when the 95 % interval of the difference
    lies above 0. Agents with equal results have ½, the diagonal too.
    """
    from scipy.special import stdtr

    difference, error = ratings.differences()
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = np.where(difference == 0, 0.0, difference / error)
    if ratings.deals < 2:
        return np.full_like(difference, np.nan)
    return stdtr(ratings.deals - 1, ratio)


@dataclass(frozen=True, slots=True)
class IntransitiveTriples:
    """Three agents of which each beats the next.

    In each of ``triples`` a beats b, b beats c and c beats a, the smallest number first. ``decided`` is how many
    triples have three edges that all differ from ½, ``possible`` how many have all met each other.
    """

    triples: tuple[tuple[int, int, int], ...]
    decided: int
    possible: int

    @property
    def share(self) -> float:
        """Their share of all triples that have met; 0 where there are none."""
        return len(self.triples) / self.possible if self.possible else 0.0


def intransitive_triples(matrix: HeadToHead) -> IntransitiveTriples:
    """The intransitive triples whose three edges differ from ½ at 95 %, each by its own interval.

    One rating a player assumes that there are none.
    """
    above, below = matrix.low > 0.5, matrix.high < 0.5
    edge = above | below
    met = matrix.games > 0
    agents = len(edge)
    found: list[tuple[int, int, int]] = []
    decided = possible = 0
    for a in range(agents):
        later = np.arange(agents) > a
        sides = met[a] & later
        possible += int(np.triu(met & sides[:, None] & sides[None, :], 1).sum())
        sides = edge[a] & later
        decided += int(np.triu(edge & sides[:, None] & sides[None, :], 1).sum())
        circle = above & (above[a] & later)[:, None] & (below[a] & later)[None, :]
        found += [(a, int(b), int(c)) for b, c in np.argwhere(circle)]
    return IntransitiveTriples(tuple(found), decided, possible)


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

    As :func:`~magnate.arena.results.pair_correlation`, with the variances of all members added up; NaN where no
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
