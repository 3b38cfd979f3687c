"""Elo ratings from winners and from finishing orders."""

from __future__ import annotations

from math import comb

import numpy as np

from .ratings import ABSENT, Ratings, fit_choices

__all__ = ["bradley_terry", "plackett_luce", "stages"]


# ----------------------------------------------------------------------- Winners: the model of Bradley and Terry (1952)
#
# At a table of two, an agent in seat s beats one in seat t with the probability ``1 / (1 + exp(θ_b - θ_a + γ_t -
# γ_s))``; for the seat term see Agresti, *Categorical Data Analysis*, 10.6. A draw counts as half a win for both. At a
# larger table the winner is one of P with probabilities proportional to ``exp(θ + γ)`` (the multinomial logit). A
# shared win counts for each winner in proportion.


def bradley_terry(
    seating: np.ndarray,
    shares: np.ndarray,
    deal: np.ndarray,
    entrants: int | None = None,
    *,
    virtual: float = 1.0,
    seat_term: bool = True,
) -> Ratings:
    """Rate agents by n games: who sat where, what share of the win each seat got, and on which deal.

    ``seating`` (n, P) are numbers of entrants (one may have several seats), ``shares`` (n, P) sum to 1, ``deal`` (n,)
    are numbers of deals, the same at every table. ``entrants`` is how many there are (default: those that played).
    The field's mean is 0. ``virtual`` is the weight of each agent's virtual draw against the field's mean.

    Of two agents, one that wins three games of four is 191 points better:

    >>> seating, deal = np.tile([[0, 1], [1, 0]], (100, 1)), np.repeat(np.arange(100), 2)
    >>> winner = np.where(np.arange(200) % 8 < 6, 0, 1)
    >>> found = bradley_terry(seating, seating == winner[:, None], deal, virtual=0.0)
    >>> found.elo.round(1).tolist()
    [95.4, -95.4]
    """
    count = int(seating.max(initial=-1)) + 1 if entrants is None else entrants
    return fit_choices(seating, shares, deal, count, virtual=virtual, seat_term=seat_term)


# ------------------------------------------------------- Finishing orders: the model of Plackett (1975) and Luce (1959)
#
# The first of P places goes to a seat with a probability proportional to ``exp(θ + γ)``. The same rule gives the next
# place to one of the others, and so on: an order is a sequence of choices among those that remain.
#
# Seats that tie leave several orders open, each with the same weight, so a tie of two is half a win for both. No sum
# over orders is needed. A set S of seats is at some time what remains with the probability 1 if everybody outside it
# came in before everybody in it. If k of the m seats of one tie are outside and the others inside, the probability is
# 1 / C(m, k). The next of S is then any of those that share its best place.


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
    is as in :func:`~magnate.arena.rating_models.bradley_terry`.
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
