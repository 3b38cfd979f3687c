"""The "very simple strategy" of the games that never end (Friedman and others, 2009), as a guide.

It buys whatever leaves it $200, stays in jail until it is freed, and builds and lifts mortgages with what it has beyond
$200, as the baseline does. Without trades and auctions about twelve in a hundred two-player games then never end.
"""

from __future__ import annotations

from magnate.agents.monopoly.baseline import baseline
from magnate.games.monopoly.board import PRICE, SQUARE_DEED
from magnate.games.monopoly.state import BUY, BUYING, DECLINE, PAY_FINE, ROLL, USE_CHEST_CARD, State
from magnate.runtime.compiler import Floats, Ints, rule

RESERVE = 200


@rule
def policy(g: State, params: Floats, key: int, acts: Ints, memo: Ints) -> int:
    """The baseline (whose reserve ``params`` sets), but for buying and jail."""
    if g.depth == 0 and g.phase == BUYING:
        if g.cash[g.mover] - PRICE[SQUARE_DEED[g.square[g.mover]]] >= RESERVE:
            return BUY
        return DECLINE
    a = baseline(g, params, key, acts)
    if PAY_FINE <= a <= USE_CHEST_CARD:
        return ROLL
    return a
