"""Opening a store: where it is, its driver, its tables, and errors as sentences."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from sqlalchemy import Column, Float, ForeignKey, Integer, LargeBinary, MetaData, Table, Text

from ..errors import MissingExtra, StoreBusy, StoreFailed, StoreFull, StoreNewer, StoreReadOnly, StoreUnusable

if TYPE_CHECKING:
    from sqlalchemy import Engine, MetaData, Table
    from sqlalchemy.engine import URL


__all__ = [
    "BLOCK",
    "GAME",
    "MEMORY",
    "META",
    "TOURNAMENT",
    "VERSION",
    "Kind",
    "connect",
    "default_store",
    "file_of",
    "shown",
    "translated",
    "version_table",
]


MEMORY: Final = "sqlite://"
"""The URL of a store that ends with its process."""
ROWS: Final = 2048
"""Rows that one statement inserts: more than a block has."""
PATIENCE: Final = 60.0
"""Seconds that a process waits for another one to let go of an SQLite file."""
REACH: Final = 10
"""Seconds after which a database that does not answer is unreachable."""
_DISK_FULL: Final = "53100"  # PostgreSQL's code
_READ_ONLY: Final = ("25006", "42501")  # a read-only transaction, no privilege
_HINT: Final = "give a file's path, or a URL such as postgresql://user@host/database"


class Kind(NamedTuple):
    """A kind of store: its tables, the one of them that has its ``version`` (columns ``name``, ``value``), and that."""

    tables: MetaData
    meta: Table
    version: int


def version_table(name: str, tables: MetaData) -> Table:
    """The table of a store in which its version stands."""
    from sqlalchemy import Column, Table, Text

    return Table(name, tables, Column("name", Text, primary_key=True), Column("value", Text, nullable=False))


def _tournaments() -> Kind:

    return Kind(METADATA, META, VERSION)


def default_store() -> str:
    """The store that is used when none is named: MAGNATE_STORE, or a file in the user's data folder."""
    named = os.environ.get("MAGNATE_STORE")
    if named:
        return named
    from platformdirs import user_data_path

    return str(user_data_path("magnate") / "tournaments.db")


def _url(where: str) -> URL:
    """The URL of a path or URL; raises :class:`~magnate.errors.StoreUnusable` for one of an unknown kind."""
    from sqlalchemy import URL, make_url
    from sqlalchemy.exc import ArgumentError

    if "://" not in where:
        return URL.create("sqlite", database=str(Path(where).expanduser().absolute()))
    try:
        url = make_url(where)
    except (ArgumentError, ValueError):  # the text may hold a password, so it is not repeated
        raise StoreUnusable("the store's URL cannot be read", hint=_HINT) from None
    if url.drivername in {"postgres", "postgresql"}:
        url = url.set(drivername="postgresql+psycopg")
    if url.drivername not in {"sqlite", "postgresql+psycopg"}:
        raise StoreUnusable(f'stores of the kind "{url.drivername}" are not known', hint=_HINT)
    return url


def shown(where: str) -> str:
    """The store as it may be printed: a path as it is, a URL without its password."""
    return _url(where).render_as_string(hide_password=True) if "://" in where else where


def file_of(where: str) -> Path | None:
    """The file that a path or URL names, or None for a server's database and for one in memory."""
    url = _url(where)
    file = str(url.database or "").removeprefix("file:")  # SQLite's own URIs begin so: sqlite:///file:PATH?uri=true
    return Path(file).absolute() if url.drivername == "sqlite" and file not in {"", ":memory:"} else None


def connect(where: str, kind: Kind | None = None) -> Engine:
    """An engine for the store (of this kind, otherwise of tournaments), whose tables are made if there are none.

    Raises a :class:`~magnate.errors.StoreFailed` that says what is wrong, or :class:`~magnate.errors.MissingExtra`.
    """
    from sqlalchemy import create_engine

    url = _url(where)
    options: dict[str, Any] = {"connect_args": {"connect_timeout": REACH}, "pool_pre_ping": True}
    if url.drivername == "sqlite":
        options = {"connect_args": {"timeout": PATIENCE}}
        _make_folder(file_of(where))
    try:
        engine = create_engine(url, **options)
    except ImportError as missing:  # psycopg is not there, or not the library that it needs
        if url.drivername == "sqlite":
            raise
        raise MissingExtra.of("PostgreSQL", missing.name or "psycopg", "postgres") from None
    if url.drivername != "sqlite":  # many rows are one statement: a server takes each as long as a thousand of them
        engine.dialect.use_insertmanyvalues_wo_returning = True
        engine.dialect.insertmanyvalues_page_size = ROWS
    try:
        with translated(where):
            _make_tables(engine, where, kind or _tournaments())
    except BaseException:  # whatever it was, the connections must be let go
        engine.dispose()
        raise
    return engine


def _make_folder(file: Path | None) -> None:
    if file is not None:
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreReadOnly(
                f"the folder {file.parent} of the store cannot be made: {error.strerror}",
                hint="name another with --store",
            ) from None


