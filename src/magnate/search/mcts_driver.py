"""Monte Carlo tree search from Python: its workspace is made, the kernel runs, and the tree is read into a report."""

from __future__ import annotations

import math
import time
from collections import namedtuple
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cache, partial
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ..core.binding import MEMO, PARAMS
from ..errors import BadSearch
from ..gpu.layout import CardFailed
from ..gpu.run import Bound
from ..runtime.interpreter import interpret
from ..runtime.pystate import PyStates, py_ints
from ..runtime.stream import deal_seed
from . import mcts_pool
from .interruption import limit
from .mcts_card import card_for, grow_on_card, obstacle
from .mcts_extras import EXTRA, GUMBEL, Notes
from .mcts_report import Forest, reported
from .mcts_tree import NODE, RUN
from .options import ALLOCATIONS, SIMULATING, check_playouts, check_together, ends_at, longest_playout
from .tree_building import Pool, tree_of
from .workspace import bound_kernel

if TYPE_CHECKING:
    from ..core.contract import GameInfo
    from ..core.game import Game, Position
    from ..gpu.machine import Card
    from ..runtime.compiler import Progress
    from .algorithms import Execution, SearchSpec
    from .mcts_report import Found
    from .options import Budget
    from .report import Report


POOL: Final = 1 << 20
"""The most nodes of a tree, by default."""
INTERPRETED_POOL: Final = 1 << 14
"""The same for interpreted searches with a budget of time, whose nodes are slow to make."""
NODE_TIME: Final = 100
"""Nanoseconds in which no search makes more than one node: the memory for a million is not asked for in vain."""
PLIES: Final = 512
"""The longest way into the tree, in plies."""


def simulated(
    position: Position,
    question: SearchSpec,
    key: int,
    started: int,
    execution: Execution,
) -> Report:
    """Search a position as :func:`.api.search` asks for it, which ``started`` then; default is the processor."""
    me, least = position.to_move, 1 + len(position.legal_ids())
    check_together(question.options, question.budget)
    interpreted, device = execution.interpreted, execution.device
    trees = planted(position.game, question, least, interpreted=interpreted, progress=execution.progress)
    states = position.shown_to(me, key).states()
    card, rules = None, Bound(position.game.rules, question.guide, position.game.info)
    if device is not None and device.name != "cpu":
        asked = time.perf_counter_ns()
        why = obstacle(question, extended=is_extended(question.options), interpreted=interpreted)
        if why:
            device.refuse(why)
        else:

            def placed(budget: Budget) -> list[Grown]:
                """New trees at the root, which a trial lets grow."""
                some = planted(
                    position.game, replace(question, budget=replace(budget, amount=budget.amount * len(trees))), least
                )
                place_all(some, states, key, budget, 0)
                return some

            card = card_for(device, question.budget, rules, placed, partial(_search, interpreted=False))
        started += time.perf_counter_ns() - asked
    started += sum(found.waited for found in trees)
    before = time.perf_counter()
    if card is None:
        whole = searched_by(trees, states, key, question.budget, started, question.until, interpreted=interpreted)
    else:
        place_all(trees, states, key, question.budget, started, question.until)
        try:
            search_on_card(card, rules, trees)
        except CardFailed as error:
            if device is not None:
                device.failed(error)
            going = [found for found in trees if found.run.simulations != found.run.limit]
            for found in going:
                found.makes_room()  # where one has stopped at a full pool
            _search(going, interpreted=False)
        whole = read(trees)
    report = reported(position, question, whole, time.perf_counter() - before, key)
    if execution.tree is None:
        return report
    pooled = Pool(whole, open_=question.options["chance"] == "open")
    return replace(report, tree=tree_of(pooled, position.shown_to(me, key), report, execution.tree))


def planted(
    game: Game, question: SearchSpec, least: int, *, interpreted: bool = False, progress: Progress | None = None
) -> list[Grown]:
    """The trees that a search grows for a question, one a thread, without nodes and each with its own limit.

    ``least`` is how many nodes the root and its actions take.
    """
    options, trees = question.options, []
    for share in _shares(question.budget, int(options["threads"])):
        pool = pool_size(game.info, options["pool"], least, share, interpreted=interpreted)
        found = grown(
            game,
            question.guide,
            pool,
            question.plies or PLIES,
            options=options,
            recycles=pool < enough(game.info, share),
            interpreted=interpreted,
            progress=progress,
        )
        found.workspace.params[: len(question.params)] = question.params
        write_options(found.run, found.extra, options, game.info.utility_range[1])
        if share.kind == "sims":
            found.run.limit = share.amount
        trees.append(found)
    return trees


