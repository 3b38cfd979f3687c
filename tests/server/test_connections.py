"""Connections: what does not arrive is ended, and nobody takes the places of others."""

import asyncio
import resource
import socket
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from dataclasses import replace
from types import SimpleNamespace

import httpx2
import pytest
from websockets.exceptions import ConnectionClosed

from magnate.server import connections
from magnate.server.agent_workers import AgentWorkers
from magnate.server.connections import Concurrency, Guard, most_files, network_of
from magnate.server.settings import Limits, Settings
from magnate.server.table_service import TableService
from magnate.server.tablestore import open_tables

from ..serving import PATIENCE, Server
from .threaded import Threaded

CLASSROOM = 40
"""Browsers that come from one address."""
MANY = min(1_100, most_files() // 3)
"""Requests that are begun and never ended; in some tests both ends of their connections are in this process."""
HALF = b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n"


@pytest.fixture
def serving(tmp_path, settings, monkeypatch):
    """`serving(each=100, head=10.0, **others)` is a server in this process, with these limits."""
    with ExitStack() as stack:

        def begin(seconds=None, **others):
            for what, most in (seconds or {}).items():
                monkeypatch.setitem(connections.SECONDS, what, most)
            store = open_tables(str(tmp_path / "tables.db"))
            stack.callback(store.close)
            service = TableService(store, AgentWorkers(1), Limits(pace=0.0))
            return stack.enter_context(Threaded(replace(settings, **others), service))

        yield begin


def opened(server, data=HALF, source=None):
    """A connection over which something has been sent."""
    address = None if source is None else (source, 0)
    one = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE, source_address=address)
    one.sendall(data)
    return one


def read(one):
    """All that comes until the server closes the connection."""
    found = b""
    while True:
        try:
            some = one.recv(65536)
        except ConnectionResetError:
            return found
        if not some:
            return found
        found += some


# -------------------------------------------------------------------------------------------- requests


@pytest.mark.parametrize("data", [b"", b"G", HALF, b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" + b"GET /"])
def test_a_head_that_does_not_arrive_ends_the_connection(serving, data):
    server = serving({"head": 0.5})
    begun = time.monotonic()
    with opened(server, data) as one:
        found = read(one)
    assert time.monotonic() - begun < 5  # also where a whole request came before
    assert found.count(b"HTTP/1.1 408") == 1 or data.count(b"\r\n\r\n")


def test_a_body_that_does_not_arrive_ends_the_connection(serving):
    server = serving({"body": 0.5})
    head = f"POST /api/held HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nOrigin: {server.url}\r\n"
    head += "Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"
    begun = time.monotonic()
    with opened(server, head.encode()) as one:
        read(one)
    assert time.monotonic() - begun < 5


@pytest.mark.parametrize("requests", [1, 200])
def test_answers_that_are_never_read_end_the_connection(serving, requests, tmp_path):
    """One that is longer than what the system keeps for a client, and many short ones."""
    (tmp_path / "long.txt").write_bytes(b"long " * 4_000_000)
    server = serving({"answer": 0.5}, pages=tmp_path)
    path = "/long.txt" if requests == 1 else "/api/openapi.json"
    text = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode()
    with socket.socket() as one:
        one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        one.settimeout(PATIENCE)
        one.connect(("127.0.0.1", server.port))
        one.sendall(text * requests)
        begun = time.monotonic()
        for connected in (True, False):
            while bool(server.guard._whose) is not connected:
                assert time.monotonic() - begun < PATIENCE
                time.sleep(0.01)
        with suppress(ConnectionResetError):
            assert len(read(one)) < 20_000_000


def test_an_answer_that_is_read_slowly_is_sent_to_its_end(serving, tmp_path):
    (tmp_path / "long.txt").write_bytes(b"long " * 4_000_000)
    server = serving({"answer": 3.0}, pages=tmp_path)
    text = f"GET /long.txt HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nConnection: close\r\n\r\n".encode()
    with socket.socket() as one:
        one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 16)
        one.settimeout(PATIENCE)
        one.connect(("127.0.0.1", server.port))
        one.sendall(text)
        # A full buffer is written to again when a third of it has been read, which must take less than the limit.
        found, begun = 0, time.monotonic()
        while some := one.recv(1 << 20 if time.monotonic() - begun > 6 else 100_000):
            found += len(some)
            time.sleep(0 if time.monotonic() - begun > 6 else 0.05)
        assert found > 20_000_000


def test_a_slow_request_is_answered_if_it_arrives_in_time(serving):
    server = serving({"head": 5.0})
    text = f"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nConnection: close\r\n\r\n".encode()
    with opened(server, text[:10]) as one:
        for byte in text[10:]:
            one.sendall(bytes([byte]))
        assert read(one).startswith(b"HTTP/1.1 200")


def test_a_thousand_half_open_requests_are_closed(serving):
    server = serving({"head": 1.0, "place": 1.0})
    held = [opened(server) for _ in range(MANY)]
    begun = time.monotonic()
    for one in held:
        read(one)
        one.close()
    assert time.monotonic() - begun < 20
    with server.client() as client:
        assert client.get("/api/health").status_code == 200


# --------------------------------------------------------------------------------------------- addresses


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("unknown", "unknown"),
    ],
)
def test_whose_an_address_is(address, network):
    assert network_of(address) == network


