"""What rules are written with: sets as bits, amounts typed digit by digit, interrupt frames, events, and the clock.

Each gives the same results compiled and interpreted.
"""

from __future__ import annotations

import time
from typing import Annotated, Any, Final, NamedTuple, TypeAlias

from .compiler import INTERPRETED, rule, shared
from .layout import packed
from .system import CLOCK_NUMBER, TICKS

# ------------------------------------------------------------------------------- sets of small numbers, as 64-bit masks
#
# A mask is a non-negative ``int64``: bit ``i`` (0 to 62) says that ``i`` is in the set. To visit every member,
# take ``low_bit(rest)`` and then ``rest &= rest - 1`` until ``rest`` is 0.
#
# The three bit counts are one machine instruction each when compiled.


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


# ---------------------------------------------------------------------------- amounts and sets, entered in one way only
#
# A number is typed from its first digit to its last and closed with :data:`DONE`. ``prefix`` is the number typed so
# far, 0 when nothing has been typed; 0 itself is spelled by ``DONE`` at once, so no number begins with the digit 0.
# A digit is allowed only while some number of the permitted range still begins with what has been typed: a begun
# amount can always be finished.


DONE = 10
"""The "digit" that closes an amount."""
EVERY_BIT = (1 << 63) - 1
"""The set of all numbers from 0 to 62."""


@rule
def digit_ok(prefix: int, digit: int, lo: int, hi: int) -> bool:
    """Whether ``digit`` (0 to 9, or DONE) may follow ``prefix`` on the way to a number from ``lo`` to ``hi``."""
    if digit == DONE:
        return lo <= prefix <= hi
    if digit < 0 or digit > 9 or (prefix == 0 and digit == 0):
        return False
    first = prefix * 10 + digit
    span = 1
    while first <= hi:  # the numbers that begin so: [first, first + span) for span 1, 10, 100, …
        if first + span > lo:
            return True
        first *= 10
        span *= 10
    return False


@rule
def type_digit(prefix: int, digit: int) -> int:
    """The number typed so far after one more digit (0 to 9)."""
    return prefix * 10 + digit


@rule
def digit_for(prefix: int, target: int) -> int:
    """What to type next to spell ``target`` (0 or more): a digit, DONE, or -1 when ``prefix`` does not begin it."""
    if prefix == target:
        return DONE
    rest = target
    while rest > 0:
        if rest // 10 == prefix:
            return rest % 10
        rest //= 10
    return -1


@rule
def nearest_amount(prefix: int, target: int, lo: int, hi: int) -> int:
    """The number from ``lo`` to ``hi`` that begins with ``prefix`` and is nearest to ``target``; -1: none does.

    Of two as near it is the smaller one.
    """
    if prefix == 0:
        return max(lo, min(hi, target))
    nearest = -1
    first = prefix
    span = 1
    while first <= hi:  # the numbers that begin so: [first, first + span) for span 1, 10, 100, …
        if first + span > lo:
            found = max(first, lo, min(first + span - 1, hi, target))
            if nearest < 0 or abs(found - target) < abs(nearest - target):
                nearest = found
        first *= 10
        span *= 10
    return nearest


@rule
def digit_towards(prefix: int, target: int, lo: int, hi: int) -> int:
    """What to type next to come as near to ``target`` as ``lo``, ``hi`` and the ``prefix`` allow: a digit or DONE.

    It is always allowed, for every prefix and target.
    """
    return digit_for(prefix, nearest_amount(prefix, target, lo, hi))


@rule
def after_set(chosen: int) -> int:
    """The mask of the numbers that may still be added to a set: those above its largest member (bits 0 to 62)."""
    if chosen == 0:
        return EVERY_BIT
    return EVERY_BIT & (-2 << high_bit(chosen))


