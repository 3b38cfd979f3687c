"""What one thread of a GPU does in Monte Carlo search (a kernel): it grows a tree of its own, by the rules of ``mcts``.

Only the algorithm of the textbook is here, as ``search`` of :mod:`.mcts` runs it without EXTENDED and without a clock.
"""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple, TypeAlias

import numpy as np

from ..core.binding import game
from ..runtime.compiler import Floats2, Floats3, Ints, Ints2, rule
from .mcts import Workspace, begin_leaf, descend, play_leaf
from .mcts_extras import Notes
from .mcts_tree import NODE, RUN, Tree, back_up

Ints3: TypeAlias = Annotated[Any, (np.int64, 3)]
States2: TypeAlias = Annotated[Any, (game.STATE, 2)]
Nodes2: TypeAlias = Annotated[Any, (NODE, 2)]
Runs2: TypeAlias = Annotated[Any, (RUN, 2)]


class Trees(NamedTuple):
    """The fields of ``Workspace`` for many trees: a row of each for a tree.

    ``played`` and ``notes`` are the same for all, as nothing is written there. ``length`` is that of the path of a
    simulation whose playout goes on, else 0. ``done`` is 1 for a tree that is to grow no further.
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
    length: Ints
    done: Ints
    notes: Notes


@rule
def work_on(trees: Trees, i: int, steps: int) -> None:
    """Let tree ``i`` grow by about so many steps, down the tree and in playouts, and note whether it is done.

    It is when it has its limit, its root is proven, it is full and room can be made, or a playout has no end.
    """
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
    left = steps
    while left > 0 and trees.done[i] == 0:
        known = False
        if trees.length[i] == 0:
            trees.length[i] = descend(ws)
            left -= trees.length[i]
            known = begin_leaf(ws.path[trees.length[i] - 1], ws)
        if not known:
            before = run.steps * 1
            known = play_leaf(min(before + max(0, left), run.longest), ws)
            left -= run.steps - before
        if known:
            back_up(ws.path, trees.length[i], ws.values, run, tree)
            run.simulations += 1
            trees.length[i] = 0
            full = run.pauses and run.refused != 0
            trees.done[i] = 1 if tree.nodes[0].proven or run.simulations == run.limit or full else 0
        elif run.steps == run.longest:
            run.endless = 1
            trees.done[i] = 1
