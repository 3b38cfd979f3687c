"""Tables that an earlier server kept: they are listed, shown as they were, and go on."""

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from magnate.core.game import Record
from magnate.server.table import Table
from magnate.server.tablestore import open_tables
from tests.server.live import run, service_at

STORED = Path(__file__).parents[1] / "data" / "stored"
TOLD = json.loads((STORED / "tables.json").read_text())
OVER = [name for name, one in TOLD.items() if one["over"]]


@pytest.fixture
def where(tmp_path: Path) -> Path:
    return Path(shutil.copy(STORED / "tables.db", tmp_path / "tables.db"))


def test_all_kinds_of_tables_are_there() -> None:
    assert {one["what"].partition(",")[0] for one in TOLD.values()} >= {"agents", "people", "fork", "import"}
    with closing(sqlite3.connect(f"file:{STORED / 'tables.db'}?mode=ro", uri=True)) as connection:
        kept = dict(connection.execute("SELECT id, at FROM game_table"))
    assert kept == {name: one["at"] for name, one in TOLD.items()}


def test_they_are_listed(where: Path) -> None:
    store = open_tables(str(where))
    listed = store.listed(None, 99, None, everything=True)
    assert {row["id"]: row["at"] for row in listed} == {name: one["at"] for name, one in TOLD.items()}
    assert {row["id"] for row in listed if row["status"] == "over"} == set(OVER)
    store.close()


@pytest.mark.parametrize("name", TOLD)
def test_a_table_is_as_it_was_left(name: str, where: Path) -> None:
    store = open_tables(str(where))
    kept = store.load(name)
    store.close()
    table = Table.kept(kept.config, kept.seats, kept.config.load_game(), kept.changes)
    assert (table.at, table.over, table.position.hash) == (TOLD[name]["at"], TOLD[name]["over"], TOLD[name]["hash"])
    for viewpoint in (None, 0, 1):
        assert table.sync(viewpoint, (), 99)["view"]["at"] == TOLD[name]["at"]
        assert len(table.steps(viewpoint, 0, 5)) == min(5, TOLD[name]["at"] + 1)
    assert table.log(None)


def test_finished_games_are_verified_and_exported(where: Path) -> None:
    async def test() -> None:
        async with service_at(where) as service:
            for name in OVER:
                table = await service.table(name)
                found = await service.verify(table)
                unknown = {"dice"} if "without a seed" in TOLD[name]["what"] else set()
                assert {check["name"] for check in found["checks"] if not check["ok"]} == unknown, found
                record = Record.from_json(await service.record(table))
                assert record.replay().hash == TOLD[name]["hash"]

    run(test())


def test_games_that_were_running_go_on(where: Path) -> None:
    async def test() -> None:
        async with service_at(where) as service:
            for name, one in TOLD.items():
                if one["over"]:
                    continue
                table = await service.table(name)
                seat = table.position.to_move
                move = table.position.legal()[0].name
                before = table.seq
                await service.act(table, seat, "stored", table.seq, [move])
                assert (await service.table(name)).seq > before

    run(test())
