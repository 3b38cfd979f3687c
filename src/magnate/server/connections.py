"""Connections: how long a request may take to arrive, and how many connections an address may have.

A client that opens connections and says nothing must not take the places of others. So a request's head and body have
to arrive in time, an address has only so many connections, and all together leave some files to the rest of the server.
A connection that is one too many for its address waits, unread, until another one of that address has been answered.
The browsers of a classroom often come from one address, and open several connections each.

The states of a request are those of uvicorn's protocol, on which this builds: it has a time limit only for a connection
that waits for its next request.
"""

from __future__ import annotations

import asyncio
import ipaddress
import math
import select
import socket
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from functools import lru_cache
from typing import Any, Final

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from ..runtime.system import allow_open_files

__all__ = ["AT_ONCE", "SECONDS", "Concurrency", "Guard", "Server", "most_files", "network_of", "protocols"]

SECONDS: Final = {"head": 10.0, "body": 60.0, "place": 60.0, "answer": 60.0}
"""How long the parts of a request may take.

``head``: the first line and the headers, from the first byte or the connection's beginning. ``body``: the body, after
that. ``place``: how long a connection that is too many for its address waits for a place. ``answer``: how long a
client may read nothing of what it is sent.
"""
SPARE_FILES: Final = 64
"""Files that are left to everything else: stores, workers, pages."""
MOST_FILES: Final = 16_384
WAITING: Final = 256
"""Connections that may wait to be accepted."""
AT_ONCE: Final = 4
"""Connections that are accepted in one round of the loop. It takes some rounds to end those that are too many, and
until then each has a file. More at once would take all files, and then asyncio accepts nothing for a second."""
PROXY: Final = "proxy"
"""Whose the connections are that stand for others."""
_TOO_SLOW: Final = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


@lru_cache(maxsize=4096)
def network_of(address: str) -> str:
    """Whose address it is, for counting: with IPv6 everybody has a /64, in IPv4 an address.

    >>> network_of("2001:db8::17"), network_of("::ffff:192.0.2.7"), network_of("192.0.2.7"), network_of("?")
    ('2001:db8::/64', '192.0.2.7', '192.0.2.7', '?')
    """
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, 64), strict=False))


