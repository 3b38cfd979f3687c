"""Agents that search: what their specs may say, and that each decides as the search that it names."""

import sys
import time
from dataclasses import replace

import pytest

import magnate
from magnate.agents import resolve
from magnate.agents.search_spec import described_search, search_names
from magnate.agents.searching import SearchAgent
from magnate.arena.blocks import Task, most_games, play_task
from magnate.arena.executors import Threads, executor_for
from magnate.arena.plan import agent_digest, make_plan
from magnate.arena.tournament import Tournament
from magnate.core.players import Players
from magnate.errors import AgentFailed, BadAgent, UnknownAgent
from magnate.search import ALGORITHMS, search
from magnate.search.searchers import searcher
from tests.games_for_tests import pig_agents


@pytest.fixture
def holders(monkeypatch):
    """Pig with an agent of its own."""
    monkeypatch.setitem(sys.modules, pig_agents.NAME, pig_agents.agents())


# --------------------------------------------------------------------------------------------------- specs


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("minimax:dept=3", '"dept" is no setting of minimax; did you mean "depth"\\? Known: depth, nodes, time, plies'),
        ("minimax:depth=0", "depth needs a whole number from 1; write depth:4, moves ahead"),
        ("minimax:depth", '"depth" in "minimax:depth" gives no value'),
        ("mcts:depth=3", '"depth" is no budget of mcts; .*sims, time, c, select'),
        ("mcts:time=3", '"3" is no time; write time:2s or time:200ms'),
        ("mcts:c=much", "c cannot be 'much'; how much the unknown attracts .* a number"),
        ("mcts:sims=10,sims=20", "says sims twice"),
        ("mcts:sims=1000000000000000000000", "sims cannot be more than 1,000,000,000,000,000"),
        ("mcts:root=gumbel,time=10ms", "root=gumbel shares a number of simulations out, so it needs one"),
        ("mcts:pool=2", "a pool of 2 nodes has no room for the root's actions; give pool=10"),
        ("mcts:sims=10,playout=baseline", '"baseline" is no compiled agent of tictactoe; known: random'),
        ("alphabeta:depth=2,nodes=3", "has two budgets; give one of depth, nodes, time"),
        ("alphabeta:deep=3", "deep cannot be 3; .*: true or false"),
        ("alphabeta:plies=1", 'plies cannot be "1"; write a whole number from 2'),
        ("portfolio", "and tictactoe has none; use alphabeta, "),
    ],
)
def test_what_a_spec_may_not_say(spec, says):
    with pytest.raises(BadAgent, match=says):
        resolve("tictactoe", spec)


@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta", "ordered"])
def test_a_game_with_dice_needs_a_search_that_knows_them(algorithm):
    with pytest.raises(BadAgent, match=f"{algorithm} knows no chance, and pig has some; use expectiminimax"):
        resolve("pig", f"{algorithm}:depth=2")


def test_a_game_that_may_have_no_chance_is_searched_until_there_is_some():
    tree = magnate.load("tree")
    assert tree.play(["minimax:depth=3", "minimax:depth=3"]).result.score[0] == 3
    with pytest.raises(magnate.errors.AgentFailed, match="the algorithm knows no chance, and tree has some"):
        magnate.load("tree", "coin").play(["minimax:depth=3", "random"])


def test_a_table_may_be_too_large():
    resolve("pig", "star1:depth=2")
    with pytest.raises(BadAgent, match="star1 is for 2 players, not 3; use .*maxn.*paranoid"):
        resolve("pig", "star1:depth=2", 3)
    with pytest.raises(BadAgent, match="for 2 players, not 3"):
        make_plan(magnate.load("pig", players=3), ["star1", "random", "random"], 30)


def test_unknown_agents_are_told_the_searches_too():
    with pytest.raises(UnknownAgent, match="known: random; those that search: alphabeta"):
        resolve("tictactoe", "best")


