"""What an agent that searches sees at a position: its own search, its own settings, and what it would do in a game."""

import sys

import pytest

import magnate
from magnate.agents import resolve, search_as
from magnate.agents.decision import searching_agent
from magnate.agents.search_spec import with_budget
from magnate.errors import BadAgent, BadSearch
from magnate.search import Report, parse_budget, search
from tests.games_for_tests import pig_agents

BOARD = {"columns": 4, "rows": 4, "line": 3}
PLAYED = [
    ("tictactoe", {}, "alphabeta:nodes=300"),
    ("tictactoe", {}, "mcts:sims=60,solver=true"),
    ("connect_four", BOARD, "ordered:nodes=400"),
    ("connect_four", BOARD, "mcts:sims=50,choose=secure"),
    ("pig", {"target": 20}, "star1:depth=3"),
    ("pig", {"target": 20}, "mcts:sims=30,chance=open"),
    ("kuhn", {}, "ismcts:sims=60"),
    ("kuhn", {}, "determinised:sims=50,worlds=7"),
    ("kuhn", {}, "maxn:depth=3,ties=random"),
]
LARGE = [
    ("monopoly", {"preset": "thesis"}, "mcts:sims=40,playout=strategic"),
    ("monopoly", {"preset": "thesis"}, "expectiminimax:nodes=3000,jail=1,delegate=strategic:offer_chance=1"),
    ("monopoly", {"preset": "expectiminimax"}, "expectiminimax:depth=2"),
    ("brass", {"players": 3}, "ismcts:sims=30"),
    ("brass", {}, "mcts:sims=20"),
]


def decisions(game, spec, seed, every=1):
    """Every so many decisions of the agent in a game that it plays against itself: the position, and what it did."""
    record = game.play(spec, seed=seed)
    played = zip(record.positions(), record.actions, strict=False)
    return [(position, step) for position, step in played if position.to_move >= 0][::every]


@pytest.mark.parametrize(("name", "options", "spec"), PLAYED)
def test_it_does_what_the_agent_does_in_the_game(name, options, spec):
    game, ways = magnate.load(name, **options), set()
    for seed in range(4):
        for position, step in decisions(game, spec, seed):
            decision = search_as(position, spec, seed=seed)
            ways.add(decision.by)
            assert (decision.action, decision.name) == (step, position.name_of(step))
            assert decision.action == decision.report.action
            assert decision.by == ("search" if len(position.legal()) > 1 else "only")
    assert "search" in ways


@pytest.mark.long
@pytest.mark.parametrize(("name", "options", "spec"), LARGE)
def test_it_does_so_in_large_games_too(name, options, spec):
    game, ways, wide = magnate.load(name, **options), set(), 0
    for seed in range(3):
        for position, step in decisions(game, spec, seed, 5)[:150]:
            decision = search_as(position, spec, seed=seed)
            assert decision.action == step
            ways.add(decision.by)
            wide += len(position.legal()) > 1
    assert wide > 60
    assert "search" in ways
    assert ("deputy" in ways) == ("delegate" in spec)
    assert ("rule" in ways) == ("jail" in spec)


def test_the_seed_is_the_games_own_unless_another_is_given():
    game, spec = magnate.load("tictactoe"), "mcts:sims=12"
    record = game.play(spec, seed=5)
    own = [search_as(record.replay(n), spec) for n in range(len(record.actions))]
    assert [one.action for one in own] == list(record.actions)
    assert own == [search_as(record.replay(n), spec, seed=5) for n in range(len(record.actions))]
    assert own != [search_as(record.replay(n), spec, seed=6) for n in range(len(record.actions))]
    assert search_as(game.new(), spec) == search_as(game.new(0), spec)


@pytest.mark.parametrize("spec", ["ismcts:sims=80", "determinised:sims=40", "mcts:sims=40"])
def test_it_does_not_see_what_is_hidden(spec):
    game = magnate.load("kuhn")
    deals = [game.setup({"cards": ["queen", other], "decisions": []}, 3) for other in ("king", "jack")]
    first, second = (search_as(deal, spec) for deal in deals)
    assert first == second


def test_the_report_is_that_of_the_agents_question():
    """With the guide, the row and the options that the agent has, the zeros at the end of the row included."""
    position = magnate.load("pig", target=20).setup({"points": [0, 9], "total": 8}, 2)
    spec = "star1:depth=3,every=true"
    decision = search_as(position, spec)
    report = search(position, "star1", "depth:3", every=True)
    assert isinstance(decision.report, Report)
    assert decision.report == report  # nothing in it is random
    assert (decision.agent, decision.settings, decision.about) == (spec, spec, "")


