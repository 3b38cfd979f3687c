"""The built pages: one page for all addresses, its files, and nothing outside of their folder."""

from dataclasses import replace

import pytest


@pytest.mark.parametrize("path", ["/", "/new", "/g/7QabcdeF", "/games", "/agents/monopoly", "/settings", "/apis"])
def test_every_address_of_a_page_is_the_page(visit, settings, path):
    got = visit(settings).get(path)
    assert got.status_code == 200
    assert "<title>magnate</title>" in got.text
    assert got.headers["Content-Type"].startswith("text/html")
    assert got.headers["Cache-Control"] == "no-cache"


def test_files_are_served_with_their_kind(visit, settings):
    client = visit(settings)
    script = client.get("/assets/app-1a2b.js")
    assert script.text == "export {}"
    assert "javascript" in script.headers["Content-Type"]
    assert "immutable" in script.headers["Cache-Control"]
    assert client.get("/favicon.svg").headers["Content-Type"] == "image/svg+xml"
    assert client.head("/").status_code == 200


@pytest.mark.parametrize(
    "path",
    [
        "/../secret.txt",
        "/%2e%2e/secret.txt",
        "/..%2fsecret.txt",
        "/%2e%2e%2fsecret.txt",
        "/assets/../../secret.txt",
        "/assets/%2e%2e/%2e%2e/secret.txt",
        "/assets/..%5c..%5csecret.txt",
        "/%252e%252e/secret.txt",
        "//etc/passwd.txt",
        "/assets/%00app-1a2b.js",
        "/assets/",
        "/assets/nothing.js",
        "/favicon.ico",
    ],
)
def test_nothing_outside_of_the_folder_is_served(visit, settings, path):
    client = visit(settings)
    got = client.get(path)
    assert "outside" not in got.text
    assert got.status_code == (200 if path == "/assets/" else 404)


def test_a_link_out_of_the_folder_is_not_followed(visit, settings):
    assert visit(settings).get("/leak.txt").status_code == 404


def test_before_the_pages_are_built_a_sentence_says_so(visit, settings, tmp_path):
    client = visit(replace(settings, pages=tmp_path / "nothing"))
    got = client.get("/")
    assert got.status_code == 503
    assert "make web" in got.text
    assert client.get("/api/health").status_code == 200


@pytest.mark.parametrize("path", ["/api", "/api/", "/api/nothing", "/api/games/"])
def test_the_page_does_not_swallow_addresses_of_the_interface(visit, settings, path):
    got = visit(settings).get(path)
    assert got.status_code == 404
    assert got.json()["error"]["code"] == "not_found"


def test_a_wrong_method_is_told_which_are_right(visit, settings):
    client = visit(settings)
    got = client.put("/api/games", json={})
    assert (got.status_code, got.headers["Allow"]) == (405, "GET, POST")
    got = client.delete("/api/import")
    assert (got.status_code, got.headers["Allow"]) == (405, "POST")
    got = client.post("/settings", json={})
    assert (got.status_code, got.headers["Allow"]) == (405, "GET, HEAD")


def test_pages_that_are_built_anew_are_served_by_a_server_that_runs(visit, settings, tmp_path):
    client = visit(replace(settings, pages=tmp_path))
    assert client.get("/").status_code == 503
    script = tmp_path / "assets" / "app-1a2b.js"
    script.parent.mkdir()
    script.write_text("export {}", encoding="utf-8")
    index = tmp_path / "index.html"
    index.write_text("first", encoding="utf-8")
    assert client.get("/").text == "first"
    assert client.get("/assets/app-1a2b.js").status_code == 200
    script.rename(script.with_name("app-3c4d.js"))
    index.write_text("second", encoding="utf-8")
    (tmp_path / "sources.sha256").write_text("0", encoding="utf-8")
    assert client.get("/").text == "second"
    assert client.get("/assets/app-3c4d.js").status_code == 200
    assert client.get("/assets/app-1a2b.js").status_code == 404


def test_while_pages_are_built_anew_the_server_says_so(visit, settings, tmp_path):
    client = visit(replace(settings, pages=tmp_path))
    script = tmp_path / "assets" / "app-1a2b.js"
    script.parent.mkdir()
    script.write_text("export {}", encoding="utf-8")
    index = tmp_path / "index.html"
    index.write_text("first", encoding="utf-8")
    assert client.get("/").text == "first"
    index.unlink()
    got = client.get("/settings")
    assert (got.status_code, got.headers["Retry-After"]) == (503, "3")
    assert "try again" in got.text
    assert client.get("/assets/app-1a2b.js").status_code == 200  # what is still there is served
    script.unlink()
    assert client.get("/assets/app-1a2b.js").status_code == 503
    script.parent.rmdir()
    index.write_text("second", encoding="utf-8")
    assert client.get("/").text == "second"
