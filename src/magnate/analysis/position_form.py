"""A position as a form fills it in: its text, its fields, and what is wrong field by field.

The form sends what it has, as JSON or as the text of a position file. It is told whether the rules have a meaning for
that, and where not, beside which field to say so.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from pydantic import ValidationError

from ..core.validation import complaint
from ..errors import BadSetup
from ..messages import Message
from .position_file import PositionFile, parse_position, plain_errors, seat_named, written

if TYPE_CHECKING:
    from ..core.game import Position

__all__ = ["Described", "Fault", "described", "parse_form"]

NAME: Final = "the text"
LIMITS: Final[Mapping[str, tuple[str, str, int]]] = {
    "greater_than_equal": ("least", "ge", 0),
    "less_than_equal": ("most", "le", 0),
    "less_than": ("most", "lt", -1),
}
"""What pydantic finds wrong with whole numbers: the message, what it calls the limit, and what that is off by."""
WORDS: Final[Mapping[str, str]] = {
    "int_type": "whole",
    "bool_type": "truth",
    "string_type": "text",
    "missing": "missing",
    "extra_forbidden": "unknown",
}
"""What else it finds wrong most often: the message."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong: the path of its field, and a sentence in English and, if there is one, in any language (``said``).

    ``line`` is that of the field in the text.
    """

    place: tuple[str | int, ...]
    message: str
    hint: str = ""
    said: Message | None = None
    line: int | None = None


@dataclass(frozen=True, slots=True)
class Described:
    """The text of a position, and either the position with all its fields or what is wrong."""

    text: str
    fields: dict[str, Any] | None = None
    position: Position | None = None
    faults: tuple[Fault, ...] = ()


def parse_form(text: str) -> PositionFile:
    """What a form says: JSON if it begins with a brace, else the text of a position file."""
    return parse_position(text, NAME, toml=not text.lstrip().startswith("{"))


def described(file: PositionFile) -> Described:
    """The position that a form or a text says.

    Raises what :meth:`~.PositionFile.to_game` raises where its game cannot be loaded.

    >>> found = described(parse_form('game = "pig"' + chr(10) + 'points = [80, -1]'))
    >>> [(fault.place, fault.message, fault.line) for fault in found.faults]
    [(('points', 1), 'must be at least 0 (got -1)', 2)]
    """
    game = file.to_game()
    about = {"game": game.name, "preset": game.preset, "seats": game.players, "options": game.overrides}
    text = file.text
    if text.lstrip().startswith("{"):
        text = written({**about, **file.setup})
        file = parse_position(text, NAME)
    try:
        position = game.setup(file.setup)
    except BadSetup as error:
        cause = error.__context__
        faults = _faults(cause) if isinstance(cause, ValidationError) else [_fault(error)]
        return Described(text, faults=tuple(_at_line(one, file) for one in faults))
    return Described(text, {**about, **json.loads(json.dumps(position.to_setup()))}, position)


def _faults(error: ValidationError) -> list[Fault]:
    """What is malformed, a fault a field."""
    return [Fault(tuple(one["loc"]), complaint(one), said=_malformed(one)) for one in plain_errors(error)]


def _malformed(problem: Any) -> Message | None:
    """What pydantic finds wrong, in any language; None where only it has a sentence."""
    kind, given = problem["type"], problem.get("input")
    if kind in LIMITS:
        key, name, off = LIMITS[kind]
        return Message(f"engine.setup.{key}", {"limit": problem["ctx"][name] + off})
    if kind == "literal_error":
        return Message("engine.setup.choice", {"names": re.findall("'([^']*)'", problem["ctx"]["expected"])})
    if kind == "value_error" and isinstance(given, str):
        near = re.search('did you mean "([^"]+)"', problem["msg"])
        return Message("engine.setup.near" if near else "engine.setup.name", {"name": given, "near": near and near[1]})
    if named := re.search('(needs|has no) "([^"]+)"', problem["msg"]) if kind == "value_error" else None:
        key = "needs" if named[1] == "needs" else "spare"
        return Message(f"engine.setup.{key}", {"name": named[2]})
    return Message(f"engine.setup.{WORDS[kind]}") if kind in WORDS else None


def _fault(error: BadSetup) -> Fault:
    return Fault(error.place or seat_named(error.message), error.message, error.hint, error.localized)


def _at_line(fault: Fault, file: PositionFile) -> Fault:
    """The fault with the line of its field, or of the nearest one that holds it."""
    nearest = (file.lines.get(fault.place[:length]) for length in range(len(fault.place), 0, -1))
    line = next((one for one in nearest if one is not None), None)
    return Fault(fault.place, fault.message, fault.hint, fault.said, line)
