"""Ratings on the Elo scale with their covariance, from winners and from finishing orders."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from math import comb
from typing import Any, Final

import numpy as np

from .statistics import CONFIDENCE

__all__ = ["ABSENT", "ELO", "Ratings", "bradley_terry", "fit_choices", "plackett_luce", "stages"]


# ------------------------------------------------------------------------------------------------------------ The scale
#
# Elo is a strength in logits times ``400 / ln 10``: an agent 400 points above another wins ten times as often. Only
# differences mean anything, so a scale needs a zero: the field's mean (what the models return), or one agent whose
# rating is given (:meth:`Ratings.anchored`).


ELO: Final = 400 / math.log(10)
"""Elo points in one logit."""
DIGITS: Final = 9
"""Ratings are rounded to 1e-9 points, so that agents whose results are the same have the same rating exactly."""


@dataclass(frozen=True, slots=True, eq=False)
class Ratings:
    """What a model says of K agents and P seats; everything is in Elo points.

    ``elo`` (K,) and ``covariance`` (K, K) are relative to the field's mean or to the anchor. ``seats`` (P,) and
    ``seat_covariance`` (P, P) say what each seat adds, relative to the mean of the seats. Covariances are
    cluster-robust over ``deals`` deal groups; with a single one they are NaN. An agent without a game has the rating
    NaN.
    """

    elo: np.ndarray
    covariance: np.ndarray
    seats: np.ndarray
    seat_covariance: np.ndarray
    deals: int

    @property
    def errors(self) -> np.ndarray:
        """The standard error of each rating (0 for the anchor)."""
        return _roots(self.covariance)

    @property
    def margins(self) -> np.ndarray:
        """Half the width of each rating's 95 % interval, by Student's t over deals: what is printed after ±."""
        return self._quantile() * self.errors

    @property
    def seat_margins(self) -> np.ndarray:
        """The same for the seats."""
        return self._quantile() * _roots(self.seat_covariance)

    def differences(self) -> tuple[np.ndarray, np.ndarray]:
        """Rating of row minus rating of column, and its standard error: two (K, K) arrays.

        Variances below the rounding of the covariance are 0: two agents with equal results in every deal do not
        differ by anything unknown.
        """
        spread = np.diag(self.covariance)
        both = spread[:, None] + spread[None, :]
        variance = both - 2 * self.covariance
        variance[variance < 1e-12 * both] = 0.0
        return self.elo[:, None] - self.elo[None, :], np.sqrt(variance)

    def anchored(self, entrant: int, value: float) -> Ratings:
        """The same ratings on the scale on which that agent has the rating ``value``.

        Every other rating then has the error of its difference from the anchor.
        """
        others = np.eye(len(self.elo))
        others[:, entrant] -= 1.0
        elo = np.round(self.elo - self.elo[entrant] + value, DIGITS)
        return replace(self, elo=elo, covariance=others @ self.covariance @ others.T)

    def as_dicts(self, digits: int = 4) -> list[dict[str, float | None]]:
        """Each agent's rating, standard error and interval for JSON; None is what nobody knows."""
        return _lines(self.elo, self.errors, self.margins, digits)

    def seat_dicts(self, digits: int = 4) -> list[dict[str, float | None]]:
        """The same for the seats."""
        return _lines(self.seats, _roots(self.seat_covariance), self.seat_margins, digits)

    def _quantile(self) -> float:
        from scipy.special import stdtrit

        return float(stdtrit(self.deals - 1, (1 + CONFIDENCE) / 2)) if self.deals > 1 else math.nan


def _roots(covariance: np.ndarray) -> np.ndarray:
    """The standard errors of a covariance; a variance that rounding made negative is 0."""
    return np.sqrt(np.maximum(np.diag(covariance), 0.0))


def _lines(values: np.ndarray, errors: np.ndarray, margins: np.ndarray, digits: int) -> list[dict[str, Any]]:
    def known(x: float) -> float | None:
        return round(float(x), digits) + 0.0 if math.isfinite(x) else None

    return [
        {"elo": known(value), "error": known(error), "low": known(value - margin), "high": known(value + margin)}
        for value, error, margin in zip(values, errors, margins, strict=True)
    ]


