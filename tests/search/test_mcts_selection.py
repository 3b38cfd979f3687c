"""Monte Carlo tree search with priors, history, implicit minimax and few actions: formulas, and what they change."""

import importlib
import math
import random

import pytest

import magnate
from magnate.errors import BadSearch
from magnate.runtime.interpreter import interpret
from magnate.search import search
from magnate.search.mcts_driver import grown, write_options
from magnate.search.options import SIMULATING
from tests.search import trees

GUIDE = "tests.games_for_tests.tree_guide"
LINES = "examples.open_lines"
selection = interpret("magnate.search.mcts_extras")


@pytest.fixture(scope="module")
def board():
    return magnate.load("tictactoe")


def same(report, other):
    """Whether two searches found the same, whatever they were asked."""
    return (report.actions, report.variation, report.value) == (other.actions, other.variation, other.value)


def arms(priors, values):
    """A root whose actions have these priors (in proportion) and these values for seat 0."""
    return {
        "to": 0,
        "next": [{"to": 1, "value": [p, 0], "next": [[v, 1 - v]]} for p, v in zip(priors, values, strict=True)],
    }


# ------------------------------------------------------------------------------------------------ formulas


def test_puct():
    """Q + c · P · √N / (1 + n), for example 0.5 + 1.25 · 0.4 · 6 / 3."""
    assert selection.puct(0.5, 0.4, 2, 36, 1.25) == pytest.approx(1.5)
    assert selection.puct(0.5, 0.0, 2, 36, 1.25) == 0.5


def test_progressive_history():
    """(s / n of the action anywhere) · W / (n - s + 1 of the child): it fades with what was lost, not with wins."""
    assert selection.progressive_history(0.6, 0.0, 0, 5.0) == pytest.approx(3.0)
    assert selection.progressive_history(0.6, 4.0, 10, 5.0) == pytest.approx(3.0 / 7)
    assert selection.progressive_history(0.6, 10.0, 10, 5.0) == pytest.approx(3.0)


def by_hand(priors, values, simulations, c, fpu):
    """The visits that PUCT gives to arms of known values."""
    visits, total = [0] * len(priors), 0.0
    for n_all in range(simulations):
        base = total / n_all if n_all else 0.0
        seems = [v if n else base - fpu for v, n in zip(values, visits, strict=True)]
        scores = [q + c * p * math.sqrt(max(1, n_all)) / (1 + n) for q, p, n in zip(seems, priors, visits, strict=True)]
        chosen = scores.index(max(scores))
        visits[chosen] += 1
        total += values[chosen]
    return visits


@pytest.mark.parametrize("fpu", [0.0, 0.5])
def test_puct_gives_the_visits_of_its_formula(fpu):
    priors, values = (0.5, 0.25, 0.125, 0.125), (0.25, 0.5, 0.75, 0.0)
    position = trees.position(arms(priors, values))
    report = search(position, "mcts", "sims:80", guide=GUIDE, select="puct", c=1.25, fpu=fpu)
    assert [one.prior for one in report.actions] == list(priors)
    assert [one.visits for one in report.actions] == by_hand(priors, values, 80, 1.25, fpu)
    assert all(one.prior is None for one in search(position, "mcts", "sims:80", guide=GUIDE).actions)


def test_less_promising_than_its_parent_is_left_alone():
    """With a great reduction nobody tries what the prior thinks little of."""
    position = trees.position(arms((0.9, 0.05, 0.05), (0.5, 0.5, 0.5)))
    tried = search(position, "mcts", "sims:100", guide=GUIDE, select="puct", c=0.5, fpu=1.0).actions
    assert [one.visits for one in tried] == [100, 0, 0]
    assert all(one.visits for one in search(position, "mcts", "sims:100", guide=GUIDE, select="puct", c=0.5).actions)


# ------------------------------------------------------------------------------------------- what they change


def test_a_bias_leads_to_what_the_prior_likes():
    position = trees.position(arms((0.1, 0.1, 0.8), (0.5, 0.5, 0.5)))
    plain = search(position, "mcts", "sims:60", guide=GUIDE).actions
    biased = search(position, "mcts", "sims:60", guide=GUIDE, bias=10.0).actions
    assert [one.visits for one in plain] == [20, 20, 20]
    assert biased[2].visits > 25


def test_history_tells_one_part_of_the_tree_what_another_learnt():
    """Action 2 is good for seat 0 everywhere, so what was learnt after one reply helps after the others."""
    below = {"to": 0, "next": [[0, 1], [0, 1], [1, 0], [0, 1]]}
    position = trees.position({"to": 1, "next": [below] * 4})
    means = []
    for weight in (0.0, 2.0):
        report = search(position, "mcts", "sims:120", guide=GUIDE, history=weight)
        means.append(sum(one.value[0] * one.visits for one in report.actions) / 120)
    assert means[1] > means[0] + 0.02


