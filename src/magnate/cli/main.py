"""The entry point ``magnate``: it calls the commands and turns every failure into a sentence and an exit code.

Starting must be quick: ``magnate --version`` imports only this file, and no command module imports NumPy,
Numba or pydantic before it runs.
"""

from __future__ import annotations

import functools
import gc
import inspect
import os
import sys
import threading
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, TypeAlias

if TYPE_CHECKING:
    import typer


__all__ = ["application", "main", "run"]

Command: TypeAlias = Callable[..., None]


def main() -> None:
    """Run the command line and leave with its exit code."""
    code = run()
    try:
        sys.stdout.flush()
    except BrokenPipeError:  # the reader went away (`magnate … | head`): nobody needs the rest
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if code and _compiles():
        sys.stderr.flush()
        os._exit(code)  # a program that ends as usual waits for LLVM, or crashes in it
    if "numba" in sys.modules:  # and perhaps a user's code, which may have files open
        from ..runtime.system import end_without_search

        end_without_search()
    else:
        gc.freeze()
    sys.exit(code)


def _compiles() -> bool:
    """Whether a thread was left that compiles, because of Ctrl-C."""
    from .console import COMPILING

    return any(thread.name == COMPILING for thread in threading.enumerate())


def run(argv: Sequence[str] | None = None) -> int:
    """Run the command line with these arguments (default: the process's own) and return the exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    if arguments == ["--version"]:
        _print_version()
        return 0
    if arguments in ([], ["tournament"], ["train"], ["import"], ["new"]):
        arguments.append("--help")
    completing = "_MAGNATE_COMPLETE" in os.environ  # a shell asks, and the words stand in another variable
    with _brief_warnings(), _skin_of_one_run():
        return _guarded(application(None if completing else arguments), arguments)


@contextmanager
def _brief_warnings() -> Iterator[None]:
    """Show every warning as one line, those of deprecated names too, which Python hides; afterwards as before."""
    before = warnings.formatwarning
    with warnings.catch_warnings():
        warnings.filterwarnings("default", '".*" has a new name: write', DeprecationWarning)
        warnings.formatwarning = lambda message, *_, **__: f"warning: {message}\n"
        try:
            yield
        finally:
            warnings.formatwarning = before


@contextmanager
def _skin_of_one_run() -> Iterator[None]:
    """Forget afterwards what ``--skin`` has set."""
    before = os.environ.get("MAGNATE_SKIN")
    try:
        yield
    finally:
        os.environ.pop("MAGNATE_SKIN", None)
        if before is not None:
            os.environ["MAGNATE_SKIN"] = before


def _print_version() -> None:
    from importlib.metadata import version

    sys.stdout.write(f"magnate {version('magnate')}\n")


def application(arguments: Sequence[str] | None = None) -> typer.Typer:
    """The command line with all its commands.

    If ``arguments`` are given, only commands that they name have their parameters. Typer needs a millisecond or two to
    read those of one command, and a list of commands does not show them.
    """
    import typer

    from . import (
        analysis,
        game_theory,
        grade,
        groups,
        judge,
        league,
        listing,
        machine,
        match,
        mcp,
        odds,
        packages,
        play,
        positions,
        records,
        review,
        rollout,
        search,
        serve,
        tournament,
        tournament_analysis,
        tournament_store,
        trade,
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
        ("mcp", mcp.mcp),
        ("watch", play.watch),
        ("replay", records.replay),
        ("verify", records.verify),
        ("review", review.review),
        ("games", listing.games),
        ("agents", listing.agents),
        ("examples", listing.examples),
        ("search", search.search),
        ("odds", odds.odds),
        ("rollout", rollout.rollout),
        ("trade", trade.trade),
        ("worth", odds.worth),
        ("groups", groups.groups),
        ("position", positions.position),
        ("analysis", analysis.analysis),
        ("match", match.match),
        ("league", league.league),
        ("grade", grade.grade),
        ("tune", tune.tune),
        ("matrix", game_theory.matrix),
        ("commons", game_theory.commons),
        ("bench", machine.bench),
        ("doctor", machine.doctor),
    ):
        kind = search.SearchCommand if name == "search" else None
        app.command(name, cls=kind, help=_help(command))(_called(name, command, arguments))
    tournaments: dict[str, Command] = {
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
    trainings: dict[str, Command] = {
        "run": train.run,
        "resume": train.resume,
        "list": train.list_runs,
        "show": train.show,
        "eval": train.evaluate,
        "calibration": train_evaluation.calibration,
        "rounds": train_evaluation.rounds,
        "export": train.export,
        "judge": judge.judge,
    }
    _add_group(app, "tournament", "Let agents play each other and rank them.", tournaments, arguments)
    _add_group(app, "train", "Let networks learn to play.", trainings, arguments)
    quizzes: dict[str, Command] = {"make": analysis.make, "play": analysis.play}
    _add_group(app, "puzzles", "Positions in which one move is clearly best.", quizzes, arguments)
    beginnings: dict[str, Command] = {"game": packages.new_game, "agent": packages.new_agent}
    _add_group(app, "new", "Begin a package with a game or an agent of your own.", beginnings, arguments)
    imports = {"brass-log": records.brass_log}
    _add_group(app, "import", "Replay and check games that other programs have logged.", imports, arguments)
    return app


def _add_group(
    app: typer.Typer, name: str, about: str, verbs: Mapping[str, Command], arguments: Sequence[str] | None
) -> None:
    """Add a noun with its verbs."""
    import typer

    group = typer.Typer(help=about)
    group.callback()(lambda: None)  # a group, even with one verb
    for verb, command in verbs.items():
        group.command(verb, help=_help(command))(_called(verb, command, arguments))
    app.add_typer(group, name=name)


def _called(name: str, command: Command, arguments: Sequence[str] | None) -> Command:
    """The command, or one without parameters in its place if the arguments do not name it."""
    if arguments is not None and name not in arguments:
        return lambda: None
    return command if name in _NAMELESS else _with_skin(command)


_NAMELESS: Final = frozenset({"mcp", "bench", "doctor", "examples", "matrix", "commons", "delete", "game", "agent"})
"""Commands that name no streets, towns and games, or have a ``--skin`` of their own."""


def _with_skin(command: Command) -> Command:
    """The command with the option ``--skin``, which sets what all texts follow (see ``magnate.messages``)."""
    from .arguments import SkinOption

    @functools.wraps(command)
    def called(skin: str | None = None, **given: Any) -> None:  # noqa: ARG001 - its callback has read it
        command(**given)

    known = inspect.signature(command, eval_str=True)
    option = inspect.Parameter("skin", inspect.Parameter.KEYWORD_ONLY, default=None, annotation=SkinOption)
    vars(called)["__signature__"] = known.replace(parameters=[*known.parameters.values(), option])
    return called


def _help(command: Command) -> str:
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
    from .mistakes import authors_mistake

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
    except (BrokenPipeError, SystemExit) as error:
        mistake = authors_mistake(error)  # a module of theirs may end as a script does
        if mistake is None:  # what Click and Rich make of a reader that went away (`magnate … | head`)
            return console.DONE
        return fail(console.exit_code(mistake), mistake.code, mistake.message, mistake.hint)
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
