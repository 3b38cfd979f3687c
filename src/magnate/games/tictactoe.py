"""Tic-tac-toe: three in a row on nine cells. The smallest complete game of the contract.

Cells are numbered 0 to 8, row by row from the top left, and named ``a1 b1 c1 / a2 b2 c2 / a3 b3 c3``. The letter is
the column, the digit the row. Seat 0 plays X and moves first. A win is worth 1, a full board without a line ½ each.

The tests hold it to known truths: the whole tree has 549,946 nodes, and the value is ½. Under uniformly random play X
wins 737/1260, O 121/420, and 8/63 are drawn.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, TypeAlias

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from ..core.contract import OVER
from ..core.game_module import GameModule
from ..core.narration import Event, RawEvent, everyone
from ..errors import BadSetup
from ..messages import Message
from ..runtime.compiler import Floats, Ints, rule
from ..runtime.layout import packed
from ..runtime.primitives import emit

STATE = packed(
    [
        ("marks", "i2", (2,)),  # the cells of X and of O, as bit masks
        ("count", "i1"),  # marks on the board
        ("result", "i1"),  # 0 going on, 1 X has a line, 2 O has a line, 3 the board is full without one
    ]
)
State: TypeAlias = Annotated[Any, STATE]

FULL = 0b111_111_111
LINES = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)

MARKED, LINE, DRAWN = range(3)  # events
NO_SUCH_CELL, GAME_OVER, TAKEN = range(1, 4)  # reasons

# ---------------------------------------------------------------- rules


@rule
def new_game(g: State) -> None:
    """An empty board."""
    g.marks[0] = 0
    g.marks[1] = 0
    g.count = 0
    g.result = 0


@rule
def to_move(g: State) -> int:
    """X at even counts, O at odd ones."""
    if g.result != 0:
        return OVER
    return g.count & 1


@rule
def why(g: State, a: int) -> int:
    """Why cell ``a`` may not be marked (0: it may)."""
    if a < 0 or a > 8:
        return NO_SUCH_CELL
    if g.result != 0:
        return GAME_OVER
    if ((g.marks[0] | g.marks[1]) >> a) & 1:
        return TAKEN
    return 0


@rule
def legal(g: State, out: Ints) -> int:
    """The free cells, ascending."""
    n = 0
    for a in range(9):
        if why(g, a) == 0:
            out[n] = a
            n += 1
    return n


@rule
def has_line(cells: int) -> bool:
    """Whether the mask holds a row, a column or a diagonal."""
    for line in LINES:
        if cells & line == line:
            return True
    return False


@rule
def step(g: State, a: int) -> None:
    """The player to move marks cell ``a``."""
    p = g.count & 1
    g.marks[p] |= 1 << a
    g.count += 1
    emit(g, MARKED, p, a, 0, 0)
    if has_line(g.marks[p]):
        g.result = p + 1
        emit(g, LINE, p, 0, 0, 0)
    elif g.count == 9:
        g.result = 3
        emit(g, DRAWN, 0, 0, 0, 0)


@rule
def turned(cell: int, s: int) -> int:
    """Where symmetry ``s`` (0 to 7; 0 leaves the board alone) of the square takes a cell."""
    row = cell // 3
    column = cell % 3
    if s & 1:
        column = 2 - column
    if s & 2:
        row = 2 - row
    return column * 3 + row if s & 4 else row * 3 + column


@rule
def looks_the_same(g: State, s: int) -> bool:
    """Whether symmetry ``s`` takes every mark to one of the same side."""
    for cell in range(9):
        to = turned(cell, s)
        for p in range(2):
            if (g.marks[p] >> cell) & 1 != (g.marks[p] >> to) & 1:
                return False
    return True


@rule
def canonical(g: State, a: int) -> int:
    """The first cell that a symmetry of the whole position takes ``a`` to."""
    first = a
    for s in range(8):
        if turned(a, s) < first and looks_the_same(g, s):
            first = turned(a, s)
    return first


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
    """Nine cells of one's own, then nine of the other's."""
    for cell in range(9):
        out[cell] = (g.marks[p] >> cell) & 1
        out[9 + cell] = (g.marks[1 - p] >> cell) & 1


@rule
def key(g: State) -> int:
    """The two masks side by side; everything else follows from them."""
    return (g.marks[0] << 9) | g.marks[1]


@rule
def check(g: State) -> int:
    """1: a cell marked twice or off the board, 2: a wrong count, 3: a wrong result."""
    x = g.marks[0]
    o = g.marks[1]
    if x & o or (x | o) & ~FULL:
        return 1
    counts = 0
    for cell in range(9):
        counts += ((x | o) >> cell) & 1
    ahead = 0
    for cell in range(9):
        ahead += ((x >> cell) & 1) - ((o >> cell) & 1)
    if counts != g.count or ahead != g.count & 1:
        return 2
    result = 3 if g.count == 9 else 0
    if has_line(x):
        result = 1
    if has_line(o):
        result = 2 if result != 1 else -1
    return 0 if result == g.result else 3


# ---------------------------------------------------------------- options, names, texts


class Options(BaseModel):
    """Tic-tac-toe has no options."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


