"""What a :class:`~.player.Player` asks for: trades, and ways to raise money."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np

from ...games.monopoly.state import ITEM_CHANCE_CARD
from ...games.monopoly.text import dollars, joined
from .views import PlayerView, PropertyGroup, Tile

__all__ = ["BankruptcyRequest", "BaseRequest", "BaseSuggestions", "Item", "Step", "TradeOffer", "holdings"]

Item: TypeAlias = Tile | str
"""What may change hands: a tile or its name, or a jail card by the name ``"chance-card"`` or ``"chest-card"``."""


@dataclass(frozen=True)
class TradeOffer:
    """An offer from one player to another.

    ``give`` goes from the proposer to the ``partner`` (a seat or a player), ``take`` the other way. ``pay`` are the
    dollars that the proposer pays on top; negative: that it wants to be paid. ``proposer`` is filled in for offers that
    others make.

    >>> print(TradeOffer(partner=1, give=["boardwalk"], take=["reading-railroad"], pay=-150))
    to seat 1: gives boardwalk, takes reading-railroad and $150
    """

    partner: int | PlayerView
    give: Iterable[Item] = ()
    take: Iterable[Item] = ()
    pay: int = 0
    proposer: int | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "partner", self.to)
        for name in ("give", "take"):
            items = getattr(self, name)
            object.__setattr__(self, name, (items,) if isinstance(items, str | Tile) else tuple(items))

    def __str__(self) -> str:
        gives, takes = ([item.name if isinstance(item, Tile) else item for item in side] for side in self._sides)
        if self.pay:
            (gives if self.pay > 0 else takes).append(dollars(abs(self.pay)))
        return f"to seat {self.partner}: gives {joined(gives) or 'nothing'}, takes {joined(takes) or 'nothing'}"

    @property
    def to(self) -> int:
        """The partner's seat."""
        return self.partner.seat if isinstance(self.partner, PlayerView) else self.partner

    @property
    def _sides(self) -> tuple[tuple[Item, ...], tuple[Item, ...]]:
        return tuple(self.give), tuple(self.take)


def holdings(record: np.void, seat: int) -> int:
    """Everything that a seat has and that could be an item, as a mask."""
    mask = int(record["deeds"][seat])
    for deck, holder in enumerate(record["holder"].tolist()):
        mask |= (holder == seat + 1) << (ITEM_CHANCE_CARD + deck)
    return mask


Step: TypeAlias = tuple[str, "Tile | PropertyGroup | str | TradeOffer"]
"""One step of a request: ``"downgrade"``, ``"mortgage"`` or ``"offer"``, and what."""


@dataclass
class BankruptcyRequest:
    """How to raise money for a debt: steps that are carried out in their order until the debt is paid.

    ``BankruptcyRequest().mortgage(tile).downgrade(group)`` first mortgages a tile, then sells one building from each
    lot of a group. An empty request gives up.
    """

    steps: list[Step] = field(default_factory=list)

    def downgrade(self, *what: PropertyGroup | Tile | str) -> BankruptcyRequest:
        """Sell buildings: one from each lot of a group, or (where buildings are sold one by one) one from a tile."""
        self.steps += [("downgrade", one) for one in what]
        return self

    def mortgage(self, *tiles: Tile | str) -> BankruptcyRequest:
        """Mortgage tiles."""
        self.steps += [("mortgage", tile) for tile in tiles]
        return self

    def offer(self, *offers: TradeOffer) -> BankruptcyRequest:
        """Offer trades."""
        self.steps += [("offer", offer) for offer in offers]
        return self


class BaseSuggestions(list[Any]):
    """What the base agent suggests. A method that returns it as it is leaves the decisions to the base agent."""


class BaseRequest(BankruptcyRequest):
    """How the base agent would raise the money; returned as it is, it leaves the debt to the base agent."""
