"""Trees for the tests of search: written by hand, and random."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import magnate
from tests.games_for_tests import tree as tree_game

Tree = Any


def of(nested: Any, players: int = 2, ply: int = 0) -> Tree:
    """A tree of players who decide in turn, as nested lists; a number is seat 0's leaf, a tuple one with all values."""
    if isinstance(nested, tuple):
        return list(nested)
    if isinstance(nested, int | float):
        return [nested, 1 - nested]
    return {"to": ply % players, "next": [of(child, players, ply + 1) for child in nested]}


def position(tree: Tree, players: int = 2) -> magnate.Position:
    """The root of a tree."""
    return magnate.load(tree_game, players=players, tree=tree).new()


def uniform(branching: int, depth: int, *, worst: bool = False) -> magnate.Position:
    """The root of a uniform tree in the best or the worst order."""
    return magnate.load(tree_game, branching=branching, depth=depth, worst=worst).new()


def grown(
    dice: random.Random,
    plies: int,
    *,
    players: int = 2,
    chance: float = 0.0,
    values: Sequence[float] = (),
    turns: bool = False,
    top: bool = True,
) -> Tree:
    """A random tree with 2 to 4 branches at the root and 1 to 3 below; some nodes are chance, never the root.

    Leaves have one of ``values``, or any number from 0 to 1; with two players the other seat has the rest. ``turns``:
    who decides is random too, otherwise the seats alternate.
    """
    if plies == 0 or (not top and dice.random() < 0.1):
        one = [dice.choice(values) if values else dice.random() for _ in range(players)]
        return [one[0], 1 - one[0]] if players == 2 else one
    branches = dice.randint(2, 4) if top else dice.randint(1, 3)
    below = [
        grown(dice, plies - 1, players=players, chance=chance, values=values, turns=turns, top=False)
        for _ in range(branches)
    ]
    if not top and dice.random() < chance:
        return {"chance": [[dice.randint(1, 6), child] for child in below]}
    return {"to": dice.randrange(players) if turns else plies % players, "next": below}