def test_implicit_minimax_sees_what_estimates_say():
    """Random play is blind to a threat that the guide's estimate shows at once."""
    threat = {"to": 1, "value": [0.1, 0.9], "next": [[1, 0], [1, 0], [1, 0], [0, 1]]}
    trap = {"to": 1, "value": [0.5, 0.5], "next": [threat, [1, 0]]}
    position = trees.position({"to": 0, "next": [trap, {"to": 1, "value": [0.5, 0.5], "next": [[0.5, 0.5]]}]})
    assert search(position, "mcts", "sims:10", guide=GUIDE, c=0.2).name == "0"
    assert search(position, "mcts", "sims:10", guide=GUIDE, c=0.2, implicit=0.9).name == "1"


@pytest.mark.parametrize(("players", "chance"), [(2, 0.0), (3, 0.4)])
def test_implicit_values_are_those_of_max_n(players, chance):
    """Where all is visited and only ends are estimated, they are the exact values of the tree."""
    dice = random.Random(9)
    options = {**{name: one.default for name, one in SIMULATING.items()}, "implicit": 0.2, "c": 30.0}
    for _ in range(10):
        position = trees.position(trees.grown(dice, 3, players=players, chance=chance), players)
        found = grown(position.game, importlib.import_module(GUIDE), 2_000, 64, options=options)
        found.place(position.states())
        write_options(found.run, found.extra, options, 1.0)
        found.run.limit = 8_000
        found.search()
        exact = search(position, "maxn", "depth:9").value
        assert list(found.notes.minimax[0]) == pytest.approx(exact, abs=1e-12)


def test_widening_without_bounds_is_no_widening():
    """A large width lets every action in, likely ones first: with priors alike, the same simulations are made."""
    for seed in range(5):
        position = trees.position(trees.grown(random.Random(seed), 4, players=3, turns=True, values=(0.5,)), 3)
        plain = search(position, "mcts", "sims:500", seed=3, guide=GUIDE)
        wide = search(position, "mcts", "sims:500", seed=3, guide=GUIDE, widen="both", width=1e9)
        assert [(one.value, one.visits) for one in wide.actions] == [(one.value, one.visits) for one in plain.actions]


def test_few_actions_are_tried_while_there_are_few_visits():
    """At a visit after n others a new one of nine is tried if there are less than 2 · √n, the likeliest first."""
    position, tried = trees.position(arms([0.1] * 9, [0.5] * 9)), []
    for n in (1, 2, 3, 5, 7, 10, 13, 100):
        report = search(position, "mcts", f"sims:{n}", guide=GUIDE, widen="actions", width=2.0)
        tried.append(sum(one.visits > 0 for one in report.actions))
    assert tried == [1, 2, 3, 4, 5, 6, 7, 9]
    position = trees.position(arms((0.1, 0.2, 0.4, 0.3), (0.5, 0.5, 0.5, 0.5)))
    report = search(position, "mcts", "sims:2", guide=GUIDE, widen="actions", width=1.0)
    assert [one.visits for one in report.actions] == [0, 0, 2, 0]


@pytest.mark.long
@pytest.mark.parametrize(
    "options", [{"select": "puct"}, {"history": 3.0}, {"implicit": 0.3, "guide": LINES}, {"widen": "actions"}]
)
def test_tictactoe_is_played_well(board, options):
    for line, best in (
        ("", {"a1", "a3", "b2", "c1", "c3", "a2", "b1", "b3", "c2"}),
        ("a1", {"b2"}),
        ("a1 c3", {"a3", "c1"}),
    ):
        position = board.new()
        for action in line.split():
            position.apply(action)
        assert search(position, "mcts", "sims:5000", **options).name in best


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({"implicit": 1.5}, "implicit cannot be 1.5; .*a number from 0 to 1"),
        ({"bias": -1}, "bias cannot be -1; .*a number from 0"),
        ({"select": "best"}, "select cannot be 'best'; .*ucb1, tuned, puct"),
        ({"chance": "open", "solver": True}, "an open loop has no outcomes in its tree, which solver=true needs"),
        ({"chance": "open", "widen": "both"}, "which widen=both needs"),
        ({"root": "gumbel", "budget": "time:1s"}, "root=gumbel shares a number of simulations out, so it needs one"),
        ({"root": "halving", "threads": 2}, "root=halving shares .* in one tree; leave threads out"),
        ({"root": "halving", "rounds": 10}, "and so does rounds; leave one of them out"),
    ],
)
def test_refusals(board, asked, says):
    with pytest.raises(BadSearch, match=says):
        search(board.new(), "mcts", **asked)
