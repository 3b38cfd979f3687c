"""Houses, hotels and mortgages (rules sections 8 and 9).

Buildings are built and sold evenly, from the bank's stock. Levels are 0 to 4 houses and 5 for a hotel. Evenness
compares ``pieces``, the rank on the building ladder, so that the short game's ladder (a hotel after three houses) has
no gap.
"""

from __future__ import annotations

from ...runtime.compiler import rule
from ...runtime.primitives import emit, low_bit
from . import board, events, reasons
from .money import group_is_built, interest, owns_group, pieces
from .state import BREAK_MASKS, SHORTAGE_ALL, State

HOUSE_PIECE, HOTEL_PIECE = 0, 1


@rule
def level_above(g: State, level: int) -> int:
    """The level after one more building."""
    if level == g.opt.hotel_houses:
        return board.HOTEL
    return level + 1


@rule
def level_below(g: State, level: int) -> int:
    """The level after one building less."""
    if level == board.HOTEL:
        return g.opt.hotel_houses
    return level - 1


@rule
def lowest_rank(g: State, k: int) -> int:
    """The rank of group ``k``'s least developed lot."""
    least = 9
    m = board.GROUP_MASK[k]
    while m != 0:
        r = pieces(g, g.level[low_bit(m)])
        if r < least:
            least = r
        m &= m - 1
    return least


@rule
def highest_rank(g: State, k: int) -> int:
    """The rank of group ``k``'s most developed lot."""
    most = 0
    m = board.GROUP_MASK[k]
    while m != 0:
        r = pieces(g, g.level[low_bit(m)])
        if r > most:
            most = r
        m &= m - 1
    return most


@rule
def next_piece(g: State, d: int) -> int:
    """Which piece the next building on deed ``d`` is."""
    if g.level[d] == g.opt.hotel_houses:
        return HOTEL_PIECE
    return HOUSE_PIECE


@rule
def stock(g: State, piece: int) -> int:
    """How many pieces the bank has left."""
    if g.opt.unlimited_buildings == 1:
        return 99
    if piece == HOTEL_PIECE:
        return g.hotels
    return g.houses


@rule
def why_not_develop(g: State, p: int, k: int) -> int:
    """Whether seat ``p`` may build in street group ``k`` at all: the whole group, and no lot of it mortgaged.

    (The latter unless the option ``build_mortgaged`` reads the thesis so.)
    """
    if k >= board.STREET_GROUPS:
        return reasons.NOT_A_STREET
    if not owns_group(g, p, k):
        return reasons.GROUP_INCOMPLETE
    if (g.mortgaged & board.GROUP_MASK[k]) != 0 and g.opt.build_mortgaged == 0:
        return reasons.GROUP_MORTGAGED
    return reasons.OK


@rule
def why_not_place(g: State, p: int, d: int) -> int:
    """Whether one more building may stand on deed ``d`` of seat ``p``, money and stock apart."""
    k = board.GROUP[d]
    reason = why_not_develop(g, p, k)
    if reason != reasons.OK:
        return reason
    if g.level[d] == board.HOTEL:
        return reasons.FULLY_BUILT
    if pieces(g, g.level[d]) != lowest_rank(g, k):
        return reasons.UNEVEN
    return reasons.OK


@rule
def why_not_build(g: State, p: int, d: int) -> int:
    """Whether seat ``p`` may buy the next building on deed ``d`` now."""
    if g.opt.build_by_group == 1:
        return reasons.BY_GROUP_ONLY
    reason = why_not_place(g, p, d)
    if reason != reasons.OK:
        return reason
    piece = next_piece(g, d)
    if stock(g, piece) < 1:
        if piece == HOTEL_PIECE:
            return reasons.NO_HOTELS_LEFT
        return reasons.NO_HOUSES_LEFT
    if g.cash[p] < board.HOUSE_PRICE[d]:
        return reasons.TOO_EXPENSIVE
    return reasons.OK


@rule
def why_not_build_group(g: State, p: int, k: int) -> int:
    """Whether seat ``p`` may raise every lot of group ``k`` by one building at once (option ``build_by_group``, M2)."""
    if g.opt.build_by_group == 0:
        return reasons.BY_LOT_ONLY
    reason = why_not_develop(g, p, k)
    if reason != reasons.OK:
        return reason
    low = lowest_rank(g, k)
    if low > g.opt.hotel_houses:
        return reasons.FULLY_BUILT
    size = board.GROUP_SIZE[k]
    if low == g.opt.hotel_houses:
        if stock(g, HOTEL_PIECE) < size:
            return reasons.NO_HOTELS_LEFT
    elif stock(g, HOUSE_PIECE) < size:
        return reasons.NO_HOUSES_LEFT
    if g.cash[p] < size * board.GROUP_HOUSE_PRICE[k]:
        return reasons.TOO_EXPENSIVE
    return reasons.OK


