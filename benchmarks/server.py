"""The server of tables: how long it takes to start, and how it answers 100 clients at 25 tables.

Tables of Monopoly and of Brass take turns. At each sit three people and an agent, and one more watches; whoever is to
decide thinks for half a second and then does something legal at random. What is timed is the way from an action to its
acknowledgement, which comes when the step has been kept and told to all. The clients are in this process, so they take
their part of the machine. Sizes are those of the frames that come over the sockets.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

TABLES, THINK = 25, 0.5
TIMES_LONGER = 10
"""The tables are watched so many times longer than a row of other benchmarks, after as long a time to get going."""
AGENTS = {"monopoly": "strategic", "brass": "planner"}
WORKERS, WARM_STEPS, PATIENCE = 2, 12, 900.0
STARTS = 3
P95, LARGEST, START = 0.150, 16_384, 3.0
"""Goals: seconds from an action to its acknowledgement, bytes of a step's message, seconds from command to answer."""


@dataclass
class Heard:
    """What all clients have seen: seconds of each action, bytes of the largest frames, and what went wrong."""

    waits: list[float] = field(default_factory=list)
    largest: Counter[str] = field(default_factory=Counter)
    frames: Counter[str] = field(default_factory=Counter)
    wrong: Counter[str] = field(default_factory=Counter)
    from_now_on: float = float("inf")


def main(seconds: float) -> dict[str, Any]:
    """Measure, print, and return the numbers."""
    print()
    with tempfile.TemporaryDirectory() as folder:
        start = min(_start_time(Path(folder)) for _ in range(STARTS))
        print(f"{'start, until the first answer':36} {start:6.2f} s{_beside(start, START, 's')}")
        with _server(Path(folder)) as (url, cookie):
            heard = asyncio.run(_play(url, cookie, seconds * TIMES_LONGER))
    waits = sorted(heard.waits)
    if not waits:
        raise RuntimeError(f"nobody could do anything: {dict(heard.wrong)}")
    spread = {name: waits[min(len(waits) - 1, int(len(waits) * part))] for name, part in PARTS.items()}
    for name, value in spread.items():
        goal = _beside(value * 1000, P95 * 1000, "ms") if name == "p95" else ""
        print(f"{'action to acknowledgement, ' + name:36} {1000 * value:6.1f} ms{goal}")
    print(f"{'actions':36} {len(waits):6} ({len(waits) / seconds / TIMES_LONGER:.0f} a second)")
    print(f"{'errors':36} {sum(heard.wrong.values()):6} {dict(heard.wrong) if heard.wrong else ''}")
    for name in sorted(heard.largest):
        goal = _beside(heard.largest[name], LARGEST, "bytes") if "step" in name else ""
        print(f"{'largest ' + name:36} {heard.largest[name]:6} bytes{goal}")
    return {
        "start_seconds": round(start, 3),
        "clients": TABLES * 4,
        "tables": TABLES,
        "think_seconds": THINK,
        "actions": len(waits),
        **{f"{name}_ms": round(1000 * value, 2) for name, value in spread.items()},
        "errors": dict(heard.wrong),
        "largest_bytes": dict(heard.largest),
        "frames": dict(heard.frames),
        "goals": {"p95_ms": 1000 * P95, "step_bytes": LARGEST, "start_seconds": START},
    }


PARTS = {"p50": 0.5, "p95": 0.95, "p99": 0.99}


def _beside(value: float, goal: float, unit: str) -> str:
    return f" (goal {goal:g} {unit}: {'reached' if value < goal else 'missed'})"


# -------------------------------------------------------------------------------------------- the server


@contextmanager
def _server(folder: Path) -> Iterator[tuple[str, str]]:
    """A server of its own; gives its address and the owner's cookie."""
    command = [sys.executable, "-m", "magnate", "serve", "--port", "0", "--no-open", "--tables", str(folder / "t.db")]
    command += ["--connections", "2000"]  # all clients come from here
    with subprocess.Popen(  # noqa: S603 - our own command
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=dict(os.environ)
    ) as process:
        try:
            url, key = _told(process)
            yield url, _cookie(url, key)
        finally:
            process.terminate()


def _told(process: subprocess.Popen[str]) -> tuple[str, str]:
    """The address and the owner's key, which the server prints."""
    line = "" if process.stdout is None else process.stdout.readline()
    found = re.search(r"(http://\S+)/\?key=(\S+)", line)
    if found is None:
        raise RuntimeError(f"the server does not start: {line}")
    return found[1], found[2]


def _cookie(url: str, key: str) -> str:
    """The owner's cookie."""

    class Here(urllib.request.HTTPRedirectHandler):
        def redirect_request(self, *_: Any) -> None:
            """Stay here: the cookie is in the answer that leads on."""

    try:
        urllib.request.build_opener(Here).open(f"{url}/?key={key}")
    except urllib.error.HTTPError as leads_on:
        return str(leads_on.headers["Set-Cookie"]).partition(";")[0]
    raise RuntimeError("the server gives no cookie")


