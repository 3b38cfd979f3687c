"""The edge of the library: checking what comes in, and turning what pydantic found wrong into one sentence."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ..errors import BadSeed, did_you_mean

if TYPE_CHECKING:
    from pydantic import ValidationError

__all__ = ["checked_seed", "complaints", "unknown_keys"]

_SEED_LIMIT = 1 << 56  # as in `stream.SEED_LIMIT`, which would import NumPy


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
        known = _WORDS.get(problem["type"])
        message = (
            problem["msg"].removeprefix("Value error, ") if known is None else known.format(**problem.get("ctx", {}))
        )
        given = problem.get("input")
        got = f" (got {given!r})" if isinstance(given, str | int | float | bool | None) else ""
        link = ": " if known is None else " "
        found.append(f"{where}{link}{message}{got}" if where else message)
    return "; ".join(found)


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
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < _SEED_LIMIT:
        raise BadSeed(f"the seed {seed!r} cannot be used", hint="give a whole number from 0 to 2**56 - 1")
    return seed