# ----------------------------------------------- The conditional logit of McFadden (1974), with errors over deal groups
#
# Both rating models are made of it. An observation is a choice: one of the seats that are *present* is chosen (it
# wins, or takes the next place). Seat s, where the agent a(s) sits, is chosen with the probability
#
#     p_s = exp(θ_a(s) + γ_s) / Σ_t exp(θ_a(t) + γ_t)        (t over the seats present)
#
# with a strength θ for each agent and a term γ for each seat, both with the mean 0. A shared choice counts for each
# seat in proportion. θ and γ maximise Σ y log p over all choices (Newton's method; the function is concave), plus
#
# * for each agent one virtual draw (a game of two, won and lost by half) against an opponent of the mean strength;
# * one virtual game of equal agents in all seats, shared by all of them.


ABSENT: Final = -1
"""Stands for the agent in a seat that cannot be chosen (any more)."""
STEPS: Final = 200
TOLERANCE: Final = 1e-11
"""Newton's method ends when no strength moves by more, in logits."""
DENSE: Final = 1 << 22
"""Codes below this are numbered by a table of all codes, others by sorting."""


def fit_choices(
    members: np.ndarray,
    shares: np.ndarray,
    deal: np.ndarray,
    entrants: int,
    *,
    virtual: float = 1.0,
    seat_term: bool = True,
) -> Ratings:
    """Rate ``entrants`` agents by n choices among P seats.

    ``members`` (n, P) has the agent in each seat, or :data:`ABSENT`. ``shares`` (n, P) has the part of the choice that
    each seat got, 0 for absent ones; a row that counts less than once has a smaller sum. ``deal`` (n,) has the deal
    group. ``virtual`` is the weight of the virtual games. Without ``seat_term`` all γ are 0.

    Raises ``ValueError`` when the shapes do not fit.
    """
    members, shares = np.asarray(members), np.asarray(shares, dtype=np.float64)
    if members.ndim != 2 or members.shape != shares.shape or len(deal) != len(members):
        raise ValueError(f"members {members.shape}, shares {shares.shape} and deal {np.shape(deal)} do not fit")
    played = np.unique(members[members != ABSENT])
    numbers = np.full(entrants + 1, ABSENT, dtype=np.int32)  # the last one is for ABSENT
    numbers[played] = np.arange(len(played))
    members = numbers[members]
    lineups, label = _distinct(members, len(played))
    problem = _Problem(lineups, _sums(label, shares, len(lineups)), len(played), virtual)
    basis = problem.basis(seat_term)
    point = _maximum(problem, basis)
    scores = _deal_scores(members, shares, label, problem.probabilities(point), np.asarray(deal), len(played))
    covariance = _sandwich(problem, basis, point, scores)
    return _ratings(point, covariance, played, entrants, len(scores))


