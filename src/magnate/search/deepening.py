"""Depth-first search from Python: to a depth, or deeper and deeper while the budget lasts, and its report."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import count
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from ..errors import BadSearch
from .algorithms import Algorithm, no_chance
from .depth_first import BUDGET, DICE, NO_ROOM, TIES, WORK
from .interruption import interrupted, limit
from .options import Budget, ends_at
from .report import ActionReport, Report, named
from .tree import Values
from .tree_building import Recording, tree_of
from .workspace import BoundSearch, WorkspaceSize, bound_search

if TYPE_CHECKING:
    from ..core.contract import GameInfo
    from ..core.game import Game, Position
    from .algorithms import Algorithm, Execution, SearchSpec


# -------------------------- Secondary search: the action that looks best is looked at further before it is the answer.
#
# What a search of some depth prefers may go wrong one move later (the horizon effect). So the best action alone
# is searched deeper; if it is then worth less than the next one was, that one is searched deeper too, and so on,
# until the best of those that were stays ahead (Greenblatt et al. 1967).
#
# Oracle: a tree in which the second look changes the choice, and one in which it goes back to the first.


Value = TypeVar("Value", bound=float)


def second_look(values: Sequence[Value], deeper: Callable[[int], Value]) -> Mapping[int, Value]:
    """What the actions that were searched deeper are worth; the best of them is the answer.

    ``values`` are what a search found for all actions, ``deeper(i)`` what a deeper one finds for action number ``i``.
    Of equal actions the first one is looked at first.

    >>> second_look([0.2, 0.9, 0.5], [0.3, 0.4, 0.6].__getitem__)
    {1: 0.4, 2: 0.6}
    """
    found: dict[int, Value] = {}
    for i in sorted(range(len(values)), key=lambda i: -values[i]):
        if found and max(found.values()) >= values[i]:
            break
        found[i] = deeper(i)
    return found


# ------------------------------------------------------------------------------- The result of a depth, and its report


@dataclass(frozen=True, slots=True)
class DepthResult:
    """What a finished depth showed: the seat's value, each root action's values and nodes, the best line.

    ``ended``: every line went to the end of the game; ``inexact``: something was left out that may change the value.
    """

    depth: int
    value: float
    roots: np.ndarray
    sure: np.ndarray
    effort: np.ndarray
    line: list[int]
    everybody: list[float]
    ended: bool
    inexact: bool = False


def reported(position: Position, question: SearchSpec, work: Any, finding: DepthResult, seconds: float) -> Report:
    """The report of a finding; ``work`` has counted what it took."""
    algorithm = question.algorithm
    variation = named(position, finding.line, int(work.key))
    values = finding.everybody if algorithm.vector else [finding.value]
    whole = not finding.inexact and not position.game.info.hidden
    return Report(
        game=position.game.name,
        algorithm=algorithm.name,
        budget=str(question.budget),
        seat=position.to_move,
        action=finding.line[0],
        name=variation[0].name,
        value=values_of(position, algorithm, values),
        actions=tuple(_actions(position, algorithm, finding)),
        variation=tuple(variation),
        nodes=int(work.nodes),
        evaluations=int(work.evaluations),
        cutoffs=int(work.cutoffs),
        hits=int(work.hits),
        depth=finding.depth,
        plies=int(work.deepest),
        exact=finding.depth > 0 and whole,
        proven=finding.ended and whole,
        options=dict(question.options),
        seconds=seconds,
    )


def values_of(position: Position, algorithm: Algorithm, known: Iterable[float]) -> Values:
    """The values of all seats, from those of all or from that of the seat to move; None where it is not known."""
    found: list[Any] = [None if math.isnan(value) else _number(value) for value in known]
    if algorithm.vector:
        return tuple(found)
    mine, players = found[0], position.game.players
    rest = None
    if mine is not None and players == 2 and position.game.info.constant_sum:
        rest = type(mine)(position.game.info.utility_sum) - mine
    return tuple(mine if seat == position.to_move else rest for seat in range(players))


def _number(value: Any) -> float | Fraction:
    """A value as the report has it: a float, or a fraction where the search reckoned in fractions."""
    return Fraction(value) if isinstance(value, Fraction) else float(value)


def _actions(position: Position, algorithm: Algorithm, finding: DepthResult) -> Iterable[ActionReport]:
    """All actions of the root."""
    for i, action in enumerate(position.legal()):
        row = finding.roots[i]
        unknown = math.isnan(row[position.to_move if algorithm.vector else 0])
        bound = "" if unknown else "=" if finding.sure[i] else "<="
        value = values_of(position, algorithm, row if algorithm.vector else row[:1])
        yield ActionReport(action.id, action.name, value, bound, int(finding.effort[i]))


# ---------------------------------------------------------------------------------------------------------- The search


def deepened(
    position: Position,
    question: SearchSpec,
    key: int,
    started: int,
    execution: Execution,
) -> Report:
    """Search a position as :func:`.api.search` asks for it, which ``started`` then."""
    algorithm, options = question.algorithm, question.options
    shown = position.shown_to(position.to_move, key)

    def prepared(plies: int | None, *, interpreted: bool, fractions: bool = False) -> BoundSearch:
        found = bound_search(
            algorithm.kernel,
            position.game,
            question.guide,
            WorkspaceSize(plies, int(options.get("slots", 1)), algorithm.vector, fractions),
            interpreted=interpreted,
            progress=execution.progress,
        )
        found.place(shown.states())
        found.workspace.params[: len(question.params)] = question.params
        write_options(found.work, algorithm, options, position.game.info, key)
        return found

    found = prepared(question.plies, interpreted=execution.interpreted, fractions=execution.fractions)
    extra = int(options.get("extra", 0))
    before = time.perf_counter()
    finding = spend(found, question.budget, position.to_move, shown, extra, started + found.waited, question.until)
    report = reported(position, question, found.work, finding, time.perf_counter() - before)
    if execution.tree is None or interrupted():
        return report
    recording = _recorded(prepared(report.plies + 2, interpreted=True), shown, algorithm, question.budget, report)
    return replace(report, tree=tree_of(recording, shown, report, execution.tree))


def write_options(work: Any, algorithm: Algorithm, options: Mapping[str, Any], info: GameInfo, key: int) -> None:
    """Put the options where the kernels read them."""
    work.deep = 1
    work.low, work.high = info.utility_range
    if algorithm.vector:  # bounds of a sum, not of one value
        work.high = info.utility_sum
    work.key = key
    written = {**options, "ties": TIES.index(options.get("ties", TIES[0]))}
    for name, value in {**written, **algorithm.fixed}.items():
        if value is not None and name in (WORK.names or ()):
            setattr(work, name, type(getattr(work, name))(value))
    if options.get("extra"):  # a second look goes by the values of all actions
        work.every = 1


def spend(
    found: BoundSearch,
    budget: Budget,
    me: int,
    shown: Position,
    extra: int,
    begun: int,
    until: int = 0,
    renew: Callable[[], None] | None = None,
) -> DepthResult:
    """Search the root to the depth asked for, or deeper and deeper until the nodes or the time are used up.

    At the root is the position ``shown``, in which seat ``me`` searches. The best action of each depth is looked at
    again, ``extra`` moves deeper. A budget of time counts from the moment ``begun`` on; at ``until`` (0: never) the
    search ends whatever its budget, and the last depth that it finished answers. So it does where a line allowed by the
    nodes, the time or that moment is too long for the workspace. ``renew`` restores the workspace, so that what a
    smaller depth has found changes no answer. Raises :class:`~magnate.errors.BadSearch` where something else keeps the
    search from finishing.
    """
    if budget.kind == "depth" and not until:
        limit(found.work, 0)
        whole = _searched(found, budget.amount, me, shown, extra)
        return whole if found.work.stop != BUDGET else _unfinished(found, shown)
    if budget.kind == "nodes":
        found.work.limit = budget.amount
    finding = None
    for depth in _doubled(budget.amount) if budget.kind == "depth" else count(1):
        if finding is not None and budget.kind == "depth" and renew is not None:
            renew()
        limit(found.work, ends_at(budget, begun, until))
        deeper = _searched(found, depth, me, shown, extra, enough=budget.kind != "depth" or until > 0)
        if found.work.stop:
            break
        finding = deeper
        if finding.ended and budget.kind != "depth":
            break
    return finding or _unfinished(found, shown)


def _doubled(depth: int) -> list[int]:
    """The depths that are searched on the way to this one: each twice as deep as the one before.

    >>> _doubled(6)
    [1, 2, 4, 6]
    """
    return [*(1 << i for i in range((depth - 1).bit_length())), depth]


def _searched(
    found: BoundSearch, depth: int, me: int, shown: Position, extra: int, enough: bool = False
) -> DepthResult:
    """One search to a fixed depth; raises BadSearch where something else than its budget kept it from finishing.

    With ``enough`` a line that is too long ends it like its budget.
    """
    value = _run(found, depth, me, shown.game, enough)
    ws, work = found.workspace, found.work
    roots, sure, effort = ws.roots.copy(), ws.sure.copy(), ws.effort.copy()
    everybody, ended = list(ws.values[0]), bool(work.horizon == 0)
    finding = DepthResult(depth, value, roots, sure, effort, line_of(ws), everybody, ended, bool(work.inexact))
    if extra == 0 or ended or work.stop:
        return finding
    return _looked_again(found, finding, me, shown, extra, enough)


def _run(found: BoundSearch, moves: int, me: int, game: Game, enough: bool = False) -> Any:
    """The value of the position at the root for seat ``me``."""
    value = found.run(moves, me)
    if found.work.stop not in {0, BUDGET, *((NO_ROOM,) if enough else ())}:
        raise _failure(found, game)
    return value


def _looked_again(
    found: BoundSearch, finding: DepthResult, me: int, shown: Position, extra: int, enough: bool
) -> DepthResult:
    """The finding after a second look at its best actions, ``extra`` moves deeper."""
    actions = shown.legal()
    lines: dict[int, list[int]] = {}

    def deeper(i: int) -> Any:
        after = shown.copy().apply(actions[i])
        found.place(after.states())
        value = _run(found, finding.depth - int(after.settled) + extra, me, shown.game, enough)
        lines[i] = [actions[i].id, *line_of(found.workspace)]
        finding.effort[i] += found.work.nodes - nodes[-1]
        nodes.append(found.work.nodes)
        return value

    nodes = [found.work.nodes]
    values = second_look([finding.roots[i][0] for i in range(len(actions))], deeper)
    found.place(shown.states())
    for i, value in values.items():
        finding.roots[i][0] = value
    best = max(values, key=values.__getitem__)
    return replace(finding, value=values[best], line=lines[best], inexact=True)


def _failure(found: BoundSearch, game: Game) -> BadSearch:
    """Why a search could not be finished."""
    work, plies = found.work, len(found.workspace.states)
    if work.stop == NO_ROOM:
        return BadSearch(
            f"a line is longer than the {plies} plies that there is room for",
            hint=f"search less deep, or give plies={2 * plies}",
        )
    if work.stop == DICE:
        return no_chance(game)
    if work.shallow:
        return BadSearch(
            f"the values of a position are negative or add up to more than {work.high:g}, which shallow relies on",
            hint="give high as the guide's estimates need it, or leave out shallow",
        )
    return BadSearch(
        f"the value of a position is not between {work.low:g} and {work.high:g}, which pruning relies on",
        hint="give low and high as the guide's estimates need them",
    )


def line_of(ws: Any) -> list[int]:
    """The best line of the root, which ends before -1."""
    line: list[int] = ws.line[0].tolist()
    return line[: line.index(-1)]


def _unfinished(found: BoundSearch, position: Position) -> DepthResult:
    """The answer when there was no time for one move ahead: the best action so far, or the first."""
    legal = position.legal_ids()
    line = [action for action in line_of(found.workspace)[:1] if action in legal] or legal[:1]  # a second look's is not
    unknown = np.full(found.workspace.roots.shape, np.nan)
    none = np.zeros(len(unknown), np.int64)
    return DepthResult(0, np.nan, unknown, none, none, line, unknown[0].tolist(), ended=False)


def _recorded(found: BoundSearch, shown: Position, algorithm: Algorithm, budget: Budget, report: Report) -> Recording:
    """What a search visits, by making it once more while it is watched: the last depth that it finished.

    A second look at the best actions is no part of it.
    """
    bounds = {"low": found.work.low, "high": found.work.high} if "low" in algorithm.options else {}
    recording = Recording(
        lambda known: values_of(shown, algorithm, known), players=shown.game.players, vector=algorithm.vector, **bounds
    )
    watched = found.watched(recording.watch)
    first = report.depth if budget.kind == "depth" else 1
    for depth in range(first, report.depth + 1):
        recording.clear()
        _searched(watched, depth, shown.to_move, shown, 0)
    recording.finish()
    return recording
