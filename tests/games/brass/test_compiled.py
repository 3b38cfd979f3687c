"""Compiled and interpreted rules do the same where random play does not ask them: hiding, keys, observations."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

import numpy as np
import pytest

from magnate.games.brass import rules
from magnate.games.brass.setup_model import mirrored
from magnate.games.brass.state import STATE
from magnate.runtime.compiler import Floats2, Ints, build, entry

from .walk import RULES, legal, walk

States: TypeAlias = Annotated[Any, (STATE,)]


@entry
def hide_all(states: States, seats: Ints) -> None:
    """Hide each state for its seat, with its number as the key."""
    for i in range(len(states)):
        rules.hide(states[i], seats[i], i * 1_000_003)


@entry
def read_all(states: States, seats: Ints, keys: Ints, known: Ints, seen: Floats2, first: Ints) -> None:
    """The key and the observation of each state, whether its seat knows all, and what ``first`` is equivalent to."""
    for i in range(len(states)):
        keys[i] = rules.key(states[i])
        known[i] = rules.knows(states[i], seats[i])
        rules.features(states[i], seats[i], seen[i])
        first[i] = rules.canonical(states[i], first[i])


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3, 4])
def test_compiled_hiding_keys_and_observations_equal_interpreted_ones(players):
    build([hide_all, read_all])
    games = [[g.to_record() for g in walk(players, seed)] for seed in range(3)]
    states = np.concatenate([state for game in games for state in game])
    seats = np.arange(len(states)) % players
    wanted = [mirrored(state) for state in states]
    keys, known, first = (np.zeros(len(states), np.int64) for _ in range(3))
    seen = np.zeros((len(states), rules.FEATURES))
    for i, g in enumerate(wanted):
        first[i] = legal(g)[-1] if g.mover >= 0 else 0
    equivalent = [RULES.canonical(g, int(a)) for g, a in zip(wanted, first, strict=True)]
    read_all(states, seats, keys, known, seen, first)
    assert first.tolist() == equivalent
    assert keys.tolist() == [RULES.key(g) for g in wanted]
    assert known.tolist() == [RULES.knows(g, int(seat)) for g, seat in zip(wanted, seats, strict=True)]
    for g, seat, row in zip(wanted, seats, seen, strict=True):
        out = np.zeros(rules.FEATURES)
        RULES.features(g, int(seat), out)
        assert (out == row).all()
    hide_all(states, seats)
    for i, g in enumerate(wanted):
        RULES.hide(g, int(seats[i]), i * 1_000_003)
    assert [state.tobytes() for state in states] == [g.to_bytes() for g in wanted]
