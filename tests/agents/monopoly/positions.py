"""Random positions for the agents' trades: who owns what, mortgages, buildings, jail cards and cash, all drawn."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from magnate.games.monopoly import PRESETS, Options, board, rules, write_options
from magnate.games.monopoly.setup_model import mirrored, part

BEFORE = part("state").BEFORE


def blank(players: int, **options: Any) -> Any:
    """A new game at the first player's window, on the interpreted rules."""
    states = np.zeros(1, rules.STATE)
    chosen = {**PRESETS["official"], **options}
    write_options(Options.model_validate(chosen), players, states[0])
    g = mirrored(states[0])
    part("rules").new_game(g)
    return g


def random_position(rng: random.Random, players: int, **options: Any) -> Any:
    """A position that a game may reach, before the throw of the first player, who may be told to manage."""
    g = blank(players, **options)
    sold = rng.choice((0.5, 0.8, 1.0))
    keen = rng.random() < 0.5  # some positions have deeds of a group close together
    for group in board.GROUP_DEEDS:
        pair = rng.sample(range(players), 2)
        for deed in group:
            if rng.random() < sold:
                owner = rng.choice(pair) if keen else rng.randrange(players)
                g.deeds[owner] |= 1 << deed
                if rng.random() < 0.15:
                    g.mortgaged |= 1 << deed
    for k in range(board.STREET_GROUPS):
        mask = sum(1 << deed for deed in board.GROUP_DEEDS[k])
        for p in range(players):
            if g.deeds[p] & mask == mask and not g.mortgaged & mask and rng.random() < 0.4:
                level = rng.randint(1, 4)
                for deed in board.GROUP_DEEDS[k]:
                    g.level[deed] = level
                    g.houses -= level
                g.built |= mask
    for p in range(players):
        g.cash[p] = rng.choice((0, 40, 150, 380, 420, 700, 1500, 6000)) + rng.randrange(60)
    for deck in range(2):
        g.holder[deck] = rng.randrange(players + 1)
        if g.holder[deck]:
            g.unseen[deck] &= ~(1 << part("board").JAIL_CARD[deck])
    g.mover = 0
    g.phase = BEFORE
    return g
