"""`magnate puzzles play`, scripted through stdin."""

from __future__ import annotations

import json

from magnate.analysis.puzzles import Puzzle, PuzzleMove

WINNING = {"board": ["XX.", "OO.", "..."]}
"""X wins at once by c1; anything else lets O win."""


def small(number: int = 1, level: str = "easy", gap: float = 0.4) -> Puzzle:
    """A puzzle of a small game, whose numbers are made up."""
    moves = (
        PuzzleMove(("c1",), "c1", 1.0, 0.0, 0.0, 0.0),
        PuzzleMove(("c3",), "c3", 0.6, 0.02, 0.4, 0.02),
        PuzzleMove(("a3",), "a3", 0.5, 0.02, 0.5, 0.02),
    )
    about = {"preset": "standard", "players": 2, "options": {}, "setup": WINNING, "seat": 0, "moves": moves}
    about["kind"] = "move"
    return Puzzle(
        **{"game": "tictactoe", **about, "gap": gap, "z": 9.0, "games": 648, "policy": ("random", "random"), "seed": 5},
        errs={"random": "a3"},
        level=level,
        number=number,
        at=4,
    )


def test_a_person_is_asked_told_and_counted(magnate, tmp_path, monkeypatch):
    """The numbers, who errs, and a streak that outlasts the program."""
    monkeypatch.setattr("platformdirs.user_data_path", lambda _name: tmp_path / "data")
    file = tmp_path / "p.jsonl"
    lines = [{"number": n, "puzzle": small(n).to_json()} for n in range(3)]
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    shown = magnate("puzzles", "play", "tictactoe", "--file", file, stdin="").out
    right = next(line.split()[0] for line in shown.splitlines() if line.strip()[:1].isdigit() and line.endswith(" c1"))
    wrong = next(number for number in "123" if number != right)
    output = magnate("puzzles", "play", "tictactoe", "--file", file, stdin=f"9\n{right}\n{right}\n{wrong}\n").out
    assert "Type a number from 1 to 3" in output
    assert output.count("Right.") == 2
    assert "No: c1. Yours loses" in output
    assert "60.0 % ± 2.0  c3, 40.0 ± 2.0 points behind" in output
    assert "random would do this: a3." in output
    assert "648 games of each move, played on by random in all seats" in output
    assert "2 of 3 puzzles solved; streak 0, the best 2." in output
    assert "2 of 3 puzzles solved; streak 0, the best 2." in magnate("puzzles", "play", "tictactoe", "--file", file).out


def test_moves_bear_the_names_of_the_skin(magnate, monkeypatch):
    monkeypatch.setenv("MAGNATE_SKIN", "real")  # the option sets it, and nothing sets it back
    real, plain = (
        magnate("puzzles", "play", "brass", "--level", "hard", "--skin", skin, stdin="q\n").out.split("Which move")[1]
        for skin in ("real", "plain")
    )
    assert "Dudley" in real
    assert not any(town in plain for town in ("Dudley", "Coalbrookdale", "Birmingham", "Stoke"))
