"""The planner: what each action and each answer is worth to it, of which it takes the best."""

from __future__ import annotations

import math

from ...games.brass.board import PLACE_OF
from ...games.brass.building import full_towns
from ...games.brass.cards import holds
from ...games.brass.linking import link_cost
from ...games.brass.rules import legal
from ...games.brass.scoring import raises
from ...games.brass.state import (
    ACTION,
    BONUS_TILE,
    BUILD,
    BUILD_AT,
    BUILD_INDUSTRY,
    BUILD_SPACE,
    CARD,
    DEVELOP,
    DEVELOP_FIRST,
    DEVELOP_MORE,
    GIVE_CARD,
    GIVE_UP,
    INDUSTRY,
    LINE,
    LINK,
    LOAN,
    MERCHANT,
    NETWORK,
    SCOUT,
    SCOUT_CARD,
    SECOND_LINE,
    SELL,
    SELL_TILE,
    SELL_TO,
    SHORTFALL,
    STOP,
    TAKE,
    TAKE_BEER,
    TAKE_COAL,
    TAKE_IRON,
    State,
)
from ...games.brass.tiles import lowest_tile
from ...runtime.compiler import Floats, Ints, rule
from .builds import build_value, industry_value, space_value
from .develops import develop_gain, develop_value
from .hand import keeping_worth
from .links import NOTHING, line_value, network_value
from .money import loan_value
from .outlook import Outlook, look_ahead
from .places import BEER
from .sales import buyer_worth, sell_value
from .scouting import scout_value
from .sources import source_worth
from .tile_worth import flip_worth, scoring_worth

__all__ = ["planner", "worth_of"]

ENOUGH = 0.5
"""A second tile is developed for a greater gain than this."""


@rule
def kind_value(g: State, view: Outlook, kind: int, floor: float) -> float:
    """What an action of a kind is worth to the seat, which can finish one; see :func:`worth_of`."""
    if kind == BUILD:
        return build_value(g, view)
    if kind == NETWORK:
        return network_value(g, view)
    if kind == DEVELOP:
        return develop_value(g, view)
    if kind == SELL:
        return sell_value(g, view)
    if kind == LOAN:
        return loan_value(g, view)
    if kind == SCOUT:
        return scout_value(g, view, floor)
    return 0.0


@rule
def stop_value(phase: int) -> float:
    """What it is worth to go no further; sales always go on."""
    if phase == SECOND_LINE:
        return 0.0
    if phase == DEVELOP_MORE:
        return ENOUGH
    return NOTHING


@rule
def given_up(g: State, view: Outlook, s: int) -> float:
    """What giving up a tile for a debt costs the seat: its points, for each pound that they raise."""
    return scoring_worth(g, view, g.tile[s], PLACE_OF[s]) / min(raises(g, s), g.debt)


@rule
def industry_worth(g: State, view: Outlook, industry: int) -> float:
    """What it is worth to choose an industry: to build, or to remove its lowest tile."""
    if g.phase == BUILD_INDUSTRY:
        return industry_value(g, view, industry, holds(g, view.seat), full_towns(g, view.seat))
    return develop_gain(g, view, industry, 0)


@rule
def link_worth(g: State, view: Outlook, line: int) -> float:
    """What it is worth to choose a line: for a link, or for the second rail, which takes beer."""
    value = line_value(g, view, line, link_cost(g))
    if g.phase == SECOND_LINE:
        value -= view.params[BEER]
    return value


@rule
def worth_of(g: State, view: Outlook, a: int, floor: float) -> float:
    """What the legal action ``a`` is worth to the seat, beside the others that it may choose now.

    If that is not more than ``floor``, anything else that is not will do: it need not be worked out to the end.
    """
    phase = g.phase
    if phase == ACTION:
        return kind_value(g, view, a, floor)
    if a == STOP:
        return stop_value(phase)
    if phase == CARD or phase == SCOUT_CARD:
        return -keeping_worth(g, view, a - GIVE_CARD, full_towns(g, view.seat), -floor)
    if phase == BUILD_SPACE:
        return space_value(g, view, lowest_tile(g, view.seat, g.industry), a - BUILD_AT)
    if phase == BUILD_INDUSTRY or phase == DEVELOP_FIRST or phase == DEVELOP_MORE or phase == BONUS_TILE:
        return industry_worth(g, view, a - INDUSTRY)
    if phase == LINE or phase == SECOND_LINE:
        return link_worth(g, view, a - LINK)
    if phase == TAKE_COAL or phase == TAKE_IRON or phase == TAKE_BEER:
        return source_worth(g, view, a - TAKE)
    if phase == MERCHANT:
        return buyer_worth(g, view, a - SELL_TO)
    if phase == SHORTFALL:
        return -given_up(g, view, a - GIVE_UP)
    return flip_worth(g, view, g.tile[a - SELL_TILE], PLACE_OF[a - SELL_TILE])


@rule
def planner(g: State, params: Floats, acts: Ints) -> int:
    """The planner's action for the seat that is to move: the first of those that are worth most."""
    n = legal(g, acts)
    best = acts[0] * 1
    if n == 1:
        return best
    view = look_ahead(g, params, g.mover)
    most = worth_of(g, view, best, -math.inf)
    for i in range(1, n):
        value = worth_of(g, view, acts[i], most)
        if value > most:
            best = acts[i] * 1
            most = value
    return best
