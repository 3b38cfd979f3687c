"""How a server is run: where it listens, what it refuses, and what `magnate serve` says."""

import os
import socket
import subprocess
import sys

import pytest

from magnate.errors import BadValue
from magnate.server.serving import check_choice, key_file
from magnate.server.settings import Settings, is_loopback


@pytest.mark.parametrize(
    ("host", "loopback"),
    [("127.0.0.1", True), ("127.1.2.3", True), ("::1", True), ("localhost", True)]
    + [(host, False) for host in ("", "0.0.0.0", "::", "192.168.1.2", "10.0.0.1", "fe80::1", "8.8.8.8")],  # noqa: S104
)
def test_what_only_this_machine_reaches(host, loopback):
    assert is_loopback(host) is loopback


@pytest.mark.parametrize(
    ("host", "public"),
    [("0.0.0.0", None), ("", None), ("192.168.1.2", None), ("127.0.0.1", "https://x.example")],  # noqa: S104
)
def test_nobody_listens_for_others_without_having_chosen(host, public):
    with pytest.raises(BadValue, match="nobody has said who may make tables"):
        check_choice(host, public, None)
    check_choice(host, public, "owner")
    check_choice(host, public, "anyone")


def test_a_local_server_needs_no_choice():
    check_choice("127.0.0.1", None, None)
    with pytest.raises(BadValue, match="no address of this machine"):
        check_choice("no such host", None, None)


@pytest.mark.parametrize(
    ("settings", "url"),
    [
        (Settings(port=8000), "http://127.0.0.1:8000"),
        (Settings(host="::1", port=80), "http://[::1]:80"),
        (Settings(host="0.0.0.0", port=80), f"http://{socket.gethostname()}:80"),  # noqa: S104
        (Settings(public_url="https://games.example.org/"), "https://games.example.org"),
    ],
)
def test_the_address_to_be_opened(settings, url):
    assert settings.url == url
    assert settings.secure is url.startswith("https")


def test_the_key_lies_beside_the_tables(tmp_path, monkeypatch):
    assert key_file(str(tmp_path / "my.db")) == tmp_path / "owner.key"
    monkeypatch.setenv("MAGNATE_TABLES", str(tmp_path / "others" / "my.db"))
    assert key_file(None) == tmp_path / "others" / "owner.key"
    assert key_file("postgresql://me@host/db").name == "owner.key"


@pytest.mark.parametrize(
    ("options", "code", "said"),
    [
        (["--host", "0.0.0.0"], 2, "--allow-create"),  # noqa: S104
        (["--public-url", "https://x.example"], 2, "--allow-create"),
        (["--public-url", "x.example", "--allow-create", "owner"], 2, "no public URL"),
        (["--allow-create", "everyone"], 2, "everyone"),
        (["--port", "99999"], 2, "65535"),
        (["--host", "203.0.113.7", "--allow-create", "owner"], 2, "cannot listen"),
        (["--tables", "mysql://x"], 5, "not known"),
    ],
)
def test_what_cannot_be_served_is_told_in_a_sentence(options, code, said, tmp_path):
    command = [sys.executable, "-m", "magnate", "serve", "--port", "0", "--tables", str(tmp_path / "t.db"), *options]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == code, done.stderr
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


def test_a_port_that_is_taken_is_told(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        command = [sys.executable, "-m", "magnate", "serve", "--port", port, "--tables", str(tmp_path / "t.db")]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 2
    assert f"cannot listen at port {port}" in done.stderr
    assert "--port" in done.stderr


def test_without_the_extra_a_sentence_says_what_to_install(tmp_path):
    code = (
        "import sys; sys.modules['fastapi'] = None; from magnate.cli.main import run; "
        f"sys.exit(run(['serve', '--port', '0', '--tables', {str(tmp_path / 't.db')!r}]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, env=dict(os.environ)
    )
    assert "pip install 'magnate[serve]'" in done.stderr
    assert "Traceback" not in done.stderr


def test_help_imports_nothing_of_the_server():
    code = (
        "import sys; from magnate.cli.main import run; run(['serve', '--help']); "
        "print([name for name in ('fastapi', 'uvicorn', 'numpy', 'sqlalchemy') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout.splitlines()[-1] == "[]"
