"""Puzzles: certified by games, made in blocks that survive a kill, and played with a streak that is kept."""

from __future__ import annotations

import json

import pytest

import magnate
from magnate.analysis import puzzles as module
from magnate.analysis.moves import after, move_from
from magnate.analysis.puzzles import GAP, LEVELS, SURE, Maker, Puzzle, PuzzleMove, certify, make, puzzles, read, write
from magnate.errors import BadOption, BadValue

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
    return Puzzle(
        **{"game": "tictactoe", **about, "gap": gap, "z": 9.0, "games": 648, "policy": ("random", "random"), "seed": 5},
        errs={"random": "a3"},
        level=level,
        number=number,
        at=4,
    )


def test_a_move_that_wins_at_once_is_certified_under_both_policies():
    pytest.importorskip("magnate.analysis.rollout")
    position = magnate.load("tictactoe").setup(WINNING)
    found = certify(position, ("random", "random"), 216, 1)
    assert found is not None
    assert found.best.candidates[0].move.names == ("c1",)
    assert found.gap > GAP
    assert found.z > SURE
    again = certify(position, ("random", "random"), 216, 1)
    assert again == found


def test_equal_moves_are_none():
    pytest.importorskip("magnate.analysis.rollout")
    lost = magnate.load("tictactoe").setup({"board": ["XOX", "OXO", "..."]})
    assert certify(lost, ("random", "random"), 216, 1) is None  # two moves win at once


def test_a_puzzle_is_read_as_it_was_written(tmp_path):
    found = [small(1, "hard"), small(2, "easy", 0.2), small(3, "easy", 0.3)]
    file = tmp_path / "p.jsonl.gz"
    write(found, file)
    first = file.read_bytes()
    write(found[::-1], file)
    assert file.read_bytes() == first
    assert [Puzzle.from_json(one.to_json()) for one in found] == found


class Counted:
    """Finds a puzzle in every second game."""

    def __init__(self, game, seed):
        self.looked = []

    def puzzle_of(self, number):
        self.looked.append(number)
        return small(number) if number % 2 else None


def test_what_was_stopped_goes_on_at_the_next_game(tmp_path, monkeypatch):
    makers = []
    monkeypatch.setattr(module, "Maker", lambda game, seed: makers.append(Counted(game, seed)) or makers[-1])
    file = tmp_path / "p.jsonl"
    make("tictactoe", 3, file, progress=lambda games, _found, _wanted: games < 3)
    with file.open("a") as out:
        out.write('{"number": 3, "puz')  # a kill in the middle of a line
    progress = []
    found = make("tictactoe", 3, file, progress=lambda *numbers: progress.append(numbers))
    assert [one.looked for one in makers] == [[0, 1, 2], [3, 4, 5]]
    assert [one.number for one in found] == [1, 3, 5]
    assert progress[-1] == (6, 3, 3)
    assert read(file) == found
    assert [json.loads(line)["number"] for line in file.read_text().splitlines()] == list(range(6))


def test_a_game_without_puzzles_is_an_error():
    with pytest.raises(BadOption):
        Maker("pig")
    with pytest.raises(BadValue):
        puzzles("pig")


def test_the_shipped_ones_are_what_they_promise():
    for game, count in module.shipped().items():
        known = puzzles(game)
        assert len(known) == count
        assert len({(one.number, one.players) for one in known}) == count, "one puzzle a game"
        assert [LEVELS.index(one.level) for one in known] == sorted(LEVELS.index(one.level) for one in known)
        for one in known:
            assert one.game == game
            assert one.gap > GAP
            assert one.z > SURE
            assert one.errs
            assert len(one.moves) >= 2
            assert one.moves[0].behind == 0
            assert all(move.behind > GAP for move in one.moves[1:])
        for one in known[:: max(1, count // 10)]:
            position = one.position()
            assert position.to_move == one.seat
            later = [after(position, move_from(position, move.names)) for move in one.moves]
            assert all(later[a] != later[b] for a in range(len(later)) for b in range(a))
