"""``magnate matrix``: a game in a file, analysed."""

from pathlib import Path

import numpy as np
import pytest

from magnate.gametheory import StrategicGame, load_game, save_game

EXAMPLES = Path(__file__).parents[2] / "examples" / "strategic"
DILEMMA = EXAMPLES / "prisoners_dilemma.csv"


def lines(text):
    return [line.strip() for line in text.splitlines()]


def test_the_matrix_is_marked_as_in_the_slides(magnate):
    done = magnate("matrix", DILEMMA)
    assert done.code == 0
    words = [line.split() for line in lines(done.out)]
    assert ["Denies", "-1,", "-1", "-5,", "0", "}"] in words
    assert ["Confesses", "{", "0,", "-5", "{", "-3,", "-3", "}"] in words


def test_the_report_tells_what_follows(magnate):
    output = " ".join(magnate("matrix", DILEMMA).out.split())
    assert "Prisoner's dilemma · 2 players · 2 × 2 · general-sum" in output
    assert "Agent 1: Denies is strictly dominated by Confesses" in output
    assert "(Confesses, Confesses) is the equilibrium in strictly dominant strategies" in output
    assert "(Confesses, Confesses): payoffs -3, -3; strict; not efficient: (Denies, Denies) is better" in output
    assert "Agent 1: at least -3 by Confesses" in output


def test_json_has_the_equilibria_by_name(magnate):
    found = magnate("matrix", DILEMMA, "--json").json
    assert (found["schema"], found["kind"]) == (1, "matrix")
    result = found["result"]
    assert result["pure_equilibria"] == [["Confesses", "Confesses"]]
    assert result["strict_equilibria"] == [["Confesses", "Confesses"]]
    assert result["game"]["players"] == ["Agent 1", "Agent 2"]
    assert result["dominant_strategy_equilibrium"] == ["Confesses", "Confesses"]
    assert result["elimination"]["strict"]["left"] == [["Confesses"], ["Confesses"]]


def test_the_order_of_elimination_is_an_argument(magnate):
    example = EXAMPLES / "example_3.csv"
    output = " ".join(magnate("matrix", example, "--order", "E,F,A,B,C,H").out.split())
    assert "this order loses equilibria: (D, E) (D, F)" in output
    assert output.index("1. Colin: E is weakly dominated by G") < output.index("3. Rose: A is")
    kept = magnate("matrix", example, "--order", "Rose", "--json").json["result"]
    assert kept["equilibria_lost_by_weak_elimination"] == []
    assert kept["elimination"]["weak"]["left"] == [["D"], ["E", "F", "G"]]


def test_a_zero_sum_game_has_a_value(magnate):
    output = " ".join(magnate("matrix", EXAMPLES / "zero_sum_2x2.csv").out.split())
    assert "Rose of -1, and Colin of no worse: the game's value, in pure strategies" in output
    mixed = " ".join(magnate("matrix", EXAMPLES / "zero_sum_3x2.csv").out.split())
    assert "none in pure strategies" in mixed
    assert "Rose: at least 0 by R2; Colin can hold it to 2" in mixed


def test_three_players_have_a_matrix_for_each_choice_of_the_third(magnate):
    output = magnate("matrix", EXAMPLES / "river.toml").out
    assert [line for line in lines(output) if line.startswith("Cedar: ")][:2] == ["Cedar: cleans", "Cedar: dumps"]
    assert "{ -3, -3, -3* }" in output


def test_lines_have_at_most_100_letters_whatever_the_names_are(magnate, tmp_path):
    rng = np.random.default_rng(1)
    names = [f"strategic:bid_ratio=1.25,greed=0.{k},a_very_long_parameter={k}" for k in range(9)]
    save_game(StrategicGame.bimatrix(rng.normal(size=(9, 9)), rng.normal(size=(9, 9)), rows=names), tmp_path / "a.csv")
    done = magnate("matrix", tmp_path / "a.csv")
    assert done.code == 0
    assert max(len(line.rstrip()) for line in done.out.splitlines()[1:]) <= 100


def test_a_game_too_large_to_be_printed_is_still_analysed(magnate, tmp_path):
    save_game(StrategicGame.zero_sum(np.arange(2500).reshape(50, 50)), tmp_path / "a.csv")
    output = " ".join(magnate("matrix", tmp_path / "a.csv", "--order", "all").out.split())
    assert "too large to be printed" in output
    assert "(50, 1)" in output


def test_one_player_is_a_game_too(magnate, tmp_path):
    (tmp_path / "a.toml").write_text('[players]\nAda = ["left", "right"]\n[payoffs]\nleft = [1]\nright = [2]\n')
    output = " ".join(magnate("matrix", tmp_path / "a.toml").out.split())
    assert "1 player · 2" in output
    assert "(right): payoffs 2; strict" in output
    assert "1 equilibrium was found by comparing payoffs" in output
    assert "signal" not in output


def test_names_with_brackets_are_printed_as_they_are(magnate, tmp_path):
    (tmp_path / "a.csv").write_text("[bold] \\ [x],[red]a,[/]\n[b],1,2\n[/i],3,4\n")
    output = magnate("matrix", tmp_path / "a.csv")
    assert output.code == 0
    assert all(name in output.out for name in ("[bold]", "[x]", "[red]a", "[/]", "[b]", "[/i]"))


def test_a_picture_and_another_format_are_written(magnate, tmp_path):
    picture, other = tmp_path / "dilemma.svg", tmp_path / "dilemma.nfg"
    done = magnate("matrix", DILEMMA, "--svg", picture, "--save", other, "--json")
    assert done.json["kind"] == "matrix"
    assert str(picture) in done.err.replace("\n", "")
    assert picture.read_text(encoding="utf-8").startswith("<svg")
    assert (load_game(other).payoffs == load_game(DILEMMA).payoffs).all()


@pytest.mark.parametrize(
    ("words", "code", "output", "hint"),
    [
        (["none.csv"], 3, "no file none.csv", "path of a game"),
        (["game.xlsx"], 2, "game.xlsx", ".csv, .nfg, .toml"),
        ([str(DILEMMA), "--order", "Dennies"], 2, '"Dennies"', '"Denies"'),
        ([str(DILEMMA), "--svg", "/no/such/folder/a.svg"], 5, "/no/such/folder", "path"),
        ([str(DILEMMA), "--save", "a.xlsx"], 2, "a.xlsx", ".csv"),
        ([], 2, "Missing argument", "magnate matrix --help"),
    ],
)
def test_errors_are_a_sentence_and_a_hint(magnate, monkeypatch, tmp_path, words, code, output, hint):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.xlsx").touch()
    done = magnate("matrix", *words)
    assert done.code == code
    assert done.out == ""
    error, help_ = done.err.splitlines()
    assert output in error
    assert hint in help_
