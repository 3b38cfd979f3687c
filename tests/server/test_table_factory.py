"""New tables: as somebody wishes them, of a position of another one, of a record."""

import json

import pytest
from pydantic import ValidationError

import magnate
from magnate.errors import BadAgent, BadPlayers, BadRecord, BadTable, BadToken, NoSuchTable, Refused
from magnate.server.schemas import Fork, Rematch, SeatWish

from .live import PERSON, Watcher, agent, finished, run, seated, service_at, until, wishes


@pytest.mark.parametrize("spec", ["os:system", "network:/etc/passwd.safetensors", "nobody", "mcts:pool=999999999"])
def test_agents_that_a_page_may_not_ask_for_are_refused(tmp_path, spec):
    async def test():
        async with service_at(tmp_path / "t.db") as service:
            with pytest.raises(BadAgent):
                await service.create(wishes("tictactoe", PERSON, agent(spec)))
            table, _ = await seated(service)
            with pytest.raises(Refused):
                await service.take_seat(table, 0, "s", "agent", spec)
            assert table.seq == 0

    run(test())


def test_impossible_tables_are_refused(tmp_path):
    async def test():
        async with service_at(tmp_path / "t.db") as service:
            with pytest.raises(BadPlayers):
                await service.create(wishes("tictactoe", PERSON, PERSON, PERSON))
            with pytest.raises(BadTable):
                await service.create(wishes("tictactoe", PERSON, PERSON, undo="free"))
            with pytest.raises(BadTable):
                await service.create(wishes("tictactoe", PERSON, SeatWish(kind="human", agent="random")))
            with pytest.raises(NoSuchTable):
                await service.table("nosuchtable")
            assert (await service.listing.page())["games"] == []

    run(test())


def test_there_are_no_more_tables_than_the_server_may_have(tmp_path):
    async def test():
        async with service_at(tmp_path / "t.db", running=2) as service:
            for _ in range(2):
                await service.create(wishes("tictactoe", PERSON, PERSON))
            with pytest.raises(Refused) as refused:
                await service.create(wishes("tictactoe", PERSON, PERSON))
            assert refused.value.reason == "rate"

    run(test())


def test_a_game_is_played_again_with_the_same_dice(where):
    """Every seat throws what it threw before, whoever sits there, and the table says that its dice are known."""

    async def test():
        async with service_at(where) as service:
            table = await finished(service)
            people = await service.create(wishes("pig", PERSON, PERSON, dice_of=table.id))
            assert people["table"]["commitment"] == table.info()["commitment"]
            assert people["table"]["dice"] == "chosen"
            again = await service.create(wishes("pig", agent("random"), agent("random"), dice_of=table.id))
            second = await service.table(again["id"])
            await until(lambda: second.over)
            assert second.position.history == table.position.history  # the same agents by the same dice
            for game, of in (("pig", people["id"]), ("tictactoe", table.id)):  # one goes on, one is another game
                with pytest.raises(Refused):
                    await service.create(wishes(game, PERSON, PERSON, dice_of=of))

    run(test())


def test_a_rematch_is_one_table_for_all_who_played(where):
    async def test():
        async with service_at(where) as service:
            table = await service.create(wishes("tictactoe", PERSON, PERSON))
            first = await service.table(table["id"])
            nothing = {"id": None, "seat": None, "token": None}
            assert await service.rematch(first, 0) == nothing
            made = await service.create(wishes("tictactoe", PERSON, PERSON))
            offered = Rematch(id=made["id"], tokens={"1": made["tokens"]["0"]})  # one seat on
            with pytest.raises(Refused):
                await service.offer_rematch(first, 0, offered)
            for number, name in enumerate(("a1", "b1", "a2", "b2", "a3")):
                await service.act(first, number % 2, f"c{number}", first.seq, [name])
            with pytest.raises(BadToken):
                await service.offer_rematch(first, 0, Rematch(id=made["id"], tokens={"1": "x" * 22}))
            assert await service.rematch(first, 1) == nothing
            assert await service.offer_rematch(first, 0, offered) == {"id": made["id"], "seat": None, "token": None}
            assert await service.rematch(first, 1) == {"id": made["id"], "seat": 0, "token": made["tokens"]["0"]}
            other = await service.create(wishes("tictactoe", PERSON, PERSON))
            later = Rematch(id=other["id"], tokens={"0": other["tokens"]["1"]})
            late = await service.offer_rematch(first, 1, later)
            assert late["id"] == made["id"]  # the first counts
        async with service_at(where) as service:  # also after a restart
            first = await service.table(table["id"])
            assert await service.rematch(first, 1) == {"id": made["id"], "seat": 0, "token": made["tokens"]["0"]}
            await service.delete(await service.table(made["id"]))
            assert await service.rematch(first, 1) == nothing
            assert (await service.offer_rematch(first, 1, later))["id"] == other["id"]  # another one may follow
        with pytest.raises(ValidationError):
            Rematch(id=made["id"], tokens={})

    run(test())


def test_a_fork_goes_on_from_any_step_with_dice_of_its_own(where):
    async def test():
        async with service_at(where) as service:
            table = await finished(service)
            fork = Fork(at=5, seats=[PERSON, agent("random")])
            made = await service.fork(table, None, fork)
            forked = await service.table(made["id"])
            assert forked.position.hash == table.position_at(5).hash
            turn = len({one["at"] for one in table.turns() if one["at"] <= 5})
            assert turn >= 1
            assert made["table"]["fork_of"] == {"id": table.id, "at": 5, "turn": turn}
            assert made["table"]["undo"] == "free"
            assert made["table"]["commitment"] != table.info()["commitment"]
            assert forked.log(None)[-1]["m"] == {"k": "table.forked_turn", "a": {"turn": turn}}
            for at in (table.at, table.at + 1):
                with pytest.raises(BadTable):
                    await service.fork(table, None, Fork(at=at, seats=[PERSON, agent("random")]))
            people = await service.fork(table, None, Fork(at=5, seats=[PERSON, PERSON]))
            assert people["table"]["undo"] == "barrier"
            await service.take_seat(forked, 0, "s", "agent", "random")
            await until(lambda: forked.over)
            assert (await service.verify(forked))["ok"]
        async with service_at(where) as service:
            assert (await service.table(forked.id)).over

    run(test())


