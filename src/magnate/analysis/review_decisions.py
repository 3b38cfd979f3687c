"""The decisions of a game that is reviewed: what else could have been done, and what it would have been worth.

A fast pass values the candidates of all decisions at once (:mod:`.worths`). Then rollouts may check the largest drops,
and some of the others by lot.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ..agents.spec import resolve
from ..core.agents import Agent, CompiledAgent
from ..errors import IllegalAction
from ..runtime.stream import deal_seed
from .balance import LABELS, POINT, Choice
from .chances import EXACT, FULL, NETWORK
from .gains import gains_of
from .moves import Played, WholeMove, candidates, move_from, proposers
from .race import BEHIND, NORMAL
from .rollout import rollout
from .worths import Question, Worths, made

if TYPE_CHECKING:
    from ..core.game import Game, Position
    from ..gpu.device import Device
    from .review_data import Progress
    from .rollout import Rollout

__all__ = ["NEAR", "RESOLUTION", "CheckPlan", "Judge", "JudgedDecision", "count_once"]

SLICE: Final = 50
"""Decisions that are judged at a time, so that progress can be reported, and a review be ended."""
NEAR: Final = 1e-12
"""Moves that differ by less are worth the same."""
SAMPLED: Final = 4
"""One in so many decisions that rollouts check is drawn by lot from those whose loss the values do not see."""
COMPARED: Final = 4
"""Moves that rollouts compare, the played one among them."""
ROLLED: Final = 400
"""Rollouts of each of them, and at least as many again of the best and the played one."""
MORE: Final = 8
"""By how many times as many the latter are, at most, where the label is not sure before."""
WIDER: Final = 1.3
"""So much wider than that of 95 % is the interval that makes a label sure, as it is looked at several times."""
RESOLUTION: Final = 2 * POINT
"""A move that a network alone says to be better by less than this counts as no better: it cannot tell."""


@dataclass(slots=True)
class JudgedDecision:
    """A decision while it is being judged.

    Of the gain of the best move only the part ``counted`` counts (:func:`count_once`). Once rollouts have judged it,
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
        """What the move cost its seat."""
        return self.counted * self.gain

    def choice(self, before: np.ndarray, after: np.ndarray) -> Choice:
        """The node of the balance sheet, between what the position is worth before and after the move."""
        chosen = self.worths[0]
        hidden = self.best_after if self.best else after  # the played move's own
        return Choice(
            *(self.played.seat, before, chosen, chosen + self.counted * (self.worths[self.best] - chosen), after),
            hidden if self.best_after is not None else None,
        )

    def rolled_to_json(self) -> dict[str, Any]:
        """What rollouts have found, as plain data."""
        return {
            "moves": [list(move.ids) for move in self.moves],
            "worths": self.worths.tolist(),
            "fixed": self.fixed,
            "praised": list(self.praised or ()),
            "margin": self.margin,
        }

    def take_rolled(self, found: Mapping[str, Any]) -> None:
        """Be judged by what :meth:`rolled_to_json` gave; the moves must be among those that are compared."""
        known = {move.ids: move for move in self.moves}
        self.moves = tuple(known[tuple(ids)] for ids in found["moves"])
        self.worths, self.least = np.array(found["worths"]), NEAR
        self.fixed, self.margin = found["fixed"], found["margin"]
        self.praised = (str(found["praised"][0]), float(found["praised"][1]))


@dataclass(slots=True)
class CheckPlan:
    """The decisions that rollouts are to check: first the largest drops, then those that were drawn ``by_lot``."""

    decisions: tuple[JudgedDecision, ...] = ()
    by_lot: frozenset[int] = frozenset()

    @property
    def checked(self) -> int:
        """How many have been checked."""
        return sum(one.praised is not None for one in self.decisions)

    @property
    def sampled(self) -> int:
        """How many of these were drawn by lot."""
        return sum(one.praised is not None and one.played.at in self.by_lot for one in self.decisions)

    @property
    def found(self) -> int:
        """How many of those drawn cost something."""
        return sum(
            one.praised is not None and bool(one.fixed) and one.played.at in self.by_lot for one in self.decisions
        )


