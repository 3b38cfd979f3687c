"""Games in files: tables (``.csv``), any number of players (``.toml``), and Gambit's format (``.nfg``)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

from ..errors import BadOption, BadStrategicGame
from .csv_file import from_csv, to_csv
from .nfg_file import from_nfg, to_nfg
from .strategic import StrategicGame
from .toml_file import from_toml, to_toml

__all__ = ["load_game", "save_game"]

READERS: Final[Mapping[str, Callable[[str], StrategicGame]]] = {
    ".csv": from_csv,
    ".nfg": from_nfg,
    ".toml": from_toml,
}
WRITERS: Final[Mapping[str, Callable[[StrategicGame], str]]] = {".csv": to_csv, ".nfg": to_nfg, ".toml": to_toml}


def load_game(file: Path | str) -> StrategicGame:
    """The game in a file, in the format that the end of its name tells; without a title it is called as the file is.

    Raises :class:`~magnate.errors.BadStrategicGame` naming the file, what is wrong where, and what would be right, and
    :class:`~magnate.errors.BadOption` for a name with another ending.
    """
    path = Path(file)
    read = READERS[_format(path)]
    try:
        game = read(path.read_text(encoding="utf-8-sig"))
    except (FileNotFoundError, IsADirectoryError):
        raise BadStrategicGame(f"there is no file {path}", hint="give the path of a game") from None
    except UnicodeDecodeError:
        raise BadStrategicGame(f"{path} is no text in UTF-8", hint="save it as text in UTF-8") from None
    except BadStrategicGame as error:
        raise BadStrategicGame(f"{path}: {error.message}", hint=error.hint) from None
    return game if game.title else replace(game, title=path.stem.replace("_", " "))


def save_game(game: StrategicGame, file: Path | str) -> None:
    """Write a game into a file, in the format that the end of its name tells.

    Raises :class:`~magnate.errors.BadStrategicGame` where the format cannot hold the game, before anything is written,
    and :class:`~magnate.errors.BadOption` for a name with another ending.
    """
    path = Path(file)
    path.write_text(WRITERS[_format(path)](game), encoding="utf-8")


def _format(path: Path) -> str:
    """The format that a file's name tells."""
    ending = path.suffix.lower()
    if ending not in READERS:
        raise BadOption(
            f"{path}: the name does not say what kind of file this is", hint=f"end it in one of {', '.join(READERS)}"
        )
    return ending
