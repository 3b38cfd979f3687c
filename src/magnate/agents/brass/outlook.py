"""What is left of the game for a seat: actions, incomes, what a pound is worth in points, and the ways to the buyers.

All of it is worked out once a decision (:func:`look_ahead`): the values of builds, links and sales ask for it again
and again.
"""

from __future__ import annotations

from typing import NamedTuple

from ...games.brass.board import CANAL, COTTON, FIRST_ACTIONS, INCOME_LEVEL, MANUFACTURER, POTTERY, ROUNDS, TURN_ACTIONS
from ...games.brass.cards import drawable, hand_size
from ...games.brass.state import SHORTFALL, State
from ...runtime.compiler import Floats, rule
from .buyers import Ways, beer_demand, own_beer, ways_to_buyers
from .places import HORIZON, LATER_MONEY, MONEY, RESERVE, SHORT, SPENDING

__all__ = ["Outlook", "actions_left", "income_worth", "is_last_era", "look_ahead", "paydays", "spending_worth"]


class Outlook(NamedTuple):
    """What ``seat`` goes by at one position, beside the position and its parameters ``params``."""

    params: Floats
    seat: int
    left: int
    """Its actions left in this era, with the one that it is about to take or carries out."""
    to_come: int
    """Its actions left in the game."""
    paydays: int
    """The incomes still to come."""
    progress: float
    """How much of the era is over for it: 0 at its beginning, 1 at its end."""
    pound: float
    """The points that a pound is worth."""
    space: float
    """The points that a space of the income track is worth."""
    reserve: float
    """The pounds that it keeps for a negative income."""
    beer: int
    """The barrels on its breweries."""
    demand: int
    """The barrels that the sales of its unsold tiles take."""
    cotton: Ways
    manufacturer: Ways
    pottery: Ways
    """The ways to those who buy them."""


@rule
def is_last_era(g: State) -> bool:
    """Whether the game ends with this era."""
    return g.era != CANAL or g.opt.eras == 1


@rule
def waits(g: State, p: int) -> bool:
    """Whether seat ``p`` has its turn of this round still before it."""
    if g.phase == SHORTFALL:
        return False
    for i in range(g.turn + 1, g.opt.players):
        if g.order[i] == p:
            return True
    return False


@rule
def actions_left(g: State, p: int) -> int:
    """How many actions seat ``p`` still has in this era, with the one it is about to take or carries out.

    Each takes a card, so a seat has never more than its cards and those left to be drawn.
    """
    rounds = max(ROUNDS[g.opt.players] - g.round, 0)
    now = g.actions if g.mover == p else 0
    if waits(g, p):
        now = FIRST_ACTIONS if g.era == CANAL and g.round == 1 else TURN_ACTIONS
    return max(min(now + TURN_ACTIONS * rounds, hand_size(g, p) + drawable(g)), 0)


@rule
def paydays(g: State) -> int:
    """How many incomes are still to come: one a round, none after the last."""
    rounds = max(ROUNDS[g.opt.players] - g.round, 0)
    if is_last_era(g):
        return rounds
    return rounds + ROUNDS[g.opt.players]


@rule
def money_worth(g: State, params: Floats, p: int, actions: int) -> float:
    """What a pound is worth to seat ``p`` in points, with so many actions to come.

    It is the dearer the less the seat has, with its next incomes, for its next actions; when there is more than they
    can use, it is worth next to nothing.
    """
    need = params[SPENDING] * min(actions, params[HORIZON])
    if need <= 0.0:
        return 0.0
    have = g.money[p] + INCOME_LEVEL[g.income_space[p]] * min(paydays(g), params[HORIZON] / TURN_ACTIONS)
    return params[MONEY] * min(max(1.6 - max(have, 0.0) / need, 0.1), 1.3)


@rule
def space_worth(g: State, params: Floats, p: int) -> float:
    """What it is worth to seat ``p`` that its income marker goes up a space.

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
    return levels * max(paydays(g) - 1, 0) * params[LATER_MONEY]


@rule
def look_ahead(g: State, params: Floats, p: int) -> Outlook:
    """What seat ``p`` goes by at this position."""
    left = actions_left(g, p)
    whole = TURN_ACTIONS * ROUNDS[g.opt.players]
    to_come = left if is_last_era(g) else left + whole
    return Outlook(
        params,
        p,
        left,
        to_come,
        paydays(g),
        1.0 - min(left / whole, 1.0),
        money_worth(g, params, p, to_come),
        space_worth(g, params, p),
        max(-INCOME_LEVEL[g.income_space[p]], 0) * min(paydays(g), params[RESERVE]),
        own_beer(g, p),
        beer_demand(g, p),
        ways_to_buyers(g, p, COTTON),
        ways_to_buyers(g, p, MANUFACTURER),
        ways_to_buyers(g, p, POTTERY),
    )


@rule
def income_worth(view: Outlook, spaces: int) -> float:
    """What it is worth that the income marker goes up so many spaces."""
    return spaces * view.space


@rule
def spending_worth(g: State, view: Outlook, pounds: int) -> float:
    """What it costs, in points, to spend so much: more, if the seat then cannot pay a negative income."""
    missing = view.reserve - (g.money[view.seat] - pounds)
    return pounds * view.pound + view.params[SHORT] * min(max(missing, 0.0), pounds)
