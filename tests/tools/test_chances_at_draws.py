"""The tool that measures chances of Brass at draws."""

from __future__ import annotations

import pytest

import magnate
from magnate.analysis import PUBLIC
from magnate.core.contract import CHANCE
from tools.chances_at_draws import apart


def at_chance(game, agent, seed):
    return [one for one in game.play(agent, seed=seed).positions() if one.to_move == CHANCE]


def test_exact_chances_are_the_mean_of_what_may_come():
    found = at_chance(magnate.load("pig", target=20), "random", 3)
    assert len(found) > 5
    for position in found:
        assert apart(position, PUBLIC) == pytest.approx([0.0, 0.0], abs=1e-7)


def test_a_draw_that_a_seat_does_not_see_moves_nothing():
    found = [one for one in at_chance(magnate.load("brass", players=3), "random", 5) if one.seen_by == {1}]
    assert len(found) > 5
    for position in found[:: len(found) // 5]:
        assert apart(position, 0) == pytest.approx([0.0] * 3, abs=1e-9)
        assert apart(position, 1).sum() > 0.0
