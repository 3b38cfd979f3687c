"""Copying a state over another one, with and without a past."""

import random
from typing import Annotated, Any

import numpy as np
import pytest

from magnate.runtime.compiler import entry
from magnate.runtime.interpreter import interpret
from magnate.runtime.layout import packed
from magnate.runtime.pystate import PyStates
from magnate.runtime.state_copy import copy_state

PAST = packed([("items", "i4", (5,)), ("context", "i4", (16,)), ("least", "i2", (3,))])
FIELDS = [("cash", "i4", (37,)), ("phase", "i1"), ("level", "i1", (6,))]
PLAIN = packed(FIELDS)
LAST = packed([*FIELDS, ("past", PAST)])
LARGE = packed([*FIELDS, ("table", "i4", (700,)), ("past", PAST)])
AMID = packed([("turn", "i2"), ("past", PAST), *FIELDS])
PlainStates = Annotated[Any, (PLAIN,)]
LastStates = Annotated[Any, (LAST,)]
LargeStates = Annotated[Any, (LARGE,)]
AmidStates = Annotated[Any, (AMID,)]


@entry
def copy_plain(states: PlainStates) -> None:
    copy_state(states[1], states[0])


@entry
def copy_last(states: LastStates) -> None:
    copy_state(states[1], states[0])


@entry
def copy_large(states: LargeStates) -> None:
    copy_state(states[1], states[0])


@entry
def copy_amid(states: AmidStates) -> None:
    copy_state(states[1], states[0])


def some_states(kind: np.dtype[Any], rng: random.Random) -> np.ndarray:
    """Three states at random; a past may be empty, or say with one number only that it is not."""
    states = np.frombuffer(rng.randbytes(3 * kind.itemsize), np.uint8).copy().view(kind)
    for name in kind.names or ():
        if name.startswith("spare"):
            states[name] = 0
    for i in range(3 if "past" in (kind.names or ()) else 0):
        if (way := rng.randrange(3)) == 0:
            states["past"][i] = np.zeros((), PAST)
        elif way == 1:
            states["past"]["context"][i] = 0
            states["past"]["context"][i, rng.randrange(16)] = 1 << rng.randrange(31)
    return states


@pytest.mark.parametrize(
    ("kind", "copy"),
    [(PLAIN, copy_plain), (LAST, copy_last), (LARGE, copy_large), (AMID, copy_amid)],
    ids=["plain", "last", "large", "amid"],
)
def test_a_copy_is_equal_to_the_byte_and_nothing_else_changes(kind, copy):
    rng = random.Random(7)
    interpreted = interpret("magnate.runtime.state_copy")
    for _ in range(300):
        states = some_states(kind, rng)
        before = states.tobytes()
        mirror = PyStates(states)
        copy(states)
        size = kind.itemsize
        assert states.tobytes() == before[:size] * 2 + before[2 * size :]
        interpreted.copy_state(mirror[1], mirror[0])
        assert mirror.to_array().tobytes() == states.tobytes()
