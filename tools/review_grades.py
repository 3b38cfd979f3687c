"""``python tools/review_grades.py``: whether errors tell shipped agents apart (docs/understand/luck-and-skill.md).

At each table games are played by agents that are drawn. The fast pass reviews them. Of each seat's losses some are
drawn, large ones more often, and rollouts play on after the better and the played move. So the sum of what is real of
the losses is known without bias. Losses count as a part of what was at stake: by how much the best moves that were
compared are better than the mean of those compared.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from itertools import starmap
from pathlib import Path

import numpy as np

import magnate
from magnate.analysis.grades import part_lost
from magnate.analysis.review import ReviewedDecision, review
from magnate.analysis.rollout import rollout
from magnate.runtime.stream import deal_seed

AGENTS = {
    "monopoly": ("strategic", "algorithmic", "baseline", "random", "magnate:official"),
    "brass": ("magnate:brass,sims=16", "planner", "planner:coal_rail", "random"),
}
MOST_PLAYERS = {"magnate:official": 4}
"""An agent that does not sit at larger tables."""
TABLES = (
    *(f"monopoly:{preset}/{n}" for preset in ("official", "official-pre2008", "thesis") for n in range(2, 9)),
    *(f"brass:full/{n}" for n in (2, 3, 4)),
)
LIMIT = 4000
"""Games are ended after so many steps."""
DRAWS = 5
PAIRS = 144
NOISE = 0.03
"""The standard error of so many pairs. Losses below it are drawn no more rarely: their rollouts say as little."""


def measured(table: str, number: int, draws: int = DRAWS) -> list[tuple[str, tuple[float, float, float, float]]]:
    """For each seat its agent, and: losses, what of them is real, what was at stake, result less luck and start."""
    name, _, kind = table.partition(":")
    preset, _, players = kind.partition("/")
    game = magnate.load(name, preset, players=int(players))
    lot = np.random.default_rng([number, deal_seed(11, kind) & 0xFFFF])
    some = agents_at(name, game.players)
    agents = [str(one) for one in lot.choice(some, game.players, replace=game.players > len(some))]
    record = game.play(agents, seed=deal_seed(12, kind, number), limit=LIMIT)
    found, positions, rows = review(record), list(record.positions()), []
    for sheet, agent in zip(found.seats, agents, strict=True):
        seat = sheet.seat
        mine = [one for one in found.decisions if one.seat == seat and not one.forced]
        own = [[shares[seat] for _, shares in one.alternatives] for one in mine]
        stake = sum(max(some) - float(np.mean(some)) for some in own if some)
        lost = [one for one in mine if one.loss > 0.0]
        gains, found_real = [gain_of(one) for one in lost], list[float]()
        counted = [one.loss / gain for one, gain in zip(lost, gains, strict=True)]
        chance = np.multiply(counted, np.hypot(gains, NOISE))
        chance /= max(chance.sum(), 1e-12)
        draw = np.random.default_rng([number, seat, 7])
        for at in draw.choice(len(lost), draws, p=chance).tolist() if lost else ():
            one = lost[at]
            moves, dice = [one.best, one.move], deal_seed(13, kind, number, one.at)
            rolled = rollout(positions[one.at], moves, None, PAIRS, eyes=seat, seed=dice, luck=False, behind=1e9)
            sign = 1 if rolled.best.move == one.best else -1
            found_real.append(counted[at] * sign * rolled.candidates[1].difference[seat] / chance[at])
        total, real = sum(one.loss for one in lost), float(np.mean(found_real)) if found_real else 0.0
        rows.append((agent, (total, real, stake, sheet.luck_adjusted - sheet.start)))
    return rows


def agents_at(name: str, players: int) -> list[str]:
    """Who may sit at a table."""
    return [one for one in AGENTS[name] if players <= MOST_PLAYERS.get(one, players)]


def gain_of(one: ReviewedDecision) -> float:
    """By how much the best move is better for who decided, each time that it is left out."""
    worth = {move.ids: shares[one.seat] for move, shares in one.alternatives}
    return worth[one.best.ids] - worth[one.move.ids]


def ratio(top: np.ndarray, bottom: np.ndarray) -> str:
    """A ratio of sums and the half width of its 95 % interval, from games as the units."""
    mean, margin = part_lost(top.tolist(), bottom.tolist())
    return f"{mean:.2f} ± {margin:.2f}"


def kept(lost: np.ndarray, stake: np.ndarray) -> list[float]:
    """What grades go by: the part lost, its half width, and how much single games differ (a standard deviation)."""
    mean, margin = part_lost(lost.tolist(), stake.tolist())
    some = stake > 0
    return [round(one, 4) for one in (mean, margin or 0.0, float(np.std(lost[some] / stake[some], ddof=1)))]


def main() -> int:
    """Measure all tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=60, help="at each table")
    parser.add_argument("--tables", default=",".join(TABLES), help="GAME:PRESET/PLAYERS, separated by commas")
    parser.add_argument("--draws", type=int, default=DRAWS, help="losses of a seat that rollouts check; 0: none")
    parser.add_argument("--out", type=Path, help="also renew these tables in src/magnate/analysis/grades.json")
    asked = parser.parse_args()
    grades: dict[str, dict[str, list[float]]] = {}
    print("| table | agent | luck-adjusted | lost of what was at stake | the same by rollouts |\n|---|---|--:|--:|--:|")
    for table in asked.tables.split(","):
        seats = defaultdict[str, list[tuple[float, float, float, float]]](list)
        for number in range(asked.games):
            for agent, row in measured(table, number, asked.draws):
                seats[agent].append(row)
            print(f"\r{table}: {number + 1} of {asked.games} games", end="", file=sys.stderr, flush=True)
        print(file=sys.stderr)
        for agent in AGENTS[table.partition(":")[0]]:
            if len(seats[agent]) > 1:
                lost, real, stake, won = np.array(seats[agent]).T
                cells = list(starmap(ratio, [(100 * won, np.ones_like(won)), (lost, stake), (real, stake)]))
                print(f"| {table} | `{agent}` | {' | '.join(cells)} |")
                grades.setdefault(table.replace(":", "/"), {})[agent] = kept(lost, stake)
        if asked.out is not None:
            known = json.loads(asked.out.read_text(encoding="utf-8")) if asked.out.exists() else {}
            known |= {table: dict(sorted(rows.items(), key=lambda row: row[1])) for table, rows in grades.items()}
            asked.out.write_text(json.dumps(dict(sorted(known.items())), indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
