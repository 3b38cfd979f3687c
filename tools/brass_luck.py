"""``python tools/brass_luck.py FILE.jsonl``: how much of a result in Brass is luck of the cards, as a Markdown table.

One seat is played by each agent in turn, ``planner`` sits in the others, on the same deals and in all seats. A two-way
analysis of variance parts the seat's results: who played it, the deal and the seat, and the rest. The rest is what a
deal is worth to one agent and not to another, and what followed from small differences. Intervals are 95 %, by a
jackknife over blocks of deals. What is played is a line of the file, so the same command goes on where it was stopped.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np

import magnate
from magnate.arena.tournament import Tournament

PLAYERS = (2, 3, 4)
CHAMPION = "magnate:brass,sims=16"
STYLES = ("planner", "planner:canal_beer", "planner:coal_rail", "planner:pottery")
OTHERS = "planner"
SEED = 28
BLOCKS = 50
"""Into how many blocks the deals are cut for the jackknife."""
RESULTS = ("points", "win share")
PARTS = ("agent", "deal and seat", "rest")


def parts(results: np.ndarray) -> np.ndarray:
    """The parts of the variance of results (deal, seat, agent): by agent, by deal and seat, and the rest.

    Deal and seat are random, agents are not. What chance alone would make of the means is taken off.

    >>> parts(np.array([[[1.0, 3.0]], [[5.0, 7.0]]])).round(3)  # 2 apart by agent, 4 by deal, and nothing else
    array([0.111, 0.889, 0.   ])
    """
    cells = results.reshape(-1, results.shape[-1])
    n, k = cells.shape
    by_agent, by_cell = cells.mean(axis=0), cells.mean(axis=1)
    rest = cells - by_agent - by_cell[:, None] + cells.mean()
    within = (rest**2).sum() / ((n - 1) * (k - 1))
    agent = max(0.0, by_agent.var() - within * (k - 1) / (k * n))
    deal = max(0.0, by_cell.var(ddof=1) - within / k)
    found = np.array([agent, deal, within])
    shares: np.ndarray = found / found.sum()
    return shares


def with_margins(results: np.ndarray) -> list[tuple[float, float]]:
    """The same in per cent, each with how far its interval reaches."""
    blocks = np.arange(len(results)) * BLOCKS // len(results)
    left = np.array([parts(results[blocks != block]) for block in range(BLOCKS)])
    margins = 1.96 * np.sqrt((BLOCKS - 1) * left.var(axis=0))
    return [(100 * float(share), 100 * float(margin)) for share, margin in zip(parts(results), margins, strict=True)]


def played(players: int, agent: str, deals: int, jobs: int) -> np.ndarray:
    """What an agent had in each seat of each deal (deal, seat, result)."""
    game = magnate.load("brass", "full", players)
    lineup = [agent, *[OTHERS] * (players - 1)]
    games = Tournament(game, lineup, deals * players, seed=SEED).play_games(jobs)
    found = np.zeros((deals, players, len(RESULTS)))
    number, seat = np.nonzero(games.seating == 0)
    found[games.deal[number], seat] = np.stack(
        [games.seats["points"][number, seat], games.shares[number, seat]], axis=-1
    )
    return found


def line_of(players: int, agents: tuple[str, ...], deals: int, jobs: int) -> dict[str, object]:
    """The parts of the variance at a table of so many, of both results, and the agents' means."""
    results = np.stack([played(players, agent, deals, jobs) for agent in agents], axis=-1)
    means = {agent: results[..., i].mean(axis=(0, 1)).tolist() for i, agent in enumerate(agents)}
    shares = {name: with_margins(results[:, :, i]) for i, name in enumerate(RESULTS)}
    return {"players": players, "agents": agents, "deals": deals, "means": means, "parts": shares}


def main() -> None:
    """Play what the file does not have yet, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--deals", type=int, default=20_000, help="deals of the styles")
    parser.add_argument("--champion", type=int, default=1_000, help="deals of the champion and the styles")
    parser.add_argument("--players", type=int, nargs="+", default=PLAYERS, help="at which tables (default: 2 3 4)")
    parser.add_argument("--jobs", type=int, default=1)
    asked = parser.parse_args()
    lines = asked.file.read_text(encoding="utf-8").splitlines() if asked.file.exists() else []
    found = {(row["players"], tuple(row["agents"])): row for row in map(json.loads, lines)}
    for agents, deals in ((STYLES, asked.deals), ((CHAMPION, *STYLES), asked.champion)):
        for players in asked.players:
            if (players, agents) not in found:
                row = found[players, agents] = json.loads(json.dumps(line_of(players, agents, deals, asked.jobs)))
                with asked.file.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(row) + "\n")
    print(f"| players | agents | deals | {' | '.join(f'{result}: {part}' for result in RESULTS for part in PARTS)} |")
    print("|---|---|--:|" + "--:|" * (len(RESULTS) * len(PARTS)))
    for (players, agents), row in found.items():
        cells = [f"{share:.1f} ± {margin:.1f} %" for name in RESULTS for share, margin in row["parts"][name]]
        who = "the champion and the styles" if CHAMPION in agents else "the styles"
        print(f"| {players} | {who} | {row['deals']:,} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
