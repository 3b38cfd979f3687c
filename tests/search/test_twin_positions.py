"""Compiled equals interpreted to the last bit: every algorithm, with all that takes another path through its kernel.

Each algorithm searches 50 positions near the end of small games, with 100 simulations or nodes, its cases by turns, so
that several of them meet each position. In the long tests each case meets all of them, with 1,000 simulations or
nodes, and each algorithm 1,000 positions.
"""

from functools import cache
from itertools import cycle, islice

import pytest

from magnate.search import ALGORITHMS, search
from tests.search.late_positions import boards, columns, kuhn_decisions, pig_ends, tree_nodes, trick_ends

SUITES = {
    "plain": {boards: 20, columns: 15, lambda: tree_nodes(2, chance=0): 15},
    "dice": {lambda: pig_ends(2): 25, lambda: tree_nodes(2, chance=1): 25},
    "many": {boards: 10, lambda: pig_ends(3): 20, lambda: tree_nodes(3, chance=2): 20},
    "all": {boards: 13, columns: 5, lambda: pig_ends(2): 17, lambda: tree_nodes(3, chance=2): 15},
    "hidden": {boards: 8, kuhn_decisions: 36, trick_ends: 6},
}
"""Where positions come from, and how many of each kind are in 50."""

LINES = {"tictactoe": "examples.open_lines"}
TREES = {"random_tree": "tests.games_for_tests.random_tree_guide"}
TRICKS = {"tricks": "tests.games_for_tests.tricks_guide"}
DEPTH_FIRST = [
    ("minimax", "plain", LINES, {}),
    ("alphabeta", "plain", LINES, {}),
    ("alphabeta", "plain", LINES, {"deep": False, "every": True}),
    ("ordered", "plain", LINES, {"slots": 16}),
    ("ordered", "plain", LINES, {"slots": 1024, "killers": False, "every": True}),
    ("selective", "plain", TREES, {"noisy": 2, "beam": 2, "min_ply": 1, "alike": True, "null": 1}),
    ("selective", "plain", TREES, {"extra": 1}),
    ("expectiminimax", "dice", {}, {}),
    ("expectiminimax", "dice", {}, {"outcomes": 2, "whole": 0}),
    ("star1", "dice", {}, {}),
    ("star1", "dice", {}, {"slots": 16, "outcomes": 2, "whole": 0, "every": True}),
    ("star2", "dice", {}, {}),
    ("star2", "dice", {}, {"slots": 16, "probe": 2}),
    ("maxn", "many", LINES, {}),
    ("maxn", "many", LINES, {"ties": "random", "slots": 16}),
    ("maxn", "many", LINES, {"ties": "worst", "shallow": True}),
    ("paranoid", "many", LINES, {}),
    ("paranoid", "many", LINES, {"slots": 16, "every": True}),
]
SIMULATING = [
    ("mcts", "all", TREES, {}),
    ("mcts", "all", TREES, {"select": "tuned", "solver": True, "choose": "secure"}),
    ("mcts", "all", TREES, {"truncate": 1, "choose": "max", "pool": 12, "plies": 4}),
    ("mcts", "all", TREES, {"select": "puct", "fpu": 0.3, "solver": True, "implicit": 0.4, "truncate": 0}),
    ("mcts", "all", TREES, {"bias": 1.5, "history": 2.0, "widen": "both", "width": 1.5}),
    ("mcts", "all", TREES, {"chance": "open", "select": "puct", "history": 1.0, "widen": "actions"}),
    ("mcts", "all", TREES, {"backup": "expected", "solver": True, "widen": "outcomes"}),
    ("mcts", "all", TREES, {"root": "halving", "chance": "open", "select": "tuned"}),
    ("mcts", "all", TREES, {"root": "gumbel", "sampled": 3, "implicit": 0.3}),
    ("mcts", "all", TREES, {"rounds": 40, "leaves": 2, "pool": 25}),
    ("ismcts", "hidden", {}, {}),
    ("ismcts", "hidden", {}, {"trees": "each", "truncate": 1, "choose": "max", "pool": 14, "plies": 4}),
    ("ismcts", "hidden", TRICKS, {"select": "puct", "fpu": 0.1}),
    ("determinised", "hidden", {}, {"worlds": 5, "choose": "secure"}),
    ("wholemove", "hidden", {}, {"width": 2.0, "fpu": 0.1}),
    (
        "wholemove",
        "hidden",
        TRICKS,
        {"noise": 1.0, "sampled": 3, "cover": False, "truncate": 1, "pool": 14, "plies": 4},
    ),
]
CASES = DEPTH_FIRST + SIMULATING


def named(case):
    """A case as the test's name."""
    return f"{case[0]}:{','.join(f'{name}={value}' for name, value in case[3].items())}"


@cache
def positions(suite, times):
    """So many times the 50 positions of a suite, each time other ones."""
    return [one for kind, number in SUITES[suite].items() for one in islice(kind(), times * number)]


def check(case, position, amount, seed):
    """Both find the same, and the same again."""
    algorithm, _, guides, options = case
    budget = f"{'sims' if ALGORITHMS[algorithm].plays_out else 'nodes'}:{amount}"
    room = {"plies": 24, "pool": 400} if ALGORITHMS[algorithm].plays_out else {"plies": 80}
    asked = {"guide": guides.get(position.game.name), "seed": seed, **room, **options}
    report = search(position, algorithm, budget, **asked)
    assert report == search(position, algorithm, budget, interpreted=True, **asked)
    assert report == search(position, algorithm, budget, **asked)


def test_every_algorithm_is_compared():
    assert {case[0] for case in CASES} == set(ALGORITHMS)
    assert all(sum(kinds.values()) == 50 for kinds in SUITES.values())


@pytest.mark.parametrize("case", CASES, ids=named)
def test_fifty_positions(case):
    cases = [one for one in CASES if one[0] == case[0]]
    turns = min(3, len(cases))  # each position is met by a third of the algorithm's cases, and by one at least
    for seed, position in enumerate(positions(case[1], 1)):
        if seed % turns == cases.index(case) % turns:
            check(case, position, 100, seed)


@pytest.mark.long
@pytest.mark.parametrize("case", CASES, ids=named)
def test_fifty_positions_searched_longer(case):
    for seed, position in enumerate(positions(case[1], 1)):
        check(case, position, 1_000, seed)


@pytest.mark.long
@pytest.mark.parametrize("algorithm", list(ALGORITHMS))
def test_a_thousand_positions(algorithm):
    cases = [case for case in CASES if case[0] == algorithm]
    for seed, (case, position) in enumerate(zip(cycle(cases), positions(cases[0][1], 20), strict=False)):
        check(case, position, 200, seed)
