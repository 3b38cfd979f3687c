"""The entry point ``magnate``: it calls the commands and turns every failure into a sentence and an exit code.

Starting must be quick: ``magnate --version`` imports only this file, and no command module imports NumPy,
Numba or pydantic before it runs.
"""

from __future__ import annotations

import inspect
import os
import re
import sys
import traceback
from collections.abc import Callable, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Final

from ..errors import BrokenGame

if TYPE_CHECKING:
    import typer


__all__ = ["application", "authors_mistake", "main", "run"]


def main() -> None:
    """Run the command line and leave with its exit code."""
    code = run()
    try:
        sys.stdout.flush()
    except BrokenPipeError:  # the reader went away (`magnate … | head`): nobody needs the rest
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(code)


def run(argv: Sequence[str] | None = None) -> int:
    """Run the command line with these arguments (default: the process's own) and return the exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    if arguments == ["--version"]:
        _print_version()
        return 0
    if arguments in ([], ["tournament"], ["train"], ["import"]):
        arguments.append("--help")
    return _guarded(application(), arguments)


def _print_version() -> None:
    from importlib.metadata import version

    sys.stdout.write(f"magnate {version('magnate')}\n")


def application() -> typer.Typer:
    """The command line with all its commands."""
    import typer

    from . import (
        game_theory,
        listing,
        machine,
        match,
        play,
        records,
        search,
        serve,
        tournament,
        tournament_analysis,
        tournament_store,
        train,
        train_evaluation,
        tune,
    )

    app = typer.Typer(
        name="magnate",
        help="Play Monopoly and other board games, rank agents by the thousand games, and look at what happened.",
        pretty_exceptions_enable=False,
        rich_markup_mode="rich",
        context_settings={"help_option_names": ["-h", "--help"]},
    )

    @app.callback()
    def top(version: bool = typer.Option(False, "--version", help="Print the version.", is_eager=True)) -> None:
        if version:
            _print_version()
            raise typer.Exit

    for name, command in (
        ("play", play.play),
        ("serve", serve.serve),
        ("watch", play.watch),
        ("replay", records.replay),
        ("verify", records.verify),
        ("games", listing.games),
        ("agents", listing.agents),
        ("examples", listing.examples),
        ("search", search.search),
        ("match", match.match),
        ("tune", tune.tune),
        ("matrix", game_theory.matrix),
        ("commons", game_theory.commons),
        ("bench", machine.bench),
        ("doctor", machine.doctor),
    ):
        app.command(name, cls=search.SearchCommand if name == "search" else None, help=_help(command))(command)
    tournaments: dict[str, Callable[..., None]] = {
        "run": tournament.run,
        "list": tournament_store.list_tournaments,
        "status": tournament_store.status,
        "resume": tournament.resume,
        "extend": tournament.extend,
        "report": tournament_analysis.report,
        "meta": tournament_analysis.meta,
        "verify": tournament_store.verify,
        "delete": tournament_store.delete,
    }
    trainings: dict[str, Callable[..., None]] = {
        "run": train.run,
        "resume": train.resume,
        "list": train.list_runs,
        "show": train.show,
        "eval": train.evaluate,
        "calibration": train_evaluation.calibration,
        "rounds": train_evaluation.rounds,
        "export": train.export,
    }
    _add_group(app, "tournament", "Let agents play each other and rank them.", tournaments)
    _add_group(app, "train", "Let networks learn to play.", trainings)
    imports = {"brass-log": records.brass_log}
    _add_group(app, "import", "Replay and check games that other programs have logged.", imports)
    return app


def _add_group(app: typer.Typer, name: str, about: str, verbs: Mapping[str, Callable[..., None]]) -> None:
    """Add a noun with its verbs."""
    import typer

    group = typer.Typer(help=about)
    group.callback()(lambda: None)  # a group, even with one verb
    for verb, command in verbs.items():
        group.command(verb, help=_help(command))(command)
    app.add_typer(group, name=name)


def _help(command: Callable[..., None]) -> str:
    """A command's docstring as help: examples stay lines (a backspace asks Typer for it), other paragraphs flow."""
    paragraphs = inspect.cleandoc(command.__doc__ or "").split("\n\n")
    return "\n\n".join(
        f"\b\n{text}" if text.startswith("magnate ") else " ".join(text.split("\n")) for text in paragraphs
    )


def _guarded(app: Callable[..., object], arguments: list[str]) -> int:
    """Run a command; whatever goes wrong ends in ``error:`` and ``hint:`` lines and a stable exit code."""
    import typer

    from ..errors import MagnateError
    from . import console

    def fail(code: int, kind: str, message: str, hint: str = "") -> int:
        if "--json" in arguments:
            console.error_json(kind, message, hint)
        else:
            console.show_error(message, hint)
        return code

    try:
        done = app(args=arguments, prog_name="magnate", standalone_mode=False)
    except typer.TyperException as error:
        context = getattr(error, "ctx", None)
        command = context.command_path if context is not None else "magnate"
        message = error.format_message().rstrip(".").replace(": Input should be ", ": it must be ")  # pydantic's words
        return fail(console.USAGE, "usage", message, f"see {command} --help")
    except (typer.Abort, KeyboardInterrupt):
        console.note("interrupted")
        return console.INTERRUPTED
    except (BrokenPipeError, SystemExit):  # what Click and Rich make of a reader that went away (`magnate … | head`)
        return console.DONE
    except MagnateError as error:
        if console.debugging():
            raise
        return fail(console.exit_code(error), error.code, error.message, error.hint)
    except FileNotFoundError as error:  # files that are written have been looked at before (`check_folder`)
        if console.debugging():
            raise
        return fail(console.BAD_INPUT, "missing_file", _os_error(error), "give the path of a file that is there")
    except OSError as error:
        if console.debugging():
            raise
        return fail(
            console.ENVIRONMENT, "environment", _os_error(error), "check the path, the permissions and the free space"
        )
    except Exception as error:  # the last resort: a bug becomes a report, not a wall of text
        if console.debugging():
            raise
        mistake = authors_mistake(error)
        if mistake is not None:
            return fail(console.exit_code(mistake), mistake.code, mistake.message, mistake.hint)
        hint = f"this is a bug; the report is in {_crash_report(arguments)}, MAGNATE_DEBUG=1 shows it here"
        return fail(console.BUG, "internal", f"{type(error).__name__}: {error}", hint)
    return done if isinstance(done, int) else console.DONE


