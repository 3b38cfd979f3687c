"""What a deed is worth to a seat that may buy it: the thesis' formula A.9 and what we add to it.

A.9: (price + 10 rents) × completion × location. Completion is 1.4 for a whole group, else 1 + 0.4 × owned / all;
location is 1.2 for orange and red, 1.1 for green and dark blue, else 1. The 0.4 and the strength of the location are
parameters. Railroads and utilities have weights of their own, and a deed that an opponent needs for a group is worth
more.
"""

from __future__ import annotations

from ...games.monopoly import board
from ...games.monopoly.board import GROUP, GROUP_MASK, GROUP_SIZE, PRICE, RAILROADS, UTILITIES
from ...games.monopoly.money import in_game
from ...games.monopoly.state import State
from ...runtime.compiler import Floats, rule
from ...runtime.layout import constants
from ...runtime.primitives import count_bits
from .earnings import SINGLE_RENT
from .places import BLOCKING_BONUS, COMPLETION_BONUS, LOCATION_BONUS, RAILROAD_WEIGHT, UTILITY_WEIGHT

RENTS = 10
_PERCENT = {"orange": 20, "red": 20, "green": 10, "dark_blue": 10}
LOCATION_PERCENT = constants(_PERCENT.get(name, 0) for name in board.GROUP_NAMES)
"""What the location adds to a group's deeds, in percent (A.9)."""


@rule
def located_value(params: Floats, d: int) -> float:
    """Deed ``d``'s worth by A.9 without its factor for completion."""
    k = GROUP[d]
    value = (PRICE[d] + RENTS * SINGLE_RENT[d]) * (1.0 + params[LOCATION_BONUS] * LOCATION_PERCENT[k] / 100.0)
    if k == RAILROADS:
        value *= params[RAILROAD_WEIGHT]
    elif k == UTILITIES:
        value *= params[UTILITY_WEIGHT]
    return value


@rule
def completes(g: State, p: int, d: int) -> bool:
    """Whether deed ``d`` is all that seat ``p`` lacks of its group."""
    mask = GROUP_MASK[GROUP[d]]
    return (mask & ~g.deeds[p]) == 1 << d


@rule
def blocks(g: State, p: int, d: int) -> bool:
    """Whether deed ``d`` is all that an opponent of seat ``p`` lacks of its group."""
    for q in range(g.opt.players):
        if q != p and in_game(g, q) and completes(g, q, d):
            return True
    return False


@rule
def deed_value(g: State, params: Floats, p: int, d: int) -> float:
    """What deed ``d`` is worth to seat ``p``, counting it among its own."""
    k = GROUP[d]
    owned = count_bits((g.deeds[p] | 1 << d) & GROUP_MASK[k])
    value = located_value(params, d) * (1.0 + params[COMPLETION_BONUS] * owned / GROUP_SIZE[k])
    if blocks(g, p, d):
        value += params[BLOCKING_BONUS] * PRICE[d]
    return value
