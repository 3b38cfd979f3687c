"""What linear programmes answer: maximin, the value of a zero-sum game, and correlated equilibria."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

import numpy as np

from ..errors import BadOption, BadStrategicGame, did_you_mean
from .profiles import Profile, as_mixture, profile_of
from .strategic import Cell, StrategicGame

if TYPE_CHECKING:
    from scipy import sparse


__all__ = [
    "Correlated",
    "Maximin",
    "ZeroSum",
    "correlated_equilibrium",
    "distribution_of",
    "maximin",
    "product_distribution",
    "solve",
    "solve_zero_sum",
]


if TYPE_CHECKING:
    from scipy import sparse

    Matrix: TypeAlias = np.ndarray | sparse.csr_array


class Solution(NamedTuple):
    """The variables, and what one unit more of each upper bound would add to the objective (its shadow price)."""

    values: np.ndarray
    prices: np.ndarray


def solve(objective: np.ndarray, *, at_most: tuple[Matrix, np.ndarray], equal: tuple[Matrix, np.ndarray]) -> Solution:
    """Variables that are not negative and make the objective as large as possible.

    ``at_most`` and ``equal`` are matrices with their right-hand sides. The programme must have a solution: those of
    game theory do.
    """
    from scipy.optimize import linprog

    found = linprog(
        -objective,
        A_ub=at_most[0],
        b_ub=at_most[1],
        A_eq=equal[0],
        b_eq=equal[1],
        bounds=(0, None),
        method="highs",
        options={"primal_feasibility_tolerance": 1e-9, "dual_feasibility_tolerance": 1e-9},
    )
    if found.status != 0:
        raise ArithmeticError(f"HiGHS gave up on a linear programme that has a solution: {found.message}")
    return Solution(np.asarray(found.x), -np.asarray(found.ineqlin.marginals))


# ----------------------------------------------------- Maximin, and the value of a zero-sum game (J. von Neumann, 1928)
#
# One linear programme finds the largest v such that the mixture earns at least v against every joint action of the
# others. Its dual variables are the others' best joint mixture. So in a game of two, one solution has the optimal
# strategies of both sides.


@dataclass(frozen=True, eq=False)
class Maximin:
    """A player's maximin mixture and its security level: what it gets at least, whatever the others do.

    ``threat`` is how the others hold it down to that level: probabilities of their joint choices, an array with an axis
    for each of them. With three players or more that may take a common plan, which mixtures of their own could not
    carry out.
    """

    player: int
    mixture: np.ndarray
    level: float
    threat: np.ndarray


@dataclass(frozen=True, eq=False)
class ZeroSum:
    """The value of a zero-sum or constant-sum game for both players, and optimal (maximin) strategies of both.

    The profile is an equilibrium, and ``values`` are its payoffs; there may be other optimal strategies, worth the
    same.
    """

    values: tuple[float, float]
    profile: Profile

    @property
    def value(self) -> float:
        """What the first player gets: *the* value where the payoffs add up to 0."""
        return self.values[0]

    def as_dict(self, game: StrategicGame) -> Mapping[str, object]:
        """All of it for JSON."""
        return {"value": self.value, "values": list(self.values), **self.profile.as_dict(game)}


def maximin(game: StrategicGame, player: int) -> Maximin:
    """The maximin mixture of a player against the joint play of all others, and its security level.

    >>> battle = StrategicGame.bimatrix([[2, 0], [0, 1]], [[1, 0], [0, 2]])
    >>> found = maximin(battle, 0)
    >>> [round(float(share), 9) for share in found.mixture], round(found.level, 9)
    ([0.333333333, 0.666666667], 0.666666667)
    """
    if not 0 <= player < game.n:
        raise BadStrategicGame(f"there is no player {player}", hint=f"give a number from 0 to {game.n - 1}")
    table = np.moveaxis(game.payoffs[player], player, 0)
    own, joint = _optimal(table.reshape(table.shape[0], -1))
    level = float((own @ table.reshape(table.shape[0], -1)).min())
    return Maximin(player, own, level, joint.reshape(table.shape[1:]))


def solve_zero_sum(game: StrategicGame) -> ZeroSum:
    """The value of a zero-sum or constant-sum game of two, and optimal strategies of both, from one linear programme.

    Raises :class:`~magnate.errors.BadStrategicGame` for a game whose payoffs do not always add up to the same number.

    >>> found = solve_zero_sum(StrategicGame.zero_sum([[2, -3], [0, 2], [-5, 10]]))
    >>> round(found.value, 9), [[round(float(share), 9) for share in own] for own in found.profile.mixtures]
    (0.571428571, [[0.285714286, 0.714285714, 0.0], [0.714285714, 0.285714286]])
    """
    if not game.is_constant_sum:
        raise BadStrategicGame(
            "this is no zero-sum game", hint="give a game of two whose payoffs always add up to the same number"
        )
    profile = profile_of(game, _optimal(game.payoffs[0]))
    first, second = profile.payoffs
    return ZeroSum((first, second), profile)


def _optimal(table: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The mixture of rows that earns most against the worst column, and the mixture of columns that lets it no more."""
    rows, columns = table.shape
    scale = float(np.ptp(table)) or 1.0
    shares = (table - table.min()) / scale  # 0 to 1, so that tolerances of the solver mean the same for every game
    # Of the variables (x, v), v is as large as v ≤ x·column allows for each column.
    least = np.hstack([-shares.T, np.ones((columns, 1))])
    found = solve(
        np.append(np.zeros(rows), 1.0),
        at_most=(least, np.zeros(columns)),
        equal=(np.append(np.ones(rows), 0.0)[None, :], np.ones(1)),
    )
    return as_mixture(found.values[:rows], rows), as_mixture(found.prices, columns)


