"""Searching a position from Python: what is asked is checked, and handed to what runs the algorithm."""

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
from ..runtime.interpreter import is_interpreted
from ..runtime.stream import deal_seed
from .algorithms import Algorithm, SearchSpec, algorithm_named, default_algorithm, parse_algorithm
from .budget import Budget, parse_budget
from .deepening import deepened
from .hidden import determinised, searched
from .mcts_driver import simulated
from .report import Report
from .tree_view.model import TreeSize

if TYPE_CHECKING:
    from ..core.game import Game, Position
    from ..runtime.compiler import Progress


__all__ = ["answered", "guide_of", "row_of", "search", "seat_of", "whole_row"]


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
    started = time.monotonic_ns()
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
    question = SearchSpec(chosen, allowance, settled, module, tuple(row), plies)
    return answered(
        position,
        question,
        checked_seed(seed),
        started,
        interpreted=interpreted,
        fractions=fractions,
        progress=progress,
        tree=tree,
    )


def answered(
    position: Position,
    question: SearchSpec,
    seed: int,
    started: int,
    *,
    interpreted: bool = False,
    fractions: bool = False,
    progress: Progress | None = None,
    tree: bool | TreeSize = False,
) -> Report:
    """The report of a question that fits the position, whose search ``started`` then (nanoseconds of the clock).

    The other arguments are those of :func:`search`. The action is the one that a :class:`.searchers.Searcher` of the
    same question chooses by the same seed.
    """
    size = TreeSize() if tree is True else tree or None
    run: Callable[..., Report] = SIMULATED.get(question.algorithm.name, deepened)
    more: dict[str, Any] = {"interpreted": interpreted, "progress": progress, "size": size}
    if run is deepened:
        more["fractions"] = fractions
    return run(position, question, deal_seed("search", seed), started, **more)


SIMULATED: Final = {"mcts": simulated, "ismcts": searched, "determinised": determinised}
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
