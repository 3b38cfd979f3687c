"""Random games on the interpreted rules: states of every kind for the tests of the text side."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

from magnate.engine.contract import CHANCE, OVER
from magnate.engine.twin import int_cells
from magnate.games.brass import Options, write_options
from magnate.games.brass.actions import MAX_LEGAL, PASS
from magnate.games.brass.state import ACTION, STATE
from magnate.games.brass.twins import mirrored, part

RULES = part("rules")


def first_state(options: Options, players: int) -> Any:
    """A new game for the interpreted rules."""
    states = np.zeros(1, STATE)
    write_options(options, players, states[0])
    g = mirrored(states[0])
    RULES.new_game(g)
    return g


def legal(g: Any) -> list[int]:
    """The legal actions of a state, or the outcomes of a chance node."""
    out, weight = int_cells(MAX_LEGAL), int_cells(MAX_LEGAL)
    n = RULES.chance(g, out, weight) if g.mover == CHANCE else RULES.legal(g, out)
    return [out[i] for i in range(n)]


def walk(options: Options, players: int, seed: int) -> Iterator[Any]:
    """The states of one random game, from the first on; the same object each time, stepped in between.

    Seats pass only where nothing else can be done, so that the games are full of buildings and links.
    """
    rng = random.Random(seed)
    g = first_state(options, players)
    while True:
        yield g
        if g.mover == OVER:
            return
        found = legal(g)
        if g.phase == ACTION and len(found) > 1:
            found.remove(PASS)
        g.events.clear()
        RULES.step(g, rng.choice(found))


GAMES: list[tuple[dict[str, Any], int]] = [
    ({}, 2),
    ({}, 3),
    ({"tie_break": "space", "gloucester": "optional"}, 4),
    ({}, 4),
    ({"eras": "canal"}, 3),
]


@cache
def _games() -> list[tuple[Options, int, np.ndarray]]:
    """All states of some random games."""
    played = []
    for seed, (changes, players) in enumerate(GAMES):
        options = Options.model_validate(changes)
        states = [g.to_record() for g in walk(options, players, seed)]
        played.append((options, players, np.concatenate(states)))
    return played


def some_states(every: int) -> Iterator[tuple[Options, int, np.void]]:
    """Every so many states of some random games, with their options and the number of players."""
    for options, players, states in _games():
        for at in range(0, len(states), every):
            yield options, players, states[at]
