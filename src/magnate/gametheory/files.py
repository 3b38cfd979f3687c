r"""Games in files: tables (``.csv``), any number of players (``.toml``), and Gambit's format (``.nfg``).

A table is a game of two. Its first row names the columns and its first column the rows. A cell is a number, the row
player's payoff in a zero-sum game, or a pair in quotes such as ``"-5,0"``. The corner may name the game and its
players, as ``Matching pennies: Rose \ Colin`` does; without a backslash it is the title alone.

In TOML ``[players]`` lists everybody's strategies, and ``[payoffs]`` has the payoffs of each profile, named by the
strategies in the players' order::

    title = "Prisoner's dilemma"

    [players]
    "Agent 1" = ["deny", "confess"]
    "Agent 2" = ["deny", "confess"]

    [payoffs]
    deny.deny = [-1, -1]
    deny.confess = [-5, 0]
    confess.deny = [0, -5]
    confess.confess = [-3, -3]

In a zero-sum game of two a number is enough: the first player's payoff. Fractions stand in quotes: ``"1/3"``.
"""

from __future__ import annotations

import csv
import io
import json
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import numpy as np

from ..errors import BadOption, BadStrategicGame, did_you_mean, listing
from .nfg_file import from_nfg, to_nfg
from .strategic import StrategicGame, exact, parse_payoff

__all__ = ["from_csv", "from_toml", "load_game", "save_game", "to_csv", "to_toml"]


# ------------------------------------------------------------------------------------------------------------------ CSV


PAIRS = 'a pair stands in quotes: "1,2"'


def from_csv(text: str) -> StrategicGame:
    r"""The game of two in a text of comma-separated values.

    Raises :class:`~magnate.errors.BadStrategicGame` naming the line and the cell.

    >>> game = from_csv('Rose \\ Colin,C,D\nA,"1,3","4,2"\nB,"2,4","7,1"\n')
    >>> game.players, game.strategies, game.payoff(("B", "C"))
    (('Rose', 'Colin'), (('A', 'B'), ('C', 'D')), (2.0, 4.0))
    """
    lines = _lines(text)
    if len(lines) < 2 or len(lines[0][1]) < 2:
        raise BadStrategicGame(
            "there is no table with a row and a column of payoffs",
            hint="name the columns in the first row and the rows in the first column, separated by commas",
        )
    corner, *columns = lines[0][1]
    for number, cells in lines[1:]:
        if len(cells) != len(columns) + 1:
            raise BadStrategicGame(
                f"line {number} has {len(cells) - 1} payoffs for {len(columns)} columns",
                hint=PAIRS if len(cells) > len(columns) + 1 else "give a payoff for every column",
            )
    rows = [cells[0] for _, cells in lines[1:]]
    payoffs = [
        [_payoffs(cell, f"line {number}, {row} against {column}") for column, cell in zip(columns, cells, strict=True)]
        for row, (number, (_, *cells)) in zip(rows, lines[1:], strict=True)
    ]
    lengths = {
        len(cell): (row, column)
        for row, own in zip(rows, payoffs, strict=True)
        for column, cell in zip(columns, own, strict=True)
    }
    if len(lengths) > 1:
        (row, column), (other, one) = lengths[1], lengths[2]
        raise BadStrategicGame(
            f"{row} against {column} is one number and {other} against {one} is a pair",
            hint="write numbers everywhere (a zero-sum game) or pairs everywhere",
        )
    players, title = _corner(corner)
    if 1 in lengths:
        own = [[cell[0] for cell in line] for line in payoffs]
        return StrategicGame.zero_sum(own, rows=rows, columns=columns, players=players, title=title)
    own, other_payoffs = ([[cell[player] for cell in line] for line in payoffs] for player in (0, 1))
    return StrategicGame.bimatrix(own, other_payoffs, rows=rows, columns=columns, players=players, title=title)


def to_csv(game: StrategicGame) -> str:
    """A game of two as comma-separated values: numbers where it is zero-sum, and else pairs.

    Raises :class:`~magnate.errors.BadStrategicGame` for any other number of players.
    """
    if game.n != 2:
        raise BadStrategicGame(f"a table cannot hold {game.n} players", hint="write a .toml or an .nfg file")
    rows, columns = game.strategies
    own, other = game.payoffs
    zero_sum = bool((own == -other).all())
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    title = f"{game.title}: " if game.title else ""
    writer.writerow([title + " \\ ".join(game.players), *columns])
    for row, name in enumerate(rows):
        pairs = zip(own[row].tolist(), other[row].tolist(), strict=True)
        writer.writerow([name, *(exact(mine) if zero_sum else f"{exact(mine)},{exact(its)}" for mine, its in pairs)])
    return out.getvalue()


def _lines(text: str) -> list[tuple[int, list[str]]]:
    """The lines that are not empty, with their numbers and their cells."""
    reader = csv.reader(io.StringIO(text), skipinitialspace=True, strict=True)
    try:
        found = [(reader.line_num, [cell.strip() for cell in cells]) for cells in reader]
    except csv.Error as error:
        raise BadStrategicGame(
            f"line {reader.line_num} cannot be read ({error})", hint="close the quotes that you open"
        ) from error
    return [(number, cells) for number, cells in found if any(cells)]


def _payoffs(cell: str, where: str) -> list[float]:
    """The number or the pair in a cell."""
    inside = cell[1:-1] if cell.startswith("(") and cell.endswith(")") else cell
    parts = inside.split(",")
    if len(parts) > 2:
        raise BadStrategicGame(f'{where}: "{cell}" has {len(parts)} numbers', hint='write 2 or "1,2" in a cell')
    try:
        return [parse_payoff(part) for part in parts]
    except BadStrategicGame as error:
        raise BadStrategicGame(f"{where}: {error.message}", hint=error.hint) from None


