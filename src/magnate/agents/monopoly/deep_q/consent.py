"""The parent's consent: mortgaging and selling are done only where the strategic agent would do the like.

The thesis: an action of the network is carried out only where the parent's method would have considered it beneficial,
for the methods that destroy. It is asked for *whether*, and for a set of deeds, not for the very deed, else network and
parent would have to agree on one of 28.
"""

from __future__ import annotations

from ....games.monopoly.management import BUILDS, is_open
from ....games.monopoly.state import State
from ....runtime.compiler import Floats, rule
from ....runtime.primitives import low_bit
from ..building import buildable, is_single, mortgage_for_houses
from ..caution import danger, reserve
from ..places import BUILDING_RESERVE, LEVERAGE
from .methods import DOWNGRADE, MORTGAGE
from .outputs import deed_at

__all__ = ["consented"]


@rule
def wants_money_for_houses(g: State, params: Floats, p: int) -> bool:
    """Whether the strategic agent would mortgage something now, by :func:`..strategic.develop`."""
    groups = buildable(g, p)
    if groups == 0 or params[LEVERAGE] == 0.0 or not is_open(g, BUILDS):
        return False
    spare = g.cash[p] - params[BUILDING_RESERVE] * (reserve(g, params) + danger(g, params, p))
    return mortgage_for_houses(g, params, p, groups, spare) >= 0


@rule
def singles(g: State, p: int, mask: int, places: int) -> int:
    """The outputs of a mask whose deeds are neither of a whole group nor of one that seat ``p`` nearly has."""
    found = 0
    m = mask
    while m != 0:
        output = low_bit(m)
        m &= m - 1
        if is_single(g, p, deed_at(output, places)):
            found |= 1 << output
    return found


@rule
def consented(g: State, params: Floats, p: int, network: int, mask: int, places: int) -> int:
    """The legal outputs of a mask that the strategic agent with these parameters has nothing against.

    Nothing but mortgages and sales needs its consent. It mortgages single deeds, for houses that it can then build. In
    windows it sells no buildings, so it never consents to that.
    """
    if network == DOWNGRADE:
        return 0
    if network == MORTGAGE:
        return singles(g, p, mask, places) if wants_money_for_houses(g, params, p) else 0
    return mask
