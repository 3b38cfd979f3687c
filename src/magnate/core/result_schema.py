"""What a tournament keeps of each finished game, besides who won: ``results`` in its game's ``GAME``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from types import ModuleType
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

if TYPE_CHECKING:
    import numpy as np

    from .run import Results

Columns: TypeAlias = "dict[str, np.ndarray]"
"""Arrays by name: one entry a game (n,), one a seat (n, P), or several a seat (n, P, k)."""


MEASURES: Final = ("score", "points", "net_worth")
"""What a seat's own success may be called; of those that a game keeps the first says who came second and third."""


Unpacking: TypeAlias = "tuple[str, Callable[[np.ndarray], np.ndarray]]"
"""What a field is reported as: a name, and its numbers from those that are kept."""


@dataclass(frozen=True, slots=True)
class Statistic:
    """How a number that tournaments report is shown.

    ``title`` is its heading, by default its name. ``kind`` says what it is: a ``share`` from 0 to 1, or a number with
    two digits behind the point, one (``length``, ``points``) or none (``money``). With ``brief`` it has a column in the
    terminal's table too.

    >>> Statistic("net_worth", kind="money", brief=True).heading
    'net worth'
    """

    name: str
    title: str = ""
    kind: Literal["number", "share", "length", "points", "money"] = "number"
    brief: bool = False

    @property
    def heading(self) -> str:
        """The title, or the name in words."""
        return self.title or self.name.replace("_", " ")


COMMON: Final = (
    Statistic("score", brief=True),
    Statistic("turns", kind="length", brief=True),
    Statistic("rounds", kind="length"),
)
"""Statistics that a game need not declare."""


@dataclass(frozen=True, slots=True)
class ResultSchema:
    """The whole numbers that are kept of a game, and how they are read again.

    ``game`` and ``seat`` are the fields kept once a game and once a seat, each a name and a NumPy type of an integer
    (``"i4"``). ``collect(results)`` gives their values for finished games. ``unpack`` has the seats' fields that are
    reported otherwise than they are kept: a mask of deeds becomes counts by colour, say. ``parts`` names the entries of
    what has several numbers a seat. ``shown`` declares how statistics are shown, in that order: by the terminal's
    table, the report and the CSV files.

    Fields may be added at any time: stored games without them go on to be read. A field whose meaning changes needs
    another name.

    A game whose utilities are not equal shares of one win keeps them itself, in a seat's field named :data:`SHARE`
    (as :data:`SHARES` does). Tournaments then add up those, and the winners of a game are the seats with the most.

    >>> ResultSchema(game=(("turns", "i4"),), seat=(), collect=lambda results: {}).game
    (('turns', 'i4'),)
    """

    game: tuple[tuple[str, str], ...]
    seat: tuple[tuple[str, str], ...]
    collect: Callable[[Results], Columns]
    unpack: Mapping[str, Unpacking] = field(default_factory=dict)
    parts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    shown: tuple[Statistic, ...] = ()

    def reported(self, kept: Columns) -> Columns:
        """What tournaments report of the seats' fields that are kept.

        >>> import numpy as np
        >>> SHARES.reported({"share": np.array([[500_000, 500_000]])})["share"].tolist()
        [[0.5, 0.5]]
        """
        found = {name: values for name, values in kept.items() if name not in self.unpack}
        for name, (title, unpacked) in self.unpack.items():
            if name in kept:
                found[title] = unpacked(kept[name])
        return found

    def statistics(self, names: Iterable[str]) -> list[Statistic]:
        """These statistics in the order in which they are shown; what no one declares is a number and comes last.

        >>> [one.name for one in SCORE.statistics(["turns", "apples", "score"])]
        ['score', 'turns', 'apples']
        """
        wanted = set(names)
        known = {one.name: one for one in (*self.shown, *COMMON)}
        return [one for name, one in known.items() if name in wanted] + [
            Statistic(name) for name in sorted(wanted - known.keys())
        ]


def set_bits(values: np.ndarray) -> np.ndarray:
    """How many bits of each whole number are set: ``np.bitwise_count``, which NumPy 1 does not have.

    >>> import numpy as np
    >>> set_bits(np.array([[0, 1], [6, 255]])).tolist()
    [[0, 1], [2, 8]]
    """
    import numpy as np

    octets = np.ascontiguousarray(values)[..., None].view(np.uint8)
    return np.unpackbits(octets, axis=-1).sum(axis=-1, dtype=np.uint8)


def _score(results: Results) -> Columns:
    return {"score": results.score}


SCORE: Final = ResultSchema(game=(), seat=(("score", "i4"),), collect=_score)
"""What is kept of a game that declares no ``results``: each seat's score, as a whole number."""


SHARE: Final = "share"
"""The seat's field that has its share of the win: kept in millionths, reported as a number from 0 to 1."""
MILLION: Final = 1_000_000


def _score_and_share(results: Results) -> Columns:
    return {"score": results.score, SHARE: results.utility * MILLION}


def _share_of_one(kept: np.ndarray) -> np.ndarray:
    found: np.ndarray = kept / MILLION
    return found


SHARES: Final = ResultSchema(
    game=(),
    seat=(("score", "i4"), (SHARE, "i4")),
    collect=_score_and_share,
    unpack={SHARE: (SHARE, _share_of_one)},
)
"""What is kept of a game whose utilities may be any shares that add up to 1: each seat's share, and its score."""


def result_schema_of(game: ModuleType) -> ResultSchema:
    """What is kept of the games of this module."""
    found: ResultSchema | None = getattr(game.GAME, "results", None) or getattr(game, "FACTS", None)
    return found or SCORE
