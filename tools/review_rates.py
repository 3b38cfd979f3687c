"""``python tools/review_rates.py``: error rates of shipped agents, the table of docs/understand/luck-and-skill.md.

At each table games are played in which the agents of a list sit together, each as often in each seat. All are reviewed
by the fast pass, as `magnate review` does without `--depth`.
"""

from __future__ import annotations

import argparse
import sys

import magnate
from magnate.analysis.players import summed
from magnate.analysis.review import review
from magnate.runtime.stream import deal_seed

AGENTS = {
    "monopoly": ("strategic", "algorithmic", "baseline", "random"),
    "brass": ("planner", "planner:coal_rail", "planner:pottery", "random"),
}
TABLES = ("monopoly:official/2", "monopoly:official/4", "monopoly:thesis/2", "monopoly:thesis/4", "brass:full/2")


def measured(table: str, games: int, seed: int) -> None:
    """Play and review games at a table, and print each agent's error rate, in points for 100 open decisions."""
    name, _, at = table.partition(":")
    preset, _, seats = at.partition("/")
    players, agents = int(seats), AGENTS[name]
    game = magnate.load(name, preset, players=players)
    reviews = []
    for number in range(games):
        turned = [
            agents[(number + seat * (1 + number // len(agents) % (len(agents) - 1))) % len(agents)]
            for seat in range(players)
        ]
        record = game.play(turned, seed=deal_seed(seed, table, number))
        reviews.append(review(record))
        print(f"\r{table}: {number + 1} of {games} games", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    for agent in agents:
        names = sorted({seat.name for one in reviews for seat in one.seats if seat.name.split(" ")[0] == agent})
        for one in (summed(reviews, named) for named in names):
            rate = f"{one.rate.mean:8.1f} ± {one.rate.margin:5.1f} points"
            print(f"{table:22} {one.player:20} {rate}  {one.games:4} games")


def main() -> int:
    """Measure all tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=24, help="at each table")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tables", default=",".join(TABLES), help="GAME:PRESET/PLAYERS, separated by commas")
    asked = parser.parse_args()
    for table in asked.tables.split(","):
        measured(table, asked.games, asked.seed)
    return 0


if __name__ == "__main__":
    sys.exit(main())
