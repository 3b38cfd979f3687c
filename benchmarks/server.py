"""The server of tables: how long it takes to start, what a step costs it, and how it answers many clients.

Tables of Monopoly and of Brass take turns. At each sit three people and an agent, and one more watches; whoever is to
decide thinks for half a second and then does something legal at random. What is timed is the way from an action to its
acknowledgement, which comes when the step is stored and sent to all. The clients are in this process, so they take
their part of the machine. Sizes are those of the frames that come over the sockets. Of several runs the slowest
counts. A step's processor time is measured apart, without a network, and so is what making a table takes while others
have their records read. Asked for less than the usual seconds, there are fewer of all, and people think for less long.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from . import USUAL, scaled

CLIENTS, AT_A_TABLE, THINK = (100, 300), 4, 0.5
RUNS = 3
TIMES_LONGER = 10
"""The tables are watched so many times longer than a row of other benchmarks, after as long a time to get going."""
AGENTS = {"monopoly": "strategic", "brass": "planner"}
WORKERS, WARM_STEPS, PATIENCE = 2, 12, 900.0
STARTS = 3
STEPS = 300
AN_ADDRESS = 40
"""Clients that come from one address, as in a classroom."""
IMPORTS, MADE = 20, 5
P95, LARGEST, START = {100: 0.060, 300: 0.150}, 16_384, 3.0
"""Goals: seconds from an action to its acknowledgement, bytes of a step's message, seconds from command to answer."""
STEP, SLOWER = 0.001, 2.0
"""Goals: processor seconds of a step for five viewpoints; how much longer making a table may take beside imports."""


@dataclass
class Heard:
    """What all clients have seen: seconds of each action, bytes of the largest frames, and what went wrong.

    ``think`` is how many seconds a person thinks before an action.
    """

    think: float = THINK
    waits: list[float] = field(default_factory=list)
    largest: Counter[str] = field(default_factory=Counter)
    frames: Counter[str] = field(default_factory=Counter)
    wrong: Counter[str] = field(default_factory=Counter)
    from_now_on: float = float("inf")


def main(seconds: float) -> dict[str, Any]:
    """Measure, print, and return the numbers."""
    print()
    steps = {game: _step_time(game, scaled(STEPS, seconds, 20)) for game in AGENTS}
    for game, parts in steps.items():
        whole = sum(parts.values())
        shares = ", ".join(f"{name} {1000 * value:.2f}" for name, value in parts.items())
        print(f"{f'a step of {game}, processor time':36} {1000 * whole:6.2f} ms ({shares}){_beside(whole, STEP, 's')}")
    found: dict[str, Any] = {"steps_ms": {game: _rounded(parts) for game, parts in steps.items()}}
    with tempfile.TemporaryDirectory() as folder:
        start = max(_start_time(Path(folder)) for _ in range(scaled(STARTS, seconds)))
        print(f"{'start, until the first answer':36} {start:6.2f} s{_beside(start, START, 's')}")
        found["start_seconds"] = round(start, 3)
        found["making"] = _making(Path(folder), scaled(IMPORTS, seconds), scaled(MADE, seconds))
    runs = scaled(RUNS, seconds)
    for clients in dict.fromkeys(scaled(one, seconds, AT_A_TABLE * len(AGENTS)) for one in CLIENTS):
        measured = [_run(clients, seconds) for _ in range(runs)]
        found[f"clients_{clients}"] = max(measured, key=lambda run: run["p95_ms"])
        _print(found[f"clients_{clients}"], runs)
    goals = {f"p95_ms_{clients}": 1000 * goal for clients, goal in P95.items()}
    goals |= {"step_bytes": LARGEST, "start_seconds": START, "step_ms": 1000 * STEP, "making": SLOWER}
    return {**found, "runs": runs, "think_seconds": _think(seconds), "goals": goals}


def _think(seconds: float) -> float:
    """Seconds that a person thinks before an action."""
    return THINK * min(1.0, seconds / USUAL)


