import json
import sys

import pytest

from magnate.arena.tuning.evaluation import Duels
from tests.games_for_tests import pig_agents

SMALL = ("-c", 6, "-n", 20, "--gate-games", 2000, "--final-games", 200)


@pytest.fixture
def tune(magnate, monkeypatch, tmp_path):
    """`tune("holder", …)`: a small search in Pig; the default folder is in `tmp_path`."""
    monkeypatch.setitem(sys.modules, pig_agents.NAME, pig_agents.agents())
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return lambda agent, *words: magnate("tune", "pig", agent, *SMALL, *words)


def test_everything_is_printed(tune, tmp_path):
    done = tune("holder")
    assert done.code == 0
    for text in (
        "Pig · 2 players · preset standard · 6 configurations by evolution · 20 games a pair · seed 1",
        "pool: holder",
        "holder (incumbent)",
        "found 1 (candidate)",
        "2 to 62",
        "candidate: holder:hold=",
        "gate: passed · LLR",
        "(−2.94 … +2.94) · Elo [0, 10]",
        "win share  deals  capped",
        "final figure, 200 games a pair on deals of their own (even is 50.0 %)",
        "a gain of +",
        "ended by a cap: 0.0 % of these games",
        "The candidate is better than holder.",
    ):
        assert text in done.out
    folder = tmp_path / "magnate" / "tuning" / "pig-standard-2p-holder-evolution-1"
    assert str(folder) in done.err
    assert {file.name for file in folder.iterdir()} == {"journal.jsonl", "result.json", "search.svg"}
    assert (folder / "search.svg").read_text().count("<circle") == 6


def test_the_share_ended_by_a_cap_is_told_of_every_stage(tune, tmp_path):
    done = tune("holder", "--option", "max_turns=4", "--gate-games", 400)
    assert "· ended by a cap " in done.out
    assert "· ended by a cap 0.0 %" not in done.out
    assert "ended by a cap: 0.0 %" not in done.out
    result = json.loads(tune("holder", "--option", "max_turns=4", "--out", tmp_path / "again", "--json").out)["result"]
    assert 0 < result["gate_result"]["capped"] <= result["gate_result"]["games"]
    assert 0 < result["final"]["capped"] <= result["final"]["games"]
    assert all(0 < line["capped"] <= line["games"] for line in result["last_round"] if line["games"])


def test_the_incumbent_among_its_own_copies_is_even_for_certain(tune):
    assert "the incumbent 50.0 % ± 0.0, a gain" in tune("holder", "--pool", "holder").out


def test_what_is_not_better_is_said_and_has_its_exit_code(tune):
    done = tune("holder:hold=21", "--range", "hold=200:900", "--method", "rounds")
    assert done.code == 1
    assert "gate: failed" in done.out
    assert "The candidate is not shown to be better than holder:hold=21." in done.out


def test_json_is_the_same_for_any_number_of_jobs_and_resumed(tune, tmp_path):
    results = []
    for words in (("--jobs", 1), ("--jobs", 2, "--out", tmp_path / "two"), ("--resume",)):
        found = tune("holder", "--json", *words).json
        assert (found["schema"], found["kind"]) == (1, "tune")
        assert {"seconds", "jobs", "folder", "versions"} <= set(found["run"])
        results.append(json.dumps(found["result"]))
    assert len(set(results)) == 1
    assert json.loads((tmp_path / "two" / "result.json").read_text()) == json.loads(results[0])


def test_an_interrupted_search_says_how_to_go_on(tune, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(Duels, "play", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
        done = tune("holder")
    assert done.code == 130
    assert "the same command with --resume goes on" in done.err
    assert tune("holder").code == 2
    assert tune("holder", "--resume").code == 0


def test_parameters_can_be_fixed_and_ranged(tune):
    done = tune("holder", "--fix", "chase=1", "--range", "hold=10:30", "--json")
    assert done.json["result"]["parameters"] == [
        {"name": "hold", "low": 10.0, "high": 30.0, "step": 0.0, "start": 5.0},
        {"name": "chase", "fixed": 1.0},
    ]
    assert "chase=1" in done.json["result"]["candidate"]


def test_the_search_may_begin_elsewhere(tune):
    result = tune("holder", "--start", "holder:hold=30", "--json").json["result"]
    assert (result["incumbent"], result["parameters"][0]["start"]) == ("holder", 30.0)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--method", "luck"), 'no method "luck"'),
        (("--sprt", "10"), "--sprt needs two numbers"),
        (("--range", "hold=1"), "--range needs two numbers"),
        (("--fix", "hold=much"), "--fix needs NAME"),
        (("--pool", "nobody"), 'no agent "nobody"'),
        (("--resume",), "holds no search to go on with"),
        (("--seed", "-1"), "seed"),
    ],
)
def test_wrong_arguments_are_sentences(tune, words, sentence):
    done = tune("holder", *words)
    assert done.code == 2
    assert done.err.startswith("error: ")
    assert sentence in done.err


def test_the_missing_package_is_named(tune, monkeypatch):
    monkeypatch.setitem(sys.modules, "cmaes", None)
    done = tune("holder")
    assert done.code == 5
    assert "pip install 'magnate[tune]'" in done.err
