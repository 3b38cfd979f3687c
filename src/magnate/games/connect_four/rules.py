"""The rules of connect four, on two masks of 64 bits (see the package's text)."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from ...core.contract import OVER
from ...runtime.compiler import Floats, Ints, rule
from ...runtime.layout import packed
from ...runtime.primitives import count_bits, emit

MAX_SIDE, MAX_BITS = 12, 63
MAX_CELLS = max(
    columns * rows
    for columns in range(2, MAX_SIDE + 1)
    for rows in range(2, MAX_SIDE + 1)
    if columns * (rows + 1) <= MAX_BITS
)

OPTIONS = packed([("columns", "i1"), ("rows", "i1"), ("line", "i1")])
STATE = packed(
    [
        ("discs", "i8", (2,)),  # the cells of X and of O, as bit masks
        ("opt", OPTIONS),
        ("count", "i1"),  # discs on the board
        ("result", "i1"),  # 0 going on, 1 X has a line, 2 O has a line, 3 the board is full without one
        ("spare", "i1", (3,)),
    ]
)
State: TypeAlias = Annotated[Any, STATE]

DROPPED, LINE, DRAWN = range(3)  # events
NO_SUCH_COLUMN, GAME_OVER, FULL = range(1, 4)  # reasons


@rule
def new_game(g: State) -> None:
    """An empty board."""
    g.discs[0] = 0
    g.discs[1] = 0
    g.count = 0
    g.result = 0
    for i in range(3):
        g.spare[i] = 0


@rule
def to_move(g: State) -> int:
    """X at even counts, O at odd ones."""
    if g.result != 0:
        return OVER
    return g.count & 1


@rule
def column_of(g: State, c: int) -> int:
    """The taken cells of column ``c``, the lowest as bit 0."""
    return ((g.discs[0] | g.discs[1]) >> (c * (g.opt.rows + 1))) & ((1 << g.opt.rows) - 1)


@rule
def why(g: State, a: int) -> int:
    """Why no disc may be dropped into column ``a`` (0: it may)."""
    if a < 0 or a >= g.opt.columns:
        return NO_SUCH_COLUMN
    if g.result != 0:
        return GAME_OVER
    if (column_of(g, a) >> (g.opt.rows - 1)) & 1:
        return FULL
    return 0


@rule
def legal(g: State, out: Ints) -> int:
    """The columns with a free cell, from the left."""
    n = 0
    for a in range(g.opt.columns):
        if why(g, a) == 0:
            out[n] = a
            n += 1
    return n


@rule
def in_line(cells: int, shift: int, line: int) -> bool:
    """Whether ``line`` cells of the mask follow each other, each ``shift`` bits after the one before."""
    for _ in range(line - 1):
        cells &= cells >> shift
    return cells != 0


@rule
def has_line(g: State, cells: int) -> bool:
    """Whether the mask holds a column, a row or a diagonal of the length that wins."""
    across = g.opt.rows + 1
    line = g.opt.line
    if in_line(cells, 1, line) or in_line(cells, across, line):
        return True
    return in_line(cells, across - 1, line) or in_line(cells, across + 1, line)


@rule
def step(g: State, a: int) -> None:
    """The player to move drops a disc into column ``a``."""
    p = g.count & 1
    height = count_bits(column_of(g, a))
    g.discs[p] |= 1 << (a * (g.opt.rows + 1) + height)
    g.count += 1
    emit(g, DROPPED, p, a, height, 0)
    if has_line(g, g.discs[p]):
        g.result = p + 1
        emit(g, LINE, p, g.opt.line, 0, 0)
    elif g.count == g.opt.columns * g.opt.rows:
        g.result = 3
        emit(g, DRAWN, 0, 0, 0, 0)


@rule
def canonical(g: State, a: int) -> int:
    """The left one of two columns that are alike, because the board is its own mirror image."""
    other = g.opt.columns - 1 - a
    if other >= a:
        return a
    height = g.opt.rows + 1
    column = (1 << g.opt.rows) - 1
    for c in range(g.opt.columns // 2):
        left = c * height
        right = (g.opt.columns - 1 - c) * height
        for p in range(2):
            if (g.discs[p] >> left) & column != (g.discs[p] >> right) & column:
                return a
    return other


@rule
def utility(g: State, out: Floats) -> None:
    """1 for a line, ½ each for a full board."""
    for p in range(2):
        out[p] = 0.5
        if g.result == 1 or g.result == 2:
            out[p] = 1.0 if g.result == p + 1 else 0.0


@rule
def ending(g: State) -> int:
    """0 going on, 1 by a line, 2 by a full board."""
    if g.result == 3:
        return 2
    return 1 if g.result != 0 else 0


@rule
def score(g: State, out: Floats) -> None:
    """The lines made: 1 for the winner."""
    for p in range(2):
        out[p] = 1.0 if g.result == p + 1 else 0.0


@rule
def features(g: State, p: int, out: Floats) -> None:
    """One's own cells, column by column from the bottom, then the other's; cells that the board lacks are 0."""
    for i in range(2 * MAX_CELLS):
        out[i] = 0.0
    for c in range(g.opt.columns):
        for r in range(g.opt.rows):
            bit = c * (g.opt.rows + 1) + r
            cell = c * g.opt.rows + r
            out[cell] = (g.discs[p] >> bit) & 1
            out[MAX_CELLS + cell] = (g.discs[1 - p] >> bit) & 1


@rule
def key(g: State) -> int:
    """X's discs plus all discs, a different sum for every position.

    In a column of height h the second mask is 2**h - 1 and the first one less than 2**h, so their sum tells h, and with
    it both, and never reaches the next column.
    """
    return g.discs[0] + (g.discs[0] | g.discs[1])


@rule
def check(g: State) -> int:
    """1: a cell taken twice, off the board or above a free one, 2: a wrong count, 3: a wrong result."""
    x = g.discs[0]
    o = g.discs[1]
    if x < 0 or o < 0 or x & o or (x | o) >> (g.opt.columns * (g.opt.rows + 1)):
        return 1
    total = 0
    for c in range(g.opt.columns):
        column = column_of(g, c)
        if column & (column + 1):
            return 1
        total += count_bits(column)
    if total != count_bits(x | o):
        return 1
    if total != g.count or count_bits(x) - count_bits(o) != g.count & 1:
        return 2
    result = 3 if g.count == g.opt.columns * g.opt.rows else 0
    if has_line(g, x):
        result = 1
    if has_line(g, o):
        result = 2 if result != 1 else -1
    return 0 if result == g.result else 3
