"""How long an agent that plays Monopoly by a network takes to decide, with bids and offers, on one core.

It is asked at all decisions of games of ``strategic``, under ``official`` rules at a table of four and under ``thesis``
rules, by the networks that come with magnate. Where it thinks of offers (at every window that it may
use for them) it does so from nothing; the goals are 20 ms for that, and 200 µs at the median for all decisions.
"""

from __future__ import annotations

import time
from typing import Any, cast

import numpy as np

import magnate
from magnate.agents import resolve
from magnate.agents.learned.agent import PLAYING, NetworkAgent, bound_kernel, net_of, training_guide, workspace_for
from magnate.core.binding import MEMO
from magnate.games.monopoly.state import AUCTION
from magnate.runtime.compiler import build

TABLES = (("thesis", 2, "magnate:2p"), ("official", 4, "magnate:official"))
GAMES = 3
GOALS = {"offers": 20e-3, "all": 200e-6}


def main(seconds: float) -> dict[str, Any]:  # noqa: ARG001 - the signature of all parts
    """Measure everything, print it, and return the rows."""
    print(f"\n{'an agent with a network decides':34} {'how often':>10} {'median':>10} {'9 in 10':>10} {'most':>10}")
    rows = []
    for preset, players, spec in TABLES:
        took = measured(preset, players, spec)
        for kind, seconds_taken in took.items():
            if not seconds_taken:
                continue
            median, ninth, most = np.quantile(seconds_taken, [0.5, 0.9, 1.0])
            rows.append({"table": f"{preset}, {players}", "kind": kind, "decisions": len(seconds_taken)})
            rows[-1] |= {"median_seconds": median, "ninth_seconds": ninth, "most_seconds": most}
            times = " ".join(f"{one * 1e6:>7,.0f} µs" for one in (median, ninth, most))
            named = f"{preset}, {players} players: {kind}"
            print(f"{named:34} {len(seconds_taken):>10,} {times}{goal(kind, median, ninth)}")
    return {"rows": rows}


def goal(kind: str, median: float, ninth: float) -> str:
    """Whether a goal is reached, as the end of a line: offers by nine in ten, all by the median."""
    if kind not in GOALS:
        return ""
    reached = (median if kind == "all" else ninth) <= GOALS[kind]
    return f"  (goal {GOALS[kind] * 1e6:,.0f} µs: {'reached' if reached else 'missed'})"


def measured(preset: str, players: int, spec: str) -> dict[str, list[float]]:
    """The seconds that an agent's decisions took, by their kind."""
    game = magnate.load("monopoly", preset=preset, players=players)
    agent = cast(NetworkAgent, resolve("monopoly", spec, players))
    network, guide = agent.network, training_guide(game, agent.schema)
    answer = bound_kernel(game, guide, PLAYING).answer
    build([answer])
    ws = workspace_for(game, guide, network.sizes, agent.planning._replace(offers=1.0))
    net = net_of(network)
    memos, found, row = np.zeros((1, MEMO), np.int64), np.zeros(1, np.int64), np.zeros(1, np.int64)
    took: dict[str, list[float]] = {"all": [], "offers": [], "bids": []}
    for seed in range(GAMES):
        for position in game.play(["strategic"] * players, seed=seed).positions():
            if position.is_over or position.to_move is None or len(position.legal()) < 2:
                continue
            states, seat = position.states(), np.array([position.to_move])
            memos[:] = 0
            start = time.perf_counter()
            answer(states, seat, row, row, net, ws, memos, found)
            seconds = time.perf_counter() - start
            took["all"].append(seconds)
            if memos.any():
                took["offers"].append(seconds)
            elif states["depth"][0] and states["fkind"][0, states["depth"][0] - 1] == AUCTION:
                took["bids"].append(seconds)
    return {kind: seconds[1:] for kind, seconds in took.items()}  # the first call loads what was compiled
