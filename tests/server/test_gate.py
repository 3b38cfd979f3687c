"""The gate: names, origins, bodies, headers, how often somebody may ask, and the owner's key."""

from dataclasses import replace
from types import SimpleNamespace

import pytest
from starlette.websockets import WebSocketDisconnect

from magnate.errors import BadRecord
from magnate.server import routes, security
from magnate.server.app import application
from magnate.server.protocol import Close
from magnate.server.sealing import kept_key
from magnate.server.security import BODY, IMPORT

from .conftest import HOST, KEY, ORIGIN, NoHub

NEW = {"game": "pig", "seats": [{"kind": "human"}, {"kind": "human"}]}


@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1:8000", "[::1]:8000", "LOCALHOST:8000", "localhost"])
def test_the_servers_own_names_are_answered(visit, settings, host):
    assert visit(settings).get("/api/health", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:8000",
        "localhost.evil.example",
        "127.0.0.1.evil.example:8000",
        "192.168.1.2:8000",  # nobody but this machine reaches a local server
        "localhost:8000@evil.example",
        "localhost:port",
        "",
        "[::1",
        "a b",
    ],
)
def test_a_page_whose_name_leads_here_is_refused(visit, settings, host):
    got = visit(settings).get("/api/health", headers={"Host": host})
    assert got.status_code == 400
    assert got.json()["error"]["code"] == "unknown_host"


def test_a_hosted_server_is_known_by_its_public_name_and_by_numbers(visit, settings):
    hosted = replace(settings, host="0.0.0.0", public_url="https://games.example.org")  # noqa: S104
    client = visit(hosted)
    for host, status in (
        ("games.example.org", 200),
        ("192.168.1.2:8000", 200),
        ("[fe80::1]:8000", 200),
        ("evil.example", 400),
    ):
        assert client.get("/api/health", headers={"Host": host}).status_code == status


@pytest.mark.parametrize(
    "origin",
    [
        *("http://evil.example", "http://127.0.0.1:3000", "http://localhost:8000", "null", "", "file://", "http://"),
        *("a b", "http://[", "http://]", "http://[::1", "http://[x]", "//[", "http://a]b[", "http://[v1.x]:8000"),
    ],
)
@pytest.mark.parametrize("method", ["POST", "DELETE", "PUT", "PATCH"])
def test_pages_elsewhere_change_nothing(visit, settings, origin, method):
    client = visit(settings, owner=True)
    got = client.request(method, "/api/games", json=NEW, headers={"Origin": origin})
    assert got.status_code == 403
    assert got.json()["error"]["code"] == "foreign_origin"


@pytest.mark.parametrize("origin", ["http://[", "http://[::1", "http://evil.example", "http://]:8000"])
def test_a_socket_of_a_page_elsewhere_is_closed(visit, settings, origin):
    client = visit(settings)
    with (
        pytest.raises(WebSocketDisconnect) as closed,
        client.websocket_connect("/api/games/abcdefghij/ws", headers={"Origin": origin, "Host": HOST}),
    ):
        pass
    assert closed.value.code == Close.ORIGIN


def test_without_an_origin_nothing_is_changed(visit, settings):
    client = visit(settings, owner=True)
    del client.headers["Origin"]
    assert client.post("/api/games", json=NEW).status_code == 403
    assert client.get("/api/health").status_code == 200  # browsers send none when they only read


def test_pages_at_the_public_url_may(visit, settings):
    hosted = replace(settings, public_url="https://games.example.org")
    client = visit(hosted)
    sent_headers = {"Host": "games.example.org", "Origin": "https://games.example.org"}
    assert (
        client.post("/api/games", json=NEW, headers=sent_headers).json()["error"]["code"] == "forbidden"
    )  # not the owner
    sent_headers["Origin"] = "https://games.example.org.evil.example"
    assert client.post("/api/games", json=NEW, headers=sent_headers).json()["error"]["code"] == "foreign_origin"


@pytest.mark.parametrize("origin", ["http://evil.example", "null", None])
def test_a_socket_opened_by_a_page_elsewhere_is_refused(visit, settings, origin):
    client = visit(settings)
    if origin is None:
        del client.headers["Origin"]
    sent_headers = {} if origin is None else {"Origin": origin}
    with (
        pytest.raises(WebSocketDisconnect) as refused,
        client.websocket_connect("/api/games/abcdefgh/ws", headers=sent_headers),
    ):
        pass
    assert refused.value.code == 4403


def test_a_socket_under_a_foreign_name_is_refused(visit, settings):
    sent_headers = {"Host": "evil.example", "Origin": "http://evil.example"}
    with (
        pytest.raises(WebSocketDisconnect) as refused,
        visit(settings).websocket_connect("/api/games/abcdefgh/ws", headers=sent_headers),
    ):
        pass
    assert refused.value.code == 4403


