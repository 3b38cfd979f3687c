"""JSON over HTTP: requests are read strictly, and errors become answers."""

from __future__ import annotations

import json
import logging
import math
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any, Final

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException
from starlette.routing import Match

from ..errors import (
    BadToken,
    MagnateError,
    MissingExtra,
    NoSuchTable,
    Refused,
    StoreFailed,
    UnknownTournament,
    WorkerFailed,
)
from ..messages import Message
from ..skins import shown
from .protocol import MOST
from .schemas import ProblemAnswer

__all__ = ["FIXED", "PROBLEMS", "Forbidden", "StrictRoute", "TooMany", "answer", "fixed", "strict_json"]


# ---------------------- Reading JSON that anybody may have sent: nothing that two readers could understand differently
#
# Refused are numbers that are none (``NaN``, ``1e400``), whole numbers that JavaScript would round, keys that stand
# twice, and nesting deeper than anything needs.


DEEPEST: Final = 64
"""How deep lists and objects may be nested."""
TOO_DEEP: Final = "it is nested too deeply"


class StrictRoute(APIRoute):
    """A route whose body is read by :func:`strict_json`."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """The handler, which sees a request of our own kind."""
        handler = super().get_route_handler()

        async def strict(request: Request) -> Response:
            return await handler(_StrictRequest(request.scope, request.receive))

        return strict


class _StrictRequest(Request):
    async def json(self) -> Any:
        """The body; raises a 400 for what is no strict JSON."""
        body = await self.body()
        try:
            return strict_json(body)
        except UnicodeDecodeError:
            raise HTTPException(400, "it is not UTF-8") from None
        except json.JSONDecodeError:
            raise HTTPException(400, "it is no JSON") from None
        except ValueError as error:
            raise HTTPException(400, str(error)) from None


def strict_json(text: bytes | str) -> Any:
    """What a JSON text means; raises :class:`ValueError` for one that is none, or not strict.

    >>> strict_json('{"a": [1, 2.5]}')
    {'a': [1, 2.5]}
    >>> strict_json('{"a": 1e400}')
    Traceback (most recent call last):
    ...
    ValueError: 1e400 is no number
    """
    if isinstance(text, bytes):
        text = text.decode()  # UTF-8 and nothing else
    try:
        found = json.loads(
            text, object_pairs_hook=_object, parse_constant=_constant, parse_float=_float, parse_int=_int
        )
    except RecursionError:
        raise ValueError(TOO_DEEP) from None
    level = [found]
    for _ in range(DEEPEST):
        level = [inner for outer in level for inner in _inside(outer)]
        if not level:
            return found
    raise ValueError(TOO_DEEP)


def _inside(value: Any) -> list[Any]:
    """The lists and objects directly in a value."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [one for one in inner if isinstance(one, dict | list)]


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key stands twice")
    return found


def _constant(text: str) -> float:
    raise ValueError(f"{text} is no number")


def _float(text: str) -> float:
    found = float(text)
    if not math.isfinite(found):
        raise ValueError(f"{text[:20]} is no number")
    return found


def _int(text: str) -> int:
    if len(text) > 17 or abs(int(text)) > MOST:
        raise ValueError("a whole number is larger than 2**53 - 1")
    return int(text)


# ------------------------------- Errors as answers: ``{"error": {"code", "message", "hint"}}`` with a status that fits


METHODS: Final = ("DELETE", "GET", "HEAD", "PATCH", "POST", "PUT")
LOG: Final = logging.getLogger("magnate.server")

PROBLEMS: Final[Mapping[int | str, dict[str, Any]]] = {
    status: {"model": ProblemAnswer, "description": about}
    for status, about in (
        (400, "The request cannot be done as it was asked"),
        (401, "The token opens no seat of this table"),
        (403, "Only the owner may do this, or the request came from a page elsewhere"),
        (404, "There is no such thing"),
        (405, "This cannot be done with it"),
        (409, "The table does not allow it now"),
        (413, "The request is too long"),
        (415, "The body is not application/json"),
        (422, "The request is malformed"),
        (429, "Too many requests"),
        (500, "A bug of the server"),
        (503, "The store cannot be reached now"),
    )
}
"""What every address may answer, for the OpenAPI document."""

