"""Lists of tables: of all that may be watched, and of those that a browser has secrets for."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..errors import BadTable
from .terms import Terms, microseconds, stamp
from .tokens import opened

if TYPE_CHECKING:
    from .room import Json
    from .rooms import Rooms
    from .tablestore import TableStore

__all__ = ["Listing"]

MOST = 100
"""Tables of a page."""


class Listing:
    """The tables of a server, as lists show them: as the store has them, and who is at those in memory."""

    def __init__(self, store: TableStore, rooms: Rooms) -> None:
        self._store = store
        self._rooms = rooms

    async def page(
        self, status: str | None = None, limit: int = 50, before: str | None = None, *, everything: bool = False
    ) -> Json:
        """``{"games": […]}``: the newest tables first, those that are not public only if ``everything`` is asked for.

        ``before`` is the ``created`` of the last table of the page before. Raises :class:`~magnate.errors.BadTable`.
        """
        try:
            earlier = None if before is None else microseconds(before)
        except (ValueError, OverflowError):
            raise BadTable(f'"{before}" is no time', hint="give the created of the last table of a page") from None
        most = max(1, min(limit, MOST))
        rows = await asyncio.to_thread(self._store.listed, status, most, earlier, everything=everything)
        withheld = await self._withheld(rows)
        return {"games": [self._entry(row, withheld=row["id"] in withheld) for row in rows]}

    async def held(self, tokens: Mapping[str, Sequence[str]]) -> Json:
        """``{"games": […]}``: of these tables those that are opened by a token of theirs, public or not.

        What is not among them has been forgotten, its seat was given a new token, or it is a table of another store.
        """
        found = await asyncio.to_thread(self._store.found, list(tokens))
        mine = (row for row, kept in found if any(opened(kept, token) is not None for token in tokens[row["id"]]))
        return {"games": [self._entry(row) for row in mine]}

    async def _withheld(self, rows: Sequence[Mapping[str, Any]]) -> set[str]:
        """Those of these tables whose winner would tell of a hand that is still played elsewhere."""
        seals = {row["id"]: row["terms"].sealed_by for row in rows if row["terms"].own_hand}
        if not seals:
            return set()
        going_on = await asyncio.to_thread(self._store.unfinished, {one for sealed in seals.values() for one in sealed})
        return {table for table, sealed in seals.items() if going_on & set(sealed)}

    def _entry(self, row: Mapping[str, Any], *, withheld: bool = False) -> Json:
        terms: Terms = row["terms"]
        room = self._rooms.here(terms.id)
        online = room.online if room is not None else set()
        return {
            "id": terms.id,
            "game": terms.game,
            "rules": terms.rules(),
            "status": row["status"],
            "seats": [chair.shown(online=not chair.human or chair.seat in online) for chair in row["chairs"]],
            "at": row["at"],
            "turn": row["turn"],
            "created": stamp(terms.created),
            "public": terms.public,
            "winner": None if withheld else row["winners"],
            "fork_of": None if terms.fork_of is None else terms.fork_of["id"],
        }
