"""Loans: early, when money lacks for what is to be done; never at the end of the Rail era."""

from __future__ import annotations

from ...engine.compiler import Floats, rule
from ...games.brass.state import State
from ...games.brass.tables import CANAL, INCOME_LEVEL, LOAN, LOAN_LEVELS, ROUNDS
from .links import NOTHING
from .outlook import money_worth, paydays
from .places import LATER_MONEY, LOAN_BELOW, LOAN_COST, LOAN_LEVEL, LOAN_UNTIL

__all__ = ["loan_value"]


@rule
def loan_value(g: State, params: Floats, p: int) -> float:
    """What a loan is worth to seat ``p``."""
    rounds = g.round * 1.0
    if g.era != CANAL:
        rounds += ROUNDS[g.opt.players]
    if rounds > params[LOAN_UNTIL] or g.money[p] >= params[LOAN_BELOW]:
        return NOTHING + 1.0
    if INCOME_LEVEL[g.space_of[p]] - LOAN_LEVELS < params[LOAN_LEVEL]:
        return NOTHING + 1.0
    lost = LOAN_LEVELS * paydays(g) * params[LATER_MONEY]
    return LOAN * money_worth(g, params, p) - params[LOAN_COST] * lost
