"""Connect four: drop discs into columns, four in a row win; boards of any size that fits, and lines of any length.

A disc falls to the lowest free cell of its column. Seat 0 plays X and moves first. A row, column or diagonal of
``line`` discs of one side wins 1, a full board without one is worth ½ each.

The board is two masks of 64 bits. Column ``c`` has the bits from ``c * (rows + 1)`` on, from the bottom up. One
more is never set, so that lines cannot run from one column into the next. Hence ``columns * (rows + 1)`` is at most
63. This layout and the shifts that find lines are those of John Tromp's Fhourstones.

The tests hold it to solved sizes (columns × rows, both sides perfect). 4 × 4, 5 × 4, 4 × 5, 5 × 5, 4 × 6, 6 × 5 and
5 × 6 are drawn. On 6 × 4 the first player loses.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Annotated, Any, TypeAlias

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, model_validator

from ..core.contract import OVER
from ..core.game_module import GameModule
from ..core.narration import Event, RawEvent, everyone
from ..core.result_schema import ResultSchema
from ..errors import BadSetup
from ..messages import Message
from ..runtime.compiler import Floats, Ints, rule
from ..runtime.layout import packed
from ..runtime.primitives import count_bits, emit

__all__ = [
    "FACTS",
    "GAME",
    "PRESETS",
    "Options",
    "action_facets",
    "action_message",
    "action_name",
    "board_text",
    "narrate",
    "outcome_name",
    "parse_action",
    "parse_outcome",
    "reason_message",
    "setup",
    "to_setup",
    "view",
    "write_options",
]


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

    In a column of height h the second mask is 2**h - 1 and the first one less than 2**h. So their sum tells h, and
    with it both, and never reaches the next column.
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


# ---------------- Options


class Options(BaseModel):
    """The options of connect four."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    columns: int = Field(default=7, ge=2, le=MAX_SIDE, description="columns of the board")
    rows: int = Field(default=6, ge=2, le=MAX_SIDE, description="rows of the board")
    line: int = Field(default=4, ge=2, le=MAX_SIDE, description="discs in a row that win")

    @model_validator(mode="after")
    def _possible(self) -> Options:
        if self.columns * (self.rows + 1) > MAX_BITS:
            raise ValueError(
                f"a board of {self.columns} columns and {self.rows} rows is too large: columns × (rows + 1) is at most "
                f"{MAX_BITS}"
            )
        if self.line > max(self.columns, self.rows):
            raise ValueError(f"no line of {self.line} fits on {self.columns} columns and {self.rows} rows")
        return self


PRESETS: dict[str, dict[str, Any]] = {
    "standard": {},
    "small": {"columns": 5, "rows": 4},
    "tiny": {"columns": 4, "rows": 4},
}


def write_options(options: Options, players: int, g: np.void) -> None:
    """Write the options into the state's ``opt``."""
    for name in Options.model_fields:
        g["opt"][name] = getattr(options, name)


# ---------------- Positions


SIDES = "XO"


def board_rows(state: np.void) -> list[str]:
    """The rows from the top as strings of ``X``, ``O`` and ``.``."""
    columns, rows = int(state["opt"]["columns"]), int(state["opt"]["rows"])
    cells = ["".join(_cell(state, c * (rows + 1) + r) for c in range(columns)) for r in range(rows)]
    return cells[::-1]


def _cell(state: np.void, bit: int) -> str:
    x, o = (int(mask) >> bit & 1 for mask in state["discs"])
    return "X" if x else "O" if o else "."


def board_text(state: np.void) -> str:
    """The board for a terminal, the columns' numbers below."""
    rows = [" ".join(f"{cell:>2}" for cell in row) for row in board_rows(state)]
    return "\n".join([*rows, " ".join(f"{number:2d}" for number in range(1, int(state["opt"]["columns"]) + 1))])


def view(state: np.void, viewpoint: int | None) -> dict[str, Any]:
    """What anybody may see: everything."""
    result = int(state["result"])
    winner = SIDES[result - 1] if 0 < result < 3 else None
    return {
        "board": board_rows(state),
        "count": int(state["count"]),
        "line": int(state["opt"]["line"]),
        "winner": winner,
    }


class Setup(BaseModel):
    """A position: the rows from the top, of ``X``, ``O`` and ``.``; who is to move follows from the counts."""

    model_config = ConfigDict(strict=True, extra="forbid")
    board: list[Annotated[str, Field(pattern="^[XO.]+$")]]


def setup(position: Mapping[str, Any], options: Options, players: int) -> np.ndarray[Any, Any]:
    """The state of a named position; raises :class:`~magnate.errors.BadSetup` for an impossible one.

    Whether the discs can have fallen in turns is asked of their number only, not of their order.
    """
    rows = Setup.model_validate(dict(position)).board
    if len(rows) != options.rows or any(len(row) != options.columns for row in rows):
        raise BadSetup(
            f"the board has not {options.rows} rows of {options.columns} cells", hint="give the rows from the top"
        )
    for upper, lower in pairwise(rows):
        for number, (above, below) in enumerate(zip(upper, lower, strict=True), 1):
            if above != "." and below == ".":
                raise BadSetup(f"a disc floats in column {number}", hint="discs fall to the lowest free cell")
    states = np.zeros(1, STATE)
    write_options(options, players, states[0])
    masks = [_mask(rows, side) for side in SIDES]
    states["discs"] = masks
    states["count"] = sum(mask.bit_count() for mask in masks)
    states["result"] = _result(masks, options)
    return states


