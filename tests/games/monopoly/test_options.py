"""Options: every one documented and written into the state, every preset possible, every contradiction explained."""

from __future__ import annotations

from typing import Any, get_args

import numpy as np
import pytest
from pydantic import ValidationError
from pydantic.fields import FieldInfo

import magnate
from magnate.errors import BadOption
from magnate.games.monopoly.options import DEFAULT_PRESET, PRESETS, RENAMED, WORDS, Options, write_options
from magnate.games.monopoly.state import OPTIONS, STATE

# What another option has to be for the changed value to be possible.
COMPANIONS: dict[str, dict[str, Any]] = {
    "dealt_paid": {"dealt_deeds": 1},
    "build_by": {"building_contest": False},
}


def written(options: Options, players: int = 8) -> np.void:
    states = np.zeros(1, STATE)
    write_options(options, players, states[0])
    return states[0]["opt"]


def another(field: FieldInfo) -> Any:
    """A value of the option that is not its default."""
    if isinstance(field.default, bool):
        return not field.default
    if get_args(field.annotation):
        return next(value for value in get_args(field.annotation) if value != field.default)
    return field.default + 1


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_builds_for_every_number_of_players(name):
    options = Options.model_validate(PRESETS[name])
    for players in range(2, 9):
        assert written(options, players)["players"] == players


def test_the_default_preset_is_all_defaults():
    assert PRESETS[DEFAULT_PRESET] == {}


def test_the_state_holds_exactly_the_options():
    fields = {RENAMED.get(name, name) for name in Options.model_fields}
    assert fields | {"players"} == {name for name in OPTIONS.names if not name.startswith("spare")}


@pytest.mark.parametrize("name", Options.model_fields)
def test_every_option_is_documented_and_reaches_the_record(name):
    field = Options.model_fields[name]
    assert field.description
    plain = Options(**COMPANIONS.get(name, {}))
    changed = Options(**COMPANIONS.get(name, {}), **{name: another(field)})
    before, after = written(plain), written(changed)
    differing = [part for part in OPTIONS.names if not np.array_equal(before[part], after[part])]
    assert differing == [RENAMED.get(name, name)]


@pytest.mark.parametrize("name", WORDS)
def test_every_word_has_a_number_of_its_own(name):
    companions = COMPANIONS.get(name, {})
    words = get_args(Options.model_fields[name].annotation)
    assert set(words) == set(WORDS[name])
    numbers = {int(written(Options(**companions, **{name: word}))[RENAMED.get(name, name)]) for word in words}
    assert numbers == set(range(len(words)))


@pytest.mark.parametrize(
    ("changes", "advice"),
    [
        ({"dealt_paid": True}, "set dealt_deeds to 1 or more"),
        ({"dealt_deeds": 2, "dealt_paid": True, "start_cash": 749}, "can cost \\$750: set start_cash"),
        ({"build_by": "group"}, 'set build_by to "lot", or building_contest to false'),
        ({"houses": 3}, "set houses to at least 4, hotels to 0"),
        ({"hotel_houses": 3, "houses": 2}, "set houses to at least 3"),
        ({"auctions": False, "clear_mortgages": False}, "set clear_mortgages or auctions to true"),
        (
            {"window_order": "build_first", "manage_before": False, "manage_after": False, "manage_between": False},
            "set manage_before, manage_after or manage_between to true",
        ),
        (
            {"one_operation": True, "manage_before": False, "manage_after": False, "manage_between": False},
            "set manage_before, manage_after or manage_between to true",
        ),
        ({"time_limit_rounds": 50, "max_rounds": 30}, "set time_limit_rounds to no more than max_rounds"),
        (
            {"contest_open": "auction_open", "building_contest": False},
            "set building_contest to true, or contest_open",
        ),
        ({"bid_limit": "cash", "auctions": False}, "set auctions to true, or bid_limit to"),
        ({"estate_order": "price", "auctions": False}, "set auctions to true, or estate_order to"),
        (
            {"unpaid_interest": "waived", "transfer_interest": False},
            "set transfer_interest to true, or unpaid",
        ),
        (
            {"auction_passes": "until_raised", "auctions": False, "building_contest": False},
            "set auctions or building_contest to true",
        ),
        ({"failed_raising": "undone", "bankruptcy": "cash"}, 'set bankruptcy to "debt", or failed_raising to "stands"'),
        ({"start_cash": -1}, "greater than or equal to 0"),
        ({"auction_raise": 0}, "greater than or equal to 1"),
        ({"auctions": 1}, "valid boolean"),
        ({"hotel_houses": 5}, "3 or 4"),
        ({"deck": "2021"}, "'pre-2008' or '2008'"),
        ({"luxury_taxes": 75}, "Extra inputs are not permitted"),
    ],
)
def test_what_contradicts_itself_is_refused_with_advice(changes, advice):
    with pytest.raises(ValidationError, match=advice):
        Options(**changes)


