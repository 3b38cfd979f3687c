"""One decision of an action: from its kind over its steps to the card that pays for it.

What public information forces is carried out without a decision; the card only when the hand holds a single kind. A
step ends at the next question, or with the end of the action.
"""

from __future__ import annotations

from ...runtime.compiler import rule
from ...runtime.primitives import emit, has_bit, low_bit
from . import events, reasons, resources, state
from .board import ALL_CARDS, BREWERY, CANAL, COAL, DEVELOP_IRON, IRON, LINE_ENDS, PLACE_OF, SCOUT_CARDS
from .building import begin_build, build_industries, build_spaces, finish_build, full_towns
from .cards import borrow, give_card, holds, take_wilds
from .linking import link_lines, next_link, second_lines
from .selling import (
    begin_sale,
    buyers,
    develop_industries,
    give_bonus,
    removable_industries,
    remove_from_mat,
    sale_beer,
    sale_tiles,
)
from .state import State
from .tiles import flip
from .turns import end_action, step_shortfall

__all__ = ["beer_choice", "coal_choice", "places_of_use", "reach_of_use", "single", "step_action", "why_not_source"]


# ---------------- The cubes and barrels of a step: taken where there is no choice, asked for where there is one


@rule
def single(mask: int) -> bool:
    """Whether a set has one member."""
    return mask != 0 and mask & (mask - 1) == 0


@rule
def places_of_use(g: State) -> int:
    """Where the resources of the action in progress are used: the town of its tile, or the ends of its link."""
    if g.doing == state.NETWORK:
        return LINE_ENDS[g.at]
    return 1 << PLACE_OF[g.at]


@rule
def reach_of_use(g: State) -> int:
    """The locations connected to the places of use (which are connected with each other)."""
    return g.joined[low_bit(places_of_use(g))]


@rule
def coal_choice(g: State) -> int:
    """The mines from which the action in progress may take its next cube: those nearest to its place of use."""
    return resources.coal_sources(g, places_of_use(g), reach_of_use(g))


@rule
def beer_choice(g: State) -> int:
    """The sources of the action's next barrel; a rail's must be connected to it."""
    if g.doing == state.NETWORK:
        return resources.beer_sources(g, g.mover, reach_of_use(g))
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
    return g.coal_left == 1 or spares(g, resources.mines_joined(g, places_of_use(g), reach_of_use(g)), g.coal_left)


@rule
def spares_iron(g: State) -> bool:
    """Whether the works have more iron than the action still needs."""
    return g.iron_left == 1 or spares(g, g.stocked[1], g.iron_left)


@rule
def spares_beer(g: State, p: int) -> bool:
    """Whether there are more barrels for the action than it still needs.

    If not, the merchant's barrel goes too, and before or after the others is the same. Its bonus depends on the mat,
    the money, the points and the income marker. Of these a brewery moves only the last, which goes up by the sum.
    """
    if g.beer_left == 1:
        return True
    needed = g.beer_left - int(has_bit(g.barrels, g.shop))
    return spares(g, resources.breweries(g, p, reach_of_use(g)), needed)


@rule
def gather_coal(g: State, p: int) -> bool:
    """Take the cubes of coal that leave no choice; False when the seat has one."""
    while g.coal_left > 0:
        sources = coal_choice(g)
        if sources & (sources - 1) != 0 and spares_coal(g):
            g.phase = state.TAKE_COAL
            return False
        if sources != 0:
            resources.take_good(g, p, COAL, low_bit(sources))
        else:
            resources.buy_coal(g, p)
        g.coal_left -= 1
    return True


@rule
def gather_iron(g: State, p: int) -> bool:
    """Take the cubes of iron that leave no choice; False when the seat has one."""
    while g.iron_left > 0:
        sources = resources.iron_sources(g)
        if sources & (sources - 1) != 0 and spares_iron(g):
            g.phase = state.TAKE_IRON
            return False
        if sources != 0:
            resources.take_good(g, p, IRON, low_bit(sources))
        else:
            resources.buy_iron(g, p)
        g.iron_left -= 1
    return True


@rule
def gather_beer(g: State, p: int) -> bool:
    """Take the barrels that leave no choice; False when the seat has one, or a bonus brings one."""
    while g.beer_left > 0:
        sources = beer_choice(g)
        if sources & (sources - 1) != 0 and spares_beer(g, p):
            g.phase = state.TAKE_BEER
            return False
        if take_barrel(g, p, low_bit(sources)):
            return False
    return True


