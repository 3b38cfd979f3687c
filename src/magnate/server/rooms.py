"""The tables in memory: found, loaded from the store, kept in it, and forgotten when nobody needs them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Final, TypeVar

from ..errors import MagnateError, NoSuchTable
from .keeping import Keeper
from .room import Room
from .table import Table
from .warming import warm

if TYPE_CHECKING:
    from ..core.game import Game
    from .frames import Change
    from .tablestore import Step, TableStore

__all__ = ["Rooms"]

LOG: Final = logging.getLogger(__name__)

T = TypeVar("T")


class Rooms:
    """The rooms of a server, at most ``loaded`` of them idle; ``changed(room)`` is called after each change.

    The store is written in one thread of its own; tables are loaded in another, one after another, so that new ones
    need not wait for many old ones.
    """

    def __init__(self, store: TableStore, loaded: int) -> None:
        self.changed: Callable[[Room], None] = lambda _room: None
        self._store = store
        self._loaded = loaded
        self._rooms: dict[str, Room] = {}
        self._gone: set[str] = set()
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._warm: dict[str, asyncio.Task[None]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="magnate-tables")
        self._loader = ThreadPoolExecutor(1, thread_name_prefix="magnate-loading")
        self._keeper = Keeper(self._append, self.spawn)

    # ----------------------------------------------------------------------------------------- finding

    def here(self, table: str) -> Room | None:
        """The room of a table if it is in memory."""
        return self._rooms.get(table)

    def of(self, table: Table) -> Room:
        """The room of a table that somebody holds, who may have held it for long: of what is in memory now.

        Raises :class:`~magnate.errors.NoSuchTable` where it has been deleted since.
        """
        if table.id in self._gone:
            raise NoSuchTable("there is no such table", hint="it has been deleted")
        return self._rooms.setdefault(table.id, Room(table))

    def everyone(self) -> list[Room]:
        """All rooms in memory."""
        return list(self._rooms.values())

    async def find(self, table: str) -> Room:
        """The room of a table, from memory or the store; raises :class:`~magnate.errors.NoSuchTable`."""
        room = self._rooms.get(table)
        if room is not None:
            return room
        if table not in self._loading:
            self._loading[table] = self.spawn(self._load(table))
        return await asyncio.shield(self._loading[table])

    async def take_up(self, table: str) -> None:
        """Load a table so that its agents go on; one that cannot be loaded stops no other."""
        try:
            await self.find(table)
        except MagnateError as error:
            LOG.warning("table %s cannot go on: %s", table, error.message)

    async def begin(self, table: Table, change: Change, host: str = "") -> Room:
        """Keep a new table, which was made from the address ``host``, and open a room for it."""
        await self.whole(self.written(self._store.add, table, change))
        room = self._opened(Room(table, host))
        await self.unseal(room)  # the table that it is a fork of may have ended meanwhile
        return room

    def close(self, table: str) -> None:
        """Forget a table that is no more."""
        self._gone.add(table)
        self._rooms.pop(table, None)
        self._ended(table)

    async def unseal(self, room: Room) -> None:
        """Ask the store which of the tables that this one is a fork of go on."""
        if room.table.seals:
            room.unseal(await asyncio.to_thread(self._store.unfinished, room.table.seals))

    def _ended(self, table: str) -> None:
        """Break the seals of a table that will not go on."""
        for room in self.everyone():
            if table in room.table.seals:
                room.unseal(room.table.seals - {table})

    async def _load(self, table: str) -> Room:
        try:
            kept = await self._loaded_by(self._store.load, table)
            game = await self._loaded_by(kept.terms.load_game)
            await self.warmed(game)
            loaded = await self._loaded_by(Table.kept, kept.terms, kept.chairs, game, kept.changes)
            loaded.tokens = dict(kept.tokens)
            room = self._opened(Room(loaded))
            await self.unseal(room)  # once it is open, it hears of every table that ends
            return room
        finally:
            del self._loading[table]

    async def _loaded_by(self, load: Callable[..., T], *what: Any) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._loader, load, *what)

    def _opened(self, room: Room) -> Room:
        """Have a room in memory, and forget those that nobody watches, the oldest first, where there are too many."""
        room = self._rooms.setdefault(room.table.id, room)
        self.changed(room)
        idle = [one for one, other in self._rooms.items() if other.idle and other is not room]
        for one in idle[: max(0, len(self._rooms) - self._loaded)]:
            del self._rooms[one]
        return room

    async def warmed(self, game: Game) -> None:
        """Load what tables of a game need, once."""
        if game.name not in self._warm:
            self._warm[game.name] = self.spawn(asyncio.to_thread(warm, game))
        try:
            await asyncio.shield(self._warm[game.name])
        except MagnateError:  # another table may have more luck, with other options
            self._warm.pop(game.name, None)
            raise

    # ---------------------------------------------------------------------------------------- changing

    async def keep(self, room: Room, change: Change) -> None:
        """Keep a change, make it so and tell it; whoever calls this holds the room's lock."""
        await self._keeper.keep(room.table, change)
        room.table.make(change)
        room.tell_change(change)
        if room.table.over:
            self._ended(room.table.id)
        self.changed(room)

    async def _append(self, steps: list[Step]) -> None:
        await self.written(self._store.append, steps)

    async def written(self, write: Callable[..., T], *what: Any) -> T:
        """Call the store, in its own thread."""
        return await asyncio.get_running_loop().run_in_executor(self._writer, write, *what)

    async def whole(self, doing: Coroutine[Any, Any, T]) -> T:
        """Do something to its end, even if whoever asked for it goes away meanwhile."""
        return await asyncio.shield(self.spawn(doing))

    def spawn(self, doing: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Do something in a task of its own."""
        task = asyncio.get_running_loop().create_task(doing)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    async def finish(self) -> None:
        """Wait for what is being done, and for the store."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=10)
        await asyncio.to_thread(self._loader.shutdown)
        await asyncio.to_thread(self._writer.shutdown)

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None and not isinstance(task.exception(), MagnateError):
            LOG.error("a task of the tables failed", exc_info=task.exception())
