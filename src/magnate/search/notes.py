"""What a Monte Carlo search notes beside its tree, for all that is more than plain UCT: settings, and tables for them.

Plain UCT has none of it. A table that the settings do not need has one row, whatever the size of the pool.
"""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple, TypeAlias

from ..engine.compiler import Floats, Floats2, Ints, Ints2
from ..engine.layout import packed

__all__ = ["EXTRA", "GUMBEL", "HALVING", "Extra", "Extras", "Notes"]

HALVING, GUMBEL = 1, 2
"""How an ``allocation`` shares the simulations out among the root's actions; 0: as everywhere in the tree."""

EXTRA = packed(
    [
        ("bias", "f8"),  # the weight of progressive bias by the prior; 0: none
        ("history", "f8"),  # the weight of progressive history; 0: none
        ("implicit", "f8"),  # the share of the implicit minimax value; 0: none
        ("width", "f8"),  # widening: less than width · visits ** growth children are tried
        ("growth", "f8"),
        ("c_visit", "f8"),  # the constants of the Gumbel root
        ("c_scale", "f8"),
        ("quota", "i8"),  # simulations left in this phase of the root's allocation
        ("interval", "i8"),  # simulations of a round of deepening; 0: no rounds
        ("arms", "i4"),  # actions of the root that are still in the running
        ("turn", "i4"),  # which of them is next
        ("phases", "i4"),  # phases that are not over, this one included
        ("sampled", "i4"),  # the most arms to begin with
        ("begun", "i4"),  # 1: the allocation has begun
        ("trails", "i4"),  # ways to promising leaves in this round
        ("puct", "i1"),  # 1: PUCT
        ("priors", "i1"),  # 1: priors are asked for
        ("few_outcomes", "i1"),  # 1: widening of chance nodes
        ("few_actions", "i1"),  # 1: widening of decisions
        ("expected", "i1"),  # 1: chance nodes pass on the mean of their outcomes by weight, not what was drawn
        ("allocation", "i1"),  # HALVING or GUMBEL; 0: neither
        ("spare", "i1", (2,)),
    ]
)
Extra: TypeAlias = Annotated[Any, EXTRA]
Extras: TypeAlias = Annotated[Any, (EXTRA,)]


class Notes(NamedTuple):
    """The tables beside the tree.

    A row a node: ``priors``, the probability that the guide gave an action; ``hopes``, the implicit minimax values;
    ``seen``, how often an action could be taken (open loop). ``menu`` are the children that may be chosen now (-1:
    there is no room for this one), ``odds`` the guide's probabilities of them. ``sums`` and ``counts`` say for each
    seat and action what it brought and how often it was taken anywhere. ``arms`` are the root's children that are in
    the running, ``lures`` how attractive each child was before it was tried. ``gains`` is what a simulation adds to a
    node's sums. ``trails`` has a row a promising leaf: the way to it from the root, ended by -1.
    """

    extras: Extras
    priors: Floats
    hopes: Floats2
    seen: Ints
    menu: Ints
    odds: Floats
    sums: Floats2
    counts: Ints2
    arms: Ints
    lures: Floats
    gains: Floats
    trails: Ints2
