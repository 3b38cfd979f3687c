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
    stable = "random + random (100.0 %); random + random#2 (100.0 %); random#2 + random#2 (100.0 %)"
    assert f"pure equilibria, and in how many of the resamples: {stable}" in " ".join(done.out.split())
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


def test_the_game_is_written_for_the_command_matrix(magnate, played, tmp_path):
    file = tmp_path / "agents.csv"
    done = magnate("tournament", "meta", "t1", "--store", played, "--resamples", 0, "--save", file, "--json")
    assert f"game: {file}" in done.err.replace("\n", "")
    assert done.json["result"]["cycles"] == {"triples": [], "decided": 0, "possible": 0}
    assert done.json["result"]["equilibrium"]["settled"] is None
    output = magnate("matrix", file)
    assert "pig, t1 · 2 players · 2 × 2 · constant-sum" in output.out
    assert "(random, random#2): payoffs 0.5, 0.5; not strict" in output.out
    wrong = magnate("tournament", "meta", "t1", "--store", played, "--save", "agents.txt")
    assert wrong.code == 2


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


def test_who_beats_whom_is_drawn_where_that_is_asked(magnate, played, tmp_path):
    where = ["tournament", "meta", "t1", "--store", played, "--resamples", 5, "--quiet"]
    done = magnate(*where, "--svg", tmp_path / "b.svg", "--picture", "beats")
    assert done.code == 0
    drawn = (tmp_path / "b.svg").read_text(encoding="utf-8")
    assert "Who beats whom" in drawn
    assert "random against random#2: 50.0 %" in drawn
    assert "payoff win" in drawn


def test_a_picture_that_cannot_be_drawn_is_refused(magnate, played, tmp_path):
    where = ["tournament", "meta", "t1", "--store", played, "--quiet"]
    wrong = magnate(*where, "--svg", tmp_path / "b.svg", "--picture", "beat")
    assert wrong.code == 2
    assert 'there is no picture "beat"' in wrong.err
    assert 'did you mean "beats"?' in wrong.err
    nowhere = magnate(*where, "--picture", "beats")
    assert nowhere.code == 2
    assert "--svg FILE --picture beats" in nowhere.err
    score = magnate(*where, "--svg", tmp_path / "b.svg", "--picture", "beats", "--payoff", "score")
    assert score.code == 2
    assert "who beats whom is measured by wins" in score.err
    assert not (tmp_path / "b.svg").exists()


def test_the_report_has_the_game_only_with_copies(magnate, played, tmp_path, monkeypatch):
    monkeypatch.setattr("magnate.arena.report.collect.RESAMPLES", 40)
    pages = []
    for number, there in (("t1", True), ("t2", False)):
        texts = []
        for name, *more in (("a.html",), ("b.html", "--md", "-", "--csv", tmp_path / number)):
            words = ("tournament", "report", number, "--store", played, "--out", tmp_path / name, *more, "--quiet")
            done = magnate(*words)
            assert (done.code, done.err) == (0, "")
            texts.append((tmp_path / name).read_text(encoding="utf-8"))
        assert texts[0] == texts[1]
        assert ("The game of choosing an agent" in texts[0]) == there
        assert ("## The game of choosing an agent" in done.out) == there
        assert (tmp_path / number / "choosing.csv").exists() == there
        pages.append(texts[0])
    assert "in 40 cases the deals were drawn anew from those played, with replacement (seed 1)" in pages[0]
