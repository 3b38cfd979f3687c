import numpy as np
import pytest

import magnate
from magnate.arena.blocks import most_games
from magnate.arena.executors import Threads
from magnate.arena.plan import make_plan
from magnate.arena.rebuild import GameName, rebuild
from magnate.arena.runner import run_tournament
from magnate.arena.store import open_store
from magnate.errors import PlanChanged, UnknownTournament


@pytest.fixture
def store(tmp_path):
    plan = make_plan(magnate.load("pig", target=20, players=3), ["random"] * 4, 30)
    executor = Threads(1)
    with open_store(str(tmp_path / "store.db")) as opened:
        tournament = opened.create(plan, most_games(plan))
        run_tournament(opened, tournament, executor)
        yield opened
    executor.shutdown()


def test_every_game_can_be_made_again(store):
    games = store.games("t1")
    for index in range(0, len(games), 7):
        table, _, number = games.label(index).partition(".")
        record = rebuild(store, GameName("t1", int(table), int(number)))
        assert record.verify().dice
        assert record.result.utility == tuple(games.shares[index])
        assert [round(points) for points in record.result.score] == games.seats["score"][index].tolist()
        assert record.agents == ("random",) * 3


def test_games_whose_shares_are_not_equal_can_be_made_again(tmp_path):
    plan = make_plan(magnate.load("random_tree", players=3), ["random"] * 3, 9)
    executor = Threads(1)
    with open_store(str(tmp_path / "store.db")) as store:
        run_tournament(store, store.create(plan, most_games(plan)), executor)
        for game, shares in enumerate(store.games("t1").shares):
            record = rebuild(store, GameName("t1", 0, game))
            assert record.result.utility == pytest.approx(tuple(shares), abs=2e-6)
    executor.shutdown()


def test_a_game_that_has_not_been_played_can_be_made_too(store):
    tournament = store.create(store.plan("t1"), 10)
    assert rebuild(store, GameName(tournament, 3, 29)) == rebuild(store, GameName("t1", 3, 29))


@pytest.mark.parametrize(("table", "number"), [(4, 0), (0, 30)])
def test_a_game_that_there_is_not_is_named(store, table, number):
    with pytest.raises(UnknownTournament, match=f"no game {table}.{number}; its tables are 0 to 3.*games 0 to 29"):
        rebuild(store, GameName("t1", table, number))


def test_a_game_that_no_longer_goes_as_it_was_kept_is_told(store, monkeypatch):
    from magnate.arena.store import Store

    whole = Store.row

    def other(self, *words):
        row = bytearray(whole(self, *words))
        row[1] = (row[1] << 1) % 7  # the winners' mask
        return bytes(row)

    monkeypatch.setattr(Store, "row", other)
    with pytest.raises(PlanChanged, match="no longer goes as it was kept: something changed"):
        rebuild(store, GameName("t1", 0, 0))
    assert np.count_nonzero(store.games("t1").winners) == 120
