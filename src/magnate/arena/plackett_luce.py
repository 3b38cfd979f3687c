"""Ratings from finishing orders: the model of Plackett (1975) and Luce (1959).

The first of P places goes to a seat with the probability proportional to ``exp(θ + γ)``, the next place by the same
rule to one of the others, and so on: an order is a sequence of choices among those that remain. Seats that tie leave
several orders open; each of these counts with the same weight, so that a tie of two is half a win for both. Writing
an order as its choices costs no sum over orders: a set S of seats is at some time what remains with the probability
1 if everybody outside it came in before everybody in it, and with 1 / C(m, k) if k of the m seats of one tie are
outside and the others inside; the next of it is then any of those that share its best place.

:mod:`~magnate.arena.choice_model` has the fit, the virtual draw that each agent is given, and the errors over deals.
"""

from __future__ import annotations

from math import comb

import numpy as np

from .choice_model import ABSENT, fit_choices
from .ratings import Ratings

__all__ = ["plackett_luce", "stages"]


def plackett_luce(
    seating: np.ndarray,
    places: np.ndarray,
    deal: np.ndarray,
    entrants: int | None = None,
    *,
    virtual: float = 1.0,
    seat_term: bool = True,
) -> Ratings:
    """Rate agents by the finishing orders of n games.

    ``places`` (n, P) has each seat's place: smaller is better, equal numbers tie, gaps do not matter. Everything else
    is as in :func:`~magnate.arena.bradley_terry.bradley_terry`.
    """
    count = int(seating.max(initial=-1)) + 1 if entrants is None else entrants
    members, shares, game = stages(seating, places)
    return fit_choices(members, shares, np.asarray(deal)[game], count, virtual=virtual, seat_term=seat_term)


def stages(seating: np.ndarray, places: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The choices that n orders consist of: who was still there, who was chosen, and of which game it was a choice.

    >>> members, shares, game = stages(np.array([[7, 8, 9]]), np.array([[2, 1, 3]]))
    >>> members.tolist(), shares.tolist()
    ([[7, -1, 9], [7, 8, 9]], [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
    """
    seats, order = np.asarray(seating).T, np.ascontiguousarray(np.asarray(places).T)
    players = len(order)
    weight = _weights(players)
    rows, parts, games = [], [], []
    for subset in range(1, 1 << players):
        inside = np.array([bool(subset >> seat & 1) for seat in range(players)])
        if inside.sum() < 2:
            continue
        best = order[inside].min(axis=0)
        last = order[~inside].max(axis=0, initial=np.iinfo(order.dtype).min)
        here = np.flatnonzero(last <= best)
        tie = order[:, here] == best[here]
        chosen = tie[inside]
        members = np.full((players, len(here)), ABSENT, seats.dtype)
        members[inside] = seats[inside][:, here]
        shares = np.zeros((players, len(here)))
        shares[inside] = chosen * weight[tie.sum(axis=0), chosen.sum(axis=0)]
        rows.append(members)
        parts.append(shares)
        games.append(here)
    if not rows:
        return np.empty((0, players), np.int64), np.empty((0, players)), np.empty(0, np.int64)
    return np.concatenate(rows, axis=1).T, np.concatenate(parts, axis=1).T, np.concatenate(games)


def _weights(players: int) -> np.ndarray:
    """What each seat gets of the choice if, of the row's number of seats that tie, the column's number are left."""
    found = np.zeros((players + 1, players + 1))
    for tied in range(1, players + 1):
        found[tied, 1 : tied + 1] = [1 / (left * comb(tied, left)) for left in range(1, tied + 1)]
    return found
