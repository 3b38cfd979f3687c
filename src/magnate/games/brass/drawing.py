"""The board as text for a terminal (in progress: the position as named data)."""

from __future__ import annotations

import json

import numpy as np

from .position_names import cards_of, to_setup
from .titles import joined


def board_text(state: np.void) -> str:
    """The position."""
    return json.dumps(to_setup(state))


def hand_text(state: np.void, seat: int) -> str:
    """The seat's own cards."""
    return f"You hold {joined(cards_of(state['hand'][seat]))}."
