"""Heavy work for those who ask over the network: whose turn it is, and that nobody else waits for it."""

import asyncio
import json
import threading
import time

import pytest

import magnate
from magnate.errors import BadRecord, Refused, WorkerFailed
from magnate.server.records import RecordWorkers
from magnate.server.routes import show_log, show_turns
from magnate.server.settings import Limits
from magnate.server.table import Table

from .live import PERSON, finished, run, seated, service_at, wishes


def body_of(game="tictactoe", seed=1):
    record = magnate.load(game).play(["random", "random"], seed=seed)
    return json.dumps({"record": json.loads(record.to_json())}).encode()


def test_who_asks_for_much_waits_for_himself():
    async def test():
        labour, done = RecordWorkers(1), []

        async def ask(person, number):
            await labour.imported(body_of(seed=number), Limits(), person)
            done.append(person)

        try:
            await ask("Ann", 0)  # the process has been started
            asked = [asyncio.ensure_future(ask("Ann", number)) for number in range(20)]
            await asyncio.sleep(0)
            asked += [asyncio.ensure_future(ask(person, 1)) for person in ("Bob", "Cyd")]
            await asyncio.gather(*asked)
        finally:
            await labour.close()
        assert sorted(done[1:5]) == ["Ann", "Ann", "Bob", "Cyd"] or set(done[1:4]) == {"Ann", "Bob", "Cyd"}
        assert done.count("Ann") == 21

    run(test())


def test_tables_are_made_and_played_while_all_labour_and_all_loading_stand_still(tmp_path):
    """Nothing that making a table takes waits behind them, however many there are."""

    async def test():
        async with service_at(tmp_path / "t.db") as service:
            old = [(await service.create(wishes("kuhn", PERSON, PERSON)))["id"] for _ in range(20)]
        async with service_at(tmp_path / "t.db") as service:
            let_go, load = threading.Event(), service.store.load

            def slow(table):
                let_go.wait()
                return load(table)

            service.store.load = slow
            for worker in range(service.labour.workers):  # all of them are busy with nobody knows what
                service.labour._idle.pop()
                assert len(service.labour._idle) == service.labour.workers - worker - 1
            waiting = [asyncio.ensure_future(service.import_record(body_of(), "Ann")) for _ in range(20)]
            waiting += [asyncio.ensure_future(service.table(table)) for table in old]
            await asyncio.sleep(0.05)
            table, (ann, _) = await seated(service)
            await service.act(table, 0, "c", 0, ["b2"])
            assert ann.seq == 1
            assert not any(one.done() for one in waiting)
            let_go.set()
            for one in waiting[:20]:
                one.cancel()
            assert [table.id for table in await asyncio.gather(*waiting[20:])] == old

    run(test())


def test_tables_are_made_and_played_while_whole_games_and_questions_stand_still(tmp_path, monkeypatch):
    let_go, work = threading.Event(), RecordWorkers._asked

    def slow_worker(*asked):
        let_go.wait()
        return work(*asked)

    def slow(*_):
        let_go.wait()
        return {"ok": True}

    async def test():
        async with service_at(tmp_path / "t.db", labours=100) as service:
            made = await service.create(wishes("tictactoe", PERSON, PERSON))
            old = await service.table(made["id"])
            for number, square in enumerate(("a1", "b1", "a2", "b2", "a3")):
                await service.act(old, number % 2, f"c{number}", number, [square])
            monkeypatch.setattr(RecordWorkers, "_asked", slow_worker)
            for asked in ("preview", "steps"):
                monkeypatch.setattr(Table, asked, slow)
            waiting = [asyncio.ensure_future(service.verify(old)) for _ in range(50)]
            waiting += [asyncio.ensure_future(service.preview(old, 0, ["c1"])) for _ in range(50)]
            waiting += [asyncio.ensure_future(service.steps(old, None, 0, 1)) for _ in range(50)]
            await asyncio.sleep(0.05)
            try:
                made = await asyncio.wait_for(service.create(wishes("tictactoe", PERSON, PERSON)), 60)
                table = await service.table(made["id"])
                assert await service.act(table, 0, "c", 0, ["b2"]) == 1
                assert not any(one.done() for one in waiting)
            finally:
                let_go.set()
            assert len(await asyncio.gather(*waiting)) == 150

    run(test())


