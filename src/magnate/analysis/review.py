"""The review of a game: its balance sheet, what each decision cost or gave, and how much was luck.

A fast pass values all positions, outcomes and candidate moves at once (:mod:`.worths`). Then rollouts may refine the
largest drops. The sheet (:mod:`.balance`) adds up either way, as what the values do not foresee is shown as drift.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ..agents.spec import resolve
from ..core.agents import Agent, CompiledAgent
from ..core.contract import CHANCE
from ..core.validation import whole_number
from ..errors import BadRecord, IllegalAction
from ..runtime.stream import deal_seed
from .balance import POINT, Balance, Chance, Choice, Node, balance, called, doubted
from .chances import EXACT, FULL, NETWORK, PUBLIC, ROLLOUTS, check_eyes
from .gains import gains_of
from .moves import Played, WholeMove, candidates, move_from, played_moves, proposers
from .worths import GAMES, Question, Worths, made, worths_for

if TYPE_CHECKING:
    from ..core.game import Game, Position, Record
    from .rollout import Rollout

__all__ = ["LuckEvent", "Review", "ReviewedDecision", "SeatSheet", "Turn", "TurningPoint", "plain", "review"]

Shares = tuple[float, ...]

CLOSE: Final = 20 * POINT
"""A decision is open if its second best move is less than this behind the best, or if the player went wrong."""
LUCKY: Final = 10 * POINT
"""From so much on an event of chance is told."""
VERY_LUCKY: Final = 20 * POINT
DEAREST: Final = 3
TURNING_POINTS: Final = 3
NEAR: Final = 1e-12
"""Moves that differ by less are worth the same."""
NORMAL: Final = 1.96
"""Of a normal number's deviations, 95 of 100 lie within so many standard deviations."""
PLURALS: Final = {"inaccuracy": "inaccuracies", "mistake": "mistakes", "blunder": "blunders"}
SLICE: Final = 100
"""Chance nodes that are valued at a time, so that progress can be told."""
SAMPLED: Final = 4
"""One in so many decisions that rollouts check is drawn by lot from those whose loss the values do not see."""
COMPARED: Final = 4
"""Moves that rollouts compare, the played one among them."""
ROLLED: Final = 400
"""Rollouts of each of them, and as many again of the best and the played one."""
RESOLUTION: Final = 2 * POINT
"""A move that a network alone says to be better by less than this counts as no better: it cannot tell."""


@dataclass(frozen=True, slots=True)
class ReviewedDecision:
    """A whole move of ``seat``, from step ``at`` to before step ``end``, in the game's ``turn``.

    ``before`` and ``after`` are the shares of all seats around it. ``error`` is what it cost or gave each seat, beside
    the ``best`` move; for the seat itself never above 0. ``margin`` is the half width of the 95 % interval of the own
    error: 0 for exact values, None where it is not known. ``checked``: rollouts have judged it. ``label`` is
    inaccuracy, mistake or blunder if the lower bound of the loss supports it, and ``doubt`` what the loss alone would
    be called. ``unknown`` is what cards that the seat could not know made of it. ``alternatives`` are the moves that
    were compared, the best first, with what they are worth to all seats. ``repeated``: the seat has left out the best
    move before, when that lost nothing yet. Then only what it has come to be worth more counts, or what is lost now.
    """

    at: int
    end: int
    turn: int
    seat: int
    move: WholeMove
    forced: bool
    open: bool
    before: Shares
    after: Shares
    best: WholeMove
    error: Shares
    margin: float | None
    label: str
    doubt: str
    unknown: Shares
    alternatives: tuple[tuple[WholeMove, Shares], ...]
    repeated: bool = False
    checked: bool = False

    @property
    def loss(self) -> float:
        """What the move cost its own seat, from 0 on."""
        return -self.error[self.seat]


@dataclass(frozen=True, slots=True)
class LuckEvent:
    """What chance did at a step: the ``luck`` of all seats, a ``text``, and whether it was dice, a card or a draw.

    ``seat`` is whose dice or cards they were, -1 where they were nobody's. ``size`` is "lucky" or "very lucky" from 10
    and 20 points on, for the seat that it moved most.
    """

    at: int
    turn: int
    seat: int
    text: str
    luck: Shares
    kind: str
    size: str


@dataclass(frozen=True, slots=True)
class Turn:
    """A point of the curve: the shares of all seats when a turn begins, before step ``at``."""

    at: int
    turn: int
    shares: Shares


