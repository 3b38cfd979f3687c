"""GO, the taxes and the squares where nothing happens (rules section 3)."""

from __future__ import annotations

import pytest

from .table import (
    CHANCE_7,
    CHANCE_22,
    CHEST_2,
    FREE_PARKING,
    GREEN,
    INCOME_TAX,
    LIGHT_BLUE,
    LUXURY_TAX,
    built,
    covers,
    player,
)


@covers("salary")
@pytest.mark.parametrize("salary", [200, 0, 350])
def test_passing_go_pays_the_salary(table, salary):
    """R-97 GO: $200 (option salary) for passing it by dice; section 3."""
    t = table([player(at="Boardwalk"), player()], salary=salary)
    t.throws(5, 6)
    assert t.squares[0] == 10
    assert t.cash == [1500 + salary, 1500]


def test_landing_on_go_pays_once(table):
    """R-97 GO: landing on it pays the same single $200; section 3."""
    t = table([player(at="Short Line"), player()])
    t.throws(1, 4)
    assert t.squares[0] == 0
    assert t.cash[0] == 1700


def test_leaving_go_pays_nothing(table):
    """R-97 GO: only reaching or passing pays, not starting from it; section 3."""
    t = table([player(at="GO"), player()])
    t.throws(4, 6)
    assert t.cash[0] == 1500


def test_a_card_to_go_pays(table):
    """R-97 GO: by card as by dice; section 3."""
    t = table([player(at="GO"), player()])
    t.throws(3, 4).draws("advance_go")
    assert t.squares[0] == 0
    assert t.cash[0] == 1700


def test_go_twice_in_one_turn(table):
    """R-97 GO: passing it, then drawing Advance to GO on Community Chest 2, makes $400; section 3."""
    t = table([player(at="Short Line"), player()])
    t.throws(3, 4)
    assert t.squares[0] == CHEST_2
    assert t.cash[0] == 1700
    t.draws("advance_go")
    assert t.squares[0] == 0
    assert t.cash[0] == 1900


def test_go_twice_by_chance_seven(table):
    """R-97 GO: passing it, then Chance 7 sends to GO again: $400; section 3."""
    t = table([player(at="Short Line"), player()])
    t.throws(6, 6)
    assert t.squares[0] == CHANCE_7
    t.draws("advance_go")
    assert t.cash[0] == 1900


def test_advance_past_go_pays(table):
    """Cards "if you pass GO collect $200": from Chance 36 to St. Charles Place; section 3."""
    t = table([player(at="North Carolina Avenue"), player()])
    t.throws(1, 3).draws("advance_st_charles")
    assert t.squares[0] == 11
    assert t.cash[0] == 1700
    assert t.phase == "buying"


def test_advance_ahead_of_go_pays_nothing(table):
    """Cards: from Chance 7 to Illinois Avenue GO is not passed; section 3."""
    t = table([player(), player()])
    t.throws(3, 4).draws("advance_illinois")
    assert t.squares[0] == 24
    assert t.cash[0] == 1500


def test_no_salary_on_the_way_to_jail(table):
    """R-97 jail: you do not collect $200 when sent there; section 3."""
    t = table([player(at="Marvin Gardens"), player()])
    t.throws(3, 4).draws("go_to_jail")
    assert t.squares[0] == 10
    assert t.cash[0] == 1500


def test_moving_backwards_never_pays(table):
    """Back three from Chance 7 lands on Income Tax: $200 due, no salary; section 3."""
    t = table([player(), player()])
    t.throws(3, 4).draws("back_3")
    assert t.squares[0] == INCOME_TAX
    assert t.cash[0] == 1300


def test_salary_is_in_hand_before_the_square(table):
    """The salary pays what the square beyond GO costs; section 3 [I]: nobody goes bankrupt with it."""
    t = table([player(cash=0, at="Short Line"), player()])
    t.throws(4, 5)
    assert t.squares[0] == INCOME_TAX
    assert t.cash[0] == 0
    assert t.alive == [0, 1]


