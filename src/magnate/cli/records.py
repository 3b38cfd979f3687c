"""Reading record files: whatever is wrong with one is told with the file's name."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ..errors import BadRecord
from .compiling import STEPS, WATCH, compile_game, compile_rest
from .progress import Reporter

if TYPE_CHECKING:
    from ..arena.rebuild import Rebuilt
    from ..core.record import Record

TOURNAMENT: Final = re.compile(r"t\d+", re.IGNORECASE)

__all__ = ["naming", "open_named", "open_position", "open_record"]


def open_record(file: Path, wanted: tuple[str, ...] = STEPS) -> Record:
    """The record in a file, whose game is compiled now, with progress.

    Raises :class:`~magnate.errors.BadRecord` naming the file when it is no record, or not one of a game, of options or
    of rules that there are.
    """
    from ..core.record import Record

    record = Record.load(file)
    with naming(file):
        game = record.to_game()
    with Reporter(game.name) as reporter:
        if compile_game(game, wanted, reporter):
            compile_rest(game, reporter)
    return record


def open_named(name: str, where: str | None) -> Rebuilt:
    """The record in a file, or that of a tournament's game such as ``t17:3.7``, which is played again for it.

    A file of that name comes first. Raises as :func:`open_record` and :func:`~magnate.arena.rebuild.rebuild` do.
    """
    from ..arena.rebuild import Rebuilt, parse_game_name, rebuild

    game_name = parse_game_name(name)
    if game_name is None and TOURNAMENT.fullmatch(name) and not Path(name).exists():
        raise BadRecord(
            f"{name} is a tournament, not a game of one", hint=f"name its game: {name}:7, or {name}:3.7 of table 3"
        )
    if game_name is None or Path(name).exists():
        return Rebuilt(open_record(Path(name)))
    from ..arena.store import open_existing

    with open_existing(where) as store:
        plan = store.plan(game_name.tournament)
        plan.check_rows()  # before anything is compiled for it
        game = plan.load_game()
        with Reporter(game.name) as reporter:
            compile_game(game, WATCH, reporter)
        with redirect_stdout(sys.stderr):  # what an agent prints must not get between the lines of the result
            return rebuild(store, game_name)


def open_position(file: Path) -> Record | Any:
    """The record in a file, or else its JSON, which is to be a set-up.

    Raises :class:`~magnate.errors.BadRecord` naming the file where it is neither.
    """
    from ..core.record import Record
    from ..core.record_file import KIND, json_of

    hint = "give a set-up (see Position.to_setup) or a record"
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not text"
        raise BadRecord(f"cannot read {file}: {reason}", hint=hint) from None
    with naming(file):
        data = json_of(text, hint)
        is_record = isinstance(data, dict) and data.get("kind") == KIND
        return Record.from_json(text) if is_record else data


@contextmanager
def naming(file: Path) -> Iterator[None]:
    """Put the file's name before what is found wrong with its record."""
    try:
        yield
    except BadRecord as error:
        raise type(error)(f"{file}: {error.message}", hint=error.hint) from None