def _run(clients: int, seconds: float) -> dict[str, Any]:
    """The figures of one run with so many clients, with a server of its own."""
    with tempfile.TemporaryDirectory() as folder, _server(Path(folder)) as (url, cookie):
        heard = Heard(_think(seconds))
        asyncio.run(_play(url, cookie, clients // AT_A_TABLE, seconds * TIMES_LONGER, heard))
    waits = sorted(heard.waits)
    if not waits:
        raise RuntimeError(f"nobody could do anything: {dict(heard.wrong)}")
    spread = {name: waits[min(len(waits) - 1, int(len(waits) * part))] for name, part in PARTS.items()}
    return {
        "clients": clients,
        "tables": clients // AT_A_TABLE,
        "actions": len(waits),
        "actions_a_second": round(len(waits) / seconds / TIMES_LONGER, 1),
        **{f"{name}_ms": round(1000 * value, 2) for name, value in spread.items()},
        "errors": dict(heard.wrong),
        "largest_bytes": dict(heard.largest),
        "frames": dict(heard.frames),
    }


PARTS = {"p50": 0.5, "p95": 0.95, "p99": 0.99}


def _print(run: dict[str, Any], runs: int) -> None:
    clients = run["clients"]
    print(f"{clients} clients at {run['tables']} tables, the slowest of {runs} runs:")
    for name in PARTS:
        goal = _beside(run[f"{name}_ms"], 1000 * P95[clients], "ms") if name == "p95" and clients in P95 else ""
        print(f"{'action to acknowledgement, ' + name:36} {run[f'{name}_ms']:6.1f} ms{goal}")
    print(f"{'actions':36} {run['actions']:6} ({run['actions_a_second']:.0f} a second)")
    print(f"{'errors':36} {sum(run['errors'].values()):6} {run['errors'] or ''}")
    for name, size in sorted(run["largest_bytes"].items()):
        goal = _beside(size, LARGEST, "bytes") if name.endswith("step") else ""
        print(f"{'largest ' + name:36} {size:6} bytes{goal}")


def _beside(value: float, goal: float, unit: str) -> str:
    return f" (goal {goal:g} {unit}: {'reached' if value < goal else 'missed'})"


def _rounded(parts: dict[str, float]) -> dict[str, float]:
    return {name: round(1000 * value, 3) for name, value in parts.items()}


# ----------------------------------------------------------------------------------------------- a step


def _step_time(game: str, steps: int) -> dict[str, float]:
    """Processor seconds of a step at a table of four, by kind: planned, stored, sent to four seats and a viewer.

    The actions are legal ones at random.
    """
    import magnate
    from magnate.server.rooms import Room
    from magnate.server.table import Table
    from magnate.server.table_config import TableSeat
    from magnate.server.tablestore import open_tables, step_of

    found = magnate.load(game, players=4)
    seats = [TableSeat(seat, f"Player {seat + 1}") for seat in range(4)]
    table, first = Table.begun(_config(found), seats, found)
    rng, spent = random.Random(1), dict.fromkeys(("planning", "keeping", "telling"), 0.0)
    with tempfile.TemporaryDirectory() as folder:
        store = open_tables(str(Path(folder) / "t.db"))
        store.add(table, first)
        room = Room(table)
        for viewpoint in (0, 1, 2, 3, None):
            _watch(room, viewpoint)
        for number in range(-steps // 10, steps):  # the first ones do not count
            if table.over:
                break
            action = rng.choice(table.position.legal()).name
            begun = time.process_time()
            change = table.plan_move(table.position.to_move, [action], f"c{table.seq}")
            planned = time.process_time()
            store.append([step_of(table, change)])
            kept = time.process_time()
            table.make(change)
            room.tell_change(change)
            if number >= 0:
                spent["planning"] += planned - begun
                spent["keeping"] += kept - planned
                spent["telling"] += time.process_time() - kept
        store.close()
    return {name: seconds / steps for name, seconds in spent.items()}


def _config(game: Any) -> Any:
    from magnate.server.table_config import Dice, TableConfig

    return TableConfig.of(game, Dice(3, "of a benchmark"))


def _watch(room: Any, viewpoint: int | None) -> None:
    from magnate.server.rooms import Subscription

    room.enter(Subscription(room, viewpoint, lambda _message: None, 200))


# --------------------------------------------------------------------------------------------- making


def _making(folder: Path, imports: int, made: int) -> dict[str, float]:
    """The median seconds that making a table takes alone, and while so many long records are read."""
    import magnate

    body = None
    for seed in range(1, 40):
        record = magnate.load("monopoly", players=4).play(["strategic"] * 4, seed=seed)
        if len(record.actions) >= 2_000 or body is None:
            body = {"record": json.loads(record.to_json())}
        if len(record.actions) >= 2_000:
            break
    with _server(folder) as (url, cookie), ThreadPoolExecutor(imports) as pool:
        _warm(url, cookie)
        _asked(url, cookie, "POST", "/api/import", body)  # its process is started
        alone = statistics.median(_made(url, cookie) for _ in range(made))
        reading = [pool.submit(_asked, url, cookie, "POST", "/api/import", body) for _ in range(imports)]
        time.sleep(0.2)
        beside = statistics.median(_made(url, cookie) for _ in range(made))
        waiting = sum(not one.done() for one in reading)
        for one in reading:
            one.result()
    print(f"{'making a table, alone':36} {1000 * alone:6.1f} ms")
    print(
        f"{f'the same beside {imports} imports':36} {1000 * beside:6.1f} ms, {beside / alone:.2f} times as long"
        f"{_beside(beside / alone, SLOWER, 'times')}; {waiting} were still being read"
    )
    return {"alone_seconds": round(alone, 4), "beside_seconds": round(beside, 4), "still_read": waiting}


def _made(url: str, cookie: str) -> float:
    begun = time.perf_counter()
    _table(url, cookie, "monopoly")
    return time.perf_counter() - begun


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
            url, key = _address(process)
            yield url, _cookie(url, key)
        finally:
            process.terminate()


def _address(process: subprocess.Popen[str]) -> tuple[str, str]:
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


async def _play(url: str, cookie: str, tables_made: int, seconds: float, heard: Heard) -> None:
    """Let clients play at so many tables for so many seconds that count, and as many before them."""
    games = ["monopoly" if number % 2 == 0 else "brass" for number in range(tables_made)]
    await asyncio.to_thread(_warm, url, cookie)
    tables = [await asyncio.to_thread(_table, url, cookie, game) for game in games]
    clients = [
        _client(url, table, table["tokens"].get(str(seat)), heard, AT_A_TABLE * number + seat)
        for number, table in enumerate(tables)
        for seat in range(AT_A_TABLE)  # the last has no token and watches
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


async def _client(url: str, table: dict[str, Any], token: str | None, heard: Heard, number: int) -> None:
    """Play a seat to the end of the game, or watch."""
    from websockets.asyncio.client import connect

    rng, from_here = random.Random(number), (f"127.0.0.{2 + number // AN_ADDRESS}", 0)
    address = f"{url.replace('http', 'ws', 1)}/api/games/{table['id']}/ws"
    game = table["table"]["game"]
    sent: tuple[str, float] | None = None
    deciding: asyncio.Task[tuple[str, float]] | None = None
    async with connect(
        address,
        origin=url,  # type: ignore[arg-type]
        compression=None,
        proxy=None,
        max_size=None,
        local_addr=from_here,
    ) as socket:
        await socket.send(json.dumps({"type": "hello", "v": 1, **({"token": token} if token else {})}))
        try:
            async for text in socket:
                size, message = len(text.encode() if isinstance(text, str) else text), json.loads(text)
                kind = message["type"]
                heard.frames[kind] += 1
                asks = kind == "step" and message["decision"] is not None
                name = f"{game} {kind}{' that asks' if asks else ''}"
                heard.largest[name] = max(heard.largest[name], size)
                if deciding is not None and deciding.done():
                    sent, deciding = deciding.result(), None
                if kind == "reject":
                    heard.wrong[f"{game}: {message['code']}"] += 1
                if kind == "ack" and sent is not None and message["cid"] == sent[0] and sent[1] > heard.from_now_on:
                    heard.waits.append(time.perf_counter() - sent[1])
                if kind in {"sync", "step"} and message["decision"] is not None and deciding is None:
                    deciding = asyncio.create_task(_decide(socket, message, rng, heard.think))
        finally:
            if deciding is not None:
                deciding.cancel()


async def _decide(socket: Any, message: dict[str, Any], rng: random.Random, think: float) -> tuple[str, float]:
    """Think, and do something; returns the id of the message and when it was sent."""
    await asyncio.sleep(think)
    action = rng.choice(message["decision"]["actions"])["name"]
    cid = f"c{message['seq']}"
    begun = time.perf_counter()
    await socket.send(json.dumps({"type": "act", "cid": cid, "seq": message["seq"], "actions": [action]}))
    return cid, begun