# -------------------------------------------------------------------------- Correlated and coarse correlated equilibria
#
# A mediator draws a profile. In a *correlated equilibrium* (R. Aumann, 1974) each player learns its own part, and
# following it is always best: for every player i and its strategies k and l,
#
#     Σ p(s) · (u_i(l, s_-i) - u_i(s)) ≤ 0, over all profiles s with s_i = k.
#
# In a *coarse* one (H. Moulin and J.-P. Vial, 1978) a player decides before the draw whether to follow or to play one
# strategy l throughout: the same sum over all profiles s. Every Nash equilibrium is a correlated equilibrium, and
# every correlated equilibrium a coarse one. Both sets are polytopes, so a linear programme finds the best of them: for
# all, for one player, or for the player that gets least.


Kind: TypeAlias = Literal["correlated", "coarse"]
"""Whether players decide after they know their part, or before."""


@dataclass(frozen=True, eq=False)
class Correlated:
    """A distribution over the pure profiles of a game, what each player gets on average, and its regret.

    ``probabilities`` has an axis for each player. ``regret`` is the most that any player could gain on average by not
    following, in units of payoff. If ``kind`` is ``"correlated"``, the player may answer each signal in its own way. If
    it is ``"coarse"``, the player plays one strategy throughout.
    """

    kind: Kind
    probabilities: np.ndarray
    payoffs: tuple[float, ...]
    regret: float

    @property
    def welfare(self) -> float:
        """What all players get together."""
        return sum(self.payoffs)

    @property
    def support(self) -> tuple[Cell, ...]:
        """The profiles that may be drawn."""
        return tuple(tuple(int(k) for k in cell) for cell in np.argwhere(self.probabilities > 0))

    def as_dict(self, game: StrategicGame) -> Mapping[str, object]:
        """The distribution for JSON, by names; profiles that are never drawn are left out."""
        return {
            "kind": self.kind,
            "profiles": [
                {"profile": list(game.names_of(cell)), "probability": float(self.probabilities[cell])}
                for cell in self.support
            ],
            "payoffs": list(self.payoffs),
            "regret": self.regret,
        }


def correlated_equilibrium(
    game: StrategicGame, objective: str | Sequence[float] = "welfare", *, kind: Kind = "correlated"
) -> Correlated:
    """The correlated (or coarse correlated) equilibrium that is best for an objective.

    ``objective`` is ``"welfare"`` (what all get together), ``"fair"`` (what the player with the least gets), the name
    of a player, or a weight for each player's payoff. Weights may be negative. Where several are equally good, one of
    them is returned.

    Raises :class:`~magnate.errors.BadOption` for an objective that is none of these, and for another kind.

    >>> chicken = StrategicGame.bimatrix([[0, 7], [2, 6]], [[0, 2], [7, 6]], rows=["dare", "chicken"])
    >>> best = correlated_equilibrium(chicken)
    >>> round(best.welfare, 9), [[round(float(p), 9) for p in row] for row in best.probabilities]
    (10.5, [[0.0, 0.25], [0.25, 0.5]])
    """
    cells = prod(game.sizes)
    scaled = (game.payoffs.reshape(game.n, cells) - game.payoffs.min()) / game.spread  # from 0 to 1
    gains = [_gains(game, player, kind) / game.spread for player in range(game.n)]
    if objective == "fair":
        found = _largest_least(scaled, gains)
    else:
        found = solve(_weights(game, objective) @ scaled, at_most=_at_most_zero(gains), equal=_probabilities(cells))
    return distribution_of(game, found.values[:cells].reshape(game.sizes), kind)


