"""``magnate doctor``: is everything here that a game needs, and does it work?"""

from __future__ import annotations

import os
import platform
import sys
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import Annotated

import typer

from ..errors import MagnateError
from .arguments import JsonOption, StoreOption, load_game
from .compiling import WATCH, compile_game, compile_rest, entries_of, uncompiled
from .console import ENVIRONMENT, exit_with, note, print_json, stdout, table
from .mistakes import authors_mistake
from .progress import Reporter

__all__ = ["Check", "doctor"]

PACKAGES = ("magnate", "numpy", "numba", "llvmlite", "pydantic", "sqlalchemy", "typer", "rich", "scipy")
STEPS = 300
"""How many steps of a game are compared with the interpreted twin."""


@dataclass(frozen=True, slots=True)
class Check:
    """One finding: what was looked at, whether it is well, and what was found."""

    name: str
    ok: bool
    found: str


def doctor(
    quick: Annotated[bool, typer.Option("--quick", help="Do not compile or play anything.")] = False,
    store: StoreOption = None,
    json: JsonOption = False,
) -> None:
    """Check the installation, the cache, the store of tournaments, and that compiled and interpreted rules agree.

    magnate doctor
    magnate doctor --quick --json

    The exit code is 5 when something is wrong.
    """
    from ..games import game_names

    with Reporter("doctor") as reporter:
        rules = {name: _kernels(name) for name in game_names()}
        checks = [*_basics(), _cache(), _store(store), *rules.values()]
        if not quick:
            sound = [name for name, check in rules.items() if check.ok]
            _announce(sound)
            checks += [_agrees(name, reporter) for name in sound]
    if json:
        print_json(
            "doctor", result={"ok": all(check.ok for check in checks), "checks": [asdict(check) for check in checks]}
        )
    else:
        grid = table(show_header=False)
        grid.add_column()
        grid.add_column(no_wrap=True)
        grid.add_column(overflow="fold")
        for check in checks:
            grid.add_row("[green]ok[/green]" if check.ok else "[red]no[/red]", check.name, check.found)
        stdout().print(grid)
    if not all(check.ok for check in checks):
        exit_with(ENVIRONMENT)


def _basics() -> Iterator[Check]:
    """Python, the machine, and the packages."""
    yield Check("Python", sys.version_info >= (3, 11), f"{platform.python_version()} ({sys.executable})")
    yield Check("machine", True, f"{platform.platform()}, {os.cpu_count()} cores")
    for name in PACKAGES:
        try:
            yield Check(name, True, version(name))
        except PackageNotFoundError:
            yield Check(name, False, f"not installed: pip install {name}")


def _cache() -> Check:
    """The folder of compiled rules must be writable, or every start compiles anew."""
    from ..runtime.cache import root

    path = root()
    try:
        path.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=path):
            pass
    except OSError as error:
        return Check(
            "cache", False, f"{path} cannot be written ({error.strerror}): set MAGNATE_CACHE to another folder"
        )
    size = sum(file.stat().st_size for file in path.rglob("*") if file.is_file())
    return Check("cache", True, f"{path} ({size / 1e6:.1f} MB)")


def _store(where: str | None) -> Check:
    """The store of tournaments, which is not made if it is not there yet."""
    try:
        from ..arena.connect import default_store, file_of, shown
        from ..arena.store import open_store

        named = where or default_store()
        file = file_of(named)
        if file is not None and not file.exists():
            folder = next(folder for folder in file.parents if folder.exists())
            ok = folder.is_dir() and os.access(folder, os.W_OK | os.X_OK)
            return Check(
                "store",
                ok,
                f"{named} is not there yet: the first tournament makes it"
                if ok
                else f"{named} cannot be made, since {folder} cannot be written: name another with MAGNATE_STORE",
            )
        with open_store(named) as opened:
            opened.check_writable()
            version, tournaments = opened.about()
    except (ImportError, MagnateError) as error:
        return Check("store", False, str(error))
    many = "1 tournament" if tournaments == 1 else f"{tournaments:,} tournaments"
    return Check("store", True, f"{shown(named)} (version {version}, {many})")


def _kernels(name: str) -> Check:
    """Whether a game is compiled already; one that is not will be when a command first needs it."""
    label = f"rules of {name}"
    try:
        game = load_game(name)
        absent = uncompiled(game)
    except Exception as error:
        told = _told(error)
        if told is None:
            raise
        return Check(label, False, told.message)
    some = f"compiled but for {', '.join(absent)}: the first command that needs one of these does it, once"
    none = "not compiled yet: the first command that needs it does it, once"
    return Check(label, True, "compiled" if not absent else some if len(absent) < len(entries_of(game)) else none)


def _told(error: Exception) -> MagnateError | None:
    """What is said of a game that fails: an error of ours, or its author's mistake."""
    return error if isinstance(error, MagnateError) else authors_mistake(error)


def _announce(games: Iterable[str]) -> None:
    """Say beforehand that games are going to be compiled, which takes minutes."""
    absent = [name for name in games if uncompiled(load_game(name))]
    if absent:
        note(
            f"{', '.join(absent)}: not compiled yet. That is done now, once, and takes up to some minutes for each of "
            "the large games; --quick leaves it out."
        )


def _agrees(name: str, reporter: Reporter) -> Check:
    """Play the beginning of a game compiled, and the same steps interpreted: the states must be equal bytes."""
    from ..runtime.interpreter import interpret
    from ..runtime.pystate import pystate_class

    label = f"{name} agrees"
    try:
        game = load_game(name)
        if compile_game(game, WATCH, reporter):
            compile_rest(game, reporter)
        record = game.play("random", seed=1, limit=STEPS)
        rules = interpret(game.rules.__name__)
        g = pystate_class(game.rules.STATE)().from_record(game.unset[0])
        rules.new_game(g)
        for number, position in enumerate(record.positions()):
            if number:
                rules.step(g, record.actions[number - 1])
            if g.to_bytes() != position.states().tobytes():
                return Check(label, False, f"compiled and interpreted rules differ after step {number} of seed 1")
    except Exception as error:
        told = _told(error)
        if told is None:
            raise
        return Check(label, False, told.message)
    return Check(label, True, f"{len(record.actions)} steps equal the interpreted twin's, byte for byte")