def test_the_log_of_a_long_game_costs_the_loop_next_to_nothing(tmp_path):
    async def test():
        async with service_at(tmp_path / "t.db") as service:
            table, _ = await seated(service)
            await service.act(table, 0, "c", 0, ["b2"])
            table.frames += table.frames[-1:] * 40_000
            before = time.thread_time()
            log, turns = await show_log(table, service, None), await show_turns(table, service, None)
            assert time.thread_time() - before < 0.1
            assert json.loads(log.body) == {"lines": table.log(None)}
            assert json.loads(turns.body) == {"turns": table.turns()}
            assert table.log(None)[-1]["at"] == table.at == 40_001
            assert table.log(None, 7) == table.log(None)[-7:]

    run(test())


@pytest.mark.parametrize(
    "junk",
    [
        b'{"record":{"a":1' + b"," * 4_900_000,
        pytest.param(
            b"{" + b",".join(b'"k%06d":1' % number for number in range(440_000)) + b"}", marks=pytest.mark.long
        ),
        b'{"record":{"actions":[' + b"[]," * 1_600_000 + b"1]}}",
        b"[" * 4_900_000,
        b"\xff" * 4_900_000,
    ],
    ids=["no JSON", "keys", "lists", "depth", "bytes"],
)
def test_a_body_of_junk_costs_the_loop_next_to_nothing(tmp_path, junk):
    async def test():
        async with service_at(tmp_path / "t.db") as service:
            with pytest.raises(BadRecord):
                await service.import_record(body_of("kuhn").replace(b"kuhn", b"none"), "Ann")  # its process is started
            before = time.thread_time()
            with pytest.raises(BadRecord):
                await service.import_record(junk, "Ann")
            assert time.thread_time() - before < 0.25

    run(test())


def test_only_so_many_records_of_one_address_may_wait(tmp_path):
    async def test():
        async with service_at(tmp_path / "t.db", labours=3) as service:
            idle = [service.labour._idle.pop() for _ in range(service.labour.workers)]
            waiting = [asyncio.ensure_future(service.import_record(body_of(), "Ann")) for _ in range(3)]
            await asyncio.sleep(0)
            with pytest.raises(Refused) as refused:
                await service.import_record(body_of(), "Ann")
            assert refused.value.localized.key == "table.refused.busy"
            waiting.append(asyncio.ensure_future(service.import_record(body_of(), "Bob")))
            await asyncio.sleep(0)
            waiting[1].cancel()  # whoever goes away holds up nobody
            service.labour._idle += idle
            service.labour._next()
            made = await asyncio.gather(*waiting, return_exceptions=True)
            assert [isinstance(one, dict) for one in made] == [True, False, True, True]
            assert len({one["id"] for one in made if isinstance(one, dict)}) == 3
            assert len((await service.listing.page())["games"]) == 3

    run(test())


def test_a_process_that_ends_is_told_and_replaced(tmp_path):
    async def test():
        async with service_at(tmp_path / "t.db") as service:
            await service.import_record(body_of(), "Ann")
            worker = next(one for one in service.labour._idle if one is not None)
            asked = asyncio.ensure_future(service.import_record(body_of("pig"), "Ann"))
            await asyncio.sleep(0)
            worker.process.kill()
            found = (await asyncio.gather(asked, return_exceptions=True))[0]
            assert isinstance(found, WorkerFailed | dict)
            assert (await service.import_record(body_of(), "Ann"))["table"]["imported"]

    run(test())


def test_records_are_made_and_verified_while_other_whole_games_are_gone_through(tmp_path):
    async def test():
        async with service_at(tmp_path / "t.db") as service:
            let_go, table = threading.Event(), await finished(service)
            other = asyncio.ensure_future(service.aside(let_go.wait))
            assert (await service.verify(table, "Ann"))["ok"]
            assert magnate.Record.from_json(await service.record(table, who="Ann")).verify()
            let_go.set()
            await other

    run(test())


def test_of_one_person_only_so_many_records_wait_to_be_made(tmp_path):
    async def test():
        async with service_at(tmp_path / "t.db", labours=3) as service:
            table = await finished(service)
            service.labour._idle.clear()  # all workers are busy
            waiting = [asyncio.ensure_future(service.verify(table, "Ann")) for _ in range(3)]
            await asyncio.sleep(0)
            while service.labour.waiting.of("Ann") < 3:
                await asyncio.sleep(0.01)
            for refused in (service.verify(table, "Ann"), service.record(table, who="Ann")):
                with pytest.raises(Refused):
                    await refused
            waiting.append(asyncio.ensure_future(service.verify(table, "Bob")))
            await asyncio.sleep(0.05)
            assert not any(one.done() for one in waiting)
            for one in waiting:
                one.cancel()

    run(test())
