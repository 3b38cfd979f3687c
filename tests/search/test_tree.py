"""The tree of a search: that it is what the algorithm visited, and that its three formats hold it."""

import json
import math
import random
import re
from base64 import b64encode
from dataclasses import replace
from hashlib import sha256

import pytest

import magnate
from magnate.errors import BadSearch
from magnate.search import Report, Tree, TreeNode, TreeSize, parse_algorithm, search, tree_building
from magnate.search.tree_formats import form_of, size_of, written
from tests.search import trees

CHANCE, OVER = -1, -2
EXACT = ("minimax", "expectiminimax", "maxn")


def pig(players=2):
    return magnate.load("pig", players=players, target=20).setup({"points": [8, 11, 5][:players], "total": 8})


def paths(tree):
    """The nodes by the ids of the steps that lead to them."""
    found = {}
    for i, node in enumerate(tree.nodes):
        found[i] = (*found[node.parent], node.id) if i else ()
    return {path: tree.nodes[i] for i, path in found.items()}


# --------------------------------------------------------------------------------------- what was visited


def test_nothing_is_proven_where_something_is_hidden():
    position = magnate.load("kuhn").new().apply("queen").apply("king")
    for algorithm, budget, options in (("expectiminimax", "depth:9", {}), ("mcts", "sims:200", {"solver": True})):
        report = search(position, algorithm, budget, tree=True, interpreted=True, **options)
        assert not any(node.proven for node in report.tree.nodes)
        assert not report.proven
        assert "proven" not in report.tree.to_dot()


def test_a_tree_of_information_sets_has_what_its_seat_sees():
    """Kuhn poker after the deal: who passes and bets, and no card of the other; the line is the report's."""
    position = magnate.load("kuhn").new().apply("queen").apply("king")
    for options in ({}, {"trees": "each"}):
        report = search(position, "ismcts", "sims:300", tree=True, interpreted=True, **options)
        found = paths(report.tree)
        assert {node.name for node in report.tree.nodes[1:]} == {"pass", "bet"}
        assert [node.by for node in report.tree.nodes[1:3]] == [0, 0]
        assert len(found) == 9
        assert [node.id for node in report.tree.nodes if node.best][1:] == [step.id for step in report.variation]
        assert sum(found[step.id,].visits for step in report.actions) == 300


def test_outcomes_that_all_see_are_in_a_tree_of_information_sets():
    report = search(pig(), "ismcts", "sims:400", tree=True, interpreted=True)
    throws = [node for node in report.tree.nodes if node.by == CHANCE]
    assert {node.name for node in throws} == {"1", "2", "3", "4", "5", "6"}
    best = [node.id for node in report.tree.nodes if node.best][1:]
    assert best == [step.id for step in report.variation][: len(best)]
    assert len(best) > 2


def test_a_tree_of_many_worlds_is_the_root_with_the_sums():
    position = magnate.load("kuhn").new().apply("queen").apply("king")
    report = search(position, "determinised", "sims:300", tree=True, interpreted=True)
    assert [(node.name, node.visits, node.value) for node in report.tree.nodes[1:]] == [
        (action.name, action.visits, action.value) for action in report.actions
    ]


def test_whole_numbers_stay_whole_in_the_tree():
    _, options = parse_algorithm("mcts:threads=2,c=1")
    tree = search(pig(), "mcts", "sims:8", tree=True, interpreted=True, **options).tree
    assert json.dumps(tree.as_dict()["options"]) == '{"c": 1.0, "threads": 2}'


def test_star2_counts_nodes_once_in_the_whole_and_visits_as_they_were():
    report = search(pig(), "star2", "depth:3", tree=True, interpreted=True)
    distinct = len(report.tree.nodes) + sum(node.further for node in report.tree.nodes)
    assert report.tree.whole == distinct < report.nodes == report.tree.nodes[0].visits