def test_one_address_does_not_take_the_places_of_others(serving):
    server = serving({"head": 60.0, "place": 60.0}, connections=10)
    held = [opened(server) for _ in range(60)]
    try:
        transport = httpx2.HTTPTransport(local_address="127.0.0.2")
        with httpx2.Client(transport=transport, base_url=server.url, timeout=5.0, trust_env=False) as client:
            assert client.get("/api/health").status_code == 200
    finally:
        for one in held:
            one.close()


def test_a_connection_too_many_waits_for_its_turn(serving):
    server = serving({"head": 60.0, "place": 60.0}, connections=4)
    held = [opened(server) for _ in range(4)]
    text = f"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nConnection: close\r\n\r\n".encode()
    with opened(server, text) as waiting:
        waiting.settimeout(0.5)
        with pytest.raises(TimeoutError):
            waiting.recv(1)
        waiting.settimeout(PATIENCE)
        held.pop().close()
        assert read(waiting).startswith(b"HTTP/1.1 200")
    for one in held:
        one.close()


def test_an_idle_connection_makes_room(serving):
    """Browsers keep connections open; these do not stand in the way of the next one."""
    server = serving({"place": 60.0}, connections=4)
    text = f"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode()
    held = []
    begun = time.monotonic()
    for _ in range(12):
        one = opened(server, text)
        held.append(one)
        assert one.recv(65536).startswith(b"HTTP/1.1 200")
    assert time.monotonic() - begun < 4  # sooner than they end by themselves
    for one in held:
        one.close()


class Visitor:
    """A connection as the guard knows it, which notes what the guard does."""

    def __init__(self, *, idle=False, has_unread=False):
        self.client = ("192.0.2.7", 1)
        self.transport = object()
        self.idle, self.has_unread = idle, has_unread
        self.done = []

    def drop(self):
        self.done.append("drop")

    def wait(self):
        self.done.append("wait")

    def resume(self):
        self.done.append("resume")


def test_a_newcomer_takes_no_place_of_one_that_waits():
    guard = Guard(2, 10)
    first, second, _third, fourth = visitors = [Visitor() for _ in range(4)]
    for one in visitors[:3]:
        guard.enter(one)
    first.idle = True  # it is closing, so nobody has said that it was answered
    guard.enter(fourth)
    assert [one.done for one in visitors] == [["drop"], [], ["wait", "resume"], ["wait"]]
    second.idle = True
    guard.answered(second)
    assert (second.done, fourth.done) == (["drop"], ["wait", "resume"])


def test_a_connection_whose_next_request_has_come_is_not_ended():
    guard = Guard(3, 10)
    visitors = [Visitor(idle=True, has_unread=True), Visitor(idle=True), Visitor(idle=True)]
    for one in visitors:
        guard.enter(one)
    guard.answered(visitors[1])  # the last one has been idle for longer now
    for _ in range(3):
        guard.enter(Visitor())
    assert [one.done for one in visitors] == [[], ["drop"], ["drop"]]
    assert len(guard._open["192.0.2.7"]) == 3

    here, there = socket.socketpair()
    with here, there:
        shown = SimpleNamespace(transport=SimpleNamespace(get_extra_info={"socket": here}.get))
        assert not connections.Connection.has_unread.fget(shown)
        there.sendall(b"G")
        assert connections.Connection.has_unread.fget(shown)


def test_what_comes_through_a_proxy_is_counted_by_who_it_is_for(serving):
    """Only the proxy is believed; its own connections are those of all its visitors."""
    server = serving(
        {"head": 60.0, "place": 0.5}, connections=4, public_url="https://games.example.org", proxies=("127.0.0.1",)
    )
    head = f"POST /api/held HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nOrigin: {server.url}\r\n"
    head += "Content-Type: application/json\r\nContent-Length: 100\r\n"
    held = [opened(server, f"{head}X-Forwarded-For: 192.0.2.1\r\n\r\n{{".encode()) for _ in range(8)]
    time.sleep(0.3)
    with httpx2.Client(base_url=server.url, timeout=PATIENCE, trust_env=False) as client:
        for who, status in (("192.0.2.2", 200), ("192.0.2.1", 429), ("2001:db8::1", 200)):
            assert client.get("/api/health", headers={"X-Forwarded-For": who}).status_code == status
    for one in held:
        one.close()


