"""Popular house rules, all off in the official game (rules section 11)."""

from __future__ import annotations

import pytest

from .table import BROWN, DARK_BLUE, FREE_PARKING, built, covers, player


@covers("free_parking_pot")
@pytest.mark.parametrize(("start", "dice", "due"), [("GO", (1, 3), 200), ("Pacific Avenue", (3, 4), 100)])
def test_taxes_go_to_the_pot(table, start, dice, due):
    """House rule free_parking_pot: taxes go to the middle of the board."""
    t = table([player(at=start), player()], free_parking_pot=True).throws(*dice)
    assert t.cash[0] == 1500 - due
    assert t.pot == due


@covers("free_parking_pot")
@pytest.mark.parametrize(("card", "due"), [("fine_15", 15), ("general_repairs", 50)])
def test_fines_of_cards_go_to_the_pot(table, card, due):
    """House rule free_parking_pot: what cards charge goes there too."""
    t = table([player(**built(BROWN, 1)), player()], free_parking_pot=True).throws(3, 4).draws(card)
    assert t.pot == due
    assert t.cash[0] == 1500 - due


@covers("free_parking_pot")
def test_the_jail_fine_goes_to_the_pot(table):
    """House rule free_parking_pot: the $50 for leaving jail as well, paid before or after the throw."""
    t = table([player(jail=1), player()], free_parking_pot=True).do("pay-fine")
    assert t.pot == 50
    t = table([player(jail=3), player()], free_parking_pot=True).throws(1, 3)
    assert t.pot == 50


@covers("free_parking_pot")
def test_landing_on_free_parking_takes_the_pot(table):
    """House rule free_parking_pot: who lands on Free Parking takes all of it."""
    t = table([player(at="Jail"), player()], free_parking_pot=True, pot=315).throws(4, 6)
    assert t.squares[0] == FREE_PARKING
    assert t.cash[0] == 1815
    assert t.pot == 0


def test_passing_free_parking_takes_nothing(table):
    """House rule free_parking_pot: only for landing on it."""
    t = table([player(at="Jail", deeds=["illinois-avenue"]), player()], free_parking_pot=True, pot=315)
    t.throws(6, 6)
    assert t.pot == 315


def test_prices_and_rents_do_not_feed_the_pot(table):
    """House rule free_parking_pot: purchases go to the bank, rents to the owner."""
    t = table([player(), player(deeds=["reading-railroad"])], free_parking_pot=True)
    t.throws(2, 3)
    assert t.cash == [1475, 1525]
    t = table([player(), player()], free_parking_pot=True).throws(1, 2).do("buy")
    assert t.pot == 0


def test_no_pot_in_the_official_game(table):
    """R-97 Free Parking: no money is placed or received there; section 3."""
    t = table([player(), player()]).throws(1, 3)
    assert t.pot == 0


def test_a_tax_debt_to_the_pot(table):
    """House rule free_parking_pot: a tax that must be raised is paid to the pot."""
    t = table([player(cash=150, deeds=["short-line"]), player()], free_parking_pot=True).throws(1, 3)
    t.do("mortgage:short-line")
    assert (t.cash[0], t.pot) == (50, 200)


@covers("double_salary_on_go")
def test_landing_on_go_pays_twice(table):
    """House rule double_salary_on_go: $400 for landing on GO, by dice or by card; passing pays $200."""
    t = table([player(at="Short Line"), player()], double_salary_on_go=True).throws(1, 4)
    assert t.cash[0] == 1900
    t = table([player(), player()], double_salary_on_go=True).throws(3, 4).draws("advance_go")
    assert t.cash[0] == 1900
    t = table([player(at="Short Line"), player()], double_salary_on_go=True).throws(6, 4)
    assert t.cash[0] == 1700


@covers("rent_in_jail")
def test_no_rent_while_in_jail(table):
    """House rule rent_in_jail off: an owner in jail collects nothing; a visitor does."""
    t = table([player(), player(jail=1, deeds=BROWN)], rent_in_jail=False).throws(1, 2)
    assert t.cash == [1500, 1500]
    t = table([player(), player(at="Jail", deeds=BROWN)], rent_in_jail=False).throws(1, 2)
    assert t.cash == [1492, 1508]


