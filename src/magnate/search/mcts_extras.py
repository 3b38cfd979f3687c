"""What Monte Carlo search has beyond plain UCT: tables, priors, history, implicit minimax, widening, root plans."""

from __future__ import annotations

import math
from typing import Annotated, Any, NamedTuple, TypeAlias

from ..core.contract import CHANCE
from ..runtime.compiler import Floats, Floats2, Ints, Ints2, rule
from ..runtime.layout import packed
from ..runtime.stream import pick
from .mcts_tree import GUESSED, Run, Tree, fresh, outcome, ucb1, ucb1_tuned

HALVING, GUMBEL = 1, 2
"""How an ``allocation`` shares the simulations out among the root's actions; 0: as everywhere in the tree."""

EXTRA = packed(
    [
        ("bias", "f8"),  # the weight of progressive bias by the prior; 0: none
        ("history", "f8"),  # the weight of progressive history; 0: none
        ("implicit", "f8"),  # the share of the implicit minimax value; 0: none
        ("width", "f8"),  # widening: less than width · visits ** growth children are tried
        ("growth", "f8"),
        ("c_visit", "f8"),  # the constants of the Gumbel root
        ("c_scale", "f8"),
        ("quota", "i8"),  # simulations left in this phase of the root's allocation
        ("interval", "i8"),  # simulations of a round of deepening; 0: no rounds
        ("arms", "i4"),  # actions of the root that are still in the running
        ("turn", "i4"),  # which of them is next
        ("phases", "i4"),  # phases that are not over, this one included
        ("sampled", "i4"),  # the most arms to begin with
        ("begun", "i4"),  # 1: the allocation has begun
        ("trails", "i4"),  # ways to promising leaves in this round
        ("puct", "i1"),  # 1: PUCT
        ("priors", "i1"),  # 1: priors are asked for
        ("few_outcomes", "i1"),  # 1: widening of chance nodes
        ("few_actions", "i1"),  # 1: widening of decisions
        ("expected", "i1"),  # 1: chance nodes pass on the mean of their outcomes by weight, not what was drawn
        ("allocation", "i1"),  # HALVING or GUMBEL; 0: neither
        ("spare", "i1", (2,)),
    ]
)
Extra: TypeAlias = Annotated[Any, EXTRA]
Extras: TypeAlias = Annotated[Any, (EXTRA,)]


class Notes(NamedTuple):
    """The tables beside the tree.

    A row a node: ``priors``, the probability that the guide gave an action; ``minimax``, the implicit minimax values;
    ``seen``, how often an action could be taken (open loop). ``menu`` are the children that may be chosen now (-1:
    there is no room for this one), ``odds`` the guide's probabilities of them. ``sums`` and ``counts`` say for each
    seat and action what it brought and how often it was taken anywhere. ``arms`` are the root's children that are in
    the running, ``lures`` how attractive each child was before it was tried. ``gains`` is what a simulation adds to a
    node's sums. ``trails`` has a row a promising leaf: the way to it from the root, ended by -1.
    """

    extras: Extras
    priors: Floats
    minimax: Floats2
    seen: Ints
    menu: Ints
    odds: Floats
    sums: Floats2
    counts: Ints2
    arms: Ints
    lures: Floats
    gains: Floats
    trails: Ints2


# ------- How a child is chosen beyond plain UCT: priors, history, implicit minimax and widening.
#
# PUCT (Rosin 2011; Silver et al. 2017) weighs what is unknown by a prior. Progressive bias (Chaslot et al. 2008)
# and progressive history (Nijssen and Winands 2011) add a term that fades with the visits. Implicit minimax back-
# ups (Lanctot et al. 2014) mix the mean with what minimax makes of the guide's estimates, here a vector of which
# each player takes the best by its own entry. Progressive widening (Coulom 2007; Couëtoux et al. 2011) tries few
# children until there are many visits.


@rule
def puct(mean: float, prior: float, n: int, n_all: int, c: float) -> float:
    """The score of an action with ``n`` of its parent's ``n_all`` visits: *mean* + c·prior·√N / (1 + n)."""
    return mean + c * prior * math.sqrt(n_all) / (1 + n)


@rule
def progressive_history(share: float, score: float, n: int, weight: float) -> float:
    """The bonus of an action worth ``share`` wherever it is taken; ``score`` is the sum of its ``n`` results."""
    return share * weight / (n - score + 1)


@rule
def may_widen(count: int, n: int, extra: Extra) -> bool:
    """Whether a node with ``n`` visits may get another child when ``count`` are tried: width · n ** growth of them."""
    return count == 0 or count < extra.width * math.pow(max(1, n), extra.growth)


