"""Searching a position from Python: what is asked is checked, the kernel runs, and a report is made."""

from __future__ import annotations

import importlib
import math
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from ..engine.contract import CHANCE, OVER
from ..engine.edge import checked_seed
from ..engine.loader import is_twin
from ..engine.stream import deal_seed
from ..errors import BadSearch
from .algorithms import Algorithm, algorithm_named, default_algorithm, fitting
from .budget import Budget, parse_budget
from .desk import Bench, bench
from .determinised import determinised
from .hidden import searched
from .report import ActionReport, Report, Values, named
from .secondary import second_look
from .simulating import simulated
from .tree_view.naming import tree_of
from .tree_view.recording import Recording
from .tree_view.size import TreeSize
from .work import BUDGET, DICE, NO_ROOM, TIES, WORK

if TYPE_CHECKING:
    from ..engine.compiler import Progress
    from ..engine.contract import GameInfo
    from ..engine.game import Game
    from ..engine.position import Position

__all__ = ["failure", "guide_of", "row_of", "search", "seat_of", "whole_row", "write_options"]


def search(
    position: Position,
    algorithm: str | None = None,
    budget: str | Budget | None = None,
    *,
    guide: ModuleType | str | None = None,
    params: Iterable[float] = (),
    seed: int = 0,
    plies: int | None = None,
    interpreted: bool = False,
    fractions: bool = False,
    progress: Progress | None = None,
    tree: bool | TreeSize = False,
    **options: Any,
) -> Report:
    """Search a position for the seat to move and report what was found; the position does not change.

    ``algorithm`` is one of :data:`.algorithms.ALGORITHMS`, which has the ``options`` too (default: one that fits).
    ``budget`` is ``depth:4`` (moves ahead, the default), or ``nodes:100000`` or ``time:2s``, with which the search
    deepens move by move and answers with the last depth that it finished; for algorithms that simulate games it is
    ``sims:1000`` (their default) or a time. ``guide`` (a module or its name) values positions at the horizon by its
    ``estimate``, which is handed ``params``; without one the game's own agents do if they can, else all seats have the
    same prospects. Its ``policy`` plays games out for them, by ``params`` again: without a guide, the game's own agent
    that they name; without both, random play. ``plies`` is the longest line there is room for. Whatever is random
    follows from ``seed``. With ``interpreted`` nothing is compiled: the same files run as plain Python, a thousand
    times slower, with the same result to the last bit; and with ``fractions`` too it reckons in fractions, so that the
    report's values are exact where utilities and weights are (not for those that simulate). ``tree`` asks for the tree
    in the report (a :class:`.tree_view.TreeSize`: for so much of it); a depth-first search then runs a second time,
    interpreted, to record it.

    Raises :class:`~magnate.errors.UnknownAlgorithm`, :class:`~magnate.errors.BadBudget` or
    :class:`~magnate.errors.BadSearch`, which say what would be right.

    >>> import magnate
    >>> position = magnate.load("tictactoe").setup({"board": ["XX.", "OO.", "..."]})
    >>> report = search(position, "alphabeta", "depth:9")
    >>> report.name, report.value, report.proven
    ('c1', (1.0, 0.0), True)
    """
    chosen = algorithm_named(default_algorithm(position.game) if algorithm is None else algorithm)
    interpreted = interpreted or is_twin(position.game.rules)
    allowance = parse_budget(budget or chosen.default_budget)
    chosen.check_budget(allowance)
    settled = chosen.settle(options)
    chosen.check_game(position.game)
    me = seat_of(position)
    row = row_of(params)
    if plies is not None and (not isinstance(plies, int) or plies < 2):
        raise BadSearch(f"there cannot be room for {plies!r} plies", hint="give a whole number from 2")
    if fractions and (not interpreted or chosen.plays_out or settled.get("slots", 1) != 1):
        raise BadSearch(
            "only interpreted depth-first searches without a table reckon in fractions",
            hint="give interpreted=True and, where there is a table, slots=1",
        )
    key = deal_seed("search", checked_seed(seed))
    module = guide_of(position.game, guide, chosen, row)
    row = whole_row(module, chosen, row)
    size = TreeSize() if tree is True else tree or None
    if size is not None and chosen.name in WITHOUT_TREE:
        raise BadSearch(f"{chosen.name} has no tree to show", hint="mcts and the depth-first searches have")
    if chosen.plays_out:
        if len(row) and row[0] < 0:
            raise BadSearch("a policy that answers in Python cannot play games out", hint="give a compiled one")
        more: dict[str, Any] = {"interpreted": interpreted, "progress": progress}
        simulate = {"ismcts": searched, "determinised": determinised}.get(chosen.name)
        if simulate is None:
            simulate, more["size"] = simulated, size
        return simulate(position, chosen, settled, allowance, module, row, plies, key, **more)
    shown = position.shown_to(me, key)

    def prepared(plies: int | None, *, interpreted: bool, fractions: bool = False) -> Bench:
        found = bench(
            chosen.kernel,
            position.game,
            module,
            plies,
            slots=int(settled.get("slots", 1)),
            vectors=chosen.vector,
            interpreted=interpreted,
            fractions=fractions,
            progress=progress,
        )
        found.place(shown.states())
        found.desk.params[: len(row)] = row
        write_options(found.work, chosen, settled, position.game.info, key)
        return found

    found = prepared(plies, interpreted=interpreted, fractions=fractions)
    started = time.perf_counter()
    finding = _spend(found, allowance, me, shown, int(settled.get("extra", 0)))
    seconds = time.perf_counter() - started
    report = _report(position, chosen, settled, allowance, found, finding, seconds)
    if size is None:
        return report
    recording = _recorded(prepared(report.plies + 2, interpreted=True), shown, chosen, allowance, report)
    return replace(report, tree=tree_of(recording, shown, report, size))


