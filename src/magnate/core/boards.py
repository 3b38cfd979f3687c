"""Boards that other packages bring: how the pages draw the view of a game, as data without a script.

A package names, in the entry-point group ``magnate.boards`` under the game's name, a module beside which a folder
``boards`` lies. The file ``boards/<game>.json`` there is a :class:`DeclaredBoard`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ..errors import BrokenGame, did_you_mean
from ..plugins import folder_of, plugins
from .contract import SEATS
from .validation import complaints

__all__ = ["GROUP", "DeclaredBoard", "board_files", "check_board", "read_board"]

GROUP: Final = "boards"
"""The group of entry points without ``magnate.``, and the folder beside the module."""
MOST: Final = 40
"""Parts of a board, cells of a row, rows and heaps."""


class _Data(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


Word = Annotated[str, Field(min_length=1, max_length=60)]
Symbol = Annotated[str, Field(max_length=4)]


class Piece(_Data):
    """What stands for a value of a cell: a symbol, in the colour of a seat where one is named."""

    text: Symbol
    seat: Annotated[int, Field(ge=0, lt=SEATS)] | None = None


class GridPart(_Data):
    """A field of the view as a board of cells: a list of rows, or with ``columns`` one list for all cells.

    ``pieces`` are by the value of a cell; a value without a piece is shown as it is. ``names`` has the value of the
    actions' ``facet`` for each cell, so that a cell is a button where such an action is legal.
    """

    show: Literal["grid"]
    field: Word
    columns: Annotated[int, Field(ge=1, le=MOST)] | None = None
    pieces: dict[str, Piece] = Field(default_factory=dict)
    facet: Word | None = None
    names: Annotated[list[Annotated[list[Word], Field(max_length=MOST)]], Field(max_length=MOST)] | None = None


class PilesPart(_Data):
    """A field of the view, a list of numbers, as rows of so many equal pieces.

    ``names`` are the values of the actions' ``facet``, one a row. With ``count``, the facet that says how many, a piece
    stands for itself and all behind it.
    """

    show: Literal["piles"]
    field: Word
    piece: Symbol = "●"
    facet: Word | None = None
    names: Annotated[list[Word], Field(max_length=MOST)] | None = None
    count: Word | None = None


class DeclaredBoard(_Data):
    """The parts of a board in their order. Other fields of the view follow, but for those that are ``hidden``."""

    parts: Annotated[
        list[Annotated[GridPart | PilesPart, Field(discriminator="show")]], Field(min_length=1, max_length=MOST)
    ]
    hidden: list[Word] = Field(default_factory=list)


def board_files() -> dict[str, Path]:
    """The boards that other distributions bring, by their games."""
    found: dict[str, Path] = {}
    for one in plugins(GROUP):
        folder = folder_of(one.module)
        file = None if folder is None else folder / GROUP / f"{one.name}.json"
        if file is not None and file.is_file():
            found.setdefault(one.name, file)
    return found


def read_board(file: Path) -> DeclaredBoard:
    """The board of a file; raises :class:`~magnate.errors.BrokenGame` naming the line or the field."""
    hint = "mend it there; see the page on packages"
    try:
        return DeclaredBoard.model_validate_json(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise BrokenGame(f"the board in {file} cannot be read: {error.strerror}", hint=hint) from None
    except UnicodeDecodeError:
        raise BrokenGame(f"the board in {file} is no UTF-8", hint=hint) from None
    except ValidationError as error:
        try:
            json.loads(file.read_text(encoding="utf-8"))
        except json.JSONDecodeError as broken:
            raise BrokenGame(f"the board in {file}, line {broken.lineno}: {broken.msg}", hint=hint) from None
        raise BrokenGame(f"the board in {file}: {complaints(error)}", hint=hint) from None


def check_board(board: DeclaredBoard, view: Mapping[str, Any]) -> None:
    """Raise :class:`~magnate.errors.BrokenGame` where a board has fields or sizes that the view of a game has not."""
    for name in [*(part.field for part in board.parts), *board.hidden]:
        if name not in view:
            raise BrokenGame(f'the board has the field "{name}", and the view has not', hint=did_you_mean(name, view))
    for part in board.parts:
        shown = view[part.field]
        if not isinstance(shown, list):
            raise BrokenGame(f'the field "{part.field}" of the view is no list', hint="leave it out of the parts")
        if (
            isinstance(part, GridPart)
            and part.columns is None
            and not all(isinstance(one, list | str) for one in shown)
        ):
            raise BrokenGame(f'the field "{part.field}" of the view is one list, not rows', hint='say "columns"')
        if part.names is None:
            continue
        if isinstance(part, PilesPart):
            named, there = len(part.names), len(shown)
        else:
            named = sum(map(len, part.names))
            there = len(shown) if part.columns is not None else sum(map(len, shown))
        if named != there:
            raise BrokenGame(f'"{part.field}" has {there} places, and {named} names', hint="name each place")
