"""The phases of a turn and the frames that interrupt it: what resolves each, and who decides."""

from __future__ import annotations

from ...core.contract import CHANCE
from ...runtime.compiler import rule
from ...runtime.primitives import emit, low_bit, pop
from . import auction, events, landing, state, turn
from .bankruptcy import resolve_debt, step_debt
from .board import MORTGAGE, PRICE, SQUARE_DEED
from .management import step_break
from .money import charge_interest, in_game, next_seat, owe, owner_of, public_purse
from .past_bids import remember_purchase
from .property import can_lift_received, cancel_mortgages, lift
from .state import State
from .trade import resolve_trade, step_trade

# ---------------- Phases


@rule
def resolve_draw(g: State) -> bool:
    """Draw a card: a chance node while the next card is unknown."""
    if landing.draw_is_known(g, g.drawn):
        landing.obey(g, landing.top_card(g, g.drawn))
        return False
    g.mover = CHANCE
    return True


@rule
def resolve_phase(g: State) -> bool:
    """Carry the turn on; True when it waits for a decision or a chance outcome.

    The phases that every turn goes through stand in their order, so that one call carries it far.
    """
    if g.phase == state.LAND:
        landing.land(g)
        if g.depth > 0:
            return False
    if g.phase == state.LANDED:
        turn.resolve_landed(g)
    if g.phase == state.AFTER and turn.resolve_after(g):
        return True
    if g.phase == state.BETWEEN and turn.resolve_between(g):
        return True
    if g.phase == state.TURN_END:
        turn.end_turn(g)
        if g.depth > 0:
            return False
    if g.phase == state.BEFORE and turn.resolve_before(g):
        return True
    if g.phase == state.THROW and landing.rent_may_wait(g):
        return landing.resolve_throw(g)
    if g.phase == state.THROW or g.phase == state.RENT_THROW:
        g.mover = CHANCE
        return True
    if g.phase == state.BUYING:
        return auction.resolve_buying(g)
    if g.phase == state.DRAW:
        return resolve_draw(g)
    return resolve_rare_phase(g)


@rule
def resolve_rare_phase(g: State) -> bool:
    """The phases that few turns know."""
    phase = g.phase
    if phase == state.PAID_MOVE:
        return turn.resolve_paid_move(g)
    if phase == state.THROWN:
        return turn.resolve_thrown(g)
    if phase == state.CLAIMING:
        g.mover = owner_of(g, SQUARE_DEED[g.square[g.current]])
        return True
    if phase == state.TAXING:
        g.mover = g.current
        return True
    if phase == state.START:
        return turn.resolve_start(g)
    if phase == state.DEAL:
        return turn.resolve_deal(g)
    return False


@rule
def step_phase(g: State, a: int) -> None:
    """One decision outside of any interrupt."""
    p = g.mover
    if g.phase == state.BEFORE:
        turn.step_before(g, a)
    elif g.phase == state.BUYING:
        remember_purchase(g, p, SQUARE_DEED[g.square[p]], a == state.BUY)
        if a == state.BUY:
            auction.buy(g, p, SQUARE_DEED[g.square[p]])
        else:
            auction.decline(g, p, SQUARE_DEED[g.square[p]])
    elif g.phase == state.TAXING:
        g.phase = state.LANDED
        if a == state.TAX_FLAT:
            owe(g, p, public_purse(g), landing.FLAT_INCOME_TAX, events.FOR_TAX)
        else:
            landing.pay_income_tax_share(g, p)
    elif g.phase == state.THROW or (g.phase == state.CLAIMING and landing.rent_may_wait(g)):
        landing.step_rent(g, a)
    elif g.phase == state.CLAIMING:
        d = SQUARE_DEED[g.square[g.current]]
        if a == state.CLAIM_RENT:
            landing.charge_rent(g, g.current, p, d)
        else:
            landing.waive_rent(g, g.current, p, d)
    else:
        turn.step_window(g, p, a)


@rule
def after_throw(g: State, low: int, high: int) -> None:
    """A throw was made: the current player's move, or the rent of a utility."""
    if g.phase == state.RENT_THROW:
        emit(g, events.THROWS, g.current, low, high, 0)
        landing.rent_after_throw(g, low + high)
    else:
        turn.throw(g, low, high)


# ---------------- Frames


