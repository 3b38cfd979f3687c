"""The games, and how they are found.

A game is a module or package in this folder, or one that another distribution names in the entry-point group
``magnate.games``::

    [project.entry-points."magnate.games"]
    hex = "my_package.hex"

Listing names imports no game, hence neither NumPy nor Numba.
"""

from __future__ import annotations

import importlib
import pkgutil
import sys
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from types import ModuleType

from ..errors import BrokenGame, UnknownGame, did_you_mean, listing

__all__ = ["game_module", "game_names", "plugins", "register", "registered"]

GROUP = "magnate.games"

_registered: dict[str, ModuleType] = {}


def register(name: str, game: ModuleType) -> None:
    """Make a module known as a game of this process (``magnate.load(module)`` does it too).

    Raises :class:`~magnate.errors.BrokenGame` when another game has that name already.
    """
    if name in game_names() and game_module(name) is not game:
        raise BrokenGame(f'there is another game named "{name}"', hint="give GAME another name")
    _registered[name] = game


def registered() -> dict[str, ModuleType]:
    """The games of this process that do not come with magnate, as far as they are imported, by name."""
    plugins = {name: sys.modules[point.module] for name, point in _plugins().items() if point.module in sys.modules}
    return {**plugins, **{name: game for name, game in _registered.items() if name not in _built_in()}}


def plugins() -> dict[str, str]:
    """The names of other distributions' games, and of their modules."""
    return {name: point.module for name, point in _plugins().items()}


def game_names() -> list[str]:
    """The names of all games that can be loaded, in alphabetical order.

    >>> [name for name in game_names() if name in ("pig", "tictactoe")]
    ['pig', 'tictactoe']
    """
    return sorted({*_built_in(), *_plugins(), *_registered})


def game_module(name: str) -> ModuleType:
    """Import a game by name (this imports NumPy and Numba, and compiles nothing).

    Raises :class:`~magnate.errors.UnknownGame`, or :class:`~magnate.errors.BrokenGame` for a plug-in whose module
    cannot be found.
    """
    if not isinstance(name, str):
        raise UnknownGame(f"{name!r} names no game", hint=f"known: {listing(game_names())}")
    if name in _registered:
        return _registered[name]
    if name in _built_in():
        return importlib.import_module(f"{__name__}.{name}")
    if name not in _plugins():
        raise UnknownGame(f'there is no game "{name}"', hint=did_you_mean(name, game_names()))
    path = _plugins()[name].module
    try:
        return importlib.import_module(path)
    except ModuleNotFoundError as missing:
        raise BrokenGame(
            f'the game "{name}" is registered as {path}, which cannot be imported: {missing}',
            hint="reinstall the package that provides it",
        ) from missing


@cache
def _plugins() -> dict[str, EntryPoint]:
    """The games of other distributions, by name."""
    return {point.name: point for point in entry_points(group=GROUP)}


@cache
def _built_in() -> frozenset[str]:
    return frozenset(found.name for found in pkgutil.iter_modules(__path__) if not found.name.startswith("_"))
