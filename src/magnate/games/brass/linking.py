"""Network (rules section 8.2): canals and rails, and why a link cannot be laid."""

from __future__ import annotations

from ...runtime.compiler import rule
from ...runtime.primitives import count_bits, emit, has_bit, low_bit
from . import board, events, reasons
from .resources import coal_price, pay
from .state import CARD, NETWORK, SECOND_LINE, State
from .tiles import joined_by_line, lay_link, lines_used, places_of

__all__ = [
    "beer_places",
    "link_cost",
    "link_lines",
    "next_link",
    "open_lines",
    "second_lines",
    "why_no_link",
    "why_no_second_rail",
    "why_not_link",
]


EVERYWHERE = (1 << board.PLACES) - 1


@rule
def open_lines(g: State, p: int) -> int:
    """The lines on which seat ``p`` might lay a link of this era, what it costs apart."""
    if count_bits(g.lines[p]) >= g.opt.link_tiles:
        return 0
    if g.era == board.CANAL:
        return board.CANAL_LINES & ~lines_used(g)
    return board.RAIL_LINES & ~lines_used(g)


@rule
def beer_places(g: State, p: int) -> int:
    """The locations of which one must be connected to a second rail for its beer: any, with beer of one's own."""
    if g.stocked[2] & g.tiles[p] != 0:
        return EVERYWHERE
    return places_of(g.stocked[2])


@rule
def rail_lines(g: State, p: int, cost: int, beer: int, enough: int) -> int:
    """The lines for a rail at ``cost`` with its coal, connected to one of the places ``beer``; at most ``enough``."""
    money = g.money[p] - cost
    if money < 0:
        return 0
    network = g.network[p]
    mines = places_of(g.stocked[0])
    if coal_price(g, 1) <= money:
        mines |= board.MERCHANT_MASK
    found = 0
    rest = open_lines(g, p)
    while rest != 0 and enough > 0:
        line = low_bit(rest)
        rest &= rest - 1
        if network == 0 or board.LINE_ENDS[line] & network != 0:
            reach = joined_by_line(g, line)
            if reach & mines != 0 and reach & beer != 0:
                found |= 1 << line
                enough -= 1
    return found


@rule
def canal_lines(g: State, p: int, enough: int) -> int:
    """The lines for a canal; at most ``enough``."""
    if g.money[p] < board.CANAL_COST:
        return 0
    network = g.network[p]
    found = 0
    rest = open_lines(g, p)
    while rest != 0 and enough > 0:
        line = low_bit(rest)
        rest &= rest - 1
        if network == 0 or board.LINE_ENDS[line] & network != 0:
            found |= 1 << line
            enough -= 1
    return found


@rule
def link_lines(g: State, p: int, enough: int) -> int:
    """The lines on which seat ``p`` can lay the link of a Network action, its first rail; at most ``enough``."""
    if g.era == board.CANAL:
        return canal_lines(g, p, enough)
    return rail_lines(g, p, board.RAIL_COST, EVERYWHERE, enough)


@rule
def second_lines(g: State, p: int, enough: int) -> int:
    """The lines on which seat ``p`` can lay a second rail, with coal and beer; at most ``enough``."""
    if g.era == board.CANAL or g.count != 1 or g.stocked[2] == 0:
        return 0
    return rail_lines(g, p, board.SECOND_RAIL_COST, beer_places(g, p), enough)


@rule
def link_cost(g: State) -> int:
    """The money for the next link of the action, its cube apart."""
    if g.era == board.CANAL:
        return board.CANAL_COST
    if g.count == 0:
        return board.RAIL_COST
    return board.SECOND_RAIL_COST


@rule
def next_link(g: State, p: int, line: int) -> None:
    """Pay for a link and lay it; what it takes is to be taken next."""
    cost = link_cost(g)
    pay(g, p, cost)
    lay_link(g, p, line)
    emit(g, events.LINKS, p, line, g.era, cost)
    g.at = line
    g.count += 1
    if g.era != board.CANAL:
        g.coal_left = 1
        g.beer_left = g.count - 1


# ---------------- Why a link cannot be laid: the first rule that stands against it


@rule
def why_not_line(g: State, p: int, line: int) -> int:
    """Whether seat ``p`` may lay a link on a line, what it costs apart."""
    if count_bits(g.lines[p]) >= g.opt.link_tiles:
        return reasons.NO_LINKS_LEFT
    if g.era == board.CANAL and not has_bit(board.CANAL_LINES, line):
        return reasons.NO_CANAL_LINE
    if g.era != board.CANAL and not has_bit(board.RAIL_LINES, line):
        return reasons.NO_RAIL_LINE
    if has_bit(lines_used(g), line):
        return reasons.LINE_TAKEN
    if g.network[p] != 0 and board.LINE_ENDS[line] & g.network[p] == 0:
        return reasons.LINE_OUTSIDE_NETWORK
    return reasons.OK


@rule
def why_not_link(g: State, p: int, line: int) -> int:
    """Whether seat ``p`` can lay the next link of a Network action on a line."""
    reason = why_not_line(g, p, line)
    if reason != reasons.OK:
        return reason
    money = g.money[p] - link_cost(g)
    if g.era != board.CANAL:
        reach = joined_by_line(g, line)
        if reach & places_of(g.stocked[0]) == 0:
            if reach & board.MERCHANT_MASK == 0:
                return reasons.NO_COAL_FOR_RAIL
            money -= coal_price(g, 1)
        second = g.phase == SECOND_LINE or g.phase == CARD
        if money >= 0 and second and reach & beer_places(g, p) == 0:
            return reasons.NO_BEER_FOR_RAIL
    if money < 0:
        return reasons.LINK_TOO_EXPENSIVE
    return reasons.OK


@rule
def why_no_link(g: State, p: int) -> int:
    """Whether seat ``p`` can lay any link; if not, what the best of the lines that meet its network lacks."""
    nearest = reasons.OK
    for line in range(board.LINE_COUNT):
        if g.network[p] != 0 and board.LINE_ENDS[line] & g.network[p] == 0:
            continue  # LINE_OUTSIDE_NETWORK would outrank LINE_TAKEN
        reason = why_not_link(g, p, line)
        if reason == reasons.OK:
            return reason
        nearest = max(nearest, reason)
    return nearest


@rule
def why_no_second_rail(g: State, p: int, line: int) -> int:
    """Once the card of a Network action is asked for: why ``line`` could not be laid as a second rail.

    NOT_NOW after a canal, after two rails, and where a second one was possible and declined.
    """
    if g.doing != NETWORK or g.count != 1:
        return reasons.NOT_NOW
    reason = why_not_link(g, p, line)
    if reason == reasons.OK:
        return reasons.NOT_NOW
    return reason
