"""The choice of income tax."""

from __future__ import annotations

from ...engine.compiler import rule
from ...games.monopoly.actions import TAX_FLAT, TAX_SHARE
from ...games.monopoly.landing import FLAT_INCOME_TAX
from ...games.monopoly.money import share, taxable_worth
from ...games.monopoly.state import State


@rule
def cheaper_tax(g: State, p: int) -> int:
    """The flat tax or 10 % of what seat ``p`` has, whichever is less."""
    if share(g, taxable_worth(g, p)) < FLAT_INCOME_TAX:
        return TAX_SHARE
    return TAX_FLAT
