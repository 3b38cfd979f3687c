"""Elo ratings from who won: Bradley and Terry's model with a seat term, and its generalisation to larger tables.

At a table of two, an agent in seat s beats one in seat t with the probability
``1 / (1 + exp(θ_b - θ_a + γ_t - γ_s))`` (Bradley and Terry 1952; the seat term as in Agresti, *Categorical Data
Analysis*, 10.6). A draw counts as half a win for both. At a larger table the winner is one of P with probabilities
proportional to ``exp(θ + γ)``: the multinomial logit, which looks at the winner only; a shared win counts for each in
proportion. :mod:`~magnate.arena.plackett_luce` uses the whole order.

:mod:`~magnate.arena.choice_model` has the fit, the virtual draw that each agent is given, and the errors over deals.
"""

from __future__ import annotations

import numpy as np

from .choice_model import fit_choices
from .ratings import Ratings

__all__ = ["bradley_terry"]


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
