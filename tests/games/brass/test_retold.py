"""Whoever only hears the events knows the board: all that changes owner or amount is told."""

from __future__ import annotations

from functools import lru_cache

import pytest

from magnate.games.brass import narrate

from .retold import Board, faults
from .walk import GAMES, walk

COUNT = 20_000
told = lru_cache(1 << 17)(narrate)


def listen(players, seed, changes, era=""):
    """Hear what is told of a random game, and compare after each step; returns the keys heard."""
    heard = set()
    board = None
    for g in walk(players, seed, changes, era=era):
        if board is None:
            board = Board(g)
        else:
            for event in map(told, g.events):
                board.hear(event)
                heard.add(event.key)
        assert not faults(board, g), (players, seed, era, [told(raw).text for raw in g.events])
    return heard


def test_who_only_hears_knows_the_board():
    heard = set()
    for seed, (changes, players, era) in enumerate(GAMES * 2):
        heard |= listen(players, seed, changes, era)
    assert heard >= {"replaced", "obsolete", "gives-up", "loses-points", "stocks", "bonus", "barrel-laid"}


@pytest.mark.long
def test_who_only_hears_knows_the_board_in_all_kinds_of_games():
    for seed in range(COUNT):
        changes, players, era = GAMES[seed % len(GAMES)]
        listen(players, 1000 + seed, changes, era)
