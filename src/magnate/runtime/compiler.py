"""The one decorator module: which functions are compiled, with what types, and when.

``@rule``
    A small function of a game's rules. It has one signature, declared by its annotations, so that callers with
    narrower integers convert instead of compiling it again. Rules are compiled into the entries that reach them.
``@entry``
    A function that Python calls, with arrays. Only entries are cached on disk, so a warm start compiles no rule.
``@shared``
    A helper for the records of several games (frames, events) or several kinds of arrays: compiled once for each, with
    every integer argument taken as ``int64``.

The decorators only register (:mod:`.dispatch` does the work). :func:`build` is the place that compiles, and reports
its progress to its caller.

Annotations mean: ``int`` a 64-bit integer, ``float``, ``bool``, ``Annotated[Any, STATE]`` a record of that dtype,
``Annotated[Any, (STATE,)]`` a one-dimensional array of it, ``Annotated[Any, (dtype, n)]`` one of ``n`` dimensions.
``Ints``, ``Floats`` … below are such arrays. They are read when a function is first compiled, not when decorated.

In the interpreted copy (see :mod:`.interpreter`) all three decorators return the plain Python function.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Annotated, Any, Final, TypeAlias, TypeVar

import numpy as np

from .cache import BOUNDSCHECK

__all__ = [
    "BOUNDSCHECK",
    "INTERPRETED",
    "Bytes",
    "Bytes2",
    "Floats",
    "Floats2",
    "Floats3",
    "Ints",
    "Ints2",
    "Progress",
    "Singles",
    "Singles2",
    "Singles3",
    "build",
    "direct",
    "entry",
    "float32",
    "missing",
    "rule",
    "shared",
    "signed",
    "unsigned",
]


INTERPRETED: Final[bool] = __name__.startswith("magnate_interpreted.")
"""Whether this is the interpreted copy of the package, where nothing is compiled."""

Ints: TypeAlias = Annotated[Any, (np.int64, 1)]
Ints2: TypeAlias = Annotated[Any, (np.int64, 2)]
Floats: TypeAlias = Annotated[Any, (np.float64, 1)]
Floats2: TypeAlias = Annotated[Any, (np.float64, 2)]
Floats3: TypeAlias = Annotated[Any, (np.float64, 3)]
Singles: TypeAlias = Annotated[Any, (np.float32, 1)]
Singles2: TypeAlias = Annotated[Any, (np.float32, 2)]
Singles3: TypeAlias = Annotated[Any, (np.float32, 3)]
Bytes: TypeAlias = Annotated[Any, (np.uint8, 1)]
Bytes2: TypeAlias = Annotated[Any, (np.uint8, 2)]

Progress: TypeAlias = Callable[[int, int, str], None]
"""``progress(done, total, name)``: function ``name`` is about to be compiled, ``done`` of ``total`` are finished."""

Function = TypeVar("Function", bound=Callable[..., Any])

float32: Final = np.float32
"""A number of 32 bits with a fraction, as networks have them; sums and products of two are such numbers again."""
signed: Callable[[Any], Any]
"""A 64-bit number with a sign (interpreted: any whole number)."""
unsigned: Callable[[Any], Any]
"""A 64-bit number without one, whose sums and products wrap around. Those of other numbers must never exceed 64 bits:
LLVM takes for granted that they do not, so the result would be arbitrary rather than wrapped."""

if INTERPRETED:
    signed = unsigned = int

    def rule(function: Function) -> Function:
        """A function of the rules, interpreted as it stands."""
        return function

    entry = shared = rule

    def build(entries: Iterable[Callable[..., Any]], progress: Progress | None = None) -> int:  # noqa: ARG001 - the compiling one's signature
        """Nothing: this copy is interpreted."""
        return 0

    def direct(function: Function) -> Function:
        """The function as it stands."""
        return function

    def missing(entries: Iterable[Callable[..., Any]]) -> list[Callable[..., Any]]:  # noqa: ARG001 - the compiling one's signature
        """None: this copy is interpreted."""
        return []

else:
    signed, unsigned = np.int64, np.uint64
    from .dispatch import build, direct, entry, missing, rule, shared
