"""Models at the tables of `magnate serve`: by invitation, by the owner's key, and through `magnate mcp --server`."""

import socket
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from magnate.errors import BadToken, BadValue, NoSuchTable
from magnate.models.door import bridge

from ..serving import Server
from .scripted import Refusal, Tools, by_stdio, run


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    running = Server(tmp_path_factory.mktemp("served"), "--mcp")
    yield running
    assert running.stop() == 0


def tools_of(server, test, key=None):
    """Run a test with the tools of a server, as somebody who has this key."""

    async def connected():
        headers = {} if key is None else {"Authorization": f"Bearer {key}"}
        async with (
            httpx2.AsyncClient(headers=headers, timeout=120) as http,
            Client(streamable_http_client(f"{server.url}/mcp", http_client=http)) as client,
        ):
            await test(Tools(client))

    run(connected())


def test_a_model_sits_by_invitation_where_a_person_made_the_table(server):
    created = server.create("tictactoe", "ha")

    async def test(tools):
        view = await tools("sit", table=created["id"], invitation=created["tokens"]["0"])
        assert view["yours"]
        assert view["link"] == f"{server.url}/g/{created['id']}"
        view, _ = await tools.play(view)
        assert view["over"]
        with pytest.raises(Refusal, match="Only the owner of this server makes tables"):
            await tools("sit", game="tictactoe")

    tools_of(server, test)
    with server.client(owner=True) as client:
        shown = client.get(f"/api/games/{created['id']}").json()
    assert shown["table"]["status"] == "over"


def test_the_owners_key_makes_tables(server):
    async def test(tools):
        view = await tools("sit", game="tictactoe", opponents=["random"])
        assert (await tools.play(view))[0]["over"]

    tools_of(server, test, server.key)


def test_standard_input_reaches_a_running_server(server):
    async def test():
        async with by_stdio("--server", server.url, "--key", server.key) as tools:
            assert len((await tools.client.list_tools()).tools) == 7
            view = await tools("sit", game="tictactoe", opponents=["random"], skin="plain")
            assert (await tools.play(view))[0]["over"]
            with pytest.raises(Refusal, match="This is no seat"):
                await tools("look", seat="nobody")

    run(test())


def test_a_page_elsewhere_does_not_reach_the_tools(server):
    ask = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    with httpx2.Client(base_url=server.url, trust_env=False) as client:
        assert client.post("/mcp", json=ask, headers={"Origin": "http://elsewhere.example"}).status_code == 403
        assert client.post("/mcp", content="x", headers={"Content-Type": "text/plain"}).status_code in {403, 415}
        assert client.post("/api/games", json={}).status_code == 403


def test_a_wrong_key_is_refused_before_anything_else(server):
    with pytest.raises(BadToken, match=f"the server at {server.url} refuses the key"):
        bridge(server.url, "wrong")


def test_the_owners_key_is_in_no_address():
    asked = []

    class Handler(Other):
        def do_GET(self):
            asked.append((self.path, self.headers["Authorization"]))
            super().do_GET()

    with another(Handler) as port, pytest.raises(BadValue, match="no magnate server answers at"):
        bridge(f"http://127.0.0.1:{port}", "secret")
    assert {key for _, key in asked} == {"Bearer secret"}
    assert not any("secret" in path for path, _ in asked)


def test_what_is_wrong_with_an_address_is_told(server):
    with socket.create_server(("127.0.0.1", 0)) as nobody:
        port = nobody.getsockname()[1]
    wrong = {
        f"http://127.0.0.1:{port}": "nothing listens at",
        "nonsense": "is no address of a server",
        "http://127.0.0.1:99999": "is no address of a server",
        f"{server.url}/g/nonsense": "there is no table nonsense at",
        f"{server.url}/g/0123456789abcdef": "there is no table 0123456789abcdef at",
        f"{server.url}/g/{server.create('tictactoe', 'ha')['id']}": "--server takes the address of the server alone",
    }
    for address, said in wrong.items():
        with pytest.raises((BadValue, NoSuchTable), match=said):
            bridge(address, None)


class Other(BaseHTTPRequestHandler):
    """Another server, which answers everything with a status and a text."""

    status = 200

    def do_GET(self):
        self.send_response(self.status)
        self.end_headers()
        self.wfile.write(b"hello")

    def do_POST(self):
        self.do_GET()

    def log_message(self, *_):
        """Say nothing."""


@contextmanager
def another(handler):
    """The port of another server."""
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as other:
        thread = threading.Thread(target=other.serve_forever)
        thread.start()
        try:
            yield other.server_port
        finally:
            other.shutdown()
            thread.join()


@pytest.mark.parametrize(
    ("status", "error", "said"),
    [(200, BadValue, "no magnate server answers at"), (401, BadToken, "refuses the key"), (403, BadToken, "refuses")],
)
def test_another_server_is_not_taken_for_one_of_ours(status, error, said):
    handler = type("Handler", (Other,), {"status": status})
    with another(handler) as port, pytest.raises(error, match=said):
        bridge(f"http://127.0.0.1:{port}", None)


def test_where_models_are_not_let_in_there_is_no_such_address(tmp_path):
    closed = Server(tmp_path)
    try:
        with pytest.raises(BadValue, match="has no tables for models"):
            bridge(closed.url, closed.key)
        with httpx2.Client(base_url=closed.url, trust_env=False) as client:
            ask = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
            assert client.post("/mcp", json=ask).status_code == 403
            assert client.post("/mcp", json=ask, headers={"Origin": closed.url}).status_code in {404, 405}
    finally:
        assert closed.stop() == 0
