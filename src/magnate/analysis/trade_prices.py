"""What a trade in Monopoly changes at any sum of cash, and the sums at which it pays.

Both positions, without the trade and with it, go on as an agent plays without offers, up to the next throw. There the
win chances are compared. A trade is made by the legal steps of the offer and the answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from ..core.contract import CHANCE, OVER
from ..errors import IllegalAction
from ..games.monopoly.codec import ITEM_SLUGS
from .chances import NETWORK, ROLLOUTS, chances
from .trade_terms import (
    Terms,
    bare,
    before_offer,
    items_of,
    known_partner,
    known_seat,
    owner_of,
    pending_terms,
    printed_price,
    why_no_offer,
)
from .trade_window import AS_IT_IS, opened
from .worths import answer, made, seated

if TYPE_CHECKING:
    from ..core.game import Position

__all__ = ["POLICY", "ROUGH_GAMES", "Bargain", "Prices", "settled_on"]

POLICY: Final = "strategic"
"""Who goes on after a trade, and without one."""
SCANNED: Final = 40
"""So many sums of cash are tried before the search closes in on a price."""
MOST_STEPS: Final = 400
"""After so many steps towards the next throw a position is valued where it is."""
ROUGH_GAMES: Final = 500
"""Rollouts for each chance where no network tells it."""


def settled_on(position: Position, policy: str = POLICY) -> Position:
    """The next throw from a position, in which all manage as ``policy`` does but make no offers.

    The position itself where the game is over, or where that takes too long.
    """
    at = bare(position)
    table = seated(at.game, policy)
    for _ in range(MOST_STEPS):
        if at.to_move == OVER or (at.to_move == CHANCE and at.settled):
            return at
        if at.to_move == CHANCE:  # cards and rents that hang on a throw: there is none in a window
            return at
        action = table.choose(at)
        if at.name_of(action).startswith("trade:"):
            action = at.action_id("roll" if _is_legal(at, "roll") else "pass")
        at.apply(action)
    return bare(position)


class Bargain:
    """A position in which a seat may make offers: what it is worth, and what comes after a trade."""

    def __init__(self, position: Position, seat: int, policy: str, *, anywhere: bool = False) -> None:
        self.position, self.seat, self.policy, self.assumes = bare(position), seat, policy, AS_IT_IS
        why = why_no_offer(self.position, seat)
        if why and not anywhere:
            raise IllegalAction(why, hint="choose a position in which this seat may make an offer")
        self.now = settled_on(self.position, policy)
        if why:
            self.position, self.assumes = opened(self.position, self.now, seat)
            self.now = settled_on(self.position, policy)
        self.value, self.source = valued(self.now)

    @classmethod
    def asked(
        cls, position: Position, give: list[str], get: list[str], cash: int | None, seat: int | None,
        partner: int | None, policy: str, *, anywhere: bool = False,
    ) -> tuple[Bargain, Terms]:  # fmt: skip
        """The position and the terms that are meant; ``anywhere``: where the seat may make no offer too."""
        terms = pending_terms(position)
        at = before_offer(position)
        if terms is not None and not give and not get:
            return cls(at, terms.seat, policy), terms if cash is None else terms.at(cash)
        if not give and not get and not cash:
            mover = at.to_move if seat is None else known_seat(seat, at.game.players)
            others = [one for one in range(at.game.players) if one != mover]
            return cls(at, mover, policy, anywhere=anywhere), Terms(
                mover, others[0] if partner is None else known_partner(at, partner, mover)
            )
        mover = at.to_move if seat is None else known_seat(seat, at.game.players)
        if mover < 0:
            raise IllegalAction("nobody may make an offer here", hint="choose a position in which a seat decides")
        given = items_of(at, give, mover)
        other = owner_of(at, get, mover) if partner is None else known_partner(at, partner, mover)
        return cls(at, mover, policy, anywhere=anywhere), Terms(
            mover, other, given, items_of(at, get, other), cash or 0
        )

    def proposed(self, terms: Terms) -> Position:
        """The position in which the partner is to answer, by the legal steps of the offer."""
        at = self._begun(terms)
        try:
            if terms.cash == 0:
                return at.apply("propose")
            at.apply("offer-cash" if terms.cash > 0 else "ask-cash")
            for digit in str(abs(terms.cash)):
                at.apply(f"digit:{digit}")
            return at.apply("done")
        except IllegalAction as error:
            low, high = self.legal(terms)
            if low > high or not (terms.give or terms.get):
                why = error.reason or error.message
                raise IllegalAction(f"the rules do not allow that {terms}: {why}") from None
            raise IllegalAction(
                f"the rules allow cash from {low} to {high} here, not {terms.cash}",
                hint="cash is what the seat that offers pays; below 0 it is what it gets",
            ) from None

    def _begun(self, terms: Terms) -> Position:
        """The offer with its items, before its cash."""
        at = self.position.copy()
        try:
            at.apply(f"trade:{terms.partner}")
            for item in sorted((*terms.give, *terms.get), key=ITEM_SLUGS.index):
                at.apply(f"item:{item}")
        except IllegalAction as error:
            raise IllegalAction(
                f"the rules do not allow that {terms}: {error.reason or error.message}",
                hint="leave out what may not be given, or sell the buildings first",
            ) from None
        return at

    def after(self, terms: Terms) -> Position:
        """The next throw after the trade; a trade of nothing changes nothing."""
        if not (terms.give or terms.get or terms.cash):
            return self.now
        return settled_on(self.proposed(terms).apply("accept"), self.policy)

    def change(self, terms: Terms) -> tuple[float, ...]:
        """What the trade changes for each seat."""
        value, _ = valued(self.after(terms))
        return tuple(a - b for a, b in zip(value, self.value, strict=True))

    def accepts(self, terms: Terms, agent: str) -> bool:
        """Whether an agent in the partner's seat would accept."""
        if not (terms.give or terms.get):
            return False
        at = self.proposed(terms)
        return [at.name_of(one) for one in answer(at, agent)] == ["accept"]

    def made(self, terms: Terms) -> tuple[float, ...]:
        """What it changes for each seat to make the offer: the partner answers as the policy does."""
        if not (terms.give or terms.get or terms.cash):
            return (0.0,) * self.position.game.players
        value, _ = valued(settled_on(made(self.proposed(terms), (), self.policy), self.policy))
        return tuple(a - b for a, b in zip(value, self.value, strict=True))

    @property
    def played_on(self) -> bool:
        """Whether neither a network nor an exact answer values positions, so that each value is one of rollouts."""
        return self.source == ROLLOUTS

    def balanced(self, terms: Terms) -> Terms | None:
        """The exchange at a sum that balances the printed prices, as far as that can be paid; None if no sum may be."""
        low, high = self.legal(terms)
        balance = printed_price(terms.get) - printed_price(terms.give)
        return terms.at(min(high, max(low, balance))) if low <= high else None

    def rough(self, terms: Terms) -> float:
        """What the two gain together at such a sum."""
        balanced = self.balanced(terms)
        if balanced is None:
            return -1.0
        change = self.change(balanced)
        return change[terms.seat] + change[terms.partner]

    def legal(self, terms: Terms) -> tuple[int, int]:
        """The least and the most cash that the rules allow with these items; the first is more where none is."""
        if not (terms.give or terms.get):
            return (0, 0)
        from ..games.monopoly.setup_model import mirrored, part

        at = self._begun(terms)
        state, rules = mirrored(at.states()[0]), part("trade")
        low = int(rules.least_payable(state, terms.seat, terms.partner))
        return low, int(rules.most_payable(state, terms.seat, terms.partner))

    def answers(self, terms: Terms, agents: Sequence[str]) -> list[tuple[str, bool]]:
        """Whether each agent in the partner's seat would accept."""
        if not agents or not (terms.give or terms.get):
            return []
        return [(name, self.accepts(terms, name)) for name in agents]


