"""Money paid, and the markets of coal and iron (rules section 6.4). Resources are numbered as industries."""

from __future__ import annotations

from ...runtime.compiler import rule
from ...runtime.primitives import emit
from . import events
from .state import State
from .tables import (
    COAL,
    COAL_PRICES,
    COAL_ROOM,
    COAL_WHEN_EMPTY,
    IRON,
    IRON_PRICES,
    IRON_ROOM,
    IRON_WHEN_EMPTY,
    MERCHANT_MASK,
    PLACE_OF,
)
from .tiles import flip, set_goods

__all__ = ["buy_coal", "buy_iron", "coal_price", "iron_price", "pay", "stock_market"]


@rule
def pay(g: State, p: int, amount: int) -> None:
    """Seat ``p`` pays in its turn: it counts for the next turn order."""
    g.money[p] -= amount
    g.spent[p] += amount


@rule
def coal_price(g: State, cubes: int) -> int:
    """What so many cubes of coal cost together in the market as it is."""
    total = 0
    left = g.coal
    for _ in range(cubes):
        if left > 0:
            total += COAL_PRICES[COAL_ROOM - left]
            left -= 1
        else:
            total += COAL_WHEN_EMPTY
    return total


@rule
def iron_price(g: State, cubes: int) -> int:
    """What so many cubes of iron cost together in the market as it is."""
    total = 0
    left = g.iron
    for _ in range(cubes):
        if left > 0:
            total += IRON_PRICES[IRON_ROOM - left]
            left -= 1
        else:
            total += IRON_WHEN_EMPTY
    return total


@rule
def buy_coal(g: State, p: int) -> None:
    """Seat ``p`` buys the cheapest cube of coal."""
    price = coal_price(g, 1)
    pay(g, p, price)
    g.coal = max(g.coal - 1, 0)
    emit(g, events.BUYS, p, COAL, price, g.coal)


@rule
def buy_iron(g: State, p: int) -> None:
    """Seat ``p`` buys the cheapest cube of iron."""
    price = iron_price(g, 1)
    pay(g, p, price)
    g.iron = max(g.iron - 1, 0)
    emit(g, events.BUYS, p, IRON, price, g.iron)


@rule
def stock_market(g: State, p: int, s: int, industry: int) -> None:
    """Seat ``p``'s new mine or works on space ``s`` sells what its market has room for, the dearest places first.

    A mine sells only where it is connected to a merchant's location. The tile flips when it is empty.
    """
    if industry == COAL and g.joined[PLACE_OF[s]] & MERCHANT_MASK == 0:
        return
    goods = g.goods[s]
    sold = 0
    earned = 0
    if industry == COAL:
        while sold < goods and g.coal < COAL_ROOM:
            g.coal += 1
            sold += 1
            earned += COAL_PRICES[COAL_ROOM - g.coal]
    else:
        while sold < goods and g.iron < IRON_ROOM:
            g.iron += 1
            sold += 1
            earned += IRON_PRICES[IRON_ROOM - g.iron]
    if sold == 0:
        return
    g.money[p] += earned
    set_goods(g, s, goods - sold)
    emit(g, events.STOCKS, p, industry, sold, earned)
    if goods == sold:
        flip(g, s)
