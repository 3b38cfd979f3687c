"""Information-set search over whole moves (a kernel): an edge of its tree is all that a seat decides at once.

Searches whose edges are single decisions (:mod:`.ismcts`) spend their simulations on the steps of one action. Here the
root samples some whole moves by the guide's priors and halves them in rounds, each with as many simulations as the
last (the Gumbel root of :mod:`.mcts_extras`). A move is ranked by what attracted it and by its value.

Two settings leave that out. At a ``plain`` root PUCT chooses among the sampled moves, as below it, and the move with
the most visits is the best. Where moves are drawn, Dirichlet noise is in the priors, and the best move is drawn in
proportion to visits (AlphaZero, Silver and others 2018). With ``single`` an edge is one decision.

As in :mod:`.ismcts` each simulation draws a world in which all that the searching seat cannot know is new, and only
what is legal there counts. Chance is not in the tree, nor is what others do unseen: a node stands for all that may have
happened on the way. Below the root the moves of a node are those that the priors have drawn so far, in the worlds that
came by. A new one is drawn while there are fewer than ``width`` · visits ** ``growth``. Else PUCT chooses, with the
priors of the known ones.

From the end of the tree the guide's policy plays on, as in :mod:`.ismcts`.

Oracle: a guess is worth what guessing is worth, and the same information gives the same report.
"""

from __future__ import annotations

import math
from typing import Annotated, Any, Final, NamedTuple, TypeAlias

from ..core.binding import State, game
from ..core.contract import CHANCE, OVER
from ..runtime.compiler import Floats, Ints, entry, rule
from ..runtime.layout import packed
from ..runtime.primitives import now
from ..runtime.stream import choice
from .ismcts import Workspace as Simulation
from .ismcts import credit, play_on, playout
from .mcts_extras import puct
from .mcts_tree import Run, fresh
from .whole_moves import NONE, TINY, Sampling, is_over, sample, weigh

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

DIRICHLET: Final = 0.25
"""The part of Dirichlet noise in the priors of a plain root."""
ANY: Final = 1 << 60
"""More simulations than there will be."""


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


# -------------------------------------------------------------------------------------------------- the simulation


@rule
def begin_world(ws: Workspace, me: int) -> None:
    """Draw the world of this simulation, in which all that ``me`` cannot know is new."""
    sim = ws.sim
    sim.states[1] = sim.states[0]
    if game.HIDDEN:
        game.hide(sim.states[1], me, fresh(sim.runs[0]))
    for q in range(len(sim.memos)):
        sim.memos[q][:] = 0


@rule
def go(node: int, ws: Workspace) -> None:
    """Put a node on the path."""
    length = ws.sim.lengths[0]
    ws.sim.paths[0][length] = node
    ws.sim.lengths[0] = length + 1


@rule
def descend(arm: int, me: int, ws: Workspace) -> None:
    """Walk down from the root's move ``arm`` to a node that is new, or to the end of the game."""
    sim = ws.sim
    sim.lengths[0] = 0
    go(0, ws)
    go(arm, ws)
    if not try_move(arm, me, me, ws):
        return
    node = arm
    g = sim.states[1]
    while sim.tree.nodes[node].visits > 0 and sim.lengths[0] < len(sim.paths[0]):
        p = pass_hidden(g, me, sim)
        if p == OVER:
            break
        node = next_node(node, p, me, ws)
        if node == 0:
            break
        go(node, ws)
    run = sim.runs[0]
    run.plies = max(run.plies, sim.lengths[0] - 1)
    run.moves = run.plies


@rule
def simulate(arm: int, me: int, ws: Workspace) -> None:
    """One simulation that begins with the root's move ``arm``."""
    sim = ws.sim
    begin_world(ws, me)
    descend(arm, me, ws)
    if not sim.runs[0].endless:
        playout(sim)
    if sim.runs[0].endless:
        return
    for k in range(sim.lengths[0]):
        credit(sim.paths[0][k], sim.values, sim.runs[0], sim.tree)
    sim.runs[0].simulations += 1


# ------------------------------------------------------------------------------------------------------- the root


@rule
def plant(ws: Workspace, me: int) -> None:
    """Sample the moves of the root; what decides about them is known to seat ``me``."""
    sim = ws.sim
    run = sim.runs[0]
    plan = ws.plans[0]
    if game.HIDDEN:
        game.hide(sim.states[0], me, fresh(run))
    ws.moves.states[0] = sim.states[0]
    n = sample(plan.sampled, plan.noise, plan.cover, plan.single, ws.moves, run)
    plan.arms = 0
    for i in range(n):
        for k in range(ws.moves.lengths[i]):
            ws.way[k] = ws.moves.ids[i][k]
        child = add(0, me, ws.moves.lengths[i], ws.moves.ways[i], ws)
        if child != 0:
            ws.lures[child] = ws.moves.lures[i]
            ws.arms[plan.arms] = child
            plan.arms += 1
    if plan.plain != 0:
        weigh_arms(ws)


@rule
def half_gamma(run: Run) -> float:
    """A draw of the gamma distribution of shape 1/2; shares of such draws are Dirichlet noise, 10 over 20 moves."""
    size = ((fresh(run) >> 11) + 0.5) / 4503599627370496.0  # of 2**52
    turn = math.cos(2.0 * math.pi * ((fresh(run) >> 11) / 4503599627370496.0))
    return -math.log(size) * turn * turn


