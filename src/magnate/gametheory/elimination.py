"""Iterated elimination: dominated strategies go, which may leave others dominated, and so on.

Where only strictly dominated strategies go, every order ends at the same game and no equilibrium is lost. Where weakly
dominated ones go too, the order decides what is left, and equilibria may be lost on the way: so it is an argument.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from ..errors import BadOption, did_you_mean
from .dominance import Dominance, dominance_of, dominated_strategies
from .strategic import Cell, StrategicGame

__all__ = ["Elimination", "Order", "Step", "eliminate"]

Order: TypeAlias = str | Sequence[str | tuple[str, str]]
"""``"all"`` at once, ``"one"`` at a time, or what goes first: strategies, players, or (player, strategy) pairs."""


@dataclass(frozen=True)
class Step:
    """A strategy that has gone: in which round, and what dominated it among what was left then.

    All numbers are those of the game that the elimination began with.
    """

    round: int
    dominance: Dominance

    @property
    def player(self) -> int:
        """Who lost it."""
        return self.dominance.player

    @property
    def strategy(self) -> int:
        """What was lost."""
        return self.dominance.strategy


@dataclass(frozen=True)
class Elimination:
    """An elimination: the ``game`` that it began with, its steps, and the strategies of each player that are left."""

    game: StrategicGame
    steps: tuple[Step, ...]
    left: tuple[tuple[int, ...], ...]

    @property
    def remaining(self) -> StrategicGame:
        """The game that is left."""
        return self.game.restricted(self.left)

    @property
    def solution(self) -> Cell | None:
        """The only profile that is left; None while somebody still has a choice."""
        return tuple(own[0] for own in self.left) if all(len(own) == 1 for own in self.left) else None

    def keeps(self, cell: Sequence[int]) -> bool:
        """Whether a profile of the game is left."""
        return all(k in own for k, own in zip(cell, self.left, strict=True))


def eliminate(game: StrategicGame, *, weak: bool = False, mixed: bool = True, order: Order = "all") -> Elimination:
    """Eliminate dominated strategies until there are none.

    Strictly dominated ones, or with ``weak`` weakly dominated ones too; dominated by pure strategies or, with
    ``mixed``, by mixtures. ``order``:

    * ``"all"``: in each round everything goes that is dominated, of all players at once;
    * ``"one"``: one strategy at a time, the first player's first;
    * a list of what goes first, one strategy at a time: the name of a strategy, the name of a player, which stands for
      all of its strategies, or a (player, strategy) pair. What the list does not name comes last.

    Raises :class:`~magnate.errors.BadOption` for an order that names something else.

    >>> game = StrategicGame.bimatrix([[1, 2, 3], [2, 4, 2]], [[1, 0, -1], [1, 3, 0]], rows=list("AB"),
    ...     columns=list("CDE"))
    >>> found = eliminate(game)
    >>> [game.strategies[step.player][step.strategy] for step in found.steps], game.names_of(found.solution)
    (['E', 'A', 'C'], ('B', 'D'))
    """
    ranks = None if order == "all" else _ranks(game, order)
    kept = [list(range(size)) for size in game.sizes]
    steps: list[Step] = []
    number = 0
    while True:
        number += 1
        now = game.restricted(kept)
        if ranks is None:
            found = dominated_strategies(now, weak=weak, mixed=mixed)
        else:
            found = _first(now, kept, ranks, weak=weak, mixed=mixed)
        if not found:
            return Elimination(game, tuple(steps), tuple(tuple(own) for own in kept))
        gone = [_in_the_whole(one, kept, game.sizes) for one in found]
        steps += [Step(number, one) for one in gone]
        for one in gone:
            kept[one.player].remove(one.strategy)


def _first(
    now: StrategicGame, kept: Sequence[Sequence[int]], ranks: Sequence[Sequence[int]], *, weak: bool, mixed: bool
) -> tuple[Dominance, ...]:
    """The dominated strategy that goes first by its rank, if there is one."""
    candidates = [(ranks[player][k], player, at) for player, own in enumerate(kept) for at, k in enumerate(own)]
    for _, player, at in sorted(candidates):
        found = dominance_of(now, player, at, weak=weak, mixed=mixed)
        if found is not None:
            return (found,)
    return ()


def _in_the_whole(found: Dominance, kept: Sequence[Sequence[int]], sizes: Sequence[int]) -> Dominance:
    """What was found in the remaining game, with the numbers of the whole one."""
    own = kept[found.player]
    by = np.zeros(sizes[found.player])
    by[own] = found.by
    return Dominance(found.player, own[found.strategy], by, found.strict)


def _ranks(game: StrategicGame, order: Order) -> list[list[int]]:
    """The place of every strategy in the order; those that are not named come last."""
    wishes: Sequence[str | tuple[str, str]] = order if not isinstance(order, str) else []
    if isinstance(order, str) and order != "one":
        raise BadOption(
            f'there is no order "{order}"', hint='use "all", "one", or a list of names of strategies or players'
        )
    ranks = [[len(wishes)] * size for size in game.sizes]
    for place, wish in enumerate(wishes):
        for player, strategy in _meant(game, wish):
            ranks[player][strategy] = min(ranks[player][strategy], place)
    return ranks


def _meant(game: StrategicGame, wish: str | tuple[str, str]) -> list[tuple[int, int]]:
    """The strategies that an item of an order stands for, each as the player's number and its own."""
    every = [(player, k) for player, names in enumerate(game.strategies) for k in range(len(names))]
    if isinstance(wish, str):
        found = [(player, k) for player, k in every if wish in (game.players[player], game.strategies[player][k])]
        known = [*(name for names in game.strategies for name in names), *game.players]
        named = wish
    else:
        found = [
            (player, k) for player, k in every if tuple(wish) == (game.players[player], game.strategies[player][k])
        ]
        known = [f"{game.players[player]}: {game.strategies[player][k]}" for player, k in every]
        named = ": ".join(wish)
    if not found:
        raise BadOption(
            f'the order names "{named}", which is no strategy and no player', hint=did_you_mean(named, known)
        )
    return found
