"""Whether one move of a position is clearly best, as games that are played on say.

The best move leads the second by more than three points with z > 4, and by two points at least with 99 of 100. It is
the same under two policies, and with twice as many games that are new. All is seen by the eyes of the seat that is to
move, and moves that lead to the same position count as one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from ..agents.spec import resolve
from ..core.players import Players
from ..runtime.stream import deal_seed
from .moves import PASSES, WholeMove, after, candidates
from .race import NORMAL
from .rollout import Rollout, rollout

if TYPE_CHECKING:
    from ..core.game import Position

__all__ = ["GAP", "NOT_WANTED", "SURE", "Certified", "certify", "distinct", "lead_of"]

GAP: Final = 0.03
"""By more than this the best move leads the second."""
SURE: Final = 4.0
"""The least z of that lead."""
LEAST_GAP: Final = 0.02
"""What the lead is at least, 99 times of 100."""
NORMAL_99: Final = 2.576
"""Of a normal number's deviations, 99 of 100 lie within so many standard deviations."""
ONCE: Final = ("auction", "pass")
"""Kinds of moves of which one is compared, and of auctions the end of bidding too."""
PLAYED_ON: Final = 40
"""Decisions after a move, at most, that say whether two come to the same."""
FIRST: Final = 108
"""Games of each move in the first trial by each policy."""
HOPE: Final = 0.025
"""The least lead in a trial with which a position is played on."""
BEHIND: Final = (5.0, 6.0)
"""By so many standard errors a move is behind that the first and the second measurement play no further."""
LEAST_AGAIN: Final = 1_296
"""Games of each move in the second measurement, at least."""
NOT_WANTED: Final = "not wanted"
"""The reason where a move is not worth the games."""
_ORDINALS: Final = ("first", "second")


@dataclass(frozen=True, slots=True)
class Certified:
    """The measurement with the most games, the smallest lead of all measurements, and the smallest z."""

    best: Rollout
    gap: float
    z: float


def certify(
    position: Position,
    policies: Sequence[str],
    games: int,
    seed: int,
    *,
    moves: Sequence[WholeMove] | None = None,
    wanted: Callable[[Rollout], object] = bool,
) -> Certified | str:
    """Whether one move of a position is clearly best: under each policy, and again with twice as many new games.

    ``games`` are what a move has at most in the first measurement. Moves that are clearly behind are played no further.
    Short trials come first, so that what is not clear costs little. ``wanted`` says of a trial whether its
    best move is worth the games. A position that fails is answered by the reason, as a text.
    """
    seat = position.to_move
    moves = list(moves or distinct(position, candidates(position), policies[0]))
    if len(moves) < 2:
        return "one move"

    def measured(number: int, policy: str, budget: int, behind: float) -> Rollout:
        dice = deal_seed(seed, "measure", number) % (1 << 32)
        return rollout(position, moves, policy, budget, eyes=seat, seed=dice, behind=behind, progress=_open(seat))

    best: WholeMove | None = None
    for number, policy in enumerate(policies):
        found = measured(number, policy, FIRST, BEHIND[0])
        if lead_of(found, seat)[0] < HOPE:
            return f"close, {_ORDINALS[number]} policy"
        if best not in (None, found.best.move):
            return "another answer by the second policy"
        best = found.best.move
        if not wanted(found):
            return NOT_WANTED
    checked: list[tuple[float, float, Rollout]] = []
    for number, (policy, more) in enumerate((policy, more) for more in (1, 2) for policy in policies):
        budget = games if more == 1 else max(LEAST_AGAIN, 2 * checked[number - len(policies)][2].games)
        found = measured(len(policies) + number, policy, budget, BEHIND[more - 1])
        gap, z = lead_of(found, seat)
        if best != found.best.move:
            return f"another answer by more games, {_ORDINALS[number % 2]} policy"
        if gap <= GAP or z <= SURE or gap - NORMAL_99 * gap / z < LEAST_GAP:
            return f"not sure, {_ORDINALS[number % 2]} policy" if more == 1 else "not confirmed"
        checked.append((gap, z, found))
    return Certified(checked[len(policies)][2], min(one[0] for one in checked), min(one[1] for one in checked))


def _open(seat: int) -> Callable[[Rollout], bool]:
    """Whether games can still say more: some move is not yet behind, and none is clearly too near."""

    def going_on(found: Rollout) -> bool:
        others = found.candidates[1:]
        near = any(one.difference[seat] + one.difference_margin[seat] < GAP for one in others)
        return not near and not all(one.stopped for one in others)

    return going_on


def lead_of(found: Rollout, seat: int) -> tuple[float, float]:
    """By how much the best move leads each other one at least, and the smallest z of these leads."""
    others = found.candidates[1:]
    gap = min(one.difference[seat] for one in others)
    z = min(one.difference[seat] / max(one.difference_margin[seat] / NORMAL, 1e-9) for one in others)
    return gap, z


def distinct(position: Position, moves: Sequence[WholeMove], policy: str) -> list[WholeMove]:
    """The moves without those that come to the same as an earlier one.

    ``policy`` plays on until the turn passes on or chance is next to move. Moves come to the same if the position is
    the same then: houses in another order, or an offer that is refused. Of all bids one is kept, and of all ways to
    pass.
    """
    found: list[WholeMove] = []
    seen: list[Position] = []
    kinds: set[tuple[str, bool]] = set()
    for move in sorted(moves, key=lambda one: one.kind == "offer"):
        passes = move.kind == "auction" and move.names[0] in PASSES
        once = (move.kind, passes)
        if once in kinds and move.kind in ONCE:
            continue
        later = _played_on(after(position, move), position.to_move, policy)
        if later not in seen:
            kinds.add(once)
            seen.append(later)
            found.append(move)
    return found


def _played_on(position: Position, seat: int, policy: str) -> Position:
    """The position when chance is to move, or another seat that has no question of this one to answer."""
    game = position.game
    table = Players(game, [resolve(game.name, policy, game.players)] * game.players)
    for _ in range(PLAYED_ON):
        if position.to_move < 0 or (position.to_move != seat and position.settled):
            break
        position.apply(table.choose(position))
    return position
