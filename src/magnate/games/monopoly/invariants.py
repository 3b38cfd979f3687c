"""Every invariant of a Monopoly state; drivers and tests call ``check`` after each step."""

from __future__ import annotations

from ...runtime.compiler import rule
from ...runtime.primitives import count_bits, low_bit
from .breaches import (
    BANKRUPT_HOLDS,
    BUILT_AND_MORTGAGED,
    BUILT_MASK_WRONG,
    BUILT_UNEVENLY,
    BUILT_WITHOUT_GROUP,
    CARD_TWICE,
    CARDS_LOST,
    CASH_NEGATIVE,
    DEED_OWNED_TWICE,
    HOLDS,
    HOTELS_LOST,
    HOUSES_LOST,
    JAIL_ELSEWHERE,
    LEVEL_IMPOSSIBLE,
    MORTGAGED_WITHOUT_OWNER,
    MOVER_OUT,
    NO_WINNER,
    NOBODY_LEFT,
    SQUARE_IMPOSSIBLE,
    STALE_FIELD,
    TERM_IMPOSSIBLE,
)
from .buildings import highest_rank, lowest_rank
from .meaning import check_fields
from .money import group_is_built, in_game, owner_of
from .state import (
    AUCTION,
    AWARD,
    BANKRUPT_DEBT,
    CARDS_QUEUE,
    ENDED_BANKRUPTCIES,
    ESTATE,
    FINISHED,
    State,
)
from .tables import (
    CARDS,
    DEEDS,
    GROUP_MASK,
    HOTEL,
    JAIL_CARD,
    JAIL_SQUARE,
    JAIL_TURNS,
    SEATS,
    SQUARES,
    STREET_GROUPS,
    STREET_MASK,
)


@rule
def check_deeds(g: State) -> int:
    """Each deed has one owner; mortgages have owners; buildings are even, on whole unmortgaged groups, and add up."""
    seen = 0
    for p in range(SEATS):
        if (seen & g.deeds[p]) != 0:
            return DEED_OWNED_TWICE
        seen |= g.deeds[p]
    houses = 0
    hotels = 0
    for d in range(DEEDS):
        if g.level[d] < 0 or (g.level[d] > g.opt.hotel_houses and g.level[d] != HOTEL):
            return LEVEL_IMPOSSIBLE
        if g.level[d] == HOTEL:
            hotels += 1
        else:
            houses += g.level[d]
    if g.opt.unlimited_buildings == 0:
        if houses + g.houses != g.opt.houses or g.houses < 0:
            return HOUSES_LOST
        if hotels + g.hotels != g.opt.hotels or g.hotels < 0:
            return HOTELS_LOST
    for k in range(STREET_GROUPS):
        if group_is_built(g, k) != ((g.built & GROUP_MASK[k]) == GROUP_MASK[k]):
            return BUILT_MASK_WRONG
        if group_is_built(g, k):
            if highest_rank(g, k) - lowest_rank(g, k) > 1:
                return BUILT_UNEVENLY
            if (g.mortgaged & GROUP_MASK[k]) != 0 and g.opt.build_mortgaged == 0:
                return BUILT_AND_MORTGAGED
            owner = owner_of(g, low_bit(GROUP_MASK[k]))
            if owner < 0 or (g.deeds[owner] & GROUP_MASK[k]) != GROUP_MASK[k]:
                return BUILT_WITHOUT_GROUP
    pending = under_hammer(g)
    if (seen & pending) != 0:
        return DEED_OWNED_TWICE
    if (g.mortgaged & ~(seen | pending)) != 0:
        return MORTGAGED_WITHOUT_OWNER
    if (g.built & ~STREET_MASK) != 0:
        return BUILT_MASK_WRONG
    return HOLDS


@rule
def check_cards(g: State, deck: int) -> int:
    """Sixteen different cards: unseen, in the known queue, or held (a card being obeyed lies at the bottom)."""
    if g.opt.cards != CARDS_QUEUE:
        return HOLDS
    cards = g.unseen[deck] * 1
    for i in range(CARDS):
        if i < g.queued[deck]:
            bit = 1 << g.queue[deck, i]
            if (cards & bit) != 0:
                return CARD_TWICE
            cards |= bit
        elif g.queue[deck, i] != 0:
            return STALE_FIELD
    if g.holder[deck] != 0:
        bit = 1 << JAIL_CARD[deck]
        if (cards & bit) != 0:
            return CARD_TWICE
        cards |= bit
    if count_bits(cards) != CARDS:
        return CARDS_LOST
    return HOLDS


@rule
def check_players(g: State) -> int:
    """A bankrupt holds nothing; cash is not negative; who is jailed stands on the jail square.

    Squares, terms in jail and (above) buildings are within what the rules' tables know.
    """
    for p in range(SEATS):
        if g.square[p] < 0 or g.square[p] >= SQUARES:
            return SQUARE_IMPOSSIBLE
        if g.jail[p] < 0 or g.jail[p] > JAIL_TURNS:
            return TERM_IMPOSSIBLE
        if p >= g.opt.players or not in_game(g, p):
            held = g.holder[0] == p + 1 or g.holder[1] == p + 1
            if held or g.cash[p] != 0 or g.deeds[p] != 0 or g.jail[p] != 0 or g.square[p] != 0:
                return BANKRUPT_HOLDS
        else:
            if g.cash[p] < 0 and g.opt.bankruptcy == BANKRUPT_DEBT and g.ending != ENDED_BANKRUPTCIES:
                return CASH_NEGATIVE  # (that ending charges debts that are still open)
            if g.jail[p] != 0 and g.square[p] != JAIL_SQUARE:
                return JAIL_ELSEWHERE
    if g.alive == 0 or (g.alive >> g.opt.players) != 0:
        return NOBODY_LEFT
    return HOLDS


@rule
def under_hammer(g: State) -> int:
    """Mask of the deeds that the bank is auctioning, has yet to auction, or has sold but not been paid for."""
    mask = 0
    for i in range(g.depth):
        kind = g.fkind[i]
        if kind == ESTATE:
            mask |= g.farg[i]
        elif kind == AWARD:
            mask |= 1 << g.farg[i]
        elif kind == AUCTION and g.lot < DEEDS:
            mask |= 1 << g.lot
    return mask


@rule
def check(g: State) -> int:
    """0 when every invariant holds, else the code of the first one that is broken."""
    code = check_deeds(g)
    if code == HOLDS:
        code = check_players(g)
    if code == HOLDS:
        code = check_cards(g, 0)
    if code == HOLDS:
        code = check_cards(g, 1)
    if code == HOLDS:
        code = check_fields(g)
    if code != HOLDS:
        return code
    if g.mover >= 0 and not in_game(g, g.mover):
        return MOVER_OUT
    if g.phase == FINISHED:
        if g.winners == 0 or (g.winners & ~((1 << g.opt.players) - 1)) != 0:
            return NO_WINNER
        if g.depth > 0:
            return STALE_FIELD
    elif g.winners != 0 or g.ending != 0:
        return STALE_FIELD
    return HOLDS
