"""Statistics of many games at once equal what the rules say of each."""

from __future__ import annotations

import numpy as np

from magnate.games.monopoly import GAME, Options, setup, statistics
from magnate.games.monopoly.state import STATE
from magnate.games.monopoly.twins import mirrored, part

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


def test_only_the_caps_on_rounds_and_turns_count_as_capped():
    endings = ["last player", "bankruptcies", "round cap", "turn cap", "time limit"]
    states = [setup({"phase": "finished", "ending": ending, "winners": [0]}, Options(), 2)[0] for ending in endings]
    assert [GAME.is_cap(state["ending"]) for state in states] == [False, False, True, True, False]


def test_no_games_have_empty_statistics():
    assert all(len(values) == 0 for values in statistics(np.zeros(0, STATE)).values())