@pytest.mark.parametrize(
    "changes",
    [
        {"dealt_deeds": 2, "dealt_paid": True, "start_cash": 750},
        {"houses": 3, "hotels": 0},
        {"houses": 0, "unlimited_buildings": True},
        {"auctions": False},
        {"auctions": False, "auction_passes": "until_raised"},
        {"time_limit_rounds": 50, "max_rounds": 50},
        {"time_limit_rounds": 50, "max_rounds": 0},
    ],
)
def test_the_bounds_themselves_are_possible(changes):
    Options(**changes)


def test_no_more_deeds_are_dealt_than_there_are():
    written(Options(dealt_deeds=14), players=2)
    with pytest.raises(BadOption, match="14 deeds cannot be dealt to each of 3 players.*set dealt_deeds to 9 or fewer"):
        written(Options(dealt_deeds=14), players=3)


def test_somebody_must_be_left_when_a_bankruptcy_ends_the_game():
    written(Options(end_bankruptcies=1), players=2)
    with pytest.raises(BadOption, match="set end_bankruptcies to 1 or fewer"):
        written(Options(end_bankruptcies=2), players=2)


def test_options_that_do_not_go_with_the_players_are_refused_before_a_game_begins():
    with pytest.raises(BadOption, match="set end_bankruptcies to 1 or fewer"):
        magnate.load("monopoly", players=2, end_bankruptcies=2)


def test_options_cannot_be_changed_afterwards():
    with pytest.raises(ValidationError, match="frozen"):
        Options().houses = 20  # type: ignore[misc]


def test_the_face_refuses_them_as_bad_options():
    with pytest.raises(BadOption, match="luxury_tax"):
        magnate.load("monopoly", luxury_tax="75")
    with pytest.raises(BadOption, match="set houses to at least 4"):
        magnate.load("monopoly", houses=1)


def test_presets_say_what_their_sources_say():
    options = {name: Options.model_validate(changes) for name, changes in PRESETS.items()}
    assert {name for name, one in options.items() if one.max_rounds != 1000} == set()
    assert (options["official"].luxury_tax, options["official"].auction_open) == (100, 10)
    assert (options["official-pre2008"].luxury_tax, options["official-pre2008"].auction_open) == (75, 1)
    thesis = options["thesis"]
    assert (thesis.build_by, thesis.auctions, thesis.unlimited_buildings) == ("group", False, True)
    assert (thesis.split_estate, thesis.duel_richer, thesis.trade_mortgaged) == (True, True, False)
    for name, test in (("expectiminimax", "cash"), ("expectiminimax-net-worth", "net_worth")):
        one = options[name]
        assert (one.start_cash, one.cards, one.offers_per_turn, one.bankruptcy) == (500, "none", 0, test)
    assert (options["short-game"].dealt_deeds, options["short-game"].hotel_houses) == (3, 3)
    assert (options["time-limit"].dealt_deeds, options["time-limit"].dealt_paid) == (2, True)
