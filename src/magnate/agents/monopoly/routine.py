"""What the agents do alike: leaving jail, taxes and rents to claim, the end of a window, selling a group down."""

from __future__ import annotations

from ...games.monopoly.board import CHANCE_DECK, CHEST_DECK
from ...games.monopoly.landing import FLAT_INCOME_TAX
from ...games.monopoly.legal import legal
from ...games.monopoly.money import share, taxable_worth
from ...games.monopoly.reasons import OK
from ...games.monopoly.state import (
    CLAIM_RENT,
    PASS,
    PASS_UNTIL_TURN,
    PAY_FINE,
    TAX_FLAT,
    TAX_SHARE,
    TAXING,
    USE_CHANCE_CARD,
    USE_CHEST_CARD,
    State,
)
from ...games.monopoly.turn import may_pass_until_turn, why_not_pay_fine
from ...runtime.compiler import Ints, rule


@rule
def leave_jail_now(g: State, p: int) -> int:
    """The action that leaves jail before the throw, a card before the fine; or -1."""
    if g.holder[CHANCE_DECK] == p + 1:
        return USE_CHANCE_CARD
    if g.holder[CHEST_DECK] == p + 1:
        return USE_CHEST_CARD
    if why_not_pay_fine(g, p) == OK:
        return PAY_FINE
    return -1


@rule
def end_window(g: State) -> int:
    """Pass, until one's next turn where that is allowed."""
    if may_pass_until_turn(g):
        return PASS_UNTIL_TURN
    return PASS


@rule
def tax_or_claim(g: State, p: int) -> int:
    """In the two phases in which there is nothing to weigh: the lower tax, and every rent that may be claimed."""
    if g.phase != TAXING:
        return CLAIM_RENT
    if share(g, taxable_worth(g, p)) < FLAT_INCOME_TAX:
        return TAX_SHARE
    return TAX_FLAT


@rule
def sell_down_least(g: State, acts: Ints) -> int:
    """How far to sell a group down: as little as possible."""
    n = legal(g, acts)
    return acts[n - 1]
