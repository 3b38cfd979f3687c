"""Where tables are kept, in SQLite and PostgreSQL: what was kept is what is found, and no secret is in it."""

import hashlib
import os
import random
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import inspect, text

from magnate.core.dice import KeyedDice
from magnate.errors import NoSuchTable, StoreDamaged, StoreFailed, StoreUnusable
from magnate.server.rooms import encoded
from magnate.server.table import Table
from magnate.server.tablestore import open_tables, step_of

from .live import begun


@pytest.fixture
def store(where):
    opened = open_tables(where)
    yield opened
    opened.close()


def kept(store, *, token="a token", **agreed):  # noqa: S107
    at, first = begun(("pig", 2), **agreed)
    at.tokens = {0: hashlib.sha256(token.encode()).digest()}
    store.add(at, first)
    return at


def append(store, at, *actions, cid=None):
    change = at.plan_move(at.position.to_move, actions, cid)
    store.append([step_of(at, change)])
    at.make(change)


def found(store, at):
    loaded = store.load(at.id)
    table = Table.kept(loaded.config, loaded.seats, loaded.config.load_game(), loaded.changes)
    table.tokens = dict(loaded.tokens)
    return table


def test_a_table_is_found_as_it_was_left(store):
    at = kept(store)
    for number in range(5):
        append(store, at, "roll" if at.position.to_move == 0 else at.position.legal()[-1].name, cid=f"c{number}")
        same = found(store, at)
        for viewpoint in (None, 0, 1):
            assert encoded(same.sync(viewpoint, (), 99)) == encoded(at.sync(viewpoint, (), 99))
        assert same.tokens == at.tokens
    assert same.answered(0, "c0") == 1


def test_another_process_finds_it_too(where):
    first = open_tables(where)
    at = kept(first)
    append(first, at, "roll")
    second = open_tables(where)
    assert encoded(found(second, at).sync(0, (), 9)) == encoded(at.sync(0, (), 9))
    first.close()
    second.close()


def test_a_secret_is_kept_as_its_hash_only(store):
    at = kept(store, token="s3cret-of-a-seat")  # noqa: S106
    with store._engine.connect() as connection:
        everything = "".join(
            str(row)
            for name in inspect(connection).get_table_names()
            for row in connection.execute(text(f'SELECT * FROM "{name}"'))  # noqa: S608
        )
    assert "s3cret-of-a-seat" not in everything
    assert store.load(at.id).tokens == at.tokens


def test_a_change_is_kept_once(store):
    at = kept(store)
    change = at.plan_move(0, ["roll"])
    store.append([step_of(at, change)])
    with pytest.raises(StoreFailed):
        store.append([step_of(at, change)])
    assert len(store.load(at.id).changes) == 2


def test_changes_of_several_tables_are_kept_together_all_or_none(store):
    tables = [kept(store) for _ in range(3)]
    changes = [at.plan_move(0, ["roll"]) for at in tables]
    steps = [step_of(at, change) for at, change in zip(tables, changes, strict=True)]
    store.append(steps[2:])
    with pytest.raises(StoreFailed):
        store.append(steps)
    assert [len(store.load(at.id).changes) for at in tables] == [1, 1, 2]
    store.append(steps[:2])
    for at, change in zip(tables, changes, strict=True):
        at.make(change)
        assert encoded(found(store, at).sync(0, (), 9)) == encoded(at.sync(0, (), 9))
    assert [row["at"] for row in store.listed(None, 9, None)] == [1, 1, 1]


def test_what_is_deleted_is_gone(store):
    at, other = kept(store), kept(store)
    store.delete(at.id)
    with pytest.raises(NoSuchTable):
        store.load(at.id)
    assert store.load(other.id).tokens


def test_lists_have_public_tables_the_newest_first(store):
    first, hidden, last = kept(store), kept(store, public=False), kept(store)
    append(store, first, "roll")
    listed = store.listed(None, 10, None)
    assert [row["id"] for row in listed] == [last.id, first.id]
    assert hidden.id not in str(listed)
    assert [row["at"] for row in listed] == [0, 1]
    assert [row["id"] for row in store.listed(None, 1, None)] == [last.id]
    assert [row["id"] for row in store.listed(None, 9, last.config.created)] == [first.id]
    assert store.listed("over", 9, None) == []
    assert store.running() == 3


