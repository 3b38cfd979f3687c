"""How commands read a position, from a text file or a record, and ``magnate position``, which writes such a file."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from ..errors import BadOption
from .arguments import JsonOption, OptionOption, PlayersOption, PresetOption, check_folder, complete_games, load_game
from .compiling import STEPS, compile_game
from .console import Reporter, note, print_json
from .records import naming, open_position

if TYPE_CHECKING:
    from ..core.game import Position

__all__ = ["AtOption", "GameOption", "PositionArgument", "Subject", "open_subject", "seat_name"]

PositionArgument: TypeAlias = Annotated[
    Path, typer.Argument(metavar="POSITION|RECORD", help="A position as TOML or JSON, or a record (see --at).")
]
AtOption: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--at", metavar="N|turn:N|round:N", help="Of a record: after step N, or where its turn or round N begins."
    ),
]
GameOption: TypeAlias = Annotated[
    str | None,
    typer.Option("--game", metavar="GAME", help="The game, if the file does not say.", autocompletion=complete_games),
]


@dataclass(frozen=True, slots=True)
class Subject:
    """The position that a command is about, and who plays there as the record says."""

    position: Position
    names: tuple[str, ...] | None = None
    record_steps: int | None = None


def open_subject(
    file: Path,
    at: str | None = None,
    *,
    game: str | None = None,
    preset: str | None = None,
    players: int | None = None,
    option: list[str] | None = None,
    wanted: tuple[str, ...] = STEPS,
) -> Subject:
    """The position in a file: a set-up, or that of a record which ``--at`` names, by default the last one.

    What it needs is compiled, with progress. Raises :class:`~magnate.errors.BadRecord`,
    :class:`~magnate.errors.BadSetup` and :class:`~magnate.errors.BadOption` naming the file.
    """
    from ..core.game import Record
    from .search import step_named

    given = open_position(file)
    with Reporter("position") as reporter:
        if isinstance(given, Record):
            if option or preset is not None or players is not None or game not in (None, given.game):
                raise BadOption("a record has its own game, players, preset and options", hint="leave yours out")
            with naming(file):
                compile_game(given.to_game(), wanted, reporter)
                step = given.steps if at is None else step_named(given, at)
                position = next(islice(given.positions(), step, None))  # what chance does next is not drawn yet
            return Subject(position, given.agents, given.steps)
        if at is not None:
            raise BadOption("--at chooses a position of a record", hint=f"{file} holds one position: leave --at out")
        loaded = given.to_game(game, preset, players)
        if option:
            loaded = load_game(loaded.name, loaded.preset, loaded.players, [*given.option_texts, *option])
        compile_game(loaded, wanted, reporter)
        return Subject(given.to_position(loaded))


def seat_name(subject: Subject, seat: int) -> str:
    """What a seat is called: with its player, if the record names it."""
    return f"seat {seat}" if subject.names is None else f"seat {seat} ({subject.names[seat]})"


def position(
    file: PositionArgument,
    at: AtOption = None,
    save: Annotated[
        Path | None, typer.Option("--save", metavar="FILE.toml", help="Write the position as a text file.")
    ] = None,
    about: Annotated[str, typer.Option("--about", metavar="TEXT", help="A comment for its first line.")] = "",
    game: GameOption = None,
    preset: PresetOption = None,
    players: PlayersOption = None,
    option: OptionOption = None,
    json: JsonOption = False,
) -> None:
    """Show a position, check a text file, or write one that you can edit.

    magnate position examples/positions/orange-or-cash.toml
    magnate position game.json --at 120 --save mine.toml --about "My turn: trade or wait?"

    An error names the line and the field, and says what is allowed there. All commands that take a position read such
    files.
    """
    from ..analysis.position_file import position_text
    from ..core.wording import rules_message
    from .session import Words, say, say_board

    check_folder(save)
    subject = open_subject(file, at, game=game, preset=preset, players=players, option=option)
    now = subject.position
    if save is not None:
        save.write_text(position_text(now, about), encoding="utf-8")
        note(f"the position is in {save}")
    if json:
        print_json(
            "position",
            result={
                "game": now.game.name,
                "preset": now.game.preset,
                "overrides": now.game.overrides,
                "setup": now.to_setup(),
            },
        )
        return
    if save is None:
        words = Words(None)
        say(f"{now.game.info.title}, {now.game.players} players, preset {rules_message(now.game)}")
        say_board(str(now), words)
        say(words.turn(now) if not now.is_over else words.ending(now, subject.names))
