"""Writing TOML, of which the standard library only reads."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Final

__all__ = ["as_toml"]

BARE: Final = re.compile(r"[A-Za-z0-9_-]+")


def as_toml(content: Mapping[str, Any]) -> str:
    """The keys and, below them, the tables of a mapping; a key whose value is None is left out.

    >>> print(as_toml({"game": "pig", "preset": None, "values": {"layers": [64, 32], "of": {"a:b": 1.0}}}), end="")
    game = "pig"
    <BLANKLINE>
    [values]
    layers = [64, 32]
    of = {"a:b" = 1.0}
    """
    tables = {key: value for key, value in content.items() if isinstance(value, Mapping)}
    lines = _lines({key: value for key, value in content.items() if key not in tables})
    for name, table in tables.items():
        lines += ["", f"[{name}]", *_lines(table)]
    return "\n".join(lines) + "\n"


def _lines(keys: Mapping[str, Any]) -> list[str]:
    return [f"{_key(key)} = {_value(value)}" for key, value in keys.items() if value is not None]


def _key(key: str) -> str:
    """A key, in quotes where it must be."""
    return key if BARE.fullmatch(key) else json.dumps(key, ensure_ascii=False)


def _value(value: Any) -> str:
    """A value on one line; texts, numbers and truth are written as in JSON."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(_lines(value)) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_value, value)) + "]"
    return json.dumps(value, ensure_ascii=False)