@rule
def select_extended(node: int, p: int, k: int, run: Run, tree: Tree, notes: Notes) -> int:
    """The child that seat ``p`` tries next, of the first ``k`` of the menu (at least one of which is there).

    Without PUCT actions that nobody has tried come first, by their prior. Where widening allows no new action they are
    left out.
    """
    extra = notes.extras[0]
    n_all = tree.nodes[node].visits
    wide = True
    if extra.few_actions:
        tried = 0
        for i in range(k):
            if notes.menu[i] >= 0 and tree.nodes[notes.menu[i]].visits > 0:
                tried += 1
        wide = may_widen(tried, n_all, extra)
    if wide and not extra.puct:
        child = _untried(k, tree, notes)
        if child >= 0:
            return child
    base = tree.totals[node, p] / n_all if n_all > 0 else 0.0
    best = -math.inf
    chosen = -1
    for i in range(k):
        child = notes.menu[i]
        if child < 0 or (tree.nodes[child].visits == 0 and not wide):
            continue
        score = _score(child, p, n_all, base, run, tree, notes)
        if chosen < 0 or score > best:
            best = score
            chosen = child
    return chosen


@rule
def _untried(k: int, tree: Tree, notes: Notes) -> int:
    """The child without visits that has the greatest prior, without priors the first; -1 if there is none."""
    best = -1.0
    chosen = -1
    for i in range(k):
        child = notes.menu[i]
        if child < 0 or tree.nodes[child].visits > 0:
            continue
        if not notes.extras[0].priors:
            return child
        if notes.priors[child] > best:
            best = notes.priors[child]
            chosen = child
    return chosen


@rule
def _score(child: int, p: int, n_all: int, base: float, run: Run, tree: Tree, notes: Notes) -> float:
    """How much seat ``p`` wants to try a child whose parent has ``n_all`` visits and is worth ``base``."""
    extra = notes.extras[0]
    one = tree.nodes[child]
    if one.proven:
        return tree.worth[child, p]
    n = one.visits
    if run.open:
        n_all = notes.seen[child]
    n_all = max(1, n_all)
    mean = tree.totals[child, p] / n if n > 0 else base - run.fpu
    if extra.implicit > 0 and one.known:
        mean = (1.0 - extra.implicit) * mean + extra.implicit * notes.minimax[child, p]
    if extra.puct:
        score = puct(mean, notes.priors[child], n, n_all, run.c)
    elif run.tuned:
        score = ucb1_tuned(tree.totals[child, p] / n, tree.squares[child, p] / n, n, math.log(n_all))
        score += mean - tree.totals[child, p] / n
    else:
        score = ucb1(mean, n, math.log(n_all), run.c)
    if extra.bias > 0:
        score += extra.bias * notes.priors[child] / (n + 1)
    if extra.history > 0 and notes.counts[p, one.id] > 0:
        share = notes.sums[p, one.id] / notes.counts[p, one.id]
        score += progressive_history(share, tree.totals[child, p], n, extra.history)
    return score


@rule
def widened(node: int, run: Run, tree: Tree, notes: Notes) -> int:
    """The outcome that is tried next at a chance node: any by its weight, or while it may not widen a known one."""
    child = outcome(node, fresh(run) >> 11, tree)
    if tree.nodes[child].visits > 0:
        return child
    first = tree.nodes[node].first
    after = first + tree.nodes[node].children
    tried = 0
    total = 0
    for other in range(first, after):
        if tree.nodes[other].visits > 0:
            tried += 1
            total += tree.nodes[other].weight
    if may_widen(tried, tree.nodes[node].visits, notes.extras[0]):
        return child
    rest = pick(fresh(run) >> 11, total)
    for other in range(first, after):
        if tree.nodes[other].visits > 0:
            rest -= tree.nodes[other].weight
            if rest < 0:
                return other
    return child


# ------------------------------------------------------------------------------------------------ what is learnt


@rule
def remember(path: Ints, length: int, values: Floats, played: Ints2, run: Run, tree: Tree, notes: Notes) -> None:
    """Note for progressive history what the actions of a simulation brought to those who took them."""
    for k in range(1, length):
        one = tree.nodes[path[k]]
        if one.by != CHANCE:
            notes.sums[one.by, one.id] += values[one.by]
            notes.counts[one.by, one.id] += 1
    for k in range(run.played):
        q = played[0, k]
        notes.sums[q, played[1, k]] += values[q]
        notes.counts[q, played[1, k]] += 1