def test_every_algorithm_is_an_agent_and_is_described():
    assert set(ALGORITHMS) <= {*search_names("tictactoe"), *search_names("kuhn")}
    assert {"ismcts", "determinised"} <= set(search_names("kuhn")) - set(search_names("tictactoe"))
    for name in search_names("pig"):
        found = described_search("pig", name)
        assert found["about"]
        assert found["budgets"]
        assert isinstance(resolve("pig", name), SearchAgent)


@pytest.mark.parametrize("name", [*ALGORITHMS, "portfolio"])
def test_no_setting_has_two_meanings(name):
    names = [one["name"] for one in described_search("monopoly", name)["settings"]]
    names += [one["name"] for one in described_search("monopoly", name)["budgets"]]
    assert len(names) == len(set(names))


def test_the_portfolio_tells_where_its_candidates_come_from():
    agents = {one["name"]: one["default"] for one in described_search("monopoly", "portfolio")["settings"]}["agents"]
    assert resolve("monopoly", f"portfolio:agents={agents}").settings == resolve("monopoly", "portfolio").settings


# ----------------------------------------------------------------------------------------------- decisions


def positions(game, count):
    """Decisions of random games."""
    found = []
    for seed in range(count):
        position = game.new(seed) if hasattr(game.rules, "chance") else game.new()
        for step in range(seed % 4 + 1):
            if not position.is_over:
                legal = position.legal()
                position.apply(legal[(seed + step) % len(legal)])
        if not position.is_over:
            found.append(position)
    return found


SPECS = {
    "tictactoe": ["minimax:depth=3", "alphabeta:nodes=300", "ordered:depth=4,slots=64", "ordered:nodes=500",
                  "maxn:depth=3,ties=random", "mcts:sims=60", "mcts:sims=40,solver=true,choose=secure"],
    "pig": ["expectiminimax:depth=3", "star1:depth=3", "star2:nodes=400", "paranoid:depth=2",
            "mcts:sims=30,truncate=4"],
    "kuhn": ["mcts:sims=60", "maxn:depth=3", "ismcts:sims=80", "ismcts:sims=60,trees=each,choose=max",
             "determinised:sims=50,worlds=7", "determinised:sims=5", "wholemove:sims=60",
             "wholemove:sims=40,noise=1,sampled=1,cover=false", "wholemove:sims=40,root=plain,edge=decision"],
}  # fmt: skip
FAR = 1 << 62
NOTED = {
    "tictactoe": ["select=puct,fpu=0.2", "bias=0.5,history=1", "solver=true,implicit=0.3,select=tuned", "root=halving",
                  "root=gumbel,sampled=4", "rounds=7,leaves=3", "threads=3", "threads=2,select=puct,pool=25"],
    "pig": ["chance=open", "widen=both,width=2", "backup=expected,history=2", "root=gumbel,chance=open",
            "rounds=10,truncate=3", "threads=2,chance=open,history=1"],
}  # fmt: skip
"""Options of ``mcts`` with which more than a tree is to be forgotten."""
for name, options in NOTED.items():
    SPECS[name] += [f"mcts:sims=45,{one}" for one in options]


@pytest.mark.parametrize(("game", "spec"), [(game, spec) for game, specs in SPECS.items() for spec in specs])
def test_a_search_that_is_asked_often_answers_as_one_made_anew(game, spec):
    where = magnate.load(game, target=20) if game == "pig" else magnate.load(game)
    asked = resolve(game, spec).question
    often = searcher(where, asked)
    for seed, position in enumerate(positions(where, 6)):
        report = search(position, asked.algorithm.name, asked.budget, seed=seed, **asked.options)
        for _ in range(2):
            assert often.choose(position.shown_to(position.to_move).states(), position.to_move, seed) == report.action


