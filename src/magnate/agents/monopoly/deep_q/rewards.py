"""What an answer of a network is paid for: the thesis' rewards A.1 to A.7, apart from how its wealth moves.

A reward is ``WEIGHTS[network] · ΔW``, what the answer itself earns (:func:`earned`), and where ΔW is positive
:func:`earned_with_profit`. ΔW, the change of net worth (A.1), and the outcome of the game (A.8) are known later:
``magnate.learn.thesis`` adds them. What the formulas leave open is listed in docs/studies/deep-q.md.

Everything is worked out in the position of the decision: ``C`` is the cash there, ``W`` the net worth.
"""

from __future__ import annotations

from typing import Final

from ....games.monopoly.board import (
    CHANCE_DECK,
    CHEST_DECK,
    GROUP,
    GROUP_HOUSE_PRICE,
    GROUP_MASK,
    GROUP_SIZE,
    SQUARE_DEED,
    STREET_GROUPS,
)
from ....games.monopoly.board import MORTGAGE as MORTGAGE_VALUE
from ....games.monopoly.landing import rent_by_throw
from ....games.monopoly.money import owns_group, worth
from ....games.monopoly.property import lifting_price, lowest_rank
from ....games.monopoly.state import State
from ....runtime.compiler import rule
from ....values.monopoly.deeds import HIGHEST, LOWEST, MEAN_THROW, SIDES, rent_on
from ..property_value import LOCATION_PERCENT, completes
from .outputs import BUY, CARD, DOWNGRADE, FINE, LIFT, MORTGAGE, NO, UPGRADE, YES, deed_at

WEIGHTS: Final = {BUY: 1.0, UPGRADE: 1.5, DOWNGRADE: 0.8, MORTGAGE: 0.8, LIFT: 1.1, FINE: 1.0, CARD: 1.0}
"""What ΔW counts in each network's reward."""
WEALTH_STEP: Final = 200.0
"""Dollars of wealth that ΔW counts as 1; it lies between -1 and 1 (A.1)."""
WON, LOST = 1.0, -1.0
"""What a game that is won, and one that ends in bankruptcy, are worth instead of the last reward (A.8)."""

LOW_CASH, ENOUGH_CASH, MUCH_CASH = 150, 300, 600
"""The thesis names the first (the parent's reserve) and the second (A.6), the third is ours."""


@rule
def is_valuable(k: int) -> bool:
    """Whether a group is among those whose location A.9 values: orange, red, green and dark blue."""
    return LOCATION_PERCENT[k] > 0


@rule
def for_purchase(g: State, p: int, output: int) -> float:
    """A.2: a yes that completes a colour group."""
    d = SQUARE_DEED[g.square[p]]
    if output == YES and GROUP[d] < STREET_GROUPS and completes(g, p, d):
        return 0.3
    return 0.0


@rule
def for_building(g: State, p: int, k: int) -> float:
    """A.3: houses, or hotels, and what building with little cash by net worth costs."""
    each = 0.15
    if lowest_rank(g, k) == g.opt.hotel_houses:
        each = 0.3
    total = each * GROUP_SIZE[k]
    whole = worth(g, p)
    if whole > 0 and g.cash[p] / whole < 0.1:
        total -= 0.2
    return total


@rule
def for_money_raised(g: State, p: int, k: int, dollars: int) -> float:
    """What A.4 pays for money raised from group ``k``: by need, by the sum, and less for a valuable group."""
    total = min(dollars / 500.0, 0.2)
    if g.cash[p] < LOW_CASH:
        total += 0.3
    elif g.cash[p] < ENOUGH_CASH:
        total += 0.15
    else:
        total -= 0.1
    if is_valuable(k):
        total -= 0.1
    return total


