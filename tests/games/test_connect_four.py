"""Connect four against values solved elsewhere, exact random play on a small board, and its symmetry."""

from fractions import Fraction
from functools import cache

import numpy as np
import pytest

import magnate
from magnate.core.game import Game, Position
from magnate.core.loader import kernel
from magnate.errors import BadOption, BadSetup, IllegalAction
from magnate.games.connect_four import MAX_CELLS
from magnate.runtime.compiler import build


def solved(columns: int, rows: int, line: int = 4, *, moves: tuple[str, ...] = ()) -> int:
    """The value for the player to move: 1 won, 0 drawn, -1 lost."""
    game = magnate.load("connect_four", columns=columns, rows=rows, line=line)
    solve = kernel("tests.games_for_tests.connect_four_solver", game.rules).solve
    build([solve])
    states = game.start_states(columns * rows + 1)
    position = game.new()
    for move in moves:
        position.apply(move)
    states[0] = position.states()[0]
    order = np.array(sorted(range(columns), key=lambda c: abs(2 * c - columns + 1)))
    table = np.zeros((2, 1 << 20 if columns * rows < 26 else 1 << 23), np.int64)
    return int(solve(states, order, table[0], table[1], np.zeros(2), np.zeros(1, np.int64)))


LONG = pytest.mark.long


@pytest.mark.parametrize(
    ("columns", "rows", "value"),
    [
        (4, 4, 0),
        (5, 4, 0),
        (4, 5, 0),
        (5, 5, 0),
        (6, 4, -1),
        (4, 6, 0),
        pytest.param(5, 6, 0, marks=LONG),
        pytest.param(6, 5, 0, marks=LONG),
    ],
)
def test_boards_have_their_known_values(columns: int, rows: int, value: int) -> None:
    assert solved(columns, rows) == value


def test_a_position_has_the_value_of_its_mirror_image() -> None:
    values = [solved(5, 4, moves=(f"c{column}",)) for column in range(1, 6)]
    assert values == values[::-1]
    assert max(-value for value in values) == 0
    replies = [solved(6, 4, moves=(f"c{column}",)) for column in range(1, 7)]
    assert replies == replies[::-1] == [1] * 6  # the second player wins, whatever the first one begins with


def test_three_in_a_row_is_won_by_the_first_player() -> None:
    assert solved(4, 4, 3) == solved(5, 4, 3) == 1


@cache
def tree(state: bytes, game: Game) -> tuple[Fraction, Fraction, Fraction]:
    """X wins, O wins, drawn under uniformly random play."""
    position = Position(game, np.frombuffer(bytearray(state), game.rules.STATE))
    if position.is_over:
        return tuple(Fraction(position.utility() == end) for end in ((1.0, 0.0), (0.0, 1.0), (0.5, 0.5)))
    below = [tree(position.copy().apply(action).states().tobytes(), game) for action in position.legal()]
    return tuple(sum(one[i] for one in below) / len(below) for i in range(3))


def test_simulated_random_play_agrees_with_the_exact_chances() -> None:
    game = magnate.load("connect_four", columns=3, rows=4, line=3)
    exact = tree(game.start_states(1).tobytes(), game)
    assert sum(exact) == 1
    games = 50_000
    results = game.play_many("random", range(games))
    assert (results.utility.sum(axis=1) == 1).all()
    for share, chance in zip((1.0, 0.0, 0.5), exact, strict=True):
        assert abs((results.utility[:, 0] == share).mean() - chance) < 5 * float(chance * (1 - chance) / games) ** 0.5


def test_random_games_conserve_discs() -> None:
    results = magnate.load("connect_four").play_many("random", range(2_000))
    discs = [[int(mask).bit_count() for mask in masks] for masks in results.states["discs"]]
    assert [sum(pair) for pair in discs] == results.decisions.tolist()
    assert {pair[0] - pair[1] for pair in discs} == {0, 1}
    for (x, o), utility in zip(discs, results.utility.tolist(), strict=True):
        assert utility == ([0.5, 0.5] if x + o == 42 and 0.5 in utility else [1.0, 0.0] if x > o else [0.0, 1.0])


def test_a_mirrored_game_is_the_mirror_image() -> None:
    game = magnate.load("connect_four")
    for seed in range(20):
        one, other = game.new(), game.new()
        for action in game.play("random", seed=seed).actions:
            one.apply(action)
            other.apply(6 - action)
            assert [row[::-1] for row in one.view()["board"]] == other.view()["board"]
            assert [6 - legal.id for legal in one.legal()][::-1] == [legal.id for legal in other.legal()]
        assert one.utility() == other.utility()


