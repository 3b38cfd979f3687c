"""The worked numbers of the lecture on game-tree search, in the order of its slides.

Whatever an algorithm finds is found by ours, on the slides' own trees (the presets of the written trees; where a
slide's picture is lost, the textbook's). Numbers that are mere arithmetic are computed beside them. What the slides
got wrong stands as they have it and as it should be. Strategic games, the lecture's second half, are no search.
"""

import math
from fractions import Fraction
from itertools import pairwise

import pytest

import magnate
from magnate.games.tictactoe import STATE
from magnate.runtime.interpreter import interpret
from magnate.runtime.pystate import pystate_class
from magnate.search import Analysis, search
from magnate.search.mcts_driver import grown

tree_twin = interpret("magnate.search.mcts_tree")


def at(preset, players=None):
    """The root of one of the slides' trees."""
    return magnate.load("tree", preset, players).new()


def asked(position, algorithm, budget="depth:9", **options):
    """A search in plain Python: the trees are small."""
    return search(position, algorithm, budget, interpreted=True, plies=12, **options)


# ------------------------------------------------------------------------- 1.1 games as search, evaluation


def test_the_size_of_the_search_space():
    """Chess: 35 moves, 50 of each player; Go: 200 moves, 300 plies."""
    assert 100 * math.log10(35) == pytest.approx(154.41, abs=0.005)
    assert 300 * math.log10(200) == pytest.approx(690.31, abs=0.005)


def lines_after(*marks):
    """Open lines of X less those of O after some marks, as the guide has it."""
    position = magnate.load("tictactoe").new()
    for mark in marks[:-1]:
        position.apply(mark)
    report = search(position, "minimax", "depth:1", guide="examples.open_lines", interpreted=True, plies=4)
    (value,) = [one.value[0] for one in report.actions if one.name == marks[-1]]
    return 16 * (value - 0.5)


def test_open_lines_of_tic_tac_toe():
    """The difference of lines that are still open: the centre +4, a corner +3, an edge +2; centre against corner +1."""
    assert [lines_after(cell) for cell in ("b2", "a1", "b1")] == [4, 3, 2]
    assert lines_after("b2", "a1") == 1


def turing(placement):
    """White's points over Black's, for the first field of a position in Forsyth–Edwards notation."""
    points = {"p": 1, "n": 3, "b": 3, "r": 5, "q": 9}
    white, black = (sum(points.get(piece.lower(), 0) for piece in placement if side(piece)) for side in SIDES)
    return white, black


SIDES = (str.isupper, str.islower)


def test_turings_ratio():
    """Pawn 1, knight and bishop 3, rook 5, queen 9: 39 on either side at the start."""
    start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
    assert turing(start) == (39, 39)
    white, black = turing("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R")
    swapped = turing("rnbqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR")
    assert (Fraction(white, black), Fraction(*swapped)) == (Fraction(36, 30), Fraction(30, 36))


def test_colours_swapped_the_difference_changes_its_sign():
    """f(n) = -f(n with X and O exchanged), on every position of some games; what it gives X it takes from O."""
    estimate = interpret("examples.open_lines").estimate
    for seed in range(20):
        for position in magnate.load("tictactoe").play("random", seed=seed).positions():
            g, found = pystate_class(STATE)().from_record(position.states()[0]), []
            for _ in range(2):
                out = [0.0, 0.0]
                estimate(g, [], out)
                assert sum(out) == 1
                found.append(out[0] - 0.5)
                g.marks[0], g.marks[1] = g.marks[1], g.marks[0]
            assert found[0] == -found[1]


# ------------------------------------------------------------------------------- 1.2 minimax, several players


def test_minimax_two_plies():
    report = asked(at("aima"), "minimax")
    assert (report.value, report.name, report.evaluations) == ((3, -3), "m1", 9)
    assert [one.value[0] for one in report.actions] == [3, 2, 2]


def test_minimax_of_open_lines():
    """Two plies of tic-tac-toe with the open lines: the centre keeps +1 against any answer (Nilsson's example)."""
    report = asked(magnate.load("tictactoe").new(), "minimax", "depth:2", guide="examples.open_lines")
    values = {one.name: 16 * (one.value[0] - 0.5) for one in report.actions}
    assert (report.name, values["b2"], values["a1"], values["b1"]) == ("b2", 1, -1, -2)
    assert report.evaluations == 9 * 8


