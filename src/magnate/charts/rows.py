"""Pictures with a row for each agent: how much room names and numbers get, on a wide and on a narrow screen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from .canvas import LETTER, fitting, letters, text

__all__ = ["FEW", "NARROW", "Rows"]

LABEL_MOST: Final = 252.0
NARROW: Final = 480.0
"""Pictures narrower than this have each name above its row instead of beside it."""
EDGE: Final = 24.0
"""Room at the sides of a narrow picture, for half of the number under the axis' end."""
LARGE, SMALL = 13.0, 11.0
"""The size of letters in pixels, and of those of the style "small", for names that have not quite the room."""
FEW: Final = 16
"""Up to so many rows are drawn with more air."""


@dataclass(frozen=True, slots=True)
class Rows:
    """Where the rows of a picture lie: marks between ``left`` and ``right``, the first row below ``top``."""

    labels: tuple[str, ...]
    notes: tuple[str, ...]
    width: float
    top: float

    @classmethod
    def of(cls, labels: Sequence[str], notes: Sequence[str], width: float, top: float) -> Rows:
        """The rows of a picture of that width."""
        return cls(tuple(labels), tuple(notes), width, top)

    @property
    def narrow(self) -> bool:
        """Whether names stand above their rows."""
        return self.width < NARROW

    @property
    def left(self) -> float:
        """Where the marks' room begins."""
        if self.narrow:
            return EDGE
        longest = max((max(map(letters, _broken(label))) for label in self.labels), default=0.0)
        return min(LABEL_MOST, longest) + 14

    @property
    def right(self) -> float:
        """Where the marks' room ends."""
        if self.narrow:
            return self.width - EDGE
        return self.width - max((_bold(note) for note in self.notes), default=0.0) - 18

    @property
    def step(self) -> float:
        """How high a row is."""
        if self.narrow:
            return 46.0
        if len(self.labels) <= FEW:
            return 36.0
        return 34.0 if any(len(_broken(label)) > 1 for label in self.labels) else 28.0

    @property
    def bottom(self) -> float:
        """Where the last row ends."""
        return self.top + self.step * len(self.labels)

    def middle(self, row: int) -> float:
        """The height at which a row's marks lie."""
        return self.top + self.step * row + (self.step - 14 if self.narrow else self.step / 2)

    def drawn(self, row: int) -> list[str]:
        """A row's name and its number."""
        label, note, y = self.labels[row], self.notes[row], self.middle(row)
        if self.narrow:
            room = self.right - self.left - _bold(note) - 8
            small = letters(label) > room
            shown = fitting(label, room * LARGE / SMALL if small else room)
            return [
                text(self.left, y - 17, shown, "small halo" if small else "halo", tip=label),
                text(self.right, y - 17, note, "number halo", "end"),
            ]
        lines = _broken(label)
        first = y + 4.5 - 7.5 * (len(lines) - 1)
        names = [text(self.left - 14, first + 15 * at, part, "", "end", label) for at, part in enumerate(lines)]
        return [*names, text(self.right + 14, y + 4.5, note, "number")]


def _bold(note: str) -> float:
    """About how many pixels a bold number is wide."""
    return 1.12 * letters(note)


def _broken(label: str) -> list[str]:
    """A long name in two lines, broken before one of its parameters; what does not fit there either is cut off.

    >>> _broken("strategic:cash_reserve=250,bid=1,trades=0")
    ['strategic:', 'cash_reserve=250,bid=1,trades=0']
    """
    if letters(label) <= LABEL_MOST:
        return [label]
    most = int(LABEL_MOST / LETTER)
    rest = len(label) - most
    places = [at for at, letter in enumerate(label[: most + 1], 1) if letter in ":,#. " and at <= most]
    good = [at for at in places if at >= rest]
    at = good[0] if good else places[-1] if places else most
    return [label[:at], fitting(label[at:], LABEL_MOST)]
