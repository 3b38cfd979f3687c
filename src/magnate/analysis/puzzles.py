"""Puzzles: positions of games between agents in which one whole move is clearly best.

Those that come with magnate, and those of files that :mod:`.puzzle_maker` makes.
"""

from __future__ import annotations

import gzip
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ..core.game import load_with
from ..errors import BadValue, MissingFile

if TYPE_CHECKING:
    from ..core.game import Position

__all__ = ["GAMES", "LEVELS", "Puzzle", "PuzzleMove", "fell", "looked_at", "puzzles", "read", "shipped", "write"]

GAMES: Final = ("monopoly", "brass")
"""The games that puzzles are made of."""
LEVELS: Final = ("easy", "medium", "hard")
"""How hard puzzles are."""
FOLDER: Final = "certified"
BEGINS: Final = '{"number":'
"""How each line of a file of :func:`.puzzle_maker.make` begins."""


@dataclass(frozen=True, slots=True)
class PuzzleMove:
    """A whole move of a puzzle: its actions, in words, and the share that it wins for the seat to move, with its ±.

    ``margin`` is the half width of the 95 % interval. ``behind`` is by how much the best move leads it, and
    ``behind_margin`` the half width of that.
    """

    names: tuple[str, ...]
    text: str
    share: float
    margin: float
    behind: float
    behind_margin: float


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position with one best move, the first of ``moves``; the others follow by what they are worth.

    ``setup`` is what :meth:`magnate.Game.setup` takes. ``kind`` is the best move's. At most ``games`` of each move
    were played on by ``policy`` with ``seed``. ``gap`` is the smallest lead of all measurements, ``z`` the smallest z.
    ``errs`` names the agents that miss the best move, and what they do; in an easy puzzle there may be none. ``number``
    is that of the game of :class:`.puzzle_maker.Maker`, and ``at`` the step.
    """

    game: str
    preset: str
    players: int
    options: dict[str, Any]
    setup: dict[str, Any]
    seat: int
    moves: tuple[PuzzleMove, ...]
    kind: str
    gap: float
    z: float
    games: int
    policy: tuple[str, ...]
    seed: int
    errs: dict[str, str]
    level: str
    number: int
    at: int

    @property
    def name(self) -> str:
        """What names the puzzle, whatever others come with it: the seed, the number of the game, and the step."""
        return f"{self.seed}:{self.number}:{self.at}"

    def position(self) -> Position:
        """The position to be judged."""
        return load_with(self.game, self.preset, self.players, self.options).setup(self.setup)

    def to_json(self) -> dict[str, Any]:
        """As JSON's types; :meth:`from_json` reads it back."""
        found = asdict(self)
        moves = [
            [*list(one.values())[:2], *(round(number, 4) for number in list(one.values())[2:])]
            for one in found["moves"]
        ]
        return {**found, "moves": moves, "gap": round(self.gap, 4), "z": round(self.z, 2)}

    @classmethod
    def from_json(cls, given: Mapping[str, Any]) -> Puzzle:
        """What :meth:`to_json` gave."""
        moves = tuple(PuzzleMove(tuple(names), *rest) for names, *rest in given["moves"])
        return cls(**{**given, "moves": moves, "policy": tuple(given["policy"])})


# ------------------------------------------------------------------------------------------------------------- Reading


def shipped() -> dict[str, int]:
    """The games that puzzles come with, and how many there are."""
    return {game: len(puzzles(game)) for game in GAMES if _file(game).is_file()}


def puzzles(game: str) -> tuple[Puzzle, ...]:
    """The puzzles of a game that come with magnate, the easiest first.

    Raises :class:`~magnate.errors.BadValue` for a game without puzzles.
    """
    if game not in GAMES or not _file(game).is_file():
        known = ", ".join(name for name in GAMES if _file(name).is_file())
        made = "make some (magnate puzzles make) and name their file (magnate puzzles play --file)"
        raise BadValue(f"there are no puzzles of {game}", hint=f"there are some of {known}" if known else made)
    return _read_shipped(game)


@cache
def _read_shipped(game: str) -> tuple[Puzzle, ...]:
    lines = gzip.decompress(_file(game).read_bytes()).decode().splitlines()
    return tuple(Puzzle.from_json(json.loads(line)) for line in lines)


def _file(game: str) -> Any:
    return resources.files(__package__).joinpath(FOLDER, f"{game}.jsonl.gz")


def write(found: Sequence[Puzzle], file: Path) -> None:
    """Write puzzles as they are shipped: compressed lines of JSON, the easiest first, the same bytes each time."""
    ordered = sorted(found, key=lambda one: (LEVELS.index(one.level), -one.gap, one.number))
    text = "".join(json.dumps(one.to_json(), separators=(",", ":")) + "\n" for one in ordered)
    file.write_bytes(gzip.compress(text.encode(), 9, mtime=0))


def read(file: Path) -> list[Puzzle]:
    """The puzzles of a file of :func:`.puzzle_maker.make` so far.

    Raises :class:`~magnate.errors.BadValue` for another file, :class:`~magnate.errors.MissingFile` for none.
    """
    if not file.exists():
        raise MissingFile(f"there is no file {file}", hint="magnate puzzles make writes one")
    return [Puzzle.from_json(line["puzzle"]) for line in looked_at(file) if line["puzzle"] is not None]


def fell(file: Path) -> dict[str, int]:
    """At which tests how many positions of a file of :func:`.puzzle_maker.make` fell out, the most first."""
    total: Counter[str] = Counter()
    for line in looked_at(file):
        total.update(line.get("fell", {}))
    return dict(total.most_common())


def looked_at(file: Path) -> list[dict[str, Any]]:
    """The games that were looked at; a last line that a kill has cut off does not count.

    Raises :class:`~magnate.errors.BadValue` for a file of something else, which must not be written over.
    """
    found: list[dict[str, Any]] = []
    try:
        lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
        for number, line in enumerate(lines, 1):
            try:
                one = json.loads(line)
            except ValueError:
                if number == len(lines) and (line.startswith(BEGINS) or BEGINS.startswith(line)):
                    break
                raise
            if not isinstance(one, dict) or "puzzle" not in one:
                raise ValueError(line)
            found.append(one)
    except ValueError:  # also for bytes that are no text
        raise BadValue(
            f"{file} is no file that puzzles are made in", hint="name one of `magnate puzzles make`, or a new one"
        ) from None
    return found
