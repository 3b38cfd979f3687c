"""One decision of an action: from its kind over its steps to the card that pays for it.

What public information forces is carried out by itself; the card only when the hand holds a single kind. A step ends
at the next question, or with the end of the action.
"""

from __future__ import annotations

from ...runtime.compiler import rule
from ...runtime.primitives import emit, low_bit
from . import events
from .actions import (
    BUILD,
    BUILD_AT,
    DEVELOP,
    GIVE_CARD,
    INDUSTRY,
    LINK,
    LOAN,
    NETWORK,
    PASS,
    SCOUT,
    SELL,
    SELL_TILE,
    SELL_TO,
    STOP,
    TAKE,
)
from .building import begin_build, build_industries, build_spaces, finish_build, full_towns
from .cards import holds
from .developing import develop_industries, remove_from_mat
from .discarding import borrow, give_card, take_wilds
from .gathering import gather, single, take_barrel
from .linking import link_lines, next_link, second_lines
from .resources import take_good
from .selling import begin_sale, buyers, sale_tiles
from .state import (
    ACTION,
    BONUS_TILE,
    BUILD_INDUSTRY,
    BUILD_SPACE,
    CARD,
    DEVELOP_FIRST,
    DEVELOP_MORE,
    LINE,
    MERCHANT,
    SCOUT_CARD,
    SECOND_LINE,
    SELL_FIRST,
    SELL_MORE,
    TAKE_BEER,
    TAKE_COAL,
    TAKE_IRON,
    State,
)
from .tables import ALL_CARDS, CANAL, COAL, DEVELOP_IRON, IRON, SCOUT_CARDS
from .tiles import flip
from .turns import end_action

__all__ = ["step_action"]


# ------------------------------------------------------------------------------------------- the stages


@rule
def ask_card(g: State, p: int) -> None:
    """All but the card is done: ask for it, or give it where the hand leaves no choice."""
    g.industry = 0
    g.at = 0
    g.shop = 0
    if g.doing != NETWORK or g.era == CANAL:
        g.count = 0  # how many rails were laid tells whether there might have been a second
    if g.doing != BUILD:
        g.fits = ALL_CARDS
    g.phase = CARD
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
    if g.doing == SCOUT:
        g.count += 1
        if g.count < SCOUT_CARDS:
            g.phase = SCOUT_CARD
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
    if g.doing == NETWORK:
        if second_lines(g, p, 1) != 0:
            g.phase = SECOND_LINE
            return
    elif g.doing == DEVELOP:
        if develop_industries(g, p) != 0:
            g.phase = DEVELOP_MORE
            return
    elif g.doing == SELL:
        flip(g, g.at)
        g.count += 1
        if sale_tiles(g, p, 1) != 0:
            g.phase = SELL_MORE
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
        g.phase = BUILD_SPACE


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
        g.phase = MERCHANT


@rule
def choose_merchant(g: State, p: int, m: int) -> None:
    """The merchant tile is chosen: take the beer."""
    begin_sale(g, p, m)
    proceed(g, p)


# -------------------------------------------------------------------------------------------- the steps


@rule
def step_kind(g: State, p: int, a: int) -> None:
    """An action begins."""
    g.doing = a
    if a == BUILD:
        industries = build_industries(g, p, ALL_CARDS, 2)
        if single(industries):
            choose_build(g, p, low_bit(industries))
        else:
            g.phase = BUILD_INDUSTRY
    elif a == NETWORK:
        lines = link_lines(g, p, 2)
        if single(lines):
            choose_line(g, p, low_bit(lines))
        else:
            g.phase = LINE
    elif a == DEVELOP:
        industries = develop_industries(g, p)
        if single(industries):
            choose_develop(g, p, low_bit(industries))
        else:
            g.phase = DEVELOP_FIRST
    elif a == SELL:
        spaces = sale_tiles(g, p, 2)
        if single(spaces):
            choose_sale(g, p, low_bit(spaces))
        else:
            g.phase = SELL_FIRST
    else:
        if a == LOAN:
            borrow(g, p)
        elif a == PASS:
            emit(g, events.PASSES, p, 0, 0, 0)
        ask_card(g, p)


@rule
def step_source(g: State, p: int, source: int) -> None:
    """A source of coal, iron or beer is chosen."""
    phase = g.phase
    if phase == TAKE_COAL:
        take_good(g, p, COAL, source)
        g.coal_left -= 1
    elif phase == TAKE_IRON:
        take_good(g, p, IRON, source)
        g.iron_left -= 1
    elif take_barrel(g, p, source):
        return
    proceed(g, p)


@rule
def step_bonus(g: State, p: int, a: int) -> None:
    """Gloucester's tile is chosen, or none."""
    if a != STOP:
        remove_from_mat(g, p, a - INDUSTRY, 1)
    proceed(g, p)


@rule
def step_card(g: State, p: int, kind: int) -> None:
    """A card is given."""
    if not pay_card(g, p, kind):
        give_only_kind(g, p)


@rule
def step_action(g: State, a: int) -> None:
    """One decision in the phases ACTION to SCOUT_CARD."""
    p = g.mover * 1
    phase = g.phase
    if phase == ACTION:
        step_kind(g, p, a)
    elif phase == CARD or phase == SCOUT_CARD:
        step_card(g, p, a - GIVE_CARD)
    elif phase == TAKE_COAL or phase == TAKE_IRON or phase == TAKE_BEER:
        step_source(g, p, a - TAKE)
    elif phase == BONUS_TILE:
        step_bonus(g, p, a)
    elif a == STOP:
        ask_card(g, p)
    elif phase == BUILD_INDUSTRY:
        choose_build(g, p, a - INDUSTRY)
    elif phase == BUILD_SPACE:
        begin_build(g, p, a - BUILD_AT)
        proceed(g, p)
    elif phase == LINE or phase == SECOND_LINE:
        choose_line(g, p, a - LINK)
    elif phase == DEVELOP_FIRST or phase == DEVELOP_MORE:
        choose_develop(g, p, a - INDUSTRY)
    elif phase == MERCHANT:
        choose_merchant(g, p, a - SELL_TO)
    else:
        choose_sale(g, p, a - SELL_TILE)
