"""Search over whole moves of Brass by a network (a kernel): its policy draws moves, its values end simulations.

It is the search of :mod:`magnate.search.wholemove`, with three differences. The guide's priors propose moves, and the
network says how good each of these is from what it does (:mod:`magnate.values.brass_moves`). A simulation ends with
what the network says of the position, from what the searching seat knows. And the root's moves stay written down with
their numbers, so that a learner can fit the network to what the search made of them.

As there, each simulation deals the hidden cards anew. The network says nothing of a single decision: where these are
the edges, the guide's priors stand alone.
"""

from __future__ import annotations

import math
from typing import Annotated, Any, Final, NamedTuple, TypeAlias

from ...core.binding import State, States, game, guide
from ...core.contract import CHANCE, OVER
from ...games.brass.cards import hand_size, holds
from ...games.brass.scoring import give_up
from ...games.brass.state import GIVE_UP, LINK
from ...networks.moves import MoveTables, attract, encode, judge, prepare
from ...runtime.compiler import Floats, Floats2, Ints, entry, rule
from ...runtime.layout import packed
from ...runtime.primitives import low_bit, now
from ...search.ismcts import credit, play_on
from ...search.mcts_tree import fresh
from ...search.whole_moves import sample
from ...search.whole_tree import Workspace as Whole
from ...search.whole_tree import add, best_child, draw, known_child, pass_hidden, try_move
from ...search.wholemove import begin_world, end_of, go, is_late, next_arm, quota_of, rank, rounds_of, weigh_arms
from ...values.brass import OWN, PLACES, seat_inputs
from ...values.brass_moves import MOVE_INPUTS, move_inputs
from .guide import best_of, second_of, value_of
from .lines import line_progress
from .parameters import REWARD

SETTINGS = packed(
    [
        ("trust", "f8"),  # the network's part of what a leaf is worth; the rest is the guide's estimate
        ("policy", "f8"),  # how much of what the network says of moves counts
        ("bonus", "f8"),  # what progress in the line adds to the value of the searching seat
        ("line", "i8"),  # the line that the seat is forced into
    ]
)
SettingsRows: TypeAlias = Annotated[Any, (SETTINGS,)]
LOG_SCALE: Final = 5.0
"""What the logarithm of a prior is divided by as a number of a move."""
MOST: Final = 40.0
"""The greatest logit that counts, so that no exponential overflows."""


class Workspace(NamedTuple):
    """The arrays that a search works on, made once.

    ``whole`` are those of the search by the guide's priors. ``states`` has one, of a move that is being carried out.
    ``row`` and ``move`` are what the network is shown; ``shares`` and ``points`` what it says of the seats. ``moves``
    has the numbers of the root's moves, ``logits`` their logarithms of priors with what the network says, ``won`` the
    sums of the win shares that their simulations ended with. ``settings`` has one record of :data:`SETTINGS`.
    """

    whole: Whole
    net: MoveTables
    states: States
    row: Floats
    move: Floats
    shares: Floats
    points: Floats
    moves: Floats2
    logits: Floats
    won: Floats2
    settings: SettingsRows


@rule
def look(g: State, p: int, ws: Workspace) -> None:
    """Show the network a position as seat ``p`` knows it."""
    seat_inputs(g, p, 1 << p, ws.row)
    encode(ws.row, OWN, PLACES, g.opt.players * 1, ws.net)


@rule
def carry_out(g: State, p: int, ids: Ints, start: int, n: int, ws: Workspace) -> None:
    """Play a move of seat ``p`` out from ``g`` to ``states[0]``, and nothing of what follows when a turn is over.

    The seat gets another action and, where it gives its last card, one more of that kind. So its turn goes on. Tiles
    that the move gives up for a debt go for all that they bring.
    """
    ws.states[0] = g
    done = ws.states[0]
    done.actions += 1
    last = -1
    if hand_size(done, p) == 1:
        last = low_bit(holds(done, p))
        done.hand[p, last] += 1
    for k in range(start, start + n):
        if GIVE_UP <= ids[k] < LINK:
            give_up(done, ids[k] - GIVE_UP)
        else:
            game.step(done, ids[k])
    if last >= 0:
        done.hand[p, last] -= 1


