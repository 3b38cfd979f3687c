"""A pool that is too small: what was visited least is forgotten, the report says so, and the search goes on."""

import numpy as np
import pytest

import magnate
from magnate.search import Analysis, search


@pytest.fixture(scope="module")
def board():
    return magnate.load("tictactoe")


def test_the_search_goes_on_in_a_pool_that_is_emptied(board):
    report = search(board.new(), "mcts", "sims:3000", pool=60)
    assert report.full > 10
    assert report.evaluations == 3_000
    assert sum(one.visits for one in report.actions) == 3_000
    assert report.plies > 2  # which a tree of 60 nodes that only grows hardly is
    ample = search(board.new(), "mcts", "sims:3000")
    assert ample.full == 0
    for one, other in zip(report.actions, ample.actions, strict=True):
        assert one.value[0] == pytest.approx(other.value[0], abs=0.12)
    assert report.name == ample.name == "b2"


def test_a_pool_that_suffices_changes_nothing(board):
    without, with_ = (search(board.new(), "mcts", "sims:500", **options) for options in ({}, {"pool": 4_000}))
    assert with_.full == 0
    assert [one.visits for one in with_.actions] == [one.visits for one in without.actions]
    assert with_.value == without.value


OPTIONS = [
    {},
    {"solver": True, "select": "tuned"},
    {"select": "puct", "history": 1.0},
    {"implicit": 0.3},
    {"root": "halving"},
    {"root": "gumbel", "sampled": 4},
    {"rounds": 40, "leaves": 3},
    {"widen": "both", "width": 2},
    {"threads": 2},
]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("name", ["tictactoe", "pig"])
def test_with_every_option_the_twin_forgets_the_same(name, options):
    position = magnate.load(name, **({"target": 20} if name == "pig" else {})).new()
    pool = 40 if name == "tictactoe" else 24
    reports = [
        search(position, "mcts", "sims:300", pool=pool, interpreted=interpreted, **options)
        for interpreted in (False, True)
    ]
    assert reports[0] == reports[1]
    assert reports[0].full > 0 or "widen" in options
    assert sum(one.visits for one in reports[0].actions) == 300 or reports[0].proven


def test_in_an_open_loop_too():
    position = magnate.load("pig", target=20).new()
    reports = [
        search(position, "mcts", "sims:400", pool=12, chance="open", interpreted=interpreted)
        for interpreted in (False, True)
    ]
    assert reports[0] == reports[1]
    assert reports[0].full > 0


def test_the_root_s_actions_stay_even_if_nothing_else_has_room(board):
    """The root and its nine actions fill the pool: there is nothing to forget, and leaves stay leaves."""
    report = search(board.new(), "mcts", "sims:400", pool=10)
    assert report.full > 0
    assert report.plies == 1
    assert sum(one.visits for one in report.actions) == 400


def test_a_kept_tree_makes_room_too(board):
    analysis = Analysis(board.new(), pool=60, seed=2)
    assert analysis.search("sims:2000").full > 0
    analysis.advance("b2")
    assert analysis.known > 0
    report = analysis.search("sims:2000")
    assert report.full > 0
    assert report.evaluations == 2_000


def test_other_searches_say_that_their_pool_was_full():
    kuhn = magnate.load("kuhn").new(1)
    while kuhn.to_move < 0:
        kuhn.apply(kuhn.outcomes()[0])
    assert search(kuhn, "ismcts", "sims:400", pool=6).full > 0
    assert search(kuhn, "ismcts", "sims:400").full == 0
    assert search(kuhn, "determinised", "sims:400", pool=4, worlds=2).full > 0


def test_what_is_kept_of_a_tree_is_what_was_visited_most(board):
    from magnate.runtime.compiler import build
    from magnate.search import mcts_pool
    from magnate.search.mcts_driver import grown

    found = grown(board, None, 400, 32)
    found.place(board.new().states())
    found.run.key, found.run.c, found.run.high, found.run.truncate, found.run.limit = 3, 1.4, 1.0, -1, 150
    found.search()
    nodes = found.workspace.tree.nodes
    used = int(found.run.used)
    visits = {way(found, i): int(nodes["visits"][i]) for i in range(used)}
    build([mcts_pool.make_room])
    left = mcts_pool.make_room(found.workspace.runs, found.workspace.tree, found.notes)
    assert left == found.run.used <= 200
    assert found.run.emptied == 1
    kept = {way(found, i): int(nodes["visits"][i]) for i in range(left)}
    assert kept.items() <= visits.items()
    assert {steps for steps in visits if len(steps) == 1} <= kept.keys()
    forgotten = [visits[steps[:-1]] for steps in visits.keys() - kept.keys()]
    expanded = [visits[steps[:-1]] for steps in kept if len(steps) > 1]
    assert max(forgotten) < min(expanded)  # visits of the nodes that lost their children, and of those that did not
    assert not np.any(nodes["visits"][left:used])


def way(found, i):
    """The steps from the root to a node."""
    steps, at = [], i
    while at:
        parent = next(k for k in range(int(found.run.used)) if at in found.children(k))
        steps.append(int(found.node(at).id))
        at = parent
    return tuple(reversed(steps))