@rule
def why_not_sell(g: State, p: int, d: int) -> int:
    """Whether seat ``p`` may sell one building from deed ``d``: evenly, and a hotel only for houses the bank has."""
    if g.opt.build_by_group == 1:
        return reasons.BY_GROUP_ONLY
    if (g.deeds[p] >> d) & 1 == 0:
        return reasons.NOT_YOURS
    if g.level[d] == 0:
        return reasons.NOTHING_BUILT
    if pieces(g, g.level[d]) != highest_rank(g, board.GROUP[d]):
        return reasons.UNEVEN
    if g.level[d] == board.HOTEL and stock(g, HOUSE_PIECE) < g.opt.hotel_houses:
        return reasons.NO_HOUSES_TO_BREAK_HOTEL
    return reasons.OK


@rule
def why_not_sell_group(g: State, p: int, k: int) -> int:
    """Whether seat ``p`` may sell one building from every lot of group ``k`` at once (option ``build_by_group``)."""
    if g.opt.build_by_group == 0:
        return reasons.BY_LOT_ONLY
    if not owns_group(g, p, k):
        return reasons.GROUP_INCOMPLETE
    if (g.built & board.GROUP_MASK[k]) == 0:
        return reasons.NOTHING_BUILT
    high = highest_rank(g, k)
    if high > g.opt.hotel_houses and stock(g, HOUSE_PIECE) < board.GROUP_SIZE[k] * g.opt.hotel_houses:
        return reasons.NO_HOUSES_TO_BREAK_HOTEL
    return reasons.OK


@rule
def why_not_break(g: State, p: int, k: int) -> int:
    """Whether group ``k`` may be sold down in one step: it has a hotel and the bank lacks the houses to break one."""
    if not owns_group(g, p, k):
        return reasons.GROUP_INCOMPLETE
    if (g.built & board.GROUP_MASK[k]) == 0 or highest_rank(g, k) <= g.opt.hotel_houses:
        return reasons.NO_HOTEL_IN_GROUP
    needed = g.opt.hotel_houses
    if g.opt.build_by_group == 1:
        needed = needed * board.GROUP_SIZE[k]
    if stock(g, HOUSE_PIECE) >= needed:
        return reasons.HOTEL_CAN_BE_SOLD
    return reasons.OK


@rule
def target_level(target: int, lot: int) -> int:
    """The level that target vector ``target`` gives to the ``lot``-th lot of its group."""
    return target // BREAK_MASKS + ((target % BREAK_MASKS) >> lot) % 2


@rule
def why_not_break_to(g: State, k: int, target: int) -> int:
    """Whether the levels of ``target`` are even, below today's and within the bank's houses."""
    if target % BREAK_MASKS >= (1 << board.GROUP_SIZE[k]) - 1:
        return reasons.NOT_EVEN_TARGET
    if g.opt.hotel_shortage == SHORTAGE_ALL and target != 0:
        return reasons.NOT_EVEN_TARGET
    if g.opt.build_by_group == 1 and target % BREAK_MASKS != 0:
        return reasons.BY_GROUP_ONLY
    needed = 0
    lot = 0
    m = board.GROUP_MASK[k]
    while m != 0:
        level = g.level[low_bit(m)]
        aim = target_level(target, lot)
        if aim > g.opt.hotel_houses or (level != board.HOTEL and aim > level):
            return reasons.NOT_EVEN_TARGET
        needed += aim
        if level != board.HOTEL:
            needed -= level
        lot += 1
        m &= m - 1
    if needed > stock(g, HOUSE_PIECE):
        return reasons.STOCK_TOO_SMALL
    return reasons.OK


@rule
def set_level(g: State, d: int, level: int) -> None:
    """Put deed ``d`` at ``level``; the bank's stock gives and takes the difference."""
    before = g.level[d]
    if g.opt.unlimited_buildings == 0:
        if before == board.HOTEL:
            g.hotels += 1
        else:
            g.houses += before
        if level == board.HOTEL:
            g.hotels -= 1
        else:
            g.houses -= level
    g.level[d] = level
    note_built(g, board.GROUP[d])


@rule
def note_built(g: State, k: int) -> None:
    """Bring the mask of deeds in built groups up to date for group ``k``."""
    if group_is_built(g, k):
        g.built |= board.GROUP_MASK[k]
    else:
        g.built &= ~board.GROUP_MASK[k]


@rule
def build(g: State, p: int, d: int, price: int) -> None:
    """Seat ``p`` pays ``price`` (the house price, or its winning bid) for the next building on deed ``d``."""
    g.cash[p] -= price
    set_level(g, d, level_above(g, g.level[d]))
    emit(g, events.BUILDS, p, d, g.level[d], price)


@rule
def build_group(g: State, p: int, k: int) -> None:
    """One building on every lot of group ``k``."""
    m = board.GROUP_MASK[k]
    while m != 0:
        build(g, p, low_bit(m), board.GROUP_HOUSE_PRICE[k])
        m &= m - 1


