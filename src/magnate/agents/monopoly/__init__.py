"""Monopoly's own agents.

``baseline`` buys what it can afford, builds, bids by list price, swaps deeds that complete groups and keeps a reserve.
``algorithmic`` buys by usefulness, visits and profit. ``strategic`` has 28 parameters and ten configurations.
"""

from __future__ import annotations

from . import places
from .configurations import CHARACTERS
from .search_ranges import RANGES
from .strategic_parameters import PARAMETERS

POLICIES = {"baseline": places.BASELINE, "algorithmic": places.ALGORITHMIC, "strategic": places.STRATEGIC}
"""Agent names and the kind that each has in ``params[0]``; ``random`` is kind 0 in every game."""

GUIDE = "magnate.agents.monopoly.policies"

PARAMS = {
    "baseline": (
        ("reserve", 1, 150.0, 0.0, 1_000_000.0),
        ("bid", 2, 1.0, 0.0, 100.0),
        ("trades", 3, 1.0, 0.0, 1.0),
    ),
    "algorithmic": (
        ("buy_score", places.BUY_SCORE, 1.0, 0.0, 100.0),
        ("railroad_weight", places.RAILROAD_WEIGHT, 1.0, 0.0, 5.0),
        ("utility_weight", places.UTILITY_WEIGHT, 1.0, 0.0, 5.0),
        ("cash_threshold", places.CASH_THRESHOLD, 200.0, 0.0, 100_000.0),
        ("group_value", places.GROUP_VALUE, 0.5, 0.0, 10.0),
        ("deed_value", places.DEED_VALUE, 0.5, 0.0, 5.0),
        ("threat", places.THREAT, 0.0, 0.0, 0.95),
        ("trade_margin", places.TRADE_MARGIN, 0.0, 0.0, 100_000.0),
        ("greed", places.GREED, 0.5, 0.0, 1.0),
        ("offer_chance", places.OFFER_CHANCE, 0.2, 0.0, 1.0),
    ),
    "strategic": tuple((one.name, one.place, one.default, one.least, one.most) for one in PARAMETERS),
}
"""Run-time parameters, each with its place in the row, its default, and the least and greatest value allowed.

``baseline``: ``reserve`` is the cash it does not spend on buying, building and bidding; ``bid`` the greatest bid as a
multiple of the list price (twice that for a deed that completes a group); ``trades`` is 0 to make no offers and accept
none. ``algorithmic``: ``buy_score`` is what a deed must score to be bought, ``cash_threshold`` the cash that buying and
building leave; the rest is as for ``strategic`` (see ``strategic_parameters``).
"""

CONFIGURATIONS = {"strategic": {name: dict(character.changes) for name, character in CHARACTERS.items()}}
"""Named configurations of an agent: what each changes of the defaults. The name alone means the defaults."""

SEARCH = RANGES
"""Where ``magnate tune`` looks for better values: low, high and step (0: any number) of parameters that allow more."""