@pytest.mark.parametrize(
    "moves",
    [
        "c1 c2 c1 c2 c1 c2 c1",  # upwards
        "c1 c1 c2 c2 c3 c3 c4",  # across
        "c1 c2 c2 c3 c3 c4 c3 c4 c4 c7 c4",  # a diagonal that rises
        "c7 c6 c6 c5 c5 c4 c5 c4 c4 c1 c4",  # … and one that falls
    ],
)
def test_four_in_a_row_win_in_each_direction(moves: str) -> None:
    position = magnate.load("connect_four").new()
    for move in moves.split():
        assert not position.is_over
        position.apply(move)
    assert (position.ending, position.utility()) == ("line", (1.0, 0.0))
    assert position.view()["winner"] == "X"
    assert str(position.events[-1]) == "X has 4 in a row."


def test_a_line_does_not_run_from_one_column_into_the_next() -> None:
    # X has the three highest cells of the first column and the lowest of the second, which are neighbours as bits
    board = ["X......", "X......", "X......", "O......", "O......", "OX....."]
    position = magnate.load("connect_four").setup({"board": board})
    assert not position.is_over
    assert position.to_move == 1


def test_a_full_board_is_a_draw() -> None:
    game = magnate.load("connect_four", columns=2, rows=4)
    position = game.new()
    for move in ["c1", "c1", "c1", "c1", "c2", "c2", "c2", "c2"]:
        position.apply(move)
    assert (position.ending, position.utility()) == ("full board", (0.5, 0.5))


def test_reasons_are_sentences() -> None:
    position = magnate.load("connect_four", columns=4, rows=4).new()
    for _ in range(4):
        position.apply("c2")
    assert position.explain("c2") == "column 2 is full"
    assert position.explain("c5") == "the board has no such column"
    with pytest.raises(IllegalAction, match="legal: c1, c3, c4"):
        position.apply("c2")


def test_cells_that_a_small_board_lacks_are_empty_features() -> None:
    position = magnate.load("connect_four", columns=2, rows=4).new().apply("c2").apply("c2")
    mine, others = np.split(position.features(0), 2)
    assert len(mine) == MAX_CELLS
    assert np.flatnonzero(mine).tolist() == [4]
    assert np.flatnonzero(others).tolist() == [5]


@pytest.mark.parametrize(
    ("options", "wrong"),
    [
        ({"columns": 8, "rows": 7}, r"8 columns and 7 rows is too large: columns × \(rows \+ 1\) is at most 63"),
        ({"columns": 13}, "columns must be at most 12"),
        ({"columns": 4, "rows": 4, "line": 5}, "no line of 5 fits on 4 columns and 4 rows"),
        ({"line": 1}, "line must be at least 2"),
    ],
)
def test_impossible_options_are_refused(options: dict, wrong: str) -> None:
    with pytest.raises(BadOption, match=wrong):
        magnate.load("connect_four", **options)


@pytest.mark.parametrize(
    ("board", "wrong"),
    [
        (["....", "....", "....", "OO.."], "0 X and 2 O"),
        (["....", "....", "X...", "...."], "a disc floats in column 1"),
        (["....", "....", "....", "..."], "4 rows of 4 cells"),
        (["....", "....", "...."], "4 rows of 4 cells"),
        (["....", "....", "....", "X?.."], "pattern"),
        (["....", "....", "OOOO", "XXXX"], "ended earlier"),
        (["....", "....", "....", "XXXX"], "4 X and 0 O"),
        (["....", "OOO.", "OOXO", "XXXX"], "6 O"),
        (["XO..", "XO..", "XO..", "XO.."], "ended earlier"),
        (["O...", "OOXO", "XXXX", "OXXO"], "ended earlier"),  # no disc of the line can have been the last
    ],
)
def test_an_impossible_board_is_refused(board: list[str], wrong: str) -> None:
    with pytest.raises(BadSetup, match=wrong):
        magnate.load("connect_four", preset="tiny").setup({"board": board})


def test_columns_are_named_by_number() -> None:
    actions = magnate.load("connect_four", preset="small").new().legal()
    assert [action.name for action in actions] == ["c1", "c2", "c3", "c4", "c5"]
    assert actions[2].facets == {"kind": "drop", "column": 2}
    assert actions[2].text == "drop X into column 3"