@pytest.mark.parametrize(
    "kind",
    ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain", "", "application/jsonx"],
)
def test_a_form_posted_from_elsewhere_would_not_be_read(visit, settings, kind):
    client = visit(settings, owner=True)
    got = client.post("/api/games", content=b'{"game":"pig"}', headers={"Content-Type": kind})
    assert got.status_code == 415


@pytest.mark.parametrize(("path", "limit"), [("/api/games", BODY), ("/api/import", IMPORT)])
def test_bodies_are_bounded(visit, settings, path, limit):
    client = visit(settings, owner=True)
    sent_headers = {"Content-Type": "application/json"}
    assert client.post(path, content=b" " * (limit + 1), headers=sent_headers).status_code == 413
    assert client.post(path, content=b" " * limit, headers=sent_headers).status_code in {400, 422}


def test_bodies_that_do_not_tell_their_length_are_bounded(visit, settings):
    def endless():
        for _ in range(100):
            yield b" " * 10_000

    got = visit(settings, owner=True).post(
        "/api/games", content=endless(), headers={"Content-Type": "application/json"}
    )
    assert got.status_code == 413


def test_every_answer_has_the_headers(visit, settings):
    client = visit(settings)
    for got in (
        client.get("/"),
        client.get("/api/health"),
        client.get("/assets/app-1a2b.js"),
        client.get("/api/nothing"),
        client.post("/api/games", json=NEW),
        client.get("/api/health", headers={"Host": "evil.example"}),
    ):
        policy = got.headers["Content-Security-Policy"]
        assert "default-src 'self'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "object-src 'none'" in policy
        assert "script-src" not in policy  # it is default-src's: no inline scripts
        assert "evil" not in policy
        assert got.headers["X-Content-Type-Options"] == "nosniff"
        assert got.headers["X-Frame-Options"] == "DENY"
        assert got.headers["Referrer-Policy"] == "no-referrer"
        assert "Access-Control-Allow-Origin" not in got.headers


def test_nothing_is_shared_with_pages_elsewhere(visit, settings):
    asked = {"Origin": "http://evil.example", "Access-Control-Request-Method": "POST"}
    got = visit(settings).options("/api/games", headers=asked)
    assert got.status_code == 405
    assert not [name for name in got.headers if name.lower().startswith("access-control")]


def test_a_hosted_server_counts_requests(visit, settings, monkeypatch):
    assert security.REQUESTS_AT_ONCE >= 40 * 25  # a classroom loads the page
    monkeypatch.setattr(security, "REQUESTS_AT_ONCE", 200.0)
    hosted = visit(replace(settings, host="0.0.0.0", port=8001))  # noqa: S104
    monkeypatch.setattr("magnate.server.security.time", SimpleNamespace(monotonic=lambda: 0.0))
    found = [hosted.get("/api/health").status_code for _ in range(202)]
    assert found == [200] * 200 + [429] * 2
    local = visit(settings)
    assert {local.get("/api/health").status_code for _ in range(202)} == {200}


def test_a_hosted_server_does_what_takes_long_so_often_only(visit, settings, monkeypatch):
    monkeypatch.setattr(routes, "LABOURS_AT_ONCE", 40)
    monkeypatch.setattr("magnate.server.security.time", SimpleNamespace(monotonic=lambda: 0.0))
    hosted = visit(replace(settings, host="0.0.0.0", port=8002), owner=True)  # noqa: S104
    found = [hosted.post("/api/import", json={}).status_code for _ in range(42)]
    assert found == [400] * 40 + [429] * 2
    local = visit(settings, owner=True)
    assert {local.post("/api/import", json={}).status_code for _ in range(42)} == {400}


def test_tournaments_and_agents_count_as_what_takes_long(visit, settings, monkeypatch, tmp_path):
    paths = ("/api/agents?game=pig", "/api/tournaments", "/api/tournaments/t1", "/api/tournaments/t1/report")
    monkeypatch.setattr(routes, "LABOURS_AT_ONCE", 4)
    monkeypatch.setattr("magnate.server.security.time", SimpleNamespace(monotonic=lambda: 0.0))
    there = replace(settings, tournaments=str(tmp_path / "none.db"))
    hosted = visit(replace(there, host="0.0.0.0", port=8004))  # noqa: S104
    assert [hosted.get(path).status_code for path in paths * 2] == [200, 200, 404, 404, *[429] * 4]
    assert [visit(there).get(path).status_code for path in paths * 2] == [200, 200, 404, 404] * 2


