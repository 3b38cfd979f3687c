"""Games and agents by their names: the only place that looks parts of magnate up by strings.

A game is a module or package in ``magnate/games``, or one that another distribution names in the entry-point group
``magnate.games``::

    [project.entry-points."magnate.games"]
    hex = "my_package.hex"

A game's own agents are the package of its name in ``magnate/agents``, and what other distributions name in the group
``magnate.agents``: a module with ``AGENTS``, under the game's name. In ``magnate.setups`` they name, under the game's
name too, a module beside which a folder ``positions`` lies. Listing names imports no game, hence neither NumPy nor
Numba.
"""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
import sys
import warnings
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, replace
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from ..errors import BrokenGame, MagnateError, UnknownGame, did_you_mean, listing
from ..plugins import Plugin, folder_of
from ..plugins import plugins as installed
from .agents import AgentPackage, from_globals
from .game_module import GameModule, declared

GAMES: Final = "magnate.games"
"""The package of the games that come with magnate, and the entry-point group of all others."""
AGENTS: Final = "magnate.agents"

EVERYWHERE: Final = {"llm": "magnate.models.llm"}
"""Agents of every game that packages above the agents make, by the names that begin their specs."""
OF_ALL_GAMES: Final = ("magnate.agents.search_spec:is_search", "magnate.agents.learned.spec:is_network")
"""What tells of a name whether it begins specs of other agents of every game."""

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


def setup_files() -> dict[str, Path]:
    """The set-ups that other distributions bring, as ``game/name``, and their files."""
    found = {}
    for one in installed("setups"):
        folder = folder_of(one.module)
        for file in sorted([] if folder is None else (folder / "positions").glob("*")):
            if file.suffix in {".toml", ".json"}:
                found[f"{one.name}/{file.stem}"] = file
    return found


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
        return importlib.import_module(f"{GAMES}.{name}")
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


def declared_game(name: str) -> GameModule:
    """What a game declares, by its name; raises what :func:`game_module` and :func:`~.game_module.declared` raise.

    >>> declared_game("pig").title
    'Pig'
    """
    return declared(game_module(name))


def usable_games(left_out: Callable[[str, BaseException], object]) -> list[str]:
    """The names of all games whose modules can be imported and declare a game.

    ``left_out`` gets the name and the error of each other one. So one broken plug-in hides no other game.
    """
    usable = []
    for name in game_names():
        try:
            declared_game(name)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - somebody else's module may do anything
            left_out(name, error)
        else:
            usable.append(name)
    return usable


@cache
def _plugins() -> dict[str, Plugin]:
    """The games of other distributions, by name."""
    return {one.name: one for one in installed("games")}


@cache
def _built_in() -> frozenset[str]:
    folder = Path(__file__).parents[1] / "games"
    return frozenset(found.name for found in pkgutil.iter_modules([str(folder)]) if not found.name.startswith("_"))


# --------------------------------------------------------------------------------------------------------------- agents


def agent_package(game: str) -> ModuleType | None:
    """The package of a game's own agents, if there is one."""
    path = f"{AGENTS}.{game}"
    if path in sys.modules or importlib.util.find_spec(path):
        return importlib.import_module(path)  # which waits, where another thread is about to import it
    return None


def agents_of(game: str) -> AgentPackage:
    """What a game's own agents declare, with those that other distributions bring.

    They are in ``AGENTS`` or, before there was that, in plain globals. What a distribution brings is left out, with a
    warning, where it cannot be used.
    """
    own, package = AgentPackage(), agent_package(game)
    if package is not None:
        declared = vars(package).get("AGENTS")
        own = declared if isinstance(declared, AgentPackage) else from_globals(package)
    for name, brought in _brought(game).items():
        try:
            own = joined(own, brought, name)
        except BrokenGame as error:
            _left_out(name, str(error))
    return own


@cache
def _brought(game: str) -> Mapping[str, AgentPackage]:
    """What other distributions' agents of a game declare, by their modules."""
    found = {}
    for one in installed("agents"):
        if one.name == game:
            try:
                found[one.module] = brought_agents(one.module)
            except (Exception, SystemExit) as error:  # noqa: BLE001 - somebody else's module may do anything
                said = str(error) if isinstance(error, MagnateError) else f"{type(error).__name__}: {error}"
                _left_out(one.module, said)
    return found


