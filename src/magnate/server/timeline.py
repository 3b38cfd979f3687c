"""What has happened at a table, step by step, and how the log shows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from ..core.contract import CHANCE, SEATS
from ..core.game import Position
from ..core.narration import everyone
from ..core.wording import event_message, outcome_message
from ..messages import Message

if TYPE_CHECKING:
    from .table_config import TableSeat


__all__ = [
    "Change",
    "Frame",
    "LogEntry",
    "Seen",
    "entries_of",
    "framed",
    "framed_turns",
    "headed",
    "public_entry",
    "replayed_frames",
]


# -------------------------------------------------- Entries of the log: messages that only those see who may read them


@dataclass(frozen=True, slots=True)
class LogEntry:
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
    def from_json(cls, kept: Sequence[Any]) -> LogEntry:
        """What :meth:`to_json` gave."""
        return cls(*kept)


def entries_of(position: Position) -> list[LogEntry]:
    """What the position's last decision, and the chance after it, did."""
    lines = []
    for event in position.events:
        about = event.params.get("seat")
        seat = about if isinstance(about, int) and 0 <= about < position.game.players else None
        lines.append(LogEntry(event_message(position, event).to_json(), event.seats, seat))
    return lines


def public_entry(key: str, about: int | None = None, mark: str = "table", /, **params: Any) -> LogEntry:
    """A line about the table itself (and perhaps a seat), by its key in the files ``table.json``."""
    return LogEntry(Message(f"table.{key}", params).to_json(), everyone(SEATS), about, mark)


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
    has_turns: bool

    @classmethod
    def at(cls, position: Position, view: Mapping[str, Any]) -> Clock:
        """The clock of a position with this public view."""
        era, number, turns, turn = (view.get(name) for name in ("era", "round", "turns", "turn"))
        has_turns = "turn" in view
        if not has_turns and position.to_move >= 0:
            turn = position.to_move
        return cls(position.game.name, era, number, turns, turn, has_turns)

    def begun(self, before: Clock | None) -> list[LogEntry]:
        """What began between that clock and this one: an era, a round, a turn."""
        found = []
        if self.era is not None and (before is None or self.era != before.era):
            era = Message(f"{self.game}.era.{self.era}", {}, self.era)
            found.append(public_entry("era", None, "era", era=era))
        if self.round is not None and (before is None or (self.era, self.round) != (before.era, before.round)):
            found.append(public_entry("round", None, "round", round=self.round))
        if self.turn is not None and (before is None or self != before):
            found.append(public_entry("turn", self.turn, "turn", seat=self.turn))
        return found


# ------------------------------------------------------------------------------ Frames and changes: what each step did


Kind: TypeAlias = Literal["start", "move", "undo", "note"]


@dataclass(slots=True)
class Frame:
    """A step of a table: one decision with the chance that followed, and the state after it.

    A turn in which nobody decides is a step of its own, of chance alone (:func:`framed_turns`).
    ``steps`` are their ids, the decision's first (where nobody has decided, as at the start, ``seat`` is None).
    ``part`` counts the decisions that were sent together, from 0. ``turns`` are the turns, rounds and eras that begin
    after it; ``notes`` are lines about the table itself, written while it was the last step.

    ``goes_on`` and ``barrier`` say how far the step may be taken back. They never change, and are found when needed.
    """

    seat: int | None
    steps: tuple[int, ...]
    lines: tuple[LogEntry, ...]
    turns: tuple[LogEntry, ...]
    state: bytes
    part: int = 0
    notes: list[LogEntry] = field(default_factory=list)
    goes_on: bool | None = field(default=None, compare=False)
    barrier: bool | None = field(default=None, compare=False)

    @property
    def by_chance(self) -> bool:
        """Whether an outcome of chance belongs to it."""
        return len(self.steps) > (self.seat is not None)

    def entries(self) -> list[LogEntry]:
        """All lines, in their order."""
        return [*self.lines, *self.notes]

    def to_json(self) -> list[Any]:
        """As it is kept: the state follows from the steps."""
        lines = [line.to_json() for line in self.lines]
        return [self.seat, self.part, list(self.steps), lines, [turn.to_json() for turn in self.turns]]

    @classmethod
    def from_json(cls, kept: Sequence[Any]) -> Frame:
        """What :meth:`to_json` gave, without its state."""
        seat, part, steps, lines, turns = kept
        return cls(seat, tuple(steps), _read(lines), _read(turns), b"", part)


