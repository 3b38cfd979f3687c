"""How a child is chosen where a Monte Carlo search is more than plain UCT: priors, history, hopes and widening.

PUCT (Rosin 2011; Silver et al. 2017) weighs what is unknown by a prior. Progressive bias (Chaslot et al. 2008) and
progressive history (Nijssen and Winands 2011) add a term that fades with the visits. Implicit minimax back-ups (Lanctot
et al. 2014) mix the mean with what minimax makes of the guide's estimates, here a vector of which each player takes the
best by its own entry. Progressive widening (Coulom 2007; Couëtoux et al. 2011) tries few children until there are many
visits.
"""

from __future__ import annotations

import math

from ..engine.compiler import Floats, Ints, Ints2, rule
from ..engine.contract import CHANCE
from ..engine.stream import pick
from .notes import Extra, Notes
from .tree import GUESSED, Run, Tree, fresh, outcome, ucb1, ucb1_tuned

__all__ = ["advised", "hope", "progressive_history", "puct", "remember", "widened"]


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
def advised(node: int, p: int, k: int, run: Run, tree: Tree, notes: Notes) -> int:
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
        mean = (1.0 - extra.implicit) * mean + extra.implicit * notes.hopes[child, p]
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
def hope(path: Ints, length: int, tree: Tree, notes: Notes) -> None:
    """Back up the implicit minimax values from a leaf whose own value is noted."""
    hopes = notes.hopes
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
                if best < 0 or (one.mover != CHANCE and hopes[child, one.mover] > hopes[best, one.mover]):
                    best = child
        if best < 0:
            return
        for q in range(hopes.shape[1]):
            if one.mover == CHANCE:
                sum_ = 0.0
                for child in range(first, after):
                    if tree.nodes[child].known:
                        sum_ += tree.nodes[child].weight * hopes[child, q]
                hopes[node, q] = sum_ / total
            else:
                hopes[node, q] = hopes[best, q]
        one.known = GUESSED
