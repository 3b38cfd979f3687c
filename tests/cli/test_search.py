"""`magnate search`."""

import concurrent.futures
import json
import re
import sys

import pytest

import magnate as library
from magnate import load
from magnate.agents import search_as
from magnate.cli.search_report import places_of
from magnate.errors import BadSearch
from magnate.search import ActionReport, Report, Tree, TreeSize, search
from tests.games_for_tests import pig_agents


def test_a_report_for_people(magnate):
    done = magnate("search", "tictactoe", "--budget", "depth:9")
    assert done.code == 0
    assert "Tic-tac-toe · 2 players · preset standard · the beginning · seat 0 to move" in done.out
    assert "alphabeta, depth:9: a1" in done.out
    assert " a1        0.5000    0.5000  2,338" in done.out
    assert " b1      ≤ 0.5000  ≥ 0.5000  1,244" in done.out
    assert "best line    a1 b2 b1 c1 a3 a2 c2 b3 c3" in done.out
    assert "18,297 nodes, 7,330 of them leaves; 8,180 cut-offs" in done.out
    assert "proven: every line went to the end of the game" in done.out
    assert "searched in" in done.err


def listed(*values, error=None):
    return [ActionReport(i, str(i), (value,), "~", 1, error) for i, value in enumerate(values)]


def test_values_have_as_many_digits_as_tell_the_actions_apart():
    assert places_of(listed(0.5, 0.51, None), 0) == 4
    assert places_of(listed(0.5, 0.500012, 0.500009), 0) == 6
    assert places_of(listed(0.5, 0.5 + 1e-12), 0) == 4
    assert places_of(listed(0.5, 0.500012, error=0.03), 0) == 4
    assert places_of(listed(0.5, 0.500012, 0.500009, error=0.00031), 0) == 5


def test_the_same_report_as_json(magnate):
    asked = ("search", "pig", "-o", "target=10", "-A", "star1:every=true", "-b", "depth:3", "--json")
    done = magnate(*asked)
    assert done.json["kind"] == "search"
    assert done.json["run"]["seconds"] > 0
    result = done.json["result"]
    assert {name: result.pop(name) for name in ("preset", "overrides", "players", "seed")} == {
        "preset": "standard",
        "overrides": {"target": 10},
        "players": 2,
        "seed": 1,
    }
    expected = search(library.load("pig", target=10).new(1), "star1", "depth:3", every=True, seed=1)
    assert Report.from_dict(result) == expected
    assert magnate(*asked).json["result"] == done.json["result"]


def test_chance_is_in_brackets_and_bounds_are_those_of_the_seat(magnate):
    done = magnate("search", "pig", "-p", "3", "-o", "target=10", "-b", "depth:2", "-A", "maxn:ties=last")
    assert "roll (1) roll (1); in brackets the likeliest outcome of chance" in done.out
    assert "seat 0  seat 1  seat 2" in done.out
    assert "the guide's estimate counts" in done.out
    paranoid = magnate("search", "pig", "-p", "3", "-b", "depth:1", "-A", "paranoid")
    assert "seat 0  nodes" in paranoid.out


def test_a_position_from_a_setup_or_a_record(magnate, tmp_path):
    file = tmp_path / "board.json"
    file.write_text(json.dumps({"board": ["XX.", "OO.", "..."]}))
    done = magnate("search", "tictactoe", "--position", file)
    assert "preset standard · a set-up · seat 0 to move" in done.out
    assert "alphabeta, depth:4: c1" in done.out
    position = library.load("tictactoe").new(1).apply("a1").apply("a2").apply("b1").apply("b2")
    record = position.record().save(tmp_path / "game.json")
    done = magnate("search", "tictactoe", "--position", record)
    assert "after 4 steps" in done.out
    assert "alphabeta, depth:4: c1" in done.out
    wrong = magnate("search", "pig", "--position", record)
    assert wrong.code == 3
    assert "the record is of tictactoe" in wrong.err


