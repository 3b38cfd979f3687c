"""What may be asked, what is refused and with which words, budgets, and reports as JSON."""

import json
import math
import random
import time

import pytest

import magnate
from magnate.errors import BadBudget, BadSearch, BadSeed, UnknownAlgorithm
from magnate.search import ALGORITHMS, Report, parse_algorithm, parse_budget, search
from tests.search import trees


@pytest.fixture(scope="module")
def board():
    return magnate.load("tictactoe")


# ------------------------------------------------------------------------------------------------ budgets


@pytest.mark.parametrize(
    ("text", "kind", "amount"),
    [
        ("depth:4", "depth", 4),
        ("nodes:100_000", "nodes", 100_000),
        ("sims:800", "sims", 800),
        ("time:2s", "time", 2_000_000_000),
        ("time:0.5 s", "time", 500_000_000),
        ("time:200ms", "time", 200_000_000),
        ("time:1min", "time", 60_000_000_000),
    ],
)
def test_budgets(text, kind, amount):
    budget = parse_budget(text)
    assert (budget.kind, budget.amount, str(budget)) == (kind, amount, text)
    assert parse_budget(budget) is budget


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("4", '"4" is no budget; write depth:4, moves ahead; nodes:100000'),
        ("depth", "depth needs a whole number from 1"),
        ("depth:0", "depth needs a whole number from 1"),
        ("nodes:-3", "nodes needs a whole number from 1"),
        ("time:2", '"2" is no time; write time:2s or time:200ms'),
        ("time:0s", '"0s" is no time'),
        ("moves:3", '"moves:3" is no budget'),
        ("nodes:" + "9" * 21, "nodes cannot be more than 1,000,000,000,000,000; write nodes:100000"),
        ("sims:" + "9" * 5000, "sims cannot be more than"),
        ("depth:10000000", "depth cannot be more than 1,000,000"),
        ("time:999999999999min", "time cannot be more than 10,000min"),
        (f"time:{'9' * 400}s", "time cannot be more than 10,000min"),
        ("time:0.0000000001s", '"0.0000000001s" is less than a nanosecond'),
    ],
)
def test_what_is_no_budget(board, text, says):
    with pytest.raises(BadBudget, match=says):
        search(board.new(), "minimax", text)


@pytest.mark.parametrize("limit", [1, 2, 5, 9, 10, 11, 50, 1000, 20_000])
def test_a_budget_of_nodes_is_kept_and_answers_at_every_moment(board, limit):
    report = search(board.new(), "alphabeta", f"nodes:{limit}")
    assert report.nodes <= limit
    assert report.action in range(9)
    assert report.exact == (report.depth > 0)


def test_deepening_ends_when_all_is_proven(board):
    report = search(board.new(), "alphabeta", "nodes:1000000")
    assert (report.depth, report.proven, report.value) == (9, True, (0.5, 0.5))
    assert report.nodes < 100_000


def test_the_answer_is_that_of_the_last_finished_depth():
    dice = random.Random(8)
    guide = "tests.games_for_tests.tree_guide"
    for _ in range(30):
        position = trees.position(trees.grown(dice, 4))
        report = search(position, "alphabeta", f"nodes:{dice.randint(3, 80)}", guide=guide)
        if report.depth:
            same = search(position, "alphabeta", f"depth:{report.depth}", guide=guide)
            assert (same.action, same.value, same.variation) == (report.action, report.value, report.variation)


def test_a_budget_of_time_is_kept():
    position = magnate.load("pig").new()
    search(position, "expectiminimax", "depth:1")  # compiled
    over = []
    for milliseconds in (1, 3, 10, 30):
        started = time.perf_counter()
        report = search(position, "expectiminimax", f"time:{milliseconds}ms")
        over.append(time.perf_counter() - started - milliseconds / 1000)
        assert report.name == "roll"
    assert sorted(over)[1] < 0.1  # that it ends; how late it may be is the benchmark's matter