def test_whoever_is_min_minimises():
    """The same tree with seat 1 at the root: MIN takes the least of three maxima."""
    tree = magnate.load("tree", tree={"to": 1, "moves": [[3, 12, 8], [2, 4, 6], [14, 5, 2]]}).new()
    report = asked(tree, "minimax")
    assert (report.name, report.value) == ("m2", (6, -6))


@pytest.mark.parametrize(
    ("ties", "move", "value"), [("first", "m1", (1, 2, 6)), ("last", "m2", (1, 5, 2)), ("worst", "m1", (1, 2, 6))]
)
def test_several_players(ties, move, value):
    """Vector values; the first player is indifferent, so the rule for ties decides what the others have."""
    report = asked(at("alliance", 3), "maxn", ties=ties)
    assert (report.name, report.value) == (move, value)


def test_alliances_follow_from_selfish_play():
    """The first player has what it would have against an alliance of the others, who each play for themselves only."""
    allied = asked(at("alliance", 3), "paranoid")
    assert allied.value == (1, None, None)
    assert asked(at("alliance", 3), "maxn").value[0] == allied.value[0]


# ---------------------------------------------------------------------------------------- 1.3 alpha-beta


@pytest.mark.parametrize(
    ("preset", "value", "all_leaves", "looked_at"), [("winston", 2, 4, 3), ("aima", 3, 9, 7), ("deep", 3, 16, 7)]
)
def test_alpha_beta_has_the_value_of_minimax_for_fewer_leaves(preset, value, all_leaves, looked_at):
    plain, pruned = (asked(at(preset), name) for name in ("minimax", "alphabeta"))
    assert plain.value == pruned.value == (value, -value)
    assert (plain.evaluations, pruned.evaluations) == (all_leaves, looked_at)


def test_the_idea_of_alpha_beta():
    """MIN has 1 where MAX above has 2: m2 can only become worse, and its other leaf is left alone."""
    report = asked(at("winston"), "alphabeta")
    assert [(one.value[0], one.bound) for one in report.actions] == [(2, "="), (1, "<=")]
    assert report.cutoffs == 1


def test_deep_cut_offs():
    """Trees of four levels and more: bounds of ancestors further up; with the parent's bound only it takes 9 leaves."""
    assert asked(at("deep"), "alphabeta").evaluations == 7
    assert asked(at("deep"), "alphabeta", deep=False).evaluations == 9


