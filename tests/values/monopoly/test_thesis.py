"""The thesis' 100 numbers, by hand."""

import numpy as np
import pytest

from magnate.games.monopoly.board import GROUP_DEEDS, GROUP_NAMES, STREET_GROUPS, TITLE_DEEDS
from magnate.values.monopoly import THESIS, THESIS_UNSCALED, layout

from .showing import interpreted, position, shown

BROWN = ["mediterranean-avenue", "baltic-avenue"]
DARK_BLUE = ["park-place", "boardwalk"]
SEATS = [
    {
        "cash": 1000,
        "square": 26,
        "deeds": [*BROWN, "reading-railroad", "short-line", "electric-company"],
        "mortgaged": ["short-line"],
        "buildings": dict.fromkeys(BROWN, 3),
        "jail_cards": ["chance"],
    },
    {
        "cash": 400,
        "jail": 2,
        "deeds": [*DARK_BLUE, "oriental-avenue", "vermont-avenue", "water-works"],
        "mortgaged": ["vermont-avenue"],
        "buildings": dict.fromkeys(DARK_BLUE, "hotel"),
    },
]
FIRST = {
    "square": 26 / 40,
    "cash": 1000 / 5000,
    "jail_cards": 1 / 2,
    "brown.owned": 1,
    "brown.buildings": 6 / 10,
    "railroads": 2 / 4,
    "railroads_mortgaged": 1 / 4,
    "railroad_rents": 50 / 800,
    "utilities": 1 / 2,
    "utility_rents": 28 / 140,
    "worth": (1000 + 60 + 60 + 6 * 50 + 200 + 100 + 150) / layout.MOST_WORTH,
    "raisable": (150 + 30 + 30 + 100 + 75) / layout.MOST_RAISABLE,
    "liquidity": 1000 / 1870,
    "rents": (90 + 180 + 50 + 28) / layout.MOST_RENTS,
    "danger": (1 * 8 / 1000 + 2 * 1) / 36,  # a two: water works for 8; an eleven: Park Place takes all
    "highest_rent": 1500 / 2000,
    "whole_groups": 1 / 8,
    "deeds": 5 / 28,
    "houses": 6 / layout.MOST_HOUSES,
    "for_sale": 260 / 400,
    "for_sale_share": 1 / 3,
    "its_turn": 1,
}
"""Seat 0's, on Atlantic Avenue."""
SECOND = {
    "square": 10 / 40,
    "cash": 400 / 5000,
    "in_jail": 1,
    "dark_blue.owned": 1,
    "dark_blue.buildings": 1,
    "light_blue.owned": 2 / 3,
    "light_blue.mortgaged": 1 / 3,
    "utilities": 1 / 2,
    "utility_rents": 28 / 140,
    "jail_turns": 2 / 3,
    "worth": (400 + 350 + 400 + 2 * 5 * 200 + 100 + 50 + 150) / layout.MOST_WORTH,
    "raisable": (1000 + 175 + 200 + 50 + 75) / layout.MOST_RAISABLE,
    "liquidity": 400 / 3450,
    "rents": (1500 + 2000 + 6 + 28) / layout.MOST_RENTS,
    "danger": 8 / 400 / 36,  # out of jail by two ones to the electric company, for 8
    "highest_rent": 8 / 2000,
    "whole_groups": 1 / 8,
    "nearly_whole": 1 / 8,
    "deeds": 5 / 28,
    "hotels": 2 / 22,
}
"""Seat 1's, in jail."""
TABLE = {"progress": 250 / 1000, "sold": 10 / 28}


def by_side(own, other):
    """The names that the numbers have when the first is seen by the second."""
    return {f"own.{name}": value for name, value in own.items()} | {
        f"other.{name}": value for name, value in other.items()
    }


@pytest.mark.parametrize("seat", [0, 1])
def test_every_number_by_hand(seat):
    state = position(SEATS, "thesis", phase="after", round=251)
    own, other = (FIRST, SECOND) if seat == 0 else (SECOND, FIRST)
    assert shown(THESIS, state, seat) == pytest.approx(by_side(own, other) | TABLE, abs=1e-15)


@pytest.mark.parametrize("group", range(STREET_GROUPS))
def test_every_colour_has_its_places(group):
    deeds = [TITLE_DEEDS[d].slug for d in GROUP_DEEDS[group]]
    name, size = GROUP_NAMES[group], len(deeds)
    built = position([{}, {"deeds": deeds, "buildings": dict.fromkeys(deeds, 2)}], "thesis", phase="after")
    seen = shown(THESIS, built, 1)
    assert (seen[f"own.{name}.owned"], seen[f"own.{name}.buildings"]) == (1, 2 / 5)
    assert f"own.{name}.mortgaged" not in seen
    part = position([{"deeds": deeds[1:], "mortgaged": deeds[1:]}, {}], "thesis", phase="after")
    seen = shown(THESIS, part, 1)
    assert seen[f"other.{name}.owned"] == seen[f"other.{name}.mortgaged"] == (size - 1) / size
    assert seen["other.nearly_whole"] == 1 / 8


def test_what_is_mortgaged_earns_nothing():
    utilities = ["electric-company", "water-works"]
    both = position([{"deeds": utilities}, {}], "thesis", phase="after")
    seen = shown(THESIS, both)
    assert (seen["own.utilities"], seen["own.utility_rents"]) == (1, 1)
    one = position([{"deeds": utilities, "mortgaged": utilities[:1]}, {}], "thesis", phase="after")
    seen = shown(THESIS, one)
    assert (seen["own.utilities_mortgaged"], seen["own.utility_rents"]) == (1 / 2, 1 / 2)


def test_a_deed_that_would_complete_the_group_is_seen():
    state = position([{"deeds": ["oriental-avenue", "vermont-avenue"], "square": 9}, {}], "thesis", phase="buying")
    assert shown(THESIS, state)["own.for_sale_share"] == 1
    assert shown(THESIS, state)["own.for_sale"] == 120 / 400


def test_there_are_100_in_the_thesis_kinds_and_they_alternate():
    names = [number.name for number in THESIS.numbers]
    assert len(names) == len(set(names)) == layout.THESIS_INPUTS == 100
    assert [name.partition(".")[0] for name in names[:98]] == ["own", "other"] * 49
    assert [own.partition(".")[2] for own in names[0:98:2]] == [other.partition(".")[2] for other in names[1:98:2]]
    colours = [name for name in names if name.partition(".")[2].partition(".")[0] in GROUP_NAMES[:STREET_GROUPS]]
    assert (names[8:56], len(names) - 8 - 48) == (colours, 44)


def test_the_unscaled_numbers_are_the_scaled_ones_times_their_scales():
    state = position(SEATS, "thesis", phase="after", round=251)
    plain = interpreted(THESIS_UNSCALED, state, 0)
    scales = np.array([number.scale for number in THESIS.numbers])
    assert interpreted(THESIS, state, 0) * scales == pytest.approx(plain, abs=1e-9)
    assert plain[THESIS.places["own.cash"]] == 1000
    assert {number.scale for number in THESIS_UNSCALED.numbers} == {1}


def test_what_is_beyond_its_bound_counts_as_the_bound():
    state = position([{"cash": 100_000}, {}], "thesis", {"max_rounds": 0}, phase="after", round=2000)
    seen = shown(THESIS, state)
    assert seen["own.cash"] == seen["own.worth"] == seen["progress"] == 1
    in_the_red = position([{"cash": -20}, {}], "expectiminimax", phase="after")
    assert "own.cash" not in shown(THESIS, in_the_red)
