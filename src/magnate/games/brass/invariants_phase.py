"""The invariants of the phase: whose turn it is, what is asked, and that no field has a value without a meaning."""

from __future__ import annotations

from ...core.contract import CHANCE, OVER
from ...runtime.compiler import rule
from ...runtime.primitives import has_bit
from .actions import BUILD, DEVELOP, NETWORK, PASS, SCOUT, SELL
from .breaches import (
    ACTION_STRANDED,
    CARD_FORCED,
    DEBT_WRONG,
    HANDS_NOT_DEALT,
    HOLDS,
    MOVER_WRONG,
    ORDER_WRONG,
    PHASE_IMPOSSIBLE,
    STALE_FIELD,
    TURN_IMPOSSIBLE,
)
from .cards import hand_size, holds, lacks_card
from .gathering import single
from .income import worth_giving_up
from .opening import merchant_space
from .state import (
    ACTION,
    BUILD_INDUSTRY,
    BUILD_SPACE,
    CARD,
    DEAL_CARDS,
    DEAL_MERCHANT,
    DEAL_ORDER,
    ENDED,
    FINISHED,
    NOT_ENDED,
    REFILL,
    SCOUT_CARD,
    SHORTFALL,
    State,
)
from .tables import CANAL, FIRST_ACTIONS, HAND, MERCHANT_SPACES_ALL, NO_MERCHANT, RAIL, TURN_ACTIONS

__all__ = ["check_phase"]


@rule
def is_dealing(g: State) -> bool:
    """Whether the opening or an era's first hands are being dealt."""
    return g.phase == DEAL_ORDER or g.phase == DEAL_MERCHANT or g.phase == DEAL_CARDS


@rule
def is_acting(g: State) -> bool:
    """Whether a seat chooses an action or is in the middle of one."""
    return ACTION <= g.phase <= SCOUT_CARD


@rule
def check_course(g: State) -> int:
    """The phase, the era, the round, the turn and the number of actions are such as there are."""
    if g.phase < FINISHED or g.phase > SHORTFALL or g.era < CANAL or g.era > RAIL or g.round < 1:
        return PHASE_IMPOSSIBLE
    if g.era == RAIL and g.opt.eras == 1:
        return PHASE_IMPOSSIBLE
    if (g.phase == DEAL_ORDER or g.phase == DEAL_MERCHANT) and (g.era != CANAL or g.round != 1):
        return PHASE_IMPOSSIBLE
    if (g.phase == FINISHED) != (g.ending == ENDED) or (g.phase != FINISHED and g.ending != NOT_ENDED):
        return PHASE_IMPOSSIBLE
    most = 0
    if is_acting(g):
        most = FIRST_ACTIONS if g.era == CANAL and g.round == 1 else TURN_ACTIONS
    if g.actions < min(most, 1) or g.actions > most:
        return TURN_IMPOSSIBLE
    if g.turn < 0 or g.turn >= g.opt.players:
        return TURN_IMPOSSIBLE
    if g.turn > 0 and (is_dealing(g) or g.phase == FINISHED):
        return TURN_IMPOSSIBLE
    return HOLDS


@rule
def check_order(g: State) -> int:
    """The turn order names each player once; in the opening as many as have been drawn."""
    named = 0
    n = g.opt.players
    if g.phase == DEAL_ORDER:
        n = g.dealt
    for i in range(g.opt.players):
        p = g.order[i]
        if p < 0 or p >= g.opt.players or (i >= n and p != 0):
            return ORDER_WRONG
        if i < n:
            if has_bit(named, p):
                return ORDER_WRONG
            named |= 1 << p
    return HOLDS


