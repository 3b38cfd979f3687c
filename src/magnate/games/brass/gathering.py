"""The cubes and barrels of a step: taken where there is no choice, asked for where there is one."""

from __future__ import annotations

from ...runtime.compiler import rule
from ...runtime.primitives import has_bit, low_bit
from .actions import NETWORK
from .developing import removable_industries, remove_from_mat
from .markets import buy_coal, buy_iron
from .resources import BARREL, beer_sources, breweries, coal_sources, iron_sources, mines_joined, take_good
from .selling import give_bonus, sale_beer
from .state import BONUS_TILE, TAKE_BEER, TAKE_COAL, TAKE_IRON, State
from .tables import BREWERY, COAL, IRON, LINE_ENDS, PLACE_OF

__all__ = ["beer_choice", "coal_choice", "gather", "places_of_use", "reach_of_use", "single", "take_barrel"]


@rule
def single(mask: int) -> bool:
    """Whether a set has one member."""
    return mask != 0 and mask & (mask - 1) == 0


@rule
def places_of_use(g: State) -> int:
    """Where the resources of the action in progress are used: the town of its tile, or the ends of its link."""
    if g.doing == NETWORK:
        return LINE_ENDS[g.at]
    return 1 << PLACE_OF[g.at]


@rule
def reach_of_use(g: State) -> int:
    """The locations connected to the places of use (which are connected with each other)."""
    return g.joined[low_bit(places_of_use(g))]


@rule
def coal_choice(g: State) -> int:
    """The mines from which the action in progress may take its next cube: those nearest to its place of use."""
    return coal_sources(g, places_of_use(g), reach_of_use(g))


@rule
def beer_choice(g: State) -> int:
    """The sources of the action's next barrel; a rail's must be connected to it."""
    if g.doing == NETWORK:
        return beer_sources(g, g.mover, reach_of_use(g))
    return sale_beer(g, g.mover)


@rule
def spares(g: State, spaces: int, needed: int) -> bool:
    """Whether the tiles on a mask of spaces carry more than so many cubes or barrels."""
    while spaces != 0:
        needed -= g.goods[low_bit(spaces)]
        if needed < 0:
            return True
        spaces &= spaces - 1
    return False


@rule
def spares_coal(g: State) -> bool:
    """Whether the nearest mines have more than the action still needs; else all of it goes, in whatever order."""
    return g.coal_left == 1 or spares(g, mines_joined(g, places_of_use(g), reach_of_use(g)), g.coal_left)


@rule
def spares_iron(g: State) -> bool:
    """Whether the works have more iron than the action still needs."""
    return g.iron_left == 1 or spares(g, g.stocked[1], g.iron_left)


@rule
def spares_beer(g: State, p: int) -> bool:
    """Whether there are more barrels for the action than it still needs.

    If not, the merchant's barrel goes too, and before or after the others is the same: its bonus depends on the mat,
    the money, the points and the income marker, and of these a brewery moves only the last, which goes up by the sum.
    """
    if g.beer_left == 1:
        return True
    needed = g.beer_left - int(has_bit(g.barrels, g.shop))
    return spares(g, breweries(g, p, reach_of_use(g)), needed)


@rule
def gather_coal(g: State, p: int) -> bool:
    """Take the cubes of coal that leave no choice; False when the seat has one."""
    while g.coal_left > 0:
        sources = coal_choice(g)
        if sources & (sources - 1) != 0 and spares_coal(g):
            g.phase = TAKE_COAL
            return False
        if sources != 0:
            take_good(g, p, COAL, low_bit(sources))
        else:
            buy_coal(g, p)
        g.coal_left -= 1
    return True


@rule
def gather_iron(g: State, p: int) -> bool:
    """Take the cubes of iron that leave no choice; False when the seat has one."""
    while g.iron_left > 0:
        sources = iron_sources(g)
        if sources & (sources - 1) != 0 and spares_iron(g):
            g.phase = TAKE_IRON
            return False
        if sources != 0:
            take_good(g, p, IRON, low_bit(sources))
        else:
            buy_iron(g, p)
        g.iron_left -= 1
    return True


@rule
def gather_beer(g: State, p: int) -> bool:
    """Take the barrels that leave no choice; False when the seat has one, or a bonus brings one."""
    while g.beer_left > 0:
        sources = beer_choice(g)
        if sources & (sources - 1) != 0 and spares_beer(g, p):
            g.phase = TAKE_BEER
            return False
        if take_barrel(g, p, low_bit(sources)):
            return False
    return True


@rule
def take_barrel(g: State, p: int, source: int) -> bool:
    """Take a barrel from a brewery or the merchant's; whether a tile must be chosen for the merchant's bonus."""
    g.beer_left -= 1
    if source != BARREL:
        take_good(g, p, BREWERY, source)
        return False
    if not give_bonus(g, p):
        return False
    industries = removable_industries(g, p)
    if g.opt.bonus_compulsory == 1 and single(industries):
        remove_from_mat(g, p, low_bit(industries), 1)
        return False
    g.phase = BONUS_TILE
    return True


@rule
def gather(g: State, p: int) -> bool:
    """Take whatever leaves no choice; False when a question is to be answered first."""
    return gather_coal(g, p) and gather_iron(g, p) and gather_beer(g, p)
