"""Any game of a stored tournament as a record: played again from the plan, and compared with what was kept of it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ..engine.binding import FAILED, LIMIT
from ..engine.facts import facts_of
from ..errors import BadPlan, PlanChanged, UnknownTournament, listing
from .rows import row_dtype, winners_of
from .schedule import Block

if TYPE_CHECKING:
    from ..engine.record import Record
    from .plan import Plan
    from .store import Store

__all__ = ["GameName", "parse_game_name", "rebuild"]

_NAME: Final = re.compile(r"([tT]\d{1,9}):(?:(\d{1,9})\.)?(\d{1,9})")


@dataclass(frozen=True, slots=True)
class GameName:
    """A game's name: its tournament, the table's number, and the game's number at that table."""

    tournament: str
    table: int
    number: int


def parse_game_name(text: str) -> GameName | None:
    """The game that a text such as ``t17:3.7`` or ``t17:7`` names, or None where it names none.

    >>> parse_game_name("t17:3.7")
    GameName(tournament='t17', table=3, number=7)
    >>> parse_game_name("t17:7").table, parse_game_name("game.json")
    (0, None)
    """
    found = _NAME.fullmatch(text)
    return None if found is None else GameName(found[1], int(found[2] or 0), int(found[3]))


def rebuild(store: Store, name: GameName) -> Record:
    """The record of a game, which need not have been played yet.

    Raises :class:`~magnate.errors.UnknownTournament` for a tournament or game that there is not,
    :class:`~magnate.errors.PlanChanged` when the game no longer goes as it was kept, and
    :class:`~magnate.errors.BadPlan` for one that an agent's failure ended.
    """
    plan = store.plan(name.tournament)
    tables = plan.schedule.tables
    if name.table >= len(tables) or name.number >= plan.games:
        raise UnknownTournament(
            f"{name.tournament} has no game {name.table}.{name.number}",
            hint=f"its tables are 0 to {len(tables) - 1}, each with games 0 to {plan.games - 1}",
        )
    kept = store.row(name.tournament, plan, name.table, name.number)
    row = None if kept is None else np.frombuffer(kept, row_dtype(facts_of(plan.load_game().module), plan.players))[0]
    if row is not None and row["ending"] == FAILED:
        seed = plan.schedule.deal_seed(name.number // plan.players)
        raise BadPlan(f"an agent's failure ended this game, so it has no record; its deal's seed is {seed}")
    record = _play(plan, name)
    if row is not None and not _is_that(record, row, plan):
        changed = plan.changes()
        raise PlanChanged(
            f"the game no longer goes as it was kept: {listing(changed) if changed else 'something'} changed since",
            hint="replay it with the magnate that played it",
        )
    return record


def _play(plan: Plan, name: GameName) -> Record:
    deal, rotation = divmod(name.number, plan.players)
    lineup = plan.schedule.lineups(Block(name.table, deal, deal + 1))[rotation]
    agents = [plan.agents[entrant] for entrant in lineup]
    return plan.load_game().play(agents, plan.schedule.deal_seed(deal))


def _is_that(record: Record, row: Any, plan: Plan) -> bool:
    """Whether a record is of the game whose row this is: as many decisions, the same ending, the same winners."""
    decisions = sum(1 for position in record.positions() if position.to_move >= 0)
    if record.result is None:
        return bool(row["ending"] == LIMIT and row["decisions"] == decisions)
    game = plan.load_game()
    ending = game.info.ending_name(int(row["ending"]))
    winners = winners_of(game.info, facts_of(game.module), np.array([record.result.utility]))
    return (ending, row["winners"], row["decisions"]) == (record.result.ending, winners[0], decisions)
