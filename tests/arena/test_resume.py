"""A tournament that is killed at any moment ends with the same bytes as one that is not."""

import json
import multiprocessing
import os
import random
import signal
import subprocess
import sys
import time

import pytest
from sqlalchemy import event

import magnate
from magnate.arena.executors import Threads
from magnate.arena.plan import Plan, make_plan
from magnate.arena.runner import Interrupts, leases, run_tournament
from magnate.arena.store import open_store
from magnate.cli.main import run
from magnate.errors import AgentFailed, PlanChanged

CLI = "from magnate.cli.main import main; main()"
KILLS = 10


@pytest.fixture(autouse=True)
def ctrl_c():
    """Python's own handler, which a process that a shell has put into the background does not have."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def start():
    """Start the command line in a process of its own, quickly: a copy of one that has imported everything."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["magnate.arena.runner", "magnate.cli.tournament", "magnate.games.pig"])

    def begin(*words):
        process = context.Process(target=run, args=([str(word) for word in words],))
        process.start()
        return process

    return begin


def result(*words):
    words = [sys.executable, "-c", CLI, "tournament", *map(str, words), "--json", "-q"]
    done = subprocess.run(words, capture_output=True, text=True, check=True, timeout=300)
    return json.dumps(json.loads(done.stdout)["result"])


def wait_for_writes(file, count, process):
    """Wait until a file has been seen to change so often.

    To ask the store how far it is would wait for the other process's locks, which may be until it has finished.
    """
    last = file.stat().st_mtime_ns
    while count and process.is_alive():
        time.sleep(0.001)
        now = file.stat().st_mtime_ns
        count -= now != last
        last = now


def test_killed_at_ten_random_moments_it_ends_with_the_same_result(tmp_path, start):
    where = str(tmp_path / "killed.db")
    plan = make_plan(magnate.load("pig", target=20), ["random"] * 3, 3000, seed=3)
    chance = random.Random(1)
    with open_store(where) as store:
        tournament = store.create(plan, 20)
        for _ in range(KILLS):
            before = store.progress(tournament)
            process = start("tournament", "resume", tournament, "--store", where, "-q")
            wait_for_writes(tmp_path / "killed.db", chance.randrange(6, 20), process)
            process.kill()
            process.join()
            assert process.exitcode == -signal.SIGKILL, "it was finished before it could be killed"
            assert before < store.progress(tournament) < plan.schedule.games
    words = ("pig", "-o", "target=20", "-a", "random,random,random", "-n", 3000, "--seed", 3)
    fresh = result("run", *words, "--store", tmp_path / "fresh.db")
    assert result("resume", tournament, "--store", where) == fresh


class Stopping(Threads):
    """Threads whose user presses Ctrl-C when that many blocks have been handed out."""

    def __init__(self, blocks):
        super().__init__(2)
        self.left = blocks

    def submit(self, task):
        if not self.left:
            raise KeyboardInterrupt
        self.left -= 1
        return super().submit(task)


def test_an_interrupted_run_finishes_and_keeps_what_it_plays(where):
    plan = make_plan(magnate.load("pig", target=20), ["random", "random"], 400)
    with open_store(where) as store:
        tournament = store.create(plan, 20)
        with pytest.raises(KeyboardInterrupt):
            run_tournament(store, tournament, Stopping(7))
        assert 0 < store.progress(tournament) <= 7 * 20
        assert leases(store, tournament) == []


def test_ctrl_c_in_the_middle_of_a_transaction_waits_for_its_end(where):
    """Otherwise the transaction could stay open, and nobody else could write for as long as the process runs."""
    calls = []

    def press(_connection):
        if not calls:
            calls.append("pressed")
            os.kill(os.getpid(), signal.SIGINT)
            calls.append("went on")

    plan = make_plan(magnate.load("pig", target=20), ["random", "random"], 400)
    with open_store(where) as store:
        tournament = store.create(plan, 20)
        for _ in range(3):
            calls.clear()
            before = store.progress(tournament)
            event.listen(store._engine, "commit", press)
            with pytest.raises(KeyboardInterrupt):
                run_tournament(store, tournament, Threads(2))
            event.remove(store._engine, "commit", press)
            assert calls == ["pressed", "went on"]
            assert store.progress(tournament) >= before
            assert leases(store, tournament) == []
        run_tournament(store, tournament, Threads(2))
        assert store.progress(tournament) == 400
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_ctrl_c_that_is_pressed_again_before_it_is_heard_ends_everything():
    with Interrupts() as interrupts:
        os.kill(os.getpid(), signal.SIGINT)
        with pytest.raises(KeyboardInterrupt):
            os.kill(os.getpid(), signal.SIGINT)
        interrupts.check()


def test_progress_begins_with_what_there_is_and_ends_with_everything(where):
    plan = make_plan(magnate.load("pig", target=20), ["random", "random"], 400)
    calls = []
    with open_store(where) as store:
        tournament = store.create(plan, 20)
        with pytest.raises(KeyboardInterrupt):
            run_tournament(store, tournament, Stopping(7))
        kept = store.progress(tournament)
        run_tournament(store, tournament, Threads(1), progress=lambda done, total: calls.append((done, total)))
    assert calls[0] == (kept, 400)
    assert calls[-1] == (400, 400)
    assert calls == sorted(calls)


def test_other_code_is_refused_and_named(monkeypatch):
    plan = make_plan(magnate.load("pig"), ["random", "random"], 40)
    assert plan.checked() is plan
    monkeypatch.setattr("magnate.arena.plan.engine_digest", lambda: "another engine")
    monkeypatch.setattr("magnate.arena.plan.agent_digest", lambda game, agent: "another agent")
    with pytest.raises(PlanChanged, match="the engine, the agent random changed"):
        plan.checked()
    forced = plan.checked(force=True)
    assert forced.mixed == ("the engine", "the agent random")
    assert forced.checked() is forced
    assert Plan.from_json(forced.to_json()) == forced


def test_an_agent_that_fails_ends_the_run_and_keeps_the_rest(where, monkeypatch):
    from magnate.arena.blocks import Meeting

    whole = Meeting.play

    def failing(self, block, *rest, **more):
        if block.first >= 100:
            raise AgentFailed("the agent random raised ZeroDivisionError: division by zero")
        return whole(self, block, *rest, **more)

    monkeypatch.setattr(Meeting, "play", failing)
    plan = make_plan(magnate.load("pig", target=20), ["random", "random"], 400)
    with open_store(where) as store:
        tournament = store.create(plan, 20)
        with pytest.raises(AgentFailed, match="ZeroDivisionError"):
            run_tournament(store, tournament, Threads(2))
        assert store.progress(tournament) == 200
