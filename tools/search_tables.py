"""``python tools/search_tables.py e4|strongest --store FILE``: the tables of docs/search-agents.md.

``e4``: E3's search at the depths 1 to 4 against the rule agents and one another, under the preset ``expectiminimax``:
2,000 games a pair up to depth 3, 200 deal groups with depth 4. ``strongest``: who plays best at 10 ms a move, under
``thesis`` (200 deal groups a pair) and under ``official`` with four players, where one agent meets three of another.
``slower``: the best two of these at 100 ms (50 deal groups).

Budgets of time would not repeat themselves, so searches count simulations; ``calibrate`` says how long the moves of all
these agents take on this machine: their median should be 10 ms, and those of E3's search at depth 4 no more.

Each pair is a tournament of the store, so the same command goes on where it was interrupted. ``--scale`` plays a part
of the games only, to try it out.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import median

import numpy as np

import magnate
from magnate.agents.searching import SearchAgent
from magnate.agents.spec import resolve
from magnate.arena.blocks import most_games
from magnate.arena.executors import executor_for
from magnate.arena.plan import Plan, make_plan
from magnate.arena.runner import run_tournament
from magnate.arena.statistics import Estimate
from magnate.arena.store import Store, open_store
from magnate.arena.summary import summarise
from magnate.engine.batches import Batch
from magnate.engine.players import Players
from magnate.engine.stream import deal_seed
from magnate.errors import AgentFailed

SEED = 4
RULES = ("random", "algorithmic", "strategic")
SEARCHES = tuple(f"expectiminimax:depth={depth}" for depth in (1, 2, 3, 4))
E3 = (*SEARCHES, "published")
BEST_10 = (
    "strategic:tuned",
    "mcts:sims=1000,playout=baseline,truncate=40",
    "mcts:sims=450,playout=strategic,truncate=40",
    "portfolio:sims=700,playout=strategic,truncate=40",
)
"""Who is tried at 10 ms a move; the counts are what ``calibrate`` showed."""
FACTOR = 10
"""From 10 to 100 ms."""
MOVES = 200
"""Decisions that are timed."""


@dataclass(frozen=True)
class Meeting:
    """Agents that meet on so many games a table."""

    preset: str
    players: int
    agents: tuple[str, ...]
    games: int

    def plan(self) -> Plan:
        """The plan of the tournament."""
        game = magnate.load("monopoly", self.preset, self.players)
        return make_plan(game, self.agents, self.games, seed=SEED)


def e4(scale: float) -> Iterator[Meeting]:
    """The pairs of E4, the quick ones first."""
    agents = (*RULES, *E3)
    pairs = [pair for pair in combinations(agents, 2) if not set(pair) <= {*RULES, "published"}]
    for pair in sorted(
        pairs, key=lambda pair: max((SEARCHES.index(one) for one in pair if one in SEARCHES), default=0)
    ):
        games = 400 if SEARCHES[-1] in pair else 2000
        yield Meeting("expectiminimax", 2, pair, scaled(games, scale))


def strongest(scale: float) -> Iterator[Meeting]:
    """Every pair under ``thesis``; under ``official`` one agent alone among three copies of another."""
    for pair in combinations(BEST_10, 2):
        yield Meeting("thesis", 2, pair, scaled(400, scale))
    for one, other in combinations(BEST_10, 2):
        yield Meeting("official", 4, (one, other, other, other), scaled(400, scale))


def slower(scale: float, best: Sequence[str]) -> Iterator[Meeting]:
    """The best two with ten times the budget, and each against itself with the smaller one."""
    found = [times(agent, FACTOR) for agent in best]
    yield Meeting("thesis", 2, tuple(found), scaled(100, scale))
    for agent, thinks in zip(best, found, strict=True):
        if agent != thinks:
            yield Meeting("thesis", 2, (thinks, agent), scaled(100, scale))


def times(spec: str, factor: int) -> str:
    """The agent with so many times its budget of counts; one without is left as it is."""
    name, _, settings = spec.partition(":")
    pieces = [piece.partition("=") for piece in settings.split(",")]
    more = [f"{key}={int(text) * factor}" if key in {"sims", "nodes"} else key + eq + text for key, eq, text in pieces]
    return f"{name}:{','.join(more)}" if settings else name


def scaled(games: int, scale: float) -> int:
    """A part of the games, two at least."""
    return max(2, round(games * scale))


# ---------------------------------------------------------------------------------------------------- playing


def play(store: Store, meeting: Meeting, jobs: int) -> tuple[Estimate, int, float]:
    """The first agent's win share in a meeting, how many games that are, and the seconds that the missing ones took."""
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
    games = store.games(tournament)
    found = next(one for one in summarise(games, plan.alike).ranking if one.agent == plan.names[0]).win_share
    return found, len(games), time.perf_counter() - began


