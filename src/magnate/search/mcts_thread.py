"""What one thread of a GPU does in Monte Carlo search (a kernel): it grows a tree of its own, by the rules of ``mcts``.

Only the algorithm of the textbook is here, as ``search`` of :mod:`.mcts` runs it without EXTENDED and without a clock.
"""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple, TypeAlias

import numpy as np

from ..core.binding import States
from ..runtime.compiler import Floats2, Ints, Ints2, rule
from .mcts import Workspace, descend, evaluate
from .mcts_extras import Notes
from .mcts_tree import Nodes, Runs, Tree, back_up

Ints3: TypeAlias = Annotated[Any, (np.int64, 3)]


class Trees(NamedTuple):
    """The fields of ``Workspace`` for many trees: two states a tree, and a row or an entry a tree of most others.

    The nodes of tree ``i`` are those from ``begins[i]`` to ``begins[i + 1]`` of the pool of all. ``played`` and
    ``notes`` are the same for all, as nothing is written there. ``done`` is 1 for a tree that is to grow no further.
    """

    states: States
    acts: Ints2
    weights: Ints2
    path: Ints2
    values: Floats2
    params: Floats2
    memos: Ints3
    played: Ints2
    nodes: Nodes
    totals: Floats2
    squares: Floats2
    worth: Floats2
    runs: Runs
    begins: Ints
    done: Ints
    notes: Notes


@rule
def grow_on(trees: Trees, i: int, simulations: int) -> None:
    """Let tree ``i`` grow by at most so many simulations, until it has its limit or its root is proven."""
    first = trees.begins[i]
    last = trees.begins[i + 1]
    tree = Tree(trees.nodes[first:last], trees.totals[first:last], trees.squares[first:last], trees.worth[first:last])
    ws = Workspace(
        trees.states[2 * i : 2 * i + 2],
        trees.acts[i],
        trees.weights[i],
        trees.path[i],
        trees.values[i],
        trees.params[i],
        trees.memos[i],
        trees.played,
        tree,
        trees.runs[i : i + 1],
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
