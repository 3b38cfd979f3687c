"""What a Monte Carlo search found, read from its tree, or from the trees of several threads as if they were one."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any, Protocol, cast

from ..core.contract import CHANCE, OVER
from .mcts_extras import TINY
from .report import ActionReport, Report, Step, named

if TYPE_CHECKING:
    from ..core.game import Game, Position
    from .algorithms import SearchSpec


class Found(Protocol):
    """A tree that can be read: a :class:`.mcts_driver.Grown` or a :class:`Forest`. Nodes are numbers; 0 is the root."""

    @property
    def run(self) -> Any:
        """The counters of the search."""

    def node(self, i: int) -> Any:
        """The record of node ``i``."""

    def children(self, i: int) -> Sequence[int]:
        """The nodes below node ``i``."""

    def value(self, i: int) -> list[float]:
        """What node ``i`` is worth to each seat (NaN without visits)."""

    def error(self, i: int, seat: int) -> float | None:
        """The standard error of that value for a seat; None where it is not known."""

    def prior(self, i: int) -> float | None:
        """The probability that the guide gave the action that leads to node ``i``; None where it was not asked."""


class OneTree(Found, Protocol):
    """A tree with its arrays, which several of them are read from together."""

    @property
    def workspace(self) -> Any:
        """The arrays of the search."""

    @property
    def extra(self) -> Any:
        """The settings beyond plain UCT."""

    @property
    def notes(self) -> Any:
        """The tables beside the tree."""


# ------------------------------------------------------------------------------------------ several trees


@dataclass(frozen=True, slots=True)
class Node:
    """A node of several trees: the sum of its visits, and what is the same in all of them."""

    visits: int
    id: int
    weight: int
    mover: int
    by: int
    proven: bool


@dataclass(frozen=True, slots=True)
class Counters:
    """What several runs counted together; the longest way is that of one of them."""

    visited: int
    simulations: int
    moves: int
    plies: int
    emptied: int
    refused: int


class Forest:
    """Trees of one root, read as one. Sums do not depend on the order of the trees, to the last bit."""

    def __init__(self, trees: Sequence[OneTree]) -> None:
        self._parts: list[list[tuple[OneTree, int]]] = [[(tree, 0) for tree in trees]]
        self._below: dict[int, Sequence[int]] = {}
        runs = [tree.run for tree in trees]
        self.run = Counters(
            sum(int(run.visited) for run in runs),
            sum(int(run.simulations) for run in runs),
            max(int(run.moves) for run in runs),
            max(int(run.plies) for run in runs),
            sum(int(run.emptied) for run in runs),
            sum(int(run.refused) for run in runs),
        )

    def node(self, i: int) -> Node:
        """See :class:`Found`."""
        records = [tree.node(k) for tree, k in self._parts[i]]
        one = next((record for record in records if record.children), records[0])
        proven = any(record.proven for record in records)
        visits = sum(int(record.visits) for record in records)
        return Node(visits, int(one.id), int(one.weight), int(one.mover), int(one.by), proven)

    def children(self, i: int) -> Sequence[int]:
        """The nodes below node ``i`` in any of the trees, by the seat that decides and the id."""
        if i not in self._below:
            groups: dict[tuple[int, int], list[tuple[OneTree, int]]] = {}
            for tree, k in self._parts[i]:
                for child in tree.children(k):
                    one = tree.node(child)
                    groups.setdefault((int(one.by), int(one.id)), []).append((tree, child))
            first = len(self._parts)
            self._parts += [groups[key] for key in sorted(groups)]
            self._below[i] = range(first, len(self._parts))
        return self._below[i]

    def value(self, i: int) -> list[float]:
        """See :class:`Found`."""
        for tree, k in self._parts[i]:
            if tree.node(k).proven:
                return tree.value(k)
        visits = self.node(i).visits
        sums = zip(*[tree.workspace.tree.totals[k] for tree, k in self._parts[i]], strict=True)
        return [math.fsum(sum_) / visits if visits else math.nan for sum_ in sums]

    def error(self, i: int, seat: int) -> float | None:
        """See :class:`Found`."""
        one, mean = self.node(i), self.value(i)[seat]
        if one.proven:
            return 0.0
        if one.visits < 2:
            return None
        square = math.fsum(tree.workspace.tree.squares[k, seat] for tree, k in self._parts[i]) / one.visits
        return math.sqrt(max(0.0, square - mean * mean) / (one.visits - 1))

    def prior(self, i: int) -> float | None:
        """See :class:`Found`; what the guide says is the same in all trees."""
        tree, k = self._parts[i][0]
        return tree.prior(k)


# ------------------------------------------------------------------------------------------------ the answer


def chosen_child(found: Found, me: int, rule: str, c: float, among: Sequence[int] | None = None) -> int:
    """The node of the action that is the answer for seat ``me``, of all children of the root or those of ``among``.

    Among the actions that are not proven, ``robust`` takes the one with the most visits (then the greatest mean, then
    the lowest id). ``max`` takes the greatest mean, ``secure`` the greatest mean less UCB1's margin. The best proven
    one is taken where that one's mean is no better; of two that seem lost it is the one that is not proven so.
    """
    log_all = math.log(max(1, found.node(0).visits))

    def rank(child: int) -> tuple[float, ...]:
        visits, mean = int(found.node(child).visits), found.value(child)[me]
        if rule == "robust":
            return visits, mean, -child
        return mean - (c * math.sqrt(log_all / visits) if rule == "secure" else 0.0), visits, -child

    children = found.children(0) if among is None else among
    open_ = [child for child in children if not found.node(child).proven and found.node(child).visits]
    proven = [child for child in children if found.node(child).proven]
    best = max(open_, key=rank, default=None)
    sure = max(proven, key=lambda child: (found.value(child)[me], -child), default=None)
    if best is None or sure is None:
        return best or sure or children[0]  # the root is node 0, so no child is
    worth = found.value(sure)[me]
    return sure if worth > 0 and worth >= found.value(best)[me] else best


def _line(found: Found, child: int) -> list[int]:
    """The ids on the way from the root: the child, then what was visited most; of outcomes the likeliest."""
    line = []
    while found.node(child).visits:
        one = found.node(child)
        line.append(int(one.id))
        below = found.children(child)
        if not below:
            break
        if one.mover == CHANCE:
            child = max(below, key=lambda i: (found.node(i).weight, -i))
        else:
            child = max(below, key=lambda i: (found.node(i).visits, found.value(i)[one.mover], -i))
    return line


def _open_line(found: Found, child: int, position: Position) -> list[int]:
    """The same for an open loop: the outcomes are not in the tree, so the position is played on."""
    shown, line = position.shown_to(position.to_move), [int(found.node(child).id)]
    shown.apply(line[0])
    while shown.to_move != OVER:
        if shown.to_move == CHANCE:
            step = max(shown.outcomes(), key=lambda one: (one.weight, -one.id)).id
        else:
            legal = {action.id for action in shown.legal()}
            below = [i for i in found.children(child) if found.node(i).by == shown.to_move and found.node(i).visits]
            able = [i for i in below if found.node(i).id in legal]
            if not able:
                break
            child = max(able, key=lambda i: (found.node(i).visits, found.value(i)[shown.to_move], -i))
            step = int(found.node(child).id)
        line.append(step)
        shown.apply(step)
    return line


def improved(priors: Sequence[float], values: Sequence[float], visits: Sequence[int], scale: float) -> list[float]:
    """The Gumbel root's improved policy: softmax(logit + scale · completed value).

    An action without visits is as good as the mean of the others by their priors.

    >>> [round(share, 3) for share in improved([0.5, 0.25, 0.25], [0.0, 1.0, 0.0], [2, 2, 0], 1.0)]
    [0.344, 0.467, 0.189]
    """
    shares = [max(TINY, prior) for prior in priors]
    tried = [i for i, n in enumerate(visits) if n]
    total = math.fsum(shares[i] for i in tried)
    mixed = math.fsum(shares[i] * values[i] for i in tried) / total if tried else 0.0
    completed = [values[i] if visits[i] else mixed for i in range(len(shares))]
    logits = [math.log(share) + scale * value for share, value in zip(shares, completed, strict=True)]
    top = max(logits)
    weights = [math.exp(logit - top) for logit in logits]
    return [weight / math.fsum(weights) for weight in weights]


# ------------------------------------------------------------------------------------------------ the report


def _of_the_root(found: Found, options: Mapping[str, Any], me: int) -> dict[int, tuple[float | None, float | None]]:
    """The prior and the improved probability of each of the root's children, where the search has them."""
    children = found.children(0)
    priors = [prior for prior in map(found.prior, children) if prior is not None]
    if not priors:
        return dict.fromkeys(children, (None, None))
    if options["root"] != "gumbel":
        return {child: (prior, None) for child, prior in zip(children, priors, strict=True)}
    visits = [int(found.node(child).visits) for child in children]
    scale = (options["c_visit"] + max(visits)) * options["c_scale"]
    policy = improved(priors, [found.value(child)[me] for child in children], visits, scale)
    return dict(zip(children, zip(priors, policy, strict=True), strict=True))


