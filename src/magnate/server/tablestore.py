"""Where the tables of a server are kept: SQLite or PostgreSQL, by one code path.

Each change is one row, committed before anybody is told of it; a server that is killed loses nothing that was seen.
Changes of several tables may be committed together (:mod:`.keeping`).
"""

from __future__ import annotations

import json
import os
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from sqlalchemy import Connection, Row, bindparam, delete, event, insert, select, update

from ..arena.database import connect, file_of, shown, translated
from ..errors import NoSuchTable
from .chairs import Chair
from .frames import Change
from .table_schema import CHANGE, KIND, SECRET, TABLE
from .terms import Terms

if TYPE_CHECKING:
    from .table import Table

__all__ = ["Kept", "Rows", "Step", "TableStore", "open_tables", "rows_of", "step_of"]

Rows: TypeAlias = dict[str, dict[str, Any]]
"""What is kept of a new table, as plain data: its row of the tables and that of its first change."""

Step: TypeAlias = tuple[dict[str, Any], dict[str, Any]]
"""What is kept of a change, as plain data: its row, and what lists show of the table after it."""

_ADD_CHANGE: Final = insert(CHANGE)
_SUM_UP: Final = update(TABLE).where(TABLE.c.id == bindparam("wanted"))
"""What is said to the store at each step is put together once."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A table as the store has it."""

    terms: Terms
    chairs: tuple[Chair, ...]
    changes: tuple[Change, ...]
    tokens: Mapping[int, bytes]


def open_tables(where: str | None = None) -> TableStore:
    """The store at a path or URL (default: the variable MAGNATE_TABLES, or tables.db in the user's data folder).

    Raises a :class:`~magnate.errors.StoreFailed` that says what is wrong, or :class:`~magnate.errors.MissingExtra`.
    """
    return TableStore(where or _default())


def _default() -> str:
    named = os.environ.get("MAGNATE_TABLES")
    if named:
        return named
    from platformdirs import user_data_path

    return str(user_data_path("magnate") / "tables.db")


class TableStore:
    """A store of tables that is open; each method is one transaction and may raise a StoreFailed."""

    def __init__(self, where: str) -> None:
        self.where = where
        file = file_of(where)
        if file is not None:
            _made_private(file)
        self._engine = connect(where, KIND)
        if file is not None:
            _keep_private(file)
        if self._engine.dialect.name == "sqlite":
            event.listen(self._engine, "connect", _write_ahead)
            self._engine.dispose()  # connections from now on are opened so

    def close(self) -> None:
        """Let go of the file or the server."""
        self._engine.dispose()

    @property
    def name(self) -> str:
        """The store as it may be printed."""
        return shown(self.where)

    # ------------------------------------------------------------------------------------------ writing

    def add(self, table: Table, change: Change) -> None:
        """Keep a new table, which has been begun, and its first change."""
        self.add_rows(rows_of(table, change), table.tokens)

    def add_rows(self, rows: Rows, tokens: Mapping[int, bytes]) -> None:
        """Keep a new table, whose rows are given, with the hashes of its seats' tokens."""
        with self._writing() as connection:
            connection.execute(insert(TABLE), rows["table"])
            connection.execute(_ADD_CHANGE, rows["change"])
            for seat, digest in tokens.items():
                connection.execute(insert(SECRET).values(table=rows["table"]["id"], seat=seat, hash=digest))

    def append(self, steps: Sequence[Step]) -> None:
        """Keep changes that their tables have not made yet, all or none."""
        with self._writing() as connection:
            connection.execute(_ADD_CHANGE, [row for row, _ in steps])
            connection.execute(_SUM_UP, [summary for _, summary in steps])

    def seat(self, table: Table) -> None:
        """Keep who sits where."""
        with self._writing() as connection:
            connection.execute(_SUM_UP, _summary(table))

    def open_with(self, table: str, seat: int, digest: bytes) -> None:
        """Keep the hash of a seat's new token instead of the old one."""
        with self._writing() as connection:
            connection.execute(update(SECRET).where(SECRET.c.table == table, SECRET.c.seat == seat).values(hash=digest))

    def delete(self, table: str) -> None:
        """Forget a table altogether."""
        with self._writing() as connection:
            for part in (CHANGE, SECRET):
                connection.execute(delete(part).where(part.c.table == table))
            connection.execute(delete(TABLE).where(TABLE.c.id == table))

    # ------------------------------------------------------------------------------------------ reading

    def load(self, table: str) -> Kept:
        """A table with all its changes; raises :class:`~magnate.errors.NoSuchTable`."""
        with self._reading() as connection:
            row = connection.execute(select(TABLE.c.terms, TABLE.c.chairs).where(TABLE.c.id == table)).first()
            if row is None:
                raise NoSuchTable("there is no such table", hint="its link may be mistyped, or it has been deleted")
            changes = connection.execute(select(CHANGE).where(CHANGE.c.table == table).order_by(CHANGE.c.seq)).all()
            secrets = connection.execute(select(SECRET).where(SECRET.c.table == table)).all()
        chairs = tuple(Chair.from_json(chair) for chair in json.loads(row.chairs))
        made = tuple(Change.from_json(one.kind, one.seat, one.cid, json.loads(one.data)) for one in changes)
        tokens = {one.seat: bytes(one.hash) for one in secrets}
        return Kept(Terms.from_json(json.loads(row.terms)), chairs, made, tokens)

    def waiting(self) -> list[str]:
        """The tables at which an agent is to decide, the oldest first."""
        wanted = select(TABLE.c.id).where(TABLE.c.agent_next.is_(True), TABLE.c.status != "over")
        with self._reading() as connection:
            return list(connection.execute(wanted.order_by(TABLE.c.created)).scalars())

    def listed(
        self, status: str | None, limit: int, before: int | None, *, everything: bool = False
    ) -> list[dict[str, Any]]:
        """What lists show of public tables (or all), the newest first: id, terms, chairs, status, at, turn, winners."""
        wanted = select(TABLE) if everything else select(TABLE).where(TABLE.c.public.is_(True))
        if status is not None:
            wanted = wanted.where(TABLE.c.status == status)
        if before is not None:
            wanted = wanted.where(TABLE.c.created < before)
        with self._reading() as connection:
            return list(map(_listed, connection.execute(wanted.order_by(TABLE.c.created.desc()).limit(limit)).all()))

    def found(self, tables: Collection[str]) -> list[tuple[dict[str, Any], dict[int, bytes]]]:
        """What lists show of those of these tables that there are, the newest first, each with its seats' hashes."""
        with self._reading() as connection:
            secrets = connection.execute(select(SECRET).where(SECRET.c.table.in_(tables))).all()
            rows = connection.execute(
                select(TABLE).where(TABLE.c.id.in_(tables)).order_by(TABLE.c.created.desc())
            ).all()
        hashes: dict[str, dict[int, bytes]] = defaultdict(dict)
        for one in secrets:
            hashes[one.table][one.seat] = bytes(one.hash)
        return [(_listed(row), hashes[row.id]) for row in rows]

    def unfinished(self, tables: Collection[str]) -> frozenset[str]:
        """Those of these tables that are not over; one that has been deleted will not go on."""
        wanted = select(TABLE.c.id).where(TABLE.c.id.in_(tables), TABLE.c.status != "over")
        with self._reading() as connection:
            return frozenset(connection.execute(wanted).scalars())

    def running(self) -> int:
        """How many tables are not over."""
        from sqlalchemy import func

        with self._reading() as connection:
            return int(connection.execute(select(func.count()).where(TABLE.c.status != "over")).scalar_one())

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        with translated(self.where), self._engine.connect() as connection:
            yield connection

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        with translated(self.where), self._engine.begin() as connection:
            yield connection


