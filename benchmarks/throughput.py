"""Games, player turns and decisions per second, on one core and on two, against the goals of the project.

The goals are for one core of the 2-core reference machine: 5 million player turns a second for two ``baseline`` agents
under ``thesis``, 1.2 million for four under ``official`` with everything on, 4 million decisions a second of random
legal play, 300 games a second of four ``strategic`` agents under ``official``, and two threads 1.7 times as fast as one
on an idle machine.
"""

from __future__ import annotations

import sys
from typing import Any

import magnate
from magnate.cli.console import stdout
from magnate.cli.machine import measurements, speed_table

CASES = (
    ("thesis", 2, ("baseline", "random")),
    ("official", 2, ("baseline", "random")),
    ("official", 4, ("baseline", "random", "strategic")),
)
"""Presets of Monopoly, players, and the agents that are measured there, each in all seats."""
GOALS = (
    ("thesis", 2, "baseline", "turns_per_second", 5e6),
    ("official", 4, "baseline", "turns_per_second", 1.2e6),
    ("official", 4, "random", "decisions_per_second", 4e6),
    ("thesis", 2, "random", "decisions_per_second", 4e6),
    ("official", 4, "strategic", "games_per_second", 300),
)
THREADS_GOAL = 1.7
IDLE = 0.9
"""With a smaller share of the processors' time, the figures say little about the code."""


def main(seconds: float) -> dict[str, Any]:
    """Measure everything, print it, and return the rows."""
    rows: list[dict[str, Any]] = []
    for preset, players, agents in CASES:
        game = magnate.load("monopoly", preset=preset, players=players, progress=_compiling)
        for agent in agents:
            rows += measurements(game, agent, seconds, (1, 2), "cpu", print)
    stdout().print(speed_table(rows))
    single = {(row["preset"], row["players"], row["agent"]): row for row in rows if row["threads"] == 1}
    goals: list[dict[str, Any]] = []
    for preset, players, agent, measure, wanted in GOALS:
        found = single[preset, players, agent][measure]
        goals.append({"case": f"{preset}, {players} × {agent}", "measure": measure, "goal": wanted, "found": found})
    for goal in goals:
        reached = "reached" if goal["found"] >= goal["goal"] else "missed"
        unit = goal["measure"].replace("_per_second", "/s")
        print(f"{goal['case']:24} {_short(goal['found']):>8} {unit:12} goal {_short(goal['goal'])}: {reached}")
    share = sum(row["cpu_seconds"] for row in rows) / sum(row["seconds"] * row["threads"] for row in rows)
    if share < IDLE:
        print(f"the machine was not idle: these threads got {100 * share:.0f} % of the processor time they asked for")
    ratios = _thread_ratios(rows)
    for case, ratio in ratios.items():
        reached = "reached" if ratio >= THREADS_GOAL else "missed"
        print(f"{case:24} {ratio:6.2f} × with two threads, goal {THREADS_GOAL}: {reached}")
    return {"rows": rows, "goals": goals, "two_threads": ratios}


def _thread_ratios(rows: list[dict[str, Any]]) -> dict[str, float]:
    """How many times faster two threads are than one."""
    speeds = {
        (row["preset"], row["players"], row["agent"], row["threads"]): row["decisions_per_second"] for row in rows
    }
    return {
        f"{preset}, {players} × {agent}": round(speed / speeds[preset, players, agent, 1], 2)
        for (preset, players, agent, threads), speed in speeds.items()
        if threads == 2
    }


def _short(number: float) -> str:
    """A number as it is read: ``5.2 M``, ``300``."""
    return f"{number / 1e6:.2f} M" if number >= 1e6 else f"{number:,.0f}"


def _compiling(done: int, total: int, name: str) -> None:
    if done % 20 == 0 or done == total:
        print(f"compiling the rules, once: {done}/{total} {name}", file=sys.stderr)
