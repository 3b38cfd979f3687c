"""The frames of a game: what each step did, told as it happens or told again from a record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ..core.contract import CHANCE, SEATS
from ..core.narration import everyone
from ..core.wording import outcome_message
from .frames import Frame
from .lines import Clock, Told, told_by

if TYPE_CHECKING:
    from ..core.game import Position

__all__ = ["Seen", "framed", "headed", "told_again"]


class Seen:
    """A position with its public view and what that tells of the time: made once, needed several times."""

    def __init__(self, position: Position, board: Mapping[str, Any] | None = None) -> None:
        self.position = position
        self.board = position.view(None) if board is None else board
        self.clock = Clock.at(position, self.board)


def framed(
    seen: Seen, seat: int | None, steps: Sequence[int], before: Clock | None, lines: Sequence[Told], part: int = 0
) -> Frame:
    """The frame of a step that led to a position, when the clock had shown ``before``."""
    position = seen.position
    turns = [] if position.is_over else seen.clock.begun(before)
    told = headed(position.game.name, lines, turns) if seen.clock.told else list(lines)
    own_end = f"{position.game.name}.event.ends"
    if position.is_over and not any(line.m["k"].startswith(own_end) for line in told):
        told.append(Told(outcome_message(position).to_json(), everyone(SEATS)))
    return Frame(seat, tuple(steps), tuple(told), tuple(turns), position.states().tobytes(), part)


def headed(game: str, lines: Sequence[Told], turns: Sequence[Told]) -> list[Told]:
    """Lines with heads for the eras, rounds and turns that begin with them.

    Where the game's own events tell them (``event.round``, ``event.turn``) these are the heads, of what they tell and
    of the greater that begins with it; where it has none, lines of the table are added.
    """
    own = {turn.mark: f"{game}.event.{turn.mark}" for turn in turns}
    if not any(line.m["k"] in own.values() for line in lines):
        return [*lines, *turns]
    told, greatest = list(lines), None
    for mark, key in own.items():
        greatest = greatest or mark
        for number, line in enumerate(told):
            if line.m["k"] == key:
                told[number] = replace(line, mark=greatest)
                greatest = None
                break
    return told


def told_again(position: Position, steps: Sequence[int], rules_version: int) -> list[Frame]:
    """The frames of a game that began at this position, and whose decisions and outcomes are known.

    ``rules_version`` is that of the rules by which they were legal.
    """
    frames: list[Frame] = []
    clock: Clock | None = None
    seat, told, first, number = None, told_by(position), 0, 0
    while True:
        while position.to_move == CHANCE and number < len(steps):
            told += told_by(position.redo(steps[number], rules_version))
            number += 1
        seen = Seen(position)
        frames.append(framed(seen, seat, steps[first:number], clock, told))
        clock = seen.clock
        if number == len(steps):
            return frames
        seat, first = position.to_move, number
        told = told_by(position.redo(steps[number], rules_version))
        number += 1
