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
from typing import Final

from ..core.binding import game
from ..core.contract import OVER
from ..runtime.compiler import entry, rule
from ..runtime.primitives import now
from ..runtime.stream import choice
from .ismcts import credit, playout
from .mcts_extras import puct
from .mcts_tree import Run, fresh
from .whole_moves import NONE, sample
from .whole_tree import PLAN, Workspace, add, next_node, pass_hidden, try_move

__all__ = ["PLAN", "Workspace", "search"]

DIRICHLET: Final = 0.25
"""The part of Dirichlet noise in the priors of a plain root, where ``noise`` is 1."""
ANY: Final = 1 << 60
"""More simulations than there will be."""


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
    """A draw of the gamma distribution of shape 1/2; shares of such draws are Dirichlet noise.

    AlphaZero's parameter is 10 over the number of moves: 1/2 for 20.

    Half the square of a normal variable has it. Marsaglia's polar method draws that from a point of the unit disc.
    """
    while True:
        x = (fresh(run) >> 11) / 2251799813685248.0 - 1.0  # of 2**51
        y = (fresh(run) >> 11) / 2251799813685248.0 - 1.0
        size = x * x + y * y
        if 0.0 < size < 1.0:
            return -math.log(size) * x * x / size


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
    part = DIRICHLET * plan.noise if noises > 0.0 else 0.0
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
