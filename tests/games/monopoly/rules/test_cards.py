"""What each card of Chance and Community Chest does (rules sections 6 and 7)."""

from __future__ import annotations

import pytest

from .table import (
    CHANCE_7,
    CHANCE_22,
    CHANCE_36,
    CHEST_33,
    DARK_BLUE,
    LIGHT_BLUE,
    ORANGE,
    RAILROADS,
    UTILITIES,
    built,
    covers,
    player,
)

TO_CHANCE_7 = (3, 4)


def chance(table, card, players=None, **settings):
    """Seat 0 goes from GO to Chance 7 and draws ``card``."""
    return table(players or [player(), player(), player()], **settings).throws(*TO_CHANCE_7).draws(card)


def chest(table, card, players=None, **settings):
    """Seat 0 goes from the visitors' part of the jail to Community Chest 17 and draws ``card``."""
    players = players or [player(), player(), player()]
    players[0]["square"] = "Jail"
    return table(players, **settings).throws(3, 4).draws(card)


@pytest.mark.parametrize(
    ("card", "square", "cash"),
    [
        ("advance_go", 0, 1700),
        ("advance_illinois", 24, 1500),
        ("advance_st_charles", 11, 1500),
        ("reading_railroad", 5, 1700),
        ("boardwalk", 39, 1500),
    ],
)
def test_advance_cards(table, card, square, cash):
    """Chance: advance to the named square, collecting the salary when passing GO; section 7."""
    t = chance(table, card)
    assert t.squares[0] == square
    assert t.cash[0] == cash
    if square:
        assert t.phase == "buying"


def test_advancing_to_somebody_elses_deed_costs_the_usual_rent(table):
    """Section 7: movement cards land fully: Boardwalk's rent."""
    t = chance(table, "boardwalk", [player(), player(deeds=DARK_BLUE)])
    assert t.cash == [1400, 1600]


def test_reading_railroad_costs_the_usual_rent(table):
    """Chance "Reading Railroad": the usual rent, not twice; section 7."""
    t = chance(table, "reading_railroad", [player(), player(deeds=RAILROADS)])
    assert t.cash == [1500 + 200 - 200, 1700]


def test_back_three_onto_community_chest(table):
    """Chance 36 "go back three spaces": onto Community Chest 33, where a card is drawn; section 7."""
    t = table([player(at="Marvin Gardens"), player()])
    t.throws(3, 4)
    assert t.squares[0] == CHANCE_36
    t.draws("back_3")
    assert t.squares[0] == CHEST_33
    assert "card:bank_error" in t.outcomes
    t.draws("bank_error")
    assert t.cash[0] == 1700
    assert t.queue("chance") == ["back_3"]
    assert t.queue("chest") == ["bank_error"]


def test_back_three_then_advance_to_go(table):
    """Section 7: a card that leads to a card that leads to GO."""
    t = table([player(at="Marvin Gardens"), player()])
    t.throws(3, 4).draws("back_3").draws("advance_go")
    assert t.squares[0] == 0
    assert t.cash[0] == 1700


def test_back_three_onto_new_york(table):
    """Chance 22 "go back three spaces": New York Avenue, for rent or sale; section 7."""
    t = table([player(at="Jail"), player(deeds=ORANGE)])
    t.throws(6, 6)
    assert t.squares[0] == CHANCE_22
    t.draws("back_3")
    assert t.squares[0] == 19
    assert t.cash == [1500 - 32, 1532]


def test_back_three_onto_income_tax(table):
    """Chance 7 "go back three spaces": Income Tax is due; section 7."""
    t = chance(table, "back_3")
    assert t.squares[0] == 4
    assert t.cash[0] == 1300


@pytest.mark.parametrize(
    ("start", "dice", "railroad", "salary"),
    [("GO", (3, 4), 15, 0), ("Jail", (6, 6), 25, 0), ("Marvin Gardens", (3, 4), 5, 200)],
)
@pytest.mark.parametrize("card", ["advance_nearest_railroad_1", "advance_nearest_railroad_2"])
def test_the_nearest_railroad_is_the_next_ahead(table, start, dice, railroad, salary, card):
    """Chance "nearest railroad": the next one ahead, from 36 past GO to Reading; section 6."""
    t = table([player(at=start), player()])
    t.throws(*dice).draws(card)
    assert t.squares[0] == railroad
    assert t.cash[0] == 1500 + salary
    t.do("buy")
    assert t.cash[0] == 1300 + salary