@dataclass(frozen=True, slots=True)
class _Problem:
    """Choices added up by lineup: who sat where (L, P) and what each seat got there (L, P)."""

    lineups: np.ndarray
    got: np.ndarray
    agents: int
    virtual: float

    @property
    def seats(self) -> int:
        return self.lineups.shape[1]

    def basis(self, seat_term: bool) -> np.ndarray:
        """Columns that span the strengths with mean 0 and the seat terms with mean 0."""
        agents, seats = self.agents, self.seats
        columns = np.zeros((agents + seats, agents - 1 + (seats - 1) * seat_term))
        columns[:agents, : agents - 1] = _contrasts(agents)
        if seat_term:
            columns[agents:, agents - 1 :] = _contrasts(seats)
        return columns

    def logits(self, point: np.ndarray) -> np.ndarray:
        """The logit of each seat of each lineup, minus infinity where nobody sits."""
        found = point[self.lineups] + point[self.agents :]
        return np.where(self.lineups == ABSENT, -np.inf, found)

    def probabilities(self, point: np.ndarray) -> np.ndarray:
        """Each seat's probability to be chosen in each lineup."""
        return _softmax(self.logits(point))

    def value(self, point: np.ndarray) -> float:
        """The logarithm of the likelihood, virtual games included."""
        theta, gamma = point[: self.agents], point[self.agents :]
        with np.errstate(invalid="ignore"):  # nobody in the seat: 0 times minus infinity
            likelihood = float(np.where(self.got > 0, self.got * _log_softmax(self.logits(point)), 0.0).sum())
        draws = -0.5 * (np.logaddexp(0, theta) + np.logaddexp(0, -theta)).sum()
        return likelihood + self.virtual * float(draws + _log_softmax(gamma).mean())

    def virtual_scores(self, point: np.ndarray) -> np.ndarray:
        """The first derivatives of the virtual games."""
        theta, gamma = point[: self.agents], point[self.agents :]
        return self.virtual * np.concatenate([0.5 - _logistic(theta), 1 / self.seats - _softmax(gamma)])

    def gradient(self, point: np.ndarray) -> np.ndarray:
        """The first derivatives by all θ and γ."""
        rest = self.got - self.got.sum(axis=1, keepdims=True) * self.probabilities(point)
        agents = np.bincount(self.lineups.ravel() + 1, rest.ravel(), self.agents + 1)[1:]
        return np.concatenate([agents, rest.sum(axis=0)]) + self.virtual_scores(point)

    def information(self, point: np.ndarray) -> np.ndarray:
        """The second derivatives, negated: H of the module's formula."""
        size, agents = len(point), self.agents
        chance, counts = self.probabilities(point), self.got.sum(axis=1)
        found = np.zeros((size + 1, size + 1))  # the last row and column take what falls to absent seats
        place = np.where(self.lineups == ABSENT, size, self.lineups)
        for s in range(self.seats):
            for t in range(self.seats):
                weight = counts * chance[:, s] * ((s == t) - chance[:, t])
                pairs = np.bincount(place[:, s] * (size + 1) + place[:, t], weight, (size + 1) ** 2)
                found += pairs.reshape(size + 1, size + 1)
                found[agents + s] += np.bincount(place[:, t], weight, size + 1)
                found[:, agents + t] += np.bincount(place[:, s], weight, size + 1)
                found[agents + s, agents + t] += weight.sum()
        found = found[:size, :size]
        likely = _logistic(point[:agents])
        found[np.arange(agents), np.arange(agents)] += self.virtual * likely * (1 - likely)
        seat = _softmax(point[agents:])
        found[agents:, agents:] += self.virtual * (np.diag(seat) - np.outer(seat, seat))
        return found


def _maximum(problem: _Problem, basis: np.ndarray) -> np.ndarray:
    """All θ and γ that maximise the likelihood."""
    point, value = np.zeros(len(basis)), problem.value(np.zeros(len(basis)))
    for _ in range(STEPS):
        step = basis @ _solve(basis.T @ problem.information(point) @ basis, basis.T @ problem.gradient(point))
        ahead = problem.value(point + step)
        while ahead < value - 1e-9 * abs(value) and np.abs(step).max() > TOLERANCE:
            step /= 2
            ahead = problem.value(point + step)
        point, value = point + step, ahead
        if not len(step) or np.abs(step).max() <= TOLERANCE:
            break
    return point


def _deal_scores(
    members: np.ndarray, shares: np.ndarray, label: np.ndarray, chance: np.ndarray, deal: np.ndarray, agents: int
) -> np.ndarray:
    """The first derivatives added up by deal: a row a deal, a column for each θ and γ."""
    first, size = (int(deal.min()), int(np.ptp(deal)) + 1) if len(deal) else (0, 1)
    deals, group = _distinct(deal.reshape(-1, 1) - first, size)
    seats = members.shape[1]
    scores = np.zeros((len(deals), agents + seats))
    total = shares.sum(axis=1)
    for seat in range(seats):
        rest = shares[:, seat] - total * chance[label, seat]  # exactly 0 at absent seats
        cell = group * agents + np.maximum(members[:, seat], 0)
        scores[:, :agents] += np.bincount(cell, rest, len(deals) * agents).reshape(len(deals), agents)
        scores[:, agents + seat] = np.bincount(group, rest, len(deals))
    return scores


def _sandwich(problem: _Problem, basis: np.ndarray, point: np.ndarray, scores: np.ndarray) -> np.ndarray:
    """The covariance of θ and γ."""
    groups = len(scores)
    if groups < 2:
        return np.full((len(point), len(point)), np.nan)
    centred = scores - scores.mean(axis=0)
    meat = centred.T @ centred * (groups / (groups - 1))
    virtual = problem.virtual_scores(point)
    meat += np.outer(virtual, virtual)
    if _parts(problem) > 1:
        meat[: problem.agents, : problem.agents] += problem.virtual**2 / 4 * np.eye(problem.agents)
    inverse = basis @ _solve(basis.T @ problem.information(point) @ basis, basis.T)
    return inverse @ meat @ inverse.T