def _start_time(folder: Path) -> float:
    """Seconds from the command to the first answer."""
    begun = time.perf_counter()
    with _server(folder):
        return time.perf_counter() - begun


# ------------------------------------------------------------------------------------------- the clients


async def _play(url: str, cookie: str, seconds: float) -> Heard:
    """Let clients play for so many seconds that count, and as many before them."""
    heard = Heard()
    games = ["monopoly" if number % 2 == 0 else "brass" for number in range(TABLES)]
    await asyncio.to_thread(_warm, url, cookie)
    tables = [await asyncio.to_thread(_table, url, cookie, game) for game in games]
    clients = [
        _client(url, table, table["tokens"].get(str(seat)), heard, random.Random(4 * number + seat))
        for number, table in enumerate(tables)
        for seat in range(4)  # the last has no token and watches
    ]
    tasks = [asyncio.create_task(client) for client in clients]
    await asyncio.sleep(seconds)
    heard.from_now_on = time.perf_counter()
    await asyncio.wait(tasks, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
    for task in tasks:
        task.cancel()
    for ended in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(ended, Exception):
            heard.wrong[type(ended).__name__] += 1
    return heard


def _warm(url: str, cookie: str) -> None:
    """Let every worker play every game for a while: rules are loaded, and compiled the first time on a machine."""
    for game, agent in AGENTS.items():
        tables = [_table(url, cookie, game, people=0) for _ in range(WORKERS)]
        for table in tables:
            end = time.monotonic() + PATIENCE
            while _asked(url, cookie, "GET", f"/api/games/{table['id']}")["view"]["at"] < WARM_STEPS:
                if time.monotonic() > end:
                    raise RuntimeError(f"{agent} does not play {game}")
                time.sleep(0.1)
        for table in tables:
            _asked(url, cookie, "DELETE", f"/api/games/{table['id']}")


def _table(url: str, cookie: str, game: str, people: int = 3) -> dict[str, Any]:
    """A new table of four, of whom so many are people."""
    seats = [{"kind": "human"}] * people + [{"kind": "agent", "agent": AGENTS[game]}] * (4 - people)
    return _asked(url, cookie, "POST", "/api/games", {"game": game, "seats": seats})


def _asked(url: str, cookie: str, method: str, path: str, body: Any = None) -> dict[str, Any]:
    """The answer of the server to its owner."""
    headers = {"Origin": url, "Cookie": cookie, "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url + path, data, headers, method=method)  # noqa: S310 - our own server
    with urllib.request.urlopen(request) as got:  # noqa: S310
        text = got.read()
    found: dict[str, Any] = json.loads(text) if text else {}
    return found


async def _client(url: str, table: dict[str, Any], token: str | None, heard: Heard, rng: random.Random) -> None:
    """Play a seat to the end of the game, or watch."""
    from websockets.asyncio.client import connect

    address = f"{url.replace('http', 'ws', 1)}/api/games/{table['id']}/ws"
    game = table["table"]["game"]
    sent: tuple[str, float] | None = None
    deciding: asyncio.Task[tuple[str, float]] | None = None
    async with connect(address, origin=url, compression=None, proxy=None, max_size=None) as socket:  # type: ignore[arg-type]
        await socket.send(json.dumps({"type": "hello", "v": 1, **({"token": token} if token else {})}))
        try:
            async for text in socket:
                size, message = len(text.encode() if isinstance(text, str) else text), json.loads(text)
                kind = message["type"]
                heard.frames[kind] += 1
                heard.largest[f"{game} {kind}"] = max(heard.largest[f"{game} {kind}"], size)
                if deciding is not None and deciding.done():
                    sent, deciding = deciding.result(), None
                if kind == "reject":
                    heard.wrong[f"{game}: {message['code']}"] += 1
                if kind == "ack" and sent is not None and message["cid"] == sent[0] and sent[1] > heard.from_now_on:
                    heard.waits.append(time.perf_counter() - sent[1])
                if kind in {"sync", "step"} and message["decision"] is not None and deciding is None:
                    deciding = asyncio.create_task(_decide(socket, message, rng))
        finally:
            if deciding is not None:
                deciding.cancel()


async def _decide(socket: Any, message: dict[str, Any], rng: random.Random) -> tuple[str, float]:
    """Think, and do something; returns the id of the message and when it was sent."""
    await asyncio.sleep(THINK)
    action = rng.choice(message["decision"]["actions"])["name"]
    cid = f"c{message['seq']}"
    begun = time.perf_counter()
    await socket.send(json.dumps({"type": "act", "cid": cid, "seq": message["seq"], "actions": [action]}))
    return cid, begun
