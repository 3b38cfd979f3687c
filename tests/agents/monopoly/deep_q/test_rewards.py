"""The rewards A.2 to A.7, every line worked out by hand; A.1 and A.8 are added where transitions are made."""

import pytest

from .standing import BUY, CARD, DOWNGRADE, FINE, GROUPS, LIFT, MORTGAGE, UPGRADE, built, lots, part, square, standing

REWARDS = part("rewards")
NO, YES = 0, 1
GROUP = {name: k for k, name in enumerate(GROUPS)}


def earned(g, network, output, places=40):
    return REWARDS.earned(g, 0, network, output, places)


def with_profit(g, network, output):
    return REWARDS.earned_with_profit(g, 0, network, output)


# ---------------------------------------------------------------------------------------------------- A.2


@pytest.mark.parametrize(
    ("owned", "landed", "yes"),
    [
        (["mediterranean-avenue"], 3, 0.3),  # Baltic Avenue completes brown
        ([], 3, 0.0),
        (["oriental-avenue"], 8, 0.0),  # a third is lacking still
        (["reading-railroad", "pennsylvania-railroad", "b-o-railroad"], 35, 0.0),  # railroads are no colour
        (["electric-company"], 28, 0.0),
    ],
)
def test_buying_pays_for_a_colour_that_it_completes(owned, landed, yes):
    g = standing([{"deeds": owned, "square": landed}, {}], "buying")
    assert earned(g, BUY, YES) == yes
    assert earned(g, BUY, NO) == 0.0
    assert with_profit(g, BUY, YES) == 0.0


# ---------------------------------------------------------------------------------------------------- A.3


@pytest.mark.parametrize(
    ("group", "level", "cash", "worth"),
    [
        ("brown", 0, 500, 2 * 0.15),
        ("orange", 2, 500, 3 * 0.15),
        ("orange", 3, 500, 3 * 0.15),
        ("orange", 4, 5000, 3 * 0.3),  # hotels count as hotels, not as four houses less
        ("dark_blue", 4, 5000, 2 * 0.3),
    ],
)
def test_building_pays_by_lots(group, level, cash, worth):
    deeds = lots(group)
    g = standing([{"deeds": deeds, "buildings": built(deeds, level) if level else {}, "cash": cash}, {}])
    assert earned(g, UPGRADE, GROUP[group]) == pytest.approx(worth)


def test_building_with_less_than_a_tenth_in_cash_is_punished():
    deeds = lots("green")  # 300 + 300 + 320 = 920
    above, below = (standing([{"deeds": deeds, "cash": cash}, {}]) for cash in (103, 102))
    assert earned(above, UPGRADE, GROUP["green"]) == pytest.approx(0.45)  # 103 / 1023 > 0.1
    assert earned(below, UPGRADE, GROUP["green"]) == pytest.approx(0.45 - 0.2)  # 102 / 1022 < 0.1


# ---------------------------------------------------------------------------------------------------- A.4


@pytest.mark.parametrize(
    ("group", "cash", "pays"),
    [
        ("brown", 149, 0.3 + 50 / 500),  # two houses at 25
        ("brown", 150, 0.15 + 50 / 500),
        ("brown", 299, 0.15 + 50 / 500),
        ("brown", 300, -0.1 + 50 / 500),
        ("light_blue", 100, 0.3 + 75 / 500),
        ("yellow", 100, 0.3 + 0.2),  # 225 / 500 is more than 0.2
        ("pink", 100, 0.3 + 0.2),
        ("orange", 100, 0.3 + 0.2 - 0.1),
        ("red", 400, -0.1 + 0.2 - 0.1),
        ("green", 100, 0.3 + 0.2 - 0.1),
        ("dark_blue", 200, 0.15 + 0.2 - 0.1),
    ],
)
def test_selling_pays_by_need_and_sum(group, cash, pays):
    deeds = lots(group)
    g = standing([{"deeds": deeds, "buildings": built(deeds, 2), "cash": cash}, {}])
    assert earned(g, DOWNGRADE, GROUP[group]) == pytest.approx(pays)


# ------------------------------------------------------------------------------------- mortgages: none given


@pytest.mark.parametrize(
    ("owned", "mortgaged", "name", "cash", "pays"),
    [
        (["oriental-avenue"], [], "oriental-avenue", 100, 0.3 + 50 / 500),
        (["oriental-avenue"], [], "oriental-avenue", 200, 0.15 + 50 / 500),
        (["reading-railroad"], [], "reading-railroad", 400, -0.1 + 0.2),  # exactly 100 / 500
        (["water-works"], [], "water-works", 400, -0.1 + 75 / 500),
        (["boardwalk"], [], "boardwalk", 100, 0.3 + 0.2 - 0.1),
        (lots("brown"), [], "baltic-avenue", 100, 0.3 + 30 / 500 - 0.25),
        (lots("brown"), ["mediterranean-avenue"], "baltic-avenue", 100, 0.3 + 30 / 500),  # the group is spoilt already
        (lots("dark_blue"), [], "boardwalk", 100, 0.3 + 0.2 - 0.1 - 0.25),
        (lots("utility"), [], "water-works", 100, 0.3 + 75 / 500),  # no colour
    ],
)
def test_mortgaging_mirrors_selling_and_lifting(owned, mortgaged, name, cash, pays):
    g = standing([{"deeds": owned, "mortgaged": mortgaged, "cash": cash}, {}])
    assert earned(g, MORTGAGE, square(name)) == pytest.approx(pays)


