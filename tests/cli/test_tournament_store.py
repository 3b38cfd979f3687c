"""`magnate tournament list | status | resume | extend | delete`, and `magnate replay ID:GAME`."""

import json
import time

import pytest

RUN = ("tournament", "run", "pig", "-o", "target=20", "--agents", "random,random,random", "--games", 40, "-q")


def result(done):
    assert done.code == 0, done.err
    return json.dumps(done.json["result"])


def test_a_tournament_is_kept_and_listed(magnate):
    done = magnate(*RUN[:-1])
    assert "tournament t1 in " in done.err
    run = magnate(*RUN, "--json").json["run"]
    assert run["id"] == "t2"
    assert run["store"].endswith("store.db")
    assert {"engine", "rules", "agents", "rows"} == set(run["digests"])
    entries = magnate("tournament", "list", "--json").json["result"]
    assert [(entry["id"], entry["played"], entry["finished"]) for entry in entries] == [
        ("t1", 120, True),
        ("t2", 120, True),
    ]
    shown = magnate("tournament", "list").out
    assert "t1" in shown
    assert "random#3" in shown


def test_impossible_options_leave_no_tournament_behind(magnate):
    done = magnate("tournament", "run", "monopoly", "-p", 2, "-o", "end_bankruptcies=2", "--games", 2)
    assert done.code == 2
    assert "2 players cannot end with 2 bankruptcies" in done.err
    assert magnate("tournament", "list", "--json").json["result"] == []


def test_nothing_is_kept_where_that_is_asked(magnate):
    kept = magnate(*RUN, "--json")
    assert result(magnate(*RUN, "--json", "--no-store")) == result(kept)
    assert len(magnate("tournament", "list", "--json").json["result"]) == 1


def test_resuming_a_finished_tournament_tells_its_result_again(magnate):
    first = magnate(*RUN, "--json")
    again = magnate("tournament", "resume", "t1", "--json", "-q")
    assert result(first) == result(again)
    assert again.json["kind"] == "tournament.resume"
    assert again.json["run"]["games_played"] == 0


def test_extending_equals_a_new_run_of_that_size(magnate):
    magnate(*RUN)
    larger = magnate("tournament", "extend", "t1", "--games", 61, "--add", "random", "--json")
    assert "61 games are rounded up to 62" in larger.err
    fresh = magnate(*RUN[:-2], 62, "--json", "-a", "random", "-q")
    assert result(larger) == result(fresh)
    assert larger.json["run"]["games_played"] == 6 * 62 - 3 * 40


def test_the_status_of_a_tournament(magnate):
    magnate(*RUN)
    shown = magnate("tournament", "status", "t1")
    assert "played: 120 of 120 games (100 %)" in shown.out
    found = magnate("tournament", "status", "t1", "--json").json["result"]
    assert (found["played"], found["claims"], found["changed"], found["mixed"]) == (120, [], [], [])


def test_the_status_says_of_claims_only_what_is_known(magnate, tmp_path, monkeypatch):
    import subprocess
    import sys

    import magnate as package
    from magnate.arena.plan import make_plan
    from magnate.arena.runner import Claims
    from magnate.arena.store import open_store

    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    with open_store(str(tmp_path / "store.db")) as store:
        plan = make_plan(package.load("pig"), ["random", "random"], 100)
        store.create(plan, 10)
        one, dead = Claims(store, "t1", plan), Claims(store, "t1", plan)
        dead.owner = f"{one.owner.partition('/')[0]}/{gone.pid}/1"
        one.take(1)
        dead.take(3)
    later = time.time() + 12
    monkeypatch.setattr("time.time", lambda: later)
    shown = magnate("tournament", "status", "t1").out
    assert f"claimed by {one.owner}: 1 block; last sign of life 12 s ago, free for others in 48 s without" in shown
    assert f"claimed by {dead.owner}: 3 blocks; that process has ended, and another one may take them" in shown
    claims = {one["owner"]: one for one in magnate("tournament", "status", "t1", "--json").json["result"]["claims"]}
    assert (claims[dead.owner]["ended"], claims[one.owner]["ended"]) == (True, False)
    assert claims[one.owner]["blocks"] == 1
    assert 12 <= claims[one.owner]["seen_seconds_ago"] < 13


def other_engine(monkeypatch, tmp_path, *, plays_otherwise):
    """Sources of the engine that differ from now on, and perhaps what they do; no fingerprint is known."""
    monkeypatch.setattr("magnate.arena.fingerprints.root", lambda: tmp_path)
    monkeypatch.setattr("magnate.arena.plan.engine_digest", lambda: "another")
    monkeypatch.setattr("magnate.arena.fingerprints.engine_digest", lambda: "another")
    if plays_otherwise:
        found = {"game": "1:another", "columns": {}}
        monkeypatch.setattr("magnate.arena.fingerprints.game_fingerprint", lambda *_args, **_more: found)