def _ratings(point: np.ndarray, covariance: np.ndarray, played: np.ndarray, entrants: int, deals: int) -> Ratings:
    """In Elo points, with a place for agents that did not play."""
    agents = len(played)
    elo, spread = np.full(entrants, np.nan), np.full((entrants, entrants), np.nan)
    elo[played] = np.round(ELO * point[:agents], DIGITS) + 0.0
    spread[np.ix_(played, played)] = ELO**2 * covariance[:agents, :agents]
    seats = np.round(ELO * point[agents:], DIGITS) + 0.0
    return Ratings(elo, spread, seats, ELO**2 * covariance[agents:, agents:], deals)


def _parts(problem: _Problem) -> int:
    """Into how many parts the field falls that never met."""
    met = np.zeros((problem.agents + 1, problem.agents + 1), bool)  # the last row and column are for ABSENT
    for seat in problem.lineups.T:
        for other in problem.lineups.T:
            met[seat, other] = True
    part = np.arange(problem.agents)
    while True:
        least = np.where(met[:-1, :-1], part, problem.agents).min(axis=1, initial=problem.agents)
        if (least >= part).all():
            return len(np.unique(part))
        part = np.minimum(part, least)


def _distinct(rows: np.ndarray, size: int) -> tuple[np.ndarray, np.ndarray]:
    """The distinct rows of numbers from -1 to ``size - 1``, ascending, and for each row which of them it is."""
    width = rows.shape[1]
    if (size + 1) ** width > DENSE:
        found, label = np.unique(rows, axis=0, return_inverse=True)
        return found, label.ravel()
    powers = (size + 1) ** np.arange(width - 1, -1, -1)
    codes = np.zeros(len(rows), np.int64)
    for column, power in zip(rows.T, powers.tolist(), strict=True):
        codes += (column + 1) * np.int64(power)
    seen = np.bincount(codes, minlength=(size + 1) ** width) > 0
    codes_seen = np.flatnonzero(seen)
    return codes_seen[:, None] // powers % (size + 1) - 1, (np.cumsum(seen) - 1)[codes]


def _sums(label: np.ndarray, values: np.ndarray, size: int) -> np.ndarray:
    """Each column of ``values`` added up by label."""
    return np.stack([np.bincount(label, column, size) for column in values.T], axis=1)


def _contrasts(n: int) -> np.ndarray:
    """An orthonormal basis of the vectors of n numbers with mean 0 (Helmert's)."""
    columns = np.zeros((n, max(n - 1, 0)))
    for k in range(1, n):
        columns[:k, k - 1] = 1 / np.sqrt(k * (k + 1))
        columns[k, k - 1] = -k / np.sqrt(k * (k + 1))
    return columns


def _solve(matrix: np.ndarray, right: np.ndarray) -> np.ndarray:
    """The solution of least length, also where the data leave something open (a seat nobody ever had)."""
    return np.linalg.lstsq(matrix, right, rcond=None)[0]


def _logistic(x: np.ndarray) -> np.ndarray:
    return np.exp(-np.logaddexp(0, -x))


def _log_softmax(logits: np.ndarray) -> np.ndarray:
    high = logits.max(axis=-1, keepdims=True)
    return logits - high - np.log(np.exp(logits - high).sum(axis=-1, keepdims=True))


def _softmax(logits: np.ndarray) -> np.ndarray:
    return np.exp(_log_softmax(logits))


# ----------------------------------------------------------------------- Winners: the model of Bradley and Terry (1952)
#
# At a table of two, an agent in seat s beats one in seat t with the probability ``1 / (1 + exp(θ_b - θ_a + γ_t -
# γ_s))``; for the seat term see Agresti, *Categorical Data Analysis*, 10.6. A draw counts as half a win for both. At a
# larger table the winner is one of P with probabilities proportional to ``exp(θ + γ)`` (the multinomial logit). A
# shared win counts for each winner in proportion.


