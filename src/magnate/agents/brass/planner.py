"""The planner: which action it takes, and how it answers each question of an action."""

from __future__ import annotations

from ...engine.bits import low_bit
from ...engine.compiler import Floats, rule
from ...games.brass.actions import (
    BUILD,
    BUILD_AT,
    DEVELOP,
    GIVE_CARD,
    GIVE_UP,
    INDUSTRY,
    LINK,
    LOAN,
    NETWORK,
    PASS,
    SCOUT,
    SELL,
    SELL_TILE,
    SELL_TO,
    STOP,
    TAKE,
)
from ...games.brass.income import raises, worth_giving_up
from ...games.brass.legality import choices, kinds
from ...games.brass.linking import link_cost
from ...games.brass.state import (
    ACTION,
    BONUS,
    BUILD_INDUSTRY,
    BUILD_SPACE,
    CARD,
    DEVELOP_MORE,
    LINE,
    MERCHANT,
    SCOUT_CARD,
    SECOND_LINE,
    SHORTFALL,
    TAKE_BEER,
    TAKE_COAL,
    TAKE_IRON,
    State,
)
from ...games.brass.state import DEVELOP as DEVELOP_FIRST
from ...games.brass.state import SELL as SELL_FIRST
from ...games.brass.tables import PLACE_OF
from .builds import best_industry, best_space, build_value
from .develops import best_develop, develop_gain, develop_value
from .hand import least_card
from .links import NOTHING, best_line, network_value, second_rail_value
from .money import loan_value
from .outlook import Outlook, look_ahead
from .sales import best_buyer, best_sale, sell_value
from .scouting import scout_value
from .sources import best_source
from .tile_worth import scoring_worth

__all__ = ["planner"]


@rule
def kind_value(g: State, view: Outlook, kind: int) -> float:
    """What an action of a kind is worth to the seat, which can finish one."""
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
        return scout_value(g, view)
    return 0.0


@rule
def best_kind(g: State, view: Outlook) -> int:
    """The kind of action that is worth most to the seat."""
    best = PASS
    most = NOTHING
    rest = kinds(g, view.seat)
    while rest != 0:
        kind = low_bit(rest)
        rest &= rest - 1
        value = kind_value(g, view, kind)
        if value > most:
            best = kind
            most = value
    return best


@rule
def give_up(g: State, view: Outlook) -> int:
    """The tile that the seat gives up for its debt: the one that scores least for what it raises."""
    best = -1
    least = 1e9
    rest = worth_giving_up(g, view.seat)
    while rest != 0:
        s = low_bit(rest)
        rest &= rest - 1
        loss = scoring_worth(g, view, g.tile[s], PLACE_OF[s]) / min(raises(g, s), g.debt)
        if loss < least:
            best = s
            least = loss
    return best


@rule
def go_on(g: State, view: Outlook, options: int) -> int:
    """A second rail, a second tile to develop, a further sale: the best one, or STOP."""
    phase = g.phase
    if phase == SECOND_LINE:
        if second_rail_value(g, view, options) > 0.0:
            return LINK + best_line(g, view, options, link_cost(g))
        return STOP
    if phase == DEVELOP_MORE:
        industry = best_develop(g, view, options)
        if develop_gain(g, view, industry, 0) > 0.5:
            return INDUSTRY + industry
        return STOP
    return SELL_TILE + best_sale(g, view, options)


@rule
def planner(g: State, params: Floats) -> int:
    """The planner's action for the seat that is to move."""
    view = look_ahead(g, params, g.mover)
    phase = g.phase
    if phase == ACTION:
        return best_kind(g, view)
    if phase == SHORTFALL:
        return GIVE_UP + give_up(g, view)
    options = choices(g, view.seat)
    if phase == CARD or phase == SCOUT_CARD:
        return GIVE_CARD + least_card(g, view, options)
    if phase == BUILD_INDUSTRY:
        return INDUSTRY + best_industry(g, view)
    if phase == BUILD_SPACE:
        return BUILD_AT + best_space(g, view, g.industry, options)
    if phase == TAKE_COAL or phase == TAKE_IRON or phase == TAKE_BEER:
        return TAKE + best_source(g, view, options)
    if phase == LINE:
        return LINK + best_line(g, view, options, link_cost(g))
    if phase == DEVELOP_FIRST or phase == BONUS:
        return INDUSTRY + best_develop(g, view, options)
    if phase == SELL_FIRST:
        return SELL_TILE + best_sale(g, view, options)
    if phase == MERCHANT:
        return SELL_TO + best_buyer(g, view, options)
    return go_on(g, view, options)