@rule
def check_mover(g: State) -> int:
    """Chance deals and refills; otherwise it is the turn of the seat that the order says, which has something to do."""
    if g.phase == FINISHED:
        return HOLDS if g.mover == OVER else MOVER_WRONG
    if is_dealing(g):
        return HOLDS if g.mover == CHANCE else MOVER_WRONG
    p = g.order[g.turn]
    if g.phase == REFILL:
        return HOLDS if g.mover == CHANCE and lacks_card(g, p) else MOVER_WRONG
    if g.mover != p:
        return MOVER_WRONG
    if g.phase == SHORTFALL:
        choice = worth_giving_up(g, p)
        if g.debt < 1 or g.money[p] != 0 or choice & (choice - 1) == 0:
            return DEBT_WRONG
    elif hand_size(g, p) == 0:
        return ACTION_STRANDED
    return HOLDS


@rule
def check_dealt(g: State) -> int:
    """What has been dealt so far lies there: merchants' tiles, hands seat by seat."""
    if not is_dealing(g):
        return HOLDS if g.dealt == 0 else STALE_FIELD
    if g.dealt < 0:
        return STALE_FIELD
    if g.phase == DEAL_ORDER and g.dealt >= g.opt.players:
        return STALE_FIELD
    if g.phase == DEAL_MERCHANT:
        if merchant_space(g, g.dealt) < 0:
            return STALE_FIELD
        for i in range(MERCHANT_SPACES_ALL):
            m = merchant_space(g, i)
            if m >= 0 and (g.merchant[m] != NO_MERCHANT) != (i < g.dealt):
                return STALE_FIELD
    if g.phase == DEAL_CARDS and g.dealt >= HAND * g.opt.players:
        return STALE_FIELD
    for p in range(g.opt.players):
        n = 0
        if g.phase == DEAL_CARDS:
            n = max(min(g.dealt - HAND * p, HAND), 0)
        if hand_size(g, p) != n:
            return HANDS_NOT_DEALT
    return HOLDS


@rule
def check_action(g: State) -> int:
    """What belongs to an action is 0 outside one, and to the kind of action that it belongs to inside."""
    resources = g.coal_left | g.iron_left | g.beer_left
    whole = g.fits | g.doing | g.industry | g.at | resources | g.count | g.shop | g.last
    if g.phase < BUILD_INDUSTRY or g.phase > SCOUT_CARD:
        return HOLDS if whole == 0 else STALE_FIELD
    if g.doing < BUILD or g.doing > PASS:
        return STALE_FIELD
    if g.doing != BUILD and g.industry != 0:
        return STALE_FIELD
    if g.doing != SCOUT and g.last != 0:
        return STALE_FIELD
    if g.doing != SELL and g.shop != 0:
        return STALE_FIELD
    if g.doing != SELL and g.doing != NETWORK and g.beer_left != 0:
        return STALE_FIELD
    if g.doing != BUILD and g.doing != NETWORK and g.coal_left != 0:
        return STALE_FIELD
    if g.doing != BUILD and g.doing != DEVELOP and g.iron_left != 0:
        return STALE_FIELD
    return check_payment(g)


@rule
def check_payment(g: State) -> int:
    """A card is held that pays for what has been built; which ones do is known from the choice of the space on.

    A card is asked for only where the hand holds two kinds: a single one is given without asking.
    """
    if g.doing == BUILD and (g.phase == BUILD_INDUSTRY or g.phase == BUILD_SPACE):
        return HOLDS if g.fits == 0 else STALE_FIELD
    held = holds(g, g.mover)
    if (g.doing == BUILD or g.phase == CARD) and g.fits & held == 0:
        return ACTION_STRANDED
    if (g.phase == CARD or g.phase == SCOUT_CARD) and single(held):
        return CARD_FORCED
    return HOLDS


@rule
def check_phase(g: State) -> int:
    """The first invariant of the phase that is broken, or HOLDS."""
    code = check_course(g)
    if code == HOLDS:
        code = check_order(g)
    if code == HOLDS:
        code = check_mover(g)
    if code == HOLDS:
        code = check_dealt(g)
    if code == HOLDS:
        code = check_action(g)
    if code == HOLDS and g.phase != SHORTFALL and g.debt != 0:
        code = DEBT_WRONG
    return code
