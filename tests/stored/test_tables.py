"""Tables that an earlier server kept: they are listed, shown as they were, and go on."""

import json
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from magnate.core.game import Record
from magnate.server.table import Table
from magnate.server.tablestore import open_tables
from tests.server.live import run, service_at

STORED = Path(__file__).parents[1] / "data" / "stored"
STORES = {file: json.loads((STORED / f"{file}.json").read_text()) for file in ("tables", "tables-2")}
TABLES = [(file, name) for file, stored in STORES.items() for name in stored]


@pytest.fixture
def copied(tmp_path: Path) -> Callable[[str], Path]:
    """A function that copies a store, and its key where it has one."""

    def copy(file: str) -> Path:
        for one in STORED.glob(f"{file}.db*"):
            shutil.copy(one, tmp_path / one.name)
        return tmp_path / f"{file}.db"

    return copy


@pytest.mark.parametrize("file", STORES)
def test_all_kinds_of_tables_are_there(file: str) -> None:
    stored = STORES[file]
    assert {one["what"].partition(",")[0] for one in stored.values()} >= {"agents", "people", "fork", "import"}
    with closing(sqlite3.connect(f"file:{STORED / f'{file}.db'}?mode=ro", uri=True)) as connection:
        kept = dict(connection.execute("SELECT id, at FROM game_table"))
    assert kept == {name: one["at"] for name, one in stored.items()}


@pytest.mark.parametrize("file", STORES)
def test_they_are_listed(file: str, copied: Callable[[str], Path]) -> None:
    stored, store = STORES[file], open_tables(str(copied(file)))
    listed = store.listed(None, 99, None, everything=True)
    assert {row["id"]: row["at"] for row in listed} == {name: one["at"] for name, one in stored.items()}
    assert {row["id"] for row in listed if row["status"] == "over"} == {name for name in stored if stored[name]["over"]}
    store.close()


@pytest.mark.parametrize(("file", "name"), TABLES)
def test_a_table_is_as_it_was_left(file: str, name: str, copied: Callable[[str], Path]) -> None:
    stored, store = STORES[file][name], open_tables(str(copied(file)))
    kept = store.load(name)
    store.close()
    table = Table.kept(kept.config, kept.seats, kept.config.load_game(), kept.changes)
    assert (table.at, table.over, table.position.hash) == (stored["at"], stored["over"], stored["hash"])
    for viewpoint in (None, 0, 1):
        assert table.sync(viewpoint, (), 99)["view"]["at"] == stored["at"]
        assert len(table.steps(viewpoint, 0, 5)) == min(5, stored["at"] + 1)
    assert table.log(None)


@pytest.mark.parametrize("file", STORES)
def test_finished_games_are_verified_and_exported(file: str, copied: Callable[[str], Path]) -> None:
    stored = STORES[file]

    async def test() -> None:
        async with service_at(copied(file)) as service:
            for name in (name for name in stored if stored[name]["over"]):
                table = await service.table(name)
                found = await service.verify(table)
                unknown = {"dice"} if "without a seed" in stored[name]["what"] else set()
                assert {check["name"] for check in found["checks"] if not check["ok"]} == unknown, found
                record = Record.from_json(await service.record(table))
                assert record.replay().hash == stored[name]["hash"]

    run(test())


@pytest.mark.parametrize("file", STORES)
def test_games_that_were_running_go_on(file: str, copied: Callable[[str], Path]) -> None:
    async def test() -> None:
        async with service_at(copied(file)) as service:
            for name, one in STORES[file].items():
                if one["over"]:
                    continue
                table = await service.table(name)
                seat = table.position.to_move
                move = table.position.legal()[0].name
                before = table.seq
                await service.act(table, seat, "stored", table.seq, [move])
                assert (await service.table(name)).seq > before

    run(test())
