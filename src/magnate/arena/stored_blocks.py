"""Reading the finished blocks of a tournament. Each is compared with the checksum that was written with it."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from types import NoneType, SimpleNamespace
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from sqlalchemy import Table, inspect, null, select

from ..core.registry import game_module
from ..core.result_schema import result_schema_of
from ..errors import BadPlan, StoreDamaged
from .database import BLOCK, GAME, TOURNAMENT
from .games import layout_from_text, layout_with_digest, row_dtype

if TYPE_CHECKING:
    from sqlalchemy import Connection, CursorResult, Engine

    from .games import Piece
    from .plan import Plan


__all__ = ["Reading", "block_sum", "members_text", "plan_sum", "readable_columns"]


# ------------------------------------------------------------------------------------------------------------ Checksums
#
# They find accidents (a bad disk, a broken copy), not forgeries.


def plan_sum(tournament: int, created: float, plan: str) -> str:
    """The checksum of a tournament: of its number, when it was begun, and its plan.

    >>> plan_sum(1, 0.5, "{}") == plan_sum(1, 0.5, "{ }")
    False
    """
    return _digest([tournament, float(created), plan])


def block_sum(block: Any, numbers: Sequence[int], data: Sequence[bytes]) -> str:
    """The checksum of a finished block: of its row in the store without the checksum, and of its games.

    A block of version 1 has no layout, and its checksum none either.
    ``numbers`` are the games' numbers, ascending, and ``data`` their packed rows.
    """
    done = None if block.done is None else float(block.done)
    row = [block.id, block.tournament, block.members, block.first, block.last, done, block.owner]
    row += [] if block.layout is None else [block.layout]
    return _digest(row, np.asarray(numbers, "<i8").tobytes(), b"".join(data))


def _digest(values: Sequence[object], *contents: bytes) -> str:
    digest = hashlib.blake2b(repr(values).encode(), digest_size=16)
    for content in contents:
        digest.update(content)
    return digest.hexdigest()


# -------------------------------------------------------------------------------------------------------------- Reading


AT_ONCE: Final = 20_000
"""Rows that are read at a time."""
KINDS: Final[dict[str, tuple[type, ...]]] = {
    "id": (int,),
    "tournament": (int,),
    "members": (str,),
    "first": (int,),
    "last": (int,),
    "done": (int, float, NoneType),
    "owner": (str, NoneType),
    "checksum": (str, NoneType),
    "layout": (str, NoneType),
}
"""What a column of a block can be. SQLite keeps with each value what it is, and so that may be damaged, too."""


@dataclass(frozen=True, slots=True)
class Inspected:
    """A finished block as the store has it.

    ``id`` is its number in the store, ``games`` what it should have, as ``0.40 to 0.79``. ``fault`` says what is wrong,
    and is empty where nothing is. ``checked``: it has a checksum. ``table`` is the table's number in the plan, or None
    where a smaller sample has left the table out; ``numbers`` are the games' numbers and ``data`` their packed rows.
    ``layout`` is that of these rows.
    """

    id: int
    games: str
    table: int | None
    numbers: Sequence[int]
    data: Sequence[bytes]
    checked: bool
    layout: np.dtype[Any]
    fault: str = ""

    def rows(self) -> np.ndarray:
        """The rows of the games, where nothing is wrong."""
        return np.frombuffer(b"".join(self.data), self.layout)


class Reading:
    """The blocks of a tournament by one connection to the store called ``store``.

    ``columns`` are those of blocks (:func:`readable_columns`).
    """

    def __init__(self, connection: Connection, columns: Sequence[Any], store: str, tournament: str, plan: Plan) -> None:
        self._connection = connection
        self._store = store
        self._tournament = tournament
        self._plan = plan
        self._tables = {members_text(table): index for index, table in enumerate(plan.schedule.tables)}
        facts = result_schema_of(game_module(plan.game))
        self._today = row_dtype(facts, plan.players)
        self._unnamed = layout_with_digest(plan.digests.rows, facts, plan.players)
        self._named: dict[str, np.dtype[Any] | None] = {}
        mine = select(*columns).where(BLOCK.c.tournament == int(tournament[1:]))
        self._blocks = list(map(_block, connection.execute(mine.order_by(BLOCK.c.id))))

    def pieces(self) -> Iterator[Piece]:
        """The packed rows of the finished games, in no particular order.

        Raises :class:`~magnate.errors.StoreDamaged` at the first block that is not as it was written, and
        :class:`~magnate.errors.PlanChanged` at one of a layout that is known no more.
        """
        for fault in self.gaps():
            raise self._gap(fault)
        with closing(self.inspected()) as blocks:
            for block in blocks:
                if block.table is not None:
                    if block.fault:
                        raise self._broken(block)
                    yield block.table, block.numbers, block.rows()

    def row(self, table: int, number: int) -> Any:
        """The row of a game at a table, or None where it has not been played; raises as :meth:`pieces`."""
        deal = number // self._plan.players
        for fault in self.gaps(table):
            raise self._gap(fault)
        for block in self._blocks:
            if block.done is not None and self._tables.get(block.members) == table and block.first <= deal < block.last:
                found = list(self.inspected([block]))[-1]  # the last, if it has more games than it should
                if found.fault:
                    raise self._broken(found)
                return found.rows()[found.numbers.index(number)]
        return None

    def inspected(self, blocks: Sequence[Any] | None = None) -> Generator[Inspected, None, None]:
        """All finished blocks (or those of ``blocks``), each checked."""
        wanted = [block for block in self._blocks if block.done is not None] if blocks is None else blocks
        waiting = {block.id: block for block in wanted}
        held: dict[int, list[Any]] = defaultdict(list)
        with self._rows(None if blocks is None else list(waiting)) as stream:
            for chunk in stream.partitions():
                for number, rows in groupby(chunk, key=itemgetter(0)):
                    held[number].extend(rows)
                    block = waiting.get(number)
                    if block is not None and len(held[number]) == (block.last - block.first) * self._plan.players:
                        yield self._inspected(waiting.pop(number), held.pop(number), late=False)
        for number, block in waiting.items():
            yield self._inspected(block, held.pop(number, []), late=True)
        known = {block.id: block for block in wanted}
        for number, more in held.items():  # more rows than the block has games
            if number in known:
                yield self._inspected(known[number], more, late=True)

    def finished(self) -> list[tuple[int, int, int]]:
        """The finished blocks of the plan's tables: table, first deal, the deal after the last."""
        done = (block for block in self._blocks if block.done is not None and block.members in self._tables)
        return [(self._tables[block.members], block.first, block.last) for block in done]

    def gaps(self, only: int | None = None) -> Iterator[str]:
        """What is wrong with the blocks beside their games: deals of a table that no block has, or several have."""
        spans: list[list[tuple[int, int]]] = [[] for _ in self._tables]
        for block in self._blocks:
            if block.members in self._tables:
                spans[self._tables[block.members]].append((block.first, block.last))
        deals = self._plan.schedule.deals
        for table, found in enumerate(spans):
            reached = 0
            for first, last in [*sorted(found), (deals, deals)]:
                if first != reached and reached < deals and only in (None, table):
                    names = self._names(table, min(reached, first), max(reached, first))
                    what = "in no block" if reached < first else "in several blocks"
                    yield f"games {names} of {self._tournament} are {what}"
                reached = max(reached, last)

    def overlapping(self) -> set[int]:
        """The numbers of the blocks that share deals with another block, or have none, or more than the plan."""
        found = set()
        for members, blocks in groupby(sorted(self._blocks, key=_by_place), key=lambda block: block.members):
            reached, before = 0, None
            for block in blocks if members in self._tables else ():
                if block.first < reached and before is not None:
                    found |= {before, block.id}
                if block.first < 0 or block.last <= block.first:
                    found.add(block.id)
                if block.last > reached:
                    reached, before = block.last, block.id
        return found

    def strangers(self) -> set[int]:
        """The numbers of the finished blocks whose table is no possible one: their members were changed."""
        entrants = range(len(self._plan.names))
        return {block.id for block in self._blocks if not _possible(block.members, entrants, self._plan.players)}

    def _rows(self, blocks: Sequence[int] | None) -> CursorResult[Any]:
        """The rows (block, number, data) of all finished games, or of these blocks, some at a time."""
        mine = [BLOCK.c.tournament == int(self._tournament[1:]), BLOCK.c.done.is_not(None)]
        joined = GAME.join(BLOCK, GAME.c.block == BLOCK.c.id)
        wanted = select(GAME.c.block, GAME.c.number, GAME.c.data).select_from(joined).where(*mine)
        if blocks is not None:
            wanted = wanted.where(GAME.c.block.in_(blocks))
        return self._connection.execute(wanted, execution_options={"yield_per": AT_ONCE})

    def _inspected(self, block: Any, rows: Iterable[Any], *, late: bool) -> Inspected:
        ordered = sorted(map(_game, rows), key=itemgetter(0))
        numbers, data = [number for number, _ in ordered], [packed for _, packed in ordered]
        players = self._plan.players
        table, expected = self._tables.get(block.members), range(block.first * players, block.last * players)
        layout, fault = self._layout(block), ""
        if block.checksum is not None and block.checksum != block_sum(block, numbers, data):
            fault = "is not as it was written"
        elif late or len(numbers) != len(expected) or numbers != list(expected):
            fault = "does not have the games that it should"
        elif layout is None:
            fault = "does not name its columns in a way that can be read"
        elif any(len(row) != layout.itemsize for row in data):
            if block.checksum is None:
                raise BadPlan("the store's games were written by other rules", hint="start a new tournament")
            fault = "has games of another length"
        games = self._names(table, block.first, block.last)
        checked = block.checksum is not None
        return Inspected(block.id, games, table, numbers, data, checked, layout or self._today, fault)

    def _layout(self, block: Any) -> np.dtype[Any] | None:
        """The layout of a block's rows, or None where it names none that can be read, though it should.

        Raises :class:`~magnate.errors.PlanChanged` where it need not name one, and that of its tournament is not known.
        """
        if block.layout is None:
            self._plan.check_rows()
            return self._unnamed
        if block.layout not in self._named:
            self._named[block.layout] = layout_from_text(block.layout, self._plan.players)
        return self._named[block.layout]

    def _names(self, table: int | None, first: int, last: int) -> str:
        """The names of a table's games from one deal to another, as ``magnate replay`` takes them after the id."""
        players, prefix = self._plan.players, f"{table}." if len(self._tables) > 1 and table is not None else ""
        return f"{prefix}{first * players} to {prefix}{last * players - 1}"

    def _gap(self, what: str) -> StoreDamaged | BadPlan:
        """The error about a gap, unless another process has changed the plan since it was read."""
        kept = select(TOURNAMENT.c.plan).where(TOURNAMENT.c.id == int(self._tournament[1:]))
        if self._connection.execute(kept).scalar() != self._plan.to_json():
            return BadPlan(f"another process has just changed {self._tournament}", hint="say it again")
        return self._damaged(what)

    def _broken(self, block: Inspected) -> StoreDamaged:
        return self._damaged(f"block {block.id} of {self._tournament} (games {block.games}) {block.fault}")

    def _damaged(self, what: str) -> StoreDamaged:
        return StoreDamaged(
            f"{what}, in {self._store}",
            hint=f"magnate tournament verify {self._tournament} --repair lets them be played again",
        )


