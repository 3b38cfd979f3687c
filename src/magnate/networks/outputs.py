"""What a network's raw outputs mean: win shares, one a seat, by softmax over the seats that are at the table."""

from __future__ import annotations

import math

import numpy as np

from ..engine.compiler import Floats, rule

__all__ = ["share_out", "win_shares"]


def win_shares(outputs: np.ndarray, present: np.ndarray | None = None) -> np.ndarray:
    """The win shares (…, seats) that raw outputs (…, seats) stand for: softmax, each row adding up to 1.

    ``present`` (broadcast to the same shape; default: all) says which seats are at the table: the others have 0. At
    least one must be.

    >>> win_shares(np.array([0.0, 0.0, 9.0]), np.array([True, True, False])).tolist()
    [0.5, 0.5, 0.0]
    """
    raw = np.asarray(outputs, np.float64)
    there = np.ones(raw.shape, np.bool_) if present is None else np.broadcast_to(present, raw.shape)
    greatest = np.max(raw, axis=-1, keepdims=True, where=there, initial=-np.inf)
    powers = np.where(there, np.exp(np.where(there, raw - greatest, 0.0)), 0.0)
    shares: np.ndarray = powers / powers.sum(axis=-1, keepdims=True)
    return shares


@rule
def share_out(values: Floats, present: int) -> None:
    """Turn raw outputs into win shares in place; ``present`` is the mask of the seats that are at the table."""
    greatest = -math.inf
    for k in range(len(values)):
        if (present >> k) & 1:
            greatest = max(greatest, values[k])
    total = 0.0
    for k in range(len(values)):
        if (present >> k) & 1:
            values[k] = math.exp(values[k] - greatest)
            total += values[k]
        else:
            values[k] = 0.0
    for k in range(len(values)):
        values[k] /= total