def test_a_record_brings_its_own_table(magnate, tmp_path):
    game = library.load("pig", players=3, target=20)
    record = game.new(1).apply("roll").record().save(tmp_path / "game.json")
    asked = ("search", "pig", "--position", record, "-A", "maxn", "-b", "depth:1")
    done = magnate(*asked, "--json")
    assert done.json["result"]["players"] == len(done.json["result"]["value"]) == 3
    for extra in (("-p", "2"), ("-o", "target=50"), ("--preset", "standard")):
        refused = magnate(*asked, *extra)
        assert refused.code == 2
        assert "a record has its own players, preset and options" in refused.err


def test_help_lists_every_algorithm(magnate):
    words = magnate("search", "--help").out.split()
    assert [name for name in library.search.ALGORITHMS if not {name, name + ","} & set(words)] == []


def test_an_exact_answer_counts_nodes(magnate, tmp_path):
    """An information-set search that had nothing to guess; and what looks like the name of a picture stays as it is."""
    file = tmp_path / "late.json"
    file.write_text('{"board": ["XX.", "OO.", "..."]}')
    done = magnate("search", "tictactoe", "-A", "ismcts:exact=1000", "-b", "sims:100", "--position", file)
    assert "ismcts, sims:100: c1" in done.out
    assert "29 nodes, 7 of them leaves" in done.out
    assert "proven: every line went to the end of the game" in done.out


def test_the_tree_goes_to_a_file(magnate, tmp_path):
    asked = ("search", "pig", "-o", "target=10", "-A", "mcts", "-b", "sims:200")
    file = tmp_path / "tree.json"
    done = magnate(*asked, "--tree", file, "--tree-nodes", 30, "--json")
    report = search(library.load("pig", target=10).new(1), "mcts", "sims:200", seed=1, tree=TreeSize(30))
    assert Tree.from_dict(json.loads(file.read_text("utf-8"))) == report.tree
    assert f"(30 of {report.tree.whole:,} nodes)" in done.err.replace("\n", " ")
    assert done.json["result"]["tree"] is None
    assert done.json["result"] == magnate(*asked, "--json").json["result"]
    page = tmp_path / "page"
    assert "mcts, sims:200: roll" in magnate(*asked, "--tree", page, "--tree-format", "html").out
    assert page.read_text("utf-8").startswith("<!doctype html>")
    picture = tmp_path / "tree.dot"
    assert magnate(*asked, "--tree", picture, "--tree-depth", 1).code == 0
    assert picture.read_text("utf-8").count("->") == 2  # the throw, and what lies below it


# --------------------------------------------------------------------------------------------------- agents


def test_as_an_agent_searches(magnate):
    done = magnate("search", "tictactoe", "--agent", "mcts:sims=60,c=1.2")
    assert "Tic-tac-toe · 2 players · preset standard · the beginning · seat 0 to move" in done.out
    chosen = search_as(library.load("tictactoe").new(1), "mcts:sims=60,c=1.2")
    assert f"mcts:sims=60,c=1.2: {chosen.name}\n" in done.out
    assert "in 60 simulations" in done.out
    assert "settings     mcts:sims=60,c=1.2\n" in done.out
    assert "agent  " not in done.out  # there is nothing else to say about it


def test_the_settings_that_a_game_gives_an_agent_are_shown(magnate, monkeypatch):
    package = pig_agents.agents()
    package.SEARCHES = {"mcts": {"truncate": 9}}
    monkeypatch.setitem(sys.modules, pig_agents.NAME, package)
    done = magnate("search", "pig", "--agent", "mcts:sims=30")
    assert "settings     mcts:sims=30,truncate=9\n" in done.out


def test_the_decision_of_an_agent_as_json(magnate):
    asked = ("search", "tictactoe", "--agent", "mcts:sims=60", "--seed", 4, "--json")
    result = magnate(*asked).json["result"]
    decision = search_as(library.load("tictactoe").new(4), "mcts:sims=60")
    assert result.pop("decision") == {
        "agent": "mcts:sims=60",
        "settings": "mcts:sims=60",
        "action": decision.action,
        "name": decision.name,
        "by": "search",
        "about": "",
    }
    assert [result.pop(name) for name in ("preset", "overrides", "players", "seed")] == ["standard", {}, 2, 4]
    assert Report.from_dict(result) == decision.report


