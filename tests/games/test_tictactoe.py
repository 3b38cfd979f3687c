"""Tic-tac-toe against its known exact values (the counts and fractions are published and recomputed elsewhere)."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache

import pytest

import magnate
from magnate.core.game import Position
from magnate.errors import BadSetup
from magnate.runtime.interpreter import interpret


@dataclass(frozen=True)
class Tree:
    """What the whole tree below a position holds."""

    nodes: int
    leaves: int
    wins: tuple[int, int, int]  # leaves won by X, by O, drawn
    value: Fraction  # X's utility under best play
    random: tuple[Fraction, Fraction, Fraction]  # X wins, O wins, drawn under uniformly random play


class Explorer:
    """Walks the whole tree through the public contract, once per distinct position."""

    def __init__(self) -> None:
        self.trees: dict[str, Tree] = {}

    def explore(self, position: Position) -> Tree:
        found = self.trees.get(position.hash)
        if found is None:
            found = self.trees[position.hash] = self.leaf(position) if position.is_over else self.inner(position)
        return found

    def leaf(self, position: Position) -> Tree:
        utility = position.utility()
        assert sum(utility) == 1
        which = {(1.0, 0.0): 0, (0.0, 1.0): 1, (0.5, 0.5): 2}[utility]
        wins = tuple(int(which == i) for i in range(3))
        return Tree(1, 1, wins, Fraction(utility[0]), tuple(map(Fraction, wins)))

    def inner(self, position: Position) -> Tree:
        below = [self.explore(position.copy().apply(action)) for action in position.legal()]
        best = max if position.to_move == 0 else min
        return Tree(
            1 + sum(tree.nodes for tree in below),
            sum(tree.leaves for tree in below),
            tuple(sum(tree.wins[i] for tree in below) for i in range(3)),
            best(tree.value for tree in below),
            tuple(sum(tree.random[i] for tree in below) / len(below) for i in range(3)),
        )


@cache
def explored() -> tuple[Explorer, Tree]:
    explorer = Explorer()
    return explorer, explorer.explore(magnate.load("tictactoe").new())


def test_the_tree_has_its_known_size() -> None:
    explorer, tree = explored()
    assert tree.nodes == 549_946
    assert tree.leaves == 255_168
    assert tree.wins == (131_184, 77_904, 46_080)
    assert len(explorer.trees) == 5_478


def test_positions_up_to_symmetry() -> None:
    """765 of the 5,478 are different when turned and mirrored ones count as the same."""
    rules = interpret("magnate.games.tictactoe")
    turned = [[rules.turned(cell, s) for cell in range(9)] for s in range(8)]
    assert len({tuple(cells) for cells in turned}) == 8

    def masks(marks: tuple[int, int], to: list[int]) -> tuple[int, ...]:
        return tuple(sum(1 << to[cell] for cell in range(9) if mask >> cell & 1) for mask in marks)

    seen, waiting = {(0, 0)}, [(0, 0)]
    while waiting:
        marks = waiting.pop()
        if any(map(rules.has_line, marks)):
            continue
        seat = (marks[0] | marks[1]).bit_count() & 1
        for cell in range(9):
            if not (marks[0] | marks[1]) >> cell & 1:
                after = marks[0] | (1 - seat) << cell, marks[1] | seat << cell
                if after not in seen:
                    seen.add(after)
                    waiting.append(after)
    assert len(seen) == 5_478
    assert len({min(masks(marks, to) for to in turned) for marks in seen}) == 765


def test_best_play_is_a_draw() -> None:
    assert explored()[1].value == Fraction(1, 2)


def test_random_play_has_its_known_chances() -> None:
    assert explored()[1].random == (Fraction(737, 1260), Fraction(121, 420), Fraction(8, 63))


@pytest.mark.parametrize(
    ("opening", "x", "o", "drawn"),
    [
        ("b2", 0.692857, 0.192857, 0.114286),
        ("a1", 0.607143, 0.264286, 0.128571),
        ("b1", 0.535714, 0.335714, 0.128571),
    ],
)
def test_openings_have_their_known_chances(opening: str, x: float, o: float, drawn: float) -> None:
    tree = explored()[0].explore(magnate.load("tictactoe").new().apply(opening))
    assert [float(chance) for chance in tree.random] == pytest.approx([x, o, drawn], abs=5e-7)


def test_simulated_random_play_agrees_with_the_exact_chances() -> None:
    games = 200_000
    won = magnate.load("tictactoe").play_many("random", range(games)).utility[:, 0]
    for share, exact in ((1.0, 737 / 1260), (0.0, 121 / 420), (0.5, 8 / 63)):
        assert abs((won == share).mean() - exact) < 5 * (exact * (1 - exact) / games) ** 0.5


def test_names_are_column_and_row() -> None:
    position = magnate.load("tictactoe").new()
    assert [action.name for action in position.legal()] == ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]
    assert position.legal()[5].facets == {"kind": "mark", "place": "c2", "column": 2, "row": 1}


@pytest.mark.parametrize(
    ("board", "wrong"),
    [
        (["OO.", "...", "..."], "0 X and 2 O"),
        (["XXX", "OOO", "..."], "ended earlier"),
        (["XXX", "OO.", "O.."], "ended earlier"),
        (["XO?", "...", "..."], "pattern"),
        (["X.."], "at least 3"),
    ],
)
def test_an_impossible_board_is_refused(board: list[str], wrong: str) -> None:
    with pytest.raises(BadSetup, match=wrong):
        magnate.load("tictactoe").setup({"board": board})


def test_every_reachable_position_is_its_own_setup() -> None:
    game = magnate.load("tictactoe")
    for seed in range(30):
        for position in game.play("random", seed=seed).positions():
            assert game.setup(position.to_setup()) == position
            assert position.check() == 0
