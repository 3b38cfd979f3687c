"""Dice and records: promised before the game, told and checked after it."""

import hashlib
import json
import sqlite3
from base64 import b64decode
from contextlib import closing
from dataclasses import replace

import numpy as np
import pytest

import magnate
from magnate.core.dice import KeyedDice
from magnate.errors import Refused
from magnate.games import pig
from magnate.server import records
from magnate.server.agent_workers import question
from magnate.server.decisions import shown_to
from magnate.server.records import RecordWorkers
from magnate.server.schemas import Fork

from .live import PERSON, Watcher, agent, finished, run, seated, service_at, until, wishes

CHOSEN = 7_182_818_284_590_452


@pytest.mark.parametrize("chosen", [{}, {"seed": CHOSEN}])
def test_dice_are_committed_before_and_revealed_after_the_game(tmp_path, chosen):
    async def test():
        async with service_at(tmp_path / "t.db") as service:
            made = await service.create(wishes("pig", PERSON, agent("random"), **chosen))
            assert made["table"]["reveal"] is None
            assert made["table"]["dice"] == ("chosen" if chosen else "key")
            promised = made["table"]["commitment"]
            table = await service.table(made["id"])
            ann = Watcher(service, table, 0)
            await service.take_seat(table, 0, "s", "agent", "random")
            await until(lambda: table.over)
            await until(lambda: ann.of("over"))
            reveal = ann.of("over")[0]["reveal"]
            secret_bytes = f"{reveal['seed']}:{reveal['nonce']}".encode() if chosen else bytes.fromhex(reveal["key"])
            assert hashlib.sha256(secret_bytes).hexdigest() == promised
            early = b"".join(one for one in ann.raw if json.loads(one)["type"] not in ("over", "sync"))
            secret = (
                [reveal["nonce"], reveal["seed"]] if chosen else [reveal["key"], str(table.config.dice.agents_seed)]
            )
            assert not any(one.encode() in early for one in secret)
            found = await service.verify(table)
            assert found["ok"], found
            assert found["checks"][0]["found"]["a"]["formula"].endswith(f" = {promised}")
            record = magnate.Record.from_json(await service.record(table))
            assert record.chance == (CHOSEN if chosen else KeyedDice(reveal["key"], promised))
            assert record.verify().dice
            again = await service.import_record(json.loads(record.to_json()))
            copy = await service.table(again["id"])
            assert (await service.verify(copy))["ok"]
            assert magnate.Record.from_json(await service.record(copy)) == record
            assert again["table"]["reveal"] is not None

    run(test())


def test_a_key_that_was_changed_in_the_store_is_found(tmp_path):
    async def test():
        where = tmp_path / "t.db"
        async with service_at(where) as service:
            table, _ = await seated(service, "kuhn")
            for number, name in enumerate(("pass", "pass")):
                await service.act(table, number, f"c{number}", table.seq, [name])
            key = table.config.dice.key
            changed = key[:-1] + format(int(key[-1], 16) ^ 1, "x")  # one bit
            terms = table.config.to_json()
            terms["dice"]["key"] = changed
            sealed = service.store._sealed(table.id, json.dumps(terms))  # by somebody who has the store's own key
        with closing(sqlite3.connect(where)) as connection, connection:
            connection.execute("UPDATE game_table SET terms = ?, checksum = NULL", (sealed,))
        async with service_at(where) as service:
            found = await service.verify(await service.table(table.id))
            assert [check["name"] for check in found["checks"] if not check["ok"]] == ["commitment", "game"]

    run(test())


