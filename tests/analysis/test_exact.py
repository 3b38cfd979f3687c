"""Exact chances against known values: Pig, Kuhn poker, bear-off, tic-tac-toe, connect four and trees."""

from __future__ import annotations

import sys
from fractions import Fraction
from itertools import pairwise

import pytest

import magnate
from magnate.analysis import EXACT, FULL, chances, exact
from magnate.analysis.exact import solved
from magnate.core.contract import CHANCE

NEAR = 1e-9


def shares(position, eyes="public"):
    found = chances(position, eyes)
    assert (found.source, set(found.margins)) == (EXACT, {0.0})
    assert sum(found.shares) == pytest.approx(1, abs=NEAR)
    return found.shares


def walk(position, *steps):
    """The chances at each position of a line."""
    return [shares(position), *(shares(position.apply(step)) for step in steps)]


def near(*numbers):
    return pytest.approx(numbers, abs=NEAR)


def test_pig_begins_with_its_known_value():
    assert shares(magnate.load("pig").new())[0] == pytest.approx(0.5305927253, abs=1e-9)


def test_luck_and_errors_of_a_game_of_pig():
    game = magnate.load("pig")
    line = walk(game.setup({"points": [80, 75]}), "roll", "6", "roll", "5", "hold")
    own = [one[0] for one in line]
    assert own[0] == pytest.approx(0.667371620781, abs=NEAR)
    steps = [after - before for before, after in pairwise(own)]
    assert steps == near(0, 0.062252836979, 0, 0.066473749888, -0.205509616235)


def test_luck_and_errors_of_three_players():
    game = magnate.load("pig", players=3, target=10)
    line = walk(game.new(), "roll", "6", "hold", "roll", "4", "roll", "1", "roll", "2", "roll", "3", "hold")
    assert line[0] == near(0.633970461693, 0.259670257265, 0.106359281043)
    luck, errors = [0.0] * 3, {}
    for number, (before, after) in enumerate(pairwise(line)):
        change = [b - a for a, b in zip(before, after, strict=True)]
        if number in (1, 4, 6, 8, 10):
            luck = [a + b for a, b in zip(luck, change, strict=True)]
        else:
            errors[number] = change
    assert errors[2][1] == pytest.approx(0.472387705589, abs=NEAR)  # what seat 0's hold gave seat 1
    assert errors[2][2] == pytest.approx(0.193486991037, abs=NEAR)


def test_a_cap_that_is_near_is_not_solved():
    assert solved(magnate.load("pig", max_turns=20).new()) is None


def test_kuhn_by_what_each_knows():
    game = magnate.load("kuhn")
    assert shares(game.new()) == near(35 / 72, 37 / 72)
    for card, chips in (("jack", Fraction(-17, 18)), ("queen", Fraction(-5, 18)), ("king", Fraction(11, 9))):
        luck = float(Fraction(-1, 18) + chips)
        assert shares(game.new().apply(card), 0)[0] == pytest.approx(0.5 + luck / 4, abs=NEAR)
        assert shares(game.new().apply(card), 1)[0] == pytest.approx(35 / 72, abs=NEAR)  # who does not see it
        assert shares(game.new().apply(card))[0] == pytest.approx(35 / 72, abs=NEAR)
    king = 0.5 + float(Fraction(7, 6)) / 4
    assert shares(game.new().apply("king").apply("jack"), FULL)[0] == pytest.approx(king + 1 / 24, abs=NEAR)
    assert shares(game.new().apply("king").apply("jack"), 0)[0] == pytest.approx(king, abs=NEAR)


def test_errors_of_kuhn():
    game = magnate.load("kuhn")
    queen = game.new().apply("queen").apply("jack")
    before, after = shares(queen, 0)[0], shares(queen.copy().apply("bet"), 0)[0]
    assert after < before
    folds = game.new().apply("king").apply("queen").apply("pass").apply("bet")
    assert (shares(folds.copy().apply("pass"))[0] - shares(folds, 0)[0]) * 4 == pytest.approx(-3, abs=NEAR)


def test_a_decisions_mean_is_the_value_before_it():
    """Who sees both cards expects what the equilibrium's moves are worth, by how likely they are."""
    game = magnate.load("kuhn")
    bets = {"jack": 1 / 3, "queen": 0.0, "king": 1.0}
    for first in bets:
        for second in bets.keys() - {first}:
            passed = game.new().apply(first).apply(second).apply("pass")
            after = {move: shares(passed.copy().apply(move), FULL)[0] for move in ("bet", "pass")}
            mean = bets[second] * after["bet"] + (1 - bets[second]) * after["pass"]
            assert shares(passed, FULL)[0] == pytest.approx(mean, abs=NEAR)


def test_bear_off_of_one_checker_each():
    position = magnate.load("bearoff", checkers=1).new()
    assert shares(position) == near(13 / 16, 3 / 16)
    while position.to_move != CHANCE:
        position.apply(position.legal_ids()[0])
    after = {}
    for outcome in position.outcomes():
        after.setdefault(round(shares(position.copy().apply(outcome))[0], 9), []).append(outcome.probability)
    assert {value: sum(weights) for value, weights in after.items()} == {
        1.0: Fraction(27, 36),
        0.25: Fraction(9, 36),
    }


def test_small_games_without_chance():
    assert shares(magnate.load("tictactoe").new()) == (0.5, 0.5)
    lost = magnate.load("tictactoe").new().apply("b2").apply("b1")  # the middle of a side loses
    assert shares(lost) == (1.0, 0.0)
    assert shares(magnate.load("connect_four", columns=4, rows=4).new()) == (0.5, 0.5)
    assert shares(magnate.load("connect_four", columns=4, rows=4, line=2).new()) == (1.0, 0.0)


@pytest.mark.parametrize("players", [2, 3])
def test_trees_are_the_means_and_the_best_replies(players):
    """A mean at chance, the best for who moves, the first of equals."""
    game = magnate.load("random_tree", players=players, depth=4, chance=2, branching=2)

    def value(position):
        if position.is_over:
            return position.utility()
        if position.to_move == CHANCE:
            parts = [(float(one.probability), value(position.copy().apply(one))) for one in position.outcomes()]
            return tuple(sum(weight * part[seat] for weight, part in parts) for seat in range(players))
        return max((value(position.copy().apply(a)) for a in position.legal_ids()), key=lambda v: v[position.to_move])

    position = game.new()
    assert solved(position) == pytest.approx(value(position), abs=NEAR)


def test_a_game_that_is_too_deep_is_not_solved():
    assert (
        solved(magnate.load("random_tree", depth=2, branching=2, chance=1).new()) is not None
    )  # compiles all that is needed
    position, limit = (
        magnate.load("random_tree", depth=24, branching=2, chance=1, outcomes=2).new(),
        sys.getrecursionlimit(),
    )
    frame, depth = sys._getframe(), 0
    while frame is not None:
        frame, depth = frame.f_back, depth + 1
    try:
        sys.setrecursionlimit(depth + 60)
        assert solved(position) is None
    finally:
        sys.setrecursionlimit(limit)


def test_best_replies_that_do_not_settle_solve_nothing(monkeypatch):
    monkeypatch.setattr(exact, "MOST_ROUNDS", 1)
    assert solved(magnate.load("pig", target=13, sides=7).new()) is None