def _os_error(error: OSError) -> str:
    return f"{error.filename}: {error.strerror}" if error.filename else str(error)


def _crash_report(arguments: list[str]) -> str:
    """Write the current exception to a file and return its path."""
    import platform
    import tempfile
    import traceback
    from importlib.metadata import version

    with tempfile.NamedTemporaryFile(
        "w", prefix="magnate-crash-", suffix=".txt", delete=False, encoding="utf-8"
    ) as file:
        file.write(f"magnate {version('magnate')}, Python {platform.python_version()}, {platform.platform()}\n")
        file.write(f"arguments: {arguments}\n\n{traceback.format_exc()}")
    return file.name


# ----------------------------- Failures in the code of a game that does not come with magnate: its author can mend them


HINT: Final = "mend it there; MAGNATE_DEBUG=1 shows the whole traceback"
NAMED: Final = re.compile(r'File "([^"]+)", line (\d+)')
"""How Numba's errors name the place of what it cannot compile."""
COLOURS: Final = re.compile(r"\x1b\[[0-9;]*m")
UNUSABLE: Final = (TypeError, ValueError, LookupError, AttributeError)
"""What is raised where a value is of another kind than was expected."""


def authors_mistake(error: BaseException) -> BrokenGame | None:
    """The mistake of a game's author that an exception shows: module, what, how. None for any other exception.

    The last frame counts that belongs to a game that is not ours. Where there is none, a file that is no Python names
    itself, and an exception of Numba's names the place in its text. What a game's function has returned may fail later,
    in our code: then the game is named that was used there.
    """
    games = _foreign_games()
    if isinstance(error, SyntaxError) and error.filename is not None:
        file = Path(error.filename)
        name = _owner(file, games)
        if name is not None:
            return _broken(name, file, error.lineno, f"{type(error).__name__}: {error.msg}")
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        file = Path(frame.filename)
        name = _owner(file, games)
        if name is not None:
            return _broken(name, file, frame.lineno, f"in {frame.name}, {_said(error)}")
    if type(error).__module__.startswith("numba"):
        text = COLOURS.sub("", str(error))
        for found, line in NAMED.findall(text):
            file = Path(found).resolve()  # Numba writes how to get there from the current folder
            name = _owner(file, games)
            if name is not None:
                return _broken(name, file, int(line), f"this cannot be compiled: {_first_line(text)}")
    return _unusable(error) if isinstance(error, UNUSABLE) else None


def _broken(name: str, file: Path, line: int | None, how: str) -> BrokenGame:
    return BrokenGame(f"the game {name} has a mistake in {file}, line {line}: {how}", hint=HINT)


def _unusable(error: BaseException) -> BrokenGame | None:
    """What is said of an exception in our code while it used a game that is not ours."""
    from ..core.game import Game
    from ..core.position import Position
    from ..games import registered

    modules = {id(module): name for name, module in registered().items()}
    for frame, _ in reversed(list(traceback.walk_tb(error.__traceback__))):
        for value in frame.f_locals.values():
            game = value.game if isinstance(value, Position) else value
            if isinstance(game, Game) and id(game.module) in modules:
                return BrokenGame(
                    f"the game {game.name} ({game.module.__file__}) seems to return something unusable: {_said(error)}",
                    hint="docs: “How to add a game” says what its functions return; MAGNATE_DEBUG=1 shows where",
                )
    return None


def _said(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"


def _first_line(text: str) -> str:
    """The first line of Numba's text that says what is wrong."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    wordy = (line for line in lines if not line.startswith(("Failed in", "File ", "^", "During:", "-", "<source")))
    return next(wordy, "Numba does not say why")


def _owner(file: Path, games: dict[str, Path]) -> str | None:
    """The game that a file belongs to."""
    return next((name for name, place in games.items() if file == place or place in file.parents), None)


def _foreign_games() -> dict[str, Path]:
    """The games that do not come with magnate: the file of a module, the folder of a package.

    Of a game whose module could not be imported it is that of the outermost package.
    """
    from ..games import plugins, registered

    found = {name: place for name, module in registered().items() if (place := _place(module)) is not None}
    for name, module in plugins().items():
        spec = None if name in found else find_spec(module.partition(".")[0])
        if spec is not None and spec.origin is not None:
            found[name] = _folder_or_file(Path(spec.origin))
    return found


def _place(module: ModuleType) -> Path | None:
    return None if module.__file__ is None else _folder_or_file(Path(module.__file__))


def _folder_or_file(file: Path) -> Path:
    return file.parent if file.name == "__init__.py" else file