def test_a_fork_is_no_engine_beside_a_game_without_hints(tmp_path):
    async def test():
        async with service_at(tmp_path / "t.db") as service:
            table, _ = await seated(service, "pig")
            made = await service.fork(table, 0, Fork(at=0, seats=[PERSON, agent("random")], hints="always"))
            assert made["table"]["hints"] == "off"

    run(test())


def test_a_record_is_imported_and_watched(where):
    async def test():
        record = magnate.load("pig").play(["random", "random"], seed=5)
        async with service_at(where, steps=5000) as service:
            made = await service.import_record(json.loads(record.to_json()))
            table = await service.table(made["id"])
            assert made["tokens"] == {}
            assert made["table"]["status"] == "over"
            assert table.at + sum(len(frame.steps) - 1 for frame in table.frames) == len(record.actions) - 1 + 0
            assert magnate.Record.from_json(await service.record(table)) == record
            assert (await service.verify(table))["ok"]
            shown = await service.steps(table, None, 0, 10)
            assert shown["total"] == table.at + 1
            assert (await service.listing.page())["games"][0]["winner"] == table.summary()["winners"]
        async with service_at(where, steps=5) as service:
            assert await service.steps(await service.table(made["id"]), None, 0, 10) == shown
            with pytest.raises(BadRecord, match="takes up to 5"):
                await service.import_record(json.loads(record.to_json()))

    run(test())


def test_names_of_people_outlive_export_and_import(where):
    """They come from a file, so they are cleaned as those that people give themselves."""

    async def test():
        async with service_at(where) as service:
            seats = [SeatWish(kind="human", name="Ann: the first"), SeatWish(kind="human", name="random")]
            table = await service.table((await service.create(wishes("tictactoe", *seats)))["id"])
            for number, name in enumerate(("a1", "b1", "a2", "b2", "a3")):
                await service.act(table, number % 2, f"c{number}", table.seq, [name])
            record = json.loads(await service.record(table))
            assert record["agents"] == ["human:Ann: the first", "human:random"]
            made = await service.import_record(record)
            again = await service.table(made["id"])
            assert [(seat.name, seat.human) for seat in again.seats] == [
                ("Ann: the first", True),
                ("random", True),
            ]
            assert made["tokens"] == {}
            assert json.loads(await service.record(again)) == record
            with pytest.raises(Refused):
                await service.reissue(again, 0)  # nobody can sit down at a record
        async with service_at(where) as service:
            again = await service.table(made["id"])
            assert all(seat["online"] and seat["claimed"] for seat in again.shown_seats(()))  # nobody is waited for
            for agents, names in (
                (["human:\u202e<b>\n" + "x" * 50, "human"], [("<b> " + "x" * 20, True), ("Player 2", True)]),
                (None, [("Player 1", True), ("Player 2", True)]),
                (["human:", "humane"], [("Player 1", True), ("humane", False)]),
            ):
                made = await service.import_record({**record, "agents": agents})
                seats = (await service.table(made["id"])).seats
                assert [(seat.name, seat.human) for seat in seats] == names

    run(test())


def test_a_record_that_was_not_finished_waits_for_nobody(where):
    async def test():
        async with service_at(where) as service:
            table, _ = await seated(service, "pig", seed=5)
            await service.act(table, 0, "c", 0, ["roll"])
            made = await service.import_record(json.loads(await service.record(table, owner=True)))
            assert (made["table"]["imported"], made["table"]["status"]) == (True, "over")
            again = await service.table(made["id"])
            watcher = Watcher(service, again)
            assert watcher.of("sync")[0]["view"]["over"] is None
            assert again.agent_next is None
            with pytest.raises(Refused) as refused:
                await service.act(again, again.position.to_move, "c", again.seq, ["roll"])
            assert refused.value.reason == "over"
            with pytest.raises(Refused):
                await service.take_seat(again, 0, "s", "agent", "random")
            fork = await service.fork(again, None, Fork(at=1, seats=[PERSON, agent("random")]))
            assert fork["table"]["status"] == "open"
            assert not (await service.create(wishes("pig", PERSON, PERSON)))["table"]["imported"]

    run(test())


FALSE: list[dict] = [
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
]


def test_records_that_are_none_are_refused(tmp_path):
    """All by one service, whose processes take longer to start than to refuse."""

    async def test():
        record = json.loads(magnate.load("pig").play(["random", "random"], seed=5).to_json())
        async with service_at(tmp_path / "t.db") as service:
            for change in FALSE:
                with pytest.raises(BadRecord):
                    await service.import_record({**record, **change})
                assert (await service.listing.page())["games"] == [], change

    run(test())


def test_a_record_nested_too_deeply_is_refused(tmp_path):
    async def test():
        deep = nested = {}
        for _ in range(100_000):
            nested["a"] = {}
            nested = nested["a"]
        async with service_at(tmp_path / "t.db") as service:
            with pytest.raises(BadRecord):
                await service.import_record({"kind": "magnate.record", "options": deep})

    run(test())
