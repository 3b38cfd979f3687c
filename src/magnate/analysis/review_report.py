"""The review as it is read: from the nodes of a game and its sheet to decisions, events, the curve and sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ..core.contract import CHANCE
from ..core.position import states_of
from .balance import POINT, Balance, Chance, Choice, Node, called, doubted
from .chances import FULL, PUBLIC
from .grades import grade
from .moves import Played, WholeMove
from .review_data import KindSum, LuckEvent, Review, ReviewedDecision, SeatSheet, Shares, Turn, TurningPoint
from .review_words import ReviewWords

if TYPE_CHECKING:
    from ..core.game import Position
    from .review_decisions import JudgedDecision

__all__ = ["ReviewWriter"]

CLOSE: Final = 20 * POINT
"""A decision is open if its second best move is less than this behind the best, or if the player went wrong."""
LUCKY: Final = 10 * POINT
"""From so much on an event of chance is listed as luck."""
VERY_LUCKY: Final = 20 * POINT
TURNING_POINTS: Final = 3


class ReviewWriter:
    """Writes the review of one game, of what its ``eyes`` can know."""

    def __init__(self, positions: Sequence[Position], names: tuple[str, ...], eyes: int | str) -> None:
        self._positions, self._names, self._eyes = positions, names, eyes
        self._game, self._players = positions[0].game, positions[0].game.players
        self._turns = _turns(positions)

    def written(
        self,
        spans: Sequence[tuple[int, Played | int]],
        nodes: Sequence[Node],
        sheet: Balance,
        judged: Mapping[int, JudgedDecision],
        worth: Mapping[int, np.ndarray],
        *,
        table: str,
        **about: Any,
    ) -> Review:
        """The review; ``table`` is that of the grades, ``about`` has its fields that say how it was made."""
        decisions, events, changes = [], [], []
        for (begin, what), node in zip(spans, nodes, strict=True):
            change = _shares(node.after - node.before)
            if isinstance(node, Choice) and isinstance(what, Played):
                decisions.append(self._decision(what, node, judged.get(begin)))
                changes.append(TurningPoint(begin, self._turns[begin], what.seat, what.move.text, change))
            elif isinstance(node, Chance):
                events.append(self._event(begin, node))
                changes.append(TurningPoint(begin, self._turns[begin], events[-1].seat, events[-1].text, change))
        turning = sorted(changes, key=lambda one: (-max(map(abs, one.change)), one.at))[:TURNING_POINTS]
        turning = [replace(one, text=self._narrated(one)) for one in turning]
        places = self._places(worth, sheet)
        seats = tuple(
            self._seat(seat, places[seat], sheet, [one for one in decisions if one.seat == seat], events, table)
            for seat in range(self._players)
        )
        finished = self._positions[-1].is_over
        return Review(
            game=self._game.name,
            players=self._players,
            names=self._names,
            finished=finished,
            steps=len(self._positions) - 1,
            seats=seats,
            decisions=tuple(decisions),
            events=tuple(events),
            curve=self.curve(worth),
            turning_points=tuple(sorted(turning, key=lambda one: one.at)),
            sentences=tuple(ReviewWords().sentence(one, self._players, finished=finished) for one in seats),
            eyes=self._eyes,
            gap=sheet.gap,
            **about,
        )

    def _decision(self, played: Played, node: Choice, judged: JudgedDecision | None) -> ReviewedDecision:
        seat = played.seat
        before, after, error = _shares(node.before), _shares(node.after), _shares(node.error)
        alternatives: list[tuple[WholeMove, Shares]] = []
        margin: float | None = 0.0
        best, is_open = played.move, False
        if judged is not None:
            order = sorted(range(len(judged.moves)), key=lambda k: (-judged.worths[k, seat], k))
            alternatives = [(judged.moves[k], _shares(judged.worths[k])) for k in order]
            best, margin = judged.moves[judged.best], judged.margin
            close = len(order) > 1 and judged.worths[order[0], seat] - judged.worths[order[1], seat] < CLOSE
            is_open = bool(close or judged.best != 0)
        elif self._eyes not in (FULL, seat):
            margin = None
        loss = -error[seat]
        return ReviewedDecision(
            at=played.at,
            end=played.end,
            turn=self._turns[played.at],
            seat=seat,
            move=played.move,
            forced=played.forced and self._eyes in (FULL, seat),  # it would tell of a hidden hand
            open=is_open,
            before=before,
            after=after,
            best=best,
            error=error,
            margin=margin,
            label=called(loss, margin),
            doubt=doubted(loss, margin),
            unknown=_shares(node.unknown),
            alternatives=tuple(alternatives),
            repeated=judged is not None and judged.counted < 1.0,
            checked=judged is not None and judged.praised is not None,
        )

    def _event(self, step: int, node: Chance) -> LuckEvent:
        position, luck = self._positions[step], _shares(node.luck)
        most = max(map(abs, luck))
        seat, purpose = position.chance_key or (-1, 0)
        size = "very lucky" if most >= VERY_LUCKY else "lucky" if most >= LUCKY else ""
        kind = _kind(self._game.info.purposes[purpose : purpose + 1])
        text = str(position.name_of(self._positions[-1].history[position.steps])) if self._sees(position) else kind
        return LuckEvent(
            at=step,
            turn=self._turns[step],
            seat=seat if seat < self._players else -1,
            text=_joined(self._positions[step + 1]) if size and self._eyes == FULL else text,
            luck=luck,
            kind=kind,
            size=size,
        )

    def _sees(self, position: Position) -> bool:
        """Whether the eyes see what comes at a chance node."""
        seats = set(range(self._players)) if self._eyes == PUBLIC else {self._eyes}
        return self._eyes == FULL or seats <= position.seen_by

    def _narrated(self, point: TurningPoint) -> str:
        """What happened there, in the game's own words."""
        if point.seat >= 0 and self._positions[point.at].to_move != CHANCE:
            return point.text
        return _joined(self._positions[point.at + 1]) if self._eyes == FULL else point.text

    def turn_starts(self) -> dict[int, int]:
        """The steps at which turns begin, and the last one, with the numbers of these turns."""
        last = len(self._turns) - 1
        steps = [step for step in range(last) if step == 0 or self._turns[step] != self._turns[step - 1]]
        return {step: self._turns[step] for step in [*steps, last]}

    def curve(self, worth: Mapping[int, np.ndarray]) -> tuple[Turn, ...]:
        """The shares where each turn begins, and at the end."""
        found: list[Turn] = []
        for step in sorted(worth):
            if not found or self._turns[step] != found[-1].turn:
                found.append(Turn(step, self._turns[step], _shares(worth[step])))
        last = max(worth)
        if found[-1].at != last:
            found.append(Turn(last, self._turns[last], _shares(worth[last])))
        return tuple(found)

    def _places(self, worth: Mapping[int, np.ndarray], sheet: Balance) -> list[int]:
        """The place of each seat: by the result, then by how long it had a chance, then by the score."""
        score = self._positions[-1].score()
        steps = sorted(worth)
        lasted = [max((step for step in steps if worth[step][seat] > 0), default=0) for seat in range(self._players)]
        key = [(round(float(sheet.result[seat]), 9), lasted[seat], score[seat]) for seat in range(self._players)]
        return [1 + sum(other > one for other in key) for one in key]

    def _seat(
        self,
        seat: int,
        place: int,
        sheet: Balance,
        decisions: Sequence[ReviewedDecision],
        events: Sequence[LuckEvent],
        table: str,
    ) -> SeatSheet:
        kinds, luck, labels = {}, dict[str, float](), dict[str, int]()
        for kind in sorted({one.move.kind for one in decisions}):
            some = [one for one in decisions if one.move.kind == kind]
            error = float(sum(one.error[seat] for one in some))
            kinds[kind] = KindSum(len(some), sum(one.open for one in some), error)
        for event in events:
            luck[event.kind] = luck.get(event.kind, 0.0) + event.luck[seat]
        for one in decisions:
            if one.label or one.doubt:
                labels[one.label or one.doubt] = labels.get(one.label or one.doubt, 0) + 1
        open_ones = sum(one.open for one in decisions)
        own = float(sheet.own[seat])
        rate = 100 * abs(own) / POINT / open_ones if open_ones else None
        stake = sum(_stake(one) for one in decisions if not one.forced)
        gifts = sheet.errors[:, seat].copy()
        gifts[seat] = 0.0
        return SeatSheet(
            seat=seat,
            name=self._names[seat],
            place=place,
            start=float(sheet.start[seat]),
            luck=float(sheet.luck[seat]),
            own=own,
            others=float(sheet.others[seat]),
            drift=float(sheet.drift[seat]),
            unknown=float(sheet.unknown[seat]),
            result=float(sheet.result[seat]),
            gifts=_shares(gifts),
            luck_by_kind=luck,
            errors_by_kind=kinds,
            open_decisions=open_ones,
            error_rate=rate,
            labels=labels,
            luck_adjusted=float(sheet.result[seat] - sheet.luck[seat]),
            stake=stake,
            grade=grade(table, [abs(own)], [stake]),
        )