@rule
def logit(g: State, p: int, ids: Ints, start: int, n: int, log: float, ws: Workspace) -> float:
    """The logarithm of a prior with what the network adds, for a move of seat ``p``, for whom it has looked."""
    carry_out(g, p, ids, start, n, ws)
    ws.move[0] = log / LOG_SCALE
    move_inputs(g, ws.states[0], p, ids, start, n, ws.move)
    return min(MOST, log + ws.settings[0].policy * attract(ws.move, ws.net))


@rule
def draw_move(p: int, node: int, me: int, ws: Workspace) -> int:
    """Carry out a move for seat ``p`` that the priors draw in this world; returns its node, or 0 without room.

    A new node's prior is what the network makes of it.
    """
    whole = ws.whole
    sim = whole.sim
    length = draw(p, me, whole)
    if length == 0:
        return 0
    child = known_child(node, p, length, whole)
    if child == 0:
        log = whole.plans[0].log * 1.0
        if ws.settings[0].policy > 0.0:
            look(sim.states[1], p, ws)
            prepare(ws.net)
            log = logit(sim.states[1], p, whole.way, 0, length, log, ws)
        child = add(node, p, length, log, whole)
    if child != 0:
        sim.states[1] = sim.states[2]
    return child


@rule
def next_node(node: int, p: int, me: int, ws: Workspace) -> int:
    """Let seat ``p`` make a move in this world, and return its node; 0 when there is no room for it."""
    whole = ws.whole
    one = whole.sim.tree.nodes[node]
    plan = whole.plans[0]
    if one.children < plan.width * math.pow(one.visits, plan.growth):
        return draw_move(p, node, me, ws)
    while True:
        child = best_child(node, p, whole)
        if child == 0:
            return draw_move(p, node, me, ws)
        if try_move(child, p, me, whole):
            return child
        whole.stamps[child] = whole.sim.runs[0].simulations + 1


@rule
def descend(arm: int, me: int, ws: Workspace) -> None:
    """Walk down from the root's move ``arm`` to a node that is new, or to the end of the game."""
    sim = ws.whole.sim
    sim.lengths[0] = 0
    go(0, ws.whole)
    go(arm, ws.whole)
    if not try_move(arm, me, me, ws.whole):
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
        go(node, ws.whole)
    sim.runs[0].plies = max(sim.runs[0].plies, sim.lengths[0] - 1)


@rule
def evaluate(arm: int, me: int, ws: Workspace) -> None:
    """What the settled position in ``states[1]`` is worth to each seat, as seat ``me`` knows it."""
    sim = ws.whole.sim
    g = sim.states[1]
    trust = ws.settings[0].trust
    players = g.opt.players * 1
    for q in range(players):
        sim.values[q] = 0.0
    if trust < 1.0:
        guide.estimate(g, sim.params, sim.values)
    if trust <= 0.0:
        return
    look(g, me, ws)
    judge(players, ws.net, ws.shares, ws.points)
    best = best_of(players, ws.points)
    second = second_of(players, ws.points)
    for k in range(players):
        q = (me + k) % players
        value = value_of(sim.params[REWARD], ws.shares[k], ws.points[k], best, second)
        sim.values[q] = (1.0 - trust) * sim.values[q] + trust * value
        ws.won[arm][q] += ws.shares[k]


