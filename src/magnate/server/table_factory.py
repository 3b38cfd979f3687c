"""New tables: of a request, of a position of another table, or of a record."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from ..catalogue import HUMAN, is_human, name_of
from ..core.dice import KeyedDice
from ..errors import BadRecord, BadTable
from .schemas import Fork, NewTable, clean_name
from .table import Table
from .table_config import Dice, TableConfig, TableDice, TableSeat, hinter_for, seats_for

if TYPE_CHECKING:
    from ..core.game import Game, Position, Record
    from .settings import Limits


__all__ = ["Draft", "compiled", "forked", "imported", "read_record", "warm", "wished"]


MIXING: Final = 16
"""How often what is hidden is drawn anew, seat by seat, for a viewer who has no seat."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A table that is to begin; ``steps`` are those of an imported game."""

    config: TableConfig
    seats: tuple[TableSeat, ...]
    game: Game
    steps: Sequence[int] = ()


def wished(new: NewTable, limits: Limits) -> Draft:
    """A table as somebody wishes it.

    Raises :class:`~magnate.errors.BadTable`, and what an impossible game, option or agent raises.
    """
    from ..core.game import load_with

    game = load_with(new.game, new.preset, len(new.seats), new.options)
    seats = seats_for(game, new.seats, new.undo, limits.agent_seconds)
    config = TableConfig.of(
        game,
        _dice_for(seats) if new.seed is None else Dice.thrown(new.seed),
        chosen=new.seed is not None,
        **_hints(game, new.hints, new.hint_agent, limits),
        undo=new.undo,
        public=new.public,
    )
    return Draft(config, seats, game)


def forked(table: Table, viewpoint: int | None, fork: Fork, limits: Limits) -> Draft:
    """A table that begins at a position of another one, before the whole move that is under way there.

    Of a game that goes on, what the viewer cannot see is drawn anew, and there are hints only if it has some. Such a
    fork is not public, and sealed until that game is over: it begins with what the viewer alone knows. The same holds
    for a fork of a sealed fork, which may be over itself. Raises :class:`~magnate.errors.BadTable`.
    """
    if fork.at > table.at:
        raise BadTable(f"there is no step {fork.at}", hint=f"the steps are 0 to {table.at}")
    at = table.move_start(fork.at)
    position = table.position_at(at)
    if position.is_over:
        raise BadTable("the game is over there, so nothing can go on", hint="fork at an earlier step")
    if len(fork.seats) != table.players:
        raise BadTable(f"the game has {table.players} seats, not {len(fork.seats)}", hint="say who plays each")
    if not table.disclosed and table.game.info.hidden:
        position = _as_known(position, range(table.players) if viewpoint is None else [viewpoint])
    alone = sum(wish.kind == "human" for wish in fork.seats) <= 1
    undo = fork.undo if alone else "barrier"  # a fork lets everything be taken back unless that concerns others
    seats = seats_for(table.game, fork.seats, undo, limits.agent_seconds)
    free = table.disclosed or not (table.people or table.seals)
    may_ask = free or table.config.hints != "off"  # no engine beside a game that has none
    hints = (fork.hints or table.config.hints) if may_ask else "off"
    may_be_public = table.public and table.disclosed
    if fork.public and not may_be_public:
        raise BadTable(
            "a fork of a game that goes on, or is not public, is not public", hint='leave "public" out, or say false'
        )
    config = TableConfig.of(
        table.game,
        _dice_for(seats),
        start=position.to_setup(),
        fork_of={"id": table.id, "at": at, "turn": table.turns_begun(at) or None},
        **_hints(table.game, hints, fork.hint_agent or table.config.hint_agent, limits),
        undo=undo,
        public=may_be_public if fork.public is None else fork.public,
        sealed_by=tuple(sorted(table.seals | (set() if table.over else {table.id}))),
        own_hand=_has_own_hand(table, viewpoint),
    )
    return Draft(config, seats, table.game)


def read_record(data: Mapping[str, Any], steps: int) -> Record:
    """The record in a file, of at most so many steps, which nobody has checked yet.

    Raises :class:`~magnate.errors.BadRecord` for one that is none, or is too long.
    """
    from ..core.game import Record

    try:
        record = Record.from_json(json.dumps(data))
    except (ValueError, RecursionError):
        raise BadRecord("this is no record", hint="give the JSON file that the export writes") from None
    if record.steps > steps:
        raise BadRecord(f"the record has {record.steps} steps", hint=f"this server takes up to {steps}")
    return record


def imported(record: Record) -> Draft:
    """A table that shows a record, which is checked from the first step to the last.

    Raises :class:`~magnate.errors.BadRecord` for one that does not replay.
    """
    record.verify()
    game = record.to_game()
    dice = record.dice if record.seed is None else Dice(record.seed, "")
    seats = tuple(_seat_of(seat, player) for seat, player in enumerate(record.agents or [HUMAN] * game.players))
    start = None if record.start is None else dict(record.start)
    version = {"rules_version": record.rules_version}
    return Draft(TableConfig.of(game, dice, start=start, imported=True, **version), seats, game, record.actions)


def _dice_for(seats: Sequence[TableSeat]) -> TableDice:
    """The dice of a new table: nobody can search the key of those that people play with."""
    return KeyedDice.thrown() if any(seat.human for seat in seats) else Dice.thrown()


def _seat_of(seat: int, player: str) -> TableSeat:
    """The seat of somebody whom a record names: a person who has been here and will not come again, or an agent."""
    person = is_human(player)
    name = clean_name(name_of(player) if person else player)
    return TableSeat(seat, name or f"Player {seat + 1}", None if person else name, claimed=True)


def _has_own_hand(table: Table, viewpoint: int | None) -> bool:
    """Whether a fork by this viewer shows others at the table what only the viewer may know there.

    Who sits alone with agents keeps nothing from anybody, and a spectator's fork has all hidden parts drawn anew.
    """
    if table.disclosed or viewpoint is None or not table.game.info.hidden:
        return False
    return table.people > 1 or table.config.own_hand


def _hints(game: Game, hints: str, agent: str | None, limits: Limits) -> dict[str, Any]:
    """What the configuration says of hints, and of the search that finds them."""
    return {"hints": hints, "hint_agent": None if hints == "off" else hinter_for(game, agent, limits.agent_seconds)}


def _as_known(position: Position, seats: Sequence[int]) -> Position:
    """The position with all drawn anew that not every one of these seats knows.

    Drawn for one seat after another, what is hidden still depends on what it was before: the more rounds, the less.
    """
    for _ in range(MIXING if len(seats) > 1 else 1):
        for seat in seats:
            position = position.shown_to(seat, secrets.randbits(62))
    return position


# ---------------------------------- Loading a game in advance: a first call may take seconds, a later one a millisecond


def warm(game: Game) -> None:
    """Compile or load all that tables of a game need, by playing one step at one."""
    seats = [TableSeat(seat, "") for seat in range(game.players)]
    table, _ = Table.begun(TableConfig.of(game, Dice(0, "")), seats, game)
    seat = table.position.to_move
    game.entry("position_kernel", "why")
    table.sync(seat, (), 1)
    actions = [table.position.legal()[0].name]
    table.preview(seat, actions)
    table.make(table.plan_move(seat, actions))
    table.undo_target(seat)


def compiled(game: Game) -> None:
    """Compile or load the same for other tables of this game, and what its compiled agents decide with."""
    from ..core.game import load_with

    another = load_with(game.name, game.preset, game.players, game.overrides)
    warm(another)
    another.entry("drivers", "decide")
