"""Lines of a table's log: what happened, as messages that only those see who may read them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..core.contract import SEATS
from ..core.narration import everyone
from ..core.wording import event_message
from ..messages import Message

if TYPE_CHECKING:
    from ..core.game import Position

__all__ = ["Clock", "Told", "told_by", "told_to_all"]


@dataclass(frozen=True, slots=True)
class Told:
    """A line: its message as JSON, the seats that may read it (a mask), whom it is about, and what it marks."""

    m: Mapping[str, Any]
    readers: int
    seat: int | None = None
    mark: str | None = None

    def for_viewer(self, viewpoint: int | None, players: int) -> bool:
        """Whether a seat may read it; a spectator (None) may read what every seat may."""
        wanted = everyone(players) if viewpoint is None else 1 << viewpoint
        return self.readers & wanted == wanted

    def shown(self, at: int) -> dict[str, Any]:
        """The line as it is sent, true after ``at`` steps."""
        line: dict[str, Any] = {"at": at, "seat": self.seat, "m": self.m}
        return line if self.mark is None else {**line, "mark": self.mark}

    def to_json(self) -> list[Any]:
        """As it is kept."""
        return [self.m, self.readers, self.seat, self.mark]

    @classmethod
    def from_json(cls, kept: Sequence[Any]) -> Told:
        """What :meth:`to_json` gave."""
        return cls(*kept)


def told_by(position: Position) -> list[Told]:
    """What the position's last decision, and the chance after it, did."""
    lines = []
    for event in position.events:
        about = event.params.get("seat")
        seat = about if isinstance(about, int) and 0 <= about < position.game.players else None
        lines.append(Told(event_message(position, event).to_json(), event.seats, seat))
    return lines


def told_to_all(key: str, about: int | None = None, mark: str = "table", /, **params: Any) -> Told:
    """A line about the table itself (and perhaps a seat), by its key in the files ``table.json``."""
    return Told(Message(f"table.{key}", params).to_json(), everyone(SEATS), about, mark)


@dataclass(frozen=True, slots=True)
class Clock:
    """Where a game stands, as far as its public view tells: the era, the round, and whose turn of which number it is.

    Most small games tell none of this: there a turn is a run of decisions of one seat.
    """

    game: str
    era: str | None
    round: int | None
    turns: int | None
    turn: int | None
    told: bool

    @classmethod
    def at(cls, position: Position, view: Mapping[str, Any]) -> Clock:
        """The clock of a position with this public view."""
        era, number, turns, turn = (view.get(name) for name in ("era", "round", "turns", "turn"))
        told = "turn" in view
        if not told and position.to_move >= 0:
            turn = position.to_move
        return cls(position.game.name, era, number, turns, turn, told)

    def begun(self, before: Clock | None) -> list[Told]:
        """What began between that clock and this one: an era, a round, a turn."""
        found = []
        if self.era is not None and (before is None or self.era != before.era):
            era = Message(f"{self.game}.era.{self.era}", {}, self.era)
            found.append(told_to_all("era", None, "era", era=era))
        if self.round is not None and (before is None or (self.era, self.round) != (before.era, before.round)):
            found.append(told_to_all("round", None, "round", round=self.round))
        if self.turn is not None and (before is None or self != before):
            found.append(told_to_all("turn", self.turn, "turn", seat=self.turn))
        return found
