"""Search over whole moves from Python: its workspace is made, the kernel runs, and the root is read into a report."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from ..errors import BadSearch
from ..runtime.layout import copied
from ..runtime.pystate import PyStates, py_ints
from ..runtime.stream import deal_seed
from .endgame import endgame, solved
from .hidden import ForestSize, Informed, informed_workspace
from .interruption import limit
from .mcts_driver import PLIES, POOL
from .mcts_report import improved, report_of_run
from .moves import LONGEST, sampling
from .options import check_playouts, ends_at
from .report import ActionReport, Report, Step
from .workspace import bound_kernel

if TYPE_CHECKING:
    from types import ModuleType

    from ..core.game import Game, Position
    from ..runtime.compiler import Progress
    from .algorithms import Execution, SearchSpec

STEPS: Final = 12
"""Decisions that there is room for, on average over the moves of the tree."""
SIMULATION_TIME: Final = 4_000
"""Nanoseconds in which there is never more than one simulation."""


@dataclass(frozen=True, slots=True)
class WholeTree(Informed):
    """The kernel bound to a game and a guide, its workspace ``whole``, and (after the search) the tree."""

    whole: Any = None

    @property
    def plan(self) -> Any:
        """The record of the settings that other searches do not have."""
        plans = self.whole.plans
        return plans[0] if isinstance(plans, PyStates) else plans.view(np.recarray)[0]

    def search(self) -> int:
        """Simulate until the limits of ``run`` are reached; returns how often."""
        done = int(self.entry(self.whole, self.me))
        check_playouts(self.run)
        if done == 0:
            raise BadSearch(f"every move takes more than {LONGEST} decisions here", hint="search with ismcts")
        return done

    def clear(self) -> None:
        """Forget the tree, so that another search may begin."""
        used = int(self.run.used)
        Informed.clear(self)
        for node in range(used) if isinstance(self.whole.plans, PyStates) else ():
            self.whole.stamps[node] = 0
        if not isinstance(self.whole.plans, PyStates):
            self.whole.stamps[:used] = 0
        self.plan.steps = 0

    def best(self) -> int:
        """The node of the root's best move."""
        return int(self.whole.arms[0])

    def ids(self, i: int) -> tuple[int, ...]:
        """The decisions of the move that leads to node ``i``."""
        start = int(self.whole.starts[i])
        return tuple(int(self.whole.steps[k]) for k in range(start, start + int(self.whole.sizes[i])))


def planted(
    game: Game, question: SearchSpec, me: int, *, interpreted: bool = False, progress: Progress | None = None
) -> WholeTree:
    """The tree that a search for seat ``me`` grows, without nodes."""
    options, budget = question.options, question.budget
    guide = question.guide
    bound, waited = bound_kernel("wholemove", game, guide, ["search"], interpreted=interpreted, progress=progress)
    sampled, cover = int(options["sampled"]), bool(options["cover"])
    room = Room(nodes_for(question), question.plies or PLIES, sampled, cover)
    whole = whole_workspace(game, guide, room, interpreted=interpreted)
    sim, moves = whole.sim, whole.moves
    run = sim.runs[0] if interpreted else sim.runs.view(np.recarray)[0]
    found = WholeTree(sim, run, bound.search, waited, me=me, whole=whole)
    sim.params[: len(question.params)] = question.params
    moves.params[: len(question.params)] = question.params
    run.c, run.fpu = options["c"], options["fpu"]
    run.truncate = -1 if options["truncate"] is None else int(options["truncate"])
    if budget.kind == "sims":
        run.limit = budget.amount
    lay_out(found.plan, options)
    return found


def lay_out(plan: Any, options: Mapping[str, Any]) -> None:
    """Write the options of a search to the record that its kernel reads."""
    for name in ("width", "growth", "c_visit", "c_scale", "noise", "sampled"):
        setattr(plan, name, options[name])
    plan.cover = int(options["cover"])
    plan.plain, plan.single = int(options["root"] == "plain"), int(options["edge"] == "decision")


def nodes_for(question: SearchSpec) -> int:
    """How many nodes a search has room for, beside the root and its moves."""
    budget = question.budget
    most = budget.amount if budget.kind == "sims" else budget.amount // SIMULATION_TIME
    return int(question.options["pool"] or min(POOL, most + 1))


class Room(NamedTuple):
    """What a search over whole moves has room for: nodes below the root's moves, plies, and moves of the root.

    With ``cover`` the root has one more for each first decision.
    """

    nodes: int
    plies: int
    sampled: int
    cover: bool


def whole_workspace(game: Game, guide: ModuleType | None, room: Room, *, interpreted: bool = False) -> Any:
    """The arrays of such a search (``Workspace`` of the kernel bound to rules and guide)."""
    bound, sampler, trees = (
        bound_kernel(file, game, guide, interpreted=interpreted)[0] for file in ("wholemove", "whole_moves", "ismcts")
    )
    moves = sampling(game, sampler, room.sampled, cover=room.cover, interpreted=interpreted)
    arms = len(moves.lengths)
    pool = room.nodes + 1 + arms
    size = ForestSize(pool, room.plies, priors=True)
    sim = informed_workspace(trees, game, size, interpreted=interpreted)
    ints = py_ints if interpreted else _ints
    plans = np.zeros(1, bound.PLAN)
    return bound.Workspace(
        sim=sim,
        moves=moves,
        starts=ints(pool),
        sizes=ints(pool),
        stamps=ints(pool),
        steps=ints(STEPS * pool),
        way=ints(LONGEST),
        arms=ints(arms),
        marks=np.zeros(arms),
        lures=np.zeros(pool),
        plans=PyStates(plans) if interpreted else plans,
    )


