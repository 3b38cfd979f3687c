"""The exact value of connect four over the game's own rules: alpha-beta with a transposition table (a kernel)."""

from __future__ import annotations

from magnate.core.binding import States, game
from magnate.core.contract import OVER
from magnate.runtime.compiler import Floats, Ints, entry, rule

UPPER, EXACT, LOWER = 1, 2, 3
LINE = 1  # how a game ends that somebody won


@rule
def value(
    states: States, ply: int, alpha: int, beta: int, order: Ints, keys: Ints, found: Ints, share: Floats, nodes: Ints
) -> int:
    """The value of ``states[ply]`` for the player to move: 1 won, 0 drawn, -1 lost; exact between alpha and beta.

    ``order`` are the columns in the order in which they are tried; ``keys`` and ``found`` are the table, whose entries
    hold ``value + 1`` and above it what kind of bound that is.
    """
    g = states[ply]
    p = game.to_move(g)
    nodes[0] += 1
    if p == OVER:  # by a line of the one who has just moved, or drawn
        game.utility(g, share)
        return 0 if share[0] == 0.5 else -1
    key = game.key(g)
    slot = key % len(keys)
    if keys[slot] == key and found[slot] != 0:
        kept = found[slot] % 4 - 1
        kind = found[slot] // 4
        if kind == EXACT or (kind == LOWER and kept >= beta) or (kind == UPPER and kept <= alpha):
            return kept
    best = -2
    for i in range(len(order)):  # to win at once needs no search of the columns before
        if game.why(g, order[i]) == 0:
            states[ply + 1] = g
            game.step(states[ply + 1], order[i])
            if game.ending(states[ply + 1]) == LINE:
                best = 1
    lower = alpha
    for i in range(len(order)):
        if best < beta and game.why(g, order[i]) == 0:
            states[ply + 1] = g
            game.step(states[ply + 1], order[i])
            best = max(best, -value(states, ply + 1, -beta, -lower, order, keys, found, share, nodes))
            lower = max(lower, best)
    keys[slot] = key
    kind = EXACT
    if best >= beta:
        kind = LOWER
    elif best <= alpha:
        kind = UPPER
    found[slot] = kind * 4 + best + 1
    return best


@entry
def solve(states: States, order: Ints, keys: Ints, found: Ints, share: Floats, nodes: Ints) -> int:
    """The value of ``states[0]`` for the player to move: first whether it is won, then whether it is at least drawn."""
    if value(states, 0, 0, 1, order, keys, found, share, nodes) > 0:
        return 1
    return 0 if value(states, 0, -1, 0, order, keys, found, share, nodes) >= 0 else -1
