"""The numbers of many positions at once, as rows of a matrix, for training and for tests."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

import numpy as np

from ...games.monopoly.state import STATE
from ...runtime.compiler import Floats2, Ints, build, entry
from . import general, thesis, thesis_unscaled
from .layout import Schema

States: TypeAlias = Annotated[Any, (STATE,)]
BATCH = 4096
"""Positions that are written in double precision at a time."""


@entry
def write_general(states: States, seats: Ints, out: Floats2) -> None:
    """A row of the general schema for each state, seen from its seat."""
    for i in range(len(states)):
        general.inputs(states[i], seats[i], out[i])


@entry
def write_thesis(states: States, seats: Ints, out: Floats2) -> None:
    """A row of the thesis' schema for each state, seen from its seat."""
    for i in range(len(states)):
        thesis.inputs(states[i], seats[i], out[i])


@entry
def write_thesis_unscaled(states: States, seats: Ints, out: Floats2) -> None:
    """The same without normalisation."""
    for i in range(len(states)):
        thesis_unscaled.inputs(states[i], seats[i], out[i])


ENTRIES = {"general": write_general, "thesis": write_thesis, "thesis_unscaled": write_thesis_unscaled}


def rows(schema: Schema, states: np.ndarray, seats: np.ndarray) -> np.ndarray:
    """What each seat is shown of its state: float32 of the shape (n, ``schema.size``)."""
    write = ENTRIES[schema.name]
    build([write])
    found = np.empty((len(states), schema.size), np.float32)
    exact = np.empty((min(BATCH, len(states)), schema.size))
    looking = np.asarray(seats, np.int64)
    for first in range(0, len(states), BATCH):
        some = states[first : first + BATCH]
        write(some, looking[first : first + BATCH], exact[: len(some)])
        found[first : first + len(some)] = exact[: len(some)]
    return found
