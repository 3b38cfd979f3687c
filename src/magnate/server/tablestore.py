"""Where the tables of a server are kept: SQLite or PostgreSQL, by one code path."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import os
import threading
from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection, Coroutine, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Dialect,
    ForeignKey,
    Insert,
    Integer,
    LargeBinary,
    MetaData,
    Row,
    Text,
    Update,
    bindparam,
    delete,
    event,
    insert,
    select,
    update,
)
from sqlalchemy import Table as SqlTable

from ..arena.database import Kind, connect, file_of, shown, translated, version_table
from ..errors import NoSuchTable, StoreDamaged, StoreFailed
from .sealing import Seal, beside
from .table_config import TableConfig, TableSeat
from .timeline import Change

if TYPE_CHECKING:
    from .table import Table


__all__ = ["Keeper", "Step", "TableStore", "open_tables", "rows_of", "step_of"]


LOG: Final = logging.getLogger(__name__)

# ----------------------------------------------------------------------------------------------------------- The schema
#
# A table has one row with what it is and what lists show of it, and a row for each change
# (:class:`.timeline.Change`). Rows of changes are only ever added. Of a seat's secret the SHA-256 alone is kept.
# The dice are sealed (:mod:`.sealing`). Each row has a checksum, which finds accidents (a bad disk, a broken copy).
# The rows of stores of version 1 have none, and their dice are sealed with the first change that is written there.


METADATA: Final = MetaData()

META: Final = version_table("table_meta", METADATA)

TABLE: Final = SqlTable(
    "game_table",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("created", BigInteger, nullable=False, index=True),  # microseconds since 1970, UTC
    Column("public", Boolean, nullable=False),
    Column("status", Text, nullable=False),  # open, running, over
    Column("agent_next", Boolean, nullable=False),  # an agent is to decide
    Column("terms", Text, nullable=False),  # JSON, see table_config.py
    Column("chairs", Text, key="seats", nullable=False),  # JSON, see table_config.py
    Column("at", Integer, nullable=False),  # steps so far
    Column("turn", Text, nullable=False),  # JSON: the message of the turn that is being played, or null
    Column("winners", Text, nullable=False),  # JSON: the seats that have won, or null
    Column("host", Text),  # who made it, see TableStore.alias
    Column("checksum", Text),  # of what never changes
    Column("listing_checksum", Text),  # of the rest
)

CHANGE: Final = SqlTable(
    "table_change",
    METADATA,
    Column("table", ForeignKey("game_table.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("kind", Text, nullable=False),
    Column("seat", Integer),  # who asked for it
    Column("cid", Text),  # in which message
    Column("data", Text, nullable=False),  # JSON, see timeline.py
    Column("checksum", Text),
)

SECRET: Final = SqlTable(
    "table_secret",
    METADATA,
    Column("table", ForeignKey("game_table.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("hash", LargeBinary, nullable=False),
    Column("checksum", Text),
)

REMATCH: Final = SqlTable(
    "table_rematch",
    METADATA,
    Column("table", ForeignKey("game_table.id"), primary_key=True),
    Column("next", Text, nullable=False),  # the table that follows
    Column("tokens", Text, nullable=False),  # sealed JSON: the token there for each seat of this one
)
"""Stores of earlier releases get it with the first change that is written."""

KIND: Final = Kind(METADATA, META, 2)
"""The kind of this store."""


Rows: TypeAlias = dict[str, dict[str, Any]]
"""What is kept of a new table, as plain data: its row of the tables and that of its first change."""

Step: TypeAlias = tuple[dict[str, Any], dict[str, Any]]
"""What is kept of a change, as plain data: its row, and what lists show of the table after it."""

FIXED: Final = ("id", "created", "public", "terms", "host")
LISTED: Final = ("id", "status", "agent_next", "seats", "at", "turn", "winners")
MADE: Final = ("table", "seq", "kind", "seat", "cid", "data")
OPENING: Final = ("table", "seat", "hash")
"""What the checksums are of."""
LISTING: Final = (*LISTED[1:], "listing_checksum")
"""What changes of a table's row."""

