"""The parameters of what a search asks the guide.

For the evaluation (:mod:`.evaluation`) these are E3's four numbers and what E3 leaves open; for priors, how much they
count.
"""

from __future__ import annotations

from ...core.binding import PARAMS
from ..spec import Knob
from . import places

__all__ = ["ESTIMATE", "ESTIMATE_ABOUT", "PRIOR", "PRIOR_ABOUT", "default_row"]

_ROWS = (
    (Knob("reserve", places.RESERVE, 400, 0, 1_000_000), "dollars of cash below which the penalty is taken off"),
    (Knob("penalty", places.PENALTY, 2, 0, 1_000_000), "dollars taken off with less cash than the reserve"),
    (Knob("each", places.EACH, 0, 0, 1, whole=True), "1: the penalty is taken off for each dollar that is missing"),
    (Knob("own", places.OWN_RENT, 3, 0, 1000), "factor on the rents of its own streets"),
    (Knob("other", places.OTHER_RENT, 5, 0, 1000), "factor on the rents of the others' streets"),
    (Knob("all_rents", places.ALL_RENTS, 0, 0, 1, whole=True), "1: railroads and utilities count too"),
    (
        Knob("mortgaged_rents", places.MORTGAGED_RENTS, 0, 0, 1, whole=True),
        "1: mortgaged streets count as if they were not",
    ),
    (Knob("rival", places.RIVAL, 0, 0, 1, whole=True), "what is taken off for the others: 0 their mean, 1 the best"),
    (
        Knob("balanced", places.BALANCED, 0, 0, 1, whole=True),
        "1: the seats' values add up, each less the mean of all (always so in searches that know every seat's value)",
    ),
    (Knob("scale", places.SCALE, 100_000, 1, 1e9), "dollars that are worth as much as a win"),
    (Knob("jail", places.JAIL, 0, 0, 1, whole=True), "1: E2's rule decides about leaving jail, not the search"),
)

ESTIMATE = {knob.name: knob for knob, _ in _ROWS}
"""The parameters by name."""
ESTIMATE_ABOUT = {knob.name: about for knob, about in _ROWS}
"""What they mean."""

PRIOR = {"trust": Knob("trust", places.TRUST, 0.5, 0, 1)}
"""The parameters of priors."""
PRIOR_ABOUT = {"trust": "how much of the priors goes to what the agent of playout would do; all actions share the rest"}
"""What they mean."""


def default_row(vector: bool) -> tuple[float, ...]:
    """The row where nothing is said; ``vector``: for a search that finds the values of all seats."""
    row = [0.0] * PARAMS
    for knob in (*ESTIMATE.values(), *PRIOR.values()):
        row[knob.place] = float(knob.default)
    if vector:
        row[places.BALANCED] = 1.0
    return tuple(row)
