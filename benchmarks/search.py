"""Simulations per second of Monte Carlo tree search, on one core, beside the interpreted twin where that is bearable.

The goal is 100,000 simulations a second of Monopoly under ``thesis`` with playouts of 40 decisions. (Tic-tac-toe is to
be compared with OpenSpiel's C++ bot in the same run, which this does not do yet.)
"""

from __future__ import annotations

from typing import Any

import magnate
from magnate.search import search

CASES = (
    ("tic-tac-toe, 1,000", "tictactoe", {}, "sims:1000", {}, True),
    ("tic-tac-toe, 50,000", "tictactoe", {}, "sims:50000", {}, False),
    ("Pig, 10,000", "pig", {}, "sims:10000", {}, False),
    ("Monopoly thesis, 20,000 of 40", "monopoly", {"preset": "thesis"}, "sims:20000", {"truncate": 40}, False),
)
"""What is measured: its name, the game and its options, the budget and the search's options, whether the twin too."""
GOAL = {"Monopoly thesis, 20,000 of 40": 1e5}
LEAST = 3
"""Each case is run so often at least; the fastest run counts, since a busy machine only makes it slower."""


def main(seconds: float) -> dict[str, Any]:
    """Measure everything, print it, and return the rows."""
    rows = [measured(*case, seconds=seconds) for case in CASES]
    print(f"{'Monte Carlo tree search':32} {'simulations/s':>14} {'nodes':>9} {'× the twin':>11}")
    for row in rows:
        ratio = "" if row["ratio"] is None else f"{row['ratio']:,.0f}"
        print(f"{row['case']:32} {row['simulations_per_second']:>14,.0f} {row['nodes']:>9,} {ratio:>11}")
        if row["case"] in GOAL:
            reached = "reached" if row["simulations_per_second"] >= GOAL[row["case"]] else "missed"
            print(f"{'':32} goal {GOAL[row['case']]:,.0f}: {reached}")
    return {"rows": rows}


def measured(
    case: str,
    game: str,
    options: dict[str, Any],
    budget: str,
    asked: dict[str, Any],
    with_twin: bool,
    *,
    seconds: float,
) -> dict[str, Any]:
    """The fastest of several searches from a game's first decision, compiling excluded."""
    position = magnate.load(game, **options).new(1)
    search(position, "mcts", "sims:10", **asked)
    best, spent, runs = float("inf"), 0.0, 0
    while runs < LEAST or spent < seconds:
        report = search(position, "mcts", budget, **asked)
        best, spent, runs = min(best, report.seconds), spent + report.seconds, runs + 1
    ratio = search(position, "mcts", budget, interpreted=True, **asked).seconds / best if with_twin else None
    speed = report.evaluations / best
    return {"case": case, "simulations_per_second": speed, "nodes": report.nodes, "runs": runs, "ratio": ratio}
