"""Failures in the code of games and agents that do not come with magnate: they are their authors' to mend."""

from __future__ import annotations

import re
import sys
import traceback
from importlib.util import find_spec
from pathlib import Path
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Final

from ..errors import BrokenGame
from ..plugins import plugins as installed

__all__ = ["authors_mistake"]

HINT: Final = "mend it there; MAGNATE_DEBUG=1 shows the whole traceback"
NAMED: Final = re.compile(r'File "([^"]+)", line (\d+)')
"""How Numba's errors name the place of what it cannot compile."""
COLOURS: Final = re.compile(r"\x1b\[[0-9;]*m")
UNUSABLE: Final = (TypeError, ValueError, LookupError, AttributeError)
"""What is raised where a value is of another kind than was expected."""
COMPILING: Final = "compile_extra"
"""The method in which a compiler of the engine's compiles a function."""
AGENTS: Final = "the package of agents"
OURS: Final = __name__.partition(".")[0]


def authors_mistake(error: BaseException) -> BrokenGame | None:
    """The mistake of a game's author that an exception shows: module, what, how. None for any other exception.

    A file that is no Python names itself. Else the last frame counts that belongs to a game that is not ours, or in
    which a function of one is compiled. What a game gives us may fail later, in our code: then the game is named that
    was used there.
    """
    games = _foreign_games()
    if isinstance(error, SyntaxError) and error.filename is not None:
        file = Path(error.filename)
        name = _owner(file, games)
        if name is not None:
            return _broken(name, file, error.lineno, f"{type(error).__name__}: {error.msg}")
    for frame, line in reversed(list(traceback.walk_tb(error.__traceback__))):
        file = Path(frame.f_code.co_filename)
        name = _owner(file, games)
        if name is not None:
            return _broken(name, file, line, f"in {frame.f_code.co_name}, {_said(error)}")
        code = _compiled_in(frame)
        name = None if code is None else _owner(Path(code.co_filename), games)
        if code is not None and name is not None:
            text = COLOURS.sub("", str(error))
            file, line = _place_in(text, name, games) or (Path(code.co_filename), code.co_firstlineno)
            why = _first_line(text) if _of_numba(error) else _said(error)
            return _broken(name, file, line, f"{code.co_name} cannot be compiled: {why}")
    return _unusable(error) if isinstance(error, UNUSABLE) or _of_numba(error) else None


def _compiled_in(frame: FrameType) -> CodeType | None:
    """The code of the function that is compiled in this frame of the engine's."""
    function = frame.f_locals.get("func") if frame.f_code.co_name == COMPILING else None
    return function.__code__ if isinstance(function, FunctionType) else None


def _of_numba(error: BaseException) -> bool:
    return type(error).__module__.startswith("numba")


def _place_in(text: str, name: str, games: dict[Path, str]) -> tuple[Path, int] | None:
    """The first place in a text of Numba's that is in this game."""
    for found, line in NAMED.findall(text):
        file = Path(found).resolve()  # Numba writes how to get there from the current folder
        if _owner(file, games) == name:
            return file, int(line)
    return None


def _broken(name: str, file: Path, line: int | None, how: str) -> BrokenGame:
    what = name if name.startswith(AGENTS) else f"the game {name}"
    return BrokenGame(f"{what} has a mistake in {file}, line {line}: {how}", hint=HINT)


def _unusable(error: BaseException) -> BrokenGame | None:
    """What is said of an exception in our code while it used a game that is not ours."""
    from ..core.game import Game, Position
    from ..core.registry import registered

    names = {id(module): name for name, module in registered().items()}
    for frame, _ in reversed(list(traceback.walk_tb(error.__traceback__))):
        for value in frame.f_locals.values():
            game = value.game if isinstance(value, Position) else value
            module = game.module if isinstance(game, Game) else game
            if isinstance(module, ModuleType) and id(module) in names:
                odd = _odd_rule(game.rules if isinstance(game, Game) else module) if _of_numba(error) else None
                if odd is not None:
                    return _broken(names[id(module)], *odd)
                said = _first_line(COLOURS.sub("", str(error))) if _of_numba(error) else _said(error)
                return BrokenGame(
                    f"the game {names[id(module)]} ({module.__file__}) seems to have something unusable: {said}",
                    hint="docs: “How to add a game” and the API say what functions return; MAGNATE_DEBUG=1 shows where",
                )
    return None


def _odd_rule(rules: ModuleType) -> tuple[Path, int, str] | None:
    """The place of a compiled rule that returns a text, say, or nothing instead of a number; and what is wrong."""
    from numba import types

    usual = (types.Number, types.Boolean, types.BaseTuple, types.Array, types.Record)
    for one in vars(rules).values():
        for compiled in getattr(one, "overloads", {}).values():
            kind = compiled.signature.return_type
            silent = kind == types.none and one.py_func.__annotations__.get("return") in (None, "None")
            if not (silent or isinstance(kind, usual)):
                code = one.py_func.__code__
                return Path(code.co_filename), code.co_firstlineno, f"{code.co_name} returns {kind}, and no number"
    return None


def _said(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"


def _first_line(text: str) -> str:
    """The first line of Numba's text that says what is wrong."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    wordy = (line for line in lines if not line.startswith(("Failed in", "File ", "^", "During:", "-", "<source")))
    return next(wordy, "Numba does not say why")


def _owner(file: Path, games: dict[Path, str]) -> str | None:
    """The game that a file belongs to."""
    return next((name for place, name in games.items() if file == place or place in file.parents), None)


def _foreign_games() -> dict[Path, str]:
    """The games that do not come with magnate, by the places of their modules and then by those of whole packages.

    A package that brings agents alone is there too.
    """
    from ..core.registry import plugins, registered

    names = {**plugins(), **{name: module.__name__ for name, module in registered().items()}}
    own: dict[Path, str] = {}
    packages: dict[Path, str] = {}
    for name, module in names.items():
        outermost, *inner = module.split(".")
        place = _place(outermost)
        if place is not None:
            inside = place.joinpath(*inner)
            own |= {inside: name, inside.with_suffix(".py"): name}
            packages[place] = f"{packages[place]} or {name}" if place in packages else name
    for one in installed("agents"):
        place = _place(one.module.partition(".")[0])
        if place is not None:
            packages.setdefault(place, f"{AGENTS} {one.module}")
    return {**own, **{place: name for place, name in packages.items() if place not in own}}


def _place(outermost: str) -> Path | None:
    """Where a module lies: a package's folder, or a file."""
    module = sys.modules.get(outermost)
    spec = find_spec(outermost) if module is None else module.__spec__
    if outermost == OURS:
        return None
    if spec is not None and spec.submodule_search_locations:
        return Path(next(iter(spec.submodule_search_locations)))
    file = getattr(module, "__file__", None) if spec is None else spec.origin
    return None if file is None else Path(file)
