"""Monte Carlo search on a GPU: the trees of a search with many threads grow there, each in a thread of the card."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, Protocol

import numpy as np

from ..core.loader import kernel
from ..gpu.run import Bound, paced
from .options import Budget

if TYPE_CHECKING:
    from ..gpu.device import Device
    from ..gpu.machine import Card
    from .algorithms import SearchSpec

__all__ = ["THREAD", "card_for", "grow_on_card", "obstacle"]

THREAD: Final = "magnate.search.mcts_thread"
ROOM: Final = 1 << 32
"""So many bytes may trees take at once: while they are copied, they take as many beside the card."""
TRIED: Final = 20
"""Simulations of each tree at a time in a trial."""
FIRST: Final = 256
"""Steps of each tree in the first launch, down the tree and in playouts."""


class Growing(Protocol):
    """A tree that is ready to grow: its arrays (``mcts.Workspace``), and the record of limits and counters."""

    @property
    def workspace(self) -> Any:
        """The arrays."""

    @property
    def run(self) -> Any:
        """The record."""


TABLES: Final = ("nodes", "totals", "squares", "worth")


def obstacle(question: SearchSpec, *, extended: bool, interpreted: bool) -> str:
    """Why a card cannot search as it is asked; empty where it can."""
    if interpreted:
        return "a card does not interpret rules"
    if question.budget.kind != "sims":
        return "a card searches for a number of simulations: --budget sims:10000"
    return "a card searches by plain UCT, UCB1-Tuned and the solver, without these options" if extended else ""


def card_for(
    device: Device,
    budget: Budget,
    rules: Bound,
    trial_trees: Callable[[Budget], Sequence[Growing]],
    on_processor: Callable[[Sequence[Growing]], object],
) -> Card | None:
    """The card that is to search for a ``budget`` of simulations, or None for the processor.

    ``trial_trees`` makes new trees at the root for a trial, and ``on_processor`` lets them grow there.
    """

    def trial(card: Card | None, seconds: float) -> float:
        spent, done = 0.0, 0
        while True:
            trees = trial_trees(Budget("sims", TRIED, ""))
            begun = time.perf_counter()
            if card is None:
                on_processor(trees)
            else:
                grow_on_card(card, rules, trees)
            spent += time.perf_counter() - begun
            done += sum(int(tree.run.simulations) for tree in trees)
            if spent >= seconds:
                return done / max(spent, 1e-9)

    return device.card_for(budget.amount, trial)


def grow_on_card(card: Card, rules: Bound, trees: Sequence[Growing], *, memory: int | None = None) -> None:
    """Let trees grow on a card to their limits, until they are full, or until their deadline.

    As many grow at once as it has room for.
    ``memory`` bounds the bytes that they take there (default: 4 GB, or half of what is free).
    """
    room = min(card.free // 2, ROOM) if memory is None else memory
    each = max(sum(one.nbytes for one in _arrays([tree]).values()) for tree in trees)
    size = max(1, room // each)
    for first in range(0, len(trees), size):
        _grow(card, rules, trees[first : first + size])


def _arrays(trees: Sequence[Growing]) -> dict[str, np.ndarray]:
    """The arrays of some trees side by side, by their names in ``mcts_thread.Trees``.

    All have room for as many nodes as the largest. No tree comes to need what it has more so: its own room is for the
    nodes of its share, or as large as any.
    """
    spaces = [tree.workspace for tree in trees]
    rows = ("states", "acts", "weights", "path", "values", "params", "memos", "runs")
    pool = max(len(ws.tree.nodes) for ws in spaces)
    found = {name: np.stack([getattr(ws, name) for ws in spaces]) for name in rows}
    for name in TABLES:
        first = getattr(spaces[0].tree, name)
        found[name] = np.zeros((len(trees), pool, *first.shape[1:]), first.dtype)
        for row, ws in zip(found[name], spaces, strict=True):
            used = max(1, int(ws.runs["used"][0]))
            row[:used] = getattr(ws.tree, name)[:used]
    length, done = np.zeros((2, len(trees)), np.int64)
    return {**found, "played": spaces[0].played, "length": length, "done": done}


def _grow(card: Card, rules: Bound, trees: Sequence[Growing]) -> None:
    ws, arrays = trees[0].workspace, _arrays(trees)
    held = {name: card.put(array) for name, array in arrays.items()}
    put: Any = kernel(THREAD, rules.rules, rules.guide).Trees(**held, notes=card.put(ws.notes))
    grow = card.kernels(THREAD, rules)["work"]
    order, steps = np.arange(len(trees)), FIRST
    while len(order):
        begun = time.perf_counter()
        kept = card.put(order)  # arrays that nobody holds are freed
        grow.bound(len(order), kept, put, steps)()
        done = card.get(put.done, np.int64)
        spent = time.perf_counter() - begun
        steps = paced(steps, spent)
        order = order[done[order] == 0]
        if 0 != trees[0].run.deadline <= time.perf_counter_ns():
            break
    found = {name: card.get(getattr(put, name), arrays[name].dtype) for name in ("runs", *TABLES)}
    for i, tree in enumerate(trees):
        ws = tree.workspace
        ws.runs[:] = found["runs"][i]
        for name in TABLES:
            used = int(ws.runs["used"][0])
            getattr(ws.tree, name)[:used] = found[name][i, :used]
