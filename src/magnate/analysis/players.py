"""A player's record over many games: error rate and luck, by kind of decision, with intervals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import BadValue
from ..gpu.device import Device
from .balance import POINT
from .chances import FULL
from .grades import Grade, grade, part_lost
from .race import NORMAL
from .review import Progress, Review, SeatSheet, plain, review

if TYPE_CHECKING:
    from ..core.game import Record

__all__ = ["Interval", "KindCost", "PlayerReview", "review_player", "summed"]


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean, and the half width of its 95 % interval from games as the units (None for one game)."""

    mean: float
    margin: float | None


@dataclass(frozen=True, slots=True)
class KindCost:
    """The decisions of a kind in all games, and what they cost a game, in shares."""

    decisions: int
    open: int
    cost: Interval


@dataclass(frozen=True, slots=True)
class PlayerReview:
    """What many games say of a player.

    ``rate`` is in points for 100 open decisions: the sum of the losses by that of the decisions. ``luck``, ``own`` and
    ``luck_adjusted`` are shares a game and seat. ``kinds`` are in the order of what they cost, and ``costs_most`` is
    the first. ``by_game`` has the rate and the luck of each game. A game in which the player has several seats counts
    once. ``grade`` says which part of what was at stake was lost, and like whom; None where nothing was at stake.
    """

    player: str
    game: str
    games: int
    seats: int
    rate: Interval
    luck: Interval
    own: Interval
    result: Interval
    luck_adjusted: Interval
    kinds: Mapping[str, KindCost]
    costs_most: str
    by_game: tuple[tuple[float | None, float], ...]
    grade: Grade | None

    def to_json(self) -> dict[str, Any]:
        """The summary as plain data."""
        found: dict[str, Any] = plain(self)
        return found


def review_player(
    records: Sequence[Record],
    player: str,
    *,
    depth: int | None = None,
    seed: int = 0,
    device: str | Device = "cpu",
    progress: Progress | None = None,
) -> PlayerReview:
    """Review all games of a player, whose name the records have; all must be of one game, and over.

    ``device`` plays rollouts (see :func:`~magnate.analysis.rollout`).

    Raises :class:`~magnate.errors.BadValue` where nobody has this name, games differ, or one is not over.
    """
    if any(one.result is None for one in records):
        raise BadValue("one of these games is not over", hint="review it alone, as one of its seats sees it")
    found, device = list[Review](), Device.of(device)
    for number, record in enumerate(records):
        if progress is not None:
            progress("games", number, len(records))
        found.append(review(record, eyes=FULL, depth=depth, seed=seed, device=device))
    return summed(found, player)


def summed(reviews: Iterable[Review], player: str) -> PlayerReview:
    """The summary of reviews for a player."""
    mine = [(one, [seat for seat in one.seats if seat.name == player]) for one in reviews]
    mine = [(one, seats) for one, seats in mine if seats]
    if not mine:
        raise BadValue(f'nobody called "{player}" plays in these games', hint="give the name as the record has it")
    games = {one.game for one, _ in mine}
    if len(games) > 1:
        raise BadValue(f"these are games of {' and '.join(sorted(games))}", hint="review one game's records at a time")
    groups = [seats for _, seats in mine]
    kinds = {}
    for kind in {kind for seats in groups for one in seats for kind in one.errors_by_kind}:
        some = [[one.errors_by_kind[kind] for one in seats if kind in one.errors_by_kind] for seats in groups]
        costs = [-sum(one.error for one in found) / len(seats) for found, seats in zip(some, groups, strict=True)]
        flat = [one for found in some for one in found]
        kinds[kind] = KindCost(sum(one.decisions for one in flat), sum(one.open for one in flat), _mean(costs))
    ordered = dict(sorted(kinds.items(), key=lambda item: (-item[1].cost.mean, item[0])))
    first = mine[0][0]
    losses = [abs(sum(one.own for one in seats)) for seats in groups]
    rate = _ratio(losses, [_open(seats) for seats in groups])
    stakes = [sum(one.stake for one in seats) for seats in groups]
    worst = next(iter(ordered), "")
    tables = {"" if one.raw else f"{one.game}/{one.preset}/{one.players}" for one, _ in mine}
    return PlayerReview(
        player=player,
        game=first.game,
        games=len(mine),
        seats=sum(map(len, groups)),
        rate=rate,
        luck=_mean([np.mean([one.luck for one in seats]) for seats in groups]),
        own=_mean([np.mean([one.own for one in seats]) for seats in groups]),
        result=_mean([np.mean([one.result for one in seats]) for seats in groups]),
        luck_adjusted=_mean([np.mean([one.luck_adjusted for one in seats]) for seats in groups]),
        kinds=ordered,
        costs_most=worst if worst and ordered[worst].cost.mean > 0 else "",
        by_game=tuple((_rate(seats), float(np.mean([one.luck for one in seats]))) for seats in groups),
        grade=grade(tables.pop() if len(tables) == 1 else "", losses, stakes),
    )


def _open(seats: Sequence[SeatSheet]) -> int:
    return sum(one.open_decisions for one in seats)


def _rate(seats: Sequence[SeatSheet]) -> float | None:
    return 100 * abs(sum(one.own for one in seats)) / POINT / _open(seats) if _open(seats) else None


def _mean(values: Sequence[Any]) -> Interval:
    """The mean of games."""
    numbers = np.array(values, np.float64)
    error = numbers.std(ddof=1) / np.sqrt(len(numbers)) if len(numbers) > 1 else None
    return Interval(float(numbers.mean()), None if error is None else float(NORMAL * error))


def _ratio(losses: Sequence[float], decisions: Sequence[int]) -> Interval:
    """Points lost for 100 open decisions, as a ratio of sums over games; its error is that of such a ratio."""
    if sum(decisions) == 0:
        return Interval(0.0, None)
    return Interval(*part_lost([100 * one / POINT for one in losses], decisions))