WITHOUT_TREE = ("ismcts", "determinised")
"""Algorithms whose trees are of information sets or of many worlds, which no report shows."""


# ----------------------------------------------------------------------------------------------- checking


def seat_of(position: Position) -> int:
    """The seat that searches."""
    if position.to_move == OVER:
        raise BadSearch("the game is over, so there is nothing to search", hint="search an earlier position")
    if position.to_move == CHANCE:
        raise BadSearch("chance is to move, and nobody decides", hint="apply an outcome, or give the position a seed")
    return position.to_move


def row_of(params: Iterable[float]) -> np.ndarray:
    """The row of numbers for a guide."""
    from ..engine.binding import PARAMS

    row = np.array(list(params), np.float64)
    if row.ndim != 1 or len(row) > PARAMS:
        raise BadSearch("params is no row of numbers for the guide", hint=f"give at most {PARAMS} numbers")
    return row


def whole_row(guide: ModuleType | None, algorithm: Algorithm, row: np.ndarray) -> np.ndarray:
    """The row that the guide is handed: what is given, and behind it what the guide itself would rather have.

    The zeros at the end of a row are not given: an agent's row has no settings of a search.
    """
    if not hasattr(guide, "search_row"):
        return row
    row = np.trim_zeros(row, "b")
    whole = np.array(guide.search_row(algorithm.vector))  # type: ignore[union-attr]
    whole[: len(row)] = row
    return whole


def guide_of(game: Game, asked: ModuleType | str | None, algorithm: Algorithm, row: np.ndarray) -> ModuleType | None:
    """The module whose ``estimate`` values positions and whose ``policy`` plays them out; None for the uniform guide.

    The game's own agents play games out only where ``params`` say which: random play needs none of them compiled.
    """
    if asked is None:
        named = hasattr(game.guide, "policy") and algorithm.plays_out and len(row) > 0
        return game.guide if named or hasattr(game.guide, "estimate") else None
    try:
        module = importlib.import_module(asked) if isinstance(asked, str) else asked
    except ModuleNotFoundError as error:
        raise BadSearch(f'the guide "{asked}" cannot be imported: {error}', hint="name its module") from None
    if not hasattr(module, "estimate") and not (algorithm.plays_out and hasattr(module, "policy")):
        raise BadSearch(f"the guide {module.__name__} has no estimate", hint="see Guide.estimate in the API")
    return module


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


# ----------------------------------------------------------------------------------------------- running


@dataclass(frozen=True, slots=True)
class Finding:
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


def _spend(found: Bench, budget: Budget, me: int, shown: Position, extra: int) -> Finding:
    """Search to the depth asked for, or deeper and deeper until the nodes or the time are used up.

    The best action of each depth is looked at again, ``extra`` moves deeper.
    """
    if budget.kind == "depth":
        return _searched(found, budget.amount, me, shown, extra)
    if budget.kind == "nodes":
        found.work.limit = budget.amount
    else:
        found.work.deadline = found.begun + budget.amount
    finding = None
    depth = 1
    while finding is None or not finding.ended:
        deeper = _searched(found, depth, me, shown, extra)
        if found.work.stop == BUDGET:
            break
        finding = deeper
        depth += 1
    return finding or _unfinished(found, shown)


