"""Everything that is found out about a game, in one place: what ``magnate matrix`` prints and what JSON has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import prod
from typing import Any, Final

import numpy as np

from ..errors import GameTooLarge
from .correlated import Correlated, correlated_equilibrium
from .dominance import Dominance, dominant_equilibrium, dominated_strategies
from .elimination import Elimination, Order, eliminate
from .equilibria import Found, find_equilibria
from .extreme import ExtremeEquilibria, extreme_equilibria
from .pareto import efficient_profiles
from .pure import PureEquilibrium, pure_equilibria
from .security import Security, saddle_points, security
from .strategic import Cell, StrategicGame
from .zero_sum import Maximin, ZeroSum, maximin, solve_zero_sum

__all__ = ["Analysis", "analyse"]

VERTICES: Final = 100_000
"""Up to so many vertices all extreme equilibria are enumerated: some seconds."""
CORRELATED: Final = 10_000
"""Up to so many profiles a correlated equilibrium is looked for."""


@dataclass(frozen=True)
class Analysis:
    """What is known of a game.

    ``dominated`` has every strategy that is dominated in the whole game, weakly or strictly, by pure strategies or
    mixtures; ``strictly`` and ``weakly`` are the eliminations; ``dominant`` is the equilibrium in dominant strategies,
    ``strictly_dominant`` says of which kind. ``saddle`` has the saddle points of a constant-sum game of two, ``value``
    its value with optimal strategies. ``mixed`` has the equilibria in mixed strategies: all extreme ones of a game of
    two, as long as it is not too large, else those that a search finds. ``maximin`` is what each player can be sure of
    by mixing, ``correlated`` the correlated equilibrium that is best for all together (None for very large games).
    """

    game: StrategicGame
    dominated: tuple[Dominance, ...]
    dominant: Cell | None
    strictly_dominant: bool
    strictly: Elimination
    weakly: Elimination
    equilibria: tuple[PureEquilibrium, ...]
    efficient: tuple[Cell, ...]
    security: tuple[Security, ...]
    saddle: tuple[Cell, ...]
    value: ZeroSum | None
    mixed: ExtremeEquilibria | Found
    maximin: tuple[Maximin, ...]
    correlated: Correlated | None

    @property
    def lost(self) -> tuple[Cell, ...]:
        """The pure equilibria that elimination of weakly dominated strategies has lost in this order."""
        return tuple(found.cell for found in self.equilibria if not self.weakly.keeps(found.cell))

    def as_dict(self) -> dict[str, Any]:
        """All of it for JSON, by names."""
        game = self.game

        def names(cells: Sequence[Cell]) -> list[list[str]]:
            return [list(game.names_of(cell)) for cell in cells]

        return {
            "game": game.as_dict(),
            "constant_sum": game.is_constant_sum,
            "dominated": [dominance_as_dict(game, one) for one in self.dominated],
            "dominant_strategy_equilibrium": None if self.dominant is None else list(game.names_of(self.dominant)),
            "strictly_dominant": self.strictly_dominant,
            "elimination": {"strict": _elimination(self.strictly), "weak": _elimination(self.weakly)},
            "equilibria_lost_by_weak_elimination": names(self.lost),
            "pure_equilibria": names([found.cell for found in self.equilibria]),
            "strict_equilibria": names([found.cell for found in self.equilibria if found.strict]),
            "efficient_profiles": names(self.efficient),
            "security": [
                {
                    "player": game.players[one.player],
                    "maximin": one.maximin,
                    "strategies": [game.strategies[one.player][k] for k in one.strategies],
                    "minimax": one.minimax,
                }
                for one in self.security
            ],
            "saddle_points": names(self.saddle),
            "zero_sum": None if self.value is None else self.value.as_dict(game),
            "mixed_equilibria": {**self.mixed.as_dict(), "all": isinstance(self.mixed, ExtremeEquilibria)},
            "mixed_security": [
                {
                    "player": game.players[one.player],
                    "level": one.level,
                    "mixture": _chances(game.strategies[one.player], one.mixture),
                }
                for one in self.maximin
            ],
            "correlated_equilibrium": None if self.correlated is None else self.correlated.as_dict(game),
        }


def analyse(game: StrategicGame, *, order: Order = "all") -> Analysis:
    """Find out everything about a game; ``order`` is that of both eliminations, see :func:`~.elimination.eliminate`.

    What else is found out about games is added here, as a field of :class:`Analysis` and in its ``as_dict``.

    >>> found = analyse(StrategicGame.zero_sum([[2, -1], [1, -2]], rows=["R1", "R2"], columns=["C1", "C2"]))
    >>> found.as_dict()["pure_equilibria"], found.security[0].maximin
    ([['R1', 'C2']], -1.0)
    """
    strictly = dominant_equilibrium(game, strict=True)
    return Analysis(
        game=game,
        dominated=dominated_strategies(game, weak=True),
        dominant=strictly or dominant_equilibrium(game),
        strictly_dominant=strictly is not None,
        strictly=eliminate(game, order=order),
        weakly=eliminate(game, weak=True, order=order),
        equilibria=pure_equilibria(game),
        efficient=efficient_profiles(game),
        security=security(game),
        saddle=saddle_points(game),
        value=solve_zero_sum(game) if game.is_constant_sum else None,
        mixed=_mixed(game),
        maximin=tuple(maximin(game, player) for player in range(game.n)),
        correlated=correlated_equilibrium(game) if prod(game.sizes) <= CORRELATED else None,
    )


def _mixed(game: StrategicGame) -> ExtremeEquilibria | Found:
    """All extreme equilibria of a game of two; of other games, and of too large ones, those that a search finds."""
    if game.n == 2:
        with suppress(GameTooLarge):
            return extreme_equilibria(game, limit=VERTICES)
    return find_equilibria(game, starts=max(40, min(400, 10_000 // prod(game.sizes))))


def _chances(names: Sequence[str], mixture: np.ndarray) -> dict[str, float]:
    """The probabilities above 0 by name."""
    return {name: float(chance) for name, chance in zip(names, mixture, strict=True) if chance > 0}


def dominance_as_dict(game: StrategicGame, found: Dominance) -> Mapping[str, Any]:
    """A dominated strategy for JSON: whose it is, and the probabilities of what dominates it."""
    names = game.strategies[found.player]
    return {
        "player": game.players[found.player],
        "strategy": names[found.strategy],
        "by": {name: float(weight) for name, weight in zip(names, found.by, strict=True) if weight > 0},
        "strict": found.strict,
    }


def _elimination(found: Elimination) -> Mapping[str, Any]:
    """An elimination for JSON."""
    game = found.game
    return {
        "steps": [{"round": step.round, **dominance_as_dict(game, step.dominance)} for step in found.steps],
        "left": [[names[k] for k in own] for names, own in zip(game.strategies, found.left, strict=True)],
    }
