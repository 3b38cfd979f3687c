"""The tree of a search over whole moves (a kernel): its arrays, and how a move is drawn, known again and carried out.

:mod:`.wholemove` and the search of Brass by a network grow such trees.
"""

from __future__ import annotations

import math
from typing import Annotated, Any, NamedTuple, TypeAlias

from ..core.binding import State, game
from ..core.contract import CHANCE, OVER
from ..runtime.compiler import Floats, Ints, rule
from ..runtime.layout import packed
from .ismcts import Workspace as Simulation
from .ismcts import play_on
from .mcts_extras import puct
from .mcts_tree import fresh
from .whole_moves import NONE, TINY, Sampling, is_over, weigh

PLAN = packed(
    [
        ("width", "f8"),  # a node gets another move while it has less than width · visits ** growth
        ("growth", "f8"),
        ("c_visit", "f8"),  # how much values count beside priors at the root
        ("c_scale", "f8"),
        ("noise", "f8"),  # 1: the root draws its moves by probability; 0: it takes the likeliest
        ("log", "f8"),  # the logarithm of the probability of the move that was drawn last
        ("sampled", "i8"),  # how many it takes
        ("cover", "i8"),  # 1: and one at least for each first decision
        ("plain", "i8"),  # 1: the root is searched by PUCT, too
        ("single", "i8"),  # 1: an edge is one decision, not a whole move
        ("steps", "i8"),  # decisions written down so far
        ("arms", "i8"),  # moves of the root that are still in the running
    ]
)
Plans: TypeAlias = Annotated[Any, (PLAN,)]


class Workspace(NamedTuple):
    """The arrays that a search works on, made once.

    ``sim`` are those of a simulation and the tree (its third state is the world after a move that is tried), ``moves``
    those to sample moves in. By node, ``starts`` and ``sizes`` tell where its move's decisions lie in ``steps``, and
    ``stamps`` the simulation in which that move was last found impossible. ``way`` is a move that is being drawn.
    ``arms`` are the nodes of the root's moves, the best first, ``marks`` their ranks, or at a plain root their priors.
    ``lures`` is, by node, what attracted the root to a move. ``plans`` has one record of :data:`PLAN`.
    """

    sim: Simulation
    moves: Sampling
    starts: Ints
    sizes: Ints
    stamps: Ints
    steps: Ints
    way: Ints
    arms: Ints
    marks: Floats
    lures: Floats
    plans: Plans


# ---------------------------------------------------------------------------------------------- moves in the tree


@rule
def add(node: int, by: int, length: int, log: float, ws: Workspace) -> int:
    """A new child of a node for the move of seat ``by`` that stands in ``way``; 0 when there is no room for it."""
    run = ws.sim.runs[0]
    plan = ws.plans[0]
    tree = ws.sim.tree
    child = run.used * 1
    if child == len(tree.nodes) or plan.steps + length > len(ws.steps):
        run.refused += 1
        return 0
    run.used = child + 1
    ws.starts[child] = plan.steps
    ws.sizes[child] = length
    for k in range(length):
        ws.steps[plan.steps + k] = ws.way[k]
    plan.steps += length
    one = tree.nodes[child]
    one.by = by
    one.id = ws.way[0]
    one.after = tree.nodes[node].first
    tree.nodes[node].first = child
    tree.nodes[node].children += 1
    tree.nodes[node].mover = by
    tree.priors[child] = math.exp(log)
    return child


@rule
def same(child: int, by: int, length: int, ws: Workspace) -> bool:
    """Whether a node stands for the move in ``way``."""
    if ws.sim.tree.nodes[child].by != by or ws.sizes[child] != length:
        return False
    for k in range(length):
        if ws.steps[ws.starts[child] + k] != ws.way[k]:
            return False
    return True


@rule
def hides(g: State, p: int, me: int) -> bool:
    """Whether what comes next is not in the tree: chance, or a decision of another that seat ``me`` does not see."""
    return p == CHANCE or (p != me and p != OVER and (game.seen_by(g) >> me) & 1 == 0)


@rule
def pass_hidden(g: State, me: int, sim: Simulation) -> int:
    """Let all happen that is not in the tree, and return who is to move; OVER, and endless, where it has no end."""
    run = sim.runs[0]
    for _ in range(run.longest):
        p = game.to_move(g)
        if not hides(g, p, me):
            return p
        game.step(g, play_on(g, p, sim))
    run.endless = 1
    return OVER


