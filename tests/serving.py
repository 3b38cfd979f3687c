"""A server of its own process for tests, and somebody who sits or watches at its tables."""

import contextlib
import json
import os
import random
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import httpx2
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from magnate.server.protocol import SERVER, SUBPROTOCOL

PATIENCE = 120.0
"""Seconds that anything may take: the first table of a game may have to compile its rules."""


def lasting_port() -> int:
    """A free port that the system gives to nobody by itself, so that a server finds it free when it comes back."""
    while True:
        port = random.randrange(20_000, 30_000)
        with socket.socket() as one, contextlib.suppress(OSError):
            one.bind(("127.0.0.1", port))
            return port


class Visits:
    """How one comes to a server, whose `url` and owner's `key` are known."""

    url: str
    key: str

    def client(self, *, owner: bool = False) -> httpx2.Client:
        """A client that sends what a browser at the server's own pages sends."""
        client = httpx2.Client(base_url=self.url, headers={"Origin": self.url}, timeout=PATIENCE, trust_env=False)
        if owner:
            client.cookies.set(*self.cookie().split("=", 1))
        return client

    def cookie(self) -> str:
        """The owner's cookie."""
        with httpx2.Client(base_url=self.url, timeout=PATIENCE, trust_env=False) as client:
            return client.get("/", params={"key": self.key}).headers["Set-Cookie"].partition(";")[0]

    def create(self, game: str, seats: str, **wishes: object) -> dict:
        """A new table: `seats` has a letter a seat, `h` for a person and `a` for an agent (`agent` says which)."""
        agent = wishes.pop("agent", "random")
        kinds = [{"kind": "human"} if one == "h" else {"kind": "agent", "agent": agent} for one in seats]
        with self.client(owner=True) as client:
            got = client.post("/api/games", json={"game": game, "seats": kinds, **wishes})
        assert got.status_code == 200, got.text
        return got.json()

    def sit(self, table: dict, seat: int | None = None, **options: object) -> "TableSocket":
        """Somebody at a seat of a table that :meth:`create` made, or a spectator."""
        return TableSocket(self, table["id"], None if seat is None else table["tokens"][str(seat)], **options)


class Server(Visits):
    """`magnate serve` in a process; what it prints is in the file `log`. `before` comes before the command."""

    def __init__(
        self,
        folder: Path,
        *options: str,
        port: int = 0,
        tables: str | None = None,
        environment: Mapping[str, str] | None = None,
        before: Sequence[str] = (),
    ) -> None:
        self.folder = folder
        self._before = before
        home = {"XDG_DATA_HOME": str(folder)}  # the owner's key, where the tables are in no file
        self._environment = {**os.environ, **home, **(environment or {})}
        self.log = folder / "server.log"
        self._options = [
            *("--tables", tables or str(folder / "tables.db"), "--store", str(folder / "tournaments.db")),
            *("--no-open", "--workers", "1"),
            *options,
        ]
        self.start(port)

    def start(self, port: int = 0) -> None:
        command = [*self._before, sys.executable, "-m", "magnate", "serve", "--port", str(port), *self._options]
        before = self.log.stat().st_size if self.log.exists() else 0
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT, env=self._environment)
        self.address = self._told(before)
        parts = urlsplit(self.address)
        self.url, self.port = f"http://{parts.netloc}", parts.port
        self.key = parse_qs(parts.query)["key"][0]

    def _told(self, before: int) -> str:
        """The address that the server prints when it listens."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            said = self.log.read_bytes()[before:].decode()
            for line in said.splitlines():
                if line.startswith("magnate is at http") and said.endswith("\n"):
                    return line.removeprefix("magnate is at ")
            assert self.process.poll() is None, said
            time.sleep(0.02)
        raise TimeoutError("the server does not start")

    def kill(self) -> None:
        """End it as a power cut would."""
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        """End it as Ctrl-C does; returns the exit code."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        return self.process.wait(PATIENCE)


class TableSocket:
    """A socket at a table. Every frame is checked against the protocol and kept in `frames`."""

    def __init__(
        self,
        server: Visits,
        table: str,
        token: str | None = None,
        *,
        owner: bool = False,
        read_buffer: int | None = None,
    ) -> None:
        headers = {"Cookie": server.cookie()} if owner else {}
        address = f"ws://{urlsplit(server.url).netloc}/api/games/{table}/ws"
        wire = socket.create_connection(("127.0.0.1", urlsplit(server.url).port))
        if read_buffer is not None:
            wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, read_buffer)
        self._opening = connect(
            address,
            sock=wire,
            origin=server.url,
            subprotocols=[SUBPROTOCOL],
            additional_headers=headers,
            proxy=None,
            compression=None,
            max_size=None,
            open_timeout=PATIENCE,
            ping_interval=None,  # a test that reads slowly, or a busy machine, would be taken for gone
        )
        self.frames: list[str] = []
        self.seq, self.view, self.decision, self.you, self.sync = -1, None, None, None, None
        self._count, self._name = 0, secrets.token_hex(4)
        self.socket = self._opening.__enter__()
        try:
            self.hello(token)
        except BaseException:
            self.leave()
            raise

    def __enter__(self) -> "TableSocket":
        return self

    def __exit__(self, *_: object) -> None:
        self.leave()

    def leave(self) -> None:
        self._opening.__exit__(None, None, None)

    def send(self, **message: object) -> None:
        self.socket.send(json.dumps(message))

    def hello(self, token: str | None = None) -> dict:
        self.send(type="hello", v=1, **({} if token is None else {"token": token}))
        return self.until("sync")

    def next(self, timeout: float = PATIENCE) -> dict:
        """The next message."""
        text = self.socket.recv(timeout)
        assert isinstance(text, str)
        SERVER.validate_json(text)
        self.frames.append(text)
        message = json.loads(text)
        if message["type"] in {"sync", "step"}:
            self.seq, self.view, self.decision = message["seq"], message["view"], message["decision"]
        if message["type"] == "sync":
            self.you, self.sync = message["you"], message
        return message

    def until(self, *kinds: str, **fields: object) -> dict:
        """The next message of these types with these fields."""
        while True:
            message = self.next()
            if message["type"] in kinds and all(message.get(name) == value for name, value in fields.items()):
                return message

    def seen(self, kind: str) -> dict:
        """The first message of this type, which may have come already."""
        known = (json.loads(frame) for frame in self.frames)
        return next((message for message in known if message["type"] == kind), None) or self.until(kind)

    def do(self, kind: str, **fields: object) -> dict:
        """Send a message with a `cid` of its own, and wait for its `ack`, `reject` or `hint`."""
        self._count += 1
        fields = {"cid": f"{self._name}-{self._count}", "seq": self.seq, **fields}
        if kind in {"seat", "name"}:
            del fields["seq"]
        while True:
            self.send(type=kind, **fields)
            answer = self.until("ack", "reject", "hint")
            if answer.get("code") != "rate" or answer["cid"] is not None:
                assert answer["cid"] == fields["cid"]
                return answer
            time.sleep(0.5)  # nobody clicks so fast

    def act(self, *actions: str, **fields: object) -> dict:
        return self.do("act", actions=list(actions), **fields)

    def my_turn(self) -> list[str]:
        """Wait until it is for this seat to decide; returns the names of what it may do, nothing at the end."""
        while self.decision is None and self.view["over"] is None:
            self.next()
        return [] if self.decision is None else [action["name"] for action in self.decision["actions"]]

    def closed(self) -> int:
        """Wait until the server closes the socket; returns its code."""
        try:
            while True:
                self.next()
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd is not None else 1006
