"""Copying a state over another one, as searches do for every node."""

from __future__ import annotations

from typing import Any, Final

from .compiler import INTERPRETED

PAST: Final = "past"
"""The nested record of a state that may be empty: what agents know of the game's past."""
MARKS: Final = "context"
"""Its field, an array, that is 0 everywhere only when all of it is."""
ROOM: Final = 1024
"""The most bytes that are read into registers together."""

if INTERPRETED:

    def copy_state(into: Any, source: Any) -> None:
        """Make a state equal to another one of the same game."""
        into.assign(source)

else:
    from llvmlite import ir
    from numba import extending, types
    from numba.core import cgutils

    @extending.intrinsic
    def copy_state(_typing: Any, into: Any, source: Any) -> Any:
        """Make a state equal to another one of the same game.

        A past that is empty in both is left out. It is 42 % of a state of Monopoly.
        """

        def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            past = into.fields.get(PAST)
            marks = getattr(past.type, "fields", {}).get(MARKS) if past else None
            if marks is None:
                _copy(builder, arguments, 0, into.size)
            else:
                end = past.offset + past.type.size
                _copy(builder, arguments, 0, past.offset)
                _copy(builder, arguments, end, into.size)
                with builder.if_then(_any(builder, arguments, past.offset + marks.offset, marks.type), likely=False):
                    _copy(builder, arguments, past.offset, end)
            return context.get_dummy_value()

        return types.void(into, source), generate

    def _at(builder: Any, record: Any, offset: int, kind: Any) -> Any:
        """The address of a field of this LLVM type."""
        return builder.bitcast(cgutils.pointer_add(builder, record, offset), kind.as_pointer())

    def _copy(builder: Any, records: Any, first: int, end: int) -> None:
        """Copy the bytes from ``first`` to ``end``: if they are few, all are read before any is written."""
        into, source = records
        if end - first > ROOM:
            byte = ir.IntType(8)
            to, of = (_at(builder, record, first, byte) for record in records)
            cgutils.raw_memcpy(builder, to, of, ir.Constant(ir.IntType(64), end - first), 1)
            return
        pieces = []
        while first < end:
            width = next(width for width in (64, 32, 16, 8, 4, 2, 1) if first + width <= end)
            kind = ir.VectorType(ir.IntType(8), width)
            pieces.append((builder.load(_at(builder, source, first, kind), align=1), _at(builder, into, first, kind)))
            first += width
        for piece, to in pieces:
            builder.store(piece, to, align=1)

    def _any(builder: Any, records: Any, offset: int, numbers: Any) -> Any:
        """Whether any number of a field, an array, is not 0 in any of the records."""
        kind = ir.VectorType(ir.IntType(numbers.dtype.bitwidth), numbers.nitems)
        one, other = (builder.load(_at(builder, record, offset, kind), align=1) for record in records)
        unequal = builder.icmp_unsigned("!=", builder.or_(one, other), ir.Constant(kind, None))
        whole = ir.IntType(numbers.nitems)
        return builder.icmp_unsigned("!=", builder.bitcast(unequal, whole), whole(0))
