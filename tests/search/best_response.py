"""How much a fixed way of playing loses to an opponent who knows it: best responses in small games of two players."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import TypeAlias

import magnate
from magnate.core.contract import CHANCE

Strategy: TypeAlias = Callable[[magnate.Position], dict[int, float]]
"""The probability of every action that is ever taken in a position, by what its seat to move may see."""
Weighted: TypeAlias = tuple[magnate.Position, float]


def after(position: magnate.Position, step: int) -> magnate.Position:
    """The position after a decision or an outcome."""
    return position.copy().apply(step)


def best_response(group: Iterable[Weighted], seat: int, strategy: Strategy) -> float:
    """What a seat makes at most of positions that look alike to it, where the other one plays by ``strategy``.

    Positions come with their probability; the seat must remember all that it has seen (the game has perfect recall).
    """
    value = 0.0
    own: list[Weighted] = []
    alike: dict[str, list[Weighted]] = {}
    for position, weight in group:
        if position.is_over:
            value += weight * position.utility()[seat]
            continue
        if position.to_move == seat:
            own.append((position, weight))
            continue
        if position.to_move == CHANCE:
            steps = {one.id: float(one.probability) for one in position.outcomes()}
        else:
            steps = strategy(position)
        for step, probability in steps.items():
            if probability > 0:
                reached = after(position, step)
                seen = json.dumps([reached.view(seat), reached.to_move])
                alike.setdefault(seen, []).append((reached, weight * probability))
    if own:
        actions = [action.id for action in own[0][0].legal()]
        value += max(best_response([(after(one, a), w) for one, w in own], seat, strategy) for a in actions)
    return value + sum(best_response(found, seat, strategy) for found in alike.values())


def exploitability(game: magnate.Game, strategy: Strategy) -> float:
    """What a seat loses on average against its best opponent (NashConv / 2), in shares of the win.

    0 exactly for an equilibrium.
    """
    best = [best_response([(game.new(), 1.0)], seat, strategy) for seat in range(2)]
    return (sum(best) - game.info.utility_sum) / 2
