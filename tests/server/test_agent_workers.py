"""Worker processes that think: asked by many at once, cancelled, failing, ended."""

import asyncio

import pytest

import magnate
from magnate.errors import AgentFailed
from magnate.server.agent_workers import AgentWorkers, question
from magnate.server.decisions import shown_to
from magnate.server.workers import Course, FairQueue, Who

from .live import until


def run(test):
    async def closed():
        agent_workers = AgentWorkers(1)
        try:
            await test(agent_workers)
        finally:
            await agent_workers.close()

    return asyncio.run(asyncio.wait_for(closed(), 300))


def random_move(seed):
    return question("choose", magnate.load("tictactoe").new(seed=seed), "random")


def test_all_who_ask_at_once_are_answered_and_who_cancels_holds_up_nobody():
    async def test(agent_workers):
        asked = [asyncio.ensure_future(agent_workers.ask(random_move(seed), 30)) for seed in range(8)]
        await asyncio.sleep(0)
        asked[0].cancel()  # which is being asked
        asked[3].cancel()  # which waits
        found = await asyncio.gather(*asked, return_exceptions=True)
        assert [isinstance(one, asyncio.CancelledError) for one in found] == [one in (0, 3) for one in range(8)]
        again = [await agent_workers.ask(random_move(seed), 30) for seed in range(8)]
        assert [one for one in found if isinstance(one, int)] == [again[one] for one in (1, 2, 4, 5, 6, 7)]

    run(test)


def test_an_answer_depends_on_the_question_alone():
    async def test(agent_workers):
        position = magnate.load("kuhn").new(seed=3)
        first = await agent_workers.ask(question("choose", position, "random"), 30)
        await agent_workers.ask(random_move(1), 30)
        assert await agent_workers.ask(question("choose", position, "random"), 30) == first

    run(test)


def test_an_agent_answers_before_anything_is_compiled(monkeypatch, tmp_path):
    async def test(agent_workers):
        compiled = AgentWorkers(1)
        expected = [await compiled.ask(random_move(seed), 30) for seed in range(4)]
        await compiled.close()
        monkeypatch.setenv("MAGNATE_CACHE", str(tmp_path))
        assert [await agent_workers.ask(random_move(seed), 30) for seed in range(4)] == expected
        assert not list(tmp_path.rglob("*.nbi"))

    run(test)


@pytest.mark.parametrize("spec", ["nobody", "mcts:sims=none"])
def test_what_cannot_be_asked_is_told_and_the_worker_lives(spec):
    async def test(agent_workers):
        position = magnate.load("tictactoe").new(seed=1)
        with pytest.raises(AgentFailed):
            await agent_workers.ask(question("choose", position, spec), 30)
        assert await agent_workers.ask(random_move(1), 30) in range(9)

    run(test)


def test_a_suggestion_ends_where_chance_or_somebody_else_comes_next():
    async def test(agent_workers):
        position = magnate.load("pig").new(seed=1)
        assert await agent_workers.ask(question("suggest", shown_to(position, 0), "random"), 30) == ["roll"]

    run(test)


def test_the_queue_is_fair_by_person_and_then_by_table():
    queue = FairQueue()
    for number in range(20):
        queue.put(Who("Ann", f"table {number % 2}"), ("Ann", number))
    assert queue.take() == ("Ann", 0)
    queue.charge(Who("Ann", "table 0"), 19.0)  # with the unit, 20 seconds
    assert queue.take() == ("Ann", 1)  # of the table that has used less
    queue.put(Who("Bob", "table b"), ("Bob", 0))
    queue.put(Who("Bob", "table b"), ("Bob", 1))
    queue.put(Who("Cyd"), ("Cyd", 0))
    assert [queue.take() for _ in range(3)] == [("Bob", 0), ("Cyd", 0), ("Ann", 3)]  # Bob saved nothing up
    assert queue.take() == ("Bob", 1)
    assert len(queue) == queue.of("Ann") == 17
    queue.drop(Who("Ann", "table 0"), ("Ann", 2))
    queue.drop(Who("Ann", "table 0"), ("Ann", 2))
    queue.drop(Who("Dan"), ("Dan", 0))
    assert [queue.take()[1] for _ in range(16)] == [*range(5, 20, 2), *range(4, 20, 2)]
    assert queue.take() is None


def test_what_does_not_fit_waits_and_holds_up_nobody():
    queue = FairQueue()
    for number in range(3):
        queue.put(Who("Ann"), f"long {number}")
    queue.put(Who("Bob"), "short")
    assert queue.take(lambda one: "long" not in one) == "short"
    assert queue.take(lambda one: "long" not in one) is None
    assert queue.take() == "long 0"


def test_a_quick_agent_does_not_wait_for_slow_ones():
    async def test(agent_workers):
        slow = question("choose", magnate.load("connect_four").new(seed=1), "mcts:time=6s")
        thinking = [asyncio.ensure_future(agent_workers.ask(slow, 20, Course(Who("", f"table {n}")))) for n in range(3)]
        await until(lambda: agent_workers._busy)
        for seed in range(3):
            await agent_workers.ask(random_move(seed), 30)
        assert not any(one.done() for one in thinking)
        for one in thinking:
            one.cancel()

    run(test)


def test_a_search_tells_what_it_has_found_when_its_time_is_over_and_the_worker_lives():
    async def test(agent_workers):
        position = magnate.load("connect_four").new(seed=1)
        for task in ("choose", "hint", "suggest"):
            course = Course()
            asked = question(task, position, "mcts:sims=1000000000", eyes=position.to_move)
            found = await agent_workers.ask(asked, 0.5, course)
            assert found
            assert course.late == (task != "hint")
        assert sum(worker is not None for worker in agent_workers._idle) == 1

    run(test)
