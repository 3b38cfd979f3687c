"""Everything that is found out about a game, in one place: what ``magnate matrix`` prints and what JSON has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .dominance import Dominance, dominant_equilibrium, dominated_strategies
from .elimination import Elimination, Order, eliminate
from .pareto import efficient_profiles
from .pure import PureEquilibrium, pure_equilibria
from .security import Security, saddle_points, security
from .strategic import Cell, StrategicGame

__all__ = ["Analysis", "analyse"]


@dataclass(frozen=True)
class Analysis:
    """What is known of a game.

    ``dominated`` has every strategy that is dominated in the whole game, weakly or strictly, by pure strategies or
    mixtures; ``strictly`` and ``weakly`` are the eliminations; ``dominant`` is the equilibrium in dominant strategies,
    ``strictly_dominant`` says of which kind. ``saddle`` has the saddle points of a constant-sum game of two.
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
    )


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
