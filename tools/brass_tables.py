"""``python tools/brass_tables.py PART --store FILE``: the tables of docs/studies/brass-strength.md.

``field``: a round robin of all agents at 2, 3 and 4 players, the searches with 10 ms an action. ``strong``: ``ismcts``
with 10 and with 100 ms an action against ``planner`` (200 deal groups at 2 players). ``seed``: ``ismcts`` with 10 ms
against the seed's ``mcts`` with 1 s an action (200 deal groups). ``means``: the points of agents that play themselves.
``whole``: ``magnate:brass`` against the frozen ``ismcts:2026`` at equal time. ``doublings``: ``magnate:brass`` with 32
to 512 simulations against half as many, and a line through what that gains in Elo (1,000 games each at 2 players).

An action is build, network, develop, sell, loan, scout or pass with all its decisions. Budgets of time would not repeat
themselves, so searches count simulations for each decision (``magnate:brass`` for each action). ``calibrate`` says how
long an action then takes on this machine: its mean should be the time that is named.

Each meeting is a tournament of the store, so the same command goes on where it was interrupted. ``--scale`` plays a
part of the games only and ``--budget`` with a part of the counts, to try it out.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
from meetings import Meeting, Played, play, scaled, times
from move_times import print_times

import magnate
from magnate.arena.sprt import elo_of_share
from magnate.arena.statistics import Estimate, estimate, share_estimate
from magnate.arena.store import Store, open_store

SEED = 5
PRESET = "full"
PLAYERS = (2, 3, 4)
RULES = ("random", "planner", "planner:canal_beer", "planner:coal_rail", "planner:pottery")
ISMCTS = {10: {2: 75, 3: 75, 4: 70}, 100: {2: 1000, 3: 950, 4: 900}}
"""Simulations of a decision of ``ismcts`` by milliseconds an action, and players: what ``calibrate`` showed."""
MCTS = {10: {2: 84, 3: 74, 4: 58}, 1000: {2: 8400}}
"""The same of the seed's ``mcts``."""
WHOLE = {10: {2: (380, 330), 3: (380, 270), 4: (415, 285)}, 100: {2: (3320, 2710), 3: (3340, 2800), 4: (3500, 2730)}}
"""The same of ``magnate:brass``, for an action, and of ``ismcts:2026`` in the same run."""
MET = {10: {2: 200, 3: 60, 4: 400}, 100: {2: 100, 3: 60, 4: 80}}
"""Games of these two."""
DOUBLED = (32, 64, 128, 256, 512)
WHOLE_SEED = 990_001
MEANS = {2: ((10, 400), (100, 100)), 3: ((10, 144),), 4: ((100, 100),)}
"""Milliseconds an action and games of ``ismcts`` among its like, by players."""
REWARDS = {"margin": 1, "points": 2}
"""The seed's rewards (B3): one's own points minus the best other's, and one's own points."""
ACTIONS = 60
"""Actions that are timed."""


def ismcts(milliseconds: int, players: int) -> str:
    """The strong agent."""
    return f"ismcts:sims={ISMCTS[milliseconds][players]}"


def learned(simulations: int) -> str:
    """The agent that searches whole moves by its network."""
    return f"magnate:brass,sims={simulations}"


def mcts(milliseconds: int, players: int, reward: str) -> str:
    """The seed's agent with one of its rewards."""
    return f"mcts:sims={MCTS[milliseconds][players]},reward={REWARDS[reward]}"


def everybody(players: int) -> tuple[str, ...]:
    """All agents, the searches with 10 ms an action."""
    return (*RULES, *(mcts(10, players, reward) for reward in REWARDS), ismcts(10, players))


def meeting(players: int, agents: Sequence[str], games: int) -> Meeting:
    """A meeting of these tables."""
    return Meeting("brass", PRESET, players, tuple(agents), games, SEED)


def field(scale: float) -> Iterator[Meeting]:
    """All agents against one another: so many games a table."""
    for players, games in zip(PLAYERS, (100, 18, 12), strict=True):
        yield meeting(players, everybody(players), scaled(games, scale))


def strong(scale: float) -> Iterator[Meeting]:
    """The search against the rules."""
    for milliseconds in ISMCTS:
        yield meeting(2, (ismcts(milliseconds, 2), "planner"), scaled(400, scale))


def seed(scale: float) -> Iterator[Meeting]:
    """A hundred times the time, without knowledge: 200 deal groups in parts that can be played on different days."""
    for reward, parts in (("margin", 8), ("points", 1)):
        for part in range(parts):
            one = meeting(2, (ismcts(10, 2), mcts(1000, 2, reward)), scaled(50, scale))
            yield replace(one, seed=SEED + part)


def means(scale: float) -> Iterator[Meeting]:
    """Agents among their like."""
    for players in PLAYERS:
        yield meeting(players, ("planner",) * players, scaled(2000, scale))
        for milliseconds, games in MEANS[players]:
            yield meeting(players, (ismcts(milliseconds, players),) * players, scaled(games, scale))


def whole(scale: float) -> Iterator[Meeting]:
    """The search over whole moves by a network against the frozen one, at equal time."""
    for milliseconds, tables in WHOLE.items():
        for players, (own, others) in tables.items():
            agents = f"{learned(own)},exact=10000", *[f"ismcts:2026,sims={others}"] * (players - 1)
            one = meeting(players, agents, scaled(MET[milliseconds][players], scale))
            yield replace(one, seed=WHOLE_SEED)


