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

import math
from typing import Annotated, Any, Final, NamedTuple, TypeAlias

from ..core.binding import State, States, game, guide
from ..core.contract import CHANCE, OVER
from ..runtime.compiler import Floats, Floats2, Ints, Ints2, entry, rule
from ..runtime.layout import packed
from ..runtime.primitives import now
from ..runtime.stream import choice
from . import common
from .mcts_extras import puct
from .mcts_tree import Run, Runs, fresh, ucb1

# -------------------------------------------------------------------------------------------- the pool of nodes
#
# A node stands for all the worlds that look alike to the seat whose tree it is. What may be done there differs between
# those worlds. So children are made when they first come up, and hang together in a list, in the order of who acts and
# what is done. Several trees may share a pool.


NODE = packed(
    [
        ("visits", "i8"),  # simulations that went through this node
        ("available", "i8"),  # simulations that came to its parent in a world where they could have gone here
        ("id", "i8"),  # the action or outcome that leads here, or the key of what was known
        ("first", "i4"),  # the first of its children; 0: none
        ("children", "i4"),
        ("after", "i4"),  # the next child of its parent; 0: none
        ("weight", "i4"),  # how often that outcome came up, 0 for an action
        ("by", "i1"),  # whose action that is, or CHANCE, or KNOWN
        ("mover", "i1"),  # who decides here, or CHANCE; of no meaning before it has children
        ("proven", "i1"),  # always 0, for those who read the trees of all searches
        ("spare", "i1", (5,)),
    ]
)
Nodes: TypeAlias = Annotated[Any, (NODE,)]

KNOWN: Final = -3
"""``by``: nobody acts, the child is what the tree's seat knew from the beginning."""


class Tree(NamedTuple):
    """The pool: node 0 is the root of the searching seat's tree, and the roots of others come next.

    The tables have a row a node and an entry a seat. ``totals`` are the sums of the values that simulations brought
    back, ``squares`` those of their squares. ``priors`` has a probability a node where priors are asked for, else one
    number.
    """

    nodes: Nodes
    totals: Floats2
    squares: Floats2
    priors: Floats


@rule
def _insert(before: int, node: int, by: int, id_: int, run: Run, tree: Tree) -> int:
    """A new child of a node, next to its child ``before`` (0: the first); 0 when the pool has no room for it."""
    child = run.used
    if child == len(tree.nodes):
        run.refused += 1
        return 0
    run.used = child + 1
    one = tree.nodes[child]
    one.by = by
    one.id = id_
    tree.nodes[node].children += 1
    if before == 0:
        one.after = tree.nodes[node].first
        tree.nodes[node].first = child
    else:
        one.after = tree.nodes[before].after
        tree.nodes[before].after = child
    return child


@rule
def _child(before: int, node: int, by: int, id_: int, run: Run, tree: Tree) -> int:
    """The child that ``by`` comes to with ``id_``, made if there is none; 0 when the pool has no room for it.

    It lies behind the child ``before`` (0: anywhere).
    """
    child = tree.nodes[node].first if before == 0 else tree.nodes[before].after
    while child != 0:
        one = tree.nodes[child]
        if one.by > by or (one.by == by and one.id >= id_):
            break
        before = child
        child = one.after
    if child != 0 and tree.nodes[child].by == by and tree.nodes[child].id == id_:
        return child
    return _insert(before, node, by, id_, run, tree)


@rule
def link_children(node: int, p: int, n: int, acts: Ints, menu: Ints, run: Run, tree: Tree) -> bool:
    """Put the children for the ``n`` actions that are legal in this world, in ascending order, on the menu.

    Those that were never met are made; 0 stands for one that the pool has no room for. False when it has none for the
    children of a new node.
    """
    if tree.nodes[node].first == 0 and run.used + n > len(tree.nodes):
        run.refused += 1
        return False
    tree.nodes[node].mover = p
    before = 0
    for i in range(n):
        child = _child(before, node, p, acts[i], run, tree)
        menu[i] = child
        if child != 0:
            before = child
    return True


@rule
def set_priors(n: int, menu: Ints, odds: Floats, since: int, tree: Tree) -> None:
    """Give those of the menu's ``n`` children that were made from node ``since`` on their priors."""
    for i in range(n):
        if menu[i] >= since:
            tree.priors[menu[i]] = odds[i]


