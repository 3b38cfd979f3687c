"""Random games of the interpreted rules in which much is built.

Money comes from nowhere, and building, linking, developing and selling are preferred.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np

from magnate.engine.contract import CHANCE, OVER
from magnate.engine.loader import twin
from magnate.engine.twin import int_cells, mirror_class
from magnate.games.brass.actions import LOAN
from magnate.games.brass.options import Options, write_options
from magnate.games.brass.state import ACTION, STATE

RULES = twin("magnate.games.brass.rules")
PURSES = (3, 15, 30, 60, 100)


def wander(seed: int, players: int, **options: Any) -> Iterator[tuple[Any, list[int]]]:
    """The positions of a game at its decisions, each with the legal actions; the position may be changed."""
    chooser = random.Random(seed)
    states = np.zeros(1, STATE)
    write_options(Options.model_validate(options), players, states[0])
    g = mirror_class(STATE)().from_record(states[0])
    RULES.new_game(g)
    out, weight = int_cells(RULES.MAX_LEGAL), int_cells(RULES.MAX_LEGAL)
    while (mover := RULES.to_move(g)) != OVER:
        if mover == CHANCE:
            n = RULES.chance(g, out, weight)
            RULES.step(g, chooser.choices([out[i] for i in range(n)], [weight[i] for i in range(n)])[0])
            continue
        if g.phase == ACTION:
            g.money[mover] = max(g.money[mover], chooser.choice(PURSES))
        legal = [out[i] for i in range(RULES.legal(g, out))]
        yield g, legal
        busy = [action for action in legal if action < LOAN] if g.phase == ACTION else []
        RULES.step(g, chooser.choice(busy or legal))
        g.events.clear()
