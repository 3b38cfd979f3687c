"""All tables of one server: who watches which, whose turn it is to think, and what is sent to whom.

Everything here runs in one asyncio loop and never blocks it: agents think in worker processes (:mod:`.thinking`), the
store is written in a thread of its own (:mod:`.tablestore`). What happened at a table is in the store before anybody is
told of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, TypeAlias

from .bodies import Fork, NewTable
from .limits import Limits
from .table import Table
from .tablestore import TableStore
from .thinking import Thinkers

__all__ = ["Hub", "Json", "Send", "Subscription"]

Json: TypeAlias = dict[str, Any]
"""What becomes the body of an answer (:mod:`.bodies`)."""
Send: TypeAlias = Callable[[bytes], None]
"""Hands an encoded message to a socket's queue; it returns at once and raises nothing."""


class Subscription:
    """Somebody who watches a table with the eyes of one seat (``viewpoint``), or of the public (None)."""

    viewpoint: int | None

    def sync(self) -> bytes:
        """The whole table as it stands, encoded: the answer to every ``hello``."""
        raise NotImplementedError

    def close(self) -> None:
        """Watch no longer; more than once does no harm."""
        raise NotImplementedError


class Hub:
    """The tables of a server. Use :meth:`start` first and :meth:`stop` at the end.

    Methods that change a table raise :class:`~magnate.errors.Refused` where the table does not allow it, and a
    :class:`~magnate.errors.StoreFailed` where it cannot be kept: then nothing has changed and nothing was sent.
    """

    def __init__(self, store: TableStore, thinkers: Thinkers, limits: Limits | None = None) -> None:
        self.store = store
        self.thinkers = thinkers
        self.limits = limits or Limits()

    async def start(self) -> None:
        """Take up the tables that were running when the server ended: their agents go on."""

    async def stop(self) -> None:
        """Say goodbye to everybody, and end all thinking; the store keeps everything."""

    # ------------------------------------------------------------------------------------------ tables

    async def create(self, new: NewTable) -> Json:
        """Make a table; returns ``{"id", "table", "tokens": {"0": …}}`` with a token for each seat of a person.

        Raises :class:`~magnate.errors.BadTable`, and what an impossible game, option or agent raises.
        """
        raise NotImplementedError

    async def table(self, id: str) -> Table:  # noqa: A002 - what everybody calls it
        """The table of an id, from memory or the store; raises :class:`~magnate.errors.NoSuchTable`."""
        raise NotImplementedError

    async def games(self, status: str | None = None, limit: int = 50, before: str | None = None) -> Json:
        """``{"games": […]}``: the newest tables first, those that are not public left out."""
        raise NotImplementedError

    async def delete(self, table: Table) -> None:
        """Forget a table altogether; whoever watches it is told goodbye."""
        raise NotImplementedError

    def seat_of(self, table: Table, token: str | None) -> int | None:
        """The seat that a token opens; None (a spectator) without one. Raises :class:`~magnate.errors.BadToken`."""
        raise NotImplementedError

    async def reissue(self, table: Table, seat: int) -> Json:
        """``{"token": …}``: a new token for a seat; the old one is worth nothing, and who came by it is put out."""
        raise NotImplementedError

    # ---------------------------------------------------------------------------------------- watching

    def join(self, table: Table, viewpoint: int | None, send: Send) -> Subscription:
        """Watch a table: from now on ``send`` is handed all that happens, encoded (``step``, ``seats``, ``think``, …).

        It is called in the loop's thread, in the order in which things happen; a ``sync`` asked for between two calls
        has all that the earlier ones told and nothing that the later ones will. After a ``bye`` nothing follows.
        """
        raise NotImplementedError

    # ------------------------------------------------------------------------------------------ acting

    async def act(self, table: Table, seat: int | None, cid: str, seq: int, actions: Sequence[str]) -> int:
        """Take actions in order, all or none; returns the ``seq`` after them (for the ``ack``).

        The same ``cid`` of the same seat again returns the same and does nothing. What follows an outcome of chance or
        another seat's decision is refused: nobody knows yet what it will be.
        """
        raise NotImplementedError

    async def undo(self, table: Table, seat: int | None, cid: str, seq: int) -> int:
        """Go back to the seat's last decision; refused over chance, a revealed card or another seat's decision."""
        raise NotImplementedError

    async def hint(self, table: Table, seat: int | None, cid: str, seq: int) -> list[Json]:
        """What a search finds best for the seat to move: at most three ``{name, m, value, visits, low, high}``."""
        raise NotImplementedError

    async def take_seat(
        self, table: Table, seat: int, cid: str, take: Literal["agent", "human"], agent: str | None = None
    ) -> int:
        """Let an agent play for the person in a seat (``agent``: which; default the game's own), or give it back.

        Who may ask so is the caller's business: the seat itself, or the owner.
        """
        raise NotImplementedError

    # ------------------------------------------------------------------------------------------ asking

    async def shown(self, table: Table) -> Json:
        """``{"table", "seats", "view"}``, as the public sees it."""
        raise NotImplementedError

    async def steps(self, table: Table, viewpoint: int | None, first: int, limit: int) -> Json:
        """``{"steps": [{at, lines, view}], "total"}``: the positions after ``first`` and more steps, 0 the start."""
        raise NotImplementedError

    async def turns(self, table: Table) -> Json:
        """``{"turns": [{at, seat, label, mark}]}``: where turns, rounds and eras begin."""
        raise NotImplementedError

    async def log(self, table: Table, viewpoint: int | None) -> Json:
        """``{"lines": […]}``: all that the viewer may read."""
        raise NotImplementedError

    async def why(self, table: Table, seat: int, refs: Sequence[str], kind: str | None = None) -> Json:
        """``{"reasons": […]}``: why the seat can do nothing (of that kind) with these elements now."""
        raise NotImplementedError

    async def preview(self, table: Table, seat: int, actions: Sequence[str]) -> Json:
        """``{"lines", "view", "decision", "reasons"}``: what the actions would do, as far as the seat can know."""
        raise NotImplementedError

    async def suggest(self, table: Table, seat: int) -> Json:
        """``{"actions": […]}``: what the game's own agent would do here, to the end of the pending matter."""
        raise NotImplementedError

    async def fork(self, table: Table, viewpoint: int | None, fork: Fork) -> Json:
        """A new table that begins at a position of this one; answers as :meth:`create`.

        Of a game that goes on, what the viewer cannot see is drawn anew.
        """
        raise NotImplementedError

    async def record(self, table: Table, *, owner: bool = False) -> str:
        """The record as JSON text: of a finished game; of one that goes on, without its seed, where nobody can cheat.

        That is: no person plays, or nothing is hidden and the owner asks.
        """
        raise NotImplementedError

    async def import_record(self, record: Mapping[str, Any]) -> Json:
        """Keep a record as a table that can be watched and forked; answers as :meth:`create`, without tokens.

        Raises :class:`~magnate.errors.BadRecord` for one that is none, or does not replay.
        """
        raise NotImplementedError

    async def verify(self, table: Table) -> Json:
        """``{"ok", "checks": […]}``: commitment, dice, steps and result of a finished game."""
        raise NotImplementedError
