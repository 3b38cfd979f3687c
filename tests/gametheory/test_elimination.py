import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from magnate.errors import BadOption
from magnate.gametheory import StrategicGame, dominated_strategies, eliminate, pure_equilibria
from tests.gametheory.drawn import games, relabelled


def left(found):
    game = found.game
    return {player: {names[k] for k in own} for player, names, own in zip(game.players, game.strategies, found.left, strict=True)}  # fmt: skip  # noqa: E501


@given(st.data())
def test_every_order_of_strict_elimination_ends_at_the_same_game(data):
    game = data.draw(games(strategies=(2, 4)))
    expected = left(eliminate(game))
    order = data.draw(st.permutations([name for names in game.strategies for name in names]))
    assert left(eliminate(game, order="one")) == expected
    assert left(eliminate(game, order=order)) == expected
    assert left(eliminate(data.draw(relabelled(game)))) == expected


@given(games(strategies=(2, 4)), st.data())
def test_nothing_that_is_left_is_dominated_and_all_that_went_was(game, data):
    weak = data.draw(st.booleans())
    order = data.draw(st.sampled_from(["all", "one", [game.players[-1]]]))
    found = eliminate(game, weak=weak, order=order)
    assert dominated_strategies(found.remaining, weak=weak) == ()
    assert sum(map(len, found.left)) + len(found.steps) == sum(game.sizes)
    assert all(step.dominance.strict or weak for step in found.steps)
    assert [step.round for step in found.steps] == sorted(step.round for step in found.steps)


@given(games(strategies=(2, 4)), st.data())
def test_equilibria_survive_strict_elimination_and_weak_elimination_adds_none(game, data):
    equilibria = {game.names_of(found.cell) for found in pure_equilibria(game)}
    strictly = eliminate(game).remaining
    assert {strictly.names_of(found.cell) for found in pure_equilibria(strictly)} == equilibria
    weakly = eliminate(game, weak=True, order=data.draw(st.sampled_from(["all", "one"]))).remaining
    assert {weakly.names_of(found.cell) for found in pure_equilibria(weakly)} <= equilibria


def test_steps_have_the_numbers_of_the_whole_game():
    game = StrategicGame.bimatrix([[0, 0], [3, 0], [0, 3], [1, 1]], [[0, 1], [0, 1], [0, 1], [0, 1]])
    found = eliminate(game, order=["player 2"])
    column, *_ = found.steps
    assert (column.player, column.strategy, column.dominance.dominator) == (1, 0, 1)
    rows = [(step.strategy, step.dominance.dominator) for step in found.steps[1:]]
    assert rows == [(0, 2), (1, 2), (3, 2)]
    assert found.solution == (2, 1)


def test_mixtures_eliminate_what_pure_strategies_do_not():
    game = StrategicGame.bimatrix([[3, 0], [0, 3], [1, 1]], [[0, 1], [1, 0], [5, 0]])
    assert eliminate(game, mixed=False).steps == ()
    assert [step.strategy for step in eliminate(game).steps] == [2]


def test_rounds_are_counted():
    game = StrategicGame.bimatrix([[1, 2, 3], [2, 4, 2]], [[1, 0, -1], [1, 3, 0]])
    assert [step.round for step in eliminate(game).steps] == [1, 2, 3]
    both = StrategicGame.bimatrix([[-1, -5], [0, -3]], [[-1, 0], [-5, -3]])
    assert [step.round for step in eliminate(both).steps] == [1, 1]
    assert [step.round for step in eliminate(both, order="one").steps] == [1, 2]


def test_an_order_may_name_a_player_and_its_strategy():
    # Both call their strategies alike; only the pair tells them apart.
    game = StrategicGame.bimatrix([[1, 1], [0, 0]], [[1, 0], [1, 0]], rows=["a", "b"], players=["Rose", "Colin"])
    assert [step.player for step in eliminate(game, order=[("Colin", "b")]).steps] == [1, 0]
    assert [step.player for step in eliminate(game, order=["b"]).steps] == [0, 1]
    assert [step.player for step in eliminate(game, order=["Colin"]).steps] == [1, 0]


@pytest.mark.parametrize(
    ("order", "said", "hint"),
    [
        ("some", 'no order "some"', '"all"'),
        (["Dennies"], '"Dennies"', '"Denies"'),
        ([("Agent 1", "C")], '"Agent 1: C"', "Agent 1: "),
    ],
)
def test_an_order_that_names_nothing_is_refused(order, said, hint):
    game = StrategicGame.bimatrix(np.eye(2), np.eye(2), rows=["Denies", "Confesses"], players=["Agent 1", "Agent 2"])
    with pytest.raises(BadOption) as refused:
        eliminate(game, order=order)
    assert said in refused.value.message
    assert hint in refused.value.hint
