"""Pig for two, judged exactly: how often one policy wins against another."""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["hold_at", "perfect", "table_of", "win_chance"]

FACES = 6
CLOSE = 1e-9


def table_of(rolls: Any, target: int) -> np.ndarray:
    """A policy as an array ``[mine, other, total]``; raises ``ValueError`` where it has another shape."""
    table = np.array(rolls, dtype=bool)
    if table.shape != (target,) * 3:
        raise ValueError(f"rolls has the shape {table.shape}, not {(target,) * 3}")
    return table


def hold_at(points: int, target: int) -> np.ndarray:
    """The policy that holds with so many points in a turn."""
    return np.broadcast_to(np.arange(target) < points, (target,) * 3)


def win_chance(first: np.ndarray, second: np.ndarray) -> float:
    """How often ``first`` wins against ``second``, as the mean of beginning and not beginning."""
    begins, waits = _values([first & ~_reached(len(first)), second & ~_reached(len(second))], len(first))
    return float(begins[0, 0, 0] + 1 - waits[0, 0, 0]) / 2


def _reached(size: int) -> np.ndarray:
    """Where points and total together are the target: there everybody holds."""
    mine, _, total = np.ogrid[:size, :size, :size]
    return np.broadcast_to(mine + total >= size, (size,) * 3)


def perfect(target: int) -> np.ndarray:
    """The policy that wins most often against itself.

    >>> bool(perfect(10)[9, 0, 0])
    True
    """
    values = _values([None, None], target)[0]
    rolls = np.zeros_like(values, dtype=bool)
    for total in range(target):
        rolls[:, :, total] = _roll(values, values, total) > _hold(values, total)
    return rolls


def _values(policies: list[np.ndarray | None], target: int) -> list[np.ndarray]:
    """For each player the chance to win of who is on turn: ``[mine, other, total]``; None plays perfectly.

    A turn is valued from its greatest total down, since totals only grow in it. What the other player's turn is worth
    is of the round before, until nothing changes any more.
    """
    values = [np.full((target,) * 3, 0.5) for _ in policies]
    for _ in range(1000):
        change = 0.0
        for player, policy in enumerate(policies):
            mine, other = values[player], values[1 - player]
            before = mine[:, :, 0].copy()
            for total in reversed(range(target)):
                roll, hold = _roll(mine, other, total), _hold(other, total)
                mine[:, :, total] = (
                    np.maximum(roll, hold) if policy is None else np.where(policy[:, :, total], roll, hold)
                )
            change = max(change, float(np.abs(mine[:, :, 0] - before).max()))
        if change < CLOSE:
            break
    return values


def _hold(other: np.ndarray, total: int) -> np.ndarray:
    """The chance after holding; ``other`` are the values of the player who is on turn then."""
    size = len(other)
    sums = np.arange(size) + total
    held = 1.0 - other[:, np.minimum(sums, size - 1), 0].T
    held[sums >= size] = 1.0
    return held


def _roll(mine: np.ndarray, other: np.ndarray, total: int) -> np.ndarray:
    """The chance after a roll; who has enough already does not roll."""
    size = len(mine)
    points = np.arange(size) + total
    value = 1.0 - other[:, :, 0].T
    for face in range(2, FACES + 1):
        value = value + (mine[:, :, total + face] if total + face < size else 1.0)
    for face in range(2, FACES + 1):
        wins = (points + face >= size) & (total + face < size)
        value[wins] += 1.0 - mine[wins, :, min(total + face, size - 1)]
    value /= FACES
    value[points >= size] = 0.0
    return value
