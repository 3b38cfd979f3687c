"""What the store keeps, how large it is, and that everything works the same in SQLite and in PostgreSQL."""

import json

import numpy as np
import pytest
from sqlalchemy import create_engine, text

import magnate
from magnate.arena.blocks import Task, most_games, play_task
from magnate.arena.executors import Threads
from magnate.arena.games import Games, row_dtype
from magnate.arena.plan import make_plan
from magnate.arena.results import tournament_results
from magnate.arena.runner import Claims, leases, run_tournament
from magnate.arena.store import open_store
from magnate.core.registry import game_module
from magnate.core.result_schema import result_schema_of
from magnate.errors import BadPlan, UnknownTournament


def plan_of(agents=("random", "random"), games=200, **rest):
    return make_plan(magnate.load("pig", target=20, players=rest.pop("players", 2)), agents, games, **rest)


def played(store, plan, block=40, jobs=2):
    tournament = store.create(plan, block)
    run(store, tournament, jobs)
    return tournament


def run(store, tournament, jobs=2):
    executor = Threads(jobs)
    try:
        run_tournament(store, tournament, executor)
    finally:
        executor.shutdown()


def rows_of(plan, block):
    """What a block of a plan comes to."""
    data = play_task(Task(plan.to_json(), block.table, block.first, block.last))
    return np.frombuffer(data, row_dtype(result_schema_of(game_module(plan.game)), plan.players))


def result(store, tournament):
    return json.dumps(tournament_results(store.games(tournament), store.plan(tournament)).as_dict())


def test_a_tournament_is_kept_and_read_again(where):
    plan = plan_of(["random"] * 3, seed=4)
    with open_store(where) as store:
        tournament = played(store, plan)
        shown = result(store, tournament)
    with open_store(where) as store:
        assert store.plan(tournament) == plan
        assert result(store, tournament) == shown
        (entry,) = store.entries()
        assert (entry.id, entry.done, entry.total, entry.finished) == (tournament, 600, 600, True)
        assert store.entry(tournament) == entry
        assert leases(store, tournament) == []


def test_games_are_those_of_a_tournament_that_is_not_stored(where):
    from magnate.arena.tournament import Tournament

    other = Tournament(magnate.load("pig", target=20), ["random"] * 3, 200, seed=4).play_games()
    with open_store(where) as store:
        kept = store.games(played(store, plan_of(["random"] * 3, seed=4)))
    assert isinstance(kept, Games)
    for name in ("table", "deal", "rotation", "seating", "winners", "ending", "failed"):
        assert np.array_equal(getattr(kept, name), getattr(other, name))
    assert all(np.array_equal(kept.facts[name], other.facts[name]) for name in other.facts)
    assert all(np.array_equal(kept.seats[name], other.seats[name]) for name in other.seats)


def test_the_result_depends_neither_on_jobs_nor_on_blocks(where):
    plan = plan_of(["random"] * 3, seed=4)
    with open_store(where) as store:
        cuts = ((2, 1), (34, 1), (34, 2), (1000, 3))
        found = {result(store, played(store, plan, block, jobs)) for block, jobs in cuts}
    assert len(found) == 1


def test_more_games_equal_a_new_tournament_of_that_size(where):
    with open_store(where) as store:
        tournament = played(store, plan_of(["random"] * 3, 100))
        larger = store.plan(tournament).extended(games=250)
        store.change(tournament, larger, 30)
        assert store.progress(tournament) == 300
        run(store, tournament)
        assert result(store, tournament) == result(store, played(store, plan_of(["random"] * 3, 250)))


def test_more_agents_equal_a_new_tournament_of_that_size(where):
    with open_store(where) as store:
        tournament = played(store, plan_of(["random"] * 3, 100))
        store.change(tournament, store.plan(tournament).extended(add=["random"]), 30)
        run(store, tournament)
        assert result(store, tournament) == result(store, played(store, plan_of(["random"] * 4, 100)))


def test_a_sample_of_tables_grows_like_a_new_one(where):
    with open_store(where) as store:
        tournament = played(store, plan_of(["random"] * 6, 40, players=3, tables=9))
        store.change(tournament, store.plan(tournament).extended(add=["random"], games=60), 30)
        already = store.progress(tournament)
        run(store, tournament)
        fresh = played(store, plan_of(["random"] * 7, 60, players=3, tables=9))
        assert result(store, tournament) == result(store, fresh)
        assert 0 < already < store.progress(tournament) == 9 * 60


