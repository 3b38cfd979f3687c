from pathlib import Path

import numpy as np
import pytest

import magnate
from magnate.arena.blocks import most_games
from magnate.arena.executors import Threads, executor_for
from magnate.arena.plan import make_plan
from magnate.arena.replay_game import GameName, replay_game
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
        record = replay_game(store, GameName("t1", int(table), int(number))).record
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
            record = replay_game(store, GameName("t1", 0, game)).record
            assert record.result.utility == pytest.approx(tuple(shares), abs=2e-6)
    executor.shutdown()


def test_a_game_that_has_not_been_played_can_be_made_too(store):
    tournament = store.create(store.plan("t1"), 10)
    assert replay_game(store, GameName(tournament, 3, 29)) == replay_game(store, GameName("t1", 3, 29))


@pytest.mark.parametrize(("table", "number"), [(4, 0), (0, 30)])
def test_a_game_that_there_is_not_is_named(store, table, number):
    with pytest.raises(UnknownTournament, match=f"no game {table}.{number}; its tables are 0 to 3.*games 0 to 29"):
        replay_game(store, GameName("t1", table, number))


def test_a_game_that_no_longer_goes_as_it_was_kept_is_told(store, monkeypatch):
    from magnate.arena.store import Store

    whole = Store.row

    def other(self, *words):
        row = whole(self, *words).copy()
        row["winners"] = (row["winners"] << 1) % 7
        return row

    monkeypatch.setattr(Store, "row", other)
    with pytest.raises(PlanChanged, match="no longer goes as it was kept: something changed"):
        replay_game(store, GameName("t1", 0, 0))
    assert np.count_nonzero(store.games("t1").winners) == 120


FAILURES = ["Raises", "Illegal", "Exits", "Loops", "RemembersAndExits", "HearsAndRaises", "HearsAndExits"]


@pytest.mark.parametrize("agent", FAILURES)
def test_a_game_that_a_failure_ended_is_made_again_up_to_there(agent, tmp_path, monkeypatch):
    """Without asking (or telling) the agent what it fails at, which might end this process."""
    monkeypatch.syspath_prepend(str(Path(__file__).parent))
    game = magnate.load("tictactoe")
    limit = 1.0 if agent == "Loops" else None
    plan = make_plan(game, [f"bad_agents:{agent}", "random"], 12, seed=7, on_failure="loss", agent_timeout=limit)
    executor = executor_for(plan, jobs=1)
    with open_store(str(tmp_path / "store.db")) as store:
        tournament = store.create(plan, 64)
        run_tournament(store, tournament, executor)
        executor.shutdown()
        games = store.games(tournament)
        assert 0 < np.count_nonzero(games.failed) < 12
        for number in range(12):
            found = replay_game(store, GameName(tournament, 0, number))
            assert found.record.verify().decisions == games.facts["decisions"][number]
            if not games.failed[number]:
                assert found.failure is None
                assert found.record.result is not None
                continue
            assert found.record.result is None
            assert found.failure.seat == games.failed[number] - 1
            assert (found.failure.agent, found.failure.policy) == (f"bad_agents:{agent}", "loss")
            assert found.record.agents[found.failure.seat] == f"bad_agents:{agent}"
            assert found.failure.command.endswith(f"--seed {plan.schedule.deal_seed(number // 2)}")


def test_an_agent_that_does_not_repeat_itself_is_told(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(str(Path(__file__).parent))
    plan = make_plan(magnate.load("tictactoe"), ["bad_agents:Lucky", "random"], 12, seed=7)
    executor = executor_for(plan, jobs=1)
    with open_store(str(tmp_path / "store.db")) as store:
        tournament = store.create(plan, 64)
        run_tournament(store, tournament, executor)
        executor.shutdown()
        refusals = []
        for number in range(12):
            try:
                replay_game(store, GameName(tournament, 0, number))
            except PlanChanged as error:
                refusals.append(str(error))
        assert refusals
        assert "an agent in Python decides otherwise this time" in refusals[0]
        assert "the seed of the deal is" in refusals[0]