def test_tables_at_which_an_agent_is_to_decide_are_found_after_a_restart(store):
    waiting = kept(store, agents={0: "random"})
    kept(store, agents={1: "random"})
    assert store.waiting() == [waiting.id]


def test_a_store_of_tournaments_is_not_disturbed_by_tables_beside_them(where):
    from magnate.arena.store import open_store

    with open_store(where) as arena:
        before = arena.entries()
        store = open_tables(where)
        at = kept(store)
        assert found(store, at).id == at.id
        store.close()
        assert arena.entries() == before


def test_a_file_that_is_no_store_is_refused(tmp_path):
    file = tmp_path / "letter.txt"
    file.write_text("dear friend, " * 1000)
    with pytest.raises(StoreUnusable):
        open_tables(str(file))


def test_the_variable_names_the_store(tmp_path, monkeypatch):
    monkeypatch.setenv("MAGNATE_TABLES", str(tmp_path / "mine.db"))
    store = open_tables()
    assert store.name == str(tmp_path / "mine.db")
    store.close()


def test_moves_are_seen_by_nobody_before_they_are_kept(store):
    at = kept(store)
    change = at.plan_move(0, ["roll"])
    assert (at.at, at.seq) == (0, 0)
    store.append([step_of(at, change)])
    assert found(store, at).at == 1
    assert at.at == 0


