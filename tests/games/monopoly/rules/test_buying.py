"""Buying what one lands on (rules section 4)."""

from __future__ import annotations

import pytest

from .table import DARK_BLUE, ORANGE, built, covers, player


def test_buying_at_the_printed_price(table):
    """R-97 buying property: the bank sells at the printed price to who lands on it; section 4."""
    t = table([player(), player()])
    t.throws(1, 2)
    assert t.legal == {"buy", "decline"}
    t.do("buy")
    assert t.owner("baltic-avenue") == 0
    assert t.cash == [1440, 1500]


@pytest.mark.parametrize(
    ("start", "dice", "deed", "price"),
    [
        ("GO", (2, 3), "reading-railroad", 200),
        ("Income Tax", (3, 5), "electric-company", 150),
        ("Marvin Gardens", (4, 6), "boardwalk", 400),
        ("Free Parking", (3, 6), "marvin-gardens", 280),
    ],
)
def test_every_kind_of_deed_is_for_sale(table, start, dice, deed, price):
    """R-97 buying property: streets, railroads and utilities alike; section 4, prices of the board."""
    t = table([player(at=start), player()])
    t.throws(*dice).do("buy")
    assert t.owner(deed) == 0
    assert t.cash[0] == 1500 - price


def test_buying_after_a_card(table):
    """R-97 buying property: landing by card counts as landing; section 4."""
    t = table([player(), player()])
    t.throws(3, 4).draws("advance_illinois").do("buy")
    assert t.owner("illinois-avenue") == 0
    assert t.cash[0] == 1260


def test_declining_means_an_auction_at_once(table):
    """R-97 buying property: if you do not wish to buy, the bank auctions it at once; section 4."""
    t = table([player(), player()])
    t.throws(1, 2).do("decline")
    assert t.can("bid:least")
    assert not t.settled


@covers("auctions")
def test_without_auctions_a_declined_deed_stays_with_the_bank(table):
    """House rule and M2, option auctions: the declined deed stays with the bank; section 4."""
    t = table([player(), player()], auctions=False)
    t.throws(1, 2).do("decline")
    assert t.owner("baltic-avenue") is None
    assert t.turn == 1


def test_the_last_dollar_buys(table):
    """Section 4: who has exactly the price may buy, and has nothing left."""
    t = table([player(cash=60), player()])
    t.throws(1, 2).do("buy")
    assert t.cash[0] == 0
    assert t.owner("baltic-avenue") == 0


def test_cash_may_be_raised_to_buy(table):
    """Section 4 [I]: mortgaging first is legal at any time, so the price may be raised after choosing to buy."""
    t = table([player(cash=50, deeds=["boardwalk"]), player()])
    t.throws(1, 2).do("buy")
    assert t.owner("baltic-avenue") is None, "not before it is paid for"
    t.do("mortgage:boardwalk")
    assert t.owner("baltic-avenue") == 0
    assert t.cash[0] == 50 + 200 - 60


def test_who_buys_must_raise_the_price(table):
    """Section 4: having chosen to buy with means to raise it, nobody can give up or go bankrupt instead."""
    t = table([player(cash=50, deeds=["boardwalk"]), player()])
    t.throws(1, 2).do("buy")
    assert t.why("bankrupt") == "CAN_STILL_PAY"
    assert t.why("pass") != "OK"


def test_buildings_may_be_sold_to_buy(table):
    """Section 4 [I] and 8: selling buildings first, at half price."""
    t = table([player(cash=0, **built(DARK_BLUE, 1)), player()])
    t.throws(1, 2).do("buy", "sell:boardwalk")
    assert t.owner("baltic-avenue") == 0
    assert t.cash[0] == 100 - 60


@covers("raise_to_buy")
def test_no_raising_to_buy(table):
    """M2 and E1, option raise_to_buy off: who lacks the cash is not asked, and the deed is auctioned."""
    t = table([player(cash=50, deeds=["boardwalk"]), player()], raise_to_buy=False)
    t.throws(1, 2)
    assert t.mover == 1
    assert t.can("bid:least")


def test_who_cannot_raise_the_price_is_not_asked(table):
    """Section 4: neither cash nor means for the price: the bank auctions it at once."""
    t = table([player(cash=20, deeds=["mediterranean-avenue"]), player()])
    t.throws(2, 3)
    assert t.mover == 1
    assert t.can("bid:least")


def test_mortgages_that_exist_raise_nothing(table):
    """Section 4 and 9: a deed that is mortgaged already cannot raise the price again."""
    t = table([player(cash=50, deeds=["boardwalk"], mortgaged=["boardwalk"]), player()])
    t.throws(1, 2)
    assert t.mover == 1


def test_landing_on_your_own_deed(table):
    """Section 6: the owner pays nothing on its own property and is offered nothing."""
    t = table([player(deeds=["baltic-avenue"]), player()])
    t.throws(1, 2)
    assert t.cash == [1500, 1500]
    assert t.phase == "after"


def test_doubles_throw_again_after_buying(table):
    """R-97 doubles: the square is settled first, then the same player throws again; section 2."""
    t = table([player(), player()])
    t.throws(3, 3).do("buy")
    assert t.owner("oriental-avenue") == 0
    assert t.turn == 0
    t.throws(1, 2)
    assert t.squares[0] == 9


def test_the_last_deed_of_a_group_completes_it(table):
    """Section 4: the last deed of a group is bought as any other, and completes the group at once."""
    t = table([player(at="Reading Railroad", deeds=ORANGE[1:]), player(at="GO")])
    t.throws(5, 6).do("buy")
    assert t.owner("st-james-place") == 0
    assert t.verbs("build") == set(ORANGE)


def test_nothing_else_happens_between_landing_and_buying(table):
    """Section 9 [G]: no building, mortgaging or trading between a throw and the end of its resolution."""
    t = table([player(deeds=DARK_BLUE), player(deeds=ORANGE)])
    t.throws(1, 2)
    assert t.legal == {"buy", "decline"}
    assert t.why("build:boardwalk") == "NOT_NOW"
    assert t.why("trade:1") == "NOT_NOW"


@covers("raise_to_buy", "bankruptcy")
def test_no_buying_on_credit(table):
    """Section 4, options raise_to_buy and bankruptcy: where no debt is raised, buying is from cash in hand."""
    t = table([player(cash=100, deeds=["boardwalk"]), player()], bankruptcy="cash").throws(2, 3)
    assert not t.can("buy")
