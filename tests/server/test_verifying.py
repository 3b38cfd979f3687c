"""Dice and records: promised before the game, told and checked after it."""

import json

import pytest

import magnate
from magnate.errors import Refused

from .live import PERSON, Watcher, agent, hub_at, run, seated, until, wishes


def test_dice_are_committed_before_and_revealed_after_the_game(tmp_path):
    async def test():
        async with hub_at(tmp_path / "t.db") as hub:
            made = await hub.create(wishes("pig", PERSON, agent("random")))
            assert made["table"]["reveal"] is None
            promised = made["table"]["commitment"]
            table = await hub.table(made["id"])
            ann = Watcher(hub, table, 0)
            await hub.take_seat(table, 0, "s", "agent", "random")
            await until(lambda: table.over)
            await until(lambda: ann.of("over"))
            reveal = ann.of("over")[0]["reveal"]
            import hashlib

            assert hashlib.sha256(f"{reveal['seed']}:{reveal['nonce']}".encode()).hexdigest() == promised
            early = b"".join(one for one in ann.raw if json.loads(one)["type"] not in ("over", "sync"))
            assert reveal["nonce"].encode() not in early
            assert reveal["seed"].encode() not in early
            found = await hub.verify(table)
            assert found["ok"], found

    run(test())


def test_a_game_that_goes_on_is_not_verified_and_its_record_not_given(tmp_path):
    async def test():
        async with hub_at(tmp_path / "t.db") as hub:
            table, _ = await seated(hub, "pig")
            with pytest.raises(Refused):
                await hub.verify(table)
            with pytest.raises(Refused):
                await hub.record(table)
            assert magnate.Record.from_json(await hub.record(table, owner=True)).seed is None
            hidden, _ = await seated(hub, "kuhn")
            with pytest.raises(Refused):
                await hub.record(hidden, owner=True)

    run(test())


def test_a_game_by_older_rules_is_imported_kept_and_exported_as_one(tmp_path, monkeypatch):
    game = magnate.load("pig", target=20)
    monkeypatch.setattr(game.module, "REPLAYS", {1: lambda state, action: action == 1}, raising=False)
    position = game.new(seed=4).redo(1, 1)
    while not position.is_over:
        position.apply(position.legal()[0])
    record = position.record(agents=["random", "random"])
    assert record.rules_version == 1

    async def test():
        async with hub_at(tmp_path / "t.db") as hub:
            made = await hub.import_record(json.loads(record.to_json()))
        async with hub_at(tmp_path / "t.db") as hub:  # another process, which reads what was kept
            table = await hub.table(made["id"])
            assert magnate.Record.from_json(await hub.record(table)) == record
            assert (await hub.verify(table))["ok"]

    run(test())