def _left_out(module: str, why: str) -> None:
    warnings.warn(f"the agents of {module} are left out: {why} (`magnate doctor` says more)", stacklevel=4)


def brought_agents(module: str) -> AgentPackage:
    """What another distribution's module declares in ``AGENTS``; raises :class:`~magnate.errors.BrokenGame`."""
    declared = vars(importlib.import_module(module)).get("AGENTS")
    if not isinstance(declared, AgentPackage):
        raise BrokenGame(f"{module} declares no AGENTS", hint="write AGENTS = AgentPackage(…) there")
    for name, path in declared.players.items():
        where, colon, cls = path.partition(":")
        if not colon or not hasattr(importlib.import_module(where), cls):
            raise BrokenGame(f'{module} names "{path}" for the agent {name}', hint="write package.module:Class")
    return declared


def joined(own: AgentPackage, brought: AgentPackage, module: str) -> AgentPackage:
    """The agents of both; raises :class:`~magnate.errors.BrokenGame` where one part is in both.

    No agent that is brought may have the name of one of every game, such as ``random`` or a search. A game has one
    guide: who brings compiled agents for a game that has some would have to put both into one module.

    >>> joined(AgentPackage(policies={"a": 1}), AgentPackage(players={"b": "bots:B"}), "bots").players
    {'b': 'bots:B'}
    """
    changed: dict[str, Any] = {}
    taken = {*own.policies, *own.own, *own.configurations} & brought.players.keys()
    if taken:
        raise BrokenGame(
            f"{module} brings agents named {', '.join(sorted(taken))}", hint="the game has these: choose others"
        )
    everybodys = sorted(filter(is_of_all_games, {*brought.policies, *brought.own, *brought.players}))
    if everybodys:
        raise BrokenGame(
            f"{module} brings agents named {', '.join(everybodys)}", hint="every game has these: choose others"
        )
    for one in fields(AgentPackage):
        mine, theirs = getattr(own, one.name), getattr(brought, one.name)
        spare = one.default if one.default_factory is MISSING else one.default_factory()
        if theirs == spare or theirs == mine:
            continue
        if isinstance(mine, Mapping) and not mine.keys() & theirs.keys():
            changed[one.name] = {**mine, **theirs}
        elif mine == spare:
            changed[one.name] = theirs
        elif one.name != "defaults":  # magnate's own stay who plays if nobody is named
            raise BrokenGame(f"{module} brings {one.name}, which the game has already", hint="leave it out there")
    return replace(own, **changed)


def is_of_all_games(name: str) -> bool:
    """Whether specs that begin with this name are of agents of every game.

    >>> is_of_all_games("minimax"), is_of_all_games("network"), is_of_all_games("bold")
    (True, True, False)
    """
    tests = (path.split(":") for path in OF_ALL_GAMES)
    known = any(getattr(importlib.import_module(module), test)(name) for module, test in tests)
    return known or name == "random" or name in EVERYWHERE


def agent_everywhere(name: str) -> Callable[[str], Any] | None:
    """What makes the agents of every game whose specs begin with this name, of what follows the colon; else None."""
    return None if name not in EVERYWHERE else importlib.import_module(EVERYWHERE[name]).agent


def guide_path(game: str) -> str | None:
    """The module with the game's compiled policies, or None where only the uniform one exists."""
    return agents_of(game).guide


def guide_of(game: str) -> ModuleType | None:
    """The module with the game's compiled policies, imported; None where only the uniform one exists."""
    path = guide_path(game)
    return None if path is None else importlib.import_module(path)


def agent_names(game: str) -> list[str]:
    """The names that may begin a compiled agent's spec string for this game.

    >>> agent_names("pig")
    ['random']
    """
    return sorted({"random", *agents_of(game).policies})


def resolve_all(game: str, players: int, agents: Any) -> list[Any]:
    """One agent a seat, as :func:`magnate.agents.resolve_all` finds them."""
    found: list[Any] = importlib.import_module(AGENTS).resolve_all(game, players, agents)
    return found
