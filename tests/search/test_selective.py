"""Quiescence, secondary search, equivalences, beams and null moves."""

import random
from importlib import import_module

import pytest

import magnate
from magnate.runtime.interpreter import interpret
from magnate.runtime.pystate import pystate_class
from magnate.search import search
from magnate.search.algorithms import SearchSpec, algorithm_named
from magnate.search.options import parse_budget
from magnate.search.searchers import searcher
from tests.search import trees

GUIDE = "tests.games_for_tests.tree_guide"


def node(to, value, below, **more):
    """A decision with the guide's estimate for seat 0."""
    return {"to": to, "value": [value, 1 - value], "next": below, **more}


def test_with_all_switches_off_it_is_alpha_beta():
    dice = random.Random(20)
    for _ in range(50):
        position = trees.position(trees.grown(dice, dice.randint(2, 5), turns=True))
        for budget in ("depth:9", "depth:2"):
            for every in (False, True):
                plain = search(position, "alphabeta", budget, every=every)
                other = search(position, "selective", budget, every=every)
                assert (other.value, other.actions, other.variation) == (plain.value, plain.actions, plain.variation)
                assert (other.nodes, other.cutoffs, other.exact) == (plain.nodes, plain.cutoffs, True)


# --------------------------------------------------------------------------------------------- quiescence


def exchange(after_the_capture):
    """Two moves ahead the first action is worth 0.8, but then its opponent may capture; the second one is quiet."""
    capture = node(1, 0.8, [after_the_capture, [0.9, 0.1]], noisy=[0])
    return node(0, 0.5, [node(1, 0.5, [capture]), node(1, 0.5, [node(1, 0.6, [[0.7, 0.3]])])])


@pytest.mark.parametrize("interpreted", [False, True])
def test_quiescence_sees_the_refutation_beyond_the_horizon(interpreted):
    position = trees.position(exchange([0.1, 0.9]))
    asked = {"guide": GUIDE, "interpreted": interpreted, "plies": 9}
    blind = search(position, "selective", "depth:2", **asked)
    assert (blind.name, blind.value[0]) == ("0", 0.8)
    seeing = search(position, "selective", "depth:2", noisy=1, every=True, **asked)
    assert (seeing.name, [one.value[0] for one in seeing.actions]) == ("1", [0.1, 0.6])
    assert seeing.plies == 3
    assert search(position, "minimax", "depth:9", **asked).name == "1"


def test_nobody_has_to_capture():
    """Standing pat: a capture that would be a mistake changes nothing."""
    position = trees.position(exchange([0.95, 0.05]))
    report = search(position, "selective", "depth:2", noisy=4, guide=GUIDE)
    assert (report.name, report.value[0]) == ("0", 0.8)


def test_only_what_is_noisy_is_followed_and_only_so_far():
    def captures(n, value):
        """Every further capture, by each seat in turn, is better for whoever makes it."""
        if n == 0:
            return [value, 1 - value]
        return node(n % 2, value, [captures(n - 1, value + (0.1 if n % 2 == 0 else -0.15)), [0.5, 0.5]], noisy=[0])

    root = node(0, 0.5, [captures(5, 0.5), captures(4, 0.5)])
    lines = [search(trees.position(root), "selective", "depth:1", guide=GUIDE, noisy=n).plies for n in range(7)]
    assert lines == [1, 2, 3, 4, 5, 6, 6]
    quiet = search(trees.position(root), "selective", "depth:1", noisy=3)  # a guide that calls nothing noisy
    assert (quiet.plies, quiet.evaluations) == (1, 2)


# -------------------------------------------------------------------------------------------- second look


def looked(first, second, third):
    """Three actions, each with its estimate one move ahead and its value one move deeper."""
    return node(0, 0.5, [node(1, shallow, [[deep, 1 - deep]]) for shallow, deep in (first, second, third)])


