"""Find positions of Monopoly where two seats' views, or a search, are far from the truth, and store them for tests.

python tools/far_positions.py --out tests/data/analysis

It stores two records at which the network that decides for our agents, asked for the first seat's chance from two
seats, differs by over 8 points, and two at which the value of ``mcts`` is over 20 points from 20,000 rollouts after its
move. ``values.json`` has what rollouts said, and how.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np

import magnate
from magnate.agents import resolve
from magnate.agents.decision import search_as
from magnate.agents.learned.agent import NetworkAgent, Valuer
from magnate.analysis import rollout
from magnate.core.game import Position

GAMES = 20_000
SEARCH = "mcts:sims=400"
LOST = [
    (60, ["boardwalk", "park-place", "pacific-avenue", "north-carolina-avenue", "pennsylvania-avenue"]),
    (
        20,
        ["illinois-avenue", "indiana-avenue", "kentucky-avenue", "marvin-gardens", "ventnor-avenue", "atlantic-avenue"],
    ),
]
"""What seat 0 still has in cash, and the deeds of seat 1: positions in which truncated playouts see too much hope."""


def played_on(position: Position, move: list[str] | None) -> dict[str, Any]:
    """What rollouts say of a position, or of a move there."""
    found = rollout(position, None if move is None else [move], until=GAMES, seed=1)
    return {
        "shares": [round(one, 5) for one in found.best.shares],
        "margins": [round(one, 5) for one in found.best.margins],
        "games": found.games,
        "policy": found.policy[0],
        "seed": found.seed,
    }


def apart() -> list[tuple[Position, list[float]]]:
    """Two positions with a chance of the first seat from each seat's view, over 8 points apart."""
    agent = resolve("monopoly", "magnate:2p", 2)
    assert isinstance(agent, NetworkAgent)  # noqa: S101 - what the spec names
    game, found = magnate.load("monopoly", "thesis", 2), list[tuple[Position, list[float]]]()
    valuer = Valuer(game, agent.calibrated or agent.network, agent.schema.name)
    for seed in range(100):
        for position in list(game.play("strategic", seed=seed).positions())[60::7]:
            if position.settled and position.to_move >= 0:
                views = [float(valuer.values(position.states(), np.array([seat]))[0, 0]) for seat in range(2)]
                if abs(views[0] - views[1]) > 0.1:
                    found.append((position, [round(one, 5) for one in views]))
                    break
        if len(found) == 2:
            return found
    raise SystemExit("there are no such positions")


def hopeless() -> list[tuple[Position, list[str], float]]:
    """Two positions, what ``mcts`` does there, and what it thinks that is worth."""
    found = []
    game = magnate.load("monopoly", players=2)
    for cash, deeds in LOST:
        owner = {"cash": 1500, "deeds": deeds, "buildings": dict.fromkeys(deeds[-3:], 4)}
        players = [{"cash": cash, "deeds": ["baltic-avenue"]}, owner]
        position = game.setup({"phase": "before", "players": players})
        decision = search_as(position, SEARCH, seed=1)
        assert decision.report is not None  # noqa: S101 - there is more than one action
        value = next(one.value[0] for one in decision.report.actions if one.id == decision.action)
        found.append((position, [decision.name], round(float(value or 0), 5)))
    return found


def main() -> None:
    """Find, store and print them."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--out", type=Path, required=True)
    out = asked.parse_args().out
    out.mkdir(parents=True, exist_ok=True)
    values: dict[str, Any] = {}
    for number, (position, views) in enumerate(apart(), 1):
        position.record().save(out / f"views-{number}.json")
        values[f"views-{number}"] = {"views": views, **played_on(position, None)}
        print(number, values[f"views-{number}"], flush=True)
    for number, (position, move, value) in enumerate(hopeless(), 1):
        position.record().save(out / f"hint-{number}.json")
        values[f"hint-{number}"] = {"move": move, "search": SEARCH, "value": value, **played_on(position, move)}
        print(number, values[f"hint-{number}"], flush=True)
    (out / "values.json").write_text(json.dumps(values, indent=1) + "\n")


if __name__ == "__main__":
    main()
