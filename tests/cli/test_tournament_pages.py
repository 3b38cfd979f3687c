"""``magnate tournament report``: what it writes, and where."""

import csv

import pytest


@pytest.fixture
def played(magnate, tmp_path, monkeypatch):
    """A store with a finished tournament of Pig; returns its path."""
    monkeypatch.chdir(tmp_path)
    store = tmp_path / "store of mine.db"
    done = magnate("tournament", "run", "pig", "-a", "random,random", "-n", 200, "--store", store, "--quiet")
    assert done.code == 0
    return store


def test_the_page_is_written_into_this_folder(magnate, played, tmp_path):
    done = magnate("tournament", "report", "t1", "--store", played)
    assert done.code == 0
    assert done.out == ""
    assert "wrote report-t1.html" in done.err
    text = (tmp_path / "report-t1.html").read_text(encoding="utf-8")
    assert text.startswith("<!doctype html>")
    assert "random#2" in text
    assert "magnate tournament run pig" in text
    assert (
        f"magnate replay t1:0 --store &#x27;{played}&#x27;" in text or f"magnate replay t1:0 --store '{played}'" in text
    )
    assert sorted(one.name for one in tmp_path.iterdir()) == ["report-t1.html", "store of mine.db"]


def test_markdown_goes_to_stdout_and_tables_into_a_folder(magnate, played, tmp_path):
    done = magnate("tournament", "report", "t1", "--store", played, "--md", "-", "--csv", tmp_path / "tables")
    assert done.out.startswith("# Tournament t1\n")
    assert "| random#2 |" in done.out
    assert "A cap ended" in done.out or "No game was ended by a cap." in done.out
    assert "report-t1.html" not in [one.name for one in tmp_path.iterdir()]
    rows = list(csv.DictReader((tmp_path / "tables" / "ranking.csv").read_text(encoding="utf-8").splitlines()))
    assert [row["games"] for row in rows] == ["200", "200"]
    assert {row["win_share"] for row in rows} == {"0.5"}


def test_files_are_named_where_they_were_asked_for(magnate, played, tmp_path):
    done = magnate("tournament", "report", "t1", "--store", played, "--out", "a.html", "--md", "b.md", "--quiet")
    assert (done.code, done.out, done.err) == (0, "", "")
    assert (tmp_path / "a.html").exists()
    assert (tmp_path / "b.md").read_text(encoding="utf-8").startswith("# Tournament t1\n")


def test_every_game_is_a_row_where_that_is_asked(magnate, played, tmp_path):
    done = magnate("tournament", "report", "t1", "--store", played, "--games-csv", "games.csv")
    assert "wrote games.csv" in done.err
    rows = list(csv.DictReader((tmp_path / "games.csv").read_text(encoding="utf-8").splitlines()))
    assert [row["game"] for row in rows] == [str(number) for number in range(200)]
    assert {row["agent_0"] for row in rows} == {"random", "random#2"}
    assert all(float(row["share_0"]) + float(row["share_1"]) == 1.0 for row in rows)
    assert not (tmp_path / "report-t1.html").exists()


def test_json_is_the_result_of_the_run_with_the_strengths(magnate, played, tmp_path):
    report = magnate("tournament", "report", "t1", "--store", played, "--json").json
    assert (report["schema"], report["kind"], report["run"]["id"]) == (1, "tournament.report", "t1")
    assert report["run"]["files"] == []
    result = report["result"]
    assert result["games"] == 200
    assert [line["elo"] for line in result["ratings"]["agents"]] == [0.0, 0.0]
    assert {"ranking", "matrix", "cycles", "pairs", "endings", "capped"} <= set(result)
    again = magnate("tournament", "report", "t1", "--store", played, "--json", "--out", tmp_path / "c.html").json
    assert again["result"] == result
    assert again["run"]["files"] == [str(tmp_path / "c.html")]


def test_agents_have_errors_and_luck_where_reviews_are_asked_for(magnate, played, tmp_path):
    done = magnate("tournament", "report", "t1", "--store", played, "--review", 6, "--md", "-", "--csv", tmp_path / "t")
    assert "## Errors and luck" in done.out
    rows = list(csv.DictReader((tmp_path / "t" / "reviews.csv").read_text(encoding="utf-8").splitlines()))
    assert [row["reviewed"] for row in rows] == ["6", "6"]
    for row in rows:
        assert float(row["error_rate_low"]) < float(row["error_rate"]) < float(row["error_rate_high"])
    assert sum(float(row["luck"]) for row in rows) == pytest.approx(0, abs=1e-5)
    report = magnate("tournament", "report", "t1", "--store", played, "--review", 6, "--json").json["result"]["reviews"]
    assert [(one["agent"], one["games"]) for one in report] == [(row["agent"], 6) for row in rows]
    assert report[0]["rate"]["mean"] == pytest.approx(float(rows[0]["error_rate"]))
    page = magnate("tournament", "report", "t1", "--store", played, "--review", 1)
    assert page.code == 0
    assert "Errors and luck" in (tmp_path / "report-t1.html").read_text(encoding="utf-8")
    assert "reviews" not in magnate("tournament", "report", "t1", "--store", played, "--json").json["result"]


def test_there_must_be_something_to_report_and_somewhere_to_put_it(magnate, played, tmp_path):
    unknown = magnate("tournament", "report", "t9", "--store", played)
    assert unknown.code != 0
    assert 'there is no tournament "t9"' in unknown.err
    nowhere = magnate("tournament", "report", "t1", "--store", played, "--out", tmp_path / "no" / "page.html")
    assert nowhere.code == 5
    assert "the folder does not exist" in nowhere.err


def test_a_tournament_without_games_says_how_to_get_some(magnate, tmp_path, monkeypatch):
    import magnate as package
    from magnate.arena.plan import make_plan
    from magnate.arena.store import open_store

    monkeypatch.chdir(tmp_path)
    with open_store(str(tmp_path / "empty.db")) as store:
        store.create(make_plan(package.load("pig"), ["random", "random"], 100), 10)
    done = magnate("tournament", "report", "t1", "--store", tmp_path / "empty.db")
    assert done.code != 0
    assert "the tournament has no finished games" in done.err
    assert "magnate tournament resume" in done.err
