"""A table service: who is told what and when, and what is refused."""

import asyncio
import json

import pytest

from magnate.errors import Refused, StoreFailed
from magnate.server.protocol import SERVER

from .live import PERSON, Watcher, run, seated, service_at, until, wishes


def test_everybody_is_told_each_step_in_order(tmp_path):
    async def test():
        async with service_at(tmp_path / "t.db") as service:
            table, (ann, bob) = await seated(service)
            public = Watcher(service, table)
            assert await service.act(table, 0, "c1", ann.seq, ["b2"]) == 1
            assert await service.act(table, 1, "c1", bob.seq, ["a1"]) == 2
            for watcher in (ann, bob, public):
                assert [step["seq"] for step in watcher.of("step")] == [1, 2]
            assert [step.get("cid") for step in ann.of("step")] == ["c1", None]
            assert [step["decision"] is not None for step in bob.of("step")] == [True, False]
            assert all(step["decision"] is None for step in public.of("step"))
            for one in (*ann.raw, *bob.raw, *public.raw):
                if json.loads(one)["type"] != "sync":
                    SERVER.validate_json(one)

    run(test())


def test_viewers_with_the_same_eyes_are_sent_the_same_object(tmp_path):
    async def test():
        async with service_at(tmp_path / "t.db") as service:
            table, (ann, _) = await seated(service)
            crowd = [Watcher(service, table) for _ in range(5)]
            await service.act(table, 0, "c1", ann.seq, ["b2"])
            assert len({id(one.raw[-1]) for one in crowd}) == 1

    run(test())


def test_a_message_that_comes_twice_is_done_once(where):
    async def test():
        async with service_at(where) as service:
            table, (ann, _) = await seated(service)
            first = await service.act(table, 0, "c1", 0, ["b2"])
            again = await asyncio.gather(*(service.act(table, 0, "c1", 0, ["b2"]) for _ in range(4)))
            assert {first, *again} == {1}
            assert len(ann.of("step")) == 1
        async with service_at(where) as service:  # after a restart too
            table = await service.table(table.id)
            assert await service.act(table, 0, "c1", 0, ["b2"]) == 1
            assert table.at == 1

    run(test())


@pytest.mark.parametrize(
    ("seat", "seq", "actions", "reason"),
    [
        (None, 0, ["b2"], "not_yours"),
        (1, 0, ["b2"], "not_yours"),
        (0, 7, ["b2"], "stale"),
        (0, 0, ["z9"], "illegal"),
    ],
)
def test_what_is_refused_is_told_to_nobody(tmp_path, seat, seq, actions, reason):
    async def test():
        async with service_at(tmp_path / "t.db") as service:
            table, (ann, _) = await seated(service)
            before = len(ann.raw)
            with pytest.raises(Refused) as refused:
                await service.act(table, seat, "c", seq, actions)
            assert refused.value.reason == reason
            assert (table.seq, len(ann.raw)) == (0, before)

    run(test())


def test_what_was_decided_on_an_older_position_is_stale(tmp_path):
    async def test():
        async with service_at(tmp_path / "t.db") as service:
            table, _ = await seated(service)
            await service.act(table, 0, "c1", 0, ["b2"])
            await service.act(table, 1, "c1", 1, ["a1"])
            with pytest.raises(Refused) as refused:
                await service.act(table, 0, "c2", 0, ["c3"])
            assert refused.value.reason == "stale"

    run(test())


def test_a_move_that_cannot_be_kept_has_not_happened(where, monkeypatch):
    async def test():
        async with service_at(where) as service:
            table, (ann, _) = await seated(service)
            before = len(ann.raw)

            def full(*_):
                raise StoreFailed("there is no room left")

            with monkeypatch.context() as patch:
                patch.setattr(service.store, "append", full)
                with pytest.raises(StoreFailed):
                    await service.act(table, 0, "c1", 0, ["b2"])
            assert (table.at, len(ann.raw)) == (0, before)
            assert await service.act(table, 0, "c1", 0, ["b2"]) == 1

    run(test())


