"""The numbers of the board, the deeds and the cards against what is printed, in lists apart from the data file."""

from __future__ import annotations

import pytest

from magnate.games.monopoly import board
from magnate.games.monopoly.board import CARD_DATA, DATA, GROUP_DEEDS, GROUP_NAMES, SQUARE_TYPES, TITLE_DEEDS
from magnate.games.monopoly.setup_model import part
from magnate.games.monopoly.text import SQUARE_LABELS, card_message

from .walk import first_state

STREETS = [deed for deed in TITLE_DEEDS if deed.kind == "street"]
# Rents with a hotel in board order, from the printed title deeds.
HOTEL_RENTS = [
    *(250, 450, 550, 550, 600, 750, 750, 900, 950, 950, 1000),
    *(1050, 1050, 1100, 1150, 1150, 1200, 1275, 1275, 1400, 1500, 2000),
]
MOVING = {"advance", "advance_nearest", "move_relative", "go_to_jail"}


def test_the_board_has_forty_squares_of_the_known_kinds():
    kinds = {kind: SQUARE_TYPES.count(kind) for kind in set(SQUARE_TYPES)}
    assert kinds == {
        "street": 22,
        "railroad": 4,
        "utility": 2,
        "chance": 3,
        "community_chest": 3,
        "tax": 2,
        "go": 1,
        "jail": 1,
        "free_parking": 1,
        "go_to_jail": 1,
    }
    assert len(SQUARE_TYPES) == len(SQUARE_LABELS) == 40
    assert [square for square, kind in enumerate(SQUARE_TYPES) if kind == "chance"] == [7, 22, 36]
    assert [square for square, kind in enumerate(SQUARE_TYPES) if kind == "community_chest"] == [2, 17, 33]


def test_all_deeds_cost_5690_dollars():
    assert sum(deed.price for deed in TITLE_DEEDS) == 5690
    assert sum(deed.mortgage for deed in TITLE_DEEDS) == 2845


def test_building_everywhere_costs_13750_dollars():
    assert sum(5 * deed.house_price for deed in STREETS) == 13_750


def test_rents_with_a_hotel():
    assert [deed.rents[5] for deed in STREETS] == HOTEL_RENTS


def test_rents_rise_with_every_building():
    for deed in STREETS:
        assert list(deed.rents) == sorted(set(deed.rents))


def test_the_bare_rent_of_a_whole_group_is_double_the_printed_one():
    for square in DATA["board"]:
        if square["type"] == "street":
            assert square["rent_monopoly_unimproved"] == 2 * square["rent"][0]


def test_railroads_and_utilities():
    assert {deed.rents for deed in TITLE_DEEDS if deed.kind == "railroad"} == {(25, 50, 100, 200)}
    assert {deed.rents for deed in TITLE_DEEDS if deed.kind == "utility"} == {(4, 10)}


def test_groups_are_those_of_the_data_file():
    for group, deeds in enumerate(GROUP_DEEDS):
        assert [TITLE_DEEDS[deed].square for deed in deeds] == DATA["groups"][GROUP_NAMES[group]]
    assert [len(deeds) for deeds in GROUP_DEEDS] == [2, 3, 3, 3, 3, 3, 3, 2, 4, 2]


def test_house_prices_rise_by_the_side_of_the_board():
    assert [board.GROUP_HOUSE_PRICE[group] for group in range(8)] == [50, 50, 100, 100, 150, 150, 200, 200]


def test_mortgages_and_their_lifting_are_the_printed_ones():
    from magnate.games.monopoly import Options

    g = first_state(Options(), 2)
    for deed in TITLE_DEEDS:
        printed = DATA["board"][deed.square]
        assert deed.mortgage == printed["mortgage"]
        assert part("property").lifting_price(g, deed.index) == printed["unmortgage_cost"]


@pytest.mark.parametrize("edition", [0, 1])
def test_each_deck_has_sixteen_cards_of_their_own(edition):
    for deck in (0, 1):
        assert len({card["id"] for card in CARD_DATA[edition][deck]}) == 16


def test_ten_chance_and_two_chest_cards_move_the_token():
    for edition in (0, 1):
        assert [sum(card["effect"] in MOVING for card in deck) for deck in CARD_DATA[edition]] == [10, 2]


def test_chance_is_the_same_in_both_editions_and_chest_differs_in_three_cards():
    def effects(edition: int, deck: int) -> list[str]:
        return [str(card_message(edition, deck, card)) for card in range(16)]

    assert effects(0, 0) == effects(1, 0)
    changed = [(old, new) for old, new in zip(effects(0, 1), effects(1, 1), strict=True) if old != new]
    assert changed == [
        ("collect $45", "collect $50"),
        ("collect $50 from every player", "collect $10 from every player"),
        ("pay $150", "pay $50"),
    ]


def test_what_the_bank_pays_and_takes_by_cards():
    def total(edition: int, deck: int, effect: str) -> int:
        return sum(card["amount"] for card in CARD_DATA[edition][deck] if card["effect"] == effect)

    assert (total(1, 0, "collect"), total(1, 0, "pay")) == (200, 15)
    assert (total(0, 1, "collect"), total(0, 1, "pay")) == (600, 300)
    assert (total(1, 1, "collect"), total(1, 1, "pay")) == (605, 200)


def test_each_deck_has_one_jail_card_at_the_same_place():
    for edition in (0, 1):
        for deck in (0, 1):
            places = [i for i, card in enumerate(CARD_DATA[edition][deck]) if card["effect"] == "gojf"]
            assert places == [board.JAIL_CARD[deck]]


def test_the_next_railroad_and_utility_lie_ahead():
    assert [int(board.NEXT_RAILROAD[square]) for square in (7, 22, 36)] == [15, 25, 5]
    assert [int(board.NEXT_UTILITY[square]) for square in (7, 22, 36)] == [12, 28, 12]


def test_twenty_one_rolls_stand_for_thirty_six():
    assert board.ROLLS == 21
    assert sum(int(board.ROLL_WEIGHT[roll]) for roll in range(21)) == len(board.ROLL_OF_36) == 36
    mean = sum(int(board.ROLL_WEIGHT[roll]) * int(board.ROLL_LOW[roll] + board.ROLL_HIGH[roll]) for roll in range(21))
    assert mean == 7 * 36