def test_income_tax_is_two_hundred(table):
    """2008+ board: Income Tax is a flat $200, without a choice; section 3."""
    t = table([player(), player()])
    t.throws(1, 3)
    assert t.cash == [1300, 1500]


@covers("luxury_tax")
@pytest.mark.parametrize(("preset", "due"), [("official", 100), ("official-pre2008", 75)])
def test_luxury_tax_by_edition(table, preset, due):
    """Luxury Tax is $100 since 2008 and was $75 before; section 3."""
    t = table([player(at="Pacific Avenue"), player()], preset)
    t.throws(3, 4)
    assert t.squares[0] == LUXURY_TAX
    assert t.cash == [1500 - due, 1500]


@covers("luxury_tax")
def test_luxury_tax_as_an_option(table):
    """Option luxury_tax changes the amount alone; section 3."""
    t = table([player(at="Pacific Avenue"), player()], luxury_tax=40)
    t.throws(3, 4)
    assert t.cash[0] == 1460


@covers("income_tax")
def test_income_tax_ten_percent_of_everything(table):
    """Pre-2008 tax: 10 % of cash, printed prices (mortgaged ones in full) and the cost of buildings; section 3."""
    rich = built(LIGHT_BLUE, 4, 4, "hotel")
    rich["deeds"] = [*LIGHT_BLUE, "boardwalk"]
    t = table([player(cash=1000, **rich, mortgaged=["boardwalk"]), player()], income_tax="choice")
    t.throws(1, 3)
    total = 1000 + (100 + 100 + 120 + 400) + (4 + 4 + 5) * 50
    assert t.legal == {"tax-flat", "tax-share"}
    t.do("tax-share")
    assert t.cash[0] == 1000 - -(-total // 10)


@covers("income_tax")
def test_income_tax_flat_instead(table):
    """Pre-2008 tax: the player may pay $200 instead, and chooses before adding up; section 3."""
    t = table([player(cash=5000), player()], income_tax="choice")
    t.throws(1, 3).do("tax-flat")
    assert t.cash[0] == 4800


@covers("income_tax")
def test_income_tax_choice_in_the_old_edition(table):
    """The preset official-pre2008 asks; section 3."""
    t = table([player(cash=900), player()], "official-pre2008")
    t.throws(1, 3).do("tax-share")
    assert t.cash[0] == 810


@covers("rounding")
@pytest.mark.parametrize(("rounding", "due"), [("up", 124), ("down", 123)])
def test_ten_percent_of_an_odd_sum(table, rounding, due):
    """Rounding of 10 % is a gap of the rulebook: up by default, or down; section 3 [G]."""
    t = table([player(cash=1231), player()], income_tax="choice", rounding=rounding)
    t.throws(1, 3).do("tax-share")
    assert t.cash[0] == 1231 - due


def test_free_parking_does_nothing(table):
    """R-97 Free Parking: a free resting place, no money; section 3."""
    t = table([player(at="Electric Company"), player()])
    t.throws(3, 5)
    assert t.squares[0] == FREE_PARKING
    assert t.cash == [1500, 1500]
    assert t.turn == 1


def test_just_visiting_does_nothing(table):
    """R-97 jail: landing on the square by dice is a visit; section 5."""
    t = table([player(at="Income Tax"), player()])
    t.throws(1, 5)
    assert t.squares[0] == 10
    assert t.jail[0] == 0
    assert t.cash[0] == 1500


def test_tax_that_must_be_raised(table):
    """Section 10: a tax beyond the cash is a debt to the bank, to be raised by mortgaging."""
    t = table([player(cash=150, deeds=[GREEN[0]]), player()])
    t.throws(1, 3)
    assert t.mover == 0
    t.do(f"mortgage:{GREEN[0]}")
    assert t.cash[0] == 150 + 150 - 200


def test_chance_22_is_a_chance_square(table):
    """Board: 7, 22 and 36 draw Chance; section 7."""
    t = table([player(at="Virginia Avenue"), player()])
    t.throws(3, 5)
    assert t.squares[0] == CHANCE_22
    assert "card:chairman" in t.outcomes
