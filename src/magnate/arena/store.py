"""The store: tournaments, their blocks and their games, in SQLite or PostgreSQL by one code path.

A finished block is committed as a whole, in one transaction. So whatever ends a process, its committed blocks stay. The
next run of the tournament plays the others.
"""

from __future__ import annotations

import re
import time
from collections.abc import Collection, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from types import TracebackType
from typing import TYPE_CHECKING, Any

import numpy as np
from sqlalchemy import Connection, Select, bindparam, delete, func, insert, select, update

from ..core.registry import game_module
from ..core.result_schema import result_schema_of
from ..errors import BadPlan, MagnateError, MissingFile, StoreDamaged, StoreReadOnly, UnknownTournament, listing
from .database import BLOCK, GAME, META, TOURNAMENT, VERSION, connect, default_store, file_of, shown, translated
from .games import Games, Piece, layout_text, layout_with_digest
from .plan import Plan
from .schedule import Block
from .stored_blocks import Reading, block_sum, members_text, plan_sum, readable_columns

if TYPE_CHECKING:
    from sqlalchemy import Table as SqlTable

__all__ = ["Entry", "Store", "Work", "members_text", "number_of", "open_existing", "open_store"]


@dataclass(frozen=True, slots=True)
class Entry:
    """A tournament in a list: what it is, when it was begun (UTC), and how many of its games are played."""

    id: str
    plan: Plan
    created: datetime
    done: int
    total: int

    @property
    def finished(self) -> bool:
        """Whether all games are played."""
        return self.done >= self.total


@dataclass(frozen=True, slots=True)
class Work:
    """A block that a process has claimed: its number in the store, and what it is."""

    id: int
    block: Block


def open_store(where: str | None = None) -> Store:
    """The store at a path or URL (default: the variable MAGNATE_STORE, or a file in the user's data folder).

    Raises a :class:`~magnate.errors.StoreFailed` that says what is wrong, or :class:`~magnate.errors.MissingExtra`.
    Use it as a context manager, or close it.
    """
    return Store(where or default_store())


def open_existing(where: str | None = None) -> Store:
    """The same, but a file that was named and is not there is an error: its path was mistyped."""
    file = None if where is None else file_of(where)
    if file is not None and not file.exists():
        raise MissingFile(f"there is no store at {file}", hint="`magnate tournament run --store PATH` makes one")
    return open_store(where)


