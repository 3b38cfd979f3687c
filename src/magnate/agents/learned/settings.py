"""What an agent that plays by a network can be told about what takes several decisions (``Guide.PLANS``)."""

from __future__ import annotations

from typing import Final, NamedTuple

__all__ = ["PLANNING", "Planning"]


class Planning(NamedTuple):
    """How it makes plans, in Monopoly offers: in this order they are ``desk.settings``, which the guide's rules read.

    ``offers`` is how often a turn is used for offers: who remembers nothing would repeat each turn what was refused.
    ``margin`` is what a plan, or the answer to somebody else's, must gain at least, as a share of the win: a network's
    values have errors. ``most`` is how many exchanges are valued with each partner.
    """

    offers: float = 0.3
    margin: float = 0.05
    most: int = 60


PLANNING: Final = Planning()
"""How it plans where nothing is said."""
