"""Rent (rules section 6)."""

from __future__ import annotations

import pytest

from magnate.games.monopoly import codec
from magnate.games.monopoly.board import DATA

from .table import BROWN, DARK_BLUE, LIGHT_BLUE, RAILROADS, UTILITIES, built, covers, player


def rent_at(t):
    """What seat 0 has paid to seat 1."""
    paid = 1500 - t.cash[0]
    assert t.cash[1] == 1500 + paid
    return paid


def test_base_rent(table):
    """R-97 rent: the base rent of the deed to its owner; section 6, rents of the board."""
    t = table([player(), player(deeds=["baltic-avenue"])])
    assert rent_at(t.throws(1, 2)) == 4


def test_whole_group_doubles_base_rent(table):
    """R-97 rent: double on unimproved lots of a complete colour group; section 6."""
    t = table([player(), player(deeds=BROWN)])
    assert rent_at(t.throws(1, 2)) == 8


@pytest.mark.parametrize(("level", "rent"), [(1, 200), (2, 600), (3, 1400), (4, 1700), ("hotel", 2000)])
def test_rent_with_buildings_is_the_printed_ladder(table, level, rent):
    """R-97 rent: with buildings the printed rent, never doubled; section 6."""
    t = table([player(cash=2500, at="Pennsylvania Avenue"), player(**built(DARK_BLUE, level))])
    t.throws(2, 3)
    assert t.cash == [2500 - rent, 1500 + rent]


def test_a_bare_lot_of_a_group_built_elsewhere_is_doubled(table):
    """R-97 rent: double on every unimproved lot even though another of the group is built on; section 6."""
    t = table([player(), player(**built(LIGHT_BLUE, 0, 1, 1))])
    assert rent_at(t.throws(2, 4)) == 12


def test_a_mortgaged_sister_does_not_spoil_the_double(table):
    """R-97 mortgages: double rent also when another lot of the group is mortgaged; section 6."""
    t = table([player(), player(deeds=BROWN, mortgaged=["mediterranean-avenue"])])
    assert rent_at(t.throws(1, 2)) == 8


@covers("mortgaged_group_double")
def test_a_mortgaged_sister_in_the_uk_edition(table):
    """Waddingtons 1996, option mortgaged_group_double off: no double while a sister is mortgaged; section 6 [E]."""
    sisters = player(deeds=BROWN, mortgaged=["mediterranean-avenue"])
    assert rent_at(table([player(), sisters], mortgaged_group_double=False).throws(1, 2)) == 4
    assert rent_at(table([player(), player(deeds=BROWN)], mortgaged_group_double=False).throws(1, 2)) == 8


def test_a_mortgaged_lot_earns_nothing(table):
    """R-97 mortgages: no rent on mortgaged property; section 6."""
    t = table([player(), player(deeds=BROWN, mortgaged=["baltic-avenue"])])
    assert rent_at(t.throws(1, 2)) == 0


@pytest.mark.parametrize(("owned", "rent"), [(1, 25), (2, 50), (3, 100), (4, 200)])
def test_railroads_by_their_number(table, owned, rent):
    """Railroad deeds: 25, 50, 100, 200 by the number owned; section 6."""
    t = table([player(), player(deeds=RAILROADS[:owned])])
    assert rent_at(t.throws(2, 3)) == rent


def test_railroads_of_different_owners(table):
    """Section 6: only the owner's own railroads count."""
    t = table([player(), player(deeds=RAILROADS[:2]), player(deeds=RAILROADS[2:])])
    assert rent_at(t.throws(2, 3)) == 50


def test_mortgaged_railroads_still_count(table):
    """R-25 railroads: mortgaged siblings still count for the number; section 6."""
    t = table([player(), player(deeds=RAILROADS, mortgaged=RAILROADS[1:])])
    assert rent_at(t.throws(2, 3)) == 200


def test_a_mortgaged_railroad_earns_nothing(table):
    """R-97 mortgages: the mortgaged railroad itself is free; section 6."""
    t = table([player(), player(deeds=RAILROADS, mortgaged=RAILROADS[:1])])
    assert rent_at(t.throws(2, 3)) == 0


@pytest.mark.parametrize(("owned", "times"), [(1, 4), (2, 10)])
def test_utilities_by_the_throw(table, owned, times):
    """Utility deeds: 4 or 10 times the throw that brought the payer there; section 6."""
    t = table([player(at="Income Tax"), player(deeds=UTILITIES[:owned])])
    assert rent_at(t.throws(3, 5)) == times * 8


