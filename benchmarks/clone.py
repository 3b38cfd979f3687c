"""Copying a state: nanoseconds each, beside the machine's own ``memcpy`` of a long array of them in the same run."""

from __future__ import annotations

import time
from typing import Any

import numba
import numpy as np

import magnate

GAMES = (("tictactoe", 2), ("pig", 2), ("monopoly", 2), ("monopoly", 8))
COPIES = 5_000_000
STATES = 64  # so many states lie in the first cache, as in a search
REPEATS = 5
GOAL = 20.0


@numba.njit(nogil=True)
def _copy(states: Any, times: int) -> None:
    """Copy states over each other, round and round."""
    n = len(states)
    for i in range(times):
        states[i % n] = states[(i * 7 + 1) % n]


def main(_seconds: float) -> dict[str, Any]:
    """Measure, print, and return nanoseconds by game; the best of several repeats is what the machine can do."""
    rows = []
    print()
    for name, players in GAMES:
        game = magnate.load(name, players=players)
        states = game.start_states(STATES)
        _copy(states, STATES)
        best = min(_timed(_copy, states, COPIES) for _ in range(REPEATS)) / COPIES * 1e9
        many = np.repeat(states, 1024).view(np.uint8)
        target = np.empty_like(many)
        bulk = min(_timed(np.copyto, target, many) for _ in range(REPEATS)) / (STATES * 1024) * 1e9
        size = states.dtype.itemsize
        rows.append({"game": name, "bytes": size, "nanoseconds": round(best, 2), "memcpy_nanoseconds": round(bulk, 2)})
        reached = "reached" if best < GOAL else "missed"
        said = f"{best:6.1f} ns a copy (goal {GOAL:.0f} ns: {reached}); memcpy from memory {bulk:.1f} ns"
        print(f"{name:10} {size:4} bytes  {said}")
    return {"rows": rows, "goal_nanoseconds": GOAL}


def _timed(function: Any, *arguments: Any) -> float:
    start = time.perf_counter()
    function(*arguments)
    return time.perf_counter() - start
