"""Monte Carlo tree search from Python: its desk is made, the kernel runs, and the tree is read into a report."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ..engine.binding import MEMO, PARAMS
from ..engine.compiler import build
from ..engine.loader import kernel, twin
from ..engine.stream import deal_seed
from ..engine.twin import MirrorArray, int_cells
from ..errors import BadSearch
from .reading import Forest, reported
from .simulating_options import check_together, kernel_for, new_notes, write_options
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
    from .report import Report
    from .tree_view.size import TreeSize

__all__ = ["PLIES", "POOL", "Grown", "grown", "pool_for", "pool_size", "simulated"]

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
    check_together(options, budget)
    shares = _shares(budget, int(options["threads"]))
    states = position.shown_to(me, key).states()
    trees = []
    for i, share in enumerate(shares):
        pool = pool_for(position, options["pool"], share, interpreted=interpreted)
        found = grown(game, guide, pool, plies or PLIES, options=options, interpreted=interpreted, progress=progress)
        found.place(states)
        found.desk.params[: len(params)] = params
        write_options(found.run, found.extra, options, game.info.utility_range[1])
        found.run.key = key if i == 0 else deal_seed("thread", key, i)
        trees.append(found)
    started = time.perf_counter()
    begun = trees[-1].begun
    for found, share in zip(trees, shares, strict=True):
        if share.kind == "time":
            found.run.deadline = begun + share.amount
        else:
            found.run.limit = share.amount
    _search(trees, interpreted=interpreted)
    seconds = time.perf_counter() - started
    whole = trees[0] if len(trees) == 1 else Forest(trees)
    report = reported(position, algorithm, options, budget, whole, seconds, key)
    if size is None:
        return report
    pooled = Pool(whole, open_=options["chance"] == "open")
    return replace(report, tree=tree_of(pooled, position.shown_to(me, key), report, size))


def _shares(budget: Budget, threads: int) -> list[Budget]:
    """What each of so many threads may spend: all of the time, or a part of the simulations, which is at least one."""
    if budget.kind == "time":
        return [budget] * threads
    threads = min(threads, budget.amount)
    each, rest = divmod(budget.amount, threads)
    return [replace(budget, amount=each + (i < rest)) for i in range(threads)]


def _search(trees: Sequence[Grown], *, interpreted: bool) -> None:
    """Let all trees grow, each in a thread of its own; they share nothing, so the threads change no result."""
    if interpreted or len(trees) == 1:
        for found in trees:
            found.search()
        return
    with ThreadPoolExecutor(len(trees)) as pool:
        list(pool.map(Grown.search, trees))


def pool_for(position: Position, asked: float | None, budget: Budget, *, interpreted: bool) -> int:
    """The same as :func:`pool_size` for one position."""
    least = 1 + len(position.legal_ids())
    return pool_size(position.game.info, asked, least, budget, interpreted=interpreted)


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


# ------------------------------------------------------------------------------------------------ the tree


@dataclass(frozen=True, slots=True)
class Grown:
    """The kernel bound to a game and a guide, the desk it works on, and (after the search) its tree.

    ``desk`` holds the arrays (``mcts.Desk``); ``run`` is the record of limits and counters, ``begun`` the moment (of
    ``time.monotonic_ns()``) when all was compiled, from which on a budget of time counts. ``notes`` are the tables
    beside the tree.
    """

    desk: Any
    run: Any
    entry: Any
    begun: int
    notes: Any = None

    def place(self, states: np.ndarray) -> None:
        """Put the position of ``states`` (an array of length 1) at the root, whose tree stays as it is."""
        if isinstance(self.desk.states, MirrorArray):
            self.desk.states[0].from_record(states[0])
        else:
            self.desk.states[0] = states[0]
        self.run.used = max(1, int(self.run.used))

    @property
    def extra(self) -> Any:
        """The record of the settings that are more than plain UCT."""
        extras = self.notes.extras
        return extras[0] if isinstance(extras, MirrorArray) else extras.view(np.recarray)[0]

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
    options: Mapping[str, Any] | None = None,
    interpreted: bool = False,
    progress: Progress | None = None,
) -> Grown:
    """The kernel for a game, built if need be, and a desk with room for ``pool`` nodes and ways of ``plies`` plies.

    What is noted beside the tree has room for what these options need (all defaults: plain UCT).
    """
    rules = game.rules
    if interpreted:
        rules = twin(rules.__name__)
        guide = None if guide is None else twin(guide.__name__)
    file = kernel_for(options or {})
    bound = kernel(f"{__package__}.{file}", rules, guide)
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
    notes = new_notes(game, pool, plies, options or {}, interpreted=interpreted)
    desk = bound.Desk(
        states=MirrorArray(states) if interpreted else states,
        acts=int_cells(width) if interpreted else np.zeros(width, np.int64),
        weights=int_cells(width) if interpreted else np.zeros(width, np.int64),
        path=int_cells(plies) if interpreted else np.zeros(plies, np.int64),
        values=np.zeros(players),
        params=np.zeros(PARAMS),
        memos=[int_cells(MEMO) for _ in range(players)] if interpreted else np.zeros((players, MEMO), np.int64),
        played=np.zeros((2, plies if notes.counts.size > 1 else 0), np.int64),
        tree=tree,
        runs=MirrorArray(runs) if interpreted else runs,
        **({"notes": notes} if file == "advised" else {}),
    )
    return Grown(desk, desk.runs[0] if interpreted else runs.view(np.recarray)[0], bound.search, begun, notes)
