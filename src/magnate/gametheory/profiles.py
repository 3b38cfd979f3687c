"""Profiles of strategies, mixed and pure: what they are worth, what a better answer gains, and pure equilibria."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod
from typing import Literal, TypeAlias

import numpy as np

from ..errors import BadStrategicGame
from .strategic import Cell, StrategicGame, own_payoffs

__all__ = [
    "ExactProfile",
    "Numbers",
    "Profile",
    "PureEquilibrium",
    "Security",
    "as_mixture",
    "best_answers",
    "best_responses",
    "deviation_payoffs",
    "efficient_profiles",
    "exact_payoffs",
    "exact_profile",
    "improvements",
    "profile_of",
    "pure_equilibria",
    "pure_profile",
    "saddle_points",
    "security",
]


# ------------------------------------------------------ Mixed profiles: with which probability each player chooses what
#
# Every profile that this package returns is a :class:`Profile`, which carries its regret. However it was computed, an
# equilibrium is one as far as its regret is 0.


@dataclass(frozen=True, eq=False)
class Profile:
    """A mixed profile of a game: probabilities for each player, expected payoffs, and the regret.

    ``regret`` is the most that any player could gain by answering otherwise while the others stay, in units of payoff;
    0 up to rounding means a Nash equilibrium. Probabilities are checked and normalised by :func:`profile_of`.
    """

    mixtures: tuple[np.ndarray, ...]
    payoffs: tuple[float, ...]
    regret: float

    @property
    def supports(self) -> tuple[tuple[int, ...], ...]:
        """The strategies that each player uses."""
        return tuple(tuple(int(k) for k in np.flatnonzero(mixture > 0)) for mixture in self.mixtures)

    @property
    def is_pure(self) -> bool:
        """Whether everybody uses one strategy only."""
        return all(len(support) == 1 for support in self.supports)

    def as_dict(self, game: StrategicGame) -> Mapping[str, object]:
        """The profile for JSON, by names; strategies that are not used are left out."""
        return {
            "mixtures": [
                {names[k]: float(mixture[k]) for k in support}
                for names, mixture, support in zip(game.strategies, self.mixtures, self.supports, strict=True)
            ],
            "payoffs": list(self.payoffs),
            "regret": self.regret,
        }


def as_mixture(probabilities: Sequence[float] | np.ndarray, size: int) -> np.ndarray:
    """Probabilities of so many strategies: what rounding took below 0 is 0, and they add up to 1.

    Raises :class:`~magnate.errors.BadStrategicGame` for another length, for numbers that are clearly negative and for
    those that do not add up to about 1.
    """
    found = np.array(probabilities, dtype=np.float64)
    if found.shape != (size,):
        raise BadStrategicGame(
            f"a mixture of the shape {found.shape} does not fit {size} strategies", hint="give a probability for each"
        )
    if not np.isfinite(found).all() or found.min() < -1e-6 or abs(found.sum() - 1.0) > 1e-6:
        raise BadStrategicGame(
            f"{found.tolist()} are no probabilities", hint="give numbers from 0 to 1 that add up to 1"
        )
    found = np.maximum(found, 0.0)
    found /= found.sum()
    found.setflags(write=False)
    return found


def deviation_payoffs(game: StrategicGame, mixtures: Sequence[np.ndarray], player: int) -> np.ndarray:
    """What each strategy of ``player`` is worth to it against the others' mixtures: an array of its strategies."""
    worth = game.payoffs[player]
    for other in range(game.n - 1, player, -1):
        worth = worth @ mixtures[other]
    for other in range(player):
        worth = mixtures[other] @ worth.reshape(len(mixtures[other]), -1)
    return worth


def expected_payoffs(game: StrategicGame, mixtures: Sequence[np.ndarray]) -> tuple[float, ...]:
    """What each player gets on average."""
    return tuple(float(mixtures[i] @ deviation_payoffs(game, mixtures, i)) for i in range(game.n))


def regrets(game: StrategicGame, mixtures: Sequence[np.ndarray]) -> tuple[float, ...]:
    """What each player could gain by its best answer: never negative."""
    found = []
    for player in range(game.n):
        worth = deviation_payoffs(game, mixtures, player)
        found.append(max(float(worth.max() - mixtures[player] @ worth), 0.0))
    return tuple(found)


def profile_of(game: StrategicGame, mixtures: Sequence[Sequence[float] | np.ndarray]) -> Profile:
    """The profile with these mixtures, its payoffs and its regret.

    >>> battle = StrategicGame.bimatrix([[2, 0], [0, 1]], [[1, 0], [0, 2]])
    >>> found = profile_of(battle, [[2 / 3, 1 / 3], [1 / 3, 2 / 3]])
    >>> [round(payoff, 9) for payoff in found.payoffs], round(found.regret, 9)
    ([0.666666667, 0.666666667], 0.0)
    """
    if len(mixtures) != game.n:
        raise BadStrategicGame(
            f"{len(mixtures)} mixtures are no profile of {game.n} players", hint="give one for each player"
        )
    ready = tuple(as_mixture(mixture, size) for mixture, size in zip(mixtures, game.sizes, strict=True))
    return Profile(ready, expected_payoffs(game, ready), max(regrets(game, ready)))