def test_no_rent_in_jail_holds_for_cards_too(table):
    """House rule rent_in_jail off: neither for the nearest railroad nor for the nearest utility."""
    owner = player(jail=1, deeds=["pennsylvania-railroad", "electric-company"])
    for card in ("advance_nearest_railroad_1", "advance_nearest_utility"):
        t = table([player(), owner], rent_in_jail=False, card_utility_mortgaged="pay").throws(3, 4).draws(card)
        assert t.cash == [1500, 1500]
        assert t.phase == "after"


def test_no_auctions(table):
    """House rule auctions off: declined deeds stay with the bank, and are for sale to the next who lands there."""
    t = table([player(), player()], auctions=False).throws(1, 2).do("decline")
    t.throws(1, 2).do("buy")
    assert t.owner("baltic-avenue") == 1


def test_unlimited_houses(table):
    """House rule unlimited_buildings: more than 32 houses can stand."""
    t = table([player(cash=5000, deeds=[*BROWN, *DARK_BLUE]), player()], unlimited_buildings=True, houses=4, hotels=0)
    for _ in range(5):
        for deed in (*BROWN, *DARK_BLUE):
            t.do(f"build:{deed}")
    assert t.levels([*BROWN, *DARK_BLUE]) == [5, 5, 5, 5]


@covers("first_lap")
def test_nothing_is_bought_on_the_first_lap(table):
    """House rule first_lap: before having passed GO nobody buys; there is no auction either."""
    t = table([player(), player()], first_lap=True).throws(1, 2)
    assert t.owner("baltic-avenue") is None
    assert (t.turn, t.cash) == (1, [1500, 1500])


@covers("first_lap")
def test_buying_after_the_first_lap(table):
    """House rule first_lap: from passing GO on one may buy, on that very move already."""
    t = table([player(at="Short Line"), player()], first_lap=True).throws(3, 5)
    assert t.squares[0] == 3
    assert t.legal == {"buy", "decline"}
    t = table([player(lapped=True), player()], first_lap=True).throws(1, 2)
    assert t.legal == {"buy", "decline"}


@covers("first_lap")
def test_rent_is_due_on_the_first_lap(table):
    """House rule first_lap: it is about buying; rent is due as ever."""
    t = table([player(), player(deeds=BROWN, lapped=True)], first_lap=True).throws(1, 2)
    assert t.cash == [1492, 1508]


@covers("first_lap")
def test_no_bids_on_the_first_lap(table):
    """House rule first_lap: "nobody buys before having passed GO": not at auctions either."""
    t = table([player(lapped=True), player(), player(lapped=True)], first_lap=True).throws(1, 2).do("decline")
    assert t.mover == 2


def test_jail_is_no_lap(table):
    """House rule first_lap: going to jail does not pass GO."""
    t = table([player(at="Atlantic Avenue"), player(at="Jail")], first_lap=True).throws(1, 3)
    t.throws(4, 6)
    t.throws(2, 2)
    assert t.squares[0] == 14
    assert t.owner("virginia-avenue") is None
    assert t.turn == 1


@covers("snake_eyes_bonus")
@pytest.mark.parametrize("bonus", [0, 500])
def test_a_bonus_for_two_ones(table, bonus):
    """House rule snake_eyes_bonus: the bank pays for throwing two ones; other doubles get nothing."""
    t = table([player(), player()], snake_eyes_bonus=bonus).throws(1, 1)
    assert t.cash[0] == 1500 + bonus
    t = table([player(at="Jail"), player()], snake_eyes_bonus=bonus).throws(5, 5)
    assert t.cash[0] == 1500


@covers("free_lifting")
@pytest.mark.parametrize(("free", "price"), [(False, 220), (True, 200)])
def test_mortgages_are_lifted_without_interest(table, free, price):
    """House rule free_lifting: lifting a mortgage of $200 costs $200 instead of $220; owners of less cannot."""
    t = table([player(cash=price, deeds=["boardwalk"], mortgaged=["boardwalk"]), player()], free_lifting=free)
    t.do("lift:boardwalk")
    assert t.cash[0] == 0
    t = table([player(cash=price - 1, deeds=["boardwalk"], mortgaged=["boardwalk"]), player()], free_lifting=free)
    assert "lift:boardwalk" not in t.legal


def test_house_rules_are_off(table):
    """Section 11: house rules are never official: all are off by default."""
    options = table(2).options
    assert not options.free_parking_pot
    assert not options.double_salary_on_go
    assert options.rent_in_jail
    assert options.auctions
    assert not options.unlimited_buildings
    assert not options.first_lap
    assert not options.free_lifting
    assert options.snake_eyes_bonus == 0