def test_other_sources_that_play_the_same_go_on_and_that_is_told(magnate, monkeypatch, tmp_path):
    magnate(*RUN)
    other_engine(monkeypatch, tmp_path, plays_otherwise=False)
    assert "sources that changed since it began: the engine" in magnate("tournament", "status", "t1").out
    warning = "the engine: the sources changed since it began, and play the same games"
    done = magnate("tournament", "resume", "t1")
    assert (done.code, warning in done.err) == (0, True)
    assert "more than one version" not in done.out
    assert magnate("tournament", "status", "t1", "--json").json["result"]["changed"] == []
    assert warning not in magnate("tournament", "resume", "t1").err
    longer = magnate("tournament", "extend", "t1", "--games", 80, "--json").json
    assert longer["result"]["mixed"] == []
    assert longer["run"]["fingerprints"]["game"].startswith("1:")


def test_verification_accepts_other_sources(magnate, monkeypatch, tmp_path):
    magnate(*RUN)
    other_engine(monkeypatch, tmp_path, plays_otherwise=False)
    found = magnate("tournament", "verify", "t1", "--json").json["result"]
    assert (found["ok"], found["accepted"]) == (True, ["the engine"])
    assert magnate("tournament", "status", "t1", "--json").json["result"]["changed"] == []
    again = magnate("tournament", "verify", "t1", "--json").json["result"]
    assert (again["ok"], again["accepted"]) == (True, [])


def test_verification_plays_nothing_with_code_that_plays_otherwise(magnate, monkeypatch, tmp_path):
    magnate(*RUN)
    other_engine(monkeypatch, tmp_path, plays_otherwise=True)
    found = magnate("tournament", "verify", "t1", "--json").json["result"]
    assert (found["replayed"], found["not_replayed"], found["accepted"]) == (0, "the engine changed since", [])
    forced = magnate("tournament", "verify", "t1", "--json", "--force").json["result"]
    assert (forced["replayed"], forced["differing"], forced["accepted"]) == (20, [], [])


def test_a_share_of_the_games_is_verified(magnate):
    magnate(*RUN)
    found = magnate("tournament", "verify", "t1", "--sample", "2%", "--json").json["result"]
    assert (found["ok"], found["games"], found["replayed"]) == (True, 120, 4)  # 3 games: two whole deals
    for sample in ("101%", "2 games", "-1"):
        done = magnate("tournament", "verify", "t1", "--sample", sample)
        assert (done.code, "is no size of a sample" in done.err) == (2, True)


def test_other_code_is_refused_unless_forced_and_then_told(magnate, monkeypatch, tmp_path):
    magnate(*RUN)
    other_engine(monkeypatch, tmp_path, plays_otherwise=True)
    done = magnate("tournament", "resume", "t1")
    assert done.code == 3
    assert "the engine changed since this tournament began" in done.err
    assert "--force" in done.err
    assert "changed since it began: the engine" in magnate("tournament", "status", "t1").out
    forced = magnate("tournament", "resume", "t1", "--force")
    assert "played by more than one version of: the engine" in forced.out
    assert magnate("tournament", "resume", "t1", "--json").json["result"]["mixed"] == ["the engine"]


@pytest.mark.parametrize("was", ["another", ""], ids=["another layout", "a first store"])
def test_games_kept_in_another_layout_are_refused_even_by_force(magnate, monkeypatch, was):
    from magnate.arena.plan import Plan

    magnate(*RUN)
    read = Plan.from_json
    older = lambda text: read(text).model_copy(update={"digests": read(text).digests.model_copy(update={"rows": was})})  # noqa: E731
    monkeypatch.setattr(Plan, "from_json", older)
    for words in (
        ("resume", "t1"),
        ("resume", "t1", "--force"),
        ("extend", "t1", "--games", 80, "--force"),
        ("report", "t1", "--md", "-"),
    ):
        done = magnate("tournament", *words)
        assert (done.code, done.out) == (3, "")
        assert "what is kept of a game changed since this tournament began, so its games cannot be read" in done.err
    assert magnate("replay", "t1:0.1").code == 3
    assert "changed since it began: what is kept of a game" in magnate("tournament", "status", "t1").out
    assert "t1" in magnate("tournament", "list").out
    assert magnate("tournament", "delete", "t1", "--yes").code == 0


def test_what_goes_on_names_the_store(magnate, tmp_path):
    import magnate as package
    from magnate.arena.plan import make_plan
    from magnate.arena.store import open_store

    where = tmp_path / "another store.db"
    with open_store(str(where)) as store:
        store.create(make_plan(package.load("pig"), ["random", "random"], 100), 10)
    shown = magnate("tournament", "status", "t1", "--store", where)
    assert f"go on with: magnate tournament resume t1 --store '{where}'" in shown.err


def test_the_result_of_a_finished_tournament_needs_no_writing(magnate):
    from sqlalchemy import event
    from sqlalchemy.engine import Engine

    first = magnate(*RUN, "--json")

    def read_only(connection, _record):
        connection.execute("PRAGMA query_only = 1")

    event.listen(Engine, "connect", read_only)
    try:
        assert result(magnate("tournament", "resume", "t1", "--json", "-q")) == result(first)
    finally:
        event.remove(Engine, "connect", read_only)


