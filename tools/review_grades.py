"""``python tools/review_grades.py``: the error rates of shipped agents, which are the grades of reviews.

At each table games are played in which the agents of a list sit together, each as often in each seat. All are reviewed
by the fast pass, as `magnate review` does without `--depth`. The rates go into ``analysis/grades.json``.
"""

from __future__ import annotations

import argparse
import json
import sys
from importlib import resources
from pathlib import Path

import magnate
from magnate.analysis.players import summed
from magnate.analysis.review import review
from magnate.runtime.stream import deal_seed

AGENTS = {
    "monopoly": ("strategic", "algorithmic", "baseline", "random"),
    "brass": ("planner", "planner:coal_rail", "planner:pottery", "random"),
}
TABLES = ("monopoly:official/2", "monopoly:official/4", "monopoly:thesis/2", "monopoly:thesis/4", "brass:full/2")
GRADES = Path(str(resources.files("magnate.analysis") / "grades.json"))


def measured(table: str, games: int, seed: int) -> dict[str, float]:
    """Play and review games at a table; the error rate of each agent, in points for 100 open decisions."""
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
    found = {}
    for agent in agents:
        names = sorted({seat.name for one in reviews for seat in one.seats if seat.name.split(" ")[0] == agent})
        some = [summed(reviews, named) for named in names]
        for one in some:
            print(
                f"{table:22} {one.player:20} {one.rate.mean:8.1f} ± {one.rate.margin:5.1f} points  {one.games:4} games"
            )
        found[agent] = round(sum(one.rate.mean * one.games for one in some) / sum(one.games for one in some), 1)
    return found


def main() -> int:
    """Measure all tables and write the rates."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=24, help="at each table")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tables", default=",".join(TABLES), help="GAME:PRESET/PLAYERS, separated by commas")
    parser.add_argument("--out", type=Path, default=GRADES, help="where rates are kept; other tables' stay")
    asked = parser.parse_args()
    rates = json.loads(asked.out.read_text(encoding="utf-8")) if asked.out.exists() else {}
    for table in asked.tables.split(","):
        game, _, at = table.partition(":")
        rates.setdefault(game, {})[at] = measured(table, asked.games, asked.seed)
        asked.out.write_text(json.dumps(rates, indent=2, sort_keys=True) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
