"""Building and selling, evenly and one at a time (rules section 8)."""

from __future__ import annotations

import pytest

from .table import BROWN, DARK_BLUE, GREEN, LIGHT_BLUE, ORANGE, RAILROADS, built, covers, player


def test_building_a_house(table):
    """R-97 houses: with the whole group, at the house price of the deed; section 8."""
    t = table([player(deeds=ORANGE), player()])
    t.do("build:new-york-avenue")
    assert t.levels(ORANGE) == [0, 0, 1]
    assert t.cash[0] == 1400
    assert t.houses == 31


@pytest.mark.parametrize(("group", "price"), [(BROWN, 50), (LIGHT_BLUE, 50), (ORANGE, 100), (DARK_BLUE, 200)])
def test_house_prices(table, group, price):
    """Deeds: $50 on the first side of the board, then 100, 150 and 200; section 8."""
    t = table([player(deeds=group), player()])
    t.do(f"build:{group[0]}")
    assert t.cash[0] == 1500 - price


def test_the_whole_group_is_needed(table):
    """R-97 houses: only on a complete colour group; section 8."""
    t = table([player(deeds=ORANGE[:2]), player(deeds=ORANGE[2:])])
    assert t.why(f"build:{ORANGE[0]}") == "GROUP_INCOMPLETE"


def test_no_building_with_a_mortgaged_lot(table):
    """R-97 houses: no lot of the group may be mortgaged; section 8."""
    t = table([player(deeds=ORANGE, mortgaged=ORANGE[:1]), player()])
    assert t.why(f"build:{ORANGE[2]}") == "GROUP_MORTGAGED"


def test_railroads_and_utilities_cannot_be_built_on(table):
    """R-97 houses: only streets; section 8."""
    t = table([player(deeds=RAILROADS), player()])
    assert t.why(f"build:{RAILROADS[0]}") == "NOT_A_STREET"


def test_building_evenly(table):
    """R-97 houses: no second house on a lot before each of the group has one; section 8."""
    t = table([player(deeds=ORANGE), player()])
    t.do(f"build:{ORANGE[0]}")
    assert t.why(f"build:{ORANGE[0]}") == "UNEVEN"
    assert t.verbs("build") == set(ORANGE[1:])
    t.do(f"build:{ORANGE[1]}", f"build:{ORANGE[2]}")
    assert t.verbs("build") == set(ORANGE)


def test_a_hotel_returns_four_houses(table):
    """R-97 hotels: four houses go back to the bank, plus the price of one house; section 8."""
    t = table([player(**built(DARK_BLUE, 4)), player()])
    assert t.houses == 24
    t.do("build:boardwalk")
    assert t.levels(DARK_BLUE) == [4, 5]
    assert (t.houses, t.hotels) == (28, 11)
    assert t.cash[0] == 1300


def test_a_hotel_needs_four_houses_on_every_lot(table):
    """R-97 hotels: only when each lot of the group has four houses; section 8."""
    t = table([player(**built(DARK_BLUE, 3, 4)), player()])
    assert t.why("build:boardwalk") == "UNEVEN"


def test_one_hotel_a_lot(table):
    """R-97 hotels: no more than one on a lot; section 8."""
    t = table([player(**built(DARK_BLUE, "hotel")), player()])
    assert t.why("build:boardwalk") == "FULLY_BUILT"


def test_building_is_paid_from_cash(table):
    """Section 8: who cannot pay the house price now cannot build."""
    t = table([player(cash=99, deeds=[*ORANGE, "short-line"]), player()])
    assert t.why(f"build:{ORANGE[0]}") == "TOO_EXPENSIVE"
    t.do("mortgage:short-line", f"build:{ORANGE[0]}")
    assert t.cash[0] == 99 + 100 - 100


def test_somebody_elses_lots(table):
    """Section 8: nobody builds, sells or mortgages on another's lots."""
    t = table([player(deeds=["short-line"]), player(**built(ORANGE, 1))])
    assert t.why(f"build:{ORANGE[0]}") == "GROUP_INCOMPLETE"
    assert t.why(f"sell:{ORANGE[0]}") == "NOT_YOURS"
    assert t.why(f"mortgage:{ORANGE[0]}") == "NOT_YOURS"


def test_selling_a_house_at_half(table):
    """R-97 selling: houses go back to the bank at half the price; section 8."""
    t = table([player(**built(ORANGE, 1)), player()])
    t.do(f"sell:{ORANGE[1]}")
    assert t.levels(ORANGE) == [1, 0, 1]
    assert t.cash[0] == 1550
    assert t.houses == 30


def test_selling_evenly(table):
    """R-97 selling: evenly, in reverse order; section 8."""
    t = table([player(**built(ORANGE, 1, 2, 2)), player()])
    assert t.verbs("sell") == set(ORANGE[1:])
    assert t.why(f"sell:{ORANGE[0]}") == "UNEVEN"


def test_a_hotel_is_sold_down_to_four_houses(table):
    """R-97 selling: a hotel brings half of one house price and four houses come back; section 8 [I]."""
    t = table([player(**built(DARK_BLUE, 4, "hotel")), player()])
    assert (t.houses, t.hotels) == (28, 11)
    t.do("sell:boardwalk")
    assert t.levels(DARK_BLUE) == [4, 4]
    assert (t.houses, t.hotels) == (24, 12)
    assert t.cash[0] == 1600


