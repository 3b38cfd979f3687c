"""Monte Carlo tree search: its formulas, its bookkeeping, and what it converges to."""

import math
import random
import time

import numpy as np
import pytest

import magnate
from magnate.core.loader import kernel
from magnate.errors import BadSearch
from magnate.runtime.compiler import build
from magnate.runtime.interpreter import interpret
from magnate.search import search
from magnate.search.mcts_driver import grown
from tests.search import trees

tree_twin = interpret("magnate.search.mcts_tree")
ROOT_2 = math.sqrt(2)
GUIDE = "tests.games_for_tests.tree_guide"


@pytest.fixture(scope="module")
def board():
    return magnate.load("tictactoe")


def grow(position, simulations, *, pool=50_000, plies=512, c=ROOT_2, seed=1, **limits):
    """A tree of so many simulations from a position, to look into."""
    found = grown(position.game, None, pool, plies)
    found.place(position.states())
    found.run.key, found.run.c, found.run.high, found.run.truncate = seed, c, 1.0, -1
    for name, value in limits.items():
        setattr(found.run, name, value)
    found.run.limit = simulations
    assert found.search() <= simulations
    return found


# ------------------------------------------------------------------------------------------------ formulas


@pytest.mark.parametrize(
    ("n", "expected"),
    [(7, (1.806, 1.472, 1.395)), (8, (1.844, 1.511, 1.442))],
    ids=["as on the slide", "as it should be"],
)
def test_the_course_s_numbers_of_ucb1(n, expected):
    """Nodes with 2 of 3, 1 of 3 and 0 of 2 wins; the slide says 7 in all, though they add up to 8."""
    for (wins, visits), bound in zip([(2, 3), (1, 3), (0, 2)], expected, strict=True):
        found = tree_twin.ucb1(wins / visits, visits, math.log(n), math.sqrt(2))
        assert found == pytest.approx(bound, abs=6e-4)


def test_ucb1_tuned_takes_the_variance_into_account():
    """An arm that always pays ½ has less to show than one that pays 0 or 1, whose variance is at most a quarter."""
    log_all = math.log(100_000)
    steady, wild = (tree_twin.ucb1_tuned(0.5, square, 5_000, log_all) for square in (0.25, 0.5))
    assert steady == pytest.approx(0.5 + math.sqrt(log_all / 5_000 * math.sqrt(2 * log_all / 5_000)))
    assert wild == pytest.approx(0.5 + math.sqrt(log_all / 5_000 * 0.25))
    assert steady < wild


def test_the_regret_of_ucb1_is_within_its_bound():
    """Auer, Cesa-Bianchi and Fischer 2002: 8 Σ ln n / Δ + (1 + π²/3) Σ Δ, here for arms that pay 0 or 1."""
    chances, pulls = (6, 5, 3, 2), 400
    arms = [{"chance": [[k, [1, 0]], [8 - k, [0, 1]]]} for k in chances]
    position = trees.position({"to": 0, "next": arms})
    gaps = [(chances[0] - k) / 8 for k in chances[1:]]
    bound = sum(8 * math.log(pulls) / gap for gap in gaps) + (1 + math.pi**2 / 3) * sum(gaps)
    regrets = []
    for seed in range(200):
        visits = [one.visits for one in search(position, "mcts", f"sims:{pulls}", seed=seed).actions]
        assert sum(visits) == pulls
        regrets.append(sum(gap * n for gap, n in zip(gaps, visits[1:], strict=True)))
    assert np.mean(regrets) < bound
    assert np.mean(regrets) < 0.5 * pulls * sum(gaps) / 4  # much better than pulling all alike


# --------------------------------------------------------------------------------------------- bookkeeping


def check_books(found):
    """Every visit went on to a child, but a leaf's first one and those of what is proven; values are shares."""
    nodes, totals = found.workspace.tree.nodes, found.workspace.tree.totals
    used = int(found.run.used)
    assert nodes["visits"][0] == found.run.simulations
    assert (nodes["visits"][:used] > 0).sum() == found.run.visited
    for i in range(used):
        below = found.children(i)
        passed_on = sum(int(nodes["visits"][child]) for child in below)
        if below:
            visits = int(nodes["visits"][i])
            known = nodes["proven"][i] and i > 0
            assert passed_on <= visits if known else passed_on in {visits, visits - (i > 0)}
    assert np.allclose(totals[:used].sum(axis=1), nodes["visits"][:used])
    assert (totals[:used] >= 0).all()
    assert (totals[:used] <= nodes["visits"][:used, None]).all()