@dataclass(frozen=True, slots=True)
class KindSum:
    """The decisions of a kind: how many, how many of them open, and their error, from 0 down."""

    decisions: int
    open: int
    error: float


@dataclass(frozen=True, slots=True)
class SeatSheet:
    """A seat's column of the balance sheet, in shares.

    start + luck + own + others + drift + unknown = result. ``gifts`` says from whom ``others`` came (the own entry is
    0). ``error_rate`` is in points for 100 open decisions, None where there were none.
    ``luck_adjusted`` is the result without luck.
    """

    seat: int
    name: str
    place: int
    start: float
    luck: float
    own: float
    others: float
    drift: float
    unknown: float
    result: float
    gifts: Shares
    luck_by_kind: Mapping[str, float]
    errors_by_kind: Mapping[str, KindSum]
    open_decisions: int
    error_rate: float | None
    labels: Mapping[str, int]
    luck_adjusted: float


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """Where the shares changed most at once: by chance or by a decision (``seat`` is whose), by ``change`` for all."""

    at: int
    turn: int
    seat: int
    text: str
    change: Shares


@dataclass(frozen=True, slots=True)
class Review:
    """A game's balance sheet. All numbers are shares of the win, from 0 to 1; a point is 0.01.

    ``source`` says where the worths come from: ``exact``, ``network`` or ``rollouts``, the latter with ``games`` each
    by ``policy``. Decisions were judged by what their seat knew. The sheet knows all cards, unless ``eyes`` are a
    seat's or a spectator's. ``refined`` decisions have values of rollouts, in which the agent ``refined_by`` has all
    seats. ``sampled`` of them were drawn by lot from those that seemed to cost nothing, and ``found`` of these cost
    something (by the lower bound of the loss). ``complete`` is False for a review that was interrupted while it was
    refined. Moves that a network says to be better by less than ``resolution`` count as no better. Of what it says
    that part counts which rollouts have shown to be real (:mod:`.gains`), unless the review is ``raw``. ``gap`` is by
    how much the sheet fails to add up: rounding alone.
    """

    game: str
    preset: str | None
    players: int
    names: tuple[str, ...]
    finished: bool
    steps: int
    seats: tuple[SeatSheet, ...]
    decisions: tuple[ReviewedDecision, ...]
    events: tuple[LuckEvent, ...]
    curve: tuple[Turn, ...]
    turning_points: tuple[TurningPoint, ...]
    sentences: tuple[str, ...]
    source: str
    policy: str
    games: int
    eyes: int | str
    depth: int
    refined: int
    refined_by: str
    sampled: int
    found: int
    complete: bool
    seed: int
    raw: bool
    resolution: float
    gap: float

    def dearest(self, seat: int | None = None, most: int = DEAREST) -> list[ReviewedDecision]:
        """The decisions that cost most, of one seat or of all."""
        found = [one for one in self.decisions if one.loss > 0 and seat in (None, one.seat)]
        return sorted(found, key=lambda one: (-one.loss, one.at))[:most]

    def to_json(self) -> dict[str, Any]:
        """The review as plain data, for ``json.dumps``."""
        return plain(self)

    def _repr_html_(self) -> str:
        """What decided the game in sentences, and the decisions that cost most, for notebooks."""
        from ..plots import html_table

        rows = [
            [self.names[one.seat], one.turn, one.move, one.best, f"{100 * one.loss:.1f}", one.label or one.doubt]
            for one in self.dearest()
        ]
        headings = ["player", "turn", "move", "better", "lost, in points", ""]
        words = "".join(f"<p>{escape(one)}</p>" for one in self.sentences)
        return words + html_table("What decisions cost", headings, rows)


def plain(value: Any) -> Any:
    """Dataclasses, mappings and tuples as data for ``json.dumps``."""
    if hasattr(value, "__dataclass_fields__"):
        return {name: plain(getattr(value, name)) for name in value.__dataclass_fields__}
    if isinstance(value, Mapping):
        return {key: plain(one) for key, one in value.items()}
    if isinstance(value, tuple | list):
        return [plain(one) for one in value]
    return value


Progress = Callable[[str, int, int], None]
"""Is told what is being done, how much of it is done, and of how much."""


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
    return _Reviewer(record, eyes, most, policy, seed, progress, raw=raw).review(refined)


