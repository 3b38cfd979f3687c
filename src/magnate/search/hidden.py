"""Searches under hidden information, from Python: information sets (:mod:`.ismcts`), and determinised worlds."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..core.binding import MEMO, PARAMS
from ..core.contract import CHANCE, OVER
from ..errors import BadSearch
from ..runtime.pystate import PyStates, py_ints
from ..runtime.stream import deal_seed
from .endgame import solved
from .interruption import limit
from .mcts_driver import PLIES, Grown, enough, grown, pool_size
from .mcts_report import chosen_child, report_of_run
from .mcts_tree import RUN
from .options import check_playouts, ends_at, longest_playout
from .report import ActionReport, Report, Step
from .tree_building import Pool, Shallow, tree_of
from .workspace import bound_kernel

if TYPE_CHECKING:
    from ..core.game import Game, Position
    from ..runtime.compiler import Progress
    from .algorithms import Execution, SearchSpec
    from .options import Budget


# ---------------------------------------------------------------------------------------------- Information-set search


@dataclass(frozen=True, slots=True)
class Informed(Grown):
    """The kernel bound to a game and a guide, its workspace, and (after the search) the tree of seat ``me``."""

    me: int = 0

    def place(self, states: np.ndarray) -> None:
        """Put the position of ``states`` (an array of length 1) at the roots, the first nodes; the trees stay."""
        Grown.place(self, states)
        self.run.used = max(len(self.workspace.at), int(self.run.used))

    def search(self) -> int:
        """Simulate until the limits of ``run`` are reached; returns the number of simulations so far."""
        done = int(self.entry(self.workspace, self.me))
        check_playouts(self.run)
        return done

    def prior(self, i: int) -> float | None:
        """The probability that the guide gave the action that leads to node ``i``; None where it was not asked."""
        priors = self.workspace.tree.priors
        return None if len(priors) == 1 else float(priors[i])

    def children(self, i: int) -> Sequence[int]:
        """The nodes below node ``i``, in the order of who acts and what is done."""
        found = []
        child = int(self.node(i).first)
        while child:
            found.append(child)
            child = int(self.node(child).after)
        return found


class ForestSize(NamedTuple):
    """What the trees have room for: ``pool`` nodes, and paths of ``plies`` plies.

    ``each``: there is a tree for each seat, not only for the one that searches. ``priors``: they go by the guide's.
    """

    pool: int
    plies: int
    each: bool = False
    priors: bool = False


def informed(
    game: Game,
    guide: ModuleType | None,
    me: int,
    size: ForestSize,
    *,
    interpreted: bool = False,
    progress: Progress | None = None,
) -> Informed:
    """The kernel for a game, built if need be, and a workspace of this ``size``."""
    bound, waited = bound_kernel("ismcts", game, guide, ["search"], interpreted=interpreted, progress=progress)
    ws = informed_workspace(bound, game, size, interpreted=interpreted)
    run = ws.runs[0] if interpreted else ws.runs.view(np.recarray)[0]
    return Informed(ws, run, bound.search, waited, me=me)


def informed_workspace(bound: Any, game: Game, size: ForestSize, *, interpreted: bool = False) -> Any:
    """The arrays of a simulation and its trees (``Workspace`` of the bound kernel); see :func:`informed`."""
    pool, plies = size.pool, size.plies
    width, players = max(1, game.info.max_legal, game.info.max_outcomes), game.players
    trees = players if size.each else 1
    states, nodes, runs = np.zeros(3, game.rules.STATE), np.zeros(pool, bound.NODE), np.zeros(1, RUN)
    runs["longest"] = longest_playout(game.info.max_decisions)
    tree = bound.Tree(
        nodes=PyStates(nodes) if interpreted else nodes,
        totals=np.zeros((pool, players)),
        squares=np.zeros((pool, players)),
        priors=np.zeros(pool if size.priors else 1),
    )
    return bound.Workspace(
        states=PyStates(states) if interpreted else states,
        acts=py_ints(width) if interpreted else np.zeros(width, np.int64),
        weights=py_ints(width) if interpreted else np.zeros(width, np.int64),
        paths=[py_ints(plies) for _ in range(trees)] if interpreted else np.zeros((trees, plies), np.int64),
        lengths=py_ints(trees) if interpreted else np.zeros(trees, np.int64),
        at=py_ints(trees) if interpreted else np.zeros(trees, np.int64),
        menu=py_ints(width) if interpreted else np.zeros(width, np.int64),
        values=np.zeros(players),
        odds=np.zeros(width),
        params=np.zeros(PARAMS),
        memos=[py_ints(MEMO) for _ in range(players)] if interpreted else np.zeros((players, MEMO), np.int64),
        tree=tree,
        runs=PyStates(runs) if interpreted else runs,
    )


def searched(
    position: Position,
    question: SearchSpec,
    key: int,
    started: int,
    execution: Execution,
) -> Report:
    """Search a position as :func:`.api.search` asks for it, which ``started`` then."""
    me, budget = position.to_move, question.budget
    shown = position.shown_to(me, key)
    interpreted, progress = execution.interpreted, execution.progress
    known, waited = solved(shown, question, key, started, interpreted=interpreted, progress=progress)
    if known is not None:
        if execution.tree is not None:
            raise BadSearch(
                "the end was found exactly, and there is no tree of that",
                hint="give exact=0, or leave out the tree",
            )
        return known
    least = 1 + len(position.legal_ids())
    found = planted(position.game, question, me, least, interpreted=interpreted, progress=progress)
    found.place(shown.states())
    found.run.key = key
    limit(found.run, ends_at(budget, started + waited + found.waited, question.until))
    before = time.perf_counter()
    found.search()
    report = _report(shown, question, found, time.perf_counter() - before)
    if execution.tree is None:
        return report
    return replace(report, tree=tree_of(Pool(found, open_=True), position.shown_to(me, key), report, execution.tree))


def planted(
    game: Game,
    question: SearchSpec,
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
    size = ForestSize(pool, plies, each, priors)
    found = informed(game, question.guide, me, size, interpreted=interpreted, progress=progress)
    found.workspace.params[: len(question.params)] = question.params
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


def _report(shown: Position, question: SearchSpec, found: Informed, seconds: float) -> Report:
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
    report = report_of_run(shown.game, question, me, run, actions, variation, found.value(best), seconds)
    return replace(report, worlds=int(run.simulations) if shown.game.info.hidden else 1)


# ---- Determinisation, the baseline for hidden information: worlds are drawn and searched, and the results are summed.
#
# In each world all that the searching seat cannot know is drawn anew, and then everything is taken for known:
# what is left is a plain Monte Carlo tree search (:mod:`.mcts`) with an equal share of the budget (Ginsberg 1999:
# perfect information Monte Carlo). It is simple and often strong, but each world is searched as if its secrets
# were known, now and later. So it never pays to find something out or to hide it, and what can only be guessed
# seems certain ("strategy fusion", Frank and Basin 1998); :mod:`.ismcts` is the answer to that.
#
# Oracle: it gambles for 1.0 where guessing a hidden bit is worth 0.5.


def determinised(
    position: Position,
    question: SearchSpec,
    key: int,
    started: int,
    execution: Execution,
) -> Report:
    """Search a position as :func:`.api.search` asks for it, which ``started`` then.

    A game without hidden parts is one world. The tree of the report is the root with its actions: what follows is
    another one in each world.
    """
    found = tree_of_worlds(
        *(position.game, question, 1 + len(position.legal_ids())),
        interpreted=execution.interpreted,
        progress=execution.progress,
    )
    before = time.perf_counter()
    answers = search_worlds(found, position, question, key, started + found.waited)
    report = _report_of_worlds(position, question, found, answers, time.perf_counter() - before)
    if execution.tree is None:
        return report
    return replace(
        report, tree=tree_of(Shallow(found), position.shown_to(position.to_move, key), report, execution.tree)
    )


def tree_of_worlds(
    game: Game, question: SearchSpec, least: int, *, interpreted: bool = False, progress: Progress | None = None
) -> Grown:
    """The tree that each world is searched with in its turn; ``least`` is what the root and its actions take."""
    options, budget = question.options, question.budget
    share = replace(budget, amount=-(-budget.amount // _worlds(game, budget, options)))
    pool = pool_size(game.info, options["pool"], least, share, interpreted=interpreted)
    recycles, plies = pool < enough(game.info, share), question.plies or PLIES
    found = grown(game, question.guide, pool, plies, recycles=recycles, interpreted=interpreted, progress=progress)
    found.workspace.params[: len(question.params)] = question.params
    found.run.c, found.run.truncate = options["c"], -1 if options["truncate"] is None else int(options["truncate"])
    return found


def search_worlds(found: Grown, position: Position, question: SearchSpec, key: int, begun: int) -> Counter[int]:
    """Search one world after another with a tree that is forgotten in between; at its root it then has their sums.

    Returns of how many worlds each child of the root was the answer. A budget of time counts from ``begun`` on.
    """
    options, budget = question.options, question.budget
    worlds, me = _worlds(position.game, budget, options), position.to_move
    sums = np.zeros((1 + len(position.legal_ids()), 1 + 2 * position.game.players))
    answers: Counter[int] = Counter()
    end = ends_at(budget, begun, question.until)
    for i in range(worlds):
        found.clear()
        found.place(position.shown_to(me, deal_seed("world", key, i)).states())
        found.run.key = deal_seed("tree", key, i)
        if budget.kind == "sims":
            found.run.limit = budget.amount * (i + 1) // worlds
        limit(found.run, end and begun + (end - begun) * (i + 1) // worlds)
        found.search()
        answers[chosen_child(found, me, options["choose"], options["c"])] += 1
        sums += [_row(found, node) for node in (0, *found.children(0))]
    for node, row in enumerate(sums):
        _write(found, node, row)
    return answers


def _worlds(game: Game, budget: Budget, options: Mapping[str, Any]) -> int:
    """How many worlds are searched: one where nothing is hidden, and never more than there are simulations."""
    if not game.info.hidden:
        return 1
    asked = int(options["worlds"])
    return min(asked, budget.amount) if budget.kind == "sims" else asked


def _row(found: Grown, node: int) -> list[float]:
    """The visits of a node, and its sums of values and of their squares."""
    return [float(found.node(node).visits), *found.workspace.tree.totals[node], *found.workspace.tree.squares[node]]


def _write(found: Grown, node: int, row: np.ndarray) -> None:
    """Put such figures there; the root and its actions are the same nodes in all worlds."""
    tree = found.workspace.tree
    if isinstance(tree.nodes, PyStates):
        tree.nodes[node].visits = int(row[0])
    else:
        tree.nodes["visits"][node] = row[0]
    tree.totals[node], tree.squares[node] = np.split(row[1:], 2)


def _report_of_worlds(
    position: Position, question: SearchSpec, found: Grown, answers: Counter[int], seconds: float
) -> Report:
    """The report of the sums; the line is the answer alone, since what follows differs from world to world."""
    options = question.options
    me, worlds = position.to_move, answers.total()
    best = chosen_child(found, me, options["choose"], options["c"])
    actions = []
    for child, action in zip(found.children(0), position.legal(), strict=True):
        visits, error = int(found.node(child).visits), found.error(child, me)
        value = tuple(None if math.isnan(v) else v for v in found.value(child))
        bound, agreement = "~" if visits else "", answers[child] / worlds
        actions.append(ActionReport(action.id, action.name, value, bound, visits, error, agreement=agreement))
    chosen = actions[list(found.children(0)).index(best)]
    line = [Step(chosen.id, chosen.name, chance=False)]
    report = report_of_run(position.game, question, me, found.run, actions, line, chosen.value, seconds)
    return replace(report, worlds=worlds)
