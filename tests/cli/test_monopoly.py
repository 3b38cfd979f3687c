"""What `make run` does, small: the headline of the project, from the command line to the table."""

import json
from types import SimpleNamespace

from magnate import Record, load
from magnate.games.monopoly.setup_model import mirrored

from ..games.monopoly.retold import Table, held


def test_the_first_tournament(magnate):
    words = ["tournament", "run", "monopoly", "--agents", "baseline,random", "--games", 40, "--seed", 1]
    texts = set()
    for jobs in (1, 2):
        result = magnate(*words, "--jobs", jobs, "--json").json["result"]
        texts.add(json.dumps(result))
    assert len(texts) == 1
    assert result["ranking"][0]["agent"] == "baseline"
    assert result["ranking"][0]["win_share"]["mean"] > 0.9
    for line in result["ranking"]:
        assert {"bankrupt", "net_worth", "turns", "games", "win_share"} <= set(line)
        assert line["bankrupt"]["mean"] + line["win_share"]["mean"] <= 1.0 + 1e-9
    assert sum(result["endings"].values()) == result["games"] == 40
    assert result["capped"]["games"] <= 40

    table = magnate(*words).out
    for text in ("bankrupt", "net worth", "turns", "seat effect", "share ended by a cap", "last player"):
        assert text in table


def test_watching_and_verifying_a_game(magnate, tmp_path):
    file = tmp_path / "game.json"
    watched = magnate("watch", "monopoly", "--agents", "baseline,random", "--seed", 3, "--save", file)
    assert watched.code == 0
    assert "is bankrupt" in watched.out
    assert magnate("verify", file).code == 0
    replayed = magnate("replay", file, "--from", 10, "--to", 30)
    assert "rolls" in replayed.out


def test_a_game_that_is_watched_as_json_tells_all_that_changes(magnate, tmp_path):
    file = tmp_path / "game.json"
    watched = magnate("watch", "monopoly", "--agents", "baseline,random", "--seed", 3, "--save", file, "--json")
    table = Table(held(mirrored(load("monopoly").new(seed=3).state)))
    for line in map(json.loads, watched.out.splitlines()):
        if line["kind"] == "watch.event":
            table.hear(SimpleNamespace(key=line["key"], params=line["params"]))
    *_, last = Record.load(file).positions()
    assert table.known() == held(mirrored(last.state))


def test_the_strongest_agents_play_where_nobody_is_named(magnate):
    table = magnate("tournament", "run", "monopoly", "--games", 2).out
    assert "strategic" in table
    assert "algorithmic" in table
    assert "seat 1 strategic" in magnate("play", "monopoly", "--seed", 3, stdin="q\n").out
