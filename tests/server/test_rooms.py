"""Tables in memory and in the store: what a restart changes (nothing), what is forgotten and found, what is deleted."""

import asyncio
import multiprocessing
import random
import threading

import pytest

import magnate
from magnate.core import base_game
from magnate.errors import NoSuchTable
from magnate.server import compiling, rooms, table_factory

from .live import PERSON, Watcher, agent, begun, run, seated, service_at, until, wishes


@pytest.mark.parametrize("game", ["tictactoe", "pig", "kuhn"])
def test_a_restart_changes_no_byte(where, game):
    async def test():
        rnd = random.Random(3)
        async with service_at(where) as service:
            table, watchers = await seated(service, game)
            for number in range(3):
                if not table.over:
                    seat = table.position.to_move
                    name = rnd.choice(table.decision(seat)["actions"])["name"]
                    await service.act(table, seat, f"c{number}", table.seq, [name])
            public = Watcher(service, table)
            before = [one.subscription.sync() for one in (*watchers, public)]
            steps = await service.steps(table, 0, 0, 99)
        async with service_at(where) as service:
            found = await service.table(table.id)
            assert found is not table
            watchers = [*(Watcher(service, found, seat) for seat in (0, 1)), Watcher(service, found)]
            assert [one.subscription.sync() for one in watchers] == before
            assert await service.steps(found, 0, 0, 99) == steps
            if not found.over:
                seat = found.position.to_move
                await service.act(found, seat, "later", found.seq, [found.decision(seat)["actions"][0]["name"]])

    run(test())


def test_agents_go_on_after_a_restart(where):
    async def test():
        async with service_at(where) as service:
            service.agent_workers.ask = _never
            made = await service.create(wishes("pig", agent("random"), agent("random")))
            await asyncio.sleep(0.05)
            assert (await service.table(made["id"])).at == 0
        async with service_at(where) as service:
            await until(lambda: service._rooms.here(made["id"]))
            table = await service.table(made["id"])
            await until(lambda: table.over)

    run(test())


async def _never(*_):
    await asyncio.sleep(1000)


def test_a_table_begins_before_its_rules_are_compiled(tmp_path, monkeypatch):
    go = threading.Event()
    monkeypatch.setattr(rooms, "compile_apart", _at_once)
    monkeypatch.setattr(rooms, "compiled", lambda game: (go.wait(60), table_factory.compiled(game)))
    monkeypatch.setattr(base_game, "at_hand", lambda _entry: False)  # as if nothing was compiled

    async def test():
        async with service_at(tmp_path / "tables.db") as service:
            table, _ = await seated(service, "tictactoe")
            first, second = table.position.legal()[:2]
            await service.act(table, table.position.to_move, "one", table.seq, [first.name])
            assert table.game.interpreted
            go.set()
            await until(lambda: not table.game.interpreted)
            await service.act(table, table.position.to_move, "two", table.seq, [second.name])
            assert table.game.move.overloads
            other, _ = await seated(service, "tictactoe")
            assert not other.game.interpreted

    run(test())


async def _at_once(_game):
    """Nothing, in the place of another process that compiles."""


def test_a_server_that_compiles_can_end(tmp_path, monkeypatch):
    begun, ended = [], []

    async def compile_apart(game):
        begun.append(game.name)
        try:
            await asyncio.sleep(1000)
        finally:
            ended.append(game.name)

    monkeypatch.setattr(rooms, "compile_apart", compile_apart)
    monkeypatch.setattr(rooms, "folder", lambda: tmp_path)
    monkeypatch.setattr(base_game, "at_hand", lambda _entry: False)

    async def test():
        async with service_at(tmp_path / "tables.db") as service:
            await seated(service, "tictactoe")
            await until(lambda: begun)
        assert ended == ["tictactoe"]

    run(asyncio.wait_for(test(), 9))


def test_a_process_compiles_and_is_gone_when_nobody_waits_for_it():
    game = magnate.load("tictactoe")

    async def test():
        await compiling.compile_apart(game)
        task = asyncio.create_task(compiling.compile_apart(game))
        await asyncio.sleep(0.3)
        task.cancel()
        await asyncio.wait([task])
        assert not [one for one in multiprocessing.active_children() if one.name == "magnate-compiling"]

    run(test())


def test_a_table_that_began_while_its_rules_were_compiled_uses_them(where, monkeypatch):
    async def test():
        async with service_at(where) as service:
            await seated(service, "tictactoe")  # now they are
            with monkeypatch.context() as patch:
                patch.setattr(base_game, "at_hand", lambda _entry: False)
                game = magnate.load("tictactoe")
                game.interpret()
                table, change = begun(game)
            assert game.interpreted
            await service._rooms.begin(table, change)
            assert not game.interpreted

    run(test())


def test_tables_that_nobody_watches_are_forgotten_and_found_again(where):
    async def test():
        async with service_at(where, loaded=2) as service:
            ids = [(await service.create(wishes("tictactoe", PERSON, PERSON)))["id"] for _ in range(5)]
            assert len(service._rooms.everyone()) == 2
            table = await service.table(ids[0])
            await service.act(table, 0, "c", 0, ["b2"])
            for one in ids[1:]:
                await service.table(one)
            again = await service.table(ids[0])
            assert again is not table
            assert again.at == 1
            assert await service.act(table, 1, "c", 1, ["a1"]) == 2  # with what somebody held in his hand
            assert (await service.table(ids[0])).at == 2

    run(test())


def test_a_deleted_table_is_gone_for_everybody(where):
    async def test():
        async with service_at(where) as service:
            table, (ann, _) = await seated(service)
            await service.delete(table)
            assert ann.got[-1]["type"] == "bye"
            with pytest.raises(NoSuchTable):
                await service.table(table.id)
            with pytest.raises(NoSuchTable):
                await service.act(table, 0, "c", 0, ["b2"])
            with pytest.raises(NoSuchTable):
                service.join(table, None, ann.raw.append)

    run(test())


def test_whose_table_it_is_outlives_the_server_and_no_address_is_kept(tmp_path):
    """So agents of one person's tables wait in turn with those of others after a restart, too."""
    where = tmp_path / "t.db"

    async def test():
        async with service_at(where) as service:
            made = [
                (await service.create(wishes("pig", PERSON, PERSON), who))["id"]
                for who in ("192.0.2.7", "192.0.2.7", "::1")
            ]
            before = [service._rooms.here(one).who for one in made]
        async with service_at(where) as service:
            for one in made:
                await service.table(one)
            after = [service._rooms.here(one).who for one in made]
        assert after == before
        assert after[0].person == after[1].person != after[2].person != ""
        assert not any(b"192.0.2.7" in file.read_bytes() for file in tmp_path.iterdir())

    run(test())
