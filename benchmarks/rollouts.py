"""How long rollouts take to know a position to half a point, beside plain games that are as many as that takes."""

from __future__ import annotations

import math
import time
from typing import Any

import magnate
from magnate.analysis import rollout
from magnate.analysis.race import NORMAL

HALF = 0.005
TRIED = 3_600


def main(seconds: float) -> dict[str, Any]:  # noqa: ARG001 - the signature of all parts
    """Measure, print, and return the rows."""
    print(f"\n{'win chances to ±0.5 points':34} {'games':>10} {'seconds':>10} {'games/s':>10}")
    rows = []
    for preset, players in (("thesis", 2), ("official", 4)):
        game = magnate.load("monopoly", preset, players)
        position = game.new()
        rollout(position, until=36)  # loads what is compiled
        begun = time.perf_counter()
        found = rollout(position, until="±0.5")
        spent = time.perf_counter() - begun
        game.play_many("strategic", range(10))
        begun = time.perf_counter()
        won = game.play_many("strategic", range(TRIED)).utility
        each = (time.perf_counter() - begun) / TRIED
        needed = math.ceil(float(won.var(axis=0).max()) * (NORMAL / HALF) ** 2)
        for name, games, took in (("rollouts", found.games, spent), ("plain games", needed, needed * each)):
            rows.append({"table": f"{preset}, {players}", "kind": name, "games": games, "seconds": took})
            print(f"{f'{preset}, {players} players: {name}':34} {games:>10,} {took:>10.2f} {games / took:>10,.0f}")
    return {"rows": rows}
