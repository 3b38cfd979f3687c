"""Everything that is found out about a game, for ``magnate matrix`` and JSON, and its matrix as a picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any, Final

import numpy as np

from ..errors import BadStrategicGame, GameTooLarge
from ..plots import MatrixCell, Panel, Picture, matrix_chart
from .dominance import Dominance, Elimination, Order, dominant_equilibrium, dominated_strategies, eliminate
from .equilibria import Found, find_equilibria
from .extreme import ExtremeEquilibria, extreme_equilibria
from .linear_programs import Correlated, Maximin, ZeroSum, correlated_equilibrium, maximin, solve_zero_sum
from .profiles import (
    PureEquilibrium,
    Security,
    best_answers,
    efficient_profiles,
    pure_equilibria,
    saddle_points,
    security,
)
from .strategic import Cell, StrategicGame, shown

__all__ = ["Analysis", "analyse", "caption", "matrix_picture", "panels", "payoff_texts"]


# ---------------------------------------------------------------------------------------------- The matrix as a picture


MOST: Final = 4000
"""More cells than these nobody looks at."""


def matrix_picture(game: StrategicGame) -> Picture:
    """The game as a picture: one matrix, or for more than two players one for each choice of the others.

    Raises :class:`~magnate.errors.BadStrategicGame` for one player and for games that are too large to be looked at.
    """
    count = int(np.prod(game.sizes))
    if game.n < 2 or count > MOST:
        raise BadStrategicGame(
            "a game of one player has no matrix" if game.n < 2 else f"{count:,} profiles are too many for a picture",
            hint="draw a part of the game (see StrategicGame.restricted)" if game.n > 1 else "add a player",
        )
    marks = np.moveaxis(best_answers(game), 0, -1)  # by profile: who answers best

    def cell(*chosen: int) -> MatrixCell:
        texts = (text.replace("-", "−") for text in payoff_texts(game, chosen))
        return MatrixCell(tuple(texts), tuple(bool(best) for best in marks[chosen]))

    rows, columns = game.strategies[:2]
    drawn = [
        Panel(
            [[cell(row, column, *rest) for column in range(len(columns))] for row in range(len(rows))],
            caption(game, rest),
        )
        for rest in panels(game)
    ]
    equilibria = "; ".join(", ".join(game.names_of(found.cell)) for found in pure_equilibria(game))
    about = f"Pure equilibria: {equilibria or 'none'}"
    return matrix_chart(game.title or "A game", game.players, rows, columns, drawn, about=about)


def panels(game: StrategicGame) -> list[tuple[int, ...]]:
    """What the players beyond the first two can choose: a matrix for each."""
    return list(product(*(range(size) for size in game.sizes[2:])))


def caption(game: StrategicGame, rest: tuple[int, ...]) -> str:
    """What the players beyond the first two have chosen.

    >>> game = StrategicGame([[[[0, 0]]], [[[0, 0]]], [[[0, 0]]]])
    >>> caption(game, (1,))
    'player 3: 2'
    """
    chosen = zip(game.players[2:], game.strategies[2:], rest, strict=True)
    return ", ".join(f"{player}: {names[k]}" for player, names, k in chosen)


def payoff_texts(game: StrategicGame, cell: tuple[int, ...]) -> tuple[str, ...]:
    """The payoffs of a profile as texts; of a zero-sum game of two only the first, which says all."""
    payoffs = game.payoff(cell)
    return tuple(shown(value) for value in (payoffs[:1] if is_zero_sum(game) else payoffs))


def is_zero_sum(game: StrategicGame) -> bool:
    """Whether one of two players loses exactly what the other gets."""
    return game.n == 2 and bool((game.payoffs[0] == -game.payoffs[1]).all())


# --------------------------------------------------------------------------------------------------------- The analysis


VERTICES: Final = 100_000
"""Up to so many vertices all extreme equilibria are enumerated: some seconds."""
CORRELATED: Final = 10_000
"""Up to so many profiles a correlated equilibrium is looked for."""


@dataclass(frozen=True)
class Analysis:
    """What is known of a game.

    ``dominated`` has every strategy that is dominated in the whole game, weakly or strictly, by pure strategies or
    mixtures. ``strictly`` and ``weakly`` are the eliminations. ``dominant`` is the equilibrium in dominant strategies,
    and ``strictly_dominant`` says of which kind. ``saddle`` has the saddle points of a constant-sum game of two,
    ``value`` its value with optimal strategies. ``mixed`` has the equilibria in mixed strategies: all extreme ones of a
    game of two that is not too large, else those that a search finds. ``maximin`` is what each player can be sure of by
    mixing. ``correlated`` is the correlated equilibrium that is best for all together (None for very large games).
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
    """Find out everything about a game; ``order`` is that of both eliminations, see :func:`~.dominance.eliminate`.

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
