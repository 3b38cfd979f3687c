"""The course of a turn: jail, the throw, the move, the end of the turn and of the game (rules sections 2 and 5)."""

from __future__ import annotations

from ...runtime.compiler import rule
from ...runtime.primitives import emit
from . import events, reasons
from .actions import PASS_UNTIL_TURN, PAY_FINE, ROLL, USE_CHANCE_CARD, USE_CHEST_CARD
from .debt import owe
from .deck import return_card
from .ending import finish, forget_throw, richest
from .estates import go_bankrupt
from .landing import move_by, send_to_jail
from .listing import can_manage
from .money import in_game, money_in_play, next_seat, place_after, public_purse, receive, worth
from .rents import forfeit_rents, rent_may_wait
from .state import (
    AFTER,
    BANKRUPT_CASH,
    BANKRUPT_DEBT,
    BANKRUPT_WORTH,
    BEFORE,
    BETWEEN,
    ENDED_ROUNDS,
    ENDED_TIME,
    ENDED_TURNS,
    LANDED,
    MONEY_ROUNDS,
    MOST_MONEY,
    PAID_MOVE,
    THROW,
    THROWN,
    State,
)
from .tables import BANK, CHANCE_DECK, CHEST_DECK, JAIL_TURNS, SEATS
from .windows import open_window, take_in_window

DOUBLES_TO_JAIL = 3


@rule
def begin_turn(g: State, p: int) -> None:
    """It is seat ``p``'s turn."""
    g.current = p
    open_window(g, BEFORE)
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
    open_window(g, THROW)
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
    if a <= ROLL:
        if a == PASS_UNTIL_TURN:
            g.quiet |= 1 << p
        open_window(g, THROW)
    elif a == PAY_FINE:
        owe(g, p, public_purse(g), g.opt.jail_fine, events.FOR_BAIL)
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
        open_window(g, THROWN)
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
        g.phase = PAID_MOVE
        owe(g, p, public_purse(g), g.opt.jail_fine, events.FOR_BAIL)
    else:
        g.jail[p] += 1
        g.phase = LANDED
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
        forget_throw(g)
        g.phase = LANDED
    return False


@rule
def resolve_landed(g: State) -> bool:
    """The landing is over: another throw after a double, else the window after the move."""
    again = g.again * 1
    g.again = 0
    if not in_game(g, g.current):
        g.doubles = 0
        open_window(g, BETWEEN)
    elif again == 1:
        open_window(g, BEFORE)
    else:
        open_window(g, AFTER)
    return False


@rule
def judge_bankruptcy(g: State, p: int) -> None:
    """E1: at the end of its turn a player without cash (or without net worth) left is bankrupt."""
    if not in_game(g, p):
        return
    if (g.opt.bankruptcy == BANKRUPT_CASH and g.cash[p] <= 0) or (
        g.opt.bankruptcy == BANKRUPT_WORTH and worth(g, p) <= 0
    ):
        go_bankrupt(g, p, BANK, 0)


@rule
def end_turn(g: State) -> None:
    """Count the turn, apply the caps, and hand over to the next living player."""
    p = g.current
    if g.opt.bankruptcy != BANKRUPT_DEBT:
        judge_bankruptcy(g, p)
        if g.ending != 0:
            return
    q = next_seat(g, p)
    g.turns += 1
    if place_after(g, g.starter, q) <= place_after(g, g.starter, p):
        g.rounds += 1
        if g.rounds == g.opt.time_limit_rounds:
            finish(g, ENDED_TIME, richest(g, g.alive))
            return
        if g.rounds == g.opt.max_rounds or (g.rounds % MONEY_ROUNDS == 0 and money_in_play(g) > MOST_MONEY):
            finish(g, ENDED_ROUNDS, richest(g, g.alive))
            return
    if g.turns == g.opt.max_turns:
        finish(g, ENDED_TURNS, richest(g, g.alive))
        return
    for seat in range(SEATS):
        g.offers[seat] = 0
    begin_turn(g, q)
