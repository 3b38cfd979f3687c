"""Why a decision is refused now, for every id and phase."""

from __future__ import annotations

from ...runtime.compiler import rule
from ...runtime.primitives import has_bit
from . import reasons
from .actions import (
    ACTIONS,
    BUILD,
    BUILD_AT,
    DEVELOP,
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
from .build_refusals import (
    why_no_build,
    why_no_develop,
    why_not_build,
    why_not_build_here,
    why_not_develop,
    why_not_industry,
    why_not_remove,
)
from .cards import hand_size
from .discarding import can_borrow, can_scout
from .income import worth_giving_up
from .legality import choices, first_id, may_stop
from .link_refusals import why_no_link, why_no_second_rail, why_not_link
from .sale_refusals import why_no_sale, why_not_merchant, why_not_sell
from .source_refusals import why_not_source
from .state import (
    ACTION,
    BONUS_TILE,
    BUILD_INDUSTRY,
    BUILD_SPACE,
    CARD,
    DEVELOP_FIRST,
    DEVELOP_MORE,
    LINE,
    MERCHANT,
    SCOUT_CARD,
    SECOND_LINE,
    SELL_FIRST,
    SELL_MORE,
    SHORTFALL,
    State,
)
from .tables import (
    CARD_KINDS,
    INDUSTRIES,
    LINE_COUNT,
    MERCHANT_SPACES_ALL,
    SCOUT_CARDS,
    SPACE_COUNT,
)

__all__ = ["why"]


@rule
def why_not_scout(g: State, p: int) -> int:
    """Whether seat ``p`` may scout."""
    if can_scout(g, p):
        return reasons.OK
    if hand_size(g, p) < SCOUT_CARDS:
        return reasons.TOO_FEW_CARDS
    return reasons.HOLDS_WILD_CARD


@rule
def why_not_kind(g: State, p: int, a: int) -> int:
    """Whether seat ``p`` can finish an action of a kind."""
    if a == BUILD:
        return why_no_build(g, p)
    if a == NETWORK:
        return why_no_link(g, p)
    if a == DEVELOP:
        return why_no_develop(g, p)
    if a == SELL:
        return why_no_sale(g, p)
    if a == LOAN and not can_borrow(g, p):
        return reasons.INCOME_TOO_LOW
    if a == SCOUT:
        return why_not_scout(g, p)
    return reasons.OK


@rule
def things(phase: int) -> int:
    """How many ids a phase may ask for, from ``first_id`` on."""
    if phase == CARD or phase == SCOUT_CARD:
        return CARD_KINDS
    if phase == LINE or phase == SECOND_LINE:
        return LINE_COUNT
    if phase == MERCHANT:
        return MERCHANT_SPACES_ALL
    if phase == BUILD_SPACE or phase == SELL_FIRST or phase == SELL_MORE:
        return SPACE_COUNT
    if phase == BUILD_INDUSTRY or phase == DEVELOP_FIRST or phase == DEVELOP_MORE or phase == BONUS_TILE:
        return INDUSTRIES
    return SPACE_COUNT + 1  # a source of coal, iron or beer


@rule
def why_not_card(g: State, p: int, kind: int) -> int:
    """Why a kind of card that is not offered cannot be given."""
    if g.hand[p, kind] == 0:
        return reasons.NOT_HELD
    if g.doing == SCOUT:
        return reasons.SCOUT_ORDER
    return reasons.CARD_DOES_NOT_FIT


@rule
def why_not_thing(g: State, p: int, i: int) -> int:
    """Why member ``i`` is not among the choices of a phase after the first."""
    phase = g.phase
    if phase == BUILD_INDUSTRY:
        return why_not_industry(g, p, i)
    if phase == BUILD_SPACE:
        return why_not_build(g, p, g.industry, i)
    if phase == LINE or phase == SECOND_LINE:
        return why_not_link(g, p, i)
    if phase == DEVELOP_FIRST or phase == DEVELOP_MORE:
        return why_not_develop(g, p, i)
    if phase == BONUS_TILE:
        return why_not_remove(g, p, i)
    if phase == SELL_FIRST or phase == SELL_MORE:
        return why_not_sell(g, p, i)
    if phase == MERCHANT:
        return why_not_merchant(g, p, g.at, i)
    if phase == CARD or phase == SCOUT_CARD:
        return why_not_card(g, p, i)
    return why_not_source(g, p, i)


@rule
def why_not_industry_at_all(g: State, p: int, industry: int) -> int:
    """Whether seat ``p`` can build or develop an industry; if neither, why it cannot be built."""
    if why_not_develop(g, p, industry) == reasons.OK:
        return reasons.OK
    return why_not_industry(g, p, industry)


@rule
def why_not_yet(g: State, p: int, a: int) -> int:
    """Why a thing is refused before its action has begun: the rule against it, else LATER."""
    reason = reasons.NOT_NOW
    if g.phase == ACTION and INDUSTRY <= a < BUILD_AT:
        reason = why_not_industry_at_all(g, p, a - INDUSTRY)
    elif BUILD_AT <= a < TAKE:
        reason = why_not_build_here(g, p, a - BUILD_AT)
    elif g.phase == ACTION and LINK <= a < SELL_TO:
        reason = why_not_link(g, p, a - LINK)
    elif g.phase == ACTION and SELL_TILE <= a < GIVE_UP:
        reason = why_not_sell(g, p, a - SELL_TILE)
    if reason == reasons.OK:
        return reasons.LATER
    return reason


@rule
def why_not_stop(g: State) -> int:
    """Whether the action may stop here."""
    if may_stop(g):
        return reasons.OK
    if g.phase == BONUS_TILE:
        return reasons.COMPULSORY
    return reasons.NOT_NOW


@rule
def why_not_give_up(g: State, p: int, s: int) -> int:
    """Whether seat ``p`` may give up the tile on space ``s`` for its debt."""
    if not has_bit(g.tiles[p], s):
        return reasons.NOT_YOUR_TILE
    if not has_bit(worth_giving_up(g, p), s):
        return reasons.WORTH_NOTHING
    return reasons.OK


@rule
def why(g: State, a: int) -> int:
    """The reason why ``a`` (any integer) is refused now, 0 when it is legal."""
    if a < 0 or a >= ACTIONS:
        return reasons.NO_SUCH_ACTION
    if g.mover < 0:
        return reasons.NOT_NOW
    p = g.mover * 1
    phase = g.phase
    if phase == SHORTFALL:
        if GIVE_UP <= a < GIVE_UP + SPACE_COUNT:
            return why_not_give_up(g, p, a - GIVE_UP)
        return reasons.NOT_NOW
    if phase == ACTION and a <= PASS:
        return why_not_kind(g, p, a)
    if phase == ACTION or (phase == BUILD_INDUSTRY and a >= BUILD_AT):
        return why_not_yet(g, p, a)
    if a == STOP:
        return why_not_stop(g)
    if phase == CARD and LINK <= a < SELL_TO:
        return why_no_second_rail(g, p, a - LINK)
    i = a - first_id(phase)
    if i < 0 or i >= things(phase):
        return reasons.NOT_NOW
    if has_bit(choices(g, p), i):
        return reasons.OK
    return why_not_thing(g, p, i)