def static_evaluations(branching, depth):
    """The slides' count in the best case."""
    if depth % 2 == 0:
        return 2 * branching ** (depth // 2) - 1
    return branching ** ((depth + 1) // 2) + branching ** ((depth - 1) // 2) - 1


def leaves_of(branching, depth, ordering, algorithm="alphabeta"):
    """The leaves that a search looks at in a uniform tree."""
    tree = magnate.load("random_tree", branching=branching, depth=depth, ordering=ordering).new()
    return search(tree, algorithm, f"depth:{depth}").evaluations


@pytest.mark.parametrize(("branching", "depth", "count"), [(3, 3, 11), (2, 4, 7), (3, 4, 17), (5, 5, 149), (2, 7, 23)])
def test_the_best_case(branching, depth, count):
    """The slide's example: b = 3, d = 3 takes 9 + 3 − 1 = 11 static evaluations."""
    assert static_evaluations(branching, depth) == count
    assert leaves_of(branching, depth, "best") == count


def test_the_worst_case_is_minimax():
    assert leaves_of(3, 3, "worst") == leaves_of(3, 3, "best", "minimax") == 27


def test_twice_as_deep():
    """In the best case alpha-beta looks at about as many leaves as minimax does half as deep, twice."""
    for depth in (1, 2, 3):
        assert leaves_of(4, 2 * depth, "best") == 2 * leaves_of(4, depth, "best", "minimax") - 1


@pytest.mark.parametrize(("branching", "depth", "mean"), [(3, 6, 242), (5, 5, 776), (8, 4, 981)])
def test_the_average_case(branching, depth, mean):
    """Random order: the means of 60 trees, measured before this library was written, within 6 %."""
    found = []
    for seed in range(60):
        tree = magnate.load("random_tree", branching=branching, depth=depth, seed=seed).new()
        found.append(search(tree, "alphabeta", f"depth:{depth}").evaluations)
    assert sum(found) / 60 == pytest.approx(mean, rel=0.06)


def test_the_horizon_effect():
    """Two plies prefer the move that loses two plies later than it can see."""
    assert [asked(at("horizon"), "minimax", f"depth:{depth}").name for depth in (2, 3)] == ["m2", "m1"]


def test_a_search_goes_on_where_it_is_not_quiet():
    """The heuristic continuation: where a position is not settled, no search stops, and two plies suffice."""
    tree = magnate.load("tree", "horizon").options.tree
    noisy = [tree[0], [{**node, "settled": False} for node in tree[1]]]
    report = asked(magnate.load("tree", tree=noisy).new(), "minimax", "depth:2")
    assert (report.name, [one.value[0] for one in report.actions]) == ("m1", [1, -5])


def test_a_second_look_at_the_chosen_move():
    """Secondary search: one move more below m2 alone shows -5, so m1 is looked at again and taken."""
    report = asked(at("horizon"), "selective", "depth:2", extra=1)
    assert (report.name, [one.value[0] for one in report.actions]) == ("m1", [1, -5])


def test_symmetric_moves_and_forward_pruning():
    """One of equivalent moves is enough; leaving out what looks no better is not exact, and says so."""
    board = magnate.load("tictactoe").new()
    plain, alike, beam = (search(board, "selective", "depth:9", **plan) for plan in ({}, {"alike": True}, {"beam": 3}))
    assert alike.value == plain.value
    assert alike.nodes < plain.nodes
    assert (alike.exact, beam.exact) == (True, False)


def test_there_is_an_answer_at_any_moment():
    """Iterative deepening: with more nodes it has looked further, and it always has a legal move."""
    position = magnate.load("connect_four", preset="tiny").new()
    found = [search(position, "alphabeta", f"nodes:{nodes}") for nodes in (1, 10, 100, 1_000, 10_000)]
    assert [report.depth for report in found] == sorted(report.depth for report in found)
    assert all(report.name in {"c1", "c2", "c3", "c4"} for report in found)
    assert found[-1].depth > found[1].depth >= 1


# ------------------------------------------------------------------------------------------------- chance


def test_two_dice():
    """21 distinct throws: a double has 1/36, any other 2/36."""
    throws = magnate.load("bearoff").new().apply("roll").outcomes()
    assert len(throws) == 21
    assert sum(throw.probability for throw in throws) == 1
    for throw in throws:
        high, low = throw.name.split("-")
        assert throw.probability == Fraction(1 if high == low else 2, 36)


def test_a_coin_between_max_and_min():
    """Expectimin: ½·min(3, 5) + ½·min(1, 9) = 2 and ½·min(4, 4) + ½·min(2, 8) = 3."""
    report = asked(at("coin"), "expectiminimax")
    assert [one.value[0] for one in report.actions] == [2.0, 3.0]
    assert (report.name, report.value) == ("m2", (3, -3))


def test_a_coin_before_max():
    """Expectimax: the mean of the maxima, for a MAX that moves after the coin."""
    tree = [{"chance": [[1, {"to": 0, "moves": [3, 5]}], [1, {"to": 0, "moves": [1, 9]}]]}, 6]
    report = asked(magnate.load("tree", tree=tree).new(), "expectiminimax")
    assert (report.name, report.value[0]) == ("m1", 7)


# ------------------------------------------------------------------------------------------- 1.4 Monte Carlo

NODES = [(2, 3), (1, 3), (0, 2)]
"""Wins and simulations of the three nodes of the slide."""


@pytest.mark.parametrize(
    ("n", "expected"),
    [(7, (1.806, 1.472, 1.395)), (8, (1.844, 1.511, 1.442))],
    ids=["as on the slide", "as 3 + 3 + 2 make it"],
)
def test_ucb1(n, expected):
    bounds = [tree_twin.ucb1(wins / visits, visits, math.log(n), math.sqrt(2)) for wins, visits in NODES]
    assert bounds == pytest.approx(expected, abs=6e-4)
    assert max(bounds) == bounds[0]  # the slip does not change the choice


def test_another_constant_weighs_exploration():
    """Instead of 2 another number under the root: a small one exploits, a large one tries what is little known."""
    chosen = []
    for c in (0.5, 10.0):
        bounds = [tree_twin.ucb1(wins / visits, visits, math.log(8), c) for wins, visits in NODES]
        chosen.append(bounds.index(max(bounds)))
    assert chosen == [0, 2]


def test_the_four_phases():
    """Every simulation selects a path, gives its leaf children, plays out, and adds one result to all of the path."""
    game = magnate.load("tictactoe")
    found = grown(game, None, 2_000, 12)
    found.place(game.new().states())
    found.run.key, found.run.c, found.run.high, found.run.truncate = 1, math.sqrt(2), 1.0, -1
    nodes, totals = found.workspace.tree.nodes, found.workspace.tree.totals
    for count in range(1, 121):
        visits, sums, used = nodes["visits"].copy(), totals.copy(), int(found.run.used)
        found.run.limit = count
        found.search()
        path = [int(node) for node in (nodes["visits"] > visits).nonzero()[0]]  # children come after their parents
        assert path[0] == 0
        assert all(below in found.children(above) for above, below in pairwise(path))  # selection
        expanded = [above for above in path if found.children(above) and found.children(above)[0] >= used]
        assert len(expanded) <= 1  # expansion: one node at most has got children
        added = totals[path] - sums[path]
        assert added[0].sum() == 1  # simulation: a result, shared by both
        assert (added == added[0]).all()  # … which is added to all of the path, and to nothing else
        assert (totals - sums).sum() == len(path)
        if count <= 9:
            assert (nodes["visits"][list(found.children(0))] > 0).sum() == count  # 0/0 has an infinite bound


def test_terminal_nodes():
    """A win is +∞ and is played; the answer that loses at once is −∞ to the one who would play it."""
    game = magnate.load("tictactoe")
    winning = search(game.setup({"board": ["XX.", "OO.", "..."]}), "mcts", "sims:6", solver=True)
    assert (winning.name, winning.value, winning.proven) == ("c1", (1, 0), True)
    threatened = search(game.setup({"board": ["XX.", "O..", "..."]}), "mcts", "sims:400", solver=True)
    proven = {one.name: one.value[1] for one in threatened.actions if one.bound == "="}
    assert threatened.name == "c1"
    assert proven
    assert set(proven.values()) == {0.0}


def test_the_most_visited_move_is_played():
    """It is also one of the best there are, and most simulations went to the best: the tree is asymmetric."""
    position = magnate.load("tictactoe").new().apply("b2").apply("a2")
    report = search(position, "mcts", "sims:4000")
    assert report.action == max(report.actions, key=lambda one: one.visits).id
    best = search(position, "alphabeta", "depth:9", every=True).best()
    assert report.action in best
    visits = {one.id: one.visits for one in report.actions}
    assert sum(visits.values()) == 4_000
    assert sum(visits[action] for action in best) > 0.9 * 4_000


def test_the_subtree_is_kept():
    """After a move and its answer the next search begins with the statistics of the position they lead to."""
    analysis = Analysis(magnate.load("tictactoe").new(), seed=3)
    first = analysis.search("sims:2000")
    analysis.advance(first.name)
    assert analysis.known == max(one.visits for one in first.actions)
    analysis.advance("a1")
    kept = analysis.known
    assert kept > 0
    second = analysis.search("sims:500")
    assert analysis.known == kept + 500
    assert sum(one.visits for one in second.actions) >= kept + 500 - 1


def test_monte_carlo_answers_at_any_moment_without_an_evaluation():
    """No guide, and from the first simulation on a legal move; in the end minimax's."""
    names = [asked(at("aima"), "mcts", f"sims:{count}", c=5.0).name for count in (1, 2, 5, 150)]
    assert set(names) <= {"m1", "m2", "m3"}
    assert names[-1] == asked(at("aima"), "minimax").name


# ------------------------------------------------------------------------------- the Brass report's estimate


def test_the_branching_of_one_era_of_brass():
    """11 rounds of 2 actions, 6 choices always: 1.3·10^17 lines of play, where the report has 1.3·10^22 states."""
    assert 6 ** (11 * 2) == 131_621_703_842_267_136
    printed = 13_366_680_000_000_000_000_000
    assert printed / 6**22 == pytest.approx(101_554, rel=1e-4)