def test_a_budget_replaces_the_agents_own(magnate):
    done = magnate("search", "tictactoe", "-a", "mcts:sims=5000,c=1", "-b", "sims:70")
    assert "mcts:sims=70,c=1: " in done.out
    assert "in 70 simulations" in done.out


def test_one_action_is_reported_too(magnate):
    done = magnate("search", "pig", "--agent", "mcts:sims=50")
    assert "mcts:sims=50: roll" in done.out
    assert "agent        there is only one action, which it takes without a search" in done.out
    assert "in 50 simulations" in done.out


def test_an_agent_decides_as_it_did_in_a_recorded_game(magnate, tmp_path):
    """With the record's own seed, unless another is given."""
    game, spec = library.load("kuhn"), "ismcts:sims=9"
    differ = []
    for seed in range(12):
        record = game.play(spec, seed=seed)
        before = next(n for n in range(len(record.actions)) if record.replay(n).to_move == 1)
        file = record.replay(before).record().save(tmp_path / "game.json")
        asked = ("search", "kuhn", "--agent", spec, "--position", file, "--json")
        result = magnate(*asked).json["result"]
        assert (result["seed"], result["decision"]["action"]) == (seed, record.actions[before])
        assert magnate(*asked, "--seed", seed).json["result"] == result
        other = magnate(*asked, "--seed", 99).json["result"]
        assert other["seed"] == 99
        differ.append(other["actions"] != result["actions"])
    assert any(differ)


def test_an_agents_tree(magnate, tmp_path):
    file = tmp_path / "tree.json"
    done = magnate("search", "pig", "--agent", "mcts:sims=40", "--tree", file, "--json")
    tree = Tree.from_dict(json.loads(file.read_text("utf-8")))
    assert (tree.algorithm, tree.budget, tree.nodes[0].visits) == ("mcts", "sims:40", 40)
    assert done.json["result"]["tree"] is None


def test_where_an_agent_does_not_search(magnate, monkeypatch, tmp_path):
    package = pig_agents.agents()
    package.GUIDE, package.DEPUTY = "tests.games_for_tests.pig_delegates", "decides about small sums"
    monkeypatch.setitem(sys.modules, pig_agents.NAME, package)
    file = tmp_path / "three.json"
    file.write_text('{"points": [3, 9], "total": 3}')
    spec = "mcts:sims=20,playout=holder,delegate=holder:hold=2"
    asked = ("search", "pig", "--agent", spec, "--position", file)
    done = magnate(*asked)
    assert f"{spec}: hold\n" in done.out
    assert "agent        its delegate holder:hold=2 decides this, without a search" in done.out
    assert "best line" not in done.out
    result = magnate(*asked, "--json").json["result"]
    assert (result["decision"]["by"], result["decision"]["name"], result["seat"]) == ("deputy", "hold", 0)
    assert "actions" not in result
    refused = magnate(*asked, "--tree", tmp_path / "tree.json")
    assert refused.code == 2
    assert "there is no tree to write: its delegate holder:hold=2 decides this, without a search" in refused.err


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("tictactoe", "-a", "mcts", "-A", "mcts"), "--agent and --algorithm do not go together"),
        (("tictactoe", "-a", "mcts", "--guide", "x"), "--agent and --guide do not go together"),
        (("tictactoe", "-a", "mcts", "--plies", "9"), "an agent's settings follow its name: mcts:sims=800,c=1.4"),
        (("tictactoe", "-a", "random"), 'the agent "random" does not search, so there is nothing to report'),
        (("brass", "-a", "planner"), "name one that does: determinised, expectiminimax, ismcts"),
        (("monopoly", "-a", "portfolio"), "portfolio is an agent and no search of a position"),
        (("tictactoe", "-a", "mcst"), 'did you mean "mcts"?'),
        (("tictactoe", "-a", "mcts:sims=10,depth=2"), '"depth" is no budget of mcts'),
        (("tictactoe", "-a", "mcts", "-b", "nodes:20"), '"nodes" is no budget of mcts'),
        (("pig", "-p", "3", "-a", "star1"), "star1 is for 2 players, not 3"),
        (("openspiel:chess", "-a", "mcts"), "games of OpenSpiel's have no agents here"),
    ],
)
def test_agents_that_cannot_be_asked(magnate, words, says):
    done = magnate("search", *words)
    assert (done.code, says in done.err.replace("\n", " ")) == (2, True), done.err