@rule
def select(node: int, p: int, n: int, menu: Ints, run: Run, tree: Tree) -> int:
    """The child that seat ``p`` tries next, of the ``n`` on the menu; 0 when the pool has room for none of them.

    An unvisited one comes first, else that with the greatest upper confidence bound. The bound counts not how often the
    node was visited but how often the action was there to be chosen (Cowling, Powley and Whitehouse 2012). Any of equal
    ones is taken, so that players who do not see each other do not keep step. With PUCT priors say what comes first.
    """
    guided = len(tree.priors) > 1
    base = 0.0
    if guided and tree.nodes[node].visits > 0:
        base = tree.totals[node, p] / tree.nodes[node].visits - run.fpu
    best = -math.inf
    chosen = 0
    equal = 0
    available = 1
    log_available = 0.0
    for i in range(n):
        child = menu[i]
        if child == 0:
            continue
        one = tree.nodes[child]
        if guided:
            mean = tree.totals[child, p] / one.visits if one.visits > 0 else base
            bound = puct(mean, tree.priors[child], one.visits, max(1, one.available), run.c)
        elif one.visits == 0:
            bound = math.inf
        else:
            if one.available != available:
                available = one.available
                log_available = math.log(available)
            bound = ucb1(tree.totals[child, p] / one.visits, one.visits, log_available, run.c)
        one.available += 1
        if bound > best:
            best = bound
            chosen = child
            equal = 1
        elif bound == best:
            equal += 1
            if choice(fresh(run), equal) == 0:
                chosen = child
    return chosen


@rule
def observe(node: int, by: int, id_: int, run: Run, tree: Tree) -> int:
    """The child for what the tree's seat did not choose but sees; 0 when the pool has no room for it."""
    child = _child(0, node, by, id_, run, tree)
    if child != 0:
        tree.nodes[node].mover = by
        tree.nodes[child].available += 1
        if by == CHANCE:
            tree.nodes[child].weight += 1
    return child


@rule
def credit(node: int, values: Floats, run: Run, tree: Tree) -> None:
    """Count a visit of a node, which brought these values."""
    if tree.nodes[node].visits == 0:
        run.visited += 1
    tree.nodes[node].visits += 1
    for q in range(len(values)):
        tree.totals[node, q] += values[q]
        tree.squares[node, q] += values[q] * values[q]


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
def play_on(g: State, p: int, ws: Workspace) -> int:
    """What happens outside the tree: an outcome of chance, or what the policy does for seat ``p`` by what it sees."""
    run = ws.runs[0]
    if p == CHANCE:
        return common.draw(g, run, ws.acts, ws.weights)
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
    """Walk down in ``states[1]`` until the tree of who is to move, or that of ``me``, ends.

    What nobody sees may have no end. Then the way is given up, and the search said to be endless.
    """
    run = ws.runs[0]
    g = ws.states[1]
    moves = 0
    settled = False
    ended = False
    for _ in range(run.longest):
        p = game.to_move(g)
        t = tree_of(p, me, ws)
        if p == OVER or leaf(t, settled, ws) or not advance(g, p, t, me, ws):
            ended = True
            break
        settled = game.settled(g)
        if settled:
            moves += 1
    if not ended:
        run.endless = 1
    run.plies = max(run.plies, ws.lengths[0] - 1)
    run.moves = max(run.moves, moves)


# -------------------------------------------------------------------------------------------- the simulation


@rule
def playout(ws: Workspace) -> None:
    """Play on in ``states[1]`` to the end, or to the first settled position after so many decisions.

    A playout that takes too many decisions and outcomes is given up, and said to be endless.
    """
    run = ws.runs[0]
    g = ws.states[1]
    decided = 0
    for _ in range(run.longest):
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
    run.endless = 1


@rule
def back_up(ws: Workspace) -> None:
    """Add the result of the simulation to all nodes of all paths."""
    for t in range(len(ws.at)):
        for k in range(ws.lengths[t]):
            credit(ws.paths[t][k], ws.values, ws.runs[0], ws.tree)


@entry
def search(ws: Workspace, me: int) -> int:
    """Simulate for seat ``me`` until the budget is used up, at least once; returns how often.

    A way or a playout without an end stops the search too, and is not counted.
    """
    run = ws.runs[0]
    while True:
        begin(ws, me)
        descend(ws, me)
        if not run.endless:
            playout(ws)
        if run.endless:
            break
        back_up(ws)
        run.simulations += 1
        if run.simulations == run.limit or (run.deadline != 0 and now(run.clock) >= run.deadline):
            break
    return run.simulations
