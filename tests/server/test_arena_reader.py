"""Tournaments and ratings as the pages show them."""

import asyncio
import subprocess
import sys
import threading
from dataclasses import replace
from types import SimpleNamespace

import pytest

from magnate.server.arena_reader import ArenaReader
from magnate.server.routes import list_agents
from magnate.server.schemas import AgentsAnswer, TournamentAnswer, TournamentsAnswer
from magnate.server.tournament_routes import show_report


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    """A store with a small tournament of pig."""
    where = str(tmp_path_factory.mktemp("arena") / "tournaments.db")
    command = [
        sys.executable,
        "-m",
        "magnate",
        "tournament",
        "run",
        "pig",
        "-n",
        "6",
        "--seed",
        "1",
        "-q",
        "--store",
        where,
    ]
    subprocess.run(command, check=True, capture_output=True)
    return where


@pytest.fixture
def client(visit, settings, store):
    return visit(replace(settings, tournaments=store))


def test_tournaments_are_listed_with_their_standings(client):
    found = client.get("/api/tournaments").json()
    TournamentsAnswer.model_validate(found)
    last = found["tournaments"][0]
    assert (last["game"], last["played"], last["planned"]) == ("pig", 6, 6) or last["played"] == last["planned"]
    shown = client.get(f"/api/tournaments/{last['id']}").json()
    TournamentAnswer.model_validate(shown)
    assert shown["report"] is True
    assert shown["standings"]


def test_the_report_is_a_page_that_runs_nothing(client):
    name = client.get("/api/tournaments").json()["tournaments"][0]["id"]
    got = client.get(f"/api/tournaments/{name}/report")
    assert got.headers["Content-Type"].startswith("text/html")
    policy = got.headers["Content-Security-Policy"]
    assert policy.startswith("sandbox")
    assert "default-src 'none'" in policy
    assert "script" not in policy
    assert "<script" not in got.text


def test_nobody_else_waits_while_pages_are_made(monkeypatch):
    let_go = threading.Event()
    monkeypatch.setattr(ArenaReader, "report", lambda *_: str(let_go.wait()))
    monkeypatch.setattr(ArenaReader, "ratings", lambda _: dict.fromkeys([], let_go.wait()))
    reader = ArenaReader(None)
    request = SimpleNamespace(app=SimpleNamespace(state=SimpleNamespace(arena=reader)))

    async def test():
        asked = [asyncio.ensure_future(show_report(request, "t1")) for _ in range(50)]
        asked += [asyncio.ensure_future(list_agents(request, "pig")) for _ in range(50)]
        await asyncio.sleep(0.05)
        try:
            assert await asyncio.wait_for(asyncio.to_thread(lambda: "made"), 60) == "made"
            assert not any(one.done() for one in asked)
        finally:
            let_go.set()
        assert {one.status_code for one in await asyncio.gather(*asked)} == {200}

    asyncio.run(test())
    reader.close()


@pytest.mark.parametrize("name", ["t999", "t0"])
def test_a_tournament_that_there_is_not(client, name):
    for path in (f"/api/tournaments/{name}", f"/api/tournaments/{name}/report"):
        assert client.get(path).status_code == 404
        assert client.get(path).json()["error"]["code"] == "unknown_tournament"


@pytest.mark.parametrize("name", ["..%2f..%2fetc%2fpasswd", "x", "t1;drop", "t" + "9" * 30])
def test_a_name_that_is_none(client, name):
    assert client.get(f"/api/tournaments/{name}").status_code in {404, 422}


def test_agents_have_the_ratings_of_the_newest_tournament(client):
    found = client.get("/api/agents", params={"game": "pig"}).json()
    AgentsAnswer.model_validate(found)
    assert {one["name"] for one in found["agents"]} >= {"random", "mcts"}


def test_a_store_that_is_not_there_yet_has_no_tournaments(visit, settings, tmp_path):
    fresh = visit(replace(settings, tournaments=str(tmp_path / "none.db")))
    assert fresh.get("/api/tournaments").json() == {"tournaments": [], "playing": None}


def test_a_store_that_cannot_be_read_is_told(visit, settings, tmp_path):
    (tmp_path / "letter.txt").write_text("Dear reader, " * 100, encoding="utf-8")
    got = visit(replace(settings, tournaments=str(tmp_path / "letter.txt"))).get("/api/tournaments")
    assert got.status_code == 503
    assert "no store of magnate" in got.json()["error"]["message"]


def test_a_list_does_not_wait_for_a_report(store, monkeypatch):
    let_go = threading.Event()
    reader = ArenaReader(store)
    monkeypatch.setattr(reader, "_page", lambda _entry: str(let_go.wait()))

    async def test():
        report = asyncio.ensure_future(reader.ask(reader.report, "t1"))
        await asyncio.sleep(0.05)
        assert await asyncio.wait_for(reader.ask(reader.tournaments), 60)
        assert (await asyncio.wait_for(reader.ask(reader.tournament, "t1"), 60))["standings"]
        assert not report.done()
        let_go.set()
        assert await report == "True"

    asyncio.run(test())
    reader.close()
