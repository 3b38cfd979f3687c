"""The report on a tournament of 30 agents with copies at tables of two, with 1,000 resamples of its deals.

The goal: the whole page, game theory and all, within a minute. Processor time stands beside the wall time, since both
differ where the machine is not idle, and parts are compared by it. The tables are those of a real tournament of Pig;
who wins is drawn from strengths and circles, since 30 different agents would have to be trained first. The yardstick is
one linear programme of that size: the value of the same game by SciPy's HiGHS.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

import magnate

from . import scaled

if TYPE_CHECKING:
    from magnate.arena.results import TournamentResults

AGENTS, GAMES, RESAMPLES = 30, 200, 1000
GOAL = 60.0
PROGRAMMES = 20
"""Linear programmes, of which the mean counts."""


def main(seconds: float) -> dict[str, Any]:
    """Measure, print, and return the seconds."""
    from magnate.arena.empirical_game import empirical_game, meta_of
    from magnate.arena.report.collect import report_data
    from magnate.arena.report.page import page
    from magnate.gametheory import solve_zero_sum

    agents, resamples = scaled(AGENTS, seconds, 4), scaled(RESAMPLES, seconds)
    found = drawn(agents)
    empirical = empirical_game(found.games)
    whole, processor = _timed(lambda: page(report_data(found, name="t1")))
    _, meta = _timed(lambda: meta_of(empirical, resamples=resamples))
    value = empirical.game.strategic()
    one = _timed(lambda: [solve_zero_sum(value) for _ in range(PROGRAMMES)])[1] / PROGRAMMES
    ratio = meta / resamples / max(one, 1e-6)
    print()
    print(f"the report on {agents} agents, 2 players, {len(found.games):,} games, {resamples:,} resamples")
    reached = "reached" if whole < GOAL else "missed"
    print(f"{'the whole page':36} {whole:6.1f} s, processor {processor:6.1f} s (goal {GOAL:g} s: {reached})")
    print(f"{'the game of choosing alone':36} {'':9}processor {meta:6.1f} s")
    said = f"{ratio:.1f} × a linear programme ({one * 1e3:.1f} ms)"
    print(f"{'a resample':36} {'':9}processor {meta / resamples * 1e3:6.1f} ms, {said}")
    return {
        "seconds": round(whole, 2),
        "processor_seconds": round(processor, 2),
        "meta_processor_seconds": round(meta, 2),
        "linear_programme_processor_seconds": round(one, 5),
        "ratio": round(ratio, 2),
        "goal": GOAL,
    }


def drawn(count: int) -> TournamentResults:
    """A tournament of Pig whose winners are drawn: who is stronger wins more, and some go round in circles."""
    from magnate.arena.plan import make_plan
    from magnate.arena.results import TournamentResults, strength_of
    from magnate.arena.tournament import Tournament, summarise

    game = magnate.load("pig")
    agents = ["random"] * count
    plan = make_plan(game, agents, GAMES, seed=1, copies=True)
    played = Tournament(game, agents, GAMES, seed=1, copies=True).play_games()
    draw = np.random.default_rng(1)
    circles = np.triu(draw.normal(scale=0.3, size=(count, count)), 1)
    strength = draw.normal(scale=0.5, size=count)
    edge = strength[:, None] - strength[None, :] + circles - circles.T
    first, second = played.seating.T
    wins = draw.random(len(played)) < 1 / (1 + np.exp(-edge[first, second]))
    games = replace(played, winners=np.where(wins, 1, 2).astype(np.uint8))
    return TournamentResults(plan, games, summarise(games), strength_of(games))


def _timed(work: Callable[[], object]) -> tuple[float, float]:
    """The wall time and the processor time of some work."""
    start, before = time.perf_counter(), time.process_time()
    work()
    return time.perf_counter() - start, time.process_time() - before
