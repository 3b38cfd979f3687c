"""How the root shares the simulations out, where it does so by a plan: sequential halving, and the Gumbel root.

Sequential halving (Karnin, Koren and Somekh 2013) has ⌈log2 m⌉ phases for m actions. In each the actions that are still
in the running get as many simulations as each other, then the worse half leaves. The Gumbel root (Danihelka, Guez,
Schrittwieser and Silver 2022) samples the actions that begin without replacement, by their priors, and ranks them by
what attracted it to them, *logit* + Gumbel noise, and by their values, which count for more the more is known. All
simulations of the budget are used, and no more.
"""

from __future__ import annotations

import math

from ..engine.compiler import rule
from .notes import GUMBEL, Notes
from .tree import Run, Tree, fresh

__all__ = ["TINY", "aim", "rank_arms"]

TINY = 1e-300
"""A prior of 0 counts as this much, so that it has a logarithm."""


@rule
def aim(p: int, run: Run, tree: Tree, notes: Notes) -> int:
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
