"""The stack of interrupts inside a state."""

from typing import Annotated, Any

import numpy as np
import pytest

from magnate.runtime import primitives
from magnate.runtime.compiler import entry
from magnate.runtime.interpreter import interpret
from magnate.runtime.layout import packed
from magnate.runtime.pystate import pystate_class

STATE = packed([*primitives.frame_fields(3), ("spare", "i1", (2,))])
States = Annotated[Any, (STATE,)]
interpreted = interpret("magnate.runtime.primitives")


@entry
def do_push(states: States, kind: int, who: int, to: int, amount: int, arg: int) -> None:
    primitives.push(states[0], kind, who, to, amount, arg)


@entry
def do_pop(states: States) -> None:
    primitives.pop(states[0])


def test_push_and_pop_in_both_worlds():
    states = np.zeros(1, STATE)
    mirror = pystate_class(STATE)()
    empty = states.tobytes()
    pushed = [(1, 2, 3, 400_000, -5), (4, 0, -1, -7, 2**31 - 1), (127, 7, 8, 0, 0)]
    for frame in pushed:
        do_push(states, *frame)
        interpreted.push(mirror, *frame)
        assert mirror.to_bytes() == states.tobytes()
    assert states["depth"][0] == 3
    assert [tuple(states[name][0, 1] for name in ("fkind", "fwho", "fto", "famount", "farg"))] == [pushed[1]]
    for _ in pushed:
        do_pop(states)
        interpreted.pop(mirror)
        assert mirror.to_bytes() == states.tobytes()
    assert states.tobytes() == empty


def test_a_push_too_many_is_noticed_in_both_worlds():
    states = np.zeros(1, STATE)
    states["depth"] = 3
    with pytest.raises(IndexError):
        do_push(states, 1, 1, 1, 1, 1)
    with pytest.raises(IndexError, match="index 3 of fkind"):
        interpreted.push(pystate_class(STATE)().from_record(states[0]), 1, 1, 1, 1, 1)


def test_a_pop_too_many_is_noticed_in_the_twin():
    with pytest.raises(IndexError, match="index -1 of fkind"):
        interpreted.pop(pystate_class(STATE)())
