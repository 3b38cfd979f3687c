"""Whoever only hears the events knows the table: all that changes owner or amount is told."""

from __future__ import annotations

import gc
import random
from functools import lru_cache

import pytest

from magnate.core.contract import CHANCE, OVER
from magnate.games.monopoly import GAME, events, narrate
from magnate.games.monopoly.setup_model import mirrored

from .logbook import Heard
from .retold import Table, held
from .situations import SITUATIONS
from .walk import RULES

FEW, GAMES, BLOCK = 400, 20_000, 1_000
LIMIT = 20_000
"""Decisions of a game, after which it is left: of random games, one of fourteen."""
POOR = {"start_cash": 150, "dealt_paid": False}
"""With so little cash debts, estates and auctions of what is left come soon."""

UNHEARD = {events.OFFERS, events.REFUSED, events.WITHDRAWN, events.BIDS, events.THROWS}
"""Events that change nothing by themselves; nearly each of these is a sentence of its own."""

narrated = lru_cache(1 << 17)(narrate)


@pytest.fixture(autouse=True, scope="module")
def whatever_lives_is_left_alone():
    """Searches for garbage among all that pytest and the rules keep took half of the time."""
    gc.freeze()
    yield
    gc.unfreeze()


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
        for event in map(narrated, g.events):
            table.hear(event)
            keys.add(event.key)
        assert table.known() == held(g), (situation.name, seed, [narrated(raw).text for raw in g.events])
    return keys


def listen_to_all(situation, seed, **changes):
    """The same of a whole game, played by compiled rules; returns whether it was left at the limit of decisions.

    Only what the table takes in is put in words.
    """
    game = Heard(situation, seed, LIMIT, **changes)
    steps = iter(game)
    table = Table(next(steps)[1])
    for heard, known in steps:
        for event in heard:
            if event.kind not in UNHEARD:
                table.hear(narrated(event))
        assert table.known() == known, (situation.name, seed, [narrated(raw).text for raw in heard])
    return game.left


def test_who_only_hears_knows_the_table():
    keys = set()
    for number, situation in enumerate(SITUATIONS[::2]):
        keys |= listen(situation, number, 120)
        keys |= listen(situation, number, 120, **POOR)
    assert len(keys) > 40, keys


def hear_games(first, count):
    left = 0
    for number in range(first, first + count):
        left += listen_to_all(SITUATIONS[number % len(SITUATIONS)], 1000 + number, **(POOR if number % 3 else {}))
    assert left < count / 10, f"{left} of {count} games were left at the limit"


def test_who_only_hears_knows_the_table_in_whole_games():
    hear_games(GAMES, FEW)


@pytest.mark.long
@pytest.mark.parametrize("block", range(GAMES // BLOCK))
def test_who_only_hears_knows_the_table_in_many_whole_games(block):
    hear_games(block * BLOCK, BLOCK)
