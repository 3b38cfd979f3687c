"""Stored games played again: one game as a record, or a sample to check the store."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ..agents.spec import resolve
from ..core.binding import FAILED, LIMIT
from ..core.players import PythonAgentRunner, params_of
from ..core.registry import game_module
from ..core.result_schema import result_schema_of
from ..core.run import Run, play_batched
from ..errors import BadOption, PlanChanged, StoreDamaged, UnknownTournament, listing
from .blocks import Task, most_games, play_task
from .fault_isolation import command_for
from .fingerprints import compared, fingerprints_of
from .games import row_dtype, same_rows, winners_of
from .schedule import Block

if TYPE_CHECKING:
    from ..core.game import Game, Record
    from ..core.narration import Event
    from ..core.run import Batch
    from .plan import Plan
    from .store import Store


__all__ = [
    "GameFailure",
    "GameName",
    "ReplayedGame",
    "Verification",
    "accept",
    "parse_game_name",
    "replay_game",
    "sample_size",
    "verified",
    "with_todays_code",
]


# ------------------------------------------------------------------------------------------------- One game as a record
#
# A game that an agent's failure ended is played up to the decision at which the agent failed. The agent is not asked
# there again: it may never answer, or end the process.


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


@dataclass(frozen=True, slots=True)
class GameFailure:
    """Whose failure ended a game.

    ``policy`` is what the tournament made of failures, ``command`` what plays the game again and asks the agent once
    more, so that it fails again.
    """

    seat: int
    agent: str
    policy: str
    command: str


@dataclass(frozen=True, slots=True)
class ReplayedGame:
    """A game's record; ``failure`` if an agent's failure ended it, where the record ends too."""

    record: Record
    failure: GameFailure | None = None


def replay_game(store: Store, name: GameName) -> ReplayedGame:
    """The record of a game, which need not have been played yet.

    Raises :class:`~magnate.errors.UnknownTournament` for a tournament or game that there is not, and
    :class:`~magnate.errors.PlanChanged` when the game no longer goes as it was kept.
    """
    plan = store.plan(name.tournament)
    tables = plan.schedule.tables
    if name.table >= len(tables) or name.number >= plan.games:
        raise UnknownTournament(
            f"{name.tournament} has no game {name.table}.{name.number}",
            hint=f"its tables are 0 to {len(tables) - 1}, each with games 0 to {plan.games - 1}",
        )
    game = plan.load_game()
    row = store.row(name.tournament, plan, name.table, name.number)
    agents, seed = _seated(plan, name)
    if row is not None and row["ending"] == FAILED:
        found = _failed(game, plan, agents, seed, row)
    else:
        found = ReplayedGame(game.play(agents, seed))
    if row is not None and not _is_that(found, row, game):
        raise _differs(plan, seed)
    return found


def _seated(plan: Plan, name: GameName) -> tuple[list[str], int]:
    """The agents of a game in the order of their seats, and the seed of its deal."""
    deal, rotation = divmod(name.number, plan.players)
    lineup = plan.schedule.lineups(Block(name.table, deal, deal + 1))[rotation]
    return [plan.agents[entrant] for entrant in lineup], plan.schedule.deal_seed(deal)


def _failed(game: Game, plan: Plan, agents: list[str], seed: int, row: Any) -> ReplayedGame:
    """A game that a failure ended, up to the decision at which it did."""
    again = _Again(game, agents)
    params, seats = params_of(again.agents), np.arange(plan.players)[None]
    run = Run.of(game, [seed], seats, params, limit=int(row["decisions"]))
    play_batched(run, again.answer, listener=again)
    position = game.new()
    for step in again.steps:
        position.apply(step)
    seat = int(row["failed"]) - 1
    failure = GameFailure(seat, agents[seat], plan.on_failure, command_for(game, agents, seed))
    return ReplayedGame(replace(position.record(agents=agents), seed=seed), failure)


class _Again(PythonAgentRunner):
    """The agents of one game, in the order of their seats, and the ``steps`` of the game as it is played.

    Agents get events only when they are asked. So an agent that failed at an event does not get it again: the game ends
    before it is asked.
    """

    def __init__(self, game: Game, agents: list[str]) -> None:
        names = [f"{agent} in seat {seat}" for seat, agent in enumerate(agents)]
        super().__init__(game, [resolve(game.name, agent) for agent in agents], names)
        self.steps: list[int] = []
        self._waiting: dict[tuple[int, int, int], list[Event]] = {}

    def wants(self, seats: np.ndarray) -> np.ndarray:
        """Every game."""
        return np.ones(len(seats), np.bool_)

    def hear(self, game: int, steps: Sequence[int]) -> None:
        """Note the next steps, and tell them."""
        self.steps += steps
        super().hear(game, steps)

    def hand_on(self, row: int, game: int, seat: int, events: Sequence[Event]) -> None:
        """Keep these events until the agent is asked."""
        self._waiting.setdefault((row, game, seat), []).extend(events)

    def answer(self, row: int, batch: Batch) -> list[int]:
        """Tell the agent what it does not know yet, and ask it."""
        place = (row, int(batch.games[0]), int(batch.seats[0]))
        if place in self._waiting:
            super().hand_on(*place, self._waiting.pop(place))
        return super().answer(row, batch)


def _is_that(found: ReplayedGame, row: Any, game: Game) -> bool:
    """Whether this is the game whose row this is: as many decisions, the same ending, the same winners."""
    record, positions = found.record, list(found.record.positions())
    decisions = sum(1 for position in positions[:-1] if position.to_move >= 0)
    if decisions != row["decisions"]:
        return False
    if found.failure is not None:
        return bool(positions[-1].to_move == found.failure.seat)
    if record.result is None:
        return bool(row["ending"] == LIMIT)
    winners = winners_of(game.info, result_schema_of(game.module), np.array([record.result.utility]))
    return (game.info.ending_name(int(row["ending"])), row["winners"]) == (record.result.ending, winners[0])


def _differs(plan: Plan, seed: int) -> PlanChanged:
    """The error for a game that goes otherwise now."""
    if changed := tuple(dict.fromkeys([*plan.mixed, *plan.changes()])):
        return PlanChanged(
            f"the game no longer goes as it was kept: {listing(changed)} changed since",
            hint="replay it with the magnate that played it",
        )
    if plan.ours:
        return PlanChanged(
            "the game no longer goes as it was kept: something changed since",
            hint="replay it with the versions of Python, NumPy and Numba that played it",
        )
    return PlanChanged(
        "the game no longer goes as it was kept: an agent in Python decides otherwise this time",
        hint=f"it repeats itself only if it decides by what it is shown alone; the seed of the deal is {seed}",
    )


# ---------------------------------------------------------------------------------------- Verifying a stored tournament
#
# Every finished block is checked, and a sample is played again.


@dataclass(frozen=True, slots=True)
class Verification:
    """What was found.

    ``blocks`` are finished and have ``games``; ``unchecked`` of the blocks have no checksum, as an earlier version left
    them. ``damaged`` are the numbers of the blocks that are not as they were written, ``faults`` say so in sentences.
    ``replayed`` games were played again from their seeds, ``differing`` (names) came out otherwise, and how is in
    ``differences``; ``not_replayed`` says why none were. ``accepted``: the sources of these are others than when the
    games were played, but nothing that was looked at goes otherwise.
    """

    tournament: str
    blocks: int
    games: int
    unchecked: int
    damaged: tuple[int, ...]
    faults: tuple[str, ...]
    replayed: int = 0
    differing: tuple[str, ...] = ()
    differences: tuple[str, ...] = ()
    not_replayed: str = ""
    accepted: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether nothing was found that is wrong."""
        return not self.faults and not self.differing


