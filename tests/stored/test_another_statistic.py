"""A game gets statistics that its stored tournaments were kept without: these are read, reported and extended."""

import csv
import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import magnate
from magnate.arena import database
from magnate.arena.empirical_game import empirical_game
from magnate.arena.executors import Threads
from magnate.arena.games import Games
from magnate.arena.plan import make_plan
from magnate.arena.replay_game import verified
from magnate.arena.results import tournament_results
from magnate.arena.runner import run_tournament
from magnate.arena.store import open_store
from magnate.cli import console
from magnate.cli.main import run
from magnate.core.result_schema import ResultSchema, Statistic
from magnate.core.run import Results
from magnate.errors import BadPlan, StoreDamaged, StoreReadOnly
from magnate.games import pig

STORED = Path(__file__).parents[1] / "data" / "stored"
PLANNED, MORE = 60, 90
"""Games of each pair in the stored tournament t1, and after it was extended."""


def schema(before: ResultSchema) -> ResultSchema:
    """What pig keeps, with one more fact a game, one a seat, and one with two numbers a seat."""

    def collect(results: Results) -> dict[str, np.ndarray]:
        score = before.collect(results)["score"].astype(np.int64)
        return {**before.collect(results), "moves": results.decisions, "lead": score - score[:, ::-1], "digits": score}

    return ResultSchema(
        game=(("moves", "i4"), *before.game),
        seat=(("lead", "i2"), *before.seat, ("digits", "u2")),
        collect=collect,
        unpack={"digits": ("places", lambda kept: np.stack([kept // 10, kept % 10], axis=-1))},
        parts={"places": ("tens", "ones")},
        shown=(Statistic("moves", brief=True), Statistic("lead", "points ahead", kind="points")),
    )


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pig, "GAME", replace(pig.GAME, results=schema(pig.FACTS)))


@pytest.fixture(params=sorted(file.stem for file in STORED.glob("tournaments*.db")))
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return str(shutil.copy(STORED / f"{request.param}.db", tmp_path / "tournaments.db"))


@pytest.fixture
def output_of(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """Run a command of ``magnate tournament``; returns what it prints."""
    monkeypatch.setenv("COLUMNS", "140")

    def done(*words: object) -> str:
        console.stdout.cache_clear()
        assert run(["tournament", *map(str, words)]) == 0, capsys.readouterr().err
        return capsys.readouterr().out

    return done


def fresh(games: int = MORE) -> Games:
    """The games of the tournament t1, all played now."""
    with open_store(database.MEMORY) as store:
        plan = make_plan(magnate.load("pig", target=20), ["random"] * 3, games, seed=3)
        tournament = store.create(plan, 24)
        run_tournament(store, tournament, Threads(1))
        return store.games(tournament)


def new_only(games: Games) -> Games:
    """The games that the extension added."""
    return games.where(games.deal >= PLANNED // games.players)


def extended(where: str) -> Games:
    with open_store(where) as store:
        plan = store.plan("t1")
        store.change("t1", plan.checked(force=True).extended(games=MORE), 24, plan)
        run_tournament(store, "t1", Threads(1))
        return store.games("t1")


@pytest.mark.usefixtures("later")
def test_extended_games_have_it_and_the_others_lack_it(where: str) -> None:
    games, expected = extended(where), fresh()
    lacking = games.deal < PLANNED // 2
    assert set(games.missing) == {"moves", "lead", "places"}
    assert all((those == lacking).all() for those in games.missing.values())
    for name in ("decisions", "turns"):
        assert games.facts[name].tolist() == expected.facts[name].tolist()
    assert games.seats["score"].tolist() == expected.seats["score"].tolist()
    for name in ("lead", "places"):
        assert games.seats[name][~lacking].tolist() == expected.seats[name][~lacking].tolist()
    assert (games.facts["moves"] == np.where(lacking, 0, games.facts["decisions"])).all()
    with open_store(where) as store:
        found = verified(store, "t1", sample=10**6, force=True)
        assert (found.ok, found.replayed) == (True, 3 * MORE)
    with pytest.raises(BadPlan, match="180 of the games were kept without their lead"):
        empirical_game(games, "lead")


@pytest.mark.usefixtures("later")
def test_means_are_over_the_games_that_have_it(
    where: str, output_of: Callable[..., str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = json.loads(output_of("extend", "t1", "--games", MORE, "--force", "--store", where, "--json", "-q"))[
        "result"
    ]
    other = fresh()
    plan = make_plan(magnate.load("pig", target=20), ["random"] * 3, MORE, seed=3)
    whole, added = (tournament_results(games, plan).as_dict() for games in (other, new_only(other)))
    new = {line["agent"]: line for line in added["ranking"]}
    old = {line["agent"]: line for line in whole["ranking"]}
    for line in result["ranking"]:
        assert line["games_with"] == {"moves": 60, "lead": 60, "places": 60}
        for name in ("moves", "lead", "places"):
            assert line[name] == new[line["agent"]][name]
        for name in ("score", "turns", "win_share", "games"):
            assert line[name] == old[line["agent"]][name]
    for pair, expected in zip(result["pairs"], added["pairs"], strict=True):
        assert pair["games_with"] == {"moves": 30, "lead": 30, "places": 30}
        assert [pair[name] for name in ("moves", "places")] == [expected[name] for name in ("moves", "places")]
    assert result["field"]["games_with"] == {"moves": 90, "lead": 90, "places": 90}
    assert result["field"]["moves"] == added["field"]["moves"]
    assert "games_with" not in json.dumps(added)

    table = output_of("resume", "t1", "--force", "--store", where, "-q")
    assert "moves: of 90 of 270 games; the others were kept without it" in table
    assert f"{new['random']['moves']['mean']:.2f}" in table
    page = output_of("report", "t1", "--store", where, "--md", "-", "--csv", "tables", "--games-csv", "games.csv")
    assert "Games that were kept without a statistic do not count for it." in page
    assert "games with points ahead" in page
    measures = {line["agent"]: line for line in read("tables/measures.csv")}
    for agent, line in new.items():
        assert float(measures[agent]["moves"]) == line["moves"]["mean"]
        assert measures[agent]["moves_games"] == "60"
    assert measures["(all agents)"]["lead_games"] == "90"
    assert {line["moves_games"] for line in read("tables/pairs.csv")} == {"30"}
    for line in read("games.csv"):
        late = int(line["deal"]) >= PLANNED // 2
        assert (line["moves"], line["turns"] != "") == (line["decisions"] if late else "", True)
        assert [line[name] != "" for name in ("lead_0", "places_ones_1")] == [late, late]


@pytest.mark.usefixtures("later")
def test_what_no_game_has_is_shown_as_missing(
    where: str, output_of: Callable[..., str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = json.loads(output_of("resume", "t1", "--force", "--store", where, "--json", "-q"))["result"]
    for line in (*result["ranking"], *result["pairs"], result["field"]):
        assert [line[name] for name in ("moves", "lead", "places")] == [None] * 3
        assert line["games_with"] == {"moves": 0, "lead": 0, "places": 0}
        assert line["score"] is not None
    table = output_of("resume", "t1", "--force", "--store", where, "-q").splitlines()
    assert "—" in next(line for line in table if "random" in line)
    assert "moves: of 0 of 180 games; the others were kept without it" in table
    page = output_of("report", "t1", "--store", where, "--md", "-", "--csv", "tables", "--out", "page.html")
    assert "| — |" in page
    assert "<td>—</td>" in Path("page.html").read_text()
    assert {(line["moves"], line["moves_games"]) for line in read("tables/measures.csv")} == {("", "0")}


def test_columns_that_are_known_no_more_are_left_alone(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(pig, "GAME", replace(pig.GAME, results=schema(pig.FACTS)))
        extended(where)
    expected, plan = fresh(), make_plan(magnate.load("pig", target=20), ["random"] * 3, MORE, seed=3)
    with open_store(where) as store:
        games = store.games("t1")
        assert games.missing == {}
        assert tournament_results(games, plan).as_dict() == tournament_results(expected, plan).as_dict()
        assert verified(store, "t1", sample=40, force=True).ok
    monkeypatch.setattr(pig, "GAME", replace(pig.GAME, results=schema(pig.FACTS)))
    with open_store(where) as store:
        assert store.games("t1").facts["moves"].any(), "the store has them still"


def test_a_field_may_become_larger(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_store(where) as store:
        before = store.games("t1")
    wider = replace(pig.FACTS, game=(("turns", "i8"),), seat=(("score", "i2"),))
    monkeypatch.setattr(pig, "GAME", replace(pig.GAME, results=wider))
    games = extended(where)
    assert games.missing == {}
    assert games.facts["turns"][games.deal < PLANNED // 2].tolist() == before.facts["turns"].tolist()
    assert games.seats["score"].dtype == np.int32


def test_a_store_has_the_newer_version_with_the_first_thing_that_is_written(tmp_path: Path) -> None:
    where = str(shutil.copy(STORED / "tournaments-checksums.db", tmp_path / "tournaments.db"))
    with open_store(where) as store:
        assert store.about()[0] == 1
        store.games("t1")
        assert verified(store, "t1", sample=0).ok
        assert store.about()[0] == 1
        store.create(store.plan("t1"), 24)
        assert store.about()[0] == 2
    extended(where)
    with open_store(where) as store:
        assert store.about()[0] == database.VERSION == 2


@pytest.mark.usefixtures("later")
def test_a_block_without_the_names_of_its_columns_is_noticed(tmp_path: Path) -> None:
    where = str(shutil.copy(STORED / "tournaments-checksums.db", tmp_path / "tournaments.db"))
    extended(where)
    with open_store(where) as store:
        store.execute(database.BLOCK.update().where(database.BLOCK.c.layout.is_not(None)).values(layout=None))
        with pytest.raises(StoreDamaged, match="is not as it was written"):
            store.games("t1")


def test_a_store_whose_columns_cannot_be_added_keeps_the_layout_that_it_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on a server whose user may write rows and change no table."""
    where = str(shutil.copy(STORED / "tournaments-checksums.db", tmp_path / "tournaments.db"))
    monkeypatch.setattr(database, "_add_columns", lambda _engine, _kind: None)
    assert extended(where).missing == {}
    with open_store(where) as store:
        assert verified(store, "t1", sample=12, force=True).ok
        plan = store.plan("t1")
        store.change("t1", plan.extended(games=MORE + 30), 24, plan)
        monkeypatch.setattr(pig, "GAME", replace(pig.GAME, results=schema(pig.FACTS)))
        with pytest.raises(StoreReadOnly, match="no column for the layout of its blocks"):
            run_tournament(store, "t1", Threads(1))


def read(file: str) -> list[dict[str, Any]]:
    with Path(file).open(newline="") as stream:
        return list(csv.DictReader(stream))
