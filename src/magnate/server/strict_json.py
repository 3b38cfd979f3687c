"""Reading JSON that anybody may have sent: nothing that two readers could understand differently.

Refused are numbers that are none (``NaN``, ``1e400``), whole numbers that JavaScript would round, keys that stand
twice, and nesting deeper than anything needs.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Coroutine
from typing import Any, Final

from fastapi import Request, Response
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException

from .protocol import MOST

__all__ = ["DEEPEST", "StrictRoute", "strict_json"]

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
