"""One WebSocket for everybody who looks at a table: what they say is checked here and done by the table service."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections import Counter, deque
from collections.abc import Callable, Mapping
from typing import Any, Final

from fastapi import APIRouter, WebSocket
from pydantic import ValidationError
from starlette.websockets import WebSocketDisconnect, WebSocketState

from ..errors import BadToken, MagnateError, NoSuchTable, Refused
from ..skins import shown
from .protocol import (
    CLIENT,
    SUBPROTOCOL,
    Act,
    AskHint,
    ClientMessage,
    Close,
    Hands,
    Hello,
    NameSeat,
    Ping,
    TakeSeat,
    Throw,
    Undo,
)
from .security import Bucket, Principal, principal_of
from .table import Table
from .table_service import Subscription, TableService

__all__ = ["MOST_BYTES", "MOST_WAITING", "ROUTER", "Outbox", "Places"]


# ----------------------------------- The queue of one socket is bounded, so that a slow reader costs the others nothing


MOST_WAITING: Final = 64
"""Messages that may wait; with more, all are dropped and the table is sent as a whole when the reader is ready."""
MOST_BYTES: Final = 1024 * 1024


class Outbox:
    """The messages of one socket in their order; :meth:`put` may be called at any time in the loop's thread."""

    def __init__(self) -> None:
        self._waiting: deque[bytes] = deque()
        self._bytes = 0
        self._behind = False
        self._ready = asyncio.Event()

    def put(self, message: bytes) -> None:
        """Let a message wait to be sent."""
        if not self._behind:
            self._waiting.append(message)
            self._bytes += len(message)
            if len(self._waiting) > MOST_WAITING or self._bytes > MOST_BYTES:
                self._waiting.clear()
                self._bytes = 0
                self._behind = True
        self._ready.set()

    async def take(self, everything: Callable[[], bytes]) -> bytes:
        """The next message; after an overflow, ``everything()`` instead of what was dropped."""
        await self._ready.wait()
        if self._behind:
            self._behind = False
            self._ready.clear()
            return everything()
        message = self._waiting.popleft()
        self._bytes -= len(message)
        if not self._waiting:
            self._ready.clear()
        return message


# --------------------------------------------------------------------------------------------------------- The sockets


LOG: Final = logging.getLogger("magnate.server")
ROUTER: Final = APIRouter()

HELLO_SECONDS: Final = 5.0
"""How long a socket may be open before it says who it is."""
SEND_SECONDS: Final = 30.0
"""How long one message may take to be taken; a client that takes longer is gone."""
LONGEST: Final = 16 * 1024
"""The longest message in bytes."""
A_SECOND: Final = 20.0
AT_ONCE: Final = 40
PATIENCE: Final = 100
"""Refused messages after which a socket is closed."""
AT_A_TABLE: Final = 60
"""Sockets of one address at one table: a class may watch a game together."""

_BYE: Final = {"restart": Close.RESTART, "kicked": Close.BAD_TOKEN, "gone": Close.NO_GAME}
_WORDS: Final = {
    "bad": "this message cannot be understood",
    "rate": "too many messages: wait a moment",
    "not_yours": "only those who sit here may do that",
}


class Places:
    """Counts the sockets of each address at each table."""

    def __init__(self) -> None:
        self._at_table: Counter[tuple[str, str]] = Counter()

    def enter(self, table: str, address: str) -> bool:
        """Take a place; False where the address has too many."""
        if self._at_table[table, address] >= AT_A_TABLE:
            return False
        self._at_table[table, address] += 1
        return True

    def leave(self, table: str, address: str) -> None:
        """Give the place back."""
        self._at_table[table, address] -= 1
        if not self._at_table[table, address]:
            del self._at_table[table, address]


@ROUTER.websocket("/api/games/{id}/ws")
async def table_socket(socket: WebSocket, id: str) -> None:  # noqa: A002
    """The socket of a table (``protocol`` has its messages)."""
    offered = socket.scope.get("subprotocols", [])
    await socket.accept(SUBPROTOCOL if SUBPROTOCOL in offered else None)
    asking = principal_of(socket, socket.app.state.settings)
    places: Places = socket.app.state.places
    if not places.enter(id, asking.address):
        await _close(socket, Close.RATE)
        return
    try:
        await _close(socket, await _served(socket, id, asking))
    except WebSocketDisconnect:
        pass
    finally:
        places.leave(id, asking.address)


