"""Changes on their way to the store: together while others are written, and each with its own fate."""

import asyncio

import pytest

from magnate.errors import StoreBusy, StoreFailed
from magnate.server.tablestore import TOGETHER, Keeper

from .live import begun, run


class Slow:
    """A store that notes what is written together, and refuses steps of some tables."""

    def __init__(self, *refused, error=StoreFailed):
        self.calls = []
        self.kept = []
        self.refused = refused
        self.error = error
        self.tasks = []

    def keeper(self):
        return Keeper(self.write, lambda doing: self.tasks.append(asyncio.ensure_future(doing)))

    async def write(self, steps):
        self.calls.append([row["table"] for row, _ in steps])
        await asyncio.sleep(0.001)
        if set(self.calls[-1]) & set(self.refused):
            raise self.error("refused")
        self.kept += self.calls[-1]


def planned(count):
    tables = [begun(("pig", 2))[0] for _ in range(count)]
    return [(table, table.plan_move(0, ["roll"])) for table in tables]


async def all_kept(store, changes):
    keeper = store.keeper()
    return await asyncio.gather(*(keeper.keep(*change) for change in changes), return_exceptions=True)


def test_what_waits_while_others_are_written_is_written_together():
    async def test():
        store, changes = Slow(), planned(5)
        keeper = store.keeper()
        first = asyncio.ensure_future(keeper.keep(*changes[0]))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert await asyncio.gather(*(keeper.keep(*change) for change in changes[1:])) == [None] * 4
        await first
        ids = [table.id for table, _ in changes]
        assert store.calls == [ids[:1], ids[1:]]

    run(test())


def test_a_transaction_has_bounds_and_keeps_the_order():
    async def test():
        store, changes = Slow(), planned(TOGETHER + 30)
        assert await all_kept(store, changes) == [None] * len(changes)
        assert store.kept == [table.id for table, _ in changes]
        assert max(map(len, store.calls)) == TOGETHER

    run(test())


def test_one_that_cannot_be_kept_does_not_keep_the_others_from_it():
    async def test():
        changes = planned(4)
        store = Slow(changes[2][0].id)
        found = await all_kept(store, changes)
        assert [type(one) for one in found] == [type(None), type(None), StoreFailed, type(None)]
        assert store.kept == [table.id for table, _ in changes if table is not changes[2][0]]

    run(test())


def test_where_the_whole_store_is_held_nobody_waits_for_it_twice():
    async def test():
        changes = planned(4)
        store = Slow(changes[0][0].id, error=StoreBusy)
        found = await all_kept(store, changes)
        assert [type(one) for one in found] == [StoreBusy] * 4
        assert store.kept == []
        assert sum(map(len, store.calls)) == 4

    run(test())


def test_whoever_no_longer_waits_does_not_disturb_the_others():
    async def test():
        store, changes = Slow(), planned(3)
        keeper = store.keeper()
        waiting = [asyncio.ensure_future(keeper.keep(*change)) for change in changes]
        await asyncio.sleep(0)
        waiting[1].cancel()
        found = await asyncio.gather(*waiting, return_exceptions=True)
        assert found[0] is found[2] is None
        assert isinstance(found[1], asyncio.CancelledError)
        assert len(store.kept) == 3

    run(test())


def test_a_fault_of_the_program_reaches_who_waits_and_the_next_change_is_kept():
    async def test():
        changes = planned(2)
        store = Slow(changes[0][0].id, error=RuntimeError)
        keeper = store.keeper()
        with pytest.raises(RuntimeError):
            await keeper.keep(*changes[0])
        await keeper.keep(*changes[1])
        assert store.kept == [changes[1][0].id]

    run(test())
