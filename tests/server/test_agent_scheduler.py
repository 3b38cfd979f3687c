"""Agents at tables: they play as on the command line, and whoever does not answer is replaced."""

import asyncio
import os
import signal
from contextlib import suppress

import pytest

import magnate
from magnate.errors import AgentFailed, MagnateError, Refused
from magnate.server.agent_scheduler import fallback_action

from .live import PERSON, agent, run, seated, service_at, until, wishes


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
        async with service_at(tmp_path / "t.db", workers=2) as service:
            made = await service.create(wishes(game, *map(agent, agents), seed=12))
            table = await service.table(made["id"])
            await until(lambda: table.over, 500)
            assert table.position.history == expected.actions
            record = magnate.Record.from_json(await service.record(table))
            assert record == expected
            assert [line["m"]["k"] for line in table.log(None)].count("table.chosen") == 1

    run(test())


def test_a_search_that_its_budget_lets_run_on_plays_the_best_it_has_found(tmp_path):
    async def test():
        async with service_at(
            tmp_path / "t.db", agent_seconds=0.8
        ) as service:  # enough to be told, too little for the budget
            table, (ann, _) = await seated(service, "connect_four", seats=(PERSON, agent("mcts:sims=1000000")))
            for seq, column in enumerate((3, 3)):
                await service.act(table, 0, f"c{seq}", table.seq, [table.decision(0)["actions"][column]["name"]])
                await until(lambda at=2 * seq + 2: table.at == at)
            lines = [line["m"] for line in table.log(None) if line["m"]["k"].startswith("table.")]
            assert lines[-1] == {"k": "table.late", "a": {"seat": 1, "agent": "mcts:sims=1000000"}}
            assert {line["k"] for line in lines} <= {"table.late", "table.turn"}
            assert ann.of("think")[0]["seat"] == 1
            assert table.decision(0) is not None

    run(test())


@pytest.mark.parametrize(("game", "by"), [("kuhn", "random"), ("monopoly", "strategic"), ("brass", "planner")])
def test_an_agent_that_fails_is_replaced_by_a_named_one_and_the_log_says_so(tmp_path, game, by):
    async def test():
        async with service_at(tmp_path / "t.db") as service:
            ask, asked = service.agent_workers.ask, []

            async def failing(question, limit, course):
                asked.append(question.spec)
                if question.spec == "mcts:sims=3":
                    raise AgentFailed("the agent mcts:sims=3 took more than 20 s to answer", hint="")
                return await ask(question, limit, course)

            service.agent_workers.ask = failing
            table, _ = await seated(service, game, seats=(agent("mcts:sims=3"), PERSON))
            for step in range(20):  # in Brass the person may be the first to move
                await until(lambda: len(asked) > 1 or table.decision(1) is not None)
                if len(asked) > 1:
                    break
                await service.act(table, 1, f"c{step}", table.seq, [table.decision(1)["actions"][0]["name"]])
            await until(lambda: any(line["m"]["k"] == "table.instead" for line in table.log(None)))
            await until(lambda: table.at > 0)
            assert asked[:2] == ["mcts:sims=3", by]
            instead = [line["m"] for line in table.log(None) if line["m"]["k"] == "table.instead"]
            assert instead[0] == {"k": "table.instead", "a": {"seat": 0, "agent": "mcts:sims=3", "by": by}}

    run(test())


def test_budgets_beyond_a_limit_are_refused_by_its_name_for_agents_as_for_hints(tmp_path):
    async def test():
        async with service_at(tmp_path / "t.db", agent_seconds=5.0) as service:
            table, _ = await seated(service)
            for spec, limit, most in (
                ("mcts:time=1000s", "agent_seconds", "5 s"),
                ("mcts:time=6s", "agent_seconds", "5 s"),
                ("mcts:time=1min", "agent_seconds", "5 s"),
                ("mcts:sims=1_000_001", "sims", "1,000,000"),
                ("alphabeta:nodes=100000001", "nodes", "100,000,000"),
                ("alphabeta:depth=65", "depth", "64"),
            ):
                for asked in (
                    lambda spec=spec: service.create(wishes("tictactoe", PERSON, agent(spec))),
                    lambda spec=spec: service.create(
                        wishes("tictactoe", PERSON, PERSON, hints="request", hint_agent=spec)
                    ),
                    lambda spec=spec: service.take_seat(table, 0, "s", "agent", spec),
                ):
                    with pytest.raises(MagnateError) as refused:
                        await asked()
                    assert limit in str(refused.value), spec
                    assert most in str(refused.value) or isinstance(refused.value, Refused)
            await service.create(
                wishes("tictactoe", PERSON, agent("mcts:time=5s"), hints="request", hint_agent="mcts:time=5s")
            )

    run(test())


def test_an_agent_whose_process_is_killed_is_replaced_and_the_next_question_answered(tmp_path):
    async def test():
        async with service_at(tmp_path / "t.db") as service:
            table, _ = await seated(service, seats=(PERSON, agent("mcts:time=20s")))
            await service.act(table, 0, "c", 0, ["b2"])
            await until(lambda: service.agent_workers._busy)
            while table.at == 1:
                for worker in list(service.agent_workers._busy):
                    with suppress(ProcessLookupError):  # it has ended since
                        os.kill(worker.process.pid, signal.SIGKILL)
                await asyncio.sleep(0.05)
            assert table.log(None)[-1]["m"]["k"] in {"table.failed", "table.instead"}
            await service.take_seat(table, 0, "s", "agent", "random")
            await until(lambda: table.at >= 3)

    run(test())


def test_what_an_agent_thought_of_a_position_that_was_taken_back_is_not_played(tmp_path):
    async def test():
        async with service_at(tmp_path / "t.db") as service:
            asked, answered = [], asyncio.Event()

            async def slow(question, limit, _course):
                asked.append(question)
                await answered.wait()
                return 0

            service.agent_workers.ask = slow
            table, _ = await seated(service, seats=(PERSON, agent("random")))
            await service.act(table, 0, "c1", 0, ["b2"])
            await until(lambda: asked)
            await service.undo(table, 0, "c2", 1)
            await service.act(table, 0, "c3", 2, ["c3"])
            answered.set()
            await until(lambda: table.at == 2)
            assert [frame.seat for frame in table.frames] == [None, 0, 1]
            assert len(asked) == 2

    run(test())


def test_an_agent_that_answers_nonsense_is_replaced(tmp_path):
    async def test():
        async with service_at(tmp_path / "t.db") as service:

            async def nonsense(question, limit, _course):
                return 99

            service.agent_workers.ask = nonsense
            table, _ = await seated(service, seats=(agent("random"), PERSON))
            await until(lambda: table.at == 1)
            assert table.log(None)[-1]["m"]["k"] == "table.failed"

    run(test())


def test_what_is_replaced_at_random_is_the_same_in_every_run():
    position = magnate.load("tictactoe").new(seed=5)
    choose = fallback_action
    assert choose(position) == choose(position.copy())
    assert choose(position) in position.legal_ids()
