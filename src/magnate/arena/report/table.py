"""A table of the report: columns, and rows of cells."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from ..statistics import Estimate

__all__ = ["AGENT", "CAPPED", "GAMES", "Cell", "Column", "Table"]

Cell: TypeAlias = "str | float | Estimate | None"
"""A name, a number, a number with its interval, or nothing to show."""


@dataclass(frozen=True, slots=True)
class Column:
    """``key`` names it in CSV files, ``heading`` for readers; ``kind`` is how its numbers are shown (see ``value``).

    ``interval``: its cells are estimates.
    """

    key: str
    heading: str
    kind: str
    interval: bool = False

    @property
    def words(self) -> bool:
        """Whether its cells are words: ``text``, or the ``name`` of an agent."""
        return self.kind in {"name", "text"}


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under columns; ``note`` says how to read it and how many games a cap ended.

    ``drawn``: the numbers of a picture, of little use to read.
    """

    key: str
    title: str
    note: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    drawn: bool = False


AGENT: Final = Column("agent", "agent", "name")
GAMES: Final = Column("games", "games", "count")
CAPPED: Final = Column("capped", "capped", "part")
