"""The store: tournaments, their blocks and their games, in SQLite or PostgreSQL by one code path.

A block is committed as a whole, in one transaction, when it is finished; whatever ends a process, the blocks that it
had committed stay, and the others are played again by whoever resumes the tournament.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from sqlalchemy import Connection, bindparam, delete, func, insert, select, update

from ..engine.facts import facts_of
from ..errors import BadPlan, StoreUnusable, UnknownTournament, listing
from ..games import game_module
from .connect import connect, default_store, file_of, shown, translated
from .games import Games, Piece
from .plan import Plan
from .rows import row_dtype
from .schedule import Block
from .schema import BLOCK, GAME, META, TOURNAMENT

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Entry", "Store", "Work", "members_text", "number_of", "open_existing", "open_store"]

AT_ONCE: Final = 20_000
"""Rows that are read at a time."""


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
        raise StoreUnusable(f"there is no store at {file}", hint="`magnate tournament run --store PATH` makes one")
    return open_store(where)


class Store:
    """A store that is open; each method is one transaction and may raise :class:`~magnate.errors.StoreFailed`."""

    def __init__(self, where: str) -> None:
        self.where = where
        self._engine = connect(where)

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
            values = {"created": time.time(), "plan": plan.to_json()}
            number = connection.execute(insert(TOURNAMENT).values(values).returning(TOURNAMENT.c.id)).scalar_one()
            _add_blocks(connection, number, plan, plan.schedule.blocks(most_games))
        return f"t{number}"

    def plan(self, tournament: str) -> Plan:
        """The plan of a tournament; raises :class:`~magnate.errors.UnknownTournament` where there is none."""
        number = number_of(tournament)
        with self._reading() as connection:
            text = connection.execute(select(TOURNAMENT.c.plan).where(TOURNAMENT.c.id == number)).scalar()
            if text is None:
                known = connection.execute(select(TOURNAMENT.c.id).order_by(TOURNAMENT.c.id)).scalars().all()
                raise UnknownTournament(
                    f'there is no tournament "{tournament}" in {self.name}',
                    hint=f"known: {listing(f't{one}' for one in known)}",
                )
        return Plan.from_json(text)

    def entries(self) -> list[Entry]:
        """All tournaments, the oldest first."""
        with self._reading() as connection:
            rows = connection.execute(select(TOURNAMENT).order_by(TOURNAMENT.c.id)).all()
        return [self._entry(row.id, Plan.from_json(row.plan), row.created) for row in rows]

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
        has changed it meanwhile.
        """
        number = number_of(tournament)
        with translated(self.where), self._engine.begin() as connection:
            mine = TOURNAMENT.c.id == number
            now = connection.execute(select(TOURNAMENT.c.plan).where(mine).with_for_update()).scalar()
            if kept is not None and (now is None or Plan.from_json(now) != kept):
                raise BadPlan(f"another process has just changed {tournament}", hint="say it again")
            connection.execute(update(TOURNAMENT).where(mine).values(plan=plan.to_json()))
            tables = {members_text(table): index for index, table in enumerate(plan.schedule.tables)}
            there: list[list[tuple[int, int]]] = [[] for _ in tables]
            gone = []
            for block in connection.execute(select(BLOCK).where(BLOCK.c.tournament == number).order_by(BLOCK.c.first)):
                if block.members in tables:
                    there[tables[block.members]].append((block.first, block.last))
                elif block.done is None:
                    gone.append({"gone": block.id})
            if gone:
                connection.execute(delete(BLOCK).where(BLOCK.c.id == bindparam("gone")), gone)
            _add_blocks(connection, number, plan, plan.schedule.missing(there, most_games))

    def delete(self, tournament: str) -> int:
        """Remove a tournament with all its games; returns how many games that were."""
        self.plan(tournament)
        number = number_of(tournament)
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

        Raises :class:`~magnate.errors.PlanChanged` where another version has kept them in another layout.
        """
        plan.check_rows()
        tables = {members_text(table): index for index, table in enumerate(plan.schedule.tables)}
        wanted = (BLOCK.c.tournament == number_of(tournament), BLOCK.c.done.is_not(None))
        joined = GAME.join(BLOCK, GAME.c.block == BLOCK.c.id)
        rows = select(GAME.c.block, GAME.c.number, GAME.c.data).select_from(joined).where(*wanted)
        size = row_dtype(facts_of(game_module(plan.game)), plan.players).itemsize
        with self._reading() as connection:
            blocks = connection.execute(select(BLOCK.c.id, BLOCK.c.members).where(*wanted))
            found = {number: tables[members] for number, members in blocks if members in tables}
            stream = connection.execution_options(yield_per=AT_ONCE).execute(rows)
            for chunk in stream.partitions():
                counted = [row for row in chunk if row[0] in found]
                if counted:
                    yield _piece(counted, found, size)

    def row(self, tournament: str, plan: Plan, table: int, number: int) -> bytes | None:
        """The packed row of one game at a table, or None where it has not been played; raises as :meth:`pieces`."""
        plan.check_rows()
        deal = number // plan.players
        wanted = (
            BLOCK.c.tournament == number_of(tournament),
            BLOCK.c.members == members_text(plan.schedule.tables[table]),
            BLOCK.c.first <= deal,
            BLOCK.c.last > deal,
            GAME.c.number == number,
        )
        joined = GAME.join(BLOCK, GAME.c.block == BLOCK.c.id)
        with self._reading() as connection:
            data = connection.execute(select(GAME.c.data).select_from(joined).where(*wanted)).scalar()
        return None if data is None else bytes(data)

    def played(self, tournament: str) -> tuple[datetime, datetime] | None:
        """When the first and the last finished block were committed (UTC), or None before there are any."""
        done = [BLOCK.c.tournament == number_of(tournament), BLOCK.c.done.is_not(None)]
        (first, last) = self.execute(select(func.min(BLOCK.c.done), func.max(BLOCK.c.done)).where(*done))[0]
        return None if first is None else (datetime.fromtimestamp(first, UTC), datetime.fromtimestamp(last, UTC))

    # --- blocks, for the processes that play (see claims.py)

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
            done = update(BLOCK).where(BLOCK.c.id == work.id, BLOCK.c.done.is_(None))
            if not connection.execute(done.values(done=time.time(), expires=None)).rowcount:
                return False
            connection.execute(
                insert(GAME),
                [{"block": work.id, "number": number, "data": row.tobytes()} for number, row in enumerate(rows, first)],
            )
        return True

    def execute(self, statement: Any) -> Any:
        """Run one statement in a transaction of its own; returns all its rows, or how many it changed."""
        with translated(self.where), self._engine.begin() as connection:
            result = connection.execute(statement)
            return result.all() if result.returns_rows else result.rowcount

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
        """A connection for reading, whose troubles are told in sentences."""
        with translated(self.where), self._engine.connect() as connection:
            yield connection


def number_of(tournament: str) -> int:
    """The number in an id such as ``t17``."""
    if not re.fullmatch(r"[tT]\d{1,9}", tournament):
        raise UnknownTournament(
            f'"{tournament}" is no tournament', hint="an id looks like t17; see magnate tournament list"
        )
    return int(tournament[1:])


def members_text(table: Sequence[int]) -> str:
    """The entrants at a table as the store keeps them."""
    return ",".join(map(str, table))


def _add_blocks(connection: Connection, tournament: int, plan: Plan, blocks: Iterable[Block]) -> None:
    members = [members_text(table) for table in plan.schedule.tables]
    rows = [
        {"tournament": tournament, "members": members[block.table], "first": block.first, "last": block.last}
        for block in blocks
    ]
    if rows:
        connection.execute(insert(BLOCK), rows)


def _piece(rows: Sequence[Any], tables: dict[int, int], size: int) -> Piece:
    """Rows of games (block, number, data); ``tables`` has each block's table, ``size`` is a row's length."""
    blocks, numbers, data = zip(*rows, strict=True)
    packed = b"".join(data)
    if len(packed) != size * len(rows):
        raise BadPlan("the store's games were written by other rules", hint="start a new tournament")
    return np.array([tables[block] for block in blocks]), numbers, packed
