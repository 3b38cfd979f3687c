"""The exact values of bear-off positions as networks are told of them (by the inputs ``counts``)."""

from functools import cache

import numpy as np

from magnate.games.bearoff import POINTS
from magnate.values.bearoff import INPUTS, UNITS
from tests.games.test_bearoff import THROWS, Home, after_throws, ends_of

WAYS = [1 if high == low else 2 for high, low in THROWS]


@cache
def win(own: Home, other: Home) -> float:
    """How likely the player who is to throw wins, both playing best."""
    throws = zip(WAYS, after_throws(own), strict=True)
    return sum(ways / 36 * max(after(end, other) for end in ends) for ways, (_, ends) in throws)


def after(own: Home, other: Home) -> float:
    """How likely a player wins whose opponent is to throw."""
    return 1.0 if not own else 1.0 - win(other, own)


@cache
def exact(own: Home, other: Home, dice: tuple[int, ...], mine: bool) -> float:
    """How likely the first player wins: with dice left to be played by the one whose turn it is, or about to throw."""
    if not mine:
        return 1.0 - exact(other, own, dice, True)
    return max(after(end, other) for end in ends_of(own, dice)) if dice else win(own, other)


def values(inputs: np.ndarray) -> np.ndarray:
    """The exact chance of whoever looks on, for rows of inputs with at most three checkers on a point."""
    assert inputs.shape[1] == INPUTS
    half = POINTS * UNITS
    counts = inputs[:, : 2 * half].reshape(-1, 2, POINTS, UNITS)
    assert (counts[..., UNITS - 1] == 0).all()
    found = np.zeros(len(inputs))
    for number, row in enumerate(inputs):
        own, other = map(home, counts[number].sum(axis=2))
        dice = tuple(face for face in range(1, POINTS + 1) for _ in range(int(row[2 * half + face - 1])))
        found[number] = exact(own, other, dice, bool(row[-1]))
    return found


def home(counts: np.ndarray) -> Home:
    """The points of the checkers, the highest first."""
    return tuple(point for point in range(POINTS, 0, -1) for _ in range(int(counts[point - 1])))
