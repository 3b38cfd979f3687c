"""Bit counts mean the same compiled and interpreted, and what their names say."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from magnate.runtime import primitives
from magnate.runtime.interpreter import interpret

interpreted = interpret("magnate.runtime.primitives")
masks = st.integers(0, 2**63 - 1)
BOTH = pytest.mark.parametrize("world", [primitives, interpreted], ids=["compiled", "interpreted"])


def members(mask):
    return [i for i in range(63) if mask >> i & 1]


@BOTH
@given(mask=masks, i=st.integers(0, 62))
def test_against_lists(world, mask, i):
    inside = members(mask)
    assert world.count_bits(mask) == len(inside)
    assert world.has_bit(mask, i) == (i in inside)
    if mask:
        assert world.low_bit(mask) == inside[0]
        assert world.high_bit(mask) == inside[-1]


@BOTH
def test_every_single_bit(world):
    for i in range(63):
        assert world.low_bit(1 << i) == world.high_bit(1 << i) == i
        assert world.count_bits(1 << i) == 1


@pytest.mark.parametrize("name", ["low_bit", "high_bit"])
def test_the_twin_refuses_the_empty_set(name):
    with pytest.raises(ValueError, match=f"{name} needs a mask above 0, got 0"):
        getattr(interpreted, name)(0)


def test_the_twin_refuses_a_negative_mask():
    with pytest.raises(ValueError, match="0 or above, got -1"):
        interpreted.count_bits(-1)