class Store:
    """A store that is open; each method is one transaction and may raise :class:`~magnate.errors.StoreFailed`."""

    def __init__(self, where: str) -> None:
        self.where = where
        self._engine = connect(where)
        try:
            with translated(where):  # now: a store in memory has one connection, and looking ends its transaction
                self._columns = {table.name: readable_columns(self._engine, table) for table in (TOURNAMENT, BLOCK)}
        except BaseException:  # nobody gets a store that could be closed
            self._engine.dispose()
            raise
        """The columns of each table that can be read, by the table's name."""

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file or the server."""
        self._engine.dispose()

    @property
    def name(self) -> str:
        """The store as it may be printed."""
        return shown(self.where)

    def about(self) -> tuple[int, int]:
        """The version of its tables, and how many tournaments it has."""
        version = select(META.c.value).where(META.c.name == "version")
        with self._reading() as connection:
            count = connection.execute(select(func.count()).select_from(TOURNAMENT)).scalar_one()
            return int(connection.execute(version).scalar_one()), int(count)

    def check_writable(self) -> None:
        """Write what is there already; raises a :class:`~magnate.errors.StoreFailed` where that cannot be done."""
        self.execute(META.update().values(value=META.c.value))

    # --- tournaments

    def create(self, plan: Plan, most_games: int) -> str:
        """Keep a new tournament, cut into blocks of at most ``most_games`` games, and return its id."""
        with translated(self.where), self._engine.begin() as connection:
            created = time.time()
            _mark_version(connection)
            values = {"created": created, "plan": plan.to_json()}
            number = connection.execute(insert(TOURNAMENT).values(values).returning(TOURNAMENT.c.id)).scalar_one()
            written = self._summed(TOURNAMENT, plan_sum(number, created, plan.to_json()))
            if written:
                connection.execute(update(TOURNAMENT).where(TOURNAMENT.c.id == number).values(written))
            _add_blocks(connection, number, plan, plan.schedule.blocks(most_games))
        return f"t{number}"

    def plan(self, tournament: str) -> Plan:
        """The plan of a tournament; raises :class:`~magnate.errors.UnknownTournament` where there is none.

        Raises :class:`~magnate.errors.StoreDamaged` where it is not as it was written.
        """
        number = number_of(tournament)
        with self._reading() as connection:
            row = connection.execute(select(*self._columns[TOURNAMENT.name]).where(TOURNAMENT.c.id == number)).first()
            if row is None:
                known = connection.execute(select(TOURNAMENT.c.id).order_by(TOURNAMENT.c.id)).scalars().all()
                raise UnknownTournament(
                    f'there is no tournament "{tournament}" in {self.name}',
                    hint=f"known: {listing(f't{one}' for one in known)}",
                )
        return self._plan(row)

    def entries(self) -> list[Entry]:
        """All tournaments whose plans can be read, the oldest first."""
        return self.listed()[0]

    def listed(self) -> tuple[list[Entry], dict[str, MagnateError]]:
        """The same, and by their ids what is wrong with the plans of the others."""
        with self._reading() as connection:
            rows = connection.execute(select(*self._columns[TOURNAMENT.name]).order_by(TOURNAMENT.c.id)).all()
        found: list[Entry] = []
        faults: dict[str, MagnateError] = {}
        for row in rows:
            try:
                found.append(self._entry(row.id, self._plan(row), row.created))
            except (BadPlan, StoreDamaged) as error:
                faults[f"t{row.id}"] = error
        return found, faults

    def _plan(self, row: Any) -> Plan:
        """The plan in a row of the tournaments."""
        readable = isinstance(row.created, float) and isinstance(row.plan, str)  # SQLite may have damaged kinds
        if not readable or row.checksum not in (None, plan_sum(row.id, row.created, row.plan)):
            raise StoreDamaged(
                f"the plan of t{row.id} in {self.name} is not as it was written",
                hint=f"nobody can tell what was played: magnate tournament delete t{row.id} --yes",
            )
        try:
            return Plan.from_json(row.plan)
        except BadPlan as error:
            raise BadPlan(f"t{row.id} in {self.name}: {error.message}", hint=error.hint) from None

    def entry(self, tournament: str) -> Entry:
        """One tournament as :meth:`entries` has it."""
        plan, number = self.plan(tournament), number_of(tournament)
        with self._reading() as connection:
            created = connection.execute(select(TOURNAMENT.c.created).where(TOURNAMENT.c.id == number)).scalar_one()
        return self._entry(number, plan, created)

    def change(self, tournament: str, plan: Plan, most_games: int, kept: Plan | None = None) -> None:
        """Give a tournament another plan: the same, or one that was extended. Only what is missing is left to play.

        Games of tables that a new sample leaves out are kept, in case that they come back, but no longer counted. With
        ``kept``, the plan that ``plan`` was made from, raises :class:`~magnate.errors.BadPlan` where another process
        has changed it meanwhile to something else.
        """
        number = number_of(tournament)
        with translated(self.where), self._engine.begin() as connection:
            _mark_version(connection)
            mine = TOURNAMENT.c.id == number
            what = select(TOURNAMENT.c.created, TOURNAMENT.c.plan)
            now = connection.execute(what.where(mine).with_for_update()).first()
            if now is None or (kept is not None and Plan.from_json(now.plan) not in (kept, plan)):
                raise BadPlan(f"another process has just changed {tournament}", hint="say it again")
            written = self._summed(TOURNAMENT, plan_sum(number, now.created, plan.to_json()))
            connection.execute(update(TOURNAMENT).where(mine).values(plan=plan.to_json(), **written))
            tables = {members_text(table): index for index, table in enumerate(plan.schedule.tables)}
            there: list[list[tuple[int, int]]] = [[] for _ in tables]
            gone = []
            for block in connection.execute(_spans(number)):
                if block.members in tables:
                    there[tables[block.members]].append((block.first, block.last))
                elif block.done is None:
                    gone.append({"gone": block.id})
            if gone:
                connection.execute(delete(BLOCK).where(BLOCK.c.id == bindparam("gone")), gone)
            _add_blocks(connection, number, plan, plan.schedule.missing(there, most_games))

    def delete(self, tournament: str) -> int:
        """Remove a tournament with all its games; returns how many games that were."""
        number = number_of(tournament)
        if not self.execute(select(TOURNAMENT.c.id).where(TOURNAMENT.c.id == number)):
            self.plan(tournament)  # says what there is
        blocks = select(BLOCK.c.id).where(BLOCK.c.tournament == number)
        with translated(self.where), self._engine.begin() as connection:
            games = connection.execute(delete(GAME).where(GAME.c.block.in_(blocks))).rowcount
            connection.execute(delete(BLOCK).where(BLOCK.c.tournament == number))
            connection.execute(delete(TOURNAMENT).where(TOURNAMENT.c.id == number))
        return int(games)

    # --- games

    def games(self, tournament: str) -> Games:
        """All finished games of a tournament, in their order."""
        plan = self.plan(tournament)
        module = game_module(plan.game)
        pieces = self.pieces(tournament, plan)
        return Games.of(module, plan.names, plan.schedule.tables, plan.players, pieces)

    def pieces(self, tournament: str, plan: Plan) -> Iterator[Piece]:
        """The packed rows of the finished games, in no particular order.

        Raises :class:`~magnate.errors.PlanChanged` where they were kept in a layout that is not known, and
        :class:`~magnate.errors.StoreDamaged` at the first block that is not as it was written.
        """
        plan.check_rows()
        with self._reading() as connection:
            yield from self._blocks(connection, tournament, plan).pieces()

    def row(self, tournament: str, plan: Plan, table: int, number: int) -> Any:
        """The row of one game at a table, or None where it has not been played; raises as :meth:`pieces`."""
        plan.check_rows()
        with self._reading() as connection:
            return self._blocks(connection, tournament, plan).row(table, number)

    def reading(self, tournament: str, plan: Plan) -> AbstractContextManager[Reading]:
        """What checks the blocks of a tournament one by one (see :mod:`.replay_game`)."""

        @contextmanager
        def opened() -> Iterator[Reading]:
            with self._reading() as connection:
                yield self._blocks(connection, tournament, plan)

        return opened()

    def reopen(self, tournament: str, plan: Plan, damaged: Collection[int], most_games: int) -> None:
        """Let these blocks be played again, and whatever is in no block; nothing of them is kept."""
        number = number_of(tournament)
        with translated(self.where), self._engine.begin() as connection:
            unfinished = select(BLOCK.c.id).where(BLOCK.c.tournament == number, BLOCK.c.done.is_(None))
            connection.execute(delete(GAME).where(GAME.c.block.in_(damaged) | GAME.c.block.in_(unfinished)))
            connection.execute(delete(BLOCK).where(BLOCK.c.id.in_(damaged)))
            connection.execute(delete(GAME).where(GAME.c.block.not_in(select(BLOCK.c.id))))
            there: list[list[tuple[int, int]]] = [[] for _ in plan.schedule.tables]
            tables = {members_text(table): index for index, table in enumerate(plan.schedule.tables)}
            for block in connection.execute(_spans(number)):
                if block.members in tables:
                    there[tables[block.members]].append((block.first, block.last))
            _add_blocks(connection, number, plan, plan.schedule.missing(there, most_games))

    def played(self, tournament: str) -> tuple[datetime, datetime] | None:
        """When the first and the last finished block were committed (UTC), or None before there are any."""
        done = [BLOCK.c.tournament == number_of(tournament), BLOCK.c.done.is_not(None)]
        (first, last) = self.execute(select(func.min(BLOCK.c.done), func.max(BLOCK.c.done)).where(*done))[0]
        return None if first is None else (datetime.fromtimestamp(first, UTC), datetime.fromtimestamp(last, UTC))

    # --- blocks, for the processes that play (see blocks.py)

    def progress(self, tournament: str) -> int:
        """How many games are finished."""
        plan = self.plan(tournament)
        return self._done(number_of(tournament), plan)

    def held(self, tournament: str, now: float) -> list[tuple[str, int, float]]:
        """Which processes hold claims that have not run out, to how many blocks, and when the last of them ends."""
        wanted = [BLOCK.c.tournament == number_of(tournament), BLOCK.c.done.is_(None), BLOCK.c.expires >= now]
        counted = select(BLOCK.c.owner, func.count(), func.max(BLOCK.c.expires)).where(*wanted)
        rows = self.execute(counted.group_by(BLOCK.c.owner).order_by(BLOCK.c.owner))
        return [(owner, int(blocks), float(expires)) for owner, blocks, expires in rows]

    def finish(self, work: Work, rows: np.ndarray) -> bool:
        """Commit a finished block with its games; False (and nothing kept) where it was done already, or deleted."""
        players = rows.dtype["seating"].shape[0]
        first = work.block.first * players
        with translated(self.where), self._engine.begin() as connection:
            _mark_version(connection)
            done = update(BLOCK).where(BLOCK.c.id == work.id, BLOCK.c.done.is_(None))
            values = {"done": time.time(), "expires": None, **self._named(rows)}
            block = connection.execute(done.values(values).returning(*self._columns[BLOCK.name])).first()
            if block is None:
                return False
            if block.layout is None:
                _check_unnamed(connection, block.tournament, rows)
            numbers, data = range(first, first + len(rows)), [row.tobytes() for row in rows]
            packed = [
                {"block": work.id, "number": number, "data": row} for number, row in zip(numbers, data, strict=True)
            ]
            connection.execute(insert(GAME), packed)
            written = self._summed(BLOCK, block_sum(block, numbers, data))
            if written:
                connection.execute(update(BLOCK).where(BLOCK.c.id == work.id).values(written))
        return True

    def execute(self, statement: Any) -> Any:
        """Run one statement in a transaction of its own; returns all its rows, or how many it changed."""
        with translated(self.where), self._engine.begin() as connection:
            result = connection.execute(statement)
            return result.all() if result.returns_rows else result.rowcount

    def _named(self, rows: np.ndarray) -> dict[str, str]:
        """The value of the column ``layout``; nothing where the store has none and its user may not add it."""
        there = any(column is BLOCK.c.layout for column in self._columns[BLOCK.name])
        return {"layout": layout_text(rows.dtype)} if there else {}

    def _summed(self, table: SqlTable, checksum: str) -> dict[str, str]:
        """The value of the column ``checksum``; nothing where the store has none and its user may not add it."""
        return {"checksum": checksum} if any(column is table.c.checksum for column in self._columns[table.name]) else {}

    def _blocks(self, connection: Connection, tournament: str, plan: Plan) -> Reading:
        return Reading(connection, self._columns[BLOCK.name], self.name, tournament, plan)

    def _entry(self, number: int, plan: Plan, created: float) -> Entry:
        done = self._done(number, plan)
        return Entry(f"t{number}", plan, datetime.fromtimestamp(created, UTC), done, plan.schedule.games)

    def _done(self, number: int, plan: Plan) -> int:
        deals = func.sum(BLOCK.c.last - BLOCK.c.first)
        wanted = [BLOCK.c.tournament == number, BLOCK.c.done.is_not(None)]
        counted = select(BLOCK.c.members, deals).where(*wanted).group_by(BLOCK.c.members)
        tables = {members_text(table) for table in plan.schedule.tables}
        with self._reading() as connection:
            return sum(int(count) for members, count in connection.execute(counted) if members in tables) * plan.players

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        """A connection for reading, whose troubles are errors in sentences."""
        with translated(self.where), self._engine.connect() as connection:
            yield connection


def number_of(tournament: str) -> int:
    """The number in an id such as ``t17``."""
    if not re.fullmatch(r"[tT]\d{1,9}", tournament):
        raise UnknownTournament(
            f'"{tournament}" is no tournament', hint="an id looks like t17; see magnate tournament list"
        )
    return int(tournament[1:])


def _mark_version(connection: Connection) -> None:
    """Make the store one of today's version: earlier versions of magnate cannot read what is written now."""
    older = META.c.value.in_([str(number) for number in range(1, VERSION)])
    connection.execute(update(META).where(META.c.name == "version", older).values(value=str(VERSION)))


