"""What a player can make sure of by mixing: maximin, and the value of a zero-sum game (J. von Neumann, 1928).

Each is one linear programme: the largest v such that the mixture earns at least v against everything that the others
can do together. Its dual variables are the others' best joint answer, so that in a game of two one solution has the
optimal strategies of both sides. SciPy's HiGHS solves it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ..errors import BadStrategicGame
from .linear import solve
from .mixed import Profile, as_mixture, profile_of
from .strategic import StrategicGame

__all__ = ["Maximin", "ZeroSum", "maximin", "solve_zero_sum"]


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