_ADD_CHANGE: Final = insert(CHANGE)
_SUM_UP: Final = update(TABLE).where(TABLE.c.id == bindparam("wanted"))
"""What is said to the store at each step is put together once."""


def _prepared(
    statement: Insert | Update, columns: Iterable[str], dialect: Dialect
) -> tuple[str, Callable[[dict[str, Any]], Any]]:
    """A statement as the driver takes it, and what makes its parameters of a row. SQLAlchemy takes twice the time."""
    compiled = statement.compile(dialect=dialect, column_keys=list(columns))
    return str(compiled), (itemgetter(*compiled.positiontup) if compiled.positiontup else dict)


@dataclass(frozen=True, slots=True)
class Kept:
    """A table as the store has it."""

    config: TableConfig
    seats: tuple[TableSeat, ...]
    changes: tuple[Change, ...]
    tokens: Mapping[int, bytes]
    host: str


def checksum(row: Mapping[str, Any], columns: Sequence[str]) -> str:
    """The checksum of these columns of a row."""
    values = [bytes(row[name]) if name == "hash" else row[name] for name in columns]
    return hashlib.blake2b(repr(values).encode(), digest_size=16).hexdigest()


def _fault(row: Row[Any], columns: Sequence[str], column: str = "checksum") -> bool:
    """Whether a row is not as it was written, as far as it has a checksum."""
    kept, values = getattr(row, column), {name: getattr(row, name) for name in columns}
    return kept is not None and kept != checksum(values, columns)


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
        self._seal = Seal(beside(where, "{}.key"))
        file = file_of(where)
        if file is not None:
            _made_private(file)
        self._engine = connect(where, KIND)
        if file is not None:
            _keep_private(file)
        if self._engine.dialect.name == "sqlite":
            event.listen(self._engine, "connect", _write_ahead)
            self._engine.dispose()  # connections from now on are opened so
        dialect = self._engine.dialect
        self._at_each_step = _prepared(_ADD_CHANGE, CHANGE.c.keys(), dialect), _prepared(_SUM_UP, LISTING, dialect)
        self._keeps_writer = file is not None  # a server may end connections, so there each comes from the pool
        self._writer: Connection | None = None
        self._is_renewed = False
        self._one_writes = threading.Lock()

    def close(self) -> None:
        """Let go of the file or the server."""
        if self._writer is not None:
            self._writer.close()
            self._writer = None
        self._engine.dispose()

    @property
    def name(self) -> str:
        """The store as it may be printed."""
        return shown(self.where)

    # ------------------------------------------------------------------------------------------ writing

    def alias(self, address: str) -> str:
        """What is kept of the address that somebody came from: the same for the same one, and no address."""
        return self._seal.alias(address) if address else ""

    def add(self, table: Table, change: Change) -> None:
        """Keep a new table, which has been begun, and its first change."""
        self.add_rows(rows_of(table, change), table.tokens, table.host)

    def add_rows(self, rows: Rows, tokens: Mapping[int, bytes], host: str = "") -> None:
        """Keep a new table, whose rows are given, with the hashes of its seats' tokens and the alias of its host."""
        table = {**rows["table"], "host": host, "terms": self._sealed(rows["table"]["id"], rows["table"]["terms"])}
        table |= {"checksum": checksum(table, FIXED), "listing_checksum": checksum(table, LISTED)}
        with self._writing() as connection:
            connection.execute(insert(TABLE), table)
            connection.execute(_ADD_CHANGE, rows["change"])
            for seat, digest in tokens.items():
                connection.execute(insert(SECRET).values(_secret(table["id"], seat, digest)))

    def append(self, steps: Sequence[Step]) -> None:
        """Keep changes that their tables have not made yet, all or none."""
        with self._writing() as connection:
            for (statement, parameters), rows in zip(self._at_each_step, zip(*steps, strict=True), strict=True):
                connection.exec_driver_sql(statement, [parameters(row) for row in rows])

    def seat(self, table: Table) -> None:
        """Keep who sits where."""
        with self._writing() as connection:
            connection.execute(_SUM_UP, _summary(table))

    def open_with(self, table: str, seat: int, digest: bytes) -> None:
        """Keep the hash of a seat's new token instead of the old one."""
        with self._writing() as connection:
            whose = (SECRET.c.table == table, SECRET.c.seat == seat)
            connection.execute(update(SECRET).where(*whose).values(_secret(table, seat, digest)))

    def follow(self, table: str, following: str, tokens: Mapping[str, str]) -> None:
        """Keep which table follows this one, with the tokens there for this one's seats; the first one counts."""
        sealed = self._seal.close(table, _text(dict(tokens)))
        with self._writing() as connection:
            if connection.execute(select(REMATCH).where(REMATCH.c.table == table)).first() is None:
                connection.execute(insert(REMATCH).values(table=table, next=following, tokens=sealed))

    def delete(self, table: str) -> None:
        """Forget a table altogether."""
        with self._writing() as connection:
            for part in (CHANGE, SECRET, REMATCH):
                connection.execute(delete(part).where(part.c.table == table))
            connection.execute(delete(REMATCH).where(REMATCH.c.next == table))  # then another table may follow
            connection.execute(delete(TABLE).where(TABLE.c.id == table))

    # ------------------------------------------------------------------------------------------ reading

    def load(self, table: str) -> Kept:
        """A table with all its changes.

        Raises :class:`~magnate.errors.NoSuchTable`, and :class:`~magnate.errors.StoreDamaged` where something of it is
        not as it was written.
        """
        with self._reading() as connection:
            row = connection.execute(select(TABLE).where(TABLE.c.id == table)).first()
            if row is None:
                raise NoSuchTable("there is no such table", hint="its link may be mistyped, or it has been deleted")
            changes = connection.execute(select(CHANGE).where(CHANGE.c.table == table).order_by(CHANGE.c.seq)).all()
            opening = connection.execute(select(SECRET).where(SECRET.c.table == table)).all()
        damaged = _damaged(row) or any(_fault(one, MADE) for one in changes)
        damaged = damaged or any(_fault(one, OPENING) for one in opening)
        sound = [] if damaged else changes
        made = tuple(Change.from_json(one.kind, one.seat, one.cid, json.loads(one.data)) for one in sound)
        if damaged or [one.seq for one in changes] != list(range(len(changes))) or _steps(made) != row.at:
            raise StoreDamaged(f"table {table} is damaged in the store {self.name}", hint="take it from a copy")
        terms = json.loads(row.terms)
        if terms["dice"] is not None and "sealed" in terms["dice"]:
            terms["dice"] = json.loads(self._seal.open(table, terms["dice"]["sealed"]))
        seats = tuple(TableSeat.from_json(seat) for seat in json.loads(row.seats))
        tokens = {one.seat: bytes(one.hash) for one in opening}
        return Kept(TableConfig.from_json(terms), seats, made, tokens, row.host or "")

    def following(self, table: str) -> tuple[str, dict[str, str]] | None:
        """The table that follows this one, and the tokens there for this one's seats; None where none does."""
        from sqlalchemy import inspect

        wanted = select(REMATCH).join(TABLE, TABLE.c.id == REMATCH.c.next).where(REMATCH.c.table == table)
        with self._reading() as connection:
            if not inspect(connection).has_table(REMATCH.name):
                return None
            row = connection.execute(wanted).first()
        return None if row is None else (row.next, json.loads(self._seal.open(table, row.tokens)))

    def waiting(self) -> list[str]:
        """The tables at which an agent is to decide, the oldest first."""
        wanted = select(TABLE.c.id).where(TABLE.c.agent_next.is_(True), TABLE.c.status != "over")
        with self._reading() as connection:
            return list(connection.execute(wanted.order_by(TABLE.c.created)).scalars())

    def listed(
        self, status: str | None, limit: int, before: int | None, *, everything: bool = False
    ) -> list[dict[str, Any]]:
        """What lists show of public tables (or all), the newest first: id, terms, seats, status, at, turn, winners.

        Tables that are damaged are left out.
        """
        wanted = select(TABLE) if everything else select(TABLE).where(TABLE.c.public.is_(True))
        if status is not None:
            wanted = wanted.where(TABLE.c.status == status)
        if before is not None:
            wanted = wanted.where(TABLE.c.created < before)
        with self._reading() as connection:
            rows = connection.execute(wanted.order_by(TABLE.c.created.desc()).limit(limit)).all()
        return [_listed(row) for row in rows if not _damaged(row)]

    def found(self, tables: Collection[str]) -> list[tuple[dict[str, Any], dict[int, bytes]]]:
        """What lists show of those of these tables that there are, the newest first, each with its seats' hashes."""
        with self._reading() as connection:
            opening = connection.execute(select(SECRET).where(SECRET.c.table.in_(tables))).all()
            rows = connection.execute(
                select(TABLE).where(TABLE.c.id.in_(tables)).order_by(TABLE.c.created.desc())
            ).all()
        hashes: dict[str, dict[int, bytes]] = defaultdict(dict)
        for one in opening:
            hashes[one.table][one.seat] = bytes(one.hash)
        return [(_listed(row), hashes[row.id]) for row in rows if not _damaged(row)]

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
        """A transaction. To open a connection for each would take as long as a change does."""
        with translated(self.where), self._one_writes:
            if not self._keeps_writer:
                with self._engine.begin() as connection:
                    self._renew(connection)
                    yield connection
            else:
                self._writer = self._writer or self._engine.connect()
                with self._writer.begin():
                    self._renew(self._writer)
                    yield self._writer
            self._is_renewed = True

    def _renew(self, connection: Connection) -> None:
        """Make the store one of today's version before the first change: its tables, and sealed dice."""
        if self._is_renewed:
            return
        REMATCH.create(connection, checkfirst=True)
        older = META.c.name == "version", META.c.value == "1"
        if connection.execute(update(META).where(*older).values(value=str(KIND.version))).rowcount:
            wanted = select(*(TABLE.c[name] for name in FIXED)).where(TABLE.c.status != "over")
            for row in connection.execute(wanted).all():
                table = {**row._asdict(), "terms": self._sealed(row.id, row.terms)}
                values = {"terms": table["terms"], "checksum": checksum(table, FIXED)}
                connection.execute(update(TABLE).where(TABLE.c.id == row.id).values(values))

    def _sealed(self, table: str, text: str) -> str:
        """The terms of a table with its dice sealed; a record's are no secret."""
        terms = json.loads(text)
        if terms["dice"] is None or terms["imported"]:
            return text
        return _text({**terms, "dice": {"sealed": self._seal.close(table, _text(terms["dice"]))}})


