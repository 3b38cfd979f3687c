"""Bounds checks are on in tests, and do catch a wrong index: read, written, nested and two-dimensional."""

from typing import Annotated, Any

import numpy as np
import pytest

from magnate.runtime.compiler import BOUNDSCHECK, Ints, entry, rule
from magnate.runtime.layout import packed

INNER = packed([("row", "i1", (4,))])
STATE = packed([("cash", "i4", (4,)), ("debt", "i4", (4,)), ("deck", "i1", (2, 8)), ("inner", INNER)])
State = Annotated[Any, STATE]
States = Annotated[Any, (STATE,)]


@rule
def poke(g: State, where: int, i: int) -> int:
    if where == 0:
        return g.cash[i]
    if where == 1:
        g.cash[i] = 77
    elif where == 2:
        g.deck[1, i] = 77
    elif where == 3:
        g.deck[i, 1] = 77
    else:
        g.inner.row[i] = 7
    return 0


@entry
def poke_first(states: States, where: int, i: int) -> int:
    return poke(states[0], where, i)


@entry
def last_of(values: Ints) -> int:
    return values[len(values)]


def test_they_are_on():
    assert BOUNDSCHECK


@pytest.mark.parametrize(("where", "length"), [(0, 4), (1, 4), (2, 8), (3, 2), (4, 4)])
def test_an_index_beyond_the_end_is_an_error_and_changes_nothing(where, length):
    states = np.zeros(1, STATE)
    poke_first(states, where, length - 1)
    before = states.tobytes()
    with pytest.raises(IndexError):
        poke_first(states, where, length)
    assert states.tobytes() == before


def test_plain_arrays_too():
    with pytest.raises(IndexError):
        last_of(np.arange(3))
