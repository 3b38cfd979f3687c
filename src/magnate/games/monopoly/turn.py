"""The course of a game: the opening, turns, and the windows for managing property (rules sections 1, 2, 5 and 9)."""

from __future__ import annotations

from ...core.contract import CHANCE
from ...runtime.compiler import rule
from ...runtime.primitives import emit
from . import events, reasons, state
from .bankruptcy import finish, go_bankrupt, richest
from .board import ALL_CARDS, BANK, CARDS, CHANCE_DECK, CHEST_DECK, DEEDS, JAIL_TURNS, PRICE, SEATS
from .landing import forfeit_rents, move_by, rent_may_wait, return_card, send_to_jail
from .management import can_manage, manage, stage_of
from .money import in_game, money_in_play, next_seat, owe, place_after, public_purse, receive, seat_after, worth
from .past_bids import forget_bids
from .past_offers import forget_offers
from .state import State

# ---------------- Windows for managing property: before the throw, after it, after the move, between turns


@rule
def open_window(g: State, phase: int) -> None:
    """Go on to a phase; if it is a window (or a row of windows), nothing has been done in it yet."""
    g.phase = phase
    g.stage = 0
    g.operations = 0
    g.asked = 0


@rule
def take_in_window(g: State, p: int, a: int) -> None:
    """A management action in a window, counted where the options limit their order or number."""
    g.stage = stage_of(g, a)
    if g.opt.one_operation == 1:
        g.operations += 1
    manage(g, p, a)


@rule
def ask_next(g: State) -> None:
    """The next seat's window in a row of them; what the last one has done in its own no longer counts."""
    g.asked += 1
    g.stage = 0
    g.operations = 0


@rule
def find_manager(g: State, first: int) -> bool:
    """Let the next seat of a row of windows decide (True), beginning ``first`` seats after the current player.

    Seats that pass until their turn, or have nothing to manage, are not asked.
    """
    while g.asked < g.opt.players - first:
        p = seat_after(g, g.current, first + g.asked)
        if in_game(g, p) and (g.quiet >> p) & 1 == 0 and can_manage(g, p):
            g.mover = p
            return True
        ask_next(g)
    return False


@rule
def resolve_thrown(g: State) -> bool:
    """Option manage_after_throw: all seats, from the thrower on, may manage before the move."""
    if find_manager(g, 0):
        return True
    g.asked = 0
    move_by(g, g.current, g.low + g.high)
    return False


@rule
def resolve_after(g: State) -> bool:
    """The window after the move."""
    p = g.current
    if g.opt.manage_after == 1 and (g.quiet >> p) & 1 == 0 and can_manage(g, p):
        g.mover = p
        return True
    open_window(g, state.BETWEEN)
    return False


@rule
def resolve_between(g: State) -> bool:
    """Every other player in seat order may manage."""
    if g.opt.manage_between == 1 and find_manager(g, 1):
        return True
    open_window(g, state.TURN_END)
    return False


@rule
def may_pass_until_turn(g: State) -> bool:
    """Whether the window offers to be asked in no further one until the next turn."""
    return g.opt.manage_between == 1


@rule
def step_window(g: State, p: int, a: int) -> None:
    """One decision in a window other than that before the throw."""
    if a <= state.PASS_UNTIL_TURN:
        if a == state.PASS_UNTIL_TURN:
            g.quiet |= 1 << p
        if g.phase == state.AFTER:
            open_window(g, state.BETWEEN)
        else:
            ask_next(g)
    else:
        take_in_window(g, p, a)


# ---------------- Jail, the throw, the move, the end of the turn


DOUBLES_TO_JAIL = 3


@rule
def begin_turn(g: State, p: int) -> None:
    """It is seat ``p``'s turn."""
    g.current = p
    open_window(g, state.BEFORE)
    g.quiet &= ~(1 << p)
    emit(g, events.TURN, p, g.rounds + 1, 0, 0)


@rule
def why_not_pay_fine(g: State, p: int) -> int:
    """Whether seat ``p`` may pay its way out of jail before it throws (option ``pay_on_third_turn``)."""
    if g.jail[p] == 0:
        return reasons.NOT_JAILED
    if g.jail[p] == JAIL_TURNS and g.opt.pay_on_third_turn == 0:
        return reasons.THIRD_JAILED_TURN
    if g.cash[p] < g.opt.jail_fine:
        return reasons.TOO_EXPENSIVE
    return reasons.OK


