"""Positions as text files that people write: a set-up as TOML, with comments, names, and what is played by.

A file says ``game`` and, where they matter, ``preset``, ``seats`` and a table ``options``. All else is the set-up, as
``Position.to_setup`` has it. A set-up as JSON is read too. An error names the file, the line, the field, and what is
allowed there.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, get_args

from pydantic import ValidationError

from ..core.game import load_with
from ..core.record_file import json_of
from ..core.registry import declared_game
from ..core.validation import complaints
from ..errors import BadOption, BadRecord, BadSetup, did_you_mean
from ..skins import real, shown

if TYPE_CHECKING:
    from ..core.game import Game, Position

__all__ = ["PositionFile", "parse_position", "position_text", "read_position", "written"]

ABOUT: Final = ("game", "preset", "seats", "options")
"""What a file says beside the set-up."""
NAME: Final = r'(?:"(?:\\.|[^"\\])*"|[A-Za-z0-9_-]+)'
KEY: Final = re.compile(rf"\s*({NAME}(?:\s*\.\s*{NAME})*)\s*=")
HEADER: Final = re.compile(rf"\s*(\[\[?)\s*({NAME}(?:\s*\.\s*{NAME})*)\s*\]\]?\s*(?:#.*)?$")
PART: Final = re.compile(NAME)
BRANCH: Final = ("constrained-int", "constrained-str", "int", "str")
"""What pydantic adds to the place of a field that may have values of several kinds."""
TOKEN: Final = re.compile(r'"(?:\\.|[^"\\])*"|[{}\[\],:]|[^\s{}\[\],:"]+')
UNQUOTED: Final = re.compile(r"[A-Za-z0-9_-]+")
WIDTH: Final = 100
"""Lists that are longer than a line are written one item a line."""

Path_ = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class PositionFile:
    """What a file says: the set-up, what it is played by, and the line of each field (``lines``, by its path)."""

    name: str
    setup: dict[str, Any]
    game: str | None = None
    preset: str | None = None
    seats: int | None = None
    options: dict[str, Any] = field(default_factory=dict)
    text: str = ""
    lines: dict[Path_, int] = field(default_factory=dict)

    @property
    def count(self) -> int | None:
        """The number of players, if the file says it; the players that it lists count too, if there are several."""
        listed = self.setup.get("players")
        return self.seats or (len(listed) if isinstance(listed, list) and len(listed) > 1 else None)

    @property
    def option_texts(self) -> list[str]:
        """The options as ``NAME=VALUE`` texts."""
        return [f"{name}={json.dumps(value)}" for name, value in self.options.items()]

    def to_game(self, game: str | None = None, preset: str | None = None, players: int | None = None) -> Game:
        """The game that is played. What is given here goes before what the file says.

        Raises :class:`~magnate.errors.BadOption` where nobody names a game, or the two name different ones.
        """
        name = game or self.game
        if name is None:
            raise BadOption(
                f"{self.name} does not say which game it is of", hint='write game = "monopoly" there, or use --game'
            )
        if self.game is not None and self.game != name:
            raise BadOption(f"{self.name} is of {self.game}, not {name}", hint=f"name that game: {self.game}")
        return load_with(name, preset or self.preset, players or self.count, self.options)

    def to_position(self, game: Game, seed: int | None = None) -> Position:
        """The position in this game.

        Raises :class:`~magnate.errors.BadSetup` naming the file, the line and the field of what is wrong.
        """
        try:
            return game.setup(self.setup, seed)
        except BadSetup as error:
            cause = error.__context__
            if isinstance(cause, ValidationError):
                raise BadSetup("; ".join(self._complaints(cause)), hint=self._allowed(cause, game)) from None
            where = self._where(error.place or seat_named(error.message))
            raise BadSetup(f"{where}: {error.message}", hint=error.hint, place=error.place) from None

    def _complaints(self, error: ValidationError) -> Iterator[str]:
        """What is wrong, field by field."""
        for problem in plain_errors(error):
            place = problem["loc"]
            if problem["type"] == "extra_forbidden":
                inside = f" in {'.'.join(map(str, place[:-1]))}" if len(place) > 1 else ""
                yield f'{self._where(place)}: there is no field "{place[-1]}"{inside}'
                continue
            one: Any = _One(problem)
            yield f"{self._where(place, problem.get('input'))}: {complaints(one)}"

    def _allowed(self, error: ValidationError, game: Game) -> str:
        """What is allowed where the first thing is wrong."""
        first = plain_errors(error)[0]
        if first["type"] == "extra_forbidden":
            known = list(_fields_at(game, tuple(first["loc"])))
            if len(first["loc"]) == 1:
                known += ABOUT
            return did_you_mean(str(first["loc"][-1]), known) if known else "leave it out"
        return f"`magnate position` writes any position of a record as such a file; docs: questions ({game.name})"

    def _where(self, place: Path_, value: object = None) -> str:
        """The file and the line of a field, or of the nearest one that holds it."""
        for length in range(len(place), 0, -1):
            line = self.lines.get(place[:length])
            if line is not None:
                return f"{self.name}, line {self._line_of(line, value)}"
        return self.name

    def _line_of(self, line: int, value: object) -> int:
        """The line on which a field's value stands, if its items stand on lines of their own."""
        if isinstance(value, str):
            later = sorted(other for other in self.lines.values() if other > line)
            for number, text in enumerate(self.text.splitlines()[line - 1 : later[0] - 1 if later else None], line):
                if json.dumps(value, ensure_ascii=False) in text or f"'{value}'" in text:
                    return number
        return line