def pure_profile(game: StrategicGame, cell: Sequence[int]) -> Profile:
    """The profile in which everybody chooses the strategy with this number."""
    return profile_of(game, [np.eye(size)[k] for size, k in zip(game.sizes, cell, strict=True)])


# ----------------------------------------------------------------------------------------- Exact profiles, in fractions


Numbers: TypeAlias = Literal["written", "binary"]
"""What a payoff stands for: ``"written"`` reads it as it is printed, so that 0.1 is 1/10; ``"binary"`` takes the number
that the machine has, which for 0.1 is 3602879701896397/36028797018963968."""


@dataclass(frozen=True)
class ExactProfile:
    """A mixed profile in fractions: probabilities for each player, expected payoffs and the regret of the exact game.

    ``rounded`` is the same as a :class:`~magnate.gametheory.Profile`, whose payoffs and regret were computed from the
    rounded probabilities.
    """

    mixtures: tuple[tuple[Fraction, ...], ...]
    payoffs: tuple[Fraction, ...]
    regret: Fraction
    rounded: Profile

    @property
    def supports(self) -> tuple[tuple[int, ...], ...]:
        """The strategies that each player uses."""
        return tuple(tuple(k for k, share in enumerate(mixture) if share) for mixture in self.mixtures)

    def as_dict(self, game: StrategicGame) -> Mapping[str, object]:
        """The profile for JSON, fractions as text beside the rounded numbers; unused strategies are left out."""
        return {
            **self.rounded.as_dict(game),
            "exact": [
                {names[k]: str(mixture[k]) for k in support}
                for names, mixture, support in zip(game.strategies, self.mixtures, self.supports, strict=True)
            ],
            "exact_payoffs": [str(payoff) for payoff in self.payoffs],
        }


def exact_payoffs(game: StrategicGame, numbers: Numbers = "written") -> np.ndarray:
    """The payoffs as fractions: an array of objects of the shape (n, s1, …, sn).

    >>> thirds = StrategicGame.zero_sum([[0.1, 0.5]])
    >>> print(*exact_payoffs(thirds)[0, 0])
    1/10 1/2
    """
    exact = np.empty(game.payoffs.shape, dtype=object)
    for place, value in np.ndenumerate(game.payoffs):
        exact[place] = Fraction(repr(float(value))) if numbers == "written" else Fraction(float(value))
    return exact


def exact_profile(
    game: StrategicGame, mixtures: Sequence[Sequence[Fraction]], payoffs: np.ndarray | None = None
) -> ExactProfile:
    """The profile with these mixtures; ``payoffs`` are those of :func:`exact_payoffs`, where they are at hand."""
    exact = exact_payoffs(game) if payoffs is None else payoffs
    worth, regret = [], Fraction(0)
    for player, mixture in enumerate(mixtures):
        deviations = _deviations(exact[player], mixtures, player)
        worth.append(sum((share * value for share, value in zip(mixture, deviations, strict=True)), Fraction(0)))
        regret = max(regret, max(deviations) - worth[-1])
    rounded = profile_of(game, [[float(share) for share in mixture] for mixture in mixtures])
    return ExactProfile(tuple(tuple(mixture) for mixture in mixtures), tuple(worth), regret, rounded)


def _deviations(table: np.ndarray, mixtures: Sequence[Sequence[Fraction]], player: int) -> list[Fraction]:
    """What each strategy of ``player`` is worth to it against the others' mixtures."""
    used = [[k for k, share in enumerate(mixture) if share] for mixture in mixtures]
    used[player] = [0]
    found = [Fraction(0)] * table.shape[player]
    for cell in product(*used):
        weight = prod((mixtures[i][k] for i, k in enumerate(cell) if i != player), start=Fraction(1))
        place: tuple[int | slice, ...] = (*cell[:player], slice(None), *cell[player + 1 :])
        column = table[place]
        found = [value + weight * payoff for value, payoff in zip(found, column, strict=True)]
    return found


# ---------------------------------------------------------------------------------------- Best responses and equilibria


@dataclass(frozen=True)
class PureEquilibrium:
    """A profile that nobody gains by leaving alone; ``strict`` if everybody who leaves it loses."""

    cell: Cell
    strict: bool


def best_answers(game: StrategicGame) -> np.ndarray:
    """In which profiles a player's strategy is a best answer to those of the others.

    An array of the shape of ``game.payoffs``, true or false: what the slides mark by ``{`` for the first player and by
    ``}`` for the second. Payoffs are compared as they stand.
    """
    return np.stack([own == own.max(axis=player, keepdims=True) for player, own in enumerate(game.payoffs)])