@pytest.mark.parametrize(("owned", "rent"), [(1, 50), (2, 100), (3, 200), (4, 400)])
def test_the_nearest_railroad_costs_twice(table, owned, rent):
    """Chance "nearest railroad": pay the owner twice the rental otherwise due; section 6."""
    mine = ["pennsylvania-railroad", "reading-railroad", "b-o-railroad", "short-line"][:owned]
    t = chance(table, "advance_nearest_railroad_1", [player(), player(deeds=mine)])
    assert t.squares[0] == 15
    assert t.cash == [1500 - rent, 1500 + rent]


def test_the_nearest_railroad_mortgaged(table):
    """Chance "nearest railroad": twice nothing when it is mortgaged; section 6."""
    owner = player(deeds=RAILROADS, mortgaged=["pennsylvania-railroad"])
    t = chance(table, "advance_nearest_railroad_1", [player(), owner])
    assert t.cash == [1500, 1500]


def test_the_nearest_railroad_of_ones_own(table):
    """Section 6: one's own railroad costs nothing."""
    t = chance(table, "advance_nearest_railroad_1", [player(deeds=RAILROADS), player()])
    assert t.cash == [1500, 1500]


def test_twice_the_rent_is_for_the_card_only(table):
    """Section 6: after a card's double rent, a railroad reached by dice costs the usual rent."""
    t = chance(table, "advance_nearest_railroad_1", [player(), player(at="Jail", deeds=RAILROADS)])
    assert t.cash == [1100, 1900]
    t.all_pass().throws(4, 6).all_pass()
    t.throws(4, 6)
    assert t.squares[0] == 25
    assert t.cash[0] == 900


@pytest.mark.parametrize(
    ("start", "dice", "utility", "salary"),
    [("GO", (3, 4), 12, 0), ("Jail", (6, 6), 28, 0), ("Marvin Gardens", (3, 4), 12, 200)],
)
def test_the_nearest_utility_is_the_next_ahead(table, start, dice, utility, salary):
    """Chance "nearest utility": the next one ahead, from 36 past GO to the Electric Company; section 6."""
    t = table([player(at=start), player()])
    t.throws(*dice).draws("advance_nearest_utility")
    assert t.squares[0] == utility
    assert t.cash[0] == 1500 + salary
    assert t.phase == "buying"


@pytest.mark.parametrize("owned", [1, 2])
def test_the_nearest_utility_costs_ten_times_a_fresh_throw(table, owned):
    """Chance "nearest utility": throw the dice and pay ten times that, however many the owner holds; section 6."""
    t = chance(table, "advance_nearest_utility", [player(), player(deeds=UTILITIES[:owned])])
    assert t.mover == "chance"
    assert t.turn == 0
    t.do("roll:5-6")
    assert t.cash == [1500 - 110, 1610]
    assert t.all_pass().turn == 1


def test_the_fresh_throw_is_no_double(table):
    """Section 6 and 2: a double thrown for the utility card gives no further throw."""
    t = chance(table, "advance_nearest_utility", [player(), player(deeds=UTILITIES)])
    t.do("roll:6-6")
    assert t.cash[0] == 1380
    assert t.all_pass().turn == 1


@covers("card_utility_mortgaged")
def test_the_nearest_utility_mortgaged(table):
    """Section 6 [G], option card_utility_mortgaged: nothing by default, or ten times the throw all the same."""
    owner = player(deeds=UTILITIES, mortgaged=["electric-company"])
    t = chance(table, "advance_nearest_utility", [player(), owner], card_utility_mortgaged="free")
    assert t.cash == [1500, 1500]
    assert t.phase == "after"
    t = chance(table, "advance_nearest_utility", [player(), owner], card_utility_mortgaged="pay")
    t.do("roll:1-2")
    assert t.cash == [1470, 1530]


