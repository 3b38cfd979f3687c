"""Brass's guide: its agents' policies, priors and estimate, as searches ask them.

The weights of the estimate's features stand in tables; they were fitted to games of the planner (:mod:`.fitted`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from ...games.brass.board import CANAL, SEATS
from ...games.brass.rules import legal
from ...games.brass.scoring import utility
from ...games.brass.state import State
from ...runtime.compiler import Floats, Ints, rule
from ...runtime.layout import constants
from ...runtime.stream import choice
from .eval_features import FEATURES, Features, features_of
from .fitted import FITTED
from .forecast import Forecast, look_ahead
from .parameters import KIND, MARGIN, OPEN, OWN, PLANNER, REWARD, TEMPERATURE, WIN
from .planner import planner, worth_of

KINDS = 3
CANAL_GAME, RAIL_GAME, INTRODUCTORY = range(KINDS)
"""The Canal era of a whole game, its Rail era, and the Canal era after which the game ends."""
UNIT = 0.001
"""What a whole number of the tables stands for."""

_NAMES = ("canal", "rail", "introductory")
_ROWS = [FITTED.get((players, name), {}) for players in range(SEATS + 1) for name in _NAMES]


def _table(place: int) -> list[int]:
    """Number ``place`` of each feature's weights, row after row, in thousandths."""
    return [round(row.get(feature, (0.0, 0.0))[place] / UNIT) for row in _ROWS for feature in Features._fields]


STEADY = constants(_table(0))
"""``STEADY[(players * KINDS + kind) * len(Features) + feature]``: points a unit of a feature."""
VARYING = constants(_table(1))
"""The same for the part of the era's actions that is left: it comes on top, times that part."""
SPREADS = constants(round(row.get("spread", (0.0, 0.0))[place] / UNIT) for row in _ROWS for place in range(2))
"""``SPREADS[2 * row]``: points of difference that are a factor e of the odds to win in an era's last action. What comes
on top at its beginning stands behind it."""


# ----- What a position is worth to a search: the points that each seat is expected to end with, and its chance to win.
#
# The points are a sum of features (:mod:`.eval_features`) with fitted weights. The difference to another seat's is the
# less certain the more is still to come, so the odds to win are its exponential in units of a spread, which
# shrinks to the end: with two seats a logistic curve. Rewards are those of the seed (B3) and the share of the
# win; what is not the win lies on a straight line, since a bent one would change what is best where chance is
# involved.


MARGIN_SCALE = 400.0
"""A lead of half as many points is worth 1, the same distance behind 0, and no lead 0.5."""
MARGIN_PART = 0.2
"""How much of the margin is in the reward of both: so somebody who is sure to win, or to lose, plays on sensibly."""
OWN_SCALE = 300.0
"""So many points of its own are worth 1."""


def search_row(vector: bool) -> tuple[float, ...]:  # noqa: ARG001 - all values are each seat's own
    """The row of parameters where none are given."""
    from .parameters import default_row

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
def expected_points(g: State, view: Forecast, row: int) -> float:
    """The points with which the seat is expected to end; ``row`` is that of the weights."""
    features = features_of(g, view)
    rest = 1.0 - view.progress
    points = g.points[view.seat] * 1.0
    for i in range(FEATURES):
        weight = STEADY[row * FEATURES + i] + VARYING[row * FEATURES + i] * rest
        points += weight * UNIT * features[i]
    return points


@rule
def ahead(points: float, best: float, second: float) -> float:
    """What somebody's margin is worth who has so many points, when the best two of all seats have so many."""
    others = second if points == best else best
    return min(max(0.5 + (points - others) / MARGIN_SCALE, 0.0), 1.0)


@rule
def best_of(n: int, points: Floats) -> float:
    """The most points of ``n`` seats."""
    most = points[0] * 1.0
    for p in range(1, n):
        most = max(most, points[p])
    return most


@rule
def second_of(n: int, points: Floats) -> float:
    """The most points of the others, when one of the best of ``n`` seats is left out."""
    best = -math.inf
    second = -math.inf
    for p in range(n):
        if points[p] > best:
            second = best
            best = points[p] * 1.0
        else:
            second = max(second, points[p])
    return second


@rule
def expect(kind: float, n: int, spread: float, out: Floats) -> None:
    """Turn the expected points of ``n`` seats into values; ``spread`` is for their chances to win."""
    best = best_of(n, out)
    second = second_of(n, out)
    total = 0.0
    for p in range(n):
        total += math.exp((out[p] - best) / spread)
    for p in range(n):
        win = math.exp((out[p] - best) / spread) / total
        out[p] = value_of(kind, win, out[p], best, second)


@rule
def value_of(kind: float, win: float, points: float, best: float, second: float) -> float:
    """What the reward of a kind is, for a share of the win and so many points."""
    if kind == WIN:
        return win
    if kind == OWN:
        return min(max(points / OWN_SCALE, 0.0), 1.0)
    margin = ahead(points, best, second)
    if kind == MARGIN:
        return margin
    return (1.0 - MARGIN_PART) * win + MARGIN_PART * margin


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
    expect(params[REWARD], n, (SPREADS[2 * row] + SPREADS[2 * row + 1] * left) * UNIT, out)


@rule
def reward(g: State, params: Floats, out: Floats) -> None:
    """What the end of the game is worth to each seat by the reward that ``params`` name."""
    n = g.opt.players * 1
    for p in range(n):
        out[p] = g.points[p]
    best = best_of(n, out)
    second = second_of(n, out)
    utility(g, out)
    for p in range(n):
        out[p] = value_of(params[REWARD], out[p], g.points[p], best, second)


# ------------------------------------- Brass's guide: its agents' policies, priors and estimate, as searches ask them.


# ------------------------ How likely each answer is thought to be the best one: by what the planner would give for it.


LEAST = 5.0
"""Answers that are so many temperatures worse than the best one need not be told apart."""


@rule
def prior(g: State, acts: Ints, n: int, params: Floats, out: Floats) -> None:
    """Softmax of the answers' worths, in points, over ``params[TEMPERATURE]``; all share ``params[OPEN]`` alike.

    It goes by what the mover sees, like the planner; where another policy plays games out, all answers are alike.
    """
    if params[KIND] != PLANNER:
        for i in range(n):
            out[i] = 1.0 / n
        return
    view = look_ahead(g, params, g.mover)
    most = -math.inf
    for i in range(n):
        out[i] = worth_of(g, view, acts[i], most - LEAST * params[TEMPERATURE])
        most = max(most, out[i])
    total = 0.0
    for i in range(n):
        out[i] = math.exp((out[i] - most) / params[TEMPERATURE])
        total += out[i]
    for i in range(n):
        out[i] = (1.0 - params[OPEN]) * out[i] / total + params[OPEN] / n


DISCREET = 1
"""The planner, and what is legal, go by the mover's own hand."""


@rule
def policy(g: State, params: Floats, key: int, acts: Ints, memo: Ints) -> int:  # noqa: ARG001 - the contract's signature
    """The action of the policy that ``params[0]`` names; ``key`` gives it its own random numbers."""
    if params[KIND] == PLANNER:
        return planner(g, params, acts)
    n = legal(g, acts)
    if n == 1:
        return acts[0]
    return acts[choice(key, n)]
