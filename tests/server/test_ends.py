"""Ends: the server is killed or stopped in the middle of a game, and clients that are slow or vanish."""

import asyncio
import contextlib
import socket
import time
from collections import Counter

import pytest
from websockets.exceptions import ConnectionClosed

from magnate.server.agent_workers import AgentWorkers
from magnate.server.settings import Limits
from magnate.server.sockets import MOST_BYTES, MOST_WAITING, Outbox
from magnate.server.table_service import TableService
from magnate.server.tablestore import open_tables

from ..serving import Server, TableSocket, lasting_port
from .threaded import Threaded

both_in_long = pytest.mark.parametrize(
    "where", ["sqlite", pytest.param("postgres", marks=pytest.mark.long)], indirect=True
)
"""For what another test here shows of both stores: the long tests show it of both too."""


@pytest.fixture
def own(tmp_path, where):
    """A server that the test may end, whose tables are in a store of each kind."""
    running = Server(tmp_path, port=lasting_port(), tables=where)
    yield running
    running.kill()


def at_of(server, table):
    with server.client() as client:
        return client.get(f"/api/games/{table['id']}").json()["view"]["at"]


def test_a_server_that_is_killed_goes_on_where_it_was(own):
    table = own.create("tictactoe", "hh")
    with own.sit(table, 0) as first, own.sit(table, 1) as second:
        first.act("a1")
        second.my_turn()
        seq = second.seq
        assert second.act("b2", cid="said")["type"] == "ack"
        own.kill()
        assert first.closed() == 1006
    key, port = own.key, own.port
    own.start(port)
    assert own.key == key  # the owner's browser is still let in
    with own.sit(table, 0) as first, own.sit(table, 1) as second:
        assert first.view["at"] == 2
        assert set(first.my_turn()).isdisjoint({"a1", "b2"})
        said = {"actions": ["b2"], "seq": seq}
        assert (
            second.do("act", cid="said", **said)["type"] == "ack"
        )  # the message that had been answered before the kill
        assert second.do("act", cid="new", **said)["code"] in {"stale", "not_yours"}
        assert at_of(own, table) == 2
        assert first.act("a2")["type"] == "ack"
        second.my_turn()
        assert second.act("c3")["type"] == "ack"
        assert first.my_turn()
        assert first.act("a3")["type"] == "ack"
        assert first.view["over"]["utility"] == [1.0, 0.0]
    with own.client() as client:
        assert client.get(f"/api/games/{table['id']}/verify").json()["ok"] is True


@both_in_long
def test_agents_go_on_by_themselves_after_a_kill(own):
    """Killed at any moment: nothing that was told is lost, and the agents play the game to its end."""
    table = own.create("pig", "aa", seed=5)
    for _ in range(2):
        time.sleep(0.3)
        reached = at_of(own, table)
        own.kill()
        own.start()
        assert at_of(own, table) >= reached
    deadline = time.monotonic() + 600
    while time.monotonic() < deadline:
        with own.client() as client:
            if client.get(f"/api/games/{table['id']}").json()["view"]["over"]:
                break
        time.sleep(0.2)
    with own.client() as client:
        checked = client.get(f"/api/games/{table['id']}/verify").json()
    assert checked["ok"] is True, checked


@both_in_long
def test_who_is_at_a_table_is_told_when_the_server_stops(own):
    table = own.create("tictactoe", "hh")
    with own.sit(table, 0) as first:
        assert own.stop() == 0
        assert first.closed() in {1001, 1012}
    assert "Traceback" not in own.log.read_text(encoding="utf-8")


def test_a_seat_is_told_who_is_there_and_who_has_vanished(server):
    table = server.create("tictactoe", "hh")
    with server.sit(table, 0) as first:
        second = server.sit(table, 1)
        assert first.until("seats")["seats"][1]["online"] is True
        second.socket.socket.shutdown(socket.SHUT_RDWR)  # no goodbye: as when a phone falls into the water
        assert first.until("seats")["seats"][1]["online"] is False
        second.leave()
        with server.sit(table, 1) as again:
            assert again.view["at"] == 0