@dataclass(slots=True)
class _Judged:
    """A decision while it is being judged.

    Of the gain of the best move only the part ``counted`` counts (:func:`_count_once`). Once rollouts have judged it,
    ``fixed`` is the best move, and ``praised`` what the values praised before.
    """

    played: Played
    moves: tuple[WholeMove, ...]
    worths: np.ndarray
    margin: float | None
    least: float = NEAR
    best_after: np.ndarray | None = None
    counted: float = 1.0
    fixed: int | None = None
    praised: tuple[str, float] | None = None

    @property
    def best(self) -> int:
        """The best move; the played one, which is the first, where none is better. Rollouts fix it once they chose."""
        if self.fixed is not None:
            return self.fixed
        own = self.worths[:, self.played.seat]
        top = int(own.argmax())
        return top if own[top] > own[0] + self.least else 0

    @property
    def gain(self) -> float:
        """By how much the best move is better than the played one."""
        return float(self.worths[self.best, self.played.seat] - self.worths[0, self.played.seat])

    @property
    def loss(self) -> float:
        return self.counted * self.gain


class _Reviewer:
    """One review, from the positions to the sheet."""

    def __init__(
        self,
        record: Record,
        eyes: int | str,
        games: int,
        policy: str | None,
        seed: int,
        progress: Progress | None,
        *,
        raw: bool,
    ) -> None:
        self._say = progress or _silent
        self._record, self._games, self._seed = record, games, seed
        self._positions = list(record.positions())
        if len(self._positions) < 2:
            raise BadRecord("the record has no steps", hint="review a game in which something has happened")
        record.check_end(self._positions[-1])
        self._game = self._positions[0].game
        self._players, self._hidden = self._game.players, self._game.info.hidden
        check_eyes(self._game, eyes)
        self._eyes = eyes if self._hidden else FULL
        self._worths: Worths = worths_for(
            self._game,
            self._positions[0],
            eyes=self._eyes,
            policy=policy,
            games=games,
            seed=seed,
            progress=lambda done, total: self._say("rollouts", done, total),
        )
        self._raw = raw or self._worths.source != NETWORK
        self._least = RESOLUTION if self._worths.source == NETWORK else NEAR
        self._refined_by, self._sampled, self._found = "", 0, 0
        self._played = played_moves(self._positions)
        self._turns = _turns(self._positions)
        self._agents = _proposing(self._game)
        self._names = tuple(record.agents or (f"seat {seat}" for seat in range(self._players)))

    def review(self, depth: int) -> Review:
        spans = self._spans()
        at = [begin for begin, _ in spans] + [len(self._positions) - 1]
        self._say("positions", 0, len(at))
        worth = dict(zip(at, self._worths.worth([self._positions[one] for one in at]), strict=True))
        means = self._means([begin for begin, played in spans if isinstance(played, int)], worth)
        judged = self._judge()
        if self._worths.source != EXACT:
            _count_once(judged, worth)
        refined, complete = self._refine(judged, depth)
        if refined:
            _count_once(judged, worth)
        self._see_hidden(judged)
        nodes, by_step = [], {one.played.at: one for one in judged}
        for begin, what in spans:
            node: Node
            if isinstance(what, int):
                node = Chance(worth[begin], means[begin], worth[what])
            else:
                node = self._choice(what, by_step.get(begin), worth)
            nodes.append(node)
        sheet = balance(worth[0], nodes)
        return self._told(spans, nodes, sheet, by_step, worth, depth, refined, complete)

    # ------------------------------------------------------------------------------------------------ the fast pass

    def _spans(self) -> list[tuple[int, Played | int]]:
        """The nodes in order: where each begins, with the move that was played or the step after chance."""
        moves = {one.at: one for one in self._played}
        found: list[tuple[int, Played | int]] = []
        step, last = 0, len(self._positions) - 1
        while step < last:
            move = moves.get(step)
            found.append((step, step + 1 if move is None else move))
            step = step + 1 if move is None else move.end
        return found

    def _means(self, steps: Sequence[int], worth: Mapping[int, np.ndarray]) -> dict[int, np.ndarray]:
        """The means over the outcomes. To eyes that cannot know these, a draw is worth what it is before it."""
        if self._eyes != FULL:
            return {step: worth[step] for step in steps}
        found: dict[int, np.ndarray] = {}
        for begin in range(0, len(steps), SLICE):
            some = steps[begin : begin + SLICE]
            self._say("chance", begin, len(steps))
            found.update(zip(some, self._worths.means([self._positions[one] for one in some]), strict=True))
        return found

    def _judge(self) -> list[_Judged]:
        """What the candidates of every decision are worth that was not forced."""
        open_ones = [one for one in self._played if not one.forced and self._eyes in (FULL, one.seat)]
        moves = []
        for number, one in enumerate(open_ones):
            self._say("moves", number, len(open_ones))
            moves.append(self._candidates(one))
        self._say("decisions", 0, len(open_ones))
        questions = [
            Question(one.seat, self._positions[one.at], tuple(move.ids for move in found))
            for one, found in zip(open_ones, moves, strict=True)
        ]
        judged = self._worths.judge(questions)
        margin = 0.0 if self._worths.source == EXACT else None
        found = [
            _Judged(one, some, worths, margin, self._least)
            for one, some, worths in zip(open_ones, moves, judged, strict=True)
        ]
        for decision in found if not self._raw else ():
            self._reduce(decision)
        return found

    def _reduce(self, one: _Judged) -> None:
        """Let of the network's gains only that part count which rollouts have shown to be real."""
        seat, spreads = one.played.seat, [0.0]
        for k, move in enumerate(one.moves[1:], 1):
            gains = gains_of(self._game.name, self._players, move.kind)
            gain = float(one.worths[k, seat] - one.worths[0, seat])
            spreads.append(gains.spread(gain) if gains.decisions else math.inf)
            if gain > one.least:
                one.worths[k] = one.worths[0] + gains.factor * (one.worths[k] - one.worths[0])
            elif gain > 0.0:
                one.worths[k] = one.worths[0]
        one.least = NEAR
        spread = spreads[one.best]
        one.margin = NORMAL * spread if one.best and math.isfinite(spread) else None

    def _candidates(self, played: Played) -> tuple[WholeMove, ...]:
        """The whole moves that are compared, the played one first; where worths are exact, all."""
        position = self._positions[played.at]
        shown = position.shown_to(played.seat, self._seed) if self._hidden else position
        found = {played.move.ids: played.move}
        for move in candidates(shown, agents=self._agents):
            found.setdefault(move.ids, move)
        if self._worths.source == EXACT:
            for action in position.legal_ids():
                if (action,) not in found:
                    try:
                        found[(action,)] = move_from(position, (action,))
                    except IllegalAction:  # it takes more steps: the agents' proposals have to do
                        continue
        return tuple(found.values())

    def _see_hidden(self, judged: Sequence[_Judged]) -> None:
        """Where parts are hidden: what the position after the best move is worth to who sees all."""
        if not self._hidden or self._eyes != FULL:
            return
        after = [made(self._positions[one.played.at], one.moves[one.best].ids) for one in judged]
        for one, worth in zip(judged, self._worths.worth(after), strict=True):
            one.best_after = worth

    def _choice(self, played: Played, judged: _Judged | None, worth: Mapping[int, np.ndarray]) -> Choice:
        before, after = worth[played.at], worth[played.end]
        if judged is None:
            return Choice(played.seat, before, after, after, after)
        best = judged.best
        hidden = judged.best_after if best else after  # the played move's own
        chosen = judged.worths[0]
        return Choice(
            *(played.seat, before, chosen, chosen + judged.counted * (judged.worths[best] - chosen), after),
            hidden if judged.best_after is not None else None,
        )

    # ---------------------------------------------------------------------------------------------- what rollouts say

    def _refine(self, judged: Sequence[_Judged], depth: int) -> tuple[int, bool]:
        """Let rollouts judge the largest drops, and some other decisions by lot; how many, and whether that was all."""
        if self._worths.source == EXACT:
            return 0, True
        drops = sorted((one for one in judged if one.loss > 0.0), key=lambda one: (-one.loss, one.played.at))
        others = [one for one in judged if one.gain == 0.0 and len(one.moves) > 1]
        lot = np.random.default_rng(self._seed).permutation(len(others))[: depth // SAMPLED]
        drops = drops[: depth - len(lot)]
        checked = [*drops, *(others[k] for k in sorted(lot))]
        for number, one in enumerate(checked):
            self._say("rollouts", number, len(checked))
            try:
                self._roll_out(one)
            except KeyboardInterrupt:
                return number, False
            if number >= len(drops):
                self._sampled += 1
                if one.margin is not None and one.loss > one.margin:
                    self._found += 1
                else:
                    one.fixed = 0
        return len(checked), True

    def _roll_out(self, one: _Judged) -> None:
        """Judge a decision by rollouts.

        Some choose the best move, and others measure by how much it is better than the played one. The best of several
        moves by the same games would be praised for its luck.
        """
        seat = one.played.seat
        praised = (_sort(one.moves[one.best]), one.gain)
        order = sorted(range(1, len(one.moves)), key=lambda k: -one.worths[k, seat])[: COMPARED - 1]
        first = self._rolled(one, [one.moves[k] for k in (0, *order)], 0)
        found = {known.move.ids: known for known in first.candidates if known.move is not None}
        one.moves = tuple(one.moves[k] for k in (0, *order) if one.moves[k].ids in found)
        worths = np.array([found[move.ids].shares for move in one.moves])
        best = int(worths[:, seat].argmax())
        against = best or min(1, len(one.moves) - 1)
        again = self._rolled(one, [one.moves[0], one.moves[against]], 1)
        fresh = {known.move.ids: known for known in again.candidates if known.move is not None}
        played, other = (fresh[one.moves[k].ids] for k in (0, against))
        worths += np.array(other.shares) - worths[against]  # the others keep their distance to it
        worths[0] = played.shares
        one.worths, one.least, one.praised = worths, NEAR, praised
        one.fixed = against if worths[against, seat] > worths[0, seat] else 0
        one.margin = float(max(played.difference_margin[seat], other.difference_margin[seat]))

    def _rolled(self, one: _Judged, moves: Sequence[WholeMove], batch: int) -> Rollout:
        """Rollouts of some moves; another batch has other luck."""
        from .rollout import rollout

        rolled = rollout(
            self._positions[one.played.at],
            moves,
            self._worths.policy or None,
            ROLLED,
            eyes=one.played.seat,
            seed=deal_seed(self._seed, "review", one.played.at, batch),
        )
        if rolled.games < ROLLED:  # an interrupt has ended these games: it is to end the others too
            raise KeyboardInterrupt
        self._refined_by = rolled.policy[0]
        return rolled

    # ------------------------------------------------------------------------------------------------------ the answer

    def _told(
        self,
        spans: Sequence[tuple[int, Played | int]],
        nodes: Sequence[Node],
        sheet: Balance,
        judged: Mapping[int, _Judged],
        worth: Mapping[int, np.ndarray],
        depth: int,
        refined: int,
        complete: bool,
    ) -> Review:
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
            self._seat(seat, places[seat], sheet, [one for one in decisions if one.seat == seat], events)
            for seat in range(self._players)
        )
        finished = self._positions[-1].is_over
        return Review(
            game=self._game.name,
            preset=self._record.preset,
            players=self._players,
            names=self._names,
            finished=finished,
            steps=len(self._positions) - 1,
            seats=seats,
            decisions=tuple(decisions),
            events=tuple(events),
            curve=tuple(self._curve(worth)),
            turning_points=tuple(sorted(turning, key=lambda one: one.at)),
            sentences=tuple(_sentence(one, self._players, finished) for one in seats),
            source=self._worths.source,
            policy=self._worths.policy,
            games=self._games if self._worths.source == ROLLOUTS else 0,
            eyes=self._eyes,
            depth=depth,
            refined=refined,
            refined_by=self._refined_by,
            sampled=self._sampled,
            found=self._found,
            complete=complete,
            seed=self._seed,
            raw=self._raw,
            resolution=RESOLUTION if self._worths.source == NETWORK else 0.0,
            gap=sheet.gap,
        )

    def _decision(self, played: Played, node: Choice, judged: _Judged | None) -> ReviewedDecision:
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
            forced=played.forced,
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

    def _curve(self, worth: Mapping[int, np.ndarray]) -> list[Turn]:
        """The shares where each turn begins, and at the end."""
        found: list[Turn] = []
        for step in sorted(worth):
            if not found or self._turns[step] != found[-1].turn:
                found.append(Turn(step, self._turns[step], _shares(worth[step])))
        last = max(worth)
        if found[-1].at != last:
            found.append(Turn(last, self._turns[last], _shares(worth[last])))
        return found

    def _places(self, worth: Mapping[int, np.ndarray], sheet: Balance) -> list[int]:
        """The place of each seat: by the result, then by how long it had a chance, then by the score."""
        score = self._positions[-1].score()
        steps = sorted(worth)
        lasted = [max((step for step in steps if worth[step][seat] > 0), default=0) for seat in range(self._players)]
        key = [(round(float(sheet.result[seat]), 9), lasted[seat], score[seat]) for seat in range(self._players)]
        return [1 + sum(other > one for other in key) for one in key]

    def _seat(
        self, seat: int, place: int, sheet: Balance, decisions: Sequence[ReviewedDecision], events: Sequence[LuckEvent]
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
        )


