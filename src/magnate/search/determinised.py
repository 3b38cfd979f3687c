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
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from ..engine.stream import deal_seed
from .report import ActionReport, Report, Step
from .simulating import PLIES, Grown, chosen_child, grown
from .simulating import _pool as pool_for

if TYPE_CHECKING:
    from ..engine.compiler import Progress
    from ..engine.position import Position
    from .algorithms import Algorithm
    from .budget import Budget

__all__ = ["determinised"]


def determinised(
    position: Position,
    algorithm: Algorithm,
    options: Mapping[str, Any],
    budget: Budget,
    guide: ModuleType | None,
    params: np.ndarray,
    plies: int | None,
    key: int,
    *,
    interpreted: bool,
    progress: Progress | None,
) -> Report:
    """Search a position as :func:`.running.search` asks for it; a game without hidden parts is one world."""
    worlds, me = _worlds(position, budget, int(options["worlds"])), position.to_move
    share = replace(budget, amount=-(-budget.amount // worlds))
    pool = pool_for(position, options["pool"], share, interpreted=interpreted)

    def desk() -> Grown:
        return grown(position.game, guide, pool, plies or PLIES, interpreted=interpreted, progress=progress)

    total = found = desk()
    started = time.perf_counter()
    answers: Counter[int] = Counter()
    for i in range(worlds):
        if i > 0:
            found = desk()
        found.place(position.shown_to(me, deal_seed("world", key, i)).states())
        found.desk.params[: len(params)] = params
        found.run.key, found.run.c = deal_seed("tree", key, i), options["c"]
        found.run.truncate = -1 if options["truncate"] is None else int(options["truncate"])
        if budget.kind == "time":
            found.run.deadline = total.begun + budget.amount * (i + 1) // worlds
        else:
            found.run.limit = budget.amount // worlds + (i < budget.amount % worlds)
        found.search()
        answers[chosen_child(found, me, options["choose"], options["c"])] += 1
        if i > 0:
            _add(found, total)
    return _report(position, algorithm, options, budget, total, answers, time.perf_counter() - started)


def _worlds(position: Position, budget: Budget, asked: int) -> int:
    """How many worlds are searched: one where nothing is hidden, and never more than there are simulations."""
    if not position.game.info.hidden:
        return 1
    return min(asked, budget.amount) if budget.kind == "sims" else asked


def _add(found: Grown, total: Grown) -> None:
    """Add what was found of the root and its actions, which are the same nodes in all worlds, to the first world's."""
    for node in (0, *found.children(0)):
        total.node(node).visits += found.node(node).visits
        for q in range(len(found.desk.values)):
            total.desk.tree.totals[node, q] += found.desk.tree.totals[node, q]
            total.desk.tree.squares[node, q] += found.desk.tree.squares[node, q]
    total.run.visited += found.run.visited
    total.run.simulations += found.run.simulations
    total.run.moves = max(total.run.moves, found.run.moves)
    total.run.plies = max(total.run.plies, found.run.plies)


def _report(
    position: Position,
    algorithm: Algorithm,
    options: Mapping[str, Any],
    budget: Budget,
    total: Grown,
    answers: Counter[int],
    seconds: float,
) -> Report:
    """The report of the sums; the line is the answer alone, since what follows differs from world to world."""
    me, worlds = position.to_move, answers.total()
    best = chosen_child(total, me, options["choose"], options["c"])
    actions = []
    for child, action in zip(total.children(0), position.legal(), strict=True):
        visits, error = int(total.node(child).visits), total.error(child, me)
        value = tuple(None if math.isnan(v) else v for v in total.value(child))
        bound, agreement = "~" if visits else "", answers[child] / worlds
        actions.append(ActionReport(action.id, action.name, value, bound, visits, error, agreement=agreement))
    chosen = actions[list(total.children(0)).index(best)]
    return Report(
        game=position.game.name,
        algorithm=algorithm.name,
        budget=str(budget),
        seat=me,
        action=chosen.id,
        name=chosen.name,
        value=chosen.value,
        actions=tuple(actions),
        variation=(Step(chosen.id, chosen.name, chance=False),),
        nodes=int(total.run.visited),
        evaluations=int(total.run.simulations),
        cutoffs=0,
        hits=0,
        depth=int(total.run.moves),
        plies=int(total.run.plies),
        exact=False,
        proven=False,
        options=dict(options),
        worlds=worlds,
        seconds=seconds,
    )