def _make_tables(engine: Engine, where: str, kind: Kind) -> None:
    """Make the tables where there are none, or check their version."""
    from sqlalchemy import inspect, select
    from sqlalchemy.exc import IntegrityError, OperationalError, ProgrammingError
    from sqlalchemy.schema import CreateIndex, CreateTable

    meta = kind.meta
    if not inspect(engine).has_table(meta.name):
        try:
            with engine.begin() as connection:
                for table in kind.tables.sorted_tables:
                    connection.execute(CreateTable(table, if_not_exists=True))
                    for index in table.indexes:
                        connection.execute(CreateIndex(index, if_not_exists=True))
                connection.execute(meta.insert().values(name="version", value=str(kind.version)))
        except (IntegrityError, OperationalError, ProgrammingError):
            if not inspect(engine).has_table(meta.name):  # unless another process made them at the same moment
                raise
    with engine.connect() as connection:
        version = connection.execute(select(meta.c.value).where(meta.c.name == "version")).scalar()
    if version is None or not version.isdecimal():
        raise StoreUnusable(f"{shown(where)} is no store of magnate", hint="name another with --store")
    if int(version) < 1:
        raise StoreUnusable(f"{shown(where)} says that it has version {version}", hint="name another with --store")
    if int(version) > kind.version:
        raise StoreNewer(
            f"the store {shown(where)} has version {version}, and this magnate knows versions up to {kind.version}",
            hint="install the newer magnate that wrote it, or name another store with --store",
        )

    _add_columns(engine, kind)


def _add_columns(engine: Engine, kind: Kind) -> None:
    """Add the columns that an earlier version's store lacks; one that cannot be written is read without them."""
    from sqlalchemy import inspect, text
    from sqlalchemy.exc import DBAPIError

    found, quoted = inspect(engine), engine.dialect.identifier_preparer
    for table in kind.tables.sorted_tables:
        if not found.has_table(table.name):
            continue
        there = {column["name"] for column in found.get_columns(table.name)}
        for column in table.columns:
            if column.nullable and column.name not in there:
                what = f"{quoted.format_column(column)} {column.type.compile(engine.dialect)}"
                with suppress(DBAPIError), engine.begin() as connection:  # read only, or another process was faster
                    connection.execute(text(f"ALTER TABLE {quoted.format_table(table)} ADD COLUMN {what}"))


@contextmanager
def translated(where: str) -> Iterator[None]:
    """Turn what the database reports into a :class:`~magnate.errors.StoreFailed` with a way out."""
    from sqlalchemy.exc import DBAPIError, SQLAlchemyError

    try:
        yield
    except DBAPIError as error:
        raise _translate(shown(where), error.orig) from error
    except UnicodeDecodeError as error:  # what SQLite would say of a damaged file is no text itself
        raise StoreUnusable(f"{shown(where)} is damaged: {error}", hint=_HINT) from error
    except SQLAlchemyError as error:
        raise StoreFailed(f"the store {shown(where)} failed: {error}", hint="what it had committed is kept") from error


def _translate(store: str, error: BaseException | None) -> StoreFailed:
    said = " ".join(str(error).split())
    code = str(getattr(error, "sqlstate", None) or "")
    if "database or disk is full" in said or code == _DISK_FULL:
        return StoreFull(
            f"there is no room left for the store {store}",
            hint="what was committed is kept: make room, then go on",
        )
    if "readonly database" in said or "unable to open database file" in said or code in _READ_ONLY:
        return StoreReadOnly(
            f"the store {store} cannot be written", hint="check its permissions and its folder's, or name another"
        )
    if "is locked" in said:
        return StoreBusy(f"the store {store} is held by another process", hint="try again when it is done")
    if "not a database" in said or "malformed" in said:
        return StoreUnusable(f"{store} is no store of magnate: {said}", hint=_HINT)
    if type(error).__module__.partition(".")[0] == "psycopg" and not code:
        return StoreUnusable(f"the store {store} cannot be reached: {said}", hint=_HINT)
    return StoreFailed(f"the store {store} failed: {said}", hint="what was committed before is kept")


# ----------------------------------------------------------------------------------------------------------- The tables


VERSION: Final = 2
"""The version of these tables; a store of a newer one is refused.

A store of version 1 becomes one of version 2 with the first plan or block that is written to it.
"""

METADATA: Final = MetaData()

META: Final = version_table("magnate_meta", METADATA)

TOURNAMENT: Final = Table(
    "tournament",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("created", Float, nullable=False),  # seconds since 1970, UTC
    Column("plan", Text, nullable=False),  # JSON, see plan.py
    Column("checksum", Text),  # see stored_blocks.py; the first stores had none
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
    Column("checksum", Text),  # of a done block, see stored_blocks.py; the first stores had none
    Column("layout", Text),  # the columns of a done block's rows, see games.py; stores of version 1 had none
)

GAME: Final = Table(
    "game",
    METADATA,
    Column("block", Integer, nullable=False, index=True),
    Column("number", Integer, nullable=False),  # deal × seats + rotation: the game's number at its table
    Column("data", LargeBinary, nullable=False),
)
