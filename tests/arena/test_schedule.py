import re
from collections import Counter
from itertools import permutations
from math import factorial

import numpy as np
import pytest

from magnate.arena.schedule import Block, choose_tables, entrant_names, schedule
from magnate.errors import BadAgent


def named(entrants):
    """So many entrants: a0, a1 and so on."""
    return [f"a{number}" for number in range(entrants)]


def made(*, entrants, **rest):
    return schedule(named(entrants), **rest)


def test_every_pairing_meets():
    assert choose_tables(named(4), 2) == ((0, 1), (0, 2), (1, 2), (0, 3), (1, 3), (2, 3))


def test_a_larger_table_takes_every_set_of_agents():
    assert len(choose_tables(named(5), 3)) == 10
    assert all(len(set(table)) == 3 for table in choose_tables(named(5), 3))


def test_sets_with_a_new_agent_come_last():
    few, many = choose_tables(named(5), 3), choose_tables(named(6), 3)
    assert many[: len(few)] == few


@pytest.mark.parametrize(("entrants", "hint"), [(1, r"a0\*4"), (2, r"a0\*3"), (3, r"a0\*2")])
def test_fewer_agents_than_seats_are_refused_and_copies_suggested(entrants, hint):
    with pytest.raises(BadAgent, match=f"for 4 seats.*{hint}"):
        choose_tables(named(entrants), 4)


def test_a_sample_has_the_size_asked_for_and_every_agent():
    tables = choose_tables(named(8), 4, most=12)
    assert len(set(tables)) == 12
    assert {entrant for table in tables for entrant in table} == set(range(8))
    assert choose_tables(named(8), 4, most=70) == choose_tables(named(8), 4)


def test_a_larger_sample_has_the_smaller_one():
    assert set(choose_tables(named(8), 4, most=12)) <= set(choose_tables(named(8), 4, most=20))


def test_a_sample_does_not_depend_on_the_order_of_the_agents():
    names = named(8)
    one, other = (choose_tables(order, 4, most=12) for order in (names, names[::-1]))
    forth = {frozenset(names[i] for i in table) for table in one}
    back = {frozenset(names[::-1][i] for i in table) for table in other}
    assert forth == back


def test_with_one_agent_more_a_sample_keeps_the_sets_that_are_still_among_the_first():
    before, after = choose_tables(named(8), 4, most=12), choose_tables(named(9), 4, most=12)
    assert {table for table in after if 8 not in table} <= set(before)


def test_a_sample_in_which_an_agent_would_not_play_is_refused():
    with pytest.raises(BadAgent, match="would not play"):
        choose_tables(named(8), 4, most=1)


def test_more_sets_than_can_be_listed_are_refused():
    with pytest.raises(BadAgent, match="form .* tables"):
        choose_tables(named(100), 8)


@pytest.mark.parametrize(("games", "players", "rounded"), [(1, 2, 2), (2000, 2, 2000), (2001, 2, 2002), (10, 4, 12)])
def test_games_are_rounded_up_to_whole_deal_groups(games, players, rounded):
    plan = made(entrants=players, players=players, games=games, seed=1)
    assert plan.games == plan.games_per_table == rounded
    assert plan.deals * players == rounded


def test_games_count_for_each_set():
    plan = made(entrants=4, players=3, games=30, seed=1)
    assert (len(plan.tables), plan.games_per_table, plan.games) == (4, 30, 120)


@pytest.mark.parametrize("players", [2, 3, 4, 8])
def test_each_entrant_has_every_seat_once_in_a_deal_group(players):
    plan = made(entrants=players, players=players, games=players * 5, seed=3)
    lineups = plan.lineups(Block(0, 0, plan.deals)).reshape(plan.deals, players, players)
    for group in lineups:
        for seat in range(players):
            assert sorted(group[:, seat]) == list(range(players))
        for game in group:
            assert sorted(game) == list(range(players))


def test_the_rotations_of_a_deal_keep_the_circle():
    plan = made(entrants=5, players=5, games=50, seed=9)
    lineups = plan.lineups(Block(0, 0, plan.deals)).reshape(plan.deals, 5, 5)
    for group in lineups:
        after = {tuple((game[seat], game[(seat + 1) % 5]) for seat in np.argsort(game)) for game in group}
        assert len(after) == 1


def test_the_circle_is_drawn_anew_for_each_deal_and_each_is_equally_likely():
    plan = made(entrants=4, players=4, games=4 * 6000, seed=5)
    counts = Counter(plan.seating(deal) for deal in range(plan.deals))
    assert set(counts) == {(0, *rest) for rest in permutations((1, 2, 3))}
    expected = plan.deals / factorial(3)
    assert sum((n - expected) ** 2 / expected for n in counts.values()) < 20.5  # chi-squared, 5 degrees, p = 0.001


def test_a_deal_has_one_seed_for_all_rotations_and_all_tables():
    plan = made(entrants=3, players=2, games=8, seed=1)
    assert plan.seeds(Block(0, 1, 3)) == plan.seeds(Block(2, 1, 3))
    assert plan.seeds(Block(0, 1, 3)) == [plan.deal_seed(1)] * 2 + [plan.deal_seed(2)] * 2
    assert len({plan.deal_seed(deal) for deal in range(1000)}) == 1000


def test_deals_do_not_depend_on_who_takes_part_and_differ_by_seed():
    few = made(entrants=2, players=2, games=8, seed=1)
    many = made(entrants=6, players=2, games=80, seed=1)
    other = made(entrants=2, players=2, games=8, seed=2)
    assert [few.deal_seed(deal) for deal in range(4)] == [many.deal_seed(deal) for deal in range(4)]
    assert few.deal_seed(0) != other.deal_seed(0)


def test_blocks_are_everything_once():
    plan = made(entrants=4, players=3, games=100, seed=1)
    once = [(table, deal) for table in range(len(plan.tables)) for deal in range(plan.deals)]
    for most in (1, 7, 30, 1000):
        deals = [(block.table, deal) for block in plan.blocks(most) for deal in range(block.first, block.last)]
        assert sorted(deals) == once


def test_all_tables_play_their_first_deals_before_any_plays_later_ones():
    blocks = made(entrants=4, players=3, games=100, seed=1).blocks(30)
    assert [block.first for block in blocks] == sorted(block.first for block in blocks)
    assert [block.table for block in blocks[:5]] == [0, 1, 2, 3, 0]


def test_nobody_and_no_games_are_refused():
    with pytest.raises(BadAgent, match="nobody takes part"):
        made(entrants=0, players=2, games=1, seed=1)
    with pytest.raises(ValueError, match="at least one game"):
        made(entrants=2, players=2, games=0, seed=1)


def test_copies_that_are_named_already_count_among_those_suggested():
    with pytest.raises(BadAgent, match=r"3 agents for 4 seats.*: a\*3$"):
        choose_tables(["a", "a#2", "b"], 4)


def test_a_sample_that_is_too_small_says_how_large_it_must_be():
    names = [f"agent {number}" for number in range(12)]
    with pytest.raises(BadAgent, match="would not play") as caught:
        choose_tables(names, 4, 3)
    least = int(re.search(r"at least (\d+) tables", caught.value.hint)[1])
    assert {one for table in choose_tables(names, 4, least) for one in table} == set(range(12))
    with pytest.raises(BadAgent, match="would not play"):
        choose_tables(names, 4, least - 1)


def test_a_spec_listed_twice_gets_a_number():
    assert entrant_names(["a", "a", "b", "a"]) == ["a", "a#2", "b", "a#3"]