def test_names_that_are_numbers_or_items_are_shown_as_sentences():
    """Only where a player decides: a throw is not told by what happened after it."""

    def label(name, by=0, text="Offer seat 2 a trade."):
        return TreeNode(0, 5, name, text, by, 1, 3, (0.5, 0.5), "~").label

    unclear = ("trade:2", "digit:0", "bid:+10", "break-to:0/100", "item:park-place")
    assert {label(name) for name in unclear} == {"Offer seat 2 a trade."}
    assert [label(name) for name in ("build:park-place", "4/2", "roll")] == ["build:park-place", "4/2", "roll"]
    assert (label("trade:2", by=CHANCE), label("trade:2", text="")) == ("trade:2", "trade:2")
    nodes = (TreeNode(-1, -1, "", "", OVER, 0, 3, (0.5, 0.5), "~"),)
    nodes += (TreeNode(0, 5, "trade:2", "Offer seat 2 a trade.", 0, 1, 3, (0.5, 0.5), "~", best=True),)
    tree = Tree("monopoly", "Monopoly", "standard", 2, 0, "mcts", {}, "sims:3", "simulations", "", nodes)
    assert "Offer seat 2 a trade." in tree.to_dot()
    assert "· Offer seat 2 a trade.</title>" in tree.to_html()


@pytest.mark.parametrize(
    ("algorithm", "options"),
    [
        ("minimax", {}),
        ("alphabeta", {}),
        ("alphabeta", {"deep": False}),
        ("ordered", {"slots": 64}),
        ("expectiminimax", {}),
        ("star1", {}),
        ("star2", {"every": True}),
        ("maxn", {"ties": "random"}),
        ("paranoid", {}),
        ("mcts", {}),
        ("mcts", {"solver": True}),
    ],
)
def test_a_tree_agrees_with_its_report_and_changes_nothing_in_it(algorithm, options):
    dice = magnate.search.ALGORITHMS[algorithm].chance
    position = pig() if dice else magnate.load("tictactoe").new().apply("a1").apply("b2").apply("c1")
    budget = "sims:300" if algorithm == "mcts" else "depth:3" if dice else "depth:5"
    report = search(position, algorithm, budget, tree=True, seed=3, **options)
    tree = report.tree
    assert replace(report, tree=None) == search(position, algorithm, budget, seed=3, **options)
    root = tree.nodes[0]
    assert root.visits == (report.evaluations if algorithm == "mcts" else report.nodes)
    assert [(tree.nodes[i].id, tree.nodes[i].name) for i in tree.line()] == [
        (step.id, step.name) for step in report.variation
    ]
    if algorithm != "mcts":
        assert root.value == report.value
    children = {tree.nodes[i].id: tree.nodes[i] for i in tree.children()}
    for action in report.actions:
        node = children.get(action.id)
        if action.visits:
            assert (node.name, node.visits, node.value) == (action.name, action.visits, action.value)
            assert node.bound == action.bound or (node.bound, action.bound) == ("=", "<=")
        else:
            assert action.name in root.unsearched


def test_what_a_textbook_cuts_off_is_named():
    """MAX, then MIN: the first action is worth 3/8; of the second, 2/8 is enough to know."""
    position = trees.position(trees.of([[3 / 8, 1.0], [2 / 8, 1.0, 0.0]]))
    tree = search(position, "alphabeta", "depth:9", tree=True).tree
    known = {path: (node.value[0], node.bound, node.remark) for path, node in paths(tree).items()}
    assert known == {
        (): (3 / 8, "=", ""),
        (0,): (3 / 8, "=", ""),
        (0, 0): (3 / 8, "=", ""),
        (0, 1): (1.0, "=", ""),
        (1,): (2 / 8, "<=", "cut-off"),
        (1, 0): (2 / 8, "=", ""),
    }
    assert paths(tree)[1,].unsearched == ("1", "2")


