"""What comes back from a process that was to play a block: plain data, whether it went well or not."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from .. import errors
from ..errors import MagnateError

__all__ = ["Outcome", "outcome_of", "unpacked"]

Outcome: TypeAlias = tuple[dict[str, Any], bytes]
"""How it went, as plain lists and texts, and the packed rows."""


def outcome_of(play: Callable[[], bytes], failures: Sequence[str]) -> Outcome:
    """Play a block; ``failures`` has afterwards a sentence for each failure of an agent. Nothing is ever raised."""
    try:
        rows = play()
    except MagnateError as error:
        return {"error": [type(error).__name__, error.message, error.hint]}, b""
    except BaseException:  # noqa: BLE001 - whatever it is, the process that asked is to hear of it
        return {"bug": traceback.format_exc()}, b""
    return {"failures": list(failures)}, rows


def unpacked(outcome: Outcome) -> tuple[bytes, list[str]]:
    """The rows and the failures; raises the error that ended the block instead, a ``RuntimeError`` for a bug."""
    header, rows = outcome
    if "error" in header:
        name, message, hint = header["error"]
        raise getattr(errors, name, MagnateError)(message, hint=hint)
    if "bug" in header:
        raise RuntimeError(f"a process that plays games failed:\n{header['bug']}")
    return rows, header["failures"]