def best_responses(
    game: StrategicGame, player: int, mixtures: Sequence[Sequence[float] | np.ndarray | None]
) -> tuple[int, ...]:
    """The pure strategies of ``player`` that are worth most against the others' mixtures.

    There is a mixture for every player; that of ``player`` itself does not count and may be None. What is worth less
    by no more than ``game.tolerance`` is taken to be as good, since probabilities are rounded.

    >>> battle = StrategicGame.bimatrix([[2, 0], [0, 1]], [[1, 0], [0, 2]])
    >>> best_responses(battle, 0, [None, [0.5, 0.5]]), best_responses(battle, 0, [None, [1 / 3, 2 / 3]])
    ((0,), (0, 1))
    """
    ready = [
        np.zeros(size) if other == player or given is None else as_mixture(given, size)
        for other, (given, size) in enumerate(zip(mixtures, game.sizes, strict=True))
    ]
    worth = deviation_payoffs(game, ready, player)
    return tuple(int(k) for k in np.flatnonzero(worth >= worth.max() - game.tolerance))


def pure_equilibria(game: StrategicGame) -> tuple[PureEquilibrium, ...]:
    """All equilibria in pure strategies, the last player's strategy changing fastest.

    >>> battle = StrategicGame.bimatrix([[2, 0], [0, 1]], [[1, 0], [0, 2]], rows=["football", "opera"])
    >>> [battle.names_of(found.cell) for found in pure_equilibria(battle) if found.strict]
    [('football', 'football'), ('opera', 'opera')]
    """
    marks = best_answers(game)
    lone = [np.broadcast_to(own.sum(axis=player, keepdims=True) == 1, own.shape) for player, own in enumerate(marks)]
    strict = np.all(lone, axis=0)
    return tuple(
        PureEquilibrium(tuple(int(k) for k in cell), bool(strict[tuple(cell)]))
        for cell in np.argwhere(marks.all(axis=0))
    )


# --------------------- Pareto efficiency: profiles that nobody can improve on for one player without a loss for another


def efficient_profiles(game: StrategicGame) -> tuple[Cell, ...]:
    """The pure profiles that are Pareto-efficient, the last player's strategy changing fastest.

    Profiles with the same payoffs are all efficient, or none is.

    >>> dilemma = StrategicGame.bimatrix([[-1, -5], [0, -3]], [[-1, 0], [-5, -3]], rows=["deny", "confess"])
    >>> [dilemma.names_of(cell) for cell in efficient_profiles(dilemma)]
    [('deny', 'deny'), ('deny', 'confess'), ('confess', 'deny')]
    """
    points = game.payoffs.reshape(game.n, -1).T
    distinct, of = np.unique(points, axis=0, return_inverse=True)
    # In lexicographic order from the top, whatever improves on a point stands before it, and so does an efficient one.
    front = np.empty((0, game.n))
    good = np.zeros(len(distinct), dtype=bool)
    for at in reversed(range(len(distinct))):
        if not (front >= distinct[at]).all(axis=1).any():
            good[at] = True
            front = np.vstack([front, distinct[at]])
    cells = np.argwhere(good[of.reshape(-1)].reshape(game.sizes))
    return tuple(tuple(int(k) for k in cell) for cell in cells)


def improvements(game: StrategicGame, cell: Sequence[int]) -> tuple[Cell, ...]:
    """The pure profiles that are better than this one for somebody and worse for nobody.

    >>> dilemma = StrategicGame.bimatrix([[-1, -5], [0, -3]], [[-1, 0], [-5, -3]])
    >>> improvements(dilemma, (1, 1))
    ((0, 0),)
    """
    here = np.reshape(game.payoff(cell), (game.n, *([1] * game.n)))
    better = (game.payoffs >= here).all(axis=0) & (game.payoffs > here).any(axis=0)
    return tuple(tuple(int(k) for k in found) for found in np.argwhere(better))


# -------------------------------------------------------------------------------------------------- Maximin and minimax


@dataclass(frozen=True)
class Security:
    """What one player can be sure of in pure strategies.

    ``maximin``, its security level, is the most that it can make sure of, by any of ``strategies``. ``minimax`` is the
    least that the others together can hold it down to if they choose first; it is never less.
    """

    player: int
    maximin: float
    strategies: tuple[int, ...]
    minimax: float


def security(game: StrategicGame) -> tuple[Security, ...]:
    """The security level of every player.

    >>> game = StrategicGame.zero_sum([[2, -3], [0, 2], [-5, 10]])
    >>> security(game)[0]
    Security(player=0, maximin=0.0, strategies=(1,), minimax=2.0)
    """
    found = []
    for player in range(game.n):
        worth = own_payoffs(game, player)
        sure = worth.min(axis=1)
        level = sure.max()
        strategies = tuple(int(k) for k in np.flatnonzero(sure == level))
        found.append(Security(player, float(level), strategies, float(worth.max(axis=0).min())))
    return tuple(found)


def saddle_points(game: StrategicGame) -> tuple[Cell, ...]:
    """The saddle points of a constant-sum game of two: nobody can be held to less, and nobody can get more.

    They are its pure equilibria, and all give the same payoffs, the value of the game. None if maximin is less than
    minimax, or for any other game.
    """
    if not game.is_constant_sum:
        return ()
    first, second = security(game)
    if first.maximin < first.minimax:
        return ()
    return tuple((row, column) for row in first.strategies for column in second.strategies)