def rows_of(table: Table, change: Change) -> Rows:
    """The rows of a new table, which has been begun, and of its first change."""
    first = {"id": table.id, "created": table.config.created, "public": table.config.public}
    kept = {**first, "terms": _text(table.config.to_json()), **_listing(table)}
    return {"table": kept, "change": _row(table.id, table.seq, change)}


def step_of(table: Table, change: Change) -> Step:
    """What is kept of a change that the table has not made yet."""
    return _row(table.id, table.seq + 1, change), _summary(table, change)


def _steps(changes: Iterable[Change]) -> int:
    """How many steps there are after these changes."""
    at = -1
    for change in changes:
        at = (change.to if change.kind == "undo" else at) + len(change.frames)
    return at


def _damaged(row: Row[Any]) -> bool:
    """Whether the row of a table is not as it was written; then the log says so."""
    damaged = _fault(row, FIXED) or _fault(row, LISTED, "listing_checksum")
    if damaged:
        LOG.error("the row of table %s is damaged", row.id)
    return damaged


def _listed(row: Row[Any]) -> dict[str, Any]:
    return {
        "id": row.id,
        "terms": TableConfig.from_json(json.loads(row.terms)),
        "seats": [TableSeat.from_json(seat) for seat in json.loads(row.seats)],
        "status": row.status,
        "at": row.at,
        "turn": json.loads(row.turn),
        "winners": json.loads(row.winners),
    }