def test_nobody_but_the_proxy_is_believed(serving):
    server = serving({"head": 60.0, "place": 0.5}, connections=4)
    held = [opened(server, HALF + f"X-Forwarded-For: 192.0.2.{n}\r\n".encode()) for n in range(4)]
    with opened(server) as fifth:
        assert read(fifth).startswith(b"HTTP/1.1 408")
    for one in held:
        one.close()
    behind = Settings(public_url="https://games.example.org", proxies=("10.0.0.0/8", "::1"))
    assert [behind.is_proxy(one) for one in ("10.9.8.7", "::1", "127.0.0.1", "?")] == [True, True, False, False]
    assert not Settings(proxies=("10.0.0.0/8",)).is_proxy("10.9.8.7")  # there is no proxy


def test_places_are_given_back_and_forgotten(monkeypatch):
    monkeypatch.setitem(connections.SECONDS, "place", 0.05)

    async def test():
        places = Concurrency(2)
        async with places.one("a") as first, places.one("a") as second, places.one("b") as other:
            assert [first, second, other] == [True] * 3
            async with places.one("a") as third:
                assert not third
        async with places.one("a") as again:
            assert again
        with pytest.raises(KeyError):
            async with places.one("a"):
                raise KeyError
        assert not places._of

    asyncio.run(test())


# ------------------------------------------------------------------------------------------------- files


@pytest.mark.skipif(sys.platform != "linux", reason="limits of files are Linux's here")
def test_a_server_with_few_files_is_not_deaf(tmp_path):
    """Of 200 files, half-open requests would take all."""
    small = Server(tmp_path, before=("sh", "-c", 'ulimit -n 200; exec "$@"', "sh"))
    try:
        assert resource.prlimit(small.process.pid, resource.RLIMIT_NOFILE) == (200, 200)
        held = [opened(small) for _ in range(MANY)]
        transport = httpx2.HTTPTransport(local_address="127.0.0.2")
        with httpx2.Client(transport=transport, base_url=small.url, timeout=20.0, trust_env=False) as client:
            assert client.get("/api/health").status_code == 200
        deadline = time.monotonic() + 60
        while True:
            try:
                with httpx2.Client(base_url=small.url, timeout=5.0, trust_env=False) as client:
                    assert client.get("/api/health").status_code == 200
                break
            except httpx2.HTTPError:
                assert time.monotonic() < deadline
        for one in held:
            one.close()
    finally:
        assert small.stop() == 0


def test_the_limit_of_files_leaves_some_to_the_rest():
    code = "import resource as r; r.setrlimit(r.RLIMIT_NOFILE, (200, 200)); "
    code += "from magnate.server.connections import most_files; print(most_files())"
    assert int(subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout) == 136
    assert most_files() > 136


# --------------------------------------------------------------------------------------------- a classroom


def test_a_classroom_plays_from_one_address(server):
    """40 browsers, each with six connections for the page and a socket, at 20 tables of two, all at once."""
    tables = [server.create("tictactoe", "hh") for _ in range(CLASSROOM // 2)]
    together = threading.Barrier(CLASSROOM)

    def browser(number):
        """What a pupil's browser does: it asks over six connections, opens the socket and plays."""
        table, seat = tables[number // 2], number % 2
        shown = f"/api/games/{table['id']}"
        together.wait(PATIENCE)

        def get(path):
            """As browsers do: where a connection that was kept is closed when it is used again, ask over a new one."""
            try:
                return client.get(path)
            except (httpx2.ReadError, httpx2.WriteError, httpx2.RemoteProtocolError):
                with server.client() as anew:
                    return anew.get(path)

        def sit():
            """As the page does: a socket that was too slow to begin is opened again."""
            deadline = time.monotonic() + PATIENCE
            while True:
                try:
                    return server.sit(table, seat)
                except ConnectionClosed:
                    assert time.monotonic() < deadline

        with server.client() as client, ThreadPoolExecutor(6) as six:
            paths = ["/api/health", shown, shown + "/log", shown + "/turns", shown + "/steps", "/api/games"] * 2
            assert {got.status_code for got in six.map(get, paths)} == {200}
            with sit() as player:
                for square in (("a1", "a2", "a3"), ("b1", "b2", "b3"))[seat]:
                    if player.my_turn():
                        assert player.act(square)["type"] == "ack"
                    assert get(shown + "/log").status_code == 200
                player.seen("over")
                return player.view["over"]["utility"]

    with ThreadPoolExecutor(CLASSROOM) as pupils:
        assert list(pupils.map(browser, range(CLASSROOM))) == [[1.0, 0.0]] * CLASSROOM
