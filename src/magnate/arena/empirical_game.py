"""The empirical game of a tournament's agents, and its game-theoretic analysis.

A payoff is a mean over finished games, one for each agent at each multiset of agents (``--with-copies`` plays them
all). Its uncertainty comes from resampled deals. A deal is played at every table, so all payoffs change together.
Intervals are the middle 95 %: each time as many deals are drawn with replacement, and everything is computed anew.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ..errors import BadOption, BadPlan, did_you_mean, listing
from ..gametheory.dominance import dominance_of
from ..gametheory.ranking import MOST_STATES, alpha_rank_of_one_population, alpha_rank_of_symmetric_game, nash_average
from ..gametheory.strategic import StrategicGame
from ..gametheory.symmetric import (
    Multiset,
    SymmetricGame,
    SymmetricProfile,
    is_stable,
    profile_of,
    pure_multisets,
    replicated,
)
from .games import Games
from .results import counted

if TYPE_CHECKING:
    from .store import Store


__all__ = ["EmpiricalGame", "Gone", "Meta", "Weight", "empirical_game", "meta_of", "stored_game"]


WIN: Final = "win"
"""The payoff that is the share of the win."""


@dataclass(frozen=True, eq=False)
class EmpiricalGame:
    """A symmetric game of agents, with what it was computed from.

    ``payoff`` names what is counted. A view is an agent at a multiset, and ``views`` (m, n) has the view of each
    payoff of the game. ``sums`` and ``counts`` (d, v) have for each deal and view the sum of what its seats got, and
    how many seats these were.
    """

    game: SymmetricGame
    payoff: str
    sums: np.ndarray
    counts: np.ndarray
    views: np.ndarray

    @property
    def deals(self) -> int:
        """How many deals were played."""
        return len(self.sums)

    def resampled(self, times: int, seed: int) -> Iterator[SymmetricGame]:
        """So many games whose deals are drawn from those that were played, with replacement."""
        draw = np.random.default_rng(seed)
        whole = self.sums.sum(axis=0) / self.counts.sum(axis=0)
        for _ in range(times):
            often = np.bincount(draw.integers(0, self.deals, self.deals), minlength=self.deals)
            counts = often @ self.counts
            means = np.where(counts > 0, often @ self.sums / np.maximum(counts, 1), whole)
            yield self.game.with_payoffs(means[self.views])


def empirical_game(games: Games, payoff: str = WIN) -> EmpiricalGame:
    """The game of a tournament's agents; ``payoff`` is ``win`` or a number by seat that the game keeps.

    Raises :class:`~magnate.errors.BadOption` for another payoff, and :class:`~magnate.errors.BadPlan` where no game
    of some multiset was played, naming it.
    """
    values = _values(games, payoff)
    members, found = np.unique(np.sort(games.seating, axis=1), axis=0, return_inverse=True)
    multiset = found.ravel()
    _check_all_there(games, members)
    first = np.ones(members.shape, bool)
    first[:, 1:] = members[:, 1:] != members[:, :-1]
    views = np.cumsum(first.ravel()).reshape(members.shape) - 1
    # The place in its multiset of the agent in each seat: the first place that it has there.
    place = (members[multiset][:, None, :] == games.seating[:, :, None]).argmax(axis=2)
    view = views[multiset[:, None], place]
    deals, deal = np.unique(games.deal, return_inverse=True)
    size = int(views.max()) + 1
    cell = (deal.ravel()[:, None] * size + view).ravel()
    shape = (len(deals), size)
    sums = np.bincount(cell, values.ravel(), len(deals) * size).reshape(shape)
    counts = np.bincount(cell, minlength=len(deals) * size).reshape(shape)
    means = sums.sum(axis=0) / counts.sum(axis=0)
    return EmpiricalGame(
        SymmetricGame(tuple(games.names), members.astype(np.int64), means[views]), payoff, sums, counts, views
    )


def stored_game(store: Store, tournament: str, payoff: str = WIN) -> StrategicGame:
    """The strategic game of a tournament in the store: the seats are the players, and each sends one of the agents.

    Raises :class:`~magnate.errors.UnknownTournament`, what :func:`empirical_game` raises, and
    :class:`~magnate.errors.BadStrategicGame` where all profiles together have more than five million payoffs.
    """
    plan = store.plan(tournament)
    games = counted(store.games(tournament), plan)
    return empirical_game(games, payoff).game.strategic(f"{plan.game}, {tournament}")


def _values(games: Games, payoff: str) -> np.ndarray:
    """What each seat got (n, P)."""
    if payoff == WIN:
        return games.shares
    known = [WIN, *sorted(name for name, values in games.seats.items() if values.ndim == 2)]
    if payoff not in known:
        raise BadOption(f'there is no payoff "{payoff}"', hint=did_you_mean(payoff, known))
    if payoff in games.missing:
        raise BadPlan(
            f"{int(games.missing[payoff].sum()):,} of the games were kept without their {payoff}",
            hint=f"take another payoff: {listing(name for name in known if name not in games.missing)}",
        )
    return games.seats[payoff].astype(np.float64)


def _check_all_there(games: Games, members: np.ndarray) -> None:
    """Raise BadPlan where a multiset of agents has no games."""
    there = {tuple(row) for row in members.tolist()}
    every = combinations_with_replacement(range(len(games.names)), games.players)
    missing = [row for row in every if row not in there]
    if missing:
        named = [" + ".join(games.names[entrant] for entrant in row) for row in missing]
        raise BadPlan(
            f"{len(missing):,} of the ways to fill a table were not played: {listing(named, 5)}",
            hint="play them: magnate tournament run … --with-copies",
        )


# ------------------------------------------------------------------------------------------ What game theory says of it


SEEN: Final = 1e-6
"""An agent with a larger weight is in the support."""
NUDGE: Final = 1e-5
"""What every agent has at least when the dynamics begins near an equilibrium, so that it can come back."""
DIGITS: Final = 6
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Weight:
    """An agent's probability in a mixture, the middle 95 % of it over resamples, and in how many it was above 0."""

    mean: float
    low: float
    high: float
    support: float

    def as_dict(self) -> dict[str, float | None]:
        """The weight for JSON; what no resample tells is None."""
        return {name: _rounded(getattr(self, name)) for name in ("mean", "low", "high", "support")}


