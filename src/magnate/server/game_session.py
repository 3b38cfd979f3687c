"""A live game: where it stands, what has happened, and what may happen next.

A table changes in three steps, so that what was sent is never lost. A method whose name begins with ``plan`` returns
what would happen, as a :class:`.timeline.Change`, and changes nothing. The change is kept in the store. Then
:meth:`GameSession.make` makes it so. A table that is loaded makes the changes that were kept, and is the same to the
byte.

Nothing here waits for anything; one thread at a time may use a table. What viewers see of it is in :mod:`.table`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, Any, Final, Self

import numpy as np

from ..core.game import Position
from ..errors import IllegalAction, Refused
from ..messages import Message
from .decisions import Trial, known_to, shown_to, worlds
from .schemas import distinct
from .table_config import TableConfig, TableSeat, changed
from .timeline import Change, Frame, LogEntry, Seen, entries_of, framed, framed_turns, public_entry, replayed_frames

if TYPE_CHECKING:
    from ..core.game import Game


__all__ = ["GameSession", "Json", "refused"]


Json = dict[str, Any]
KEPT_MARKS: Final = ("table", "undo")


def refused(reason: str, key: str | None = None, **params: Any) -> Refused:
    """The error that says why a table does not do something, by its key in the files ``table.json``."""
    return Refused(reason, Message(f"table.refused.{key or reason}", params))


class GameSession:
    """A game, its seats and its past. Made by :meth:`begun` or :meth:`kept`.

    ``seq`` counts the changes. ``frames`` are the steps that have not been taken back; the first is the start.
    ``position`` is the one after the last of them. ``tokens`` are the hashes of the seats' secrets,
    ``host`` is the alias of the address that made it.

    ``seals`` are the tables that this one is a fork of and that are not known to be over. As long as there is one, the
    fork is not public, and nothing is shown that would reveal what is hidden there: neither its record nor its dice.
    """

    def __init__(self, config: TableConfig, seats: Iterable[TableSeat], game: Game) -> None:
        self.config = config
        self.seats = tuple(seats)
        self.game = game
        self.tokens: dict[int, bytes] = {}
        self.host = ""
        self.seals = frozenset(config.sealed_by)
        self.seq = -1
        self.asked = 0
        self.takebacks = 0
        self.frames: list[Frame] = []
        self.position: Position = config.start_of(game)
        self._done: dict[tuple[int | None, str], int] = {}
        self._views: dict[int | None, Json] = {}
        self._undo: dict[int, int | None] = {}

    # ------------------------------------------------------------------------------- beginning, loading

    @classmethod
    def begun(
        cls, config: TableConfig, seats: Iterable[TableSeat], game: Game, steps: Sequence[int] = ()
    ) -> tuple[Self, Change]:
        """A new table, and the change that its store keeps first; ``steps`` are those of an imported game.

        Names that several seats have get numbers.
        """
        seats = tuple(seats)
        names = distinct([seat.name for seat in seats])
        table = cls(
            config, (replace(table_seat, name=name) for table_seat, name in zip(seats, names, strict=True)), game
        )
        position = table.position
        if config.chance is not None:
            position.continue_with(config.chance)
            start, steps = config.start_of(game), position.history
            frames = framed_turns(Seen(position), start, None, steps, None, config.rules_version)
        else:
            frames = replayed_frames(position, steps, config.rules_version)
        change = Change("start", tuple(frames), notes=table._first_notes(), position=position)
        table.make(change)
        return table, change

    @classmethod
    def kept(cls, config: TableConfig, seats: Iterable[TableSeat], game: Game, changes: Iterable[Change]) -> Self:
        """A table as its store has it: the same, to the byte, as when it was left."""
        table = cls(config, seats, game)
        for change in changes:
            table.make(change)
        table.position = table._replayed(table.frames)
        return table

    def _first_notes(self) -> tuple[LogEntry, ...]:
        notes = []
        if self.config.fork_of is not None:
            turn = self.config.fork_of.get("turn")
            notes.append(
                public_entry("forked", at=self.config.fork_of["at"])
                if turn is None
                else public_entry("forked_turn", turn=turn)
            )
        if self.config.imported:
            notes.append(public_entry("imported"))
        elif self.config.chosen:
            notes.append(public_entry("chosen"))
        return tuple(notes)

    def _replayed(self, frames: Sequence[Frame]) -> Position:
        """The position after these frames, whose states are written by the way."""
        position = self.config.start_of(self.game)
        for frame in frames:
            for step in frame.steps:
                position.redo(step, self.config.rules_version)
            frame.state = position.states().tobytes()
        if self.config.chance is not None:
            position.continue_with(self.config.chance)
        return position

    # ------------------------------------------------------------------------------------------ asking

    @property
    def id(self) -> str:
        """The table's id."""
        return self.config.id

    @property
    def public(self) -> bool:
        """Whether lists show it to everybody, and anybody may watch."""
        return self.config.public and not self.seals

    def open_to(self, seat: int | None, *, owner: bool) -> bool:
        """Whether somebody may look at it: who has a seat, the server's owner, and anybody where it is public."""
        return seat is not None or owner or self.public

    @property
    def at(self) -> int:
        """How many steps there have been: decisions, each with the chance that followed."""
        return len(self.frames) - 1

    @property
    def players(self) -> int:
        """How many seats there are."""
        return self.config.players

    @property
    def over(self) -> bool:
        """Whether nothing more will happen."""
        return self.position.is_over or self.config.imported

    @property
    def disclosed(self) -> bool:
        """Whether nothing of it is a secret any more: it is over, and so are the tables that it is a fork of."""
        return self.over and not self.seals

    @property
    def people(self) -> int:
        """How many seats are people's."""
        return sum(seat.human for seat in self.seats)

    @property
    def status(self) -> str:
        """``over``, ``open`` (somebody has not come yet, and nothing has happened) or ``running``."""
        return self._status(self.position, self.at, self.seats)

    def _status(self, position: Position, at: int, seats: Iterable[TableSeat]) -> str:
        if position.is_over or self.config.imported:
            return "over"
        waiting = at == 0 and any(seat.human and not seat.claimed for seat in seats)
        return "open" if waiting else "running"

    @property
    def agent_next(self) -> TableSeat | None:
        """The seat whose agent is to decide now; None where a person is, or nobody."""
        return self._agent_next(self.position, self.seats)

    def _agent_next(self, position: Position, seats: Sequence[TableSeat]) -> TableSeat | None:
        if self.config.imported or position.to_move < 0:
            return None
        table_seat = seats[position.to_move]
        return table_seat if table_seat.played_by else None

    def summary(self, change: Change | None = None) -> Json:
        """What lists show of the table, after a change if one is about to be made."""
        position, seats, at, frames = self.position, self.seats, self.at, self.frames
        new: Sequence[Frame] = ()
        if change is not None:
            position, seats, new = change.position or position, change.seats or seats, change.frames
            if change.kind == "undo":
                frames = frames[: change.to + 1]
            at = len(frames) + len(new) - 1
        won = position.utility() if position.is_over else ()
        turns = (frame.turns[-1].m for frame in chain(reversed(new), reversed(frames)) if frame.turns)
        return {
            "status": self._status(position, at, seats),
            "agent_next": self._agent_next(position, seats) is not None,
            "seats": seats,
            "at": at,
            "turn": next(turns, None),
            "winners": [seat for seat, share in enumerate(won) if share == max(won)] or None,
        }

    def answered(self, seat: int | None, cid: str) -> int | None:
        """The ``seq`` after the change that this message of a seat has made already; None where it has made none."""
        return self._done.get((seat, cid))

    # ----------------------------------------------------------------------------------------- planning

    def plan_move(
        self, seat: int, actions: Sequence[str | int], cid: str | None = None, notes: Sequence[LogEntry] = ()
    ) -> Change:
        """Take actions of a seat in order, all or none; raises :class:`~magnate.errors.Refused`."""
        self._check_turn(seat)
        if len(actions) > 1:
            trial = Trial(shown_to(self.position, seat), seat, actions)
            if trial.early is not None or trial.illegal is not None:
                raise self._illegal(trial, actions)
        frames: list[Frame] = []
        seen = Seen(self.position, self._view(None))
        for part, action in enumerate(actions):
            start, before = seen.position, seen.clock
            position = start.copy()
            try:
                position.apply(action)
            except IllegalAction:
                raise self._illegal(Trial(shown_to(self.position, seat), seat, actions), actions) from None
            steps = position.history_from(start.steps)
            seen = Seen(position)
            if len(steps) > 2:  # the decision, and more than one outcome
                more = framed_turns(seen, start, seat, steps, before, self.config.rules_version)
                frames += [replace(more[0], part=part), *more[1:]]
            else:
                frames.append(framed(seen, seat, steps, before, entries_of(position), part))
        return Change("move", tuple(frames), -1, tuple(notes), seat, cid, seen.position, board=seen.board)

    def plan_undo(self, seat: int, cid: str | None = None) -> Change:
        """Take the seat's last whole move back; raises :class:`~magnate.errors.Refused`.

        In a long game this takes a moment: the game is played again up to there.
        """
        if self.over:
            raise refused("over")
        to = self.undo_target(seat)
        if to is None:
            raise refused("refused", "undo")
        kept = [note for frame in self.frames[to + 1 :] for note in frame.notes if note.mark in KEPT_MARKS]
        notes = (*kept, public_entry("undo", seat, "undo", seat=seat))
        return Change("undo", to=to, notes=notes, seat=seat, cid=cid, position=self._replayed(self.frames[: to + 1]))

    def plan_note(
        self,
        *notes: LogEntry,
        seats: tuple[TableSeat, ...] | None = None,
        seat: int | None = None,
        cid: str | None = None,
    ) -> Change:
        """Write lines about the table itself, and seat somebody else."""
        return Change("note", notes=notes, seat=seat, cid=cid, seats=seats)

    def make(self, change: Change) -> None:
        """Make a change that has been kept."""
        self.seq += 1
        if change.kind == "undo":
            del self.frames[change.to + 1 :]
            self.takebacks += 1
        self.frames.extend(change.frames)
        self.frames[-1].notes.extend(change.notes)
        if change.kind != "note":
            self.asked = self.seq
            self._views = {} if change.board is None else {None: dict(change.board)}
            self._undo.clear()
        if change.position is not None:
            self.position = change.position
        if change.seats is not None:
            self.seats = change.seats
        if change.cid is not None:
            self._done[change.seat, change.cid] = self.seq

    def claim(self, seat: int) -> None:
        """Note that the person of a seat has been here."""
        self.seats = changed(self.seats, seat, claimed=True)

    def _check_turn(self, seat: int) -> None:
        if self.over:
            raise refused("over")
        if self.position.to_move != seat:
            raise refused("not_yours")

    def check_seq(self, seq: int) -> None:
        """Raise :class:`~magnate.errors.Refused` where the game has gone on since the change ``seq``."""
        if not self.asked <= seq <= self.seq:
            raise refused("stale")

    def _illegal(self, trial: Trial, actions: Sequence[str | int]) -> Refused:
        reason = "refused" if trial.early is not None else "illegal"
        why = trial.reason(actions) or Message("table.refused.illegal").to_json()
        return Refused(reason, Message.from_json(why))

    # ------------------------------------------------------------------------------------- taking back

    def undo_target(self, seat: int) -> int | None:
        """The step to which the seat may go back; None where it may not."""
        if seat not in self._undo:
            self._undo[seat] = self._target(seat)
        return self._undo[seat]

    def _target(self, seat: int) -> int | None:
        last = self.at
        if self.config.undo == "free":
            while last > 0 and self.frames[last].seat != seat:
                last -= 1
        if last < 1 or self.frames[last].seat != seat:
            return None
        first = last - self.frames[last].part
        strict = self.config.undo != "free"
        if strict and any(self._barrier(at) for at in range(first, last + 1)):
            return None
        while first > 1 and self._goes_on(first - 1) and not (strict and self._barrier(first - 1)):
            first -= 1
        return first - 1

    def move_start(self, at: int) -> int:
        """The step before the whole move that is under way at a step; the step itself where none is."""
        while at > 0 and self._goes_on(at):
            at -= 1
        return at

    def _goes_on(self, at: int) -> bool:
        """Whether the seat that decided at a step has not ended its whole move by that."""
        from ..analysis.moves import ends

        frame = self.frames[at]
        if frame.goes_on is None:
            frame.goes_on = frame.seat is not None and not ends(self.position_at(at - 1), self.position_at(at))
        return frame.goes_on

    def _barrier(self, at: int) -> bool:
        """Whether the step showed the seat that took it something that it could not know: by chance, or by a card."""
        frame = self.frames[at]
        if frame.barrier is None:
            frame.barrier = frame.by_chance or self._learned(at)
        return frame.barrier

    def _learned(self, at: int) -> bool:
        """Whether the decision at a step showed its seat something that was hidden from it before."""
        frame = self.frames[at]
        if not self.game.info.hidden or frame.seat is None:
            return False
        known = known_to(self.position_at(at), frame.seat)
        for world in worlds(self.position_at(at - 1), frame.seat):
            try:
                world.redo(frame.steps[0], self.config.rules_version)
            except IllegalAction:
                return True
            if known_to(world, frame.seat) != known:
                return True
        return False

    def position_at(self, at: int) -> Position:
        """The position after so many steps, to look at: it has neither a past nor a seed."""
        return self._position(self.frames[at])

    def _position(self, frame: Frame) -> Position:
        return Position(self.game, np.ndarray(1, self.game.rules.STATE, bytearray(frame.state)))

    def _view(self, viewpoint: int | None) -> Json:
        if viewpoint not in self._views:
            self._views[viewpoint] = self._seen(viewpoint)
        return self._views[viewpoint]

    def _seen(self, viewpoint: int | None) -> Json:
        own = None if viewpoint is None else self._own_view(viewpoint)
        return self.position.view(viewpoint) if own is None else {**self._view(None), **own}

    def _own_view(self, viewpoint: int) -> Json | None:
        """What of a seat's view differs from the public's, where the game tells that; else None."""
        own_view = self.game.declared.own_view
        if own_view is None:
            return None
        return own_view(self.position.state, viewpoint, self._view(None))
