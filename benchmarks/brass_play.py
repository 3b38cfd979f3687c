"""Brass played and searched: the task of the seed (B4), and a round robin of the planner.

The seed's program searched the opening of a game for two with plain UCT and random playouts: 10,000 iterations in
almost one hour, of one era, with cards picked at random. Here each iteration is a whole game of both eras and the card
is chosen.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from typing import Any

import magnate
from magnate.agents.compiled import configurations
from magnate.arena.blocks import most_games
from magnate.arena.executors import executor_for
from magnate.arena.plan import make_plan
from magnate.arena.runner import run_tournament
from magnate.arena.store import open_store
from magnate.search import search

from . import scaled

ITERATIONS = 10_000
SEED_SECONDS = 3600
"""Almost one hour on a Ryzen 5 3600 (B4)."""
SEARCH_GOAL = 3.0
"""Seconds at two players."""
REPEATS = 3
GAMES = 1000
CORES = 2
ROUND_ROBIN_GOAL = 120
"""Seconds."""


def main(seconds: float) -> dict[str, Any]:
    """Measure everything, print it, and return the rows."""
    iterations = scaled(ITERATIONS, seconds)
    searched = [_seed_task(players, iterations) for players in (2, 3, 4)]
    return {"round_robin": _round_robin(scaled(GAMES, seconds)), "search": searched}


def _seed_task(players: int, iterations: int) -> dict[str, Any]:
    """The fastest of some searches of an opening."""
    game = magnate.load("brass", players=players)
    position = game.new(seed=1)
    search(position, "mcts", "sims:10")
    best = float("inf")
    for key in range(REPEATS):
        began = time.perf_counter()
        report = search(position, "mcts", f"sims:{iterations}", seed=key)
        best = min(best, time.perf_counter() - began)
    goal = f" (goal {SEARCH_GOAL:g} s: {'reached' if best <= SEARCH_GOAL else 'missed'})" if players == 2 else ""
    print(
        f"{iterations:,} iterations of mcts, random playouts of both eras, {players} players: {best:.2f} s{goal}, "
        f"{SEED_SECONDS / best:,.0f} times as fast as the seed's hour for one era and two players; "
        f"{report.depth} actions deep"
    )
    return {"players": players, "seconds": round(best, 3), "ratio": round(SEED_SECONDS / best), "depth": report.depth}


def _round_robin(games: int) -> dict[str, Any]:
    """Games of the planner and its styles at four players, on two cores."""
    game = magnate.load("brass", players=4)
    agents = ["planner", *(f"planner:{style}" for style in configurations("brass", "planner"))]
    warm, plan = make_plan(game, agents, 4, seed=2), make_plan(game, agents, games, seed=1)
    with tempfile.TemporaryDirectory() as folder, open_store(str(Path(folder) / "round-robin.db")) as store:
        for one in (warm, plan):
            began = time.perf_counter()
            executor = executor_for(one, CORES)
            try:
                run_tournament(store, store.create(one, most_games(one)), executor)
            finally:
                executor.shutdown()
        spent = time.perf_counter() - began
    reached = "reached" if spent < ROUND_ROBIN_GOAL else "missed"
    names = ", ".join(agents)
    print(f"{games:,} games of {names} on {CORES} cores: {spent:.1f} s (goal {ROUND_ROBIN_GOAL} s: {reached})")
    return {"games": games, "cores": CORES, "seconds": round(spent, 1)}
