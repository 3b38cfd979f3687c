"""The observation: laid out as its table says, the same from every chair, and different wherever decisions differ."""

from __future__ import annotations

import doctest
from itertools import pairwise

import numpy as np
import pytest

from magnate.games.monopoly import GAME, Options, observation_layout, to_setup
from magnate.games.monopoly.board import SEATS
from magnate.games.monopoly.observation_layout import FEATURES, LAYOUT, MONEY
from magnate.games.monopoly.setup_model import mirrored, part
from magnate.games.monopoly.state import BEFORE, FINISHED

from .observing import PAIRS, change, turned, vector
from .walk import some_states

WHOLE = {"in_game", "jail_cards", "to_move", "owner", "level", "phase", "interrupt", "trade_step"}
"""Blocks that are checked to hold only 0 and 1."""


def differing(one: np.ndarray, other: np.ndarray) -> set[str]:
    """The blocks in which two vectors differ."""
    return {name for name, place in LAYOUT.items() if not np.array_equal(one[place], other[place])}


# ------------------------------------------------------------------------------------ the layout


def test_blocks_lie_one_behind_the_other():
    places = list(LAYOUT.values())
    assert places[0].start == 0
    assert all(one.stop == other.start for one, other in pairwise(places))
    assert places[-1].stop == FEATURES == GAME.features


def test_the_layouts_example_holds():
    assert doctest.testmod(observation_layout) == (0, 1)


def test_the_interpreted_observation_is_the_same():
    twin = part("observation")
    compared = 0
    for _, players, state in some_states(every=29):
        g = mirrored(state)
        for seat in range(players):
            out = np.full(FEATURES, np.nan)
            twin.features(g, seat, out)
            assert np.array_equal(out, vector(state, seat))
            compared += 1
    assert compared > 500


def test_numbers_are_scaled():
    """Categories are 0 or 1, nearly all numbers lie between -1 and 1, and only money can be much more."""
    vectors = [vector(state, 0) for _, _, state in some_states(every=7)]
    all_ = np.array(vectors)
    assert np.isfinite(all_).all()
    assert np.abs(all_).max() < 10
    assert (np.abs(all_) <= 1).mean() > 0.999
    for name, place in LAYOUT.items():
        if name.rpartition(".")[2] in WHOLE:
            assert set(np.unique(all_[:, place])) <= {0.0, 1.0}, name


def test_blocks_hold_what_their_names_say():
    seen = vector(change({}), seat=1)

    def block(name: str) -> list[float]:
        return seen[LAYOUT[name]].tolist()

    assert block("seat0.cash") == [1200 / MONEY]
    assert block("seat1.cash") == [40 / MONEY]
    assert block("seat2.cash") == [900 / MONEY]
    assert block("seat0.jailed") == [0, 1, 0]
    assert block("seat0.jail_cards") == [0, 1]
    assert block("seat0.to_move") == block("seat0.current") == [1]
    assert np.flatnonzero(block("seat1.square")).tolist() == [3]
    assert block("seat1.offers_left") == [pytest.approx(1 - 1 / Options().offers_per_turn)]
    assert block("deed0.owner") == [0, 0, 1, 0, 0, 0, 0, 0]
    assert block("deed0.level") == [0, 0, 1, 0, 0]
    assert (block("deed27.mortgaged"), block("deed0.mortgaged")) == ([1], [0])
    assert block("deed27.owner") == [1, 0, 0, 0, 0, 0, 0, 0]
    assert block("houses") == [26 / 32]
    assert sum(block("chest.unseen")) == 15
    assert block("phase") == [float(k == BEFORE) for k in range(FINISHED + 1)]
    assert block("interrupt")[0] == 1
    assert not any(sum(block(f"seat{i}.square")) + block(f"seat{i}.in_game")[0] for i in range(3, SEATS))


def test_known_cards_show_how_near_they_are():
    state = change({"decks": {"chance": {"known": ["advance_go", "go_to_jail"]}}})
    near = vector(state, 0)[LAYOUT["chance.nearness"]]
    assert sorted(near[near > 0].tolist()) == [1 / 16, 2 / 16]  # behind fourteen unseen cards


# ------------------------------------------------------------------------------------ decisions that differ


@pytest.mark.parametrize("name", PAIRS)
def test_different_decisions_look_different(name):
    one, other = (make() for make in PAIRS[name])
    assert one["mover"] >= 0
    for seat in range(3):
        assert differing(vector(one, seat), vector(other, seat)), name


def test_positions_look_the_same_only_if_they_are():
    """Over all states of random games of every preset and many house rules."""
    seen: dict[object, object] = {}
    states = 0
    for options, players, state in some_states(every=1):
        look = options.model_dump_json(), players, vector(state, 0).tobytes()
        named = to_setup(state)
        assert seen.setdefault(look, named) == named
        states += 1
    assert len(seen) > 0.99 * states > 5000


def test_positions_have_the_same_key_only_if_they_are_the_same():
    key = part("rules").key
    seen: dict[object, object] = {}
    for options, players, state in some_states(every=3):
        named = to_setup(state)
        assert seen.setdefault((options.model_dump_json(), players, key(mirrored(state))), named) == named
    assert len(seen) > 2000


# ------------------------------------------------------------------------------------ from every chair


def test_every_chair_sees_the_same():
    """With all players some chairs further, each sees what it saw in its old chair."""
    compared = 0
    for _, players, state in some_states(every=17):
        by = 1 + compared % (players - 1) if players > 1 else 0
        moved = turned(state, by, players)
        for seat in range(players):
            assert np.array_equal(vector(moved, (seat + by) % players), vector(state, seat))
        compared += 1
    for make, _ in PAIRS.values():
        for by in (1, 2):
            assert np.array_equal(vector(turned(make(), by, 3), by), vector(make(), 0))
    assert compared > 300


def test_seats_see_different_things():
    state = change({})
    assert len({vector(state, seat).tobytes() for seat in range(3)}) == 3
