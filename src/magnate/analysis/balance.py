"""The balance sheet of a game: start, luck, decisions and drift, which add up to the result. It knows no game.

A game is a chain of nodes: positions where chance decides, or a seat. ``W`` says what every position is worth to each
seat, and ``Q`` what a decision is worth. All values here are vectors over the seats, in shares of the win. Then

    result = start + luck + own decisions + the others' decisions + drift (+ unknown, where parts are hidden)

holds for every seat, whatever ``W`` and ``Q`` are. What ``W`` does not foresee is drift, and is shown as such.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np

__all__ = ["LABELS", "POINT", "Balance", "Chance", "Choice", "Node", "balance", "called", "doubted"]


@dataclass(frozen=True, slots=True, eq=False)
class Chance:
    """A chance node: what the position is worth ``before``, the ``mean`` over its outcomes, and what came ``after``."""

    before: np.ndarray
    mean: np.ndarray
    after: np.ndarray

    @property
    def luck(self) -> np.ndarray:
        """What came, less what could be expected."""
        found: np.ndarray = self.after - self.mean
        return found

    @property
    def drift(self) -> np.ndarray:
        """How far the position was not worth the mean of its outcomes."""
        found: np.ndarray = self.mean - self.before
        return found


@dataclass(frozen=True, slots=True, eq=False)
class Choice:
    """A whole move of ``seat``, between what the position is worth ``before`` and ``after`` it.

    ``chosen`` and ``best`` are what the move and the best move are worth, as who decides could know it. Where parts are
    hidden, ``best_after`` is what the position after the best move is worth to who sees all; elsewhere it is None.
    """

    seat: int
    before: np.ndarray
    chosen: np.ndarray
    best: np.ndarray
    after: np.ndarray
    best_after: np.ndarray | None = None

    @property
    def error(self) -> np.ndarray:
        """What the move costs or gives each seat, beside the best move; never above 0 for who decides."""
        found: np.ndarray = self.chosen - self.best
        return found

    @property
    def unknown(self) -> np.ndarray:
        """What followed from cards that who decided could not know."""
        if self.best_after is None:
            return np.zeros_like(self.before)
        found: np.ndarray = (self.after - self.best_after) - self.error
        return found

    @property
    def drift(self) -> np.ndarray:
        """How far the position was not worth what the best move is, and the move not what came of it."""
        if self.best_after is None:
            found: np.ndarray = (self.best - self.before) + (self.after - self.chosen)
            return found
        hidden: np.ndarray = self.best_after - self.before
        return hidden


Node: TypeAlias = Chance | Choice


@dataclass(frozen=True, slots=True, eq=False)
class Balance:
    """The sums over a game: (P,) each, but ``errors`` (P, P): the errors of each seat, and whom they cost or give."""

    start: np.ndarray
    luck: np.ndarray
    errors: np.ndarray
    drift: np.ndarray
    unknown: np.ndarray
    result: np.ndarray

    @property
    def own(self) -> np.ndarray:
        """What each seat's own decisions cost it."""
        return self.errors.diagonal().copy()

    @property
    def others(self) -> np.ndarray:
        """What the others' decisions gave each seat."""
        found: np.ndarray = self.errors.sum(axis=0) - self.own
        return found

    @property
    def gap(self) -> float:
        """By how much the sheet fails to add up: rounding alone."""
        total = self.start + self.luck + self.own + self.others + self.drift + self.unknown
        return float(np.abs(total - self.result).max())


def balance(start: np.ndarray, nodes: Sequence[Node]) -> Balance:
    """The sheet of a game that begins with what ``start`` says; each node begins where the one before it ended.

    >>> half, won = np.array([0.5, 0.5]), np.array([1.0, 0.0])
    >>> sheet = balance(half, [Chance(half, half, won)])
    >>> sheet.luck.tolist(), sheet.result.tolist(), sheet.gap
    ([0.5, -0.5], [1.0, 0.0], 0.0)
    """
    players = len(start)
    luck, drift, unknown = np.zeros((3, players))
    errors = np.zeros((players, players))
    at = start
    for node in nodes:
        if not np.array_equal(node.before, at):
            raise ValueError("a node must begin where the one before it ended")
        at = node.after
        drift += node.drift
        if isinstance(node, Chance):
            luck += node.luck
        else:
            errors[node.seat] += node.error
            unknown += node.unknown
    return Balance(start, luck, errors, drift, unknown, at)


# ----------------------------------------------------------------------------------------------- How losses are called


POINT: Final = 0.01
"""A point, in shares of the win."""
LABELS: Final = ((0.15, "blunder"), (0.10, "mistake"), (0.05, "inaccuracy"))
"""From which loss on (in shares) a decision is called so; the three of lichess."""


def called(loss: float, margin: float | None) -> str:
    """The label that the lower bound of a loss supports; nothing where no margin is known.

    >>> called(0.17, 0.01), called(0.17, 0.04), called(0.17, None)
    ('blunder', 'mistake', '')
    """
    return "" if margin is None else _label(loss - margin)


def doubted(loss: float, margin: float | None) -> str:
    """What a loss would be called if it were certain, where its lower bound does not say that.

    >>> doubted(0.17, None), doubted(0.17, 0.04), doubted(0.17, 0.01)
    ('blunder?', 'blunder?', '')
    """
    label = _label(loss)
    return f"{label}?" if label and label != called(loss, margin) else ""


def _label(loss: float) -> str:
    return next((name for least, name in LABELS if loss >= least - 1e-12), "")
