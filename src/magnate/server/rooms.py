"""Tables with those who watch them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Coroutine, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

from pydantic_core import to_json

from ..errors import MagnateError, NoSuchTable
from ..runtime.cache import folder
from .compiling import compile_apart
from .table import Table
from .table_factory import compiled, warm
from .tablestore import Keeper
from .workers import Who

if TYPE_CHECKING:
    from ..core.game import Game
    from .tablestore import Step, TableStore
    from .timeline import Change


__all__ = ["Json", "Room", "Rooms", "Send", "Subscription", "encoded", "pieces"]


# -------------------------- A room: what happens is encoded once for each viewpoint and handed to the viewers in order


Json: TypeAlias = dict[str, Any]
Send: TypeAlias = Callable[[bytes], None]
"""Hands an encoded message to a socket's queue; it returns at once and raises nothing."""


LONGEST: Final = 14_000
"""Bytes of a message from which on its lines are sent ahead of it."""
TOGETHER: Final = 60
"""Lines that are sent ahead in one message."""


def encoded(message: Json) -> bytes:
    """A message as it goes over the wire."""
    return to_json(message)


class Encoder:
    """Encodes the messages of one step: what all viewers see alike of the view is encoded once.

    ``own`` are the fields of the board that seats have for themselves. They come first there, and the board comes last.
    """

    def __init__(self, own: Sequence[str] = ()) -> None:
        self._own = own
        self._shared: tuple[bytes, bytes] | None = None

    def __call__(self, message: Json) -> bytes:
        """A message as it goes over the wire, like :func:`encoded`."""
        if not self._own or message["type"] != "step":
            return to_json(message)
        view = message["view"]
        board = view["board"]
        if self._shared is None:
            alike = {name: value for name, value in board.items() if name not in self._own}
            self._shared = to_json({**view, "board": {}})[:-2], to_json(alike)[1:-1]
        own = to_json({name: board[name] for name in self._own if name in board})[1:-1]
        head = to_json({name: value for name, value in message.items() if name != "view"})[:-1]
        fields = b",".join([part for part in (own, self._shared[1]) if part])
        return b'%b,"view":%b%b}}}' % (head, self._shared[0], fields)


def pieces(step: Json, encoded: Callable[[Json], bytes] = encoded) -> list[bytes]:
    """A step, encoded; where it is too long (at the end of an era), most of its lines are sent ahead of it."""
    data = encoded(step)
    lines = step["lines"]
    if len(data) <= LONGEST or not lines:
        return [data]
    ahead = [lines[first : first + TOGETHER] for first in range(0, len(lines), TOGETHER)]
    messages = [encoded({"type": "lines", "seq": step["seq"], "lines": some}) for some in ahead]
    return [*messages, encoded({**step, "lines": []})]


class Subscription:
    """Somebody who watches a table with the eyes of one seat (``viewpoint``), or of the public (None)."""

    def __init__(self, room: Room, viewpoint: int | None, send: Send, most: int) -> None:
        self.viewpoint = viewpoint
        self.send = send
        self.hands: frozenset[int] = frozenset()
        self._room = room
        self._most = most

    def sync(self) -> bytes:
        """The whole table as it stands, encoded: the answer to every ``hello``."""
        return self._room.sync(self.viewpoint, self._most)

    def press_for(self, hands: Iterable[int]) -> None:
        """Note the seats whose people press for their dice on this screen."""
        self._room.press(self, frozenset(hands))

    def throw(self, thrown: Json) -> None:
        """Tell the others that one of these seats has let a throw happen."""
        if thrown["seat"] in self.hands:
            self._room.tell_thrown(thrown, self)

    def close(self) -> None:
        """Watch no longer; more than once does no harm."""
        self._room.leave(self)


