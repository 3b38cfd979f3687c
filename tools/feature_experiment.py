"""``python tools/feature_experiment.py``: does the general schema earn its keep?

For each table, networks of the same hidden layers (128 and 32 units) learn the seats' win shares from the same
positions of games of rule-based agents: from the game's own observation, from the general schema, from both, and at
tables of two from the thesis' numbers. Games are held out whole. Printed are, on these, the log-loss (with its standard
error by games, and by how much it is less than the observation's, position by position), and the expected calibration
error of the chances that the seat that looks on has.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
from feature_study.positions import Positions, kept_or_played

from magnate.core.loader import kernel
from magnate.games.monopoly import rules
from magnate.games.monopoly.observation_layout import FEATURES
from magnate.runtime.compiler import build
from magnate.values.monopoly import GENERAL, THESIS, Schema
from magnate.values.monopoly.rows import ENTRIES, rows

TABLES = (("thesis", 2, 6000), ("official", 4, 5000))
"""Presets, players, games."""
KEPT, SEED = 16, 1
HIDDEN = (128, 32)
EPOCHS, BATCH, RATE = 12, 256, 1e-3
BINS = 15
TIMED, RUNS = 4000, 15
TRAINED, CHECKED = 0.7, 0.1
"""The parts of the games that are learned from, and that choose the best epoch; the rest are held out."""


@dataclass(frozen=True)
class Outcome:
    """What a network came to on the games held out: the loss at each position, the calibration error.

    ``inputs`` counts the numbers that are not always the same, ``epoch`` is the best one.
    """

    inputs: int
    losses: np.ndarray
    calibration: float
    epoch: int
    seconds: float


def observations(states: np.ndarray, seats: np.ndarray) -> np.ndarray:
    """The game's own observation of each state, from its seat."""
    observe = kernel("position_kernel", rules).observe
    build([observe])
    found, row = np.empty((len(states), FEATURES), np.float32), np.empty(FEATURES)
    for i, seat in enumerate(seats):
        observe(states[i : i + 1], int(seat), row)
        found[i] = row
    return found


def shown(players: int) -> Iterator[tuple[str, Callable[[np.ndarray, np.ndarray], np.ndarray]]]:
    """What networks are shown, the observation first."""
    yield "observation", observations
    yield "general", lambda states, seats: rows(GENERAL, states, seats)
    if players == 2:
        yield "thesis", lambda states, seats: rows(THESIS, states, seats)
    yield "both", lambda states, seats: np.hstack([rows(GENERAL, states, seats), observations(states, seats)])


def wanted(found: Positions) -> np.ndarray:
    """The win shares of all seats, from the one that looks on."""
    players = found.shares.shape[1]
    seats = (found.lookers[:, None] + np.arange(players)) % players
    return found.shares[found.games[:, None], seats].astype(np.float32)


def calibration_error(chances: np.ndarray, shares: np.ndarray) -> float:
    """The mean gap between what is expected and what comes, over bins of equal width, weighted by their numbers."""
    bins = np.minimum((chances * BINS).astype(int), BINS - 1)
    gaps = [abs(float((chances - shares)[bins == k].sum())) for k in range(BINS)]
    return sum(gaps) / len(chances)