def read_position(file: Path) -> PositionFile:
    """What a text file says of a position: TOML where its name ends in ``.toml``, else JSON.

    Raises :class:`~magnate.errors.BadRecord` for a file that cannot be read.
    """
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not text"
        raise BadRecord(f"cannot read {file}: {reason}", hint="give a position (TOML or JSON) or a record") from None
    return parse_position(text, str(file), toml=file.suffix.lower() == ".toml")


def parse_position(text: str, name: str = "the position", *, toml: bool = True) -> PositionFile:
    r"""What a text says of a position.

    Raises :class:`~magnate.errors.BadRecord` naming the line for a text that is no TOML (or JSON).

    >>> found = parse_position('game = "pig"  # to 100\npoints = [80, 75]')
    >>> found.to_position(found.to_game()).state["points"][:2].tolist()
    [80, 75]
    """
    text = real(text)
    if toml:
        try:
            data: Any = _without_blanks(tomllib.loads(text))
        except tomllib.TOMLDecodeError as error:
            raise BadRecord(
                f"{name}: it is no TOML: {error}", hint="texts stand in quotes, players in [[players]]"
            ) from None
        lines = dict(_toml_lines(text))
    else:
        data = json_of(text, "give a set-up (see Position.to_setup) or a record")
        lines = dict(_json_lines(text))
    if not isinstance(data, Mapping):
        raise BadSetup(f"{name}: a set-up is an object with fields, not {data!r}", hint="see Position.to_setup()")
    about = {key: data[key] for key in ABOUT if key in data}
    kinds = {"game": str, "preset": str, "seats": int, "options": dict}
    for key, value in about.items():
        if not isinstance(value, kinds[key]) or isinstance(value, bool):
            what = {str: "a text", int: "a whole number", dict: "a table"}[kinds[key]]
            raise BadSetup(
                f"{name}, line {lines.get((key,), 1)}: {key} must be {what}", hint='for example game = "monopoly"'
            )
    return PositionFile(name, {key: data[key] for key in data if key not in ABOUT}, **about, text=text, lines=lines)


