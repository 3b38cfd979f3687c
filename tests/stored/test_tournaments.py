"""Tournaments that an earlier magnate stored: they are listed, read, compared, verified, and go on."""

import json
import shutil
from pathlib import Path

import pytest

from magnate.arena.executors import Threads
from magnate.arena.fingerprints import fingerprints_of
from magnate.arena.replay_game import GameName, accept, replay_game, verified, with_todays_code
from magnate.arena.results import tournament_results
from magnate.arena.runner import run_tournament
from magnate.arena.store import open_store
from magnate.cli.main import run
from magnate.errors import PlanChanged

STORED = Path(__file__).parents[1] / "data" / "stored"
TOLD = json.loads((STORED / "tournaments.json").read_text())
SMALL = [name for name, one in TOLD.items() if one["what"] in {"pig", "kuhn", "interrupted"}]


@pytest.fixture
def where(tmp_path: Path) -> str:
    return str(shutil.copy(STORED / "tournaments.db", tmp_path / "tournaments.db"))


def test_they_are_listed(where: str, capsys: pytest.CaptureFixture[str]) -> None:
    with open_store(where) as store:
        found = {entry.id: entry for entry in store.entries()}
    assert {name: (one.done, one.total) for name, one in found.items()} == {
        name: (one["done"], one["games"]) for name, one in TOLD.items()
    }
    assert run(["tournament", "list", "--store", where, "--json"]) == 0
    assert [one["id"] for one in json.loads(capsys.readouterr().out)["result"]] == list(TOLD)


@pytest.mark.parametrize("name", TOLD)
def test_their_games_are_read_and_compared(name: str, where: str) -> None:
    with open_store(where) as store:
        plan = store.plan(name)
        games = store.games(name)
        assert len(games) == TOLD[name]["done"]
        findings = tournament_results(games, plan)
        assert findings.as_dict()
        assert bool((games.failed > 0).any()) == (TOLD[name]["what"] in {"failures", "void"})
        found = verified(store, name, sample=0)
        assert found.ok
        assert found.unchecked == found.blocks > 0


def test_they_can_be_read_where_nothing_can_be_written() -> None:
    with open_store(f"sqlite:///file:{STORED / 'tournaments.db'}?mode=ro&uri=true") as store:
        assert len(store.games("t1")) == TOLD["t1"]["done"]


@pytest.mark.parametrize("name", SMALL)
def test_their_games_are_played_again_from_their_seeds(name: str, where: str) -> None:
    with open_store(where) as store:
        found = verified(store, name, sample=12, force=True)
        assert (found.ok, found.differing) == (True, ())
        assert found.replayed >= 12
        assert replay_game(store, GameName(name, 0, 1)).record.result is not None


OTHERWISE = {"monopoly", "extended"}
"""Agents of Monopoly have learned since not to repeat an offer, so that these games go otherwise."""


@pytest.mark.parametrize("name", [name for name, one in TOLD.items() if one["what"] not in OTHERWISE])
def test_hashes_of_sources_are_accepted_where_a_sample_agrees_row_by_row(name: str, where: str) -> None:
    with open_store(where) as store:
        kept = store.plan(name)
        assert kept.fingerprints is None
        assert kept.changes()
        plan, accepted = with_todays_code(store, name)
        assert accepted == kept.changes()
        assert (plan.changes(), plan.mixed) == ((), ())
        assert plan.fingerprints == fingerprints_of(plan)
        found = verified(store, name)
        assert (found.ok, found.accepted) == (True, kept.changes())
        accept(store, found)
        assert store.plan(name) == plan
        assert with_todays_code(store, name) == (plan, ())
        assert verified(store, name).accepted == ()


@pytest.mark.parametrize("name", [name for name, one in TOLD.items() if one["what"] in OTHERWISE])
def test_they_are_refused_where_it_does_not_with_the_row_that_differs(name: str, where: str) -> None:
    with open_store(where) as store:
        plan = store.plan(name)
        assert plan.load_game().options.completable_offers is False, "the rules are those of version 1"
        with pytest.raises(
            PlanChanged, match=rf"its games go otherwise: {name}:[\d.]+ has decisions \d+ instead of \d+"
        ):
            with_todays_code(store, name)
        found = verified(store, name)
        assert not found.ok
        assert found.accepted == ()
        assert len(found.differences) == len(found.differing) > 0
        assert store.plan(name) == plan


def test_a_tournament_without_games_needs_no_sample(where: str) -> None:
    with open_store(where) as store:
        old = store.plan("t2")
        name = store.create(old, 12)
        plan, accepted = with_todays_code(store, name)
        assert accepted == old.changes()
        assert plan.changes() == ()


def test_an_earlier_one_is_extended(where: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["tournament", "extend", "t1", "--games", "72", "--store", where, "--json"]) == 0
    told = capsys.readouterr()
    assert "the rules of pig: the sources changed since it began, and play the same games" in told.err
    assert json.loads(told.out)["result"]["mixed"] == []
    assert run(["tournament", "extend", "t2", "--games", "36", "--store", where]) == 3
    assert "its games go otherwise: t2:" in capsys.readouterr().err


def test_an_interrupted_one_goes_on(where: str) -> None:
    with open_store(where) as store:
        (name,) = [name for name, one in TOLD.items() if one["what"] == "interrupted"]
        plan = store.plan(name)
        store.change(name, plan.checked(force=True), 12, plan)
        run_tournament(store, name, Threads(1))
        found = verified(store, name, sample=0)
        assert found.ok
        assert found.games == TOLD[name]["games"]
        assert 0 < found.unchecked < found.blocks, "the new blocks have checksums"


def test_a_report_is_made(where: str, tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    assert run(["tournament", "report", "t1", "--store", where, "--out", str(page)]) == 0
    assert "pig" in page.read_text().lower()
