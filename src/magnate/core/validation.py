"""The edge of the library: checking what comes in, and turning what pydantic found wrong into one sentence."""

from __future__ import annotations

import operator
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ..errors import BadSeed, BadValue, did_you_mean

if TYPE_CHECKING:
    from pydantic import ValidationError

_SEED_LIMIT = 1 << 56  # as in `stream.SEED_LIMIT`, which would import NumPy
_MOST = (1 << 63) - 1  # what the compiled code can hold

_WORDS = {
    "missing": "is missing",
    "extra_forbidden": "is not known here",
    "greater_than_equal": "must be at least {ge}",
    "greater_than": "must be more than {gt}",
    "less_than_equal": "must be at most {le}",
    "less_than": "must be less than {lt}",
    "literal_error": "must be {expected}",
    "int_type": "must be a whole number",
    "bool_type": "must be true or false",
    "string_type": "must be text",
}
"""Our words for what pydantic finds wrong most often; for everything else it has sentences of its own."""


def complaints(error: ValidationError) -> str:
    """What was wrong, field by field, in one line: ``target must be at least 2 (got 0)``."""
    found = []
    for problem in error.errors(include_url=False):
        where = ".".join(str(part) for part in problem["loc"])
        link = " " if problem["type"] in _WORDS else ": "
        found.append(f"{where}{link}{complaint(problem)}" if where else complaint(problem, given=False))
    return "; ".join(found)


def complaint(problem: Any, *, given: bool = True) -> str:
    """What is wrong with one field, one of pydantic's errors: ``must be at least 2 (got 0)``."""
    known, value = _WORDS.get(problem["type"]), problem.get("input")
    message: str = (
        problem["msg"].removeprefix("Value error, ") if known is None else known.format(**problem.get("ctx", {}))
    )
    return f"{message} (got {value!r})" if given and isinstance(value, str | int | float | bool | None) else message


def unknown_keys(given: Iterable[str], known: Iterable[str]) -> tuple[list[str], str]:
    """The keys that are not known, and a hint with the closest known one.

    >>> unknown_keys(["tagret"], ["sides", "target"])
    (['tagret'], 'did you mean "target"? Known: sides, target')
    """
    names = list(known)
    wrong = [key for key in given if key not in names]
    return wrong, did_you_mean(wrong[0], names) if wrong else ""


def checked_seed(seed: object) -> int:
    """The seed, if it is an integer from 0 to 2**56 - 1; raises :class:`~magnate.errors.BadSeed` otherwise."""
    found = _whole(seed)
    if found is None or not 0 <= found < _SEED_LIMIT:
        raise BadSeed(f"the seed {seed!r} cannot be used", hint="give a whole number from 0 to 2**56 - 1")
    return found


def checked_seeds(seeds: object) -> list[int]:
    """The seeds of many games; raises :class:`~magnate.errors.BadSeed` where they are not several, or one is wrong."""
    if not isinstance(seeds, Iterable):
        raise BadSeed(f"{seeds!r} is not a collection of seeds", hint="give one seed a game, for example range(100)")
    return [checked_seed(seed) for seed in seeds]


def whole_number(what: str, value: object, least: int, most: int = _MOST) -> int:
    """The value of the argument ``what``, if it is a whole number (NumPy's too) from ``least`` to ``most``.

    Raises :class:`~magnate.errors.BadValue` saying what would be right.

    >>> whole_number("threads", 4, 1)
    4
    >>> whole_number("threads", 0, 1)
    Traceback (most recent call last):
    ...
    magnate.errors.BadValue: threads cannot be 0; give a whole number of at least 1
    """
    found = _whole(value)
    if found is None or not least <= found <= most:
        allowed = f"of at least {least}" if most == _MOST else f"from {least} to {most}"
        raise BadValue(f"{what} cannot be {value!r}", hint=f"give a whole number {allowed}")
    return found


def _whole(value: Any) -> int | None:
    """The value as an integer; None when it is none, or true or false."""
    try:
        return None if isinstance(value, bool) else operator.index(value)
    except TypeError:
        return None
