"""Positions of connect four: shown to anybody, as JSON and in a terminal, and set up from a description."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Annotated, Any

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from ...errors import BadSetup
from .options import Options, write_options
from .rules import STATE

__all__ = ["SIDES", "board_text", "setup", "to_setup", "view"]

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
