"""The tables of the store in which games are kept: the same for SQLite and PostgreSQL.

A table of the house has one row with what it is and what lists show of it, and a row for each change (see
:class:`.frames.Change`), which are only ever added. Of a seat's secret the SHA-256 alone is kept.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Integer, LargeBinary, MetaData, Table, Text

from ..arena.database import Kind, version_table

__all__ = ["CHANGE", "KIND", "META", "SECRET", "TABLE"]

METADATA: Final = MetaData()

META: Final = version_table("table_meta", METADATA)

TABLE: Final = Table(
    "game_table",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("created", BigInteger, nullable=False, index=True),  # microseconds since 1970, UTC
    Column("public", Boolean, nullable=False),
    Column("status", Text, nullable=False),  # open, running, over
    Column("agent_next", Boolean, nullable=False),  # an agent is to decide
    Column("terms", Text, nullable=False),  # JSON, see terms.py
    Column("chairs", Text, nullable=False),  # JSON, see chairs.py
    Column("at", Integer, nullable=False),  # steps so far
    Column("turn", Text, nullable=False),  # JSON: the message of the turn that is being played, or null
    Column("winners", Text, nullable=False),  # JSON: the seats that have won, or null
)

CHANGE: Final = Table(
    "table_change",
    METADATA,
    Column("table", ForeignKey("game_table.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("kind", Text, nullable=False),
    Column("seat", Integer),  # who asked for it
    Column("cid", Text),  # in which message
    Column("data", Text, nullable=False),  # JSON, see frames.py
)

SECRET: Final = Table(
    "table_secret",
    METADATA,
    Column("table", ForeignKey("game_table.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("hash", LargeBinary, nullable=False),
)

KIND: Final = Kind(METADATA, META, 1)
"""The kind of this store."""
