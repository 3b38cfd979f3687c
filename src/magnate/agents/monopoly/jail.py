"""Leaving jail or staying there."""

from __future__ import annotations

from ...engine.compiler import rule
from ...games.monopoly.actions import PAY_FINE, USE_CHANCE_CARD, USE_CHEST_CARD
from ...games.monopoly.reasons import OK
from ...games.monopoly.state import State
from ...games.monopoly.tables import CHANCE_DECK, CHEST_DECK
from ...games.monopoly.turn import why_not_pay_fine


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