def _mask(rows: list[str], side: str) -> int:
    """The cells of a side."""
    upwards = rows[::-1]
    cells = [(c, r) for r, row in enumerate(upwards) for c, cell in enumerate(row) if cell == side]
    return sum(1 << (c * (len(rows) + 1) + r) for c, r in cells)


def _lined(mask: int, options: Options) -> bool:
    """Whether a side has a line."""
    across = options.rows + 1
    return any(_followed(mask, shift, options.line) for shift in (1, across, across - 1, across + 1))


def _followed(mask: int, shift: int, line: int) -> bool:
    for _ in range(line - 1):
        mask &= mask >> shift
    return mask != 0


def _result(masks: list[int], options: Options) -> int:
    """The result that a board shows; raises BadSetup where the game could not have come so far."""
    ahead = masks[0].bit_count() - masks[1].bit_count()
    if ahead not in (0, 1):
        raise BadSetup(
            f"the board has {masks[0].bit_count()} X and {masks[1].bit_count()} O",
            hint="X has as many as O, or one more",
        )
    last = 1 - ahead  # who moved last
    if _lined(masks[1 - last], options):
        raise BadSetup("the game would have ended earlier", hint="only the side that moved last can have a line")
    if not _lined(masks[last], options):
        return 3 if (masks[0] | masks[1]).bit_count() == options.columns * options.rows else 0
    if all(_lined(masks[last] & ~top, options) for top in _tops(masks, last, options)):
        raise BadSetup("the game would have ended earlier", hint="the disc that fell last is part of every line")
    return last + 1


def _tops(masks: list[int], side: int, options: Options) -> list[int]:
    """The discs of a side with none above them, each as a mask."""
    across = options.rows + 1
    columns = [(masks[0] | masks[1]) >> (c * across) & (1 << options.rows) - 1 for c in range(options.columns)]
    tops = [1 << (c * across + column.bit_length() - 1) for c, column in enumerate(columns) if column]
    return [top for top in tops if top & masks[side]]


def to_setup(state: np.void) -> dict[str, Any]:
    """The position that :func:`setup` reads back."""
    return {"board": board_rows(state)}


# ---------------- Words


NAMES = tuple(f"c{number}" for number in range(1, MAX_SIDE + 1))


def action_name(action: int) -> str:
    """The column: ``c1`` is the leftmost."""
    return NAMES[action]


def parse_action(name: str) -> int:
    """The column of a name; raises ValueError when there is none."""
    return NAMES.index(name.strip().lower())


def action_message(state: np.void, action: int) -> Message:
    """What dropping a disc there does."""
    return Message("connect_four.action.drop", {"side": SIDES[int(state["count"]) & 1], "number": action + 1})


def action_facets(action: int) -> dict[str, Any]:
    """The column, counted from 0."""
    return {"kind": "drop", "column": action}


def outcome_name(state: np.void, outcome: int) -> str:
    """There are no outcomes."""
    raise ValueError(f"connect four has no chance outcome {outcome}")


def parse_outcome(state: np.void, name: str) -> int:
    """There are no outcomes."""
    raise ValueError(f"connect four has no chance outcome {name!r}")


def narrate(event: RawEvent) -> Event:
    """The message of an event of these rules."""
    seat, number, height, _ = event.args
    if event.kind == DROPPED:
        params = {"seat": seat, "column": number, "row": height}
        return Event.of("connect_four", "dropped", params, everyone(2), side=SIDES[seat], number=number + 1)
    if event.kind == LINE:
        return Event.of("connect_four", "line", {"seat": seat, "line": number}, everyone(2), side=SIDES[seat])
    return Event.of("connect_four", "drawn", {}, everyone(2))


WHY = {
    NO_SUCH_COLUMN: "connect_four.why.no_such_column",
    GAME_OVER: "engine.why.over",
    FULL: "connect_four.why.full",
}


def reason_message(state: np.void, code: int, action: int) -> Message:
    """Why the action is refused: the message of a reason code."""
    return Message(WHY[code], {"number": action + 1} if code == FULL else {})


# ---------------- The game

FACTS = ResultSchema(
    game=(("turns", "i4"),),
    seat=(("score", "i4"),),
    collect=lambda results: {"turns": results.states["count"].astype(np.int32), "score": results.score},
)
"""What a tournament keeps of each finished game: the discs dropped, and who made a line."""

GAME = GameModule(
    name="connect_four",
    title="Connect four",
    about="drop discs, four in a row win; any size of board and line, small ones solved",
    min_players=2,
    max_players=2,
    max_actions=MAX_SIDE,
    max_legal=MAX_SIDE,
    max_outcomes=1,
    max_decisions=MAX_CELLS,
    endings=("", "line", "full board"),
    features=2 * MAX_CELLS,
    options=Options,
    presets=PRESETS,
    default_preset="standard",
    write_options=write_options,
    action_name=action_name,
    parse_action=parse_action,
    action_facets=action_facets,
    outcome_name=outcome_name,
    parse_outcome=parse_outcome,
    action_message=action_message,
    reason_message=reason_message,
    narrate=narrate,
    view=view,
    board_text=board_text,
    setup=setup,
    to_setup=to_setup,
    results=FACTS,
)
