"""Dominated strategies and iterated elimination."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from ..errors import BadOption, did_you_mean
from .profiles import as_mixture
from .strategic import Cell, StrategicGame, own_payoffs

__all__ = [
    "Dominance",
    "Elimination",
    "Order",
    "Step",
    "dominance_of",
    "dominant_equilibrium",
    "dominant_strategies",
    "dominated_strategies",
    "eliminate",
]


# ------------------------------------------------------------------------------------------------------------ Dominance
#
# A strategy is *strictly* dominated if something else gives its player more in every case. It is *weakly* dominated if
# something else never gives less and in some case more. The other thing is a strategy, or a mixture of strategies.
# HiGHS finds a dominating mixture by one linear programme for each strategy.


SMALL = 1e-9
"""What a linear programme leaves below this, where 1 is the largest difference of payoffs in a case, is rounding."""


@dataclass(frozen=True, eq=False)
class Dominance:
    """That a player's strategy is dominated, and by what.

    ``by`` has a probability for each of the player's strategies; a single one is 1 where a pure strategy dominates.
    ``strict`` says whether it gives more in every case, or only never less and sometimes more.
    """

    player: int
    strategy: int
    by: np.ndarray
    strict: bool

    @property
    def dominator(self) -> int | None:
        """The pure strategy that dominates; None where it takes a mixture."""
        used = np.flatnonzero(self.by)
        return int(used[0]) if len(used) == 1 else None


def dominated_strategies(game: StrategicGame, *, weak: bool = False, mixed: bool = True) -> tuple[Dominance, ...]:
    """Every strategy that is dominated, player by player, with one thing that dominates it.

    Only strict dominance counts, or with ``weak`` the weak one too; without ``mixed`` only pure strategies are tried.

    >>> game = StrategicGame.bimatrix([[3, 0], [0, 3], [1, 1]], [[0, 1], [1, 0], [0, 0]], rows=["up", "down", "safe"])
    >>> [(found.strategy, found.by.tolist(), found.strict) for found in dominated_strategies(game)]
    [(2, [0.5, 0.5, 0.0], True)]
    """
    found = (
        dominance_of(game, player, strategy, weak=weak, mixed=mixed)
        for player, size in enumerate(game.sizes)
        for strategy in range(size)
    )
    return tuple(one for one in found if one is not None)


def dominance_of(
    game: StrategicGame, player: int, strategy: int, *, weak: bool = False, mixed: bool = True
) -> Dominance | None:
    """What dominates a strategy; None if nothing does.

    Strict dominance comes before weak, and a pure strategy before a mixture. Of several pure ones it is the one with
    the largest total, which no pure strategy dominates in its turn.
    """
    worth = own_payoffs(game, player)
    gains = worth - worth[strategy]
    totals = worth.sum(axis=1)
    for strict in (True, False) if weak else (True,):
        pure = np.flatnonzero(_beats(gains, strict=strict))
        if len(pure):
            return Dominance(player, strategy, np.eye(len(worth))[pure[np.argmax(totals[pure])]], strict)
        by = _mixture(gains, strategy, strict=strict) if mixed else None
        if by is not None:
            return Dominance(player, strategy, by, strict)
    return None


def dominant_strategies(game: StrategicGame, *, strict: bool = False) -> tuple[int | None, ...]:
    """For each player the strategy that dominates all its others, weakly or strictly; None where there is none.

    A player's only strategy is dominant. Two that are always worth the same do not dominate each other.
    """
    found: list[int | None] = []
    for player in range(game.n):
        worth = own_payoffs(game, player)
        best = (
            k
            for k in range(len(worth))
            if all(_beats((worth[k] - worth[other])[np.newaxis], strict=strict)[0] for other in _others(len(worth), k))
        )
        found.append(next(best, None))
    return tuple(found)


def dominant_equilibrium(game: StrategicGame, *, strict: bool = False) -> Cell | None:
    """The profile in which everybody plays a dominant strategy; None if somebody has none.

    >>> dilemma = StrategicGame.bimatrix([[-1, -5], [0, -3]], [[-1, 0], [-5, -3]], rows=["deny", "confess"])
    >>> dilemma.names_of(dominant_equilibrium(dilemma, strict=True))
    ('confess', 'confess')
    """
    found = [strategy for strategy in dominant_strategies(game, strict=strict) if strategy is not None]
    return tuple(found) if len(found) == game.n else None


def _others(size: int, strategy: int) -> Sequence[int]:
    return [k for k in range(size) if k != strategy]


def _beats(gains: np.ndarray, *, strict: bool) -> np.ndarray:
    """Which rows of gains dominate."""
    more = gains > 0
    return np.asarray(more.all(axis=1) if strict else (gains >= 0).all(axis=1) & more.any(axis=1))


def _mixture(gains: np.ndarray, strategy: int, *, strict: bool) -> np.ndarray | None:
    """The mixture of other strategies whose gains over this one are best in its worst case (strict) or in total (weak).

    None if that does not dominate. Each case is measured by the largest gain or loss in it, which changes nothing about
    who dominates whom, so that a single enormous payoff does not drown the others.
    """
    from scipy.optimize import linprog

    others = _others(len(gains), strategy)
    if len(others) < 2:
        return None  # a pure strategy would have done it
    cases = gains[others].T  # a row for each case, a column for each other strategy
    sizes = np.abs(cases).max(axis=1, keepdims=True)
    if strict and not sizes.all():
        return None  # in some case all are worth the same
    cases = cases[sizes[:, 0] > 0] / sizes[sizes[:, 0] > 0]
    if not len(cases) or (cases.max(axis=1) < 0).any():
        return None  # in some case this strategy is the best
    if strict:  # the largest margin m such that every case gains at least m
        goal = np.append(np.zeros(len(others)), -1.0)
        least = np.column_stack([-cases, np.ones(len(cases))])
        bounds = [(0.0, 1.0)] * len(others) + [(None, None)]
    else:
        goal, least, bounds = -cases.sum(axis=0), -cases, [(0.0, 1.0)] * len(others)
    whole = np.append(np.ones(len(others)), np.zeros(len(goal) - len(others)))[np.newaxis]
    found = linprog(
        goal,
        A_ub=least,
        b_ub=np.zeros(len(cases)),
        A_eq=whole,
        b_eq=[1.0],
        bounds=bounds,
        method="highs",
        options={"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10},
    )
    if not found.success:
        return None  # no mixture is as good in every case
    weights = np.where(found.x[: len(others)] > SMALL, found.x[: len(others)], 0.0)
    by = np.zeros(len(gains))
    by[others] = as_mixture(weights / weights.sum(), len(others))
    margins = cases @ by[others]
    good = margins.min() > SMALL if strict else margins.min() >= -SMALL and margins.max() > SMALL
    return by if good else None


# ------------------------------------------------------------------------------------------------- Iterated elimination
#
# If only strictly dominated strategies are removed, every order ends at the same game and no equilibrium is lost. With
# weakly dominated ones the order matters and equilibria may be lost, so the order is an argument.


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
    * a list of what goes first, one strategy at a time. An entry is the name of a strategy, the name of a player (for
      all of its strategies) or a (player, strategy) pair. What the list does not name comes last.

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