def searched_by(
    trees: Sequence[Grown],
    states: np.ndarray,
    key: int,
    budget: Budget,
    begun: int,
    until: int = 0,
    *,
    interpreted: bool = False,
) -> Found:
    """Search the position of ``states`` (an array of length 1) with draws that follow from ``key``.

    Returns what the trees found, read as one. A budget of time counts from the moment ``begun`` on; at ``until`` (0:
    never) the search ends whatever its budget.
    """
    place_all(trees, states, key, budget, begun, until)
    _search(trees, interpreted=interpreted)
    return read(trees)


def place_all(trees: Sequence[Grown], states: np.ndarray, key: int, budget: Budget, begun: int, until: int = 0) -> None:
    """Put the position of ``states`` at the root of each tree, with draws and a deadline as in :func:`searched_by`."""
    for i, found in enumerate(trees):
        found.place(states)
        found.run.key = key if i == 0 else deal_seed("thread", key, i)
        limit(found.run, ends_at(budget, begun, until))


def read(trees: Sequence[Grown]) -> Found:
    """Some trees of one root, read as one."""
    return trees[0] if len(trees) == 1 else Forest(trees)


def _shares(budget: Budget, threads: int) -> list[Budget]:
    """What each of so many threads may spend: all of the time, or a part of the simulations, which is at least one."""
    if budget.kind == "time":
        return [budget] * threads
    threads = min(threads, budget.amount)
    each, rest = divmod(budget.amount, threads)
    return [replace(budget, amount=each + (i < rest)) for i in range(threads)]


def _search(trees: Sequence[Grown], *, interpreted: bool) -> None:
    """Let all trees grow, each in a thread of its own; they share nothing, so the threads change no result."""
    if interpreted or len(trees) <= 1:
        for found in trees:
            found.search()
        return
    with ThreadPoolExecutor(len(trees)) as pool:
        list(pool.map(Grown.search, trees))


def search_on_card(card: Card, rules: Bound, trees: Sequence[Grown], *, memory: int | None = None) -> None:
    """Let all trees grow on a card; in those that are full room is made beside it. ``memory`` is that of a card.

    Raises :class:`~magnate.errors.BadSearch` where a playout has no end.
    """
    growing = list(trees)
    while growing:
        grow_on_card(card, rules, growing, memory=memory)
        for found in growing:
            check_playouts(found.run)
        growing = [found for found in growing if found.makes_room()]
    for found in trees:
        if not found.run.simulations:  # an interrupt came before
            found.search()


