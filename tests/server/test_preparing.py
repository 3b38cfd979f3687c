"""What tables take is compiled before they begin, one wish after another."""

import asyncio
import time

import pytest

import magnate
from magnate.server import preparing
from magnate.server.agent_workers import AgentWorkers, question
from magnate.server.preparing import Preparations


async def _ready(preparations, *wish):
    begun = time.monotonic()
    while not (found := preparations.wish(*wish))["ready"]:
        assert time.monotonic() - begun < 120
        assert found["left"] is None or found["left"] >= 0
        await asyncio.sleep(0.05)


def test_what_agents_take_is_prepared_once(caplog):
    async def go():
        preparations = Preparations()
        try:
            assert not preparations.wish("pig", 2, ["random", "mcts:sims=4"])["ready"]
            await _ready(preparations, "pig", 2, ["mcts:sims=4", "random"])
            assert preparations.wish("pig", 2, ["random", "mcts:sims=4"])["ready"]
            await _ready(preparations, "pig", 2, ["nobody"])
        finally:
            await preparations.close()

    asyncio.run(go())
    assert "cannot be prepared" in caplog.text  # of the agent that there is not


def test_a_process_that_plays_has_loaded_it():
    position = magnate.load("pig", players=2).new(seed=1)

    async def go():
        thinking = AgentWorkers()
        preparations = Preparations(thinking)
        try:
            await _ready(preparations, "pig", 2, ["mcts:sims=4"])
            running = [one is not None for one in thinking._idle]
            await thinking.ask(question("choose", position, "mcts:sims=4"), 1.0)
            return running, [one is not None for one in thinking._idle]
        finally:
            await preparations.close()
            await thinking.close()

    before, after = asyncio.run(go())
    assert sorted(before) == [False, True]
    assert before == after, "the process that has loaded it answers"


def test_nothing_is_prepared_where_nothing_can_be_kept(monkeypatch):
    monkeypatch.setattr(preparing, "folder", lambda: None)
    assert Preparations().wish("brass", 4, []) == {"ready": True, "left": None}


@pytest.mark.parametrize("game", ["monopoly", "brass"])
def test_the_lobbys_characters_are_among_what_is_compiled_for_tables(game):
    from tools.compile_kernels import characters

    found = characters(game)
    assert len(found) >= 6
    assert all(preparing._entries(game, 4, [spec]) for spec in found)
