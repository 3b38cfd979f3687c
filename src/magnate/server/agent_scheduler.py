"""When agents decide at the tables, and what they advise."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Sequence
from typing import TYPE_CHECKING, Any, Final

from ..analysis.trade_terms import counter_to
from ..core.wording import action_messages
from ..errors import AgentFailed, StoreFailed
from ..runtime.stream import deal_seed
from .agent_workers import Course, question, waited
from .decisions import shown_to, tried
from .game_session import refused
from .table_config import agent_for, with_time
from .timeline import LogEntry, public_entry

if TYPE_CHECKING:
    from ..core.game import Position
    from .agent_workers import AgentWorkers
    from .rooms import Json, Room, Rooms
    from .settings import Limits


__all__ = ["Advice", "AgentScheduler", "fallback_action"]


# ------------------------------------------- Turns: whenever an agent is to decide, it is asked, and its answer is done


LOG: Final = logging.getLogger(__name__)
STORE_AGAIN: Final = 5.0
"""Seconds until an agent's move is tried again that could not be kept."""
INSTEAD_SECONDS: Final = 5.0
"""How long the agent may think that decides where another has failed."""


class AgentScheduler:
    """Plays the agents' decisions at all tables of a server."""

    def __init__(self, rooms: Rooms, agent_workers: AgentWorkers, limits: Limits) -> None:
        self._rooms = rooms
        self._agent_workers = agent_workers
        self._limits = limits
        self._stopping = False

    def wake(self, room: Room) -> None:
        """Let an agent play if it is to decide."""
        if room.playing is None and room.table.agent_next is not None and not self._stopping:
            room.playing = self._rooms.spawn(self._play(room))

    def stop(self) -> None:
        """Let no agent begin another decision."""
        self._stopping = True

    async def _play(self, room: Room) -> None:
        """Let agents play at a table until a person is to decide, or nobody."""
        loop = asyncio.get_running_loop()
        try:
            while room.table.agent_next is not None and not self._stopping:
                begun = loop.time()
                await self._agent_move(room)
                spent = loop.time() - begun
                await asyncio.sleep(max(0.0, self._limits.pace - spent) if room.watching else 0.0)
        finally:
            room.playing = None

    async def _agent_move(self, room: Room) -> None:
        """One decision of an agent; nothing, if somebody else has changed the table while it thought."""
        table = room.table
        table_seat, position, asked = table.agent_next, table.position, table.asked
        if table_seat is None or table_seat.played_by is None:
            return
        seat, notes = table_seat.seat, list[LogEntry]()
        try:
            action, late = await self._thought(room, seat, table_seat.played_by, position)
            if late:
                notes = [public_entry("late", seat, seat=seat, agent=table_seat.played_by)]
        except AgentFailed as failed:
            if self._stopping:
                return
            LOG.warning("table %s, seat %d: %s", table.id, seat, failed.message)
            action, by = await self._instead(room, seat, table_seat.played_by, position)
            params = {"seat": seat, "agent": table_seat.played_by}
            notes = [
                public_entry("failed", seat, **params) if by is None else public_entry("instead", seat, **params, by=by)
            ]
        async with room.lock:
            if table.asked != asked or table.agent_next != table_seat:
                return
            try:
                await self._rooms.keep(room, table.plan_move(table_seat.seat, [action], notes=notes))
            except StoreFailed as failed_store:
                LOG.error("table %s: %s", table.id, failed_store.message)
                await asyncio.sleep(STORE_AGAIN)

    async def _instead(self, room: Room, seat: int, failed: str, position: Position) -> tuple[int, str | None]:
        """What is done where an agent has failed, and by which other one: None where that one fails too.

        The game's own agent decides, or the first that the game proposes.
        """
        by = agent_for(room.table.game, None)
        if by != failed:
            try:
                return (await self._thought(room, seat, by, position, INSTEAD_SECONDS))[0], by
            except AgentFailed as failure:
                LOG.warning("table %s, seat %d: %s", room.table.id, seat, failure.message)
        return fallback_action(position), None

    async def _thought(
        self, room: Room, seat: int, spec: str, position: Position, seconds: float | None = None
    ) -> tuple[int, bool]:
        """The action that an agent chooses, and whether its time ended before its budget.

        Those who wait get a message that it thinks, or is made ready for that.
        Raises :class:`~magnate.errors.AgentFailed`.
        """
        course, limit = Course(room.who), self._limits.agent_seconds if seconds is None else seconds

        def tell(ms: int) -> None:
            if course.preparing:
                room.tell_all({"type": "preparing", "seat": seat, "agent": spec, "ms": ms, "cid": None})
            else:
                room.tell_all({"type": "think", "seat": seat, "agent": spec, "ms": ms})

        asked = question("choose", position, spec)
        action = int(await waited(self._agent_workers.ask(asked, limit, course), course, tell))
        if action not in position.legal_ids():
            raise AgentFailed(f"the agent {spec} answered {action}, which is not legal", hint="report this")
        return action, course.late