@rule
def take_barrel(g: State, p: int, source: int) -> bool:
    """Take a barrel from a brewery or the merchant's; whether a tile must be chosen for the merchant's bonus."""
    g.beer_left -= 1
    if source != resources.BARREL:
        resources.take_good(g, p, BREWERY, source)
        return False
    if not give_bonus(g, p):
        return False
    industries = removable_industries(g, p)
    if g.opt.bonus_compulsory == 1 and single(industries):
        remove_from_mat(g, p, low_bit(industries), 1)
        return False
    g.phase = state.BONUS_TILE
    return True


@rule
def gather(g: State, p: int) -> bool:
    """Take whatever leaves no choice; False when a question is to be answered first."""
    return gather_coal(g, p) and gather_iron(g, p) and gather_beer(g, p)


# ---------------- The steps


# ---------------- the stages


@rule
def ask_card(g: State, p: int) -> None:
    """All but the card is done: ask for it, or give it where the hand leaves no choice."""
    g.industry = 0
    g.at = 0
    g.shop = 0
    if g.doing != state.NETWORK or g.era == CANAL:
        g.count = 0  # how many rails were laid tells whether there might have been a second
    if g.doing != state.BUILD:
        g.fits = ALL_CARDS
    g.phase = state.CARD
    give_only_kind(g, p)


@rule
def give_only_kind(g: State, p: int) -> None:
    """Give the card, or the cards of a scout, when the hand holds one kind only."""
    while single(holds(g, p)):
        if pay_card(g, p, low_bit(holds(g, p))):
            return


@rule
def pay_card(g: State, p: int, kind: int) -> bool:
    """Give a card for the action; whether the action is over."""
    give_card(g, p, kind)
    if g.doing == state.SCOUT:
        g.count += 1
        if g.count < SCOUT_CARDS:
            g.phase = state.SCOUT_CARD
            g.last = kind
            return False
        take_wilds(g, p)
    end_action(g)
    return True


@rule
def proceed(g: State, p: int) -> None:
    """Take what the step in progress needs; when nothing is left to choose, go on to the next question."""
    if not gather(g, p):
        return
    if g.doing == state.NETWORK:
        if second_lines(g, p, 1) != 0:
            g.phase = state.SECOND_LINE
            return
    elif g.doing == state.DEVELOP:
        if develop_industries(g, p) != 0:
            g.phase = state.DEVELOP_MORE
            return
    elif g.doing == state.SELL:
        flip(g, g.at)
        g.count += 1
        if sale_tiles(g, p, 1) != 0:
            g.phase = state.SELL_MORE
            return
    else:
        finish_build(g, p)
    ask_card(g, p)


@rule
def choose_build(g: State, p: int, industry: int) -> None:
    """The industry to build is chosen: ask for the space, or build on the only one there is for any card."""
    g.industry = industry
    spaces = build_spaces(g, p, industry, ALL_CARDS, full_towns(g, p), 2)
    if single(spaces):
        begin_build(g, p, low_bit(spaces))
        proceed(g, p)
    else:
        g.phase = state.BUILD_SPACE


@rule
def choose_line(g: State, p: int, line: int) -> None:
    """Lay a link and take what it needs."""
    next_link(g, p, line)
    proceed(g, p)


@rule
def choose_develop(g: State, p: int, industry: int) -> None:
    """Remove a tile from the mat and take its iron."""
    remove_from_mat(g, p, industry, 0)
    g.count += 1
    g.iron_left = DEVELOP_IRON
    proceed(g, p)


@rule
def choose_sale(g: State, p: int, s: int) -> None:
    """The tile to sell is chosen: ask for the merchant tile, or take the only one."""
    g.at = s
    merchants = buyers(g, p, s, 2)
    if single(merchants):
        choose_merchant(g, p, low_bit(merchants))
    else:
        g.phase = state.MERCHANT


@rule
def choose_merchant(g: State, p: int, m: int) -> None:
    """The merchant tile is chosen: take the beer."""
    begin_sale(g, p, m)
    proceed(g, p)


# ---------------- the steps