def most_files() -> int:
    """How many connections this process may have at once: the limit of its open files is raised as far as it goes."""
    files = allow_open_files(MOST_FILES)
    return max(files - SPARE_FILES, files // 2)


class Guard:
    """The connections of a server, by address; ``each`` address may have so many, and all together ``total``.

    ``is_proxy`` says which addresses stand for others: their connections are counted in all only, and what comes over
    them by :class:`Concurrency`.
    """

    def __init__(self, each: int, total: int, is_proxy: Callable[[str], bool] = lambda _: False) -> None:
        self.each = each
        self.total = total
        self._is_proxy = is_proxy
        self._open: dict[str, OrderedDict[Any, Connection]] = {}
        self._waiting: dict[str, OrderedDict[Any, Connection]] = {}
        self._whose: dict[Any, str] = {}

    def enter(self, one: Connection) -> None:
        """Let a new connection begin, wait, or end."""
        address = one.client[0] if one.client else "?"
        who = PROXY if self._is_proxy(address) else network_of(address)
        if len(self._whose) >= self.total and not self._make_room(who):
            one.drop()
            return
        self._whose[one.transport] = who
        if who != PROXY and len(self._open.get(who, ())) >= self.each:
            idle = next((other for other in self._open[who].values() if other.idle and not other.has_unread), None)
            if idle is not None:
                self._end(idle)  # one that waits may begin
        if who == PROXY or len(self._open.get(who, ())) < self.each:
            self._begin(who, one)
        else:
            one.wait()
            self._waiting.setdefault(who, OrderedDict())[one.transport] = one

    def is_crowded(self, one: Connection) -> bool:
        """Whether the address has half of its connections or more: then none is kept open after its answer."""
        return 2 * len(self._open.get(self._whose.get(one.transport, ""), ())) >= self.each

    def answered(self, one: Connection) -> None:
        """Note that a connection has nothing to do: another one of its address may wait for its place."""
        who = self._whose.get(one.transport, "")
        if self._waiting.get(who):
            self._end(one)
        elif who in self._open:
            self._open[who].move_to_end(one.transport)  # those that were idle for longer end sooner

    def leave(self, transport: Any) -> None:
        """Forget a connection that has ended, and let the next of its address begin; twice does no harm."""
        who = self._whose.pop(transport, None)
        if who is None:
            return
        for known in (self._open, self._waiting):
            of_address = known.get(who)
            if of_address is not None:
                of_address.pop(transport, None)
                if not of_address:
                    del known[who]
        waiting = self._waiting.get(who)
        if waiting and len(self._open.get(who, ())) < self.each:
            _, following = waiting.popitem(last=False)
            if not waiting:
                del self._waiting[who]
            self._begin(who, following)
            following.resume()

    def _begin(self, who: str, one: Connection) -> None:
        self._open.setdefault(who, OrderedDict())[one.transport] = one

    def _end(self, one: Connection) -> None:
        one.drop()
        self.leave(one.transport)

    def _make_room(self, who: str) -> bool:
        """Drop a connection of the address that has most of them, unless that is the newcomer's: False then."""
        counts: dict[str, int] = {}
        for known in (self._open, self._waiting):
            for other, of_address in known.items():
                counts[other] = counts.get(other, 0) + len(of_address)
        most = max((other for other in counts if other != PROXY), key=counts.__getitem__, default=who)
        if most == who:
            return False
        candidates = [*self._waiting.get(most, {}).values(), *self._open.get(most, {}).values()]
        found = next((one for one in candidates if not one.busy), None)
        if found is None:
            return False
        self._end(found)
        return True


class Server(uvicorn.Server):
    """A server that accepts few connections at once (its ``backlog``), though many may wait for that."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen."""
        await super().startup(sockets)
        for one in sockets or ():
            one.listen(WAITING)


class Connection(H11Protocol):
    """A connection whose requests have to arrive in time, and which has a place of its address in the guard."""

    guard: Guard
    _timer: asyncio.TimerHandle | None = None
    _unread: asyncio.TimerHandle | None = None
    _arriving: str = ""
    """What the timer is set for: ``head``, ``body``, ``place``, or nothing."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin, or wait for a place."""
        super().connection_made(transport)
        self._expect("head")
        self.guard.enter(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        self._expect("")
        if self._unread is not None:
            self._unread.cancel()
        super().connection_lost(exc)
        self.guard.leave(self.transport)

    def pause_writing(self) -> None:
        """See whether the client reads what it is sent."""
        super().pause_writing()
        self._see_read()

    def resume_writing(self) -> None:
        """Go on: it has read most of it."""
        super().resume_writing()
        self._see_read()

    def data_received(self, data: bytes) -> None:
        """Read on, and see what of a request is still to arrive."""
        before = self.cycle
        super().data_received(data)
        if self.cycle is not before and self.guard.is_crowded(self):
            self.cycle.default_headers = [*self.cycle.default_headers, (b"connection", b"close")]
        self._look()

    def on_response_complete(self) -> None:
        """Wait for the next request, or leave the place to another connection."""
        super().on_response_complete()
        self._see_read()
        if self.transport.is_closing():
            return
        self._look()
        if self.idle:
            self.guard.answered(self)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand the connection over: a socket has its own limits."""
        self._arriving = "socket"
        self._cancel()
        if self._unread is not None:
            self._unread.cancel()
        super().handle_websocket_upgrade(event)

    @property
    def busy(self) -> bool:
        """Whether a request is being answered, or it is a socket."""
        return self._arriving == "socket" or (self.cycle is not None and not self.cycle.response_complete)

    @property
    def idle(self) -> bool:
        """Whether it has been answered and nothing of a next request has come."""
        return not self.busy and self._arriving == "" and self.cycle is not None

    @property
    def has_unread(self) -> bool:
        """Whether something has come that the loop has not read yet: a next request, where the loop is slow."""
        file = self.transport.get_extra_info("socket").fileno()
        if not hasattr(select, "poll"):  # Windows
            return bool(select.select([file], [], [], 0)[0])
        looking = select.poll()
        looking.register(file, select.POLLIN)
        return bool(looking.poll(0))

    def wait(self) -> None:
        """Read nothing until there is a place."""
        self.transport.pause_reading()
        self._expect("place")

    def resume(self) -> None:
        """There is a place now."""
        self._expect("head")
        self.transport.resume_reading()

    def drop(self) -> None:
        """End the connection, after what was answered already has been sent."""
        self._unset_keepalive_if_required()
        if self.idle:
            with suppress(OSError, NotImplementedError):
                self.transport.write_eof()  # at once: closing waits for the loop, and a next request may come meanwhile
            self.transport.close()
        else:
            self.transport.abort()
        self._expect("")

    def _look(self) -> None:
        if self._arriving == "socket" or self.transport.is_closing():
            return
        if self.conn.their_state is h11.SEND_BODY:
            self._expect("body")
        elif self.conn.their_state is h11.IDLE and self.conn.trailing_data[0]:
            self._expect("head")
        else:
            self._expect("")

    def _expect(self, what: str) -> None:
        """Wait for this, or for nothing; the time runs from when it was first expected."""
        if what == self._arriving and what:
            return
        self._cancel()
        self._arriving = what
        if what:
            self._timer = self.loop.call_later(SECONDS[what], self._too_late)

    def _cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _see_read(self, before: float = math.inf) -> None:
        """End the connection where nothing has been read since ``before`` bytes waited; otherwise look again later."""
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None
        unread = self.transport.get_write_buffer_size()
        if unread >= before:
            self.transport.abort()
        elif unread:
            self._unread = self.loop.call_later(SECONDS["answer"], self._see_read, unread)

    def _too_late(self) -> None:
        if not self.transport.is_closing() and (self.cycle is None or not self.cycle.response_started):
            self.transport.write(_TOO_SLOW)
        self.transport.close()


class _Socket(WebSocketsSansIOProtocol):
    """A WebSocket that waits for slow readers, and gives its place back."""

    guard: Guard

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        super().connection_lost(exc)
        self.guard.leave(self.transport)


def protocols(guard: Guard) -> tuple[type[Connection], type[WebSocketsSansIOProtocol]]:
    """The protocols of a server whose connections this guard counts: for HTTP and for sockets."""
    return type("GuardedConnection", (Connection,), {"guard": guard}), type(
        "GuardedSocket", (_Socket,), {"guard": guard}
    )


class Concurrency:
    """What each address does at a time, requests and sockets together: also of those who come through a proxy."""

    def __init__(self, each: int) -> None:
        self._each = each
        self._of: dict[str, tuple[asyncio.Semaphore, list[int]]] = {}

    @asynccontextmanager
    async def one(self, who: str) -> AsyncIterator[bool]:
        """A place for as long as it takes; False where there was none for too long."""
        places, users = self._of.setdefault(who, (asyncio.Semaphore(self._each), []))
        users.append(1)
        try:
            try:
                async with asyncio.timeout(SECONDS["place"]):
                    await places.acquire()
            except TimeoutError:
                yield False
                return
            try:
                yield True
            finally:
                places.release()
        finally:
            users.pop()
            if not users:
                self._of.pop(who, None)
