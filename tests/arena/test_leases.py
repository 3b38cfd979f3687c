"""Who plays which block: several processes on one tournament, and processes that are no more."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import magnate
from magnate.arena.executors import Threads
from magnate.arena.plan import make_plan
from magnate.arena.results import tournament_results
from magnate.arena.runner import Claims, leases, run_tournament
from magnate.arena.store import open_store

CLI = "from magnate.cli.main import main; main()"


@pytest.fixture
def plan():
    return make_plan(magnate.load("pig", target=20), ["random", "random"], 400, seed=3)


def run(store, tournament, **rest):
    executor = Threads(2)
    try:
        run_tournament(store, tournament, executor, **rest)
    finally:
        executor.shutdown()


def elsewhere(claims):
    """These claims as of another machine, of whose processes nothing is known."""
    claims.owner = f"elsewhere/{claims.owner.partition('/')[2]}"
    return claims


def test_claims_are_disjoint_and_in_order(where, plan):
    with open_store(where) as store, open_store(where) as second:
        tournament = store.create(plan, 40)
        one, other = Claims(store, tournament, plan), Claims(second, tournament, plan)
        taken = [work.block.first for claims in (one, other, one) for work in claims.take(3)]
        assert taken == [20 * number for number in range(9)]
        assert sorted(holder.blocks for holder in leases(store, tournament)) == [3, 6]
        assert [len(claims.take(9)) for claims in (one, other)] == [1, 0]
        one.release()
        assert len(other.take(99)) == 7
        assert other.left() == 10


def test_what_is_added_meanwhile_is_not_claimed_and_not_waited_for(where):
    plan = make_plan(magnate.load("pig", target=20, players=3), ["random"] * 5, 60, tables=8)
    with open_store(where) as store:
        tournament = store.create(plan, 30)
        claims = Claims(store, tournament, plan)
        larger = plan.extended(games=120, add=["random"])
        store.change(tournament, larger, 30)  # removes blocks of tables that the new sample leaves out
        kept = {index for index, table in enumerate(plan.schedule.tables) if table in larger.schedule.tables}
        assert kept != set(range(8))
        taken = [work.block for _ in range(9) for work in claims.take(9)]
        assert {block.table for block in taken} == kept
        assert max(block.last for block in taken) == 20
        assert claims.left() == len(taken) == 2 * len(kept)


def test_a_claim_that_is_renewed_holds_and_one_that_is_not_ends(where, plan):
    with open_store(where) as store:
        tournament = store.create(plan, 100)
        held = elsewhere(Claims(store, tournament, plan, lease=0.5))
        other = Claims(store, tournament, plan)
        assert len(held.take(4)) == 4
        for _ in range(3):
            time.sleep(0.3)
            held.renew()
            assert other.take(4) == []
        time.sleep(0.6)
        assert len(other.take(4)) == 4


def test_a_run_waits_for_blocks_that_others_hold_and_takes_them_when_their_time_is_up(where, plan):
    with open_store(where) as store:
        tournament = store.create(plan, 40)
        begun = time.monotonic()
        elsewhere(Claims(store, tournament, plan, lease=1.5)).take(3)
        run(store, tournament)
        assert time.monotonic() - begun >= 1.4
        assert store.progress(tournament) == 400


def test_the_claims_of_a_dead_process_of_this_machine_are_taken_at_once(tmp_path, plan):
    where = str(tmp_path / "store.db")
    with open_store(where) as store:
        tournament = store.create(plan, 40)
        code = (
            "import sys, os; from magnate.arena.store import open_store; from magnate.arena.runner import Claims\n"
            "store = open_store(sys.argv[1])\n"
            "print(len(Claims(store, 't1', store.plan('t1'), lease=3600).take(5)), flush=True); os._exit(9)"
        )
        died = subprocess.run([sys.executable, "-c", code, where], capture_output=True, text=True, check=False)
        assert died.stdout.strip() == "5", died.stderr
        begun = time.monotonic()
        run(store, tournament)
        assert time.monotonic() - begun < 60
        assert store.progress(tournament) == 400


def test_a_run_gives_its_claims_back_when_a_block_fails(where, plan):
    class Failing(Threads):
        def submit(self, task):
            future = super().submit(task)
            return super().submit(None) if task.first >= 100 else future

    with open_store(where) as store:
        tournament = store.create(plan, 40)
        with pytest.raises(AttributeError):
            run_tournament(store, tournament, Failing(1))
        assert leases(store, tournament) == []
        kept = store.progress(tournament)
        assert 0 < kept < 400
        run(store, tournament)
        assert store.progress(tournament) == 400


def test_two_processes_share_a_tournament(where, plan):
    with open_store(where) as store:
        whole, shared = store.create(plan, 1000), store.create(plan, 4)
        run(store, whole)
        words = [sys.executable, "-c", CLI, "tournament", "resume", shared, "--store", where, "--json", "-q", "-j", "1"]
        both = [subprocess.Popen(words, stdout=subprocess.PIPE, text=True) for _ in range(2)]
        found = [json.loads(process.communicate(timeout=300)[0])["result"] for process in both]
        assert found[0] == found[1]
        assert len(store.games(shared)) == 400
        results = [tournament_results(store.games(one), plan).as_dict() for one in (whole, shared)]
        assert results[0] == results[1]


@pytest.mark.long
def test_three_processes_of_which_one_is_killed_play_the_same_games(postgres):
    """On PostgreSQL, as several machines do it; a block takes seconds, so that one is being played."""
    agents, folder = ["bad_agents:Slow", "random"], str(Path(__file__).parent)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([folder, os.environ.get("PYTHONPATH", "")])}
    with pytest.MonkeyPatch.context() as patch, open_store(postgres) as store:
        patch.syspath_prepend(folder)
        plan = make_plan(magnate.load("tictactoe"), agents, 640, seed=3)
        whole, shared = store.create(plan, 64), store.create(plan, 16)
        words = [sys.executable, "-c", CLI, "tournament", "resume"]
        more = ["--store", postgres, "--json", "-q", "-j"]

        def begun(tournament, jobs):
            command = [*words, tournament, *more, jobs]
            return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)

        alone, three = begun(whole, "3"), [begun(shared, "1") for _ in range(3)]
        until = time.monotonic() + 120
        while len(leases(store, shared)) < 3:
            assert time.monotonic() < until
            time.sleep(0.1)
        three[0].kill()
        found = [json.loads(process.communicate(timeout=400)[0])["result"] for process in (alone, *three[1:])]
        three[0].communicate(timeout=60)
        assert three[0].returncode == -signal.SIGKILL
        assert found[0] == found[1] == found[2]
        assert len(store.games(shared)) == 640