# ------------------------------------------------------------------------------------- money cards


@pytest.mark.parametrize(("card", "gain"), [("dividend", 50), ("building_loan", 150), ("fine_15", -15)])
def test_chance_money(table, card, gain):
    """Chance: dividend 50, building loan 150, fine 15; section 7."""
    assert chance(table, card).cash == [1500 + gain, 1500, 1500]


@pytest.mark.parametrize(
    ("card", "gain"),
    [
        ("bank_error", 200), ("doctor", -50), ("stock", 50), ("fund_matures", 100), ("tax_refund", 20),
        ("life_insurance", 100), ("hospital", -100), ("school", -50), ("services", 25), ("beauty_contest", 10),
        ("inherit", 100),
    ],
)  # fmt: skip
def test_chest_money(table, card, gain):
    """Community Chest since 2008: each card's amount; section 7."""
    assert chest(table, card).cash == [1500 + gain, 1500, 1500]


@covers("deck")
@pytest.mark.parametrize(("card", "gain"), [("stock", 45), ("school", -150), ("hospital", -100), ("bank_error", 200)])
def test_chest_money_before_2008(table, card, gain):
    """Community Chest before 2008, option deck: stock 45, school 150; section 7."""
    assert chest(table, card, deck="pre-2008").cash[0] == 1500 + gain


@covers("deck")
def test_the_birthday_replaced_the_opera(table):
    """Community Chest, option deck: $10 from each since 2008, before the Grand Opera for $50 from each; section 7."""
    assert chest(table, "birthday").cash == [1520, 1490, 1490]
    assert chest(table, "grand_opera", deck="pre-2008").cash == [1600, 1450, 1450]


def test_chairman_pays_each(table):
    """Chance "chairman of the board": $50 to every other player still in the game; section 7."""
    out = player(cash=0, bankrupt=True)
    assert chance(table, "chairman").cash == [1400, 1550, 1550]
    assert chance(table, "chairman", [player(), player(), out]).cash == [1450, 1550, 0]


def test_birthday_asks_only_players_in_the_game(table):
    """Section 7: "each player" means those still in the game."""
    t = chest(table, "birthday", [player(), player(cash=0, bankrupt=True), player()])
    assert t.cash == [1510, 0, 1490]


@pytest.mark.parametrize(("levels", "due"), [((1, 2, 1), 100), ((4, 4, "hotel"), 300), (("hotel",) * 3, 300)])
def test_general_repairs(table, levels, due):
    """Chance "general repairs": $25 a house, $100 a hotel; a hotel counts no houses; section 7."""
    t = chance(table, "general_repairs", [player(**built(ORANGE, *levels)), player(**built(LIGHT_BLUE, 1))])
    assert t.cash == [1500 - due, 1500]


@pytest.mark.parametrize(("levels", "due"), [((1, 2, 1), 160), ((4, 4, "hotel"), 435)])
def test_street_repairs(table, levels, due):
    """Community Chest "street repairs": $40 a house, $115 a hotel; section 7."""
    t = chest(table, "street_repairs", [player(**built(ORANGE, *levels)), player()])
    assert t.cash[0] == 1500 - due


def test_repairs_without_buildings_are_free(table):
    """Section 7: repairs count buildings owned when the card is drawn."""
    assert chance(table, "general_repairs", [player(deeds=ORANGE), player()]).cash[0] == 1500


def test_the_chest_sends_to_jail_as_well(table):
    """Community Chest "go to jail": no salary, turn over; section 7."""
    t = chest(table, "go_to_jail")
    assert (t.squares[0], t.jail[0]) == (10, 1)
    assert t.turn == 1


def test_the_chest_sends_to_go(table):
    """Community Chest "advance to GO": $200; section 7."""
    t = chest(table, "advance_go")
    assert t.squares[0] == 0
    assert t.cash[0] == 1700


def test_a_card_after_a_double(table):
    """Sections 2 and 7: the card obeyed, the double throws again."""
    t = table([player(), player()]).throws(1, 1).draws("bank_error")
    assert t.turn == 0
    t.throws(2, 3)
    assert t.squares[0] == CHANCE_7
