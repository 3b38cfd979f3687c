"""A table with those who watch it: what happens is encoded once for each viewpoint and handed to them in order."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from functools import cache
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from pydantic_core import to_json

from .workers import Who

if TYPE_CHECKING:
    from .frames import Change
    from .table import Table

__all__ = ["Json", "Room", "Send", "Subscription", "encoded", "pieces"]

Json: TypeAlias = dict[str, Any]
Send: TypeAlias = Callable[[bytes], None]
"""Hands an encoded message to a socket's queue; it returns at once and raises nothing."""


LONGEST: Final = 14_000
"""Bytes of a message from which on its lines are sent ahead of it."""
TAKEN_APART: Final = {("view",), ("view", "board")}
LISTS: Final = {(), ("view", "board")}
SHORT: Final = 16
"""Where the parts of a message are that several viewers see alike, and how long a list of such parts may be."""
TOGETHER: Final = 60
"""Lines that are sent ahead in one message."""


def encoded(message: Json) -> bytes:
    """A message as it goes over the wire."""
    return to_json(message)


class Encoder:
    """Encodes the messages of one step, which differ little: what several have is encoded once.

    That is what is the same object in them: the parts of the view and of its board, elements of short lists of objects
    there (the players), and lines.
    """

    def __init__(self) -> None:
        self._parts: dict[tuple[str, ...], dict[str, tuple[Any, bytes]]] = {}
        self._elements: dict[int, tuple[Any, bytes]] = {}  # with the object, whose number is its own while it lives

    def __call__(self, message: Json, path: tuple[str, ...] = ()) -> bytes:
        """A message as it goes over the wire, or what stands in it at this path."""
        known, parts = self._parts.setdefault(path, {}), []
        for key, value in message.items():
            found = known.get(key)
            if found is None or found[0] is not value:
                found = known[key] = value, b"%b:%b" % (_key(key), self._value(value, (*path, key)))
            parts.append(found[1])
        return b"{%b}" % b",".join(parts)

    def _value(self, value: Any, path: tuple[str, ...]) -> bytes:
        if path in TAKEN_APART:
            return self(value, path)
        if path[:-1] in LISTS and value.__class__ is list and 0 < len(value) <= SHORT and value[0].__class__ is dict:
            return b"[%b]" % b",".join([self._element(one) for one in value])
        return to_json(value)

    def _element(self, value: Any) -> bytes:
        found = self._elements.get(id(value))
        if found is None:
            found = self._elements[id(value)] = value, to_json(value)
        return found[1]


@cache
def _key(name: str) -> bytes:
    return to_json(name)


def pieces(step: Json, encoded: Callable[[Json], bytes] = encoded) -> list[bytes]:
    """A step, encoded; where it is too long (at the end of an era), most of its lines are sent ahead of it."""
    data = encoded(step)
    lines = step["lines"]
    if len(data) <= LONGEST or not lines:
        return [data]
    ahead = [lines[first : first + TOGETHER] for first in range(0, len(lines), TOGETHER)]
    told = [encoded({"type": "lines", "seq": step["seq"], "lines": some}) for some in ahead]
    return [*told, encoded({**step, "lines": []})]


class Subscription:
    """Somebody who watches a table with the eyes of one seat (``viewpoint``), or of the public (None)."""

    def __init__(self, room: Room, viewpoint: int | None, send: Send, most: int) -> None:
        self.viewpoint = viewpoint
        self.send = send
        self._room = room
        self._most = most

    def sync(self) -> bytes:
        """The whole table as it stands, encoded: the answer to every ``hello``."""
        return self._room.sync(self.viewpoint, self._most)

    def close(self) -> None:
        """Watch no longer; more than once does no harm."""
        self._room.leave(self)


class Room:
    """A table in memory; ``lock`` is held by whoever changes it.

    ``playing`` is the task in which its agents play, ``advised`` are the seats that wait for advice. ``who``
    is for whom its agents think: the address of whoever made the table (as long as the server remembers it), and it.
    """

    def __init__(self, table: Table, host: str = "") -> None:
        self.table = table
        self.who = Who(host, table.id)
        self.lock = asyncio.Lock()
        self.playing: asyncio.Task[None] | None = None
        self.advised: set[int] = set()
        self.watching: list[Subscription] = []
        self._synced: dict[int | None, tuple[Any, bytes]] = {}

    @property
    def idle(self) -> bool:
        """Whether it can be forgotten for now."""
        return not self.watching and self.playing is None and not self.lock.locked()

    @property
    def online(self) -> set[int]:
        """The seats whose people are here."""
        return {one.viewpoint for one in self.watching if one.viewpoint is not None}

    def enter(self, one: Subscription) -> None:
        """Begin to watch."""
        before = self.online
        self.watching.append(one)
        if self.online != before:
            self.tell_seats(but=one)

    def leave(self, one: Subscription) -> None:
        """Watch no longer."""
        if one in self.watching:
            before = self.online
            self.watching.remove(one)
            if self.online != before:
                self.tell_seats()

    def sync(self, viewpoint: int | None, most: int) -> bytes:
        """The whole table as one viewer sees it; many who come at once (after a restart) share it."""
        state = self.table.seq, self.table.chairs, frozenset(self.online), most
        known = self._synced.get(viewpoint)
        if known is None or known[0] != state:
            self._synced[viewpoint] = known = state, encoded(self.table.sync(viewpoint, self.online, most))
        return known[1]

    def tell_step(self, change: Change) -> None:
        """Send everybody what has just been made so, as far as each may know it."""
        made: dict[int | None, list[bytes]] = {}
        encode = Encoder()
        for one in list(self.watching):
            if one.viewpoint not in made:
                made[one.viewpoint] = pieces(self.table.step(change, one.viewpoint), encode)
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
        self.tell_all({"type": "seats", "seats": self.table.seats(self.online)}, but)

    def tell_change(self, change: Change) -> None:
        """Send everybody what has just been made so."""
        self._synced.clear()
        self.tell_step(change)
        if change.chairs is not None:
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
