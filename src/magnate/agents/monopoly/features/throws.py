"""What the next throw of a seat may cost it, by exact probabilities: where it lands, and the rent there.

Only the landing itself is looked at: not a second throw after a double, nor where a card sends.
"""

from __future__ import annotations

from ....games.monopoly.board import GROUP, JAIL_TURNS, SQUARE_DEED, SQUARES, TITLE_DEEDS, UTILITIES
from ....games.monopoly.landing import rent_by_throw
from ....games.monopoly.state import PAID_MOVE, THROW_FRESH, THROWN, State
from ....runtime.compiler import rule
from ....runtime.layout import constants
from ..earnings import MEAN_THROW

__all__ = ["DEED_SQUARE", "HIGHEST", "LOWEST", "WAYS", "collects", "rent_of", "rent_on", "ways"]

LOWEST, HIGHEST = 2, 12
"""The throws of two dice."""
SIDES = 6
WAYS = SIDES * SIDES
"""How many equally likely throws there are."""
DEED_SQUARE = constants(deed.square for deed in TITLE_DEEDS)
"""The square of each deed."""


@rule
def ways(g: State, p: int, steps: int) -> int:
    """How many of 36 throws move seat ``p`` by so many steps, with the throw that it makes next.

    In jail only doubles move it, on its third turn there every throw (it pays the fine). A throw that is made but not
    moved yet is certain. That a seat may pay before it throws is left out: it has not decided to.
    """
    if p == g.current and (g.phase == THROWN or g.phase == PAID_MOVE):
        return WAYS * int(g.low + g.high == steps)
    if steps < LOWEST or steps > HIGHEST:
        return 0
    if 0 < g.jail[p] < JAIL_TURNS:
        return int(steps % 2 == 0)
    return SIDES - abs(steps - MEAN_THROW)


@rule
def collects(g: State, q: int, d: int) -> bool:
    """Whether seat ``q``, its owner, may collect rent on deed ``d``."""
    if (g.mortgaged >> d) & 1 == 1:
        return False
    return g.opt.rent_in_jail == 1 or g.jail[q] == 0


@rule
def rent_of(g: State, q: int, d: int, steps: int) -> int:
    """The rent that seat ``q`` collects on its deed ``d`` from who comes there by so many steps.

    Where a utility's rent takes a throw of its own, the mean throw stands for it.
    """
    if GROUP[d] == UTILITIES and g.opt.utility_throw == THROW_FRESH:
        return rent_by_throw(g, q, d, MEAN_THROW)
    return rent_by_throw(g, q, d, steps)


@rule
def rent_on(g: State, p: int, q: int, steps: int) -> int:
    """The rent that seat ``p`` pays seat ``q`` where so many steps take it; 0 where it pays none."""
    d = SQUARE_DEED[(g.square[p] + steps) % SQUARES]
    if d < 0 or (g.deeds[q] >> d) & 1 == 0 or not collects(g, q, d):
        return 0
    return rent_of(g, q, d, steps)