def test_the_hotel_goes_before_the_houses(table):
    """Section 8: a hotel counts as the fifth building when selling evenly."""
    t = table([player(**built(DARK_BLUE, 4, "hotel")), player()])
    assert t.why("sell:park-place") == "UNEVEN"


def test_nothing_to_sell(table):
    """Section 8: a bare lot has nothing to sell."""
    t = table([player(deeds=ORANGE), player()])
    assert t.why(f"sell:{ORANGE[0]}") == "NOTHING_BUILT"


def test_building_out_of_jail_and_out_of_turn(table):
    """R-97 houses: at any time, also in jail and between other players' turns; section 8."""
    t = table([player(at="Jail"), player(jail=1, deeds=ORANGE)])
    t.throws(4, 6).do("pass")
    assert t.mover == 1
    assert t.phase == "between"
    t.do(f"build:{ORANGE[0]}")
    assert t.cash[1] == 1400


def test_a_new_group_can_be_built_on_at_once(table):
    """Section 8: a group completed by a trade may be built on in the same window."""
    t = table([player(deeds=ORANGE[:2]), player(deeds=ORANGE[2:])])
    t.offers(1, ORANGE[2], pays=300).do("accept", f"build:{ORANGE[0]}")
    assert t.levels(ORANGE) == [1, 0, 0]


def test_by_lot_groups_are_not_built_at_once(table):
    """Section 8: one house at a time; whole groups only under M2."""
    t = table([player(deeds=ORANGE), player()])
    assert t.why("build-group:orange") == "BY_LOT_ONLY"
    assert t.why("sell-group:orange") == "BY_LOT_ONLY"


@covers("build_by")
def test_building_by_group(table):
    """M2, option build_by group: every lot of the group rises by one, all paid; selling likewise."""
    t = table([player(deeds=GREEN), player()], build_by="group", building_contest=False)
    assert t.why(f"build:{GREEN[0]}") == "BY_GROUP_ONLY"
    t.do("build-group:green")
    assert t.levels(GREEN) == [1, 1, 1]
    assert t.cash[0] == 900
    assert t.why("build-group:light-blue") == "GROUP_INCOMPLETE"
    t.do("sell-group:green")
    assert t.levels(GREEN) == [0, 0, 0]
    assert t.cash[0] == 1200


@covers("build_by")
def test_building_by_group_needs_the_money_for_all(table):
    """M2, option build_by group: pay for all lots or build on none."""
    t = table([player(cash=599, deeds=GREEN), player()], build_by="group", building_contest=False)
    assert t.why("build-group:green") == "TOO_EXPENSIVE"


@covers("build_by", "houses", "hotels")
def test_building_by_group_needs_pieces_for_all(table):
    """Option build_by group with limited pieces: the bank must have one for every lot."""
    t = table([player(deeds=GREEN), player()], build_by="group", building_contest=False, houses=5, hotels=1)
    t.do("build-group:green")
    assert t.why("build-group:green") == "NO_HOUSES_LEFT"
    lots = built(DARK_BLUE, 4)
    t = table([player(**lots), player()], build_by="group", building_contest=False, houses=8, hotels=1)
    assert t.why("build-group:dark-blue") == "NO_HOTELS_LEFT"


@covers("hotel_houses")
def test_a_hotel_after_three_houses(table):
    """Short game, option hotel_houses 3: a hotel replaces three houses; section 10."""
    t = table([player(cash=2000, **built(DARK_BLUE, 3)), player()], hotel_houses=3)
    assert t.houses == 26
    t.do("build:boardwalk")
    assert t.level("boardwalk") == 5
    assert (t.houses, t.hotels) == (29, 11)
    assert t.verbs("build") == {"park-place"}
    t.do("build:park-place", "sell:boardwalk")
    assert t.levels(DARK_BLUE) == [5, 3]
    assert t.cash[0] == 2000 - 200 - 200 + 100


@covers("hotel_houses")
def test_the_cost_of_a_hotel_after_three_houses(table):
    """Short game, option hotel_houses 3: such a hotel cost four house prices, and is sold at half of them."""
    t = table([player(cash=0, **built(DARK_BLUE, "hotel")), player()], hotel_houses=3)
    assert t.worth[0] == 750 + 2 * 4 * 200
    for _ in range(4):
        t.do("sell:boardwalk", "sell:park-place")
    assert t.cash[0] == 800


@covers("build_mortgaged")
def test_building_beside_a_mortgage(table):
    """M2 (e) and section 8, option build_mortgaged: a whole group is built on although a lot of it is mortgaged."""
    owner = player(deeds=DARK_BLUE, mortgaged=["boardwalk"])
    t = table([owner, player()])
    assert t.why("build:park-place") == "GROUP_MORTGAGED"
    t = table([owner, player(at="Short Line")], build_mortgaged=True)
    t.do("build:park-place", "build:boardwalk").throws(1, 2)
    assert t.levels(DARK_BLUE) == [1, 1]
    assert t.is_mortgaged("boardwalk")
    t = table([player(**built(DARK_BLUE, 1), mortgaged=["boardwalk"]), player(at="Short Line")], turn=1,
              build_mortgaged=True)  # fmt: skip
    t.throws(1, 3)
    assert t.cash == [1500, 1500], "a mortgaged lot earns nothing, built on or not"
