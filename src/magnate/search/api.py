"""Searching from Python: :func:`search` checks what is asked and hands it on, :class:`Analysis` keeps its tree."""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable, Iterable
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ..core.contract import CHANCE, OVER
from ..core.validation import checked_seed
from ..errors import BadSearch
from ..gpu.device import Device
from ..runtime.compiler import build
from ..runtime.interpreter import interpret, is_interpreted
from ..runtime.stream import deal_seed
from . import mcts_pool, whole_driver
from .algorithms import Algorithm, Execution, SearchSpec, algorithm_named, default_algorithm, parse_algorithm
from .deepening import deepened
from .hidden import determinised, searched
from .mcts_driver import PLIES, grown, pool_size, simulated, write_options
from .mcts_report import reported
from .options import Budget, check_together, parse_budget
from .report import Report
from .tree import TreeSize

if TYPE_CHECKING:
    from ..core.game import Game, Position
    from ..runtime.compiler import Progress


# ------------------ Searching a position from Python: what is asked is checked, and handed to what runs the algorithm.


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
    until: int = 0,
    device: str | Device = "cpu",
    **options: Any,
) -> Report:
    """Search a position for the seat to move and report what was found; the position does not change.

    ``algorithm`` is one of :data:`.algorithms.ALGORITHMS`, which has the ``options`` too (default: one that fits). It
    may bring options along as on the command line, ``"mcts:c=1.4,solver=true"``; no option may be given twice.
    ``budget`` is ``depth:4`` (moves ahead, the default), or ``nodes:100000`` or ``time:2s``, with which the search
    deepens move by move and answers with the last depth that it finished. For algorithms that simulate games it is
    ``sims:1000`` (their default) or a time. ``guide`` (a module or its name) values positions at the horizon by its
    ``estimate``, which is handed ``params``. Without one the game's own agents do if they can, else all seats have the
    same prospects. Its ``policy`` plays games out for them, by ``params`` again: without a guide, the game's own agent
    that they name; without both, random play. ``plies`` is the longest line there is room for. Whatever is random
    follows from ``seed``. With ``interpreted`` nothing is compiled: the same files run as plain Python, a thousand
    times slower, with the same result to the last bit. With ``fractions`` too it reckons in fractions. Then the
    report's values are exact where utilities and weights are (not for those that simulate). ``tree`` asks for the tree
    in the report (a :class:`.tree.TreeSize`: for so much of it); a depth-first search then runs a second time,
    interpreted, to record it. At the moment ``until`` (nanoseconds of the monotonic clock; 0: never) the search ends
    with the best that it has found, whatever its budget: the last depth that it finished.

    ``device`` is who grows the trees of ``mcts``, one a thread: ``cpu``, ``gpu``, or ``auto``, the faster one in a
    short trial. Where no GPU can do it, a warning says why.

    Raises :class:`~magnate.errors.UnknownAlgorithm`, :class:`~magnate.errors.BadBudget` or
    :class:`~magnate.errors.BadSearch`, which say what would be right.

    >>> import magnate
    >>> position = magnate.load("tictactoe").setup({"board": ["XX.", "OO.", "..."]})
    >>> report = search(position, "alphabeta", "depth:9")
    >>> report.name, report.value, report.proven
    ('c1', (1.0, 0.0), True)
    """
    started = time.perf_counter_ns()
    name, said = parse_algorithm(default_algorithm(position.game) if algorithm is None else algorithm)
    twice = [option for option in said if option in options]
    if twice:
        raise BadSearch(f'"{algorithm}" says {twice[0]}, and so does an argument', hint="give each option one value")
    chosen, options = algorithm_named(name), {**said, **options}
    interpreted = interpreted or is_interpreted(position.game.rules)
    allowance = parse_budget(budget or chosen.default_budget)
    settled = chosen.check(position.game, allowance, options)
    progress = position.game.progress if progress is None else progress
    seat_of(position)  # refuses a position where nobody decides
    row = row_of(params)
    if plies is not None and (not isinstance(plies, int) or plies < 2):
        raise BadSearch(f"there cannot be room for {plies!r} plies", hint="give a whole number from 2")
    if fractions and (not interpreted or chosen.plays_out or settled.get("slots", 1) != 1):
        raise BadSearch(
            "only interpreted depth-first searches without a table reckon in fractions",
            hint="give interpreted=True and, where there is a table, slots=1",
        )
    module = guide_of(position.game, guide, chosen, row)
    row = whole_row(module, chosen, row)
    if chosen.plays_out and len(row) and row[0] < 0:
        raise BadSearch("a policy that answers in Python cannot play games out", hint="give a compiled one")
    question = SearchSpec(chosen, allowance, settled, module, tuple(row), plies, until=until)
    execution = Execution(interpreted, fractions, progress, TreeSize.of(tree), Device.of(device))
    return answered(position, question, checked_seed(seed), started, execution)


def answered(position: Position, question: SearchSpec, seed: int, started: int, execution: Execution) -> Report:
    """The report of a question that fits the position, whose search ``started`` then (nanoseconds of the clock).

    The action is the one that a :class:`.searchers.Searcher` of the same question chooses by the same seed.
    """
    run: Callable[..., Report] = SIMULATED.get(question.algorithm.name, deepened)
    if run is not simulated and execution.device is not None:
        execution.device.refuse(f"a card searches by mcts only, not by {question.algorithm.name}")
    return run(position, question, deal_seed("search", seed), started, execution)


