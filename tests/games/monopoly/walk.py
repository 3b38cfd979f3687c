"""Random games on the interpreted rules: states of every kind for the tests of the text side."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

from magnate.core.contract import CHANCE, OVER
from magnate.games.monopoly import PRESETS, Options, write_options
from magnate.games.monopoly.board import GROUP_DEEDS
from magnate.games.monopoly.setup_model import mirrored, part
from magnate.games.monopoly.state import STATE
from magnate.runtime.pystate import py_ints

RULES = part("rules")


def first_state(options: Options, players: int, groups: bool = False) -> Any:
    """A new game for the interpreted rules; with ``groups`` every colour group is in one hand."""
    states = np.zeros(1, STATE)
    write_options(options, players, states[0])
    g = mirrored(states[0])
    RULES.new_game(g)
    if groups:
        for k, deeds in enumerate(GROUP_DEEDS):
            g.deeds[k % players] |= sum(1 << deed for deed in deeds)
    return g


def legal(g: Any) -> list[int]:
    """The legal actions of a state, or the outcomes of a chance node."""
    out, weight = py_ints(256), py_ints(64)
    n = RULES.chance(g, out, weight) if g.mover == CHANCE else RULES.legal(g, out)
    return [out[i] for i in range(n)]


def walk(options: Options, players: int, steps: int, seed: int, groups: bool = False) -> Iterator[Any]:
    """The states of one random game, from the first on; the same object each time, stepped in between."""
    rng = random.Random(seed)
    g = first_state(options, players, groups)
    for _ in range(steps):
        yield g
        if g.mover == OVER:
            return
        g.events.clear()
        RULES.step(g, rng.choice(legal(g)))


GAMES = [
    (name, players, players != 4 and "dealt_deeds" not in PRESETS[name]) for name in PRESETS for players in (2, 4, 8)
]
"""Presets and sizes, and whether the groups are dealt out: without them random games hardly ever build."""
STEPS = 300
"""The length of the games that states are taken from."""
HOUSE_RULES: dict[str, Any] = {
    "free_parking_pot": True,
    "double_salary_on_go": True,
    "first_lap": True,
    "snake_eyes_bonus": 500,
    "rent_claim": "ask",
    "failed_raising": "undone",
    "auction_passes": "until_raised",
    "income_tax": "choice",
    "clear_mortgages": False,
    "utility_throw": "fresh",
    "paid_doubles": False,
    "houses": 12,
    "hotels": 4,
    "start_cash": 4000,
}


@cache
def _games() -> list[tuple[Options, int, np.ndarray]]:
    """All states of a random game of each preset and size, and of two with many house rules."""
    games = [(PRESETS[name], players, groups) for name, players, groups in GAMES]
    games += [(HOUSE_RULES, 5, True), ({**HOUSE_RULES, "deck": "pre-2008"}, 3, False)]
    games += [({**HOUSE_RULES, "rent_claim": claim}, 4, True) for claim in ("next_throw", "second_throw")]
    played = []
    for seed, (changes, players, groups) in enumerate(games):
        options = Options.model_validate(changes)
        states = [g.to_record() for g in walk(options, players, STEPS, seed, groups)]
        played.append((options, players, np.concatenate(states)))
    return played


def some_states(every: int) -> Iterator[tuple[Options, int, np.void]]:
    """Every so many states of some random games, with their options and the number of players."""
    for options, players, states in _games():
        for at in range(0, len(states), every):
            yield options, players, states[at]