@rule
def has_jail_choice(g: State, p: int) -> bool:
    """Whether jailed seat ``p`` can pay or use a card before it throws."""
    return g.holder[CHANCE_DECK] == p + 1 or g.holder[CHEST_DECK] == p + 1 or why_not_pay_fine(g, p) == reasons.OK


@rule
def resolve_before(g: State) -> bool:
    """The window before the throw, and the ways out of jail; without a choice the dice are thrown at once."""
    p = g.current
    if g.jail[p] > 0 and has_jail_choice(g, p):
        g.mover = p
        return True
    if g.opt.manage_before == 1 and (g.quiet >> p) & 1 == 0 and can_manage(g, p):
        g.mover = p
        return True
    open_window(g, state.THROW)
    return False


@rule
def may_pass_all_turn(g: State, p: int) -> bool:
    """Whether seat ``p``, before its throw, may leave out its further windows too, up to its next turn."""
    if g.opt.manage_between == 0:
        return False
    return g.jail[p] == 0 or (g.opt.manage_before == 1 and can_manage(g, p))  # (out of jail there is a window)


@rule
def step_before(g: State, a: int) -> None:
    """One decision before the throw."""
    p = g.current
    if a <= state.ROLL:
        if a == state.PASS_UNTIL_TURN:
            g.quiet |= 1 << p
        open_window(g, state.THROW)
    elif a == state.PAY_FINE:
        owe(g, p, public_purse(g), g.opt.jail_fine, events.FOR_BAIL)
        leave_jail(g, p, events.HOW_PAID)
    elif a == state.USE_CHANCE_CARD:
        return_card(g, CHANCE_DECK)
        leave_jail(g, p, events.HOW_CARD)
    elif a == state.USE_CHEST_CARD:
        return_card(g, CHEST_DECK)
        leave_jail(g, p, events.HOW_CARD)
    else:
        take_in_window(g, p, a)


@rule
def leave_jail(g: State, p: int, how: int) -> None:
    """Seat ``p`` is free. Having paid before the throw, it throws as in any turn unless the option says otherwise."""
    g.jail[p] = 0
    if g.opt.paid_doubles == 0:
        g.doubles = -1  # a double of this throw gives no extra throw
    paid = 0
    if how == events.HOW_PAID:
        paid = g.opt.jail_fine * 1
    emit(g, events.LEAVES_JAIL, p, how, paid, public_purse(g))


@rule
def throw(g: State, low: int, high: int) -> None:
    """The current player's throw: out of jail or not, three doubles, and the move."""
    p = g.current
    doubles = g.doubles * 1
    g.doubles = 0
    emit(g, events.THROWS, p, low, high, 0)
    if rent_may_wait(g):
        forfeit_rents(g, doubles <= 0)
    if g.opt.snake_eyes_bonus > 0 and high == 1:
        receive(g, p, g.opt.snake_eyes_bonus, events.FOR_BONUS)
    if g.jail[p] > 0:
        throw_in_jail(g, p, low, high)
        return
    if low == high and doubles >= 0:
        if doubles + 1 == DOUBLES_TO_JAIL:
            send_to_jail(g, p, events.CAUSE_DOUBLES)
            return
        g.doubles = doubles + 1
        g.again = 1
    begin_move(g, low, high)


@rule
def begin_move(g: State, low: int, high: int) -> None:
    """The throw is to be moved: at once, or once everybody has seen it (option ``manage_after_throw``)."""
    g.low = low
    g.high = high
    if g.opt.manage_after_throw == 1:
        open_window(g, state.THROWN)
    else:
        move_by(g, g.current, low + high)


@rule
def throw_in_jail(g: State, p: int, low: int, high: int) -> None:
    """A double frees and moves without an extra throw; the third failure costs the fine and moves that same throw."""
    if low == high:
        g.jail[p] = 0
        emit(g, events.LEAVES_JAIL, p, events.HOW_DOUBLES, 0, public_purse(g))
        begin_move(g, low, high)
    elif g.jail[p] == JAIL_TURNS:
        g.low = low
        g.high = high
        g.phase = state.PAID_MOVE
        owe(g, p, public_purse(g), g.opt.jail_fine, events.FOR_BAIL)
    else:
        g.jail[p] += 1
        g.phase = state.LANDED
        emit(g, events.STAYS_IN_JAIL, p, g.jail[p], 0, 0)


