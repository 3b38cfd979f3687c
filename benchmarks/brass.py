"""Brass: whole random actions per second, lists of legal decisions, copies of states, and the first compilation.

An action is build, network, develop, sell, loan, scout or pass with all its decisions; a game has a fixed number of
them. Random play chooses evenly among the kinds that can be finished, then evenly at each step.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from typing import Any

import numpy as np

import magnate
from magnate.arena.speed import measure
from magnate.games.brass import state
from magnate.games.brass.rules import MAX_LEGAL
from magnate.runtime.compiler import build
from magnate.runtime.primitives import CLOCK
from magnate.search.moves import bound_moves, listing

from . import USUAL, scaled
from .brass_legal import sample, time_copy, time_legal

ACTIONS_OF_A_SEAT = {2: 39, 3: 35, 4: 31}
"""By players: the actions of one player in a game."""
PHASES = {
    "kind of action": state.ACTION,
    "industry to build": state.BUILD_INDUSTRY,
    "space to build on": state.BUILD_SPACE,
    "line": state.LINE,
    "second rail": state.SECOND_LINE,
}
"""The decisions with the longest look-ahead."""
PURSES = (0, 60)
"""Pounds that the mover has at least: as random play leaves it, and enough for nearly everything."""
POSITIONS = 1000
CACHED = 32
REPEATS = 50
MOVES = 1 << 14
"""Room for whole moves, more than random play ever has."""
ACTIONS_GOAL = 260_000
LEGAL_GOAL = 1000
COPY_GOAL = 100
"""Nanoseconds."""
SIZE_GOAL = 2048
COMPILE_GOAL = 90
"""Seconds."""
_COMPILE = "import magnate; from magnate.core.run import prepare; from magnate.games.brass import rules; prepare(rules)"


def main(seconds: float) -> dict[str, Any]:
    """Measure everything, print it, and return the rows."""
    first = {"first_compilation": _compilation()} if seconds >= USUAL else {}
    parts = {**first, "speed": _speed(seconds)}
    build([sample, time_legal, time_copy])
    positions = scaled(POSITIONS, seconds)
    return {**parts, "copy": _copies(), "legal": _legal(positions), "whole_moves": _whole_moves(positions)}


def _compilation() -> dict[str, float]:
    """The seconds until random games can be played, with an empty cache."""
    with tempfile.TemporaryDirectory() as cache:
        start = time.perf_counter()
        environment = {**os.environ, "MAGNATE_CACHE": cache}
        subprocess.run([sys.executable, "-c", _COMPILE], env=environment, check=True)  # noqa: S603 - our own command
        seconds = time.perf_counter() - start
    print(f"\nfirst compilation {seconds:.1f} s (goal {COMPILE_GOAL} s: {_reached(seconds < COMPILE_GOAL)})")
    return {"seconds": round(seconds, 1), "goal": COMPILE_GOAL}


def _speed(seconds: float) -> list[dict[str, Any]]:
    """Whole random actions and decisions per second, on one core."""
    rows = []
    for players, actions in ACTIONS_OF_A_SEAT.items():
        game = magnate.load("brass", players=players)
        speed = measure(game, "random", seconds=seconds)
        rate = speed.games_per_second * players * actions
        reached = _reached(rate >= ACTIONS_GOAL)
        print(
            f"{players} players {rate:11,.0f} actions/s (goal {ACTIONS_GOAL:,}: {reached}), "
            f"{speed.decisions_per_second:11,.0f} decisions/s, {speed.games_per_second:8,.0f} games/s"
        )
        rows.append({"actions_per_second": round(rate), **speed.as_dict()})
    return rows


def _whole_moves(positions: int) -> list[dict[str, Any]]:
    """How long it takes to list all whole moves, equivalent ones once, and how many that is a second."""
    rows = []
    for players in ACTIONS_OF_A_SEAT:
        game = magnate.load("brass", players=players)
        kept, acts = np.zeros(positions, game.rules.STATE), np.zeros(MAX_LEGAL, np.int64)
        sample(game.start_states(1), kept, state.ACTION, 0, acts)
        bound = bound_moves(game, None, "list_moves")
        ws = listing(game, bound, MOVES, MOVES)
        counts, start = [], time.perf_counter()
        for position in kept:
            ws.states[0] = position
            counts.append(int(bound.list_moves(ws, 1)))
        spent = time.perf_counter() - start
        print(
            f"whole moves, {players} players: {sum(counts) / len(counts):.0f} on average, {max(counts)} at most; "
            f"a list takes {1e6 * spent / positions:.0f} us, {sum(counts) / spent:,.0f} moves/s"
        )
        rows.append({"players": players, "moves": round(sum(counts) / len(counts)), "per_second": sum(counts) / spent})
    return rows


def _copies() -> dict[str, Any]:
    """The size of a state and the nanoseconds of a copy, among so many that they lie in the first cache."""
    states = magnate.load("brass", players=4).start_states(CACHED)
    clock = np.zeros(1, CLOCK)
    best = min(time_copy(states, 1000, clock) for _ in range(REPEATS)) / 1000 / CACHED
    size = states.dtype.itemsize
    print(
        f"state {size} bytes (goal {SIZE_GOAL}: {_reached(size <= SIZE_GOAL)}), "
        f"copy {best:.0f} ns (goal {COPY_GOAL} ns: {_reached(best < COPY_GOAL)})"
    )
    return {"bytes": size, "nanoseconds": round(best, 1)}


def _legal(positions: int) -> list[dict[str, Any]]:
    """Nanoseconds of a list of legal decisions with four players: the median and the 95 % point of the positions."""
    start = magnate.load("brass", players=4).start_states(1)
    acts = np.zeros(MAX_LEGAL, np.int64)
    rows = []
    for name, phase in PHASES.items():
        for purse in PURSES:
            kept = np.zeros(positions, start.dtype)
            times = np.zeros(positions, np.int64)
            sample(start.copy(), kept, phase, purse, acts)
            time_legal(kept, REPEATS, acts, np.zeros(1, CLOCK), times)
            median, most = (float(np.percentile(times, share)) / REPEATS for share in (50, 95))
            reached = _reached(median < LEGAL_GOAL)
            said = f"median {median:6.0f} ns (goal {LEGAL_GOAL} ns: {reached}), 95 % below {most:6.0f} ns"
            print(f"legal: {name:18} at least £{purse:<3} {said}")
            rows.append({"decision": name, "purse": purse, "median": round(median), "most": round(most)})
    return rows


def _reached(yes: bool) -> str:
    return "reached" if yes else "missed"
