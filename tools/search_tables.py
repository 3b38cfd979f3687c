"""``python tools/search_tables.py e4|strongest --store FILE``: the tables of docs/studies/search-strength.md.

``e4``: E3's search at the depths 1 to 4 against the rule agents and one another, under the preset ``expectiminimax``:
2,000 games a pair up to depth 3, 200 deal groups with depth 4. ``strongest``: who plays best at 10 ms a move, under
``thesis`` (200 deal groups a pair) and under ``official`` at a table of four (200 deal groups). ``slower``: the best
two of these at 100 ms (50 deal groups).

Budgets of time would not repeat themselves, so searches count simulations; ``calibrate`` says how long the moves of all
these agents take on this machine. In the tables their mean should be 10 ms, where a move has all decisions from one
settled position to the next (one of trades may have twenty); the median of E3's search at depth 4 is no more.

Each pair is a tournament of the store, so the same command goes on where it was interrupted. ``--scale`` plays a part
of the games only and ``--budget`` with a part of the counts, to try it out.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from itertools import combinations

from meetings import Meeting, play, scaled, times
from move_times import print_times

import magnate
from magnate.arena.store import Store, open_store

SEED = 4
RULES = ("random", "algorithmic", "strategic")
SEARCHES = tuple(f"expectiminimax:depth={depth}" for depth in (1, 2, 3, 4))
E3 = (*SEARCHES, "published")
THESIS_10 = (
    "strategic:tuned",
    "expectiminimax:nodes=50000,delegate=strategic:tuned",
    "mcts:sims=2800,playout=strategic:tuned,truncate=10,delegate=strategic:tuned",
    "mcts:sims=1850,select=puct,playout=strategic:tuned,truncate=10,delegate=strategic:tuned",
    "portfolio:sims=630,playout=strategic:tuned,truncate=10",
)
OFFICIAL_10 = (
    "strategic:tuned",
    "maxn:nodes=47000,plies=4096,delegate=strategic:tuned",
    "mcts:sims=1200,select=puct,playout=strategic:tuned,truncate=10,delegate=strategic:tuned",
    "portfolio:sims=680,playout=strategic:tuned,truncate=10",
)
"""Who is tried at 10 ms a move, by preset; the counts are what ``calibrate`` showed."""
FACTOR = 10
"""From 10 to 100 ms."""
MOVES = 200
"""Moves that are timed."""


def meeting(preset: str, players: int, agents: tuple[str, ...], games: int) -> Meeting:
    """A meeting of these tables."""
    return Meeting("monopoly", preset, players, agents, games, SEED)


def e4(scale: float) -> Iterator[Meeting]:
    """The pairs of E4, the quick ones first."""
    agents = (*RULES, *E3)
    pairs = [pair for pair in combinations(agents, 2) if not set(pair) <= {*RULES, "published"}]
    for pair in sorted(
        pairs, key=lambda pair: max((SEARCHES.index(one) for one in pair if one in SEARCHES), default=0)
    ):
        games = 400 if SEARCHES[-1] in pair else 2000
        yield meeting("expectiminimax", 2, pair, scaled(games, scale))


def strongest(scale: float) -> Iterator[Meeting]:
    """Every pair under ``thesis``; under ``official`` all at one table."""
    for pair in combinations(THESIS_10, 2):
        yield meeting("thesis", 2, pair, scaled(400, scale))
    yield meeting("official", 4, OFFICIAL_10, scaled(800, scale))


def slower(scale: float, thesis: Sequence[str], official: Sequence[str]) -> Iterator[Meeting]:
    """The best two with ten times the budget: against each other, and against themselves with the smaller one."""
    found = [times(agent, FACTOR) for agent in thesis]
    yield meeting("thesis", 2, tuple(found), scaled(100, scale))
    for agent, thinks in zip(thesis, found, strict=True):
        if agent != thinks:
            yield meeting("thesis", 2, (thinks, agent), scaled(100, scale))
    yield meeting("official", 4, (*(times(agent, FACTOR) for agent in official), *official), scaled(200, scale))


# ---------------------------------------------------------------------------------------------------- playing


def table(store: Store, meetings: Sequence[Meeting], jobs: int) -> None:
    """Play all meetings and print them: a line for the first of two, a line for each of more."""
    print("| preset | players | agent | against | win share | 95 % interval | games | s |\n|" + "---|" * 8)
    began = time.perf_counter()
    for one in meetings:
        played = play(store, one, jobs)
        for line in played.lines if one.players > 2 else played.lines[:1]:
            share = line.win_share
            against = f"`{one.agents[1]}`" if one.players == 2 else "the others"
            bounds = "none" if share.low is None else f"{share.low:.1%} to {share.high:.1%}"
            print(
                f"| {one.preset} | {one.players} | `{line.agent}` | {against} | {share.mean:.1%} | {bounds} "
                f"| {len(played.games):,} | {played.seconds:,.0f} |",
                flush=True,
            )
    print(f"\nplayed in {time.perf_counter() - began:,.0f} s with {jobs or 'all'} cores", flush=True)


def calibrate(preset: str, players: int, agents: Sequence[str], budget: float, moves: int) -> None:
    """Print the time of a move of each agent that searches."""
    thinking = [times(agent, budget) for agent in agents]
    print_times(magnate.load("monopoly", preset, players), thinking, "strategic", moves)


def main() -> int:
    """Play or time what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("e4", "strongest", "slower", "calibrate"))
    parser.add_argument("--store", default="search-tables.db", help="where the tournaments are kept")
    parser.add_argument("--scale", type=float, default=1.0, help="the part of the games that is played")
    parser.add_argument("--budget", type=float, default=1.0, help="the part of its counts that a search may use")
    parser.add_argument("--moves", type=int, default=MOVES, help="of calibrate: how many are timed")
    parser.add_argument("--jobs", type=int, default=0, help="cores (default: all)")
    parser.add_argument("--thesis", nargs=2, default=THESIS_10[:2], metavar="AGENT", help="of slower: who is tried")
    parser.add_argument("--official", nargs=2, default=OFFICIAL_10[:2], metavar="AGENT", help="of slower: who is tried")
    asked = parser.parse_args()
    if asked.what == "calibrate":
        for preset, players, agents in (
            ("expectiminimax", 2, E3),
            ("thesis", 2, THESIS_10),
            ("official", 4, OFFICIAL_10),
        ):
            calibrate(preset, players, agents, asked.budget, asked.moves)
        return 0
    chosen = {"e4": e4, "strongest": strongest}
    if asked.what == "slower":
        meetings = slower(asked.scale, asked.thesis, asked.official)
    else:
        meetings = chosen[asked.what](asked.scale)
    with open_store(asked.store) as store:
        table(store, [one.thinking(asked.budget) for one in meetings], asked.jobs)
    return 0


if __name__ == "__main__":
    sys.exit(main())