def test_a_step_is_in_the_store_when_it_is_told(where):
    async def test():
        async with service_at(where) as service:
            table, _ = await seated(service)
            kept = []
            service.join(table, None, lambda _: kept.append(len(service.store.load(table.id).changes)))
            await service.act(table, 0, "c1", 0, ["b2"])
            assert kept == [2]

    run(test())


def test_whoever_goes_away_while_a_move_is_kept_has_moved(where):
    async def test():
        async with service_at(where) as service:
            table, (ann, _) = await seated(service)
            acting = asyncio.ensure_future(service.act(table, 0, "c1", 0, ["b2"]))
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            acting.cancel()
            await until(lambda: table.at == 1)
            assert len(service.store.load(table.id).changes) == 2
            await until(lambda: len(ann.of("step")) == 1)

    run(test())


def test_people_come_and_go(where):
    async def test():
        async with service_at(where) as service:
            made = await service.create(wishes("tictactoe", PERSON, PERSON))
            table = await service.table(made["id"])
            assert made["table"]["status"] == "open"
            ann = Watcher(service, table, 0)
            assert table.info()["status"] == "open"
            bob = Watcher(service, table, 1)
            assert table.info()["status"] == "running"
            assert [seat["online"] for seat in ann.of("seats")[-1]["seats"]] == [True, True]
            bob.subscription.close()
            bob.subscription.close()
            assert [seat["online"] for seat in ann.of("seats")[-1]["seats"]] == [True, False]
            assert all(seat["claimed"] for seat in ann.of("seats")[-1]["seats"])
        async with service_at(where) as service:
            table = await service.table(table.id)
            assert all(seat.claimed for seat in table.seats)

    run(test())


def test_whoever_is_there_is_told_that_the_server_ends(tmp_path):
    async def test():
        async with service_at(tmp_path / "t.db") as service:
            _, (ann, _) = await seated(service)
        assert ann.got[-1] == {"type": "bye", "code": "restart"}

    run(test())


def test_no_byte_that_is_sent_of_kuhn_names_a_hidden_card_or_the_dice(tmp_path):
    async def test():
        async with service_at(tmp_path / "t.db") as service:
            for seed in range(6):
                table, (ann, bob) = await seated(service, "kuhn", seed=7_182_818_284_590_452 + seed)
                public = Watcher(service, table)
                cards = [("", "jack", "queen", "king")[int(card)] for card in table.position.state["card"]]
                for number, name in enumerate(("pass", "bet", "pass")):  # ends with a fold: nothing is shown
                    await service.act(table, number % 2, f"c{number}", table.seq, [name])
                secrets = [str(table.config.dice.seed).encode(), table.config.dice.nonce.encode()]
                for watcher, own in ((ann, [cards[0]]), (bob, [cards[1]]), (public, [])):
                    for raw in watcher.raw:
                        named = {card for card in ("jack", "queen", "king") if f'"{card}"'.encode() in raw}
                        assert named <= set(own)
                        assert json.loads(raw)["type"] == "over" or not any(secret in raw for secret in secrets)
                    assert {name for name in own if any(f'"{name}"'.encode() in raw for raw in watcher.raw)} == set(own)

    run(test())


def test_what_is_asked_of_a_hub_is_what_the_table_tells(tmp_path):
    async def test():
        async with service_at(tmp_path / "t.db") as service:
            table, _ = await seated(service)
            await service.act(table, 0, "c", 0, ["b2"])
            shown = await service.shown(table)
            assert shown["view"]["board"] == table.position.view(None)
            assert await service.turns(table) == {"turns": table.turns()}
            assert await service.log(table, None) == {"lines": table.log(None)}
            assert await service.why(table, 1, ["place:b2"]) == {"reasons": table.why(1, ["place:b2"], None)}
            assert (await service.preview(table, 1, ["a1"]))["view"]["at"] == 2

    run(test())