def _made_private(file: Path) -> None:
    """Make the file of a new store so that only this user can read it: the secrets of the dice are in it.

    What is wrong where this is not possible is reported when the store is opened.
    """
    with suppress(OSError):
        if not file.parent.is_dir():
            file.parent.mkdir(mode=0o700, parents=True)
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))


def _keep_private(file: Path) -> None:
    """Let nobody else read the file of a store that others could read, nor its key, nor SQLite's files beside it.

    New ones get the permissions of the store from SQLite. Another user's file is left as it is.
    """
    for one in (file, *(file.with_name(file.name + end) for end in ("-wal", "-shm", "-journal", ".key"))):
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
    row = {"table": table, "seq": seq, "kind": change.kind, "seat": change.seat, "cid": change.cid, "data": data}
    return {**row, "checksum": checksum(row, MADE)}


def _secret(table: str, seat: int, digest: bytes) -> dict[str, Any]:
    row = {"table": table, "seat": seat, "hash": digest}
    return {**row, "checksum": checksum(row, OPENING)}


def _summary(table: Table, change: Change | None = None) -> dict[str, Any]:
    """What :data:`_SUM_UP` takes."""
    listing = _listing(table, change)
    return {"wanted": table.id, **listing, "listing_checksum": checksum({"id": table.id, **listing}, LISTED)}