def test_all_settings_are_spelled_out():
    settings = {
        "ismcts": "ismcts:sims=1000,truncate=8,select=puct,c=0.5,exact=10000,within=4,playout=planner,reward=3",
        "ismcts:time=2s,c=1,reward=1": "ismcts:time=2s,c=1,truncate=8,select=puct,exact=10000,within=4,"
        "playout=planner,reward=1",
    }
    for spec, in_full in settings.items():
        agent = resolve("brass", spec)
        assert agent.in_full == in_full
        assert resolve("brass", in_full).settings == agent.settings


def test_another_budget():
    board = magnate.load("tictactoe").new()
    decision = search_as(board, "mcts:sims=800,c=1.2", "sims:50")
    assert decision.agent == "mcts:sims=50,c=1.2"
    assert decision == search_as(board, "mcts:sims=50,c=1.2")
    assert with_budget("minimax", parse_budget("depth:3")) == "minimax:depth=3"
    assert with_budget("mcts: c=2 , sims = 3", parse_budget("time:2s")) == "mcts:time=2s,c=2"
    with pytest.raises(BadAgent, match='"depth" is no budget of mcts'):
        search_as(board, "mcts:sims=800", "depth:3")


def test_who_does_not_search_is_refused():
    with pytest.raises(BadAgent, match='the agent "random" does not search, .*; name one that does: alphabeta, .*mcts'):
        search_as(magnate.load("tictactoe").new(), "random")
    with pytest.raises(BadAgent, match='the agent "planner:pottery" does not search, .*ismcts'):
        searching_agent(magnate.load("brass"), "planner:pottery")
    with pytest.raises(BadAgent, match="portfolio is an agent and no search .* magnate watch monopoly"):
        searching_agent(magnate.load("monopoly"), "portfolio:sims=100")
    with pytest.raises(BadSearch, match="chance is to move, and nobody decides"):
        search_as(magnate.load("pig").new().apply("roll"), "mcts")


# ---------------------------------------------------------------------------------- rules and delegates


@pytest.fixture
def delegates(monkeypatch):
    """Pig with a guide that has a rule and can leave decisions to a delegate."""
    package = pig_agents.agents()
    package.GUIDE, package.DEPUTY = "tests.games_for_tests.pig_delegates", "decides about small sums"
    monkeypatch.setitem(sys.modules, pig_agents.NAME, package)


SPEC = "mcts:sims=40,c=0.5,playout=holder:hold=4,delegate=holder:hold=2"


def pig(total):
    return magnate.load("pig", target=30).setup({"points": [3, 28], "total": total}, 1)


@pytest.mark.usefixtures("delegates")
@pytest.mark.parametrize(
    ("total", "by", "name", "about"),
    [
        (0, "only", "roll", "its delegate holder:hold=2 decides about small sums; there is only one action, which"),
        (3, "deputy", "hold", "its delegate holder:hold=2 decides this, without a search"),
        (8, "search", "roll", "its delegate holder:hold=2 decides about small sums"),
        (14, "rule", "hold", "a rule decides this, without a search"),
    ],
)
def test_who_decides(total, by, name, about):
    decision = search_as(pig(total), SPEC)
    assert (decision.by, decision.name) == (by, name)
    assert decision.about.startswith(about)
    assert (decision.report is None) == (by == "rule" or total == 3)


@pytest.mark.usefixtures("delegates")
def test_a_delegate_may_do_something_else_than_the_search_found():
    """It rolls on with five points, where the search has found nothing better than holding."""
    position = magnate.load("pig", target=30).setup({"points": [20, 3], "total": 5}, 1)
    found = [search_as(position, SPEC, seed=seed) for seed in range(30)]
    over = [one for one in found if one.report.name == "hold"]
    assert over
    for one in over:
        assert (one.by, one.name) == ("deputy", "roll")
        assert one.about == "its delegate holder:hold=2 does this instead of what the search found best, hold"
    assert all(one.name == "roll" for one in found)


@pytest.mark.usefixtures("delegates")
def test_with_rules_and_delegates_it_does_what_the_agent_does_in_the_game():
    game, ways = magnate.load("pig", target=30), set()
    for seed in range(12):
        for position, step in decisions(game, SPEC, seed):
            decision = search_as(position, SPEC, seed=seed)
            ways.add(decision.by)
            assert decision.action == step
    assert ways == {"search", "rule", "deputy", "only"}