# ---------------------------------------------------------------------------------------------------- words


def test_wrong_words(magnate, tmp_path):
    file = tmp_path / "broken.json"
    file.write_text("{")
    bytes_, deep = tmp_path / "bytes.json", tmp_path / "deep.json"
    bytes_.write_bytes(b"\xff\xfe")
    deep.write_text("[" * 100_000)
    cases = [
        (("pig", "-A", "alphabeta"), 2, "the algorithm knows no chance, and pig has some"),
        (("pig", "-A", "star3"), 2, 'there is no search algorithm "star3"'),
        (("pig", "-A", "star1:every"), 2, '"every" is no option'),
        (("tictactoe", "-A", "minimax:deep=true"), 2, "it has no options"),
        (("pig", "-b", "4"), 2, '"4" is no budget'),
        (("pig", "--seed", "-1"), 2, "the seed -1 cannot be used"),
        (("pig", "--tree", tmp_path / "tree.svg"), 2, "does not say the format of the tree"),
        (("pig", "--tree", tmp_path / "no" / "tree.dot"), 2, "for the tree"),
        (("pig", "--tree-depth", "3"), 2, "there is no file to write a tree to"),
        (("tictactoe", "--position", file), 3, "is no JSON"),
        (("tictactoe", "--position", bytes_), 3, "it is not text"),
        (("tictactoe", "--position", deep), 3, "it is nested too deeply"),
        (("pig", "-b", "nodes:100000000000000000000"), 2, "nodes cannot be more than 1,000,000,000,000,000"),
        (("tictactoe", "--position", tmp_path / "none.json"), 3, "No such file"),
    ]
    for words, code, says in cases:
        done = magnate("search", *words)
        assert (done.code, says in done.err.replace("\n", " ")) == (code, True), (words, done.err)


def test_one_is_singular(magnate, tmp_path):
    record = library.load("tictactoe").new(1).apply("a1").record().save(tmp_path / "game.json")
    done = magnate("search", "tictactoe", "--position", record, "-b", "depth:1")
    assert "after 1 step ·" in done.out
    assert "1 move ahead, the longest line 1 step\n" in done.out


def test_a_budget_too_small_for_one_move(magnate):
    done = magnate("search", "tictactoe", "-b", "nodes:3")
    assert "a guess: the budget did not suffice to look one move ahead" in done.out


def test_a_position_of_a_record_is_searched(magnate, tmp_path):
    """After a step, or where a turn begins; the end of a game is told with what would be right."""
    record = load("pig", target=30).play("random", seed=3)
    file = record.save(tmp_path / "game.json")
    base = ("search", "pig", "--position", file, "--budget", "depth:1")
    assert "the record's last position is the end of the game" in magnate(*base).err
    assert f"--at {len(record.actions) - 1}" in magnate(*base).err
    turns = [position.state["turns"] for position in record.positions()]
    third = next(step for step, position in enumerate(record.positions()) if turns[step] == 2 and position.to_move >= 0)
    at_turn, at_step = (magnate(*base, "--at", at, "--json").json["result"] for at in ("turn:3", third))
    assert at_turn == at_step
    assert f"after {third} steps" in magnate(*base, "--at", third).out
    assert "Pig has no rounds" in magnate(*base, "--at", "round:2").err
    assert "write 120 (steps), turn:12 or round:3" in magnate(*base, "--at", "soon").err
    assert f"the record has {len(record.actions)} steps" in magnate(*base, "--at", 99999).err
    assert "turns, not 999" in magnate(*base, "--at", "turn:999").err


