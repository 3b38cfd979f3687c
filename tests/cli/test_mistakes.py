"""A mistake in somebody's own game is told as theirs: where it is, and what it is."""

import sys
from dataclasses import replace
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

import magnate as library
from magnate.cli.mistakes import authors_mistake
from magnate.games import tictactoe

SOURCE = Path(library.__file__).parent.joinpath("games", "tictactoe.py").read_text("utf-8")


@pytest.fixture
def author(tmp_path, monkeypatch):
    """`author(name, before, after)` installs a game that is tic-tac-toe but for one change; returns its file."""
    monkeypatch.syspath_prepend(tmp_path)
    installed = {}
    monkeypatch.setattr("magnate.core.registry._plugins", lambda: installed)

    def install(name, before, after, package=""):
        source = SOURCE.replace("from ..", "from magnate.").replace('name="tictactoe"', f'name="{name}"')
        assert before in source
        file = tmp_path / f"{name}.py"
        file.write_text(source.replace(before, after, 1), "utf-8")
        installed[name] = EntryPoint(name, f"{package}.{name}".strip("."), "magnate.games")
        return file

    yield install
    for name, module in list(sys.modules.items()):
        if str(tmp_path) in (getattr(module, "__file__", "") or ""):
            del sys.modules[name]


@pytest.mark.parametrize(
    ("name", "before", "after", "how"),
    [
        ("unread_ttt", "NAMES = ", "NAMES = = ", "SyntaxError: invalid syntax"),
        ("unnamed_ttt", "NAMES = ", "NAMES = nobody + ", "in <module>, NameError: name 'nobody' is not defined"),
        ("unbuilt_ttt", "g.count += 1", 'g.count += "1"', "step cannot be compiled: "),
        ("ending_ttt", "NAMES = ", "raise SystemExit(0)\nNAMES = ", "in <module>, SystemExit: 0"),
    ],
)
@pytest.mark.parametrize("elsewhere", [False, True])
def test_what_cannot_be_imported_or_compiled_is_the_authors(
    magnate, author, monkeypatch, tmp_path, name, before, after, how, elsewhere
):
    file = author(name, before, after)
    (tmp_path / "folder").mkdir()
    if elsewhere:
        monkeypatch.chdir(tmp_path / "folder")  # Numba names files as they are found from here
    line = 1 + file.read_text("utf-8").split(after)[0].count("\n")
    done = magnate("watch", name, "--agents", "random")
    assert done.code == 3
    assert f"error: the game {name} has a mistake in {file}, line {line}: {how}" in done.err
    assert "bug" not in done.err


@pytest.mark.parametrize(
    ("name", "before", "after", "why"),
    [
        ("nameless_ttt", "p = g.count & 1", "p = gcount & 1", "NameError: name 'gcount' is not defined"),
        ("fieldless_ttt", "p = g.count & 1", "p = g.kount & 1", "KeyError: 'kount'"),
    ],
)
def test_a_rule_that_numba_does_not_place_is_named(magnate, author, name, before, after, why):
    file = author(name, before, after)
    done = magnate("watch", name, "--agents", "random")
    assert done.code == 3
    line = 1 + file.read_text("utf-8").split("@rule\ndef step(")[0].count("\n")
    assert f"{file}, line {line}: step cannot be compiled: {why}" in done.err


@pytest.mark.parametrize(
    ("name", "returned", "kind"), [("mute_ttt", "", "none"), ("wordy_ttt", '    return "n"\n', "Literal[str](n)")]
)
def test_a_rule_that_returns_no_number_is_the_authors(magnate, author, name, returned, kind):
    file = author(name, "            n += 1\n    return n\n", f"            n += 1\n{returned}")
    done = magnate("watch", name, "--agents", "random")
    assert done.code == 3
    line = 1 + file.read_text("utf-8").split("@rule\ndef legal(")[0].count("\n")
    assert f"the game {name} has a mistake in {file}, line {line}: legal returns {kind}, and no number" in done.err


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("class Options(BaseModel):", "class Options:", "odd_ttt's Options is no pydantic model"),
        ('= {"standard": {}}', '= ["standard"]', "odd_ttt's PRESETS is no dict"),
        ("STATE = packed(", "STATE = list(", "odd_ttt's STATE is no structured dtype"),
        ('{"standard": {}}', '{"standard": {"size": 4}}', 'the preset "standard" of odd_ttt is impossible: size'),
    ],
)
def test_parts_of_another_kind_are_the_authors(magnate, author, before, after, message):
    author("odd_ttt", before, after)
    done = magnate("watch", "odd_ttt", "--agents", "random")
    assert done.code == 3
    assert f"error: {message}" in done.err