SIMULATED: Final = {
    "mcts": simulated,
    "ismcts": searched,
    "determinised": determinised,
    "wholemove": whole_driver.searched,
}
"""What runs the algorithms that simulate games."""


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
    from ..core.binding import PARAMS

    row = np.array(list(params), np.float64)
    if row.ndim != 1 or len(row) > PARAMS:
        raise BadSearch("params is no row of numbers for the guide", hint=f"give at most {PARAMS} numbers")
    return row


def whole_row(guide: ModuleType | None, algorithm: Algorithm, row: np.ndarray) -> np.ndarray:
    """The row that the guide is handed: what is given, and behind it what the guide itself would rather have.

    The zeros at the end of a row are not given: an agent's row has no settings of a search.
    """
    search_row = getattr(guide, "search_row", None)
    if search_row is None:
        return row
    row = np.trim_zeros(row, "b")
    whole = np.array(search_row(algorithm.vector))
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
    useful = ("estimate", "reward", *(("policy",) if algorithm.plays_out else ()))
    if not any(hasattr(module, name) for name in useful):
        raise BadSearch(f"the guide {module.__name__} has no estimate", hint="see Guide.estimate in the API")
    return module


# ---------------- Monte Carlo tree search that goes on from move to move and keeps of its tree what is still possible.


class Analysis:
    """A tree of ``mcts`` that follows a game.

    :meth:`search` lets it grow, :meth:`advance` goes one step on. The node of that step becomes the root, with all that
    is known of it, and the room of its siblings is free again. ``options`` are those of ``mcts``; the other arguments
    mean what they do for :func:`.search`. The same calls with the same seed have the same results.

    Raises :class:`~magnate.errors.BadSearch` for a game with hidden parts, which every search draws anew.

    >>> import magnate
    >>> analysis = Analysis(magnate.load("tictactoe").new())
    >>> analysis.search("sims:500").evaluations
    500
    >>> analysis.advance(4)
    >>> 0 < analysis.known < 500
    True
    """

    def __init__(
        self,
        position: Position,
        *,
        guide: ModuleType | str | None = None,
        params: Iterable[float] = (),
        seed: int = 0,
        plies: int | None = None,
        interpreted: bool = False,
        progress: Progress | None = None,
        **options: Any,
    ) -> None:
        game = position.game
        if game.info.hidden:
            raise BadSearch(f"{game.name} has hidden parts, so no tree of it can be kept", hint="search each position")
        self._algorithm = algorithm_named("mcts")
        self._options = self._algorithm.settle(options)
        self._algorithm.check_game(game)
        if self._options["threads"] != 1:
            raise BadSearch("only one tree can be kept", hint="leave threads out")
        row = row_of(params)
        module = guide_of(game, guide, self._algorithm, row)
        row = whole_row(module, self._algorithm, row)
        self._position = position.shown_to(0)  # without a seed, so that its chance is explicit
        least, any_time = 1 + len(position.legal_ids()), Budget("time", 1 << 62, "")
        pool = pool_size(game.info, self._options["pool"], least, any_time, interpreted=interpreted)
        self._found = grown(
            game,
            module,
            pool,
            plies or PLIES,
            options=self._options,
            recycles=True,
            interpreted=interpreted,
            progress=progress,
        )
        self._reuse = interpret(mcts_pool.__name__) if interpreted else mcts_pool
        if not interpreted:
            build([self._reuse.keep_below, self._reuse.forget], progress)
        self._found.workspace.params[: len(row)] = row
        write_options(self._found.run, self._found.extra, self._options, game.info.utility_range[1])
        self._found.run.key = deal_seed("search", checked_seed(seed))
        self._found.place(position.states())

    @property
    def position(self) -> Position:
        """The position at the root (a copy)."""
        return self._position.copy()

    @property
    def known(self) -> int:
        """The simulations that the root has seen, those of earlier positions included."""
        return int(self._found.node(0).visits)

    def search(self, budget: str | Budget = "sims:1000") -> Report:
        """Let the tree grow from the position at the root, and report what is known there.

        ``visits`` and values count what was kept; ``evaluations`` are the simulations of this call. Raises
        :class:`~magnate.errors.BadSearch` where nobody decides.
        """
        allowance = parse_budget(budget)
        self._algorithm.check_budget(allowance)
        check_together(self._options, allowance)
        seat_of(self._position)
        found, run = self._found, self._found.run
        found.place(self._position.states())
        run.simulations, run.limit, run.deadline, run.emptied, found.extra.begun = 0, 0, 0, 0, 0
        started = time.perf_counter()
        if allowance.kind == "time":
            run.deadline = time.perf_counter_ns() + allowance.amount
        else:
            run.limit = allowance.amount
        found.search()
        seconds = time.perf_counter() - started
        question = SearchSpec(self._algorithm, allowance, self._options)
        return reported(self._position, question, found, seconds, int(run.key))

    def advance(self, step: int | str) -> None:
        """Go on by an action or an outcome of chance (its id or name), keeping what is known of it.

        Raises as :meth:`~magnate.core.game.Position.apply` does for a step that is not possible.
        """
        mover, step = self._position.to_move, self._position.action_id(step)
        self._position.apply(step)
        ws = self._found.workspace
        if mover < 0 and self._options["chance"] == "open":
            return  # its nodes stand for all outcomes
        for child in self._found.children(0):
            one = self._found.node(child)
            if one.id == step and one.by == mover:
                self._reuse.keep_below(child, ws.runs, ws.tree, self._found.notes)
                return
        self._reuse.forget(ws.runs, ws.tree, self._found.notes)