@pytest.mark.parametrize(
    ("tree", "name", "values"),
    [
        (looked((0.9, 0.3), (0.5, 0.6), (0.2, 0.0)), "1", [0.3, 0.6, 0.2]),  # the best falls below the second: a flip
        (looked((0.9, 0.55), (0.6, 0.4), (0.2, 0.0)), "0", [0.55, 0.4, 0.2]),  # which is worse still
        (looked((0.9, 0.7), (0.6, 0.4), (0.2, 0.0)), "0", [0.7, 0.6, 0.2]),  # it stays ahead: nobody else is looked at
        (looked((0.9, 0.1), (0.6, 0.2), (0.3, 0.8)), "2", [0.1, 0.2, 0.8]),
    ],
)
def test_the_best_action_is_looked_at_again(tree, name, values):
    position = trees.position(tree)
    for options in ({}, {"interpreted": True, "plies": 9}):
        report = search(position, "selective", "depth:1", guide=GUIDE, extra=1, **options)
        assert (report.name, [one.value[0] for one in report.actions]) == (name, values)
        assert report.value[0] == values[int(name)]
        assert [step.name for step in report.variation] == [name, "0"]
        assert not report.exact
        assert sum(one.visits for one in report.actions) == report.nodes - 1
    selective = algorithm_named("selective")
    asked = SearchSpec(selective, parse_budget("depth:1"), selective.settle({"extra": 1}), import_module(GUIDE))
    assert searcher(position.game, asked).choose(position.states(), 0, 0) == report.action  # as an agent too


def test_a_second_look_is_not_needed_at_the_end_of_the_game():
    position = magnate.load("tictactoe").new().apply("b2")
    report = search(position, "selective", "depth:9", extra=2)
    plain = search(position, "alphabeta", "depth:9", every=True)
    assert (report.proven, report.exact, report.actions) == (True, True, plain.actions)


# ------------------------------------------------------------------------------- equivalences, and beams


def test_equivalent_actions_change_no_value():
    rules = interpret("magnate.games.tictactoe")
    dice = random.Random(21)
    board = magnate.load("tictactoe")
    merged = 0
    for _ in range(30):
        position = board.new()
        for _ in range(dice.randint(0, 5)):
            if not position.is_over:
                position.apply(dice.choice(position.legal()))
        if position.is_over:
            continue
        plain = search(position, "alphabeta", "depth:9", every=True)
        report = search(position, "selective", "depth:9", every=True, alike=True)
        assert [one.value for one in report.actions] == [one.value for one in plain.actions]
        assert (report.exact, report.proven) == (True, True)
        assert report.nodes <= plain.nodes
        g = mirror(position, rules)
        values = {one.id: one.value for one in plain.actions}
        for action, value in values.items():
            first = rules.canonical(g, action)
            assert values[first] == value
            merged += first != action
    assert merged > 20
    assert rules.canonical(mirror(board.new(), rules), 8) == 0


def mirror(position, rules):
    """A position as the interpreted rules see it."""
    return pystate_class(rules.STATE)().from_record(position.states()[0])


def test_what_equivalences_save():
    board = magnate.load("tictactoe")
    assert search(board.new(), "selective", "depth:9").nodes == 18_297
    assert search(board.new(), "selective", "depth:9", alike=True).nodes == 11_950
    small = magnate.load("connect_four", columns=5, rows=3, line=3)
    nodes = {False: 0, True: 0}
    for moves in ("c3", "c3 c3", "c2 c4 c3", "c1 c5 c3"):
        position = small.new()
        for move in moves.split():
            position.apply(move)
        plain, report = (search(position, "selective", "depth:8", alike=alike, every=True) for alike in nodes)
        assert [one.value for one in report.actions] == [one.value for one in plain.actions]
        nodes[False] += plain.nodes
        nodes[True] += report.nodes
    assert nodes[True] < nodes[False]


