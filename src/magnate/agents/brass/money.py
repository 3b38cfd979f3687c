"""Loans: early, when money lacks for what is to be done; never at the end of the Rail era."""

from __future__ import annotations

from ...games.brass.board import CANAL, INCOME_LEVEL, LOAN, LOAN_LEVELS, ROUNDS
from ...games.brass.state import State
from ...runtime.compiler import rule
from .links import NOTHING
from .outlook import Outlook
from .places import LATER_MONEY, LOAN_BELOW, LOAN_COST, LOAN_LEVEL, LOAN_UNTIL

__all__ = ["loan_value"]


STUCK = 5
"""With fewer pounds, a negative income paid, a seat can do next to nothing."""
FEW = 4
"""With fewer actions left, the money of a loan can hardly be used."""
RESCUE = 0.5
"""The points that a loan is worth to a seat that could do nothing else: more than to pass."""


@rule
def is_stuck(g: State, view: Outlook) -> bool:
    """Whether the seat has so little money that it could only pass, but actions enough to make use of a loan."""
    return g.money[view.seat] + min(INCOME_LEVEL[g.income_space[view.seat]], 0) < STUCK and view.left >= FEW


@rule
def loan_value(g: State, view: Outlook) -> float:
    """What a loan is worth to the seat: the money now, against the income that it costs."""
    rounds = g.round * 1.0
    if g.era != CANAL:
        rounds += ROUNDS[g.opt.players]
    level = INCOME_LEVEL[g.income_space[view.seat]] - LOAN_LEVELS
    late = rounds > view.params[LOAN_UNTIL]
    if late or g.money[view.seat] >= view.params[LOAN_BELOW] or level < view.params[LOAN_LEVEL]:
        return RESCUE if is_stuck(g, view) else NOTHING + 1.0
    lost = LOAN_LEVELS * view.paydays * view.params[LATER_MONEY]
    value = LOAN * view.pound - view.params[LOAN_COST] * lost
    return max(value, RESCUE) if is_stuck(g, view) else value