@rule
def weigh_arms(ws: Workspace) -> None:
    """Give the moves of a plain root their priors, with noise where moves are drawn."""
    plan = ws.plans[0]
    priors = 0.0
    noises = 0.0
    for i in range(plan.arms):
        ws.marks[i] = half_gamma(ws.sim.runs[0]) if plan.noise > 0.0 else 0.0
        noises += ws.marks[i]
        priors += ws.sim.tree.priors[ws.arms[i]]
    part = DIRICHLET if noises > 0.0 else 0.0
    for i in range(plan.arms):
        share = ws.sim.tree.priors[ws.arms[i]] / priors if priors > 0.0 else 1.0 / plan.arms
        ws.marks[i] = (1.0 - part) * share + (part * ws.marks[i] / noises if part > 0.0 else 0.0)


@rule
def next_arm(turn: int, me: int, ws: Workspace) -> int:
    """The root's move that is simulated next: each of those in the running in its ``turn``, or by PUCT."""
    plan = ws.plans[0]
    if plan.plain == 0:
        return ws.arms[turn % plan.arms]
    run = ws.sim.runs[0]
    tree = ws.sim.tree
    visits = max(1, tree.nodes[0].visits)
    best = 0
    most = NONE
    for i in range(plan.arms):
        one = tree.nodes[ws.arms[i]]
        mean = tree.totals[0, me] / visits - run.fpu
        if one.visits > 0:
            mean = tree.totals[ws.arms[i], me] / one.visits
        bound = puct(mean, ws.marks[i], one.visits, visits, run.c)
        if bound > most:
            most = bound
            best = ws.arms[i]
    return best


@rule
def settle_visits(ws: Workspace) -> None:
    """Put the move of a plain root first that has the most visits; or one drawn by these, where moves are drawn."""
    plan = ws.plans[0]
    nodes = ws.sim.tree.nodes
    best = 0
    if plan.noise > 0.0:
        rest = choice(fresh(ws.sim.runs[0]), nodes[0].visits)
        while rest >= nodes[ws.arms[best]].visits:
            rest -= nodes[ws.arms[best]].visits
            best += 1
    else:
        for i in range(plan.arms):
            if nodes[ws.arms[i]].visits > nodes[ws.arms[best]].visits:
                best = i
    arm = ws.arms[best]
    ws.arms[best] = ws.arms[0]
    ws.arms[0] = arm


@rule
def rank(me: int, ws: Workspace) -> None:
    """Sort the moves in the running, the best first; one without a simulation is worth what the root is."""
    if ws.plans[0].plain != 0:
        settle_visits(ws)
        return
    plan = ws.plans[0]
    tree = ws.sim.tree
    most = 0
    for i in range(plan.arms):
        most = max(most, tree.nodes[ws.arms[i]].visits)
    scale = (plan.c_visit + most) * plan.c_scale
    for i in range(plan.arms):
        child = ws.arms[i]
        value = tree.totals[0, me] / tree.nodes[0].visits
        if tree.nodes[child].visits > 0:
            value = tree.totals[child, me] / tree.nodes[child].visits
        score = ws.lures[child] + scale * value
        k = i
        while k > 0 and ws.marks[k - 1] < score:
            ws.marks[k] = ws.marks[k - 1]
            ws.arms[k] = ws.arms[k - 1]
            k -= 1
        ws.marks[k] = score
        ws.arms[k] = child


@rule
def rounds_of(ws: Workspace) -> int:
    """How many rounds it takes to halve the moves until one is left; one at least, and one at a plain root."""
    plan = ws.plans[0]
    rounds = 1
    while plan.plain == 0 and (1 << rounds) < plan.arms:
        rounds += 1
    return rounds


@rule
def quota_of(left: int, ws: Workspace) -> int:
    """How many simulations a round has, where so many rounds are ``left`` with it; ``ANY`` of a budget of time."""
    run = ws.sim.runs[0]
    if run.limit == 0:
        return ANY
    rest = run.limit - run.simulations
    return min(rest, max(ws.plans[0].arms, rest // left))


@rule
def end_of(begun: int, rounds: int, left: int, ws: Workspace) -> int:
    """The moment at which such a round ends, of ``rounds`` that begin at a moment; 0: no budget of time."""
    run = ws.sim.runs[0]
    if run.limit > 0:
        return 0
    return begun + (run.deadline - begun) // rounds * (rounds - left + 1)


@rule
def is_late(end: int, ws: Workspace) -> bool:
    """Whether the deadline or the ``end`` of a round (0: none) has come."""
    run = ws.sim.runs[0]
    if run.deadline == 0:
        return False
    moment = now(run.clock)
    return moment >= run.deadline or (end != 0 and moment >= end)


@rule
def hold_round(quota: int, end: int, me: int, ws: Workspace) -> None:
    """Simulate the moves in the running, so often or until a moment (0: none), and until the deadline."""
    turn = 0
    while turn < quota:
        simulate(next_arm(turn, me, ws), me, ws)
        turn += 1
        if ws.sim.runs[0].endless or is_late(end, ws):
            return


@entry
def search(ws: Workspace, me: int) -> int:
    """Simulate for seat ``me`` until the budget is used up, at least once; returns how often.

    The best move is then the first of ``arms``. Where there is only one, one simulation is enough. A way or a playout
    without an end stops the search too, and is not counted.
    """
    run = ws.sim.runs[0]
    plan = ws.plans[0]
    plant(ws, me)
    if plan.arms == 0:
        return 0
    if plan.arms == 1:
        hold_round(1, 0, me, ws)
        return run.simulations
    begun = now(run.clock) if run.limit == 0 else 0
    rounds = rounds_of(ws)
    for left in range(rounds, 0, -1):
        hold_round(quota_of(left, ws), end_of(begun, rounds, left, ws), me, ws)
        if run.endless:
            break
        rank(me, ws)
        plan.arms = (plan.arms + 1) // 2
    return run.simulations
