"""Agents ranked by game theory: Nash averaging and α-rank."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from ..errors import BadOption, BadStrategicGame
from .linear_programs import solve
from .strategic import Cell, StrategicGame
from .symmetric import SymmetricGame

if TYPE_CHECKING:
    from scipy.sparse import csr_array


__all__ = [
    "AlphaRank",
    "NashAverage",
    "alpha_rank",
    "alpha_rank_of_one_population",
    "alpha_rank_of_symmetric_game",
    "nash_average",
]


# ------------------------------------------------------------------------------------------------------- Nash averaging
#
# Balduzzi et al., "Re-evaluating Evaluation", 2018. Two players choose an agent each, and one pays the other what its
# agent loses. The rating is the equilibrium mixture of largest entropy, which is unique. Copies of an agent share its
# weight and change no other weight; no average over all opponents can do that.


NASH_TOLERANCE: Final = 1e-9
"""Advantages of this part of the largest one are rounding."""


@dataclass(frozen=True, eq=False)
class NashAverage:
    """``weights`` (k,): the most even equilibrium; ``ratings`` (k,): what each agent gets against it, at most 0."""

    weights: np.ndarray
    ratings: np.ndarray


def nash_average(advantages: np.ndarray) -> NashAverage:
    """Rate k agents by ``advantages`` (k, k), what the row's agent has over the column's: antisymmetric.

    Raises :class:`~magnate.errors.BadStrategicGame` for anything else. Rock, paper, scissors, and paper once more:

    >>> found = nash_average(np.array([[0, -1, 1, -1], [1, 0, -1, 0], [-1, 1, 0, 1], [1, 0, -1, 0]]))
    >>> [round(float(weight), 6) for weight in found.weights]
    [0.333333, 0.166667, 0.333333, 0.166667]
    """
    found = np.asarray(advantages, dtype=np.float64)
    if found.ndim != 2 or found.shape[0] != found.shape[1] or not found.size or not np.isfinite(found).all():
        raise BadStrategicGame(
            f"advantages of the shape {found.shape} rate nobody", hint="give a square table of finite numbers"
        )
    scale = float(np.abs(found).max()) or 1.0
    if np.abs(found + found.T).max() > NASH_TOLERANCE * scale:
        raise BadStrategicGame(
            "the advantages are not antisymmetric", hint="what one has over another, the other lacks to it"
        )
    weights = _most_even((found - found.T) / (2 * scale))
    return NashAverage(weights, found @ weights)


def _most_even(game: np.ndarray) -> np.ndarray:
    """The equilibrium of largest entropy of an antisymmetric game whose largest payoff is 1."""
    weights = _equilibrium(game, np.zeros(len(game)))
    used, idle = weights > NASH_TOLERANCE, -(game @ weights) > NASH_TOLERANCE
    if (used != idle).all() and np.linalg.matrix_rank(game[np.ix_(used, used)], NASH_TOLERANCE) == used.sum() - 1:
        return weights  # the only one: idle strategies have less, and those in use leave one mixture
    return _entropy_maximum(game, *_face(game))


def _equilibrium(game: np.ndarray, costs: np.ndarray) -> np.ndarray:
    """An equilibrium mixture of least cost: nobody has more than 0 against it."""
    size = len(game)
    found = solve(-costs, at_most=(game, np.zeros(size)), equal=(np.ones((1, size)), np.ones(1))).values
    weights = np.where(found > NASH_TOLERANCE, found, 0.0)
    return weights / weights.sum()


def _face(game: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Which agents some equilibrium uses, and an equilibrium that uses all of them."""
    size = len(game)
    inside = np.zeros(size)
    used = np.zeros(size, bool)
    tried = np.zeros(size, bool)
    for k in range(size):
        if not used[k] and not tried[k]:
            tried[k] = True
            weights = _equilibrium(game, -np.eye(size)[k])
            inside += weights
            used |= weights > 0
    return used, inside / inside.sum()


def _entropy_maximum(game: np.ndarray, used: np.ndarray, inside: np.ndarray) -> np.ndarray:
    """The most even of the equilibria that use only ``used``, found from one that uses all of them.

    Against every equilibrium an agent that some equilibrium uses earns exactly 0, and all others at most that.
    """
    from scipy.optimize import minimize

    rows = game[:, used]
    equal, idle = _independent(rows[used]), rows[~used]
    constraints = [{"type": "eq", "fun": lambda x: x.sum() - 1.0, "jac": np.ones_like}]
    if len(equal):
        constraints.append({"type": "eq", "fun": lambda x: equal @ x, "jac": lambda _: equal})
    if len(idle):
        constraints.append({"type": "ineq", "fun": lambda x: -(idle @ x), "jac": lambda _: -idle})

    def negated_entropy(x: np.ndarray) -> tuple[float, np.ndarray]:
        logs = np.log(np.maximum(x, 1e-300))
        return float(x @ logs), logs + 1.0

    found = minimize(
        negated_entropy,
        inside[used],
        jac=True,
        bounds=[(0.0, 1.0)] * int(used.sum()),
        constraints=constraints,
        method="SLSQP",
        options={"maxiter": 500, "ftol": 1e-15},
    )
    weights = np.zeros(len(game))
    weights[used] = np.maximum(found.x, 0.0)
    return weights / weights.sum()