_SAMPLE: Final = re.compile(r"(\d{1,9})|(\d{1,3}(?:\.\d{1,6})?) ?%")


def sample_size(text: str, games: int) -> int:
    """How many of these games a sample has that is given as a number or as a share.

    Raises :class:`~magnate.errors.BadOption` for a text that is neither.

    >>> sample_size("500", 12_345), sample_size("2%", 12_345), sample_size("0.5 %", 100)
    (500, 247, 1)
    """
    found = _SAMPLE.fullmatch(text.strip())
    if found is None or (found[2] and float(found[2]) > 100):
        raise BadOption(f'"{text}" is no size of a sample', hint="write a number of games, or a share such as 2%")
    return int(found[1]) if found[1] else ceil(Fraction(found[2]) * games / 100)


def verified(
    store: Store,
    tournament: str,
    sample: int = 20,
    seed: int = 1,
    *,
    force: bool = False,
    progress: Callable[[int, int], None] = lambda _done, _total: None,
) -> Verification:
    """Check all of a tournament, and play ``sample`` of its games again, which ``seed`` draws.

    Whole deals are drawn, each in all rotations, so a few more may be played. Where the code does something else by
    its fingerprints, games may go otherwise and none is played again, except with ``force``. Raises
    :class:`~magnate.errors.StoreDamaged` where the plan itself is not as it was written.
    """
    plan = store.plan(tournament)
    plan.check_rows()
    changed = () if force else tuple(dict.fromkeys([*plan.mixed, *compared(plan).changed]))
    found = _verified(store, tournament, plan, sample, seed, changed, progress)
    return replace(found, accepted=plan.changes()) if found.replayed and found.ok and not force else found


