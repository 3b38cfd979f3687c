"""The windows for managing property: before the throw, after it, after the move, between turns (rules section 9)."""

from __future__ import annotations

from ...runtime.compiler import rule
from .actions import PASS_UNTIL_TURN
from .landing import move_by
from .listing import can_manage
from .management import manage, stage_of
from .money import in_game, seat_after
from .state import AFTER, BETWEEN, TURN_END, State


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
    open_window(g, BETWEEN)
    return False


@rule
def resolve_between(g: State) -> bool:
    """Every other player in seat order may manage."""
    if g.opt.manage_between == 1 and find_manager(g, 1):
        return True
    open_window(g, TURN_END)
    return False


@rule
def may_pass_until_turn(g: State) -> bool:
    """Whether the window offers to be asked in no further one until the next turn."""
    return g.opt.manage_between == 1


@rule
def step_window(g: State, p: int, a: int) -> None:
    """One decision in a window other than that before the throw."""
    if a <= PASS_UNTIL_TURN:
        if a == PASS_UNTIL_TURN:
            g.quiet |= 1 << p
        if g.phase == AFTER:
            open_window(g, BETWEEN)
        else:
            ask_next(g)
    else:
        take_in_window(g, p, a)
