"""Determinisation, the baseline for hidden information: worlds are drawn and searched, and the results are summed.

In each world all that the searching seat cannot know is drawn anew, and then everything is taken for known: what is
left is a plain Monte Carlo tree search (:mod:`.mcts`) with an equal share of the budget (Ginsberg 1999: perfect
information Monte Carlo). It is simple and often strong, but each world is searched as if its secrets were known, now
and later. So it never pays to find something out or to hide it, and what can only be guessed seems certain ("strategy
fusion", Frank and Basin 1998); :mod:`.ismcts` is the answer to that.

Oracle: it gambles for 1.0 where guessing a hidden bit is worth 0.5.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from ..engine.stream import deal_seed
from ..engine.twin import MirrorArray
from .budget import ends_at
from .reading import chosen_child
from .report import ActionReport, Report, Step
from .simulating import PLIES, Grown, enough, grown, pool_size
from .tree_view.naming import tree_of
from .tree_view.pool import Shallow

if TYPE_CHECKING:
    from ..engine.compiler import Progress
    from ..engine.game import Game
    from ..engine.position import Position
    from .budget import Budget
    from .question import Question
    from .tree_view.size import TreeSize

__all__ = ["determinised", "search_worlds", "tree_of_worlds"]


def determinised(
    position: Position,
    question: Question,
    key: int,
    started: int,
    *,
    interpreted: bool,
    progress: Progress | None,
    size: TreeSize | None = None,
) -> Report:
    """Search a position as :func:`.running.search` asks for it, which ``started`` then.

    A game without hidden parts is one world. The tree of the report is the root with its actions: what follows is
    another one in each world.
    """
    found = tree_of_worlds(
        position.game, question, 1 + len(position.legal_ids()), interpreted=interpreted, progress=progress
    )
    before = time.perf_counter()
    answers = search_worlds(found, position, question, key, started + found.waited)
    report = _report(position, question, found, answers, time.perf_counter() - before)
    if size is None:
        return report
    return replace(report, tree=tree_of(Shallow(found), position.shown_to(position.to_move, key), report, size))


def tree_of_worlds(
    game: Game, question: Question, least: int, *, interpreted: bool = False, progress: Progress | None = None
) -> Grown:
    """The tree that each world is searched with in its turn; ``least`` is what the root and its actions take."""
    options, budget = question.options, question.budget
    share = replace(budget, amount=-(-budget.amount // _worlds(game, budget, options)))
    pool = pool_size(game.info, options["pool"], least, share, interpreted=interpreted)
    recycles, plies = pool < enough(game.info, share), question.plies or PLIES
    found = grown(game, question.guide, pool, plies, recycles=recycles, interpreted=interpreted, progress=progress)
    found.desk.params[: len(question.params)] = question.params
    found.run.c, found.run.truncate = options["c"], -1 if options["truncate"] is None else int(options["truncate"])
    return found


def search_worlds(found: Grown, position: Position, question: Question, key: int, begun: int) -> Counter[int]:
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
        found.run.deadline = end and begun + (end - begun) * (i + 1) // worlds
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
    return [float(found.node(node).visits), *found.desk.tree.totals[node], *found.desk.tree.squares[node]]


def _write(found: Grown, node: int, row: np.ndarray) -> None:
    """Put such figures there; the root and its actions are the same nodes in all worlds."""
    tree = found.desk.tree
    if isinstance(tree.nodes, MirrorArray):
        tree.nodes[node].visits = int(row[0])
    else:
        tree.nodes["visits"][node] = row[0]
    tree.totals[node], tree.squares[node] = np.split(row[1:], 2)


def _report(position: Position, question: Question, found: Grown, answers: Counter[int], seconds: float) -> Report:
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
    return Report(
        game=position.game.name,
        algorithm=question.algorithm.name,
        budget=str(question.budget),
        seat=me,
        action=chosen.id,
        name=chosen.name,
        value=chosen.value,
        actions=tuple(actions),
        variation=(Step(chosen.id, chosen.name, chance=False),),
        nodes=int(found.run.visited),
        evaluations=int(found.run.simulations),
        cutoffs=0,
        hits=0,
        depth=int(found.run.moves),
        plies=int(found.run.plies),
        exact=False,
        proven=False,
        options=dict(options),
        worlds=worlds,
        full=int(found.run.emptied) + int(found.run.refused),
        seconds=seconds,
    )