@rule
def step_kind(g: State, p: int, a: int) -> None:
    """An action begins."""
    g.doing = a
    if a == state.BUILD:
        industries = build_industries(g, p, ALL_CARDS, 2)
        if single(industries):
            choose_build(g, p, low_bit(industries))
        else:
            g.phase = state.BUILD_INDUSTRY
    elif a == state.NETWORK:
        lines = link_lines(g, p, 2)
        if single(lines):
            choose_line(g, p, low_bit(lines))
        else:
            g.phase = state.LINE
    elif a == state.DEVELOP:
        industries = develop_industries(g, p)
        if single(industries):
            choose_develop(g, p, low_bit(industries))
        else:
            g.phase = state.DEVELOP_FIRST
    elif a == state.SELL:
        spaces = sale_tiles(g, p, 2)
        if single(spaces):
            choose_sale(g, p, low_bit(spaces))
        else:
            g.phase = state.SELL_FIRST
    else:
        if a == state.LOAN:
            borrow(g, p)
        elif a == state.PASS:
            emit(g, events.PASSES, p, 0, 0, 0)
        ask_card(g, p)


@rule
def step_source(g: State, p: int, source: int) -> None:
    """A source of coal, iron or beer is chosen."""
    phase = g.phase
    if phase == state.TAKE_COAL:
        resources.take_good(g, p, COAL, source)
        g.coal_left -= 1
    elif phase == state.TAKE_IRON:
        resources.take_good(g, p, IRON, source)
        g.iron_left -= 1
    elif take_barrel(g, p, source):
        return
    proceed(g, p)


@rule
def step_bonus(g: State, p: int, a: int) -> None:
    """Gloucester's tile is chosen, or none."""
    if a != state.STOP:
        remove_from_mat(g, p, a - state.INDUSTRY, 1)
    proceed(g, p)


@rule
def step_card(g: State, p: int, kind: int) -> None:
    """A card is given."""
    if not pay_card(g, p, kind):
        give_only_kind(g, p)


@rule
def step_action(g: State, a: int) -> None:
    """One decision; behind ACTION it names a thing ``i`` of those that the phase asks for."""
    p = g.mover * 1
    phase = g.phase
    i = a - state.FIRST_ID[phase]
    if phase == state.ACTION:
        step_kind(g, p, a)
    elif phase == state.CARD or phase == state.SCOUT_CARD:
        step_card(g, p, i)
    elif phase == state.TAKE_COAL or phase == state.TAKE_IRON or phase == state.TAKE_BEER:
        step_source(g, p, i)
    elif phase == state.BONUS_TILE:
        step_bonus(g, p, a)
    elif a == state.STOP:
        ask_card(g, p)
    elif phase == state.BUILD_INDUSTRY:
        choose_build(g, p, i)
    elif phase == state.BUILD_SPACE:
        begin_build(g, p, i)
        proceed(g, p)
    elif phase == state.LINE or phase == state.SECOND_LINE:
        choose_line(g, p, i)
    elif phase == state.DEVELOP_FIRST or phase == state.DEVELOP_MORE:
        choose_develop(g, p, i)
    elif phase == state.MERCHANT:
        choose_merchant(g, p, i)
    elif phase == state.SHORTFALL:
        step_shortfall(g, i)
    else:
        choose_sale(g, p, i)


# ---------------- Why coal, iron or beer does not come from a source: the first rule that stands against it


@rule
def why_not_mine(g: State, s: int) -> int:
    """Why the next cube of coal does not come from space ``s``."""
    if not has_bit(g.stocked[0], s):
        return reasons.NOTHING_THERE
    reach = reach_of_use(g)
    if not has_bit(reach, PLACE_OF[s]):
        return reasons.SOURCE_NOT_CONNECTED
    if not has_bit(resources.mines_joined(g, places_of_use(g), reach), s):
        return reasons.MINE_FARTHER
    return reasons.SAME_SOURCE


@rule
def why_not_brewery(g: State, p: int, s: int) -> int:
    """Why the next barrel does not come from space ``s``, or (``BARREL``) from the merchant's."""
    if s == resources.BARREL:
        if g.doing == state.NETWORK:
            return reasons.BARREL_NOT_FOR_RAILS
        return reasons.NO_BARREL
    if not has_bit(g.stocked[2], s):
        return reasons.NOTHING_THERE
    if not has_bit(resources.breweries(g, p, reach_of_use(g)), s):
        return reasons.SOURCE_NOT_CONNECTED
    return reasons.SAME_SOURCE


@rule
def why_not_source(g: State, p: int, s: int) -> int:
    """Why a source that is not offered for the next cube or barrel is not."""
    if g.phase == state.TAKE_COAL:
        return why_not_mine(g, s)
    if g.phase == state.TAKE_IRON:
        if not has_bit(g.stocked[1], s):
            return reasons.NOTHING_THERE
        return reasons.SAME_SOURCE
    return why_not_brewery(g, p, s)
