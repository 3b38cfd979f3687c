"""Linear programmes, solved by SciPy's HiGHS."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from scipy import sparse

    Matrix: TypeAlias = np.ndarray | sparse.csr_array

__all__ = ["Solution", "solve"]


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
