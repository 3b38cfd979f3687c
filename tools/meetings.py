"""Tournaments that tables of the documentation are made of, each kept in a store and played on where it stopped."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

import magnate
from magnate.arena.blocks import most_games
from magnate.arena.executors import executor_for
from magnate.arena.games import Games
from magnate.arena.plan import Plan, make_plan
from magnate.arena.runner import run_tournament
from magnate.arena.store import Store
from magnate.arena.tournament import Standing, summarise


@dataclass(frozen=True)
class Meeting:
    """Agents that meet on so many games a table."""

    game: str
    preset: str
    players: int
    agents: tuple[str, ...]
    games: int
    seed: int

    def thinking(self, factor: float) -> Meeting:
        """The same with so many times the budgets."""
        return replace(self, agents=tuple(times(agent, factor) for agent in self.agents))

    def plan(self) -> Plan:
        """The plan of the tournament."""
        game = magnate.load(self.game, self.preset, self.players)
        return make_plan(game, self.agents, self.games, seed=self.seed)


@dataclass(frozen=True)
class Played:
    """What came of a meeting: the agents' lines in the order of its agents, its games, and the seconds it took now."""

    lines: tuple[Standing, ...]
    games: Games
    seconds: float


def play(store: Store, meeting: Meeting, jobs: int) -> Played:
    """Play what is missing of a meeting."""
    plan = meeting.plan()
    text = plan.to_json()
    known = next((entry.id for entry in store.entries() if entry.plan.to_json() == text), None)
    tournament = known or store.create(plan, most_games(plan))
    began = time.perf_counter()
    executor = executor_for(plan, jobs)
    try:
        run_tournament(store, tournament, executor)
    finally:
        executor.shutdown(wait=False)
    seconds = time.perf_counter() - began
    games = store.games(tournament)
    lines = {one.agent: one for one in summarise(games, plan.alike).ranking}
    return Played(tuple(lines[name] for name in plan.names), games, seconds)


def times(spec: str, factor: float) -> str:
    """The agent with so many times its budget of counts; one without is left as it is."""
    name, _, settings = spec.partition(":")
    pieces = [piece.partition("=") for piece in settings.split(",")]
    more = [
        f"{key}={max(1, round(int(text) * factor))}" if key in {"sims", "nodes"} else key + eq + text
        for key, eq, text in pieces
    ]
    return f"{name}:{','.join(more)}" if settings else name


def scaled(games: int, scale: float) -> int:
    """A part of the games, two at least."""
    return max(2, round(games * scale))
