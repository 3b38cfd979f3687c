"""Measure how soon rollouts tell two moves apart, beside plain games with luck of their own (docs/how-to/rollouts.md).

python tools/rollouts_gain.py --positions 200 --games 1080

Positions come from games of Monopoly at six kinds of tables. Processor time is counted, so that a busy machine matters
little; each ratio compares the time in which both ways would have the same half width.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import numpy as np

import magnate
from magnate.analysis import rollout_games
from magnate.analysis.moves import WholeMove, candidates, played_moves
from magnate.analysis.race import BLOCK, FIRST, Race
from magnate.core.game import Position
from magnate.core.run import play_games

TABLES = [(preset, players) for preset in ("official", "thesis") for players in (2, 3, 4)]


EACH = 5
"""Positions of a game."""


def positions(seed: int) -> Iterator[tuple[Position, list[WholeMove], str]]:
    """Positions of a game where somebody decides, each with two of the moves that are worth looking at."""
    preset, players = TABLES[seed % len(TABLES)]
    draws = np.random.default_rng(seed)
    record = magnate.load("monopoly", preset, players).play("strategic", seed=seed)
    every = list(record.positions())
    open_ = [one for one in played_moves(record) if not one.forced]
    for place in draws.permutation(len(open_))[: 4 * EACH]:
        chosen = open_[int(place)]
        found = candidates(every[chosen.at], also=[chosen.move])
        if len(found) > 1:
            yield every[chosen.at], found[:2], chosen.move.kind


def paired(position: Position, moves: list[WholeMove], games: int, seed: int) -> tuple[float, float, int]:
    """Variance of the difference a game, processor time, and for how many events luck was corrected."""
    begun = time.process_time()
    stake = rollout_games.Stake(position.game, None, seed, 0)
    starts = rollout_games.Starts.of(position, moves, position.to_move, seed)
    table = rollout_games.Table(stake, starts, rollout_games.even_draws(stake, starts), None, 1)
    race = Race(2, position.to_move, position.game.players)
    for stage in (FIRST, games):
        table.play(race, stage)
    blocks = race.apart(0, 1)[: games // BLOCK * BLOCK, position.to_move].reshape(-1, BLOCK).mean(axis=1)
    return BLOCK * float(blocks.var(ddof=1)), time.process_time() - begun, table.luck_events


def plain(position: Position, moves: list[WholeMove], games: int, seed: int) -> tuple[float, float]:
    """The same by games that have nothing in common."""
    begun = time.process_time()
    stake = rollout_games.Stake(position.game, None, seed, 0)
    starts = rollout_games.Starts.of(position, moves, position.to_move, seed)
    states = np.concatenate([starts.states(move, range(games)) for move in range(2)])
    seeds = np.random.default_rng(seed).integers(0, 1 << 56, 2 * games).tolist()
    won = play_games(rollout_games._run(stake, seeds, states)).utility[:, position.to_move].reshape(2, games)
    return float(won.var(axis=1, ddof=1).sum()), time.process_time() - begun


def measure(rows: list[Any], left_out: list[int], wanted: int, each: int, seed: int) -> None:
    """Measure so many positions, with so many games of each move."""
    while len(rows) < wanted:
        taken = 0
        for position, moves, kind in positions(seed):
            if not rows:
                paired(position, moves, each, seed)  # loads what is compiled
            apart, spent = plain(position, moves, each, seed)
            if apart == 0:  # the game is decided: nothing is to be told apart
                left_out[0] += 1
                continue
            together, time_paired, events = paired(position, moves, each, seed)
            games = together / apart
            rows.append((kind, position.game.players, games, games * time_paired / spent, time_paired / spent, events))
            taken += 1
            if taken == EACH or len(rows) == wanted:
                break
        seed += 1


def main() -> None:
    """Measure and print medians and quartiles."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--positions", type=int, default=200)
    asked.add_argument("--games", type=int, default=1080)
    asked.add_argument("--seed", type=int, default=1)
    given = asked.parse_args()
    rows: list[tuple[str, int, float, float, float, int]] = []
    left_out = [0]
    with suppress(KeyboardInterrupt):  # what there is so far is printed
        measure(rows, left_out, given.positions, given.games, given.seed * 100_000)
    print(f"{len(rows)} positions, {given.games} games a move; {left_out[0]} decided positions were left out")
    numbers = np.array([row[2:] for row in rows], float)
    for place, name in enumerate(("games", "time", "cost of a game")):
        low, middle, high = np.quantile(numbers[:, place], (0.25, 0.5, 0.75))
        print(f"{name:>15}: median {middle:.2f}, half of all between {low:.2f} and {high:.2f}")
    print(f"luck was corrected in {int((numbers[:, 3] > 0).sum())}")
    for part, column in (("kind", 0), ("players", 1)):
        for value in sorted({row[column] for row in rows}, key=str):
            own = numbers[[row[column] == value for row in rows]]
            games, spent = (float(np.median(own[:, place])) for place in range(2))
            print(f"{part} {value}: {len(own)} positions, games {games:.2f}, time {spent:.2f}")


if __name__ == "__main__":
    main()
