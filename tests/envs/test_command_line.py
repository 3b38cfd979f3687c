"""`magnate search openspiel:NAME`."""

import pytest

from magnate.cli import console
from magnate.cli.main import run


@pytest.fixture
def command(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "140")

    def done(*words):
        console.stdout.cache_clear()
        console.stderr.cache_clear()
        code = run(list(words))
        return code, *capsys.readouterr()

    return done


def test_an_openspiel_game_is_searched(command, tmp_path):
    code, out, _err = command("search", "openspiel:tic_tac_toe", "-A", "alphabeta", "-b", "depth:9")
    assert code == 0
    assert "the beginning · seat 0 to move" in out
    assert "alphabeta, depth:9: x(0,0)" in out
    assert "18,297 nodes" in out
    setup = tmp_path / "board.json"
    setup.write_text('{"history": [4, 0]}')
    code, out, _err = command("search", "openspiel:tic_tac_toe", "-b", "depth:2", "--position", str(setup))
    assert code == 0
    assert "a set-up · seat 0 to move" in out


def test_its_parameters_are_options(command):
    code, out, _err = command(
        "search", "openspiel:go", "-o", "board_size=5", "-o", "komi=2.5", "-b", "depth:1", "--json"
    )
    assert code == 0
    assert '"game": "openspiel:go(board_size=5,komi=2.5)"' in out


def test_refusals(command):
    assert command("search", "openspiel:ches")[0] == 2
    code, _out, err = command("search", "openspiel:chess", "--preset", "fast")
    assert code == 2
    assert "have no presets" in err
    assert command("search", "openspiel:go", "-o", "size=5")[0] == 2
