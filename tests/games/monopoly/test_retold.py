"""Whoever only hears the events knows the table: all that changes owner or amount is told."""

from __future__ import annotations

import random
from functools import lru_cache

import pytest

from magnate.core.contract import CHANCE, OVER
from magnate.games.monopoly import GAME, narrate
from magnate.games.monopoly.setup_model import mirrored

from .retold import Table, faults, held
from .situations import SITUATIONS
from .walk import RULES

GAMES = 20_000
STEPS = 400
"""Decisions and throws of a game, after which it is left: whole games are heard by the books (:mod:`.ledger`)."""
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
    table, before, heard = Table(g), held(g), set()
    for _ in play(g, random.Random(seed), steps):
        for event in map(told, g.events):
            table.hear(event)
            heard.add(event.key)
        after = held(g)
        if g.events or after != before:
            assert not faults(table, g), (situation.name, seed, [told(raw).text for raw in g.events])
        before = after
    return heard


def test_who_only_hears_knows_the_table():
    heard = set()
    for number, situation in enumerate(SITUATIONS[::2]):
        heard |= listen(situation, number, 120)
        heard |= listen(situation, number, 120, **POOR)
    assert len(heard) > 40, heard


@pytest.mark.long
def test_who_only_hears_knows_the_table_in_all_kinds_of_games():
    for seed in range(GAMES):
        listen(SITUATIONS[seed % len(SITUATIONS)], 1000 + seed, STEPS, **(POOR if seed % 3 else {}))