# ---------------------------------------------------------------------------------------------------------- Small parts


def _silent(what: str, done: int, total: int) -> None:
    """Tell nothing."""


def _shares(vector: np.ndarray) -> Shares:
    return tuple(float(one) for one in vector)


def _count_once(judged: Sequence[_Judged], worth: Mapping[int, np.ndarray]) -> None:
    """Let a move that a seat leaves out again and again cost it once.

    Values that describe players who never make a move praise it each time, and fall no lower when it is left out. Such
    an error counts again only as far as it has grown, or as far as the chance falls now.
    """
    left = dict[tuple[int, str], float]()
    for one in judged:
        seat = one.played.seat
        left.pop((seat, _sort(one.played.move)), None)
        sort, gain = one.praised or (_sort(one.moves[one.best]), one.gain)
        one.counted = 1.0
        if gain <= 0.0:
            continue
        before = left.get((seat, sort), 0.0)
        left[seat, sort] = max(before, gain)
        if before > 0.0 and not one.praised:
            falls = float(worth[one.played.at][seat] - worth[one.played.end][seat])
            one.counted = min(1.0, max(0.0, gain - before, falls) / gain)


def _sort(move: WholeMove) -> str:
    """The move without its sums: offers that differ in cash alone are of one sort."""
    return f"{move.kind}: {re.sub(r'[0-9]+', '', ' '.join(move.names))}"


