"""Failures in the code of a game that does not come with magnate: they are its author's to mend."""

from __future__ import annotations

import re
import traceback
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Final

from ..errors import BrokenGame

__all__ = ["authors_mistake"]

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
    from ..core.game import Game, Position
    from ..core.registry import registered

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
    from ..core.registry import plugins, registered

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