def _independent(rows: np.ndarray) -> np.ndarray:
    """Rows that span the same space and are independent, so that no constraint is said twice."""
    _, sizes, spanning = np.linalg.svd(rows, full_matrices=False)
    return spanning[sizes > NASH_TOLERANCE]


# --------------------------------------------------------------------------------------------------------------- α-rank
#
# Omidshafiei et al., "α-Rank: Multi-Agent Evaluation by Evolution", 2019. Everybody in a population plays the same
# strategy until a mutant appears, which then takes it over or dies out. So the pure profiles are the states of a
# Markov chain, and the time that the chain spends in each is its rank. A mutant whose payoff is larger by Δ takes over
# a population of m with the probability
#
#     ρ = (1 - exp(-αΔ)) / (1 - exp(-αmΔ))        (1/m where Δ is 0)
#
# and mutants are equally likely. As α grows, only better answers win. In the limit they win with probability 1 - ε,
# equal ones with ½ and worse ones with ε, so every state can be reached.
#
# With one population two strategies meet each other (a symmetric game of two). Δ is then the mutant's payoff against
# the resident less the resident's against the mutant. With a population for each player, one of them changes at a
# time, and Δ is what that player gains.


POPULATION: Final = 50
NOISE: Final = 0.01
"""ε: how often a worse answer wins where α has no limit."""
MOST_STATES: Final = 20_000
DENSE: Final = 2_000
"""Chains with up to so many states are solved by elimination, larger ones by iteration."""
STEPS: Final = 200_000
TOLERANCE: Final = 1e-10
"""What iteration may leave: the probability that one step still moves."""


@dataclass(frozen=True, eq=False)
class AlphaRank:
    """The share of the time that the chain spends in each pure profile, in the order of ``states``."""

    states: tuple[Cell, ...]
    shares: np.ndarray

    def of_strategies(self, player: int, size: int) -> np.ndarray:
        """How much of the time the population of ``player`` plays each of its ``size`` strategies."""
        chosen = np.array([state[player] for state in self.states])
        return np.bincount(chosen, self.shares, size)

    def ranking(self) -> list[tuple[Cell, float]]:
        """The states by their share of the time, the largest first."""
        order = np.argsort(-self.shares, kind="stable")
        return [(self.states[k], float(self.shares[k])) for k in order]


def alpha_rank_of_one_population(
    payoffs: np.ndarray, *, alpha: float = math.inf, population: int = POPULATION, noise: float = NOISE
) -> AlphaRank:
    """α-rank of a symmetric game of two: ``payoffs[i, j]`` is what strategy i gets against j, shape (k, k).

    >>> rank = alpha_rank_of_one_population(np.array([[0, -1, 1], [1, 0, -1], [-1, 1, 0]]))
    >>> [round(float(share), 3) for share in rank.shares]
    [0.333, 0.333, 0.333]
    """
    size = len(payoffs)
    gains = payoffs.T - payoffs  # gains[s, r]: what r gets against s less what s gets against r
    _check(size, alpha, population, noise)
    moves = _takeover(gains, alpha, population, noise) / max(size - 1, 1)
    np.fill_diagonal(moves, 0.0)
    return AlphaRank(tuple((k,) for k in range(size)), _stationary(moves))


def alpha_rank(
    game: StrategicGame, *, alpha: float = math.inf, population: int = POPULATION, noise: float = NOISE
) -> AlphaRank:
    """α-rank of a game with a population for each player.

    Raises :class:`~magnate.errors.BadStrategicGame` for more than 20,000 pure profiles, and
    :class:`~magnate.errors.BadOption` for an impossible α, population or ε (``noise``).
    """
    count = math.prod(game.sizes)
    _check(count, alpha, population, noise)
    return AlphaRank(tuple(game.cells()), _solved(_neighbours(game, alpha, population, noise)))


