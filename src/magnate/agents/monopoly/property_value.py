"""What a deed is worth to a seat that may buy it, and a position as far as a trade can change it."""

from __future__ import annotations

from ...games.monopoly import board
from ...games.monopoly.board import (
    ALL_DEEDS,
    GROUP,
    GROUP_MASK,
    GROUP_SIZE,
    GROUPS,
    MORTGAGE,
    PRICE,
    RAILROADS,
    STREET_GROUPS,
    UTILITIES,
)
from ...games.monopoly.money import buildings_cost, in_game, interest_on, living
from ...games.monopoly.property import lifting_price, lowest_rank
from ...games.monopoly.state import DEBT, ITEM_CHANCE_CARD, State
from ...games.monopoly.trade import holdings
from ...runtime.compiler import Floats, rule
from ...runtime.layout import constants
from ...runtime.primitives import count_bits, low_bit
from ...values.monopoly.deeds import GROUP_GAIN, SINGLE_RENT
from .parameters import (
    BLOCKING_BONUS,
    CASH_RESERVE,
    COMPLETION_BONUS,
    DEED_VALUE,
    GROUP_VALUE,
    LOCATION_BONUS,
    RAILROAD_WEIGHT,
    THREAT,
    TRADE_MARGIN,
    UTILITY_WEIGHT,
)

RENTS = 10
_PERCENT = {"orange": 20, "red": 20, "green": 10, "dark_blue": 10}
LOCATION_PERCENT = constants(_PERCENT.get(name, 0) for name in board.GROUP_NAMES)
"""What the location adds to a group's deeds, in percent (A.9)."""


@rule
def located_value(params: Floats, d: int) -> float:
    """Deed ``d``'s worth by A.9 without its factor for completion."""
    k = GROUP[d]
    value = (PRICE[d] + RENTS * SINGLE_RENT[d]) * (1.0 + params[LOCATION_BONUS] * LOCATION_PERCENT[k] / 100.0)
    if k == RAILROADS:
        value *= params[RAILROAD_WEIGHT]
    elif k == UTILITIES:
        value *= params[UTILITY_WEIGHT]
    return value


@rule
def completes(g: State, p: int, d: int) -> bool:
    """Whether deed ``d`` is all that seat ``p`` lacks of its group."""
    mask = GROUP_MASK[GROUP[d]]
    return (mask & ~g.deeds[p]) == 1 << d


@rule
def blocks(g: State, p: int, d: int) -> bool:
    """Whether deed ``d`` is all that an opponent of seat ``p`` lacks of its group."""
    for q in range(g.opt.players):
        if q != p and in_game(g, q) and completes(g, q, d):
            return True
    return False


@rule
def deed_value(g: State, params: Floats, p: int, d: int) -> float:
    """What deed ``d`` is worth to seat ``p``, counting it among its own."""
    k = GROUP[d]
    owned = count_bits((g.deeds[p] | 1 << d) & GROUP_MASK[k])
    value = located_value(params, d) * (1.0 + params[COMPLETION_BONUS] * owned / GROUP_SIZE[k])
    if blocks(g, p, d):
        value += params[BLOCKING_BONUS] * PRICE[d]
    return value


# -------------------- What a position is worth to a seat, as far as a trade can change it: the measure of every offer.
#
# A function of the position and the agent's parameters alone. An offer is valued on the very position that would
# follow it, the interest on mortgages paid, so whatever is accepted leaves the seat with no less than it had, and
# no sequence of accepted offers can lower it.
#
# A seat's own worth is its cash, its jail cards, its deeds and, group by group, its :func:`standing`. A seat that can
# build next, having the cash for it, finds more in a complete group than one that cannot. A debtor that cannot pay is
# ruined. From its own worth a seat takes off a part of the others' (the parameter ``threat``, shared among them).


CARD_WORTH = 50
"""A jail card saves the fine."""
BUILDING_FUND = 400
"""With this much cash a seat can begin to build on any group."""
FAR_BUILT = 3
"""Houses from which a group no longer waits for cash."""
NEARLY = 0.25
"""What a group is worth of which one deed is missing that the bank still has, in parts of what the complete one is."""
MORE_PLAYERS = 0.5
"""How much more a group is worth with each further opponent, in parts of its worth against one."""
RUIN = 20_000
"""What a debt costs that cannot be paid."""


@rule
def gain_scale(g: State, params: Floats) -> float:
    """The factor on what complete groups are worth: the parameter's, and more with more opponents."""
    return params[GROUP_VALUE] * (1.0 + MORE_PLAYERS * (living(g) - 2))


@rule
def group_gain(scale: float, k: int) -> int:
    """What completing group ``k`` is worth beyond its deeds, in dollars; half of it takes houses."""
    return int(GROUP_GAIN[k] * scale)


@rule
def deed_worth(g: State, params: Floats, d: int) -> int:
    """What deed ``d`` alone is worth in dollars: on a mortgage, less by what lifting it costs."""
    worth = int(located_value(params, d) * params[DEED_VALUE])
    if (g.mortgaged >> d) & 1 == 1:
        worth -= lifting_price(g, d)
    return worth


