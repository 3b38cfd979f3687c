"""Which decisions are legal now, and why another is not."""

from __future__ import annotations

from ...runtime.compiler import Ints, rule
from ...runtime.primitives import has_bit, low_bit
from . import building, reasons, state
from .board import SCOUT_CARDS
from .cards import can_borrow, can_scout, hand_size, holds, paying_cards, scout_cards
from .linking import link_lines, second_lines, why_no_link, why_no_second_rail, why_not_link
from .resources import iron_sources
from .scoring import worth_giving_up
from .selling import (
    buyers,
    develop_industries,
    removable_industries,
    sale_tiles,
    why_no_sale,
    why_not_merchant,
    why_not_sell,
)
from .state import State
from .steps import beer_choice, coal_choice, why_not_source

__all__ = ["choices", "legal", "may_stop", "why"]


# ---------------- The legal decisions of an action: every one of them can be finished


ALL = 64
"""More members than any set has."""


@rule
def kinds(g: State, p: int) -> int:
    """The kinds of actions that seat ``p`` can finish, as a mask; a seat that is asked holds a card."""
    found = 1 << state.PASS
    if building.can_build(g, p, holds(g, p)):
        found |= 1 << state.BUILD
    if link_lines(g, p, 1) != 0:
        found |= 1 << state.NETWORK
    if develop_industries(g, p) != 0:
        found |= 1 << state.DEVELOP
    if sale_tiles(g, p, 1) != 0:
        found |= 1 << state.SELL
    if can_borrow(g, p):
        found |= 1 << state.LOAN
    if can_scout(g, p):
        found |= 1 << state.SCOUT
    return found


@rule
def choices_of_things(g: State, p: int) -> int:
    """What may be chosen where an industry, a space, a line or a tile is asked for; without STOP."""
    phase = g.phase
    if phase == state.BUILD_INDUSTRY:
        return building.build_industries(g, p, holds(g, p), ALL)
    if phase == state.BUILD_SPACE:
        return building.build_spaces(g, p, g.industry, holds(g, p), building.full_towns(g, p), ALL)
    if phase == state.LINE:
        return link_lines(g, p, ALL)
    if phase == state.SECOND_LINE:
        return second_lines(g, p, ALL)
    if phase == state.DEVELOP_FIRST or phase == state.DEVELOP_MORE:
        return develop_industries(g, p)
    return sale_tiles(g, p, ALL)


@rule
def choices(g: State, p: int) -> int:
    """What may be chosen in a phase other than ACTION: a mask, to be added to ``state.FIRST_ID``; without STOP."""
    phase = g.phase
    if phase == state.CARD:
        if g.doing == state.SCOUT:
            return scout_cards(g, p)
        return paying_cards(g, p)
    if phase == state.SCOUT_CARD:
        return scout_cards(g, p)
    if phase < state.TAKE_COAL or (phase >= state.LINE and phase < state.MERCHANT):
        return choices_of_things(g, p)
    if phase == state.TAKE_COAL:
        return coal_choice(g)
    if phase == state.TAKE_IRON:
        return iron_sources(g)
    if phase == state.MERCHANT:
        return buyers(g, p, g.at, ALL)
    if phase == state.BONUS_TILE:
        return removable_industries(g, p)
    if phase == state.SHORTFALL:
        return worth_giving_up(g, p)
    return beer_choice(g)


@rule
def may_stop(g: State) -> bool:
    """Whether STOP is among the choices: no second rail, no second tile, no further sale, no optional bonus."""
    phase = g.phase
    if phase == state.SECOND_LINE or phase == state.DEVELOP_MORE or phase == state.SELL_MORE:
        return True
    return phase == state.BONUS_TILE and g.opt.bonus_compulsory == 0


@rule
def legal(g: State, out: Ints) -> int:
    """Write the legal actions in ascending order and return how many there are."""
    p = g.mover * 1
    phase = g.phase
    base = 0
    n = 0
    if phase == state.ACTION:
        mask = kinds(g, p)
    else:
        mask = choices(g, p)
        base = state.FIRST_ID[phase]
        if may_stop(g):
            out[0] = state.STOP
            n = 1
    while mask != 0:
        out[n] = base + low_bit(mask)
        n += 1
        mask &= mask - 1
    return n


