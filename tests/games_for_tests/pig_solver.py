"""The exact value of two-player Pig by value iteration over the game's own rules (a kernel)."""

from __future__ import annotations

from magnate.core.binding import State, States, game
from magnate.runtime.compiler import Floats3, Ints, entry, rule

ROLL, HOLD = 0, 1


@rule
def place(g: State, own: int, other: int, total: int) -> None:
    """Seat 0 to decide with these points."""
    game.new_game(g)
    g.points[0] = own
    g.points[1] = other
    g.total = total


@rule
def worth(g: State, win: Floats3) -> float:
    """Seat 0's chance of winning from a state in which a player decides or the game is over."""
    if game.ending(g) != 0:
        return 1.0 if g.points[0] > g.points[1] else 0.0
    if game.to_move(g) == 0:
        return win[g.points[0], g.points[1], g.total]
    return 1.0 - win[g.points[1], g.points[0], g.total]


@rule
def after_roll(states: States, win: Floats3, out: Ints, weight: Ints) -> float:
    """The mean over the die, by the rules' own chance node; the state to roll in is states[0]."""
    game.step(states[0], ROLL)
    n = game.chance(states[0], out, weight)
    total = 0
    mean = 0.0
    for i in range(n):
        states[1] = states[0]
        game.step(states[1], out[i])
        mean += weight[i] * worth(states[1], win)
        total += weight[i]
    return mean / total


@rule
def improve(
    states: States, own: int, other: int, target: int, hold_at: int, win: Floats3, acts: Ints, out: Ints, weight: Ints
) -> float:
    """One sweep over the turn totals of a pair of points; returns the largest change."""
    change = 0.0
    for total in range(target + 20, -1, -1):
        if total == 1 or own + total >= target + 20:
            continue
        place(states[0], own, other, total)
        best = -1.0
        n = game.legal(states[0], acts)
        for i in range(n):
            if n == 2 and hold_at > 0 and acts[i] != (HOLD if total >= hold_at else ROLL):
                continue
            place(states[0], own, other, total)
            if acts[i] == ROLL:
                value = after_roll(states, win, out, weight)
            else:
                game.step(states[0], HOLD)
                value = worth(states[0], win)
            best = max(best, value)
        change = max(change, abs(best - win[own, other, total]))
        win[own, other, total] = best
    return change


@entry
def solve(states: States, target: int, hold_at: int, win: Floats3, acts: Ints, out: Ints, weight: Ints) -> None:
    """Fill ``win[own, other, total]``; ``hold_at`` 0 plays optimally, otherwise both hold at that total.

    A turn never makes the points fewer, so pairs are solved from the highest sum down; the two orders of a pair
    depend on each other and are iterated together.
    """
    for points in range(2 * target - 2, -1, -1):
        for own in range(min(points, target - 1), -1, -1):
            other = points - own
            if other > own or other >= target:
                continue
            change = 1.0
            while change > 1e-13:
                change = improve(states, own, other, target, hold_at, win, acts, out, weight)
                change = max(change, improve(states, other, own, target, hold_at, win, acts, out, weight))