_STATUS: Final = {NoSuchTable: 404, UnknownTournament: 404, BadToken: 401, Refused: 409, MissingExtra: 503}
FIXED: Final[Mapping[str, tuple[int, str, str]]] = {
    "bad_request": (400, "the request cannot be read", "send a JSON object"),
    "unknown_host": (400, "this server has another name", "use the address that it printed"),
    "foreign_origin": (403, "a page elsewhere asked for this", "use this server's own pages"),
    "not_found": (404, "there is nothing at this address", "the addresses are in /api/openapi.json"),
    "method_not_allowed": (405, "this address is not asked so", "the header Allow says how it is"),
    "too_big": (413, "the request is too long", "a body has at most 64 kB, an import 5 MB"),
    "not_json": (415, "the body is not JSON", "send it with Content-Type: application/json"),
    "rate": (429, "too many requests came from your address", "wait a second"),
    "internal": (500, "the server has a bug", "its log says which"),
}
"""Errors that say the same whenever they happen: the status, the message and the hint of each code."""
_OF_STATUS: Final = {400: "bad_request", 404: "not_found", 405: "method_not_allowed", 413: "too_big", 415: "not_json"}


class Forbidden(MagnateError):
    """Somebody may not do this here."""

    code = "forbidden"

    def __init__(self, message: str, *, hint: str = "", localized: Message | None = None) -> None:
        super().__init__(message, hint=hint)
        self.localized = localized


class TooMany(MagnateError):
    """Somebody asks too often."""

    code = "rate"


_ENCODER: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def answer(content: Mapping[str, Any], status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """A JSON answer without a blank too many.

    Lists in it are encoded row by row: where this is done in a thread, the others have their turn in between.
    """
    body = ",".join(f"{_ENCODER.encode(key)}:{_encoded(value)}" for key, value in content.items())
    return Response(f"{{{body}}}".encode(), status, headers=headers, media_type="application/json")


def _encoded(value: Any) -> str:
    return f"[{','.join(map(_ENCODER.encode, value))}]" if isinstance(value, list) else _ENCODER.encode(value)


def problem(
    status: int,
    code: str,
    message: str,
    hint: str = "",
    *,
    localized: Message | None = None,
    headers: Mapping[str, str] | None = None,
) -> Response:
    """An error as an answer; ``localized`` is the message in any language, if it is no more than that."""
    error: dict[str, Any] = {"code": code, "message": shown(message), "hint": shown(hint)}
    return answer({"error": error if localized is None else {**error, "m": localized.to_json()}}, status, headers)


def fixed(code: str) -> Response:
    """One of the errors that are always the same."""
    status, message, hint = FIXED[code]
    return problem(status, code, message, hint)


def install(app: FastAPI) -> None:
    """Let an application answer all its errors so."""
    app.add_exception_handler(MagnateError, _ours)
    app.add_exception_handler(RequestValidationError, _malformed)
    app.add_exception_handler(HTTPException, _of_http)
    app.add_exception_handler(Exception, _bug)


async def _ours(_request: Request, error: Exception) -> Response:
    assert isinstance(error, MagnateError)  # noqa: S101 - it was registered for these
    headers = {"Retry-After": "1"} if isinstance(error, TooMany) else None
    localized = error.localized if isinstance(error, Refused | Forbidden) else None
    return problem(_status(error), error.code, error.message, error.hint, localized=localized, headers=headers)


def _status(error: MagnateError) -> int:
    if isinstance(error, Forbidden):
        return 403
    if isinstance(error, TooMany):
        return 429
    if isinstance(error, StoreFailed | WorkerFailed):
        return 503
    return next((status for kind, status in _STATUS.items() if isinstance(error, kind)), 400)


async def _malformed(_request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)  # noqa: S101 - it was registered for these
    return problem(422, "malformed", _complaints(error.errors()), "the shapes are in /api/openapi.json")


def _complaints(found: Sequence[Mapping[str, Any]]) -> str:
    """What is wrong, field by field; what was sent is not repeated, since it may be anything."""
    problems = [f"{'.'.join(str(part)[:40] for part in one['loc'])}: {one['msg']}" for one in found[:8]]
    return "; ".join(problems)[:1000]


async def _of_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)  # noqa: S101 - it was registered for these
    code = _OF_STATUS.get(error.status_code, "error")
    _, message, hint = FIXED.get(code, (error.status_code, str(error.detail), ""))
    if error.status_code == 400:  # of `strict_json`, or of Starlette's own
        message = f"{message}: {error.detail}"
    headers = dict(error.headers or {})
    if error.status_code == 405:
        headers["Allow"] = ", ".join(sorted(_methods(request)))
    return problem(error.status_code, code, message, hint, headers=headers)


def _methods(request: Request) -> set[str]:
    """The methods of all routes at an address: a route alone only knows its own."""
    asked = {method: {**request.scope, "method": method} for method in METHODS}
    return {
        method
        for method, scope in asked.items()
        if any(route.matches(scope)[0] is Match.FULL for route in request.app.routes)
    }


async def _bug(_request: Request, error: Exception) -> Response:
    LOG.error("a request failed", exc_info=error)
    return fixed("internal")
