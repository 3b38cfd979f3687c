"""The worked examples of the literature and the slides, with their numbers."""

import pytest

from magnate.search import search
from tests.search import trees

AIMA = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
WINSTON = [[2, 7], [1, 8]]
DEEP = [[[[9, 3], [0, 3]], [[6, 4], [2, 6]]], [[[2, 1], [2, 9]], [[9, 7], [2, 2]]]]
THREE = [[[(1, 2, 6), (4, 3, 2)], [(6, 1, 2), (7, 4, 1)]], [[(5, 1, 1), (1, 5, 2)], [(7, 7, 1), (5, 4, 5)]]]


@pytest.mark.parametrize("interpreted", [False, True])
@pytest.mark.parametrize(
    ("nested", "algorithm", "options", "value", "leaves"),
    [
        (AIMA, "minimax", {}, 3, 9),
        (AIMA, "alphabeta", {}, 3, 7),
        (WINSTON, "minimax", {}, 2, 4),
        (WINSTON, "alphabeta", {}, 2, 3),
        (DEEP, "minimax", {}, 3, 16),
        (DEEP, "alphabeta", {}, 3, 7),
        (DEEP, "alphabeta", {"deep": False}, 3, 9),
    ],
)
def test_trees_of_two_players(nested, algorithm, options, value, leaves, interpreted):
    report = search(trees.position(trees.of(nested)), algorithm, "depth:9", interpreted=interpreted, plies=9, **options)
    assert report.value == (value, 1 - value)
    assert report.evaluations == leaves
    assert report.proven


def test_the_leaf_that_winstons_tree_does_not_look_at():
    report = search(trees.position(trees.of(WINSTON)), "alphabeta", "depth:9")
    assert [(one.value[0], one.bound, one.visits) for one in report.actions] == [(2, "=", 3), (1, "<=", 2)]
    report = search(trees.position(trees.of(WINSTON)), "alphabeta", "depth:9", every=True)
    assert [(one.value[0], one.bound, one.visits) for one in report.actions] == [(2, "=", 3), (1, "=", 3)]


def test_the_leaves_that_alpha_beta_looks_at():
    """In the textbook's tree 3, 12, 8, 2, 14, 5, 2, and not the 4 and the 6 after the first 2."""
    report = search(trees.position(trees.of(AIMA)), "alphabeta", "depth:9", tree=True)
    leaves = [i for i in range(len(report.tree.nodes)) if not report.tree.children(i)]
    assert [report.tree.nodes[i].value[0] for i in leaves] == [3, 12, 8, 2, 14, 5, 2]


CHANCE = {
    "to": 0,
    "next": [
        {"chance": [[1, trees.of([3, 5], ply=1)], [1, trees.of([1, 9], ply=1)]]},
        {"chance": [[1, trees.of([4, 4], ply=1)], [1, trees.of([2, 8], ply=1)]]},
    ],
}


@pytest.mark.parametrize("algorithm", ["expectiminimax", "star1", "star2", "maxn"])
def test_a_tree_with_chance(algorithm):
    options = {"low": 0, "high": 9, "every": True} if algorithm.startswith("star") else {}
    report = search(trees.position(CHANCE), algorithm, "depth:9", **options)
    assert [one.value[0] for one in report.actions] == [2.0, 3.0]
    assert (report.name, report.value) == ("1", (3.0, -2.0))
    assert [(step.name, step.chance) for step in report.variation] == [("1", False), ("0", True), ("0", False)]


@pytest.mark.parametrize(
    ("ties", "value", "action"),
    [("first", (1, 2, 6), 0), ("last", (1, 5, 2), 1), ("worst", (1, 2, 6), 0)],
)
def test_max_n_depends_on_the_rule_for_ties(ties, value, action):
    report = search(trees.position(trees.of(THREE, 3), 3), "maxn", "depth:9", ties=ties)
    assert (report.value, report.action) == (value, action)
    assert {one.value for one in report.actions} == {(1, 2, 6), (1, 5, 2)}
    assert report.best() == (0, 1)  # the root is indifferent


