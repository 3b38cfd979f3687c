import json
import re
import subprocess
import sys

import pytest


def test_result_is_byte_identical_for_any_number_of_jobs(magnate):
    texts = set()
    for jobs in (1, 2):
        found = magnate("tournament", "run", "pig", "--games", 300, "--seed", 5, "--jobs", jobs, "--json").json
        assert (found["schema"], found["kind"], found["run"]["jobs"]) == (1, "tournament.run", jobs)
        assert {"host", "seconds", "versions"} <= set(found["run"])
        texts.add(json.dumps(found["result"]))
    assert len(texts) == 1


def test_two_runs_with_one_seed_are_equal_and_with_another_differ(magnate):
    one, two, other = (
        magnate("tournament", "run", "pig", "--games", 100, "--seed", seed, "--json").json["result"]
        for seed in (1, 1, 2)
    )
    assert one == two
    assert one["decisions"] != other["decisions"]


def test_the_table_has_everything(magnate):
    done = magnate("tournament", "run", "pig", "--agents", "random,random", "--games", 100)
    assert done.code == 0
    for text in (
        "win share",
        "± 95 %",
        "turns",
        "random#2",
        "seat effect: seat 0",
        "games ended by: target",
        "ended by a cap: 0.0 %",
    ):
        assert text in done.out
    assert "█" in done.out
    assert "games/s" in done.err
    assert "games/s" not in done.out


def test_rounding_to_whole_deals_is_said(magnate):
    done = magnate("tournament", "run", "pig", "--games", 10, "--players", 4)
    assert "10 games are rounded up to 12" in done.err
    assert "12 games on 3 deals" in done.out


def test_more_than_one_table_is_listed(magnate):
    done = magnate("tournament", "run", "pig", "-a", "random,random", "-a", "random", "--games", 20)
    assert "by table" in done.out
    assert done.out.count("random   50.0 % ± 0.0 · random#2 50.0 % ± 0.0 · capped 0.0 %") == 1
    assert "random#3" in done.out


def test_each_table_tells_what_a_cap_ended(magnate):
    words = ["tournament", "run", "pig", "-a", "random*3", "--games", 20, "-o", "max_turns=2"]
    done = magnate(*words)
    assert done.out.count(" · capped 100.0 %") == 3
    assert "100.0 % (60 games)" in done.out


def test_one_deal_is_one_deal(magnate):
    assert "2 games on 1 deal ·" in magnate("tournament", "run", "pig", "--games", 2).out


def test_options_are_read_as_the_game_means_them(magnate):
    result = magnate("tournament", "run", "pig", "-n", 10, "--json", "-o", "target=30", "-o", "sides=4").json["result"]
    assert result["options"] == {"target": 30, "sides": 4, "max_turns": 10_000}
    assert result["preset"] == "standard"


def test_values_that_look_like_numbers_are_text_where_the_option_is_text():
    from magnate.cli.arguments import load_game

    options = load_game("monopoly", options=["deck=2008", "auctions=no", "start_cash=2000", "start=random"]).options
    assert (options.deck, options.auctions, options.start_cash, options.start) == ("2008", False, 2000, "random")


def test_fewer_agents_than_seats_are_refused_and_copies_suggested(magnate):
    done = magnate("tournament", "run", "pig", "--agents", "random", "--players", 3, "--games", 3)
    assert done.code == 2
    assert "1 agent for 3 seats" in done.err
    assert "random*3" in done.err


def test_when_nobody_is_named_the_seats_are_filled(magnate):
    found = magnate("tournament", "run", "pig", "--players", 3, "--games", 3, "--json").json
    assert found["result"]["agents"] == ["random", "random#2", "random#3"]


def test_the_picture_is_written(magnate, tmp_path):
    picture = tmp_path / "with space.svg"
    done = magnate("tournament", "run", "pig", "-n", 20, "--svg", picture, "-q")
    assert done.err == ""
    assert picture.read_text(encoding="utf-8").startswith("<svg")


def test_interrupting_says_what_was_played(magnate, monkeypatch):
    def stop(self, done, total):
        if done:
            raise KeyboardInterrupt

    monkeypatch.setattr("magnate.cli.console.Reporter.playing", stop)
    done = magnate("tournament", "run", "pig", "--games", 5000, "--jobs", 1)
    assert done.code == 130
    kept = int(re.search(r"interrupted: ([\d,]+) of 5,000 games are kept", done.err)[1].replace(",", ""))
    assert 0 < kept < 5000
    assert "magnate tournament resume t1" in done.err
    assert done.out == ""


@pytest.mark.parametrize("arguments", [["--agents", "random,random", "--games", "50", "--json"]])
def test_stdout_is_clean_in_a_pipe(arguments):
    code = "from magnate.cli.main import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code, "tournament", "run", "tictactoe", *arguments],
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout)["result"]["games"] == 50
    assert "\x1b" not in done.stdout + done.stderr


def test_a_narrow_terminal_loses_no_column(magnate, monkeypatch):
    words = ["tournament", "run", "pig", "-a", "random,random", "--games", 10]
    wide = magnate(*words)
    monkeypatch.setattr("magnate.cli.console.WIDE", 1000)
    broken = magnate(*words)
    for heading in ("#", "agent", "games", "win", "share", "±", "95 %", "score", "turns"):
        assert heading in broken.out
    assert "win share  ± 95 %" in wide.out
    assert "win share  ± 95 %" not in broken.out
    assert "…" not in broken.out


def test_60_columns_are_enough_for_agents_with_parameters(magnate, monkeypatch):
    monkeypatch.setattr("magnate.arena.plan.entrant_names", lambda specs: ["baseline:reserve=600"] * len(specs))
    monkeypatch.setenv("COLUMNS", "60")
    lines = magnate("tournament", "run", "pig", "-a", "random,random", "--games", 10, "-q").out.splitlines()
    assert max(map(len, lines)) <= 60
    table = lines[: next(i for i, line in enumerate(lines) if "█" in line)]
    assert sum("reserve=600" in line for line in table) == 2
    assert table[-1] == ""
