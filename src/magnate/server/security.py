"""Who may ask this server: its own pages, under its own names, with bodies of a bounded length; and who its owner is.

The gate stands before everything else, sockets included. It lets through what browsers of this server send, and adds
the headers that tell browsers what our pages may do.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, MutableMapping
from dataclasses import dataclass
from email.message import Message as Header
from typing import Any, Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .connections import Concurrency, network_of
from .http_json import fixed
from .protocol import Close
from .settings import MODELS_PATH, Settings

__all__ = [
    "BODY",
    "IMPORT",
    "Bucket",
    "Buckets",
    "Gate",
    "Principal",
    "cookie_of",
    "digest",
    "is_key",
    "new_token",
    "opened",
    "principal_of",
]


# --------------------------------------- The secrets that open seats: 128 bits each, of which only the SHA-256 is kept


def new_token() -> str:
    """A secret that nobody guesses."""
    return secrets.token_urlsafe(16)


def digest(token: str) -> bytes:
    """What of a token is kept."""
    return hashlib.sha256(token.encode(errors="replace")).digest()


def opened(kept: Mapping[int, bytes], token: str) -> int | None:
    """The seat that a token opens, of these digests; None where it opens none. The time that it takes tells nothing."""
    given, found = digest(token), None
    for seat, one in kept.items():
        if hmac.compare_digest(given, one):
            found = seat
    return found


# ---------------------------------------------- Rate limits: so many requests at once, and so many a second after that


MOST_KEPT: Final = 10_000
"""Buckets that are remembered; the one that was not used for the longest time goes first."""


class Bucket:
    """Holds ``burst`` tokens at most and gets ``rate`` a second; each request takes one.

    >>> bucket = Bucket(rate=1.0, burst=2, clock=lambda: 0.0)
    >>> bucket.take(), bucket.take(), bucket.take()
    (True, True, False)
    """

    __slots__ = ("_burst", "_clock", "_last", "_left", "_rate")

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] | None = None) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock or time.monotonic
        self._left = float(burst)
        self._last = self._clock()

    def take(self, tokens: float = 1.0) -> bool:
        """Take so many tokens; False, and nothing is taken, where there are fewer."""
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._last) * self._rate)
        self._last = now
        if self._left < tokens:
            return False
        self._left -= tokens
        return True


class Buckets:
    """A bucket for everybody who asks."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] | None = None) -> None:
        self._of: OrderedDict[str, Bucket] = OrderedDict()
        self._rate, self._burst, self._clock = rate, burst, clock

    def take(self, who: str, tokens: float = 1.0) -> bool:
        """Take so many tokens of somebody's bucket; False, and nothing is taken, where there are fewer."""
        bucket = self._of.pop(who, None) or Bucket(self._rate, self._burst, self._clock)
        self._of[who] = bucket
        if len(self._of) > MOST_KEPT:
            self._of.popitem(last=False)
        return bucket.take(tokens)


# ------------------------------------------------------------------------------------------------------------ The gate


BODY: Final = 64 * 1024
"""The longest body in bytes."""
IMPORT: Final = 5 * 1024 * 1024
"""The longest body of an import."""
WRITING: Final = frozenset({"POST", "PUT", "PATCH", "DELETE"})
REQUESTS_A_SECOND: Final = 200.0
REQUESTS_AT_ONCE: Final = 2000.0
"""Requests of one address: the browsers of a classroom may share it, and each loads some 20 files at once."""
COOKIE_DAYS: Final = 365

_HEADERS: Final = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
_POLICY: Final = (
    "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'; connect-src 'self' ws://{host} wss://{host}"
)