def _listing(table: Table, change: Change | None = None) -> dict[str, Any]:
    """What lists show of a table, after a change if one is about to be made."""
    summary = table.summary(change)
    return {
        **summary,
        "seats": _seats(summary["seats"]),
        "turn": _text(summary["turn"]),
        "winners": _text(summary["winners"]),
    }


@lru_cache(maxsize=1024)
def _seats(seats: tuple[TableSeat, ...]) -> str:
    return _text([seat.to_json() for seat in seats])


_text: Final = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode
"""A value as JSON, as it is kept."""


# ----------------------------------------- The writer: changes that come while others are written share one transaction


TOGETHER: Final = 100
"""Changes in one transaction, at most."""


class Keeper:
    """Keeps the changes of all tables in their order.

    ``write`` puts steps into the store and raises a :class:`~magnate.errors.StoreFailed` where it cannot; ``spawn``
    does something in a task of its own.
    """

    def __init__(
        self,
        write: Callable[[list[Step]], Awaitable[None]],
        spawn: Callable[[Coroutine[Any, Any, None]], object],
    ) -> None:
        self._write = write
        self._spawn = spawn
        self._waiting: list[tuple[Step, asyncio.Future[None]]] = []
        self._writing = False

    async def keep(self, table: Table, change: Change) -> None:
        """Keep a change that the table has not made yet; raises a :class:`~magnate.errors.StoreFailed`."""
        kept = asyncio.get_running_loop().create_future()
        self._waiting.append((step_of(table, change), kept))
        if not self._writing:
            self._writing = True
            self._spawn(self._empty())
        await kept

    async def _empty(self) -> None:
        """Write until nothing waits."""
        try:
            while self._waiting:
                together, self._waiting = self._waiting[:TOGETHER], self._waiting[TOGETHER:]
                await self._together(together)
        finally:
            self._writing = False

    async def _together(self, steps: list[tuple[Step, asyncio.Future[None]]]) -> None:
        """Write some steps in one transaction; where one of them is refused, each is written alone."""
        failed = await self._failure([step for step, _ in steps])
        if len(steps) > 1 and type(failed) is StoreFailed:  # the others are about the whole store
            for one in steps:
                await self._together([one])
            return
        for _, kept in steps:
            if kept.done():  # the waiting client has gone away
                continue
            if failed is None:
                kept.set_result(None)
            else:
                kept.set_exception(failed)

    async def _failure(self, steps: list[Step]) -> Exception | None:
        """Write these steps; returns why that was not possible, None where it was."""
        try:
            await self._write(steps)
        except Exception as error:  # noqa: BLE001 - whatever it was, those who wait must hear of it
            return error
        return None