def _ints(length: int) -> np.ndarray:
    return np.zeros(length, np.int64)


def searched(
    position: Position,
    question: SearchSpec,
    key: int,
    started: int,
    execution: Execution,
) -> Report:
    """Search a position as :func:`.api.search` asks for it, which ``started`` then."""
    if execution.tree is not None:
        raise BadSearch("the tree of whole moves cannot be drawn", hint="leave out the tree, or search with ismcts")
    me, budget = position.to_move, question.budget
    shown = position.shown_to(me, key)
    interpreted, progress = execution.interpreted, execution.progress
    known, waited = solved(shown, question, key, started, interpreted=interpreted, progress=progress)
    if known is not None:
        return known
    found = planted(position.game, question, me, interpreted=interpreted, progress=progress)
    found.place(shown.states())
    found.run.key = key
    limit(found.run, ends_at(budget, started + waited + found.waited, question.until))
    before = time.perf_counter()
    found.search()
    return _report(shown, question, found, time.perf_counter() - before)


def _report(shown: Position, question: SearchSpec, found: WholeTree, seconds: float) -> Report:
    """The report of a tree: an entry a move that the root has sampled, and the decisions of the best as the line."""
    me, options = found.me, question.options
    children = sorted(found.children(0), key=found.ids)
    priors = [float(found.prior(child) or 0.0) for child in children]
    visits = [int(found.node(child).visits) for child in children]
    values = [found.value(child) for child in children]
    scale = (options["c_visit"] + max(visits)) * options["c_scale"]
    policy = improved(priors, [value[me] for value in values], visits, scale)
    if options["root"] == "plain":
        policy = [n / sum(visits) for n in visits]
    actions = []
    for child, value, share in zip(children, values, policy, strict=True):
        steps = steps_of(shown, found.ids(child))
        worth = tuple(None if math.isnan(v) else v for v in value)
        n, everywhere = int(found.node(child).visits), int(found.run.simulations)
        name = " ".join(step.name for step in steps)
        error = found.error(child, me)
        actions.append(
            ActionReport(steps[0].id, name, worth, "~" if n else "", n, error, found.prior(child), share, everywhere)
        )
    line = steps_of(shown, found.ids(found.best()))
    report = report_of_run(shown.game, question, me, found.run, actions, line, found.value(found.best()), seconds)
    return replace(report, worlds=int(found.run.simulations) if shown.game.info.hidden else 1)


def steps_of(position: Position, ids: Sequence[int]) -> list[Step]:
    """The decisions of a whole move with their names."""
    now, steps = position.copy(), []
    for id_ in ids:
        steps.append(Step(id_, now.name_of(id_), chance=False))
        now.apply(id_)
    return steps


class WholeMoves:
    """A search over whole moves that is asked again and again (see :class:`.searchers.Searcher`).

    ``plan`` is what is left of the last move that was chosen: by what the seat will then know
    (:func:`known_key`), what it does. ``tree`` is another one than the algorithm's own.
    """

    def __init__(
        self, game: Game, question: SearchSpec, progress: Progress | None, tree: WholeTree | None = None
    ) -> None:
        self.game = game
        self.budget = question.budget
        self.until = question.until
        self.plan: dict[int, int] = {}
        self._endgame = endgame(game, question, progress=progress)
        self._tree = planted(game, question, 0, progress=progress) if tree is None else tree
        self._runs = self._tree.workspace.runs.copy()

    def choose(self, states: np.ndarray, seat: int, seed: int) -> int:
        """See :class:`.searchers.Searcher`."""
        begun = time.perf_counter_ns()
        self.plan = {}
        if self._endgame is not None:
            self._endgame.renew()
            finding = self._endgame.solve(states, seat, self.budget, begun, self.until)
            if finding is not None:
                ids = first_move(self.game, states, finding.line)
                self.plan = planned(self.game, states, seat, ids)
                return ids[0]
        self._tree.clear()
        self._tree.workspace.runs[:] = self._runs
        found = replace(self._tree, me=seat)
        found.place(states)
        found.run.key = deal_seed("search", seed)
        found.run.deadline = ends_at(self.budget, begun, self.until)
        found.search()
        ids = found.ids(found.best())
        self.plan = planned(self.game, states, seat, ids)
        return ids[0]


def first_move(game: Game, states: np.ndarray, line: Sequence[int]) -> tuple[int, ...]:
    """The decisions of a line up to the end of the first whole move."""
    from ..core.game import Position

    now = Position(game, copied(states))
    for number, id_ in enumerate(line, 1):
        if now.apply(id_).settled:
            return tuple(line[:number])
    return tuple(line)


def planned(game: Game, states: np.ndarray, seat: int, ids: Sequence[int]) -> dict[int, int]:
    """The decisions of a whole move behind the first one, each by what the seat knows before it."""
    from ..core.game import Position

    now, plan = Position(game, copied(states)), {}
    for before, id_ in pairwise(ids):
        now.apply(before)
        plan[known_key(now, seat)] = id_
    return plan


def known_key(position: Position, seat: int) -> int:
    """A number that follows from what a seat knows of a position."""
    return position.shown_to(seat, 0).key
