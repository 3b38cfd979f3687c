"""The legal decisions of an action: every one of them can be finished."""

from __future__ import annotations

from ...runtime.compiler import Ints, rule
from ...runtime.primitives import low_bit
from .actions import (
    BUILD,
    BUILD_AT,
    DEVELOP,
    GIVE_CARD,
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
from .building import build_industries, build_spaces, can_build, full_towns
from .cards import holds
from .developing import develop_industries, removable_industries
from .discarding import can_borrow, can_scout, paying_cards, scout_cards
from .gathering import beer_choice, coal_choice
from .linking import link_lines, second_lines
from .resources import iron_sources
from .selling import buyers, sale_tiles
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
    TAKE_COAL,
    TAKE_IRON,
    State,
)

__all__ = ["choices", "first_id", "kinds", "legal_action", "may_stop"]

ALL = 64
"""More members than any set has."""


@rule
def kinds(g: State, p: int) -> int:
    """The kinds of actions that seat ``p`` can finish, as a mask; a seat that is asked holds a card."""
    found = 1 << PASS
    if can_build(g, p, holds(g, p)):
        found |= 1 << BUILD
    if link_lines(g, p, 1) != 0:
        found |= 1 << NETWORK
    if develop_industries(g, p) != 0:
        found |= 1 << DEVELOP
    if sale_tiles(g, p, 1) != 0:
        found |= 1 << SELL
    if can_borrow(g, p):
        found |= 1 << LOAN
    if can_scout(g, p):
        found |= 1 << SCOUT
    return found


@rule
def choices_of_things(g: State, p: int) -> int:
    """What may be chosen where an industry, a space, a line or a tile is asked for; without STOP."""
    phase = g.phase
    if phase == BUILD_INDUSTRY:
        return build_industries(g, p, holds(g, p), ALL)
    if phase == BUILD_SPACE:
        return build_spaces(g, p, g.industry, holds(g, p), full_towns(g, p), ALL)
    if phase == LINE:
        return link_lines(g, p, ALL)
    if phase == SECOND_LINE:
        return second_lines(g, p, ALL)
    if phase == DEVELOP_FIRST or phase == DEVELOP_MORE:
        return develop_industries(g, p)
    return sale_tiles(g, p, ALL)


@rule
def choices(g: State, p: int) -> int:
    """What may be chosen in a phase of an action but the first: a mask, to be added to ``first_id``; without STOP."""
    phase = g.phase
    if phase == CARD:
        if g.doing == SCOUT:
            return scout_cards(g, p)
        return paying_cards(g, p)
    if phase == SCOUT_CARD:
        return scout_cards(g, p)
    if phase < TAKE_COAL or (phase >= LINE and phase < MERCHANT):
        return choices_of_things(g, p)
    if phase == TAKE_COAL:
        return coal_choice(g)
    if phase == TAKE_IRON:
        return iron_sources(g)
    if phase == MERCHANT:
        return buyers(g, p, g.at, ALL)
    if phase == BONUS_TILE:
        return removable_industries(g, p)
    return beer_choice(g)


@rule
def first_id(phase: int) -> int:
    """The action id of member 0 of ``choices`` in a phase."""
    if phase == CARD or phase == SCOUT_CARD:
        return GIVE_CARD
    if phase == BUILD_SPACE:
        return BUILD_AT
    if phase == LINE or phase == SECOND_LINE:
        return LINK
    if phase == SELL_FIRST or phase == SELL_MORE:
        return SELL_TILE
    if phase == MERCHANT:
        return SELL_TO
    if phase == BUILD_INDUSTRY or phase == DEVELOP_FIRST or phase == DEVELOP_MORE or phase == BONUS_TILE:
        return INDUSTRY
    return TAKE


@rule
def may_stop(g: State) -> bool:
    """Whether STOP is among the choices: no second rail, no second tile, no further sale, no optional bonus."""
    phase = g.phase
    if phase == SECOND_LINE or phase == DEVELOP_MORE or phase == SELL_MORE:
        return True
    return phase == BONUS_TILE and g.opt.bonus_compulsory == 0


@rule
def legal_action(g: State, out: Ints) -> int:
    """Write the legal ids in the phases ACTION to SCOUT_CARD in ascending order; return how many there are."""
    p = g.mover * 1
    phase = g.phase
    base = 0
    n = 0
    if phase == ACTION:
        mask = kinds(g, p)
    else:
        mask = choices(g, p)
        base = first_id(phase)
        if may_stop(g):
            out[0] = STOP
            n = 1
    while mask != 0:
        out[n] = base + low_bit(mask)
        n += 1
        mask &= mask - 1
    return n