async def _served(socket: WebSocket, id: str, asking: Principal) -> int:  # noqa: A002
    """Serve a socket to its end; returns the code to close it with."""
    service: TableService = socket.app.state.service
    try:
        table = await service.table(id)
    except NoSuchTable:
        return Close.NO_GAME
    except MagnateError as error:
        LOG.error("table %s cannot be opened: %s", id, error)
        return Close.RESTART
    watching = Watching(socket, service, asking, table)
    try:
        return await watching.run()
    finally:
        watching.end()


async def _close(socket: WebSocket, code: int) -> None:
    """Close a socket, unless the other side has done so."""
    if socket.application_state is WebSocketState.CONNECTED and socket.client_state is WebSocketState.CONNECTED:
        with contextlib.suppress(RuntimeError, WebSocketDisconnect, TimeoutError):
            async with asyncio.timeout(SEND_SECONDS):
                await socket.close(code)


class _Closing(Exception):
    """The socket is to be closed with this code."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class Watching:
    """Somebody at a socket: which table, with whose eyes, and what waits to be sent."""

    def __init__(self, socket: WebSocket, service: TableService, asking: Principal, table: Table) -> None:
        self._socket = socket
        self._service = service
        self._asking = asking
        self._table = table
        self._outbox = Outbox()
        self._bucket = Bucket(A_SECOND, AT_ONCE)
        self._refused = 0
        self._seat: int | None = None
        self._subscription: Subscription | None = None
        self._hint: asyncio.Task[None] | None = None

    async def run(self) -> int:
        """Listen and speak until one of them ends; returns the code to close with.

        Raises :class:`starlette.websockets.WebSocketDisconnect` where the other side has gone.
        """
        reading = asyncio.create_task(self._read())
        writing = asyncio.create_task(self._write())
        done, others = await asyncio.wait((reading, writing), return_when=asyncio.FIRST_COMPLETED)
        for other in others:
            other.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        for ended in done:
            why = ended.exception()
            if isinstance(why, _Closing):
                return why.code
            if why is not None and not isinstance(why, RuntimeError | TimeoutError | WebSocketDisconnect):
                raise why
        raise WebSocketDisconnect  # what Starlette calls differently, depending on who noticed it

    def end(self) -> None:
        """Watch no longer."""
        if self._subscription is not None:
            self._subscription.close()
        if self._hint is not None:
            self._hint.cancel()

    # --------------------------------------------------------------------------------------- writing

    async def _write(self) -> None:
        while True:
            message = await self._outbox.take(self._everything)
            async with asyncio.timeout(SEND_SECONDS):
                await self._socket.send_text(message.decode())
            bye = _bye(message)
            if bye is not None:
                raise _Closing(bye)

    def _everything(self) -> bytes:
        assert self._subscription is not None  # noqa: S101 - nothing overflows before somebody watches
        return self._subscription.sync()

    def _say(self, message: Mapping[str, Any]) -> None:
        self._outbox.put(json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode())

    def _reject(self, cid: str | None, code: str, reason: Mapping[str, Any] | None = None) -> None:
        message = reason or {"k": f"ui.reject.{code}", "a": {}, "t": _WORDS[code]}
        self._say({"type": "reject", "cid": cid, "seq": max(0, self._table.seq), "code": code, "m": message})

    # --------------------------------------------------------------------------------------- reading

    async def _read(self) -> None:
        try:
            async with asyncio.timeout(HELLO_SECONDS):
                first = await self._message()
        except TimeoutError:
            raise _Closing(Close.NO_HELLO) from None
        if not isinstance(first, Hello):
            raise _Closing(Close.NO_HELLO)
        self._hello(first)
        while True:
            message = await self._message()
            if message is not None:
                await self._heed(message)

    async def _message(self) -> ClientMessage | None:
        """The next message; None for one that was refused."""
        received = await self._socket.receive()
        if received["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(received.get("code") or 1005)
        text = received.get("text")
        data: bytes = received["bytes"] if text is None else text.encode()
        if len(data) > LONGEST:
            raise _Closing(Close.TOO_BIG)
        if not self._bucket.take():
            self._count_refusal()
            self._reject(None, "rate")
            return None
        try:
            return CLIENT.validate_json(b"" if text is None else data)  # binary frames mean nothing
        except ValidationError:
            self._count_refusal()
            self._reject(None, "bad")
            return None

    def _count_refusal(self) -> None:
        self._refused += 1
        if self._refused > PATIENCE:
            raise _Closing(Close.RATE)

    def _hello(self, hello: Hello) -> None:
        """Look with the eyes of the seat whose token was said."""
        try:
            seat = self._service.seat_of(self._table, hello.token)
        except BadToken:
            raise _Closing(Close.BAD_TOKEN) from None
        if not self._table.open_to(seat, owner=self._asking.owner) or (self._table.withheld and seat is None):
            raise _Closing(Close.BAD_TOKEN)
        before = self._subscription
        self._seat = None if hello.watch else seat
        if before is None:
            self._subscription = self._service.join(self._table, self._seat, self._outbox.put)
        else:
            before.close()
            self._subscription = self._service.join(self._table, self._seat, self._outbox.put)
            self._subscription.press_for(before.hands)
        self._outbox.put(self._subscription.sync())

    async def _heed(self, message: ClientMessage) -> None:
        match message:
            case Hello():
                self._hello(message)
            case Ping():
                self._say({"type": "pong", "n": message.n})
            case AskHint():
                self._ask_hint(message)
            case Hands() | Throw():
                self._press(message)
            case _:
                await self._do(message)

    def _press(self, message: Hands | Throw) -> None:
        """Tell the others for which seats this screen presses, or that one has."""
        assert self._subscription is not None  # noqa: S101 - who says it has said hello
        if isinstance(message, Hands):
            seats = {self._seat_of(token) for token in message.tokens}
            self._subscription.press_for(seat for seat in seats if seat is not None)
        else:
            self._subscription.throw({**message.model_dump(), "type": "thrown"})

    async def _do(self, message: Act | Undo | TakeSeat | NameSeat) -> None:
        """Do what changes the table, and say that it is done or why not."""
        cid = message.cid
        try:
            match message:
                case Act():
                    seq = await self._service.act(self._table, self._seat, cid, message.seq, message.actions)
                case Undo():
                    seq = await self._service.undo(self._table, self._seat, cid, message.seq)
                case TakeSeat():
                    seq = await self._take_seat(message)
                case NameSeat():
                    seq = await self._service.name_seat(self._table, self._seat, cid, message.name)
        except MagnateError as error:
            self._refuse(cid, error)
        else:
            self._say({"type": "ack", "cid": cid, "seq": seq})

    async def _take_seat(self, message: TakeSeat) -> int:
        mine = self._seat if message.token is None else self._seat_of(message.token)
        seat = mine if message.seat is None else message.seat
        if seat is None or (seat != mine and not self._asking.owner):
            raise _NotYours("this is not your seat")
        return await self._service.take_seat(self._table, seat, message.cid, message.take, message.agent)

    def _seat_of(self, token: str) -> int | None:
        """The seat that a token opens, None where it opens none (any more)."""
        with contextlib.suppress(BadToken):
            return self._service.seat_of(self._table, token)
        return None

    def _ask_hint(self, message: AskHint) -> None:
        """Search for a hint beside everything else: it takes a second or so."""
        if self._hint is not None and not self._hint.done():
            self._reject(message.cid, "rate")
            return

        async def search() -> None:
            try:
                self._say(await self._service.hint(self._table, self._seat, message.cid, message.seq, self._say))
            except MagnateError as error:
                self._refuse(message.cid, error)

        self._hint = asyncio.create_task(search())

    def _refuse(self, cid: str, error: MagnateError) -> None:
        if isinstance(error, _NotYours):
            self._reject(cid, "not_yours")
        elif isinstance(error, Refused):
            self._reject(cid, error.reason, error.localized.to_json())
        else:
            why = shown(error.message)
            self._reject(cid, "refused", {"k": "ui.reject.refused", "a": {"why": why}, "t": why})


class _NotYours(MagnateError):
    """Somebody asked for another's seat."""


def _bye(message: bytes) -> int | None:
    """The code to close with after a message, None for all but a ``bye``."""
    if len(message) > 100:
        return None
    found = json.loads(message)
    return _BYE.get(found["code"], 1000) if found["type"] == "bye" else None