@rule
def next_of_mask(g: State, p: int, mask: int) -> int:
    """The first seat of ``mask`` after ``p`` in seat order, or against it (option ``several_creditors``)."""
    players = g.opt.players
    step = 1
    if g.opt.several_creditors == state.FROM_RIGHT:
        step = players - 1
    q = p
    for _ in range(players):
        q = (q + step) % players
        if (mask >> q) & 1 == 1:
            return q
    return q


@rule
def resolve_each(g: State) -> bool:
    """One payment of "pay each player" or "collect from each player"; then the next."""
    top = g.depth - 1
    p = g.fwho[top]
    mask = g.farg[top] & g.alive
    if not in_game(g, p) or mask == 0:
        pop(g)
        return False
    q = next_of_mask(g, p, mask)
    g.farg[top] = mask & ~(1 << q)
    if g.fkind[top] == state.PAY_EACH:
        owe(g, p, q, g.famount[top], events.FOR_CARD)
    else:
        owe(g, q, p, g.famount[top], events.FOR_CARD)
    return False


@rule
def resolve_award(g: State) -> bool:
    """The deed is paid for and changes hands; on a mortgaged one (from an estate) the interest is due at once.

    A buyer who traded its means away while raising the price is bankrupt by now: then the bank keeps the deed.
    """
    top = g.depth - 1
    p = g.fwho[top]
    d = g.farg[top]
    pop(g)
    if not in_game(g, p):
        emit(g, events.DEED_RETURNS, p, d, 0, 0)
        cancel_mortgages(g, 1 << d)
        return False
    g.deeds[p] |= 1 << d
    charge_interest(g, p, 1 << d)
    return False


@rule
def next_of_estate(g: State, mask: int) -> int:
    """The deed of an estate that comes first: in board order, or the dearest (option ``estate_order``)."""
    first = low_bit(mask)
    if g.opt.estate_order == state.ESTATE_BY_PRICE:
        m = mask * 1
        while m != 0:
            d = low_bit(m)
            if PRICE[d] > PRICE[first]:
                first = d
            m &= m - 1
    return first


@rule
def resolve_estate(g: State) -> bool:
    """The bank auctions the next deed of a bankrupt's estate."""
    top = g.depth - 1
    if g.farg[top] == 0:
        pop(g)
        return False
    d = next_of_estate(g, g.farg[top])
    g.farg[top] &= ~(1 << d)
    auction.begin_auction(g, d, next_seat(g, g.fwho[top]), auction.deed_bidders(g), g.opt.auction_open)
    return False


@rule
def resolve_transfer(g: State) -> bool:
    """The new owner may lift the mortgages it received, while it can pay for any."""
    top = g.depth - 1
    p = g.fwho[top]
    g.farg[top] &= g.mortgaged & g.deeds[p]
    if not in_game(g, p) or not can_lift_received(g, p, g.farg[top]):
        pop(g)
        return False
    g.mover = p
    return True


@rule
def step_transfer(g: State, a: int) -> None:
    """Lift one received deed for the principal (then only later ones, so that a set has one spelling), or leave it."""
    top = g.depth - 1
    if a == state.PASS:
        pop(g)
        return
    d = a - state.LIFT
    lift(g, g.fwho[top], d, MORTGAGE[d])
    g.farg[top] &= ~((1 << (d + 1)) - 1)


@rule
def resolve_frame(g: State) -> bool:
    """Carry the topmost interrupt on; True when it waits for a decision."""
    kind = g.fkind[g.depth - 1]
    if kind == state.DEBT:
        return resolve_debt(g)
    if kind == state.AUCTION:
        return auction.resolve_auction(g)
    if kind == state.AWARD:
        return resolve_award(g)
    if kind == state.TRADE:
        return resolve_trade(g)
    if kind == state.TRANSFER:
        return resolve_transfer(g)
    if kind == state.PAY_EACH or kind == state.COLLECT_EACH:
        return resolve_each(g)
    if kind == state.ESTATE:
        return resolve_estate(g)
    if kind == state.CONTEST:
        return auction.resolve_contest(g)
    g.mover = g.fwho[g.depth - 1]  # BREAK
    return True


@rule
def step_frame(g: State, a: int) -> None:
    """One decision in the topmost interrupt."""
    kind = g.fkind[g.depth - 1]
    if kind == state.DEBT:
        step_debt(g, a)
    elif kind == state.AUCTION:
        auction.step_auction(g, a)
    elif kind == state.TRADE:
        step_trade(g, a)
    elif kind == state.TRANSFER:
        step_transfer(g, a)
    elif kind == state.CONTEST:
        auction.step_contest(g, a)
    else:
        step_break(g, a)
