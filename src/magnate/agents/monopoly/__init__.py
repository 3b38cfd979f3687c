"""Monopoly's own agents.

``baseline`` buys what it can afford, builds, bids by list price, swaps deeds that complete groups and keeps a reserve.
"""

from __future__ import annotations

POLICIES = {"baseline": 1}
"""Agent names and the kind that each has in ``params[0]``; ``random`` is kind 0 in every game."""

GUIDE = "magnate.agents.monopoly.policies"

PARAMS = {
    "baseline": (
        ("reserve", 1, 150.0, 0.0, 1_000_000.0),
        ("bid", 2, 1.0, 0.0, 100.0),
        ("trades", 3, 1.0, 0.0, 1.0),
    )
}
"""Run-time parameters, each with its place in the row, its default, and the least and greatest value allowed.

``reserve``: dollars of cash it does not spend on buying, building and bidding. ``bid``: the greatest bid as a multiple
of the list price (twice that for a deed that completes a group). ``trades``: 0 to make no offers and accept none.
"""

SEARCH = {"baseline": {"reserve": (0.0, 1000.0, 0.0), "bid": (0.0, 3.0, 0.0), "trades": (0.0, 1.0, 1.0)}}
"""Where ``magnate tune`` looks: low, high and step (0: any number) of parameters of which far more is allowed."""