def _verified(
    store: Store,
    tournament: str,
    plan: Plan,
    sample: int,
    seed: int,
    changed: tuple[str, ...],
    progress: Callable[[int, int], None],
) -> Verification:
    """See :func:`verified`; where something has ``changed``, no game is played again."""
    kept: dict[tuple[int, int], Any] = {}
    faults: dict[int, str] = {}
    blocks = games = unchecked = 0
    with store.reading(tournament, plan) as reading:
        others = list(reading.gaps())
        alone = reading.strangers() | reading.overlapping()
        drawn = _drawn(reading.finished(), -(-sample // plan.players), seed)
        for block in reading.inspected():
            blocks, games = blocks + 1, games + len(block.numbers)
            unchecked += not block.checked
            if block.fault:
                faults[block.id] = f"block {block.id} (games {block.games}) {block.fault}"
            elif block.table is not None and block.id not in alone:
                for number, row in zip(block.numbers, block.rows(), strict=True):
                    if (block.table, number // plan.players) in drawn:
                        kept[block.table, number] = row
    damaged = sorted(faults.keys() | alone)
    notes = [*faults.values(), *others]
    found = Verification(tournament, blocks, games, unchecked, tuple(damaged), tuple(notes))
    if changed:
        return replace(found, not_replayed=f"{', '.join(changed)} changed since")
    deals = sorted({(table, number // plan.players) for table, number in kept})
    total, differing = len(deals) * plan.players, {}
    for done, (table, deal) in enumerate(deals):
        progress(done * plan.players, total)
        differing.update({f"{tournament}:{name}": how for name, how in _differing(plan, table, deal, kept)})
    progress(total, total)
    return replace(found, replayed=total, differing=tuple(differing), differences=tuple(differing.values()))


def _drawn(spans: Sequence[tuple[int, int, int]], count: int, seed: int) -> set[tuple[int, int]]:
    """So many deals (table, deal), drawn at random from spans (table, first, last)."""
    ends = np.cumsum([max(0, last - first) for _, first, last in spans])
    total = int(ends[-1]) if len(ends) else 0
    places: Sequence[int] = (
        np.random.default_rng(seed).choice(total, min(count, total), replace=False).tolist() if total else []
    )
    found = set()
    for place in places:
        span = int(np.searchsorted(ends, place, side="right"))
        table, _, last = spans[span]
        found.add((table, last - (int(ends[span]) - int(place))))
    return found


def _differing(plan: Plan, table: int, deal: int, kept: dict[tuple[int, int], Any]) -> Iterator[tuple[str, str]]:
    """The games of a deal that differ from what was kept, in the columns of then: their names, and what differs."""
    dtype = row_dtype(result_schema_of(game_module(plan.game)), plan.players)
    played = np.frombuffer(play_task(Task(plan.to_json(), table, deal, deal + 1)), dtype)
    prefix = f"{table}." if len(plan.schedule.tables) > 1 else ""
    for number, now in enumerate(played, deal * plan.players):
        if not same_rows(np.array([now]), np.array([kept[table, number]]))[0]:
            yield f"{prefix}{number}", _difference(kept[table, number], now)


def _difference(was: Any, now: Any) -> str:
    """In which numbers two rows differ, such as ``decisions 310 instead of 287``."""
    both = [name for name in was.dtype.names if name in now.dtype.names and name != "seats"]
    pairs = [(name, was[name].tolist(), now[name].tolist()) for name in both]
    for name in [name for name in was["seats"].dtype.names if name in now["seats"].dtype.names]:
        pairs += [
            (f"{name} of seat {seat}", one[name].tolist(), other[name].tolist())
            for seat, (one, other) in enumerate(zip(was["seats"], now["seats"], strict=True))
        ]
    return listing([f"{name} {other} instead of {one}" for name, one, other in pairs if one != other], most=4)


# -------------------------------------------------------------------------------------- Going on with other sources
#
# Sources that differ need not play otherwise. Fingerprints tell that they do not. Tournaments of earlier versions have
# none: of these a sample of the games is played again.


SAMPLE: Final = 20
"""Games that must come out as they were kept."""


def with_todays_code(
    store: Store,
    tournament: str,
    progress: Callable[[int, int], None] = lambda _done, _total: None,
    taking: Callable[[int, int], None] = lambda _done, _total: None,
) -> tuple[Plan, tuple[str, ...]]:
    """The plan of a tournament that goes on, as today's code plays it, and whose sources were accepted for that.

    ``progress`` counts games that are played again, ``taking`` of fingerprints. Raises
    :class:`~magnate.errors.PlanChanged` where the games would go otherwise, or may.
    """
    plan = store.plan(tournament)
    plan.check_rows()
    sources = plan.changes()
    if not sources:
        return plan, ()
    found = compared(plan, taking)
    if found.changed:
        raise _refused(f"{listing(found.changed)} changed since this tournament began")
    if found.unsure and store.progress(tournament):
        again = _verified(store, tournament, plan, SAMPLE, 1, (), progress)
        if again.faults:
            raise StoreDamaged(again.faults[0], hint=f"see all of it: magnate tournament verify {tournament}")
        if again.differing:
            what = f"{listing(found.unsure)} changed since this tournament began, and its games go otherwise"
            raise _refused(f"{what}: {again.differing[0]} has {again.differences[0]}")
    return plan.with_code(fingerprints_of(plan, taking)), sources


def _refused(what: str) -> PlanChanged:
    return PlanChanged(what, hint="start a new tournament, or go on with --force, which its report will say")


def accept(store: Store, found: Verification) -> None:
    """Keep the hashes of today's sources with a tournament whose games they play as they were played."""
    plan = store.plan(found.tournament)
    store.change(found.tournament, plan.with_code(fingerprints_of(plan)), most_games(plan), plan)