@pytest.mark.parametrize("solver", [0, 1])
@pytest.mark.parametrize("tuned", [0, 1])
@pytest.mark.parametrize("name", ["tictactoe", "pig", "bearoff"])
def test_visits_and_values_are_conserved(name, tuned, solver):
    options = {"pig": {"target": 20, "players": 3}, "bearoff": {"checkers": 3}}.get(name, {})
    found = grow(magnate.load(name, **options).new(), 2_000, tuned=tuned, solver=solver)
    check_books(found)


def test_a_full_pool_goes_on_with_playouts(board):
    found = grow(board.new(), 3_000, pool=60)
    check_books(found)
    assert found.run.used <= 60
    assert found.run.refused > 1_000
    assert found.run.simulations == 3_000
    with pytest.raises(BadSearch, match="a pool of 9 nodes has no room for the root's actions; give pool=10"):
        search(board.new(), "mcts", pool=9)


def test_a_playout_begins_where_a_compound_move_ends():
    """The bear-off: a throw, its dice and both moves are one way down, so no visited node on it is left a leaf."""
    found = grow(magnate.load("bearoff", checkers=3).new(), 500)
    roots = found.children(0)
    assert found.run.plies >= 4
    for child in roots:  # the throw
        assert sum(int(found.node(i).visits) for i in found.children(child)) == found.node(child).visits
        for thrown in found.children(child):
            below = found.children(thrown)
            if found.node(thrown).visits:
                assert sum(int(found.node(i).visits) for i in below) == found.node(thrown).visits > 0


@pytest.mark.parametrize(("name", "options"), [("pig", {}), ("bearoff", {"checkers": 3})])
def test_outcomes_come_up_by_their_weights(name, options):
    found = grow(magnate.load(name, **options).new(), 20_000, pool=400_000)
    (throw,) = found.children(0)
    outcomes = found.children(throw)
    weights = np.array([found.node(i).weight for i in outcomes], float)
    visits = np.array([found.node(i).visits for i in outcomes])
    expected = weights / weights.sum() * visits.sum()
    limit = {6: 25.74, 21: 52.39}[len(outcomes)]  # what chi-square exceeds once in 10,000
    assert ((visits - expected) ** 2 / expected).sum() < limit


# --------------------------------------------------------------------------------------------- convergence


def test_flat_monte_carlo_has_the_values_of_random_play(board):
    """A tree of one ply, all actions alike: the exact values of the nine openings under random play."""
    report = search(board.new(), "mcts", "sims:90000", plies=2, c=1e9, seed=2)
    assert {one.visits for one in report.actions} == {10_000}
    centre, corner, edge = 0.692857 + 0.114286 / 2, 0.607143 + 0.128571 / 2, 0.535714 + 0.128571 / 2
    for one in report.actions:
        exact = centre if one.id == 4 else corner if one.id % 2 == 0 else edge
        assert abs(one.value[0] - exact) < 4 * one.error
    assert (report.name, report.depth, report.plies, report.nodes) == ("b2", 1, 1, 10)


def positions(board):
    """Every position of tic-tac-toe in which somebody is to move."""
    found = {board.new().key: board.new()}
    fresh = list(found.values())
    while fresh:
        after = [position.copy().apply(action) for position in fresh for action in position.legal()]
        fresh = list({one.key: one for one in after if not one.is_over and one.key not in found}.values())
        found.update({one.key: one for one in fresh})
    return list(found.values())


def judged(board, sample, simulations, **options):
    """The share of positions of tic-tac-toe in which the search takes one of the best actions."""
    right = 0
    for position in sample:
        report = search(position, "mcts", f"sims:{simulations}", **options)
        best = search(position, "alphabeta", "depth:9", every=True)
        right += report.action in best.best()
        assert not report.proven or report.value == best.value
    return right / len(sample)


