"""Failures in the code of a game that does not come with magnate: they are its author's to mend."""

from __future__ import annotations

import re
import traceback
from pathlib import Path
from types import ModuleType

from ..errors import BrokenGame

__all__ = ["authors_mistake"]

HINT = "mend it there; MAGNATE_DEBUG=1 shows the whole traceback"
NAMED = re.compile(r'File "([^"]+)", line (\d+)')
"""How Numba's errors name the place of what it cannot compile."""


def authors_mistake(error: BaseException) -> BrokenGame | None:
    """The mistake of a game's author that an exception shows: module, what, how. None for any other exception.

    The last frame counts that belongs to a game that is not ours. An exception of Numba's names the place in its text.
    """
    games = _foreign_games()
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        file = Path(frame.filename)
        name = next((name for name, folder in games.items() if file == folder or folder in file.parents), None)
        if name is not None:
            return _broken(name, file, frame.lineno, f"in {frame.name}, {_said(error)}")
    if type(error).__module__.startswith("numba"):
        for found, line in NAMED.findall(str(error)):
            for name, folder in games.items():
                if Path(found) == folder or folder in Path(found).parents:
                    return _broken(name, Path(found), int(line), f"this cannot be compiled: {_first_line(error)}")
    return None


def _broken(name: str, file: Path, line: int | None, how: str) -> BrokenGame:
    return BrokenGame(f"the game {name} has a mistake in {file}, line {line}: {how}", hint=HINT)


def _said(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"


def _first_line(error: BaseException) -> str:
    """The first line of Numba's text that says what is wrong."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    wordy = (line for line in lines if not line.startswith(("Failed in", "File ", "^", "During:", "-", "<source")))
    return next(wordy, type(error).__name__)


def _foreign_games() -> dict[str, Path]:
    """The games of this process that do not come with magnate: the file of a module, the folder of a package."""
    from ..games import registered

    return {name: place for name, module in registered().items() if (place := _place(module)) is not None}


def _place(module: ModuleType) -> Path | None:
    if module.__file__ is None:
        return None
    file = Path(module.__file__)
    return file.parent if file.name == "__init__.py" else file
