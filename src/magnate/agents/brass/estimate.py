"""What a position is worth to a search: the points that each seat is expected to end with, and its chance to win.

The points are a sum of signs (:mod:`.signs`) with fitted weights (:mod:`.weights`). The difference to another seat's
is the less certain the more is still to come, so the odds to win are its exponential in units of a spread, which
shrinks to the end: with two seats a logistic curve. Rewards are those of the seed (B3) and the share of the
win; what is not the win lies on a straight line, since a bent one would change what is best where chance is
involved.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from ...engine.compiler import Floats, rule
from ...games.brass.ending import utility
from ...games.brass.state import State
from ...games.brass.tables import CANAL
from .outlook import Outlook, look_ahead
from .places import MARGIN, OWN, REWARD, WIN
from .signs import SIGNS, signs_of
from .weights import CANAL_GAME, INTRODUCTORY, KINDS, RAIL_GAME, SPREADS, STEADY, UNIT, VARYING

__all__ = ["MARGIN_SCALE", "OWN_SCALE", "adds_up", "estimate", "expected_points", "reward", "search_row"]

MARGIN_SCALE = 200.0
"""A lead of half as many points is worth 1, the same distance behind 0, and no lead 0.5."""
OWN_SCALE = 300.0
"""So many points of its own are worth 1."""


def search_row(vector: bool) -> tuple[float, ...]:  # noqa: ARG001 - all values are each seat's own
    """The row of parameters where none are given."""
    from .search_parameters import default_row

    return default_row()


def adds_up(params: Sequence[float]) -> bool:
    """Whether the rewards of two players add up to 1: the shares of the win and the margins do, their points do not."""
    return len(params) <= REWARD or params[REWARD] != OWN


@rule
def kind_of(g: State) -> int:
    """Which of the fitted kinds of positions this is."""
    if g.opt.eras == 1:
        return INTRODUCTORY
    return CANAL_GAME if g.era == CANAL else RAIL_GAME


@rule
def expected_points(g: State, view: Outlook, row: int) -> float:
    """The points with which the seat is expected to end; ``row`` is that of the weights."""
    signs = signs_of(g, view)
    rest = 1.0 - view.progress
    points = g.points[view.seat] * 1.0
    for i in range(SIGNS):
        weight = STEADY[row * SIGNS + i] + VARYING[row * SIGNS + i] * rest
        points += weight * UNIT * signs[i]
    return points


@rule
def share_wins(n: int, spread: float, out: Floats) -> None:
    """Turn the expected points of ``n`` seats into chances to win."""
    most = -math.inf
    for p in range(n):
        most = max(most, out[p])
    total = 0.0
    for p in range(n):
        out[p] = math.exp((out[p] - most) / spread)
        total += out[p]
    for p in range(n):
        out[p] /= total


@rule
def score_points(kind: int, n: int, out: Floats) -> None:
    """Turn the points of ``n`` seats into what they are worth where the margin or one's own points count."""
    best = -math.inf  # of all seats,
    second = -math.inf  # and the next one
    for p in range(n):
        if out[p] > best:
            second = best
            best = out[p] * 1.0
        else:
            second = max(second, out[p])
    for p in range(n):
        if kind == OWN:
            value = out[p] / OWN_SCALE
        else:
            value = 0.5 + (out[p] - (second if out[p] == best else best)) / MARGIN_SCALE
        out[p] = min(max(value, 0.0), 1.0)


@rule
def estimate(g: State, params: Floats, out: Floats) -> None:
    """What each seat can expect of the end, by the reward that ``params`` name."""
    n = g.opt.players * 1
    row = n * KINDS + kind_of(g)
    left = 0.0
    for p in range(n):
        view = look_ahead(g, params, p)
        out[p] = expected_points(g, view, row)
        left += (1.0 - view.progress) / n
    kind = params[REWARD] * 1
    if kind == WIN:
        share_wins(n, (SPREADS[2 * row] + SPREADS[2 * row + 1] * left) * UNIT, out)
    else:
        score_points(int(kind), n, out)


@rule
def reward(g: State, params: Floats, out: Floats) -> None:
    """What the end of the game is worth to each seat: its share of the win, its margin, or its own points."""
    if params[REWARD] == WIN:
        utility(g, out)
        return
    n = g.opt.players * 1
    for p in range(n):
        out[p] = g.points[p]
    score_points(MARGIN if params[REWARD] == MARGIN else OWN, n, out)
