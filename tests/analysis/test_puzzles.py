"""Puzzles: certified by games, made in blocks that survive a kill, and played with a streak that is kept."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace

import pytest

import magnate
from magnate.analysis import puzzle_maker
from magnate.analysis import puzzles as module
from magnate.analysis.moves import after, move_from
from magnate.analysis.puzzle_maker import Maker, make
from magnate.analysis.puzzle_proof import GAP, SURE, Certified, certify, distinct
from magnate.analysis.puzzles import Puzzle, PuzzleMove, fell, puzzles, read, write
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
    about["kind"] = "move"
    return Puzzle(
        **{"game": "tictactoe", **about, "gap": gap, "z": 9.0, "games": 648, "policy": ("random", "random"), "seed": 5},
        errs={"random": "a3"},
        level=level,
        number=number,
        at=4,
    )


def test_a_move_that_wins_at_once_is_certified_under_both_policies():
    position = magnate.load("tictactoe").setup(WINNING)
    found = certify(position, ("random", "random"), 216, 1)
    assert isinstance(found, Certified)
    assert found.best.candidates[0].move.names == ("c1",)
    assert found.gap > GAP
    assert found.z > SURE
    again = certify(position, ("random", "random"), 216, 1)
    assert again == found


def test_equal_moves_are_none():
    lost = magnate.load("tictactoe").setup({"board": ["XOX", "OXO", "..."]})
    assert certify(lost, ("random", "random"), 216, 1) == "close, first policy"  # two moves win at once


def test_a_move_that_is_not_wanted_gets_no_more_games():
    position = magnate.load("tictactoe").setup(WINNING)
    asked = []
    found = certify(position, ("random", "random"), 216, 1, wanted=lambda trial: asked.append(trial.best.move.names))
    assert found == "not wanted"
    assert asked == [("c1",)]


def test_moves_that_come_to_the_same_count_once():
    """Houses in another order, and two ways to pass."""
    game = magnate.load("monopoly", players=2)
    players = [{"cash": 1000, "deeds": ["oriental-avenue", "vermont-avenue", "connecticut-avenue"]}, {}]
    position = game.setup({"players": players})
    names = [one.name for one in position.legal() if one.name.startswith("build")]
    moves = [move_from(position, [name]) for name in [*names, "roll"]]
    assert len(names) == 3
    kept = distinct(position, moves, "strategic")
    assert [one.names for one in kept] == [(names[0],), ("roll",)]
    rest = [move_from(position, [name]) for name in ("roll", "pass-until-my-turn")]
    assert distinct(position, rest, "strategic") == rest[:1]


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
        self.fell = Counter()

    def puzzle_of(self, number, unwanted=frozenset()):
        self.looked.append(number)
        self.fell = Counter({"looked at": 24, "tried": number})
        return small(number) if number % 2 else None


def test_what_was_stopped_goes_on_at_the_next_game(tmp_path, monkeypatch):
    makers = []
    monkeypatch.setattr(puzzle_maker, "Maker", lambda game, seed: makers.append(Counted(game, seed)) or makers[-1])
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
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    assert [line["number"] for line in lines] == list(range(6))
    assert [line["fell"]["tried"] for line in lines] == list(range(6))
    assert fell(file) == {"looked at": 6 * 24, "tried": 15}


def test_of_a_kind_there_are_no_more_than_a_quarter(tmp_path, monkeypatch):
    makers, kinds = [], []

    class Seeking(Counted):
        def puzzle_of(self, number, unwanted=frozenset()):
            kinds.append(unwanted)
            errs = {"random": "a3"} if "found by all" in unwanted else {}
            return replace(small(number), kind=next(kind for kind in "abcdef" if kind not in unwanted), errs=errs)

    monkeypatch.setattr(puzzle_maker, "Maker", lambda game, seed: makers.append(Seeking(game, seed)) or makers[-1])
    found = make("tictactoe", 6, tmp_path / "p.jsonl")
    assert [one.kind for one in found] == ["a", "a", "b", "b", "c", "c"]
    assert kinds[0] == frozenset()
    assert kinds[-1] == {"a", "b", "found by all"}
    assert [bool(one.errs) for one in found] == [False] * 2 + [True] * 4


@pytest.mark.parametrize("kept", [b"notes\n", b'{"number":1}\n', b"\x1f\x8b\xff", b"[]\n[]\n"])
def test_a_file_of_something_else_is_not_written_over(tmp_path, kept):
    file = tmp_path / "notes.txt"
    file.write_bytes(kept)
    with pytest.raises(BadValue, match="no file that puzzles are made in"):
        make("monopoly", 1, file)
    assert file.read_bytes() == kept
    with pytest.raises(BadValue, match="there is no file"):
        read(tmp_path / "none.jsonl")


def test_a_file_has_the_puzzles_of_one_game(tmp_path):
    file = tmp_path / "p.jsonl"
    file.write_text(json.dumps({"number": 1, "puzzle": small().to_json()}) + "\n")
    with pytest.raises(BadValue, match="has puzzles of tictactoe"):
        make("monopoly", 1, file)


def test_a_game_without_puzzles_is_an_error():
    with pytest.raises(BadOption):
        Maker("pig")
    with pytest.raises(BadValue):
        puzzles("pig")


def test_what_is_shipped_is_read_the_easiest_first(tmp_path, monkeypatch):
    found = [small(1, "hard"), small(2, "easy", 0.2), small(3, "easy", 0.3)]
    file = tmp_path / "monopoly.jsonl.gz"
    write(found, file)
    monkeypatch.setattr(module, "_file", lambda game: tmp_path / f"{game}.jsonl.gz")
    module._read_shipped.cache_clear()
    assert [one.number for one in puzzles("monopoly")] == [3, 2, 1]
    assert module.shipped() == {"monopoly": 3}
    module._read_shipped.cache_clear()
    position = found[0].position()
    assert position.to_move == found[0].seat
    assert all(after(position, move_from(position, one.names)) for one in found[0].moves)