@rule
def sell_to(g: State, p: int, d: int, level: int) -> None:
    """Sell deed ``d``'s buildings down to ``level`` at half their price."""
    amount = (pieces(g, g.level[d]) - pieces(g, level)) * board.HOUSE_PRICE[d] // 2
    set_level(g, d, level)
    g.cash[p] += amount
    emit(g, events.SELLS, p, d, level, amount)


@rule
def sell_group(g: State, p: int, k: int) -> None:
    """One building less on every lot of group ``k``."""
    m = board.GROUP_MASK[k]
    while m != 0:
        d = low_bit(m)
        sell_to(g, p, d, level_below(g, g.level[d]))
        m &= m - 1


@rule
def break_group(g: State, p: int, k: int, target: int) -> None:
    """Sell group ``k`` down to ``target`` in one step; the bank's stock suffices for the whole, if not lot by lot."""
    lot = 0
    m = board.GROUP_MASK[k]
    while m != 0:
        d = low_bit(m)
        level = target_level(target, lot)
        if level != g.level[d]:
            sell_to(g, p, d, level)
        lot += 1
        m &= m - 1


@rule
def sell_everything(g: State, p: int) -> None:
    """A bankrupt's buildings go back to the bank at half price (rules section 10)."""
    for k in range(board.STREET_GROUPS):
        if (g.deeds[p] & g.built & board.GROUP_MASK[k]) != 0:
            break_group(g, p, k, 0)


# ---------------- Mortgaging, lifting, and what happens to mortgages that change hands


@rule
def mortgageable(g: State, p: int) -> int:
    """The deeds that seat ``p`` may mortgage, as a mask."""
    return g.deeds[p] & ~g.mortgaged & ~g.built


@rule
def why_not_mortgage(g: State, p: int, d: int) -> int:
    """Whether seat ``p`` may mortgage deed ``d``."""
    if (g.deeds[p] >> d) & 1 == 0:
        return reasons.NOT_YOURS
    if (g.mortgaged >> d) & 1 == 1:
        return reasons.ALREADY_MORTGAGED
    if (g.built >> d) & 1 == 1:
        return reasons.GROUP_HAS_BUILDINGS
    return reasons.OK


@rule
def lifting_price(g: State, d: int) -> int:
    """The mortgage value and 10 %, which a house rule waives."""
    return board.MORTGAGE[d] + (interest(g, d) if g.opt.free_lifting == 0 else 0)


@rule
def why_not_lift(g: State, p: int, d: int) -> int:
    """Whether seat ``p`` may lift deed ``d``'s mortgage."""
    if (g.deeds[p] >> d) & 1 == 0:
        return reasons.NOT_YOURS
    if (g.mortgaged >> d) & 1 == 0:
        return reasons.NOT_MORTGAGED
    if g.cash[p] < lifting_price(g, d):
        return reasons.TOO_EXPENSIVE
    return reasons.OK


@rule
def mortgage(g: State, p: int, d: int) -> None:
    """The bank lends half the price on deed ``d``."""
    g.mortgaged |= 1 << d
    g.cash[p] += board.MORTGAGE[d]
    emit(g, events.MORTGAGES, p, d, board.MORTGAGE[d], 0)


@rule
def undo_mortgages(g: State, p: int) -> None:
    """Option ``failed_raising``: undo what seat ``p`` has mortgaged for the debt that ruins it, as its cash permits.

    In board order; the bank gets back what it lent, without interest. What was traded away since stays mortgaged.
    """
    m = g.pledged & board.ALL_DEEDS
    g.pledged = 0
    while m != 0:
        d = low_bit(m)
        if g.cash[p] >= board.MORTGAGE[d]:
            g.cash[p] -= board.MORTGAGE[d]
            g.mortgaged &= ~(1 << d)
            emit(g, events.MORTGAGE_UNDONE, p, d, board.MORTGAGE[d], 0)
        m &= m - 1


@rule
def cancel_mortgages(g: State, deeds: int) -> None:
    """The bank frees those deeds of the mask that are mortgaged, for nothing."""
    freed = g.mortgaged & deeds
    if freed != 0:
        emit(g, events.MORTGAGES_CANCELLED, freed, 0, 0, 0)
        g.mortgaged &= ~freed


@rule
def lift(g: State, p: int, d: int, price: int) -> None:
    """Pay ``price`` and free deed ``d``."""
    g.cash[p] -= price
    g.mortgaged &= ~(1 << d)
    emit(g, events.LIFTS, p, d, price, 0)


@rule
def why_not_lift_received(g: State, p: int, received: int, d: int) -> int:
    """Whether the new owner may lift deed ``d`` at once for the principal, its 10 % being paid (rules section 9)."""
    if (received >> d) & 1 == 0:
        return reasons.NOT_RECEIVED
    if g.cash[p] < board.MORTGAGE[d]:
        return reasons.TOO_EXPENSIVE
    return reasons.OK


@rule
def can_lift_received(g: State, p: int, received: int) -> bool:
    """Whether any deed of the mask ``received`` can be lifted at once."""
    m = received
    while m != 0:
        if g.cash[p] >= board.MORTGAGE[low_bit(m)]:
            return True
        m &= m - 1
    return False