# ---------------------------------------------------------------------------------------------------- A.7


@pytest.mark.parametrize(
    ("owned", "mortgaged", "name", "cash", "pays"),
    [
        # the price of Oriental is 50 + 5; its rent is 6
        (["oriental-avenue"], ["oriental-avenue"], "oriental-avenue", 55 + 149, -0.1 + 6 / 50),
        (["oriental-avenue"], ["oriental-avenue"], "oriental-avenue", 55 + 150, 0.1 + 6 / 50),
        (["oriental-avenue"], ["oriental-avenue"], "oriental-avenue", 55 + 299, 0.1 + 6 / 50),
        (["oriental-avenue"], ["oriental-avenue"], "oriental-avenue", 55 + 300, 0.2 + 6 / 50),
        (["oriental-avenue"], ["oriental-avenue"], "oriental-avenue", 55 + 600, 0.3 + 6 / 50),
        (["new-york-avenue"], ["new-york-avenue"], "new-york-avenue", 110 + 600, 0.3 + 0.12 + 0.2),  # 16 / 50 is more
        (["kentucky-avenue"], ["kentucky-avenue"], "kentucky-avenue", 2000, 0.3 + 0.12 + 0.2),
        (["pacific-avenue"], ["pacific-avenue"], "pacific-avenue", 2000, 0.3 + 0.1 + 0.2),
        (["boardwalk"], ["boardwalk"], "boardwalk", 2000, 0.3 + 0.1 + 0.2),
        # the whole brown group again, whose rent of 2 is doubled
        (lots("brown"), ["mediterranean-avenue"], "mediterranean-avenue", 2000, 0.3 + 0.25 + 4 / 50),
        (lots("brown"), lots("brown"), "mediterranean-avenue", 2000, 0.3 + 4 / 50),
        (lots("utility"), ["water-works"], "water-works", 2000, 0.3 + 0.2),  # no colour; 10 times 7
        (["reading-railroad"], ["reading-railroad"], "reading-railroad", 2000, 0.3 + 0.2),  # 25 / 50 is more
    ],
)
def test_lifting_pays_by_what_is_left_and_comes_back(owned, mortgaged, name, cash, pays):
    g = standing([{"deeds": owned, "mortgaged": mortgaged, "cash": cash}, {}])
    assert earned(g, LIFT, square(name)) == pytest.approx(pays)


# ------------------------------------------------------------------------------------------------ A.5, A.6


@pytest.mark.parametrize(
    ("cash", "pays", "stays"), [(100, -0.1, 0.1), (150, 0.1, 0.0), (299, 0.1, 0.0), (300, 0.15, -0.1)]
)
def test_the_fine_goes_by_cash(cash, pays, stays):
    g = standing([{"jail": 1, "cash": cash}, {}], "before")
    assert earned(g, FINE, YES) == pytest.approx(pays)
    assert earned(g, FINE, NO) == pytest.approx(stays)
    assert (with_profit(g, FINE, YES), with_profit(g, FINE, NO)) == (0.2, 0.0)


def test_danger_is_by_plain_throws_of_two_dice():
    other = {"deeds": ["tennessee-avenue", "new-york-avenue", "kentucky-avenue"], "mortgaged": ["kentucky-avenue"]}
    g = standing([{"jail": 1, "cash": 140}, other], "before")
    expected = (5 * 14 / 140 + 4 * 16 / 140) / 36  # an 8 to Tennessee, a 9 to New York; an 11 costs nothing
    assert REWARDS.danger(g, 0) == pytest.approx(expected)
    assert earned(g, FINE, YES) == pytest.approx(-0.1 - 0.2 * expected)
    assert earned(g, FINE, NO) == pytest.approx(0.1 + 0.2 * expected)


def test_danger_takes_all_of_ones_cash_at_most():
    deeds = lots("orange")
    other = {"deeds": deeds, "buildings": built(deeds, "hotel")}
    for cash in (60, 0):
        g = standing([{"jail": 1, "cash": cash}, other], "before")
        assert REWARDS.danger(g, 0) == pytest.approx((5 + 5 + 4) / 36)  # a 6, an 8 and a 9


@pytest.mark.parametrize(
    ("cards", "cash", "always", "profit"),
    [
        (["chance"], 300, -0.05, 0.05),
        (["chance"], 299, 0.15, 0.25),
        (["chest"], 299, 0.15, 0.25),
        (["chance", "chest"], 300, -0.05, 0.15),
        (["chance", "chest"], 299, 0.15, 0.35),
    ],
)
def test_using_a_card(cards, cash, always, profit):
    g = standing([{"jail": 1, "cash": cash, "jail_cards": cards}, {}], "before")
    assert earned(g, CARD, YES) == pytest.approx(always)
    assert earned(g, CARD, YES) + with_profit(g, CARD, YES) == pytest.approx(profit)
    assert (earned(g, CARD, NO), with_profit(g, CARD, NO)) == (0.0, 0.0)


def test_an_empty_list_earns_nothing():
    g = standing([{"deeds": lots("brown"), "cash": 100}, {}])
    for network in (UPGRADE, DOWNGRADE, MORTGAGE, LIFT):
        assert earned(g, network, -1) == 0.0
