"""Whoever only hears the events knows the table: all that changes owner or amount is told."""

from __future__ import annotations

import random
from functools import lru_cache

import pytest

from magnate.engine.contract import CHANCE, OVER
from magnate.games.monopoly import GAME, narrate
from magnate.games.monopoly.twins import mirrored

from .logbook import Heard
from .retold import Table, held
from .situations import SITUATIONS
from .walk import RULES

GAMES = 20_000
LIMIT = 20_000
"""Decisions of a game, after which it is left."""
POOR = {"start_cash": 150, "dealt_paid": False}
"""With so little cash debts, estates and auctions of what is left come soon."""

told = lru_cache(1 << 17)(narrate)


def play(g, rng, steps):
    """Random steps, to the end of the game at the latest."""
    out, weight = [0] * GAME.max_legal, [0] * GAME.max_outcomes
    for _ in range(steps):
        if g.mover == OVER:
            return
        n = RULES.chance(g, out, weight) if g.mover == CHANCE else RULES.legal(g, out)
        g.events.clear()
        RULES.step(g, out[rng.randrange(n)])
        yield g


def listen(situation, seed, steps, **changes):
    """Play a random game, hear what is told, and compare after each step; returns the keys heard."""
    g = mirrored(situation.starts(1, **changes)[0])
    table, keys = Table(held(g)), set()
    for _ in play(g, random.Random(seed), steps):
        for event in map(told, g.events):
            table.hear(event)
            keys.add(event.key)
        assert table.known() == held(g), (situation.name, seed, [told(raw).text for raw in g.events])
    return keys


def listen_to_all(situation, seed, **changes):
    """The same of a whole game, played by compiled rules; returns whether it was left at the limit of decisions."""
    game = Heard(situation, seed, LIMIT, **changes)
    steps = iter(game)
    table = Table(next(steps)[1])
    for events, known in steps:
        for event in map(told, events):
            table.hear(event)
        assert table.known() == known, (situation.name, seed, [told(raw).text for raw in events])
    return game.left


def test_who_only_hears_knows_the_table():
    keys = set()
    for number, situation in enumerate(SITUATIONS[::2]):
        keys |= listen(situation, number, 120)
        keys |= listen(situation, number, 120, **POOR)
    assert len(keys) > 40, keys


@pytest.mark.long
def test_who_only_hears_knows_the_table_in_whole_games():
    for seed in range(GAMES):
        listen_to_all(SITUATIONS[seed % len(SITUATIONS)], 1000 + seed, **(POOR if seed % 3 else {}))
