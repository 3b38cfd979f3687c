"""A state's nested ``cache`` record: derived data, outside equality, hash and key."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from magnate.core.game import Position
from magnate.core.loader import kernel

from .games import market, table

GAME: Any = SimpleNamespace(name="market", info=SimpleNamespace(rules_version=1))
"""All that equality and hash ask of a game."""


def late(seed: int) -> np.ndarray:
    """The last state of a random game, as an array of length 1."""
    return np.frombuffer(bytearray(table.recorded(seed)[1][-1]), market.STATE)


def key(states: np.ndarray) -> int:
    face = kernel("position_kernel", market)
    facts = table.ints(len(face.FACTS))
    scratch = (table.ints(market.MAX_LEGAL), *(table.ints(market.MAX_OUTCOMES) for _ in range(2)))
    face.inspect(states, facts, *scratch, np.zeros(3), np.zeros(3))
    return int(facts[face.FACTS.index("key")])


@pytest.mark.parametrize("seed", [1, 4])
def test_the_cache_is_outside_equality_hash_and_key(seed):
    one = late(seed)
    assert one["cache"]["best"][0] > 0
    other = one.copy()
    other["cache"] = np.zeros(1, market.CACHE)
    assert one.tobytes() != other.tobytes()
    assert Position(GAME, one) == Position(GAME, other)
    assert Position(GAME, one).hash == Position(GAME, other).hash
    assert key(one) == key(other)


def test_everything_else_counts():
    one = late(1)
    for field in ("cash", "shares", "card"):
        other = one.copy()
        other[field][0, 0] += 1
        assert Position(GAME, one) != Position(GAME, other)
        assert Position(GAME, one).hash != Position(GAME, other).hash


def test_a_position_keeps_its_cache():
    """Comparing and hashing leave it as it is, and the arrays that kernels are given have it."""
    states = late(1)
    position = Position(GAME, states.copy())
    assert position == Position(GAME, states)
    assert position.hash
    assert position.states().tobytes() == states.tobytes()
    assert position.state["cache"]["best"] == states["cache"]["best"][0]