def _proposing(game: Game) -> tuple[Agent, ...]:
    """The agents that propose moves, each with other parameters once, found once for all positions."""
    found: dict[tuple[float, ...], Agent] = {}
    for name in proposers(game.name):
        agent = resolve(game.name, name, game.players)
        if isinstance(agent, CompiledAgent):
            found.setdefault(tuple(agent.row), agent)
    return tuple(found.values())


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
    """The number of the turn at each position: the game's own count, or how often another seat came to decide."""
    states = np.concatenate([one.states() for one in positions])
    names = states.dtype.names or ()
    if "turns" in names:
        return [int(one) for one in states["turns"]]
    if {"era", "round", "turn"} <= set(names):
        marks = [(int(one["era"]), int(one["round"]), int(one["turn"])) for one in states]
    else:
        marks, seat = [], -1
        for one in positions:
            seat = one.to_move if one.to_move >= 0 else seat
            marks.append((seat, 0, 0))
    found, turn = [], 0
    for before, now in zip([marks[0], *marks], marks, strict=False):
        turn += now != before
        found.append(turn)
    return found


def _points(share: float) -> str:
    return f"{share / POINT:+.1f}".replace("-", "−")


def _ordinal(number: int) -> str:
    return {1: "1st", 2: "2nd", 3: "3rd"}.get(number, f"{number}th")


def _sentence(one: SeatSheet, players: int, finished: bool) -> str:
    """A seat's game in one sentence."""
    came = f"came {_ordinal(one.place)} of {players}" if finished else f"stands at {100 * one.result:.0f} %"
    luck = ", ".join(f"{kind} {_points(value)}" for kind, value in sorted(one.luck_by_kind.items()))
    inside = f" ({luck})" if len(one.luck_by_kind) > 1 else ""
    wrong = ", ".join(
        f"{count} {name if count == 1 else PLURALS[name]}"
        for name, count in one.labels.items()
        if not name.endswith("?")
    )
    parts = [
        f"luck {_points(one.luck)}{inside}",
        f"own decisions {_points(one.own)}" + (f" ({wrong})" if wrong else ""),
        f"others' decisions {_points(one.others)}",
    ]
    if abs(one.unknown) > NEAR:
        parts.append(f"unknown cards {_points(one.unknown)}")
    parts.append(f"drift {_points(one.drift)}")
    name = f"Seat {one.seat}" if one.name == f"seat {one.seat}" else f"Seat {one.seat} ({one.name})"
    return f"{name} {came}. In points: {', '.join(parts)}."
