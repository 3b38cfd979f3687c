"""Symmetric games: all players have the same strategies, and only how many play each matters. And their equilibria."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations_with_replacement, product
from typing import Final, NamedTuple, TypeAlias

import numpy as np

from ..errors import BadStrategicGame, listing
from .strategic import StrategicGame

__all__ = [
    "Multiset",
    "SymmetricGame",
    "SymmetricProfile",
    "is_stable",
    "pure_multisets",
    "replicated",
    "symmetric_equilibria",
]


# ------------------------------------------------------------------------------------------------------------- The game
#
# Tournaments make such games: what an agent wins depends on who else sits at the table. A table of n seats for k
# agents has C(n + k - 1, n) multisets instead of kⁿ profiles.


Multiset: TypeAlias = tuple[int, ...]
"""The numbers of the strategies that are played, ascending, one as often as it is played."""

MOST_PAYOFFS = 5_000_000
"""The most payoffs that are written out for all players."""


class _Places(NamedTuple):
    """Where the payoffs of a symmetric game stand, by what a player and the others choose.

    ``others`` (c, n - 1): what the others can choose, ``orders`` (c,): in how many orders they can be those,
    (n - 1)! / Π count!. ``place`` (k, c): where in the flat payoffs the one of a strategy against each of the others
    is. ``rest`` (m, n): which of the others each player of each multiset meets.
    """

    others: np.ndarray
    orders: np.ndarray
    place: np.ndarray
    rest: np.ndarray


@dataclass(frozen=True, eq=False)
class SymmetricGame:
    """A symmetric game of n players with k strategies.

    ``multisets`` (m, n): every way to choose, as numbers of strategies in ascending order. ``payoffs`` (m, n): what
    the player of each of these strategies gets, the same for equal ones.

    Raises :class:`~magnate.errors.BadStrategicGame` where some are missing (naming them), or payoffs are no numbers.
    """

    strategies: tuple[str, ...]
    multisets: np.ndarray
    payoffs: np.ndarray

    def __post_init__(self) -> None:
        if self.multisets.ndim != 2 or self.multisets.shape != self.payoffs.shape:
            raise BadStrategicGame(
                f"multisets {self.multisets.shape} and payoffs {self.payoffs.shape} do not fit",
                hint="both need a row for each multiset, with a number for each player",
            )
        if len(set(self.strategies)) < len(self.strategies):
            raise BadStrategicGame("two strategies have the same name", hint="give every one a name of its own")
        there = {tuple(row) for row in self.multisets.tolist()}
        missing = [
            one for one in combinations_with_replacement(range(len(self.strategies)), self.players) if one not in there
        ]
        if missing:
            shown = listing([" + ".join(self.strategies[k] for k in one) for one in missing], 5)
            raise BadStrategicGame(
                f"{len(missing):,} of the ways to choose have no payoffs: {shown}",
                hint="every multiset of strategies must have been played",
            )
        if not np.isfinite(self.payoffs).all():
            raise BadStrategicGame("a payoff is no finite number", hint="every payoff must be one")

    @classmethod
    def of(cls, strategies: Sequence[str], payoffs: Mapping[Multiset, Sequence[float]]) -> SymmetricGame:
        """The game with these payoffs by multiset, each in the order of the multiset's strategies.

        >>> dilemma = SymmetricGame.of(["deny", "confess"], {(0, 0): (-1, -1), (0, 1): (-5, 0), (1, 1): (-3, -3)})
        >>> dilemma.deviation_payoffs(np.array([0.5, 0.5])).tolist()
        [-3.0, -1.5]
        """
        rows = sorted(payoffs)
        return cls(
            tuple(strategies),
            np.array(rows, np.int64).reshape(len(rows), -1),
            np.array([payoffs[row] for row in rows], np.float64).reshape(len(rows), -1),
        )

    @property
    def players(self) -> int:
        """The number of players."""
        return int(self.multisets.shape[1])

    @property
    def size(self) -> int:
        """The number of strategies."""
        return len(self.strategies)

    @property
    def others(self) -> np.ndarray:
        """What the other players can choose (c, n - 1): a multiset in each row."""
        return self._places.others

    @cached_property
    def _places(self) -> _Places:
        """Where each payoff stands."""
        others = list(combinations_with_replacement(range(self.size), self.players - 1))
        rows = {tuple(row): number for number, row in enumerate(self.multisets.tolist())}
        columns = {rest: number for number, rest in enumerate(others)}
        place = np.empty((self.size, len(others)), np.int64)
        for own in range(self.size):
            for column, rest in enumerate(others):
                whole = tuple(sorted((*rest, own)))
                place[own, column] = rows[whole] * self.players + whole.index(own)
        rests = [[columns[row[:seat] + row[seat + 1 :]] for seat in range(self.players)] for row in rows]
        orders = [
            math.factorial(self.players - 1) / math.prod(math.factorial(n) for n in Counter(rest).values())
            for rest in others
        ]
        return _Places(
            np.array(others, np.int64).reshape(len(others), self.players - 1),
            np.array(orders),
            place,
            np.array(rests, np.int64),
        )

    def own_payoffs(self) -> np.ndarray:
        """What a player gets: a row for each of its strategies, a column for each row of ``others``."""
        return self.payoffs.ravel()[self._places.place]

    def best_payoffs(self) -> np.ndarray:
        """What each player of each multiset (m, n) would get by its best answer to the others."""
        return self.own_payoffs().max(axis=0)[self._places.rest]

    def deviation_payoffs(self, mixture: np.ndarray) -> np.ndarray:
        """What each strategy (k,) is worth where all other players choose by ``mixture`` (k,)."""
        return self.own_payoffs() @ (self._places.orders * mixture[self.others].prod(axis=1))

    def regret(self, mixture: np.ndarray) -> float:
        """What a player could gain by its best answer where everybody chooses by ``mixture``."""
        worth = self.deviation_payoffs(mixture)
        return max(float(worth.max() - mixture @ worth), 0.0)

    def changes(self) -> Iterator[tuple[np.ndarray, np.ndarray, np.ndarray]]:
        """The effect of one player of a multiset choosing otherwise, a player after the other.

        The arrays have, for each place in the multisets, an entry for each of its strategies (k, m). They are the row
        of the multiset that results if that player chooses the strategy, its gain, and whether that is no change.
        """
        own, places = self.own_payoffs(), self._places
        for seat in range(self.players):
            rest = places.rest[:, seat]
            after = places.place[:, rest] // self.players
            yield after, own[:, rest] - self.payoffs[:, seat], np.arange(self.size)[:, None] == self.multisets[:, seat]

    def with_payoffs(self, payoffs: np.ndarray) -> SymmetricGame:
        """The game with other payoffs (m, n) of the same multisets."""
        found = SymmetricGame(self.strategies, self.multisets, payoffs)
        found.__dict__["_places"] = self._places  # which hang on the multisets alone
        return found

    def restricted(self, kept: Sequence[int]) -> SymmetricGame:
        """The game that has only the strategies with these numbers, in ascending order."""
        chosen = sorted(kept)
        inside = np.isin(self.multisets, chosen).all(axis=1)
        numbers = np.searchsorted(chosen, self.multisets[inside])
        return SymmetricGame(tuple(self.strategies[k] for k in chosen), numbers, self.payoffs[inside])

    def strategic(self, title: str = "") -> StrategicGame:
        """The same with the payoffs of every player in every profile written out.

        Raises :class:`~magnate.errors.BadStrategicGame` where these are more than five million numbers.
        """
        count = self.players * self.size**self.players
        if count > MOST_PAYOFFS:
            raise BadStrategicGame(
                f"{self.size} strategies of {self.players} players have {count:,} payoffs",
                hint="leave out strategies, or analyse the symmetric game",
            )
        found = np.zeros((self.players, *(self.size,) * self.players))
        worth = {tuple(row): own for row, own in zip(self.multisets.tolist(), self.payoffs, strict=True)}
        for cell in product(range(self.size), repeat=self.players):
            row = tuple(sorted(cell))
            place: tuple[slice | int, ...] = (slice(None), *cell)
            found[place] = [worth[row][row.index(k)] for k in cell]
        names = (self.strategies,) * self.players
        return StrategicGame(found, tuple(f"seat {seat + 1}" for seat in range(self.players)), names, title)


# ----------------------------------------------------------------------------------------------------------- Equilibria
#
# Every symmetric game has a symmetric mixed equilibrium (Nash 1951). Here replicator dynamics (Taylor and Jonker 1978,
# in discrete, exponential steps) run from several starts: what earns more than the mean grows. Newton's method then
# makes the remaining strategies earn exactly the same. Each result carries its regret, and is called an equilibrium
# only if its regret is rounding.


STEPS: Final = 3200
LOOKS: Final = (50, 100, 200, 400, 800, 1600, STEPS)
"""After so many steps Newton's method is tried."""
RATE: Final = 0.5
"""By how much of the spread of payoffs the dynamics goes on in a step, in the exponent."""
NEWTON: Final = 12
SEEN: Final = 1e-4
"""Strategies with less after the dynamics are taken to die out."""
SAME: Final = 1e-4
"""Mixtures whose weights differ by less are one."""
ROUNDING: Final = 1e-9