@pytest.mark.parametrize(("game", "spec"), [(game, spec) for game, specs in SPECS.items() for spec in specs])
def test_a_moment_to_end_at_that_is_far_away_changes_no_answer(game, spec):
    where = magnate.load(game, target=20) if game == "pig" else magnate.load(game)
    asked = resolve(game, spec).question
    free, bounded = (searcher(where, question) for question in (asked, replace(asked, until=FAR)))
    for seed, position in enumerate(positions(where, 4)):
        shown = position.shown_to(position.to_move).states()
        assert bounded.choose(shown, position.to_move, seed) == free.choose(shown, position.to_move, seed)


BOUNDLESS = {
    "connect_four": ["alphabeta:depth=42", "ordered:nodes=1000000000000", "mcts:sims=1000000000000",
                     "mcts:sims=1000000000000,threads=2", "mcts:time=10min", "selective:depth=42,extra=2"],
    "pig": ["expectiminimax:depth=60", "star2:depth=60", "maxn:nodes=1000000000000",
            "mcts:sims=1000000000,root=halving"],
    "kuhn": ["ismcts:sims=1000000000000", "determinised:sims=1000000000000", "determinised:time=10min",
             "wholemove:sims=1000000000000", "wholemove:time=10min"],
}  # fmt: skip


@pytest.mark.parametrize(("game", "spec"), [(game, spec) for game, specs in BOUNDLESS.items() for spec in specs])
def test_a_search_that_is_to_end_answers_with_the_best_that_it_has_found(game, spec):
    where = magnate.load(game)
    agent = resolve(game, spec, where.players)
    players = Players(where, [agent] * where.players)
    for position in positions(where, 60):
        agent.until = time.perf_counter_ns()  # it is over at once, and all is loaded
        assert players.choose(position) in position.legal_ids()
        if agent.late:  # else nothing had to be searched
            break
    begun = time.perf_counter_ns()
    agent.until = begun + 200_000_000
    assert players.choose(position) in position.legal_ids()
    assert agent.late
    assert 0.19 < (time.perf_counter_ns() - begun) / 1e9 < 5.0, "it has its time, and no more than a busy machine adds"


def test_an_unfinished_depth_is_answered_by_the_last_finished_one():
    position = magnate.load("connect_four").new()
    for column in (6, 0, 6, 0, 6, 1):  # another one in the last column wins, and nothing else does for eight moves
        position.apply(position.legal()[column].id)
    agent = resolve("connect_four", "minimax:depth=42")  # which is long busy with the first column
    players = Players(position.game, [agent] * 2)
    agent.until = time.perf_counter_ns()
    players.choose(position)  # now all is loaded
    agent.until = time.perf_counter_ns() + 300_000_000
    assert position.copy().apply(players.choose(position)).is_over
    assert agent.late


@pytest.mark.usefixtures("holders")
def test_a_portfolio_that_is_to_end_answers_with_the_best_that_it_has_found():
    game = magnate.load("pig")
    agent = resolve("pig", "portfolio:sims=1000000000,agents=holder:hold=2+holder:hold=90")
    players = Players(game, [agent] * 2)
    position = game.setup({"points": [0, 0], "total": 20})
    for wait in (0, 200_000_000):  # first all is loaded
        agent.until = time.perf_counter_ns() + wait
        assert players.choose(position) in position.legal_ids()
        assert agent.late


@pytest.mark.usefixtures("holders")
def test_a_portfolio_tells_of_a_playout_without_an_end(monkeypatch):
    monkeypatch.setattr("magnate.search.searchers.longest_playout", lambda _: 3)
    agent = resolve("pig", "portfolio:sims=10,agents=holder:hold=2+holder:hold=90")
    game = magnate.load("pig")
    with pytest.raises(AgentFailed, match="it had 3 decisions and draws of chance"):
        Players(game, [agent] * 2).choose(game.setup({"points": [0, 0], "total": 20}))


def test_a_perfect_search_never_loses():
    results = magnate.load("tictactoe").play_many(["random", "alphabeta:depth=9"], range(60))
    assert results.utility[:, 1].min() == 0.5
    assert results.utility[:, 1].mean() > 0.8


