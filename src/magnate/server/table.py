"""A table: a live game, and what each viewer may see of it."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from ..analysis.trade_terms import counter_to
from ..core.contract import CHANCE
from ..core.dice import KeyedDice
from ..core.wording import ending_message
from ..messages import Message
from .decisions import Trial, decision, reasons, shown_to, tried
from .game_session import GameSession, Json
from .table_config import TableConfig, TableSeat, dice_shown, first_hinter, stamp
from .timeline import Change, LogEntry

if TYPE_CHECKING:
    from ..core.game import Game, Position


__all__ = ["Table", "together"]


MOST_PARTS: Final = 12
"""Turns without decisions that are shown apart in one message; those that follow come together."""


# ---------------------------------------- The static view: what never changes is sent once, and left out of every step
#
# A game may declare ``static_view(players)``: an object shaped like its views that has only what is the same in all of
# them. The receiver puts the two together again: objects key by key, lists of objects element by element, and all
# else (lists of plain values too) is taken from the static view.


Rows: TypeAlias = dict[str, list[tuple[Any, Json]]]
"""The elements of a view's lists, each with what is left of it: from step to step nearly all stay as they are."""


def without(view: Mapping[str, Any], static_view: Mapping[str, Any], known: Rows | None = None) -> dict[str, Any]:
    """A view, or some of its fields, without what the static view has.

    Elements of lists that are ``known`` are not made again, and those of now are known from then on.

    >>> without({"id": "x", "places": [{"id": "a", "name": "Ann", "tile": 3}]}, {"places": [{"name": "Ann"}]})
    {'id': 'x', 'places': [{'id': 'a', 'tile': 3}]}
    """
    left = {key: value for key, value in view.items() if key not in static_view or _goes_on(static_view[key])}
    for key in static_view.keys() & left.keys():
        value, fixed = left[key], static_view[key]
        if isinstance(fixed, dict):
            left[key] = without(value, fixed)
        else:
            before = known.get(key, ()) if known else ()
            rows = [
                old if old is not None and one == old[0] else (one, without(one, its))
                for one, its, old in zip_longest(value, fixed, before)
            ]
            left[key] = [left_of for _, left_of in rows]
            if known is not None:
                known[key] = rows
    return left


def together(view: Any, static_view: Any) -> Any:
    """The whole view again, as a browser makes it.

    >>> together({"places": [{"id": "a"}]}, {"places": [{"name": "Ann"}]})
    {'places': [{'id': 'a', 'name': 'Ann'}]}
    """
    if isinstance(static_view, list):
        return [together(one, fixed) for one, fixed in zip(view, static_view, strict=True)]
    fixed = {key: together(view[key], value) if _goes_on(value) else value for key, value in static_view.items()}
    return {**view, **fixed}


def _goes_on(value: Any) -> bool:
    """Whether a value of the static view has parts in which the view has more."""
    return isinstance(value, dict) or (isinstance(value, list) and bool(value) and isinstance(value[0], dict))


# ----------------------------------------------------------------------------------------------------------- The table


