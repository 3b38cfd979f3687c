"""Statistics of many games at once equal what the rules say of each."""

from __future__ import annotations

import numpy as np
import pytest

import magnate
from magnate.core.narration import EventReplay
from magnate.core.result_schema import set_bits
from magnate.games.monopoly import FACTS, GAME, Options, narrate, setup, statistics
from magnate.games.monopoly.board import HOTEL
from magnate.games.monopoly.setup_model import mirrored, part
from magnate.games.monopoly.state import PASS, STATE
from magnate.games.monopoly.statistics import OFFERED, TRACKED
from magnate.runtime.pystate import py_ints

from .retold import Table, held
from .walk import walk


def test_numbers_are_those_of_the_rules():
    money, options = part("money"), Options()
    states = np.concatenate([g.to_record() for g in walk(options, 4, 400, seed=5, groups=True)])
    found = statistics(states)
    for i in range(0, len(states), 7):
        g = mirrored(states[i])
        assert list(found["net_worth"][i]) == [money.worth(g, p) for p in range(4)]
        assert list(found["bankrupt"][i]) == [not money.in_game(g, p) for p in range(4)]
        assert list(found["monopolies"][i]) == [sum(money.owns_group(g, p, k) for k in range(8)) for p in range(4)]
        assert list(found["deeds"][i]) == [g.deeds[p].bit_count() for p in range(4)]
        assert (found["turns"][i], found["rounds"][i]) == (g.turns, g.rounds)
    assert found["net_worth"].shape == (len(states), 4)


def test_the_short_games_hotel_costs_four_buildings():
    deeds = ["mediterranean-avenue", "baltic-avenue"]
    position = {"players": [{"cash": 0, "deeds": deeds, "buildings": dict.fromkeys(deeds, "hotel")}]}
    states = setup(position, Options(hotel_houses=3), 2)
    assert statistics(states)["net_worth"][0, 0] == 120 + 2 * 4 * 50


@pytest.mark.parametrize(("hotel", "players", "seed"), [(4, 4, 3), (3, 2, 2), (4, 8, 4)])
def test_houses_are_those_that_the_events_tell_of(hotel, players, seed):
    """By books kept from the events alone: what is built and sold, and whose the deeds are."""
    options, table, seen = Options(hotel_houses=hotel, start_cash=9000), None, set()
    for g in walk(options, players, 2500, seed, groups=True):
        table = table or Table(held(g))
        for event in filter(None, map(narrate, g.events)):
            table.hear(event)
        worth = [hotel + 1 if level == HOTEL else level for level in table.level]
        owned = [[deed for deed in range(len(worth)) if table.deeds[seat] >> deed & 1] for seat in range(players)]
        expected = [sum(worth[deed] for deed in deeds) for deeds in owned]
        assert statistics(g.to_record())["houses"].tolist() == [expected]
        seen |= set(table.level)
    assert {0, 1, 2, 3, HOTEL} <= seen


def test_only_the_caps_on_rounds_and_turns_count_as_capped():
    endings = ["last player", "bankruptcies", "round cap", "turn cap", "time limit"]
    states = [setup({"phase": "finished", "ending": ending, "winners": [0]}, Options(), 2)[0] for ending in endings]
    assert [GAME.is_cap(state["ending"]) for state in states] == [False, False, True, True, False]


def test_no_games_have_empty_statistics():
    assert all(len(values) == 0 for values in statistics(np.zeros(0, STATE)).values())


def test_the_first_buyer_of_a_deed_is_tracked():
    """Bought at the price or by auction, from the bank; what is dealt or traded later is nobody's purchase."""
    tracking, tally = part("statistics"), py_ints(TRACKED)
    g = mirrored(setup({"players": [{}, {}, {}]}, Options(), 3)[0])
    tracking.track(g, PASS, tally)
    assert [tally[k] for k in range(TRACKED)] == [0] * TRACKED
    g.deeds[1] = 0b101
    tracking.track(g, PASS, tally)
    g.deeds[1], g.deeds[0] = 0b001, 0b100  # traded
    tracking.track(g, PASS, tally)
    g.deeds[2] = 1 << 27
    tracking.track(g, PASS, tally)
    assert [tally[k] for k in range(4)] == [0b101 | 1 << 27, 0, 0b101, 1 << 27]


def test_whole_games_sell_every_deed_once():
    """In random games the seats' purchases are disjoint and together what the bank has sold."""
    for options, dealt in (({}, 0), ({"dealt_deeds": 2}, 2), ({"auctions": False}, 0)):
        found = magnate.load("monopoly", players=4, **options).play_many("random", range(40))
        bought = found.tracks[:, 1:5]
        assert (np.bitwise_or.reduce(bought, axis=1) & ~found.tracks[:, 0] == 0).all()
        assert (set_bits(bought).sum(axis=1) == set_bits(found.tracks[:, 0]) - 4 * dealt).all()
        assert set_bits(bought).sum(axis=1).mean() > 10


@pytest.mark.parametrize(
    ("preset", "agents"),
    [
        ("official", ["random", "random"]),
        ("official", ["strategic:trademaster", "algorithmic", "random", "strategic"]),
        ("thesis", ["strategic", "algorithmic", "random"]),
        ("short-game", ["random"] * 8),
    ],
)
def test_offers_are_those_that_the_games_tell_of(preset, agents):
    """Each seat's offers, and those accepted, are the offers and trades that the same games' records narrate."""
    game = magnate.load("monopoly", preset=preset, players=len(agents), max_rounds=40)
    facts = FACTS.collect(game.play_many(agents, range(6)))
    assert 0 < facts["offers_accepted"].sum() < facts["offers"].sum()
    for seed in range(6):
        replay = EventReplay(game)
        replay.begin(0, game.new().states())
        events = replay.tell(0, game.play(agents, seed).actions)
        for key, name in (("offers", "offers"), ("traded", "offers_accepted")):
            seats = [event.params["seat"] for event in events if event.key == key]
            assert [seats.count(seat) for seat in range(len(agents))] == list(facts[name][seed]), (seed, key)


def test_more_offers_than_a_row_can_keep_do_not_wrap():
    results = magnate.load("monopoly").play_many("random", range(1))
    results.tracks[0, OFFERED : OFFERED + 2] = 65_535, 70_000
    kept = FACTS.collect(results)["offers"]
    assert kept.tolist() == [[65_535, 65_535]]
    assert kept.astype(dict(FACTS.seat)["offers"]).tolist() == kept.tolist()