def test_forced_moves_are_not_searched(monkeypatch):
    agent = resolve("tictactoe", "minimax:depth=9")
    asked = []
    real = searcher

    def counted(game, question, progress):
        made = real(game, question)
        choose = made.choose
        made.choose = lambda *what: asked.append(1) or choose(*what)
        return made

    monkeypatch.setattr("magnate.search.searchers.searcher", counted)
    magnate.load("tictactoe").play_many([agent, "random"], range(20))
    played = magnate.load("tictactoe").play_many(["random", "random"], [0]).decisions
    assert played.max() <= 9
    assert 0 < len(asked) <= 20 * 4  # of X's five decisions the last one is forced


def test_one_game_is_the_same_as_among_many():
    game = magnate.load("pig", target=20)
    specs = ["mcts:sims=20", "maxn:depth=2,ties=random"]
    results = game.play_many(specs, range(8))
    for seed in range(8):
        assert list(game.play(specs, seed=seed).result.utility) == results.utility[seed].tolist()


def test_a_search_that_is_too_deep_fails_in_words():
    with pytest.raises(magnate.errors.AgentFailed, match="star1:depth=9,plies=4: a line is longer than the 4 plies"):
        magnate.load("pig").play(["star1:depth=9,plies=4", "random"], seed=1)


# --------------------------------------------------------------------------------------------- tournaments


def test_tournaments_play_searches_in_threads_and_alike_however_they_are_cut():
    game = magnate.load("pig", target=15)
    plan = make_plan(game, ["mcts:sims=15", "star1:depth=2", "random"], 24, seed=5)
    assert isinstance(executor_for(plan, 2), Threads)
    assert (plan.ours, plan.searches, plan.compiled) == (True, True, False)
    assert most_games(plan) == 8
    text = plan.to_json()
    whole = play_task(Task(text, 0, 0, 12))
    assert whole == b"".join(play_task(Task(text, 0, first, first + 3)) for first in (0, 3, 6, 9))
    one, two = (Tournament(game, plan.agents, 24, seed=5).play(jobs=jobs) for jobs in (1, 2))
    assert one == two


def test_a_digest_is_of_all_settings_however_they_are_written():
    same = ("mcts:sims=100,c=1.5", "mcts:c=1.50, sims=100")
    assert len({agent_digest("pig", spec) for spec in same}) == 1
    others = ("mcts:sims=100", "mcts:sims=101,c=1.5", "mcts:sims=100,c=1.5,solver=true", "maxn:depth=2", "maxn:nodes=2")
    assert len({agent_digest("pig", spec) for spec in (*same, *others)}) == 1 + len(others)
    plain, changed = (agent_digest("monopoly", f"expectiminimax:depth=2{more}") for more in ("", ",reserve=401"))
    assert plain != changed


# ----------------------------------------------------------------------------------------------- portfolio


@pytest.mark.usefixtures("holders")
def test_a_portfolio_does_what_one_of_its_agents_would():
    game = magnate.load("pig", target=30)
    table = [f"holder:hold={hold}" for hold in (5, 10)]
    spec = f"portfolio:sims=40,playout=holder:hold=10,agents={'+'.join(table)}"
    alone = game.play_many(["portfolio:sims=8,agents=holder:hold=10", "random"], range(20))
    assert alone.utility.tolist() == game.play_many(["holder:hold=10", "random"], range(20)).utility.tolist()
    first, second = (game.play_many([spec, "holder:hold=3"], range(30)) for _ in range(2))
    assert first.utility.tolist() == second.utility.tolist()
    assert first.utility[:, 0].mean() > 0.5


@pytest.mark.usefixtures("holders")
def test_a_portfolio_needs_agents_of_the_game():
    with pytest.raises(BadAgent, match='"minimax" is no compiled agent of pig; known: holder, random'):
        resolve("pig", "portfolio:agents=holder+minimax")
