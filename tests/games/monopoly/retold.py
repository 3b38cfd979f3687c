"""A table of Monopoly kept by somebody who only hears what is told: the parameters of the events, nothing else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import islice
from typing import Any

from magnate.core.narration import Event
from magnate.games.monopoly.board import JAIL_SQUARE, SEATS
from magnate.games.monopoly.codec import DECK_NAMES, DEED_SLUGS, ITEM_SLUGS

DEED = {slug: i for i, slug in enumerate(DEED_SLUGS)}
CARD = {f"{deck}-card": i for i, deck in enumerate(DECK_NAMES)}
POT = SEATS
SIZES = (SEATS + 1, SEATS, len(DECK_NAMES), len(DEED_SLUGS), SEATS)
"""Accounts (the last one is the pot), seats' deeds, jail cards, buildings and squares; mortgages and jail follow."""


def held(g: Any) -> list[int]:
    """What a table tells of, as a state has it."""
    jailed = sum(1 << seat for seat in range(SEATS) if g.jail[seat])
    fields = (g.cash, [g.pot], g.deeds, g.holder, g.level, g.square, [g.mortgaged, jailed])
    return [field[i] for field in fields for i in range(len(field))]


@cache
def _for(key: str) -> Callable[..., None] | None:
    """What a table does at an event with this key, if anything."""
    return getattr(Table, f"_{key.replace('-', '_')}", None)


class Table:
    """What everybody has, by what was told since a state in which all of it was known (see :func:`held`)."""

    def __init__(self, known: Sequence[int]) -> None:
        rest = iter(known)
        self.cash, self.deeds, self.holder, self.level, self.square = (list(islice(rest, n)) for n in SIZES)
        self.mortgaged, self.jailed = rest
        self._owed: tuple[Any, ...] = ()

    def known(self) -> list[int]:
        """What everybody has, as :func:`held` has it."""
        return [*self.cash, *self.deeds, *self.holder, *self.level, *self.square, self.mortgaged, self.jailed]

    def hear(self, event: Event) -> None:
        """Take in one event."""
        take_in = _for(event.key)
        if take_in is not None:
            take_in(self, **event.params)

    # ------------------------------------------------------------------------------------------- money

    def _move(self, payer: int | str, payee: int | str, amount: int) -> None:
        for account, sign in ((payer, -1), (payee, 1)):
            if account != "bank":
                self.cash[POT if account == "pot" else account] += sign * amount

    def _salary(self, seat, amount):
        self._move("bank", seat, amount)

    def _receives(self, seat, amount, reason, **_):
        assert reason in {"card", "bonus"}
        self._move("bank", seat, amount)

    def _owes(self, seat, to, amount, reason, deed=None):
        self._owed = seat, to, amount, reason, deed

    def _pays(self, seat, to, amount, reason, deed=None):
        assert reason is not None
        self._pay(seat, to, amount, {reason}, deed)

    def _pay(self, seat, to, amount, reasons, deed=None):
        """What is paid is for what was said when it was owed and could not be paid.

        A debtor who gets a mortgaged deed in a trade pays its interest meanwhile, which may be as much.
        """
        meanwhile = reasons == {"interest"} and self._owed[3:4] != ("interest",)
        if self._owed[:3] == (seat, to, amount) and not meanwhile:
            assert self._owed[3] in reasons
            assert self._owed[4] == deed
            self._owed = ()
        self._move(seat, to, amount)

    def _pot_taken(self, seat, amount):
        self._move("pot", seat, amount)

    def _written_off(self, seat, amount):
        self._move("bank", seat, amount)

    # ------------------------------------------------------------------------------- deeds, cards, mortgages

    def _owns(self, seat, things):
        return all(
            self.holder[CARD[thing]] == seat + 1 if thing in CARD else self.deeds[seat] >> DEED[thing] & 1
            for thing in things
        )

    def _give(self, things, to):
        for thing in things:
            if thing in CARD:
                self.holder[CARD[thing]] = 0 if to == "bank" else to + 1
                continue
            bit = 1 << DEED[thing]
            self.deeds = [own & ~bit for own in self.deeds]
            if to != "bank":
                self.deeds[to] |= bit

    def _buys(self, seat, deed, price):
        self._pay(seat, "bank", price, {"purchase", "auction"}, deed)
        self._give([deed], seat)

    def _dealt(self, seat, deed, price):
        self._buys(seat, deed, price)

    def _sold(self, seat, lot, amount, paid):
        if paid:
            self._buys(seat, lot, amount)

    def _traded(self, seat, partner, give, get, pay, receive, items, money):
        assert sorted(give + get, key=ITEM_SLUGS.index) == items
        assert money == pay - receive
        assert self._owns(seat, give)
        assert self._owns(partner, get)
        self._give(give, partner)
        self._give(get, seat)
        self._move(seat, partner, money)

    def _keeps_card(self, seat, deck):
        self._give([f"{deck}-card"], seat)

    def _returns_card(self, seat, deck):
        self._give([f"{deck}-card"], "bank")

    def _mortgages(self, seat, deed, amount):
        self._move("bank", seat, amount)
        self.mortgaged |= 1 << DEED[deed]

    def _lifts(self, seat, deed, amount):
        self._move(seat, "bank", amount)
        assert self.mortgaged >> DEED[deed] & 1
        self.mortgaged ^= 1 << DEED[deed]

    def _mortgage_undone(self, seat, deed, amount):
        self._lifts(seat, deed, amount)

    def _mortgages_cancelled(self, deeds):
        self.mortgaged &= ~sum(1 << DEED[deed] for deed in deeds)

    # ------------------------------------------------------------------------------------- buildings

    def _builds(self, seat, deed, level, price):
        assert self._owns(seat, [deed])
        self._move(seat, "bank", price)
        self.level[DEED[deed]] = level

    def _sells(self, seat, deed, level, amount):
        self._move("bank", seat, amount)
        assert level < self.level[DEED[deed]]
        self.level[DEED[deed]] = level

    # ---------------------------------------------------------------------------------- tokens, bankrupts

    def _moves(self, seat, square, backwards):
        self.square[seat] = square

    def _to_jail(self, seat, cause):
        self.square[seat] = JAIL_SQUARE
        self.jailed |= 1 << seat

    def _leaves_jail(self, seat, how, amount, to):
        assert self.jailed >> seat & 1
        self.jailed ^= 1 << seat
        if amount:
            self._pay(seat, to, amount, {"bail"})

    def _goes_bankrupt(self, seat, to, amount):
        self._owed = ()
        self.square[seat] = 0
        self.jailed &= ~(1 << seat)

    def _estate(self, seat, to, items, cash):
        assert self._owns(seat, items)
        assert not any(item in DEED and self.level[DEED[item]] for item in items)
        self._give(items, to)
        self._move(seat, to, cash)
