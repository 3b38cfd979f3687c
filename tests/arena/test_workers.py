"""Python agents in worker processes: every way to fail finds the same games, and costs no other game."""

import os
import subprocess
import sys
import time
from concurrent.futures import CancelledError
from pathlib import Path

import numpy as np
import pytest

import magnate
from magnate.agents.spec import resolve
from magnate.arena.blocks import Task
from magnate.arena.executors import executor_for
from magnate.arena.games import row_dtype
from magnate.arena.plan import make_plan
from magnate.arena.schedule import Block
from magnate.arena.workers import Workers
from magnate.core.binding import FAILED
from magnate.core.players import Players
from magnate.core.result_schema import SCORE
from magnate.errors import AgentFailed, WorkerLost

DEALS = 8
GAME = magnate.load("tictactoe")
DTYPE = row_dtype(SCORE, 2)
HOWS = {
    "Illegal": "99",
    "TooMany": "gave 2 answers to 1 positions",
    "Leaves": "raised SystemExit: goodbye",
    "Cancels": "raised CancelledError: no more",
    "Exits": "ended its process with code 3",
    "Crashes": "was ended by signal 9",
    "Loops": "took more than 1 s to answer",
    "RemembersAndRaises": "cannot bear it",
    "RemembersAndAnswersNonsense": "answered 99, which is not legal",
    "RemembersAndExits": "ended its process with code 4",
    "HearsAndRaises": "cannot hear it",
    "HearsAndExits": "ended its process with code 6",
}
"""How an agent fails, and what is said of it."""


@pytest.fixture(scope="module", autouse=True)
def mark(tmp_path_factory):
    """Makes the bad agents known to this process and to the workers, and names the file that one of them makes."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(Path(__file__).parent))
        file = tmp_path_factory.mktemp("workers") / "mark"
        patch.setenv("MAGNATE_TEST_MARK", str(file))
        yield file


@pytest.fixture(scope="module")
def pool(mark):
    """Two workers for all tests, without a limit; ``pool.heard`` is what they told."""
    heard = []
    found = Workers(2, on_message=heard.append)
    found.heard = heard
    yield found
    found.shutdown(wait=False)


@pytest.fixture(scope="module")
def hasty(mark):
    """A worker with a limit of a second for each call: much more than a call takes, however busy the machine is."""
    heard = []
    found = Workers(1, limit=1.0, on_message=heard.append)
    found.heard = heard
    yield found
    found.shutdown(wait=False)


@pytest.fixture(scope="module")
def forkless(mark):
    """A worker as on Windows, where processes cannot fork, with a limit of a second for each call."""
    heard = []
    found = Workers(1, limit=1.0, on_message=heard.append, fork=False)
    found.heard = heard
    yield found
    found.shutdown(wait=False)


def task(agent, policy="loss", deals=DEALS, first=0, **how):
    plan = make_plan(GAME, [f"bad_agents:{agent}", "random"], 100, seed=7, on_failure=policy, **how)
    return Task(plan.to_json(), 0, first, first + deals)


def rows(data):
    return np.frombuffer(data, DTYPE)


def by_hand(agent):
    """The failing games: (game, seat, decisions), each played alone in this process until the agent's first failure."""
    import bad_agents

    block, schedule = Block(0, 0, DEALS), plan_of(agent).schedule
    agents = [resolve("tictactoe", spec) for spec in (f"bad_agents:{agent}", "random")]
    found = []
    for game, (seed, lineup) in enumerate(zip(schedule.seeds(block), schedule.lineups(block), strict=True)):
        table = Players(GAME, [agents[entrant] for entrant in lineup])
        position, decisions = GAME.new(seed), 0
        while not position.is_over:
            if lineup[position.to_move] == 0 and bad_agents.hard(position):
                found.append((game, position.to_move, decisions))
                break
            position.apply(table.choose(position))
            decisions += 1
    return found


def plan_of(agent):
    return make_plan(GAME, [f"bad_agents:{agent}", "random"], 100, seed=7)


@pytest.fixture(scope="module")
def lost(pool):
    """What the block comes to when the agent raises: the measure of all other ways to fail."""
    return pool.submit(task("Raises")).result()


def test_the_failing_games_are_those_of_a_plain_loop(lost):
    found, expected = rows(lost), by_hand("Raises")
    assert 2 <= len(expected) <= DEALS
    games = [game for game, _, _ in expected]
    assert np.flatnonzero(found["failed"]).tolist() == games
    assert (found["failed"][games] - 1).tolist() == [seat for _, seat, _ in expected]
    assert found["decisions"][games].tolist() == [decisions for _, _, decisions in expected]
    assert (found["ending"][games] == FAILED).all()
    assert (found["winners"][games] == 3 - found["failed"][games]).all()  # the other seat wins
    others = np.setdiff1d(np.arange(2 * DEALS), games)
    assert (found["ending"][others] > 0).all()


@pytest.mark.parametrize("agent", [*HOWS])
def test_every_way_to_fail_loses_the_same_games(lost, pool, hasty, agent):
    used = hasty if agent == "Loops" else pool
    used.heard.clear()
    assert used.submit(task(agent)).result() == lost
    assert len(used.heard) == np.count_nonzero(rows(lost)["failed"])
    assert all(HOWS[agent] in message and f"bad_agents:{agent} in seat" in message for message in used.heard)


