"""New tables: as somebody wishes them, of a position of another one, of a record."""

import json

import pytest

import magnate
from magnate.errors import BadAgent, BadPlayers, BadRecord, BadTable, NoSuchTable, Refused
from magnate.server.schemas import Fork, SeatWish

from .live import PERSON, Watcher, agent, finished, hub_at, run, seated, until, wishes


@pytest.mark.parametrize("spec", ["os:system", "network:/etc/passwd.safetensors", "nobody", "mcts:pool=999999999"])
def test_agents_that_a_page_may_not_ask_for_are_refused(tmp_path, spec):
    async def test():
        async with hub_at(tmp_path / "t.db") as hub:
            with pytest.raises(BadAgent):
                await hub.create(wishes("tictactoe", PERSON, agent(spec)))
            table, _ = await seated(hub)
            with pytest.raises(Refused):
                await hub.take_seat(table, 0, "s", "agent", spec)
            assert table.seq == 0

    run(test())


def test_impossible_tables_are_refused(tmp_path):
    async def test():
        async with hub_at(tmp_path / "t.db") as hub:
            with pytest.raises(BadPlayers):
                await hub.create(wishes("tictactoe", PERSON, PERSON, PERSON))
            with pytest.raises(BadTable):
                await hub.create(wishes("tictactoe", PERSON, PERSON, undo="free"))
            with pytest.raises(BadTable):
                await hub.create(wishes("tictactoe", PERSON, SeatWish(kind="human", agent="random")))
            with pytest.raises(NoSuchTable):
                await hub.table("nosuchtable")
            assert (await hub.listing.page())["games"] == []

    run(test())


def test_there_are_no_more_tables_than_the_server_may_have(tmp_path):
    async def test():
        async with hub_at(tmp_path / "t.db", running=2) as hub:
            for _ in range(2):
                await hub.create(wishes("tictactoe", PERSON, PERSON))
            with pytest.raises(Refused) as refused:
                await hub.create(wishes("tictactoe", PERSON, PERSON))
            assert refused.value.reason == "rate"

    run(test())


def test_a_fork_goes_on_from_any_step_with_dice_of_its_own(where):
    async def test():
        async with hub_at(where) as hub:
            table = await finished(hub)
            fork = Fork(at=5, seats=[PERSON, agent("random")])
            made = await hub.fork(table, None, fork)
            forked = await hub.table(made["id"])
            assert forked.position.hash == table.position_at(5).hash
            assert made["table"]["fork_of"] == {"id": table.id, "at": 5}
            assert made["table"]["undo"] == "free"
            assert made["table"]["commitment"] != table.info()["commitment"]
            assert forked.log(None)[-1]["m"] == {"k": "table.forked", "a": {"at": 5}}
            for at in (table.at, table.at + 1):
                with pytest.raises(BadTable):
                    await hub.fork(table, None, Fork(at=at, seats=[PERSON, agent("random")]))
            people = await hub.fork(table, None, Fork(at=5, seats=[PERSON, PERSON]))
            assert people["table"]["undo"] == "barrier"
            await hub.take_seat(forked, 0, "s", "agent", "random")
            await until(lambda: forked.over)
            assert (await hub.verify(forked))["ok"]
        async with hub_at(where) as hub:
            assert (await hub.table(forked.id)).over

    run(test())


def test_a_fork_is_no_engine_beside_a_game_without_hints(tmp_path):
    async def test():
        async with hub_at(tmp_path / "t.db") as hub:
            table, _ = await seated(hub, "pig")
            made = await hub.fork(table, 0, Fork(at=0, seats=[PERSON, agent("random")], hints="always"))
            assert made["table"]["hints"] == "off"

    run(test())


def test_a_record_is_imported_and_watched(where):
    async def test():
        record = magnate.load("pig").play(["random", "random"], seed=5)
        async with hub_at(where, steps=5000) as hub:
            made = await hub.import_record(json.loads(record.to_json()))
            table = await hub.table(made["id"])
            assert made["tokens"] == {}
            assert made["table"]["status"] == "over"
            assert table.at + sum(len(frame.steps) - 1 for frame in table.frames) == len(record.actions) - 1 + 0
            assert magnate.Record.from_json(await hub.record(table)) == record
            assert (await hub.verify(table))["ok"]
            shown = await hub.steps(table, None, 0, 10)
            assert shown["total"] == table.at + 1
            assert (await hub.listing.page())["games"][0]["winner"] == table.summary()["winners"]
        async with hub_at(where, steps=5) as hub:
            assert await hub.steps(await hub.table(made["id"]), None, 0, 10) == shown
            with pytest.raises(BadRecord, match="takes up to 5"):
                await hub.import_record(json.loads(record.to_json()))

    run(test())