def alpha_rank_of_symmetric_game(
    game: SymmetricGame, *, alpha: float = math.inf, population: int = POPULATION, noise: float = NOISE
) -> np.ndarray:
    """How much of the time each strategy (k,) is played in a symmetric game with a population for each player.

    The populations are alike, so it is enough to know how many play each strategy. The states are the multisets, far
    fewer than the pure profiles; up to 20,000 are possible. Raises the errors of :func:`alpha_rank`.

    >>> dilemma = SymmetricGame.of(["deny", "confess"], {(0, 0): (-1, -1), (0, 1): (-5, 0), (1, 1): (-3, -3)})
    >>> alpha_rank_of_symmetric_game(dilemma).round(3).tolist()
    [0.01, 0.99]
    """
    from scipy.sparse import coo_array

    _check(game.size**game.players, alpha, population, noise)
    count, ways = len(game.multisets), game.players * max(game.size - 1, 1)
    origins, ends, chances = [], [], []
    for after, gains, same in game.changes():
        origins.append(np.broadcast_to(np.arange(count), same.shape)[~same])
        ends.append(after[~same])
        chances.append(_takeover(gains[~same], alpha, population, noise) / ways)
    where = (np.concatenate(origins), np.concatenate(ends))
    shares = _solved(coo_array((np.concatenate(chances), where), shape=(count, count)).tocsr())
    played = np.bincount(game.multisets.ravel(), np.repeat(shares, game.players), game.size)
    return played / game.players


def _check(states: int, alpha: float, population: int, noise: float) -> None:
    if states > MOST_STATES:
        raise BadStrategicGame(
            f"α-rank of {states:,} pure profiles would take too long",
            hint=f"leave out strategies until there are at most {MOST_STATES:,}",
        )
    if not alpha > 0 or population < 2 or not 0 < noise < 0.5:
        raise BadOption(
            f"α-rank cannot have α = {alpha:g}, a population of {population} and ε = {noise:g}",
            hint="α is above 0, a population has at least two members, and ε lies between 0 and ½",
        )


def _takeover(gains: np.ndarray, alpha: float, population: int, noise: float) -> np.ndarray:
    """The probability that a mutant with so much more takes over."""
    even = np.isclose(gains, 0.0, rtol=0.0, atol=1e-14)
    if math.isinf(alpha):
        return np.where(even, 0.5, np.where(gains > 0, 1 - noise, noise))
    # Of a mutant that is worse by Δ: ρ(-Δ) = ρ(Δ) exp(-α(m - 1)Δ), where nothing overflows.
    size = alpha * np.abs(np.where(even, 1.0, gains))
    better = np.expm1(-size) / np.expm1(-population * size)
    found = np.where(gains > 0, better, better * np.exp(-(population - 1) * size))
    return np.where(even, 1 / population, found)


def _neighbours(game: StrategicGame, alpha: float, population: int, noise: float) -> csr_array:
    """The chain's steps from each profile to those that differ in one player's strategy."""
    from scipy.sparse import coo_array

    sizes = game.sizes
    count = math.prod(sizes)
    number = np.arange(count).reshape(sizes)
    ways = sum(size - 1 for size in sizes)
    origins, ends, chances = [np.zeros(0, np.int64)], [np.zeros(0, np.int64)], [np.zeros(0)]
    for player, size in enumerate(sizes):
        here = np.moveaxis(number, player, 0).reshape(size, -1)
        worth = np.moveaxis(game.payoffs[player], player, 0).reshape(size, -1)
        for old in range(size):
            others = [new for new in range(size) if new != old]
            origins.append(np.repeat(here[old][None], len(others), axis=0).ravel())
            ends.append(here[others].ravel())
            chances.append(_takeover(worth[others] - worth[old], alpha, population, noise).ravel() / max(ways, 1))
    where = (np.concatenate(origins), np.concatenate(ends))
    return coo_array((np.concatenate(chances), where), shape=(count, count)).tocsr()


def _solved(moves: csr_array) -> np.ndarray:
    """The stationary distribution."""
    return _stationary(moves.toarray()) if moves.shape[0] <= DENSE else _iterated(moves)


def _stationary(moves: np.ndarray) -> np.ndarray:
    """The stationary distribution by elimination without subtractions (Grassmann, Taksar and Heyman 1985).

    So it is exact to rounding, even where some steps are many orders of magnitude rarer than others.
    """
    rates = moves.copy()
    size = len(rates)
    for k in range(size - 1, 0, -1):
        leaving = rates[k, :k].sum()
        if leaving <= 0:
            raise BadStrategicGame(
                "the chain of α-rank falls apart: some states cannot be left", hint="take a smaller α, or no limit"
            )
        rates[:k, k] /= leaving
        rates[:k, :k] += np.outer(rates[:k, k], rates[k, :k])
    shares = np.zeros(size)
    shares[0] = 1.0
    for k in range(1, size):
        shares[k] = shares[:k] @ rates[:k, k]
    return shares / shares.sum()


def _iterated(moves: csr_array) -> np.ndarray:
    """The stationary distribution by iteration; the chain stays where it is with what its steps leave."""
    stays = 1.0 - moves.sum(axis=1)
    onward = moves.T.tocsr()
    shares = np.full(moves.shape[0], 1 / moves.shape[0])
    for _ in range(STEPS):
        after = stays * shares + onward @ shares
        after /= after.sum()
        if np.abs(after - shares).sum() < TOLERANCE:
            return after
        shares = after
    raise BadStrategicGame(
        f"α-rank of {len(shares):,} pure profiles did not settle", hint="leave out strategies, or take a smaller α"
    )