def _roots(found: Found, position: Position) -> dict[int, int]:
    """The children of the root by the actions that they stand for; in an open loop some may be missing."""
    me, legal = position.to_move, {action.id for action in position.legal()}
    nodes = [(found.node(child), child) for child in found.children(0)]
    return {int(one.id): child for one, child in nodes if one.by == me and one.id in legal}


def _action_reports(found: Found, position: Position, options: Mapping[str, Any]) -> list[ActionReport]:
    """A report of each legal action."""
    me, known = position.to_move, _of_the_root(found, options, position.to_move)
    nodes, reports = _roots(found, position), []
    for action in position.legal():
        child = nodes.get(action.id)
        if child is None:
            reports.append(ActionReport(action.id, action.name, (None,) * position.game.players, "", 0))
            continue
        one, (prior, policy) = found.node(child), known[child]
        value = tuple(None if math.isnan(v) else v for v in found.value(child))
        bound = "=" if one.proven else "~" if one.visits else ""
        error = found.error(child, me)
        reports.append(ActionReport(action.id, action.name, value, bound, int(one.visits), error, prior, policy))
    return reports


def answer(found: Found, me: int, options: Mapping[str, Any], among: Sequence[int] | None = None) -> int:
    """The node of the action that is the answer for seat ``me``: the last that is in the running, or by the rule.

    The rule is that of the options (:func:`chosen_child`, which says what ``among`` is).
    """
    if options["root"] != "plain" and not found.node(0).proven:
        tree = cast("OneTree", found)  # a plan for the root is one tree's
        if tree.extra.begun:
            return int(tree.notes.arms[0])
    return chosen_child(found, me, options["choose"], options["c"], among)


