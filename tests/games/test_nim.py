"""Nim, the example of a small game, against Bouton's theorem."""

import random
from functools import reduce
from operator import xor

import pytest

import magnate
from magnate.errors import BadSetup
from magnate.search import search
from tests.games_for_tests import nim

from .promises import recorded, verify


def is_lost(heaps, misere):
    """Whether the player to move loses: by the binary sum of the heaps (Bouton 1901)."""
    if misere and max(heaps) <= 1:
        return sum(heaps) % 2 == 1
    return reduce(xor, heaps) == 0


@pytest.mark.parametrize("preset", nim.PRESETS)
def test_every_step_keeps_every_promise(preset):
    assert verify(magnate.load(nim, preset=preset), 300) > 300


@pytest.mark.parametrize("preset", nim.PRESETS)
def test_compiled_and_interpreted_rules_agree(preset):
    game = magnate.load(nim, preset=preset)
    for seed in range(5):
        assert recorded(game, seed, interpreted=False) == recorded(game, seed, interpreted=True)


@pytest.mark.parametrize("preset", nim.PRESETS)
def test_the_value_of_every_position_is_known(preset):
    game = magnate.load(nim, preset=preset)
    dice = random.Random(1)
    for _ in range(40):
        heaps = [dice.randint(0, most) for most in (3, 4, 5)]
        if sum(heaps) == 0:
            continue
        position = game.setup({"heaps": heaps, "mover": dice.randint(0, 1)})
        found = search(position, "minimax", "depth:20")
        value = 0.0 if is_lost(heaps, preset == "misere") else 1.0
        assert found.value[found.seat] == value, heaps


def test_impossible_positions_are_refused():
    with pytest.raises(BadSetup, match="a heap of 4 stones"):
        magnate.load(nim).setup({"heaps": [4, 0, 0]})
