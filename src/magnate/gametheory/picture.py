"""A game's matrix as a picture, with the best answers marked as in the slides."""

from __future__ import annotations

from itertools import product
from typing import Final

import numpy as np

from ..errors import BadStrategicGame
from ..plots import MatrixCell, Panel, Picture, matrix_chart
from .payoff_text import shown
from .pure import best_answers, pure_equilibria
from .strategic import StrategicGame

__all__ = ["caption", "matrix_picture", "panels", "payoff_texts"]

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
