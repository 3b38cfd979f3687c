"""What chance must have brought in a logged game: the opening and the Canal era's draws stand in the log.

The Rail era's are not in it. There each seat draws its cards in the order in which it gives them, which leaves nobody
without the card that it is to give: a hand is filled up to eight after every turn, and no turn gives as many.
"""

from __future__ import annotations

from collections import Counter, deque
from typing import Any

from ....errors import BadRecord
from ..board import CANAL, CARDS, HAND, MERCHANT_SPACES, PLAIN_CARDS
from ..state import DEAL_CARDS, DEAL_MERCHANT, DEAL_ORDER
from .model import Log

__all__ = ["Draws"]


class Draws:
    """The outcomes of a log's chance nodes, one after the other."""

    def __init__(self, log: Log) -> None:
        self.log = log
        spaces = [space for space in MERCHANT_SPACES if space.players <= log.players]
        places = {place: tiles for place, tiles in log.merchants.items() if tiles}
        if {place: len(tiles) for place, tiles in places.items()} != Counter(space.location for space in spaces):
            names = ", ".join(space.id for space in spaces)
            raise BadRecord(f"the log's merchants are not those of {log.players} players", hint=f"tiles lie on {names}")
        self.merchants = [log.merchants[space.location][space.number] for space in spaces]
        self.canal = deque(log.draw_deck_in_order)
        self.rail: list[deque[int]] = [deque() for _ in range(log.players)]
        for action in log.actions:
            if action.era == "rail" and action.player < log.players:
                self.rail[action.player].extend(card for card in action.cards if card < PLAIN_CARDS)

    def outcome(self, g: Any) -> int:
        """The outcome of the pending node of a state."""
        if g.phase == DEAL_ORDER:
            return self.log.first_turn_order[g.dealt]
        if g.phase == DEAL_MERCHANT:
            return self.merchants[g.dealt]
        if g.era != CANAL:
            return self._rail_card(g, g.dealt // HAND if g.phase == DEAL_CARDS else g.order[g.turn])
        if g.phase == DEAL_CARDS:
            return self.log.start_hands[g.dealt // HAND][g.dealt % HAND]
        if not self.canal:
            raise BadRecord("the log's deck runs out in the Canal era", hint="draw_deck_in_order lists every draw")
        return self.canal.popleft()

    def _rail_card(self, g: Any, seat: int) -> int:
        """The next card that the seat gives; for one that the log does not tell, any that nobody else needs."""
        if self.rail[seat]:
            return self.rail[seat].popleft()
        needed = Counter(card for cards in self.rail for card in cards)
        for card in range(PLAIN_CARDS):
            if g.deck[card] > needed[card]:
                return card
        raise BadRecord("the cards given in the Rail era are more than the deck has", hint="compare the log's cards")

    def check_deck(self, g: Any) -> None:
        """After the opening: the deck is made of the cards that are drawn and the face-down ones."""
        found = Counter({card: g.deck[card] for card in range(PLAIN_CARDS) if g.deck[card]})
        told = Counter([*self.log.draw_deck_in_order, *self.log.face_down_discards])
        if found != told:
            names = ", ".join(CARDS[card].id for card in sorted({*(found - told), *(told - found)}))
            raise BadRecord(f"the log's deck does not go with its hands: {names}", hint="count the cards of each kind")