@rule
def back_up_minimax(path: Ints, length: int, tree: Tree, notes: Notes) -> None:
    """Back up the implicit minimax values from a leaf whose own value is noted."""
    minimax = notes.minimax
    for k in range(length - 2, -1, -1):
        node = path[k]
        one = tree.nodes[node]
        first = one.first
        after = first + one.children
        total = 0
        best = -1
        for child in range(first, after):
            if tree.nodes[child].known:
                total += tree.nodes[child].weight
                if best < 0 or (one.mover != CHANCE and minimax[child, one.mover] > minimax[best, one.mover]):
                    best = child
        if best < 0:
            return
        for q in range(minimax.shape[1]):
            if one.mover == CHANCE:
                sum_ = 0.0
                for child in range(first, after):
                    if tree.nodes[child].known:
                        sum_ += tree.nodes[child].weight * minimax[child, q]
                minimax[node, q] = sum_ / total
            else:
                minimax[node, q] = minimax[best, q]
        one.known = GUESSED


# ------- How the root shares the simulations out, where it does so by a plan: sequential halving, and the Gumbel root.
#
# Sequential halving (Karnin, Koren and Somekh 2013) has ⌈log2 m⌉ phases for m actions. In each the actions that
# are still in the running get as many simulations as each other, then the worse half leaves. The Gumbel root
# (Danihelka, Guez, Schrittwieser and Silver 2022) samples the actions that begin without replacement, by their
# priors, and ranks them by what attracted it to them, *logit* + Gumbel noise, and by their values, which count
# for more the more is known. All simulations of the budget are used, and no more.


TINY = 1e-300
"""A prior of 0 counts as this much, so that it has a logarithm."""


@rule
def pick_root_arm(p: int, run: Run, tree: Tree, notes: Notes) -> int:
    """The child of the root, where seat ``p`` decides, that the next simulation tries."""
    extra = notes.extras[0]
    if not extra.begun:
        _begin(p, run, tree, notes)
    while extra.quota == 0 and extra.phases > 1:
        rank_arms(p, tree, notes)
        extra.arms = (extra.arms + 1) // 2
        extra.phases -= 1
        _start_phase(run, notes)
    child = notes.arms[extra.turn]
    extra.turn = (extra.turn + 1) % extra.arms
    extra.quota -= 1
    return child


@rule
def _begin(p: int, run: Run, tree: Tree, notes: Notes) -> None:
    """Put the actions in the running: all of them, or those that attract most."""
    extra = notes.extras[0]
    first = tree.nodes[0].first
    extra.begun = 1
    extra.arms = tree.nodes[0].children
    for i in range(extra.arms):
        notes.arms[i] = first + i
        notes.lures[i] = 0.0
        if extra.allocation == GUMBEL:
            share = ((fresh(run) >> 11) + 0.5) / 4503599627370496.0  # of 2**52
            notes.lures[i] = math.log(max(TINY, notes.priors[first + i])) - math.log(-math.log(share))
    rank_arms(p, tree, notes)
    extra.arms = min(extra.arms, extra.sampled)
    extra.phases = 1
    while (1 << extra.phases) < extra.arms:
        extra.phases += 1
    _start_phase(run, notes)


@rule
def _start_phase(run: Run, notes: Notes) -> None:
    """Give this phase its part of what is left of the budget, a simulation an arm at least."""
    extra = notes.extras[0]
    left = run.limit - run.simulations
    extra.turn = 0
    extra.quota = min(left, max(extra.arms, left // extra.phases))


@rule
def rank_arms(p: int, tree: Tree, notes: Notes) -> None:
    """Sort the arms, the best for seat ``p`` first; equal ones stay in order."""
    extra = notes.extras[0]
    first = tree.nodes[0].first
    scale = 1.0
    unknown = -math.inf
    if extra.allocation == GUMBEL:
        most = 0
        for child in range(first, first + tree.nodes[0].children):
            most = max(most, tree.nodes[child].visits)
        scale = (extra.c_visit + most) * extra.c_scale
        unknown = _mixed(p, tree, notes)
    for i in range(extra.arms):
        child = notes.arms[i]
        n = tree.nodes[child].visits
        value = unknown
        if tree.nodes[child].proven:
            value = tree.worth[child, p]
        elif n > 0:
            value = tree.totals[child, p] / n
        score = notes.lures[child - first] + scale * value
        k = i
        while k > 0 and notes.odds[k - 1] < score:
            notes.odds[k] = notes.odds[k - 1]
            notes.arms[k] = notes.arms[k - 1]
            k -= 1
        notes.odds[k] = score
        notes.arms[k] = child


@rule
def _mixed(p: int, tree: Tree, notes: Notes) -> float:
    """The value of an action that nobody has tried: the mean of those that were, by their priors (0 without any)."""
    first = tree.nodes[0].first
    sum_ = 0.0
    total = 0.0
    for child in range(first, first + tree.nodes[0].children):
        n = tree.nodes[child].visits
        if n > 0:
            share = max(TINY, notes.priors[child])
            sum_ += share * (tree.totals[child, p] / n)
            total += share
    return sum_ / total if total > 0 else 0.0
