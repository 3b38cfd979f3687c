"""The arrays that depth-first searches work on, compiled or interpreted, floats or fractions.

A workspace is made once for a game and a number of plies; a search allocates nothing while it runs.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from fractions import Fraction
from inspect import signature
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from ..core.interpreted_entries import interpreted_copies
from ..core.loader import kernel
from ..runtime.compiler import build
from ..runtime.pystate import PyStates, py_ints
from .depth_first import SLOT, WORK

if TYPE_CHECKING:
    from ..core.game import Game
    from ..runtime.compiler import Progress


# ------------------------------------------------------------------------- Exact fractions (interpreted searches only)


def _kept(operation: Callable[[Fraction, Any], Any]) -> Callable[[Fraction, Any], Any]:
    """The operation with a finite number on the other side turned into the fraction that it is."""

    def exact(one: Fraction, other: Any) -> Any:
        return operation(one, other) if math.isinf(other) else Exact(operation(one, Fraction(other)))

    return exact


class Exact(Fraction):
    """A fraction that stays one when it meets a float, where Python's own becomes a float."""

    __add__ = __radd__ = _kept(Fraction.__add__)
    __mul__ = __rmul__ = _kept(Fraction.__mul__)
    __sub__ = _kept(Fraction.__sub__)
    __rsub__ = _kept(Fraction.__rsub__)
    __truediv__ = _kept(Fraction.__truediv__)


class _Row(list[Any]):
    """The values of a ply: what is written there becomes a fraction."""

    def __setitem__(self, place: Any, value: Any) -> None:
        if isinstance(place, slice):
            super().__setitem__(place, [Exact(value)] * len(self[place]))
        else:
            super().__setitem__(place, Exact(value))


def rows_of_fractions(rows: int, width: int) -> list[_Row]:
    """A table of a workspace."""
    return [_Row([Exact(0)] * width) for _ in range(rows)]


# ------------------------------------------------------------------------------------------------------- The workspace


PLIES: Final = 512
"""The longest line that a search has room for, by default."""
INTERPRETED_PLIES: Final = 64
"""The same for interpreted searches, whose states are slow to make."""


class WorkspaceSize(NamedTuple):
    """What a workspace has room for: lines of ``plies`` plies (None: the usual), and a transposition table.

    The table has ``slots`` entries, where a kernel has one: single values, or ``vectors`` of the values of all seats.
    With ``fractions`` an interpreted kernel reckons in fractions.
    """

    plies: int | None = None
    slots: int = 1
    vectors: bool = False
    fractions: bool = False


class BoundSearch:
    """A kernel bound to a game and a guide, and the workspace that it works on.

    ``workspace`` holds the arrays (``common.Workspace``), ``work`` is the record of limits and counters, ``waited`` for
    how many nanoseconds the kernel was loaded or compiled, which no budget counts.
    """

    def __init__(self, entry: Callable[..., Any], ws: Any, waited: int) -> None:
        self.workspace = ws
        works = ws.works
        self.work: Any = works[0] if isinstance(works, PyStates) else works.view(np.recarray)[0]
        self.waited = waited
        self._entry = entry
        self._parameters = tuple(signature(getattr(entry, "py_func", entry)).parameters)

    def watched(self, by: Callable[[Callable[..., Any]], Callable[..., Any]]) -> BoundSearch:
        """The same workspace with another entry: what ``by`` makes of this one."""
        return BoundSearch(by(self._entry), self.workspace, self.waited)

    def place(self, states: np.ndarray) -> None:
        """Put the position of ``states`` (an array of length 1) at the root."""
        if isinstance(self.workspace.states, PyStates):
            self.workspace.states[0].from_record(states[0])
        else:
            self.workspace.states[0] = states[0]

    def run(self, moves: int, me: int, alpha: float = -math.inf, beta: float = math.inf) -> Any:
        """Search the root so many moves deep for seat ``me``; the counters go on from where they are."""
        self.work.noted = self.work.nodes + 1  # the root is no action's
        self.work.horizon = 0
        given = {"moves": moves, "me": me, "alpha": alpha, "beta": beta, "ws": self.workspace}
        return self._entry(*(given[name] for name in self._parameters))


