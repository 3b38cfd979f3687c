"""The table of the next chance: exact probabilities, whose mean is what is said of now."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

import magnate
from magnate.agents import resolve_all
from magnate.analysis import EXACT, FULL, NETWORK, ROLLOUTS, chances
from magnate.analysis.odds import odds
from magnate.core.contract import CHANCE
from magnate.core.players import Players
from magnate.errors import BadSeat, BadValue


def at_throw(players=3, seed=5, steps=60):
    game = magnate.load("monopoly", players=players)
    for position in game.play("strategic", seed=seed, limit=400).positions():
        if position.steps >= steps and position.to_move == CHANCE and position.settled:
            return game.position(position.states())
    raise AssertionError


@pytest.mark.parametrize("players", [2, 3, 5])
def test_the_mean_of_a_throw_is_the_chance_before_it(players):
    position = at_throw(players)
    found = odds(position)
    assert found.chances.source == NETWORK
    assert sum(row.probability for row in found.table) == 1
    assert [row.label for row in found.table] == [
        *("2 double", "3", "4", "4 double", "5", "6", "6 double", "7", "8", "8 double", "9", "10", "10 double"),
        *("11", "12 double"),
    ]
    weights = np.array([float(row.probability) for row in found.table])
    assert weights @ np.array([row.shares for row in found.table]) == pytest.approx(found.shares, abs=1e-12)
    assert found.before == pytest.approx(chances(position).shares, abs=1e-12)
    for row in (*found.table, *found.outcomes):
        assert sum(row.shares) == pytest.approx(1, abs=1e-9)
        assert sum(row.change) == pytest.approx(0, abs=1e-9)
    assert len(found.outcomes) == 21
    assert found.thrower == int(position.state["current"])
    assert found.moves == ()


def test_what_is_decided_before_the_throw_is_told():
    game = magnate.load("monopoly", players=2)
    deeds = [["st-james-place", "tennessee-avenue"], ["boardwalk"]]
    players = [
        {"cash": 500, "square": "New York Avenue", "deeds": deeds[0]},
        {"cash": 500, "deeds": deeds[1]},
    ]
    found = odds(game.setup({"phase": "buying", "players": players}))
    assert found.moves[0] == "buy"
    assert found.policy == "strategic"
    assert sum(row.probability for row in found.table) == 1
    assert sum(row.change[0] * float(row.probability) for row in found.table) == pytest.approx(0, abs=1e-12)


def test_pig_is_exact():
    found = odds(magnate.load("pig").setup({"points": [80, 75]}))
    assert found.chances.source == EXACT
    assert found.shares[0] == pytest.approx(0.667371620781, abs=1e-9)
    assert found.before == pytest.approx(found.shares, abs=1e-9)
    assert {row.probability for row in found.table} == {Fraction(1, 6)}
    assert found.table[5].change[0] == pytest.approx(0.062252836979, abs=1e-9)  # the luck of a 6
    assert found.moves == ("roll",)


def test_a_game_without_chance_and_a_finished_one_have_no_table():
    assert odds(magnate.load("tictactoe").new()).table == ()
    over = magnate.load("tictactoe").setup({"board": ["XXX", "OO.", "..."]})
    assert odds(over).shares == (1.0, 0.0)


def test_a_table_says_where_it_comes_from():
    """V's and exact tables have no margins of rollouts; without V each outcome is played on, and 0 is in the ±."""
    assert (odds(at_throw()).source, odds(at_throw()).table[0].margins) == (NETWORK, ())
    pig = odds(magnate.load("pig").setup({"points": [80, 75]}), until="72")
    assert (pig.chances.source, pig.source, pig.games, pig.table[0].margins) == (ROLLOUTS, EXACT, 0, (0.0, 0.0))
    found = odds(magnate.load("monopoly", players=2, start_cash=100, max_rounds=2).new(seed=1), until="72")
    assert (found.chances.source, found.chances.games) == (ROLLOUTS, 72)
    assert (found.source, found.games, found.agent) == (ROLLOUTS, 400, "strategic")
    for row in (*found.table, *found.outcomes):
        assert all(margin > 0 for margin in row.margins)
    assert odds(magnate.load("tictactoe").new()).source == ""