def _stake(one: ReviewedDecision) -> float:
    """By how much the best of the moves that were compared leads their mean, for who decided."""
    own = [shares[one.seat] for _, shares in one.alternatives]
    return max(own) - sum(own) / len(own) if own else 0.0


def _shares(vector: np.ndarray) -> Shares:
    return tuple(float(one) for one in vector)


def _joined(position: Position) -> str:
    """What the last step did, in English."""
    return " ".join(str(event) for event in position.events) or "chance"


def _kind(purpose: Sequence[str]) -> str:
    """Whether chance of this purpose is dice, a card or a draw."""
    name = purpose[0] if purpose else ""
    if "dice" in name or name == "die":
        return "dice"
    return "card" if name in ("chance", "community chest") else "draw"


def _turns(positions: Sequence[Position]) -> list[int]:
    """The number of the turn at each position, from 1: by the game's own count, or by who decides."""
    states = states_of(positions)
    names = states.dtype.names or ()
    if "turns" in names:
        return [int(one) + 1 for one in states["turns"]]
    if {"era", "round", "turn"} <= set(names):
        marks = [(int(one["era"]), int(one["round"]), int(one["turn"])) for one in states]
    else:
        marks, seat = [], -1
        for one in positions:
            seat = one.to_move if one.to_move >= 0 else seat
            marks.append((seat, 0, 0))
    found, turn = [], 1
    for before, now in zip([marks[0], *marks], marks, strict=False):
        turn += now != before
        found.append(turn)
    return found