@rule
def finish(arm: int, me: int, ws: Workspace) -> None:
    """Play on to the first settled position after so many decisions, or to the end, and write what it is worth.

    The win shares are added to those of the root's move ``arm``. What takes too long is given up, and said to be
    endless.
    """
    sim = ws.whole.sim
    run = sim.runs[0]
    g = sim.states[1]
    decided = 0
    ended = False
    for _ in range(run.longest):
        p = game.to_move(g)
        if p == OVER:
            game.utility(g, ws.shares)
            for q in range(g.opt.players):
                ws.won[arm][q] += ws.shares[q]
            guide.reward(g, sim.params, sim.values)
            ended = True
            break
        if decided >= run.truncate and game.settled(g):
            run.estimates += 1
            evaluate(arm, me, ws)
            ended = True
            break
        if p != CHANCE:
            decided += 1
        game.step(g, play_on(g, p, sim))
    if not ended:
        run.endless = 1
        return
    bonus = ws.settings[0].bonus
    if bonus > 0.0:
        sim.values[me] += bonus * line_progress(g, me, ws.settings[0].line)


@rule
def plant(ws: Workspace, me: int) -> None:
    """Sample the moves of the root, and write down what the network is shown of them and makes of them."""
    whole = ws.whole
    sim = whole.sim
    run = sim.runs[0]
    plan = whole.plans[0]
    game.hide(sim.states[0], me, fresh(run))
    whole.moves.states[0] = sim.states[0]
    n = sample(plan.sampled, plan.noise, plan.cover, plan.single, whole.moves, run)
    look(sim.states[0], me, ws)
    prepare(ws.net)
    plan.arms = 0
    for i in range(n):
        length = whole.moves.lengths[i]
        for k in range(length):
            whole.way[k] = whole.moves.ids[i][k]
        log = whole.moves.ways[i]
        found = log
        if plan.single == 0:
            found = logit(sim.states[0], me, whole.way, 0, length, log, ws)
        child = add(0, me, length, found, whole)
        if child != 0:
            whole.lures[child] = found + whole.moves.lures[i] - log
            whole.arms[plan.arms] = child
            ws.logits[child] = found
            for q in range(PLACES):
                ws.won[child][q] = 0.0
            for j in range(MOVE_INPUTS):
                ws.moves[child][j] = ws.move[j]
            plan.arms += 1
    if plan.plain != 0:
        weigh_arms(whole)


@entry
def show(ws: Workspace, eyes: int) -> None:
    """Write what the network is shown of the root as seat ``eyes`` knows it to ``row``."""
    seat_inputs(ws.whole.sim.states[0], eyes, 1 << eyes, ws.row)


@rule
def hold_round(quota: int, end: int, me: int, ws: Workspace) -> None:
    """Simulate the moves in the running, so often or until a moment (0: none), and until the deadline."""
    sim = ws.whole.sim
    run = sim.runs[0]
    turn = 0
    while turn < quota:
        arm = next_arm(turn, me, ws.whole)
        begin_world(ws.whole, me)
        descend(arm, me, ws)
        if not run.endless:
            finish(arm, me, ws)
        if run.endless:
            return
        for k in range(sim.lengths[0]):
            credit(sim.paths[0][k], sim.values, run, sim.tree)
        run.simulations += 1
        turn += 1
        if is_late(end, ws.whole):
            return


@entry
def search(ws: Workspace, me: int) -> int:
    """Simulate for seat ``me`` until the budget is used up, and halve the root's moves in rounds; returns how often.

    The best move is then the first of ``arms``. Where there is only one, one simulation is enough. A simulation without
    an end stops the search too, and is not counted.
    """
    run = ws.whole.sim.runs[0]
    plan = ws.whole.plans[0]
    plant(ws, me)
    if plan.arms == 0:
        return 0
    if plan.arms == 1:
        hold_round(1, 0, me, ws)
        return run.simulations
    begun = now(run.clock) if run.limit == 0 else 0
    rounds = rounds_of(ws.whole)
    for left in range(rounds, 0, -1):
        hold_round(quota_of(left, ws.whole), end_of(begun, rounds, left, ws.whole), me, ws)
        if run.endless:
            break
        rank(me, ws.whole)
        plan.arms = (plan.arms + 1) // 2
    return run.simulations
