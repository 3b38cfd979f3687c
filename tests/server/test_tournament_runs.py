"""The owner starts, stops and looks into tournaments over HTTP; nobody else may, and one is played at a time."""

import asyncio
import time

import pytest

from magnate.server.schemas import TableAnswer, TournamentAnswer, TournamentsAnswer
from magnate.server.tournament_runs import TournamentRuns

SMALL = {"game": "pig", "agents": ["random", "random"], "games": 20, "seed": 3}
ENDLESS = {**SMALL, "games": 100_000}
MONOPOLY = {"game": "monopoly", "players": 2, "agents": ["strategic", "algorithmic", "baseline", "random"]}
PATIENCE = 120


@pytest.fixture(autouse=True)
def stopped(owner):
    """No tournament of this module goes on after its test."""
    yield
    playing = owner.get("/api/tournaments").json()["playing"]
    if playing is not None:
        owner.post(f"/api/tournaments/{playing}/stop", json={})


def until(client, name, is_so):
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        found = client.get(f"/api/tournaments/{name}").json()
        TournamentAnswer.model_validate(found)
        if is_so(found):
            return found
        time.sleep(0.1)
    raise TimeoutError(found)


def started(owner, wishes):
    got = owner.post("/api/tournaments", json=wishes)
    assert got.status_code == 200, got.text
    return got.json()["id"]


def test_a_tournament_is_played_and_its_games_are_looked_into(owner, stranger):
    name = started(owner, SMALL)
    found = until(stranger, name, lambda found: found["tournament"]["played"] == 20 and not found["playing"])
    assert sum(row["games"] for row in found["standings"]) == 40  # two seats a game
    assert stranger.get(f"/api/tournaments/{name}/report").status_code == 200
    opened = owner.post(f"/api/tournaments/{name}/game", json={"number": 19}).json()
    shown = stranger.get(f"/api/games/{opened['id']}").json()
    TableAnswer.model_validate(shown)
    assert shown["table"]["status"] == "over"
    assert shown["table"]["imported"] is True
    assert owner.post(f"/api/tournaments/{name}/game", json={"number": 20}).status_code == 404


def test_one_is_played_at_a_time_and_can_be_stopped_and_gone_on_with(owner, stranger):
    name = started(owner, ENDLESS)
    TournamentsAnswer.model_validate(owner.get("/api/tournaments").json())
    assert owner.get("/api/tournaments").json()["playing"] == name
    refused = owner.post("/api/tournaments", json=SMALL)
    assert (refused.status_code, refused.json()["error"]["m"]["k"]) == (409, "table.refused.tournament")
    before = until(stranger, name, lambda found: found["tournament"]["played"] > 0)
    owner.post(f"/api/tournaments/{name}/stop", json={})
    stopped = until(stranger, name, lambda found: not found["playing"])
    assert before["tournament"]["played"] <= stopped["tournament"]["played"] < 100_000
    assert owner.post(f"/api/tournaments/{name}/go_on", json={}).status_code == 200
    until(stranger, name, lambda found: found["playing"])


def test_what_could_not_be_played_says_why(tmp_path):
    """The process finds no store, says so, and ends; one that was stopped has no problem."""

    async def check():
        runs = TournamentRuns(str(tmp_path / "nowhere.db"))
        await runs.go_on("t1")
        assert (runs.playing, runs.problem("t1")) == ("t1", None)
        end = time.monotonic() + PATIENCE
        while runs.playing is not None and time.monotonic() < end:
            await asyncio.sleep(0.1)
        assert "nowhere.db" in runs.problem("t1")
        assert runs.problem("t2") is None
        await runs.go_on("t1")
        await runs.stop()
        assert (runs.playing, runs.problem("t1")) == (None, None)
        await runs.close()

    asyncio.run(check())


def test_only_the_owner_may(stranger):
    assert stranger.post("/api/tournaments", json=SMALL).status_code == 403
    for what, body in (("stop", {}), ("go_on", {}), ("game", {"number": 0})):
        assert stranger.post(f"/api/tournaments/t1/{what}", json=body).status_code == 403


@pytest.mark.parametrize(
    ("wrong", "status"),
    [
        ({"agents": ["os:system", "random"]}, 400),
        ({"agents": ["mcts:time=60s", "random"]}, 400),  # a minute for each decision
        ({"agents": ["random"]}, 400),
        ({"agents": ["random"] * 13}, 422),
        ({"game": "chess"}, 400),
        ({"games": 10**9}, 422),
        ({**MONOPOLY, "games": 100_000}, 400),  # 600,000 games of 6 pairs
    ],
)
def test_what_cannot_be_played_is_refused(owner, wrong, status):
    got = owner.post("/api/tournaments", json={**SMALL, **wrong})
    assert got.status_code == status, got.text
    assert got.json()["error"]["message"]
    assert owner.get("/api/tournaments").json()["playing"] is None