@rule
def for_sale(g: State, p: int, k: int) -> float:
    """A.4: one building of each lot of group ``k`` is sold at half its price."""
    return for_money_raised(g, p, k, GROUP_SIZE[k] * GROUP_HOUSE_PRICE[k] // 2)


@rule
def is_unencumbered(g: State, p: int, k: int, freed: int) -> bool:
    """Whether seat ``p`` owns colour group ``k`` whole and without a mortgage, those of the mask ``freed`` apart."""
    return k < STREET_GROUPS and owns_group(g, p, k) and (g.mortgaged & GROUP_MASK[k] & ~freed) == 0


@rule
def for_mortgage(g: State, p: int, d: int) -> float:
    """Ours, since the thesis gives none: A.4's for the money, and what A.7 pays for a whole group is taken back."""
    k = GROUP[d]
    total = for_money_raised(g, p, k, MORTGAGE_VALUE[d] * 1)
    if is_unencumbered(g, p, k, 0):
        total -= 0.25
    return total


@rule
def rent_once_lifted(g: State, p: int, d: int) -> int:
    """The rent of mortgaged deed ``d`` of seat ``p`` once its mortgage is lifted, at a throw of 7."""
    k = GROUP[d]
    alone = k < STREET_GROUPS and g.opt.mortgaged_group_double == 0 and is_unencumbered(g, p, k, 1 << d)
    rent = rent_by_throw(g, p, d, MEAN_THROW)
    if alone and g.level[d] == 0:
        return 2 * rent  # the rule sees the mortgage still
    return rent


@rule
def for_lifting(g: State, p: int, d: int) -> float:
    """A.7: the cash that is left, the group's value, a whole group without mortgages, and the rent that comes back."""
    k = GROUP[d]
    left = g.cash[p] - lifting_price(g, d)
    total = 0.3
    if left < LOW_CASH:
        total = -0.1
    elif left < ENOUGH_CASH:
        total = 0.1
    elif left < MUCH_CASH:
        total = 0.2
    if LOCATION_PERCENT[k] == 20:
        total += 0.12
    elif LOCATION_PERCENT[k] == 10:
        total += 0.1
    if is_unencumbered(g, p, k, 1 << d):
        total += 0.25
    return total + min(rent_once_lifted(g, p, d) / 50.0, 0.2)


@rule
def danger(g: State, p: int) -> float:
    """D of A.5: the part of its cash that a throw of two dice costs seat ``p`` from where it stands, on average."""
    q = (p + 1) % g.opt.players
    total = 0.0
    for steps in range(LOWEST, HIGHEST + 1):
        due = rent_on(g, p, q, steps)
        if due > 0:
            lost = 1.0
            if due < g.cash[p]:
                lost = due / g.cash[p]
            total += (SIDES - abs(steps - MEAN_THROW)) * lost
    return total / (SIDES * SIDES)


@rule
def for_fine(g: State, p: int, output: int) -> float:
    """A.5: paying with cash to spare, staying without, and the rents that are met or avoided."""
    if output == YES:
        total = -0.1
        if g.cash[p] >= ENOUGH_CASH:
            total = 0.15
        elif g.cash[p] >= LOW_CASH:
            total = 0.1
        return total - 0.2 * danger(g, p)
    total = 0.0
    if g.cash[p] < LOW_CASH:
        total = 0.1
    elif g.cash[p] >= ENOUGH_CASH:
        total = -0.1
    return total + 0.2 * danger(g, p)


@rule
def for_card(g: State, p: int, output: int) -> float:
    """A.6: a card that is used without a profit afterwards, and one that spares a fine when cash is short."""
    if output == NO:
        return 0.0
    if g.cash[p] < ENOUGH_CASH:
        return 0.2 - 0.05
    return -0.05


@rule
def earned(g: State, p: int, network: int, output: int, places: int) -> float:
    """What a legal answer earns seat ``p`` whatever its wealth does; 0 for a list that is empty (-1)."""
    if output < 0:
        return 0.0
    if network == BUY:
        return for_purchase(g, p, output)
    if network == UPGRADE:
        return for_building(g, p, output)
    if network == DOWNGRADE:
        return for_sale(g, p, output)
    if network == MORTGAGE:
        return for_mortgage(g, p, deed_at(output, places))
    if network == LIFT:
        return for_lifting(g, p, deed_at(output, places))
    if network == FINE:
        return for_fine(g, p, output)
    return for_card(g, p, output)


@rule
def earned_with_profit(g: State, p: int, network: int, output: int) -> float:
    """What is added where its wealth has grown: for leaving jail (A.5, A.6)."""
    if output != YES:
        return 0.0
    if network == FINE:
        return 0.2
    if network == CARD:
        cards = int(g.holder[CHANCE_DECK] == p + 1) + int(g.holder[CHEST_DECK] == p + 1)
        return 0.05 + (0.15 if cards == 2 else 0.05)  # in place of the 0.05 that no profit costs
    return 0.0
