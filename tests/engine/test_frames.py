"""The stack of interrupts inside a state."""

from typing import Annotated, Any

import numpy as np
import pytest

from magnate.engine import frames
from magnate.engine.compiler import entry
from magnate.engine.layout import packed
from magnate.engine.interpreted import interpret
from magnate.engine.twin import mirror_class

STATE = packed([*frames.frame_fields(3), ("spare", "i1", (2,))])
States = Annotated[Any, (STATE,)]
interpreted = interpret("magnate.engine.frames")


@entry
def do_push(states: States, kind: int, who: int, to: int, amount: int, arg: int) -> None:
    frames.push(states[0], kind, who, to, amount, arg)


@entry
def do_pop(states: States) -> None:
    frames.pop(states[0])


def test_push_and_pop_in_both_worlds():
    states = np.zeros(1, STATE)
    mirror = mirror_class(STATE)()
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
        interpreted.push(mirror_class(STATE)().from_record(states[0]), 1, 1, 1, 1, 1)


def test_a_pop_too_many_is_noticed_in_the_twin():
    with pytest.raises(IndexError, match="index -1 of fkind"):
        interpreted.pop(mirror_class(STATE)())
