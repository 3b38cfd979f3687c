"""Scouting: worth it when wild cards allow a far better build than the hand does."""

from __future__ import annotations

from ...engine.compiler import Floats, rule
from ...games.brass.building import full_towns
from ...games.brass.state import State
from ...games.brass.tables import WILD_INDUSTRY, WILD_LOCATION
from .builds import build_value
from .hand import card_worth
from .links import NOTHING
from .outlook import actions_left
from .places import SCOUTING

__all__ = ["scout_value"]

FEW = 4
"""With fewer actions left, the wild cards come too late."""
TWO_CARDS = 1.0
"""What the two further cards are worth that a scout takes."""


@rule
def scout_value(g: State, params: Floats, p: int) -> float:
    """What a scout is worth to seat ``p``: what the wild cards' builds gain over the best one of its hand."""
    if actions_left(g, p) < FEW:
        return NOTHING + 1.0
    full = full_towns(g, p)
    wild = max(card_worth(g, params, p, WILD_LOCATION, full), card_worth(g, params, p, WILD_INDUSTRY, full))
    return params[SCOUTING] * (wild - max(build_value(g, params, p), 0.0)) - TWO_CARDS