def test_the_last_depth_is_recorded_and_a_table_s_answers_are_told():
    position = magnate.load("tictactoe").new()
    report = search(position, "ordered", "nodes:4000", tree=True, slots=256)
    assert report.depth > 3
    remarks = [node.remark for node in report.tree.nodes]
    assert remarks.count("remembered") > 10 < remarks.count("cut-off")
    assert max(len(path) for path in paths(report.tree)) <= report.depth
    guess = search(position, "alphabeta", "nodes:3", tree=True)
    assert (guess.depth, len(guess.tree.nodes)) == (0, 1)
    guess = search(pig(3), "maxn", "nodes:1", tree=True)
    assert guess.tree.nodes[0].value == (None, None, None)


def check_values(tree, exact=None):
    """Every node is worth what its children make of it, or (with the exact values by path) a true bound of that."""
    for path, node in paths(tree).items():
        if exact is not None:
            true, mine = exact[path].value[tree.seat], node.value[tree.seat]
            assert {
                "=": math.isclose(mine or 0, true, abs_tol=1e-9),
                "<=": (mine or 0) >= true - 1e-9,
                ">=": (mine or 0) <= true + 1e-9,
                "": mine is None,
            }[node.bound], (path, node, true)
            assert set(node.unsearched) <= {exact[*path, step].name for step in range(9) if (*path, step) in exact}
    if exact is None:
        for i, node in enumerate(tree.nodes):
            below = [tree.nodes[child] for child in tree.children(i)]
            if below and node.mover == CHANCE:
                assert sum(one.probability for one in below) == pytest.approx(1)
                mean = [sum(one.probability * one.value[q] for one in below) for q in range(tree.players)]
                assert node.value == pytest.approx(mean)
            elif below:
                assert node.value in [one.value for one in below]
                best = max if tree.algorithm == "maxn" or node.mover == tree.seat else min
                q = node.mover if tree.algorithm == "maxn" else tree.seat
                assert node.value[q] == best(one.value[q] for one in below)


def played(dice, steps):
    """Tic-tac-toe after some random moves, which do not end it."""
    position = magnate.load("tictactoe").new()
    for _ in range(steps):
        position.apply(dice.choice(position.legal()))
    return position


def test_values_follow_from_children_and_bounds_are_true():
    dice = random.Random(7)
    nested = trees.grown(dice, 4, turns=True)
    for position in (*(played(dice, 4) for _ in range(8)), trees.position(nested)):
        whole = search(position, "minimax", "depth:9", tree=True).tree
        check_values(whole)
        for name, options in (
            ("alphabeta", {}),
            ("alphabeta", {"deep": False}),
            ("ordered", {"slots": 8}),
            ("star2", {}),
        ):
            check_values(search(position, name, "depth:9", tree=True, **options).tree, paths(whole))


def test_values_follow_from_outcomes_too():
    dice = random.Random(8)
    nested = trees.grown(dice, 4, chance=0.5)
    ends = [magnate.load("pig", target=8).setup({"points": [dice.randrange(7), 5], "total": 2}) for _ in range(4)]
    for position in (*ends, trees.position(nested)):
        whole = search(position, "expectiminimax", "depth:3", tree=True).tree
        check_values(whole)
        for name in ("star1", "star2"):
            check_values(search(position, name, "depth:3", tree=True).tree, paths(whole))
    nested = trees.grown(dice, 3, players=3, chance=0.4, turns=True)
    check_values(search(trees.position(nested, 3), "maxn", "depth:9", tree=True).tree)


@pytest.mark.parametrize("solver", [False, True])
def test_the_tree_of_a_simulation_is_its_pool(solver):
    report = search(pig(players=3), "mcts", "sims:400", tree=True, solver=solver)
    tree = report.tree
    assert (len(tree.nodes), tree.whole) == (report.nodes, report.nodes)
    for i, node in enumerate(tree.nodes):
        below = [tree.nodes[child] for child in tree.children(i)]
        assert sum(node.value) == pytest.approx(1)
        assert node.bound == ("=" if node.proven else "~")
        assert all(one.by == node.mover for one in below)
        if below:
            assert node.visits - sum(one.visits for one in below) in ({0} if i == 0 else {0, 1}) or node.proven
        if node.mover == CHANCE and below and not node.unsearched:
            assert sum(one.probability for one in below) == pytest.approx(1)
    if not solver:
        twin = search(pig(players=3), "mcts", "sims:400", tree=True, interpreted=True)
        assert twin == report


