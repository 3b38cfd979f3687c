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
        ("docs/performance.md", "tests/docs/test_pages.py", "tests/games/test_pig.py"),
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


def test_the_budget_is_for_the_nearest_and_a_changed_test_always_runs(monkeypatch, tmp_path):
    distances = {"tests/core/test_dice.py": 2.0, "tests/core/test_bits.py": 1.0, "tests/core/test_record.py": 1.0}
    seconds = {"tests/core/test_dice.py": 5.0, "tests/core/test_bits.py": 6.0, "tests/core/test_record.py": 500.0}
    monkeypatch.setattr(check.run_tests, "times", lambda: seconds)
    assert check.chosen(distances, set(), 12) == ["tests/core/test_bits.py", "tests/core/test_dice.py"]
    assert check.chosen(distances, set(), 10) == ["tests/core/test_bits.py"]
    assert "tests/core/test_record.py" in check.chosen(distances, {"tests/core/test_record.py"}, 10)
    assert check.chosen({"tests/core/test_dice.py": check.NEAR + 1}, set(), 10) == []


def test_the_output_says_what_ran_and_what_did_not(monkeypatch):
    monkeypatch.setattr(check.run_tests, "times", lambda: {"tests/core/test_dice.py": 7.0})
    distances = {"tests/core/test_dice.py": 1.0, "tests/core/test_bits.py": 2.0, "tests/cli/test_play.py": 4.0}
    shown = check.said(distances, ["tests/core/test_bits.py"], TESTS, 5)
    assert f"Ran 1 of {len(TESTS)} test files (0 s of tests), the nearest to the change:\n  tests/core: bits\n" in shown
    assert "Left out 1 that did not fit into 5 s (7 s of tests):\n  tests/core: dice\n" in shown
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
