"""State records without hidden bytes, and constant tables that mean the same in both worlds.

A state is one NumPy structured record. Equal positions must be equal bytes, so a record may have no padding that
the compiler slips in: :func:`packed` names the bytes between the fields, which rules never write.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from .compiler import INTERPRETED

__all__ = ["Table", "constants", "packed", "padding"]


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

    Where a field would not begin at a multiple of its own width, and at the end, it gets fields ``spare_0``,
    ``spare_1``, … which stay 0; wide fields before narrow ones need the fewest. Raises ``ValueError`` naming a field
    that is a record with padding inside.

    >>> packed([("cash", "i4", (2,)), ("turn", "i2"), ("phase", "i1"), ("spare", "i1")]).itemsize
    12
    >>> packed([("phase", "i1"), ("cash", "i4", (2,))]).names
    ('phase', 'spare_0', 'cash')
    """
    whole: list[tuple[Any, ...]] = []
    end, widest, spares = 0, 1, 0
    for name, kind, *shape in fields:
        part = np.dtype((kind, *shape)) if shape else np.dtype(kind)
        if hidden := padding(part):
            raise ValueError(f"field {name!r} has {hidden} bytes of padding inside: make its record with packed too")
        width = part.base.alignment
        if end % width:
            whole.append((f"spare_{spares}", "i1", (-end % width,)))
            end, spares = end + -end % width, spares + 1
        whole.append((name, kind, *shape))
        end += part.itemsize
        widest = max(widest, width)
    if end % widest:
        whole.append((f"spare_{spares}", "i1", (-end % widest,)))
    return np.dtype(whole, align=True)


class Table(dict[int, int]):
    """A constant table in the interpreted twin: plain integers, and an error for a negative index.

    A dictionary, because its lookup is as fast as a list's but knows no index -1.
    """

    __slots__ = ()

    def __missing__(self, index: object) -> int:
        raise IndexError(f"index {index!r} of a constant table with {len(self)} entries")

    def __iter__(self) -> Iterator[int]:
        return iter(self.values())


def constants(values: Iterable[int]) -> Any:
    """A table of integers for rules to read: ``constants([60, 60, 100])[d]``.

    Compiled code reads a read-only ``int64`` array as constants. The interpreted twin gets plain Python integers,
    which cannot overflow where compiled code computes in 64 bits.
    """
    if INTERPRETED:
        return Table(enumerate(map(int, values)))
    table = np.array(list(values), dtype=np.int64)
    table.setflags(write=False)
    return table