def position_text(position: Position, about: str = "") -> str:
    """The position as such a file (TOML), with ``about`` as its comment; it is read back as the same position.

    It has the names of the chosen skin, and is read under any.

    >>> import magnate
    >>> print(position_text(magnate.load("pig").setup({"points": [80, 75]}), "Who wins?").splitlines()[0])
    # Who wins?
    """
    game, setup = position.game, position.to_setup()
    listed = isinstance(setup.get("players"), list) and len(setup["players"]) == game.players
    seats = {} if listed else {"seats": game.players}
    return written({"game": game.name, "preset": game.preset, **seats, "options": game.overrides, **setup}, about)


def written(given: Mapping[str, Any], about: str = "") -> str:
    """What such a file says, as its text, with ``about`` as its comment."""
    setup = {key: value for key, value in given.items() if key not in ABOUT}
    lines = [f"# {line}".rstrip() for line in about.splitlines()]
    lines += _fields({key: given[key] for key in ("game", "preset", "seats") if given.get(key) is not None}, "")
    apart = [key for key, value in setup.items() if (key == "players" and _rows(value)) or _is_tables(value)]
    lines += _fields({key: value for key, value in setup.items() if key not in apart}, "")
    if given.get("options"):
        lines += ["", "[options]", *_fields(given["options"], "options")]
    for key in apart:
        for number, row in enumerate(setup[key]):
            lines += ["", f"[[{_key(key)}]]" + (f"  # seat {number}" if key == "players" else "")]
            lines += _fields(row, _key(key))
    return shown("\n".join(lines) + "\n")


# ---------------------------------------------------------------------------------------------------------- writing


def _fields(fields: Mapping[str, Any], inside: str) -> list[str]:
    """The lines of some fields; long tables follow as tables of their own."""
    written = {key: _written(value) for key, value in fields.items() if value is not None}
    long = [
        key for key in written if isinstance(fields[key], dict) and (len(written[key]) > WIDTH or "\n" in written[key])
    ]
    lines = [f"{_key(key)} = {text}" for key, text in written.items() if key not in long]
    for key in long:
        name = f"{inside}.{_key(key)}" if inside else _key(key)
        deeper = _fields(fields[key], name)
        lines += deeper if deeper[0] == "" else ["", f"[{name}]", *deeper]
    return lines


def _rows(value: object) -> bool:
    """Whether a value is a list of tables."""
    return isinstance(value, list) and bool(value) and all(isinstance(one, dict) for one in value)


def _is_tables(value: object) -> bool:
    """Whether a value is a list of tables, some of which is too long for a line."""
    return isinstance(value, list) and _rows(value) and any(len(_written(one)) > WIDTH for one in value)


def _key(name: str) -> str:
    return name if UNQUOTED.fullmatch(name) else json.dumps(name, ensure_ascii=False)


def _written(value: Any) -> str:
    """A value as TOML; nothing is written as an empty text."""
    if value is None:
        return '""'
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        pairs = ", ".join(f"{_key(key)} = {_written(one)}" for key, one in value.items() if one is not None)
        return f"{{ {pairs} }}" if pairs else "{}"
    if isinstance(value, list | tuple):
        items = [_written(one) for one in value]
        flat = f"[{', '.join(items)}]"
        if _rows(value):
            return "[\n" + "".join(f"  {item},\n" for item in items) + "]"
        return flat if len(flat) <= WIDTH else f"[\n{_filled(items)}]"
    return json.dumps(value, ensure_ascii=False)


def _filled(items: Sequence[str]) -> str:
    """The items of a list, as many as fit on each line."""
    lines = [""]
    for item in items:
        if lines[-1] and len(lines[-1]) + len(item) + 2 > WIDTH:
            lines.append("")
        lines[-1] += f" {item},"
    return "".join(f" {line}\n" for line in lines)


def _without_blanks(value: Any) -> Any:
    """An empty text in a list stands for nothing, which TOML cannot say."""
    if isinstance(value, dict):
        return {key: _without_blanks(one) for key, one in value.items()}
    return [None if one == "" else _without_blanks(one) for one in value] if isinstance(value, list) else value


# ------------------------------------------------------------------------------------------------------------ lines


