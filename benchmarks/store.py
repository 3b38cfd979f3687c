"""How many blocks a second the store of tournaments takes, and how many cores that keeps busy.

Processes claim blocks and commit finished ones, as hosts of a tournament do, but play nothing: each commits the rows of
one block that was played before. Beside it stands how long a core plays at such a block. The store is an SQLite file,
and also the PostgreSQL database that MAGNATE_STORE names, if it names one. What is written is deleted again.
"""

from __future__ import annotations

import multiprocessing
import os
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

import magnate
from magnate.arena.blocks import Task, most_games, play_task
from magnate.arena.games import row_dtype
from magnate.arena.plan import Plan, make_plan
from magnate.arena.runner import Claims
from magnate.arena.store import open_store
from magnate.core.registry import game_module
from magnate.core.result_schema import result_schema_of

AGENTS = ("random", "strategic", "mcts:sims=100")
"""Who plays the block that is timed: the quickest, our heuristic agent, and a search."""
PROCESSES = (1, 2, 4, 8)
JOBS = 16
"""Cores of a host: a claim is for so many blocks."""
BLOCKS = 10_000
"""Blocks of the tournament, since a claim looks for those that are open."""


def main(seconds: float) -> dict[str, Any]:
    """Measure, print, and return the rates."""
    plans = {agent: make_plan(magnate.load("monopoly", players=4), [agent] * 4, 1024 * BLOCKS) for agent in AGENTS}
    played = {agent: _played(plan) for agent, plan in plans.items()}
    print()
    for agent, (_, games, spent) in played.items():
        print(f"a block of {games:,} games of four {agent}: {spent:.2f} s of a core")
    plan, (data, games, _) = plans["strategic"], played["strategic"]
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        named = os.environ.get("MAGNATE_STORE", "")
        stores = {"SQLite": str(Path(folder) / "store.db")}
        if named.startswith("postgres"):
            stores["PostgreSQL"] = named
        for kind, where in stores.items():
            for processes in PROCESSES:
                blocks, claims, spent = _rate(where, plan, data, processes, seconds)
                cores = {agent: round(blocks * playing) for agent, (_, _, playing) in played.items()}
                kept = ", ".join(f"{count:,} of {agent}" for agent, count in cores.items())
                print(f"{kind:10} {processes} processes: {blocks:6.1f} blocks/s, {spent:.1f} ms of a core each")
                print(f"{'':10} a claim takes {claims:.0f} ms; cores kept busy: {kept}")
                row = {"store": kind, "processes": processes, "blocks_per_second": round(blocks, 1), "cores": cores}
                rows.append({**row, "claim_ms": round(claims, 1), "commit_cpu_ms": round(spent, 2)})
    return {"games_in_a_block": games, "block_bytes": len(data), "rows": rows}


def _played(plan: Plan) -> tuple[bytes, int, float]:
    """The rows of a block, how many games it has, and how long a core plays at it."""
    deals = max(1, most_games(plan) // plan.players)
    if plan.searches:
        deals = 2  # a search takes minutes for a block: some of its games are timed
    play_task(Task(plan.to_json(), 0, 0, 1))
    before = time.process_time()
    data = play_task(Task(plan.to_json(), 0, 0, deals))
    spent = time.process_time() - before
    whole = most_games(plan)
    return data, whole, spent * whole / (deals * plan.players)


def _rate(where: str, plan: Plan, data: bytes, processes: int, seconds: float) -> tuple[float, float, float]:
    """Blocks a second that so many processes commit together, and milliseconds: of a claim, and of a core a block."""
    with open_store(where) as store:
        tournament = store.create(plan, most_games(plan))
        spawn = multiprocessing.get_context("spawn")
        start, found = spawn.Barrier(processes), spawn.Queue()
        hosts = [
            spawn.Process(target=_host, args=(where, tournament, data, seconds, start, found)) for _ in range(processes)
        ]
        for host in hosts:
            host.start()
        results = [found.get(timeout=120 + seconds) for _ in hosts]
        for host in hosts:
            host.join()
        store.delete(tournament)
    blocks, rates, claims, cores = (np.array(column) for column in zip(*results, strict=True))
    return float(rates.sum()), 1e3 * float(claims.mean()), 1e3 * float(cores.sum() / max(1, blocks.sum()))


def _host(where: str, tournament: str, data: bytes, seconds: float, start: Any, found: Any) -> None:
    """Claim and commit blocks for some seconds.

    Tells how many, how many a second, the mean seconds of a claim, and the processor's seconds.
    """
    with open_store(where) as store:
        plan = store.plan(tournament)
        rows = np.frombuffer(data, row_dtype(result_schema_of(game_module(plan.game)), plan.players))
        claims, times, blocks = Claims(store, tournament, plan), [], 0
        start.wait()
        begun, spent = time.perf_counter(), time.process_time()
        while time.perf_counter() - begun < seconds:
            asked = time.perf_counter()
            works = claims.take(JOBS)
            times.append(time.perf_counter() - asked)
            for work in works:
                blocks += store.finish(work, rows)
        rate = blocks / (time.perf_counter() - begun)
        found.put((blocks, rate, float(np.mean(times)), time.process_time() - spent))
