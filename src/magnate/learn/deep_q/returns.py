"""Rewards between a player's decisions: returns of a semi-Markov decision process (Sutton, Precup and Singh 1999).

A player does not decide at every step of a game: others do, dice fall. A transition for the learner therefore goes from
one of its own decisions to its next one, or over ``n`` of them, however many steps lie between; the rewards of all
these steps are summed with their discounts.
"""

from __future__ import annotations

import numpy as np

from ...errors import BadValue
from .transitions import Transitions

__all__ = ["discounted", "own_transitions"]


def discounted(
    rewards: np.ndarray, discounts: np.ndarray, starts: np.ndarray, stops: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """The return of every span of steps from a start to before its stop, and what a value after it counts.

    Step ``t`` brings ``rewards[t]``, and what comes after it counts ``discounts[t]`` times (1 where no time passes, 0
    where a game ends). Sums are in float64.

    >>> discounted(np.array([1.0, 2.0, 4.0]), np.array([0.5, 0.5, 0.0]), np.array([0, 1]), np.array([2, 3]))
    (array([2., 4.]), array([0.25, 0.  ]))
    """
    total, left = np.zeros(len(starts)), np.ones(len(starts))
    going = np.flatnonzero(starts < stops)
    step = 0
    while len(going):
        at = starts[going] + step
        total[going] += left[going] * rewards[at]
        left[going] *= discounts[at]
        going = going[(at + 1 < stops[going]) & (left[going] != 0)]
        step += 1
    return total, left


def own_transitions(
    observations: np.ndarray,
    masks: np.ndarray,
    actions: np.ndarray,
    decisions: np.ndarray,
    rewards: np.ndarray,
    discounts: np.ndarray,
    n: int = 1,
) -> Transitions:
    """The transitions of one player over ``n`` of its own decisions each, or to the end of the game.

    ``observations``, ``masks`` and ``actions`` have a row for each of its decisions, ``rewards`` and ``discounts`` one
    for each step of play (see :func:`discounted`), and ``decisions`` says, ascending, at which steps it decided. Games
    may follow one another. Where the steps stop short of both the ``n``-th next decision and the end of the game, the
    return is not known: there is no transition.

    With ``n`` over 1 the actions in between count as they were taken, exploration included: nothing corrects for that.
    """
    if n < 1:
        raise BadValue(f"{n} is no number of decisions to look ahead", hint="the next decision is 1")
    count = len(decisions)
    to = np.arange(count) + n
    stops = np.append(decisions, np.full(n, len(rewards)))[to]
    total, left = discounted(rewards, discounts, decisions, stops)
    known = (to < count) | (left == 0)
    ahead = np.minimum(to, count - 1)[known]
    found = Transitions(
        np.asarray(observations, np.float32)[known],
        np.asarray(masks, np.bool_)[known],
        np.asarray(actions, np.int64)[known],
        total[known].astype(np.float32),
        left[known].astype(np.float32),
        np.asarray(observations, np.float32)[ahead],
        np.asarray(masks, np.bool_)[ahead],
    )
    over = found.discount == 0
    found.next_observation[over] = 0
    found.next_mask[over] = False
    return found
