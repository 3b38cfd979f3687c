"""The review of a game: its balance sheet, what each decision cost or gave, and how much was luck.

A fast pass values all positions, outcomes and candidate moves (:mod:`.worths`). Then rollouts may refine the largest
drops (:mod:`.review_decisions`). The sheet (:mod:`.balance`) adds up either way, as what the values do not foresee is
shown as drift.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

import numpy as np

from ..core.validation import whole_number
from ..errors import BadRecord
from .balance import Chance, Choice, Node, balance
from .chances import EXACT, FULL, NETWORK, ROLLOUTS, check_eyes
from .moves import Played, played_moves
from .review_data import (
    LuckEvent,
    Progress,
    Review,
    ReviewedDecision,
    SeatSheet,
    Turn,
    TurningPoint,
    plain,
)
from .review_decisions import RESOLUTION, Judge, JudgedDecision, count_once
from .review_report import ReviewWriter
from .worths import GAMES, worths_for

if TYPE_CHECKING:
    from ..core.game import Position, Record

__all__ = [
    "LuckEvent",
    "Progress",
    "Review",
    "ReviewedDecision",
    "SeatSheet",
    "Turn",
    "TurningPoint",
    "plain",
    "review",
]

SLICE: Final = 100
"""Positions that are valued at a time, so that progress can be reported, and a review be ended."""


def review(
    record: Record,
    *,
    eyes: int | str = FULL,
    depth: int | None = None,
    games: int = GAMES,
    policy: str | None = None,
    seed: int = 0,
    raw: bool = False,
    progress: Progress | None = None,
) -> Review:
    """Review a recorded game: the balance sheet of every seat, and every decision.

    Worths are exact where the game can be solved, a network's where it was measured, or else those of ``games``
    rollouts for each position. A ``policy`` that is named always asks for rollouts. ``depth`` decisions, the largest
    drops and a few others, are then played on by rollouts. If these are interrupted, the review has what was done.

    A network's gains are reduced to what rollouts have shown to be real of such gains; ``raw`` leaves them as they are,
    so that it can be measured.

    ``eyes`` are for games that go on: a seat or :data:`~magnate.analysis.PUBLIC`. Then nothing is said that these
    cannot know, and only the seat's own decisions are judged. The same arguments give the same review.

    Raises :class:`~magnate.errors.BadRecord` for a record without steps or one that does not replay,
    :class:`~magnate.errors.BadSeat` for such eyes, and :class:`~magnate.errors.BadValue` where it would take too long.

    >>> import magnate
    >>> found = review(magnate.load("tictactoe").play("random", seed=7))
    >>> found.source, found.gap < 1e-9
    ('exact', True)
    """
    most, refined = whole_number("games", games, 1), whole_number("depth", depth or 0, 0)
    say = progress or _silent
    positions = list(record.positions())
    if len(positions) < 2:
        raise BadRecord("the record has no steps", hint="review a game in which something has happened")
    record.check_end(positions[-1])
    game = positions[0].game
    check_eyes(game, eyes)
    seeing = eyes if game.info.hidden else FULL

    worths = worths_for(
        *(game, positions[0]),
        eyes=seeing,
        policy=policy,
        games=most,
        seed=seed,
        progress=lambda done, total: say("rollouts", done, total),
    )
    names = tuple(record.agents or (f"seat {seat}" for seat in range(game.players)))
    plainly = raw or worths.source != NETWORK
    judge = Judge(positions, worths, eyes=seeing, seed=seed, raw=plainly, say=say)

    played = played_moves(positions)
    spans = _spans(played, len(positions) - 1)
    at = [begin for begin, _ in spans] + [len(positions) - 1]
    size = len(at) if worths.source == ROLLOUTS else SLICE  # these count all games before they play any
    worth = _valued("positions", at, positions, worths.worth, size, say)
    draws = [begin for begin, what in spans if isinstance(what, int)]
    # to eyes that cannot know the outcomes, a draw is worth what it is before it
    means = _valued("chance", draws, positions, worths.means, size, say) if seeing == FULL else worth
    judged = judge.judge(played)
    if worths.source != EXACT:
        count_once(judged, worth)
    checked, complete = judge.refine(judged, refined)
    if checked:
        count_once(judged, worth)
    judge.see_hidden(judged)

    by_step = {one.played.at: one for one in judged}
    nodes = [_node(begin, what, by_step.get(begin), worth, means) for begin, what in spans]
    return ReviewWriter(positions, names, seeing).written(
        *(spans, nodes, balance(worth[0], nodes), by_step, worth),
        preset=record.preset,
        source=worths.source,
        policy=worths.policy,
        games=most if worths.source == ROLLOUTS else 0,
        depth=refined,
        refined=checked,
        refined_by=judge.refined_by,
        sampled=judge.sampled,
        found=judge.found,
        complete=complete,
        seed=seed,
        raw=plainly,
        resolution=RESOLUTION if worths.source == NETWORK else 0.0,
    )


def _silent(what: str, done: int, total: int) -> None:
    """Report nothing."""


def _spans(played: Sequence[Played], last: int) -> list[tuple[int, Played | int]]:
    """The nodes in order: where each begins, with the move that was played or the step after chance."""
    moves = {one.at: one for one in played}
    found: list[tuple[int, Played | int]] = []
    step = 0
    while step < last:
        move = moves.get(step)
        found.append((step, step + 1 if move is None else move))
        step = step + 1 if move is None else move.end
    return found


def _valued(
    what: str,
    steps: Sequence[int],
    positions: Sequence[Position],
    value: Callable[[Sequence[Position]], np.ndarray],
    size: int,
    say: Progress,
) -> dict[int, np.ndarray]:
    """The values of the positions at some steps, ``size`` of them at a time."""
    found: dict[int, np.ndarray] = {}
    for begin in range(0, len(steps), size):
        say(what, begin, len(steps))
        some = steps[begin : begin + size]
        found.update(zip(some, value([positions[one] for one in some]), strict=True))
    return found


def _node(
    begin: int,
    what: Played | int,
    judged: JudgedDecision | None,
    worth: Mapping[int, np.ndarray],
    means: Mapping[int, np.ndarray],
) -> Node:
    """The node of the balance sheet that begins at a step."""
    if isinstance(what, int):
        return Chance(worth[begin], means[begin], worth[what])
    before, after = worth[begin], worth[what.end]
    if judged is None:
        return Choice(what.seat, before, after, after, after)
    return judged.choice(before, after)
