"""Tables in memory and in the store: what a restart changes (nothing), what is forgotten and found, what is deleted."""

import asyncio
import random

import pytest

from magnate.errors import NoSuchTable

from .live import PERSON, Watcher, agent, hub_at, run, seated, until, wishes


@pytest.mark.parametrize("game", ["tictactoe", "pig", "kuhn"])
def test_a_restart_changes_no_byte(where, game):
    async def test():
        rnd = random.Random(3)
        async with hub_at(where) as hub:
            table, watchers = await seated(hub, game)
            for number in range(3):
                if not table.over:
                    seat = table.position.to_move
                    name = rnd.choice(table.decision(seat)["actions"])["name"]
                    await hub.act(table, seat, f"c{number}", table.seq, [name])
            public = Watcher(hub, table)
            before = [one.subscription.sync() for one in (*watchers, public)]
            steps = await hub.steps(table, 0, 0, 99)
        async with hub_at(where) as hub:
            found = await hub.table(table.id)
            assert found is not table
            watchers = [*(Watcher(hub, found, seat) for seat in (0, 1)), Watcher(hub, found)]
            assert [one.subscription.sync() for one in watchers] == before
            assert await hub.steps(found, 0, 0, 99) == steps
            if not found.over:
                seat = found.position.to_move
                await hub.act(found, seat, "later", found.seq, [found.decision(seat)["actions"][0]["name"]])

    run(test())


def test_agents_go_on_after_a_restart(where):
    async def test():
        async with hub_at(where) as hub:
            hub.thinkers.ask = _never
            made = await hub.create(wishes("pig", agent("random"), agent("random")))
            await asyncio.sleep(0.05)
            assert (await hub.table(made["id"])).at == 0
        async with hub_at(where) as hub:
            await until(lambda: hub._rooms.here(made["id"]))
            table = await hub.table(made["id"])
            await until(lambda: table.over)

    run(test())


async def _never(*_):
    await asyncio.sleep(1000)


def test_tables_that_nobody_watches_are_forgotten_and_found_again(where):
    async def test():
        async with hub_at(where, loaded=2) as hub:
            ids = [(await hub.create(wishes("tictactoe", PERSON, PERSON)))["id"] for _ in range(5)]
            assert len(hub._rooms.everyone()) == 2
            table = await hub.table(ids[0])
            await hub.act(table, 0, "c", 0, ["b2"])
            for one in ids[1:]:
                await hub.table(one)
            again = await hub.table(ids[0])
            assert again is not table
            assert again.at == 1
            assert await hub.act(table, 1, "c", 1, ["a1"]) == 2  # with what somebody held in his hand
            assert (await hub.table(ids[0])).at == 2

    run(test())


def test_a_deleted_table_is_gone_for_everybody(where):
    async def test():
        async with hub_at(where) as hub:
            table, (ann, _) = await seated(hub)
            await hub.delete(table)
            assert ann.got[-1]["type"] == "bye"
            with pytest.raises(NoSuchTable):
                await hub.table(table.id)
            with pytest.raises(NoSuchTable):
                await hub.act(table, 0, "c", 0, ["b2"])
            with pytest.raises(NoSuchTable):
                hub.join(table, None, ann.raw.append)

    run(test())