def bradley_terry(
    seating: np.ndarray,
    shares: np.ndarray,
    deal: np.ndarray,
    entrants: int | None = None,
    *,
    virtual: float = 1.0,
    seat_term: bool = True,
) -> Ratings:
    """Rate agents by n games: who sat where, what share of the win each seat got, and on which deal.

    ``seating`` (n, P) are numbers of entrants (one may have several seats), ``shares`` (n, P) sum to 1, ``deal`` (n,)
    are numbers of deals, the same at every table. ``entrants`` is how many there are (default: those that played).
    The field's mean is 0. ``virtual`` is the weight of each agent's virtual draw against the field's mean.

    Of two agents, one that wins three games of four is 191 points better:

    >>> seating, deal = np.tile([[0, 1], [1, 0]], (100, 1)), np.repeat(np.arange(100), 2)
    >>> winner = np.where(np.arange(200) % 8 < 6, 0, 1)
    >>> found = bradley_terry(seating, seating == winner[:, None], deal, virtual=0.0)
    >>> found.elo.round(1).tolist()
    [95.4, -95.4]
    """
    count = int(seating.max(initial=-1)) + 1 if entrants is None else entrants
    return fit_choices(seating, shares, deal, count, virtual=virtual, seat_term=seat_term)


# ------------------------------------------------------- Finishing orders: the model of Plackett (1975) and Luce (1959)
#
# The first of P places goes to a seat with a probability proportional to ``exp(θ + γ)``. The same rule gives the next
# place to one of the others, and so on: an order is a sequence of choices among those that remain.
#
# Seats that tie leave several orders open, each with the same weight, so a tie of two is half a win for both. No sum
# over orders is needed. A set S of seats is at some time what remains with the probability 1 if everybody outside it
# came in before everybody in it. If k of the m seats of one tie are outside and the others inside, the probability is
# 1 / C(m, k). The next of S is then any of those that share its best place.


def plackett_luce(
    seating: np.ndarray,
    places: np.ndarray,
    deal: np.ndarray,
    entrants: int | None = None,
    *,
    virtual: float = 1.0,
    seat_term: bool = True,
) -> Ratings:
    """Rate agents by the finishing orders of n games.

    ``places`` (n, P) has each seat's place: smaller is better, equal numbers tie, gaps do not matter. Everything else
    is as in :func:`~magnate.arena.ratings.bradley_terry`.
    """
    count = int(seating.max(initial=-1)) + 1 if entrants is None else entrants
    members, shares, game = stages(seating, places)
    return fit_choices(members, shares, np.asarray(deal)[game], count, virtual=virtual, seat_term=seat_term)


def stages(seating: np.ndarray, places: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The choices that n orders consist of: who was still there, who was chosen, and of which game it was a choice.

    >>> members, shares, game = stages(np.array([[7, 8, 9]]), np.array([[2, 1, 3]]))
    >>> members.tolist(), shares.tolist()
    ([[7, -1, 9], [7, 8, 9]], [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
    """
    seats, order = np.asarray(seating).T, np.ascontiguousarray(np.asarray(places).T)
    players = len(order)
    weight = _weights(players)
    rows, parts, games = [], [], []
    for subset in range(1, 1 << players):
        inside = np.array([bool(subset >> seat & 1) for seat in range(players)])
        if inside.sum() < 2:
            continue
        best = order[inside].min(axis=0)
        last = order[~inside].max(axis=0, initial=np.iinfo(order.dtype).min)
        here = np.flatnonzero(last <= best)
        tie = order[:, here] == best[here]
        chosen = tie[inside]
        members = np.full((players, len(here)), ABSENT, seats.dtype)
        members[inside] = seats[inside][:, here]
        shares = np.zeros((players, len(here)))
        shares[inside] = chosen * weight[tie.sum(axis=0), chosen.sum(axis=0)]
        rows.append(members)
        parts.append(shares)
        games.append(here)
    if not rows:
        return np.empty((0, players), np.int64), np.empty((0, players)), np.empty(0, np.int64)
    return np.concatenate(rows, axis=1).T, np.concatenate(parts, axis=1).T, np.concatenate(games)


def _weights(players: int) -> np.ndarray:
    """What each seat gets of the choice if, of the row's number of seats that tie, the column's number are left."""
    found = np.zeros((players + 1, players + 1))
    for tied in range(1, players + 1):
        found[tied, 1 : tied + 1] = [1 / (left * comb(tied, left)) for left in range(1, tied + 1)]
    return found