def test_a_search_that_is_too_large_is_not_recorded(monkeypatch):
    monkeypatch.setattr(tree_building, "MOST", 100)
    with pytest.raises(
        BadSearch, match="visits more than 100 nodes, which is too many to record its tree; search less"
    ):
        search(magnate.load("tictactoe").new(), "alphabeta", "depth:9", tree=True)


# ---------------------------------------------------------------------------------------------- what is kept


def test_a_large_tree_keeps_its_best_line_and_the_most_visited_nodes():
    report = search(pig(), "mcts", "sims:500", tree=TreeSize(nodes=40))
    whole = search(pig(), "mcts", "sims:500", tree=True).tree
    tree = report.tree
    assert tree == whole.limited(TreeSize(40))
    assert len(tree.nodes) == 40
    assert tree.whole == len(whole.nodes)
    assert [tree.nodes[i].name for i in tree.line()] == [step.name for step in report.variation]
    least = min(node.visits for node in tree.nodes if not node.best)
    left_out = [node.visits for path, node in paths(whole).items() if path not in paths(tree)]
    assert max(left_out) <= least
    shallow = whole.limited(TreeSize(depth=2))
    assert max(len(path) for path in paths(shallow)) == 2
    assert shallow.whole == tree.limited(TreeSize(7)).whole == len(whole.nodes)
    assert tree.path(len(tree.nodes) - 1)[0] == "roll"
    for wrong in ({"nodes": 0}, {"nodes": "5"}, {"depth": 0}):
        with pytest.raises(BadSearch, match="a tree cannot have"):
            TreeSize(**wrong)


# ---------------------------------------------------------------------------------------------- the formats


def strange():
    """A tree whose names are what they must not be mistaken for."""
    names = ['</script><script>alert("1")</script>', 'a "quoted" \\ name\nin two lines', "<!-- & ] } ü \u2028"]
    nodes = [TreeNode(-1, -1, "", "", OVER, 0, 9, (0.5, 0.5), "~", best=True, unsearched=(names[0],), further=1204)]
    nodes += [
        TreeNode(
            0, i, name, f"<b>{name}</b>", 0, mover, 3, (0.25, None), "<=", prior=0.5, best=i == 0, remark="cut-off"
        )
        for i, (name, mover) in enumerate(zip(names, (CHANCE, OVER, 1), strict=True))
    ]
    nodes.append(TreeNode(1, 0, "six", "", CHANCE, 0, 1, (None, None), "", probability=1 / 6))
    return Tree("odd", "Odd & <i>Co</i>", "p", 2, 0, "mcts", {"c": 1.5}, "sims:9", "simulations", "<pre>", tuple(nodes))


def test_json_reads_back():
    report = search(pig(), "star2", "depth:3", tree=True)
    assert Report.from_dict(json.loads(json.dumps(report.as_dict()))) == report
    for tree in (report.tree, strange()):
        text = json.loads(written(tree, "json"))
        assert (text["kind"], text["schema"], text["whole"]) == ("search-tree", 1, tree.whole)
        assert Tree.from_dict(text) == tree
        assert all(node["parent"] < i for i, node in enumerate(text["nodes"]))
    with pytest.raises(BadSearch, match="this is no tree of a search"):
        Tree.from_dict({"kind": "search", "schema": 1})


QUOTED = r'"(?:[^"\\]|\\.)*"'
VALUE = rf"(?:{QUOTED}|\w+(?:\.\d+)?)"
LIST = rf"\[\w+={VALUE}(?:, \w+={VALUE})*\]"
STATEMENT = re.compile(rf"  (?:graph|node|edge|[nr]\d+(?: -> [nr]\d+)?) {LIST}")


