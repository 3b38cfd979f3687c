"""Measure how far the win chances of Brass at a draw are from their mean over what may be drawn, in points.

    python tools/chances_at_draws.py --games 8

A spectator, who draws, the others, and who sees all hands are asked (docs/understand/chances.md).
"""

from __future__ import annotations

import argparse
from collections import defaultdict

import numpy as np

import magnate
from magnate.analysis import FULL, PUBLIC, chances
from magnate.core.contract import CHANCE
from magnate.core.game import Position

AGENTS = ("planner", "planner:coal_rail", "planner:pottery", "planner:canal_beer")
LOOKED_AT = 0.3
"""So many of the draws of a game are looked at by a spectator."""
BY_ALL = 0.2
"""So many of these by all others too."""


def apart(position: Position, eyes: int | str) -> np.ndarray:
    """By how much the mean over the outcomes differs from the chance before, for each seat."""
    outcomes = position.outcomes()
    after = np.array([chances(position.copy().apply(one), eyes).shares for one in outcomes])
    mean = np.average(after, axis=0, weights=[one.weight for one in outcomes])
    size: np.ndarray = 100 * np.abs(mean - np.array(chances(position, eyes).shares))
    return size


def main() -> None:
    """Measure games of each number of players."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=8, help="of each number of players")
    asked = parser.parse_args()
    print("| players | who asks | draws | mean | 99 of 100 |\n|---|---|--:|--:|--:|")
    for players in (2, 3, 4):
        game, found = magnate.load("brass", "full", players=players), defaultdict[str, list[np.ndarray]](list)
        for number in range(asked.games):
            draw = np.random.default_rng([number, players])
            record = game.play([str(one) for one in draw.choice(AGENTS, players)], seed=700 + number)
            for position in record.positions():
                if position.to_move == CHANCE and draw.random() < LOOKED_AT:
                    for eyes in (PUBLIC, FULL, *range(players))[: None if draw.random() < BY_ALL else 1]:
                        draws = "who draws" if eyes in position.seen_by else "another seat"
                        found[str(eyes) if isinstance(eyes, str) else draws].append(apart(position, eyes))
        for eyes, sizes in found.items():
            every = np.concatenate(sizes)
            print(f"| {players} | {eyes} | {len(sizes)} | {every.mean():.2f} | {np.quantile(every, 0.99):.2f} |")


if __name__ == "__main__":
    main()
