"""Recording what a depth-first search visits, by running its kernel interpreted while somebody looks on.

A compiled kernel allocates nothing, so it cannot keep a tree. Here the same file runs as plain Python with a few of
its functions watched: ``visit`` and ``advance`` of :mod:`..common` tell where the search is, and what ``value`` (and
Star2's ``probe``) return is what it found there. The kernel knows nothing of it, and does what the compiled one did.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Sequence
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any, Final

from ...errors import BadSearch
from .naming import Found

if TYPE_CHECKING:
    from ..report import Values

__all__ = ["MOST", "Recording"]

MOST: Final = 200_000
"""The most nodes that are recorded; interpreted, a search visits some thousands in a second."""
SKIP: Final = -2
"""The step to a position that a null move leads to."""


class Recording:
    """The nodes that a search visited, and what it returned for each.

    ``values`` turns what the algorithm found into an entry a seat; ``vector``: it finds those of all ``players``.
    ``low`` and ``high`` are what no value can be beyond, if the algorithm relies on it.
    """

    unit = "nodes"
    open = False

    def __init__(
        self,
        values: Callable[[Sequence[float]], Values],
        *,
        players: int,
        vector: bool,
        low: float = -math.inf,
        high: float = math.inf,
    ) -> None:
        self._values, self._players, self._vector = values, players, vector
        self._low, self._high = low, high
        self._noted = {"cutoffs": 0, "hits": 0}  # how many of those that the work counts are some node's already
        self.clear()

    def clear(self) -> None:
        """Forget all nodes: the search begins anew, one move deeper."""
        self._steps: list[int] = []
        self._after: list[dict[int, int]] = []
        self._visits: list[int] = []
        self._found: list[Found | None] = []
        self._at = [self._fresh(-1)]  # the node at each ply of the line that is looked at

    def _fresh(self, step: int) -> int:
        """A new node's number."""
        if len(self._steps) == MOST:
            raise BadSearch(
                f"the search visits more than {MOST:,} nodes, which is too many to record its tree",
                hint="search less deep, or without the tree",
            )
        self._steps.append(step)
        self._after.append({})
        self._visits.append(0)
        self._found.append(None)
        return len(self._steps) - 1

    # ------------------------------------------------------------------------------------------ watching

    def watch(self, entry: Callable[..., Any]) -> Callable[..., Any]:
        """The entry of an interpreted kernel, with this recording looking on."""
        kernel: dict[str, Any] = getattr(entry, "__globals__")  # noqa: B009 - a plain function in the twin
        names = dict(kernel)
        for name, one in kernel.items():
            if isinstance(one, FunctionType) and one.__globals__ is kernel:
                names[name] = FunctionType(one.__code__, names, name, one.__defaults__, one.__closure__)
        names["value"] = self._watched(names["value"], kernel["game"], self._bound)
        if "probe" in names:
            names["probe"] = self._watched(names["probe"], kernel["game"], _probed)
        common = ModuleType("common (watched)")
        vars(common).update(vars(kernel["common"]))
        vars(common).update(visit=self._visit(common.visit), advance=self._advance(common.advance))
        names["common"] = common
        watched: Callable[..., Any] = names[entry.__name__]
        return watched

    def _visit(self, visit: Callable[..., None]) -> Callable[..., None]:
        def watched(ply: int, desk: Any) -> None:
            if ply == len(self._at):  # a null move: nobody took a step, so that what is below is counted, not shown
                after = self._after[self._at[ply - 1]]
                self._at.append(after[SKIP] if SKIP in after else after.setdefault(SKIP, self._fresh(SKIP)))
            self._visits[self._at[ply]] += 1
            visit(ply, desk)

        return watched

    def _advance(self, advance: Callable[..., int]) -> Callable[..., int]:
        def watched(ply: int, a: int, moves: int, desk: Any) -> int:
            after = self._after[self._at[ply]]
            if a not in after:
                after[a] = self._fresh(a)
            self._at[ply + 1 :] = [after[a]]
            return advance(ply, a, moves, desk)

        return watched

    def _watched(
        self, function: Callable[..., Any], game: Any, bound: Callable[[float, bool, dict[str, Any]], str]
    ) -> Callable[..., Any]:
        """A function that returns what the position at a ply is worth; ``bound`` says what that number is."""
        parameters = tuple(inspect.signature(function).parameters)
        remark = "probed" if function.__name__ == "probe" else ""

        def watched(*given: Any) -> Any:
            asked = dict(zip(parameters, given, strict=True))
            ply, desk = asked["ply"], asked["desk"]
            work = desk.works[0]
            before = {name: getattr(work, name) - noted for name, noted in self._noted.items()}
            horizon = work.horizon
            returned = function(*given)
            if work.stop != 0:
                return returned
            own = {name: getattr(work, name) - noted - before[name] for name, noted in self._noted.items()}
            for name, more in own.items():
                self._noted[name] += more
            if self._vector:
                sign = "" if returned is False else "="  # max^n says so of a node that it left early
            elif not self._after[self._at[ply]] and not own["hits"]:  # a leaf
                sign = "="
            else:
                sign = bound(returned, game.to_move(desk.states[ply]) == asked["me"], asked)
            known = list(desk.values[ply]) if self._vector else [returned]
            value = self._values(known) if sign else self._unknown()
            said = remark or ("cut-off" if own["cutoffs"] else "remembered" if own["hits"] else "")
            proven = sign == "=" and work.horizon == horizon
            self._found[self._at[ply]] = Found(value, sign, proven, None, said)
            return returned

        return watched

    def _bound(self, value: float, mine: bool, asked: dict[str, Any]) -> str:
        """What a value is that was found in a window: it, or a bound of it."""
        alpha, beta = asked.get("alpha", -math.inf), asked.get("beta", math.inf)
        if asked["desk"].works[0].deep == 0:  # the kernel forgets the bound that is not the parent's
            alpha, beta = (-math.inf, beta) if mine else (alpha, math.inf)
        if self._low < value <= alpha:
            return "<="
        return ">=" if beta <= value < self._high else "="

    # ------------------------------------------------------------------------------------------- reading

    def finish(self) -> None:
        """Count the visits of whole subtrees, when the search is done."""
        for node in range(len(self._steps) - 1, -1, -1):  # children have higher numbers
            self._visits[node] += sum(self._visits[child] for child in self._after[node].values())

    def below(self, node: int) -> Sequence[int]:
        """The children that the search visited."""
        after = self._after[node]
        return [after[step] for step in sorted(after) if step != SKIP and self._visits[after[step]]]

    def visits(self, node: int) -> int:
        """The nodes that the search visited in the subtree, each as often as it was."""
        return self._visits[node]

    def step(self, node: int) -> int:
        """The action or outcome that leads to the node."""
        return self._steps[node]

    def found(self, node: int) -> Found:
        """What the search returned for the node when it last looked."""
        return self._found[node] or Found(self._unknown(), "")

    def _unknown(self) -> Values:
        """The values of all seats where none is known."""
        return (None,) * self._players


def _probed(value: float, mine: bool, asked: dict[str, Any]) -> str:
    """What one action of a decision shows: a decision of the seat that searches is worth that or more, others' less.

    Where the action's own value is a bound on the wrong side, nothing is known.
    """
    if mine:
        return ">=" if value > asked["alpha"] else ""
    return "<=" if value < asked["beta"] else ""
