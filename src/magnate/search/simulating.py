"""Monte Carlo tree search from Python: its desk is made, the kernel runs, and the tree is read into a report."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ..engine.binding import MEMO, PARAMS
from ..engine.compiler import build
from ..engine.contract import CHANCE
from ..engine.loader import kernel, twin
from ..engine.twin import MirrorArray, int_cells
from ..errors import BadSearch
from .report import ActionReport, Report, named
from .tree import NODE, RUN
from .tree_view.naming import tree_of
from .tree_view.pool import Pool

if TYPE_CHECKING:
    from ..engine.compiler import Progress
    from ..engine.contract import GameInfo
    from ..engine.game import Game
    from ..engine.position import Position
    from .algorithms import Algorithm
    from .budget import Budget
    from .tree_view.size import TreeSize

__all__ = ["PLIES", "POOL", "Grown", "grown", "pool_size", "simulated", "write_run"]

POOL: Final = 1 << 20
"""The most nodes of a tree, unless a search is told otherwise."""
TWIN_POOL: Final = 1 << 14
"""The same for interpreted searches with a budget of time, whose nodes are slow to make."""
PLIES: Final = 512
"""The longest way into the tree, in plies."""


def simulated(
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
    size: TreeSize | None = None,
) -> Report:
    """Search a position as :func:`.running.search` asks for it."""
    game, me = position.game, position.to_move
    least = 1 + len(position.legal())
    pool = pool_size(game.info, options["pool"], least, budget, interpreted=interpreted)
    found = grown(game, guide, pool, plies or PLIES, interpreted=interpreted, progress=progress)
    found.place(position.shown_to(me, key).states())
    found.desk.params[: len(params)] = params
    run = found.run
    run.key = key
    write_run(run, options, game.info.utility_range[1])
    started = time.perf_counter()
    if budget.kind == "time":
        run.deadline = found.begun + budget.amount
    else:
        run.limit = budget.amount
    found.search()
    seconds = time.perf_counter() - started
    report = _report(position, algorithm, options, budget, found, seconds)
    if size is None:
        return report
    return replace(report, tree=tree_of(Pool(found), position.shown_to(me, key), report, size))


def pool_size(info: GameInfo, asked: float | None, least: int, budget: Budget, *, interpreted: bool = False) -> int:
    """How many nodes there is room for: as many as are asked for, else as the simulations may need, up to POOL.

    Raises :class:`~magnate.errors.BadSearch` when ``asked`` is less than ``least``, what the root and its actions take.
    """
    if asked is not None:
        if asked < least:
            raise BadSearch(f"a pool of {asked:g} nodes has no room for the root's actions", hint=f"give pool={least}")
        return int(asked)
    width = 1 + max(info.max_legal, info.max_outcomes)
    if budget.kind == "time":
        return TWIN_POOL if interpreted else POOL
    return min(POOL, width * (budget.amount + 1))


def write_run(run: Any, options: Mapping[str, Any], most: float) -> None:
    """Put the options where the kernel reads them; no value is more than ``most``."""
    run.c, run.high = options["c"], most
    run.truncate = -1 if options["truncate"] is None else int(options["truncate"])
    run.tuned, run.solver = options["select"] == "tuned", options["solver"]


# ------------------------------------------------------------------------------------------------ the tree


@dataclass(frozen=True, slots=True)
class Grown:
    """The kernel bound to a game and a guide, the desk it works on, and (after the search) its tree.

    ``desk`` holds the arrays (``mcts.Desk``); ``run`` is the record of limits and counters, ``begun`` the moment (of
    ``time.monotonic_ns()``) when all was compiled, from which on a budget of time counts.
    """

    desk: Any
    run: Any
    entry: Any
    begun: int

    def place(self, states: np.ndarray) -> None:
        """Put the position of ``states`` (an array of length 1) at the root."""
        if isinstance(self.desk.states, MirrorArray):
            self.desk.states[0].from_record(states[0])
        else:
            self.desk.states[0] = states[0]
        self.run.used = 1

    def clear(self) -> None:
        """Forget the tree, so that another search may begin."""
        tree, used = self.desk.tree, max(1, int(self.run.used))
        for table in (tree.nodes, tree.totals, tree.squares, tree.worth):
            table[:used] = 0

    def search(self) -> int:
        """Simulate until the limits of ``run`` are reached; returns the number of simulations so far."""
        return int(self.entry(self.desk))

    def node(self, i: int) -> Any:
        """The record of node ``i``."""
        nodes = self.desk.tree.nodes
        return nodes[i] if isinstance(nodes, MirrorArray) else nodes.view(np.recarray)[i]

    def children(self, i: int) -> Sequence[int]:
        """The nodes below node ``i``."""
        one = self.node(i)
        return range(int(one.first), int(one.first) + int(one.children))

    def value(self, i: int) -> list[float]:
        """What node ``i`` is worth to each seat: exactly if it is proven, else by its visits (NaN without any)."""
        tree, one = self.desk.tree, self.node(i)
        if one.proven:
            return [float(value) for value in tree.worth[i]]
        visits = int(one.visits)
        return [float(total) / visits if visits else math.nan for total in tree.totals[i]]

    def error(self, i: int, seat: int) -> float | None:
        """The standard error of that mean for a seat; None with fewer than two visits."""
        visits = int(self.node(i).visits)
        if self.node(i).proven:
            return 0.0
        if visits < 2:
            return None
        mean = self.value(i)[seat]
        variance = max(0.0, float(self.desk.tree.squares[i, seat]) / visits - mean * mean)
        return math.sqrt(variance / (visits - 1))


def grown(
    game: Game,
    guide: ModuleType | None,
    pool: int,
    plies: int,
    *,
    interpreted: bool = False,
    progress: Progress | None = None,
) -> Grown:
    """The kernel for a game, built if need be, and a desk with room for ``pool`` nodes and ways of ``plies`` plies."""
    rules = game.rules
    if interpreted:
        rules = twin(rules.__name__)
        guide = None if guide is None else twin(guide.__name__)
    bound = kernel(f"{__package__}.mcts", rules, guide)
    if not interpreted:
        build([bound.search], progress)
    begun = time.monotonic_ns()
    width, players = max(1, game.info.max_legal, game.info.max_outcomes), game.players
    states, nodes, runs = np.zeros(2, rules.STATE), np.zeros(pool, NODE), np.zeros(1, RUN)
    tree = bound.Tree(
        nodes=MirrorArray(nodes) if interpreted else nodes,
        totals=np.zeros((pool, players)),
        squares=np.zeros((pool, players)),
        worth=np.zeros((pool, players)),
    )
    desk = bound.Desk(
        states=MirrorArray(states) if interpreted else states,
        acts=int_cells(width) if interpreted else np.zeros(width, np.int64),
        weights=int_cells(width) if interpreted else np.zeros(width, np.int64),
        path=int_cells(plies) if interpreted else np.zeros(plies, np.int64),
        values=np.zeros(players),
        params=np.zeros(PARAMS),
        memos=np.zeros((players, MEMO), np.int64),
        tree=tree,
        runs=MirrorArray(runs) if interpreted else runs,
    )
    return Grown(desk, desk.runs[0] if interpreted else runs.view(np.recarray)[0], bound.search, begun)


# ----------------------------------------------------------------------------------------------- reporting


def chosen_child(found: Grown, me: int, rule: str, c: float) -> int:
    """The node of the action that is the answer for seat ``me``.

    Among the actions that are not proven, ``robust`` takes the one with the most visits (then the greatest mean, then
    the lowest id), ``max`` the greatest mean, ``secure`` the greatest mean less UCB1's margin. The best proven one is
    taken where that one's mean is no better; of two that seem lost it is the one that is not proven so.
    """
    log_all = math.log(max(1, found.node(0).visits))

    def rank(child: int) -> tuple[float, ...]:
        visits, mean = int(found.node(child).visits), found.value(child)[me]
        if rule == "robust":
            return visits, mean, -child
        return mean - (c * math.sqrt(log_all / visits) if rule == "secure" else 0.0), visits, -child

    children = found.children(0)
    open_ = [child for child in children if not found.node(child).proven and found.node(child).visits]
    proven = [child for child in children if found.node(child).proven]
    best = max(open_, key=rank, default=None)
    sure = max(proven, key=lambda child: (found.value(child)[me], -child), default=None)
    if best is None or sure is None:
        return best or sure or children[0]  # the root is node 0, so no child is
    worth = found.value(sure)[me]
    return sure if worth > 0 and worth >= found.value(best)[me] else best


def _line(found: Grown, child: int) -> list[int]:
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


def _report(
    position: Position,
    algorithm: Algorithm,
    options: Mapping[str, Any],
    budget: Budget,
    found: Grown,
    seconds: float,
) -> Report:
    """The report of a tree."""
    me, run, certain = position.to_move, found.run, not position.game.info.hidden
    best = chosen_child(found, me, options["choose"], options["c"])
    variation = named(position, _line(found, best), int(run.key))
    actions = []
    for child, action in zip(found.children(0), position.legal(), strict=True):
        one = found.node(child)
        value = tuple(None if math.isnan(v) else v for v in found.value(child))
        bound = "=" if one.proven else "~" if one.visits else ""
        actions.append(ActionReport(action.id, action.name, value, bound, int(one.visits), found.error(child, me)))
    return Report(
        game=position.game.name,
        algorithm=algorithm.name,
        budget=str(budget),
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
        exact=bool(found.node(0).proven) and certain,
        proven=bool(found.node(0).proven) and certain,
        options=dict(options),
        seconds=seconds,
    )
