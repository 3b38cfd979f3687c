"""What becomes of mortgages taken for a debt that could not be paid after all (rules section 10, failed_raising)."""

from __future__ import annotations

import pytest

from .table import BROWN, DARK_BLUE, ORANGE, UTILITIES, Table, built, covers, player

HOTELS = built(DARK_BLUE, "hotel")
"""Boardwalk costs $2,000 with its hotel."""


def ruined(table, *others, how="undone", cash=10, deeds=("short-line",), **settings) -> Table:
    """Seat 0, who has a jail card to offer as well, owes seat 1 the rent of Boardwalk."""
    debtor = player(cash=cash, at="Pennsylvania Avenue", deeds=list(deeds), jail_cards=["chance"])
    t = table([debtor, player(**HOTELS), *others], failed_raising=how, **settings).throws(2, 3)
    assert t.mover == 0
    return t


@covers("failed_raising")
def test_what_was_raised_in_vain_stands(table):
    """Section 10 default: actions done while trying are not rolled back, option failed_raising stands."""
    t = ruined(table, player(), how="stands").do("mortgage:short-line", "bankrupt")
    assert t.is_mortgaged("short-line")
    assert t.cash == [0, 1500 + 110 - 10, 1500], "the cash of the mortgage, less the 10 % on it"
    assert t.mover == 1, "who may lift it at once"


@covers("failed_raising")
def test_what_was_raised_in_vain_is_undone(table):
    """Section 10 [G], option failed_raising undone: the creditor gets the deed as it was, and owes no 10 %."""
    t = ruined(table, player()).do("mortgage:short-line", "bankrupt")
    assert t.owner("short-line") == 1
    assert not t.is_mortgaged("short-line")
    assert t.cash == [0, 1510, 1500]
    assert t.holder("chance") == 1


@covers("failed_raising")
def test_older_mortgages_are_not_undone(table):
    """Section 10, option failed_raising: only what was mortgaged for this debt."""
    debtor = player(cash=10, at="Pennsylvania Avenue", deeds=UTILITIES, mortgaged=["water-works"], jail_cards=["chest"])
    t = table([debtor, player(**HOTELS), player()], failed_raising="undone").throws(2, 3)
    t.do("mortgage:electric-company", "bankrupt")
    assert t.is_mortgaged("water-works")
    assert not t.is_mortgaged("electric-company")
    assert t.cash[1] == 1510 - 8


@covers("failed_raising")
def test_what_was_paid_with_stays_mortgaged(table):
    """Section 10, option failed_raising: a debt that is paid has not failed, and leaves nothing to undo."""
    players = [player(cash=3, deeds=["short-line"]), player(deeds=BROWN)]
    t = table(players, failed_raising="undone").throws(1, 2).do("mortgage:short-line")
    assert t.cash == [95, 1508]
    assert t.is_mortgaged("short-line")
    assert not any(t.fields["pledged"])


@covers("failed_raising")
def test_what_was_traded_away_stays_as_it_is(table):
    """Section 10, option failed_raising: a mortgage is undone while the debtor still holds the deed."""
    t = ruined(table, player()).do("mortgage:short-line")
    t.offers(2, "short-line", asks=50).do("accept", "pass", "bankrupt")
    assert t.owner("short-line") == 2
    assert t.is_mortgaged("short-line")
    assert t.cash == [0, 1500 + 160, 1500 - 50 - 10]


@covers("failed_raising")
def test_undone_as_far_as_the_cash_goes(table):
    """Section 10, option failed_raising: in board order, each for which there is still the cash."""
    t = ruined(
        table, player(), deeds=["electric-company", "short-line", "baltic-avenue"], insolvent_trades="any", cash=0
    )
    t.do("mortgage:electric-company", "mortgage:short-line", "mortgage:baltic-avenue")
    t.offers(2, "chance-card", pays=110).do("accept")
    assert t.cash[0] == 30 + 75 + 100 - 110
    t.do("bankrupt")
    assert [t.is_mortgaged(deed) for deed in ("baltic-avenue", "electric-company", "short-line")] == [
        False,
        True,
        True,
    ], "$95: 30 for Baltic Avenue, and then too little for 75 and for 100"
    assert t.cash[1] == 1500 + 65 - 8 - 10


@covers("failed_raising")
@pytest.mark.parametrize(("how", "pot"), [("stands", 105), ("undone", 5)])
def test_undone_before_the_bank_takes_the_estate(table, how, pot):
    """Section 10, option failed_raising: the bank's loan is no part of what the pot on Free Parking gets."""
    debtor = player(cash=5, at="Pennsylvania Avenue", deeds=["short-line"], jail_cards=["chance"])
    t = table([debtor, player(), player()], failed_raising=how, free_parking_pot=True, luxury_tax=5000)
    t.throws(1, 3).do("mortgage:short-line", "bankrupt")
    assert t.pot == pot


@pytest.mark.parametrize("throw", [(2, 3), (1, 3)], ids=["to a player", "to the bank"])
def test_buildings_need_no_undoing(table, throw):
    """Section 10: a bankrupt's buildings go back at half price, so it is the same if they were sold before."""
    ends = []
    for sold in ([], [f"sell:{ORANGE[2]}"]):
        debtor = player(cash=0, at="Pennsylvania Avenue", **built(ORANGE, 0, 0, 1), jail_cards=["chance"])
        t = table([debtor, player(**HOTELS), player()], failed_raising="undone", luxury_tax=5000)
        ends.append(t.throws(*throw).do(*sold, "bankrupt").fields)
    assert ends[0] == ends[1]
