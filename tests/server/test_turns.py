"""Agents at tables: they play as on the command line, and whoever does not answer is replaced."""

import asyncio
import os
import signal
from contextlib import suppress

import pytest

import magnate
from magnate.server.turns import instead

from .live import PERSON, agent, hub_at, run, seated, until, wishes


@pytest.mark.parametrize(
    ("game", "agents"),
    [
        ("kuhn", ("random", "random")),
        ("pig", ("random", "mcts:sims=30")),
        ("tictactoe", ("alphabeta:depth=3", "mcts:sims=20")),
        ("brass", ("planner", "random")),  # a compiled agent that must not see all: it draws from its seat's stream
    ],
)
def test_agents_play_at_a_table_as_on_the_command_line(tmp_path, game, agents):
    expected = magnate.load(game).play(list(agents), seed=12)

    async def test():
        async with hub_at(tmp_path / "t.db", workers=2) as hub:
            made = await hub.create(wishes(game, *map(agent, agents), seed=12))
            table = await hub.table(made["id"])
            await until(lambda: table.over, 500)
            assert table.position.history == expected.actions
            record = magnate.Record.from_json(await hub.record(table))
            assert record == expected
            assert [line["m"]["k"] for line in table.log(None)].count("table.chosen") == 1

    run(test())


def test_an_agent_that_thinks_too_long_is_replaced_for_that_decision(tmp_path):
    async def test():
        async with hub_at(tmp_path / "t.db", agent_seconds=2.0) as hub:  # time to be told that it thinks
            table, (ann, _) = await seated(hub, seats=(PERSON, agent("mcts:time=60s")))
            await hub.act(table, 0, "c", 0, ["b2"])
            await until(lambda: table.at == 2)
            assert [line["m"] for line in table.log(None)][-1] == {
                "k": "table.failed",
                "a": {"seat": 1, "agent": "mcts:time=60s"},
            }
            assert ann.of("think")[0]["seat"] == 1
            assert table.decision(0) is not None

    run(test())


def test_an_agent_whose_process_is_killed_is_replaced_and_the_next_question_answered(tmp_path):
    async def test():
        async with hub_at(tmp_path / "t.db") as hub:
            table, _ = await seated(hub, seats=(PERSON, agent("mcts:time=30s")))
            await hub.act(table, 0, "c", 0, ["b2"])
            await until(lambda: hub.thinkers._busy)
            while table.at == 1:
                for worker in list(hub.thinkers._busy):
                    with suppress(ProcessLookupError):  # it has ended since
                        os.kill(worker.process.pid, signal.SIGKILL)
                await asyncio.sleep(0.05)
            assert table.log(None)[-1]["m"]["k"] == "table.failed"
            await hub.take_seat(table, 0, "s", "agent", "random")
            await until(lambda: table.at >= 3)

    run(test())


def test_what_an_agent_thought_of_a_position_that_was_taken_back_is_not_played(tmp_path):
    async def test():
        async with hub_at(tmp_path / "t.db") as hub:
            asked, answered = [], asyncio.Event()

            async def slow(question, limit, _course):
                asked.append(question)
                await answered.wait()
                return 0

            hub.thinkers.ask = slow
            table, _ = await seated(hub, seats=(PERSON, agent("random")))
            await hub.act(table, 0, "c1", 0, ["b2"])
            await until(lambda: asked)
            await hub.undo(table, 0, "c2", 1)
            await hub.act(table, 0, "c3", 2, ["c3"])
            answered.set()
            await until(lambda: table.at == 2)
            assert [frame.seat for frame in table.frames] == [None, 0, 1]
            assert len(asked) == 2

    run(test())


def test_an_agent_that_answers_nonsense_is_replaced(tmp_path):
    async def test():
        async with hub_at(tmp_path / "t.db") as hub:

            async def nonsense(question, limit, _course):
                return 99

            hub.thinkers.ask = nonsense
            table, _ = await seated(hub, seats=(agent("random"), PERSON))
            await until(lambda: table.at == 1)
            assert table.log(None)[-1]["m"]["k"] == "table.failed"

    run(test())


def test_what_is_replaced_at_random_is_the_same_in_every_run():
    position = magnate.load("tictactoe").new(seed=5)
    choose = instead
    assert choose(position) == choose(position.copy())
    assert choose(position) in position.legal_ids()
