"""The store's tables: the same for SQLite and PostgreSQL.

A tournament's games are cut into blocks (consecutive deals of one table); a block is open, claimed by a process, or
done, and a done block has a row for each game. A game's row is its block, its number at the table, and its facts packed
as :func:`~magnate.arena.rows.row_dtype` says: few columns, because every one costs each of millions of rows.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import Column, Float, ForeignKey, Integer, LargeBinary, MetaData, Table, Text

from .connect import version_table

__all__ = ["BLOCK", "GAME", "META", "METADATA", "TOURNAMENT", "VERSION"]

VERSION: Final = 1
"""The version of these tables; a store of a newer one is refused."""

METADATA: Final = MetaData()

META: Final = version_table("magnate_meta", METADATA)

TOURNAMENT: Final = Table(
    "tournament",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("created", Float, nullable=False),  # seconds since 1970, UTC
    Column("plan", Text, nullable=False),  # JSON, see plan.py
    Column("checksum", Text),  # see checksums.py; the first stores had none
    sqlite_autoincrement=True,  # the id of a deleted tournament is not given to another one
)

BLOCK: Final = Table(
    "block",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("tournament", ForeignKey("tournament.id"), nullable=False, index=True),
    Column("members", Text, nullable=False),  # the entrants at the table, as "0,3"
    Column("first", Integer, nullable=False),  # the first deal
    Column("last", Integer, nullable=False),  # the deal after the last one
    Column("done", Float),  # when it was committed, or NULL
    Column("owner", Text),  # the process that plays it, or has played it
    Column("expires", Float),  # when its claim ends if it is not renewed
    Column("checksum", Text),  # of a done block, see checksums.py; the first stores had none
)

GAME: Final = Table(
    "game",
    METADATA,
    Column("block", Integer, nullable=False, index=True),
    Column("number", Integer, nullable=False),  # deal × seats + rotation: the game's number at its table
    Column("data", LargeBinary, nullable=False),
)
