"""Games and mixed profiles in fractions, for answers that are exact."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod
from typing import Literal, TypeAlias

import numpy as np

from .mixed import Profile, profile_of
from .strategic import StrategicGame

__all__ = ["ExactProfile", "Numbers", "exact_payoffs", "exact_profile"]

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
