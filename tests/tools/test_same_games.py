"""``tools/same_games.py`` compares results, never two failures."""

import pytest

from tools.same_games import agree, lasting, played


def test_what_changes_from_run_to_run_is_left_out():
    assert lasting({"seconds": 1.5, "result": [{"wins": 3, "engine": "a"}]}) == {"result": [{"wins": 3}]}


def test_new_fields_are_no_difference_and_all_else_is():
    before = {"wins": [3, 4], "options": {"target": 30}}
    assert agree(before, {**before, "houses": 2, "options": {"target": 30, "new": True}})
    for now in (
        {"wins": [3, 4]},
        {**before, "wins": [3, 5]},
        {**before, "wins": [3, 4, 5]},
        {**before, "options": None},
    ):
        assert not agree(before, now)


@pytest.mark.parametrize("command", ["search nothing", "search pig --unknown", "games nothing"])
def test_a_command_that_fails_ends_the_program(command):
    with pytest.raises(SystemExit, match=f"magnate {command}"):
        played(command)


def test_a_result_is_returned():
    assert played("games pig")["result"]["name"] == "pig"
