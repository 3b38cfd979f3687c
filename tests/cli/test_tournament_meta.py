"""``magnate tournament meta``: the game of choosing an agent."""

import pytest


@pytest.fixture
def played(magnate, tmp_path):
    """A store with a tournament of Pig with copies (t1) and one without (t2); returns its path."""
    store = tmp_path / "games.db"
    for copies in (["--with-copies"], []):
        done = magnate(
            "tournament", "run", "pig", "-a", "random,random", "-n", 40, *copies, "--store", store, "--quiet"
        )
        assert done.code == 0
    return store


def test_the_analysis_is_printed_and_drawn(magnate, played, tmp_path):
    done = magnate(
        "tournament", "meta", "t1", "--store", played, "--resamples", 20, "--svg", tmp_path / "a.svg", "--quiet"
    )
    assert done.code == 0
    assert "pig · 2 players · preset standard · 120 games on 20 deals · payoff win" in done.out
    assert "nobody is dominated" in done.out
    assert "pure equilibria: random + random; random + random#2; random#2 + random#2" in done.out
    assert "50.0 %" in done.out
    assert (tmp_path / "a.svg").read_text(encoding="utf-8").startswith("<svg")


def test_json_has_everything_and_the_same_seed_gives_the_same(magnate, played):
    texts = []
    for _ in range(2):
        done = magnate("tournament", "meta", "t1", "--store", played, "--resamples", 20, "--json")
        texts.append(done.json["result"])
    assert texts[0] == texts[1]
    assert texts[0]["agents"] == ["random", "random#2"]
    assert texts[0]["equilibrium"]["payoff"] == 0.5
    assert [one["agents"] for one in texts[0]["profiles"]] == [
        ["random", "random"],
        ["random", "random#2"],
        ["random#2", "random#2"],
    ]


def test_another_payoff(magnate, played):
    done = magnate(
        "tournament", "meta", "t1", "--store", played, "--payoff", "score", "--resamples", 0, "--json", "--quiet"
    )
    assert done.json["result"]["payoff"] == "score"
    assert done.json["result"]["equilibrium"]["payoff"] > 1
    wrong = magnate("tournament", "meta", "t1", "--store", played, "--payoff", "scores")
    assert wrong.code == 2
    assert 'there is no payoff "scores"' in wrong.err


def test_without_copies_it_says_what_is_missing(magnate, played):
    done = magnate("tournament", "meta", "t2", "--store", played)
    assert done.code != 0
    assert "2 of the ways to fill a table were not played: random + random, random#2 + random#2" in done.err
    assert "--with-copies" in done.err