class Prices:
    """An exchange at any sum of cash; what each changes is found once."""

    def __init__(self, bargain: Bargain, terms: Terms) -> None:
        self.bargain, self.terms = bargain, terms
        self.legal = bargain.legal(terms)
        self._known: dict[int, tuple[float, ...]] = {}

    def change(self, cash: int) -> tuple[float, ...]:
        """What the exchange changes for each seat at this sum."""
        if cash not in self._known:
            self._known[cash] = self.bargain.change(self.terms.at(cash))
        return self._known[cash]

    def scan(self, *more: int, points: int = SCANNED) -> list[int]:
        """Sums from the least to the most, in even steps, with 0 and some more."""
        low, high = self.legal
        if low > high:
            return []
        even = {low + (high - low) * k // points for k in range(points + 1)}
        return sorted(even | {cash for cash in (0, *more) if low <= cash <= high})

    def turning_point(self, scan: Sequence[int], seat: int) -> int | None:
        """The most that the seat can pay without a loss, or for the partner the least that it can take."""
        pays = seat == self.terms.seat
        order = sorted(scan, reverse=pays)  # from the worst for this seat to the best
        fine = next((k for k, cash in enumerate(order) if self.change(cash)[seat] >= 0.0), None)
        if fine is None or fine == 0:
            return None if fine is None else order[0]
        bad, good = order[fine - 1], order[fine]
        while abs(bad - good) > 1:
            middle = (bad + good) // 2
            if self.change(middle)[seat] >= 0.0:
                good = middle
            else:
                bad = middle
        return good

    def changes_of_sign(self, scan: Sequence[int], seat: int) -> int:
        """How often the seat goes from gain to loss or back along the sums that were tried."""
        gains = [self.change(cash)[seat] >= 0.0 for cash in scan]
        return sum(a != b for a, b in pairwise(gains))

    def fair(self, scan: Sequence[int]) -> int | None:
        """The sum at which the product of both gains is greatest; None where no sum is a gain to both."""
        if len(scan) < 2:
            return scan[0] if scan and self._product(scan[0]) > 0.0 else None
        best = max(scan, key=self._product)
        step = max(b - a for a, b in pairwise(scan))
        if self._product(best) <= 0.0:  # both may gain between two sums of the scan
            best = max(scan, key=lambda cash: min(self._gains(cash)))
        while step > 1:
            step = max(1, step // 3)
            around = [cash for cash in (best - step, best, best + step) if self.legal[0] <= cash <= self.legal[1]]
            best = max(around, key=lambda cash: (self._product(cash), min(self._gains(cash))))
        return best if self._product(best) > 0.0 else None

    def _gains(self, cash: int) -> tuple[float, float]:
        change = self.change(cash)
        return change[self.terms.seat], change[self.terms.partner]

    def _product(self, cash: int) -> float:
        mine, theirs = self._gains(cash)
        return mine * theirs if min(mine, theirs) > 0.0 else 0.0


def valued(position: Position) -> tuple[tuple[float, ...], str]:
    """The win chances at a position, and where they come from."""
    found = chances(position, games=ROUGH_GAMES)
    return found.shares, NETWORK if found.source != ROLLOUTS else ROLLOUTS


def _is_legal(position: Position, name: str) -> bool:
    return any(action.name == name for action in position.legal())
