"""Named arrays, as checkpoints keep them."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ...errors import BadValue

__all__ = ["join", "part", "taken"]


def join(parts: Mapping[str, Mapping[str, np.ndarray]]) -> dict[str, np.ndarray]:
    """The arrays of all parts under one roof: ``part.name``."""
    return {f"{part}.{name}": array for part, arrays in parts.items() for name, array in arrays.items()}


def part(tensors: Mapping[str, np.ndarray], name: str) -> dict[str, np.ndarray]:
    """The arrays of one part, by their own names: the inverse of :func:`join`."""
    return {key.removeprefix(f"{name}."): array for key, array in tensors.items() if key.startswith(f"{name}.")}


def taken(tensors: Mapping[str, np.ndarray], name: str, shape: tuple[int, ...]) -> np.ndarray:
    """The array of that name; :class:`~magnate.errors.BadValue` unless it is there in that shape."""
    if name not in tensors:
        raise BadValue(f"there is no {name} among the arrays to go on from", hint="give all that was saved")
    if tensors[name].shape != shape:
        raise BadValue(
            f"{name} has the shape {tensors[name].shape} instead of {shape}",
            hint="go on with the sizes of the networks and of the replay buffer that it was saved with",
        )
    return tensors[name]