@rule
def ends(g: State, p: int, me: int, ws: Workspace) -> bool:
    """Whether an edge ends here that stands for a move of seat ``p``: with the move, or with what ``me`` sees of it."""
    return ws.plans[0].single != 0 or is_over(g, p) or hides(g, p, me)


@rule
def try_move(child: int, p: int, me: int, ws: Workspace) -> bool:
    """Carry out a node's move for seat ``p`` in the world of the simulation; False, and nothing is done, if it cannot.

    Where other cards are held, a move may be illegal, or more may be asked.
    """
    ws.sim.states[2] = ws.sim.states[1]
    g = ws.sim.states[2]
    for k in range(ws.starts[child], ws.starts[child] + ws.sizes[child]):
        if game.to_move(g) != p or game.why(g, ws.steps[k]) != 0:
            return False
        game.step(g, ws.steps[k])
    if not ends(g, p, me, ws):
        return False
    ws.sim.states[1] = g
    return True


@rule
def draw(p: int, me: int, ws: Workspace) -> int:
    """Draw a move of seat ``p`` in this world by the priors, and carry it out in ``states[2]``.

    It comes to ``way``, the logarithm of its probability to the plan. Returns its length, or 0 if there is no room.
    """
    sim = ws.sim
    sim.states[2] = sim.states[1]
    g = sim.states[2]
    log = 0.0
    length = 0
    while length == 0 or not ends(g, p, me, ws):
        if length == len(ws.way):
            return 0
        n = weigh(g, sim.acts, sim.params, sim.odds)
        rest = (fresh(sim.runs[0]) >> 11) / 4503599627370496.0  # of 2**52
        i = 0
        while i < n - 1 and rest >= sim.odds[i]:
            rest -= sim.odds[i]
            i += 1
        ws.way[length] = sim.acts[i]
        log += math.log(max(TINY, sim.odds[i]))
        length += 1
        game.step(g, sim.acts[i])
    ws.plans[0].log = log
    return length


@rule
def known_child(node: int, p: int, length: int, ws: Workspace) -> int:
    """The child of a node that stands for the move of seat ``p`` in ``way``; 0: none."""
    child = ws.sim.tree.nodes[node].first * 1
    while child != 0 and not same(child, p, length, ws):
        child = ws.sim.tree.nodes[child].after * 1
    return child


@rule
def draw_move(p: int, node: int, me: int, ws: Workspace) -> int:
    """Carry out a move for seat ``p`` that the priors draw in this world; returns its node, 0 if there is no room."""
    length = draw(p, me, ws)
    if length == 0:
        return 0
    child = known_child(node, p, length, ws)
    if child == 0:
        child = add(node, p, length, ws.plans[0].log * 1.0, ws)
    if child != 0:
        ws.sim.states[1] = ws.sim.states[2]
    return child


@rule
def best_child(node: int, p: int, ws: Workspace) -> int:
    """The move of seat ``p`` that PUCT would try next, of those not yet found impossible in this world; 0: none."""
    run = ws.sim.runs[0]
    tree = ws.sim.tree
    visits = tree.nodes[node].visits * 1
    total = 0.0
    child = tree.nodes[node].first * 1
    while child != 0:
        if tree.nodes[child].by == p:
            total += tree.priors[child]
        child = tree.nodes[child].after * 1
    best = 0
    most = NONE
    child = tree.nodes[node].first * 1
    while child != 0:
        one = tree.nodes[child]
        if one.by == p and ws.stamps[child] != run.simulations + 1:
            mean = tree.totals[node, p] / visits - run.fpu
            if one.visits > 0:
                mean = tree.totals[child, p] / one.visits
            share = tree.priors[child] / total if total > 0.0 else 1.0
            bound = puct(mean, share, one.visits, visits, run.c)
            if bound > most:
                most = bound
                best = child
        child = one.after * 1
    return best


@rule
def next_node(node: int, p: int, me: int, ws: Workspace) -> int:
    """Let seat ``p`` make a move in this world, and return its node; 0 when there is no room for it."""
    one = ws.sim.tree.nodes[node]
    plan = ws.plans[0]
    if one.children < plan.width * math.pow(one.visits, plan.growth):
        return draw_move(p, node, me, ws)
    while True:
        child = best_child(node, p, ws)
        if child == 0:
            return draw_move(p, node, me, ws)
        if try_move(child, p, me, ws):
            return child
        ws.stamps[child] = ws.sim.runs[0].simulations + 1
