"""Money paid, the markets, and where coal, iron and beer come from (rules section 6).

Resources are numbered as industries. Sources are a mask of spaces; the barrel beside the merchant tile that is sold to
stands behind the last space.
"""

from __future__ import annotations

from ...runtime.compiler import rule
from ...runtime.primitives import emit, has_bit, low_bit
from . import board, events
from .state import State
from .tiles import alike, flip, nearest_places, places_of, set_goods

__all__ = [
    "BARREL",
    "beer_at",
    "beer_sources",
    "breweries",
    "buy_coal",
    "buy_iron",
    "coal_price",
    "coal_sources",
    "coal_within",
    "iron_cost",
    "iron_sources",
    "mines_joined",
    "pay",
    "stock_market",
    "take_good",
]


# ---------------- Money and the markets


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
            total += board.COAL_PRICES[board.COAL_ROOM - left]
            left -= 1
        else:
            total += board.COAL_WHEN_EMPTY
    return total


@rule
def iron_price(g: State, cubes: int) -> int:
    """What so many cubes of iron cost together in the market as it is."""
    total = 0
    left = g.iron
    for _ in range(cubes):
        if left > 0:
            total += board.IRON_PRICES[board.IRON_ROOM - left]
            left -= 1
        else:
            total += board.IRON_WHEN_EMPTY
    return total


@rule
def buy_coal(g: State, p: int) -> None:
    """Seat ``p`` buys the cheapest cube of coal."""
    price = coal_price(g, 1)
    pay(g, p, price)
    g.coal = max(g.coal - 1, 0)
    emit(g, events.BUYS, p, board.COAL, price, g.coal)


@rule
def buy_iron(g: State, p: int) -> None:
    """Seat ``p`` buys the cheapest cube of iron."""
    price = iron_price(g, 1)
    pay(g, p, price)
    g.iron = max(g.iron - 1, 0)
    emit(g, events.BUYS, p, board.IRON, price, g.iron)


@rule
def stock_market(g: State, p: int, s: int, industry: int) -> None:
    """Seat ``p``'s new mine or works on space ``s`` sells what its market has room for, the dearest places first.

    A mine sells only where it is connected to a merchant's location. The tile flips when it is empty.
    """
    if industry == board.COAL and g.joined[board.PLACE_OF[s]] & board.MERCHANT_MASK == 0:
        return
    goods = g.goods[s]
    sold = 0
    earned = 0
    if industry == board.COAL:
        while sold < goods and g.coal < board.COAL_ROOM:
            g.coal += 1
            sold += 1
            earned += board.COAL_PRICES[board.COAL_ROOM - g.coal]
    else:
        while sold < goods and g.iron < board.IRON_ROOM:
            g.iron += 1
            sold += 1
            earned += board.IRON_PRICES[board.IRON_ROOM - g.iron]
    if sold == 0:
        return
    g.money[p] += earned
    set_goods(g, s, goods - sold)
    emit(g, events.STOCKS, p, industry, sold, earned)
    if goods == sold:
        flip(g, s)


# ---------------- Sources, and how a cube or barrel is taken


BARREL = board.SPACE_COUNT
"""The merchant's barrel among the sources of beer."""


@rule
def spaces_in(spaces: int, places: int) -> int:
    """Those of a mask of spaces that lie in a mask of locations."""
    found = 0
    while spaces != 0:
        s = low_bit(spaces)
        spaces &= spaces - 1
        if has_bit(places, board.PLACE_OF[s]):
            found |= 1 << s
    return found


@rule
def distinct(g: State, spaces: int) -> int:
    """The sources without those that are like a lower one of their location: it makes no difference which is taken."""
    found = spaces
    rest = spaces & (spaces - 1)
    while rest != 0:
        s = low_bit(rest)
        rest &= rest - 1
        beside = spaces & board.PLACE_SPACES[board.PLACE_OF[s]] & ((1 << s) - 1)
        while beside != 0:
            if alike(g, low_bit(beside), s):
                found &= ~(1 << s)
            beside &= beside - 1
    return found


# ---------------- coal


@rule
def coal_within(g: State, reach: int, cubes: int, money: int) -> bool:
    """Whether so many cubes of coal can be had where the locations ``reach`` are connected, for that much money."""
    rest = g.stocked[0]
    while rest != 0:
        s = low_bit(rest)
        rest &= rest - 1
        if has_bit(reach, board.PLACE_OF[s]):
            cubes -= g.goods[s]
            if cubes <= 0:
                return True
    return reach & board.MERCHANT_MASK != 0 and coal_price(g, cubes) <= money


@rule
def mines_joined(g: State, start: int, reach: int) -> int:
    """The spaces of the mines with coal that are nearest to the locations ``start``, among those connected to them."""
    mines = spaces_in(g.stocked[0], reach)
    if mines & (mines - 1) == 0:
        return mines
    return spaces_in(mines, nearest_places(g, start, places_of(mines)))


@rule
def coal_sources(g: State, start: int, reach: int) -> int:
    """The mines from which the next cube may come; 0: it is bought."""
    return distinct(g, mines_joined(g, start, reach))


# ---------------- iron


@rule
def iron_cost(g: State, cubes: int) -> int:
    """What so many cubes of iron cost: nothing while any works has some, then the market's price."""
    rest = g.stocked[1]
    while rest != 0 and cubes > 0:
        cubes -= g.goods[low_bit(rest)]
        rest &= rest - 1
    return iron_price(g, max(cubes, 0))


@rule
def iron_sources(g: State) -> int:
    """The works from which the next cube may come; 0: it is bought."""
    return distinct(g, g.stocked[1])


# ---------------- beer


@rule
def breweries(g: State, p: int, reach: int) -> int:
    """The breweries with beer for seat ``p``: its own anywhere, others' in the locations ``reach``."""
    own = g.stocked[2] & g.tiles[p]
    return own | spaces_in(g.stocked[2] & ~own, reach)


@rule
def beer_at(g: State, p: int, reach: int) -> int:
    """How many barrels seat ``p`` can take from breweries for a use that is connected to the locations ``reach``."""
    barrels = 0
    rest = breweries(g, p, reach)
    while rest != 0:
        barrels += g.goods[low_bit(rest)]
        rest &= rest - 1
    return barrels


@rule
def beer_sources(g: State, p: int, reach: int) -> int:
    """The breweries from which the next barrel may come."""
    return distinct(g, breweries(g, p, reach))


# ---------------- taking


@rule
def take_good(g: State, p: int, industry: int, s: int) -> None:
    """Seat ``p`` takes a cube or barrel from the tile on space ``s``, which flips when that was the last."""
    emit(g, events.TAKES, p, industry, s, 0)
    set_goods(g, s, g.goods[s] - 1)
    if g.goods[s] == 0:
        flip(g, s)
