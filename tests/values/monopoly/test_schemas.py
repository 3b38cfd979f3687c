"""What holds for every schema: the bounds, the chair one looks from, and that compiled and interpreted rules agree."""

from dataclasses import replace

import numpy as np
import pytest

from magnate.agents.monopoly import AGENTS
from magnate.games.monopoly import Options, setup
from magnate.runtime.interpreter import interpret
from magnate.values.monopoly import GENERAL, SCHEMAS, THESIS, THESIS_UNSCALED
from magnate.values.monopoly.layout import SEAT_NUMBERS
from magnate.values.monopoly.rows import rows

from ...games.monopoly.observing import PAIRS, turned
from ...games.monopoly.walk import some_states
from .showing import agents_states, compiled, interpreted

SCALED = [GENERAL, THESIS]


def positions(every):
    """States of random games, of games of rule-based agents, and with every kind of interrupt, with their players."""
    yield from ((players, state) for _, players, state in some_states(every))
    yield from agents_states()
    yield from ((3, make()) for pair in PAIRS.values() for make in pair)


def looked_at(schema, every):
    """These states, as far as the schema is for them, from every chair: states, seats, players."""
    found = [
        (state, seat, players)
        for players, state in positions(every)
        if players in schema.players
        for seat in range(players)
    ]
    states, seats, sizes = zip(*found, strict=True)
    return np.array(states), np.array(seats), np.array(sizes)


@pytest.mark.parametrize("schema", SCALED, ids=lambda schema: schema.name)
def test_all_numbers_lie_between_0_and_1(schema):
    states, seats, sizes = looked_at(schema, every=2)
    found = compiled(schema, states, seats)
    assert len(found) > 2000
    assert found.min() == 0
    assert found.max() == 1
    assert set(sizes) == set(schema.players) & {2, 3, 4, 5, 8}


@pytest.mark.parametrize("schema", SCHEMAS.values(), ids=lambda schema: schema.name)
def test_compiled_and_interpreted_are_the_same(schema):
    states, seats, _ = looked_at(schema, every=61)
    found = compiled(schema, states, seats)
    step = max(1, len(states) // 400)
    for state, seat, row in zip(states[::step], seats[::step], found[::step], strict=True):
        assert np.array_equal(interpreted(schema, state, seat), row)


@pytest.mark.parametrize("schema", SCHEMAS.values(), ids=lambda schema: schema.name)
def test_every_chair_sees_the_same(schema):
    """With all players some chairs further, each sees to the last bit what it saw in its old chair."""
    states, seats, sizes = looked_at(schema, every=11)
    by = 1 + np.arange(len(states)) % (sizes - 1)
    moved = np.array([turned(*one) for one in zip(states, by.tolist(), sizes.tolist(), strict=True)])
    assert np.array_equal(compiled(schema, moved, (seats + by) % sizes), compiled(schema, states, seats))


def test_absent_and_bankrupt_seats_are_0():
    states, seats, sizes = looked_at(GENERAL, every=5)
    found = compiled(GENERAL, states, seats)[:, : 8 * SEAT_NUMBERS].reshape(len(states), 8, SEAT_NUMBERS)
    places = (seats[:, None] + np.arange(8)) % sizes[:, None]
    there = (np.arange(8) < sizes[:, None]) & ((states["alive"][:, None] >> places) & 1 == 1)
    assert (found[there][:, 0] == 1).all()
    assert not found[~there].any()
    assert (~there & (np.arange(8) < sizes[:, None])).any()  # some are bankrupt


@pytest.mark.parametrize("schema", SCHEMAS.values(), ids=lambda schema: schema.name)
def test_cards_do_not_show(schema):
    """Neither those that nobody has seen nor those that are known are among the numbers."""
    looks = []
    for chance in ({}, {"known": ["advance_go"]}, {"top": "go_to_jail"}):
        state = setup({"players": [{"square": 7}, {}], "decks": {"chance": chance}}, Options(), 2)[0]
        looks.append(interpreted(schema, state, 0))
    assert np.array_equal(looks[0], looks[1])
    assert np.array_equal(looks[0], looks[2])


def test_the_games_agents_name_the_modules():
    assert {name: f"magnate.values.monopoly.{name}" for name in (*SCHEMAS, "chances")} == AGENTS.inputs


@pytest.mark.parametrize("schema", SCHEMAS.values(), ids=lambda schema: schema.name)
def test_the_module_of_a_schema_is_a_guide_with_its_size(schema):
    assert schema.size == interpret(AGENTS.inputs[schema.name]).INPUTS


def test_rows_are_the_same_in_single_precision():
    states, seats, _ = looked_at(THESIS, every=61)
    found = rows(THESIS, states, seats)
    assert found.dtype == np.float32
    assert np.array_equal(found, compiled(THESIS, states, seats).astype(np.float32))


def test_a_hash_tells_layouts_apart_and_not_their_wording():
    digests = {schema.digest for schema in SCHEMAS.values()}
    assert len(digests) == 3
    first, *others = THESIS.numbers
    for other in (
        replace(THESIS, version=2),
        replace(THESIS, numbers=(*others, first)),
        replace(THESIS, numbers=(replace(first, scale=39), *others)),
        replace(THESIS, numbers=(replace(first, name="x"), *others)),
    ):
        assert other.digest != THESIS.digest
    assert replace(THESIS, numbers=(replace(first, meaning="in other words"), *others)).digest == THESIS.digest
    assert THESIS.places["own.square"] == THESIS_UNSCALED.places["own.square"] == 0
