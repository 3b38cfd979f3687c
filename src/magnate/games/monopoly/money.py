"""Money: payments, what a player is worth, and what a player could raise."""

from __future__ import annotations

from ...runtime.compiler import rule
from ...runtime.primitives import emit, low_bit
from . import events
from .state import BANKRUPT_DEBT, BASE_MORTGAGE, WORTH_HALF, State
from .tables import ALL_DEEDS, BANK, GROUP_MASK, HOTEL, HOUSE_PRICE, MORTGAGE, POT, PRICE, SEATS


@rule
def in_game(g: State, p: int) -> bool:
    """Whether seat ``p`` is still playing."""
    return (g.alive >> p) & 1 == 1


@rule
def living(g: State) -> int:
    """The number of players still in the game."""
    n = 0
    for p in range(g.opt.players):
        n += (g.alive >> p) & 1
    return n


@rule
def seat_after(g: State, p: int, places: int) -> int:
    """The seat that many places after ``p`` (fewer than there are players), whoever lives."""
    q = p + places
    if q >= g.opt.players:
        q -= g.opt.players
    return q


@rule
def place_after(g: State, p: int, q: int) -> int:
    """How many places seat ``q`` is after seat ``p``."""
    places = q - p
    if places < 0:
        places += g.opt.players
    return places


@rule
def next_seat(g: State, p: int) -> int:
    """The next living player after ``p`` in seat order (``p`` itself when nobody else lives)."""
    q = p
    for _ in range(g.opt.players):
        q = q + 1
        if q == g.opt.players:
            q = 0
        if (g.alive >> q) & 1 == 1:
            return q
    return p


@rule
def owner_of(g: State, d: int) -> int:
    """The seat that owns deed ``d``, or -1 while the bank has it."""
    for p in range(g.opt.players):
        if (g.deeds[p] >> d) & 1 == 1:
            return p
    return -1


@rule
def receive(g: State, p: int, amount: int, what: int) -> None:
    """The bank pays seat ``p``; ``what`` it is for: ``events.FOR_*``."""
    g.cash[p] += amount
    emit(g, events.RECEIVES, p, amount, what, 0)


@rule
def pay(g: State, p: int, to: int, amount: int, what: int) -> None:
    """Seat ``p`` pays a seat, the bank or the pot on Free Parking; ``what`` it is for: ``events.FOR_*``."""
    move_money(g, p, to, amount)
    emit(g, events.PAYS, p, to, amount, what)


@rule
def move_money(g: State, p: int, to: int, amount: int) -> None:
    """As ``pay``, where another event says what was paid."""
    g.cash[p] -= amount
    if to < SEATS:
        g.cash[to] += amount
    elif to == POT:
        g.pot += amount


@rule
def public_purse(g: State) -> int:
    """Who receives taxes and fines: the bank, or the pot where that house rule is on."""
    if g.opt.parking_pot == 1:
        return POT
    return BANK


@rule
def share(g: State, amount: int) -> int:
    """10 % of ``amount`` in whole dollars, rounded up unless the option says down (the rulebook is silent)."""
    if g.opt.round_down == 1:
        return amount // 10
    return (amount + 9) // 10


@rule
def interest(g: State, d: int) -> int:
    """The 10 % due on deed ``d``'s mortgage when it is lifted or changes hands."""
    if g.opt.interest_base == BASE_MORTGAGE:
        return share(g, MORTGAGE[d])
    return share(g, PRICE[d])


@rule
def interest_on(g: State, mask: int) -> int:
    """The interest due at once on all mortgaged deeds in ``mask`` when they change hands."""
    if g.opt.transfer_interest == 0:
        return 0
    total = 0
    m = mask & g.mortgaged
    while m != 0:
        total += interest(g, low_bit(m))
        m &= m - 1
    return total


@rule
def pieces(g: State, level: int) -> int:
    """Buildings bought to reach ``level``, its rank on the ladder: a hotel is one more than the houses it replaces."""
    if level == HOTEL:
        return g.opt.hotel_houses + 1
    return level


@rule
def buildings_cost(g: State, p: int) -> int:
    """What seat ``p``'s buildings cost when they were bought."""
    total = 0
    m = g.deeds[p] & g.built
    while m != 0:
        d = low_bit(m)
        total += pieces(g, g.level[d]) * HOUSE_PRICE[d]
        m &= m - 1
    return total


@rule
def money_in_play(g: State) -> int:
    """All dollars that the players and the pot on Free Parking have."""
    total = g.pot * 1
    for p in range(g.opt.players):
        total += g.cash[p]
    return total


@rule
def raisable(g: State, p: int) -> int:
    """What seat ``p`` can add to its cash without anybody's consent: buildings at half, then every mortgage.

    Nothing is lost to a shortage of houses: a group with hotels may always be sold down in one step (rules section 8).
    """
    total = buildings_cost(g, p) // 2
    m = g.deeds[p] & ~g.mortgaged
    while m != 0:
        total += MORTGAGE[low_bit(m)]
        m &= m - 1
    return total


@rule
def means(g: State, p: int) -> int:
    """What seat ``p`` can pay: its cash and what it can raise; its cash alone where debts are not raised for (E1)."""
    if g.opt.bankruptcy != BANKRUPT_DEBT:
        return g.cash[p]
    return g.cash[p] + raisable(g, p)


@rule
def worth(g: State, p: int) -> int:
    """Net worth: cash, printed prices and buildings at cost (the official short-game valuation).

    A mortgaged deed counts half, or in full by the option ``mortgaged_worth``.
    """
    total = g.cash[p] + buildings_cost(g, p)
    m = g.deeds[p] & ALL_DEEDS
    while m != 0:
        d = low_bit(m)
        if (g.mortgaged >> d) & 1 == 1 and g.opt.mortgaged_worth == WORTH_HALF:
            total += PRICE[d] // 2
        else:
            total += PRICE[d]
        m &= m - 1
    return total


@rule
def taxable_worth(g: State, p: int) -> int:
    """Total worth for the 10 % income tax: as ``worth``, but mortgaged deeds count at their full printed price."""
    total = g.cash[p] + buildings_cost(g, p)
    m = g.deeds[p] & ALL_DEEDS
    while m != 0:
        total += PRICE[low_bit(m)]
        m &= m - 1
    return total


@rule
def owns_group(g: State, p: int, k: int) -> bool:
    """Whether seat ``p`` owns every deed of group ``k``."""
    from_group = GROUP_MASK[k]
    return (g.deeds[p] & from_group) == from_group


@rule
def group_is_built(g: State, k: int) -> bool:
    """Whether any lot of group ``k`` carries a building."""
    m = GROUP_MASK[k]
    while m != 0:
        if g.level[low_bit(m)] != 0:
            return True
        m &= m - 1
    return False