def test_who_plays_decides_how_the_dice_are_drawn(tmp_path):
    """Nobody can search the key where people play; agents alone can be played again by their seed."""

    async def test():
        async with service_at(tmp_path / "t.db") as service:
            people, _ = await seated(service, "pig")
            chosen, _ = await seated(service, "pig", seed=7)
            alone = await finished(service)
            assert [one.info()["dice"] for one in (people, chosen, alone)] == ["key", "chosen", "seed"]
            assert isinstance(alone.config.dice.seed, int)
            fork = Fork(at=3, seats=[PERSON, agent("random")])
            forked = await service.table((await service.fork(alone, None, fork))["id"])
            other = await service.table((await service.fork(people, 0, Fork(at=0, seats=[PERSON, PERSON])))["id"])
            assert forked.info()["dice"] == other.info()["dice"] == "key"
            assert other.config.dice.key != people.config.dice.key
            assert (people.position.seed, people.position.dice) == (None, people.config.dice)
            assert chosen.log(None)[-1]["m"]["k"] == "table.chosen"

    run(test())


def test_nothing_that_an_agent_or_a_hint_is_asked_by_has_the_key(tmp_path):
    async def test():
        async with service_at(tmp_path / "t.db") as service:
            table, _ = await seated(service, "kuhn")
            dice = table.config.dice
            assert dice.key not in repr(table.config)
            asked = question("choose", table.position, "random")
            streams = np.frombuffer(b64decode(asked.streams), table.position.streams().dtype)
            assert int(streams["seed"][0]) == dice.agents_seed
            raw = asked.encoded(1.0) + b64decode(asked.states) + b64decode(asked.streams)
            assert dice.key.encode() not in raw
            assert bytes.fromhex(dice.key) not in raw
            hint = question("hint", shown_to(table.position, 0), "ismcts")
            assert not np.frombuffer(b64decode(hint.streams), streams.dtype)["seed"].any()

    run(test())


def test_a_table_goes_on_with_its_key_after_a_restart(tmp_path):
    async def test():
        where = tmp_path / "t.db"
        async with service_at(where) as service:
            table, _ = await seated(service, "pig")
            await service.act(table, 0, "a", 0, ["roll"])
            before = table.position.record()
        async with service_at(where) as service:
            again = await service.table(table.id)
            assert again.position.record() == before
            while not again.over:
                await service.act(again, again.position.to_move, f"c{again.seq}", again.seq, [_any(again)])
            assert (await service.verify(again))["ok"]
            record = magnate.Record.from_json(await service.record(again))
            assert record.actions[: len(before.actions)] == before.actions

    run(test())


def _any(table):
    """Roll until 20 points, then hold."""
    names = [str(action) for action in table.position.legal()]
    return "hold" if "roll" not in names or table.position.view(None)["total"] >= 20 else "roll"


def test_a_game_that_goes_on_is_not_verified_and_its_record_not_given(tmp_path):
    async def test():
        async with service_at(tmp_path / "t.db") as service:
            table, _ = await seated(service, "pig")
            with pytest.raises(Refused):
                await service.verify(table)
            with pytest.raises(Refused):
                await service.record(table)
            assert magnate.Record.from_json(await service.record(table, owner=True)).seed is None
            hidden, _ = await seated(service, "kuhn")
            with pytest.raises(Refused):
                await service.record(hidden, owner=True)

    run(test())


def test_a_game_by_older_rules_is_imported_kept_and_exported_as_one(tmp_path, monkeypatch):
    monkeypatch.setattr(pig, "GAME", replace(pig.GAME, replays={1: lambda state, action: action == 1}))
    game = magnate.load("pig", target=20)
    monkeypatch.setattr(RecordWorkers, "_worked", _worked_here)  # its processes do not see the line above
    position = game.new(seed=4).redo(1, 1)
    while not position.is_over:
        position.apply(position.legal()[0])
    record = position.record(agents=["random", "random"])
    assert record.rules_version == 1

    async def test():
        async with service_at(tmp_path / "t.db") as service:
            made = await service.import_record(json.loads(record.to_json()))
        async with service_at(tmp_path / "t.db") as service:  # another process, which reads what was kept
            table = await service.table(made["id"])
            assert magnate.Record.from_json(await service.record(table)) == record
            assert (await service.verify(table))["ok"]

    run(test())


async def _worked_here(_, asked, body, who):
    """:meth:`RecordWorkers._worked` without a process of its own."""
    return json.loads(json.dumps(records.work(asked, body, lambda: None)))
