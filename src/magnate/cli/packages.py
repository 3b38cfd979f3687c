"""``magnate new``, which begins a package with a game or an agent, and what ``magnate doctor`` says of packages."""

from __future__ import annotations

import importlib
import keyword
import re
import sys
import warnings
from importlib import resources
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from ..errors import BadSetup, BadValue, BrokenGame, MagnateError
from ..messages import words_in
from ..plugins import folder_of
from .arguments import complete_games
from .console import note
from .mistakes import authors_mistake

if TYPE_CHECKING:
    from collections.abc import Iterator
    from importlib.resources.abc import Traversable

    from ..plugins import Plugin

__all__ = ["looked_at", "new_agent", "new_game", "written"]

BESIDE: Final = {"words": "locales", "setups": "positions", "boards": "boards"}
"""The folders that lie beside the modules of these groups."""


# ----------------------------------------------------------------------------------------------- ``magnate new``


NameArgument = Annotated[str, typer.Argument(metavar="NAME", help="A word of small letters, as in import.")]
FolderArgument = Annotated[
    Path | None, typer.Argument(metavar="[FOLDER]", help="Where to write it, a new folder (default: NAME).")
]


def new_game(name: NameArgument, folder: FolderArgument = None) -> None:
    """Begin a package with a game: rules, a compiled agent, words, a set-up, and tests that pass.

    magnate new game stones
    magnate new game stones games/stones

    The game is Nim until you change it. README.md in the folder says how to go on.
    """
    _write("game", name, folder, game=name)


def new_agent(
    name: NameArgument,
    folder: FolderArgument = None,
    game: Annotated[
        str, typer.Option("--game", metavar="GAME", help="The game that it plays.", autocompletion=complete_games)
    ] = "monopoly",
) -> None:
    """Begin a package with an agent in Python, and tests that pass.

    magnate new agent cautious
    magnate new agent cautious --game brass

    README.md in the folder says how to go on.
    """
    from ..core.registry import game_module

    game_module(game)
    _write("agent", name, folder, game=game)


def _write(kind: str, name: str, folder: Path | None, game: str) -> None:
    if not re.fullmatch("[a-z][a-z0-9_]*", name) or keyword.iskeyword(name):
        raise BadValue(f'"{name}" cannot name a package', hint="write small letters, digits and _, a letter first")
    if name in sys.stdlib_module_names or find_spec(name) is not None or (kind == "game" and _is_game(name)):
        raise BadValue(f'there is a package or a game "{name}" already', hint="choose another name")
    target = folder or Path(name)
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise BadValue(f"{target} is there already", hint="name a new folder after the name")
    for path, text in written(kind, name, game):
        (target / path).parent.mkdir(parents=True, exist_ok=True)
        (target / path).write_text(text, encoding="utf-8")
    note(f"wrote {target}; next: pip install -e {target}, then pytest {target}")


def _is_game(name: str) -> bool:
    from ..core.registry import game_names

    return name in game_names()


def written(kind: str, name: str, game: str) -> Iterator[tuple[str, str]]:
    """The files of a package with a ``game`` or an ``agent``: paths in its folder, and texts."""
    title = name.replace("_", " ").capitalize()
    names = {"name": name, "title": title, "cls": title.title().replace(" ", ""), "game": game}

    def filled(text: str) -> str:
        return re.sub(r"\{\{(\w+)\}\}", lambda found: names[found[1]], text)

    def files(folder: Traversable, path: str) -> Iterator[tuple[str, str]]:
        for one in sorted(folder.iterdir(), key=lambda file: file.name):
            inside = f"{path}/{one.name}".lstrip("/")
            if one.is_dir():
                yield from files(one, inside)
            else:
                yield filled(inside.removesuffix(".txt")), filled(one.read_text(encoding="utf-8"))

    yield from files(resources.files("magnate") / "templates" / kind, "")


# ------------------------------------------------------------------------------------- for ``magnate doctor``


def looked_at(one: Plugin) -> tuple[str, bool, str]:
    """What another package brings: a label, whether it can be used, and what it has or what is wrong with it."""
    label = f"{one.group} of {one.name}"
    try:
        return label, True, f"{one.distribution}: {_contents(one)}"
    except (Exception, SystemExit) as error:  # noqa: BLE001 - somebody else's module may do anything
        known = error if isinstance(error, MagnateError) else authors_mistake(error) or error
        said = known.message if isinstance(known, MagnateError) else f"{type(known).__name__}: {known}"
        return label, False, f"{one.distribution}: {said}"


def _contents(one: Plugin) -> str:
    """What a plug-in has, in words; raises whatever is wrong with it."""
    from ..core.game_module import check_game
    from ..core.registry import game_module

    game = check_game(game_module(one.name))
    if one.group == "games":
        if game.name != one.name:
            raise BrokenGame(
                f'the GAME of {one.module} is called "{game.name}"', hint=f"name the entry point {game.name}"
            )
        return f"{one.module}, {len(game.presets)} presets"
    if one.group == "agents":
        return _agents(one)
    folder = folder_of(one.module)
    inside = None if folder is None else folder / BESIDE[one.group]
    if inside is None or not inside.is_dir():
        raise BrokenGame(f"there is no folder {BESIDE[one.group]} beside {one.module}", hint="make it there")
    return {"words": _words, "setups": _setups, "boards": _board}[one.group](one, inside)


def _agents(one: Plugin) -> str:
    from ..core.registry import agents_of, brought_agents

    agents = brought_agents(one.module)
    if agents.guide is not None:
        importlib.import_module(agents.guide)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        agents_of(one.name)
    return f"{one.module}: {', '.join([*agents.policies, *agents.own, *agents.players]) or 'no names'}"


def _words(one: Plugin, folder: Path) -> str:
    files = sorted(folder.glob(f"*/{one.name}.json"))
    return ", ".join(f"{file.parent.name}: {len(words_in(file))} texts" for file in files) or "no file of that name"


def _board(one: Plugin, folder: Path) -> str:
    from ..core.boards import check_board, read_board
    from ..core.game import load
    from ..runtime.interpreter import interpret
    from ..runtime.pystate import pystate_class

    file = folder / f"{one.name}.json"
    if not file.is_file():
        return "no file of that name"
    board, game = read_board(file), load(one.name)
    start = pystate_class(game.rules.STATE)().from_record(game.start_states(1)[0])
    interpret(game.rules.__name__).new_game(start)
    try:
        check_board(board, game.declared.view(start.to_record()[0], None))
    except BrokenGame as error:
        raise BrokenGame(f"{file}: {error.message}", hint=error.hint) from None
    return ", ".join(part.field for part in board.parts)


def _setups(one: Plugin, folder: Path) -> str:
    from pydantic import ValidationError

    from ..analysis.position_file import read_position
    from ..core.registry import setup_files
    from ..core.validation import complaints

    found = [(name, file) for name, file in setup_files().items() if file.parent == folder]
    for name, file in found:
        position = read_position(file)
        game = position.to_game(one.name)
        try:
            game.declared.setup(position.setup, game.options, game.players)
        except ValidationError as error:
            raise BadSetup(f"{name}: {complaints(error)}") from None
        except BadSetup as error:
            raise BadSetup(f"{name}: {error.message}", hint=error.hint) from None
    return ", ".join(name for name, _ in found) or "no file"
