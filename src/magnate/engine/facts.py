"""What a tournament keeps of each finished game, besides who won: a game's module says so in ``FACTS``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import ModuleType
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    import numpy as np

    from .run import Results

__all__ = ["SCORE", "Columns", "Facts", "facts_of"]

Columns: TypeAlias = "dict[str, np.ndarray]"
"""Arrays by name: one entry a game (n,), one a seat (n, P), or several a seat (n, P, k)."""


def _as_kept(seats: Columns) -> Columns:
    return seats


@dataclass(frozen=True, slots=True)
class Facts:
    """The whole numbers that are kept of a game, and how they are read again.

    ``game`` and ``seat`` are the fields kept once a game and once a seat, each a name and a NumPy type of an integer
    (``"i4"``). ``collect(results)`` gives their values for finished games. ``expand`` turns the seats' fields into what
    tournaments report (a mask of deeds becomes counts by colour, say); ``parts`` names the entries of those of its
    columns that have several numbers a seat.

    >>> Facts(game=(("turns", "i4"),), seat=(), collect=lambda results: {}).game
    (('turns', 'i4'),)
    """

    game: tuple[tuple[str, str], ...]
    seat: tuple[tuple[str, str], ...]
    collect: Callable[[Results], Columns]
    expand: Callable[[Columns], Columns] = _as_kept
    parts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def _score(results: Results) -> Columns:
    return {"score": results.score}


SCORE: Final = Facts(game=(), seat=(("score", "i4"),), collect=_score)
"""What is kept of a game that has no ``FACTS``: each seat's score, as a whole number."""


def facts_of(game: ModuleType) -> Facts:
    """What is kept of the games of this module."""
    return getattr(game, "FACTS", SCORE)