def _check_unnamed(connection: Connection, tournament: int, rows: np.ndarray) -> None:
    """Raise StoreReadOnly where rows that do not name their columns could not be read again."""
    plan = Plan.from_json(
        connection.execute(select(TOURNAMENT.c.plan).where(TOURNAMENT.c.id == tournament)).scalar_one()
    )
    facts = result_schema_of(game_module(plan.game))
    if layout_with_digest(plan.digests.rows, facts, plan.players) != rows.dtype:
        raise StoreReadOnly(
            "the store has no column for the layout of its blocks, and its user may not add it",
            hint="open it once as the user who owns its tables: magnate tournament list",
        )


def _spans(tournament: int) -> Select[Any]:
    """What changes of a tournament need to know of its blocks."""
    wanted = select(BLOCK.c.id, BLOCK.c.members, BLOCK.c.first, BLOCK.c.last, BLOCK.c.done)
    return wanted.where(BLOCK.c.tournament == tournament).order_by(BLOCK.c.first)


def _add_blocks(connection: Connection, tournament: int, plan: Plan, blocks: Iterable[Block]) -> None:
    members = [members_text(table) for table in plan.schedule.tables]
    rows = [
        {"tournament": tournament, "members": members[block.table], "first": block.first, "last": block.last}
        for block in blocks
    ]
    if rows:
        connection.execute(insert(BLOCK), rows)