def doublings(scale: float) -> Iterator[Meeting]:
    """That search against itself with half as many simulations."""
    for simulations in DOUBLED:
        one = meeting(2, (learned(simulations), learned(simulations // 2)), scaled(1000, scale))
        yield replace(one, seed=WHOLE_SEED)


PARTS = {"field": field, "strong": strong, "seed": seed, "means": means, "whole": whole, "doublings": doublings}


# ---------------------------------------------------------------------------------------------------- playing


def interval(share: Estimate) -> str:
    """The ends of an interval, if it has any."""
    return "none" if share.low is None else f"{share.low:.1%} to {share.high:.1%}"


def in_points(found: Estimate) -> str:
    """A mean, and the ends of its interval, if it has any."""
    return f"{found.mean:.1f}" + ("" if found.low is None else f" ({found.low:.1f}–{found.high:.1f})")


def group_shares(played: Played) -> np.ndarray:
    """What share of the wins the first agent had in each deal group."""
    games = played.games
    own = np.where(games.seating == 0, games.shares, 0.0).sum(axis=1)
    return np.array([own[games.deal == deal].mean() for deal in np.unique(games.deal)])


def all_points(played: Played) -> Estimate:
    """The mean points of all seats, over deals."""
    games = played.games
    _, deal = np.unique(games.deal, return_inverse=True)
    return estimate(np.bincount(deal, games.seats["points"].mean(axis=1)) / np.bincount(deal))


def in_elo(share: Estimate) -> Estimate:
    """What a win share of two says in Elo points; without an interval where the share has none, or reaches 0 or 1."""
    low, high = (None if end is None or not 0 < end < 1 else elo_of_share(end) for end in (share.low, share.high))
    if low is None or high is None:
        low = high = None
    return Estimate(elo_of_share(share.mean), low, high, share.deals)


def slope(gains: Sequence[Estimate]) -> tuple[float, float]:
    """The slope of a line through what each doubling gains, and how far its 95 % interval reaches.

    Each gain measures the slope. The narrower its interval, the more it counts.
    """
    halves = [(gain.high - gain.low) / 2 for gain in gains if gain.low is not None and gain.high is not None]
    weights = np.array(halves) ** -2.0
    means = [gain.mean for gain in gains if gain.low is not None]
    return float((weights * means).sum() / weights.sum()), float(weights.sum() ** -0.5)


def table(store: Store, meetings: Sequence[Meeting], jobs: int) -> dict[tuple[str, ...], Estimate]:
    """Play all meetings and print a line for each agent; for duels also the deal groups, over all parts of a match.

    Returns what share of the wins the first of two agents had.
    """
    print("| players | agent | win share | 95 % interval | points | games | s |\n|" + "---|" * 7)
    began = time.perf_counter()
    duels: dict[tuple[str, ...], list[np.ndarray]] = {}
    known: dict[tuple[str, ...], Estimate] = {}
    for one in meetings:
        played = play(store, one, jobs)
        alike = len(set(one.agents)) == 1
        for line in played.lines[:1] if alike else played.lines:
            share, points = line.win_share, all_points(played) if alike else line.means["points"]
            print(
                f"| {one.players} | `{line.agent}` | {share.mean:.1%} | {interval(share)} | {in_points(points)} "
                f"| {line.games:,} | {played.seconds:,.0f} |",
                flush=True,
            )
        if len(one.agents) == 2 and not alike:
            duels.setdefault(one.agents, []).append(group_shares(played))
            shares = np.concatenate(duels[one.agents])
            found = known[one.agents] = share_estimate(shares)
            print(
                f"{one.agents[0]} won more of {(shares > 0.5).sum()} of {len(shares)} deal groups so far, "
                f"{found.mean:.1%} of the wins ({interval(found)})",
                flush=True,
            )
    print(f"\nplayed in {time.perf_counter() - began:,.0f} s with {jobs or 'all'} cores", flush=True)
    return known


def print_slope(duels: dict[tuple[str, ...], Estimate]) -> None:
    """Print what each doubling gains in Elo, and the line through these."""
    gains = {agents: in_elo(share) for agents, share in duels.items()}
    for (more, less), gain in gains.items():
        print(f"`{more}` against `{less}`: {in_points(gain)} Elo")
    if any(gain.low is not None for gain in gains.values()):
        found, margin = slope(list(gains.values()))
        print(f"a doubling gains {found:.1f} ± {margin:.1f} Elo, by a line through these")


def calibrate(players: int, budget: float, actions: int) -> None:
    """Print the time of an action of each agent that searches."""
    agents = [ismcts(milliseconds, players) for milliseconds in ISMCTS]
    for tables in WHOLE.values():
        own, others = tables.get(players, (0, 0))
        agents += [learned(own), f"ismcts:2026,sims={others}"] if own else []
    agents += [mcts(milliseconds, players, "margin") for milliseconds in MCTS if players in MCTS[milliseconds]]
    thinking = [times(agent, budget) for agent in agents]
    print_times(magnate.load("brass", PRESET, players), thinking, "planner", actions)


def main() -> int:
    """Play or time what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=(*PARTS, "calibrate"))
    parser.add_argument("--store", default="brass-tables.db", help="where the tournaments are kept")
    parser.add_argument("--scale", type=float, default=1.0, help="the part of the games that is played")
    parser.add_argument("--budget", type=float, default=1.0, help="the part of its counts that a search may use")
    parser.add_argument("--actions", type=int, default=ACTIONS, help="of calibrate: how many are timed")
    parser.add_argument("--jobs", type=int, default=0, help="cores (default: all)")
    asked = parser.parse_args()
    if asked.what == "calibrate":
        for players in PLAYERS:
            calibrate(players, asked.budget, asked.actions)
        return 0
    with open_store(asked.store) as store:
        duels = table(store, [one.thinking(asked.budget) for one in PARTS[asked.what](asked.scale)], asked.jobs)
    if asked.what == "doublings":
        print_slope(duels)
    return 0


if __name__ == "__main__":
    sys.exit(main())
