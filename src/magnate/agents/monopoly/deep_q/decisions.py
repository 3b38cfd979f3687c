"""The seven decisions for which the thesis trains a network each, in the order in which they are trained (table 3.4).

A mask of networks has the bit ``1 << BUY`` for the first, and so on.
"""

from __future__ import annotations

from typing import Final

from ....games.monopoly.board import STREET_GROUPS, STREET_MASK
from ....games.monopoly.management import KINDS, LIFTS
from ....runtime.layout import constants
from .. import decision_kinds

__all__ = [
    "ALL",
    "ASKED",
    "BUY",
    "CARD",
    "DEBT",
    "DOWNGRADE",
    "FINE",
    "GAME",
    "LEGAL",
    "LIFT",
    "MORTGAGE",
    "NAMES",
    "NETWORK",
    "NETWORKS",
    "OUTPUT",
    "SEAT",
    "STREETS",
    "TOPICS",
    "TURN",
    "UPGRADE",
    "WINDOW_KINDS",
    "WORTH",
    "WORTH_AFTER",
    "answers",
    "outputs_of",
]


BUY, UPGRADE, DOWNGRADE, MORTGAGE, LIFT, FINE, CARD = range(7)
NETWORKS: Final = 7
ALL: Final = (1 << NETWORKS) - 1
NAMES: Final = ("buy", "upgrade", "downgrade", "mortgage", "lift", "fine", "card")
ASKED: Final = constants((BUY, UPGRADE, DOWNGRADE, MORTGAGE, LIFT, CARD, FINE))
"""The order in which networks are asked: a window's in the order of its stages, in jail about a card first."""
WINDOW_KINDS: Final = KINDS - 1
"""From UPGRADE on the networks of a window are the kinds of management actions from BUILDS on, without trades."""
STREETS: Final = STREET_MASK.bit_count()
"""22: the deeds that can be built on."""

TOPICS: Final = (1 << LIFTS + 1) - 1 | 1 << decision_kinds.BUY | 1 << decision_kinds.FINE | 1 << decision_kinds.CARD
"""The topics (:mod:`..decision_kinds`) of these decisions, as a mask."""


def answers(network: int, places: int) -> int:
    """How many answers a network chooses among; ``places`` are those of deeds: 40 squares, or 22 streets.

    >>> [answers(network, 40) for network in range(NETWORKS)]
    [2, 8, 8, 40, 40, 2, 2]
    """
    if network in (UPGRADE, DOWNGRADE):
        return STREET_GROUPS
    return places if network in (MORTGAGE, LIFT) else 2


def outputs_of(network: int, places: int, nothing: bool) -> int:
    """How many outputs a network has; with ``nothing`` those that answer by a list have one more, for doing nothing.

    >>> outputs_of(UPGRADE, 40, nothing=True)
    9
    """
    return answers(network, places) + int(nothing and UPGRADE <= network <= LIFT)


# ------------------------------------------------- The columns in which the kernel :mod:`.recording` notes a decision.


NETWORK, SEAT, GAME, TURN, LEGAL, OUTPUT, WORTH, WORTH_AFTER, DEBT = range(9)
"""Which network, seat and game; and the turns of players completed. The legal outputs as a mask, and the one that was
chosen (-1: an empty list). Net worth before and after the action, and whether it was to pay a debt."""
COLUMNS: Final = 9
