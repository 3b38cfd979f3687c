"""``make check`` chooses the tests that are nearest to what changed."""

import subprocess

import pytest

from tools import check

TESTS = check.run_tests.test_files()
PARAMETERS = "src/magnate/agents/monopoly/parameters.py"


def near(*changed: str) -> dict[str, float]:
    return check.distances(set(changed), TESTS)


def test_the_nearest_test_is_the_one_of_that_name():
    found = near(PARAMETERS)
    assert min(found, key=lambda one: found[one]) == "tests/agents/monopoly/test_parameters.py"


@pytest.mark.parametrize(
    ("changed", "closer", "further"),
    [
        (PARAMETERS, "tests/agents/monopoly/test_strength.py", "tests/games/brass/test_oracle.py"),
        ("src/magnate/games/monopoly/trade.py", "tests/games/monopoly/rules/test_trades.py", "tests/cli/test_play.py"),
        ("src/magnate/core/record.py", "tests/core/test_record.py", "tests/gametheory/test_pure.py"),
        ("src/magnate/games/monopoly/data.json", "tests/games/monopoly/test_board_data.py", "tests/cli/test_tune.py"),
        ("src/magnate/locales/en/pig.json", "tests/test_messages.py", "tests/search/test_memory.py"),
        ("tests/arena/synthetic_games.py", "tests/arena/test_results.py", "tests/server/test_rooms.py"),
        ("tests/server/conftest.py", "tests/server/test_rooms.py", "tests/core/test_dice.py"),
        ("docs/understand/performance.md", "tests/docs/test_pages.py", "tests/games/test_pig.py"),
    ],
)
def test_what_imports_mirrors_or_names_the_change_is_near(changed, closer, further):
    found = near(changed)
    assert found[closer] <= check.NEAR
    assert found[closer] < found.get(further, check.FAR)


def test_a_test_that_names_a_game_depends_on_its_agents():
    """Nothing imports them: the registry looks them up."""
    assert "tests/cli/test_monopoly.py" in near(PARAMETERS)


def test_typing_and_unrelated_files_do_not_count():
    assert "tests/docs/test_names.py" not in near("tests/arena/synthetic_games.py")
    assert near("x" * 20 + ".txt") == {}


def test_the_budget_is_for_the_nearest_and_a_changed_test_always_runs(monkeypatch):
    far, near_one, long = TESTS[:3]
    monkeypatch.setattr(check.run_tests, "times", lambda: {far: 5.0, near_one: 6.0, long: 500.0})
    distances = {far: 2.0, near_one: 1.0, long: 1.0}
    assert check.chosen(distances, set(), 12) == [near_one, far]
    assert check.chosen(distances, set(), 10) == [near_one]
    assert long in check.chosen(distances, {long}, 10)
    assert check.chosen({far: check.NEAR + 1}, set(), 10) == []
    assert check.chosen({"tests/core/test_gone.py": 0.0}, {"tests/core/test_gone.py"}, 10) == []


def test_the_output_says_what_ran_and_what_did_not(monkeypatch):
    ran, left, afar = "tests/core/test_dice.py", "tests/core/test_record.py", "tests/cli/test_play.py"
    monkeypatch.setattr(check.run_tests, "times", lambda: {left: 7.0})
    shown = check.said({ran: 2.0, left: 1.0, afar: 4.0}, [ran], TESTS, 5)
    assert f"Ran 1 of {len(TESTS)} test files (0 s of tests), the nearest to the change:\n  tests/core: dice\n" in shown
    assert "Left out 1 that did not fit into 5 s (7 s of tests):\n  tests/core: record\n" in shown
    assert f"1 that depend on it from afar, and {len(TESTS) - 3} that do not depend on it" in shown


def test_new_and_changed_files_are_found(tmp_path, monkeypatch):
    monkeypatch.setattr(check, "ROOT", tmp_path)
    for command in (["init", "-q"], ["config", "user.name", "a"], ["config", "user.email", "a@b.c"]):
        subprocess.run(["/usr/bin/env", "git", *command], cwd=tmp_path, check=True)
    (tmp_path / "kept.py").touch()
    (tmp_path / "changed.py").touch()
    subprocess.run(["/usr/bin/env", "git", "add", "."], cwd=tmp_path, check=True)
    subprocess.run(["/usr/bin/env", "git", "commit", "-qm", "first"], cwd=tmp_path, check=True)
    assert check.changed_since("HEAD") == set()
    (tmp_path / "changed.py").write_text("X = 1\n")
    (tmp_path / "new.py").touch()
    assert check.changed_since("HEAD") == {"changed.py", "new.py"}
