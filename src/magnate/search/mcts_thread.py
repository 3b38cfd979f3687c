"""What one thread of a GPU does in Monte Carlo search (a kernel): it grows a tree of its own, by the rules of ``mcts``.

Only the algorithm of the textbook is here, as ``search`` of :mod:`.mcts` runs it without EXTENDED and without a clock.
"""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple, TypeAlias

import numpy as np

from ..core.binding import game
from ..runtime.compiler import Floats2, Floats3, Ints, Ints2, rule
from .mcts import Workspace, descend, evaluate
from .mcts_extras import Notes
from .mcts_tree import NODE, RUN, Tree, back_up

Ints3: TypeAlias = Annotated[Any, (np.int64, 3)]
States2: TypeAlias = Annotated[Any, (game.STATE, 2)]
Nodes2: TypeAlias = Annotated[Any, (NODE, 2)]
Runs2: TypeAlias = Annotated[Any, (RUN, 2)]


class Trees(NamedTuple):
    """The fields of ``Workspace`` for many trees: a row of each for a tree.

    ``played`` and ``notes`` are the same for all, as nothing is written there. ``done`` is 1 for a tree that is to grow
    no further.
    """

    states: States2
    acts: Ints2
    weights: Ints2
    path: Ints2
    values: Floats2
    params: Floats2
    memos: Ints3
    played: Ints2
    nodes: Nodes2
    totals: Floats3
    squares: Floats3
    worth: Floats3
    runs: Runs2
    done: Ints
    notes: Notes


@rule
def work_on(trees: Trees, i: int, simulations: int) -> None:
    """Let tree ``i`` grow by at most so many simulations, until it has its limit or its root is proven."""
    tree = Tree(trees.nodes[i], trees.totals[i], trees.squares[i], trees.worth[i])
    ws = Workspace(
        trees.states[i],
        trees.acts[i],
        trees.weights[i],
        trees.path[i],
        trees.values[i],
        trees.params[i],
        trees.memos[i],
        trees.played,
        tree,
        trees.runs[i],
        trees.notes,
    )
    run = ws.runs[0]
    for _ in range(simulations):
        if tree.nodes[0].proven:
            break
        length = descend(ws)
        evaluate(ws.path[length - 1], ws)
        back_up(ws.path, length, ws.values, run, tree)
        run.simulations += 1
        if run.simulations == run.limit:
            break
    trees.done[i] = 1 if tree.nodes[0].proven or run.simulations == run.limit else 0
