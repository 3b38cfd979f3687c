"""What whole moves are worth: a position is played on many times, with the same luck for all that is compared."""

from __future__ import annotations

import math
import re
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from ..core.agents import Agent
from ..core.validation import checked_seed, whole_number
from ..errors import BadValue, IllegalAction
from ..gpu.device import Device
from .eyes import PUBLIC, check_eyes
from .moves import WholeMove, move_from
from .race import BEHIND, BLOCK, Race
from .rollout_games import Stake, Starts, Table, even_draws, no_plan

if TYPE_CHECKING:
    from ..core.game import Position

__all__ = ["Candidate", "Rollout", "goal_of", "rollout"]

GROWTH: Final = 1.25
"""By how much there are more games, at most, each time that it is asked whether they are enough."""
FEWEST_FOR_MARGIN: Final = 36 * BLOCK
"""Before so many games no half width ends rollouts: badly known itself, it would do so where it looks too small."""
NEARLY: Final = 1.01
"""By how much there are more than a half width seems to need, so that the next stage is the last."""
MOST_GAMES: Final = 10_000_000


@dataclass(frozen=True, slots=True)
class Candidate:
    """What a whole move is worth to each seat: the share of the win, from 0 to 1, by so many ``games``.

    ``margins`` are half widths of 95 % intervals. ``difference`` is by how much the best move is better (0 for itself),
    over the games that both have played with the same luck, and ``difference_margin`` its half width. ``stopped``: it
    fell so far behind that it was played no further. ``move`` is None where no moves were compared.
    """

    move: WholeMove | None
    shares: tuple[float, ...]
    margins: tuple[float, ...]
    games: int
    difference: tuple[float, ...]
    difference_margin: tuple[float, ...]
    stopped: bool


@dataclass(frozen=True, slots=True)
class Rollout:
    """An answer of :func:`rollout`: the candidates, the best for ``seat`` first, and how they were found.

    ``policy`` played on, an agent a seat. ``eyes`` are whose information was used. ``games`` is what the best candidate
    has had. ``truncated`` games were valued by the network after so many chance events and not played to the end.
    ``luck_events`` says for how many chance events of a game luck was corrected; 0: it was not.
    """

    candidates: tuple[Candidate, ...]
    seat: int
    policy: tuple[str, ...]
    eyes: int | str
    games: int
    seed: int
    truncated: int
    luck_corrected: bool
    luck_events: int
    seconds: float = field(compare=False)

    @property
    def best(self) -> Candidate:
        """The first candidate."""
        return self.candidates[0]


def rollout(
    position: Position,
    candidates: Iterable[WholeMove | str | Sequence[int | str]] | None = None,
    agents: Agent | Iterable[Agent] | None = None,
    until: str | int = "±0.5",
    *,
    eyes: int | str | None = None,
    seed: int = 0,
    luck: bool | int | None = None,
    truncate: int = 0,
    threads: int = 1,
    stratified: bool = True,
    behind: float = BEHIND,
    device: str | Device = "cpu",
    progress: Callable[[Rollout], object] | None = None,
) -> Rollout:
    """Play on from the position, or after each of some whole moves, and say what each seat wins, with its ±.

    ``candidates`` are whole moves, names or lists of decisions (None: the position itself is played on). ``agents`` has
    compiled agents for all seats (default: the game's first one). ``until`` is a number of games, a time such as
    ``"10s"``, or ``"±0.5"``. The last one plays until the shares are known to half a point, 95 times of 100; with
    candidates, the differences to the best. ``eyes`` is who asks (default: the seat to move, if moves are compared,
    else everybody). What they cannot see is drawn anew in each game, alike for all candidates.

    Game ``k`` has the same dice and cards for each candidate, and the first ones are spread evenly over the games
    (``stratified``). ``luck`` corrects results by what chance did in the first events of a game, as far as a network
    values it: True, False, or a number of events. None: as many as a trial finds worth their time. ``truncate`` stops a
    game after so many chance events, where the network values it. A candidate that is ``behind`` the best by more than
    so many standard errors is stopped, and played on if it comes near again.

    ``device`` is who plays: ``cpu``, ``gpu``, or ``auto``, the faster one. The answer is the same but for the last bits
    of what a network says. Where no GPU can play, a warning says why, and the processor plays.

    ``progress`` gets the answer so far after each stage; it stops all by returning False. An interrupt (Ctrl-C) stops
    too, once there is an answer. A number of games gives the same answer with any number of threads.

    Raises :class:`~magnate.errors.BadAgent` for an agent that is not compiled, and
    :class:`~magnate.errors.IllegalAction` for a move that is none here. Raises :class:`~magnate.errors.BadValue` for an
    impossible ``until``, or where no network values what ``luck`` or ``truncate`` ask for.

    >>> import magnate
    >>> tictactoe = magnate.load("tictactoe").setup({"board": ["XX.", "OO.", "..."]})
    >>> found = rollout(tictactoe, ["c1", "a3"], until=72)
    >>> found.best.move.names, found.best.shares
    (('c1',), (1.0, 0.0))
    """
    began = time.monotonic()
    game = position.game
    moves = None if candidates is None else [_move(position, one) for one in candidates]
    if moves is not None and not moves:
        raise BadValue("there are no candidates", hint="give at least one whole move, or None for the position itself")
    seat = position.to_move if moves else -1
    seeing = eyes if eyes is not None else seat if moves else PUBLIC
    check_eyes(game, seeing)
    goal = goal_of(until)
    stake = Stake(game, agents, checked_seed(seed) or 0, whole_number("truncate", truncate, 0))
    stake.check(luck)
    starts = Starts.of(position, moves, seeing, stake.seed)
    plan = even_draws(stake, starts) if stratified else no_plan()
    race = Race(len(moves) if moves else 1, max(seat, 0), game.players, behind)
    table = Table(stake, starts, plan, luck, whole_number("threads", threads, 1), Device.of(device))

    def answer() -> Rollout:
        found = race.ranked()
        best = found[0]
        rows = []
        for one in found:
            own, gap = race.shares(one), race.difference(best, one)
            move = moves[one] if moves else None
            rows.append(
                Candidate(*(move, own.means, own.margins, race.games(one), gap.means, gap.margins), one in race.stopped)
            )
        return Rollout(
            *(tuple(rows), seat, stake.policy, seeing, race.games(best), stake.seed),
            *(table.truncated, table.luck_events > 0, table.luck_events, time.monotonic() - began),
        )

    stage = goal.stage
    while True:
        try:
            played = table.play(race, min(stage, goal.games))
        except KeyboardInterrupt:
            if not race.games(0):
                raise
            return answer()
        race.judge()
        if progress is not None and progress(answer()) is False:
            return answer()
        widest = race.widest(moves is not None) if goal.margin else math.inf
        if goal.reached(race.least, widest, time.monotonic() - began) or not played:
            return answer()
        stage = goal.next(stage, widest)


