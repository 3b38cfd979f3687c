"""All tables of one server: who watches which, whose turn it is, and what is sent to whom."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, Literal, TypeVar

from ..errors import BadRecord, BadTable, BadToken, MagnateError, StoreFailed
from .agent_scheduler import Advice, AgentScheduler
from .agent_workers import AgentWorkers
from .analyses import Analyses
from .game_session import refused
from .preparing import Preparations
from .records import Played, RecordWorkers, TournamentGame
from .rooms import Json, Room, Rooms, Send, Subscription
from .schemas import Fork, NewTable, Rematch, clean_name, distinct
from .security import digest, new_token, opened
from .settings import Limits
from .table import Table
from .table_config import TableConfig, TableDice, agent_for, changed, microseconds, stamp
from .table_factory import Draft, forked, wished
from .tablestore import TableStore
from .timeline import Change, public_entry

if TYPE_CHECKING:
    from ..core.game import Game
    from .rooms import Json


__all__ = ["Subscription", "TableService"]

T = TypeVar("T")


# --------------------------------- Lists of tables: those that may be watched, and those that a browser has secrets for


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
        config: TableConfig = row["terms"]
        room = self._rooms.here(config.id)
        online = room.online if room is not None else set()
        return {
            "id": config.id,
            "game": config.game,
            "rules": config.rules(),
            "status": row["status"],
            "seats": [
                table_seat.shown(online=not table_seat.human or table_seat.seat in online)
                for table_seat in row["seats"]
            ],
            "at": row["at"],
            "turn": row["turn"],
            "created": stamp(config.created),
            "public": config.public,
            "winner": None if withheld else row["winners"],
            "fork_of": None if config.fork_of is None else config.fork_of["id"],
        }


# --------------------------------------------------------------------------------------------------------- The service
#
# Everything here runs in one asyncio loop and never blocks it: agents think in worker processes. Records are read, made
# and verified in others, the store is written in a thread of its own. What else goes through whole games is done in
# one thread, questions about positions are answered in two, so that making, loading and moving never wait behind them.
# What happened at a table is in the store before it is sent to anybody.


QUESTIONS_AT_ONCE: Final = 2
"""Threads that answer questions about a position."""


class TableService:
    """The tables of a server. Use :meth:`start` first and :meth:`stop` at the end.

    Methods that change a table raise :class:`~magnate.errors.Refused` where the table does not allow it, and a
    :class:`~magnate.errors.StoreFailed` where it cannot be kept: then nothing has changed and nothing was sent.
    """

    def __init__(self, store: TableStore, agent_workers: AgentWorkers, limits: Limits | None = None) -> None:
        self.store = store
        self.agent_workers = agent_workers
        self.limits = limits or Limits()
        self.labour = RecordWorkers()
        self.analyses = Analyses(self.limits)
        self.preparations = Preparations(agent_workers)
        self._whole_games = ThreadPoolExecutor(1, thread_name_prefix="magnate-whole-games")
        self._questions = ThreadPoolExecutor(QUESTIONS_AT_ONCE, thread_name_prefix="magnate-questions")
        self._rooms = Rooms(store, self.limits.loaded)
        self._turns = AgentScheduler(self._rooms, agent_workers, self.limits)
        self._advice = Advice(agent_workers, self.limits)
        self._rooms.changed = self._turns.wake
        self.listing = Listing(store, self._rooms)

    async def start(self) -> None:
        """Take up the tables that were running when the server ended: their agents go on."""
        for waiting in await self._rooms.written(self.store.waiting):
            self._rooms.spawn(self._rooms.take_up(waiting))

    async def stop(self) -> None:
        """Say goodbye to everybody, and end all thinking; the store has everything, and is the caller's to close."""
        self._turns.stop()
        for room in self._rooms.everyone():
            room.dismiss("restart", everybody=True)
            if room.playing is not None:
                room.playing.cancel()
        await self.agent_workers.close()
        await self.labour.close()
        await self.analyses.close()
        await self.preparations.close()
        await self._rooms.finish()
        for threads in (self._whole_games, self._questions):
            await asyncio.to_thread(threads.shutdown, cancel_futures=True)

    async def aside(self, work: Callable[..., T], *what: Any) -> T:
        """Do what goes through a whole game, in the thread for such work, after what is asked for already."""
        return await asyncio.get_running_loop().run_in_executor(self._whole_games, work, *what)

    async def _asked(self, work: Callable[..., T], *what: Any) -> T:
        """Answer a question about a position, in a thread for these."""
        return await asyncio.get_running_loop().run_in_executor(self._questions, work, *what)

    # ------------------------------------------------------------------------------------------ tables

    async def create(self, new: NewTable, who: str = "") -> Json:
        """Make a table; returns ``{"id", "table", "tokens": {"0": …}}`` with a token for each seat of a person.

        ``who`` is the address that asks for it. Raises :class:`~magnate.errors.BadTable`, and what an impossible game,
        option or agent raises.
        """
        draft = await asyncio.to_thread(wished, new, self.limits)
        if new.dice_of is not None:
            config = replace(draft.config, dice=await self._dice_of(new.dice_of, new.game), chosen=True)
            draft = replace(draft, config=config)
        return await self._begun(draft, who)

    async def _dice_of(self, id: str, game: str) -> TableDice:  # noqa: A002 - what everybody calls it
        """The dice of a game that is over."""
        table = await self.unsealed(await self.table(id))
        if not table.disclosed or table.config.game != game or table.config.dice is None:
            raise refused("refused", "dice_of")
        return table.config.dice

    async def rematch(self, table: Table, seat: int) -> Json:
        """``{"id", "seat", "token"}``: the next table of these players, and the place of ``seat`` there."""
        found = await self._rooms.written(self.store.following, table.id)
        if found is None:
            return {"id": None, "seat": None, "token": None}
        following, tokens = found
        token = tokens.get(str(seat))
        there = None if token is None else self.seat_of(await self.table(following), token)
        return {"id": following, "seat": there, "token": token}

    async def offer_rematch(self, table: Table, seat: int, rematch: Rematch) -> Json:
        """Tell the others of the next table, which somebody has made; answers as :meth:`rematch`.

        The first one counts. Raises :class:`~magnate.errors.BadToken` for a token that opens no seat there.
        """
        if not table.over:
            raise refused("refused", "not_over")
        there = await self.table(rematch.id)
        for token in rematch.tokens.values():
            self.seat_of(there, token)
        await self._rooms.written(self.store.follow, table.id, rematch.id, rematch.tokens)
        return await self.rematch(table, seat)

    async def fork(self, table: Table, viewpoint: int | None, fork: Fork, who: str = "") -> Json:
        """A new table that begins at a position of this one; answers as :meth:`create`.

        If the game goes on, what the viewer cannot see is drawn anew, and the fork has hints only if the game has. Such
        a fork is sealed and not public (:attr:`.GameSession.seals`).
        """
        await self.unsealed(table)
        draft = await self.aside(forked, self._current(table), viewpoint, fork, self.limits)
        return await self._begun(draft, who)

    async def import_record(self, body: bytes | Mapping[str, Any], who: str = "") -> Json:
        """Keep a record as a table that can be watched and forked; answers as :meth:`create`, without tokens.

        ``body`` is the request for it as it came, or the record; ``who`` is the address that it came from. It is read
        and played by another process, where those who ask for much wait in turn.

        Raises :class:`~magnate.errors.BadRecord` for one that is none, or does not replay, and
        :class:`~magnate.errors.Refused` where too much of the same person's waits already.
        """
        self._check_labour(who)
        if not isinstance(body, bytes):
            try:
                body = json.dumps({"record": body}).encode()
            except (ValueError, RecursionError):
                raise BadRecord("this is no record", hint="give the JSON file that the export writes") from None
        return await self._kept(await self.labour.imported(body, self.limits, who))

    async def open_game(self, game: TournamentGame, who: str = "") -> Json:
        """Keep a game of a tournament as such a table. It is played again by the process that reads records, too.

        Raises what :meth:`.RecordWorkers.replayed` raises, and :class:`~magnate.errors.Refused` as above.
        """
        self._check_labour(who)
        return await self._kept(await self.labour.replayed(game, self.limits, who))

    async def _kept(self, done: Json) -> Json:
        """The answer to who has brought a record, when its table is kept."""
        await self._rooms.whole(self._rooms.written(self.store.add_rows, done["rows"], {}))
        return {"id": done["id"], "table": done["info"], "tokens": {}}

    def _check_labour(self, who: str) -> None:
        """Refuse heavy work where too much of the same person's waits already."""
        if self.labour.waiting.of(who) >= self.limits.labours:
            raise refused("rate", "busy")

    async def _begun(self, draft: Draft, who: str) -> Json:
        """Begin a table, keep it, and let its agents play."""
        if await self._rooms.written(self.store.running) >= self.limits.running:
            raise refused("rate", "full")
        await self._rooms.warmed(draft.game)
        table, change = await asyncio.to_thread(Table.begun, draft.config, draft.seats, draft.game, draft.steps)
        tokens = {seat.seat: new_token() for seat in draft.seats if seat.human}
        table.tokens = {seat: digest(token) for seat, token in tokens.items()}
        await self._rooms.begin(table, change, who)
        return {"id": table.id, "table": table.info(), "tokens": {str(seat): token for seat, token in tokens.items()}}

    async def table(self, id: str) -> Table:  # noqa: A002 - what everybody calls it
        """The table of an id, from memory or the store; raises :class:`~magnate.errors.NoSuchTable`."""
        return (await self._rooms.find(id)).table

    async def delete(self, table: Table) -> None:
        """Forget a table altogether; its watchers get a ``bye``."""
        room = await self._rooms.find(table.id)
        async with room.lock:
            await self._rooms.written(self.store.delete, table.id)
            self._rooms.close(table.id)
            self.analyses.forget(table.id)
            if room.playing is not None:
                room.playing.cancel()
            room.dismiss("gone", everybody=True)

    def seat_of(self, table: Table, token: str | None) -> int | None:
        """The seat that a token opens; None (a spectator) without one. Raises :class:`~magnate.errors.BadToken`."""
        if token is None:
            return None
        found = opened(self._current(table).tokens, token)
        if found is None:
            raise BadToken("this link opens no seat of the table", hint="ask the host for a new one")
        return found

    async def reissue(self, table: Table, seat: int) -> Json:
        """``{"token": …}``: a new token for a seat; the old one is worth nothing, and who came by it is put out."""
        room = await self._rooms.find(table.id)
        if seat not in room.table.tokens:
            raise refused("refused", "no_person")
        token = new_token()
        async with room.lock:
            await self._rooms.written(self.store.open_with, table.id, seat, digest(token))
            room.table.tokens[seat] = digest(token)
            room.dismiss("kicked", seat)
        return {"token": token}

    # ---------------------------------------------------------------------------------------- watching

    def join(self, table: Table, viewpoint: int | None, send: Send) -> Subscription:
        """Watch a table: from now on ``send`` is handed all that happens, encoded (``step``, ``seats``, ``think``, …).

        It is called in the loop's thread, in the order in which things happen. A ``sync`` between two calls has all
        that the earlier ones sent and nothing that the later ones will. After a ``bye`` nothing follows.
        """
        room = self._rooms.of(table)
        one = Subscription(room, viewpoint, send, self.limits.log)
        if viewpoint is not None and not room.table.seats[viewpoint].claimed:
            room.table.claim(viewpoint)
            self._rooms.spawn(self._keep_seats(room))
        room.enter(one)
        return one

    async def _keep_seats(self, room: Room) -> None:
        async with room.lock:
            with suppress(StoreFailed):  # the next change keeps it
                await self._rooms.written(self.store.seat, room.table)

    # ------------------------------------------------------------------------------------------ acting

    async def act(self, table: Table, seat: int | None, cid: str, seq: int, actions: Sequence[str]) -> int:
        """Take actions in order, all or none; returns the ``seq`` after them (for the ``ack``).

        The same ``cid`` of the same seat again returns the same and does nothing. What follows an outcome of chance or
        another seat's decision is refused: nobody knows yet what it will be.
        """

        def plan(current: Table) -> Change:
            person = self._person(current, seat)
            current.check_seq(seq)
            return current.plan_move(person, actions, cid)

        return await self._changed(table, seat, cid, plan)

    async def undo(self, table: Table, seat: int | None, cid: str, seq: int) -> int:
        """Go back to the seat's last decision; refused over chance, a revealed card or another seat's decision."""

        async def planned(current: Table) -> Change:
            person = self._person(current, seat)
            if not current.over:
                current.check_seq(seq)
            return await self._asked(current.plan_undo, person, cid)

        return await self._changed(table, seat, cid, planned)

    async def take_seat(
        self, table: Table, seat: int, cid: str, take: Literal["agent", "human"], agent: str | None = None
    ) -> int:
        """Let an agent play for the person in a seat (``agent``: which; default the game's own), or give it back.

        Who may ask so is the caller's business: the seat itself, or the owner.
        """

        async def planned(current: Table) -> Change:
            if not 0 <= seat < current.players or not current.seats[seat].human:
                raise refused("refused", "no_person")
            if current.over:
                raise refused("over")
            if take == "agent":
                spec = await asyncio.to_thread(_allowed, current.game, agent, self.limits.agent_seconds)
                note = public_entry("stand_in", seat, seat=seat, agent=spec)
            else:
                spec, note = None, public_entry("back", seat, seat=seat)
            return current.plan_note(note, seats=changed(current.seats, seat, stand_in=spec), seat=seat, cid=cid)

        return await self._changed(table, seat, cid, planned)

    async def name_seat(self, table: Table, seat: int | None, cid: str, name: str) -> int:
        """Call the person of a seat by another name; one that another seat has gets a number."""

        def planned(current: Table) -> Change:
            if seat is None or not current.seats[seat].human:
                raise refused("not_yours", "spectator")
            others = [one.name for one in current.seats if one.seat != seat]
            mine = distinct([clean_name(name) or current.seats[seat].name, *others])[0]
            return current.plan_note(seats=changed(current.seats, seat, name=mine), seat=seat, cid=cid)

        return await self._changed(table, seat, cid, planned)

    async def _changed(
        self,
        table: Table,
        seat: int | None,
        cid: str,
        plan: Callable[[Table], Change] | Callable[[Table], Coroutine[Any, Any, Change]],
    ) -> int:
        """Plan a change, keep it, make it so and tell it; a message that was answered already is answered again."""

        async def change() -> int:
            room = await self._rooms.find(table.id)
            async with room.lock:
                answered = room.table.answered(seat, cid)
                if answered is not None:
                    return answered
                found = plan(room.table)
                await self._rooms.keep(room, found if isinstance(found, Change) else await found)
                return room.table.seq

        return await self._rooms.whole(change())

    def _person(self, table: Table, seat: int | None) -> int:
        """The seat, if a person may decide there now."""
        if seat is None:
            raise refused("not_yours", "spectator")
        if table.seats[seat].played_by is not None:
            raise refused("not_yours", "agent_plays")
        return seat

    # ------------------------------------------------------------------------------------------ asking

    async def shown(self, table: Table) -> Json:
        """``{"table", "seats", "view"}``, as the public sees it."""
        room = await self._rooms.find(table.id)
        return {"table": room.table.info(), "seats": room.table.shown_seats(room.online), "view": room.table.view(None)}

    async def steps(self, table: Table, viewpoint: int | None, first: int, limit: int) -> Json:
        """``{"steps": [{at, lines, view}], "total"}``: the positions after ``first`` and more steps, 0 the start."""
        current, most = self._current(table), max(1, min(limit, self.limits.batch))
        shown = await self._asked(current.steps, viewpoint, max(0, first), most)
        return {"steps": shown, "total": current.at + 1}

    async def turns(self, table: Table) -> Json:
        """``{"turns": [{at, seat, label, mark}]}``: where turns, rounds and eras begin."""
        return {"turns": await self.aside(self._current(table).turns)}

    async def log(self, table: Table, viewpoint: int | None) -> Json:
        """``{"lines": […]}``: all that the viewer may read."""
        return {"lines": await self.aside(self._current(table).log, viewpoint)}

    async def why(
        self, table: Table, seat: int, refs: Sequence[str], kind: str | None = None, after: Sequence[str] = ()
    ) -> Json:
        """``{"reasons": […]}``: why the seat can do nothing (of that kind) with these elements, after some actions."""
        return {"reasons": await self._asked(self._current(table).why, seat, refs, kind, after)}

    async def preview(self, table: Table, seat: int, actions: Sequence[str]) -> Json:
        """What the actions would do, as far as the seat can know (:class:`~magnate.server.schemas.PreviewAnswer`)."""
        return await self._asked(self._current(table).preview, seat, actions)

    async def suggest(self, table: Table, seat: int) -> Json:
        """``{"actions": […]}``: what the game's own agent would do here, to the end of the pending matter."""
        return {"actions": await self._advice.suggestion(await self._rooms.find(table.id), seat)}

    async def reply(self, table: Table, seat: int, actions: Sequence[str]) -> Json:
        """``{"seat", "action", "m"}``: what the agent that is to answer these actions would probably do."""
        return await self._advice.reply(await self._rooms.find(table.id), seat, actions)

    async def hint(
        self, table: Table, seat: int | None, cid: str, seq: int, tell: Callable[[Json], None] = lambda _: None
    ) -> Json:
        """The message with what the table's search finds best for the seat to move: at most three actions.

        ``tell`` is handed messages for the asking client while the search is being made ready.
        """
        room = await self._rooms.find(table.id)
        person = self._person(room.table, seat)
        if not room.table.over:
            room.table.check_seq(seq)
        return await self._advice.hint(room, person, cid, tell)

    async def record(self, table: Table, *, owner: bool = False, who: str = "") -> str:
        """The record as JSON text: of a finished game; of one that goes on, without its seed, where nobody can cheat.

        That is: no person plays, or nothing is hidden and the owner asks. ``who`` is the address that it is made for.
        """
        current = await self.unsealed(table)
        if current.seals:
            raise refused("refused", "sealed")
        if not (current.over or not current.people or (owner and not current.game.info.hidden)):
            raise refused("refused", "record")
        self._check_labour(who)
        return await self.labour.exported(Played.of(current), who)

    async def verify(self, table: Table, who: str = "") -> Json:
        """``{"ok", "checks": […]}``: commitment, dice, steps and result of a finished game."""
        current = await self.unsealed(table)
        if not current.over:
            raise refused("refused", "verify")
        if current.seals:
            raise refused("refused", "sealed")
        self._check_labour(who)
        return await self.labour.verified(Played.of(current), who)

    async def unsealed(self, table: Table) -> Table:
        """The table as it is in memory now, without the seals of tables that are over."""
        room = await self._rooms.find(table.id)
        await self._rooms.unseal(room)
        return room.table

    def _current(self, table: Table) -> Table:
        """The table as it is in memory now: it may have been forgotten and loaded again since."""
        room = self._rooms.here(table.id)
        return table if room is None else room.table


def _allowed(game: Game, agent: str | None, seconds: float) -> str:
    """The spec of an agent that is to stand in; raises :class:`~magnate.errors.Refused`."""
    try:
        return agent_for(game, agent, seconds)
    except MagnateError as error:
        raise refused("refused", "agent", why=error.message) from None
