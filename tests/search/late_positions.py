"""Positions of small games that are nearly over, in which a search in plain Python is soon done."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import count

import magnate
from tests.games_for_tests import tricks

FEW = {"columns": 4, "rows": 4, "line": 3}
"""Connect four on a small board."""


def late(game: magnate.Game, left: int, widest: int = 99) -> Iterator[magnate.Position]:
    """Positions from random games, at most so many decisions before their end, with at most so many actions."""
    for seed in count():
        decisions = [one for one in game.play("random", seed=seed).positions() if one.to_move >= 0]
        wide = [one for one in decisions[-left:] if len(one.legal()) <= widest]
        yield wide[0] if wide else decisions[-1]


def tree_nodes(players: int, chance: int, depth: int = 3) -> Iterator[magnate.Position]:
    """A decision near the root of one random tree after the other, with ties in every other tree."""
    for seed in count():
        shape = {"branching": 2 + seed % 2, "depth": depth, "chance": chance, "points": 2 * (seed % 2)}
        position = magnate.load("random_tree", players=players, seed=seed, **shape).new()
        while position.steps == 0 or position.to_move < 0:
            choices = position.outcomes() if position.to_move < 0 else position.legal()
            position.apply(random.Random(seed).choice(choices).id)
        yield position


def pig_ends(players: int) -> Iterator[magnate.Position]:
    """Pig to 6 points: somebody is nearly there."""
    for seed in count():
        dice = random.Random(seed)
        position = {"points": [dice.randint(2, 5) for _ in range(players)], "seat": dice.randrange(players)}
        position["total"] = dice.choice([0, 2]) if position["points"][position["seat"]] < 4 else 0
        yield magnate.load("pig", players=players, target=6).setup(position)


def kuhn_decisions() -> Iterator[magnate.Position]:
    """Every deal of Kuhn poker at every decision, again and again."""
    for seed in count():
        dice = random.Random(seed)
        cards = dice.sample(["jack", "queen", "king"], 2)
        decisions = dice.choice([[], ["pass"], ["bet"], ["pass", "bet"]])
        yield magnate.load("kuhn").setup({"cards": cards, "decisions": decisions})


def trick_ends() -> Iterator[magnate.Position]:
    """The last tricks of two or three players."""
    games = [late(magnate.load(tricks, players=players, hand=2, cards=7), 4) for players in (2, 3)]
    for seed in count():
        yield next(games[seed % 2])


def boards() -> Iterator[magnate.Position]:
    """Tic-tac-toe."""
    return late(magnate.load("tictactoe"), 4, 4)


def columns() -> Iterator[magnate.Position]:
    """Connect four."""
    return late(magnate.load("connect_four", **FEW), 4)
