"""Kinds of settings that several methods have, with what is checked of them."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from pydantic import AfterValidator, Field

__all__ = ["Device", "Layers", "Weights"]


def _some_units(layers: list[int]) -> list[int]:
    if not all(1 <= units <= 4096 for units in layers):
        raise ValueError("each layer must have 1 to 4096 units")
    return layers


def _some_weight(weights: dict[str, float]) -> dict[str, float]:
    if min(weights.values(), default=0.0) < 0.0 or not sum(weights.values()) > 0.0:
        raise ValueError("the weights must not be negative, and one must be greater than 0")
    return weights


Layers: TypeAlias = Annotated[list[int], AfterValidator(_some_units)]
"""The units of each hidden layer."""
Weights: TypeAlias = Annotated[dict[str, float], AfterValidator(_some_weight)]
"""Who plays, each with a weight (:class:`.population.Population`)."""
Device: TypeAlias = Annotated[
    str,
    Field(pattern="^(auto|cpu|cuda)$", description='"cpu", "cuda", or "auto": a GPU where there is one'),
]
"""What the network is fitted on."""
