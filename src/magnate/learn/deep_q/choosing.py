"""Choosing an action by its value: the best legal one, or now and then any."""

from __future__ import annotations

import numpy as np

from ...errors import BadValue

__all__ = ["epsilon_greedy", "greedy"]


def greedy(values: np.ndarray, masks: np.ndarray) -> np.ndarray:
    """The legal action of the greatest value, the first of equals, of every row; 0 where nothing is legal.

    ``values`` and ``masks`` are (n, outputs).
    """
    return np.where(masks, values, -np.inf).argmax(axis=1)


def epsilon_greedy(values: np.ndarray, masks: np.ndarray, epsilon: float, generator: np.random.Generator) -> np.ndarray:
    """The action of every row: with the chance ``epsilon`` any legal one, all alike, else the :func:`greedy` one.

    Raises :class:`~magnate.errors.BadValue` for a row where nothing is legal.
    """
    count = masks.sum(axis=1)
    if not count.all():
        raise BadValue(f"row {int(np.argmin(count))} has no legal action", hint="only decisions can be answered")
    explore, which = generator.random((2, len(values)))
    nth = (which * count).astype(np.int64)
    anyone = (masks.cumsum(axis=1) > nth[:, None]).argmax(axis=1)
    return np.where(explore < epsilon, anyone, greedy(values, masks))
