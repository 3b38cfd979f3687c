"""Monopoly's own agents.

``baseline`` buys what it can afford, builds, bids by list price, swaps deeds that complete groups and keeps a reserve.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .player import Player
    from .requests import BankruptcyRequest, TradeOffer

__all__ = ["GUIDE", "PARAMS", "POLICIES", "BankruptcyRequest", "Player", "TradeOffer"]

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


def __getattr__(name: str) -> Any:
    """``Player`` and what it needs are imported when they are asked for, so that naming agents stays quick."""
    if name == "Player":
        from .player import Player

        return Player
    if name in ("BankruptcyRequest", "TradeOffer"):
        from . import requests

        return getattr(requests, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