def fit(inputs: np.ndarray, shares: np.ndarray, parts: np.ndarray) -> Outcome:
    """Learn from part 0, keep the epoch that is best on part 1, and judge it on part 2."""
    import torch

    torch.manual_seed(SEED)
    torch.set_num_threads(1)
    began = time.perf_counter()
    varying = np.ptp(inputs, axis=0) > 0  # a number that is always the same tells nothing
    some = torch.from_numpy(np.ascontiguousarray(inputs[:, varying]))
    goal = torch.from_numpy(shares)
    sizes = (some.shape[1], *HIDDEN)
    layers = [part for one, other in pairwise(sizes) for part in (torch.nn.Linear(one, other), torch.nn.ReLU())]
    network = torch.nn.Sequential(*layers, torch.nn.Linear(HIDDEN[-1], shares.shape[1]))
    adam = torch.optim.Adam(network.parameters(), RATE)
    train, check, test = (torch.from_numpy(np.flatnonzero(parts == k)) for k in range(3))

    def losses(places: torch.Tensor) -> torch.Tensor:
        return -(goal[places] * torch.log_softmax(network(some[places]), 1)).sum(1)

    best, kept, chosen = np.inf, {}, 0
    for epoch in range(EPOCHS):
        for group in adam.param_groups:
            group["lr"] = RATE * (1 - epoch / EPOCHS)
        order = train[torch.randperm(len(train))]
        for first in range(0, len(order), BATCH):
            adam.zero_grad()
            torch.autograd.backward(losses(order[first : first + BATCH]).mean())
            adam.step()
        with torch.no_grad():
            now = float(losses(check).mean())
        if now < best:
            best, chosen = now, epoch + 1
            kept = {name: value.clone() for name, value in network.state_dict().items()}
    network.load_state_dict(kept)
    with torch.no_grad():
        chances = torch.softmax(network(some[test]), 1)[:, 0].numpy()
        lost = losses(test).numpy()
    error = calibration_error(chances, shares[parts == 2][:, 0])
    return Outcome(sizes[0], lost, error, chosen, time.perf_counter() - began)


def over_games(values: np.ndarray, games: np.ndarray) -> tuple[float, float]:
    """The mean over positions, and its standard error, positions of a game counting as one."""
    _, of = np.unique(games, return_inverse=True)
    sums, counts = np.bincount(of, values), np.bincount(of)
    mean = sums.sum() / counts.sum()
    return float(mean), float(np.sqrt(((sums - mean * counts) ** 2).sum()) / counts.sum())


def report(preset: str, players: int, found: Positions) -> None:
    """Learn and print one table."""
    lots = np.random.default_rng(SEED).random(len(found.shares))
    parts = ((lots > TRAINED).astype(int) + (lots > TRAINED + CHECKED))[found.games]
    held = found.games[parts == 2]
    print(f"\n{preset}, {players} players: {len(parts):,} positions of {len(lots):,} games, {len(held):,} held out")
    print(f"log-loss where all seats are alike: {np.log(players):.4f}")
    print("| shown | numbers | told | log-loss | less than observation | ECE | epoch | s |")
    print("|---|---|---|---|---|---|---|---|", flush=True)
    first: Outcome | None = None
    for name, show in shown(players):
        inputs = show(found.states, found.lookers)
        out = fit(inputs, wanted(found), parts)
        first = first or out
        loss, error = over_games(out.losses, held)
        gain, gain_error = over_games(first.losses - out.losses, held)
        print(
            f"| {name} | {inputs.shape[1]} | {out.inputs} | {loss:.4f} ± {error:.4f} "
            f"| {gain:.4f} ± {gain_error:.4f} | {out.calibration:.2%} | {out.epoch} | {out.seconds:.0f} |",
            flush=True,
        )


def microseconds(schema: Schema, found: Positions) -> float:
    """The processor time of writing the numbers of a position, the least of some runs."""
    states, seats = found.states[:TIMED], found.lookers[:TIMED]
    out = np.empty((len(states), schema.size))
    build([ENTRIES[schema.name]])
    runs = []
    for _ in range(RUNS):
        began = time.thread_time()
        ENTRIES[schema.name](states, seats, out)
        runs.append(time.thread_time() - began)
    return min(runs) / len(states) * 1e6


def main() -> None:
    """Both tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, help="where the positions are kept, or were")
    folder = parser.parse_args().folder
    for preset, players, games in TABLES:
        file = folder / f"{preset}-positions.npz" if folder else None
        found = kept_or_played(file, preset, players, games, KEPT, SEED)
        report(preset, players, found)
        print(f"{GENERAL.name}: {microseconds(GENERAL, found):.2f} µs a position", flush=True)


if __name__ == "__main__":
    main()
