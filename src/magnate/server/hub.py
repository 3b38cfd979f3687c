"""All tables of one server: who watches which, whose turn it is to think, and what is sent to whom.

Everything here runs in one asyncio loop and never blocks it: agents think in worker processes (:mod:`.thinking`), the
store is written in a thread of its own (:mod:`.tablestore`). What happened at a table is in the store before anybody is
told of it.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
import logging
import secrets
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, Literal, TypeVar

from ..engine.stream import deal_seed
from ..engine.wording import action_message
from ..errors import AgentFailed, BadRecord, BadTable, BadToken, MagnateError, StoreFailed
from .bodies import Fork, NewTable, SeatWish
from .chairs import Chair
from .dice import Dice
from .frames import Change
from .limits import Limits
from .lines import told_to_all
from .names import clean_name
from .playing import agent_for, hint_spec
from .questions import shown_to
from .room import Json, Room, Send, Subscription
from .rooms import Rooms
from .table import Table, refused
from .tablestore import TableStore
from .terms import Terms, microseconds, stamp
from .thinking import Thinkers, question
from .turns import Turns
from .verifying import record_of, verified

if TYPE_CHECKING:
    from ..engine.game import Game
    from ..engine.position import Position

__all__ = ["Hub", "Json", "Send", "Subscription"]

LOG: Final = logging.getLogger(__name__)
SUGGESTING: Final = 5.0
"""The most seconds that a suggestion may take."""
HINT_MORE: Final = 5.0
"""Seconds that a hint may take longer than its search was told."""

MIXING: Final = 16
"""How often what is hidden is drawn anew, seat by seat, for a viewer who has no seat."""

T = TypeVar("T")


class Hub:
    """The tables of a server. Use :meth:`start` first and :meth:`stop` at the end.

    Methods that change a table raise :class:`~magnate.errors.Refused` where the table does not allow it, and a
    :class:`~magnate.errors.StoreFailed` where it cannot be kept: then nothing has changed and nothing was sent.
    """

    def __init__(self, store: TableStore, thinkers: Thinkers, limits: Limits | None = None) -> None:
        self.store = store
        self.thinkers = thinkers
        self.limits = limits or Limits()
        self._rooms = Rooms(store, self.limits.loaded)
        self._turns = Turns(self._rooms, thinkers, self.limits)
        self._rooms.changed = self._turns.wake

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
        await self.thinkers.close()
        await self._rooms.finish()

    # ------------------------------------------------------------------------------------------ tables

    async def create(self, new: NewTable) -> Json:
        """Make a table; returns ``{"id", "table", "tokens": {"0": …}}`` with a token for each seat of a person.

        Raises :class:`~magnate.errors.BadTable`, and what an impossible game, option or agent raises.
        """

        def prepared() -> tuple[Game, tuple[Chair, ...]]:
            from ..engine.game import load_with

            game = load_with(new.game, new.preset, len(new.seats), new.options)
            return game, _chairs(game, new.seats, new.undo)

        game, chairs = await asyncio.to_thread(prepared)
        dice = Dice.thrown(new.seed)
        agreed = {"hints": new.hints, "undo": new.undo, "public": new.public}
        return await self._begun(Terms.of(game, dice, chosen=new.seed is not None, **agreed), chairs, game)

    async def fork(self, table: Table, viewpoint: int | None, fork: Fork) -> Json:
        """A new table that begins at a position of this one; answers as :meth:`create`.

        Of a game that goes on, what the viewer cannot see is drawn anew, and there are hints only if it has some.
        """
        if fork.at > table.at:
            raise BadTable(f"there is no step {fork.at}", hint=f"the steps are 0 to {table.at}")
        position = table.position_at(fork.at)
        if position.is_over:
            raise BadTable("the game is over there, so nothing can go on", hint="fork at an earlier step")
        if len(fork.seats) != table.players:
            raise BadTable(f"the game has {table.players} seats, not {len(fork.seats)}", hint="say who plays each")
        if not table.over and table.game.info.hidden:
            position = _as_known(position, range(table.players) if viewpoint is None else [viewpoint])
        alone = sum(wish.kind == "human" for wish in fork.seats) <= 1
        undo = fork.undo if alone else "barrier"  # a fork lets everything be taken back unless that concerns others
        chairs = await asyncio.to_thread(_chairs, table.game, fork.seats, undo)
        may_ask = table.over or not table.people or table.terms.hints != "off"  # no engine beside a game that has none
        terms = Terms.of(
            table.game,
            Dice.thrown(),
            start=position.to_setup(),
            fork_of={"id": table.id, "at": fork.at},
            hints=fork.hints if may_ask else "off",
            undo=undo,
            public=fork.public,
        )
        return await self._begun(terms, chairs, table.game)

    async def import_record(self, record: Mapping[str, Any]) -> Json:
        """Keep a record as a table that can be watched and forked; answers as :meth:`create`, without tokens.

        Raises :class:`~magnate.errors.BadRecord` for one that is none, or does not replay.
        """
        terms, chairs, game, steps = await asyncio.to_thread(self._read, record)
        return await self._begun(terms, chairs, game, steps)

    def _read(self, data: Mapping[str, Any]) -> tuple[Terms, tuple[Chair, ...], Game, tuple[int, ...]]:
        """What a record says, which is checked from the first step to the last."""
        from ..engine.record import Record

        try:
            record = Record.from_json(json.dumps(data))
        except (ValueError, RecursionError):
            raise BadRecord("this is no record", hint="give the JSON file that the export writes") from None
        if len(record.actions) > self.limits.steps:
            raise BadRecord(
                f"the record has {len(record.actions)} steps", hint=f"this server takes up to {self.limits.steps}"
            )
        record.verify()
        game = record.to_game()
        dice = None if record.seed is None else Dice(record.seed, "")
        names = record.agents or [f"Player {seat + 1}" for seat in range(game.players)]
        chairs = tuple(
            Chair(seat, clean_name(name) or f"Player {seat + 1}", clean_name(name)) for seat, name in enumerate(names)
        )
        start = None if record.start is None else dict(record.start)
        return Terms.of(game, dice, start=start, imported=True), chairs, game, record.actions

    async def _begun(self, terms: Terms, chairs: tuple[Chair, ...], game: Game, steps: Sequence[int] = ()) -> Json:
        """Begin a table, keep it, and let its agents play."""
        if not terms.imported and await self._rooms.written(self.store.running) >= self.limits.running:
            raise refused("rate", "full")
        await self._rooms.warmed(game)
        table, change = await asyncio.to_thread(Table.begun, terms, chairs, game, steps)
        tokens = {chair.seat: _new_token() for chair in chairs if chair.human}
        table.tokens = {seat: _digest(token) for seat, token in tokens.items()}
        await self._rooms.begin(table, change)
        return {"id": table.id, "table": table.info(), "tokens": {str(seat): token for seat, token in tokens.items()}}

    async def table(self, id: str) -> Table:  # noqa: A002 - what everybody calls it
        """The table of an id, from memory or the store; raises :class:`~magnate.errors.NoSuchTable`."""
        return (await self._rooms.find(id)).table

    async def games(self, status: str | None = None, limit: int = 50, before: str | None = None) -> Json:
        """``{"games": […]}``: the newest tables first, those that are not public left out."""
        try:
            earlier = None if before is None else microseconds(before)
        except (ValueError, OverflowError):
            raise BadTable(f'"{before}" is no time', hint="give the created of the last table of a page") from None
        rows = await asyncio.to_thread(self.store.listed, status, max(1, min(limit, 100)), earlier)
        return {"games": [self._entry(row) for row in rows]}

    def _entry(self, row: Mapping[str, Any]) -> Json:
        terms: Terms = row["terms"]
        room = self._rooms.here(terms.id)
        online = room.online if room is not None else set()
        return {
            "id": terms.id,
            "game": terms.game,
            "status": row["status"],
            "seats": [chair.shown(online=not chair.human or chair.seat in online) for chair in row["chairs"]],
            "at": row["at"],
            "turn": row["turn"],
            "created": stamp(terms.created),
            "winner": row["winners"],
            "fork_of": None if terms.fork_of is None else terms.fork_of["id"],
        }

    async def delete(self, table: Table) -> None:
        """Forget a table altogether; whoever watches it is told goodbye."""
        room = await self._rooms.find(table.id)
        async with room.lock:
            await self._rooms.written(self.store.delete, table.id)
            self._rooms.close(table.id)
            if room.playing is not None:
                room.playing.cancel()
            room.dismiss("kicked", everybody=True)

    def seat_of(self, table: Table, token: str | None) -> int | None:
        """The seat that a token opens; None (a spectator) without one. Raises :class:`~magnate.errors.BadToken`."""
        if token is None:
            return None
        given, found = _digest(token), None
        for seat, kept in self._current(table).tokens.items():  # all of them: the time tells nothing
            if hmac.compare_digest(given, kept):
                found = seat
        if found is None:
            raise BadToken("this link opens no seat of the table", hint="ask the host for a new one")
        return found

    async def reissue(self, table: Table, seat: int) -> Json:
        """``{"token": …}``: a new token for a seat; the old one is worth nothing, and who came by it is put out."""
        room = await self._rooms.find(table.id)
        if seat not in room.table.tokens:
            raise refused("refused", "no_person")
        token = _new_token()
        async with room.lock:
            await self._rooms.written(self.store.open_with, table.id, seat, _digest(token))
            room.table.tokens[seat] = _digest(token)
            room.dismiss("kicked", seat)
        return {"token": token}

    # ---------------------------------------------------------------------------------------- watching

    def join(self, table: Table, viewpoint: int | None, send: Send) -> Subscription:
        """Watch a table: from now on ``send`` is handed all that happens, encoded (``step``, ``seats``, ``think``, …).

        It is called in the loop's thread, in the order in which things happen; a ``sync`` asked for between two calls
        has all that the earlier ones told and nothing that the later ones will. After a ``bye`` nothing follows.
        """
        room = self._rooms.of(table)
        one = Subscription(room, viewpoint, send, self.limits.log)
        if viewpoint is not None and not room.table.chairs[viewpoint].claimed:
            room.table.claim(viewpoint)
            self._rooms.spawn(self._keep_seats(room))
        room.enter(one)
        return one

    async def _keep_seats(self, room: Room) -> None:
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
            return await asyncio.to_thread(current.plan_undo, person, cid)

        return await self._changed(table, seat, cid, planned)

    async def take_seat(
        self, table: Table, seat: int, cid: str, take: Literal["agent", "human"], agent: str | None = None
    ) -> int:
        """Let an agent play for the person in a seat (``agent``: which; default the game's own), or give it back.

        Who may ask so is the caller's business: the seat itself, or the owner.
        """

        async def planned(current: Table) -> Change:
            if not 0 <= seat < current.players or not current.chairs[seat].human:
                raise refused("refused", "no_person")
            if current.over:
                raise refused("over")
            chair = current.chairs[seat]
            if take == "agent":
                spec = await asyncio.to_thread(_allowed, current.game, agent)
                chair = replace(chair, stand_in=spec)
                note = told_to_all("stand_in", seat, seat=seat, agent=spec)
            else:
                chair = replace(chair, stand_in=None)
                note = told_to_all("back", seat, seat=seat)
            chairs = (*current.chairs[:seat], chair, *current.chairs[seat + 1 :])
            return current.plan_note(note, chairs=chairs, seat=seat, cid=cid)

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
        if table.chairs[seat].played_by is not None:
            raise refused("not_yours", "agent_plays")
        return seat

    # ------------------------------------------------------------------------------------------ asking

    async def shown(self, table: Table) -> Json:
        """``{"table", "seats", "view"}``, as the public sees it."""
        room = await self._rooms.find(table.id)
        return {"table": room.table.info(), "seats": room.table.seats(room.online), "view": room.table.view(None)}

    async def steps(self, table: Table, viewpoint: int | None, first: int, limit: int) -> Json:
        """``{"steps": [{at, lines, view}], "total"}``: the positions after ``first`` and more steps, 0 the start."""
        current, most = self._current(table), max(1, min(limit, self.limits.batch))
        shown = await asyncio.to_thread(current.steps, viewpoint, max(0, first), most)
        return {"steps": shown, "total": current.at + 1}

    async def turns(self, table: Table) -> Json:
        """``{"turns": [{at, seat, label, mark}]}``: where turns, rounds and eras begin."""
        return {"turns": self._current(table).turns()}

    async def log(self, table: Table, viewpoint: int | None) -> Json:
        """``{"lines": […]}``: all that the viewer may read."""
        return {"lines": self._current(table).log(viewpoint)}

    async def why(self, table: Table, seat: int, refs: Sequence[str], kind: str | None = None) -> Json:
        """``{"reasons": […]}``: why the seat can do nothing (of that kind) with these elements now."""
        return {"reasons": await asyncio.to_thread(self._current(table).why, seat, refs, kind)}

    async def preview(self, table: Table, seat: int, actions: Sequence[str]) -> Json:
        """``{"lines", "view", "decision", "reasons"}``: what the actions would do, as far as the seat can know."""
        return await asyncio.to_thread(self._current(table).preview, seat, actions)

    async def suggest(self, table: Table, seat: int) -> Json:
        """``{"actions": […]}``: what the game's own agent would do here, to the end of the pending matter."""
        current = self._current(table)
        if current.terms.hints == "off":
            raise refused("refused", "hints")
        if current.over or current.position.to_move != seat:
            raise refused("over" if current.over else "not_yours")
        spec = await asyncio.to_thread(_allowed, current.game, None)
        asked = question("suggest", shown_to(current.position, seat), spec)
        return {"actions": await self._asked(current, seat, lambda: self.thinkers.ask(asked, SUGGESTING))}

    async def hint(self, table: Table, seat: int | None, cid: str, seq: int) -> list[Json]:  # noqa: ARG002 - as the others
        """What a search finds best for the seat to move: at most three ``{name, m, value, visits, low, high}``."""
        current = self._current(table)
        person = self._person(current, seat)
        if current.terms.hints == "off":
            raise refused("refused", "hints")
        if current.over:
            raise refused("over")
        current.check_seq(seq)
        if current.position.to_move != person:
            raise refused("not_yours")
        shown, seconds = shown_to(current.position, person), self.limits.hint_seconds
        asked = question("hint", shown, hint_spec(current.game, seconds), deal_seed("hint", current.asked))
        found = await self._asked(current, person, lambda: self.thinkers.ask(asked, seconds + HINT_MORE))
        names = {action.id: action.name for action in shown.legal()}
        return [_hint(shown, names, one) for one in found]

    async def _asked(self, table: Table, seat: int, ask: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
        """One question of a seat at a time."""
        room = self._rooms.of(table)
        if seat in room.hinted:
            raise refused("rate", "one_hint")
        room.hinted.add(seat)
        try:
            return await ask()
        except AgentFailed as failed:
            LOG.warning("table %s: %s", table.id, failed.message)
            raise refused("refused", "no_hint") from None
        finally:
            room.hinted.discard(seat)

    async def record(self, table: Table, *, owner: bool = False) -> str:
        """The record as JSON text: of a finished game; of one that goes on, without its seed, where nobody can cheat.

        That is: no person plays, or nothing is hidden and the owner asks.
        """
        current = self._current(table)
        if not (current.over or not current.people or (owner and not current.game.info.hidden)):
            raise refused("refused", "record")
        return record_of(current).to_json()

    async def verify(self, table: Table) -> Json:
        """``{"ok", "checks": […]}``: commitment, dice, steps and result of a finished game."""
        current = self._current(table)
        if not current.over:
            raise refused("refused", "verify")
        return await asyncio.to_thread(verified, current)

    def _current(self, table: Table) -> Table:
        """The table as it is in memory now: it may have been forgotten and loaded again since."""
        room = self._rooms.here(table.id)
        return table if room is None else room.table


def _new_token() -> str:
    """A secret of 128 bits."""
    return secrets.token_urlsafe(16)


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode(errors="replace")).digest()


def _allowed(game: Game, agent: str | None) -> str:
    """The spec of an agent that is to stand in; raises :class:`~magnate.errors.Refused`."""
    try:
        return agent_for(game, agent)
    except MagnateError as error:
        raise refused("refused", "agent", why=error.message) from None


def _chairs(game: Game, seats: Sequence[SeatWish], undo: str) -> tuple[Chair, ...]:
    """The chairs of a new table; raises :class:`~magnate.errors.BadTable`."""
    if undo == "free" and sum(wish.kind == "human" for wish in seats) > 1:
        raise BadTable("several people cannot take everything back", hint='let one person play, or say "barrier"')
    chairs = []
    for seat, wish in enumerate(seats):
        if wish.kind == "human":
            if wish.agent is not None:
                raise BadTable(f"seat {seat} is a person's and names an agent", hint="leave one of them out")
            chairs.append(Chair(seat, wish.name or f"Player {seat + 1}"))
        else:
            spec = agent_for(game, wish.agent)
            chairs.append(Chair(seat, wish.name or spec, spec))
    return tuple(chairs)


def _as_known(position: Position, seats: Sequence[int]) -> Position:
    """The position with all drawn anew that not every one of these seats knows.

    Drawn for one seat after another, what is hidden still depends on what it was before: the more rounds, the less.
    """
    for _ in range(MIXING if len(seats) > 1 else 1):
        for seat in seats:
            position = position.shown_to(seat, secrets.randbits(62))
    return position


def _hint(shown: Position, names: Mapping[int, str], one: Mapping[str, Any]) -> Json:
    found = {name: one[name] for name in ("value", "visits", "low", "high")}
    return {"name": names[one["id"]], "m": action_message(shown, one["id"]).to_json(), **found}
