"""``python tools/brass_endgames.py make|check|nodes|score AGENT …``: the suite of Brass's endgames.

500 positions of last rounds, in which all cards are known to whoever plays on, with the exact value of every first
decision in points, by plain enumeration of all lines. ``make`` plays the games and writes the suite, ``check``
enumerates it again, and ``score`` lets agents play them: the table says how many points each loses on average against
exact play (mean regret), with an interval. A seat's turn is played by the agent, what follows by exact play. ``nodes``
counts what the search of agents visits to solve positions of the planner's games, those of the suite or not.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

import magnate
from magnate.arena.statistics import estimate
from magnate.core.game import Position
from magnate.games.brass.setup_model import mirrored, part
from magnate.games.brass.state import ACTION
from magnate.search import search

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.games.brass.endgames import MOST, Endgame, endgames, regret, solved, write
from tests.games_for_tests import brass_margin

QUOTA = {
    2: {1: 30, 2: 70, 3: 50, 4: 50},
    3: {1: 40, 2: 100, 3: 6, 4: 4},
    4: {1: 40, 2: 100, 3: 6, 4: 4},
}
"""How many endgames there are with so many players and so many actions left."""
LIMITS = (5_000, 50_000, 500_000)
GAMES, ENOUGH = 16, 2_000_000
"""What ``nodes`` tells of, the games that it plays, and the nodes after which it gives up."""
TABLES = (
    ("planner",),
    ("planner", "random"),
    ("planner:coal_rail", "planner:pottery", "planner:canal_beer"),
    ("random",),
    ("random", "planner:canal_beer", "random"),
)
"""Who plays the games in turn, each list as often as there are seats."""


def moments(players: int, seed: int, table: Sequence[str]) -> Iterator[tuple[Sequence[str], Position]]:
    """The positions of a game in which a seat that knows all chooses an action, and no card is left."""
    agents = [table[seat % len(table)] for seat in range(players)]
    for position in magnate.load("brass", players=players).play(agents, seed=seed).positions():
        state = position.state
        is_late = state["phase"] == ACTION and state["deck"].sum() == 0 and state["hand"].sum() <= 4
        if is_late and part("rules").knows(mirrored(state), position.to_move):
            yield agents, position


def found(players: int) -> Iterator[Endgame]:
    """The endgames for so many players: of a game at most one with so many actions left, and none without a choice."""
    missing = Counter(QUOTA[players])
    for seed in range(10_000):
        seen = set()
        for agents, position in moments(players, seed, TABLES[seed % len(TABLES)]):
            left = int(position.state["hand"].sum())
            if left in seen or not missing[left]:
                continue
            known = solved(position, MOST)
            if known is None or len(set(known[2].values())) == 1:
                continue
            size, margins, values = known
            seen.add(left)
            missing[left] -= 1
            best = margins[position.to_move]
            yield Endgame(players, agents, left, size, best, values, position.to_setup())
        if not missing.total():
            return


def make() -> None:
    """Play the games and write the suite."""
    kept = []
    for players in QUOTA:
        for one in found(players):
            kept.append(one)
            print(f"{len(kept)}: {players} players, {one.left} actions left, {one.size:,} positions", flush=True)
    write(kept)


def suite(most: int | None) -> list[Endgame]:
    """The suite, or so many of its endgames, evenly spread."""
    found = list(endgames())
    most = len(found) if most is None else min(most, len(found))
    return [found[i * len(found) // most] for i in range(most)]


def check(most: int | None) -> None:
    """Enumerate all lines again."""
    for i, one in enumerate(suite(most)):
        known = solved(one.start())
        if known is None or (known[0], known[2]) != (one.size, dict(one.values)) or max(known[2].values()) != one.best:
            sys.exit(f"endgame {i} is not worth what the suite says: {known}")
    print("all values are those of the enumeration")


def score(agents: Sequence[str], repeats: int, most: int | None) -> None:
    """Print what each agent loses."""
    played = suite(most)
    print(f"| agent | regret | {' | '.join(f'{players} players' for players in QUOTA)} | without loss |")
    print("|---|---|" + "---|" * (len(QUOTA) + 1))
    for agent in agents:
        lost = [[regret(one, agent, seed) for seed in range(repeats)] for one in played]
        means = [sum(row) / repeats for row in lost]
        each = [[mean for mean, one in zip(means, played, strict=True) if one.players == n] for n in QUOTA]
        none = sum(row.count(0) for row in lost) / (len(played) * repeats)
        columns = [shown(means), *map(shown, each), f"{none:.0%}"]
        print(f"| `{agent}` | {' | '.join(columns)} |", flush=True)


def nodes(games: int, enough: int) -> None:
    """Print how many nodes the exact search takes."""
    print(
        "| players | actions left | half of them | 90 % | solved in " + " | in ".join(f"{n:,}" for n in LIMITS) + " |"
    )
    print("|---|---|---|---|" + "---|" * len(LIMITS))
    for players in QUOTA:
        taken: dict[int, list[int]] = {left: [] for left in range(1, 5)}
        for seed in range(games):
            for _, position in moments(players, seed, ("planner",)):
                report = search(position, "ismcts", "sims:1", guide=brass_margin, exact=enough)
                taken[int(position.state["hand"].sum())].append(report.nodes if report.exact else enough)
        for left, counted in taken.items():
            middle, most = (f"{np.quantile(counted, share, method='higher'):,}" for share in (0.5, 0.9))
            shares = " | ".join(f"{np.mean(np.array(counted) <= limit):.0%}" for limit in LIMITS)
            print(f"| {players} | {left} | {middle} | {most} | {shares} |", flush=True)


def shown(means: Sequence[float]) -> str:
    """A mean with its 95 % interval."""
    found = estimate(np.array(means))
    return f"{found.mean:.2f}" if found.margin is None else f"{found.mean:.2f} ± {found.margin:.2f}"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("what", choices=["make", "check", "nodes", "score"])
    parser.add_argument("agents", nargs="*", help="specs of agents, for score")
    parser.add_argument("--repeats", type=int, default=1, help="how often each agent plays each endgame (default 1)")
    parser.add_argument("--positions", type=int, help="so many endgames, for check and score (default: all)")
    parser.add_argument("--games", type=int, default=GAMES, help="games at each table, for nodes")
    parser.add_argument("--enough", type=int, default=ENOUGH, help="nodes after which a search gives up, for nodes")
    asked = parser.parse_args()
    if asked.what == "score":
        score(asked.agents or ["planner", "random"], asked.repeats, asked.positions)
    elif asked.what == "check":
        check(asked.positions)
    elif asked.what == "nodes":
        nodes(asked.games, asked.enough)
    else:
        make()
