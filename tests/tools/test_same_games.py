"""``tools/same_games.py`` compares results, never two failures."""

import pytest

from tools.same_games import lasting, played


def test_what_changes_from_run_to_run_is_left_out():
    assert lasting({"seconds": 1.5, "result": [{"wins": 3, "engine": "a"}]}) == {"result": [{"wins": 3}]}


@pytest.mark.parametrize("command", ["search nothing", "search pig --unknown", "games nothing"])
def test_a_command_that_fails_ends_the_program(command):
    with pytest.raises(SystemExit, match=f"magnate {command}"):
        played(command)


def test_a_result_is_returned():
    assert played("games pig")["result"]["name"] == "pig"
