"""The review of a game: its balance sheet, what each decision cost or gave, and how much was luck.

A fast pass values all positions, outcomes and candidate moves (:mod:`.worths`). Then rollouts may refine the largest
drops (:mod:`.review_decisions`). The sheet (:mod:`.balance`) adds up either way, as what the values do not foresee is
shown as drift.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ..core.validation import whole_number
from ..errors import BadRecord
from ..gpu.device import Device
from .balance import Chance, Choice, Node, balance
from .chances import EXACT, FULL, NETWORK, ROLLOUTS, check_eyes
from .measured import table_of
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
from .review_decisions import RESOLUTION, CheckPlan, Judge, JudgedDecision, count_once
from .review_report import ReviewWriter
from .worths import GAMES, worths_for

if TYPE_CHECKING:
    from ..core.game import Position, Record

__all__ = [
    "LuckEvent",
    "Progress",
    "Review",
    "ReviewedDecision",
    "Reviewer",
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
    device: str | Device = "cpu",
    progress: Progress | None = None,
) -> Review:
    """Review a recorded game: the balance sheet of every seat, and every decision.

    Worths are exact where the game can be solved, a network's where it was measured, or else those of ``games``
    rollouts for each position. A ``policy`` that is named always asks for rollouts. ``depth`` decisions, the largest
    drops and a few others, are then played on by rollouts. If these are interrupted, the review has what was done.

    A network's gains are reduced to what rollouts have shown to be real of such gains; ``raw`` leaves them as they are,
    so that it can be measured.

    ``device`` plays rollouts (see :func:`~magnate.analysis.rollout`).

    ``eyes`` are for games that go on: a seat or :data:`~magnate.analysis.PUBLIC`. Then nothing is said that these
    cannot know, and only the seat's own decisions are judged. The same arguments give the same review.

    Raises :class:`~magnate.errors.BadRecord` for a record without steps or one that does not replay,
    :class:`~magnate.errors.BadSeat` for such eyes, and :class:`~magnate.errors.BadValue` where it would take too long.

    >>> import magnate
    >>> found = review(magnate.load("tictactoe").play("random", seed=7))
    >>> found.source, found.gap < 1e-9
    ('exact', True)
    """
    refined = whole_number("depth", depth or 0, 0)
    positions = list(record.positions())
    record.check_end(positions[-1])
    names = tuple(record.agents or (f"seat {seat}" for seat in range(record.players)))
    reviewer = Reviewer(
        *(positions, names),
        eyes=eyes,
        depth=refined,
        games=games,
        policy=policy,
        seed=seed,
        raw=raw,
        device=device,
        progress=progress,
    )
    reviewer.judge()
    reviewer.refine()
    return replace(reviewer.review(), preset=record.preset)


class Reviewer:
    """A review that is made in parts: the curve at once, then all decisions, then rollouts of the largest drops.

    The arguments are those of :func:`review`, beside the ``positions`` of the game, one a step, and the ``names`` of
    its seats. Another reviewer of the same game can go on where one has been left (``rolled``).
    """

    def __init__(
        self,
        positions: Sequence[Position],
        names: tuple[str, ...],
        *,
        eyes: int | str = FULL,
        depth: int = 0,
        games: int = GAMES,
        policy: str | None = None,
        seed: int = 0,
        raw: bool = False,
        device: str | Device = "cpu",
        progress: Progress | None = None,
    ) -> None:
        games = whole_number("games", games, 1)
        if len(positions) < 2:
            raise BadRecord("the record has no steps", hint="review a game in which something has happened")
        say = self._say = progress or _silent
        device = Device.of(device)
        game = positions[0].game
        check_eyes(game, eyes)
        self._positions, self._depth, self._games, self._seed = positions, depth, games, seed
        self._eyes = eyes if game.info.hidden else FULL
        self._worths = worths_for(
            *(game, positions[0]),
            eyes=self._eyes,
            policy=policy,
            games=games,
            seed=seed,
            device=device,
            progress=lambda done, total: say("rollouts", done, total),
        )
        self._raw = raw or self._worths.source != NETWORK
        self._judge = Judge(
            *(positions, self._worths), eyes=self._eyes, seed=seed, raw=self._raw, say=say, device=device
        )
        self._writer = ReviewWriter(positions, names, self._eyes)
        self._judged: list[JudgedDecision] = []
        self._plan = CheckPlan()
        self._complete = True

    @property
    def source(self) -> str:
        """Where the worths come from: ``exact``, ``network`` or ``rollouts``."""
        return self._worths.source

    @property
    def policy(self) -> str:
        """Who plays rollouts, or how all play where values are exact; empty for a network."""
        return self._worths.policy

    def curve(self, most: int | None = None) -> tuple[Turn, ...]:
        """The shares of all seats where turns begin, and at the end: at most so many points, evenly spread."""
        steps = list(self._writer.turn_starts())
        if most is not None and len(steps) > most:
            steps = [steps[round(k * (len(steps) - 1) / (most - 1))] for k in range(most)]
        worth = self._worths.worth([self._positions[step] for step in steps])
        return self._writer.curve(dict(zip(steps, worth, strict=True)))

    def judge(self) -> None:
        """Value all positions, outcomes and moves."""
        positions, worths, say = self._positions, self._worths, self._say
        played = played_moves(positions)
        spans = self._spans = _spans(played, len(positions) - 1)
        at = [begin for begin, _ in spans] + [len(positions) - 1]
        size = len(at) if worths.source == ROLLOUTS else SLICE  # these count all games before they play any
        worth = self._worth = _valued("positions", at, positions, worths.worth, size, say)
        draws = [begin for begin, what in spans if isinstance(what, int)]
        # to eyes that cannot know the outcomes, a draw is worth what it is before it
        known = self._eyes == FULL
        self._means = _valued("chance", draws, positions, worths.means, size, say) if known else worth
        self._judged = self._judge.judge(played)
        if worths.source != EXACT:
            count_once(self._judged, worth)
        self._plan = self._judge.plan(self._judged, self._depth)

    @property
    def rolled(self) -> dict[int, dict[str, Any]]:
        """What rollouts have found so far, by the step of the decision, as plain data for :meth:`go_on`."""
        return {one.played.at: one.rolled_to_json() for one in self._judged if one.praised is not None}

    @property
    def planned(self) -> int:
        """How many decisions rollouts are to check."""
        return len(self._plan.decisions)

    def go_on(self, rolled: Mapping[int, Mapping[str, Any]], by: str) -> None:
        """Take over what another reviewer's rollouts have found, played by the agent ``by``."""
        for one in self._judged:
            if one.played.at in rolled and one.praised is None:
                one.take_rolled(rolled[one.played.at])
                self._judge.refined_by = by

    def refine(self, enough: Callable[[], bool] = lambda: False) -> None:
        """Let rollouts check what is planned, until all is checked or it is ``enough``."""
        self._complete = self._judge.refine(self._plan, enough)

    def review(self) -> Review:
        """The review as far as it has come; :meth:`judge` comes first."""
        judge, worths, worth = self._judge, self._worths, self._worth
        checked = self._plan.checked
        if checked:
            count_once(self._judged, worth)
        judge.see_hidden(self._judged)
        by_step = {one.played.at: one for one in self._judged}
        nodes = [_node(begin, what, by_step.get(begin), worth, self._means) for begin, what in self._spans]
        return self._writer.written(
            *(self._spans, nodes, balance(worth[0], nodes), by_step, worth),
            table="" if self._raw else table_of(self._positions[0].game),
            preset=None,
            source=worths.source,
            policy=worths.policy,
            games=self._games if worths.source == ROLLOUTS else 0,
            depth=self._depth,
            refined=checked,
            refined_by=judge.refined_by,
            sampled=self._plan.sampled,
            found=self._plan.found,
            complete=self._complete,
            seed=self._seed,
            raw=self._raw,
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