@pytest.mark.parametrize("odd", [True, False])
def test_dot_is_of_its_language(odd):
    """Every line is a statement of the DOT language, and every edge leads between nodes that there are."""
    tree = strange() if odd else search(pig(), "star2", "depth:3", tree=True).tree
    first, *lines, last, end = written(tree, "dot").split("\n")
    assert (first, last, end) == ("digraph search {", "}", "")
    assert [line for line in lines if not STATEMENT.fullmatch(line)] == []
    nodes = {line.split()[0] for line in lines if "->" not in line}
    edges = [line.split()[:3] for line in lines if "->" in line]
    assert {end for edge in edges for end in (edge[0], edge[2])} <= nodes
    assert sum(edge[2].startswith("n") for edge in edges) == len(tree.nodes) - 1
    circles = [line.split()[0] for line in lines if "shape=circle" in line]
    assert circles == [f"n{i}" for i, node in enumerate(tree.nodes) if node.mover == CHANCE]


def test_dot_says_what_is_left_out():
    text = written(strange(), "dot")
    assert 'label="1,204 further nodes\\n1 not searched"' in text
    assert 'label="six\\n16.7%"' in text
    assert "prior 50.0%" in text
    assert "≤ 0.250" in text


def test_values_that_differ_little_can_be_told_apart():
    tree = strange()
    assert tree.digits == 3
    nodes = list(tree.nodes)
    nodes[2] = replace(nodes[2], value=(0.250004, None))
    close = replace(tree, nodes=tuple(nodes))
    assert close.digits == 6
    assert "≤ 0.250004" in written(close, "dot")
    assert '"digits":6' in written(close, "html")
    assert "0.250004" in written(close, "html")
    assert close.limited(TreeSize(1)).digits == 3


def test_a_page_holds_all_and_nothing_in_it_is_taken_for_markup():
    tree = strange()
    page = written(tree, "html")
    assert page.count("<script") == 2
    assert "Odd &amp; &lt;i&gt;Co&lt;/i&gt;" in page
    assert "<b>" not in page
    assert not re.search(r"https?://(?!www\.w3\.org)|src=|@import|url\(", page)
    data = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)[1]
    assert "<" not in data
    found = json.loads(data)
    assert [found["words"][name] for name in found["name"]] == [node.name for node in tree.nodes]
    assert [[found["words"][name] for name in found["lists"][at]] for at in found["unsearched"]] == [
        list(node.unsearched) for node in tree.nodes
    ]
    columns = ("parent", "by", "mover", "visits", "probability", "prior", "further")
    rounded = [[value if value is None else round(value, 5) for value in found[name]] for name in columns]
    assert rounded == [
        [None if value is None else round(value, 5) for value in values]
        for values in ([getattr(node, name) for node in tree.nodes] for name in columns)
    ]
    assert found["value"] == [list(node.value) for node in tree.nodes]


def test_a_page_allows_its_own_script_and_style_and_nothing_else():
    page = written(strange(), "html")
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', page)[1]
    for element in ("script", "style"):
        text = re.search(rf"<{element}>(.*?)</{element}>", page, re.DOTALL)[1]
        assert f"{element}-src 'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'" in policy
    assert policy.startswith("default-src 'none'")
    assert " style=" not in page


def test_formats_and_sizes(tmp_path):
    assert form_of(tmp_path / "a.HTML") == "html"
    assert size_of("dot").nodes < 100 < size_of("html").nodes
    assert size_of("dot", 500, 3) == TreeSize(500, 3)
    with pytest.raises(BadSearch, match="does not say the format of the tree; end the file's name in .json, .dot or"):
        form_of(tmp_path / "tree")
    with pytest.raises(BadSearch, match='"svg" is no format of a tree'):
        form_of(tmp_path / "tree.html", "svg")
