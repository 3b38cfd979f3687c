"""What happened at a table, step by step, and the changes that make it so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from .lines import Told

if TYPE_CHECKING:
    from ..core.game import Position
    from .chairs import Chair

__all__ = ["Change", "Frame", "Kind"]

Kind: TypeAlias = Literal["start", "move", "undo", "note"]


@dataclass(slots=True)
class Frame:
    """A step of a table: one decision with the chance that followed, and the state after it.

    ``steps`` are their ids, the decision's first (at the start, frame 0, nobody has decided: ``seat`` is None).
    ``part`` counts the decisions that were sent together, from 0. ``turns`` are the turns, rounds and eras that begin
    after it; ``notes`` are lines about the table itself, written while it was the last step.
    """

    seat: int | None
    steps: tuple[int, ...]
    lines: tuple[Told, ...]
    turns: tuple[Told, ...]
    state: bytes
    part: int = 0
    notes: list[Told] = field(default_factory=list)

    @property
    def by_chance(self) -> bool:
        """Whether an outcome of chance belongs to it."""
        return len(self.steps) > (self.seat is not None)

    def told(self) -> list[Told]:
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
    """Something that is about to happen at a table: it is kept, then made so, then told.

    A ``move`` (or the ``start``) adds ``frames``, an ``undo`` goes back to the step ``to``, a ``note`` says something
    about the table; ``position`` is the one afterwards where that is another, and ``board`` its public view. ``seat``
    and ``cid`` say whose message asked for it.
    """

    kind: Kind
    frames: tuple[Frame, ...] = ()
    to: int = -1
    notes: tuple[Told, ...] = ()
    seat: int | None = None
    cid: str | None = None
    position: Position | None = None
    board: Mapping[str, Any] | None = None
    chairs: tuple[Chair, ...] | None = None

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


def _read(kept: Sequence[Any]) -> tuple[Told, ...]:
    return tuple(Told.from_json(line) for line in kept)