@pytest.mark.parametrize("what", ["log", "turns", "record", "verify"])
def test_what_goes_through_a_whole_long_game_is_done_less_often(visit, settings, monkeypatch, what):
    """Each of these takes the server a tenth of a second where the game has 20,000 steps, and 64 bytes of a request."""

    class LongGame(NoHub):
        async def table(self, id):  # noqa: A002 - as the table service has it
            looked.append(id)
            return SimpleNamespace(at=20_000, withheld=False, open_to=lambda *_, **__: True)

        def seat_of(self, *_):
            return None

        async def answered(self, *_, **__):
            raise BadRecord("it was asked for")

        log = turns = record = verify = answered

    monkeypatch.setattr("magnate.server.security.time", SimpleNamespace(monotonic=lambda: 0.0))
    for hosted, most in ((True, 19), (False, 30)):
        there = replace(settings, host="0.0.0.0" if hosted else "127.0.0.1", port=8003)  # noqa: S104
        client, looked = visit(there, app=application(there, LongGame())), []
        found = [client.get(f"/api/games/{'a' * 10}/{what}").status_code for _ in range(30)]
        assert found == [400] * most + [429] * (30 - most)
        assert len(looked) == min(30, most + 1)  # what is refused outright loads nothing


# ---------------------------------------------------------------------------------------------- the owner


def test_the_key_becomes_a_cookie_that_no_script_reads_and_no_page_elsewhere_sends(visit, settings):
    client = visit(settings)
    assert client.get("/api/health").json()["owner"] is False
    got = client.get("/", params={"key": KEY})
    assert (got.status_code, got.headers["Location"]) == (303, "/")
    cookie = got.headers["Set-Cookie"]
    assert {"HttpOnly", "SameSite=strict", "Path=/"} <= set(cookie.split("; "))
    assert "Secure" not in cookie
    assert client.get("/api/health").json()["owner"] is True


def test_a_program_sends_the_key_in_a_header(visit, settings):
    client = visit(settings)
    for sent, owner in ((f"Bearer {KEY}", True), ("Bearer wrong", False), ("Bearer ", False), ("", False)):
        assert client.get("/api/health", headers={"Authorization": sent}).json()["owner"] is owner


def test_over_https_the_cookie_is_secure(visit, settings):
    client = visit(replace(settings, public_url="https://games.example.org"))
    got = client.get("/", params={"key": KEY})
    assert "Secure" in got.headers["Set-Cookie"].split("; ")


@pytest.mark.parametrize("key", ["", "wrong", KEY[:-1], KEY + "x", KEY.upper(), "é"])
def test_a_wrong_key_opens_nothing(visit, settings, key):
    client = visit(settings)
    got = client.get("/", params={"key": key})
    assert got.status_code == 403
    assert "Set-Cookie" not in got.headers
    assert client.get("/api/health").json()["owner"] is False


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", "/api/games"),
        ("POST", "/api/import"),
    ],
)
def test_only_the_owner_makes_tables(visit, settings, method, path):
    body = NEW if path == "/api/games" else {"record": {}}
    got = visit(settings).request(method, path, json=body)
    assert got.status_code == 403
    assert got.json()["error"]["code"] == "forbidden"
    assert got.json()["error"]["hint"]


def test_the_key_is_kept_where_only_its_user_reads_it(tmp_path):
    file = tmp_path / "data" / "owner.key"
    key = kept_key(file)
    assert len(key) >= 22
    assert file.stat().st_mode & 0o777 == 0o600
    file.chmod(0o644)  # copied by somebody, say
    assert kept_key(file) == key
    assert file.stat().st_mode & 0o777 == 0o600
    file.write_text("short", encoding="ascii")
    assert kept_key(file) not in {key, "short"}


def test_errors_say_what_is_wrong_and_never_repeat_what_was_sent(visit, settings):
    client = visit(settings, owner=True)
    hostile = "<script>alert(1)</script>"
    for body in ({"game": "pig", "seats": hostile}, {"game": "pig", "seats": [], hostile: 1}):
        got = client.post("/api/games", json=body)
        assert got.status_code == 422
        assert set(got.json()) == {"error"}
        assert set(got.json()["error"]) == {"code", "message", "hint"}
    for text in ("{", "[]", '{"game": NaN}', "\xff", '{"a":1,"a":2}', '{"game": 1e400}', "[" * 60_000, "1" * 5000):
        got = client.post("/api/games", content=text.encode("latin-1"), headers={"Content-Type": "application/json"})
        assert got.status_code in {400, 422}
        assert got.json()["error"]["code"]


def test_hosts_and_origins_agree_with_the_client(settings):
    assert settings.knows_origin(ORIGIN, HOST)