def test_tictactoe_is_played_well(board):
    sample = random.Random(1).sample(positions(board), 150)
    assert judged(board, sample, 5_000) >= 0.99
    assert judged(board, sample, 5_000, solver=True) == 1.0


@pytest.mark.long
def test_all_of_tictactoe_is_played_well(board):
    everything = positions(board)
    assert len(everything) == 4_520  # of the 5,478 positions 958 are ends
    assert judged(board, everything, 5_000) >= 0.995
    assert judged(board, everything, 5_000, solver=True) == 1.0


@pytest.mark.long
@pytest.mark.parametrize(("columns", "rows"), [(4, 4), (5, 4), (4, 5), (5, 5)])
def test_small_boards_of_connect_four_are_drawn(columns, rows):
    """So they are by solving them; the mean of a million simulations comes near, which takes it long."""
    position = magnate.load("connect_four", columns=columns, rows=rows).new()
    report = search(position, "mcts", "sims:1000000", pool=1 << 22)
    assert report.value[0] == pytest.approx(0.5, abs=0.1)


def wins_at_once(position, action):
    after = position.copy().apply(action)
    return after.is_over and after.utility()[position.to_move] == 1.0


def test_the_solver_finds_a_win_in_one_at_once(board):
    found = 0
    for position in random.Random(2).sample(positions(board), 300):
        wins = [a.id for a in position.legal() if wins_at_once(position, a.id)]
        if wins:
            report = search(position, "mcts", f"sims:{len(position.legal()) + 1}", solver=True)
            assert report.action == wins[0]
            assert report.proven
            found += 1
    assert found > 50


@pytest.mark.parametrize(("players", "chance"), [(2, 0.0), (2, 0.5), (3, 0.4)])
def test_what_the_solver_proves_is_true(players, chance):
    dice = random.Random(3)
    for _ in range(60):
        position = trees.position(trees.grown(dice, 4, players=players, chance=chance), players)
        report = search(position, "mcts", "sims:100000", solver=True, c=20.0)
        exact = search(position, "maxn", "depth:9")
        assert report.proven
        assert report.action == exact.action
        assert report.value == pytest.approx(exact.value, abs=1e-12)


def test_chance_is_proven_when_all_of_its_outcomes_are():
    game = magnate.load("random_tree", branching=3, depth=4, chance=1, outcomes=3)
    found, proven = grow(game.new(), 3_000, solver=1), {True: 0, False: 0}
    for i in range(int(found.run.used)):
        one = found.node(i)
        if one.mover == -1 and one.children:
            below = [found.node(child) for child in found.children(i)]
            assert bool(one.proven) == all(child.proven for child in below)
            proven[bool(one.proven)] += 1
    assert min(proven.values()) > 10


@pytest.mark.parametrize(
    ("home", "exact"),
    [
        ([[6], [1]], 3 / 4),
        ([[6, 6], [1, 1]], 1 / 9),
        ([[2, 2, 2], [1, 1, 1]], 185 / 216),
        ([[5, 2], [5, 2]], 78661 / 104976),
    ],
)
def test_the_bear_off_has_its_exact_values(home, exact):
    position = magnate.load("bearoff").setup({"home": home})
    if len(home[1]) < 3 and home[0] != [5, 2]:
        proven = search(position, "mcts", "sims:200000", solver=True, c=5.0)
        assert proven.proven
        assert proven.value[0] == pytest.approx(exact, abs=1e-12)
    sampled = search(position, "mcts", "sims:50000")
    assert sampled.value[0] == pytest.approx(exact, abs=0.02)  # means converge slowly


def pig_table(game, target):
    """win[own, other, total] of the player to move, by value iteration (see tests/games/test_pig.py)."""
    solve = kernel("tests.games_for_tests.pig_solver", game.rules).solve
    build([solve])
    win = np.zeros((target, target, target + 21))
    solve(game.start_states(2), target, 0, win, *[np.zeros(20, np.int64) for _ in range(3)])
    return win