class _AtRest:
    """A tree that is not searched meanwhile: what is asked again is read from its arrays once."""

    def __init__(self, found: Found) -> None:
        self._found = found
        self.node, self.children, self.value = cache(found.node), cache(found.children), cache(found.value)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._found, name)


def reported(position: Position, question: SearchSpec, tree: Found, seconds: float, key: int) -> Report:
    """The report of a tree; ``key`` drew what the seat cannot know of the position that was searched."""
    options, found = question.options, cast("Found", _AtRest(tree))
    run, certain = found.run, not position.game.info.hidden
    best = answer(found, position.to_move, options, list(_roots(found, position).values()))
    line = _open_line(found, best, position) if options["chance"] == "open" else _line(found, best)
    variation, seat = named(position, line, key), position.to_move
    actions = _action_reports(found, position, options)
    proven = bool(found.node(0).proven) and certain
    report = report_of_run(position.game, question, seat, run, actions, variation, found.value(best), seconds)
    return replace(report, exact=proven, proven=proven)


def report_of_run(
    game: Game,
    question: SearchSpec,
    seat: int,
    run: Any,
    actions: Sequence[ActionReport],
    variation: Sequence[Step],
    value: Sequence[float | None],
    seconds: float,
) -> Report:
    """The report of simulations that ``run`` has counted, by which nothing is proven."""
    return Report(
        game=game.name,
        algorithm=question.algorithm.name,
        budget=str(question.budget),
        seat=seat,
        action=variation[0].id,
        name=variation[0].name,
        value=tuple(value),
        actions=tuple(actions),
        variation=tuple(variation),
        nodes=int(run.visited),
        evaluations=int(run.simulations),
        cutoffs=0,
        hits=0,
        depth=int(run.moves),
        plies=int(run.plies),
        exact=False,
        proven=False,
        options=dict(question.options),
        full=int(run.emptied) + int(run.refused),
        seconds=seconds,
    )