class Judge:
    """Judges the decisions of one game; ``say`` is called with how far it is."""

    def __init__(
        self,
        positions: Sequence[Position],
        worths: Worths,
        *,
        eyes: int | str,
        seed: int,
        raw: bool,
        say: Progress,
        device: Device,
    ) -> None:
        self._device = device
        self._positions, self._worths, self._eyes, self._seed, self._say = positions, worths, eyes, seed, say
        self._game = positions[0].game
        self._hidden = self._game.info.hidden
        self._raw = raw
        self._least = RESOLUTION if worths.source == NETWORK else NEAR
        self._agents = _proposing(self._game)
        self.refined_by = ""

    def judge(self, moves_played: Sequence[Played]) -> list[JudgedDecision]:
        """What the candidates of every decision are worth that was not forced."""
        open_ones = [one for one in moves_played if not one.forced and self._eyes in (FULL, one.seat)]
        moves = []
        for number, one in enumerate(open_ones):
            self._say("moves", number, len(open_ones))
            moves.append(self._candidates(one))
        questions = [
            Question(one.seat, self._positions[one.at], tuple(move.ids for move in found))
            for one, found in zip(open_ones, moves, strict=True)
        ]
        judged = list[np.ndarray]()
        for begin in range(0, len(questions), SLICE):
            self._say("decisions", begin, len(questions))
            judged += self._worths.judge(questions[begin : begin + SLICE])
        margin = 0.0 if self._worths.source == EXACT else None
        found = [
            JudgedDecision(one, some, worths, margin, self._least)
            for one, some, worths in zip(open_ones, moves, judged, strict=True)
        ]
        for decision in found if not self._raw else ():
            self._reduce(decision)
        return found

    def _reduce(self, one: JudgedDecision) -> None:
        """Let of the network's gains only that part count which rollouts have shown to be real."""
        seat, spreads = one.played.seat, [0.0]
        for k, move in enumerate(one.moves[1:], 1):
            gains = gains_of(self._game.name, self._game.players, move.kind)
            gain = float(one.worths[k, seat] - one.worths[0, seat])
            spreads.append(gains.spread(gain))
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

    def see_hidden(self, judged: Sequence[JudgedDecision]) -> None:
        """Where parts are hidden: what the position after the best move is worth to who sees all."""
        if not self._hidden or self._eyes != FULL:
            return
        after = [made(self._positions[one.played.at], one.moves[one.best].ids) for one in judged]
        for one, worth in zip(judged, self._worths.worth(after), strict=True):
            one.best_after = worth

    def plan(self, judged: Sequence[JudgedDecision], depth: int) -> CheckPlan:
        """What rollouts are to check: the largest drops, and some other decisions by lot."""
        if self._worths.source == EXACT:
            return CheckPlan()
        drops = sorted((one for one in judged if one.loss > 0.0), key=lambda one: (-one.loss, one.played.at))
        others = [one for one in judged if one.gain == 0.0 and len(one.moves) > 1]
        lot = np.random.default_rng(self._seed).permutation(len(others))[: depth // SAMPLED]
        drawn = [others[k] for k in sorted(lot)]
        return CheckPlan((*drops[: depth - len(lot)], *drawn), frozenset(one.played.at for one in drawn))

    def refine(self, plan: CheckPlan, enough: Callable[[], bool]) -> bool:
        """Let rollouts judge what is planned, until it is ``enough``; whether that was all."""
        for number, one in enumerate(plan.decisions):
            if one.praised is not None:
                continue
            if enough():
                return False
            self._say("rollouts", number, len(plan.decisions))
            try:
                self._roll_out(one)
            except KeyboardInterrupt:
                return False
            if one.played.at in plan.by_lot and (one.margin is None or one.loss <= one.margin):
                one.fixed = 0
        return True

    def _roll_out(self, one: JudgedDecision) -> None:
        """Judge a decision by rollouts.

        Some choose the best move, and others measure by how much it is better than the played one. The best of several
        moves by the same games would be praised for its luck. These go on until the label is sure. An interrupt leaves
        the decision as it was.
        """
        seat = one.played.seat
        praised = (_sort(one.moves[one.best]), one.gain)
        order = sorted(range(1, len(one.moves)), key=lambda k: -one.worths[k, seat])[: COMPARED - 1]
        first = self._rolled(one, [one.moves[k] for k in (0, *order)], 0)
        found = {known.move.ids: known for known in first.candidates if known.move is not None}
        moves = tuple(one.moves[k] for k in (0, *order) if one.moves[k].ids in found)
        worths = np.array([found[move.ids].shares for move in moves])
        best = int(worths[:, seat].argmax())
        against = best or min(1, len(moves) - 1)
        again = self._rolled(one, [moves[0], moves[against]], 1, MORE)
        fresh = {known.move.ids: known for known in again.candidates if known.move is not None}
        played, other = (fresh[moves[k].ids] for k in (0, against))
        worths += np.array(other.shares) - worths[against]  # the others keep their distance to it
        worths[0] = played.shares
        one.moves, one.worths, one.least, one.praised = moves, worths, NEAR, praised
        one.fixed = against if worths[against, seat] > worths[0, seat] else 0
        one.margin = float(max(played.difference_margin[seat], other.difference_margin[seat]))

    def _rolled(self, one: JudgedDecision, moves: Sequence[WholeMove], batch: int, more: int = 1) -> Rollout:
        """Rollouts of some moves; another batch has other luck.

        Up to so many times ``more`` are played of both moves, until it is sure what the loss by the first is called.
        """
        seat = one.played.seat
        rolled = rollout(
            self._positions[one.played.at],
            moves,
            self._worths.policy or None,
            more * ROLLED,
            eyes=seat,
            seed=deal_seed(self._seed, "review", one.played.at, batch),
            device=self._device,
            behind=math.inf if more > 1 else BEHIND,  # both have all games
            progress=lambda found: more == 1 or found.games < ROLLED or not _sure(found, moves[0], seat),
        )
        if rolled.games < ROLLED:  # an interrupt has ended these games: it is to end the others too
            raise KeyboardInterrupt
        self.refined_by = rolled.policy[0]
        return rolled


def _sure(found: Rollout, played: WholeMove, seat: int) -> bool:
    """Whether the interval of the loss by the played move leaves out all losses from which on labels differ."""
    best, other = found.candidates[:2]
    loss = -other.difference[seat] if best.move == played else other.difference[seat]
    return all(abs(loss - least) > WIDER * other.difference_margin[seat] for least, _ in LABELS)


def count_once(judged: Sequence[JudgedDecision], worth: Mapping[int, np.ndarray]) -> None:
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
