"""Worker processes that think: asked by many at once, cancelled, failing, ended."""

import asyncio

import pytest

import magnate
from magnate.errors import AgentFailed
from magnate.server.questions import shown_to
from magnate.server.thinking import Thinkers, question


def run(test):
    async def closed():
        thinkers = Thinkers(1)
        try:
            await test(thinkers)
        finally:
            await thinkers.close()

    return asyncio.run(asyncio.wait_for(closed(), 300))


def random_move(seed):
    return question("choose", magnate.load("tictactoe").new(seed=seed), "random")


def test_all_who_ask_at_once_are_answered_and_who_cancels_holds_up_nobody():
    async def test(thinkers):
        asked = [asyncio.ensure_future(thinkers.ask(random_move(seed), 30)) for seed in range(8)]
        await asyncio.sleep(0)
        asked[0].cancel()  # which is being asked
        asked[3].cancel()  # which waits
        found = await asyncio.gather(*asked, return_exceptions=True)
        assert [isinstance(one, asyncio.CancelledError) for one in found] == [one in (0, 3) for one in range(8)]
        again = [await thinkers.ask(random_move(seed), 30) for seed in range(8)]
        assert [one for one in found if isinstance(one, int)] == [again[one] for one in (1, 2, 4, 5, 6, 7)]

    run(test)


def test_an_answer_depends_on_the_question_alone():
    async def test(thinkers):
        position = magnate.load("kuhn").new(seed=3)
        first = await thinkers.ask(question("choose", position, "random"), 30)
        await thinkers.ask(random_move(1), 30)
        assert await thinkers.ask(question("choose", position, "random"), 30) == first

    run(test)


@pytest.mark.parametrize("spec", ["nobody", "mcts:sims=none"])
def test_what_cannot_be_asked_is_told_and_the_worker_lives(spec):
    async def test(thinkers):
        position = magnate.load("tictactoe").new(seed=1)
        with pytest.raises(AgentFailed):
            await thinkers.ask(question("choose", position, spec), 30)
        assert await thinkers.ask(random_move(1), 30) in range(9)

    run(test)


def test_a_suggestion_ends_where_chance_or_somebody_else_comes_next():
    async def test(thinkers):
        position = magnate.load("pig").new(seed=1)
        assert await thinkers.ask(question("suggest", shown_to(position, 0), "random"), 30) == ["roll"]

    run(test)
