"""Answering an offer: accepted when the position that follows is worth more to the partner than the one before."""

from __future__ import annotations

from ...games.monopoly.board import ALL_DEEDS
from ...games.monopoly.money import interest_on
from ...games.monopoly.state import State
from ...games.monopoly.trade import holdings
from ...runtime.compiler import Floats, rule
from .places import CASH_RESERVE, TRADE_MARGIN
from .trade_value import trade_value, value_after


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