@rule
def deeds_worth(g: State, params: Floats, mask: int) -> int:
    """What the deeds of the mask are worth one by one."""
    total = 0
    m = mask
    while m != 0:
        total += deed_worth(g, params, low_bit(m))
        m &= m - 1
    return total


@rule
def standing(k: int, gain: int, own: int, sold: int) -> int:
    """What it is worth to have group ``k`` or nearly have it, with the deeds ``own``, but for the houses to come.

    A group is nearly had when its last deed can still be bought. One whose last deed somebody has (``sold`` are the
    deeds that the bank has no longer) is blocked.
    """
    missing = GROUP_MASK[k] & ~own
    if missing == 0:
        return gain // 2
    if (missing & (missing - 1)) == 0 and (missing & sold) == 0:
        return int(NEARLY * gain)
    return 0


@rule
def sold_deeds(g: State) -> int:
    """The deeds that the bank has no longer, as a mask."""
    mask = 0
    for r in range(g.opt.players):
        mask |= g.deeds[r]
    return mask


@rule
def growth(g: State, k: int, gain: int) -> int:
    """What a complete group ``k`` is worth more to an owner who can build on it next: no lot of it is mortgaged."""
    if (g.mortgaged & GROUP_MASK[k]) != 0:
        return 0
    return gain // 2


@rule
def is_grown(g: State, k: int) -> bool:
    """Whether group ``k`` already has the houses that it would need cash for."""
    return k < STREET_GROUPS and (g.built & GROUP_MASK[k]) != 0 and lowest_rank(g, k) >= FAR_BUILT


@rule
def is_ruined(g: State, r: int, cash: int, deeds: int) -> bool:
    """Whether seat ``r`` could not pay the debt that it is raising money for, with this cash and these deeds."""
    for depth in range(g.depth):
        if g.fkind[depth] == DEBT and g.fwho[depth] == r:
            means = cash + buildings_cost(g, r) // 2
            m = deeds & ~g.mortgaged
            while m != 0:
                means += MORTGAGE[low_bit(m)]
                m &= m - 1
            return means < g.famount[depth]
    return False


@rule
def seat_worth(g: State, params: Floats, r: int, cash: int, items: int, sold: int) -> int:
    """What seat ``r`` has with this cash and the deeds and jail cards of the mask ``items``, in dollars."""
    total = cash + CARD_WORTH * count_bits(items >> ITEM_CHANCE_CARD)
    deeds = items & ALL_DEEDS
    total += deeds_worth(g, params, deeds)
    scale = gain_scale(g, params)
    for k in range(GROUPS):
        mask = GROUP_MASK[k]
        if (deeds & mask) != 0:
            gain = group_gain(scale, k)
            total += standing(k, gain, deeds, sold)
            if (deeds & mask) == mask and (cash >= BUILDING_FUND or is_grown(g, k)):
                total += growth(g, k, gain)
    if g.depth > 0 and is_ruined(g, r, cash, deeds):
        total -= RUIN
    return total


@rule
def threat_share(g: State, params: Floats) -> float:
    """The part of each opponent's worth that counts against one's own."""
    return params[THREAT] / max(1, living(g) - 1)


@rule
def value_after(g: State, params: Floats, v: int, p: int, q: int, given: int, taken: int, money: int) -> float:
    """The position's worth to seat ``v`` if ``p`` gave ``q`` items and ``money`` dollars for others.

    The new owners pay the interest on mortgaged deeds at once. Without items and money it is the worth of the position
    as it stands.
    """
    total = 0.0
    sold = sold_deeds(g)
    share = threat_share(g, params)
    for r in range(g.opt.players):
        if not in_game(g, r):
            continue
        items = holdings(g, r)
        cash = g.cash[r] * 1
        if r == p:
            items = (items & ~given) | taken
            cash -= money + interest_on(g, taken & ALL_DEEDS)
        elif r == q:
            items = (items & ~taken) | given
            cash += money - interest_on(g, given & ALL_DEEDS)
        if r == v:
            total += seat_worth(g, params, r, cash, items, sold)
        else:
            total -= share * seat_worth(g, params, r, cash, items, sold)
    return total


@rule
def trade_value(g: State, params: Floats, p: int) -> float:
    """What the position is worth to seat ``p``, as far as a trade can change it."""
    return value_after(g, params, p, p, p, 0, 0, 0)


# ------- Answering an offer: accepted when the position that follows is worth more to the partner than the one before.


@rule
def cash_kept(params: Floats) -> int:
    """The dollars that a seat does not spend on trades: half its reserve."""
    return int(params[CASH_RESERVE] / 2.0)


@rule
def accepts_offer(g: State, params: Floats, q: int) -> bool:
    """Whether seat ``q`` accepts the pending offer."""
    p = g.fwho[g.depth - 1]
    given = g.items & holdings(g, p)
    taken = g.items & holdings(g, q)
    change = g.money - interest_on(g, given & ALL_DEEDS)
    if change < 0 and g.cash[q] + change < cash_kept(params):
        return False
    after = value_after(g, params, q, p, q, given, taken, g.money * 1)
    return after >= trade_value(g, params, q) + params[TRADE_MARGIN]