def test_deleting_asks_or_is_told_to(magnate):
    magnate(*RUN)
    done = magnate("tournament", "delete", "t1")
    assert done.code == 2
    assert "--yes" in done.err
    assert "t1 is gone, with 120 games" in magnate("tournament", "delete", "t1", "--yes").out
    gone = magnate("tournament", "status", "t1", "--json")
    assert (gone.code, gone.json["error"]["code"]) == (2, "unknown_tournament")


def test_an_empty_store_says_so(magnate):
    done = magnate("tournament", "list")
    assert (done.code, done.out) == (0, "")
    assert "no tournaments in" in done.err
    assert magnate("tournament", "list", "--json").json["result"] == []


def test_another_store_is_named_in_the_line_that_resumes(magnate, monkeypatch, tmp_path):
    def stop(self, done, total):
        if done:
            raise KeyboardInterrupt

    monkeypatch.setattr("magnate.cli.console.Reporter.playing", stop)
    where = tmp_path / "other.db"
    done = magnate("tournament", "run", "pig", "--games", 5000, "--store", where)
    assert f"magnate tournament resume t1 --store {where}" in done.err
    monkeypatch.undo()
    fresh = magnate("tournament", "run", "pig", "--games", 5000, "--no-store", "--json", "-q")
    assert result(magnate("tournament", "resume", "t1", "--store", where, "--json", "-q")) == result(fresh)


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["--store", "mysql://h/d"], 5, 'of the kind "mysql"'),
        (["--on-failure", "lose"], 2, '--on-failure cannot be "lose"'),
        (["--purpose", "fun"], 2, '--purpose cannot be "fun"'),
        (["--anchor", "random"], 2, "--anchor needs NAME=VALUE"),
        (["--anchor", "random=nan"], 2, "--anchor needs NAME=VALUE"),
        (["--agent-timeout", "0"], 2, "an agent cannot be given 0 s to answer"),
        (["--agent-timeout", "inf"], 2, "an agent cannot be given inf s"),
        (["--anchor", "baseline=0"], 2, 'the anchor "baseline" does not take part'),
        (["--tables", "1"], 2, "would not play"),
    ],
)
def test_wrong_arguments_are_told(magnate, words, code, message):
    done = magnate(*RUN, *words)
    assert done.code == code
    assert message in done.err


@pytest.mark.parametrize("address", ["nonsense", "ray://127.0.0.1:1"])
def test_nothing_is_kept_or_changed_where_there_is_no_cluster(magnate, address):
    pytest.importorskip("ray")
    magnate(*RUN)
    for words in (RUN, ("tournament", "extend", "t1", "--games", 60)):
        done = magnate(*words, "--cluster", address)
        assert done.code in {2, 5}
        assert address in done.err
        assert "t2" not in done.err
    assert [entry["games"] for entry in magnate("tournament", "list", "--json").json["result"]] == [120]


def test_a_tournament_that_is_extended_while_it_is_played_has_no_result_of_before(magnate, monkeypatch, tmp_path):
    from magnate.arena.store import Store, open_store

    whole = Store.finish

    def also_extends(self, *what):
        monkeypatch.undo()
        with open_store(self.where) as store:
            kept = store.plan("t1")
            store.change("t1", kept.extended(games=60), 40, kept)
        return whole(self, *what)

    monkeypatch.setattr(Store, "finish", also_extends)
    where = tmp_path / "other.db"
    done = magnate(*RUN, "--store", where)
    assert done.code == 3
    assert "t1 was changed by another process while it was played here" in done.err
    assert magnate("tournament", "resume", "t1", "--store", where, "--json").json["result"]["games"] == 180


def test_a_sample_of_tables(magnate):
    found = magnate(*RUN, "--tables", 2, "--json").json["result"]
    assert (found["sampled_tables"], found["games"], len(found["tables"])) == (2, 80, 2)


def test_a_game_of_a_tournament_is_told_and_saved(magnate, tmp_path):
    magnate(*RUN)
    record = tmp_path / "game.json"
    done = magnate("replay", "t1:2.7", "--save", record)
    assert done.code == 0
    assert "The game is over (target)" in done.out
    assert magnate("verify", record).code == 0
    assert magnate("replay", "t1:3.0").code == 2
    assert magnate("replay", "t1:2.7", "--json").json["result"]["file"] == "t1:2.7"


@pytest.mark.parametrize(
    "words", [["list"], ["status", "t1"], ["resume", "t1"], ["report", "t1"], ["delete", "t1", "--yes"]]
)
def test_a_mistyped_path_makes_no_store(magnate, tmp_path, words):
    done = magnate("tournament", *words, "--store", tmp_path / "mistyped.db")
    assert done.code == 3
    assert f"there is no store at {tmp_path / 'mistyped.db'}" in done.err
    assert not list(tmp_path.glob("*.db"))
