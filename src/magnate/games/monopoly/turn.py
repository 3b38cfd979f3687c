"""The course of a turn: windows, the throw, the landing, the end of turn and game (rules sections 2 and 5)."""

from __future__ import annotations

from ...engine.compiler import rule
from ...engine.events import emit
from ...engine.frames import push
from . import events
from .actions import BUY, CLAIM_RENT, PASS_UNTIL_TURN, PAY_FINE, ROLL, TAX_FLAT, USE_CHANCE_CARD, USE_CHEST_CARD
from .auction import begin_auction, deed_bidders
from .debt import go_bankrupt, owe
from .deck import draw_is_known, return_card, top_card
from .ending import finish, richest
from .landing import (
    FLAT_INCOME_TAX,
    charge_rent,
    land,
    move_by,
    obey,
    pay_income_tax_share,
    rent_after_throw,
    send_to_jail,
)
from .management import can_manage, manage, stage_of
from .money import in_game, means, next_seat, owner_of, public_purse, receive, worth
from .state import (
    AFTER,
    AWARD,
    BANKRUPT_CASH,
    BANKRUPT_DEBT,
    BANKRUPT_WORTH,
    BEFORE,
    BETWEEN,
    BUYING,
    CLAIMING,
    DEAL,
    DRAW,
    ENDED_ROUNDS,
    ENDED_TIME,
    ENDED_TURNS,
    LAND,
    LANDED,
    PAID_MOVE,
    RENT_THROW,
    START,
    START_RANDOM,
    TAXING,
    THROW,
    TURN_END,
    State,
)
from .tables import BANK, CHANCE_DECK, CHEST_DECK, PRICE, SEATS, SQUARE_DEED

CHANCE = -1
JAIL_TURNS = 3
DOUBLES_TO_JAIL = 3


@rule
def begin_turn(g: State, p: int) -> None:
    """It is seat ``p``'s turn."""
    g.current = p
    open_window(g, BEFORE)
    g.quiet &= ~(1 << p)
    emit(g, events.TURN, p, g.rounds + 1, 0, 0)


@rule
def has_jail_choice(g: State, p: int) -> bool:
    """Whether jailed seat ``p`` can pay or use a card before it throws."""
    return g.cash[p] >= g.opt.jail_fine or g.holder[CHANCE_DECK] == p + 1 or g.holder[CHEST_DECK] == p + 1


@rule
def resolve_before(g: State) -> bool:
    """The window before the throw, and the ways out of jail; without a choice the dice are thrown at once."""
    p = g.current
    if g.jail[p] > 0 and has_jail_choice(g, p):
        g.mover = p
        return True
    if g.opt.manage_before == 1 and can_manage(g, p):
        g.mover = p
        return True
    g.phase = THROW
    return False


@rule
def step_before(g: State, a: int) -> None:
    """One decision before the throw."""
    p = g.current
    if a == ROLL:
        g.phase = THROW
    elif a == PAY_FINE:
        owe(g, p, public_purse(g), g.opt.jail_fine)
        leave_jail(g, p, events.HOW_PAID)
    elif a == USE_CHANCE_CARD:
        return_card(g, CHANCE_DECK)
        leave_jail(g, p, events.HOW_CARD)
    elif a == USE_CHEST_CARD:
        return_card(g, CHEST_DECK)
        leave_jail(g, p, events.HOW_CARD)
    else:
        take_in_window(g, p, a)


@rule
def take_in_window(g: State, p: int, a: int) -> None:
    """A management action in a window, counted where the options limit their order or number."""
    if g.opt.ordered == 1:
        g.stage = stage_of(a)
    if g.opt.one_operation == 1:
        g.operations += 1
    manage(g, p, a)


@rule
def leave_jail(g: State, p: int, how: int) -> None:
    """Seat ``p`` is free. Having paid before the throw, it throws as in any turn unless the option says otherwise."""
    g.jail[p] = 0
    if g.opt.paid_doubles == 0:
        g.doubles = -1  # a double of this throw gives no extra throw
    emit(g, events.LEAVES_JAIL, p, how, 0, 0)


@rule
def throw(g: State, low: int, high: int) -> None:
    """The current player's throw: out of jail or not, three doubles, and the move."""
    p = g.current
    g.low = low
    g.high = high
    g.again = 0
    emit(g, events.THROWS, p, low, high, 0)
    if g.opt.snake_eyes_bonus > 0 and high == 1:
        receive(g, p, g.opt.snake_eyes_bonus)
    if g.jail[p] > 0:
        throw_in_jail(g, p)
        return
    if low == high and g.doubles >= 0:
        g.doubles += 1
        g.again = 1
        if g.doubles == DOUBLES_TO_JAIL:
            send_to_jail(g, p, events.CAUSE_DOUBLES)
            return
    move_by(g, p, low + high)


