"""Every invariant of a state of Brass (rules section 15); drivers and tests call ``check`` after each step."""

from __future__ import annotations

from ...runtime.compiler import rule
from ...runtime.primitives import has_bit
from .breaches import (
    ABSENT_HOLDS,
    BARREL_MISPLACED,
    CARD_NEGATIVE,
    CARDS_TOO_MANY,
    HAND_TOO_LARGE,
    HOLDS,
    INCOME_IMPOSSIBLE,
    MARKET_IMPOSSIBLE,
    MAT_IMPOSSIBLE,
    MERCHANT_IMPOSSIBLE,
    MONEY_NEGATIVE,
    OPTION_IMPOSSIBLE,
    POINTS_NEGATIVE,
    WILDS_TOO_MANY,
)
from .cards import hand_size
from .invariants_board import check_board
from .invariants_phase import check_phase
from .state import State
from .tables import (
    BLANK,
    CARD_KINDS,
    COAL_ROOM,
    DECK,
    HAND,
    INDUSTRIES,
    IRON_ROOM,
    LAST_SPACE,
    LINE_COUNT,
    MAT_SIZE,
    MERCHANT_FROM,
    MERCHANT_KINDS,
    MERCHANT_SPACES_ALL,
    NO_MERCHANT,
    PLAIN_CARDS,
    SEATS,
    WILDS,
)

__all__ = ["check"]


@rule
def check_options(g: State) -> int:
    """Two to four play, and options have values that there are."""
    if g.opt.players < 2 or g.opt.players > SEATS or g.opt.eras < 1 or g.opt.eras > 2:
        return OPTION_IMPOSSIBLE
    if g.opt.tie_break & 1 != g.opt.tie_break or g.opt.bonus_compulsory & 1 != g.opt.bonus_compulsory:
        return OPTION_IMPOSSIBLE
    if g.opt.link_tiles < 1 or g.opt.link_tiles > LINE_COUNT:
        return OPTION_IMPOSSIBLE
    for i in range(len(g.spare)):
        if g.spare[i] != 0:
            return OPTION_IMPOSSIBLE
    return HOLDS


@rule
def check_seats(g: State) -> int:
    """Money, the income track, points and mats are within their bounds."""
    for p in range(g.opt.players):
        if g.money[p] < 0 or g.spent[p] < 0:
            return MONEY_NEGATIVE
        if g.income_space[p] < 0 or g.income_space[p] > LAST_SPACE:
            return INCOME_IMPOSSIBLE
        if g.points[p] < 0:
            return POINTS_NEGATIVE
        for industry in range(INDUSTRIES):
            if g.taken[p, industry] < 0 or g.taken[p, industry] > MAT_SIZE[industry]:
                return MAT_IMPOSSIBLE
    return HOLDS


@rule
def check_absent(g: State) -> int:
    """Seats that do not play have nothing."""
    for p in range(g.opt.players, SEATS):
        used = g.lines[p] | g.tiles[p] | g.network[p] | g.money[p] | g.spent[p] | g.points[p] | g.income_space[p]
        for industry in range(INDUSTRIES):
            used |= g.taken[p, industry]
        for kind in range(CARD_KINDS):
            used |= g.hand[p, kind]
        if (used | g.order[p]) != 0:
            return ABSENT_HOLDS
    return HOLDS


@rule
def check_cards(g: State) -> int:
    """Of each kind, deck and hands have no more cards than the game; the rest have been discarded."""
    for kind in range(CARD_KINDS):
        n = 0
        for p in range(g.opt.players):
            if g.hand[p, kind] < 0:
                return CARD_NEGATIVE
            n += g.hand[p, kind]
        if kind >= PLAIN_CARDS:
            if n > WILDS:
                return WILDS_TOO_MANY
        elif g.deck[kind] < 0:
            return CARD_NEGATIVE
        elif n + g.deck[kind] > DECK[g.opt.players * PLAIN_CARDS + kind]:
            return CARDS_TOO_MANY
    for p in range(g.opt.players):
        if hand_size(g, p) > HAND:
            return HAND_TOO_LARGE
    return HOLDS


@rule
def check_merchants(g: State) -> int:
    """Merchant tiles lie on the spaces of this number of players, barrels beside those that buy."""
    for m in range(MERCHANT_SPACES_ALL):
        if g.merchant[m] < NO_MERCHANT or g.merchant[m] >= MERCHANT_KINDS:
            return MERCHANT_IMPOSSIBLE
        if g.merchant[m] != NO_MERCHANT and MERCHANT_FROM[m] > g.opt.players:
            return MERCHANT_IMPOSSIBLE
        if has_bit(g.barrels, m) and (g.merchant[m] == NO_MERCHANT or g.merchant[m] == BLANK):
            return BARREL_MISPLACED
    if g.barrels < 0 or g.barrels >> MERCHANT_SPACES_ALL != 0:
        return BARREL_MISPLACED
    return HOLDS


@rule
def check_markets(g: State) -> int:
    """The markets hold no more cubes than they have room for."""
    if g.coal < 0 or g.coal > COAL_ROOM or g.iron < 0 or g.iron > IRON_ROOM:
        return MARKET_IMPOSSIBLE
    return HOLDS


@rule
def check(g: State) -> int:
    """0 when every invariant holds, else the code of the first one that is broken."""
    code = check_options(g)
    if code == HOLDS:
        code = check_absent(g)
    if code == HOLDS:
        code = check_seats(g)
    if code == HOLDS:
        code = check_markets(g)
    if code == HOLDS:
        code = check_cards(g)
    if code == HOLDS:
        code = check_merchants(g)
    if code == HOLDS:
        code = check_board(g)
    if code == HOLDS:
        code = check_phase(g)
    return code