# ---------------------------------------------------------------------------------- interrupts: a short stack of frames
#
# A debt inside an auction inside a bankruptcy: each pending matter is a frame (what kind, who it concerns, to whom,
# how much, and one more number to resume with). The fields of a popped frame return to 0, so that equal positions are
# equal bytes. A game puts ``*frame_fields(depth)`` into its state; the bound on the depth follows from its rules, and
# a push beyond it writes past the array, so rules must keep it (bounds checks and interpreted rules report it).


def frame_fields(depth: int) -> list[tuple[Any, ...]]:
    """The state fields of a stack of ``depth`` frames, widest first: see :func:`push` for their meaning.

    >>> [name for name, *_ in frame_fields(3)]
    ['famount', 'farg', 'fkind', 'fwho', 'fto', 'depth']
    """
    return [
        ("famount", "i4", (depth,)),
        ("farg", "i4", (depth,)),
        ("fkind", "i1", (depth,)),
        ("fwho", "i1", (depth,)),
        ("fto", "i1", (depth,)),
        ("depth", "i1"),
    ]


@shared
def push(g: Any, kind: int, who: int, to: int, amount: int, arg: int) -> None:
    """Put a frame on top of the stack."""
    top = g.depth
    g.fkind[top] = kind
    g.fwho[top] = who
    g.fto[top] = to
    g.famount[top] = amount
    g.farg[top] = arg
    g.depth = top + 1


@shared
def pop(g: Any) -> None:
    """Take the top frame away and clear its fields."""
    top = g.depth - 1
    g.fkind[top] = 0
    g.fwho[top] = 0
    g.fto[top] = 0
    g.famount[top] = 0
    g.farg[top] = 0
    g.depth = top


# --------------------------------------------------------------------------------------------------------------- events
#
# Compiled, an emit is nothing. Interpreted rules note it in the state's ``events`` list, from which a game's
# ``narrate`` makes sentences.


class RawEvent(NamedTuple):
    """One emitted event: the game's number for its kind, and four arguments whose meaning the kind tells."""

    kind: int
    args: tuple[int, int, int, int]


if INTERPRETED:

    def emit(g: Any, kind: int, a: int, b: int, c: int, d: int) -> None:
        """Note an event."""
        g.events.append(RawEvent(kind, (a, b, c, d)))

else:

    @shared
    def emit(g: Any, kind: int, a: int, b: int, c: int, d: int) -> None:
        """Nothing: compiled games are not narrated."""


# -------------------------------------------------------------------------------------------------- the monotonic clock
#
# The operating system's own function is called by its name, so that compiled code that uses it can still be cached.


CLOCK: Final = packed([("seconds", "i8"), ("nanoseconds", "i8")])
"""Where the clock writes the time: the system's ``struct timespec``, or on Windows the ticks of its counter."""
Clock: TypeAlias = Annotated[Any, CLOCK]

if INTERPRETED:

    def now(clock: Clock) -> int:  # noqa: ARG001 - the compiled one writes there
        """The monotonic clock in nanoseconds, the same as ``time.perf_counter_ns()``."""
        return time.perf_counter_ns()

else:
    from numba import types
    from numba.np.numpy_support import from_dtype

    if TICKS is None:
        _clock_gettime: Any = types.ExternalFunction("clock_gettime", types.int32(types.int32, from_dtype(CLOCK)))

        @rule
        def now(clock: Clock) -> int:
            """The monotonic clock in nanoseconds, the same as ``time.perf_counter_ns()``."""
            _clock_gettime(CLOCK_NUMBER, clock)
            return clock.seconds * 1_000_000_000 + clock.nanoseconds

    else:
        _counter: Any = types.ExternalFunction("QueryPerformanceCounter", types.int32(from_dtype(CLOCK)))
        _NANOSECONDS, _OF_TICKS = TICKS

        @rule
        def now(clock: Clock) -> int:
            """The monotonic clock in nanoseconds, the same as ``time.perf_counter_ns()``."""
            _counter(clock)
            ticks = clock.seconds
            return ticks // _OF_TICKS * _NANOSECONDS + ticks % _OF_TICKS * _NANOSECONDS // _OF_TICKS
