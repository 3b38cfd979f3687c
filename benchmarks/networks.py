"""Networks on one core: evaluations a second compiled, one vector at a time, beside NumPy's; and an agent's decisions.

Inputs are as of positions: all different from 0, or a fifth of them, since an input of 0 costs compiled code nothing.
The agent plays Monopoly under ``thesis`` by a network with random weights that reads all of the game's features; what
counts are decisions between several actions, each begun without notes. The goal for them is 200 µs at the median.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

import magnate
from magnate.agents.learned.agent import PLAYING, bound_kernel, net_of, training_guide, workspace_for
from magnate.core.binding import MEMO
from magnate.networks import Network
from magnate.networks.inference import evaluate, scratch_for
from magnate.runtime.compiler import build
from magnate.values.schema import schema_for

from . import USUAL

SHAPES = ((100, 128, 64, 32, 8), (900, 128, 32, 4))
DENSE = (1.0, 0.2)
"""The shares of the inputs that are not 0."""
ROWS = 64
HIDDEN = (128, 32)
"""The hidden layers of the agent's network."""
GAMES = 4
"""How many games it plays against ``strategic``."""
GOAL = 200e-6


def main(seconds: float) -> dict[str, Any]:
    """Measure everything, print it, and return the rows."""
    print(f"\n{'evaluations a second':28} {'inputs':>8} {'compiled, 1':>12} {'NumPy, 1':>12} {'NumPy, 64':>12}")
    rows = [measured(sizes, dense, seconds) for sizes in SHAPES for dense in DENSE]
    for row in rows:
        named = "→".join(map(str, row["sizes"]))
        rates = " ".join(f"{row[name]:>12,.0f}" for name in ("compiled", "numpy", "numpy_64"))
        print(f"{named:28} {row['dense']:>8.0%} {rates}")
    if seconds < USUAL:
        return {"rows": rows}
    found = decisions()
    reached = "reached" if found["median_seconds"] <= GOAL else "missed"
    median, ninth = (found[name] * 1e6 for name in ("median_seconds", "ninth_seconds"))
    print(
        f"a decision in Monopoly, thesis, {found['inputs']} inputs: median {median:.0f} µs (goal {GOAL * 1e6:.0f}: "
        f"{reached}), nine in ten within {ninth:.0f} µs, {found['legal']:.1f} legal actions on average"
    )
    return {"rows": rows, "decision": found}


def measured(sizes: tuple[int, ...], dense: float, seconds: float) -> dict[str, Any]:
    """Evaluations a second of a network of these sizes."""
    network, draws = Network.new(sizes, seed=1), np.random.default_rng(1)
    inputs = np.where(draws.random((ROWS, sizes[0])) < dense, draws.random((ROWS, sizes[0])), 0.0)
    singles, out = inputs.astype(np.float32), np.zeros((ROWS, sizes[-1]))
    compiled = (np.array(sizes), network.table(), scratch_for(sizes), out)
    build([evaluate])
    return {
        "sizes": sizes,
        "dense": dense,
        "compiled": ROWS / fastest(lambda: evaluate(inputs, *compiled), seconds),
        "numpy": 1 / fastest(lambda: network(singles[:1]), seconds),
        "numpy_64": ROWS / fastest(lambda: network(singles), seconds),
    }


def fastest(run: Callable[[], object], seconds: float) -> float:
    """The seconds that the fastest of many runs took: a busy machine only makes one slower."""
    best, until = float("inf"), time.perf_counter() + seconds / 4
    while True:
        start = time.perf_counter()
        run()
        end = time.perf_counter()
        best = min(best, end - start)
        if end >= until:
            return best


def decisions() -> dict[str, Any]:
    """How long an agent's decisions take where it has a choice."""
    game = magnate.load("monopoly", preset="thesis")
    agent = Timed(game)
    game.play_many([agent, "strategic"], range(GAMES))
    median, ninth = np.quantile(agent.took[1:], [0.5, 0.9])  # the first call loads what was compiled
    return {
        "inputs": game.info.features,
        "hidden": HIDDEN,
        "decisions": len(agent.took),
        "legal": float(np.mean(agent.legal)),
        "median_seconds": float(median),
        "ninth_seconds": float(ninth),
    }


class Timed:
    """An agent that plays by a network with random weights, and notes how long that takes."""

    def __init__(self, game: magnate.Game) -> None:
        network = Network.new([game.info.features, *HIDDEN, game.players], seed=1)
        guide = training_guide(game, schema_for(game.name))
        self.answer, self.workspace = (
            bound_kernel(game, guide, PLAYING).answer,
            workspace_for(game, guide, network.sizes),
        )
        self.net = net_of(network)
        self.took: list[float] = []
        self.legal: list[int] = []
        build([self.answer])

    def act(self, positions: Sequence[magnate.Position]) -> list[int]:
        """What the network finds best at each position."""
        chosen = np.zeros(1, np.int64)
        answers = []
        for position in positions:
            asked = position.states(), np.array([position.to_move]), np.zeros(1, np.int64), np.zeros(1, np.int64)
            start = time.perf_counter()
            self.answer(*asked, self.net, self.workspace, np.zeros((1, MEMO), np.int64), chosen)
            took = time.perf_counter() - start
            legal = len(position.legal())
            if legal > 1:
                self.took.append(took)
                self.legal.append(legal)
            answers.append(int(chosen[0]))
        return answers
