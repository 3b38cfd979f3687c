"""Why a link cannot be laid: the first rule that stands against it (rules section 8.2)."""

from __future__ import annotations

from ...runtime.compiler import rule
from ...runtime.primitives import count_bits, has_bit
from . import reasons
from .actions import NETWORK
from .linking import beer_places, link_cost
from .markets import coal_price
from .network import joined_by_line, lines_used, places_of
from .state import CARD, SECOND_LINE, State
from .tables import CANAL, CANAL_LINES, LINE_COUNT, LINE_ENDS, MERCHANT_MASK, RAIL_LINES

__all__ = ["why_no_link", "why_no_second_rail", "why_not_link"]


@rule
def why_not_line(g: State, p: int, line: int) -> int:
    """Whether seat ``p`` may lay a link on a line, what it costs apart."""
    if count_bits(g.lines[p]) >= g.opt.link_tiles:
        return reasons.NO_LINKS_LEFT
    if g.era == CANAL and not has_bit(CANAL_LINES, line):
        return reasons.NO_CANAL_LINE
    if g.era != CANAL and not has_bit(RAIL_LINES, line):
        return reasons.NO_RAIL_LINE
    if has_bit(lines_used(g), line):
        return reasons.LINE_TAKEN
    if g.network[p] != 0 and LINE_ENDS[line] & g.network[p] == 0:
        return reasons.LINE_OUTSIDE_NETWORK
    return reasons.OK


@rule
def why_not_link(g: State, p: int, line: int) -> int:
    """Whether seat ``p`` can lay the next link of a Network action on a line."""
    reason = why_not_line(g, p, line)
    if reason != reasons.OK:
        return reason
    money = g.money[p] - link_cost(g)
    if g.era != CANAL:
        reach = joined_by_line(g, line)
        if reach & places_of(g.stocked[0]) == 0:
            if reach & MERCHANT_MASK == 0:
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
    for line in range(LINE_COUNT):
        if g.network[p] != 0 and LINE_ENDS[line] & g.network[p] == 0:
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
