"""The examples of the lecture on strategic games, with the answers that the slides give and those that they do not."""

from pathlib import Path

import pytest

from magnate.gametheory import (
    StrategicGame,
    analyse,
    dominant_equilibrium,
    dominated_strategies,
    efficient_profiles,
    eliminate,
    improvements,
    load_game,
    pure_equilibria,
    saddle_points,
    security,
)

EXAMPLES = Path(__file__).parents[2] / "examples" / "strategic"


def read(name):
    return load_game(EXAMPLES / name)


def equilibria(game):
    return [game.names_of(found.cell) for found in pure_equilibria(game)]


def gone(found):
    return [found.game.strategies[step.player][step.strategy] for step in found.steps]


def left(found):
    return [tuple(names[k] for k in own) for names, own in zip(found.game.strategies, found.left, strict=True)]


def test_the_prisoners_dilemma():
    game = read("prisoners_dilemma.csv")
    both = game.cell_of(("Confesses", "Confesses"))
    assert dominant_equilibrium(game, strict=True) == both
    assert [(found.cell, found.strict) for found in pure_equilibria(game)] == [(both, True)]
    assert game.payoff(both) == (-3, -3)
    assert both not in efficient_profiles(game)
    assert improvements(game, both) == (game.cell_of(("Denies", "Denies")),)


def test_the_battle_of_the_sexes():
    game = read("battle_of_the_sexes.csv")
    assert equilibria(game) == [("Football", "Football"), ("Opera", "Opera")]
    assert all(found.strict for found in pure_equilibria(game))
    assert dominated_strategies(game, weak=True) == ()
    assert dominant_equilibrium(game) is None


def test_the_first_zero_sum_game():
    game = read("zero_sum_2x2.csv")
    assert game.names_of(dominant_equilibrium(game, strict=True)) == ("R1", "C2")
    assert equilibria(game) == [("R1", "C2")]
    row, column = security(game)
    assert (row.maximin, row.minimax) == (-1, -1)
    assert (column.maximin, column.minimax) == (1, 1)
    assert [game.names_of(cell) for cell in saddle_points(game)] == [("R1", "C2")]


def test_the_second_zero_sum_game_has_no_pure_equilibrium():
    game = read("zero_sum_3x2.csv")
    assert equilibria(game) == []
    assert saddle_points(game) == ()
    row, column = security(game)
    assert (row.maximin, row.minimax, row.strategies) == (0, 2, (1,))
    assert (column.maximin, column.minimax) == (-2, 0)


def test_example_1():
    game = read("example_1.csv")
    assert game.names_of(dominant_equilibrium(game, strict=True)) == ("B", "C")
    assert game.payoff(("B", "C")) == (2, 4)


def test_example_2_is_solved_by_elimination_alone():
    game = read("example_2.csv")
    assert dominant_equilibrium(game) is None
    found = eliminate(game)
    assert gone(found) == ["E", "A", "C"]
    assert [game.strategies[step.player][step.dominance.dominator] for step in found.steps] == ["D", "B", "D"]
    assert all(step.dominance.strict for step in found.steps)
    assert game.names_of(found.solution) == ("B", "D")
    assert game.payoff(found.solution) == (4, 3)


EXAMPLE_3 = [("D", "E"), ("D", "F"), ("D", "G")]


def test_example_3_in_the_slides_order():
    game = read("example_3.csv")
    found = eliminate(game, weak=True, order=["E", "F", "A", "B", "C", "H"])
    assert gone(found) == ["E", "F", "A", "B", "C", "H"]
    assert game.names_of(found.solution) == ("D", "G")
    assert game.payoff(found.solution) == (2, -2)
    assert [game.strategies[step.player][step.dominance.dominator] for step in found.steps[:2]] == ["G", "G"]
    assert [step.dominance.strict for step in found.steps[:2]] == [False, False]


def test_example_3_has_three_equilibria_and_weak_elimination_loses_some_by_its_order():
    game = read("example_3.csv")
    assert equilibria(game) == EXAMPLE_3
    assert not any(found.strict for found in pure_equilibria(game))
    kept = {}
    for order in ("all", "one", ["E", "F", "A", "B", "C", "H"], ["Rose"], ["Colin"], ["F", "Rose"]):
        found = eliminate(game, weak=True, order=order)
        kept[str(order)] = [names for names in EXAMPLE_3 if found.keeps(game.cell_of(names))]
    assert kept["all"] == [("D", "G")]
    assert kept["['E', 'F', 'A', 'B', 'C', 'H']"] == [("D", "G")]
    assert kept["['Rose']"] == EXAMPLE_3
    assert kept["one"] == EXAMPLE_3  # the first player's strategies go first
    assert kept["['Colin']"] == [("D", "G")]
    assert kept["['F', 'Rose']"] == [("D", "E"), ("D", "G")]


def test_strict_elimination_of_example_3_removes_row_a_only():
    for order in ("all", "one", ["E", "F", "A", "B", "C", "H"]):
        assert gone(eliminate(read("example_3.csv"), order=order)) == ["A"]


def test_the_value_of_example_3_is_2():
    game = read("example_3.csv")
    row, column = security(game)
    assert (row.maximin, row.minimax, column.maximin) == (2, 2, -2)
    assert [game.strategies[0][k] for k in row.strategies] == ["D"]
    assert [game.names_of(cell) for cell in saddle_points(game)] == EXAMPLE_3


def test_an_analysis_says_which_equilibria_its_order_loses():
    game = read("example_3.csv")
    assert [game.names_of(cell) for cell in analyse(game).lost] == [("D", "E"), ("D", "F")]
    assert analyse(game, order=["Rose"]).lost == ()


def test_three_firms_at_a_river():
    game = read("river.toml")
    assert equilibria(game) == [
        ("cleans", "cleans", "dumps"),
        ("cleans", "dumps", "cleans"),
        ("dumps", "cleans", "cleans"),
        ("dumps", "dumps", "dumps"),
    ]
    assert game.cell_of(("dumps", "dumps", "dumps")) not in efficient_profiles(game)


@pytest.mark.parametrize("file", sorted(EXAMPLES.iterdir()), ids=lambda file: file.name)
def test_every_example_can_be_read(file):
    assert isinstance(load_game(file), StrategicGame)