# ------------------------------------------------------------------------------------------------------------ Questions


@dataclass(frozen=True, slots=True)
class Goal:
    """How long to go on: a number of games, seconds, or a half width."""

    games: int = MOST_GAMES
    seconds: float = 0.0
    margin: float = 0.0

    @property
    def stage(self) -> int:
        """The games of the first stage."""
        return BLOCK if self.seconds else 9 * BLOCK

    def next(self, stage: int, widest: float) -> int:
        """The games of the stage after one: no more than the half width seems to need."""
        more = stage + self.stage
        if self.margin:
            more = max(stage + BLOCK, math.ceil(stage * min(GROWTH, NEARLY * (widest / self.margin) ** 2)))
        return -(-more // BLOCK) * BLOCK

    def reached(self, games: int, widest: float, spent: float) -> bool:
        """Whether so many games are enough, with such a half width, after so many seconds."""
        known = widest == 0 or (widest <= self.margin and games >= FEWEST_FOR_MARGIN)
        return games >= self.games or 0 < self.seconds <= spent or (known and self.margin > 0)


def goal_of(until: str | int) -> Goal:
    """What ``until`` says.

    >>> goal_of("±0.5").margin, goal_of("2,000").games, goal_of("10s").seconds
    (0.005, 2000, 10.0)
    """
    if isinstance(until, int):
        return Goal(games=whole_number("until", until, 1, MOST_GAMES))
    given = re.fullmatch(r"\s*(?:(±|\+-|\+/-)\s*([\d.]+)|([\d.]+)\s*s|(\d[\d,_]*)(?:\s*games)?)\s*", until)
    if given is not None:
        points, seconds, games = given[2], given[3], given[4]
        try:
            if games:
                return Goal(games=whole_number("until", int(re.sub("[,_]", "", games)), 1, MOST_GAMES))
            number = float(points or seconds)
            if number > 0:
                return Goal(margin=number / 100) if points else Goal(seconds=number)
        except ValueError:
            pass
    raise BadValue(f'"{until}" does not say how long to play', hint='say "±0.5" (points), "10s", or a number of games')


def _move(position: Position, given: WholeMove | str | Sequence[int | str]) -> WholeMove:
    """A candidate, checked."""
    if position.to_move < 0:
        raise IllegalAction("nobody is to decide here", hint="roll out the position itself, without candidates")
    ids: Sequence[int | str]
    if isinstance(given, WholeMove):
        ids = given.ids
    else:
        ids = [given] if isinstance(given, str) else list(given)
    return move_from(position, ids)
