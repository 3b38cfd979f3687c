"""Information-set search from Python: its desk is made, the kernel runs, and the tree is read into a report."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from types import ModuleType
from typing import TYPE_CHECKING

import numpy as np

from ..engine.binding import MEMO, PARAMS
from ..engine.compiler import build
from ..engine.contract import CHANCE, OVER
from ..engine.loader import kernel, twin
from ..engine.twin import MirrorArray, int_cells
from ..errors import BadSearch
from .budget import ends_at
from .endgame import solved
from .information import NODE
from .reading import chosen_child
from .report import ActionReport, Report, Step
from .simulating import PLIES, Grown, pool_size
from .tree import RUN
from .tree_view.naming import tree_of
from .tree_view.pool import Pool

if TYPE_CHECKING:
    from ..engine.compiler import Progress
    from ..engine.game import Game
    from ..engine.position import Position
    from .question import Question
    from .tree_view.size import TreeSize

__all__ = ["Informed", "informed", "planted", "searched"]


@dataclass(frozen=True, slots=True)
class Informed(Grown):
    """The kernel bound to a game and a guide, the desk it works on, and (after the search) the tree of seat ``me``."""

    me: int = 0

    def place(self, states: np.ndarray) -> None:
        """Put the position of ``states`` (an array of length 1) at the roots, which are the first nodes."""
        Grown.place(self, states)
        self.run.used = len(self.desk.at)

    def search(self) -> int:
        """Simulate until the limits of ``run`` are reached; returns the number of simulations so far."""
        return int(self.entry(self.desk, self.me))

    def prior(self, i: int) -> float | None:
        """The probability that the guide gave the action that leads to node ``i``; None where it was not asked."""
        priors = self.desk.tree.priors
        return None if len(priors) == 1 else float(priors[i])

    def children(self, i: int) -> Sequence[int]:
        """The nodes below node ``i``, in the order of who acts and what is done."""
        found = []
        child = int(self.node(i).first)
        while child:
            found.append(child)
            child = int(self.node(child).after)
        return found


def informed(
    game: Game,
    guide: ModuleType | None,
    me: int,
    pool: int,
    plies: int,
    *,
    each: bool = False,
    priors: bool = False,
    interpreted: bool = False,
    progress: Progress | None = None,
) -> Informed:
    """The kernel for a game, built if need be, and a desk with room for ``pool`` nodes and ways of ``plies`` plies.

    ``each``: there is a tree for each seat, not only for ``me``. ``priors``: it goes by the guide's priors.
    """
    before, rules = time.monotonic_ns(), game.rules
    if interpreted:
        rules = twin(rules.__name__)
        guide = None if guide is None else twin(guide.__name__)
    bound = kernel(f"{__package__}.ismcts", rules, guide)
    if not interpreted:
        build([bound.search], progress)
    waited = time.monotonic_ns() - before
    width, players = max(1, game.info.max_legal, game.info.max_outcomes), game.players
    trees = players if each else 1
    states, nodes, runs = np.zeros(3, rules.STATE), np.zeros(pool, NODE), np.zeros(1, RUN)
    tree = bound.Tree(
        nodes=MirrorArray(nodes) if interpreted else nodes,
        totals=np.zeros((pool, players)),
        squares=np.zeros((pool, players)),
        priors=np.zeros(pool if priors else 1),
    )
    desk = bound.Desk(
        states=MirrorArray(states) if interpreted else states,
        acts=int_cells(width) if interpreted else np.zeros(width, np.int64),
        weights=int_cells(width) if interpreted else np.zeros(width, np.int64),
        paths=[int_cells(plies) for _ in range(trees)] if interpreted else np.zeros((trees, plies), np.int64),
        lengths=int_cells(trees) if interpreted else np.zeros(trees, np.int64),
        at=int_cells(trees) if interpreted else np.zeros(trees, np.int64),
        menu=int_cells(width) if interpreted else np.zeros(width, np.int64),
        values=np.zeros(players),
        odds=np.zeros(width),
        params=np.zeros(PARAMS),
        memos=[int_cells(MEMO) for _ in range(players)] if interpreted else np.zeros((players, MEMO), np.int64),
        tree=tree,
        runs=MirrorArray(runs) if interpreted else runs,
    )
    run = desk.runs[0] if interpreted else runs.view(np.recarray)[0]
    return Informed(desk, run, bound.search, waited, me=me)


def searched(
    position: Position,
    question: Question,
    key: int,
    started: int,
    *,
    interpreted: bool,
    progress: Progress | None,
    size: TreeSize | None = None,
) -> Report:
    """Search a position as :func:`.running.search` asks for it, which ``started`` then."""
    me, budget = position.to_move, question.budget
    shown = position.shown_to(me, key)
    known, waited = solved(shown, question, key, started, interpreted=interpreted, progress=progress)
    if known is not None:
        if size is not None:
            raise BadSearch(
                "the end was found exactly, and there is no tree of that",
                hint="give exact=0, or leave out the tree",
            )
        return known
    least = 1 + len(position.legal_ids())
    found = planted(position.game, question, me, least, interpreted=interpreted, progress=progress)
    found.place(shown.states())
    found.run.key = key
    found.run.deadline = ends_at(budget, started + waited + found.waited, question.until)
    before = time.perf_counter()
    found.search()
    report = _report(shown, question, found, time.perf_counter() - before)
    if size is None:
        return report
    return replace(report, tree=tree_of(Pool(found, open_=True), position.shown_to(me, key), report, size))


def planted(
    game: Game,
    question: Question,
    me: int,
    least: int,
    *,
    interpreted: bool = False,
    progress: Progress | None = None,
) -> Informed:
    """The trees that a search for seat ``me`` grows, without nodes; ``least`` is what the root and its actions take."""
    options, budget = question.options, question.budget
    pool = pool_size(game.info, options["pool"], least, budget, interpreted=interpreted)
    each, priors, plies = options["trees"] == "each", options["select"] == "puct", question.plies or PLIES
    found = informed(
        game, question.guide, me, pool, plies, each=each, priors=priors, interpreted=interpreted, progress=progress
    )
    found.desk.params[: len(question.params)] = question.params
    found.run.c, found.run.fpu = options["c"], options["fpu"]
    found.run.truncate = -1 if options["truncate"] is None else int(options["truncate"])
    if budget.kind == "sims":
        found.run.limit = budget.amount
    return found


# ----------------------------------------------------------------------------------------------- reporting


def _likeliest(found: Informed, node: int, shown: Position) -> int:
    """The child that was visited most, of what may come next in this world; 0 for none."""
    options = shown.outcomes() if shown.to_move == CHANCE else shown.legal()
    possible = {one.id for one in options}
    known = [i for i in found.children(node) if found.node(i).by == shown.to_move and found.node(i).id in possible]
    return max((i for i in known if found.node(i).visits), key=lambda i: (found.node(i).visits, -i), default=0)


def _variation(found: Informed, child: int, shown: Position) -> list[Step]:
    """The best line in one world, to the first thing that the searching seat does not see."""
    steps = []
    while child:
        chance, id_ = shown.to_move == CHANCE, int(found.node(child).id)
        options = shown.outcomes() if chance else shown.legal()
        steps.append(Step(id_, next(one.name for one in options if one.id == id_), chance))
        shown.apply(id_)
        if shown.to_move == OVER or not (found.me in shown.seen_by or shown.to_move == found.me):
            break
        child = _likeliest(found, child, shown)
    return steps


def _report(shown: Position, question: Question, found: Informed, seconds: float) -> Report:
    """The report of a tree; ``shown`` is one of the worlds, and is played on in."""
    options = question.options
    me, run = found.me, found.run
    best = chosen_child(found, me, options["choose"], options["c"])
    actions = []
    for child, action in zip(found.children(0), shown.legal(), strict=True):
        one = found.node(child)
        value = tuple(None if math.isnan(v) else v for v in found.value(child))
        bound = "~" if one.visits else ""
        visits, available = int(one.visits), int(one.available)
        error, prior = found.error(child, me), found.prior(child)
        actions.append(ActionReport(action.id, action.name, value, bound, visits, error, prior, available=available))
    variation = _variation(found, best, shown)
    return Report(
        game=shown.game.name,
        algorithm=question.algorithm.name,
        budget=str(question.budget),
        seat=me,
        action=variation[0].id,
        name=variation[0].name,
        value=tuple(found.value(best)),
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
        options=dict(options),
        worlds=int(run.simulations) if shown.game.info.hidden else 1,
        full=int(run.refused),
        seconds=seconds,
    )
