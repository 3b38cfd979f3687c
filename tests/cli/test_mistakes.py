"""A mistake in somebody's own game is told as theirs: where it is, and what it is."""

import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

import magnate as library
from magnate.cli.main import authors_mistake

SOURCE = Path(library.__file__).parent.joinpath("games", "tictactoe.py").read_text("utf-8")


@pytest.fixture
def author(tmp_path, monkeypatch):
    """`author(name, before, after)` installs a game that is tic-tac-toe but for one change; returns its file."""
    monkeypatch.syspath_prepend(tmp_path)
    installed = {}
    monkeypatch.setattr("magnate.games._plugins", lambda: installed)

    def install(name, before, after):
        source = SOURCE.replace("from ..", "from magnate.").replace('name="tictactoe"', f'name="{name}"')
        assert before in source
        file = tmp_path / f"{name}.py"
        file.write_text(source.replace(before, after, 1), "utf-8")
        installed[name] = EntryPoint(name, name, "magnate.games")
        return file

    yield install
    for name in installed:
        sys.modules.pop(name, None)


@pytest.mark.parametrize(
    ("name", "before", "after", "how"),
    [
        ("unread_ttt", "NAMES = ", "NAMES = = ", "SyntaxError: invalid syntax"),
        ("unnamed_ttt", "NAMES = ", "NAMES = nobody + ", "in <module>, NameError: name 'nobody' is not defined"),
        ("unbuilt_ttt", "g.count += 1", 'g.count += "1"', "this cannot be compiled: "),
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


def test_what_a_games_function_returns_is_the_authors(author):
    author("unset_ttt", "    states = np.zeros(1, STATE)\n", "    return None\n")
    with pytest.raises(TypeError) as raised:
        library.load("unset_ttt").setup({"board": ["...", "...", "..."]})
    told = str(authors_mistake(raised.value))
    assert "the game unset_ttt" in told
    assert "seems to return something unusable: TypeError: " in told


def test_what_fails_with_our_own_games_is_no_authors_mistake(author, monkeypatch):
    author("good_ttt", "a", "a")
    library.load("good_ttt")
    monkeypatch.setattr("magnate.games.tictactoe.setup", lambda *_: None)
    with pytest.raises(TypeError) as raised:
        library.load("tictactoe").setup({"board": ["...", "...", "..."]})
    assert authors_mistake(raised.value) is None