@dataclass(frozen=True, slots=True)
class Change:
    """Something that is about to happen at a table: it is stored, then carried out, then sent.

    A ``move`` (or the ``start``) adds ``frames``, an ``undo`` goes back to the step ``to``, a ``note`` says something
    about the table. ``position`` is the one afterwards if it changes, and ``board`` its public view. ``seat``
    and ``cid`` say whose message asked for it.
    """

    kind: Kind
    frames: tuple[Frame, ...] = ()
    to: int = -1
    notes: tuple[LogEntry, ...] = ()
    seat: int | None = None
    cid: str | None = None
    position: Position | None = None
    board: Mapping[str, Any] | None = None
    seats: tuple[TableSeat, ...] | None = None

    def to_json(self) -> dict[str, Any]:
        """As it is kept in a row, beside its kind, seat and cid."""
        found: dict[str, Any] = {}
        if self.frames:
            found["frames"] = [frame.to_json() for frame in self.frames]
        if self.kind == "undo":
            found["to"] = self.to
        if self.notes:
            found["notes"] = [note.to_json() for note in self.notes]
        return found

    @classmethod
    def from_json(cls, kind: Kind, seat: int | None, cid: str | None, kept: Mapping[str, Any]) -> Change:
        """What :meth:`to_json` gave."""
        frames = tuple(Frame.from_json(frame) for frame in kept.get("frames", ()))
        return cls(kind, frames, kept.get("to", -1), _read(kept.get("notes", ())), seat, cid)


def _read(kept: Sequence[Any]) -> tuple[LogEntry, ...]:
    return tuple(LogEntry.from_json(line) for line in kept)


# ----------------------------------------------------------------- Frames, made as steps happen or again from a record


class Seen:
    """A position with its public view and what that tells of the time: made once, needed several times.

    ``clock`` is an earlier one where a turn has begun after all lines of the frame.
    """

    def __init__(self, position: Position, board: Mapping[str, Any] | None = None, clock: Clock | None = None) -> None:
        self.position = position
        self.board = position.view(None) if board is None else board
        self.clock = clock or Clock.at(position, self.board)


def framed(
    seen: Seen, seat: int | None, steps: Sequence[int], before: Clock | None, lines: Sequence[LogEntry], part: int = 0
) -> Frame:
    """The frame of a step that led to a position, when the clock had shown ``before``."""
    position = seen.position
    turns = [] if position.is_over else seen.clock.begun(before)
    entries = headed(position.game.name, lines, turns) if seen.clock.has_turns else list(lines)
    own_end = f"{position.game.name}.event.ends"
    if position.is_over and not any(line.m["k"].startswith(own_end) for line in entries):
        entries.append(LogEntry(outcome_message(position).to_json(), everyone(SEATS)))
    return Frame(seat, tuple(steps), tuple(entries), tuple(turns), position.states().tobytes(), part)


def headed(game: str, lines: Sequence[LogEntry], turns: Sequence[LogEntry]) -> list[LogEntry]:
    """Lines with heads for the eras, rounds and turns that begin with them.

    The game's own events ``event.round`` and ``event.turn`` are heads, also of the greater part that begins with them.
    If the game has none, lines of the table are added.
    """
    own = {turn.mark: f"{game}.event.{turn.mark}" for turn in turns}
    if not any(line.m["k"] in own.values() for line in lines):
        return [*lines, *turns]
    entries, greatest = list(lines), None
    for mark, key in own.items():
        greatest = greatest or mark
        for number, line in enumerate(entries):
            if line.m["k"] == key:
                entries[number] = replace(line, mark=greatest)
                greatest = None
                break
    return entries


def framed_turns(
    seen: Seen, start: Position, seat: int | None, steps: Sequence[int], before: Clock | None, version: int
) -> list[Frame]:
    """The frames of a step that led from ``start``: one more for each turn of chance alone.

    ``seen`` is where it ends, and ``version`` that of the rules by which it was legal. A frame ends where chance has
    ended a turn and goes on in the next.
    """
    frames: list[Frame] = []
    entries = entries_of(start) if seat is None else []
    start = Position(start.game, start.states())
    now, first = Seen(start).clock, 0
    for number, step in enumerate(steps, 1):
        came = entries_of(start.redo(step, version))
        if number < len(steps) and start.to_move == CHANCE and now.has_turns:
            then = Seen(start)
            if then.clock != now and number - first > (seat is not None):
                head = _first_head(start.game.name, came)
                frames.append(
                    framed(Seen(start, then.board, now), seat, steps[first:number], before, entries + came[:head])
                )
                seat, before, first, entries, came = None, now, number, [], came[head:]
            now = then.clock
        entries += came
    return [*frames, framed(seen, seat, steps[first:], before, entries)]


def _first_head(game: str, lines: Sequence[LogEntry]) -> int:
    """The place of the first line with which a round or a turn begins; after all where there is none."""
    heads = {f"{game}.event.{mark}" for mark in ("era", "round", "turn")}
    return next((number for number, line in enumerate(lines) if line.m["k"] in heads), len(lines))


def replayed_frames(position: Position, steps: Sequence[int], rules_version: int) -> list[Frame]:
    """The frames of a game that began at this position, and whose decisions and outcomes are known.

    ``rules_version`` is that of the rules by which they were legal.
    """
    frames: list[Frame] = []
    clock: Clock | None = None
    seat, first, number = None, 0, 0
    before = position.copy()
    while True:
        while position.to_move == CHANCE and number < len(steps):
            position.redo(steps[number], rules_version)
            number += 1
        seen = Seen(position)
        frames += framed_turns(seen, before, seat, steps[first:number], clock, rules_version)
        clock = seen.clock
        if number == len(steps):
            return frames
        before = Position(position.game, position.states())
        seat, first = position.to_move, number
        position.redo(steps[number], rules_version)
        number += 1