def _searched(found: Bench, depth: int, me: int, shown: Position, extra: int) -> Finding:
    """One search to a fixed depth; raises BadSearch where something else than its budget kept it from finishing."""
    value = _run(found, depth, me, shown.game)
    desk, work = found.desk, found.work
    roots, sure, effort = desk.roots.copy(), desk.sure.copy(), desk.effort.copy()
    everybody, ended = list(desk.values[0]), bool(work.horizon == 0)
    finding = Finding(depth, value, roots, sure, effort, _line(desk), everybody, ended, bool(work.inexact))
    if extra == 0 or ended or work.stop:
        return finding
    return _looked_again(found, finding, me, shown, extra)


def _run(found: Bench, moves: int, me: int, game: Game) -> Any:
    """The value of the position at the root for seat ``me``."""
    value = found.run(moves, me)
    if found.work.stop not in {0, BUDGET}:
        raise failure(found, game)
    return value


def _looked_again(found: Bench, finding: Finding, me: int, shown: Position, extra: int) -> Finding:
    """The finding after a second look at its best actions, ``extra`` moves deeper."""
    actions = shown.legal()
    lines: dict[int, list[int]] = {}

    def deeper(i: int) -> Any:
        after = shown.copy().apply(actions[i])
        found.place(after.states())
        value = _run(found, finding.depth - int(after.settled) + extra, me, shown.game)
        lines[i] = [actions[i].id, *_line(found.desk)]
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


def failure(found: Bench, game: Game) -> BadSearch:
    """Why a search could not be finished."""
    work, plies = found.work, len(found.desk.states)
    if work.stop == NO_ROOM:
        return BadSearch(
            f"a line is longer than the {plies} plies that there is room for",
            hint=f"search less deep, or give plies={2 * plies}",
        )
    if work.stop == DICE:
        return BadSearch(
            f"the algorithm knows no chance, and {game.name} has some", hint=f"use {fitting(game, chance=True)}"
        )
    if work.shallow:
        return BadSearch(
            f"the values of a position are negative or add up to more than {work.high:g}, which shallow relies on",
            hint="give high as the guide's estimates need it, or leave out shallow",
        )
    return BadSearch(
        f"the value of a position is not between {work.low:g} and {work.high:g}, which pruning relies on",
        hint="give low and high as the guide's estimates need them",
    )


def _line(desk: Any) -> list[int]:
    """The best line of the root, which ends before -1."""
    line: list[int] = desk.line[0].tolist()
    return line[: line.index(-1)]


def _unfinished(found: Bench, position: Position) -> Finding:
    """The answer when there was no time for one move ahead: the best action so far, or the first."""
    line = _line(found.desk)[:1] or [position.legal()[0].id]
    unknown = np.full(found.desk.roots.shape, np.nan)
    none = np.zeros(len(unknown), np.int64)
    return Finding(0, np.nan, unknown, none, none, line, unknown[0].tolist(), ended=False)


def _recorded(found: Bench, shown: Position, algorithm: Algorithm, budget: Budget, report: Report) -> Recording:
    """What a search visits, by making it once more while it is watched: the last depth that it finished.

    A second look at the best actions is no part of it.
    """
    bounds = {"low": found.work.low, "high": found.work.high} if "low" in algorithm.options else {}
    recording = Recording(
        lambda known: _values(shown, algorithm, known), players=shown.game.players, vector=algorithm.vector, **bounds
    )
    watched = found.watched(recording.watch)
    first = report.depth if budget.kind == "depth" else 1
    for depth in range(first, report.depth + 1):
        recording.clear()
        _searched(watched, depth, shown.to_move, shown, 0)
    recording.finish()
    return recording


# ----------------------------------------------------------------------------------------------- reporting


def _report(
    position: Position,
    algorithm: Algorithm,
    options: Mapping[str, Any],
    budget: Budget,
    found: Bench,
    finding: Finding,
    seconds: float,
) -> Report:
    """The report of a finding."""
    work = found.work
    variation = named(position, finding.line, int(work.key))
    values = finding.everybody if algorithm.vector else [finding.value]
    whole = not finding.inexact and not position.game.info.hidden
    return Report(
        game=position.game.name,
        algorithm=algorithm.name,
        budget=str(budget),
        seat=position.to_move,
        action=finding.line[0],
        name=variation[0].name,
        value=_values(position, algorithm, values),
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
        options=dict(options),
        seconds=seconds,
    )


def _values(position: Position, algorithm: Algorithm, known: Iterable[float]) -> Values:
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


def _actions(position: Position, algorithm: Algorithm, finding: Finding) -> Iterable[ActionReport]:
    """All actions of the root."""
    for i, action in enumerate(position.legal()):
        row = finding.roots[i]
        unknown = math.isnan(row[position.to_move if algorithm.vector else 0])
        bound = "" if unknown else "=" if finding.sure[i] else "<="
        value = _values(position, algorithm, row if algorithm.vector else row[:1])
        yield ActionReport(action.id, action.name, value, bound, int(finding.effort[i]))
