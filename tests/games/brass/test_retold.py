"""Whoever only hears the events knows the board: all that changes owner or amount is told."""

from __future__ import annotations

import gc
import random
from functools import lru_cache

import pytest

from magnate.core.contract import CHANCE, OVER
from magnate.games.brass import Options, narrate, setup
from magnate.games.brass.setup_model import mirrored
from magnate.games.brass.state import ACTION, MAX_LEGAL

from .retold import Board, faults, held
from .walk import GAMES, RULES, WEIGHTS, developed

FEW, COUNT, BLOCK = 400, 20_000, 1_000
narrated = lru_cache(1 << 17)(narrate)


@pytest.fixture(autouse=True, scope="module")
def whatever_lives_is_left_alone():
    """Searches for garbage among all that pytest and the rules keep took half of the time."""
    gc.freeze()
    yield
    gc.unfreeze()


def play(g, rng):
    """A random game to its end, in which seats rather build, link and sell."""
    out, weight = [0] * MAX_LEGAL, [0] * MAX_LEGAL
    while g.mover != OVER:
        n = RULES.chance(g, out, weight) if g.mover == CHANCE else RULES.legal(g, out)
        kinds = [WEIGHTS[kind] for kind in out[:n]] if g.phase == ACTION else None
        g.events.clear()
        RULES.step(g, rng.choices(out[:n], kinds)[0])
        yield g


def listen(players, seed, changes, era=""):
    """Hear what is told of a random game, and compare after each step; returns the keys heard."""
    position = developed(players, era, seed) if era else {"phase": "deal-order"}
    g = mirrored(setup(position, Options.model_validate(changes), players)[0])
    board, before, heard = Board(g), held(g), set()
    for _ in play(g, random.Random(seed)):
        for event in map(narrated, g.events):
            board.hear(event)
            heard.add(event.key)
        after = held(g)
        if g.events or after != before:
            assert not faults(board, g), (players, seed, era, [narrated(raw).text for raw in g.events])
        before = after
    return heard


def hear_games(first, count):
    """The same of so many games of all kinds."""
    heard = set()
    for number in range(first, first + count):
        changes, players, era = GAMES[number % len(GAMES)]
        heard |= listen(players, 1000 + number, changes, era)
    assert heard >= {"replaced", "obsolete", "gives-up", "loses-points", "stocks", "bonus", "barrel-laid"}


def test_who_only_hears_knows_the_board():
    hear_games(COUNT, FEW)


@pytest.mark.long
@pytest.mark.parametrize("block", range(COUNT // BLOCK))
def test_who_only_hears_knows_the_board_in_many_games(block):
    hear_games(block * BLOCK, BLOCK)
