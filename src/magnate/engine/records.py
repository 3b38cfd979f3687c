"""Records as Python code reads and copies them, without NumPy's work for each field."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from typing import Any, Final

import numpy as np

__all__ = ["APART", "copied", "fields_of", "plain_bytes", "state_hash"]


APART: Final = ("cache", "past")
"""Nested records of a state outside equality and hash: what follows from the rest, and what agents know of the past."""


def copied(records: np.ndarray) -> np.ndarray:
    """A copy of an array of records, which NumPy's own ``copy`` makes field by field: for Monopoly 80 times as slow.

    >>> one = np.zeros(1, np.dtype([("cash", "i4", (2,))]))
    >>> other = copied(one)
    >>> other["cash"] = 7
    >>> one["cash"].tolist(), other["cash"].tolist()
    ([[0, 0]], [[7, 7]])
    """
    if records.dtype.hasobject:
        return records.copy()
    return np.ndarray(records.shape, records.dtype, bytearray(records.tobytes()))


def fields_of(record: np.void) -> dict[str, Any]:
    """The fields of a record as plain numbers, lists and, for nested records, dictionaries.

    Text sides read fields by the hundred, which takes NumPy a hundred times as long for each as a dictionary.

    >>> fields_of(np.zeros(1, np.dtype([("cash", "i4", (2,)), ("turn", "i4")]))[0])
    {'cash': [0, 0], 'turn': 0}
    """
    return _named(record.dtype, record.item())


def _named(record: np.dtype[Any], values: Iterable[Any]) -> dict[str, Any]:
    found = dict(zip(record.names or (), values, strict=True))
    for name, value in found.items():
        kind = value.__class__
        if kind is np.ndarray:
            whole = value.tolist()
            found[name] = [_named(value.dtype, one) for one in whole] if value.dtype.names else whole
        elif kind is tuple:
            found[name] = _named(record[name], value)
    return found


def state_hash(states: np.ndarray) -> str:
    """SHA-256 of the bytes of a state (an array of length 1) without :data:`APART`."""
    return hashlib.sha256(plain_bytes(states)).hexdigest()


def plain_bytes(states: np.ndarray) -> bytes:
    """The bytes of states without :data:`APART`."""
    raw, kind = states.tobytes(), states.dtype
    fields: Mapping[str, tuple[Any, ...]] = kind.fields or {}
    for part, first, *_ in sorted((fields[name] for name in APART if name in fields), key=lambda one: -one[1]):
        raw = raw[:first] + raw[first + part.itemsize :]
    return raw
