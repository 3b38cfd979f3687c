"""Information-set Monte Carlo tree search (a kernel): one tree for all worlds that look alike to the searching seat.

Each simulation draws a *determinisation*, a world in which all that the seat cannot know has been drawn anew, and walks
through it like :mod:`.mcts`, with two differences. The nodes are what the seat has seen, not positions: where it sees
neither the outcome nor the action of another, the world goes on and the tree does not. And of a node's actions only
those count that are legal in this world. So an action is worth its mean over the worlds, and what to do later may
depend only on what will then be known (Cowling, Powley and Whitehouse 2012: SO-ISMCTS). Searching every world by itself
(:mod:`.hidden`) lacks that, and takes for certain what can only be guessed.

In one tree others decide as if they knew no more than the seat that searches, since only what it sees leads apart.
Where they act unseen the guide's policy does it for them. With a tree for *each* seat (MO-ISMCTS) every player decides
in its own, which leads apart what that player sees. It begins with what that player knows in the world of the
simulation: there its position, hidden in one fixed way, has a key. In playouts the policy is shown a copy hidden for
the seat to move, unless the guide says that its policy would not look at what is hidden.

With priors (PUCT) an action gets its own in the world in which it is first met.

Oracle: a guess is worth what guessing is worth ("strategy fusion"), and the same information gives the same report.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from ..core.binding import State, States, game, guide
from ..core.contract import CHANCE, OVER
from ..runtime.compiler import Floats, Ints, Ints2, entry, rule
from ..runtime.primitives import now
from ..runtime.stream import pick_weighted
from .information_tree import KNOWN, Tree, credit, link_children, observe, select, set_priors
from .mcts_tree import Runs, fresh

__all__ = ["Workspace", "search"]

LOST: Final = -1
"""Where a tree is that does not follow the simulation any more, because the pool had no room for its next node."""


class Workspace(NamedTuple):
    """The arrays that a search works on, made once.

    ``states`` are the root, the world of the simulation, and what of it a seat may see. ``acts`` and ``weights`` have
    room for what may be done or happen, ``menu`` and ``odds`` for the children of what may be done and their priors.
    ``paths`` has a row a tree with the nodes of the way down, of which there are ``lengths``; ``at`` is the last one,
    or LOST. ``values`` is the result of a simulation. ``params`` is for the guide, ``memos`` has a row of its policy's
    notes a seat.
    """

    states: States
    acts: Ints
    weights: Ints
    paths: Ints2
    lengths: Ints
    at: Ints
    menu: Ints
    values: Floats
    odds: Floats
    params: Floats
    memos: Ints2
    tree: Tree
    runs: Runs


@rule
def draw(g: State, ws: Workspace) -> int:
    """An outcome of the pending chance."""
    u = fresh(ws.runs[0]) >> 11
    if game.HAS_DRAW:
        return game.draw(g, u)
    n = game.chance(g, ws.acts, ws.weights)
    return ws.acts[pick_weighted(ws.weights, n, u)]


@rule
def play_on(g: State, p: int, ws: Workspace) -> int:
    """What happens outside the tree: an outcome of chance, or what the policy does for seat ``p`` by what it sees."""
    run = ws.runs[0]
    if p == CHANCE:
        return draw(g, ws)
    if game.HIDDEN:
        hidden_by = fresh(run)
        if not guide.DISCREET:
            ws.states[2] = g
            shown = ws.states[2]
            game.hide(shown, p, hidden_by)
            return guide.policy(shown, ws.params, fresh(run), ws.acts, ws.memos[p])
    return guide.policy(g, ws.params, fresh(run), ws.acts, ws.memos[p])


# ----------------------------------------------------------------------------------------------- the trees


@rule
def seat_of(t: int, me: int, ws: Workspace) -> int:
    """Whose tree ``t`` is: the first is that of ``me``, the others follow in the order of turns."""
    return (me + t) % len(ws.values)


@rule
def tree_of(p: int, me: int, ws: Workspace) -> int:
    """The tree in which ``p`` decides, its own if each seat has one; that of ``me`` for chance."""
    if len(ws.at) == 1 or p == CHANCE:
        return 0
    return (p - me + len(ws.at)) % len(ws.at)


@rule
def go(t: int, node: int, ws: Workspace) -> None:
    """Go on to a node in tree ``t``; 0 stands for one that the pool has no room for."""
    length = ws.lengths[t]
    if node == 0 or length == len(ws.paths[t]):
        ws.at[t] = LOST
        return
    ws.at[t] = node
    ws.paths[t][length] = node
    ws.lengths[t] = length + 1


@rule
def see(p: int, a: int, seen: int, chosen: int, me: int, ws: Workspace) -> None:
    """Let all trees but ``chosen`` follow what ``p`` (or chance) does, where their seat is one of those who see it."""
    for t in range(len(ws.at)):
        if t != chosen and ws.at[t] != LOST and (seen >> seat_of(t, me, ws)) & 1 == 1:
            go(t, observe(ws.at[t], p, a, ws.runs[0], ws.tree), ws)


@rule
def begin(ws: Workspace, me: int) -> None:
    """Draw the world of this simulation, in which all that ``me`` cannot know is new, and go to the roots."""
    run = ws.runs[0]
    ws.states[1] = ws.states[0]
    g = ws.states[1]
    if game.HIDDEN:
        game.hide(g, me, fresh(run))
    for q in range(len(ws.memos)):
        ws.memos[q][:] = 0
    for t in range(len(ws.at)):
        ws.paths[t][0] = t
        ws.lengths[t] = 1
        ws.at[t] = t
        if game.HIDDEN and t > 0:
            ws.states[2] = g
            known = ws.states[2]
            game.hide(known, seat_of(t, me, ws), 0)
            go(t, observe(t, KNOWN, game.key(known), run, ws.tree), ws)


@rule
def leaf(t: int, settled: bool, ws: Workspace) -> bool:
    """Whether the way down ends where tree ``t`` is: it is lost, or at its end, or there for the first time.

    A root is no leaf: it gets its children at once.
    """
    node = ws.at[t]
    if node == LOST or ws.lengths[t] == len(ws.paths[t]):
        return True
    return settled and node >= len(ws.at) and ws.tree.nodes[node].visits == 0


@rule
def choose(g: State, p: int, node: int, ws: Workspace) -> int:
    """The child of a node that seat ``p`` tries next in this world; 0 when the pool has no room for it."""
    run = ws.runs[0]
    since = run.used * 1
    n = game.legal(g, ws.acts)
    if not link_children(node, p, n, ws.acts, ws.menu, run, ws.tree):
        return 0
    if run.used > since and len(ws.tree.priors) > 1:
        guide.prior(g, ws.acts, n, ws.params, ws.odds)
        set_priors(n, ws.menu, ws.odds, since, ws.tree)
    return select(node, p, n, ws.menu, run, ws.tree)


@rule
def advance(g: State, p: int, t: int, me: int, ws: Workspace) -> bool:
    """Let ``p`` act, or chance, and the trees see it; False when the pool has no room for the actions in tree ``t``."""
    seen = game.seen_by(g)
    chosen = -1
    if p == CHANCE or (t == 0 and p != me and (seen >> me) & 1 == 0):
        a = play_on(g, p, ws)
    else:
        child = choose(g, p, ws.at[t], ws)
        if child == 0:
            return False
        go(t, child, ws)
        a = ws.tree.nodes[child].id
        chosen = t
    see(p, a, seen, chosen, me, ws)
    game.step(g, a)
    return True


@rule
def descend(ws: Workspace, me: int) -> None:
    """Walk down in ``states[1]`` until the tree of who is to move, or that of ``me``, ends."""
    run = ws.runs[0]
    g = ws.states[1]
    moves = 0
    settled = False
    while True:
        p = game.to_move(g)
        t = tree_of(p, me, ws)
        if p == OVER or leaf(t, settled, ws) or not advance(g, p, t, me, ws):
            break
        settled = game.settled(g)
        if settled:
            moves += 1
    run.plies = max(run.plies, ws.lengths[0] - 1)
    run.moves = max(run.moves, moves)


# -------------------------------------------------------------------------------------------- the simulation


@rule
def playout(ws: Workspace) -> None:
    """Play on in ``states[1]`` to the end, or to the first settled position after so many decisions."""
    run = ws.runs[0]
    g = ws.states[1]
    decided = 0
    while True:
        p = game.to_move(g)
        if p == OVER:
            guide.reward(g, ws.params, ws.values)
            return
        if run.truncate >= 0 and decided >= run.truncate and game.settled(g):
            run.estimates += 1
            guide.estimate(g, ws.params, ws.values)
            return
        if p != CHANCE:
            decided += 1
        game.step(g, play_on(g, p, ws))


@rule
def back_up(ws: Workspace) -> None:
    """Add the result of the simulation to all nodes of all paths."""
    for t in range(len(ws.at)):
        for k in range(ws.lengths[t]):
            credit(ws.paths[t][k], ws.values, ws.runs[0], ws.tree)


@entry
def search(ws: Workspace, me: int) -> int:
    """Simulate for seat ``me`` until the budget is used up, at least once; returns how often."""
    run = ws.runs[0]
    while True:
        begin(ws, me)
        descend(ws, me)
        playout(ws)
        back_up(ws)
        run.simulations += 1
        if run.simulations == run.limit or (run.deadline != 0 and now(run.clock) >= run.deadline):
            break
    return run.simulations
