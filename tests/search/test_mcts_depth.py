"""Monte Carlo tree search that goes on: the tree that follows a game, and rounds from promising leaves."""

import random

import pytest

import magnate
from magnate.errors import BadSearch, IllegalAction
from magnate.search import Analysis, search
from tests.search import trees
from tests.search.test_mcts_chance import grow

GUIDE = "tests.games_for_tests.tree_guide"


def known(analysis):
    """All that a tree knows, from the root on, as one nested value."""
    found = analysis._found

    def below(i):
        one, tree = found.node(i), found.workspace.tree
        figures = (int(one.visits), int(one.proven), int(one.mover), *map(float, (*tree.totals[i], *tree.squares[i])))
        children = [(int(found.node(k).id), int(found.node(k).weight), below(k)) for k in found.children(i)]
        return figures, children

    return below(0)


def after(tree, step):
    return next(child for id_, _, child in tree[1] if id_ == step)


@pytest.mark.parametrize("options", [{}, {"solver": True}, {"chance": "open"}])
def test_the_new_root_knows_what_the_old_child_knew(options):
    pig = magnate.load("pig", target=20)
    analysis = Analysis(pig.new(), pool=200_000, **options)
    analysis.search("sims:3000")
    for name in ("roll", "3"):
        chance = analysis.position.to_move < 0
        step = analysis.position.action_id(name)
        expected = known(analysis) if chance and options.get("chance") == "open" else after(known(analysis), step)
        used = int(analysis._found.run.used)
        analysis.advance(step)
        assert known(analysis) == expected
        assert analysis._found.run.used < used or options.get("chance") == "open"
    tree, run = analysis._found.workspace.tree, analysis._found.run
    assert not tree.nodes["visits"][int(run.used) :].any()
    assert not tree.totals[int(run.used) :].any()
    assert run.visited == (tree.nodes["visits"] > 0).sum()
    before = analysis.known
    report = analysis.search("sims:500")
    assert report.evaluations == 500
    assert analysis.known == before + 500


def test_a_kept_tree_helps():
    """The room of the siblings is used again, a step nobody looked at begins anew, and the rules hold."""
    board = magnate.load("tictactoe").new()
    analysis = Analysis(board, pool=600, seed=2)
    for _ in range(9):
        report = analysis.search("sims:400")
        assert analysis.known >= 400
        if analysis.position.is_over:
            break
        analysis.advance(report.action)
        if analysis.position.is_over:
            break
    with pytest.raises(BadSearch, match="the game is over"):
        analysis.search()
    fresh = Analysis(board)
    fresh.advance("b2")
    assert fresh.known == 0
    with pytest.raises(IllegalAction):
        fresh.advance("b2")
    with pytest.raises(BadSearch, match="hidden parts"):
        Analysis(magnate.load("kuhn").new())
    with pytest.raises(BadSearch, match="only one tree"):
        Analysis(board, threads=2)


def test_compiled_is_interpreted_along_a_game():
    reports = []
    for interpreted in (False, True):
        position = trees.position(trees.grown(random.Random(19), 5, players=2, chance=0.3), 2)
        analysis = Analysis(position, pool=300, seed=5, interpreted=interpreted, guide=GUIDE, history=1.0)
        found = [analysis.search("sims:100")]
        analysis.advance(found[0].action)
        while analysis.position.to_move < 0 and not analysis.position.is_over:
            analysis.advance(0)
        if not analysis.position.is_over:
            found.append(analysis.search("sims:60"))
        reports.append((found, analysis.known))
    assert reports[0] == reports[1]


# ------------------------------------------------------------------------------------------------ rounds


def test_rounds_go_deeper():
    pig = magnate.load("pig", target=30).new()
    plain = search(pig, "mcts", "sims:4000")
    deep = search(pig, "mcts", "sims:4000", rounds=500, leaves=2)
    assert deep.plies > plain.plies + 5
    assert sum(one.visits for one in deep.actions) == 4_000


def test_rounds_begin_where_the_deepest_promising_leaves_are():
    found = grow(magnate.load("pig", target=20).new(), 300, rounds=300, leaves=3)
    nodes, parents = found.workspace.tree.nodes, {}
    for i in range(int(found.run.used)):
        for child in found.children(i):
            parents[child] = i

    def way(i):
        return [*way(parents[i]), i] if i else [0]

    leaves = [
        i
        for i in range(1, int(found.run.used))
        if nodes["visits"][i] and not nodes["children"][i] and not nodes["known"][i]
    ]
    depth = max(len(way(i)) for i in leaves)
    deepest = [i for i in leaves if len(way(i)) == depth]
    assert found.extra.trails == min(3, len(deepest))
    trails = [[int(k) for k in row if k >= 0] for row in found.notes.trails[: found.extra.trails]]
    for trail in trails:
        assert trail == way(trail[-1])
        assert trail[-1] in deepest
    assert len({trail[-1] for trail in trails}) == len(trails)
    best = max(int(nodes["visits"][parents[i]]) for i in deepest)
    assert nodes["visits"][trails[0][-2]] == best
    visits = [int(nodes["visits"][trail[-1]]) for trail in trails]
    found.run.limit, found.extra.interval = 360, 0
    found.search()
    each = 60 // len(trails)
    assert [int(found.node(trail[-1]).visits) for trail in trails] == [n + each for n in visits]


def test_rounds_end_where_everything_is_over():
    """A tree that is known to its last leaf has none to go on from."""
    position = trees.position({"to": 0, "next": [[0, 1], {"to": 1, "next": [[1, 0], [0.25, 0.75]]}, [0.5, 0.5]]})
    report = search(position, "mcts", "sims:300", guide=GUIDE, rounds=10)
    assert report.name == "2"
    assert sum(one.visits for one in report.actions) == 300
