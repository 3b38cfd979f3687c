"""Simulations per second of Monte Carlo tree search, on one core, beside the interpreted search where that is bearable.

The goals: 100,000 simulations a second of Monopoly under ``thesis`` with playouts of 40 decisions, and on tic-tac-toe
twice as many as OpenSpiel's C++ bot makes in the same run with 1,000 simulations, 1.3 times as many with 50,000. Both
play plain UCT with one random playout a leaf, without a solver. OpenSpiel comes with the extra ``envs``.
"""

from __future__ import annotations

import importlib
import math
import time
from typing import Any

import magnate
from magnate.search import search

CASES: tuple[tuple[str, str, dict[str, Any], str, dict[str, Any], bool], ...] = (
    ("tic-tac-toe, 1,000", "tictactoe", {}, "sims:1000", {}, True),
    ("tic-tac-toe, 50,000", "tictactoe", {}, "sims:50000", {}, False),
    ("Pig, 10,000", "pig", {}, "sims:10000", {}, False),
    ("Monopoly thesis, 20,000 of 40", "monopoly", {"preset": "thesis"}, "sims:20000", {"truncate": 40}, False),
)
"""What is measured: its name, the game and its options, the budget, the search's options, whether interpreted too."""
GOAL = {"Monopoly thesis, 20,000 of 40": 1e5}
BESIDE = {"tic-tac-toe, 1,000": (1_000, 2.0), "tic-tac-toe, 50,000": (50_000, 1.3)}
"""The cases that OpenSpiel's bot plays too: its simulations, and how many times as fast ours is to be."""
LEAST = 3
"""Each case is run so often at least; the fastest run counts, since a busy machine only makes it slower."""


def main(seconds: float) -> dict[str, Any]:
    """Measure everything, print it, and return the rows."""
    rows = [measured(*case, seconds=seconds) for case in CASES]
    print(f"{'Monte Carlo tree search':32} {'simulations/s':>14} {'nodes':>9} {'× Python':>11}")
    for row in rows:
        ratio = "" if row["ratio"] is None else f"{row['ratio']:,.0f}"
        print(f"{row['case']:32} {row['simulations_per_second']:>14,.0f} {row['nodes']:>9,} {ratio:>11}")
        if row["case"] in GOAL:
            reached = "reached" if row["simulations_per_second"] >= GOAL[row["case"]] else "missed"
            print(f"{'':32} goal {GOAL[row['case']]:,.0f}: {reached}")
    return {"rows": rows, "beside_openspiel": compared(rows, seconds)}


def compared(rows: list[dict[str, Any]], seconds: float) -> list[dict[str, Any]]:
    """The same searches by OpenSpiel's C++ bot, where it is installed."""
    try:
        pyspiel = importlib.import_module("pyspiel")
    except ImportError:
        print("OpenSpiel is not installed, so nothing is compared with it (extra envs)")
        return []
    found = []
    print(f"{'beside OpenSpiel’s C++ bot':32} {'simulations/s':>14} {'ours':>9}")
    for row in rows:
        if row["case"] in BESIDE:
            simulations, goal = BESIDE[row["case"]]
            theirs = openspiel_speed(pyspiel, simulations, seconds)
            ratio = row["simulations_per_second"] / theirs
            reached = "reached" if ratio >= goal else "missed"
            print(f"{row['case']:32} {theirs:>14,.0f} {ratio:>8.2f}× goal {goal:g}: {reached}")
            found.append({"case": row["case"], "simulations_per_second": theirs, "ratio": ratio, "goal": goal})
    return found


def openspiel_speed(pyspiel: Any, simulations: int, seconds: float) -> float:
    """The bot's simulations a second on tic-tac-toe: the fastest of several searches, as with ours."""
    game = pyspiel.load_game("tic_tac_toe")
    evaluator, state = pyspiel.RandomRolloutEvaluator(1, 42), game.new_initial_state()
    best, spent, runs = math.inf, 0.0, 0
    while runs < LEAST or spent < seconds:
        bot = pyspiel.MCTSBot(game, evaluator, math.sqrt(2), simulations, 1000, False, 7, False)
        start = time.perf_counter()
        bot.mcts_search(state)
        took = time.perf_counter() - start
        best, spent, runs = min(best, took), spent + took, runs + 1
    return simulations / best


def measured(
    case: str,
    game: str,
    options: dict[str, Any],
    budget: str,
    asked: dict[str, Any],
    with_interpreted: bool,
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
    ratio = search(position, "mcts", budget, interpreted=True, **asked).seconds / best if with_interpreted else None
    speed = report.evaluations / best
    return {"case": case, "simulations_per_second": speed, "nodes": report.nodes, "runs": runs, "ratio": ratio}