# ---------------- Why a decision is refused now, for every id and phase


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
    if a == state.BUILD:
        return building.why_no_build(g, p)
    if a == state.NETWORK:
        return why_no_link(g, p)
    if a == state.DEVELOP:
        return building.why_no_develop(g, p)
    if a == state.SELL:
        return why_no_sale(g, p)
    if a == state.LOAN and not can_borrow(g, p):
        return reasons.INCOME_TOO_LOW
    if a == state.SCOUT:
        return why_not_scout(g, p)
    return reasons.OK


@rule
def why_not_card(g: State, p: int, kind: int) -> int:
    """Why a kind of card that is not offered cannot be given."""
    if g.hand[p, kind] == 0:
        return reasons.NOT_HELD
    if g.doing == state.SCOUT:
        return reasons.SCOUT_ORDER
    return reasons.CARD_DOES_NOT_FIT


@rule
def why_not_give_up(g: State, p: int, s: int) -> int:
    """Why seat ``p`` may not give up the tile on space ``s`` for its debt."""
    if not has_bit(g.tiles[p], s):
        return reasons.NOT_YOUR_TILE
    return reasons.WORTH_NOTHING


@rule
def why_not_thing(g: State, p: int, i: int) -> int:
    """Why member ``i`` is not among the choices of a phase after the first."""
    phase = g.phase
    if phase == state.BUILD_INDUSTRY:
        return building.why_not_industry(g, p, i)
    if phase == state.BUILD_SPACE:
        return building.why_not_build(g, p, g.industry, i)
    if phase == state.LINE or phase == state.SECOND_LINE:
        return why_not_link(g, p, i)
    if phase == state.DEVELOP_FIRST or phase == state.DEVELOP_MORE:
        return building.why_not_develop(g, p, i)
    if phase == state.BONUS_TILE:
        return building.why_not_remove(g, p, i)
    if phase == state.SELL_FIRST or phase == state.SELL_MORE:
        return why_not_sell(g, p, i)
    if phase == state.MERCHANT:
        return why_not_merchant(g, p, g.at, i)
    if phase == state.CARD or phase == state.SCOUT_CARD:
        return why_not_card(g, p, i)
    if phase == state.SHORTFALL:
        return why_not_give_up(g, p, i)
    return why_not_source(g, p, i)


@rule
def why_not_industry_at_all(g: State, p: int, industry: int) -> int:
    """Whether seat ``p`` can build or develop an industry; if neither, why it cannot be built."""
    if building.why_not_develop(g, p, industry) == reasons.OK:
        return reasons.OK
    return building.why_not_industry(g, p, industry)


@rule
def why_not_yet(g: State, p: int, a: int) -> int:
    """Why a thing is refused before its action has begun: the rule against it, else LATER."""
    reason = reasons.NOT_NOW
    if g.phase == state.ACTION and state.INDUSTRY <= a < state.BUILD_AT:
        reason = why_not_industry_at_all(g, p, a - state.INDUSTRY)
    elif state.BUILD_AT <= a < state.TAKE:
        reason = building.why_not_build_here(g, p, a - state.BUILD_AT)
    elif g.phase == state.ACTION and state.LINK <= a < state.SELL_TO:
        reason = why_not_link(g, p, a - state.LINK)
    elif g.phase == state.ACTION and state.SELL_TILE <= a < state.GIVE_UP:
        reason = why_not_sell(g, p, a - state.SELL_TILE)
    if reason == reasons.OK:
        return reasons.LATER
    return reason


@rule
def why_not_stop(g: State) -> int:
    """Whether the action may stop here."""
    if may_stop(g):
        return reasons.OK
    if g.phase == state.BONUS_TILE:
        return reasons.COMPULSORY
    return reasons.NOT_NOW


@rule
def why(g: State, a: int) -> int:
    """The reason why ``a`` (any integer) is refused now, 0 when it is legal."""
    if a < 0 or a >= state.ACTIONS:
        return reasons.NO_SUCH_ACTION
    if g.mover < 0:
        return reasons.NOT_NOW
    p = g.mover * 1
    phase = g.phase
    if phase == state.ACTION and a <= state.PASS:
        return why_not_kind(g, p, a)
    if phase == state.ACTION or (phase == state.BUILD_INDUSTRY and a >= state.BUILD_AT):
        return why_not_yet(g, p, a)
    if a == state.STOP:
        return why_not_stop(g)
    if phase == state.CARD and state.LINK <= a < state.SELL_TO:
        return why_no_second_rail(g, p, a - state.LINK)
    i = a - state.FIRST_ID[phase]
    if i < 0 or i >= state.THINGS[phase]:
        return reasons.NOT_NOW
    if has_bit(choices(g, p), i):
        return reasons.OK
    return why_not_thing(g, p, i)
