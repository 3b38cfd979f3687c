"""Nodes per second of the depth-first searches on one core, what a move of Monopoly takes, and budgets of time.

The goals: expectiminimax visits 10 million nodes a second on tic-tac-toe and 5 million on Monopoly with E3's
evaluation; at depth 4 the E3 agent takes 10 ms a move at the median; a budget of time is overshot by less than 5 ms at
the 99th percentile. Compiling is excluded everywhere.
"""

from __future__ import annotations

import statistics
import time
from typing import Any

import magnate
from magnate.search import search

from . import scaled

CASES: tuple[tuple[str, str, dict[str, Any], str, str, float], ...] = (
    ("tic-tac-toe, minimax to the end", "tictactoe", {}, "minimax", "depth:9", 0.0),
    ("tic-tac-toe, expectiminimax", "tictactoe", {}, "expectiminimax", "depth:9", 1e7),
    ("Pig to 20, expectiminimax", "pig", {"target": 20}, "expectiminimax", "depth:7", 0.0),
    ("Monopoly, expectiminimax with E3", "monopoly", {"preset": "expectiminimax"}, "expectiminimax", "depth:5", 5e6),
)
"""What is measured: its name, the game and its options, the algorithm, the budget, and the goal in nodes a second."""
LEAST = 3
"""Each case is run so often at least; the fastest run counts, since a busy machine only makes it slower."""
TIMED: tuple[tuple[str, str, dict[str, Any], str, dict[str, Any]], ...] = (
    ("connect four, alpha-beta with a table", "connect_four", {}, "ordered", {}),
    ("connect four, mcts", "connect_four", {}, "mcts", {}),
    ("Monopoly, expectiminimax with E3", "monopoly", {"preset": "expectiminimax"}, "expectiminimax", {}),
    ("Monopoly, mcts, random playouts of 40 decisions", "monopoly", {"preset": "thesis"}, "mcts", {"truncate": 40}),
)
"""What is given a budget of time: its name, the game and its options, the algorithm and its options."""
MOVES = 200
MOVE_GOAL = 0.010
BUDGET = 0.020
ASKED = 300
OVERSHOOT_GOAL = 0.005


def main(seconds: float) -> dict[str, Any]:
    """Measure everything, print it, and return the numbers."""
    print(f"{'depth-first searches':36} {'nodes/s':>12} {'nodes':>11}")
    rows = [measured(*case, seconds=seconds) for case in CASES]
    return {"rows": rows, "move": moves(scaled(MOVES, seconds, 5)), "overshoot": overshoots(scaled(ASKED, seconds, 5))}


def measured(
    case: str, game: str, options: dict[str, Any], algorithm: str, budget: str, goal: float, *, seconds: float
) -> dict[str, Any]:
    """The fastest of several searches of one position."""
    position = magnate.load(game, **options).new(1)
    search(position, algorithm, "depth:1")
    best, spent, runs = float("inf"), 0.0, 0
    while runs < LEAST or spent < seconds:
        report = search(position, algorithm, budget)
        best, spent, runs = min(best, report.seconds), spent + report.seconds, runs + 1
    speed = report.nodes / best
    reached = f" goal {goal:,.0f}: {'reached' if speed >= goal else 'missed'}" if goal else ""
    print(f"{case:36} {speed:>12,.0f} {report.nodes:>11,}{reached}")
    return {"case": case, "nodes_per_second": speed, "nodes": report.nodes, "runs": runs}


def moves(count: int) -> dict[str, float]:
    """Seconds that a decision of the E3 agent takes at depth 4, over decisions of games against ``baseline``."""
    game = magnate.load("monopoly", preset="expectiminimax")
    took: list[float] = []
    seed = 0
    while len(took) < count:
        seed += 1
        for position in game.play(["baseline", "baseline"], seed=seed).positions():
            if position.to_move >= 0 and len(position.legal_ids()) > 1 and len(took) < count:
                took.append(search(position, "expectiminimax", "depth:4").seconds)
    middle, tail = statistics.median(took), sorted(took)[int(0.95 * len(took))]
    reached = "reached" if middle <= MOVE_GOAL else "missed"
    print(
        f"a move of E3 at depth 4: median {1000 * middle:.1f} ms, 95 % under {1000 * tail:.1f} ms ({len(took)} moves)"
    )
    print(f"{'':36} goal {1000 * MOVE_GOAL:g} ms: {reached}")
    return {"median": middle, "at_95_percent": tail, "moves": len(took)}


def overshoots(asked: int) -> list[dict[str, Any]]:
    """By how many seconds a budget of time is exceeded, from the call to the answer."""
    return [exceeded(*case, asked=asked) for case in TIMED]


def exceeded(
    case: str, game: str, options: dict[str, Any], algorithm: str, more: dict[str, Any], *, asked: int
) -> dict[str, Any]:
    """The same for one kind of search."""
    position = magnate.load(game, **options).new(1)
    search(position, algorithm, "time:1ms", **more)
    over = []
    for _ in range(asked):
        start = time.perf_counter()
        search(position, algorithm, f"time:{1000 * BUDGET:g}ms", **more)
        over.append(time.perf_counter() - start - BUDGET)
    at_99 = sorted(over)[int(0.99 * len(over))]
    reached = "reached" if at_99 < OVERSHOOT_GOAL else "missed"
    print(
        f"time:{1000 * BUDGET:g}ms, {case}: exceeded by {1000 * at_99:.2f} ms at the 99th percentile of {len(over)} "
        f"searches; goal {1000 * OVERSHOOT_GOAL:g} ms: {reached}"
    )
    return {"case": case, "at_99_percent": at_99, "searches": len(over)}
