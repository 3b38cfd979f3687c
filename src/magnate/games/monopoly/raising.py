"""Raising the money for a debt: what the debtor may do, and when nothing can avert bankruptcy (rules section 10)."""

from __future__ import annotations

from ...runtime.compiler import Ints, rule
from ...runtime.primitives import pop
from . import reasons
from .actions import BANKRUPT, MORTGAGE
from .debt import is_solvent, purpose_of_debt, settle
from .estates import go_bankrupt
from .listing import list_group_sales, list_mortgages, list_sales, list_trades
from .management import BUILDS, LIFTS, MORTGAGES, is_management, kind_of, manage, why_not_do
from .money import in_game
from .reasons import OK
from .state import RAISING_UNDONE, State
from .tables import SEATS
from .trade import can_offer, could_raise, debt_under, why_not_offer


@rule
def resolve_debt(g: State) -> bool:
    """Pay when the cash is there; let the debtor raise it (True); or declare the bankruptcy that nothing can avert."""
    top = g.depth - 1
    p = g.fwho[top]
    to = g.fto[top]
    amount = g.famount[top]
    if not in_game(g, p) or (to < SEATS and not in_game(g, to)):
        pop(g)  # a bankrupt's debts and claims lapse
        return False
    if g.cash[p] >= amount:
        what = purpose_of_debt(g, top)
        pop(g)
        g.pledged = 0
        settle(g, p, to, amount, what)
        return False
    if is_solvent(g) or could_offer(g, p):
        g.mover = p
        return True
    pop(g)
    go_bankrupt(g, p, to, amount)
    return False


@rule
def could_offer(g: State, p: int) -> bool:
    """Whether trading may still save the debtor: it can complete an offer now, or could after raising money."""
    if can_offer(g, p):
        return True
    if why_not_offer(g, p) != OK:
        return False
    debt = debt_under(g, g.depth - 1, p)
    for q in range(g.opt.players):
        if q != p and in_game(g, q) and could_raise(g, p, q, debt):
            return True
    return False


@rule
def why_not_in_debt(g: State, p: int, a: int) -> int:
    """Whether the debtor ``p`` may take ``a`` to raise cash."""
    if a == BANKRUPT:
        if g.opt.one_attempt == 0 and is_solvent(g):
            return reasons.CAN_STILL_PAY
        return reasons.OK
    if not is_management(a):
        return reasons.NOT_NOW
    kind = kind_of(a)
    if kind == BUILDS or kind == LIFTS:
        return reasons.NOT_IN_DEBT_SALE
    return why_not_do(g, p, a)


@rule
def list_debt(g: State, p: int, out: Ints, n: int) -> int:
    """Append what the debtor ``p`` may do, ascending."""
    if why_not_in_debt(g, p, BANKRUPT) == reasons.OK:
        out[n] = BANKRUPT
        n += 1
    n = list_trades(g, p, out, n)
    n = list_group_sales(g, p, out, n)
    if g.opt.build_by_group == 0:
        n = list_sales(g, p, out, n)
    return list_mortgages(g, p, out, n)


@rule
def step_debt(g: State, a: int) -> None:
    """One decision of a debtor."""
    top = g.depth - 1
    p = g.fwho[top]
    if a == BANKRUPT:
        to = g.fto[top]
        amount = g.famount[top]
        pop(g)
        go_bankrupt(g, p, to, amount)
    else:
        manage(g, p, a)
        if g.opt.failed_raising == RAISING_UNDONE and kind_of(a) == MORTGAGES:
            g.pledged |= 1 << (a - MORTGAGE)