def test_margins_of_a_table_hold_what_is_exact():
    """In 95 of 100 cases, for single outcomes and for sums."""
    game = magnate.load("monopoly", "expectiminimax", 2, max_turns=2)
    players = [
        {"cash": 300, "square": "North Carolina Avenue"},
        {"cash": 60, "deeds": ["illinois-avenue", "baltic-avenue"]},
    ]
    position = game.setup({"players": players, "phase": "throw", "turns": 1})
    table = Players(game, resolve_all("monopoly", 2, "strategic"))
    inside = []
    for seed in range(12):
        found = odds(position, seed=seed)
        at = position.copy()
        for move in found.moves:
            at.apply(move)
        real = np.array([exact(at.copy().apply(one), table) for one in at.outcomes()])
        weights = np.array([float(row.probability) for row in found.outcomes])
        change = real - weights @ real
        sums = {}
        for row, weight, real_one in zip(found.outcomes, weights, change, strict=True):
            low, high = map(int, row.label.removeprefix("roll:").split("-"))
            label = f"{low + high} double" if low == high else str(low + high)
            whole, total = sums.get(label, (0.0, 0.0))
            sums[label] = (whole + weight, total + weight * real_one)
        known = [*change, *(total / whole for whole, total in (sums[row.label] for row in found.table))]
        for row, real_one in zip((*found.outcomes, *found.table), known, strict=True):
            inside.append(abs(row.change[0] - real_one[0]) <= row.margins[0] + 1e-9)
    assert np.mean(inside) == pytest.approx(0.95, abs=0.04)


def test_draws_that_the_eyes_do_not_see_have_no_table():
    game = magnate.load("brass", players=2)
    position = next(
        p for p in game.play("planner", seed=3, limit=60).positions() if p.to_move == CHANCE and p.steps > 60
    )
    assert odds(position).table == ()
    assert odds(position, 0).table == ()
    found = odds(game.position(position.states()), FULL)
    assert sum(row.probability for row in found.table) == 1
    assert found.before == pytest.approx(chances(position, FULL).shares, abs=1e-12)


def exact(position, table):
    """The chances when the policy has all seats: all outcomes, by their probabilities."""
    if position.is_over:
        return np.array(position.utility())
    if position.to_move == CHANCE:
        after = ((float(one.probability), position.copy().apply(one)) for one in position.outcomes())
        return sum(weight * exact(then, table) for weight, then in after)
    return exact(position.copy().apply(table.choose(position)), table)


def test_an_endgame_that_can_be_enumerated_agrees_with_rollouts():
    game = magnate.load("monopoly", "expectiminimax", 2, max_turns=2)
    players = [
        {"cash": 300, "square": "North Carolina Avenue"},
        {"cash": 60, "deeds": ["illinois-avenue", "baltic-avenue"]},
    ]
    position = game.setup({"players": players, "phase": "throw", "turns": 1})
    value = exact(position, Players(game, resolve_all("monopoly", 2, "strategic")))
    found = odds(position, until="4000", table=False)
    assert (found.chances.source, found.chances.games) == (ROLLOUTS, 4000)
    assert 0.02 < value[0] < 0.98
    assert np.abs(np.array(found.shares) - value).max() <= 1.5 * max(found.chances.margins)


def test_rollouts_end_where_they_are_asked_to():
    position = at_throw()
    loose = odds(position, until="±3", table=False)
    assert max(loose.chances.margins) <= 0.03
    assert odds(position, until="±3", table=False) == loose
    assert odds(position, until="150", table=False).chances.games == 150
    with pytest.raises(BadValue, match="how long"):
        odds(position, until="soon")
    with pytest.raises(BadSeat):
        odds(position, 7)


def test_the_policy_that_is_named_plays():
    position = magnate.load("monopoly", players=2, start_cash=100, max_rounds=2).new()
    assert odds(position, policy="baseline", table=False).chances.policy == "baseline"
    played = odds(magnate.load("kuhn").new(), until="100", table=False).chances
    assert (played.source, played.games, sum(played.shares)) == (ROLLOUTS, 100, pytest.approx(1))
