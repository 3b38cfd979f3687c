"""Mortgages (rules section 9)."""

from __future__ import annotations

import pytest

from .table import BROWN, ORANGE, built, covers, player


@pytest.mark.parametrize(
    ("deed", "value"),
    [("mediterranean-avenue", 30), ("boardwalk", 200), ("park-place", 175), ("short-line", 100), ("water-works", 75)],
)
def test_mortgaging_pays_half_the_price(table, deed, value):
    """R-97 mortgages: the mortgage value printed on the deed, half of its price; section 9."""
    t = table([player(deeds=[deed]), player()])
    t.do(f"mortgage:{deed}")
    assert t.is_mortgaged(deed)
    assert t.owner(deed) == 0
    assert t.cash[0] == 1500 + value


@pytest.mark.parametrize(
    ("deed", "price"),
    [("mediterranean-avenue", 33), ("boardwalk", 220), ("park-place", 193), ("short-line", 110), ("water-works", 83)],
)
def test_lifting_costs_ten_percent_more(table, deed, price):
    """R-97 mortgages: lifting costs the value plus 10 %, rounded up ($83 for a utility); section 9 [G]."""
    t = table([player(deeds=[deed], mortgaged=[deed]), player()])
    t.do(f"lift:{deed}")
    assert not t.is_mortgaged(deed)
    assert t.cash[0] == 1500 - price


@covers("rounding")
def test_rounding_down(table):
    """Section 9 [G], option rounding down: $82 for a utility, $192 for Park Place."""
    t = table([player(deeds=["water-works", "park-place"], mortgaged=["water-works", "park-place"]), player()],
              rounding="down")  # fmt: skip
    t.do("lift:water-works", "lift:park-place")
    assert t.cash[0] == 1500 - 82 - 192


@covers("interest_base")
def test_ten_percent_of_the_price(table):
    """R-97 bankruptcy literally, option interest_base price: "10 % of the value of the property"; section 9."""
    t = table([player(deeds=["boardwalk"], mortgaged=["boardwalk"]), player()], interest_base="price")
    t.do("lift:boardwalk")
    assert t.cash[0] == 1500 - 240


def test_lifting_is_paid_from_cash(table):
    """Section 9: who cannot pay cannot lift."""
    t = table([player(cash=219, deeds=["boardwalk", "park-place"], mortgaged=["boardwalk"]), player()])
    assert t.why("lift:boardwalk") == "TOO_EXPENSIVE"
    t.do("mortgage:park-place", "lift:boardwalk")
    assert t.cash[0] == 219 + 175 - 220


def test_buildings_bar_the_mortgage(table):
    """R-97 mortgages: all buildings of the colour group are sold before any lot of it is mortgaged; section 8."""
    t = table([player(**built(ORANGE, 0, 0, 1)), player()])
    assert t.why(f"mortgage:{ORANGE[0]}") == "GROUP_HAS_BUILDINGS"
    t.do(f"sell:{ORANGE[2]}", f"mortgage:{ORANGE[0]}")
    assert t.cash[0] == 1500 + 50 + 90


def test_other_groups_do_not_bar_it(table):
    """Section 9: only buildings of the deed's own group matter."""
    lots = built(ORANGE, 1)
    t = table([player(deeds=[*ORANGE, *BROWN], buildings=lots["buildings"]), player()])
    assert t.verbs("mortgage") == set(BROWN)


def test_twice_mortgaged(table):
    """Section 9: a mortgaged deed is not mortgaged again, a free one not lifted."""
    t = table([player(deeds=["boardwalk", "park-place"], mortgaged=["boardwalk"]), player()])
    assert t.why("mortgage:boardwalk") == "ALREADY_MORTGAGED"
    assert t.why("lift:park-place") == "NOT_MORTGAGED"


def test_mortgaging_in_jail(table):
    """R-97 jail: one may mortgage in jail; section 5."""
    t = table([player(jail=2, deeds=["boardwalk"]), player()])
    t.do("mortgage:boardwalk")
    assert t.cash[0] == 1700


def test_a_mortgage_does_not_end_ownership(table):
    """R-97 mortgages: the mortgaged deed remains its owner's: nobody else can buy it; section 9."""
    t = table([player(), player(deeds=BROWN, mortgaged=["baltic-avenue"])])
    t.throws(1, 2)
    assert not t.can("buy")
    assert t.owner("baltic-avenue") == 1


def test_lifting_at_any_later_time(table):
    """Section 9: also between turns, and interest does not grow."""
    t = table([player(at="Jail"), player(deeds=["boardwalk"], mortgaged=["boardwalk"])])
    t.throws(4, 6).do("pass", "lift:boardwalk")
    assert t.cash[1] == 1280