def entry_of(name: str, rules: ModuleType, guide: ModuleType | None, *, extended: bool = False) -> Callable[..., Any]:
    """The entry ``file.function`` of a kernel of this folder, bound to a game's rules and a guide."""
    file, _, function = name.partition(".")
    found: Callable[..., Any] = getattr(kernel(f"{__package__}.{file}", rules, guide, extended=extended), function)
    return found


def bound_kernel(
    file: str,
    game: Game,
    guide: ModuleType | None,
    entries: Sequence[str] = (),
    also: Sequence[Any] = (),
    *,
    extended: bool = False,
    interpreted: bool = False,
    progress: Progress | None = None,
) -> tuple[Any, int]:
    """A kernel of this folder, bound to a game's rules and a guide, and the nanoseconds that it took.

    These entries are compiled, and ``also`` those of other modules. If ``interpreted``, nothing is.
    """
    before, rules = time.perf_counter_ns(), game.rules
    if interpreted:
        rules, guide = interpreted_copies(rules, guide)
    bound = kernel(f"{__package__}.{file}", rules, guide, extended=extended)
    if not interpreted:
        build([*(getattr(bound, entry) for entry in entries), *also], progress)
    return bound, time.perf_counter_ns() - before


def bound_search(
    name: str,
    game: Game,
    guide: ModuleType | None,
    size: WorkspaceSize,
    *,
    interpreted: bool = False,
    progress: Progress | None = None,
) -> BoundSearch:
    """The entry ``name`` for a game, built if need be, with a workspace of this ``size``."""
    file, _, function = name.partition(".")
    bound, waited = bound_kernel(file, game, guide, [function], interpreted=interpreted, progress=progress)
    common, _ = bound_kernel("common", game, guide, interpreted=interpreted)
    return BoundSearch(getattr(bound, function), common.Workspace(**_arrays(game, size, interpreted)), waited)


def _arrays(game: Game, size: WorkspaceSize, interpreted: bool) -> dict[str, Any]:
    """The fields of a workspace; what rules write whole numbers to are plain Python integers if interpreted."""
    from ..core.binding import PARAMS

    plies = size.plies or (INTERPRETED_PLIES if interpreted else PLIES)
    width = max(1, game.info.max_legal, game.info.max_outcomes)
    states, works, table = np.zeros(plies, game.rules.STATE), np.zeros(1, WORK), np.zeros(size.slots, SLOT)
    acts: Any = np.zeros((2, plies, width), np.int64)
    if interpreted:
        acts = [[py_ints(width) for _ in range(plies)] for _ in range(2)]
    values: Any = np.zeros((plies + 1, game.players))
    roots: Any = np.zeros((width, game.players))
    lows: Any = np.zeros((plies, width))
    highs: Any = np.zeros((plies, width))
    if size.fractions:
        lows, highs = rows_of_fractions(plies, width), rows_of_fractions(plies, width)
        values, roots = rows_of_fractions(plies + 1, game.players), roots.astype(object)
    return {
        "states": PyStates(states) if interpreted else states,
        "acts": acts[0],
        "weights": acts[1],
        "lows": lows,
        "highs": highs,
        "values": values,
        "line": np.zeros((plies + 1, plies + 2), np.int64),
        "killers": np.full((plies, 2), -1),
        "history": np.zeros((game.players, game.info.max_actions), np.int64),
        "slots": PyStates(table) if interpreted else table,
        "worths": np.zeros((size.slots if size.vectors else 1, game.players)),
        "roots": roots,
        "sure": np.zeros(width, np.int64),
        "effort": np.zeros(width, np.int64),
        "params": np.zeros(PARAMS),
        "works": PyStates(works) if interpreted else works,
    }
