"""Which random stream each chance node of Monopoly draws from: its own, so that one seed gives comparable games."""

from __future__ import annotations

import pytest

from magnate.core.contract import POLICY, PURPOSES, TABLE
from magnate.games.monopoly import GAME, Options, rules, setup
from magnate.games.monopoly.setup_model import mirrored, part

UTILITY = [{"square": 0}, {"square": 12}, {"deeds": ["electric-company"]}]


@pytest.mark.parametrize(
    ("position", "seat", "purpose"),
    [
        ({"phase": "throw", "turn": 1}, 1, rules.DICE),
        ({"phase": "rent-throw", "turn": 1, "players": UTILITY}, 1, rules.RENT_DICE),
        ({"phase": "draw", "drawn": "chance", "players": [{"square": 7}]}, TABLE, rules.CHANCE_CARDS),
        ({"phase": "draw", "drawn": "chest", "players": [{"square": 2}]}, TABLE, rules.CHEST_CARDS),
    ],
)
def test_chance_draws_from_the_stream_of(position, seat, purpose):
    g = mirrored(setup(position, Options(utility_throw="fresh"), 3)[0])
    assert part("rules").chance_key(g) == seat * PURPOSES + purpose


def test_every_purpose_has_a_name():
    assert len(GAME.purposes) == rules.RENT_DICE + 1 <= POLICY
