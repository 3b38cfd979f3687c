"""What is left of the game: actions, incomes, and what a pound is worth in points."""

from __future__ import annotations

from ...engine.compiler import Floats, rule
from ...games.brass.cards import drawable, hand_size
from ...games.brass.state import State
from ...games.brass.tables import CANAL, INCOME_LEVEL, ROUNDS, TURN_ACTIONS
from .places import HORIZON, LATER_MONEY, MONEY, SHORT, SPENDING

__all__ = [
    "actions_left",
    "actions_to_come",
    "income_worth",
    "is_last_era",
    "money_worth",
    "paydays",
    "progress",
    "spending_worth",
]


@rule
def is_last_era(g: State) -> bool:
    """Whether the game ends with this era."""
    return g.era != CANAL or g.opt.eras == 1


@rule
def actions_left(g: State, p: int) -> int:
    """How many actions seat ``p`` still has in this era, with the one it is about to take or carries out.

    Each takes a card, so a seat has never more than its cards and those left to be drawn.
    """
    rounds = max(ROUNDS[g.opt.players] - g.round, 0)
    now = g.actions if g.mover == p else 0
    return max(min(now + TURN_ACTIONS * rounds, hand_size(g, p) + drawable(g)), 0)


@rule
def actions_to_come(g: State, p: int) -> int:
    """How many actions seat ``p`` still has in the game."""
    n = actions_left(g, p)
    if not is_last_era(g):
        n += TURN_ACTIONS * ROUNDS[g.opt.players]
    return n


@rule
def paydays(g: State) -> int:
    """How many incomes are still to come: one a round, none after the last."""
    rounds = max(ROUNDS[g.opt.players] - g.round, 0)
    if is_last_era(g):
        return rounds
    return rounds + ROUNDS[g.opt.players]


@rule
def progress(g: State, p: int) -> float:
    """How much of the era is over for seat ``p``: 0 at its beginning, 1 at its end."""
    return 1.0 - min(actions_left(g, p) / (TURN_ACTIONS * ROUNDS[g.opt.players]), 1.0)


@rule
def money_worth(g: State, params: Floats, p: int) -> float:
    """What a pound is worth to seat ``p`` in points.

    It is the dearer the less the seat has, with its next incomes, for its next actions; when there is more than they
    can use, it is worth next to nothing.
    """
    actions = min(actions_to_come(g, p), params[HORIZON])
    need = params[SPENDING] * actions
    if need <= 0.0:
        return 0.0
    have = g.money[p] + INCOME_LEVEL[g.income_space[p]] * min(paydays(g), params[HORIZON] / TURN_ACTIONS)
    return params[MONEY] * min(max(1.6 - max(have, 0.0) / need, 0.1), 1.3)


@rule
def income_worth(g: State, params: Floats, p: int, spaces: int) -> float:
    """What it is worth to seat ``p`` that its income marker goes up so many spaces.

    The last income but one comes too late for much. Out of a negative income every space counts more than its pound:
    debts cost tiles.
    """
    at = g.income_space[p]
    if at < 10:
        levels = 1.2
    elif at == 10:
        levels = 0.8
    elif at <= 30:
        levels = 0.5
    elif at <= 60:
        levels = 0.34
    else:
        levels = 0.25
    return spaces * levels * max(paydays(g) - 1, 0) * params[LATER_MONEY]


@rule
def spending_worth(g: State, params: Floats, p: int, pounds: int) -> float:
    """What it costs seat ``p``, in points, to spend so much: more, if it then cannot pay a negative income."""
    worth = pounds * money_worth(g, params, p)
    level = INCOME_LEVEL[g.income_space[p]]
    if level < 0 and paydays(g) > 0 and g.money[p] - pounds + level < 0:
        worth += params[SHORT]
    return worth