@pytest.mark.parametrize("algorithm", ["alphabeta", "ordered"])
def test_there_is_an_answer_at_every_moment_and_it_is_that_of_the_last_finished_depth(board, algorithm):
    """1,000 deadlines."""
    dice = random.Random(10)
    guide = "examples.open_lines"
    deep = [search(board.new(), "alphabeta", f"depth:{depth}", guide=guide) for depth in range(1, 10)]
    depths = set()
    for _ in range(500):
        report = search(board.new(), algorithm, f"time:{math.exp(dice.uniform(-2, 2.7)):.3f}ms", guide=guide)
        depths.add(report.depth)
        assert report.action in range(9)
        assert report.value == (deep[report.depth - 1].value if report.depth else (None, None))
        if algorithm == "alphabeta" and report.depth:
            assert report.action == deep[report.depth - 1].action
    assert len(depths) > 1


def test_the_interpreted_search_keeps_its_time_too():
    started = time.perf_counter()
    report = search(magnate.load("pig").new(), "expectiminimax", "time:200ms", interpreted=True, plies=40)
    assert time.perf_counter() - started < 10.0
    assert report.depth >= 1


# ----------------------------------------------------------------------------------------------- refusals


@pytest.mark.parametrize(
    ("asked", "error", "says"),
    [
        (
            {"algorithm": "alfabeta"},
            UnknownAlgorithm,
            'there is no search algorithm "alfabeta"; did you mean "alphabeta"?',
        ),
        ({"budget": "sims:10"}, BadSearch, "alphabeta has no sims to count; give it depth:4"),
        ({"depp": True}, BadSearch, 'alphabeta has no option "depp"; did you mean "deep"?'),
        ({"deep": 1}, BadSearch, "deep cannot be 1; bounds of all ancestors count.*: true or false"),
        ({"algorithm": "maxn", "ties": "best"}, BadSearch, "ties cannot be 'best'; .*first, last, worst, random"),
        ({"algorithm": "star1", "low": "0"}, BadSearch, "low cannot be '0'; .*a number"),
        ({"algorithm": "star1", "low": -math.inf}, BadSearch, "low cannot be -inf; .*a number"),
        ({"algorithm": "star1", "high": 10**400}, BadSearch, "high cannot be 1000.*a number"),
        ({"algorithm": "portfolio"}, UnknownAlgorithm, "portfolio is an agent .*--agents portfolio:sims=600"),
        (
            {"budget": "depth:9", "plies": 5},
            BadSearch,
            "longer than the 5 plies .*; search less deep, or give plies=10",
        ),
        ({"plies": 1}, BadSearch, "there cannot be room for 1 plies"),
        ({"guide": "magnate.games.pig"}, BadSearch, "the guide magnate.games.pig has no estimate"),
        ({"guide": "no_such_module"}, BadSearch, 'the guide "no_such_module" cannot be imported'),
        ({"params": range(65)}, BadSearch, "params is no row of numbers.*at most 64"),
        ({"seed": -1}, BadSeed, "the seed -1 cannot be used"),
        ({"algorithm": "star1", "high": 0.25, "budget": "depth:9"}, BadSearch, "not between 0 and 0.25"),
    ],
)
def test_refusals(board, asked, error, says):
    with pytest.raises(error, match=says):
        search(board.new(), **asked)


def test_whole_numbers_are_ints_and_numbers_are_floats():
    name, given = parse_algorithm("mcts:threads=2,c=1,pool=9.0")
    settled = ALGORITHMS[name].settle(given)
    assert [repr(settled[option]) for option in ("threads", "c", "pool", "rounds")] == ["2", "1.0", "9", "None"]
    with pytest.raises(BadSearch, match="threads cannot be 0; "):
        ALGORITHMS[name].settle(parse_algorithm("mcts:threads=0")[1])


def test_no_option_is_given_twice():
    with pytest.raises(BadSearch, match="says every twice; give each option one value"):
        parse_algorithm("alphabeta:every=true,every=false")


