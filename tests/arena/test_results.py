"""Ratings, the win matrix and circles of finished games, put together."""

from dataclasses import replace

import numpy as np
import pytest

from magnate.arena.plan import Anchor
from magnate.arena.results import correlations, finishing_places, pair_correlation, strength_of

from .synthetic_games import games_of, plan_of

FOUR = ["baseline", "baseline:reserve=100", "baseline:reserve=300", "random"]


@pytest.fixture(scope="module")
def games():
    return games_of(plan_of(FOUR, games=2000))


def test_correlations_at_a_table_are_those_of_either_of_two_agents(games):
    by_table, pooled = correlations(games)
    for number, (one, _) in enumerate(games.tables):
        here = games.where(games.table == number)
        own = here.shares[here.seats_of(one)]
        assert by_table[number] == pytest.approx(pair_correlation(own, here.group), abs=1e-12)
    assert min(by_table) <= pooled <= max(by_table)


def test_rotations_of_one_deal_that_are_won_by_the_seat_are_opposite():
    games = games_of(plan_of(FOUR[:2], games=100))
    by_seat = replace(games, winners=np.ones(len(games), np.uint8))
    by_table, pooled = correlations(by_seat)
    assert by_table.tolist() == [-1.0]
    assert pooled == -1.0


def test_games_that_one_agent_always_wins_have_no_correlation():
    games = games_of(plan_of(FOUR[:2], games=100))
    always = replace(games, winners=(games.seating == 0).argmax(axis=1).astype(np.uint8) + 1)
    assert np.isnan(correlations(always)[1])


def test_at_larger_tables_independent_games_have_nearly_none():
    _, pooled = correlations(games_of(plan_of(FOUR, players=4, games=40_000)))
    assert abs(pooled) < 0.02


def test_winners_come_first_and_bankrupt_agents_last():
    games = games_of(plan_of(FOUR, players=4, games=4))
    game = games.where(np.arange(4) == 0)
    seats = {"bankrupt": np.array([[0, 1, 0, 1]]), "net_worth": np.array([[500, 900, 2000, 0]])}
    known = replace(game, winners=np.array([1], np.uint8), seats=seats)
    assert finishing_places(known).tolist() == [[0, 2, 1, 2]]
    shared = replace(known, winners=np.array([0b101], np.uint8))
    assert finishing_places(shared).tolist() == [[0, 2, 0, 2]]


def test_games_with_scores_are_ordered_by_them():
    games = games_of(plan_of(FOUR, players=4, games=4))
    seats = {"score": np.array([[30, 100, 70, 70]])}
    known = replace(games.where(np.arange(4) == 0), winners=np.array([2], np.uint8), seats=seats)
    assert finishing_places(known).tolist() == [[3, 0, 1, 1]]


def test_everything_is_there_for_duels(games):
    found = strength_of(games)
    assert found.orders is None
    assert np.all(np.diff(found.ratings.elo) < 0)
    data = found.as_dict()
    assert [line["agent"] for line in data["ratings"]["agents"]] == games.names
    assert data["ratings_uncapped"] != data["ratings"]
    assert data["ratings_plackett_luce"] is None
    assert len(data["matrix"]) == 12
    for one in data["matrix"]:
        back = next(
            other for other in data["matrix"] if other["agent"] == one["opponent"] and other["opponent"] == one["agent"]
        )
        assert one["share"] + back["share"] == pytest.approx(1.0, abs=2e-6)
        assert one["low"] < one["share"] < one["high"]
        assert one["superiority"] + back["superiority"] == pytest.approx(1.0, abs=2e-6)
        assert one["correlation"] == back["correlation"]
    assert data["cycles"]["possible"] == 4
    assert data["correlation"] == pytest.approx(0.0, abs=0.05)


def test_without_capped_games_there_is_nothing_to_leave_out():
    assert strength_of(games_of(plan_of(FOUR[:2]), capped=0.0)).uncapped is None
    assert strength_of(games_of(plan_of(FOUR[:2]), capped=1.0)).uncapped is None


def test_larger_tables_have_ratings_by_the_whole_order():
    found = strength_of(games_of(plan_of(FOUR, players=4, games=4000)))
    assert found.orders is not None
    assert np.all(np.diff(found.orders.elo) < 0)
    assert all(one["correlation"] is None for one in found.as_dict()["matrix"])


def test_the_anchor_has_its_rating_and_the_differences_stay(games):
    free, held = strength_of(games), strength_of(games, anchor=Anchor(name="random", value=1000.0))
    assert held.ratings.elo[3] == 1000.0
    assert np.diff(held.ratings.elo) == pytest.approx(np.diff(free.ratings.elo))
    assert held.ratings.errors[3] == 0.0