def test_max_n_with_random_ties_takes_either_and_repeats_itself():
    position = trees.position(trees.of(THREE, 3), 3)
    found = [search(position, "maxn", "depth:9", ties="random", seed=seed) for seed in range(40)]
    assert {report.value for report in found} == {(1, 2, 6), (1, 5, 2)}
    assert found == [search(position, "maxn", "depth:9", ties="random", seed=seed) for seed in range(40)]


def test_whom_the_worst_tie_hurts():
    tree = trees.of([[[(3, 5, 0), (1, 5, 0), (2, 5, 0)]]], 3, ply=2)  # seat 2, seat 0 and seat 1 in turn
    tree["to"], tree["next"][0]["to"] = 0, 2
    found = {ties: search(trees.position(tree, 3), "maxn", "depth:9", ties=ties) for ties in ("first", "last", "worst")}
    assert {ties: report.value[0] for ties, report in found.items()} == {"first": 3, "last": 2, "worst": 1}


def test_paranoid_expects_the_others_to_play_together():
    report = search(trees.position(trees.of(THREE, 3), 3), "paranoid", "depth:9", high=9)
    assert report.value == (1, None, None)
    assert report.exact


def test_stretched_leaves_never_change_the_choice_but_others_that_keep_the_order_may():
    def choice(leaves):
        tree = {"to": 0, "next": [{"chance": [[9, [leaves[1], 0]], [1, [leaves[2], 0]]]}, [leaves[0], 0]]}
        tree["next"][1] = {"chance": [[9, [leaves[0], 0]], [1, [leaves[3], 0]]]}
        return search(trees.position(tree), "expectiminimax", "depth:9").action

    leaves = [1, 2, 3, 4]
    assert choice(leaves) == choice([7 * leaf + 3 for leaf in leaves]) == 0
    assert choice([1, 20, 30, 400]) == 1  # the same order


def test_a_search_stops_where_it_is_settled_and_asks_the_guide_there():
    def node(value, below, settled=True):
        return {"to": 0, "next": below, "value": [value, 1 - value], "settled": settled}

    tree = node(0, [node(0.2, [node(0.9, [[0, 1]])]), node(0.7, [node(0.1, [[1, 0]])], settled=False)])
    guide = "tests.games_for_tests.tree_guide"
    shallow = search(trees.position(tree), "minimax", "depth:1", guide=guide)
    assert [one.value[0] for one in shallow.actions] == [0.2, 0.1]  # the second action is not settled yet
    assert (shallow.depth, shallow.plies, shallow.evaluations, shallow.proven) == (1, 2, 2, False)
    assert [one.value[0] for one in search(trees.position(tree), "minimax", "depth:2", guide=guide).actions] == [0.9, 1]
    shifted = search(trees.position(tree), "minimax", "depth:1", guide=guide, params=[2.0, 0.5])
    assert [one.value[0] for one in shifted.actions] == [0.9, 0.7]
    proven = search(trees.position(tree), "minimax", "depth:3", guide=guide)
    assert proven.proven
    assert proven.value[0] == 1.0


@pytest.mark.parametrize("algorithm", ["expectiminimax", "star1", "star2", "maxn"])
def test_a_throw_that_begins_a_move_may_be_settled(algorithm):
    """With no moves left the guide values the chance node itself; with one more, its outcomes."""

    def throw(value, outcomes):
        return {"chance": outcomes, "value": [value, 1 - value], "settled": True}

    tree = {"to": 0, "next": [throw(0.3, [[1, [0.9, 0.1]], [2, [0.0, 1.0]]]), throw(0.2, [[1, [0.8, 0.2]]])]}
    options = {"every": True} if algorithm.startswith("star") else {}
    asked = {"guide": "tests.games_for_tests.tree_guide", **options}
    one = search(trees.position(tree), algorithm, "depth:1", **asked)
    assert [action.value[0] for action in one.actions] == [0.3, 0.2]
    assert (one.plies, one.evaluations, one.proven) == (1, 2, False)
    two = search(trees.position(tree), algorithm, "depth:2", **asked)
    assert [action.value[0] for action in two.actions] == pytest.approx([0.3, 0.8])
    assert (two.name, two.plies, two.evaluations, two.proven) == ("1", 2, 3, True)
