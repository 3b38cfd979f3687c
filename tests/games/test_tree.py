"""Written trees: what is written is what is played, and what is no tree is refused by name."""

import json
from fractions import Fraction
from typing import Any

import pytest

import magnate
from magnate.core.game import Game
from magnate.errors import BadOption, BadSetup, IllegalAction
from magnate.games.tree import PRESETS
from magnate.search import search


def written(tree: Any, players: int = 2) -> Game:
    return magnate.load("tree", players=players, tree=tree)


def nested(depth: int) -> Any:
    """A tree without a choice."""
    return [nested(depth - 1)] if depth else 1


def test_the_seats_take_turns_and_chance_takes_none() -> None:
    position = written([{"chance": [[1, [3, [4, 5]]], [2, [6, 7]]]}, 0]).new()
    turns = [position.to_move, *(position.apply(step).to_move for step in ("m1", "c1", "m2", "m1"))]
    assert turns == [0, magnate.CHANCE, 1, 0, magnate.OVER]
    assert position.utility() == position.score() == (4, -4)
    assert position.ending == "leaf"


def test_who_decides_may_be_said() -> None:
    position = written({"to": 1, "moves": [{"to": 1, "moves": [[1, 2], 3]}, 4]}).new()
    assert [position.to_move, position.apply("m1").to_move, position.apply("m1").to_move] == [1, 1, 0]


def test_outcomes_have_the_weights_that_were_written() -> None:
    position = written([{"chance": [[1, 0], [5, 1]]}]).new().apply("m1")
    assert [(one.name, one.probability) for one in position.outcomes()] == [
        ("c1", Fraction(1, 6)),
        ("c2", Fraction(5, 6)),
    ]


def test_a_leaf_of_several_players_has_a_value_for_each() -> None:
    position = magnate.load("tree", "alliance", players=3).new().apply("m2").apply("m1").apply("m2")
    assert position.utility() == (1, 5, 2)
    assert position.score() == (1, 5, 2)


def test_the_whole_tree_is_shown() -> None:
    position = written([{"chance": [[1, [3, 5]], [2, -1.5]]}, 0]).new()
    assert str(position).splitlines() == [
        "seat 0",
        "  m1: chance",
        "    c1 (1): seat 1",
        "      m1: 3",
        "      m2: 5",
        "    c2 (2): -1.5",
        "  m2: 0",
    ]
    assert position.view(0) == {"path": [], "leaves": [3, 5, -1.5, 0]}
    assert position.apply("m1").view(1) == {"path": ["m1"], "leaves": [3, 5, -1.5]}
    assert str(magnate.load("tree", "alliance", players=3).setup({"path": ["m2", "m1", "m2"]})) == "1, 5, 2"


def test_every_path_leads_to_its_position_and_back() -> None:
    game = magnate.load("tree", "coin")
    for path in ([], ["m2"], ["m1", "c2"], ["m2", "c1", "m2"]):
        position = game.setup({"path": path})
        assert position.to_setup() == {"path": path}
        assert json.loads(json.dumps(position.view(None)))["path"] == path


@pytest.mark.parametrize(
    ("path", "wrong"),
    [
        (["m4"], "step 1 of the path cannot be 'm4' — it is one of m1, m2, m3"),
        (["m1", "c1"], "step 2 of the path cannot be 'c1'"),
        (["m1", "m1", "m1"], "the path ends after 2"),
    ],
)
def test_an_impossible_path_is_refused(path: list[str], wrong: str) -> None:
    with pytest.raises(BadSetup) as refused:
        magnate.load("tree").setup({"path": path})
    assert wrong.partition(" — ")[0] in str(refused.value)
    assert wrong.partition(" — ")[2] in str(refused.value)


def test_reasons_are_sentences() -> None:
    position = magnate.load("tree", "coin").new()
    with pytest.raises(IllegalAction, match="this node has 2 moves"):
        position.apply("m3")
    with pytest.raises(IllegalAction, match="legal: c1, c2"):
        position.apply("m1").apply("m1")


@pytest.mark.parametrize(
    ("tree", "players", "wrong"),
    [
        (3, 2, "at its root: 3 is a leaf"),
        ([[1, 2], [3, "x"]], 2, "at m2 m2: 'x' is no tree"),
        ([[1, 2], []], 2, "at m2: there are no children"),
        ([0] * 37, 2, "list from 1 to 36"),
        ([1, 2000], 2, "at m2: the value 2000 is too large"),
        ([[1, 2], [1, 2, 3]], 3, "at m1: [1, 2] is no value"),
        ([(1, 2, 3), 4], 3, "at m2: 4 is no value"),
        ({"chance": [[1, 2], [0, 3]]}, 2, "the weight of an outcome cannot be 0"),
        ({"chance": [[1, 2], 3]}, 2, "3 is no outcome"),
        ({"moves": [1, 2], "to": 2}, 2, "2 is no seat"),
        ({"moves": [1, 2], "settled": 1}, 2, "settled cannot be 1"),
        ({"moves": [1, 2], "estimate": [1, 2]}, 2, "[1, 2] is no value"),
        ({"moves": [1, 2], "who": 1}, 2, "is no tree"),
        ([[0] * 16] * 16, 2, "more than 256 nodes"),
        (nested(33), 2, "deeper than 32 steps"),
    ],
)
def test_what_is_no_tree_is_refused(tree: Any, players: int, wrong: str) -> None:
    with pytest.raises(BadOption) as refused:
        written(tree, players)
    assert wrong in str(refused.value)


def test_tuples_are_lists() -> None:
    assert written(((1, 2), [3, 4])).options == written([[1, 2], [3, 4]]).options
    assert written({"chance": ((1, (2, 3)), (1, 4))}).options.tree == {"chance": [[1, [2, 3]], [1, 4]]}


@pytest.mark.parametrize(("preset", "value"), [("aima", 3), ("winston", 2), ("deep", 3), ("coin", 3), ("horizon", 1)])
def test_the_presets_have_their_values(preset: str, value: float) -> None:
    report = search(magnate.load("tree", preset).new(), "expectiminimax", "depth:9", interpreted=True, plies=9)
    assert report.value == (value, -value)


def test_a_search_that_stops_takes_the_estimate_that_was_written() -> None:
    estimated = {"moves": [1, 0], "estimate": 7}
    game = written([[estimated, 9], [{**estimated, "settled": False}, 8]])
    report = search(game.new(), "minimax", "depth:2", interpreted=True, plies=9)
    assert [one.value[0] for one in report.actions] == [7, 1]  # below m2 no search may stop
    assert not report.proven


def test_three_agents_can_be_ranked_on_a_tree() -> None:
    results = magnate.load("tree", "alliance", players=3).play_many("random", range(200))
    assert {tuple(row) for row in results.utility.tolist()} == {
        tuple(leaf) for first in PRESETS["alliance"]["tree"] for second in first for leaf in second
    }
