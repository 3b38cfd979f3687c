"""Advice for those who play: hints of a search, and what the game's own agent would do.

Whoever gives it is handed what the seat sees of the position, and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, Final

from ..core.wording import action_message
from ..errors import AgentFailed
from ..runtime.stream import deal_seed
from .live import refused
from .playing import agent_for, with_time
from .questions import shown_to
from .thinking import Course, question, waited
from .turns import LOG

if TYPE_CHECKING:
    from ..core.game import Position
    from .limits import Limits
    from .room import Json, Room
    from .thinking import Thinkers

__all__ = ["Advice"]

SUGGESTING: Final = 5.0
"""The most seconds that a suggestion may take."""


class Advice:
    """Asks the workers for those who play; one question of a seat at a time."""

    def __init__(self, thinkers: Thinkers, limits: Limits) -> None:
        self._thinkers = thinkers
        self._limits = limits

    async def hint(self, room: Room, seat: int, cid: str, tell: Callable[[Json], None]) -> Json:
        """What the table's search finds best for the seat to move, as the message that is sent.

        ``tell`` is handed a message every second for as long as the search is being made ready.
        """
        table = room.table
        _check_hints(room)
        _check_turn(room, seat)
        shown, spec, course = shown_to(table.position, seat), table.hinter, Course(room.who)

        def patience(ms: int) -> None:
            if course.preparing:
                tell({"type": "preparing", "seat": seat, "agent": spec, "ms": ms, "cid": cid})

        timed = with_time(spec, self._limits.hint_seconds)
        asked = question("hint", shown, timed, deal_seed("hint", table.asked))
        limit = max(self._limits.agent_seconds, self._limits.hint_seconds)
        found = await self._asked(
            room, seat, lambda: waited(self._thinkers.ask(asked, limit, course), course, patience)
        )
        names = {action.id: action.name for action in shown.legal()}
        lines = [
            {
                "name": names[one["id"]],
                "m": action_message(shown, one["id"]).to_json(),
                **{name: one[name] for name in ("value", "visits", "low", "high")},
            }
            for one in found
        ]
        return {"type": "hint", "cid": cid, "agent": spec, "actions": lines}

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
            room, seat, lambda: self._thinkers.ask(asked, SUGGESTING, Course(room.who))
        )
        return actions

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
    if room.table.terms.hints == "off":
        raise refused("refused", "hints")


def _check_turn(room: Room, seat: int) -> None:
    if room.table.over:
        raise refused("over")
    if room.table.position.to_move != seat:
        raise refused("not_yours")


def _is_debt(position: Position) -> bool:
    told = getattr(position.game.module, "is_debt", None)
    return told is not None and told(position.state)