def test_python_takes_an_algorithm_as_the_command_line_does():
    position = load("tictactoe").new()
    said = search(position, "mcts:c=1.4,solver=true", "sims:50", seed=2)
    given = search(position, "mcts", "sims:50", seed=2, c=1.4, solver=True)
    assert (said.options, said.name, said.value) == (given.options, given.name, given.value)
    with pytest.raises(BadSearch, match='"mcts:c=1.4" says c, and so does an argument'):
        search(position, "mcts:c=1.4", "sims:50", c=2.0)


def test_without_a_budget_a_search_ends_with_the_depth_that_it_has_finished(magnate, monkeypatch):
    monkeypatch.setattr("magnate.cli.search.PATIENCE", -1.0)  # over before it begins, on any machine
    short = magnate("search", "tictactoe", "--json")
    assert short.json["result"]["algorithm"] == "mcts"  # not even depth 1 was finished
    assert sum(one["visits"] for one in short.json["result"]["actions"]) > 0
    said = " ".join(short.err.split())
    assert "--budget depth:4 searches on" in said
    assert "mcts answers instead, with sims:1000" in said
    named = magnate("search", "tictactoe", "--algorithm", "minimax", "--json")
    assert (named.json["result"]["algorithm"], named.json["result"]["depth"]) == ("minimax", 0)
    monkeypatch.setattr("magnate.cli.search.PATIENCE", 600.0)
    whole, asked = (
        magnate("search", "tictactoe", "--json"),
        magnate("search", "tictactoe", "--budget", "depth:4", "--json"),
    )
    assert whole.json["result"]["depth"] == 4
    assert whole.err == ""
    assert [one["value"] for one in whole.json["result"]["actions"]] == [
        one["value"] for one in asked.json["result"]["actions"]
    ]


@pytest.mark.parametrize(
    ("words", "far"),
    [
        (("connect_four", "--algorithm", "alphabeta", "--budget", "depth:42"), "nodes"),
        (("connect_four", "--algorithm", "alphabeta", "--budget", "nodes:1000000000000"), "nodes"),
        (("tictactoe", "--algorithm", "mcts:solver=false", "--budget", "sims:1000000000"), "simulations"),
        (("tictactoe", "--agent", "mcts:sims=1000000000"), "simulations"),
        (("kuhn", "--algorithm", "ismcts", "--budget", "sims:1000000000"), "simulations"),
    ],
)
def test_control_c_ends_a_search_with_the_best_so_far(magnate, monkeypatch, words, far):
    waited, as_ever = [], concurrent.futures.wait

    def wait(futures, seconds):
        waited.append(as_ever(futures, 0.01))
        if len(waited) == 2:
            raise KeyboardInterrupt
        return waited[-1]

    monkeypatch.setattr("concurrent.futures.wait", wait)
    done = magnate("search", *words, "--json")
    assert done.code == 130
    assert done.json["run"]["interrupted"]
    result = done.json["result"]
    assert result["name"] in [one["name"] for one in result["actions"]]
    assert re.search(rf"interrupted; this is the best so far, after .* {far}", done.err)
    waited.clear()
    shown = magnate("search", *words)
    assert shown.code == 130
    assert result["algorithm"] in shown.out


def test_a_second_control_c_gives_up(magnate, monkeypatch):
    def wait(_futures, _seconds):
        raise KeyboardInterrupt

    monkeypatch.setattr("concurrent.futures.wait", wait)
    monkeypatch.setattr("magnate.search.interruption.Interruption.ask", lambda self: setattr(self, "asked", True))
    done = magnate("search", "tictactoe", "--algorithm", "mcts:solver=false", "--budget", "sims:300000", "--json")
    assert (done.code, done.out) == (130, "")