@rule
def throw_in_jail(g: State, p: int) -> None:
    """A double frees and moves without an extra throw; the third failure costs the fine and moves that same throw."""
    if g.low == g.high:
        g.jail[p] = 0
        emit(g, events.LEAVES_JAIL, p, events.HOW_DOUBLES, 0, 0)
        move_by(g, p, g.low + g.high)
    elif g.jail[p] == JAIL_TURNS:
        g.phase = PAID_MOVE
        owe(g, p, public_purse(g), g.opt.jail_fine)
    else:
        g.jail[p] += 1
        g.phase = LANDED
        emit(g, events.STAYS_IN_JAIL, p, g.jail[p], 0, 0)


@rule
def resolve_paid_move(g: State) -> bool:
    """The fine of the third jailed turn is paid: the throw counts."""
    p = g.current
    g.phase = LANDED
    if in_game(g, p):
        g.jail[p] = 0
        emit(g, events.LEAVES_JAIL, p, events.HOW_THIRD_TURN, 0, 0)
        move_by(g, p, g.low + g.high)
    return False


@rule
def can_buy(g: State, p: int, d: int) -> bool:
    """Whether seat ``p`` can pay deed ``d``'s printed price: from cash or (option ``raise_to_buy``) by raising it."""
    if g.opt.raise_to_buy == 1:
        return means(g, p) >= PRICE[d]
    return g.cash[p] >= PRICE[d]


@rule
def decline(g: State, p: int, d: int) -> None:
    """The deed under the token is not bought: the bank auctions it at once, beginning with the next seat."""
    g.phase = LANDED
    emit(g, events.DECLINES, p, d, 0, 0)
    if g.opt.auctions == 1:
        begin_auction(g, d, next_seat(g, p), deed_bidders(g), g.opt.auction_open)


@rule
def buy(g: State, p: int, d: int) -> None:
    """The deed under the token is bought at its printed price."""
    g.phase = LANDED
    emit(g, events.BUYS, p, d, PRICE[d], 0)
    push(g, AWARD, p, 0, 0, d)
    owe(g, p, BANK, PRICE[d])


@rule
def resolve_buying(g: State) -> bool:
    """Ask whether to buy; who cannot pay declines."""
    p = g.current
    d = SQUARE_DEED[g.square[p]]
    if can_buy(g, p, d):
        g.mover = p
        return True
    decline(g, p, d)
    return False


@rule
def resolve_draw(g: State) -> bool:
    """Draw a card: a chance node while the next card is unknown."""
    if draw_is_known(g, g.drawn):
        obey(g, top_card(g, g.drawn))
        return False
    g.mover = CHANCE
    return True


@rule
def open_window(g: State, phase: int) -> None:
    """Begin a management window (or the row of windows between turns)."""
    g.phase = phase
    g.stage = 0
    g.operations = 0
    g.asked = 0


@rule
def resolve_landed(g: State) -> bool:
    """The landing is over: another throw after a double, else the window after the move."""
    p = g.current
    again = g.again * 1
    g.arrival = 0
    g.again = 0
    if not in_game(g, p):
        open_window(g, BETWEEN)
    elif again == 1:
        open_window(g, BEFORE)
    else:
        open_window(g, AFTER)
    return False


@rule
def resolve_after(g: State) -> bool:
    """The window after the move."""
    p = g.current
    if g.opt.manage_after == 1 and (g.quiet >> p) & 1 == 0 and in_game(g, p) and can_manage(g, p):
        g.mover = p
        return True
    open_window(g, BETWEEN)
    return False


@rule
def between_seat(g: State) -> int:
    """The seat whose window between turns it is."""
    return (g.current + g.asked + 1) % g.opt.players


@rule
def resolve_between(g: State) -> bool:
    """Every other player in seat order may manage, unless it passes until its turn."""
    if g.opt.manage_between == 1:
        while g.asked < g.opt.players - 1:
            p = between_seat(g)
            if in_game(g, p) and (g.quiet >> p) & 1 == 0 and can_manage(g, p):
                g.mover = p
                return True
            ask_next(g)
    open_window(g, TURN_END)
    return False


@rule
def ask_next(g: State) -> None:
    """The next seat's window between turns; what the last one has done in its own no longer counts."""
    g.asked += 1
    g.stage = 0
    g.operations = 0


@rule
def step_window(g: State, p: int, a: int) -> None:
    """One decision in a window after the move or between turns."""
    if a <= PASS_UNTIL_TURN:
        if a == PASS_UNTIL_TURN:
            g.quiet |= 1 << p
        if g.phase == AFTER:
            open_window(g, BETWEEN)
        else:
            ask_next(g)
    else:
        take_in_window(g, p, a)


