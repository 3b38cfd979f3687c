"""Reading record files: whatever is wrong with one is told with the file's name."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import BadRecord
from .compiling import STEPS, compile_game, compile_rest
from .progress import Reporter

if TYPE_CHECKING:
    from ..engine.record import Record

__all__ = ["naming", "open_record"]


def open_record(file: Path, wanted: tuple[str, ...] = STEPS) -> Record:
    """The record in a file, whose game is compiled now, with progress.

    Raises :class:`~magnate.errors.BadRecord` naming the file when it is no record, or not one of a game, of options or
    of rules that there are.
    """
    from .quick_numba import load_numba

    load_numba()
    from ..engine.record import Record

    record = Record.load(file)
    with naming(file):
        game = record.to_game()
    with Reporter(game.name) as reporter:
        if compile_game(game, wanted, reporter):
            compile_rest(game, reporter)
    return record


@contextmanager
def naming(file: Path) -> Iterator[None]:
    """Put the file's name before what is found wrong with its record."""
    try:
        yield
    except BadRecord as error:
        raise type(error)(f"{file}: {error.message}", hint=error.hint) from None