def test_a_move_is_not_lost_with_its_process(tmp_path):
    import subprocess
    import sys

    place = tmp_path / "tables.db"
    code = f"""
import os, sys
sys.path.insert(0, {str(_root())!r})
from tests.server.test_tablestore import kept, append
from magnate.server.tablestore import open_tables
store = open_tables({str(place)!r})
at = kept(store)
append(store, at, "roll")
print(at.id, flush=True)
os.kill(os.getpid(), 9)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == -9, done.stderr
    store = open_tables(str(place))
    assert len(store.load(done.stdout.strip()).changes) == 2
    store.close()


def _root():
    from pathlib import Path

    return Path(__file__).parents[2]


def test_only_its_user_reads_the_store_that_has_the_dice(tmp_path):
    before = os.umask(0o022)
    try:
        where = tmp_path / "new" / "tables.db"
        store = open_tables(str(where))
        kept(store)
        files = sorted(where.parent.iterdir())
        assert {file.name for file in files} >= {"tables.db", "tables.db-wal", "tables.db-shm"}
        assert {file.stat().st_mode & 0o777 for file in files} == {0o600}
        assert where.parent.stat().st_mode & 0o777 == 0o700
        for file in files:
            file.chmod(0o644)  # as earlier versions left them
        again = open_tables(str(where))
        assert {file.stat().st_mode & 0o777 for file in where.parent.iterdir()} == {0o600}
        again.close()
        store.close()
    finally:
        os.umask(before)


def test_a_file_that_is_no_store_keeps_its_permissions(tmp_path):
    file = tmp_path / "notes.txt"
    file.write_text("no database " * 100)
    file.chmod(0o644)
    with pytest.raises(StoreFailed):
        open_tables(str(file))
    assert file.stat().st_mode & 0o777 == 0o644


def test_a_value_that_was_changed_is_noticed(tmp_path):
    file = tmp_path / "tables.db"
    store = open_tables(str(file))
    at, other = kept(store), kept(store)
    append(store, at, "roll", cid="c")
    with closing(sqlite3.connect(file)) as connection:
        names = ("game_table", "table_change", "table_secret")
        columns = [(name, row[1]) for name in names for row in connection.execute(f"PRAGMA table_info({name})")]
        assert len(columns) == 13 + 7 + 4
        for name, column in columns:
            whose = "id" if name == "game_table" else "table"
            where = f'WHERE rowid = (SELECT max(rowid) FROM {name} WHERE "{whose}" = ?)'  # noqa: S608
            (value,) = connection.execute(f'SELECT "{column}" FROM {name} {where}', [at.id]).fetchone()  # noqa: S608
            if column in {"id", "table"}:
                continue  # it is another table's then
            connection.execute(f'UPDATE {name} SET "{column}" = ? {where}', [_otherwise(column, value), at.id])  # noqa: S608
            connection.commit()
            with pytest.raises(StoreDamaged):
                store.load(at.id)
            listed = [row["id"] for row in store.listed(None, 9, None, everything=True)]
            assert listed == ([other.id] if name == "game_table" else [other.id, at.id])
            connection.execute(f'UPDATE {name} SET "{column}" = ? {where}', [value, at.id])  # noqa: S608
            connection.commit()
        assert encoded(found(store, at).sync(0, (), 9)) == encoded(at.sync(0, (), 9))
        connection.execute("DELETE FROM table_change WHERE seq = 1")
        connection.commit()
    with pytest.raises(StoreDamaged):
        store.load(at.id)
    store.close()


def _otherwise(column, value):
    """Another value of the same kind."""
    match value:
        case None:
            return 0
        case int():
            return 1 - value if column in {"public", "agent_next"} else value + 2
        case bytes():
            return bytes([value[0] ^ 1]) + value[1:]
    return value[:-1] + chr(ord(value[-1:] or "1") ^ 1)


def test_a_bit_that_was_flipped_in_the_file_changes_no_table_unnoticed(tmp_path):
    file, rng = tmp_path / "tables.db", random.Random(3)
    store = open_tables(str(file))
    at = kept(store)
    for _ in range(3):
        append(store, at, "roll" if at.position.to_move == 0 else at.position.legal()[-1].name)
    store.close()
    shown, whole, noticed = encoded(at.sync(0, (), 99)), file.read_bytes(), 0
    for _ in range(150):
        data = bytearray(whole)
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        file.write_bytes(data)
        try:
            store = open_tables(str(file))
            try:
                assert encoded(found(store, at).sync(0, (), 99)) == shown
            finally:
                store.close()
        except (NoSuchTable, StoreFailed):
            noticed += 1
    assert noticed > 5


def test_a_copy_of_the_database_alone_does_not_tell_the_dice(tmp_path):
    file, dice = tmp_path / "tables.db", KeyedDice.thrown()
    store = open_tables(str(file))
    at = kept(store, dice=dice)
    store.close()
    key = tmp_path / "tables.db.key"
    assert key.stat().st_mode & 0o777 == 0o600
    for one in tmp_path.glob("tables.db*"):
        assert dice.key.encode() not in one.read_bytes()
    copy = str(shutil.copy(file, tmp_path / "copy.db"))
    alone = open_tables(copy)
    assert [row["id"] for row in alone.listed(None, 9, None)] == [at.id]
    with pytest.raises(StoreDamaged, match=r"copy\.db\.key of the tables' dice is not there"):
        alone.load(at.id)
    kept(alone)  # makes a key of its own
    with pytest.raises(StoreDamaged, match="is not the key"):
        alone.load(at.id)
    alone.close()
    again = open_tables(str(file))
    assert again.load(at.id).config.dice == dice
    kept_before = key.read_bytes()
    for damaged in (b"", b"\xff" + kept_before, kept_before * 9, bytes([kept_before[0] ^ 1]) + kept_before[1:]):
        key.write_bytes(damaged)
        with pytest.raises(StoreDamaged):
            again.load(at.id)
        assert key.read_bytes() == damaged  # what is left of it is not lost
    key.write_bytes(kept_before)
    assert again.load(at.id).config.dice == dice
    again.close()


def test_the_dice_of_an_older_store_are_sealed_with_the_first_change(tmp_path):
    stored = Path(__file__).parents[1] / "data" / "stored" / "tables.db"
    file = Path(shutil.copy(stored, tmp_path / "tables.db"))

    def terms():
        with closing(sqlite3.connect(file)) as connection:
            return dict(connection.execute("SELECT id, terms FROM game_table WHERE status != 'over'"))

    before, store = terms(), open_tables(str(file))
    dice = {name: store.load(name).config.dice for name in before}
    assert all("sealed" not in one and '"dice":{' in one for one in before.values())
    kept(store)
    assert all('"dice":{"sealed":' in one for one in terms().values())
    assert {name: store.load(name).config.dice for name in before} == dice
    assert {row["id"] for row in store.listed(None, 99, None, everything=True)} >= set(before)
    store.close()