class Seen(TableService):
    """A table service that tells in which loop it runs."""

    async def start(self):
        self.loop = asyncio.get_running_loop()
        await super().start()

    def flood(self, table, number):
        """Tell everybody at a table something, so many times."""

        def tell():
            for count in range(number):
                self._rooms.here(table).tell_all({"type": "think", "seat": 0, "agent": "x" * 1000, "ms": count})

        self.loop.call_soon_threadsafe(tell)


def test_a_slow_reader_costs_the_others_nothing_and_catches_up(tmp_path, settings, monkeypatch):
    """What waits for one who stops reading is bounded; the others hear all, and it is sent the whole in the end."""
    longest = Counter()

    class Watched(Outbox):
        def put(self, message):
            super().put(message)
            longest[id(self)] = max(longest[id(self)], len(self._waiting))

    monkeypatch.setattr("magnate.server.sockets.Outbox", Watched)
    monkeypatch.setattr("magnate.server.sockets.SEND_SECONDS", 600.0)  # it is slow on purpose, and not gone
    store = open_tables(str(tmp_path / "tables.db"))
    service = Seen(store, AgentWorkers(1), Limits(pace=0.0))
    with Threaded(settings, service, send_buffer=4096) as server:
        table = server.create("tictactoe", "hh")
        with server.sit(table, 0) as first, server.sit(table, read_buffer=4096) as slow:
            for _ in range(300):
                service.flood(table["id"], 10)
                assert [first.until("think")["ms"] for _ in range(10)] == list(range(10))
            assert first.act("a1")["type"] == "ack"
            assert max(longest.values()) <= MOST_WAITING
            heard = []
            while slow.view["at"] == 0:
                heard.append(slow.next()["type"])
            assert "sync" in heard  # what came before it was dropped; the step may be in it, or have come after it
            assert heard.count("think") < 3000
            assert slow.view["board"] == first.view["board"]
    store.close()


def test_an_outbox_that_overflows_sends_the_whole_table_instead():
    async def run():
        box = Outbox()
        for number in range(3):
            box.put(b"%d" % number)
        assert [await box.take(lambda: b"all") for _ in range(3)] == [b"0", b"1", b"2"]
        for number in range(MOST_WAITING + 10):
            box.put(b"%d" % number)
        assert await box.take(lambda: b"all") == b"all"
        box.put(b"after")
        assert await box.take(lambda: b"all") == b"after"
        box.put(b"x" * (MOST_BYTES + 1))
        box.put(b"dropped too")
        assert await box.take(lambda: b"all") == b"all"
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.01):
                await box.take(lambda: b"all")

    asyncio.run(run())


def test_many_who_never_say_hello_keep_nobody_out(server):
    table = server.create("tictactoe", "hh")
    with contextlib.ExitStack() as open_ones:
        for _ in range(30):  # half a handshake each
            one = open_ones.enter_context(socket.create_connection(("127.0.0.1", server.port)))
            one.sendall(b"GET /api/games/x/ws HTTP/1.1\r\nHost: 127.0.0.1\r\n")
        with server.sit(table, 0) as first:
            assert first.act("a1")["type"] == "ack"


@both_in_long
def test_a_token_stays_good_over_a_restart_and_a_replaced_one_stays_bad(own):
    table = own.create("tictactoe", "hh")
    with own.client(owner=True) as owner:
        token = owner.post(f"/api/games/{table['id']}/seats/1/reissue", json={}).json()["token"]
    own.kill()
    own.start()
    with TableSocket(own, table["id"], token) as second:
        assert second.you == 1
    with pytest.raises(ConnectionClosed):
        TableSocket(own, table["id"], table["tokens"]["1"])