@dataclass(frozen=True, eq=False)
class SymmetricProfile:
    """A mixture (k,) that all players play, what each gets, and what a better answer would gain."""

    weights: np.ndarray
    payoff: float
    regret: float


def profile_of(game: SymmetricGame, weights: np.ndarray) -> SymmetricProfile:
    """The profile in which everybody plays these weights."""
    return SymmetricProfile(weights, float(weights @ game.deviation_payoffs(weights)), game.regret(weights))


def pure_multisets(game: SymmetricGame, tolerance: float = 0.0) -> list[Multiset]:
    """The multisets in which no player gains more than ``tolerance`` by choosing otherwise: the pure equilibria."""
    return [tuple(row) for row in game.multisets[is_stable(game, tolerance)].tolist()]


def is_stable(game: SymmetricGame, tolerance: float = 0.0) -> np.ndarray:
    """Which of the game's multisets (m,) are pure equilibria: no player of them gains more than ``tolerance``."""
    return np.asarray((game.payoffs + tolerance >= game.best_payoffs()).all(axis=1))


def symmetric_equilibria(game: SymmetricGame) -> list[SymmetricProfile]:
    """Symmetric equilibria, those of the starts that lead to one, each once: all pure ones, and mixed ones if found.

    The first is the one that the dynamics reaches from even weights, if it reaches one.
    """
    found: list[SymmetricProfile] = []
    limit = ROUNDING * max(1.0, float(np.abs(game.payoffs).max()))
    ends = [replicated(game, start) for start in _starts(game)]
    for profile in [*ends, *(profile_of(game, one) for one in np.eye(game.size))]:
        if profile.regret <= limit and all(np.abs(profile.weights - one.weights).max() > SAME for one in found):
            found.append(profile)
    return found