@pytest.mark.parametrize(
    ("helper", "how"),
    [
        ("def board_text(state):\n    return 1 // 0\n", "line 2: in board_text, ZeroDivisionError"),
        ("x = = 1\n", "line 1: SyntaxError"),
    ],
)
@pytest.mark.parametrize("inside", [True, False])
def test_a_package_is_its_games_author(magnate, author, tmp_path, helper, how, inside):
    """Of two games in a package, the one is named whose own the file is, or both for a file of all."""
    package = tmp_path / "two_games"
    (package / "first").mkdir(parents=True)
    (package / "__init__.py").write_text("", "utf-8")
    file = package / "first" / "words.py" if inside else package / "words.py"
    file.write_text(helper, "utf-8")
    imported = f"from two_games{'.first' if inside else ''}.words import board_text\n\n\ndef former_text("
    author("second", "NAMES = ", "NAMES = ", "two_games").rename(package / "second.py")
    author("first", "def board_text(", imported, "two_games").rename(package / "first" / "__init__.py")
    done = magnate("watch", "first", "--agents", "random")
    assert done.code == 3
    name = "first" if inside else "second or first"
    assert f"error: the game {name} has a mistake in {file}, {how}" in done.err


def test_the_doctor_tells_of_a_broken_game(magnate, author, monkeypatch):
    file = author("ill_ttt", "NAMES = ", "NAMES = = ")
    author("crashing_ttt", "    g.result = 0\n", "    g.count = g.count // g.count\n")
    monkeypatch.setattr("magnate.core.registry._built_in", lambda: ("tictactoe",))
    done = magnate("doctor", "--json")
    assert done.code == 5
    found = {check["name"]: check for check in done.json["result"]["checks"]}
    assert not found["rules of ill_ttt"]["ok"]
    assert f"mistake in {file}" in found["rules of ill_ttt"]["found"]
    assert "ill_ttt agrees" not in found
    assert found["tictactoe agrees"]["ok"]
    assert not found["crashing_ttt agrees"]["ok"]


def test_what_a_games_function_returns_is_the_authors(author):
    author("unset_ttt", "    states = np.zeros(1, STATE)\n", "    return None\n")
    with pytest.raises(TypeError) as raised:
        library.load("unset_ttt").setup({"board": ["...", "...", "..."]})
    message = str(authors_mistake(raised.value))
    assert "the game unset_ttt" in message
    assert "seems to have something unusable: TypeError: " in message


def test_what_fails_with_our_own_games_is_no_authors_mistake(author, monkeypatch):
    author("good_ttt", "a", "a")
    library.load("good_ttt")
    monkeypatch.setattr(tictactoe, "GAME", replace(tictactoe.GAME, setup=lambda *_: None))
    with pytest.raises(TypeError) as raised:
        library.load("tictactoe").setup({"board": ["...", "...", "..."]})
    assert authors_mistake(raised.value) is None


def test_more_legal_actions_than_promised_are_the_authors(magnate, author):
    author("long_ttt", "max_legal=9", "max_legal=8")
    done = magnate("watch", "long_ttt", "--agents", "random")
    assert done.code == 3
    assert "error: long_ttt lists 9 actions at a position, but its GAME says max_legal=8" in done.err
    assert "bug" not in done.err


@pytest.mark.parametrize("command", ["games", "agents"])
def test_a_broken_game_hides_no_other(magnate, author, command):
    """It is left out of a list, which says so and why."""
    file = author("unread_ttt", "NAMES = ", "NAMES = = ")
    done = magnate(command, "--json")
    assert done.code == 0
    assert f"unread_ttt is left out: the game unread_ttt has a mistake in {file}" in done.err
    named = {row["name" if command == "games" else "game"] for row in done.json["result"]}
    assert {"pig", "tictactoe", "monopoly"} <= named
    assert "unread_ttt" not in named
