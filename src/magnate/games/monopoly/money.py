"""Money: payments, what a player is worth or could raise, and debts (rules section 10)."""

from __future__ import annotations

from ...runtime.compiler import rule
from ...runtime.primitives import emit, low_bit, push
from . import board, events, state
from .state import State


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
    """The seat that many places after ``p`` (fewer than there are players), bankrupt or not."""
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
    if to < board.SEATS:
        g.cash[to] += amount
    elif to == board.POT:
        g.pot += amount


@rule
def public_purse(g: State) -> int:
    """Who receives taxes and fines: the bank, or the pot where that house rule is on."""
    if g.opt.parking_pot == 1:
        return board.POT
    return board.BANK


@rule
def share(g: State, amount: int) -> int:
    """10 % of ``amount`` in whole dollars, rounded up unless the option says down (the rulebook is silent)."""
    if g.opt.round_down == 1:
        return amount // 10
    return (amount + 9) // 10


@rule
def interest(g: State, d: int) -> int:
    """The 10 % due on deed ``d``'s mortgage when it is lifted or changes hands."""
    if g.opt.interest_base == state.BASE_MORTGAGE:
        return share(g, board.MORTGAGE[d])
    return share(g, board.PRICE[d])


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
    if level == board.HOTEL:
        return g.opt.hotel_houses + 1
    return level


@rule
def buildings_cost(g: State, p: int) -> int:
    """What seat ``p``'s buildings cost when they were bought."""
    total = 0
    m = g.deeds[p] & g.built
    while m != 0:
        d = low_bit(m)
        total += pieces(g, g.level[d]) * board.HOUSE_PRICE[d]
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
        total += board.MORTGAGE[low_bit(m)]
        m &= m - 1
    return total


@rule
def means(g: State, p: int) -> int:
    """What seat ``p`` can pay: its cash and what it can raise; its cash alone where debts are not raised for (E1)."""
    if g.opt.bankruptcy != state.BANKRUPT_DEBT:
        return g.cash[p]
    return g.cash[p] + raisable(g, p)


@rule
def worth(g: State, p: int) -> int:
    """Net worth: cash, printed prices and buildings at cost (the official short-game valuation).

    A mortgaged deed counts half, or in full by the option ``mortgaged_worth``.
    """
    total = g.cash[p] + buildings_cost(g, p)
    m = g.deeds[p] & board.ALL_DEEDS
    while m != 0:
        d = low_bit(m)
        if (g.mortgaged >> d) & 1 == 1 and g.opt.mortgaged_worth == state.WORTH_HALF:
            total += board.PRICE[d] // 2
        else:
            total += board.PRICE[d]
        m &= m - 1
    return total


@rule
def taxable_worth(g: State, p: int) -> int:
    """Total worth for the 10 % income tax: as ``worth``, but mortgaged deeds count at their full printed price."""
    total = g.cash[p] + buildings_cost(g, p)
    m = g.deeds[p] & board.ALL_DEEDS
    while m != 0:
        total += board.PRICE[low_bit(m)]
        m &= m - 1
    return total


@rule
def owns_group(g: State, p: int, k: int) -> bool:
    """Whether seat ``p`` owns every deed of group ``k``."""
    from_group = board.GROUP_MASK[k]
    return (g.deeds[p] & from_group) == from_group


@rule
def group_is_built(g: State, k: int) -> bool:
    """Whether any lot of group ``k`` carries a building."""
    m = board.GROUP_MASK[k]
    while m != 0:
        if g.level[low_bit(m)] != 0:
            return True
        m &= m - 1
    return False


# ---------------- Owing money: paid from cash, or a debt that the money has to be raised for


@rule
def pays_at_once(g: State, p: int, amount: int) -> bool:
    """Whether seat ``p`` pays ``amount`` without raising it first.

    Under the other definitions of bankruptcy (E1) cash may run below zero and is judged at the end of the turn.
    """
    return g.cash[p] >= amount or g.opt.bankruptcy != state.BANKRUPT_DEBT


@rule
def owe(g: State, p: int, to: int, amount: int, what: int) -> None:
    """Seat ``p`` owes ``amount`` to a seat, the bank or the pot: paid now from cash, else a debt to raise money for.

    ``what`` it is for: ``events.FOR_*``.
    """
    if amount <= 0:
        return
    if pays_at_once(g, p, amount):
        settle(g, p, to, amount, what)
        return
    emit(g, events.OWES, p, to, amount, what)
    g.quiet &= ~(1 << p)
    push(g, state.DEBT, p, to, amount, 0)


@rule
def settle(g: State, p: int, to: int, amount: int, what: int) -> None:
    """Seat ``p`` pays what it owes. Each payment is told once: with the purchase, or with the way out of jail."""
    if what == events.FOR_BAIL or what >= events.FOR_LOT:
        move_money(g, p, to, amount)
    elif what >= events.FOR_DEED:
        move_money(g, p, to, amount)
        emit(g, events.BUYS, p, what - events.FOR_DEED, amount, 0)
    else:
        pay(g, p, to, amount, what)


@rule
def purpose_of_debt(g: State, depth: int) -> int:
    """What the debt in the frame at ``depth`` is for: the frame below it, the creditor or the turn says so."""
    below = 0
    if depth > 0:
        below = g.fkind[depth - 1]
    square = board.SQUARE_KIND[g.square[g.fwho[depth]]]
    if below == state.AWARD:
        return events.FOR_DEED + g.farg[depth - 1]
    if below == state.TRANSFER:
        return events.FOR_INTEREST
    if below == state.PAY_EACH or below == state.COLLECT_EACH:
        return events.FOR_CARD
    if g.fto[depth] < board.SEATS:
        return events.FOR_RENT
    if g.phase == state.PAID_MOVE:
        return events.FOR_BAIL
    if square == board.INCOME_TAX or square == board.LUXURY_TAX:
        return events.FOR_TAX
    if square == board.CARD:
        return events.FOR_CARD
    return events.FOR_DEBT


@rule
def charge_interest(g: State, p: int, received: int) -> None:
    """Seat ``p`` owes the 10 % on the mortgaged deeds among those of the mask that it has received from an estate.

    Once that is paid it may lift them at once. Option ``unpaid_interest``: who cannot raise the sum is let off.
    """
    due = interest_on(g, received)
    if due == 0 or (g.opt.unpaid_interest == state.INTEREST_IS_WAIVED and means(g, p) < due):
        return
    push(g, state.TRANSFER, p, 0, 0, received & g.mortgaged)
    owe(g, p, board.BANK, due, events.FOR_INTEREST)


@rule
def is_solvent(g: State) -> bool:
    """Whether the debtor of the topmost frame can raise the debt by selling and mortgaging alone."""
    top = g.depth - 1
    p = g.fwho[top]
    return means(g, p) >= g.famount[top]
