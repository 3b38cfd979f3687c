"""The algorithms on real games: tic-tac-toe's counts, Pig's exact values."""

import numpy as np
import pytest

import magnate
from magnate.core.loader import kernel
from magnate.runtime.compiler import build
from magnate.search import search

PLAIN = ("minimax", "expectiminimax", "maxn")
PRUNED = ("alphabeta", "star1", "star2", "paranoid")


@pytest.fixture(scope="module")
def board():
    return magnate.load("tictactoe")


@pytest.mark.parametrize("algorithm", PLAIN)
def test_all_of_tictactoe(board, algorithm):
    report = search(board.new(), algorithm, "depth:9")
    assert (report.nodes, report.evaluations, report.cutoffs) == (549_946, 255_168, 0)
    assert report.value == (0.5, 0.5)
    assert report.proven
    assert report.best() == tuple(range(9))
    assert sum(one.visits for one in report.actions) == 549_945


@pytest.mark.parametrize("algorithm", PRUNED)
def test_tictactoe_in_the_order_of_its_cells(board, algorithm):
    report = search(board.new(), algorithm, "depth:9")
    assert (report.nodes, report.evaluations, report.value) == (18_297, 7_330, (0.5, 0.5))
    assert [step.name for step in report.variation] == ["a1", "b2", "b1", "c1", "a3", "a2", "c2", "b3", "c3"]
    assert report.plies == 9


def test_what_a_memory_and_an_order_save(board):
    def nodes(**options):
        report = search(board.new(), "ordered", "depth:9", **options)
        assert (report.value, report.proven) == ((0.5, 0.5), True)
        return report.nodes

    off = {"killers": False, "history": False}
    assert nodes(slots=1, **off) == 18_297  # one slot remembers nothing: this is alpha-beta
    assert nodes(slots=1) == 8_662
    assert nodes(**off) == 4_869
    assert nodes() == 3_231


def test_at_every_depth_all_find_the_same(board):
    guide = "examples.open_lines"
    for cells in ((), ("b2",), ("a1", "b2"), ("b1", "a2", "c3")):
        position = board.new()
        for cell in cells:
            position.apply(cell)
        for depth in range(1, 7):
            plain = search(position, "minimax", f"depth:{depth}", guide=guide)
            for algorithm in ("alphabeta", "ordered", "star1", "maxn"):
                assert search(position, algorithm, f"depth:{depth}", guide=guide).value == plain.value


def test_open_lines(board):
    """Nilsson's evaluation: the centre is worth 4, a corner 3, an edge 2; X centre and O corner 1."""
    guide = "examples.open_lines"
    lines = [16 * one.value[0] - 8 for one in search(board.new(), "minimax", "depth:1", guide=guide).actions]
    assert lines == [3, 2, 3, 2, 4, 2, 3, 2, 3]
    answer = search(board.new().apply("b2"), "minimax", "depth:1", guide=guide)
    assert 16 * answer.actions[0].value[0] - 8 == 1
    assert answer.name == "a1"


def test_every_position_of_a_game_is_worth_what_its_successor_is(board):
    position = board.new().apply("b2").apply("a2")
    value = search(position, "alphabeta", "depth:9").value
    while not position.is_over:
        report = search(position, "alphabeta", "depth:9")
        assert report.value == value == (1.0, 0.0)
        position.apply(report.action)
    assert position.utility() == value


# --------------------------------------------------------------------------------------------------- Pig


def solved(game, target):
    """win[own, other, total] of the player to move, by value iteration (see tests/games/test_pig.py)."""
    solve = kernel("tests.games_for_tests.pig_solver", game.rules).solve
    build([solve])
    win = np.zeros((target, target, target + 21))
    solve(game.start_states(2), target, 0, win, *[np.zeros(20, np.int64) for _ in range(3)])
    return win


@pytest.mark.parametrize("algorithm", ["expectiminimax", "star1", "maxn"])
def test_a_deep_search_of_pig_comes_near_its_exact_value(algorithm):
    """Pig has no last move, but long games are rare: what is undecided after 14 moves counts half at most."""
    game = magnate.load("pig", target=4)
    win = solved(game, 4)
    for points in ([0, 0], [2, 0], [3, 3], [0, 3]):
        report = search(game.setup({"points": points}), algorithm, "depth:14")
        assert report.value[0] == pytest.approx(win[points[0], points[1], 0], abs=0.02)
        assert not report.proven


@pytest.mark.parametrize(("points", "total"), [([8, 9], 0), ([0, 9], 9), ([3, 0], 4)])
def test_pig_with_one_turn_left_has_its_exact_value(points, total):
    """At the cap on turns the leader wins, so the last turn is a finite tree: the chance of rolling enough in time."""
    game = magnate.load("pig", target=10, max_turns=2)
    position = game.setup({"points": points, "total": total, "seat": 0, "turns": 1})
    ahead = {}

    def best(own):
        """Seat 0's share when its total would make this many points: hold, or roll on."""
        if own not in ahead:
            held = 1.0 if own > points[1] else 0.5 if own == points[1] else 0.0
            if own >= 10:
                return 1.0
            lost = 1.0 if points[0] > points[1] else 0.5 if points[0] == points[1] else 0.0
            rolled = (lost + sum(best(own + face) for face in range(2, 7))) / 6
            ahead[own] = max(held, rolled) if own > points[0] else rolled
        return ahead[own]

    exact = best(points[0] + total)
    for algorithm in ("expectiminimax", "star1", "star2", "maxn"):
        report = search(position, algorithm, "depth:20")
        assert report.value[0] == pytest.approx(exact, abs=1e-12)
        assert report.proven


@pytest.mark.parametrize(
    ("algorithm", "budget"), [("expectiminimax", "depth:2"), ("mcts", "sims:60"), ("ismcts", "sims:60")]
)
def test_a_search_never_sees_the_seed_of_the_deal(algorithm, budget):
    """The same position with other dice to come: the same report."""
    game = magnate.load("pig", target=10, players=2)
    reports = [search(game.new(seed=seed), algorithm, budget, seed=3, interpreted=True) for seed in (None, 1, 2)]
    assert reports[0] == reports[1] == reports[2]
    faces = [game.new(seed=seed).apply("roll").history[-1] for seed in (1, 2)]
    assert faces[0] != faces[1]


@pytest.mark.parametrize("ties", ["first", "random"])
def test_three_at_pig(ties):
    position = magnate.load("pig", target=6, players=3).new()
    report = search(position, "maxn", "depth:4", ties=ties, seed=5)
    assert sum(report.value) == pytest.approx(1.0)
    assert report == search(position, "maxn", "depth:4", ties=ties, seed=5, interpreted=True)
    assert search(position, "paranoid", "depth:4").value[1:] == (None, None)