PRESETS: dict[str, dict[str, Any]] = {"standard": {}}
NAMES = tuple(f"{column}{row}" for row in (1, 2, 3) for column in "abc")
SIDES = "XO"


def write_options(options: Options, players: int, g: np.void) -> None:
    """Nothing to write: the state has no options."""


def action_name(action: int) -> str:
    """The cell's name."""
    return NAMES[action]


def parse_action(name: str) -> int:
    """The cell of a name; raises ValueError when there is none."""
    return NAMES.index(name.strip().lower())


def action_message(state: np.void, action: int) -> Message:
    """What marking the cell does."""
    return Message("tictactoe.action.mark", {"side": SIDES[int(state["count"]) & 1], "place": NAMES[action]})


def action_facets(action: int) -> dict[str, Any]:
    """The cell's place."""
    return {"kind": "mark", "place": NAMES[action], "column": action % 3, "row": action // 3}


def outcome_name(state: np.void, outcome: int) -> str:
    """There are no outcomes."""
    raise ValueError(f"tic-tac-toe has no chance outcome {outcome}")


def parse_outcome(state: np.void, name: str) -> int:
    """There are no outcomes."""
    raise ValueError(f"tic-tac-toe has no chance outcome {name!r}")


def board_rows(state: np.void) -> list[str]:
    """The three rows as strings of ``X``, ``O`` and ``.``."""
    x, o = (int(mask) for mask in state["marks"])
    cells = "".join("X" if x >> c & 1 else "O" if o >> c & 1 else "." for c in range(9))
    return [cells[:3], cells[3:6], cells[6:]]


def board_text(state: np.void) -> str:
    """The board for a terminal."""
    rows = [f"{number} {' '.join(row)}" for number, row in enumerate(board_rows(state), 1)]
    return "\n".join(["  a b c", *rows])


def view(state: np.void, viewpoint: int | None) -> dict[str, Any]:
    """What anybody may see: everything."""
    result = int(state["result"])
    winner = SIDES[result - 1] if 0 < result < 3 else None
    return {"board": board_rows(state), "count": int(state["count"]), "winner": winner}


class Setup(BaseModel):
    """A position: three rows of ``X``, ``O`` and ``.``; who is to move follows from the counts."""

    model_config = ConfigDict(strict=True, extra="forbid")
    board: list[Annotated[str, Field(pattern="^[XO.]{3}$")]] = Field(min_length=3, max_length=3)


def setup(position: Mapping[str, Any], options: Options, players: int) -> np.ndarray[Any, Any]:
    """The state of a named position; raises :class:`~magnate.errors.BadSetup` for an impossible one."""
    cells = "".join(Setup.model_validate(dict(position)).board)
    states = np.zeros(1, STATE)
    x, o = (sum(1 << c for c, mark in enumerate(cells) if mark == side) for side in SIDES)
    lines = [any(mask & line == line for line in LINES) for mask in (x, o)]
    ahead = x.bit_count() - o.bit_count()
    if ahead not in (0, 1):
        raise BadSetup(f"the board has {x.bit_count()} X and {o.bit_count()} O", hint="X has as many as O, or one more")
    if (lines[0] and ahead == 0) or (lines[1] and ahead == 1):
        raise BadSetup("the game would have ended earlier", hint="only the side that moved last can have a line")
    states["marks"] = [x, o]
    states["count"] = x.bit_count() + o.bit_count()
    states["result"] = 1 if lines[0] else 2 if lines[1] else 3 if x | o == FULL else 0
    return states


def to_setup(state: np.void) -> dict[str, Any]:
    """The position that :func:`setup` reads back."""
    return {"board": board_rows(state)}


def narrate(event: RawEvent) -> Event:
    """The message of an event of these rules."""
    seat, cell = event.args[:2]
    if event.kind == MARKED:
        params = {"seat": seat, "place": NAMES[cell]}
        return Event.of(GAME.name, "marked", params, everyone(2), side=SIDES[seat])
    if event.kind == LINE:
        return Event.of(GAME.name, "line", {"seat": seat}, everyone(2), side=SIDES[seat])
    return Event.of(GAME.name, "drawn", {}, everyone(2))


WHY = {NO_SUCH_CELL: "tictactoe.why.no_such_cell", GAME_OVER: "engine.why.over", TAKEN: "tictactoe.why.taken"}


def reason_message(state: np.void, code: int, action: int) -> Message:
    """Why the action is refused: the message of a reason code."""
    return Message(WHY[code], {"place": NAMES[action]} if code == TAKEN else {})


GAME = GameModule(
    name="tictactoe",
    title="Tic-tac-toe",
    about="three in a row on nine cells; solved, for trying things out",
    min_players=2,
    max_players=2,
    max_actions=9,
    max_legal=9,
    max_outcomes=1,
    max_decisions=9,
    endings=("", "line", "full board"),
    features=18,
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
)
