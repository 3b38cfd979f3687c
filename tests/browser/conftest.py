"""One server and one Chromium for all journeys; both end before the tests of other folders begin.

The fixtures of pytest-playwright live as long as the whole session, and while one of its browsers runs no other test of
the thread can use asyncio. So those that hold something open are made anew here for this folder alone.
"""

import math
import os
import shutil
import time
from pathlib import Path
from weakref import WeakKeyDictionary

import pytest
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Locator, expect, sync_playwright

from magnate.server.settings import STATIC
from tests.ci_plugin import not_installed
from tests.serving import Server

from .visitor import APART, TWICE, Visitor
from .ways import SCREENS, THEMES, TONGUES, Way, ways_of

ROOT = Path(__file__).parents[2]
PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "chrome", "headless_shell", "chrome-headless-shell")
FEATURES = (
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup"),
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades", "OptimizationHints"),
    *("HttpsFirstBalancedModeAutoEnable", "MediaRouter", "PaintHolding", "ThirdPartyStoragePartitioning", "Translate"),
)
"""What is disabled: pages that each window would load for its address bar, which doubles what a window costs (the
first line), and what Playwright disables, whose switch this one replaces."""
PATIENCE = 120_000
"""Milliseconds that a page is given for anything: a busy machine is slow, the first table of a plugin's game compiles
its rules, agents play whole games, and nothing here waits without need."""

expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="package")
def playwright():
    with sync_playwright() as running:
        yield running


@pytest.fixture(autouse=True, scope="package")
def hands():
    """Nobody presses one place twice faster than a hand does: the page takes two quick presses there for one."""
    press, pressed = Locator.click, WeakKeyDictionary()

    def click(locator, **how):
        page = locator.page
        place = _middle(locator, **how)
        before, where = pressed.get(page, (0.0, None))
        if where is None or place is None or math.dist(where, place) < APART:
            time.sleep(max(0, before + TWICE - time.monotonic()))
        press(locator, **how)
        pressed[page] = (time.monotonic(), place)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Locator, "click", click)
        yield


def _middle(locator, timeout=PATIENCE, **_):
    """Where the pointer presses it; None if it goes away meanwhile."""
    try:
        locator.scroll_into_view_if_needed(timeout=timeout)
        box = locator.bounding_box(timeout=timeout)
    except PlaywrightError:
        return None
    return box and (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


@pytest.fixture(scope="package")
def browser_type(playwright):
    return playwright.chromium


def _chromium():
    """The machine's own Chromium or Chrome, or else the one that the set-up has brought."""
    own = (shutil.which(name) for name in ("chromium", "chromium-browser", "google-chrome"))
    brought = sorted((ROOT / ".venv/browsers").glob("chromium*/*/*"))
    return next((str(one) for one in (*own, *brought) if one and Path(one).name in PROGRAMS), None)


@pytest.fixture(scope="package")
def browser(browser_type, browser_type_launch_args):
    program = _chromium()
    if program is None:
        not_installed("browser", "Chromium (on Debian: apt-get install chromium), or run `sh tools/browser.sh`")
    arguments = [
        *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
        *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
        f"--disable-features={','.join(FEATURES)}",
    ]
    running = browser_type.launch(
        **{"executable_path": program, "args": arguments, "timeout": PATIENCE, **browser_type_launch_args}
    )
    yield running
    running.close()


@pytest.fixture(scope="package")
def browser_context_args():
    return {"reduced_motion": "reduce"}


@pytest.fixture(scope="package")
def surroundings(tmp_path_factory):
    """The environment of a server where somebody has installed a package with a game of its own."""
    if not (STATIC / "index.html").is_file():
        pytest.fail("the pages are not built: run `make web` (or `python tools/webbuild.py`)")
    installed = tmp_path_factory.mktemp("site")
    about = installed / "tricks-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: tricks\nVersion: 1.0\n", encoding="utf-8")
    (about / "entry_points.txt").write_text(
        "[magnate.games]\ntricks = tests.games_for_tests.tricks\n", encoding="utf-8"
    )
    before = os.environ.get("PYTHONPATH")
    return {"PYTHONPATH": os.pathsep.join([str(installed), str(ROOT), *([before] if before else [])])}


@pytest.fixture(scope="package")
def server(tmp_path_factory, surroundings):
    """A server for all journeys that do no harm to it."""
    running = Server(tmp_path_factory.mktemp("server"), environment=surroundings)
    yield running
    assert running.stop() == 0


@pytest.fixture
def visit(new_context, server, theme):
    """`visit(...)` is somebody at a browser of their own, who has opened nothing yet.

    `owner` has the owner's cookie; at the end nothing may stand in the console of any of them.
    """
    visitors = []

    def come(screen="desktop", language="en", *, owner=True, to=server, **settings):
        context = new_context(**SCREENS[screen], locale=TONGUES[language])
        wanted = {"speed": 0, "theme": theme, **settings}
        if wanted["speed"] == 0:
            wanted.setdefault("throws", "alone")
        visitors.append(Visitor(context, to, language, wanted, PATIENCE, owner=owner))
        return visitors[-1]

    yield come
    assert [problem for visitor in visitors for problem in visitor.problems] == []


@pytest.fixture(params=SCREENS)
def screen(request):
    return request.param


@pytest.fixture(params=TONGUES)
def language(request):
    return request.param


@pytest.fixture(params=THEMES)
def theme(request):
    return request.param


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """A journey goes one way, or some ways, in `make test`; the long tests go all the others."""
    for item in items:
        given = item.callspec.params if hasattr(item, "callspec") else {}
        named = [mark.args[0] for mark in item.iter_markers("parametrize")]
        wanted = [name for name in Way._fields if name in given and not any(name in one for one in named)]
        marks = {mark.name for mark in item.iter_markers()}
        chosen = ways_of(item.originalname, marks)
        if not any(all(given[name] == getattr(way, name) for name in wanted) for way in chosen):
            item.add_marker(pytest.mark.long)
