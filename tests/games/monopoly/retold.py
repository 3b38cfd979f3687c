"""A table of Monopoly kept by somebody who only hears what is told: the parameters of the events, nothing else."""

from __future__ import annotations

from typing import Any

from magnate.core.narration import Event
from magnate.games.monopoly.board import JAIL_SQUARE
from magnate.games.monopoly.codec import DECK_NAMES, DEED_SLUGS, ITEM_SLUGS
from magnate.games.monopoly.text import items_in


class Table:
    """What everybody has, by what was told since a state in which all of it was known."""

    def __init__(self, g: Any) -> None:
        seats = range(g.opt.players)
        self.cash: dict[int | str, int] = {seat: g.cash[seat] for seat in seats}
        self.cash["pot"] = g.pot
        self.owner: dict[str, int] = {item: seat for seat in seats for item in items_in(g.deeds[seat])}
        self.owner |= {f"{deck}-card": g.holder[i] - 1 for i, deck in enumerate(DECK_NAMES) if g.holder[i]}
        self.mortgaged = set(items_in(g.mortgaged))
        self.level = {deed: g.level[i] for i, deed in enumerate(DEED_SLUGS) if g.built >> i & 1 and g.level[i]}
        self.square = {seat: g.square[seat] for seat in seats}
        self.jailed = {seat for seat in seats if g.jail[seat]}
        self._owed: tuple[Any, ...] = ()

    def hear(self, event: Event) -> None:
        """Take in one event."""
        told = getattr(self, f"_{event.key.replace('-', '_')}", None)
        if told is not None:
            told(**event.params)

    # ------------------------------------------------------------------------------------------- money

    def _move(self, payer: int | str, payee: int | str, amount: int) -> None:
        for account, sign in ((payer, -1), (payee, 1)):
            if account != "bank":
                self.cash[account] += sign * amount

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
        """What is paid is for what was said when it was owed and could not be paid."""
        if self._owed[:3] == (seat, to, amount):
            assert self._owed[3] in reasons
            assert self._owed[4] == deed
            self._owed = ()
        self._move(seat, to, amount)

    def _pot_taken(self, seat, amount):
        self._move("pot", seat, amount)

    def _written_off(self, seat, amount):
        self._move("bank", seat, amount)

    # ------------------------------------------------------------------------------- deeds, cards, mortgages

    def _give(self, things, to):
        for thing in things:
            self.owner.pop(thing, None)
            if to != "bank":
                self.owner[thing] = to

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
        assert all(self.owner.get(item) == seat for item in give)
        assert all(self.owner.get(item) == partner for item in get)
        self._give(give, partner)
        self._give(get, seat)
        self._move(seat, partner, money)

    def _keeps_card(self, seat, deck):
        self._give([f"{deck}-card"], seat)

    def _returns_card(self, seat, deck):
        self._give([f"{deck}-card"], "bank")

    def _mortgages(self, seat, deed, amount):
        self._move("bank", seat, amount)
        self.mortgaged.add(deed)

    def _lifts(self, seat, deed, amount):
        self._move(seat, "bank", amount)
        self.mortgaged.remove(deed)

    def _mortgage_undone(self, seat, deed, amount):
        self._lifts(seat, deed, amount)

    def _mortgages_cancelled(self, deeds):
        self.mortgaged -= set(deeds)

    # ------------------------------------------------------------------------------------- buildings

    def _builds(self, seat, deed, level, price):
        assert self.owner.get(deed) == seat
        self._move(seat, "bank", price)
        self.level[deed] = level

    def _sells(self, seat, deed, level, amount):
        self._move("bank", seat, amount)
        del self.level[deed]
        if level:
            self.level[deed] = level

    # ---------------------------------------------------------------------------------- tokens, bankrupts

    def _moves(self, seat, square, backwards):
        self.square[seat] = square

    def _to_jail(self, seat, cause):
        self.square[seat] = JAIL_SQUARE
        self.jailed.add(seat)

    def _leaves_jail(self, seat, how, amount, to):
        self.jailed.remove(seat)
        if amount:
            self._pay(seat, to, amount, {"bail"})

    def _goes_bankrupt(self, seat, to, amount):
        self._owed = ()
        self.square[seat] = 0
        self.jailed.discard(seat)

    def _estate(self, seat, to, items, cash):
        assert all(self.owner.get(item) == seat for item in items)
        assert not any(item in self.level for item in items)
        self._give(items, to)
        self._move(seat, to, cash)


def held(g: Any) -> tuple[Any, ...]:
    """What a table tells of, as the state has it: quick to compare."""
    fields = (g.cash, g.deeds, g.holder, g.level, g.square, g.jail)
    return (g.pot, g.mortgaged, *(field[i] for field in fields for i in range(len(field))))


def faults(table: Table, g: Any) -> dict[str, Any]:
    """What the table holds otherwise than the state does; empty where all agree."""
    real = vars(Table(g))
    told = {name: value for name, value in vars(table).items() if not name.startswith("_")}
    return {name: (value, real[name]) for name, value in told.items() if value != real[name]}