class Table(GameSession):
    """A game, its seats and its past, as they are shown: to a seat (its number), or to the public (None).

    ``static_view`` is what of the game's views never changes.
    """

    def __init__(self, config: TableConfig, seats: Iterable[TableSeat], game: Game) -> None:
        super().__init__(config, seats, game)
        static_view = game.declared.static_view
        self.static_view: Any = None if static_view is None else static_view(config.players)
        self._alike: Json | None = None
        self._rows: Rows = {}
        self._now: tuple[int, Json] | None = None
        self._shown_lines: tuple[Change, list[tuple[LogEntry, Json]]] | None = None

    def make(self, change: Change) -> None:
        """Make a change that has been kept."""
        super().make(change)
        if change.kind != "note":
            self._alike = None

    # ---------------------------------------------------------------------------------------- the table

    @property
    def hinter(self) -> str:
        """The spec of the search that finds hints."""
        return self.config.hint_agent or first_hinter(self.game)

    @property
    def withheld(self) -> bool:
        """Whether it shows a hand that is still played elsewhere: the owner, who may play there, does not see it."""
        return self.config.own_hand and bool(self.seals)

    def info(self) -> Json:
        """What the table is, as everybody may know it."""
        config = self.config
        return {
            "id": config.id,
            "game": config.game,
            "preset": config.preset,
            "rules": config.rules(),
            "options": dict(config.options),
            "players": config.players,
            "created": stamp(config.created),
            "status": self.status,
            "hints": config.hints,
            "hint_agent": self.hinter if config.hints != "off" else None,
            "undo": config.undo,
            "commitment": config.dice.commitment if config.dice is not None and not config.imported else "",
            "dice": self._dice(),
            "reveal": self.reveal(),
            "fork_of": None if config.fork_of is None else dict(config.fork_of),
            "takebacks": self.takebacks,
            "public": self.public,
            "sealed": bool(self.seals),
            "imported": config.imported,
        }

    def _dice(self) -> str | None:
        """How chance is drawn: from a secret ``key``, a secret ``seed``, or one that was ``chosen``."""
        if self.config.dice is None:
            return None
        return "chosen" if self.config.chosen else "key" if isinstance(self.config.dice, KeyedDice) else "seed"

    def reveal(self) -> Json | None:
        """The dice, once the game is over and not sealed."""
        return dice_shown(self.config.dice) if self.disclosed and self.config.dice is not None else None

    def shown_seats(self, online: Iterable[int], hands: Collection[int] = ()) -> list[Json]:
        """Who sits where; ``online`` are the seats of the people who are there (in a record nobody is awaited).

        ``hands`` are those whose people press for their dice.
        """
        there = set(range(self.players) if self.config.imported else online)
        return [
            seat.shown(online=not seat.human or seat.seat in there, throws=seat.seat in hands and not seat.played_by)
            for seat in self.seats
        ]

    def view(self, viewpoint: int | None) -> Json:
        """The position as a seat (None: the public) may see it."""
        return self._shown(self.position, self._view(viewpoint), self.at)

    def steps(self, viewpoint: int | None, first: int, limit: int) -> list[Json]:
        """The positions after ``first`` and more steps, as somebody may see them; in any thread."""
        shown = []
        for at, frame in enumerate(self.frames[first : first + limit], first):
            position = self._position(frame)
            view = self._shown(position, position.view(viewpoint), at)
            shown.append({"at": at, "lines": self.readable(frame.entries(), at, viewpoint), "view": view})
        return shown

    @cached_property
    def own_fields(self) -> tuple[str, ...]:
        """The fields of a view that a seat has for itself, where the game tells them apart."""
        return tuple(self._own_view(0) or ())

    def _bare(self, viewpoint: int | None) -> Json:
        """The view as steps have it, without the static view: first what only the viewer has, then what all see."""
        static_view = self.static_view or {}
        own = {} if viewpoint is None else self._own_view(viewpoint)
        if own is None:
            return without(self._view(viewpoint), static_view)
        if not own.keys() <= set(self.own_fields):  # a seat has more for itself than the first
            self.own_fields = tuple(dict.fromkeys((*self.own_fields, *own)))
            self._alike = None
        public = self._view(None)
        if self._alike is None:
            alike = {name: value for name, value in public.items() if name not in self.own_fields}
            self._alike = without(alike, static_view, self._rows)
        seen = {**public, **own}
        return {**without({name: seen[name] for name in self.own_fields if name in seen}, static_view), **self._alike}

    def _shown(self, position: Position, board: Json, at: int) -> Json:
        over = None
        if position.is_over:
            how = ending_message(position).key.rpartition(".ending.")[2]
            utility, score = position.utility(), position.score()
            over = {"ending": how, "utility": utility, "score": score, "places": self._places(utility, score)}
        to_act = position.to_move if position.to_move >= 0 else None
        return {"seq": self.seq, "at": at, "to_act": to_act, "settled": position.settled, "over": over, "board": board}

    def _places(self, utility: Sequence[float], score: Sequence[float]) -> list[int]:
        """The place of each seat: by its share of the win, by how long it was in the game, then by its score."""
        key = f"{self.game.name}.{self.game.declared.leaves}"
        left: dict[int | None, int] = {}
        if self.game.declared.leaves:
            lines = (line for frame in self.frames for line in frame.lines)
            left = {line.seat: number for number, line in enumerate(lines) if f"{line.m['k']}.".startswith(f"{key}.")}
        order = [(utility[seat], left.get(seat, math.inf), score[seat]) for seat in range(self.players)]
        return [1 + sum(other > one for other in order) for one in order]

    def decision(self, viewpoint: int | None) -> Json | None:
        """What this viewer is asked now; None where it is another's turn, or an agent plays for it."""
        if viewpoint is None or self.over or self.position.to_move != viewpoint or self.seats[viewpoint].played_by:
            return None
        return decision(self.position, viewpoint, f"d{self.asked}")

    def may_undo(self, viewpoint: int | None) -> bool:
        """Whether this viewer may take its last decision back now, whoever is to decide."""
        if viewpoint is None or self.over or self.seats[viewpoint].played_by:
            return False
        return self.undo_target(viewpoint) is not None

    def readable(self, lines: Iterable[LogEntry], at: int, viewpoint: int | None) -> list[Json]:
        """Those of these lines, true after ``at`` steps, that the viewer may read."""
        return [line.shown(at) for line in lines if line.for_viewer(viewpoint, self.players)]

    def log(self, viewpoint: int | None, most: int | None = None) -> list[Json]:
        """All that the viewer may read, or the last ``most`` lines of it; in any thread."""
        frames, parts, found = self.frames[:], [], 0
        for at in range(len(frames) - 1, -1, -1):
            parts.append(self.readable(frames[at].entries(), at, viewpoint))
            found += len(parts[-1])
            if most is not None and found >= most:
                break
        lines = [line for part in reversed(parts) for line in part]
        return lines if most is None else lines[-most:]

    def turns(self) -> list[Json]:
        """Where turns, rounds and eras begin; in any thread."""
        return [
            {"at": at, "seat": turn.seat, "label": turn.m, "mark": turn.mark}
            for at, frame in enumerate(self.frames[:])
            for turn in frame.turns
        ]

    def turns_begun(self, at: int) -> int:
        """How many turns have begun by the position after ``at`` steps; 0 where the game tells of none."""
        return sum(bool(frame.turns) for frame in self.frames[: at + 1])

    # ---------------------------------------------------------------------------------------- messages

    def sync(self, viewpoint: int | None, online: Iterable[int], most: int, hands: Collection[int] = ()) -> Json:
        """The whole table for one viewer, with the last ``most`` lines of the log.

        ``hands`` are the seats whose people press for their dice.
        """
        log = self.log(viewpoint, most)
        found = {
            "type": "sync",
            "seq": self.seq,
            "table": self.info(),
            "seats": self.shown_seats(online, hands),
            "you": viewpoint,
            "view": self.view(viewpoint),
            "decision": self.decision(viewpoint),
            "undo": self.may_undo(viewpoint),
            "log": log,
            "turns": sum(len(frame.turns) for frame in self.frames),
        }
        if self.static_view is not None:
            found["scenery"] = self.static_view
        before = self._before(viewpoint, hands, len(log))
        return found if before is None else {**found, "before": before}

    def _before(self, viewpoint: int | None, hands: Collection[int], most: int) -> Json | None:
        """The table as a seat that plays left it, if chance has decided something since that ``most`` lines tell.

        To a spectator: as those left it who press for their dice, or have never been here.
        """
        if self.over:
            return None
        people = {seat.seat for seat in self.seats if seat.human and not seat.played_by}
        awaited = people & {viewpoint} or {one for one in people if one in hands or not self.seats[one].claimed}
        found: tuple[int, int] | None = None
        lines, chance = 0, False
        for last in range(self.at, -2, -1):
            seat = self.frames[last].seat if last > 0 else None
            if last < 0 or seat in awaited:
                awaited -= awaited if last < 0 else {seat}
                found = (last, lines) if chance else found
            lines += 0 if last < 0 else len(self.readable(self.frames[last].entries(), last, viewpoint))
            if not awaited or lines > most:
                break
            chance = chance or self.frames[last].by_chance
        if found is None:
            return None
        last, lines = found
        position = self.config.start_of(self.game) if last < 0 else self.position_at(last)
        board = without(position.view(viewpoint), self.static_view or {})
        before: Json = {"view": self._shown(position, board, max(last, 0)), "lines": lines}
        parts = self._parts(last + 1, viewpoint)
        return {**before, "parts": parts} if parts else before

    def _parts(self, first: int, viewpoint: int | None) -> list[Json]:
        """The position after each of these steps that a turn of chance alone follows, and how many lines lead to it."""
        parts: list[Json] = []
        lines = 0
        for at in range(first, self.at):
            lines += len(self.readable(self.frames[at].entries(), at, viewpoint))
            if self.frames[at + 1].seat is None and len(parts) < MOST_PARTS:
                position = self.position_at(at)
                board = without(position.view(viewpoint), self.static_view or {})
                parts.append({"lines": lines, "view": self._shown(position, board, at)})
                lines = 0
        return parts

    def step(self, change: Change, viewpoint: int | None) -> Json:
        """What the change that has just been made tells one viewer."""
        entries = self._entries_of(change)
        lines = [shown for line, shown in entries if line.for_viewer(viewpoint, self.players)]
        if self._now is None or self._now[0] != self.seq:
            self._now = self.seq, self._shown(self.position, {}, self.at)
        found: Json = {"type": "step", "seq": self.seq, "at": self.at, "lines": lines}
        found["decision"] = self.decision(viewpoint)
        found["undo"] = self.may_undo(viewpoint)
        if change.cid is not None and change.seat == viewpoint:
            found["cid"] = change.cid
        if change.kind == "undo":
            found["undone"] = True
        parts = self._parts(self.at + 1 - len(change.frames), viewpoint) if len(change.frames) > 1 else []
        if parts:
            found["parts"] = parts
        found["view"] = {**self._now[1], "board": self._bare(viewpoint)}
        return found

    def _entries_of(self, change: Change) -> list[tuple[LogEntry, Json]]:
        """The lines of the change that has just been made, as they are sent to all who may read them."""
        if self._shown_lines is None or self._shown_lines[0] is not change:
            first = self.at + 1 - len(change.frames)
            entries = [(line, at) for at, frame in enumerate(change.frames, first) for line in frame.lines]
            entries += [(line, self.at) for line in change.notes]
            self._shown_lines = change, [(line, line.shown(at)) for line, at in entries]
        return self._shown_lines[1]

    # --------------------------------------------------------------------------------- why and what if

    def why(self, seat: int, refs: Sequence[str], kind: str | None, after: Sequence[str] = ()) -> list[Json]:
        """Why the seat can do nothing (of that kind) with these elements, now or after some actions of its own."""
        if self.over:
            return [Message("table.refused.over").to_json()]
        if self.position.to_move != seat:
            return [Message("table.refused.not_yours").to_json()]
        trial = Trial(shown_to(self.position, seat), seat, after)
        reason = trial.reason(after)
        return reasons(trial.last, seat, refs, kind) if reason is None else [reason]

    def preview(self, seat: int, actions: Sequence[str]) -> Json:
        """What actions would do, as far as the seat can know before they are done."""
        nothing: Json = {"lines": [], "view": None, "decision": None, "whole": True, "reasons": []}
        if self.over or self.position.to_move != seat:
            return {**nothing, "reasons": self.why(seat, (), None)}
        start, left = counter_to(self.position, actions) or (self.position, actions)
        trial, agreed = tried(start, seat, left)
        reason = trial.reason(left)
        if reason is not None:
            return {**nothing, "reasons": [reason]}
        if not agreed:
            return nothing
        lines = [{"at": self.at + number, "seat": seat, "m": message} for number, message in trial.lines(seat)]
        if trial.last.to_move == CHANCE:
            return {**nothing, "lines": lines}
        view = self._shown(trial.last, trial.last.view(seat), self.at + len(actions))
        following = None
        if trial.last.to_move == seat:
            following = decision(trial.last, seat, f"d{self.asked}")
        from ..analysis.moves import ends

        whole = ends(trial.before, trial.last)
        return {"lines": lines, "view": view, "decision": following, "whole": whole, "reasons": []}
