"""The page of a review is opened from its file: read, replayed by keyboard and pointer, filtered, on both screens."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

import magnate
from magnate.analysis.review import review
from magnate.analysis.review_page import review_page

from .conftest import PATIENCE
from .visitor import RULES
from .ways import SCREENS, is_small


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """Pages of three games."""
    folder, found = tmp_path_factory.mktemp("reviews"), {}
    for name, agents in (("monopoly", ["baseline", "strategic"]), ("pig", "random"), ("tictactoe", "random")):
        record = magnate.load(name, players=2).play(agents, seed=3)
        found[name] = folder / f"{name}.html"
        found[name].write_text(review_page(review(record), record), encoding="utf-8")
    return found


@pytest.fixture
def read(new_context, screen):
    """Open a page offline; at the end nothing may stand in the console."""
    problems = []

    def opened(file, scheme="light"):
        context = new_context(**SCREENS[screen], color_scheme=scheme, offline=True, bypass_csp=False)
        context.set_default_timeout(PATIENCE)
        context.on("console", lambda message: problems.append(message.text))
        context.on("weberror", lambda error: problems.append(str(error.error)))
        context.on("request", lambda request: request.url.startswith("file:") or problems.append(request.url))
        page = context.new_page()
        page.goto(file.as_uri())
        expect(page.locator("#seats tbody tr")).to_have_count(2)
        return page

    yield opened
    assert problems == []


def check_access(page):
    """No fault of access that a program can find; it needs a page whose policy allows its script."""
    dark = page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    scheme = "dark" if dark else "light"
    other = page.context.browser.new_context(bypass_csp=True, viewport=page.viewport_size, color_scheme=scheme)
    other.set_default_timeout(PATIENCE)
    copy = other.new_page()
    copy.goto(page.url)
    assert [(one["id"], one["nodes"][0]["html"]) for one in Axe().run(copy, options=RULES).response["violations"]] == []
    other.close()


@pytest.mark.parametrize(
    ("game", "scheme"), [("monopoly", "light"), ("monopoly", "dark"), ("pig", "dark"), ("tictactoe", "light")]
)
@pytest.mark.both_ways
def test_it_is_read_on_every_screen(read, pages, game, scheme):
    page = read(pages[game], scheme)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for heading in ("Win chances", "At this step", "Decisions", "Balance sheet", "Luck", "What the numbers are"):
        expect(page.get_by_role("heading", name=heading, exact=True)).to_be_visible()
    expect(page.get_by_role("img", name=re.compile("^Win chances over"))).to_be_visible()
    check_access(page)


def test_the_replay_goes_by_keys_and_buttons(read, pages):
    page = read(pages["monopoly"])
    slider, text = page.locator("#slider"), page.locator("#now .text")
    last = int(slider.get_attribute("max"))
    page.keyboard.press("End")
    expect(slider).to_have_value(str(last))
    page.keyboard.press("Home")
    expect(slider).to_have_value("0")
    expect(page.locator("#now .when")).to_have_text("Before the first turn")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(slider).to_have_value("2")
    page.keyboard.press("ArrowLeft")
    expect(slider).to_have_value("1")
    before = text.inner_text()
    page.keyboard.press("Shift+ArrowRight")
    expect(text).not_to_have_text(before)
    page.get_by_role("button", name="First step").click()
    expect(slider).to_have_value("0")
    page.get_by_role("button", name="Play").click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(slider).not_to_have_value("0")
    page.keyboard.press(" ")
    page.get_by_role("button", name="Last step").click()
    expect(slider).to_have_value(str(last))
    page.keyboard.press("n")
    page.keyboard.press("p")
    expect(slider).not_to_have_value(str(last))


def test_the_curve_moves_the_replay(read, pages, screen):
    page = read(pages["monopoly"])
    picture, slider = page.locator("#curve svg"), page.locator("#slider")
    picture.scroll_into_view_if_needed()
    box = picture.bounding_box()
    at = (box["x"] + box["width"] - 8, box["y"] + box["height"] / 2)
    last = int(slider.get_attribute("max"))
    page.keyboard.press("Home")
    expect(slider).to_have_value("0")
    if is_small(screen):
        page.touchscreen.tap(*at)
        expect(slider).not_to_have_value("0")
        assert int(slider.input_value()) > last * 0.9
        return
    page.mouse.move(*at)  # pointing shows a step, leaving goes back
    expect(slider).not_to_have_value("0")
    assert int(slider.input_value()) > last * 0.9
    page.mouse.move(5, 5)
    expect(slider).to_have_value("0")
    page.mouse.click(*at)
    expect(slider).not_to_have_value("0")
    page.mouse.move(5, 5)
    assert int(slider.input_value()) > last * 0.9


def test_decisions_are_filtered_and_shown(read, pages):
    page = read(pages["monopoly"])
    rows, shown = page.locator("#decisions button[data-frame]"), page.get_by_label("Show")
    shown.select_option("all")
    everything = page.locator("#filters .note").inner_text()
    page.get_by_label("Player").select_option("1")
    expect(page.locator("#filters .note")).not_to_have_text(everything)
    assert set(rows.locator(".who b").all_inner_texts()) == {"strategic"}
    rows.nth(3).click()
    expect(page.locator("#slider")).to_have_value(rows.nth(3).get_attribute("data-frame"))
    expect(rows.nth(3)).to_have_attribute("aria-current", "true")
    assert page.locator("#board").evaluate("it => it.getBoundingClientRect().bottom > 0")
