"""Which card to give: the one that is least useful for what can still be built."""

from __future__ import annotations

from ...games.brass.board import CARD_INDUSTRIES, INDUSTRIES, PLACE_OF, WILD_INDUSTRY, WILD_LOCATION
from ...games.brass.building import card_places, free_spaces, tile_to_build
from ...games.brass.state import State
from ...runtime.compiler import rule
from ...runtime.primitives import has_bit, low_bit
from .builds import space_value
from .outlook import Outlook

__all__ = ["card_worth", "keeping_worth"]

WILD = 1.0
"""What a wild card is worth more, since it fits whatever comes."""


@rule
def card_worth(g: State, view: Outlook, kind: int, full: int, enough: float) -> float:
    """What the best build is worth that a card of a kind allows, money and coal apart; at once if it is ``enough``."""
    best = 0.0
    for industry in range(INDUSTRIES):
        if kind >= WILD_LOCATION or CARD_INDUSTRIES[kind] == 0 or has_bit(CARD_INDUSTRIES[kind], industry):
            tile = tile_to_build(g, view.seat, industry)
            if tile != 0:
                places = card_places(g, view.seat, industry, 1 << kind)
                rest = free_spaces(g, view.seat, tile, full)
                while rest != 0:
                    s = low_bit(rest)
                    rest &= rest - 1
                    if has_bit(places, PLACE_OF[s]):
                        best = max(best, space_value(g, view, tile, s))
                        if best >= enough:
                            return best
    return best


@rule
def keeping_worth(g: State, view: Outlook, kind: int, full: int, enough: float) -> float:
    """What it is worth to the seat to keep a card of a kind, or something that is ``enough`` too.

    Of two the second is worth half.
    """
    part = 0.5 if g.hand[view.seat, kind] > 1 else 1.0
    more = WILD if kind == WILD_LOCATION or kind == WILD_INDUSTRY else 0.0
    return part * (card_worth(g, view, kind, full, enough / part - more) + more)