def test_a_table_that_comes_back_into_the_sample_has_no_hole(where):
    def sample(tables, games):
        return plan_of(["random"] * 5, games, players=3, tables=tables)

    with open_store(where) as store:
        tournament = store.create(sample(8, 60), 12)
        claims = Claims(store, tournament, sample(8, 60))
        middle = [work for work in claims.take(99) if work.block.first == 8]
        assert all(store.finish(work, rows_of(sample(8, 60), work.block)) for work in middle)
        claims.release()
        store.change(tournament, sample(5, 60), 12)  # tables lose all blocks but a done one in the middle
        run(store, tournament)
        store.change(tournament, sample(8, 90), 30)
        run(store, tournament)
        assert store.progress(tournament) == 8 * 90
        assert result(store, tournament) == result(store, played(store, sample(8, 90)))


def test_two_processes_cannot_both_extend_the_same_plan(where):
    with open_store(where) as store:
        kept = plan_of()
        tournament = store.create(kept, 40)
        store.change(tournament, kept.extended(games=300), 40, kept)
        with pytest.raises(BadPlan, match=f"another process has just changed {tournament}"):
            store.change(tournament, kept.extended(add=["random"]), 40, kept)
        assert store.plan(tournament) == kept.extended(games=300)


def test_two_processes_may_make_the_same_change(where):
    with open_store(where) as store:
        kept = plan_of()
        tournament, longer = store.create(kept, 40), kept.extended(games=300)
        for _ in range(2):
            store.change(tournament, longer, 40, kept)
        run(store, tournament)
        assert store.progress(tournament) == longer.schedule.games


def test_what_cannot_be_extended_is_refused():
    plan = plan_of()
    with pytest.raises(BadPlan, match="fewer"):
        plan.extended(games=100)
    with pytest.raises(BadPlan, match="nothing to extend by"):
        plan.extended()


def test_a_deleted_tournament_leaves_nothing_and_its_id_is_not_used_again(where):
    with open_store(where) as store:
        first, second = (played(store, plan_of()) for _ in range(2))
        other = result(store, first)
        assert store.delete(second) == 200
        with pytest.raises(UnknownTournament, match=f"known: {first}"):
            store.plan(second)
        assert result(store, first) == other
        assert store.create(plan_of(), 40) not in {first, second}


@pytest.mark.parametrize("name", ["t99", "17", "x1", "t", "t1;", "t-1"])
def test_an_unknown_tournament_is_named(tmp_path, name):
    with open_store(str(tmp_path / "a.db")) as store, pytest.raises(UnknownTournament, match=name):
        store.games(name)


def test_a_block_is_kept_once_whoever_plays_it(where):
    plan = plan_of()
    with open_store(where) as one, open_store(where) as other:
        tournament = one.create(plan, 100)
        (work, _) = Claims(one, tournament, plan).take(2)
        rows = np.zeros(100, row_dtype(result_schema_of(game_module("pig")), 2))
        assert one.finish(work, rows)
        assert not other.finish(work, rows)
        assert one.progress(tournament) == len(one.games(tournament)) == 100


def test_a_block_of_a_tournament_that_was_deleted_is_dropped(where):
    plan = plan_of()
    with open_store(where) as store:
        tournament = store.create(plan, 100)
        (work, _) = Claims(store, tournament, plan).take(2)
        store.delete(tournament)
        assert not store.finish(work, np.zeros(100, row_dtype(result_schema_of(game_module("pig")), 2)))


def test_a_monopoly_game_at_two_seats_takes_at_most_100_bytes(where):
    game = magnate.load("monopoly", "thesis")
    plan = make_plan(game, ["random", "random"], 40_960)
    dtype = row_dtype(result_schema_of(game.module), 2)
    rows = np.frombuffer(np.random.default_rng(1).bytes(dtype.itemsize * 512), dtype)
    with open_store(where) as store:
        tournament = store.create(plan, most_games(plan))
        empty = size_of(where, store)
        for work in Claims(store, tournament, plan).take(80):
            assert store.finish(work, rows)
        assert store.progress(tournament) == 40_960
        assert (size_of(where, store) - empty) / 40_960 <= 100


def size_of(where, store):
    """Bytes of all tables and indexes."""
    if "://" not in where:
        from pathlib import Path

        return Path(where).stat().st_size
    tables = ("game", "block", "tournament", "magnate_meta")
    engine = create_engine(where.replace("postgresql:", "postgresql+psycopg:"))
    with engine.connect() as connection:
        total = sum(connection.execute(text(f"SELECT pg_total_relation_size('{name}')")).scalar() for name in tables)
    engine.dispose()
    return total