def table(store: Store, meetings: Sequence[Meeting], jobs: int) -> None:
    """Play all meetings and print a line for each."""
    print("| preset | players | agent | against | win share | 95 % interval | games | s |\n|" + "---|" * 8)
    began = time.perf_counter()
    for one in meetings:
        found, games, seconds = play(store, one, jobs)
        bounds = "none" if found.low is None else f"{found.low:.1%} to {found.high:.1%}"
        print(
            f"| {one.preset} | {one.players} | `{one.agents[0]}` | `{one.agents[1]}` | {found.mean:.1%} | {bounds} "
            f"| {games:,} | {seconds:,.0f} |",
            flush=True,
        )
    print(f"\nplayed in {time.perf_counter() - began:,.0f} s with {jobs or 'all'} cores", flush=True)


# ------------------------------------------------------------------------------------------------------ timing


def move_time(preset: str, players: int, agent: SearchAgent) -> tuple[float, float]:
    """The median and the longest time of a searched decision in ms, over games against ``strategic``."""
    game = magnate.load("monopoly", preset, players)
    others = Players(game, [resolve("monopoly", "strategic")] * players)
    sitting = agent.sit(game)
    spent: list[float] = []
    for seed in range(100):
        position = game.new(seed)
        while not position.is_over and len(spent) <= MOVES:
            legal = tuple(action.id for action in position.legal())
            if position.to_move != 0 or len(legal) == 1:
                position.apply(others.choose(position))
                continue
            keys = np.array([deal_seed(seed, len(spent))])
            batch = Batch(np.zeros(1, np.int64), position.states(), np.zeros(1, np.int64), (legal,), keys)
            began = time.thread_time()
            (answer,) = sitting.answer(batch)
            spent.append(1000 * (time.thread_time() - began))
            if isinstance(answer, AgentFailed):
                raise answer
            position.apply(answer)
    return median(spent[1:]), max(spent[1:])  # the first one loads the search


def calibrate(preset: str, players: int, agents: Sequence[str]) -> None:
    """Print the time of a move of each agent that searches."""
    print(f"time of a move under {preset} with {players} players (processor time of {MOVES} decisions)")
    for spec in agents:
        agent = resolve("monopoly", spec, players)
        if isinstance(agent, SearchAgent):
            middle, longest = move_time(preset, players, agent)
            print(f"  {spec:55} median {middle:8.2f} ms, longest {longest:8.2f} ms", flush=True)


def main() -> int:
    """Play or time what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("e4", "strongest", "slower", "calibrate"))
    parser.add_argument("--store", default="search-tables.db", help="where the tournaments are kept")
    parser.add_argument("--scale", type=float, default=1.0, help="the part of the games that is played")
    parser.add_argument("--jobs", type=int, default=0, help="cores (default: all)")
    parser.add_argument("--best", nargs=2, default=BEST_10[:2], metavar="AGENT", help="of slower: who is tried")
    asked = parser.parse_args()
    if asked.what == "calibrate":
        calibrate("expectiminimax", 2, E3)
        calibrate("thesis", 2, BEST_10)
        calibrate("official", 4, BEST_10)
        return 0
    chosen = {"e4": e4, "strongest": strongest}
    meetings = slower(asked.scale, asked.best) if asked.what == "slower" else chosen[asked.what](asked.scale)
    with open_store(asked.store) as store:
        table(store, list(meetings), asked.jobs)
    return 0


if __name__ == "__main__":
    sys.exit(main())
