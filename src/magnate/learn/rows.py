"""What networks are told of many positions, kept small: millions of rows of numbers, most of which are 0."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

__all__ = ["Rows"]

SLICE: Final = 8192
"""Rows that are written out at a time where all are needed."""


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows of ``width`` numbers of which only those that are not 0 are kept (compressed sparse rows).

    Row i has the numbers ``values[starts[i] : starts[i + 1]]`` in the ``columns`` of the same places. Values are kept
    in half precision: as they are told, rounded to 11 bits, which is finer than anything that is learned from them.

    >>> rows = Rows.of(np.array([[0.0, 0.5, 0.0], [0.25, 0.0, 1.0]]))
    >>> len(rows), rows.width, rows.dense([1, 1]).tolist()
    (2, 3, [[0.25, 0.0, 1.0], [0.25, 0.0, 1.0]])
    """

    starts: np.ndarray
    columns: np.ndarray
    values: np.ndarray
    width: int

    @classmethod
    def of(cls, dense: np.ndarray) -> Rows:
        """The rows (n, width) of an array; a width of at most 65,536."""
        row, column = np.nonzero(dense)
        starts = np.zeros(len(dense) + 1, np.int64)
        np.cumsum(np.bincount(row, minlength=len(dense)), out=starts[1:])
        return cls(starts, column.astype(np.uint16), dense[row, column].astype(np.float16), dense.shape[1])

    @classmethod
    def joined(cls, parts: Sequence[Rows]) -> Rows:
        """All rows of several of the same width, one after the other."""
        ends = np.cumsum([0, *(part.starts[-1] for part in parts)])
        starts = [part.starts[1:] + end for part, end in zip(parts, ends[:-1], strict=True)]
        return cls(
            np.concatenate([np.zeros(1, np.int64), *starts]),
            np.concatenate([part.columns for part in parts]),
            np.concatenate([part.values for part in parts]),
            parts[0].width,
        )

    def __len__(self) -> int:
        return len(self.starts) - 1

    @property
    def used(self) -> np.ndarray:
        """The columns in which any row has a number other than 0, in order."""
        return np.flatnonzero(np.bincount(self.columns, minlength=self.width))

    def within(self, columns: np.ndarray) -> Rows:
        """The same rows with these columns only, which must be all that are used."""
        place = np.zeros(self.width, np.uint16)
        place[columns] = np.arange(len(columns))
        return Rows(self.starts, place[self.columns], self.values, len(columns))

    def chosen(self, rows: np.ndarray) -> Rows:
        """Some of the rows, by their numbers."""
        lengths, place = self._places(self.starts[:-1][rows], self.starts[1:][rows])
        return Rows(np.cumsum([0, *lengths]), self.columns[place], self.values[place], self.width)

    def dense(self, rows: Sequence[int] | np.ndarray | slice = slice(None)) -> np.ndarray:
        """Some rows written out, (n, width) in float32."""
        lengths, place = self._places(self.starts[:-1][rows], self.starts[1:][rows])
        row = np.repeat(np.arange(len(lengths)), lengths)
        out = np.zeros((len(lengths), self.width), np.float32)
        out[row, self.columns[place]] = self.values[place]
        return out

    def slices(self) -> Iterator[np.ndarray]:
        """All rows written out, some thousands at a time."""
        for first in range(0, len(self), SLICE):
            yield self.dense(slice(first, first + SLICE))

    @staticmethod
    def _places(first: np.ndarray, last: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """How many numbers rows have that lie from ``first`` to before ``last``, and the places of all of them."""
        lengths = last - first
        return lengths, np.arange(lengths.sum()) + np.repeat(first - (np.cumsum(lengths) - lengths), lengths)
