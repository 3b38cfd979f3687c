"""What the network should say: the reward and the discounted value of the best legal action at the next decision."""

from __future__ import annotations

import numpy as np

from .choosing import greedy

__all__ = ["targets"]


def targets(
    reward: np.ndarray,
    discount: np.ndarray,
    next_mask: np.ndarray,
    values: np.ndarray,
    chooser: np.ndarray | None = None,
) -> np.ndarray:
    """The targets (n,) for the action of every transition.

    ``values`` (n, outputs) are the target network's of the next decisions. Among the legal actions the best by these
    very values counts, as in the deep Q network (Mnih and others 2015), which over-estimates where values are noisy.
    With ``chooser``, the values of the network that learns, the best by *those* counts, at the target network's value:
    double Q learning (van Hasselt, Guez and Silver 2016). Where the discount is 0, nothing but the reward counts,
    whatever the values are.
    """
    best = greedy(values if chooser is None else chooser, next_mask)
    value = values[np.arange(len(values)), best]
    return reward + discount * np.where(discount == 0, 0, value)
