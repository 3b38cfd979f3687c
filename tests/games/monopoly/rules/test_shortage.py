"""Too few houses and hotels (rules sections 1 and 8)."""

from __future__ import annotations

from .table import DARK_BLUE, GREEN, LIGHT_BLUE, ORANGE, PINK, RED, YELLOW, built, covers, player


@covers("houses", "hotels")
def test_thirty_two_houses_and_twelve_hotels(table):
    """R-97 equipment: 32 houses and 12 hotels, options houses and hotels; section 1."""
    t = table(2)
    assert (t.houses, t.hotels) == (32, 12)
    t = table(2, houses=20, hotels=5)
    assert (t.houses, t.hotels) == (20, 5)


def test_no_house_left(table):
    """R-97 shortage: when the bank has no houses, players wait; section 8."""
    full = built([*RED, *YELLOW, *DARK_BLUE], 4)
    t = table([player(deeds=ORANGE), player(**full)])
    assert t.houses == 0
    assert t.why(f"build:{ORANGE[0]}") == "NO_HOUSES_LEFT"


def test_no_hotel_left(table):
    """R-97 shortage: the same for hotels; section 8."""
    full = built([*RED, *YELLOW, *LIGHT_BLUE, *PINK], "hotel")
    t = table([player(**built(DARK_BLUE, 4)), player(**full)])
    assert t.hotels == 0
    assert t.why("build:boardwalk") == "NO_HOTELS_LEFT"


def test_no_hotel_without_four_real_houses(table):
    """Section 8: with no houses left one cannot skip from three houses to a hotel."""
    t = table([player(cash=5000, **built(DARK_BLUE, 3)), player()], houses=6, hotels=12)
    assert t.houses == 0
    assert t.why("build:boardwalk") == "NO_HOUSES_LEFT"


def test_a_hotel_frees_houses_for_others(table):
    """Section 8: the four houses that a hotel replaces can be built elsewhere at once."""
    t = table([player(deeds=[*DARK_BLUE, *ORANGE], buildings=dict.fromkeys(DARK_BLUE, 4)), player()], houses=8)
    assert t.why(f"build:{ORANGE[0]}") == "NO_HOUSES_LEFT"
    t.do("build:boardwalk")
    assert t.houses == 4
    t.do(f"build:{ORANGE[0]}")
    assert t.houses == 3


def test_a_hotel_cannot_be_broken_without_houses(table):
    """Section 8 [I]: breaking a hotel down needs four houses in the bank."""
    t = table([player(**built(DARK_BLUE, "hotel")), player()], houses=4, hotels=2)
    t.do("sell:boardwalk")
    assert t.houses == 0
    assert t.why("sell:park-place") == "NO_HOUSES_TO_BREAK_HOTEL"
    t = table([player(**built(DARK_BLUE, "hotel")), player(**built(GREEN, 2, 2, 1))], houses=8, hotels=2)
    assert t.houses == 3
    assert t.why("sell:boardwalk") == "NO_HOUSES_TO_BREAK_HOTEL"
    assert t.can("break-group:dark-blue")


def test_no_group_sale_while_houses_suffice(table):
    """Section 8: the group sale is for the shortage only."""
    t = table([player(**built(DARK_BLUE, "hotel")), player()])
    assert t.why("break-group:dark-blue") == "HOTEL_CAN_BE_SOLD"
    t = table([player(**built(DARK_BLUE, 4)), player()], houses=8)
    assert t.why("break-group:dark-blue") == "NO_HOTEL_IN_GROUP"


def test_group_sale_to_every_even_level_the_stock_permits(table):
    """Section 8 [G], default: with three houses left, two hotels come down to any even level of up to three houses."""
    t = table([player(**built(DARK_BLUE, "hotel")), player(**built(GREEN, 2, 2, 1))], houses=8, hotels=2)
    t.do("break-group:dark-blue")
    assert t.verbs("break-to") == {"0", "0/100", "0/010", "1", "1/100", "1/010"}
    assert len(t.legal) == 6


def test_group_sale_refund(table):
    """Section 8 [G], default: half of everything removed: ten pieces less three, at $200."""
    t = table([player(**built(DARK_BLUE, "hotel")), player(**built(GREEN, 2, 2, 1))], houses=8, hotels=2)
    t.do("break-group:dark-blue", "break-to:1/010")
    assert t.levels(DARK_BLUE) == [1, 2]
    assert t.cash[0] == 1500 + 7 * 100
    assert (t.houses, t.hotels) == (0, 2)


def test_group_sale_to_bare_land(table):
    """R-97 shortage: all hotels of the group sold at once at half of all five houses' cost; section 8."""
    t = table([player(**built(GREEN, "hotel")), player(**built(ORANGE, 1))], houses=6, hotels=3)
    t.do("break-group:green", "break-to:0")
    assert t.levels(GREEN) == [0, 0, 0]
    assert t.cash[0] == 1500 + 15 * 100
    assert (t.houses, t.hotels) == (3, 3)


