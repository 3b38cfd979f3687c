"""``python tools/offers_study.py AGENT``: how often offers are made, and their gain (docs/studies/network-trades.md).

An agent that plays by a network, under ``thesis`` for two, with each chance that a turn is used for offers: what it
wins of four rule-based agents and of ``ppo``, all on the same deals, and how many choices games have, against
``strategic`` and between copies.
"""

from __future__ import annotations

import argparse
import sys
import time

import numpy as np

import magnate
from magnate.arena.schedule import purpose_seed
from magnate.arena.statistics import Estimate, estimate
from magnate.core.game import Game

SEED = 11
CHANCES = (1, 0.7, 0.5, 0.3, 0.2, 0.1)
FIRST = "strategic"
OPPONENTS = (FIRST, "strategic:tuned", "strategic:blocker", "algorithmic")
LEARNED = "ppo"


def duel(game: Game, agent: str, opponent: str, deals: int) -> tuple[np.ndarray, np.ndarray]:
    """What ``agent`` wins of each deal, the mean over both seats, and how many choices each game has."""
    seeds = [purpose_seed(SEED, "final", deal) for deal in range(deals)]
    there, back = game.play_many([agent, opponent], seeds), game.play_many([opponent, agent], seeds)
    won = (there.utility[:, 0] + back.utility[:, 1]) / 2
    return won, np.concatenate([there.decisions, back.decisions])


def row(game: Game, agent: str, games: int, copies: int) -> str:
    """The line of the table for an agent with its chance."""
    found = {opponent: duel(game, agent, opponent, games // 2) for opponent in (*OPPONENTS, LEARNED)}
    whole = np.mean([found[one][0] for one in OPPONENTS], axis=0)
    lengths = duel(game, agent, agent, copies // 2)[1]
    shares = f"{shown(estimate(whole))} | {shown(estimate(found[LEARNED][0]))}"
    alike = f"{np.median(lengths):,.0f} | {np.quantile(lengths, 0.9):,.0f} | {lengths.max():,}"
    return f"{shares} | {np.median(found[FIRST][1]):,.0f} | {alike}"


def shown(found: Estimate) -> str:
    """A share in per cent with its interval."""
    return f"{100 * found.mean:.1f}" + ("" if found.margin is None else f" ± {100 * found.margin:.1f}")


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("agent", nargs="?", default="magnate:2p", help="the agent, without settings")
    parser.add_argument("--games", type=int, default=600, help="games against each opponent")
    parser.add_argument("--copies", type=int, default=100, help="games between copies")
    asked = parser.parse_args()
    began = time.perf_counter()
    game = magnate.load("monopoly", preset="thesis", players=2)
    print(f"| `offers` | mean of the four, % | against `{LEARNED}`, % | choices against `{FIRST}`, median ", end="")
    print("| between copies: median | nine in ten | longest |\n|--:|--:|--:|--:|--:|--:|--:|", flush=True)
    for chance in CHANCES:
        print(f"| {chance} | {row(game, f'{asked.agent},offers={chance}', asked.games, asked.copies)} |", flush=True)
    print(f"\n{time.perf_counter() - began:,.0f} s with one core")
    return 0


if __name__ == "__main__":
    sys.exit(main())
