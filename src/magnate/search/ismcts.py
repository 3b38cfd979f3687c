"""Information-set Monte Carlo tree search (a kernel): one tree for all worlds that look alike to the searching seat.

Each simulation draws a *determinisation*, a world in which all that the seat cannot know has been drawn anew, and walks
through it like :mod:`.mcts`, with two differences. The nodes are what the seat has seen, not positions: where it sees
neither the outcome nor the action of another, the world goes on and the tree does not. And of a node's actions only
those count that are legal in this world. So an action is worth its mean over the worlds, and what to do later may
depend only on what will then be known (Cowling, Powley and Whitehouse 2012: SO-ISMCTS). Searching every world by itself
(:mod:`.determinised`) lacks that, and takes for certain what can only be guessed.

Others decide in the tree as if they knew no more than the seat that searches, since only what it sees leads apart.
Where they act unseen, and in playouts, the guide's policy decides, which is shown a copy hidden for the seat to move.

Oracle: a guess is worth what guessing is worth ("strategy fusion"), and the same information gives the same report.
"""

from __future__ import annotations

from typing import NamedTuple

from ..engine.binding import State, States, game, guide
from ..engine.clock import now
from ..engine.compiler import Floats, Ints, Ints2, entry, rule
from ..engine.contract import CHANCE, OVER
from ..engine.stream import ROUNDS, WORD, philox, pick_weighted
from .information import Tree, back_up, outcome, select
from .tree import Run, Runs

__all__ = ["Desk", "search"]


class Desk(NamedTuple):
    """The arrays that a search works on, made once.

    ``states`` are the root, the world of the simulation, and what of it a policy may see; ``acts`` and ``weights`` have
    room for what may be done or happen, ``path`` for the nodes of the way down; ``values`` is the result of a
    simulation. ``params`` is for the guide, ``memos`` has a row of its policy's notes a seat.
    """

    states: States
    acts: Ints
    weights: Ints
    path: Ints
    values: Floats
    params: Floats
    memos: Ints2
    tree: Tree
    runs: Runs


@rule
def fresh(run: Run) -> int:
    """The search's next key: a number from 0 to 2**63 - 1, whose upper 52 bits are a draw."""
    count = run.draws
    run.draws = count + 1
    return philox(count & WORD, (run.key >> 32) ^ (count >> 32), run.key & WORD, ROUNDS) & 0x7FFFFFFFFFFFFFFF


@rule
def draw(g: State, desk: Desk) -> int:
    """An outcome of the pending chance."""
    u = fresh(desk.runs[0]) >> 11
    if game.HAS_DRAW:
        return game.draw(g, u)
    n = game.chance(g, desk.acts, desk.weights)
    return desk.acts[pick_weighted(desk.weights, n, u)]


@rule
def play_on(g: State, p: int, desk: Desk) -> int:
    """What happens outside the tree: an outcome of chance, or what the policy does for seat ``p`` by what it sees."""
    run = desk.runs[0]
    if p == CHANCE:
        return draw(g, desk)
    if game.HIDDEN:
        desk.states[2] = g
        shown = desk.states[2]
        game.hide(shown, p, fresh(run))
        return guide.policy(shown, desk.params, fresh(run), desk.acts, desk.memos[p])
    return guide.policy(g, desk.params, fresh(run), desk.acts, desk.memos[p])


@rule
def follow(node: int, p: int, g: State, desk: Desk) -> int:
    """The child that this simulation goes on to, where ``p`` is to move; 0 when the pool has no room for it."""
    run = desk.runs[0]
    if p == CHANCE:
        return outcome(node, draw(g, desk), run, desk.tree)
    return select(node, p, game.legal(g, desk.acts), desk.acts, run, desk.tree)


@rule
def begin(desk: Desk, me: int) -> None:
    """Draw the world of this simulation: the root, with all that seat ``me`` cannot know drawn anew."""
    desk.states[1] = desk.states[0]
    if game.HIDDEN:
        game.hide(desk.states[1], me, fresh(desk.runs[0]))
    for q in range(len(desk.memos)):
        desk.memos[q][:] = 0


@rule
def descend(desk: Desk, me: int) -> int:
    """Walk down to a leaf in ``states[1]``, noting the path; returns the path's length in nodes."""
    run = desk.runs[0]
    g = desk.states[1]
    node = 0
    length = 1
    moves = 0
    settled = False  # the root gets its children at once
    desk.path[0] = 0
    while length < len(desk.path):
        p = game.to_move(g)
        if p == OVER or (settled and desk.tree.nodes[node].visits == 0):
            break
        if p != me and (game.seen_by(g) >> me) & 1 == 0:
            game.step(g, play_on(g, p, desk))
        else:
            child = follow(node, p, g, desk)
            if child == 0:
                break
            node = child
            game.step(g, desk.tree.nodes[node].id)
            desk.path[length] = node
            length += 1
        settled = game.settled(g)
        if settled:
            moves += 1
    run.plies = max(run.plies, length - 1)
    run.moves = max(run.moves, moves)
    return length


@rule
def playout(desk: Desk) -> None:
    """Play on in ``states[1]`` to the end, or to the first settled position after so many decisions."""
    run = desk.runs[0]
    g = desk.states[1]
    decided = 0
    while True:
        p = game.to_move(g)
        if p == OVER:
            game.utility(g, desk.values)
            return
        if run.truncate >= 0 and decided >= run.truncate and game.settled(g):
            run.estimates += 1
            guide.estimate(g, desk.params, desk.values)
            return
        if p != CHANCE:
            decided += 1
        game.step(g, play_on(g, p, desk))


@entry
def search(desk: Desk, me: int) -> int:
    """Simulate for seat ``me`` until the budget is used up, at least once; returns how often."""
    run = desk.runs[0]
    while True:
        begin(desk, me)
        length = descend(desk, me)
        playout(desk)
        back_up(desk.path, length, desk.values, run, desk.tree)
        run.simulations += 1
        if run.simulations == run.limit or (run.deadline != 0 and now(run.clock) >= run.deadline):
            break
    return run.simulations