def test_a_mortgaged_utility_still_counts(table):
    """R-25 utilities: with the other one mortgaged it is still 10 times; section 6."""
    t = table([player(at="Income Tax"), player(deeds=UTILITIES, mortgaged=["water-works"])])
    assert rent_at(t.throws(3, 5)) == 80


@covers("utility_throw")
def test_a_fresh_throw_for_utilities(table):
    """R-25 read literally, option utility_throw fresh: a new throw decides the rent; section 6 [E]."""
    t = table([player(at="Income Tax"), player(deeds=UTILITIES[:1])], utility_throw="fresh")
    t.throws(3, 5)
    assert t.mover == "chance"
    assert sum(t.outcomes.values()) == 36
    t.do("roll:6-6")
    assert rent_at(t) == 48
    assert t.all_pass().turn == 1, "a double of that throw does not throw again"


def test_a_fresh_throw_keeps_the_doubles_of_the_move(table):
    """Section 6 and 2: the throw for the rent neither gives nor takes another turn."""
    t = table([player(at="Income Tax"), player(deeds=UTILITIES[:1])], utility_throw="fresh")
    t.throws(4, 4).do("roll:1-2")
    assert rent_at(t) == 12
    assert t.turn == 0
    t.throws(1, 2)
    assert t.squares[0] == 15


def test_a_utility_reached_by_the_throw_out_of_jail(table):
    """Sections 5 and 6: the throw that freed from jail is the one that counts."""
    t = table([player(jail=1), player(deeds=UTILITIES)])
    assert rent_at(t.throws(1, 1)) == 20


def test_rent_goes_to_the_right_owner(table):
    """Section 6: only the owner is paid."""
    t = table([player(), player(), player(deeds=["baltic-avenue"])])
    t.throws(1, 2)
    assert t.cash == [1496, 1500, 1504]


def test_rent_is_collected_automatically(table):
    """Section 6 default: rent is collected without the owner asking."""
    t = table([player(), player(deeds=BROWN)])
    t.throws(1, 2)
    assert t.cash[0] == 1492
    assert t.phase == "after"


@covers("rent_claim")
def test_rent_may_have_to_be_claimed(table):
    """R-97 rent: the owner must ask for it, option rent_claim ask; section 6 [E]."""
    t = table([player(), player(deeds=BROWN)], rent_claim="ask")
    t.throws(1, 2)
    assert t.mover == 1
    assert t.legal == {"claim-rent", "waive-rent"}
    t.do("claim-rent")
    assert t.cash == [1492, 1508]


@covers("rent_claim")
def test_rent_may_be_forgone(table):
    """R-97 rent: rent not asked for is forfeited, option rent_claim ask; section 6 [E]."""
    t = table([player(), player(deeds=BROWN)], rent_claim="ask")
    t.throws(1, 2).do("waive-rent")
    assert t.cash == [1500, 1500]
    assert t.all_pass().turn == 1


def test_nothing_to_claim_on_a_mortgaged_deed(table):
    """Section 6: with rent_claim ask nobody is asked where nothing is due."""
    t = table([player(), player(deeds=BROWN, mortgaged=["baltic-avenue"])], rent_claim="ask")
    t.throws(1, 2)
    assert not t.can("claim-rent")


@covers("rent_claim")
def test_claiming_before_the_fresh_throw(table):
    """Section 6, option rent_claim ask: the owner asks first, then the dice of the utility card are thrown."""
    t = table([player(), player(deeds=UTILITIES)], rent_claim="ask")
    t.throws(3, 4).draws("advance_nearest_utility").do("claim-rent")
    assert t.mover == "chance"
    t.do("roll:1-2")
    assert rent_at(t) == 30


STREETS = [square for square in DATA["board"] if square["type"] == "street"]


@pytest.mark.parametrize("square", STREETS, ids=lambda square: square["name"])
def test_the_rents_of_every_street(table, square):
    """Deeds: the printed rents of all 22 streets, bare, in a whole group and with each building; section 6."""
    group = [other["name"] for other in DATA["board"] if other["group"] == square["group"]]
    lots = [codec.DEED_SLUGS[codec.deed_number(name)] for name in group]
    expected = dict(zip((1, 2, 3, 4, "hotel"), square["rent"][1:], strict=True)) | {
        0: square["rent_monopoly_unimproved"]
    }
    start = (square["index"] - 3) % 40
    for level, rent in expected.items():
        t = table([player(cash=3000, at=start), player(cash=0, **built(lots, level))], salary=0).throws(1, 2)
        assert t.cash == [3000 - rent, rent], level
    alone = codec.DEED_SLUGS[codec.deed_number(square["name"])]
    t = table([player(cash=3000, at=start), player(cash=0, deeds=[alone])], salary=0).throws(1, 2)
    assert t.cash[1] == square["rent"][0]