def replicated(game: SymmetricGame, start: np.ndarray) -> SymmetricProfile:
    """Where the replicator dynamics leads from these weights, made exact once it comes near an equilibrium.

    An equilibrium that uses the same strategies as ``start`` is found at once.
    """
    weights = start / start.sum()
    spread = float(np.ptp(game.payoffs)) or 1.0
    limit = ROUNDING * max(1.0, float(np.abs(game.payoffs).max()))
    best = min([profile_of(game, weights), _settled(game, weights)], key=_regret)
    mean = np.zeros(game.size)
    for step in range(1, STEPS + 1):
        if best.regret <= limit:
            break
        worth = game.deviation_payoffs(weights)
        weights = weights * np.exp(RATE * (worth - worth.max()) / spread)
        weights /= weights.sum()
        mean += (weights - mean) / step
        if step in LOOKS:  # the dynamics goes round some equilibria without coming nearer; its mean over time does
            best = min([best, _settled(game, weights), _settled(game, mean)], key=_regret)
    return best


def _regret(profile: SymmetricProfile) -> float:
    return profile.regret


def _starts(game: SymmetricGame) -> Iterator[np.ndarray]:
    """Even weights, and for each strategy almost only that one."""
    even = np.full(game.size, 1 / game.size)
    yield even
    for one in np.eye(game.size):
        yield 0.9 * one + 0.1 * even


def _settled(game: SymmetricGame, near: np.ndarray) -> SymmetricProfile:
    """The mixture of the strategies in use that all earn the same, by Newton's method."""
    used = np.flatnonzero(near > SEEN)
    weights = np.zeros(game.size)
    weights[used] = near[used] / near[used].sum()
    for _ in range(NEWTON):
        rest = _differences(game, weights, used)
        step = np.linalg.lstsq(_slopes(game, weights, used), -rest, rcond=None)[0]
        weights[used] += step
        if np.abs(step).max() < 1e-15:
            break
    if weights.min() < -ROUNDING or not np.isfinite(weights).all():
        return profile_of(game, near)
    weights = np.maximum(weights, 0.0)
    return profile_of(game, weights / weights.sum())


def _differences(game: SymmetricGame, weights: np.ndarray, used: np.ndarray) -> np.ndarray:
    """What is to become 0: the payoffs of those in use less their mean, and the sum of the weights less 1."""
    worth = game.deviation_payoffs(weights)[used]
    return np.append(worth - worth.mean(), weights.sum() - 1.0)


def _slopes(game: SymmetricGame, weights: np.ndarray, used: np.ndarray) -> np.ndarray:
    """The derivatives of :func:`_differences` by the weights in use.

    Payoffs are polynomials of a low degree in the weights, so central differences are as good as exact.
    """
    columns = []
    for k in used:
        ahead, behind = weights.copy(), weights.copy()
        ahead[k] += 1e-5
        behind[k] -= 1e-5
        columns.append((_differences(game, ahead, used) - _differences(game, behind, used)) / 2e-5)
    return np.array(columns).T