def test_names_of_people_outlive_export_and_import(where):
    """They come from a file, so they are cleaned as those that people give themselves."""

    async def test():
        async with hub_at(where) as hub:
            seats = [SeatWish(kind="human", name="Ann: the first"), SeatWish(kind="human", name="random")]
            table = await hub.table((await hub.create(wishes("tictactoe", *seats)))["id"])
            for number, name in enumerate(("a1", "b1", "a2", "b2", "a3")):
                await hub.act(table, number % 2, f"c{number}", table.seq, [name])
            record = json.loads(await hub.record(table))
            assert record["agents"] == ["human:Ann: the first", "human:random"]
            made = await hub.import_record(record)
            again = await hub.table(made["id"])
            assert [(chair.name, chair.human) for chair in again.chairs] == [("Ann: the first", True), ("random", True)]
            assert made["tokens"] == {}
            assert json.loads(await hub.record(again)) == record
            with pytest.raises(Refused):
                await hub.reissue(again, 0)  # nobody can sit down at a record
        async with hub_at(where) as hub:
            again = await hub.table(made["id"])
            assert all(seat["online"] and seat["claimed"] for seat in again.seats(()))  # nobody is waited for
            for agents, names in (
                (["human:\u202e<b>\n" + "x" * 50, "human"], [("<b> " + "x" * 20, True), ("Player 2", True)]),
                (None, [("Player 1", True), ("Player 2", True)]),
                (["human:", "humane"], [("Player 1", True), ("humane", False)]),
            ):
                made = await hub.import_record({**record, "agents": agents})
                chairs = (await hub.table(made["id"])).chairs
                assert [(chair.name, chair.human) for chair in chairs] == names

    run(test())


def test_a_record_that_was_not_finished_waits_for_nobody(where):
    async def test():
        async with hub_at(where) as hub:
            table, _ = await seated(hub, "pig", seed=5)
            await hub.act(table, 0, "c", 0, ["roll"])
            made = await hub.import_record(json.loads(await hub.record(table, owner=True)))
            assert (made["table"]["imported"], made["table"]["status"]) == (True, "over")
            again = await hub.table(made["id"])
            watcher = Watcher(hub, again)
            assert watcher.of("sync")[0]["view"]["over"] is None
            assert again.agent_next is None
            with pytest.raises(Refused) as refused:
                await hub.act(again, again.position.to_move, "c", again.seq, ["roll"])
            assert refused.value.reason == "over"
            with pytest.raises(Refused):
                await hub.take_seat(again, 0, "s", "agent", "random")
            fork = await hub.fork(again, None, Fork(at=1, seats=[PERSON, agent("random")]))
            assert fork["table"]["status"] == "open"
            assert not (await hub.create(wishes("pig", PERSON, PERSON)))["table"]["imported"]

    run(test())


@pytest.mark.parametrize(
    "change",
    [
        {"final_hash": "0" * 64},
        {"actions": [99]},
        {"actions": ["roll", "7"]},
        {"game": "nosuchgame"},
        {"rules_version": 99},
        {"players": 99},
        {"options": {"target": {"deep": 1}}},
        {"seed": 6},
        {"extra": 1},
        {"kind": "other"},
    ],
)
def test_records_that_are_none_are_refused(tmp_path, change):
    async def test():
        record = json.loads(magnate.load("pig").play(["random", "random"], seed=5).to_json())
        async with hub_at(tmp_path / "t.db") as hub:
            with pytest.raises(BadRecord):
                await hub.import_record({**record, **change})
            assert (await hub.listing.page())["games"] == []

    run(test())


def test_a_record_nested_too_deeply_is_refused(tmp_path):
    async def test():
        deep = nested = {}
        for _ in range(100_000):
            nested["a"] = {}
            nested = nested["a"]
        async with hub_at(tmp_path / "t.db") as hub:
            with pytest.raises(BadRecord):
                await hub.import_record({"kind": "magnate.record", "options": deep})

    run(test())