def test_chance_is_refused_before_anything_is_compiled_unless_the_game_may_have_none():
    with pytest.raises(BadSearch, match="knows no chance, and pig has some"):
        ALGORITHMS["selective"].check_game(magnate.load("pig"))
    for preset in ("random", "chance"):
        ALGORITHMS["minimax"].check_game(magnate.load("random_tree", preset))
    assert search(magnate.load("tree").new(), "minimax", interpreted=True).proven
    with pytest.raises(BadSearch, match="the algorithm knows no chance"):
        search(magnate.load("tree", "coin").new(), "minimax", interpreted=True)


def test_games_that_do_not_fit():
    pig = magnate.load("pig").new()
    with pytest.raises(BadSearch, match="knows no chance, and pig has some; use expectiminimax or star1 or star2 or"):
        search(pig, "alphabeta", "depth:2")
    with pytest.raises(BadSearch, match="minimax is for 2 players, not 3; use maxn or paranoid"):
        search(magnate.load("pig", players=3).new(), "minimax")
    with pytest.raises(BadSearch, match="chance is to move, and nobody decides; apply an outcome"):
        search(pig.copy().apply("roll"), "maxn")
    over = magnate.load("tictactoe").setup({"board": ["XXX", "OO.", "..."]})
    with pytest.raises(BadSearch, match="the game is over"):
        search(over)


def test_the_position_is_left_alone(board):
    position = board.new().apply("b2")
    before = position.copy()
    search(position, "alphabeta", "depth:3")
    assert (position, position.history) == (before, before.history)


def test_a_search_does_not_see_what_is_hidden():
    """Kuhn poker: whatever the other one holds, the report is the same."""
    deals = [magnate.load("kuhn").new().apply("queen").apply(other) for other in ("king", "jack")]
    found = [search(deal, "maxn", "depth:9", seed=3) for deal in deals]
    assert found[0] == found[1]
    assert not found[0].exact
    assert not found[0].proven


# ------------------------------------------------------------------------------------------------ reports


@pytest.mark.parametrize("algorithm", list(ALGORITHMS))
def test_reports_go_through_json(board, algorithm):
    report = search(board.new(), algorithm, "depth:3" if "depth" in ALGORITHMS[algorithm].budgets else "sims:30")
    assert Report.from_dict(json.loads(json.dumps(report.as_dict()))) == report
    assert report.seconds > 0


def test_what_a_report_says(board):
    report = search(board.setup({"board": ["XX.", "OO.", "..."]}), "alphabeta", "depth:9")
    assert (report.game, report.algorithm, report.budget, report.seat) == ("tictactoe", "alphabeta", "depth:9", 0)
    assert (report.action, report.name, report.value) == (2, "c1", (1.0, 0.0))
    assert [one.name for one in report.actions] == ["c1", "c2", "a3", "b3", "c3"]
    assert report.options == {"deep": True, "every": False}
    assert [(step.name, step.chance) for step in report.variation] == [("c1", False)]
    assert report.best() == (2,)


def test_a_line_that_is_too_long_ends_a_budget_of_nodes_with_the_last_depth_that_is_finished():
    """An agent with such a budget once failed where a move of Monopoly may be endlessly long."""
    position = magnate.load("tictactoe").new()
    report = search(position, "minimax", "nodes:100000", interpreted=True, plies=4)
    assert (report.depth, report.name) == (3, search(position, "minimax", "depth:3", interpreted=True).name)
    again = search(position, "selective", "nodes:100000", interpreted=True, plies=4, extra=2)
    assert again.depth == 2  # the second look is too long
    until = time.perf_counter_ns() + 3600 * 10**9
    ended = search(position, "minimax", "depth:9", interpreted=True, plies=4, until=until)
    assert ended.depth == 2  # of 1, 2, 4, …
    unfinished = search(magnate.load("pig").new(), "expectiminimax", "nodes:1000", interpreted=True, plies=2)
    assert (unfinished.depth, unfinished.name in ("roll", "hold")) == (0, True)
