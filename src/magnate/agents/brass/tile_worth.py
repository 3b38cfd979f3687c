"""What a tile is worth when it flips: points of one era or two, income, icons for the seat's own links."""

from __future__ import annotations

from ...games.brass.board import LINES_AT, TILE_ICONS, TILE_INCOME, TILE_LEVEL, TILE_POINTS
from ...games.brass.state import State
from ...runtime.compiler import rule
from ...runtime.primitives import count_bits
from .outlook import Outlook, income_worth, is_last_era
from .places import OWN_LINKS

__all__ = ["flip_worth", "lasts", "later_worth", "scoring_worth"]


@rule
def lasts(g: State, tile: int) -> bool:
    """Whether a tile stays on the board after this era, and scores in the next one too."""
    return TILE_LEVEL[tile] > 1 and not is_last_era(g)


@rule
def scoring_worth(g: State, view: Outlook, tile: int, place: int) -> float:
    """The points of a flipped tile at the end of this era and of the next, with its icons for the seat's links."""
    links = count_bits(g.lines[view.seat] & LINES_AT[place]) + view.params[OWN_LINKS] * (1.0 - view.progress)
    points = TILE_POINTS[tile] + TILE_ICONS[tile] * links
    if lasts(g, tile):
        points += TILE_POINTS[tile] + TILE_ICONS[tile]
    return points


@rule
def flip_worth(g: State, view: Outlook, tile: int, place: int) -> float:
    """What it is worth to the seat that its ``tile`` in a place flips in this era."""
    return scoring_worth(g, view, tile, place) + income_worth(view, TILE_INCOME[tile])


@rule
def later_worth(view: Outlook, tile: int) -> float:
    """What it is worth to the seat that its ``tile``, built in the Canal era, flips in the Rail era."""
    income = 0.4 * income_worth(view, TILE_INCOME[tile])
    return TILE_POINTS[tile] + TILE_ICONS[tile] + income