def test_pig_is_played_with_little_regret_and_less_the_longer_it_thinks():
    target, dice = 20, random.Random(4)
    game = magnate.load("pig", target=target)
    win = pig_table(game, target)
    regrets = {200: [], 2_000: [], 20_000: []}
    for _ in range(40):
        own, other, total = dice.randrange(15), dice.randrange(20), dice.randint(2, 12)
        if own + total >= target:
            continue
        rolled = (1 - win[other, own, 0] + sum(min(1.0, win[own, other, total + face]) for face in range(2, 7))) / 6
        held = 1 - win[other, own + total, 0]
        position = game.setup({"points": [own, other], "total": total})
        for simulations, list_ in regrets.items():
            chosen = search(position, "mcts", f"sims:{simulations}", seed=5).name
            list_.append(max(rolled, held) - (rolled if chosen == "roll" else held))
    few, more, many = (np.mean(regrets[n]) for n in (200, 2_000, 20_000))
    assert few >= more >= many
    assert many < 0.002


# ------------------------------------------------------------------------------------------------- asking


def test_a_truncated_playout_is_estimated():
    """The values written at the nodes count, not those of the leaves, which nobody has come to."""
    tree = {"to": 0, "next": [{"to": 1, "value": [0.25, 0.75], "next": [[1, 0], [1, 0]]}, [0.5, 0.5]]}
    report = search(trees.position(tree), "mcts", "sims:2", truncate=0, guide=GUIDE)
    assert [one.value for one in report.actions] == [(0.25, 0.75), (0.5, 0.5)]
    assert search(trees.position(tree), "mcts", "sims:50", guide=GUIDE).actions[0].value == (1.0, 0.0)


def test_the_answer_may_be_chosen_in_three_ways(board):
    position = board.new()
    rows = search(position, "mcts", "sims:300", c=0.3).actions
    chosen = {rule: search(position, "mcts", "sims:300", c=0.3, choose=rule).action for rule in ("robust", "max")}
    assert chosen["robust"] == max(rows, key=lambda one: (one.visits, one.value[0])).id
    assert chosen["max"] == max(rows, key=lambda one: one.value[0]).id
    secure = search(position, "mcts", "sims:300", c=0.3, choose="secure").action
    assert secure == max(rows, key=lambda one: one.value[0] - 0.3 * math.sqrt(math.log(300) / one.visits)).id


def test_a_lost_action_is_not_taken_while_another_may_be_better(board):
    """Few simulations: O has one move that does not lose, and the solver has not proven it yet."""
    report = search(board.new().apply("a1"), "mcts", "sims:3000", solver=True)
    assert report.name == "b2"


def test_time_is_kept():
    position = magnate.load("pig").new()
    search(position, "mcts", "sims:1")  # compiled
    over = []
    for milliseconds in (5, 10, 20):
        report = search(position, "mcts", f"time:{milliseconds}ms")
        over.append(report.seconds - milliseconds / 1000)
        assert report.evaluations >= 1
    assert min(over) < 0.1  # that it ends at all; how late it may be is the benchmark's matter


def test_a_slow_search_answers_at_once():
    started = time.perf_counter()
    report = search(magnate.load("pig").new(), "mcts", "time:1ms", interpreted=True)
    assert time.perf_counter() - started < 5.0
    assert report.name == "roll"


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({"budget": "depth:3"}, "mcts has no depth to count; give it sims:10000, simulations; time:2s"),
        ({"c": "much"}, "c cannot be 'much'; how much the unknown attracts"),
        ({"c": -1}, "c cannot be -1; .*a number from 0"),
        ({"c": math.inf}, "c cannot be inf; .*a number from 0"),
        ({"truncate": -1}, "truncate cannot be -1; .*a whole number from 0"),
        ({"pool": 2.5}, "pool cannot be 2.5; .*a whole number from 2"),
        ({"choose": "best"}, "choose cannot be 'best'; .*robust, max, secure"),
        ({"params": [-1]}, "a policy that answers in Python cannot play games out"),
    ],
)
def test_refusals(board, asked, says):
    with pytest.raises(BadSearch, match=says):
        search(board.new(), "mcts", **asked)
