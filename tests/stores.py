"""Stores to test with: an SQLite file, and a database of a PostgreSQL server that runs for these tests only."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from itertools import count
from pathlib import Path

import pytest

from tests.ci_plugin import not_installed

START_SECONDS = 60
_databases = count(1)


def _program(name):
    """A program of PostgreSQL; Debian keeps them outside PATH."""
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    return found[-1] if found else shutil.which(name)


def _unprivileged():
    """How to start a process that must not be root's: PostgreSQL refuses to be."""
    if os.geteuid() != 0:
        return {}
    nobody = pwd.getpwnam("nobody")
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}


@pytest.fixture(scope="session")
def postgres_server():
    """The folder of a running PostgreSQL server's socket."""
    if _program("initdb") is None:
        not_installed("PostgreSQL", "it (on Debian: apt-get install postgresql)")
    folder = Path(tempfile.mkdtemp(prefix="magnate-pg-"))  # not below pytest's folders, which only their owner enters
    who = _unprivileged()
    if who:
        os.chown(folder, who["user"], who["group"])
    data = folder / "data"
    make = [_program("initdb"), "-D", data, "-U", "magnate", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"]
    subprocess.run(make, check=True, capture_output=True, cwd=folder, **who)
    settings = ["listen_addresses=", "fsync=off", f"unix_socket_directories={folder}"]
    words = [word for setting in settings for word in ("-c", setting)]
    with (folder / "log").open("wb") as log:
        serve = [_program("postgres"), "-D", data, *words]
        process = subprocess.Popen(serve, stdout=log, stderr=log, cwd=folder, **who)
    try:
        _wait_for(folder, process)
        yield folder
    finally:
        process.send_signal(signal.SIGINT)  # whoever is still connected does not hold it up
        process.wait(START_SECONDS)
        shutil.rmtree(folder, ignore_errors=True)


def _wait_for(folder, process):
    """Wait until the server answers."""
    import psycopg

    until = time.monotonic() + START_SECONDS
    while True:
        try:
            psycopg.connect(f"host={folder} user=magnate dbname=postgres").close()
        except psycopg.OperationalError:
            if process.poll() is not None or time.monotonic() > until:
                raise RuntimeError((folder / "log").read_text()) from None
            time.sleep(0.1)
        else:
            return


@pytest.fixture
def postgres(postgres_server):
    """The URL of a database of its own."""
    import psycopg

    name = f"test{next(_databases)}"
    with psycopg.connect(f"host={postgres_server} user=magnate dbname=postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return f"postgresql://magnate@/{name}?host={postgres_server}"


@pytest.fixture(params=["sqlite", "postgres"])
def where(request, tmp_path):
    """A place for a store: of each kind."""
    if request.param == "postgres":
        return request.getfixturevalue("postgres")
    return str(tmp_path / "folder with space" / "store.db")