class Gate:
    """Refuses what does not come from our own pages, bounds what does, and adds the headers of every answer."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._settings = settings
        self._concurrency = Concurrency(settings.connections)
        self._requests = Buckets(REQUESTS_A_SECOND, REQUESTS_AT_ONCE) if settings.hosted else None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or hand it on."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        async with self._concurrency.one(address_of(scope)) as admitted:
            if scope["type"] == "websocket":
                await self._socket(scope, receive, send, admitted=admitted)
            else:
                await self._request(scope, receive, send, admitted=admitted)

    async def _socket(self, scope: Scope, receive: Receive, send: Send, *, admitted: bool) -> None:
        headers = Headers(scope=scope)
        host, origin = headers.get("host", ""), headers.get("origin")
        if not admitted:
            await receive()
            await send({"type": "websocket.close", "code": Close.RATE, "reason": "too many connections"})
        elif self._settings.knows_host(host) and origin is not None and self._settings.knows_origin(origin, host):
            await self._app(scope, receive, send)
        else:
            await receive()
            await send({"type": "websocket.close", "code": Close.ORIGIN, "reason": "a page elsewhere"})

    async def _request(self, scope: Scope, receive: Receive, send: Send, *, admitted: bool) -> None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not self._settings.knows_host(host):
            await fixed("unknown_host")(scope, receive, _with_headers(send, "localhost"))
            return
        send = _with_headers(send, host)
        refusal = self._refusal(scope, headers, host) if admitted else "rate"
        if refusal is None:
            await self._app(scope, _bounded(receive, _limit(scope)), send)
        else:
            await fixed(refusal)(scope, receive, send)

    def _refusal(self, scope: Scope, headers: Headers, host: str) -> str | None:
        """The code of what is refused before anybody looks at it."""
        who = address_of(scope)
        if self._requests is not None and not self._requests.take(who):
            return "rate"
        if scope["method"] in WRITING:
            origin = headers.get("origin")
            needless = origin is None and self._settings.models and scope["path"] == MODELS_PATH
            if not needless and (origin is None or not self._settings.knows_origin(origin, host)):
                return "foreign_origin"
            if scope["method"] != "DELETE" and not _is_json(headers.get("content-type", "")):
                return "not_json"
        length = headers.get("content-length", "0")
        if not (length.isascii() and length.isdecimal()) or len(length) > 15 or int(length) > _limit(scope):
            return "too_big"
        return None


def _is_json(content_type: str) -> bool:
    header = Header()
    header["content-type"] = content_type
    return header.get_content_type() == "application/json"


def _limit(scope: Scope) -> int:
    return IMPORT if scope["path"] == "/api/import" else BODY


def _bounded(receive: Receive, limit: int) -> Receive:
    """The same body, up to so many bytes: its length need not be declared."""
    seen = 0

    async def bounded() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > limit:
            raise HTTPException(413)
        return message

    return bounded


def _with_headers(send: Send, host: str) -> Send:
    """Adds our headers to an answer, where it has none of its own of that name."""

    async def sending(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(raw=message.setdefault("headers", []))
            for name, value in _HEADERS.items():
                headers.setdefault(name, value)
            headers.setdefault("Content-Security-Policy", _POLICY.format(host=host))
            headers.setdefault("Cache-Control", "no-store")
        await send(message)

    return sending


# ---------------------------------------------------------------------------------------------- the owner


@dataclass(frozen=True, slots=True)
class Principal:
    """Who asks: from which address, and whether it is the server's owner. Accounts, if ever, go here."""

    address: str
    owner: bool


def principal_of(connection: HTTPConnection, settings: Settings) -> Principal:
    """Who sent a request or opened a socket: the owner has the cookie, or sends the key as a bearer token."""
    sent = connection.headers.get("authorization", "").removeprefix("Bearer ")
    given = connection.cookies.get(cookie_name(settings.owner_key), "")
    owner = is_key(sent, settings.owner_key) or is_key(given, settings.owner_key)
    return Principal(address_of(connection.scope), owner)


def address_of(scope: Scope) -> str:
    """The network address that somebody comes from, as far as it tells people apart (:func:`.network_of`)."""
    client = scope.get("client")
    return network_of(str(client[0])) if client else "?"


def is_key(given: str, key: str) -> bool:
    """Whether this is the owner's key, found out in a time that does not depend on how much of it is right."""
    return bool(key) and hmac.compare_digest(given.encode(), key.encode())


def cookie_name(key: str) -> str:
    """The name of the owner's cookie: servers on one machine share their cookies, whatever their ports."""
    return f"magnate-owner-{hashlib.sha256(key.encode()).hexdigest()[:8]}"


def cookie_of(settings: Settings) -> dict[str, Any]:
    """The owner's cookie, as Starlette sets one: no script reads it, no page elsewhere has it sent."""
    return {
        "key": cookie_name(settings.owner_key),
        "value": settings.owner_key,
        "max_age": COOKIE_DAYS * 24 * 3600,
        "httponly": True,
        "samesite": "strict",
        "secure": settings.secure,
        "path": "/",
    }
