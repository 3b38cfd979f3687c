"""State records: their layout without hidden bytes, constant tables, and how Python copies, reads and hashes records.

A state is one NumPy structured record. Equal positions must be equal bytes, so a record may have no padding that
the compiler slips in: :func:`packed` names the bytes between the fields, which rules never write.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import Any, Final

import numpy as np

from .compiler import INTERPRETED


def padding(record: np.dtype[Any]) -> int:
    """How many bytes of a record no field names, those inside its nested records (and arrays of them) included.

    >>> inner = np.dtype([("a", "i1"), ("b", "i4")], align=True)
    >>> padding(np.dtype([("pair", inner, (2,))]))
    6
    """
    if record.subdtype is not None:
        base, shape = record.subdtype
        return math.prod(shape) * padding(base)
    if record.names is None or record.fields is None:
        return 0
    parts = [record.fields[name][0] for name in record.names]
    return record.itemsize - sum(part.itemsize for part in parts) + sum(map(padding, parts))


def packed(fields: Sequence[tuple[Any, ...]]) -> np.dtype[Any]:
    """The record of ``(name, type)`` or ``(name, type, shape)`` fields, in that order and without padding.

    Fields ``spare_0``, ``spare_1``, … fill the gap before a field that would not begin at a multiple of its own width,
    and the end. They stay 0; a name that is taken is passed over. Wide fields before narrow ones need the fewest.
    Raises ``ValueError`` naming a field that is a record with padding inside.

    >>> packed([("cash", "i4", (2,)), ("turn", "i2"), ("phase", "i1"), ("spare", "i1")]).itemsize
    12
    >>> packed([("phase", "i1"), ("cash", "i4", (2,))]).names
    ('phase', 'spare_0', 'cash')
    >>> packed([("spare_0", "i1"), ("cash", "i4", (2,))]).names
    ('spare_0', 'spare_1', 'cash')
    """
    whole: list[tuple[Any, ...]] = []
    own = {name for name, *_ in fields}
    spares = (name for name in map("spare_{}".format, count()) if name not in own)
    end, widest = 0, 1
    for name, kind, *shape in fields:
        part = np.dtype((kind, *shape)) if shape else np.dtype(kind)
        if hidden := padding(part):
            raise ValueError(f"field {name!r} has {hidden} bytes of padding inside: make its record with packed too")
        width = part.base.alignment
        if end % width:
            whole.append((next(spares), "i1", (-end % width,)))
            end += -end % width
        whole.append((name, kind, *shape))
        end += part.itemsize
        widest = max(widest, width)
    if end % widest:
        whole.append((next(spares), "i1", (-end % widest,)))
    return np.dtype(whole, align=True)


class Table(dict[int, int]):
    """A constant table in interpreted rules: plain integers, and an error for a negative index.

    A dictionary, because its lookup is as fast as a list's but knows no index -1.
    """

    __slots__ = ()

    def __missing__(self, index: object) -> int:
        raise IndexError(f"index {index!r} of a constant table with {len(self)} entries")

    def __iter__(self) -> Iterator[int]:
        return iter(self.values())


def constants(values: Iterable[int]) -> Any:
    """A table of integers for rules to read: ``constants([60, 60, 100])[d]``.

    Compiled code reads a read-only ``int64`` array as constants. Interpreted rules get plain Python integers,
    which cannot overflow where compiled code computes in 64 bits.
    """
    if INTERPRETED:
        return Table(enumerate(map(int, values)))
    table = np.array(list(values), dtype=np.int64)
    table.setflags(write=False)
    return table


# ---------------------------------------------------------------------------------------------------- records in Python


APART: Final = ("cache", "past", "bidding")
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
