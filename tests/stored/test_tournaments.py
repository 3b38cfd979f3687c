"""Tournaments that earlier versions of magnate stored: they are listed, read, compared, verified, and go on."""

import json
import shutil
from pathlib import Path

import pytest

from magnate.arena.executors import Threads
from magnate.arena.fingerprints import compared, fingerprints_of
from magnate.arena.replay_game import GameName, accept, replay_game, verified, with_todays_code
from magnate.arena.results import tournament_results
from magnate.arena.runner import run_tournament
from magnate.arena.store import open_store
from magnate.cli.main import run
from magnate.errors import PlanChanged

STORED = Path(__file__).parents[1] / "data" / "stored"
STORES = {file.stem: json.loads(file.read_text()) for file in sorted(STORED.glob("tournaments*.json"))}
EVERY = [(store, name) for store, those in STORES.items() for name in those]
SMALL = [(store, name) for store, name in EVERY if STORES[store][name]["what"] in {"pig", "kuhn", "interrupted"}]
FIRST = "tournaments"
"""The store of version 0.1.0, whose blocks have no checksums."""


def copied(store: str, folder: Path) -> str:
    return str(shutil.copy(STORED / f"{store}.db", folder / "tournaments.db"))


def test_each_format_has_a_store() -> None:
    assert set(STORES) == {file.stem for file in STORED.glob("tournaments*.db")}
    assert {FIRST, "tournaments-checksums", "tournaments-fingerprints"} <= set(STORES)


@pytest.mark.parametrize("store", STORES)
def test_they_are_listed(store: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    where = copied(store, tmp_path)
    with open_store(where) as opened:
        found = {entry.id: entry for entry in opened.entries()}
    assert {name: (one.done, one.total) for name, one in found.items()} == {
        name: (one["done"], one["games"]) for name, one in STORES[store].items()
    }
    assert run(["tournament", "list", "--store", where, "--json"]) == 0
    assert [one["id"] for one in json.loads(capsys.readouterr().out)["result"]] == list(STORES[store])


@pytest.mark.parametrize(("stored", "name"), EVERY)
def test_their_games_are_read_and_compared(stored: str, name: str, tmp_path: Path) -> None:
    about = STORES[stored][name]
    with open_store(copied(stored, tmp_path)) as store:
        plan = store.plan(name)
        games = store.games(name)
        assert len(games) == about["done"]
        findings = tournament_results(games, plan)
        assert findings.as_dict()
        assert bool((games.failed > 0).any()) == (about["what"] in {"failures", "void"})
        found = verified(store, name, sample=0)
        assert found.ok
        assert found.blocks > 0
        assert found.unchecked == (found.blocks if stored == FIRST else 0)


@pytest.mark.parametrize("name", STORES[FIRST])
def test_the_same_games_were_stored_in_each_format(name: str, tmp_path: Path) -> None:
    monopoly = STORES[FIRST][name]["what"] in {"monopoly", "extended"}  # its rules were changed after the first
    found = []
    for stored in STORES.keys() - ({FIRST} if monopoly else set()):
        with open_store(copied(stored, tmp_path)) as store:
            games = store.games(name)
        found.append(
            {key: value.tolist() for key, value in {**games.facts, **games.seats, "winners": games.winners}.items()}
        )
    assert all(one == found[0] for one in found)


@pytest.mark.parametrize("store", STORES)
def test_they_can_be_read_where_nothing_can_be_written(store: str) -> None:
    with open_store(f"sqlite:///file:{STORED / f'{store}.db'}?mode=ro&uri=true") as opened:
        assert len(opened.games("t1")) == STORES[store]["t1"]["done"]


@pytest.mark.parametrize(("stored", "name"), SMALL)
def test_their_games_are_played_again_from_their_seeds(stored: str, name: str, tmp_path: Path) -> None:
    with open_store(copied(stored, tmp_path)) as store:
        found = verified(store, name, sample=12, force=True)
        assert (found.ok, found.differing) == (True, ())
        assert found.replayed >= 12
        assert replay_game(store, GameName(name, 0, 1)).record.result is not None


PRINTED = "tournaments-fingerprints"
"""The first store whose plans have fingerprints."""


@pytest.mark.parametrize("name", STORES[PRINTED])
def test_the_code_of_then_has_the_fingerprints_of_today(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A rule that is changed on purpose is named here: its tournaments are not extended any more."""
    monkeypatch.setattr("magnate.arena.fingerprints.root", lambda: tmp_path)  # where none is kept
    with open_store(copied(PRINTED, tmp_path)) as store:
        plan = store.plan(name)
        found, kept = fingerprints_of(plan), plan.fingerprints
    assert kept is not None
    assert (found.game, found.agents) == (kept.game, kept.agents)
    assert kept.columns.items() <= found.columns.items(), "a new statistic changes no other one"
    assert compared(plan).changed == ()


OTHERWISE = [(FIRST, name) for name, one in STORES[FIRST].items() if one["what"] in {"monopoly", "extended"}]
"""Agents of Monopoly have learned since not to repeat an offer, so that these games go otherwise."""


@pytest.mark.parametrize(("stored", "name"), [one for one in EVERY if one not in OTHERWISE and one[0] != PRINTED])
def test_hashes_of_sources_are_accepted_where_a_sample_agrees(stored: str, name: str, tmp_path: Path) -> None:
    with open_store(copied(stored, tmp_path)) as store:
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


@pytest.mark.parametrize(("stored", "name"), OTHERWISE)
def test_they_are_refused_where_it_does_not_with_the_row_that_differs(stored: str, name: str, tmp_path: Path) -> None:
    with open_store(copied(stored, tmp_path)) as store:
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


def test_a_tournament_without_games_needs_no_sample(tmp_path: Path) -> None:
    with open_store(copied(FIRST, tmp_path)) as store:
        old = store.plan("t2")
        name = store.create(old, 12)
        plan, accepted = with_todays_code(store, name)
        assert accepted == old.changes()
        assert plan.changes() == ()


def test_an_earlier_one_is_extended(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    where = copied(FIRST, tmp_path)
    assert run(["tournament", "extend", "t1", "--games", "72", "--store", where, "--json"]) == 0
    output = capsys.readouterr()
    assert (
        "the rules of pig, the agent random: the sources changed since it began, and play the same games" in output.err
    )
    assert json.loads(output.out)["result"]["mixed"] == []
    assert run(["tournament", "extend", "t2", "--games", "36", "--store", where]) == 3
    assert "its games go otherwise: t2:" in capsys.readouterr().err


@pytest.mark.parametrize("stored", STORES)
def test_an_interrupted_one_goes_on(stored: str, tmp_path: Path) -> None:
    with open_store(copied(stored, tmp_path)) as store:
        (name,) = [name for name, one in STORES[stored].items() if one["what"] == "interrupted"]
        plan = store.plan(name)
        store.change(name, plan.checked(force=True), 12, plan)
        run_tournament(store, name, Threads(1))
        found = verified(store, name, sample=0)
        assert found.ok
        assert found.games == STORES[stored][name]["games"]
        assert (0 < found.unchecked < found.blocks) == (stored == FIRST), "the new blocks have checksums"
        assert store.about()[0] == 2


@pytest.mark.parametrize("store", STORES)
def test_a_report_is_made(store: str, tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    assert run(["tournament", "report", "t1", "--store", copied(store, tmp_path), "--out", str(page)]) == 0
    assert "pig" in page.read_text().lower()
