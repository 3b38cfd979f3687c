"""Tables at which an agent has several seats: every multiset of agents plays (``--with-copies``)."""

import json
from itertools import combinations_with_replacement
from math import comb

import numpy as np
import pytest

import magnate
from magnate.arena.executors import executor_for
from magnate.arena.plan import Plan, make_plan
from magnate.arena.report.collect import command
from magnate.arena.results import tournament_results
from magnate.arena.runner import run_tournament
from magnate.arena.schedule import choose_tables
from magnate.arena.store import open_store
from magnate.arena.tournament import Tournament
from magnate.errors import BadAgent

NAMES = ["a", "b", "c", "d"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_way_to_fill_a_table_is_there_once(players):
    found = choose_tables(NAMES, players, copies=True)
    assert sorted(found) == list(combinations_with_replacement(range(4), players))
    assert len(found) == comb(4 + players - 1, players)


def test_tables_with_a_new_agent_come_last_with_copies_too():
    few, many = choose_tables(NAMES[:3], 3, copies=True), choose_tables(NAMES, 3, copies=True)
    assert many[: len(few)] == few


def test_one_agent_alone_can_fill_a_table():
    assert choose_tables(["a"], 3, copies=True) == ((0, 0, 0),)
    with pytest.raises(BadAgent, match="1 agent for 3 seats"):
        choose_tables(["a"], 3)


def test_a_sample_of_tables_with_copies():
    every = choose_tables(NAMES, 3, copies=True)
    found = choose_tables(NAMES, 3, 12, copies=True)
    assert len(found) == 12
    assert set(found) <= set(every)


@pytest.fixture(scope="module")
def played():
    pig = magnate.load("pig", players=3)
    tournament = Tournament(pig, ["random", "random", "random"], 60, seed=7, copies=True)
    return tournament, tournament.play_games(), tournament.play()


def test_everybody_has_each_seat_of_each_deal_as_often_as_it_sits_there(played):
    tournament, games, _ = played
    assert len(games) == len(tournament.schedule.tables) * 60 == 10 * 60
    for number, table in enumerate(games.tables):
        seating = games.seating[games.table == number]
        for seat in range(3):
            assert sorted(seating[:, seat].tolist()) == sorted([*table] * 20)


def test_shares_are_those_of_a_seat(played):
    """Counted here seat by seat, for every table and for every agent over all tables."""
    tournament, games, found = played
    for number, (table, line) in enumerate(zip(games.tables, found.tables, strict=True)):
        here = games.table == number
        for entrant in set(table):
            seats = games.seating[here] == entrant
            name = tournament.names[entrant]
            assert line.win_shares[name].mean == pytest.approx(games.shares[here][seats].mean())
            assert line.seats[name] == table.count(entrant)
        total = sum(line.seats[name] * share.mean for name, share in line.win_shares.items())
        assert total == pytest.approx(1.0)
    for line in found.ranking:
        seats = games.seating == tournament.names.index(line.agent)
        assert line.games == seats.sum()
        assert line.win_share.mean == pytest.approx(games.shares[seats].mean())
    for pair in found.pairs:
        agent, opponent = (tournament.names.index(name) for name in (pair.agent, pair.opponent))
        together = (games.seating == opponent).any(axis=1)[:, None] & (games.seating == agent)
        assert pair.measures.means["win_share"] == pytest.approx(games.shares[together].mean())
        assert pair.measures.games == together.any(axis=1).sum()


def test_an_agent_alone_has_an_even_share(played):
    _, _, found = played
    lines = [line for line in found.tables if len(line.seats) == 1]
    assert len(lines) == 3
    for line in lines:
        (share,) = line.win_shares.values()
        assert (share.mean, share.low, share.high) == (pytest.approx(1 / 3), pytest.approx(1 / 3), pytest.approx(1 / 3))


def test_a_table_without_copies_plays_the_same_games_as_ever(played):
    """The deals are the same at every table, whatever other tables there are."""
    tournament, games, _ = played
    alone = Tournament(tournament.game, ["random"] * 3, 60, seed=7).play_games()
    here = games.where(games.table == games.tables.index((0, 1, 2)))
    assert np.array_equal(here.seating, alone.seating)
    assert np.array_equal(here.winners, alone.winners)
    assert np.array_equal(here.facts["decisions"], alone.facts["decisions"])


def found_in(store, plan):
    """A plan's findings, played through a store."""
    tournament = store.create(plan, 12)
    executor = executor_for(plan, 1)
    try:
        run_tournament(store, tournament, executor)
    finally:
        executor.shutdown(wait=False)
    return tournament, tournament_results(store.games(tournament), plan)


def test_a_stored_tournament_with_copies_grows_like_one_made_so(tmp_path):
    game = magnate.load("tictactoe")
    with open_store(str(tmp_path / "games.db")) as store:
        plan = make_plan(game, ["random"], 20, seed=3, copies=True)
        tournament, _ = found_in(store, plan)
        larger = plan.extended(add=["random"], games=40)
        assert larger.copies
        store.change(tournament, larger, 12, plan)
        executor = executor_for(larger, 1)
        run_tournament(store, tournament, executor)
        executor.shutdown(wait=False)
        grown = tournament_results(store.games(tournament), larger)
        _, anew = found_in(store, make_plan(game, ["random", "random"], 40, seed=3, copies=True))
        assert json.dumps(grown.as_dict()) == json.dumps(anew.as_dict())
        assert [line.seats for line in grown.summary.tables] == [
            {"random": 2},
            {"random": 1, "random#2": 1},
            {"random#2": 2},
        ]
        assert grown.strength.matrix.games.tolist() == [[0, 40], [40, 0]]
        assert "--with-copies" in command(larger)


def test_plans_from_before_have_no_copies():
    plan = make_plan(magnate.load("tictactoe"), ["random", "random"], 10)
    kept = json.loads(plan.to_json())
    del kept["copies"]
    assert Plan.from_json(json.dumps(kept)) == plan
    assert "--with-copies" not in command(plan)
