"""Random games of players who mean business: they rather sell, build and link than borrow, scout or pass."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from magnate.engine.contract import OVER
from magnate.games.brass import Options
from magnate.games.brass.actions import BUILD, DEVELOP, LOAN, NETWORK, PASS, SCOUT, SELL
from magnate.games.brass.state import ACTION

from .walk import RULES, first_state, legal

WEIGHTS = {SELL: 300, BUILD: 80, NETWORK: 60, DEVELOP: 20, LOAN: 10, SCOUT: 10, PASS: 1}


def busy_walk(changes: dict[str, Any], players: int, seed: int) -> Iterator[Any]:
    """The states of one random game, from the first on; the same object each time, stepped in between."""
    rng = random.Random(seed)
    g = first_state(Options.model_validate(changes), players)
    while True:
        yield g
        if g.mover == OVER:
            return
        found = legal(g)
        weights = [WEIGHTS[kind] for kind in found] if g.phase == ACTION else None
        g.events.clear()
        RULES.step(g, rng.choices(found, weights)[0])