def fallback_action(position: Position) -> int:
    """What is done where all agents have failed: one of the legal actions, the same in every run."""
    legal = position.legal_ids()
    return legal[deal_seed("instead", position.seed or 0, position.steps) % len(legal)]


# ---------------------------------------------------------------- Advice, from what the seat sees of the position alone


SEEDS: Final = 1 << 32
"""A page's numbers are exact up to more than that."""
SUGGESTING: Final = 5.0
"""The most seconds that a suggestion may take."""
WAITING: Final = 20.0
"""Seconds that a question to an agent waits for the one before it, looking every so many of :data:`TURN`."""
TURN: Final = 0.1


class Advice:
    """Asks the workers for those who play; one question of a seat at a time."""

    def __init__(self, agent_workers: AgentWorkers, limits: Limits) -> None:
        self._agent_workers = agent_workers
        self._limits = limits

    async def hint(self, room: Room, seat: int, cid: str, tell: Callable[[Json], None]) -> Json:
        """The best moves for the seat to move, and what the table's agent for hints would do: the message that is sent.

        ``tell`` is handed a message every second for as long as the search is being made ready.
        """
        table = room.table
        _check_hints(room)
        _check_turn(room, seat)
        shown, spec, course = shown_to(table.position, seat), table.hinter, Course(room.who)

        def patience(ms: int) -> None:
            if course.preparing:
                tell({"type": "preparing", "seat": seat, "agent": spec, "ms": ms, "cid": cid})

        half = self._limits.hint_seconds / 2  # for the agent's search, and for games that are played on
        seed = deal_seed("hint", table.asked) % SEEDS
        asked = question("hint", shown, with_time(spec, half), seed, seat, half)
        limit = max(self._limits.agent_seconds, self._limits.hint_seconds)
        found = await self._asked(
            room, seat, lambda: waited(self._agent_workers.ask(asked, limit, course), course, patience)
        )
        return {"type": "hint", "cid": cid, "agent": spec, "seed": seed, **found}

    async def suggestion(self, room: Room, seat: int) -> list[str]:
        """The actions that the game's own agent would take here, to the end of the pending matter.

        They are no hint, and given at any table, where the game says that a debt is to be paid (``is_debt``).
        """
        table = room.table
        _check_turn(room, seat)
        if not _is_debt(table.position):
            _check_hints(room)
        asked = question("suggest", shown_to(table.position, seat), agent_for(table.game, None))
        actions: list[str] = await self._asked(
            room, seat, lambda: self._agent_workers.ask(asked, SUGGESTING, Course(room.who))
        )
        return actions

    async def reply(self, room: Room, seat: int, actions: Sequence[str]) -> Json:
        """What the agent that is to answer these actions of ``seat`` would probably do, as far as the seat can know.

        ``{"seat", "action", "m"}``; all are null where a person would answer, or nobody. So they are where the actions
        cannot be taken: pages ask while the offer is on its way, and it is nobody's fault if it arrives first.
        """
        table = room.table
        _check_hints(room)
        nobody: Json = {"seat": None, "action": None, "m": None}
        if table.over or table.position.to_move != seat:
            return nobody
        start, left = counter_to(table.position, actions) or (table.position, actions)
        trial, _ = tried(start, seat, left)
        after = trial.last
        mover = after.to_move
        spec = table.seats[mover].played_by if mover >= 0 else None
        if trial.reason(left) is not None or mover == seat or spec is None:
            return nobody
        asked = question("choose", shown_to(after, mover), spec)
        for _ in range(round(WAITING / TURN)):  # the page asks again with each change of an offer
            if seat not in room.advised:
                break
            await asyncio.sleep(TURN)
        action = int(
            await self._asked(room, seat, lambda: self._agent_workers.ask(asked, SUGGESTING, Course(room.who)))
        )
        message = action_messages(after, [action])[0]
        return {"seat": mover, "action": after.name_of(action), "m": message.to_json()}

    async def _asked(self, room: Room, seat: int, ask: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
        if seat in room.advised:
            raise refused("rate", "one_hint")
        room.advised.add(seat)
        try:
            return await ask()
        except AgentFailed as failed:
            LOG.warning("table %s: %s", room.table.id, failed.message)
            raise refused("refused", "no_hint") from None
        finally:
            room.advised.discard(seat)


def _check_hints(room: Room) -> None:
    if room.table.config.hints == "off":
        raise refused("refused", "hints")


def _check_turn(room: Room, seat: int) -> None:
    if room.table.over:
        raise refused("over")
    if room.table.position.to_move != seat:
        raise refused("not_yours")


def _is_debt(position: Position) -> bool:
    is_debt = position.game.declared.is_debt
    return is_debt is not None and is_debt(position.state)
