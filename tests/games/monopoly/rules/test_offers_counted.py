"""What statistics count as an offer, and as one that was accepted (`tracking`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from magnate.games.monopoly.setup_model import mirrored, part
from magnate.games.monopoly.statistics import ACCEPTED, OFFERED, TRACKED
from magnate.runtime.pystate import py_ints

from .table import DARK_BLUE, Table, built, player

TO_BOARDWALK = (2, 3)  # from Pennsylvania Avenue


def visitor(cash: int = 0, **more: Any) -> dict[str, Any]:
    """A player about to land on Boardwalk."""
    return player(cash=cash, at="Pennsylvania Avenue", **more)


class Counted:
    """A table whose steps are tracked as the drivers track those of a game."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.tally = py_ints(TRACKED)
        self._step = table.engine.step
        table.engine.step = self.step  # type: ignore[method-assign]

    def step(self, action: int) -> None:
        """Take a step, and note what it did."""
        self._step(action)
        part("statistics").track(mirrored(self.table.engine.state()), action, self.tally)

    def _each(self, first: int) -> list[int]:
        return [self.tally[first + seat] for seat in range(self.table.players)]

    @property
    def made(self) -> list[int]:
        """Each seat's offers."""
        return self._each(OFFERED)

    @property
    def accepted(self) -> list[int]:
        """Those that were accepted."""
        return self._each(ACCEPTED)


@pytest.fixture
def counted(table) -> Callable[..., tuple[Table, Counted]]:
    """Sets a table as ``table`` does, and counts."""

    def begin(*players: Any, **settings: Any) -> tuple[Table, Counted]:
        t = table(*players, **settings)
        return t, Counted(t)

    return begin


def test_an_accepted_offer(counted):
    """Made when the partner is asked, accepted when the partner says so, by the seat that made it; section 9."""
    t, count = counted([player(), player(deeds=["water-works"]), player()], turn=0)
    t.do("trade:1", "item:water-works")
    assert count.made == [0, 0, 0]
    t.do("propose")
    assert (count.made, count.accepted) == ([1, 0, 0], [0, 0, 0])
    t.do("accept")
    assert (count.made, count.accepted) == ([1, 0, 0], [1, 0, 0])
    t.throws(1, 3)
    assert (count.made, count.accepted) == ([1, 0, 0], [1, 0, 0])


def test_a_refused_offer_is_made(counted):
    """The partner refuses: an offer, but none that was accepted; section 9."""
    t, count = counted([player(deeds=["boardwalk"]), player(deeds=["water-works"])])
    t.offers(1, "water-works", "boardwalk", pays=10).do("reject")
    assert (count.made, count.accepted) == ([1, 0], [0, 0])


def test_a_withdrawn_offer_is_none(counted):
    """Withdrawn before the partner hears of it, it is not made, though it counts for the turn; section 9."""
    t, count = counted([player(deeds=["boardwalk"]), player()])
    t.do("trade:1", "item:boardwalk", "cancel")
    t.do("trade:1", "cancel")
    assert (count.made, count.accepted) == ([0, 0], [0, 0])
    t.offers(1, "boardwalk", asks=400).do("accept")
    assert (count.made, count.accepted) == ([1, 0], [1, 0])


@pytest.mark.parametrize("cash", [{"pays": 175}, {"asks": 1500}])
def test_an_offer_with_cash_is_one(counted, cash):
    """However many digits its amount has; section 9."""
    t, count = counted([player(deeds=["short-line"]), player(deeds=["water-works"])])
    t.offers(1, "water-works", "short-line", **cash).do("accept")
    assert (count.made, count.accepted) == ([1, 0], [1, 0])


def test_jail_cards_alone_are_an_offer(counted):
    """No deed changes hands; section 9."""
    t, count = counted([player(jail_cards=["chance"]), player(jail_cards=["chest"])])
    t.offers(1, "chance-card", "chest-card").do("accept")
    assert (count.made, count.accepted) == ([1, 0], [1, 0])


def test_each_seat_has_its_own_offers(counted):
    """Several in a turn, to several partners; then the partner's own, which gives back what it got; section 9."""
    t, count = counted([player(deeds=["boardwalk"]), player(deeds=["water-works"]), player()])
    t.offers(1, "boardwalk", asks=900).do("reject")
    t.offers(2, "boardwalk", asks=900).do("reject")
    t.offers(1, "boardwalk", asks=400).do("accept")
    assert (count.made, count.accepted) == ([3, 0, 0], [1, 0, 0])
    t.throws(4, 6)
    assert t.mover == 1
    t.offers(0, "boardwalk", pays=400).do("accept")
    assert t.owner("boardwalk") == 0
    t.offers(0, "water-works", asks=1).do("reject")
    assert (count.made, count.accepted) == ([3, 2, 0], [1, 1, 0])


def test_an_accepted_offer_pays_a_debt_at_once(counted):
    """The money goes on to the creditor in the same step; sections 9 and 10."""
    debtor = visitor(deeds=["short-line"])
    t, count = counted([debtor, player(deeds=DARK_BLUE), player()])
    t.throws(*TO_BOARDWALK).offers(2, "short-line", asks=100).do("accept")
    assert t.cash[:2] == [0, 1600]
    assert (count.made, count.accepted) == ([1, 0, 0], [1, 0, 0])


def test_an_accepted_offer_that_cannot_save_from_bankruptcy(counted):
    """The bankrupt keeps its offers; what it got for them is the creditor's; sections 9 and 10."""
    debtor, creditor = visitor(deeds=["short-line"]), player(**built(DARK_BLUE, "hotel"))
    t, count = counted([debtor, creditor, player(deeds=["water-works"]), player()])
    t.throws(*TO_BOARDWALK).offers(2, "water-works", "short-line", asks=20).do("accept")
    t.offers(3, "water-works", asks=10).do("reject")
    t.do("bankrupt")
    assert t.owner("water-works") == 1
    assert 0 not in t.alive
    t.all_pass()
    assert (count.made, count.accepted) == ([2, 0, 0, 0], [1, 0, 0, 0])


def test_an_offer_after_a_bankruptcy(counted):
    """Another partner than the one who is out; the bankrupt's seat counts nothing; sections 9 and 10."""
    debtor, creditor = visitor(deeds=["short-line"]), player(**built(DARK_BLUE, "hotel"))
    t, count = counted([debtor, creditor, player(deeds=["water-works"])])
    t.throws(*TO_BOARDWALK).do("bankrupt")
    t.all_pass()
    assert t.alive == [1, 2]
    assert (t.turn, t.mover) == (1, 1)
    t.offers(2, "water-works", "short-line").do("accept")
    assert t.owner("short-line") == 2
    assert (count.made, count.accepted) == ([0, 1, 0], [0, 1, 0])
