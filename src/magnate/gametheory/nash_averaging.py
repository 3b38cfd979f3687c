"""Nash averaging: rate agents by the most even equilibrium of the game of choosing among them.

Balduzzi et al., "Re-evaluating Evaluation", 2018. Two players choose an agent each, and one pays the other what its
agent loses. Of all equilibrium mixtures the one of largest entropy is taken: it exists once, and copies of an agent
share the weight of the one without changing anybody else's, which no average over all opponents can say.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from ..errors import BadStrategicGame
from .linear import solve

__all__ = ["NashAverage", "nash_average"]

TOLERANCE: Final = 1e-9
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
    if np.abs(found + found.T).max() > TOLERANCE * scale:
        raise BadStrategicGame(
            "the advantages are not antisymmetric", hint="what one has over another, the other lacks to it"
        )
    weights = _most_even((found - found.T) / (2 * scale))
    return NashAverage(weights, found @ weights)


def _most_even(game: np.ndarray) -> np.ndarray:
    """The equilibrium of largest entropy of an antisymmetric game whose largest payoff is 1."""
    weights = _equilibrium(game, np.zeros(len(game)))
    used, idle = weights > TOLERANCE, -(game @ weights) > TOLERANCE
    if (used != idle).all() and np.linalg.matrix_rank(game[np.ix_(used, used)], TOLERANCE) == used.sum() - 1:
        return weights  # the only one: whoever is idle has less, and those in use leave one mixture
    return _entropy_maximum(game, *_face(game))


def _equilibrium(game: np.ndarray, costs: np.ndarray) -> np.ndarray:
    """An equilibrium mixture of least cost: nobody has more than 0 against it."""
    size = len(game)
    found = solve(-costs, at_most=(game, np.zeros(size)), equal=(np.ones((1, size)), np.ones(1))).values
    weights = np.where(found > TOLERANCE, found, 0.0)
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
    return spanning[sizes > TOLERANCE]
