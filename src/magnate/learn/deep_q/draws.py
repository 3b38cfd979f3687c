"""The random numbers of training: every generator follows from a seed, a purpose and a number, none is kept."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

__all__ = ["Purpose", "draws"]


class Purpose(IntEnum):
    """What numbers are drawn for; each purpose has streams of its own."""

    REPLAY = 0
    ORDER = 1
    EXPLORE = 2


def draws(seed: int, purpose: Purpose, number: int) -> np.random.Generator:
    """The generator for the ``number``-th occasion (both from 0); the same arguments give the same numbers."""
    return np.random.default_rng((seed, purpose, number))
