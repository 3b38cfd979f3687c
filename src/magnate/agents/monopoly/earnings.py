"""How often each deed is visited, and what that earns: tables for the agents' judgement.

The frequencies are the exact probabilities that a throw ends on the square, for a token that leaves jail as soon as it
can: the stationary distribution of the chain of the board, worked out by linear algebra without sampling (the tests
hold it against ``tests/games/monopoly/truth.json``, the source of the numbers, and against several published tables).
"""

from __future__ import annotations

from ...games.monopoly import board
from ...runtime.layout import constants

_VISITS = (
    *(21314, 21624, 29631, 22621, 23210, 23003, 27017, 26040, 23721, 24649, 29200, 27924, 29356, 30852),
    *(28358, 27357, 31858, 30659, 27072, 26789, 28074, 25860, 26774, 26252, 25006, 24326, 21864, 26260),
)
MILLION = 1_000_000
VISITS = constants(_VISITS)
"""``VISITS[deed]``: how many of a million throws end on the deed's square."""
MEAN_THROW = 7
"""The mean of two dice, for the rent of utilities."""
STEPS = 6
"""The levels of a lot: bare, one to four houses, hotel."""
HORIZON = 20
"""Throws of an opponent over which the agents reckon what a complete group earns: some twenty turns, half a game."""


def _flow(group: int, level: int) -> int:
    """Thousandths of a dollar that a complete group earns with each throw of an opponent, all lots at this level."""
    total = 0
    deeds = board.GROUP_DEEDS[group]
    for d in deeds:
        rents = board.TITLE_DEEDS[d].rents
        if group == board.RAILROADS:
            rent = rents[len(deeds) - 1]
        elif group == board.UTILITIES:
            rent = rents[len(deeds) - 1] * MEAN_THROW
        else:
            rent = 2 * rents[0] if level == 0 else rents[level]
        total += _VISITS[d] * rent
    return total // 1000


_GROUPS = range(len(board.GROUP_NAMES))
FLOW = constants(_flow(k, level) for k in _GROUPS for level in range(STEPS))
"""``FLOW[group * STEPS + level]``: thousandths of a dollar for each throw of an opponent (railroads and utilities
alike at every level)."""


def _gain(group: int) -> int:
    """What a complete group earns over the horizon with three houses on each lot, less half of what they cost."""
    deeds = board.GROUP_DEEDS[group]
    houses = 3 * sum(board.TITLE_DEEDS[d].house_price for d in deeds)
    built = HORIZON * _flow(group, 3) // 1000 - houses // 2
    return max(built, HORIZON * _flow(group, 0) // 1000)


GROUP_GAIN = constants(_gain(k) for k in _GROUPS)
"""``GROUP_GAIN[group]``: what it is worth in dollars to complete the group, beyond the deeds themselves.

The houses can be sold again at half price, so half of their cost is taken off."""

SINGLE_RENT = constants(
    deed.rents[0] * (MEAN_THROW if deed.group == board.UTILITIES else 1) for deed in board.TITLE_DEEDS
)
"""``SINGLE_RENT[deed]``: the rent of the bare deed alone."""
