"""What a network's play in two-player Pig is worth against perfect play, exactly."""

from functools import cache

import numpy as np

import magnate
from magnate.agents.learned.agent import Valuer
from magnate.core.game import Game
from magnate.core.loader import kernel
from magnate.networks import Network
from magnate.runtime.compiler import build


@cache
def solved(target: int) -> np.ndarray:
    """win[own, other, total]: the chance of the player to move, both playing perfectly."""
    game = magnate.load("pig", target=target)
    solve = kernel("tests.games_for_tests.pig_solver", game.rules).solve
    build([solve])
    win = np.zeros((target, target, target + 21))
    solve(game.start_states(2), target, 0, win, *(np.zeros(20, np.int64) for _ in range(3)))
    return win


def places(target: int) -> np.ndarray:
    """All (own, other, total) at which there is a choice."""
    own, other, total = np.mgrid[:target, :target, :target]
    return np.stack([one[(total >= 2) & (own + total < target)] for one in (own, other, total)], axis=1)


def perfect_holds(target: int) -> np.ndarray:
    """holds[own, other, total] of perfect play."""
    win = solved(target)
    found = np.zeros((target, target, target + 21), bool)
    for own, other, total in places(target):
        rolled = (1 - win[other, own, 0] + sum(worth(win, own, other, total + face) for face in range(2, 7))) / 6
        found[own, other, total] = 1 - win[other, own + total, 0] >= rolled
    return found


def worth(win: np.ndarray, own: int, other: int, total: int) -> float:
    return 1.0 if own + total >= len(win) else win[own, other, total]


def guessed(game: Game, network: Network, after: str) -> np.ndarray:
    """The mover's chance after ``"roll"`` or ``"hold"`` at all :func:`places`, as the network sees it."""
    spots = places(game.options.target)
    states = game.start_states(len(spots))
    own, other, total = spots.T
    states["rolling"] = 1
    if after == "roll":
        states["points"][:, 0], states["points"][:, 1], states["total"] = own, other, total
    else:
        states["points"][:, 0], states["points"][:, 1], states["seat"] = own + total, other, 1
    return Valuer(game, network, "ramps").values(states, np.zeros(len(spots), np.int64))[:, 0]


def network_holds(game: Game, network: Network) -> np.ndarray:
    """holds[own, other, total] of the network's play."""
    target = game.options.target
    found = np.zeros((target, target, target + 21), bool)
    found[tuple(places(target).T)] = guessed(game, network, "hold") > guessed(game, network, "roll")
    return found


def value_of(holds: np.ndarray | None, against: np.ndarray) -> tuple[float, float]:
    """How likely a way to play wins against another, when it begins and when the other begins; None: the best way."""
    ways = [holds, against]
    target = len(against)
    wins = [np.zeros(against.shape), np.zeros(against.shape)]
    own = np.arange(target)[:, None]
    change = 1.0
    while change > 1e-10:
        change = 0.0
        for one in (0, 1):
            win, theirs = wins[one], wins[1 - one][:, :, 0]
            before = win[:, :, 0].copy()
            for total in range(target + 14, -1, -1):
                banked = np.minimum(own + total, target - 1)
                held = 1 - theirs[np.arange(target)[None, :], banked]
                rolled = (1 - theirs.T + sum(win[:, :, total + face] for face in range(2, 7))) / 6
                way = ways[one]
                holding = way[:, :, total] if way is not None else (held >= rolled) & (total >= 2)
                win[:, :, total] = np.where(holding, held, rolled)
                win[:, :, total][(own + total >= target)[:, 0]] = 1.0
            change = max(change, float(np.abs(win[:, :, 0] - before).max()))
    return float(wins[0][0, 0, 0]), 1 - float(wins[1][0, 0, 0])


def regret(game: Game, network: Network) -> float:
    """How much less the network wins than perfect play does, against perfect play, in the seat where that is more."""
    target = game.options.target
    first, second = value_of(network_holds(game, network), perfect_holds(target))
    best = float(solved(target)[0, 0, 0])
    return max(best - first, 1 - best - second)