def _toml_lines(text: str) -> Iterator[tuple[Path_, int]]:
    """The line of each key and table that begins a line."""
    at: Path_ = ()
    counts: dict[Path_, int] = {}
    depth = 0
    for number, line in enumerate(text.splitlines(), 1):
        bare = re.sub(r'"(?:\\.|[^"\\])*"|\'[^\']*\'', "", line).partition("#")[0]
        if depth == 0 and (header := HEADER.match(line)):
            names: Path_ = ()
            for part in PART.findall(header[2]):
                names = (*names, part.strip('"'))
                if names in counts and (header[1] == "[" or len(names) < len(PART.findall(header[2]))):
                    names = (*names, counts[names])
            if header[1] == "[[":
                counts[names] = counts.get(names, -1) + 1
                yield names, number
                names = (*names, counts[names])
            at = names
            yield at, number
            continue
        if depth == 0 and (key := KEY.match(line)):
            yield (*at, *(part.strip('"') for part in PART.findall(key[1]))), number
        depth += sum(bare.count(one) for one in "[{") - sum(bare.count(one) for one in "]}")


def _json_lines(text: str) -> Iterator[tuple[Path_, int]]:
    """The line of each key and item."""
    stack: list[str | int] = []  # where we are: the key or the number of the item on each level
    inside: list[str] = []
    awaits_key, line, end = False, 1, 0
    for token in TOKEN.finditer(text):
        line += text.count("\n", end, token.start())
        end = token.start()
        word = token[0]
        if word == ":":
            awaits_key = False
        elif word == ",":
            if inside and inside[-1] == "[":
                stack[-1] = int(stack[-1]) + 1
            else:
                awaits_key = True
        elif word in "]}":
            inside, stack, awaits_key = inside[:-1], stack[:-1], False
        elif awaits_key and word.startswith('"'):
            stack[-1] = json.loads(word)
            yield tuple(stack), line
        else:
            if inside and inside[-1] == "[":
                yield tuple(stack), line
            if word in "[{":
                inside.append(word)
                stack.append(0 if word == "[" else "")
                awaits_key = word == "{"


# ----------------------------------------------------------------------------------------------------------- errors


def plain_errors(error: ValidationError) -> list[dict[str, Any]]:
    """What is wrong, each field once, by the places that people see.

    Of a field that may be a number or a name, only what is wrong with the kind that was given.
    """
    found: dict[Path_, dict[str, Any]] = {}
    for problem in error.errors(include_url=False):
        place = tuple(one for one in problem["loc"] if isinstance(one, int) or not ("[" in one or one in BRANCH))
        other_kind = problem["type"].endswith("_type") and place != tuple(problem["loc"])
        if place not in found or not other_kind:
            found[place] = {**problem, "loc": place}
    return list(found.values())


@dataclass(frozen=True, slots=True)
class _One:
    """One of the things that are wrong, as an error of its own."""

    problem: Any

    def errors(self, *, include_url: bool) -> list[Any]:  # noqa: ARG002 - as pydantic's
        """The problem alone."""
        return [self.problem]


def _fields_at(game: Game, place: Sequence[str | int]) -> Iterator[str]:
    """The fields that the set-up of a game has where an unknown one stands."""
    model: Any = getattr(sys.modules[declared_game(game.name).setup.__module__], "Setup", None)
    for part in place[:-1]:
        if model is None:
            return
        if isinstance(part, str):
            model = _model_in(model.model_fields[part].annotation) if part in model.model_fields else None
    if model is not None:
        yield from model.model_fields


def _model_in(annotation: Any) -> Any:
    """The model that a field's type holds."""
    if hasattr(annotation, "model_fields"):
        return annotation
    return next((found for one in get_args(annotation) if (found := _model_in(one)) is not None), None)


def seat_named(message: str) -> Path_:
    """The place of a player in a set-up, if a message names its seat."""
    seat = re.search(r"\bseats? (\d+)", message)
    return () if seat is None else ("players", int(seat[1]))