@pytest.mark.parametrize("agent", ["Exits", "Loops", "RemembersAndRaises"])
def test_workers_that_cannot_fork_lose_the_same_games(lost, forkless, agent):
    forkless.heard.clear()
    assert forkless.submit(task(agent, deals=2)).result() == lost[: len(lost) // (DEALS // 2)]
    assert forkless.heard
    assert all(HOWS[agent] in message for message in forkless.heard)


def test_cuts_and_workers_change_nothing(lost, pool):
    cuts = [(0, 1), (1, 4), (5, 3)]
    parts = [pool.submit(task("Exits", first=first, deals=deals)) for first, deals in cuts]
    assert b"".join(part.result() for part in parts) == lost


@pytest.mark.parametrize("agent", ["Raises", "Exits"])
def test_abort_names_agent_game_and_the_seed_that_reproduces_it(pool, agent):
    with pytest.raises(AgentFailed) as caught:
        pool.submit(task(agent, "abort")).result()
    found = {
        f"game {game}: the agent bad_agents:{agent} in seat {seat}": (game, seat) for game, seat, _ in by_hand(agent)
    }
    game, seat = next(place for start, place in found.items() if caught.value.message.startswith(f"{start} "))
    seed = plan_of(agent).schedule.deal_seed(game // 2)
    assert f"seed {seed} reproduces it: magnate watch tictactoe" in caught.value.hint
    table = ["random", "random"]
    table[seat] = f"bad_agents:{agent}"
    assert f"--agents {','.join(table)} --seed {seed}" in caught.value.hint


def test_the_seed_of_the_hint_reproduces_the_failure():
    game, seat, _ = by_hand("Raises")[0]
    table = ["random", "random"]
    table[seat] = "bad_agents:Raises"
    with pytest.raises(AgentFailed, match="too hard"):
        GAME.play(table, plan_of("Raises").schedule.deal_seed(game // 2))


def test_a_batch_that_takes_too_long_is_no_failure(hasty):
    assert not rows(hasty.submit(task("SlowInBatches")).result())["failed"].any()


def test_agents_with_common_random_numbers_play_the_same_again(pool, capfd):
    first, other, again = (pool.submit(task("Lucky", first=first)) for first in (0, 20, 0))
    assert first.result() == again.result() != other.result()
    assert "thinking" not in capfd.readouterr().out


def test_a_worker_that_is_lost_while_no_agent_is_asked_is_replaced(pool):
    block = task("Sound")
    expected = pool.submit(block).result()
    for worker in pool._idle:
        worker.kill()
    assert pool.submit(block).result() == expected
    with pytest.raises(WorkerLost, match="was lost 3 times at the same block: it ended its process with code 5"):
        pool.submit(Task(_unborn(block), 0, 0, 3)).result()


def _unborn(block):
    """A plan whose agent cannot be made (to make such a plan would make the agent here)."""
    return block.plan.replace("bad_agents:Sound", "bad_agents:Unborn")


def test_a_failure_that_does_not_happen_again_is_forgotten(pool, mark):
    """The batch that ended the process comes through one position at a time, so no game is lost."""
    found = rows(pool.submit(task("DiesOnce")).result())
    assert mark.exists()
    assert not found["failed"].any()


def test_a_bug_in_a_worker_is_told_with_its_trace(pool):
    with pytest.raises(RuntimeError, match="Traceback"):
        pool.submit(task("Sound", first=-1)).result()


def test_what_is_being_played_can_be_dropped_at_once():
    pool = Workers(1)
    playing, waiting = pool.submit(task("Loops")), pool.submit(task("Sound"))
    while not (pool._busy and pool._busy[0].cells[0]):
        time.sleep(0.01)
    began = time.monotonic()
    pool.shutdown(wait=False)
    assert time.monotonic() - began < 20
    assert waiting.cancelled()
    with pytest.raises(CancelledError):
        playing.result()
    assert not pool._idle
    assert not pool._busy


ORPHANS = """
import magnate, sys, time
from magnate.arena.blocks import Task
from magnate.arena.workers import Workers

if __name__ == "__main__":
    pool = Workers(1)
    pool.submit(Task(sys.argv[1], 0, 0, 12))
    while not (pool._busy and pool._busy[0].cells[0]):
        time.sleep(0.01)
    print(pool._busy[0].process.pid, pool._busy[0].cells[5], flush=True)
    time.sleep(600)
"""


def test_workers_do_not_outlive_the_process_that_wants_their_blocks(tmp_path):
    script = tmp_path / "orphans.py"
    script.write_text(ORPHANS)
    paths = os.pathsep.join([str(Path(__file__).parent), str(Path(magnate.__file__).parents[1])])
    command = [sys.executable, str(script), task("Loops").plan]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": paths}) as run:
        workers = list(map(int, run.stdout.readline().split()))
        run.kill()
    assert len(workers) == 2
    deadline = time.monotonic() + 20
    while any(map(alive, workers)):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def alive(process):
    """Whether a process runs; one that has ended and waits to be buried does not."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_compiled_agents_need_no_processes():
    compiled = make_plan(GAME, ["random", "random"], 10)
    python = make_plan(GAME, ["bad_agents:Sound", "random"], 10, agent_timeout=3)
    pools = [executor_for(plan, jobs=1) for plan in (compiled, python)]
    assert [type(found).__name__ for found in pools] == ["Threads", "Workers"]
    assert pools[1].limit == 3
    for found in pools:
        found.shutdown()