def test_group_sale_of_a_mixed_group_uses_its_own_houses(table):
    """Section 8 [G]: the group's own houses help: one hotel and 4 + 4 houses, two in the bank."""
    t = table([player(**built(GREEN, 4, 4, "hotel")), player(**built(ORANGE, 2, 2, 2))], houses=16, hotels=1)
    assert t.houses == 2
    t.do("break-group:green")
    assert "break-to:3/001" in t.legal, "10 houses: 8 of its own and 2 of the bank"
    assert "break-to:3/100" in t.legal
    assert "break-to:3/011" not in t.legal, "11 houses"
    assert "break-to:4" not in t.legal
    t.do("break-to:3/001")
    assert t.levels(GREEN) == [3, 3, 4]
    assert t.cash[0] == 1500 + 3 * 100
    assert (t.houses, t.hotels) == (0, 1)


def test_group_sale_never_adds_houses_to_a_lot(table):
    """Section 8: selling never puts more on a lot than it has."""
    t = table([player(**built(GREEN, 4, "hotel", "hotel")), player(**built(ORANGE, 1, 0, 0))], houses=8, hotels=2)
    assert t.houses == 3
    t.do("break-group:green")
    assert t.verbs("break-to") == {
        "0", "0/100", "0/010", "0/001", "0/110", "0/101", "0/011", "1", "1/100", "1/010", "1/001", "1/110", "1/101",
        "1/011", "2", "2/100", "2/010", "2/001",
    }  # fmt: skip


@covers("hotel_shortage")
def test_group_sale_of_all_or_nothing(table):
    """R-97 literally, option hotel_shortage all: the group's hotels can only be sold down to bare land; section 8."""
    t = table(
        [player(**built(DARK_BLUE, "hotel")), player(**built(GREEN, 2, 2, 1))], houses=8, hotels=2, hotel_shortage="all"
    )
    t.do("break-group:dark-blue")
    assert t.legal == {"break-to:0"}


@covers("hotel_shortage")
def test_group_sale_any_even(table):
    """Option hotel_shortage any_even is the default: not only bare land; section 8."""
    t = table(
        [player(**built(DARK_BLUE, "hotel")), player(**built(GREEN, 2, 2, 2))],
        houses=8, hotels=2, hotel_shortage="any_even",
    )  # fmt: skip
    t.do("break-group:dark-blue")
    assert t.verbs("break-to") == {"0", "0/100", "0/010", "1"}


def test_group_sale_pays_a_debt(table):
    """Sections 8 and 10: under debt hotels raise money in spite of the shortage."""
    t = table(
        [player(cash=0, at="Pacific Avenue", **built(DARK_BLUE, "hotel")), player(**built(GREEN, 2, 2, 2))],
        houses=8, hotels=2,
    )  # fmt: skip
    t.throws(3, 4)
    assert t.mover == 0
    t.do("break-group:dark-blue", "break-to:1")
    assert t.cash[0] == 8 * 100 - 100
    assert t.alive == [0, 1]


def test_what_can_be_raised_counts_the_group_sale(table):
    """Sections 8 and 10: nobody is bankrupt whose hotels would pay, shortage or not."""
    t = table(
        [player(cash=0, at="Water Works", **built(DARK_BLUE, "hotel")), player(**built(GREEN, 4, 4, 4))],
        houses=12, hotels=2,
    )  # fmt: skip
    t.throws(1, 2)
    assert t.alive == [0, 1]
    assert t.why("bankrupt") == "CAN_STILL_PAY"
    t.do("break-group:dark-blue", "break-to:0")
    assert t.mover == 0, "1000 raised of 1100"
    t.do("mortgage:park-place")
    assert t.cash == [1000 + 175 - 1100, 2600]


@covers("unlimited_buildings")
def test_unlimited_buildings(table):
    """M2, E1 and house rule, option unlimited_buildings: the bank never runs out; no contest, no group sale."""
    full = built([*RED, *YELLOW, *DARK_BLUE], 4)
    t = table([player(deeds=ORANGE), player(**full)], unlimited_buildings=True)
    t.do(f"build:{ORANGE[0]}")
    assert t.level(ORANGE[0]) == 1
    t = table([player(**built(DARK_BLUE, "hotel")), player(**built(GREEN, 4))], unlimited_buildings=True)
    t.do("sell:boardwalk")
    assert t.level("boardwalk") == 4


def test_a_bankrupts_hotels_are_worth_half_in_a_shortage(table):
    """Section 10: a bankrupt's buildings go to the bank at half price, whatever the bank's stock."""
    t = table(
        [
            player(cash=0, at="Pennsylvania Avenue", **built(LIGHT_BLUE, "hotel")),
            player(**built(DARK_BLUE, "hotel")),
            player(),
        ],
        houses=4, hotels=5, offers_per_turn=0,
    )  # fmt: skip
    t.throws(2, 3)
    assert t.alive == [1, 2]
    assert t.cash == [0, 1500 + 15 * 25, 1500]
    assert (t.houses, t.hotels) == (4, 3)
    assert t.owner("oriental-avenue") == 1


def test_group_sale_in_the_short_game(table):
    """Sections 8 and 10, option hotel_houses 3: a hotel is four pieces, and needs three houses to be broken down."""
    t = table(
        [player(**built(DARK_BLUE, "hotel")), player(**built(GREEN, 2, 2, 1))], houses=7, hotels=2, hotel_houses=3
    )
    assert t.why("sell:boardwalk") == "NO_HOUSES_TO_BREAK_HOTEL"
    t.do("break-group:dark-blue")
    assert t.verbs("break-to") == {"0", "0/100", "0/010", "1"}
    t.do("break-to:1")
    assert t.cash[0] == 1500 + (8 - 2) * 100
