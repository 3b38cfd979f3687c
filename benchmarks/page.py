"""The page in a browser: how soon an opponent's step is seen, and how soon a review's curve comes.

A table of three people and an agent is watched at the speed "instant" in Chromium; people think for half a second. A
step's time runs from the message that brings it to the page to the first frame that shows it. The page's processor time
for a step does not depend on what else the machine does. It needs Playwright, Chromium, and pages that are built.

A review is of a game of about 1,500 steps that is brought in. Its time runs from the first question to the answer that
has a curve. Each process for reviews has reviewed another game before. Asked for less than the usual seconds, people
think for less long, and fewer games are reviewed.
"""

from __future__ import annotations

import asyncio
import json
import shutil
import statistics
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

from . import scaled
from .face import record_of
from .server import Heard, _asked, _beside, _client, _server, _table, _think, _warm

SEEN, CURVE = 0.050, 1.0
"""Goals in seconds: a step of an opponent, the first curve."""
GAMES = 3
"""Games that are reviewed; the slowest counts."""
WORKERS = 2
"""Processes for reviews, on a machine of two cores."""
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
WATCH = """() => {
    const arrived = new Map();
    window.seen = [];
    const Usual = WebSocket;
    window.WebSocket = class extends Usual {
        constructor(...how) {
            super(...how);
            this.addEventListener("message", ({ data }) => {
                const at = JSON.parse(data).view?.at;
                if (at !== undefined) arrived.set(String(at), performance.now());
            });
        }
    };
    const look = () => {
        const at = document.querySelector("[data-at]")?.dataset.at;
        const came = arrived.get(at);
        if (came === undefined) return;
        arrived.delete(at);
        const painted = new MessageChannel();
        painted.port1.onmessage = () => window.seen.push(performance.now() - came);
        requestAnimationFrame(() => painted.port2.postMessage(null));
    };
    new MutationObserver(look).observe(document, { attributes: true, childList: true, subtree: true });
    localStorage.setItem("magnate.settings", JSON.stringify({ speed: 0 }));
}"""


def main(seconds: float) -> dict[str, Any]:
    """Measure, print, and return the numbers."""
    print()
    found: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder, _server(Path(folder)) as (url, cookie):
        _warm(url, cookie)
        for game in ("monopoly", "brass"):
            waits, busy = _steps(url, cookie, game, 10 * seconds, _think(seconds))
            median, slow = statistics.median(waits), waits[int(0.95 * (len(waits) - 1))]
            print(f"{f'a step of {game}, until it is seen':36} {1000 * median:6.1f} ms, 95 % of {len(waits)} within")
            print(f"{'':36} {1000 * slow:6.1f} ms{_beside(slow, SEEN, 's')}; processor time {1000 * busy:.1f} ms")
            seen = {"median": round(median, 4), "p95": round(slow, 4), "processor": round(busy, 4), "steps": len(waits)}
            found[f"seen_{game}"] = seen
        for seed in range(warming := scaled(WORKERS, seconds)):
            _curve(url, cookie, seed)
            time.sleep(2)  # so that the next review goes to another process
        curves = [_curve(url, cookie, warming + seed) for seed in range(scaled(GAMES, seconds))]
    slow = max(waited for _, waited in curves)
    print(f"{'first curve of a review':36} {slow:6.2f} s{_beside(slow, CURVE, 's')}; steps: {[n for n, _ in curves]}")
    return {**found, "curve_seconds": round(slow, 3), "goals": {"seen": SEEN, "curve_seconds": CURVE}}


def _steps(url: str, cookie: str, game: str, seconds: float, think: float) -> tuple[list[float], float]:
    """Seconds from a step's arrival to the frame that shows it, in order, and the page's processor seconds a step."""
    from playwright.sync_api import sync_playwright

    table, found = _table(url, cookie, game), next(filter(None, map(shutil.which, BROWSERS)), None)
    with sync_playwright() as running:
        browser = running.chromium.launch(executable_path=found, args=["--no-sandbox"])
        page = browser.new_page()
        page.add_init_script(f"({WATCH})()")
        page.goto(f"{url}/g/{table['id']}")
        page.locator("[data-at]").first.wait_for(timeout=0)
        people = threading.Thread(target=lambda: asyncio.run(_people(url, table, seconds, think)))
        clock = page.context.new_cdp_session(page)
        clock.send("Performance.enable", {"timeDomain": "threadTicks"})
        before = _busy(clock)
        people.start()
        page.wait_for_timeout(1000 * seconds)
        waits = [wait / 1000 for wait in page.evaluate("window.seen")]
        busy = _busy(clock) - before
        browser.close()
    people.join()
    _asked(url, cookie, "DELETE", f"/api/games/{table['id']}")
    if not waits:
        raise RuntimeError(f"no step of {game} was seen")
    return sorted(waits), busy / len(waits)


async def _people(url: str, table: dict[str, Any], seconds: float, think: float) -> None:
    """Let the people of a table play for a while."""
    heard = Heard(think)
    tasks = [
        asyncio.create_task(_client(url, table, token, heard, int(seat))) for seat, token in table["tokens"].items()
    ]
    await asyncio.wait(tasks, timeout=seconds)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def _busy(clock: Any) -> float:
    """Processor seconds of the page's main thread."""
    found = {one["name"]: one["value"] for one in clock.send("Performance.getMetrics")["metrics"]}
    return float(found["TaskDuration"])


def _curve(url: str, cookie: str, seed: int) -> tuple[int, float]:
    """The number of steps of a game, and the seconds until its review has a curve."""
    import magnate

    record = record_of(magnate.load("monopoly", players=4), first=seed)
    table = _asked(url, cookie, "POST", "/api/import", {"record": json.loads(record.to_json())})
    begun, path = time.perf_counter(), f"/api/games/{table['id']}/review"
    found = _asked(url, cookie, "GET", path)
    while not found["curve"] and found["stage"] != "failed":
        found = _asked(url, cookie, "GET", f"{path}?known={found['version']}")
    waited = time.perf_counter() - begun
    if not found["curve"]:
        raise RuntimeError(f"there is no curve: {found['problem']}")
    return int(record.steps), waited