def _corner(corner: str) -> tuple[Sequence[str], str]:
    """The players' names and the title, as far as they stand in the corner."""
    title, _, names = corner.rpartition(": ")
    players = [name.strip() for name in names.split("\\")]
    return ((), corner) if len(players) != 2 else (players, title.strip())


# ----------------------------------------------------------------------------------------------------------------- TOML


BARE = re.compile(r"[A-Za-z0-9_-]+")
KEYS = ("title", "players", "payoffs")
HINT = "write for example deny.confess = [-5, 0]"


def from_toml(text: str) -> StrategicGame:
    """The game in a TOML text.

    Raises :class:`~magnate.errors.BadStrategicGame` naming the line where the text is no TOML, and the profile where
    its payoffs are missing or wrong.
    """
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadStrategicGame(
            f"this is no TOML: {error}", hint="names with spaces or signs stand in quotes"
        ) from error
    unknown = next((key for key in content if key not in KEYS), None)
    if unknown is not None:
        raise BadStrategicGame(f'there is no place for "{unknown}" in a game', hint=did_you_mean(unknown, KEYS))
    title = content.get("title", "")
    if not isinstance(title, str):
        raise BadStrategicGame("the title is no text", hint='write title = "…"')
    players, strategies = _players(content.get("players"))
    payoffs = np.full((len(players), *map(len, strategies)), np.nan)
    for names, value in _leaves(content.get("payoffs"), len(players)):
        place: tuple[slice | int, ...] = (slice(None), *_cell(strategies, players, names))
        payoffs[place] = _values(value, len(players), _spelled(names))
    missing = [tuple(map(int, cell)) for cell in np.argwhere(np.isnan(payoffs[0]))]
    if missing:
        first = _spelled([own[k] for own, k in zip(strategies, missing[0], strict=True)])
        raise BadStrategicGame(
            f"{len(missing)} of {payoffs[0].size} profiles have no payoffs, the first of them {first}",
            hint=f"write {first} = [{', '.join('0' * len(players))}] with its payoffs below [payoffs]",
        )
    return StrategicGame(payoffs, players, strategies, title)


def to_toml(game: StrategicGame) -> str:
    """A game as TOML."""
    lines = [f"title = {_quoted(game.title)}", ""] if game.title else []
    lines.append("[players]")
    for player, names in zip(game.players, game.strategies, strict=True):
        lines.append(f"{_key(player)} = [{', '.join(map(_quoted, names))}]")
    lines += ["", "[payoffs]"]
    for cell in game.cells():
        values = ", ".join(map(exact, game.payoff(cell)))
        lines.append(f"{_spelled(game.names_of(cell))} = [{values}]")
    return "\n".join(lines) + "\n"


def _players(table: object) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """The names of the players and of their strategies."""
    hint = 'write below [players] a line such as Rose = ["A", "B"] for each player'
    if not isinstance(table, Mapping) or not table:
        raise BadStrategicGame("there are no players", hint=hint)
    for player, names in table.items():
        if not isinstance(names, list) or not names or not all(isinstance(name, str) for name in names):
            raise BadStrategicGame(f"the strategies of {player} are no list of names", hint=hint)
        twice = next((name for at, name in enumerate(names) if name in names[:at]), None)
        if twice is not None:
            raise BadStrategicGame(f'"{twice}" stands twice among the strategies of {player}', hint=hint)
    return tuple(table), tuple(tuple(names) for names in table.values())


def _leaves(table: object, depth: int, above: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """The payoffs with the names of their profiles, so many levels down."""
    if len(above) == depth:
        yield above, table
        return
    if not isinstance(table, Mapping):
        where = f"{_spelled(above)} has" if above else "there are"
        payoffs = "payoffs, but names fewer than" if above else "no payoffs for the"
        raise BadStrategicGame(f"{where} {payoffs} {depth} strategies of a profile", hint=HINT)
    for name, below in table.items():
        yield from _leaves(below, depth, (*above, name))


def _cell(strategies: Sequence[Sequence[str]], players: Sequence[str], names: Sequence[str]) -> list[int]:
    """The profile with these names."""
    for player, own, name in zip(players, strategies, names, strict=True):
        if name not in own:
            raise BadStrategicGame(
                f'{_spelled(names)}: {player} has no strategy "{name}"', hint=did_you_mean(name, own)
            )
    return [own.index(name) for own, name in zip(strategies, names, strict=True)]


def _values(value: object, count: int, where: str) -> list[float]:
    """The payoffs of a profile."""
    if count == 2 and not isinstance(value, list | Mapping):
        first = _number(value, where)
        return [first, -first]
    if isinstance(value, Mapping):
        raise BadStrategicGame(f"{where} names more than {count} strategies: {listing(value)}", hint=HINT)
    if not isinstance(value, list) or len(value) != count:
        raise BadStrategicGame(f"{where} has no payoff for each of {count} players", hint=HINT)
    return [_number(one, where) for one in value]


def _number(value: object, where: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise BadStrategicGame(f"{where}: {value} is no payoff", hint=HINT)
    try:
        return parse_payoff(value if isinstance(value, str) else repr(value))
    except BadStrategicGame as error:
        raise BadStrategicGame(f"{where}: {error.message}", hint=error.hint) from None


def _spelled(names: Sequence[str]) -> str:
    """A profile as a dotted key."""
    return ".".join(map(_key, names))


def _key(name: str) -> str:
    return name if BARE.fullmatch(name) else _quoted(name)


def _quoted(text: str) -> str:
    """A text as TOML writes it, which is how JSON does, up to one letter."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


# ----------------------------------------------------------------------------------------------------------- Any format


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