def distribution_of(game: StrategicGame, probabilities: np.ndarray, kind: Kind = "correlated") -> Correlated:
    """The distribution with these probabilities of all profiles, its payoffs and its regret.

    What rounding took below 0 is 0, and they add up to 1. Raises :class:`~magnate.errors.BadStrategicGame` for another
    shape and for numbers that are no probabilities.
    """
    found = np.asarray(probabilities, dtype=np.float64)
    if found.shape != game.sizes:
        raise BadStrategicGame(
            f"probabilities of the shape {found.shape} do not fit a game of the shape {game.sizes}",
            hint="give one for each pure profile",
        )
    ready = as_mixture(found.ravel(), found.size).reshape(found.shape)
    payoffs = tuple(float((ready * table).sum()) for table in game.payoffs)
    regret = max(_regret(game, player, kind, ready) for player in range(game.n))
    return Correlated(kind, ready, payoffs, regret)


def product_distribution(mixtures: Sequence[np.ndarray]) -> np.ndarray:
    """The distribution over pure profiles in which everybody draws from its own mixture, independently."""
    found = np.ones(())
    for mixture in mixtures:
        found = np.multiply.outer(found, mixture)
    return found


def _gains(game: StrategicGame, player: int, kind: Kind) -> sparse.csr_array:
    """What a player gains in each profile by not following: a column for each profile, a row for each way.

    A way is to play l when told k (row k·s + l of its s strategies) or, in a coarse equilibrium, to play l throughout.
    """
    from scipy import sparse

    size = game.sizes[player]
    own = np.moveaxis(game.payoffs[player], player, 0).reshape(size, -1)
    profile = np.moveaxis(np.arange(own.size).reshape(game.sizes), player, 0).reshape(size, -1)
    gain = own[None, :, :] - own[:, None, :]  # of playing l when told k, for each choice of the others
    recommended, played, _ = np.indices(gain.shape, sparse=True)
    if kind == "correlated":
        way, ways = recommended * size + played, size * size
    elif kind == "coarse":
        way, ways = played, size
    else:
        raise BadOption(f'"{kind}" is no kind of equilibrium', hint='say "correlated" or "coarse"')
    rows = np.broadcast_to(way, gain.shape).ravel()
    columns = np.broadcast_to(profile[:, None, :], gain.shape).ravel()
    return sparse.csr_array((gain.ravel(), (rows, columns)), shape=(ways, own.size))


def _regret(game: StrategicGame, player: int, kind: Kind, probabilities: np.ndarray) -> float:
    """What a player gains at most by not following: never negative."""
    gained = _gains(game, player, kind) @ probabilities.ravel()
    best = gained.reshape(-1, game.sizes[player]).max(axis=1)
    return max(float(best.sum()), 0.0)


def _weights(game: StrategicGame, objective: str | Sequence[float]) -> np.ndarray:
    """The weight of each player's payoff."""
    if objective == "welfare":
        return np.ones(game.n)
    if isinstance(objective, str):
        if objective not in game.players:
            raise BadOption(
                f'there is no objective and no player "{objective}"',
                hint=did_you_mean(objective, ("welfare", "fair", *game.players)),
            )
        return np.eye(game.n)[game.players.index(objective)]
    weights = np.asarray(objective, dtype=np.float64)
    if weights.shape != (game.n,) or not np.isfinite(weights).all():
        raise BadOption("these weights do not fit the game", hint=f"give {game.n} finite numbers")
    return weights


def _largest_least(scaled: np.ndarray, gains: Sequence[sparse.csr_array]) -> Solution:
    """The solution in which the least of the players' payoffs is largest: that least payoff is one more variable."""
    from scipy import sparse

    players, cells = scaled.shape
    matrix, limits = _at_most_zero(gains)
    above = sparse.csr_array(np.hstack([-scaled, np.ones((players, 1))]))
    whole = sparse.vstack([sparse.hstack([matrix, sparse.csr_array((len(limits), 1))]), above], format="csr")
    total, one = _probabilities(cells)
    return solve(
        np.append(np.zeros(cells), 1.0),
        at_most=(whole, np.zeros(len(limits) + players)),
        equal=(np.append(total, [[0.0]], axis=1), one),
    )


def _at_most_zero(gains: Sequence[sparse.csr_array]) -> tuple[sparse.csr_array, np.ndarray]:
    from scipy import sparse

    matrix = sparse.vstack(gains, format="csr")
    return matrix, np.zeros(matrix.shape[0])


def _probabilities(cells: int) -> tuple[np.ndarray, np.ndarray]:
    return np.ones((1, cells)), np.ones(1)