class Room:
    """A table in memory; ``lock`` is held while it is changed.

    ``playing`` is the task in which its agents play, ``advised`` are the seats that wait for advice. ``who``
    is for whom its agents think: the person who made it, and the table.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.who = Who(table.host, table.id)
        self.lock = asyncio.Lock()
        self.playing: asyncio.Task[None] | None = None
        self.advised: set[int] = set()
        self.watching: list[Subscription] = []
        self._thrown: dict[int, Json] = {}
        self._synced: dict[int | None, tuple[Any, bytes]] = {}

    @property
    def idle(self) -> bool:
        """Whether it can be forgotten for now."""
        return not self.watching and self.playing is None and not self.lock.locked()

    @property
    def online(self) -> set[int]:
        """The seats whose people are here."""
        return {one.viewpoint for one in self.watching if one.viewpoint is not None}

    @property
    def hands(self) -> frozenset[int]:
        """The seats whose people press for their dice."""
        return frozenset().union(*(one.hands for one in self.watching))

    def press(self, one: Subscription, hands: frozenset[int]) -> None:
        """Note for whom somebody who watches presses."""
        before = self.hands
        one.hands = hands
        if self.hands != before:
            self.tell_seats()

    def tell_thrown(self, thrown: Json, by: Subscription) -> None:
        """Tell the others that a seat has let a throw happen."""
        if self._thrown.get(thrown["seat"]) != thrown:
            self._thrown[thrown["seat"]] = thrown
            self.tell_all(thrown, by)

    def enter(self, one: Subscription) -> None:
        """Begin to watch."""
        before = self.online
        self.watching.append(one)
        if self.online != before:
            self.tell_seats(but=one)

    def leave(self, one: Subscription) -> None:
        """Watch no longer."""
        if one in self.watching:
            before = self.online, self.hands
            self.watching.remove(one)
            if (self.online, self.hands) != before:
                self.tell_seats()

    def sync(self, viewpoint: int | None, most: int) -> bytes:
        """The whole table as one viewer sees it; many who come at once (after a restart) share it."""
        hands, thrown = self.hands, list(self._thrown.values())
        state = self.table.seq, self.table.seats, frozenset(self.online), most, hands, thrown
        known = self._synced.get(viewpoint)
        if known is None or known[0] != state:
            sync = self.table.sync(viewpoint, self.online, most, hands)
            self._synced[viewpoint] = known = state, encoded({**sync, "thrown": thrown} if thrown else sync)
        return known[1]

    def tell_step(self, change: Change) -> None:
        """Send everybody what has just been made so, as far as each may know it."""
        viewpoints = dict.fromkeys(one.viewpoint for one in self.watching)
        steps = {viewpoint: self.table.step(change, viewpoint) for viewpoint in viewpoints}
        encode = Encoder(self.table.own_fields)
        made = {viewpoint: pieces(step, encode) for viewpoint, step in steps.items()}
        for one in list(self.watching):
            for piece in made[one.viewpoint]:
                one.send(piece)

    def tell_all(self, message: Json, but: Subscription | None = None) -> None:
        """Send everybody the same message."""
        data = encoded(message)
        for one in list(self.watching):
            if one is not but:
                one.send(data)

    def tell_seats(self, but: Subscription | None = None) -> None:
        """Send everybody who sits where."""
        self.tell_all({"type": "seats", "seats": self.table.shown_seats(self.online, self.hands)}, but)

    def tell_change(self, change: Change) -> None:
        """Send everybody what has just been made so."""
        self._synced.clear()
        self.tell_step(change)
        if change.seats is not None:
            self.tell_seats()
        if change.kind == "move" and self.table.over:
            self._tell_over()

    def unseal(self, unfinished: Collection[str]) -> None:
        """Note which of the tables that this one is a fork of go on; with the last of them the seal is broken."""
        table, sealed = self.table, bool(self.table.seals)
        table.seals &= frozenset(unfinished)
        if sealed and not table.seals:
            self._synced.clear()
            if table.over:
                self._tell_over()

    def _tell_over(self) -> None:
        self.tell_all({"type": "over", "reveal": self.table.reveal()})

    def dismiss(self, code: str, viewpoint: int | None = None, *, everybody: bool = False) -> None:
        """Say goodbye to those with this viewpoint, or to everybody."""
        data = encoded({"type": "bye", "code": code})
        leaving = [one for one in self.watching if everybody or one.viewpoint == viewpoint]
        for one in leaving:
            self.watching.remove(one)
            one.send(data)
        if leaving and not everybody:
            self.tell_seats()


# ------------------------------------- The rooms in memory: loaded from the store, and forgotten when nobody needs them


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
        self._compiled: set[str] = set()
        self._compiling: dict[str, asyncio.Task[None]] = {}
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
        table.host = await self.written(self._store.alias, host)
        await self.whole(self.written(self._store.add, table, change))
        room = self._opened(Room(table))
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
            game = await self._loaded_by(kept.config.load_game)
            await self.warmed(game)
            loaded = await self._loaded_by(Table.kept, kept.config, kept.seats, game, kept.changes)
            loaded.tokens, loaded.host = dict(kept.tokens), kept.host
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
        if room.table.game.name in self._compiled:  # perhaps since the table began
            room.table.game.interpret(False)
        self.changed(room)
        idle = [one for one, other in self._rooms.items() if other.idle and other is not room]
        for one in idle[: max(0, len(self._rooms) - self._loaded)]:
            del self._rooms[one]
        return room

    async def warmed(self, game: Game) -> None:
        """Load what tables of a game need; what is not compiled is interpreted until it is, which is done meanwhile."""
        if game.name in self._compiled:
            return
        game.interpret()
        await asyncio.to_thread(warm, game)
        if not game.interpreted:
            self._compiled.add(game.name)
        elif game.name not in self._compiling:
            self._compiling[game.name] = self.spawn(self._compile(game))

    async def _compile(self, game: Game) -> None:
        """Compile what tables of a game need, and let those in memory use it."""
        LOG.info("the rules of %s are compiled, once; until then they are interpreted", game.name)
        try:
            if folder() is not None:  # else nothing that another process compiles is kept for this one
                await compile_apart(game)
            await asyncio.to_thread(compiled, game)
        except MagnateError as error:  # another table may have more luck, with other options
            LOG.warning("the rules of %s cannot be compiled: %s", game.name, error.message)
        else:
            self._compiled.add(game.name)
            for other in [room.table.game for room in self.everyone()]:
                if other.name == game.name:
                    other.interpret(False)
        finally:
            del self._compiling[game.name]

    # ---------------------------------------------------------------------------------------- changing

    async def keep(self, room: Room, change: Change) -> None:
        """Keep a change, make it so and tell it; the caller holds the room's lock."""
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
        """Do something to its end, even if the client that asked for it goes away meanwhile."""
        return await asyncio.shield(self.spawn(doing))

    def spawn(self, doing: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Do something in a task of its own."""
        task = asyncio.get_running_loop().create_task(doing)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    async def finish(self) -> None:
        """Wait for what is being done, and for the store; nobody waits for what is being compiled."""
        for task in self._compiling.values():
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=10)
        await asyncio.to_thread(self._loader.shutdown)
        await asyncio.to_thread(self._writer.shutdown)

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None and not isinstance(task.exception(), MagnateError):
            LOG.error("a task of the tables failed", exc_info=task.exception())
