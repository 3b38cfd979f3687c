"""Scouting: worth it when wild cards allow a far better build than the hand does."""

from __future__ import annotations

from ...games.brass.board import WILD_INDUSTRY, WILD_LOCATION
from ...games.brass.building import full_towns
from ...games.brass.state import State
from ...runtime.compiler import rule
from .builds import build_value
from .hand import card_worth
from .links import NOTHING
from .outlook import Outlook
from .places import SCOUTING

__all__ = ["scout_value"]

FEW = 4
"""With fewer actions left, the wild cards come too late."""
DEAREST = 50.0
"""More than any build is taken to be worth, in points: where even that would not do, none is looked at."""
TWO_CARDS = 1.0
"""What the two further cards are worth that a scout takes."""


@rule
def scout_value(g: State, view: Outlook, floor: float) -> float:
    """What a scout is worth to the seat: what the wild cards' builds gain over the best one of its hand.

    Where that could not be more than ``floor``, NOTHING will do.
    """
    if view.left < FEW or view.params[SCOUTING] * DEAREST - TWO_CARDS <= floor:
        return NOTHING + 1.0
    full = full_towns(g, view.seat)
    wild = max(card_worth(g, view, WILD_LOCATION, full, DEAREST), card_worth(g, view, WILD_INDUSTRY, full, DEAREST))
    return view.params[SCOUTING] * (wild - max(build_value(g, view), 0.0)) - TWO_CARDS