def pool_size(info: GameInfo, asked: float | None, least: int, budget: Budget, *, interpreted: bool = False) -> int:
    """How many nodes there is room for: as many as are asked for, else as the budget may need, up to POOL.

    Raises :class:`~magnate.errors.BadSearch` when ``asked`` is less than ``least``, what the root and its actions take.
    """
    if asked is not None:
        if asked < least:
            raise BadSearch(f"a pool of {asked:g} nodes has no room for the root's actions", hint=f"give pool={least}")
        return int(asked)
    if budget.kind == "time":
        return max(least, INTERPRETED_POOL if interpreted else min(POOL, budget.amount // NODE_TIME))
    return min(POOL, int(enough(info, budget)))


def may_recycle(game: Game, question: SearchSpec) -> bool:
    """Whether a tree may get more nodes than there is room for, so that some are forgotten."""
    pool = pool_size(game.info, question.options["pool"], 1 + game.info.max_legal, question.budget)
    return pool < enough(game.info, question.budget)


def enough(info: GameInfo, budget: Budget) -> float:
    """As many nodes as the simulations of a budget may need."""
    if budget.kind == "time":
        return math.inf
    return (1 + max(info.max_legal, info.max_outcomes)) * (budget.amount + 1)


# ------------------------------------------------------------------------------------------------ the tree


@dataclass(frozen=True, slots=True)
class Grown:
    """The kernel bound to a game and a guide, its workspace, and (after the search) its tree.

    ``workspace`` holds the arrays (``mcts.Workspace``); ``run`` is the record of limits and counters. ``waited`` is
    for how many nanoseconds the kernel was loaded or compiled, which no budget counts. ``notes`` are the tables beside
    the tree. ``make_room`` is called when the pool is full (:func:`.mcts_pool.make_room`). Without it, or if it finds
    no room, leaves stay leaves.
    """

    workspace: Any
    run: Any
    entry: Any
    waited: int
    notes: Any = None
    make_room: Any = None

    def place(self, states: np.ndarray) -> None:
        """Put the position of ``states`` (an array of length 1) at the root, whose tree stays as it is."""
        if isinstance(self.workspace.states, PyStates):
            self.workspace.states[0].from_record(states[0])
        else:
            self.workspace.states[0] = states[0]
        self.run.used = max(1, int(self.run.used))
        self.run.pauses = self.make_room is not None

    @property
    def extra(self) -> Any:
        """The record of the settings that are more than plain UCT."""
        extras = self.notes.extras
        return extras[0] if isinstance(extras, PyStates) else extras.view(np.recarray)[0]

    def clear(self) -> None:
        """Forget the tree and what is noted of it, so that another search may begin; the other counters stay."""
        used = int(self.run.used)
        for table in self.workspace.tree:
            if isinstance(table, PyStates):
                for node in range(used):
                    table[node].from_bytes(bytes(table[node].DTYPE.itemsize))
            else:
                table[:used] = np.zeros((), table.dtype)
        if self.notes is not None:
            clear_notes(self.notes, used)
        self.run.used = 1

    def search(self) -> int:
        """Simulate until the limits of ``run`` are reached; returns the number of simulations so far.

        Raises :class:`~magnate.errors.BadSearch` where a playout has no end.
        """
        while True:
            done = int(self.entry(self.workspace))
            check_playouts(self.run)
            if not self.makes_room():
                return done

    def makes_room(self) -> bool:
        """Whether the search has stopped at a full pool and is to go on: then there is room, or it pauses no more."""
        run = self.run
        late = run.deadline != 0 and time.perf_counter_ns() >= run.deadline
        if not (run.pauses and run.refused) or run.simulations == run.limit or late:
            return False
        used = int(run.used)
        run.pauses = int(self.make_room(self.workspace.runs, self.workspace.tree, self.notes)) < used
        return True

    def node(self, i: int) -> Any:
        """What the record of node ``i`` holds, to be read."""
        nodes = self.workspace.tree.nodes
        if isinstance(nodes, PyStates):
            return nodes[i]
        return row_of(nodes.dtype.names)._make(nodes[i].item())  # ten times as fast as a record of NumPy's

    def children(self, i: int) -> Sequence[int]:
        """The nodes below node ``i``."""
        one = self.node(i)
        return range(int(one.first), int(one.first) + int(one.children))

    def value(self, i: int) -> list[float]:
        """What node ``i`` is worth to each seat: exactly if it is proven, else by its visits (NaN without any)."""
        tree, one = self.workspace.tree, self.node(i)
        if one.proven:
            return [float(value) for value in tree.worth[i]]
        visits = int(one.visits)
        return [float(total) / visits if visits else math.nan for total in tree.totals[i]]

    def prior(self, i: int) -> float | None:
        """The probability that the guide gave the action that leads to node ``i``; None where it was not asked."""
        if self.notes is None or len(self.notes.priors) == 1:
            return None
        return float(self.notes.priors[i])

    def error(self, i: int, seat: int) -> float | None:
        """The standard error of that mean for a seat; None with fewer than two visits."""
        tree, one = self.workspace.tree, self.node(i)
        if one.proven:
            return 0.0
        visits = int(one.visits)
        if visits < 2:
            return None
        mean = float(tree.totals[i, seat]) / visits
        variance = max(0.0, float(tree.squares[i, seat]) / visits - mean * mean)
        return math.sqrt(variance / (visits - 1))


@cache
def row_of(names: tuple[str, ...]) -> Any:
    """The type of a record's values, by the names of its fields."""
    return namedtuple("Row", names)


def grown(
    game: Game,
    guide: ModuleType | None,
    pool: int,
    plies: int,
    *,
    options: Mapping[str, Any] | None = None,
    recycles: bool = False,
    interpreted: bool = False,
    progress: Progress | None = None,
) -> Grown:
    """The kernel for a game, built if need be, and a workspace for ``pool`` nodes and paths of ``plies`` plies.

    What is noted beside the tree has room for what these options need (all defaults: plain UCT). If it ``recycles``,
    what is visited least is forgotten when the pool is full.
    """
    make_room = (interpret(mcts_pool.__name__) if interpreted else mcts_pool).make_room
    extended, also = is_extended(options or {}), [make_room] if recycles else []
    bound, waited = bound_kernel(
        "mcts", game, guide, ["search"], also, extended=extended, interpreted=interpreted, progress=progress
    )
    width, players = max(1, game.info.max_legal, game.info.max_outcomes), game.players
    states, nodes, runs = np.zeros(2, game.rules.STATE), np.zeros(pool, NODE), np.zeros(1, RUN)
    tree = bound.Tree(
        nodes=PyStates(nodes) if interpreted else nodes,
        totals=np.zeros((pool, players)),
        squares=np.zeros((pool, players)),
        worth=np.zeros((pool, players)),
    )
    notes = new_notes(game, pool, plies, options or {}, interpreted=interpreted)
    ws = bound.Workspace(
        states=PyStates(states) if interpreted else states,
        acts=py_ints(width) if interpreted else np.zeros(width, np.int64),
        weights=py_ints(width) if interpreted else np.zeros(width, np.int64),
        path=py_ints(plies) if interpreted else np.zeros(plies, np.int64),
        values=np.zeros(players),
        params=np.zeros(PARAMS),
        memos=[py_ints(MEMO) for _ in range(players)] if interpreted else np.zeros((players, MEMO), np.int64),
        played=np.zeros((2, plies if notes.counts.size > 1 else 0), np.int64),
        tree=tree,
        runs=PyStates(runs) if interpreted else runs,
        notes=notes,
    )
    run = ws.runs[0] if interpreted else runs.view(np.recarray)[0]
    run.longest = longest_playout(game.info.max_decisions)
    return Grown(ws, run, bound.search, waited, notes, make_room if recycles else None)


# --------------------------------------------------------------------- the options, as the kernel reads them


def is_extended(options: Mapping[str, Any]) -> bool:
    """Whether a search with these options (or the defaults) needs more than plain UCT, UCB1-Tuned and the solver."""
    more = ("fpu", "bias", "history", "implicit", "chance", "backup", "widen", "root", "rounds")
    changed = any(options.get(name, SIMULATING[name].default) != SIMULATING[name].default for name in more)
    return changed or options.get("select") == "puct"


def wants_priors(options: Mapping[str, Any]) -> bool:
    """Whether a search asks the guide for the probabilities of actions."""
    widens = options["widen"] in {"actions", "both"}
    return options["select"] == "puct" or options["root"] == "gumbel" or options["bias"] > 0 or widens


def write_options(run: Any, extra: Any, options: Mapping[str, Any], most: float) -> None:
    """Put the options where the kernel reads them; no value is more than ``most``."""
    run.c, run.fpu, run.high = options["c"], options["fpu"], most
    run.truncate = -1 if options["truncate"] is None else int(options["truncate"])
    run.tuned, run.solver, run.open = options["select"] == "tuned", options["solver"], options["chance"] == "open"
    for name in ("bias", "history", "implicit", "width", "growth", "c_visit", "c_scale"):
        setattr(extra, name, options[name])
    extra.puct = options["select"] == "puct"
    extra.few_outcomes = options["widen"] in {"outcomes", "both"}
    extra.few_actions = options["widen"] in {"actions", "both"}
    extra.allocation = ALLOCATIONS[options["root"]]
    extra.sampled = int(options["sampled"]) if extra.allocation == GUMBEL else 1 << 30
    extra.interval = 0 if options["rounds"] is None else int(options["rounds"])
    extra.expected = options["backup"] == "expected" or extra.interval > 0
    extra.priors = wants_priors(options)


def new_notes(game: Game, pool: int, plies: int, options: Mapping[str, Any], *, interpreted: bool) -> Notes:
    """The tables beside a tree of ``pool`` nodes, as large as these options (or the defaults) need them."""
    asked = {name: options.get(name, option.default) for name, option in SIMULATING.items()}
    players, width = game.players, max(1, game.info.max_legal, game.info.max_outcomes)
    history = (players, max(1, game.info.max_actions)) if asked["history"] > 0 else (1, 1)
    extras = np.zeros(1, EXTRA)
    return Notes(
        extras=PyStates(extras) if interpreted else extras,
        priors=np.zeros(pool if wants_priors(asked) else 1),
        minimax=np.zeros((pool if asked["implicit"] > 0 else 1, players)),
        seen=np.zeros(pool if asked["chance"] == "open" else 1, np.int64),
        menu=py_ints(width) if interpreted else np.zeros(width, np.int64),
        odds=np.zeros(width),
        sums=np.zeros(history),
        counts=np.zeros(history, np.int64),
        arms=py_ints(width) if interpreted else np.zeros(width, np.int64),
        lures=np.zeros(width),
        gains=np.zeros(players),
        trails=np.full((1, 1) if asked["rounds"] is None else (int(asked["leaves"]), plies), -1, np.int64),
    )


def clear_notes(notes: Notes, used: int) -> None:
    """Forget what is noted of a tree of so many nodes, but not the settings."""
    for table in (notes.priors, notes.minimax, notes.seen):
        table[:used] = 0
    notes.sums[:], notes.counts[:], notes.trails[:] = 0, 0, -1
