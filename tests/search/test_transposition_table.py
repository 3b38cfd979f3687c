"""The transposition table by itself."""

import numpy as np
import pytest

from magnate.runtime.interpreter import interpret
from magnate.runtime.pystate import pystate_class
from magnate.search.depth_first import AT_LEAST, AT_MOST, EXACT, SLOT

table = interpret("magnate.search.depth_first")


@pytest.mark.parametrize("slots", [1, 7, 64, 1000, 65_536])
def test_keys_are_spread_over_the_table(slots):
    keys = [*range(4000), *(k << 40 for k in range(4000)), -1, -(2**63), 2**63 - 1]
    found = np.bincount([table.place(key, slots) for key in keys], minlength=slots)
    assert len(found) == slots
    assert found.max() <= 6 + 2 * len(keys) / slots


@pytest.mark.parametrize(
    ("value", "bound", "usable_above", "usable_below"),
    [(0.5, EXACT, True, True), (0.9, AT_LEAST, False, True), (0.1, AT_MOST, True, False)],
)
def test_an_entry_answers_where_it_decides(value, bound, usable_above, usable_below):
    slot = pystate_class(SLOT)()
    assert not table.usable(slot, 0, 0, 0.0, 1.0)  # an empty slot knows nothing, of key 0 either
    table.remember(slot, 77, 3, value, 0.2, 0.8, 5, False)
    assert (slot.bound, slot.action) == (bound, 5)
    assert table.usable(slot, 77, 3, 0.95, 1.0) is usable_above
    assert table.usable(slot, 77, 3, 0.0, 0.05) is usable_below
    assert table.usable(slot, 77, 3, 0.2, 0.8)
    assert not table.usable(slot, 78, 3, 0.2, 0.8)
    assert not table.usable(slot, 77, 2, 0.2, 0.8)
    table.remember(slot, 77, 3, value, 0.2, 0.8, 5, True)
    assert table.usable(slot, 77, 2, 0.2, 0.8)
