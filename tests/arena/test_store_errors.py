"""What goes wrong with stores is told in a sentence, and what was committed is kept."""

import os
import pwd
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import event
from sqlalchemy.engine import Engine
from sqlalchemy.pool import Pool

import magnate
from magnate.arena.database import default_store, shown
from magnate.arena.executors import Threads
from magnate.arena.plan import make_plan
from magnate.arena.runner import run_tournament
from magnate.arena.store import open_store
from magnate.errors import MissingExtra, StoreFull, StoreNewer, StoreReadOnly, StoreUnusable


@pytest.fixture
def plan():
    return make_plan(magnate.load("pig", target=20), ["random", "random"], 4000)


def test_a_store_of_a_newer_version_is_refused(where):
    with open_store(where) as store:
        from magnate.arena.database import META

        store.execute(META.update().values(value="3"))
    with pytest.raises(StoreNewer, match=r"version 3.*versions up to 2"):
        open_store(where)


def test_a_file_that_is_no_store_is_left_alone(tmp_path):
    file = tmp_path / "letter.txt"
    file.write_text("Dear reader, " * 100, encoding="utf-8")
    with pytest.raises(StoreUnusable, match="is no store of magnate"):
        open_store(str(file))
    assert file.read_text(encoding="utf-8").startswith("Dear reader")


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("mysql://me@host/db", 'of the kind "mysql" are not known'),
        ("postgresql+pg8000://me@host/db", "are not known"),
        ("://", "cannot be read"),
        ("postgresql://me:secret@host:port/db", "cannot be read"),
        ("postgresql://me:secret@127.0.0.1:1/db", "cannot be reached"),
    ],
)
def test_a_wrong_url_is_refused_within_seconds_and_without_its_password(url, message):
    begun = time.monotonic()
    with pytest.raises(StoreUnusable, match=message) as refused:
        open_store(url)
    assert "secret" not in str(refused.value)
    assert time.monotonic() - begun < 15


def test_a_missing_driver_names_the_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(MissingExtra, match=r"magnate\[postgres\]"):
        open_store("postgresql://me@host/db")


def test_a_full_disk_loses_nothing(tmp_path, plan):
    where = str(tmp_path / "store.db")
    executor = Threads(1)

    def limit(connection, _record):
        connection.execute("PRAGMA max_page_count = 40")

    event.listen(Engine, "connect", limit)
    try:
        with open_store(where) as store:
            tournament = store.create(plan, 20)
            with pytest.raises(StoreFull, match="make room"):
                run_tournament(store, tournament, executor)
            kept = store.progress(tournament)
            assert kept == len(store.games(tournament)) > 0
            with pytest.raises(StoreFull):
                store.create(make_plan(magnate.load("pig"), ["random", "random"], 1_000_000), 20)
    finally:
        event.remove(Engine, "connect", limit)
    with open_store(where) as store:
        assert store.progress(tournament) == kept
        run_tournament(store, tournament, executor)
        assert store.progress(tournament) == len(store.games(tournament)) == 4000
    executor.shutdown()
    with closing(sqlite3.connect(where)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_a_store_that_cannot_be_read_lets_its_connections_go(tmp_path, monkeypatch):
    def fails(*_):
        raise StoreUnusable("it is damaged")

    open_ones = set()
    opened, closed = (lambda one, _: open_ones.add(id(one))), (lambda one, _: open_ones.discard(id(one)))
    monkeypatch.setattr("magnate.arena.store.readable_columns", fails)
    event.listen(Pool, "connect", opened)
    event.listen(Pool, "close", closed)
    try:
        with pytest.raises(StoreUnusable, match="damaged"):
            open_store(str(tmp_path / "store.db"))
        assert not open_ones
    finally:
        event.remove(Pool, "connect", opened)
        event.remove(Pool, "close", closed)


READ_ONLY = """
import os, sys
from magnate.cli.main import run

def commands(store):
    for words in (["run", "pig", "-n", "2", "-q"], ["status", "t1"], ["resume", "t1", "-q"]):
        print("code", run(["tournament", *words, "--store", store]))

warm, *stores, user = sys.argv[1:]
commands(warm)  # imports everything: an unprivileged user may not be able to read root's Python
print("now unprivileged")
if user != "0":
    os.setgroups([])
    os.setgid(int(user))
    os.setuid(int(user))
for store in stores:
    commands(store)
"""


def test_a_read_only_folder_is_told_and_can_be_read(plan, tmp_path):
    """As an unprivileged user: root may write everywhere."""
    with tempfile.TemporaryDirectory() as folder:
        kept, new = f"{folder}/store.db", f"{folder}/new.db"
        with open_store(kept) as store:
            store.create(plan, 2000)
        Path(kept).chmod(0o444)
        Path(folder).chmod(0o555)
        user = pwd.getpwnam("nobody").pw_uid if os.geteuid() == 0 else 0
        words = [sys.executable, "-c", READ_ONLY, tmp_path / "warm.db", kept, new, str(user)]
        done = subprocess.run(words, capture_output=True, text=True, check=True, timeout=300)
        Path(folder).chmod(0o755)
    output = done.stdout.partition("now unprivileged")[2]
    codes = [line for line in output.splitlines() if line.startswith("code")]
    assert codes == ["code 5", "code 0", "code 5", "code 5", "code 3", "code 3"], done.stderr
    assert "played: 0 of 4,000 games" in output
    assert done.stderr.count("cannot be written") == 3
    assert done.stderr.count("there is no store") == 2


def test_a_folder_that_cannot_be_made_is_told(tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(StoreReadOnly, match="cannot be made"):
        open_store(str(tmp_path / "file" / "store.db"))


def test_the_default_store_is_the_variable_or_a_file_in_the_data_folder(monkeypatch, tmp_path):
    monkeypatch.setenv("MAGNATE_STORE", "postgresql://me@host/db")
    assert default_store() == "postgresql://me@host/db"
    monkeypatch.delenv("MAGNATE_STORE")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_store() == str(tmp_path / "magnate" / "tournaments.db")


def test_a_password_is_not_shown():
    assert "secret" not in shown("postgresql://me:secret@host/db")
    assert shown("a folder/store.db") == "a folder/store.db"


def test_whether_a_store_can_be_written_is_tried(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "store.db"
    with open_store(str(file)) as store:
        store.check_writable()
    with open_store(f"sqlite:///file:{file}?mode=ro&uri=true") as store, pytest.raises(StoreReadOnly):
        store.check_writable()
    assert [found.name for found in tmp_path.iterdir()] == ["store.db"]
