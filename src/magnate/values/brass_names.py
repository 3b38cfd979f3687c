"""What each number means that a network is shown of a position of Brass (:mod:`.brass`), in their order."""

from __future__ import annotations

from typing import Final

from ..games.brass.board import CARDS, INDUSTRY_NAMES, MERCHANT_SPACES, PLAIN_CARDS, SEATS
from ..games.brass.setup_model import PHASES
from .brass import GOODS

__all__ = ["OWN_NAMES", "TABLE_NAMES"]

_KINDS = ("build", "network", "develop", "sell", "loan", "scout", "pass")

OWN_NAMES: Final = (
    "money up to £12, over 12",
    "money from £12 to £30, over 18",
    "money from £30 to £70, over 40",
    "money spent this round, over 50",
    "points, over 200",
    "the income marker's space, over the last one",
    "levels of income above the lowest, over 40",
    "a negative level of income, over 10",
    "cards in the hand, over 8",
    "wild location cards, over 2",
    "wild industry cards, over 2",
    "links, over 14",
    "the icons that its links would score now, over 60",
    "the icons of tiles at its links that are not flipped, over 60",
    "lines beside its network on which it may lay a link, over 20",
    "the icons that these would score now, over 80",
    "places of its network, over 20",
    "points of its flipped tiles of level I, over 20",
    "points of its other flipped tiles, over 100",
    "points of its unsold tiles that have a buyer, over 30",
    "barrels that its unsold tiles take, over 5",
    "barrels on its breweries, over 5",
    "cubes on its mines and works, over 10",
    *(
        text.format(name)
        for name in INDUSTRY_NAMES
        for text in (
            "points of its {} tiles that are not flipped, over 20",
            "its {} tiles that are not flipped, over 4",
            "the part of its {} tiles that have left the mat",
            "points of its next {} tile, over 20",
            "its next {} tile may be built in the Rail era",
        )
    ),
    *(f"it is number {place + 1} in the turn order" for place in range(SEATS)),
    "it is to move",
    "it has had its turn in this round",
    "points ahead of the best other seat, up to 50, over 50",
    "points behind it, up to 50, over 50",
    "what it still owes, over 10",
    *(f"it is in the middle of: {kind}" for kind in _KINDS),
    *(f"it is building {name}" for name in INDUSTRY_NAMES),
    "its hand is shown",
    *(f"{card.id} cards in a hand that is shown, over 3" for card in CARDS),
)
"""The ``OWN`` numbers of a seat."""

TABLE_NAMES: Final = (
    "it is the Rail era",
    "the game ends after the Canal era",
    "two players",
    "three players",
    "the part of the era's rounds that is left",
    "its square",
    "the part of the game's rounds that is left",
    "seats that have had their turn in this round, over 4",
    "actions left in this turn, over 2",
    "cards to be drawn in this era, over 64",
    "cubes in the coal market, over its room",
    "cubes in the iron market, over its room",
    "cubes and barrels that the action still takes, over 4",
    "rails laid, tiles developed or sold, cards scouted so far in the action, over 3",
    "chance is to move",
    *(f"the phase is {phase}" for phase in PHASES),
    *(f"somebody is in the middle of: {kind}" for kind in _KINDS),
    *(f"{card.id} cards that are not seen, over 8" for card in CARDS[:PLAIN_CARDS]),
    *(
        text.format(space.id)
        for space in MERCHANT_SPACES
        for text in (*(f"{{}} buys {name}" for name in INDUSTRY_NAMES[:GOODS]), "{} has its barrel", "{} has a tile")
    ),
)
"""The ``TABLE`` numbers of the table."""