@dataclass(frozen=True, slots=True)
class Gone:
    """An agent that is strictly dominated among those left: in which round it goes, and by which mixture of others.

    ``again`` is the part of the resamples in which that mixture dominates it too.
    """

    agent: int
    round: int
    by: dict[int, float]
    again: float = math.nan


@dataclass(frozen=True, eq=False)
class Meta:
    """The findings about an empirical game of k agents, in the order of its strategies.

    ``gone`` has the agents that are strictly dominated, one after the other. ``pure`` has the multisets in which nobody
    gains by sending another agent. ``stable`` (m,) has for each multiset the part of the resamples in which that is so.

    ``equilibrium`` is a mixture that everybody may play; ``weights`` are the same with intervals. Its ``regret`` is 0
    up to rounding, else the search for one has failed. ``settled`` is the part of the resamples in which an equilibrium
    was found.

    ``average`` is Nash averaging: the most even equilibrium of choosing between two agents, by ``advantages`` (k, k),
    with each agent's rating against it. ``sure`` (k, k) says where the interval of an advantage excludes 0.

    ``alpha`` is the share of time of α-rank, over the agents numbered in ``ranked`` (the best ones, if all would be too
    many). The resamples follow from ``seed``.
    """

    empirical: EmpiricalGame
    resamples: int
    seed: int
    gone: tuple[Gone, ...]
    pure: tuple[Multiset, ...]
    stable: np.ndarray
    equilibrium: SymmetricProfile
    weights: tuple[Weight, ...]
    settled: float
    advantages: np.ndarray
    sure: np.ndarray
    average: tuple[Weight, ...]
    ratings: np.ndarray
    alpha: np.ndarray
    ranked: tuple[int, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The agents."""
        return self.empirical.game.strategies

    def as_dict(self) -> dict[str, Any]:
        """Everything for JSON, by names."""
        names, game = self.names, self.empirical.game
        return {
            "payoff": self.empirical.payoff,
            "agents": list(names),
            "players": game.players,
            "deals": self.empirical.deals,
            "resamples": self.resamples,
            "profiles": [
                {
                    "agents": [names[k] for k in row],
                    "payoffs": [round(worth, DIGITS) for worth in own],
                    "equilibrium_in_resamples": _rounded(part),
                }
                for row, own, part in zip(game.multisets.tolist(), game.payoffs.tolist(), self.stable, strict=True)
            ],
            "advantages": [[round(worth, DIGITS) for worth in row] for row in self.advantages.tolist()],
            "certain": self.sure.tolist(),
            "dominated": [self._gone(one) for one in self.gone],
            "pure_equilibria": [[names[k] for k in row] for row in self.pure],
            "equilibrium": {
                "agents": self._weights(self.weights),
                "payoff": round(self.equilibrium.payoff, DIGITS),
                "regret": self.equilibrium.regret,
                "settled": _rounded(self.settled),
            },
            "nash_averaging": [
                {**line, "rating": round(float(rating), DIGITS)}
                for line, rating in zip(self._weights(self.average), self.ratings, strict=True)
            ],
            "alpha_rank": [
                {"agent": names[k], "share": round(float(share), DIGITS)}
                for k, share in zip(self.ranked, self.alpha, strict=True)
            ],
        }

    def _weights(self, weights: Sequence[Weight]) -> list[dict[str, Any]]:
        return [{"agent": name, **one.as_dict()} for name, one in zip(self.names, weights, strict=True)]

    def _gone(self, one: Gone) -> dict[str, Any]:
        by = {self.names[k]: round(part, DIGITS) for k, part in one.by.items()}
        return {"agent": self.names[one.agent], "round": one.round, "by": by, "in_resamples": _rounded(one.again)}

    def stable_of(self, row: Multiset) -> float:
        """In which part of the resamples a multiset is a pure equilibrium."""
        return float(self.stable[(self.empirical.game.multisets == row).all(axis=1)][0])


def _rounded(number: float) -> float | None:
    """A number for JSON, which knows no NaN."""
    return None if math.isnan(number) else round(float(number), DIGITS)


def meta_of(
    empirical: EmpiricalGame, *, resamples: int = 1000, seed: int = 1, progress: Progress | None = None
) -> Meta:
    """Analyse the game of a tournament's agents.

    ``progress(done, resamples)`` is called after each of so many resamples, which follow from ``seed``.
    """
    game = empirical.game
    advantages = _advantages(game)
    average = nash_average(advantages)
    equilibrium = _equilibrium(game, average.weights, np.ones(game.size))
    gone = _gone(game)
    mixtures, averages, differences, settled = [], [], [], 0
    stable, again = np.zeros(len(game.multisets)), np.zeros(len(gone))
    for number, drawn in enumerate(empirical.resampled(resamples, seed), 1):
        differences.append(_advantages(drawn))
        averages.append(nash_average(differences[-1]).weights)
        stable += is_stable(drawn)
        again += _still(drawn, gone)
        found = _equilibrium(drawn, averages[-1], equilibrium.weights + NUDGE)
        if _is_settled(drawn, found):
            settled += 1
            mixtures.append(found.weights)
        if progress is not None:
            progress(number, resamples)
    ranked = _ranked(game)
    return Meta(
        empirical,
        resamples,
        seed,
        tuple(replace(one, again=_part(times, resamples)) for one, times in zip(gone, again, strict=True)),
        tuple(pure_multisets(game)),
        np.array([_part(times, resamples) for times in stable]),
        equilibrium,
        _spread(equilibrium.weights, mixtures),
        _part(settled, resamples),
        advantages,
        _sure(advantages, differences, empirical.deals),
        _spread(average.weights, averages),
        average.ratings,
        _alpha(game.restricted(ranked)),
        ranked,
    )


def _part(times: float, resamples: int) -> float:
    return float(times) / resamples if resamples else math.nan


def _equilibrium(game: SymmetricGame, even: np.ndarray, start: np.ndarray) -> SymmetricProfile:
    """An equilibrium that everybody plays: that to which the dynamics leads from ``start``.

    At a table of two that shares one prize it is the most ``even`` one, that of Nash averaging.
    """
    if game.players == 2:
        sums = game.payoffs.sum(axis=1)
        if np.ptp(sums) <= 1e-9 * max(1.0, float(np.abs(sums).max())):
            return profile_of(game, even)
    return replicated(game, start)


def _is_settled(game: SymmetricGame, found: SymmetricProfile) -> bool:
    return found.regret <= 1e-6 * max(1.0, float(np.abs(game.payoffs).max()))


def _advantages(game: SymmetricGame) -> np.ndarray:
    """What the row's agent gets more than the column's, on average over the multisets in which both are (k, k)."""
    total, count = np.zeros((game.size, game.size)), np.zeros((game.size, game.size))
    for one in range(game.players):
        for other in range(game.players):
            place = game.multisets[:, one], game.multisets[:, other]
            np.add.at(total, place, game.payoffs[:, one] - game.payoffs[:, other])
            np.add.at(count, place, 1.0)
    return total / count


def _sure(advantages: np.ndarray, drawn: Sequence[np.ndarray], deals: int) -> np.ndarray:
    """Where the middle 95 % of the advantages that were drawn are on one side of 0, or are 0 always: (k, k).

    One deal says nothing of that.
    """
    if not drawn or deals < 2:
        return np.zeros(advantages.shape, bool)
    low, high = np.quantile(drawn, [0.025, 0.975], axis=0)
    return (low > SEEN) | (high < -SEEN) | ((low >= -SEEN) & (high <= SEEN))


def _spread(weights: np.ndarray, drawn: Sequence[np.ndarray]) -> tuple[Weight, ...]:
    """Weights with the middle 95 % of what was drawn."""
    if not drawn:
        return tuple(Weight(float(mean), math.nan, math.nan, math.nan) for mean in weights)
    low, high = np.quantile(drawn, [0.025, 0.975], axis=0)
    support = (np.array(drawn) > SEEN).mean(axis=0)
    return tuple(
        Weight(*map(float, found))
        for found in zip(weights, np.minimum(low, weights), np.maximum(high, weights), support, strict=True)
    )


def _gone(game: SymmetricGame) -> tuple[Gone, ...]:
    """The agents that iterated strict dominance leaves out, in their order.

    All players have the same agents, so that what one player loses, all lose.
    """
    left = list(range(game.size))
    gone: list[Gone] = []
    number = 0
    while True:
        number += 1
        own = game.restricted(left).own_payoffs()
        choice = StrategicGame(np.stack([own, np.zeros_like(own)]))  # the others are one player, who does not mind
        found = [one for k in range(len(left)) if (one := dominance_of(choice, 0, k)) is not None]
        if not found:
            return tuple(gone)
        for one in found:
            by = {left[k]: float(one.by[k]) for k in np.flatnonzero(one.by).tolist()}
            gone.append(Gone(left[one.strategy], number, by))
        left = [k for k in left if k not in {one.agent for one in gone}]


def _still(game: SymmetricGame, gone: Sequence[Gone]) -> np.ndarray:
    """Whether the same mixtures dominate the same agents in this game, among those that were left then."""
    own = game.own_payoffs()
    found = np.zeros(len(gone), bool)
    for at, one in enumerate(gone):
        before = [other.agent for other in gone if other.round < one.round]
        among = ~np.isin(game.others, before).any(axis=1)
        worth = sum(part * own[k] for k, part in one.by.items())
        found[at] = (worth > own[one.agent])[among].all()
    return found


def _ranked(game: SymmetricGame) -> tuple[int, ...]:
    """The agents that α-rank takes: all, or as many of those with the best mean payoffs as its states allow."""
    if game.players == 2 or game.size**game.players <= MOST_STATES:
        return tuple(range(game.size))
    most = int(MOST_STATES ** (1 / game.players) + 1e-9)
    even = game.deviation_payoffs(np.full(game.size, 1 / game.size))
    return tuple(sorted(int(k) for k in np.argsort(-even, kind="stable")[:most]))


def _alpha(game: SymmetricGame) -> np.ndarray:
    """How much of the time each agent is played: by one population at a table of two, else by one for each seat."""
    if game.players == 2:
        return alpha_rank_of_one_population(game.strategic().payoffs[0]).shares
    return alpha_rank_of_symmetric_game(game)