def members_text(table: Sequence[int]) -> str:
    """The entrants at a table as the store keeps them."""
    return ",".join(map(str, table))


def readable_columns(engine: Engine, table: Table) -> list[Any]:
    """The columns of a table; NULL for those that an earlier version's store lacks, where it cannot be written."""
    there = {column["name"] for column in inspect(engine).get_columns(table.name)}
    return [column if column.name in there else null().label(column.name) for column in table.columns]


def _block(row: Any) -> SimpleNamespace:
    """A block; instead of what cannot be in a column it has what no block has, and so another checksum."""
    values = {name: getattr(row, name) for name in KINDS}
    wrong = [name for name, kinds in KINDS.items() if not isinstance(values[name], kinds)]
    return SimpleNamespace(**{**values, **{name: "" if KINDS[name][0] is str else -1 for name in wrong}})


def _game(row: Any) -> tuple[int, bytes]:
    """The number and the facts of a game's row; what cannot be either is a number or facts that no game has."""
    number, data = row[1], row[2]
    return number if isinstance(number, int) else -1, b"" if isinstance(data, str | int | float) else bytes(data or b"")


def _by_place(block: Any) -> tuple[str, int, int]:
    return block.members, block.first, block.last


def _possible(members: str, entrants: range, players: int) -> bool:
    parts = members.split(",")
    return len(parts) == players and all(part.isdecimal() and int(part) in entrants for part in parts)
