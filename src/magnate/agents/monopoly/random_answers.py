"""``random:answers``: the random agent of the thesis, which answers each question of its interface by chance.

``random`` draws every small decision alike: it sells again what it has just built, and hardly finishes an offer. This
one is asked as a :class:`~.player.Player` is, about a whole window at once. What no question is about (bids, taxes)
is drawn as ``random`` draws it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from ...core.setup_fields import bits
from ...games.monopoly.setup_model import part, reading
from .game_state import GameState, items_in
from .player import Player
from .views import BankruptcyRequest, PropertyGroup, Tile, TradeOffer

One = TypeVar("One")


def yes_or_no(state: GameState) -> bool:
    """Either, as likely."""
    return state.random.random() < 0.5


def some(state: GameState, ones: Sequence[One]) -> list[One]:
    """Each with a chance of one half, in random order."""
    found = [one for one in ones if yes_or_no(state)]
    state.random.shuffle(found)
    return found


class RandomAnswers(Player):
    """Answers each question at random: yes or no, a random part of a list, a random trade."""

    base = "random"

    def should_buy_property(self, state: GameState, tile: Tile) -> bool:  # noqa: ARG002
        """Either."""
        return yes_or_no(state)

    def should_pay_get_out_of_jail_fine(self, state: GameState) -> bool:
        """Either."""
        return yes_or_no(state)

    def should_use_escape_jail_card(self, state: GameState) -> bool:
        """Either."""
        return yes_or_no(state)

    def get_upgrading_suggestions(self, state: GameState) -> list[PropertyGroup | Tile]:
        """A random part of what can be built on."""
        return some(state, state.upgradable)

    def get_downgrading_suggestions(self, state: GameState) -> list[PropertyGroup | Tile]:
        """A random part of what can be sold."""
        return some(state, state.downgradable)

    def get_mortgaging_suggestions(self, state: GameState) -> list[Tile]:
        """A random part of what can be mortgaged."""
        return some(state, state.mortgageable)

    def get_unmortgaging_suggestions(self, state: GameState) -> list[Tile]:
        """A random part of what can be lifted."""
        return some(state, state.unmortgageable)

    def get_trade_offers(self, state: GameState) -> list[TradeOffer]:
        """A random trade, half of the time: a random part of what either side has, and a random sum."""
        offer = random_offer(state) if yes_or_no(state) else None
        return [] if offer is None else [offer]

    def should_accept_trade_offer(self, state: GameState, trade_offer: TradeOffer) -> bool:  # noqa: ARG002
        """Either."""
        return yes_or_no(state)

    def handle_bankruptcy(self, state: GameState, amount: int) -> BankruptcyRequest:  # noqa: ARG002
        """A random part of what can be sold and mortgaged, in random order."""
        ways = [("downgrade", one) for one in state.downgradable] + [("mortgage", one) for one in state.mortgageable]
        return BankruptcyRequest(some(state, ways))


def mask_of(items: Iterable[int]) -> int:
    """These items as a mask."""
    return sum(1 << item for item in items)


def random_offer(state: GameState) -> TradeOffer | None:
    """A random offer to a random opponent; None where no sum of money goes with it, or it was made before."""
    g, trade = reading(state._decision.record), part("trade")
    me, partner = state.me.seat, state.random.choice(state.opponents).seat
    given, taken = (some(state, bits(trade.tradable(g, seat))) for seat in (me, partner))
    items = mask_of([*given, *taken])
    least, most = trade.least_paid(g, me, partner, items), trade.most_paid(g, me, partner, 0, items)
    if least > most:
        return None
    pay = state.random.randint(least, most)
    if not items or not part("past_offers").may_make(g, me, partner, items, pay):
        return None
    return TradeOffer(partner, items_in(state, mask_of(given)), items_in(state, mask_of(taken)), pay)
