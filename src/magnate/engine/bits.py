"""Sets of small numbers as 64-bit masks: the same results compiled and interpreted.

A mask is a non-negative ``int64``: bit ``i`` (0 to 62) says that ``i`` is in the set. To visit every member::

    rest = mask
    while rest != 0:
        i = low_bit(rest)
        rest &= rest - 1

The three bit counts are one machine instruction each when compiled.
"""

from __future__ import annotations

from typing import Any

from .compiler import INTERPRETED, rule

__all__ = ["count_bits", "has_bit", "high_bit", "low_bit"]

if INTERPRETED:

    def low_bit(mask: int) -> int:
        """The smallest member of a set that is not empty."""
        if mask <= 0:
            raise ValueError(f"low_bit needs a mask above 0, got {mask}")
        return (mask & -mask).bit_length() - 1

    def high_bit(mask: int) -> int:
        """The largest member of a set that is not empty."""
        if mask <= 0:
            raise ValueError(f"high_bit needs a mask above 0, got {mask}")
        return mask.bit_length() - 1

    def count_bits(mask: int) -> int:
        """How many members a set has."""
        if mask < 0:
            raise ValueError(f"count_bits needs a mask of 0 or above, got {mask}")
        return mask.bit_count()

else:
    from llvmlite import ir
    from numba import extending, types

    def _instruction(name: str, *extra: Any) -> Any:
        """A function from ``int64`` to ``int64`` that is one LLVM instruction."""

        def typed(_typing: Any, _mask: Any) -> Any:
            def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
                return getattr(builder, name)(arguments[0], *extra)

            return types.int64(types.int64), generate

        return extending.intrinsic(typed)

    _ZERO_IS_DEFINED = ir.Constant(ir.IntType(1), 0)
    _trailing_zeros = _instruction("cttz", _ZERO_IS_DEFINED)
    _leading_zeros = _instruction("ctlz", _ZERO_IS_DEFINED)
    _ones = _instruction("ctpop")

    @rule
    def low_bit(mask: int) -> int:
        """The smallest member of a set that is not empty."""
        return _trailing_zeros(mask)

    @rule
    def high_bit(mask: int) -> int:
        """The largest member of a set that is not empty."""
        return 63 - _leading_zeros(mask)

    @rule
    def count_bits(mask: int) -> int:
        """How many members a set has."""
        return _ones(mask)


@rule
def has_bit(mask: int, i: int) -> bool:
    """Whether ``i`` is in the set."""
    return (mask >> i) & 1 == 1