@rule
def judge_bankruptcy(g: State, p: int) -> None:
    """E1: at the end of its turn a player without cash (or without net worth) left is bankrupt."""
    if not in_game(g, p):
        return
    if (g.opt.bankruptcy == BANKRUPT_CASH and g.cash[p] <= 0) or (
        g.opt.bankruptcy == BANKRUPT_WORTH and worth(g, p) <= 0
    ):
        go_bankrupt(g, p, BANK)


@rule
def end_turn(g: State) -> None:
    """Count the turn, apply the caps, and hand over to the next living player."""
    p = g.current
    if g.opt.bankruptcy != BANKRUPT_DEBT:
        judge_bankruptcy(g, p)
        if g.ending != 0:
            return
    q = next_seat(g, p)
    players = g.opt.players
    g.turns += 1
    if (q - g.starter + players) % players <= (p - g.starter + players) % players:
        g.rounds += 1
        if g.rounds == g.opt.time_limit_rounds:
            finish(g, ENDED_TIME, richest(g, g.alive))
            return
        if g.rounds == g.opt.max_rounds:
            finish(g, ENDED_ROUNDS, richest(g, g.alive))
            return
    if g.turns == g.opt.max_turns:
        finish(g, ENDED_TURNS, richest(g, g.alive))
        return
    g.doubles = 0
    g.low = 0
    g.high = 0
    for seat in range(SEATS):
        g.offers[seat] = 0
    begin_turn(g, q)


@rule
def resolve_phase(g: State) -> bool:
    """Carry the turn on; True when it waits for a decision or a chance outcome."""
    phase = g.phase
    if phase == BEFORE:
        return resolve_before(g)
    if phase == LAND:
        land(g)
        return False
    if phase == LANDED:
        return resolve_landed(g)
    if phase == AFTER:
        return resolve_after(g)
    if phase == BETWEEN:
        return resolve_between(g)
    if phase == TURN_END:
        end_turn(g)
        return False
    if phase == BUYING:
        return resolve_buying(g)
    if phase == DRAW:
        return resolve_draw(g)
    if phase == PAID_MOVE:
        return resolve_paid_move(g)
    if phase == CLAIMING:
        g.mover = owner_of(g, SQUARE_DEED[g.square[g.current]])
        return True
    if phase == TAXING:
        g.mover = g.current
        return True
    if phase == START:
        return resolve_start(g)
    if phase == DEAL:
        return resolve_deal(g)
    g.mover = CHANCE  # THROW, RENT_THROW
    return True


@rule
def resolve_start(g: State) -> bool:
    """Who starts: a chance node, or the first seat."""
    if g.opt.start == START_RANDOM:
        g.mover = CHANCE
        return True
    g.phase = DEAL
    return False


@rule
def resolve_deal(g: State) -> bool:
    """Deal the free (short game) or paid (time-limit game) deeds one by one, then begin."""
    if g.asked < g.opt.dealt_deeds * g.opt.players:
        g.mover = CHANCE
        return True
    g.asked = 0
    begin_turn(g, g.starter)
    return False


@rule
def deal(g: State, d: int) -> None:
    """Deed ``d`` is dealt to the next seat, which pays its price where the option says so."""
    p = (g.starter + g.asked) % g.opt.players
    g.asked += 1
    g.deeds[p] |= 1 << d
    price = 0
    if g.opt.dealt_paid == 1:
        price = PRICE[d]
        g.cash[p] -= price
    emit(g, events.DEALT, p, d, price, 0)


@rule
def step_phase(g: State, a: int) -> None:
    """One decision outside of any interrupt."""
    p = g.mover
    if g.phase == BEFORE:
        step_before(g, a)
    elif g.phase == BUYING:
        if a == BUY:
            buy(g, p, SQUARE_DEED[g.square[p]])
        else:
            decline(g, p, SQUARE_DEED[g.square[p]])
    elif g.phase == TAXING:
        g.phase = LANDED
        if a == TAX_FLAT:
            owe(g, p, public_purse(g), FLAT_INCOME_TAX)
        else:
            pay_income_tax_share(g, p)
    elif g.phase == CLAIMING:
        d = SQUARE_DEED[g.square[g.current]]
        if a == CLAIM_RENT:
            charge_rent(g, g.current, p, d)
        else:
            g.phase = LANDED
            emit(g, events.RENT_WAIVED, p, g.current, d, 0)
    else:
        step_window(g, p, a)


@rule
def after_chance(g: State, outcome_low: int, outcome_high: int) -> None:
    """A throw was made: the current player's move, or the rent of a utility."""
    if g.phase == RENT_THROW:
        emit(g, events.THROWS, g.current, outcome_low, outcome_high, 0)
        rent_after_throw(g, outcome_low + outcome_high)
    else:
        throw(g, outcome_low, outcome_high)