def test_a_beam_narrows_the_tree_and_says_so():
    dice = random.Random(22)
    other = 0
    for _ in range(50):
        position = trees.position(trees.grown(dice, 4))
        plain = search(position, "alphabeta", "depth:9")
        wide = search(position, "selective", "depth:9", beam=4, min_ply=1, guide=GUIDE)
        assert (wide.value, wide.nodes, wide.exact, wide.proven) == (plain.value, plain.nodes, True, True)
        narrow = search(position, "selective", "depth:9", beam=1, min_ply=1, guide=GUIDE)
        assert narrow.nodes <= 1 + 4 * 5  # one line for each action of the root
        assert narrow.exact == narrow.proven
        assert narrow.exact or narrow.nodes < search(position, "minimax", "depth:9").nodes
        if narrow.value != plain.value:
            assert not narrow.exact
            other += 1
    assert other > 5


def test_a_beam_goes_by_the_prior_and_spares_the_first_plies():
    """The guide of the trees prefers what is written down for who moves, here the third and then the first action."""
    below = [node(0, value, [[deep, 1 - deep]]) for value, deep in ((0.5, 0.1), (0.6, 0.2), (0.2, 0.3))]
    position = trees.position(node(0, 0.5, [node(1, 0.5, below)]))
    for beam, value in ((1, 0.3), (2, 0.1), (3, 0.1)):
        report = search(position, "selective", "depth:9", beam=beam, min_ply=1, guide=GUIDE)
        assert (report.value[0], report.exact) == (value, beam == 3)
    assert search(position, "selective", "depth:9", beam=1, min_ply=2, guide=GUIDE).value[0] == 0.1


# ---------------------------------------------------------------------------------------------- null moves


def with_passing(dice, tree):
    """The tree's value for seat 0, and the tree in which everybody may pass, but would rather move: no zugzwang."""
    if isinstance(tree, list):
        return tree[0], tree
    below = [with_passing(dice, child) for child in tree["next"]]
    best = (max if tree["to"] == 0 else min)(value for value, _ in below)
    less = dice.uniform(0.9, 1.0)
    passed = best * less if tree["to"] == 0 else 1 - (1 - best) * less
    return best, {**tree, "next": [child for _, child in below], "skip": [passed, 1 - passed]}


@pytest.mark.parametrize("less", [1, 2])
def test_a_null_move_changes_nothing_without_zugzwang(less):
    dice = random.Random(23)
    saved = flagged = 0
    for _ in range(60):
        tree = trees.of([[[[dice.random() for _ in range(4)] for _ in range(4)] for _ in range(4)] for _ in range(4)])
        value, tree = with_passing(dice, tree)
        report = search(trees.position(tree), "selective", "depth:9", null=less)
        assert report.value[0] == value
        saved += search(trees.position(tree), "alphabeta", "depth:9").nodes - report.nodes
        flagged += not report.exact
    assert flagged > 30
    assert saved > 1000


def test_null_moves_compiled_are_null_moves_interpreted():
    dice, flagged = random.Random(24), 0
    for _ in range(3):
        tree = trees.of([[[dice.random() for _ in range(2)] for _ in range(2)] for _ in range(3)])
        position = trees.position(with_passing(dice, tree)[1])
        report = search(position, "selective", "depth:9", null=1)
        assert report == search(position, "selective", "depth:9", null=1, interpreted=True, plies=9)
        flagged += not report.exact
    assert flagged > 0


def test_a_null_move_goes_wrong_in_zugzwang_and_says_so():
    """The opponent would like to pass, which would be good for it, but must move, which is not."""
    tree = node(0, 0.5, [[0.5, 0.5], node(1, 0.5, [[0.9, 0.1], [0.8, 0.2]], skip=[0.1, 0.9])])
    right = search(trees.position(tree), "selective", "depth:9")
    assert (right.name, right.value[0], right.exact) == ("1", 0.8, True)
    wrong = search(trees.position(tree), "selective", "depth:9", null=1)
    assert (wrong.name, wrong.value[0], wrong.exact, wrong.proven) == ("0", 0.5, False, False)