@rule
def resolve_paid_move(g: State) -> bool:
    """The fine of the third jailed turn is paid: the throw counts."""
    p = g.current
    if in_game(g, p):
        g.jail[p] = 0
        emit(g, events.LEAVES_JAIL, p, events.HOW_THIRD_TURN, g.opt.jail_fine, public_purse(g))
        begin_move(g, g.low, g.high)
    else:
        state.forget_throw(g)
        g.phase = state.LANDED
    return False


@rule
def resolve_landed(g: State) -> bool:
    """The landing is over: another throw after a double, else the window after the move."""
    again = g.again * 1
    g.again = 0
    if not in_game(g, g.current):
        g.doubles = 0
        open_window(g, state.BETWEEN)
    elif again == 1:
        open_window(g, state.BEFORE)
    else:
        open_window(g, state.AFTER)
    return False


@rule
def judge_bankruptcy(g: State, p: int) -> None:
    """E1: at the end of its turn a player without cash (or without net worth) left is bankrupt."""
    if not in_game(g, p):
        return
    if (g.opt.bankruptcy == state.BANKRUPT_CASH and g.cash[p] <= 0) or (
        g.opt.bankruptcy == state.BANKRUPT_WORTH and worth(g, p) <= 0
    ):
        go_bankrupt(g, p, BANK, 0)


@rule
def end_turn(g: State) -> None:
    """Count the turn, apply the caps, and hand over to the next living player."""
    p = g.current
    if g.opt.bankruptcy != state.BANKRUPT_DEBT:
        judge_bankruptcy(g, p)
        if g.ending != 0:
            return
    q = next_seat(g, p)
    g.turns += 1
    if place_after(g, g.starter, q) <= place_after(g, g.starter, p):
        g.rounds += 1
        if g.rounds == g.opt.time_limit_rounds:
            finish(g, state.ENDED_TIME, richest(g, g.alive))
            return
        if g.rounds == g.opt.max_rounds or (g.rounds % state.MONEY_ROUNDS == 0 and money_in_play(g) > state.MOST_MONEY):
            finish(g, state.ENDED_ROUNDS, richest(g, g.alive))
            return
    if g.turns == g.opt.max_turns:
        finish(g, state.ENDED_TURNS, richest(g, g.alive))
        return
    for seat in range(SEATS):
        g.offers[seat] = 0
    begin_turn(g, q)


# ---------------- The opening: an empty table, who starts, deeds dealt before the first turn


@rule
def clear_table(g: State) -> None:
    """Set every field but the options to 0, whatever it held."""
    for p in range(SEATS):
        g.cash[p] = 0
        g.deeds[p] = 0
        g.square[p] = 0
        g.jail[p] = 0
    for d in range(DEEDS):
        g.level[d] = 0
    for i in range(state.FRAMES):
        g.famount[i] = 0
        g.farg[i] = 0
        g.fkind[i] = 0
        g.fwho[i] = 0
        g.fto[i] = 0
    for deck in range(2):
        g.unseen[deck] = 0
        g.queued[deck] = 0
        g.holder[deck] = 0
        for i in range(CARDS):
            g.queue[deck, i] = 0
    g.depth = 0
    g.mortgaged = 0
    g.pledged = 0
    g.built = 0
    g.pot = 0
    g.turns = 0
    g.rounds = 0
    g.current = 0
    g.starter = 0
    g.ending = 0
    g.alive = 0
    g.winners = 0
    forget_offers(g)
    forget_bids(g)
    state.clear_auction(g)
    state.clear_trade(g)
    state.clear_rents(g)
    state.clear_turn(g)


@rule
def open_game(g: State) -> None:
    """Cash for everybody, the bank's stock, fresh decks; the next thing is who starts."""
    clear_table(g)
    g.alive = (1 << g.opt.players) - 1
    for p in range(g.opt.players):
        g.cash[p] = g.opt.start_cash
    g.houses = g.opt.houses
    g.hotels = g.opt.hotels
    if g.opt.cards != state.CARDS_NONE:
        g.unseen[0] = ALL_CARDS
        g.unseen[1] = ALL_CARDS
    g.phase = state.START


@rule
def resolve_start(g: State) -> bool:
    """Who starts: a chance node, or the first seat."""
    if g.opt.start == state.START_RANDOM:
        g.mover = CHANCE
        return True
    g.phase = state.DEAL
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
