"""Hostile set-ups: whatever a file says is refused in words, or can be played on without breaking an invariant."""

from __future__ import annotations

import random
from typing import Any

import pytest
from pydantic import ValidationError

from magnate.core.contract import OVER
from magnate.errors import BadSetup
from magnate.games.monopoly import setup
from magnate.games.monopoly.setup_model import mirrored

from ...wording import check_told
from .mutations import mutants
from .walk import RULES, legal

STEPS = 200
INT32 = 2**31 - 1


def play_on(state: Any, seed: int, steps: int = STEPS) -> None:
    """Play random steps with the interpreted rules; every invariant holds after each."""
    rng = random.Random(seed)
    g = mirrored(state)
    for step in range(steps):
        if g.mover == OVER:
            return
        choices = legal(g)
        assert choices, f"step {step}: nobody can go on"
        g.events.clear()
        action = rng.choice(choices)
        RULES.step(g, action)
        assert RULES.check(g) == 0, f"step {step}, action {action}"
        assert max(map(abs, g.cash)) + abs(g.pot) + abs(g.bid) < INT32


@pytest.mark.parametrize("seed", range(12))
def test_a_changed_position_is_refused_or_can_be_played_on(seed):
    refused = 0
    for number, (options, players, named) in enumerate(mutants(250, seed)):
        try:
            state = setup(named, options, players)[0]
        except (BadSetup, ValidationError) as error:
            refused += 1
            if isinstance(error, BadSetup):
                check_told(error)
            continue
        try:
            play_on(state, number)
        except Exception as fault:
            raise AssertionError(f"{options!r}, {players} players: {named}") from fault
    assert 25 < refused < 240, "a good part of the changes is refused, and a good part is not"
