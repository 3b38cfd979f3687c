"""A server in this process for each test that wants one, with pages of its own."""

from functools import cache

import pytest
from starlette.testclient import TestClient

from magnate.errors import BadRecord
from magnate.server.app import application
from magnate.server.settings import Settings
from tests.serving import Server

HOST = "127.0.0.1:8000"
ORIGIN = f"http://{HOST}"
KEY = "owner-key-of-the-tests-0123456789"


class NoHub:
    """A table service without tables: for tests of what stands before the table service."""

    async def start(self):
        pass

    async def stop(self):
        pass

    async def import_record(self, body, who):
        raise BadRecord("there is nobody who reads it")


@pytest.fixture(scope="session")
def built(tmp_path_factory):
    """A folder of built pages."""
    outside = tmp_path_factory.mktemp("pages")
    folder = outside / "static"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>magnate</title>", encoding="utf-8")
    (folder / "assets" / "app-1a2b.js").write_text("export {}", encoding="utf-8")
    (folder / "favicon.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>", encoding="utf-8")
    (outside / "secret.txt").write_text("outside of the folder", encoding="utf-8")
    (folder / "leak.txt").symlink_to(outside / "secret.txt")
    return folder


@pytest.fixture(scope="session")
def settings(built):
    """A local server's settings; `dataclasses.replace` makes others."""
    return Settings(owner_key=KEY, pages=built)


@cache
def without_tables(settings):
    """An application whose table service has no tables, which takes a second to make."""
    return application(settings, NoHub())


@pytest.fixture(scope="session")
def visit():
    """`visit(settings)` is a client that sends what a browser at our own page sends; the owner's, if asked for."""

    def open_one(settings, *, app=None, owner=False, host=HOST):
        client = TestClient(
            app or without_tables(settings),
            base_url=f"http://{host}",
            headers={"Origin": f"http://{host}"},
            raise_server_exceptions=False,
            follow_redirects=False,
        )
        if owner:
            assert client.get("/", params={"key": settings.owner_key}).status_code == 303
        return client

    return open_one


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """A server in a process of its own, for all tests that do no harm to it."""
    running = Server(tmp_path_factory.mktemp("server"))
    yield running
    assert running.stop() == 0


@pytest.fixture
def owner(server):
    """A client with the owner's cookie."""
    with server.client(owner=True) as client:
        yield client


@pytest.fixture
def stranger(server):
    """A client without one."""
    with server.client() as client:
        yield client