def rows_of(table: Table, change: Change) -> Rows:
    """The rows of a new table, which has been begun, and of its first change."""
    first = {"id": table.id, "created": table.terms.created, "public": table.terms.public}
    kept = {**first, "terms": _text(table.terms.to_json()), **_listing(table)}
    return {"table": kept, "change": _row(table.id, table.seq, change)}


def step_of(table: Table, change: Change) -> Step:
    """What is kept of a change that the table has not made yet."""
    return _row(table.id, table.seq + 1, change), _summary(table, change)


def _listed(row: Row[Any]) -> dict[str, Any]:
    return {
        "id": row.id,
        "terms": Terms.from_json(json.loads(row.terms)),
        "chairs": [Chair.from_json(chair) for chair in json.loads(row.chairs)],
        "status": row.status,
        "at": row.at,
        "turn": json.loads(row.turn),
        "winners": json.loads(row.winners),
    }


def _made_private(file: Path) -> None:
    """Make the file of a new store so that only this user can read it: the secrets of the dice are in it.

    What is wrong where this is not possible is told when the store is opened.
    """
    with suppress(OSError):
        if not file.parent.is_dir():
            file.parent.mkdir(mode=0o700, parents=True)
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))


def _keep_private(file: Path) -> None:
    """Let nobody else read the file of a store that others could read, nor the files that SQLite has beside it.

    New ones get the permissions of the store from SQLite. Another user's file is left as it is.
    """
    for one in (file, *(file.with_name(file.name + end) for end in ("-wal", "-shm", "-journal"))):
        with suppress(OSError):
            if one.stat().st_mode & 0o077:
                one.chmod(0o600)


def _write_ahead(connection: Any, _record: Any) -> None:
    """Let SQLite write ahead: a commit then takes a tenth of the time, and readers wait for nobody.

    What is committed outlives the server's being killed; of what a machine's loss of power takes, only the last moment.
    """
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=NORMAL")
    cursor.close()


def _row(table: str, seq: int, change: Change) -> dict[str, Any]:
    data = _text(change.to_json())
    return {"table": table, "seq": seq, "kind": change.kind, "seat": change.seat, "cid": change.cid, "data": data}


def _summary(table: Table, change: Change | None = None) -> dict[str, Any]:
    """What :data:`_SUM_UP` takes."""
    return {"wanted": table.id, **_listing(table, change)}


def _listing(table: Table, change: Change | None = None) -> dict[str, Any]:
    """What lists show of a table, after a change if one is about to be made."""
    summary = table.summary(change)
    return {
        **summary,
        "chairs": _chairs(summary["chairs"]),
        "turn": _text(summary["turn"]),
        "winners": _text(summary["winners"]),
    }


@lru_cache(maxsize=1024)
def _chairs(chairs: tuple[Chair, ...]) -> str:
    return _text([chair.to_json() for chair in chairs])


def _text(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)
