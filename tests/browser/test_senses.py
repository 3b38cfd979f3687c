"""The tables for whoever hears them, sees them in few colours, or wants nothing to move."""

import re

import pytest
from playwright.sync_api import expect

from .positions import monopoly_at

BUYING = {"phase": "buying", "players": [{"cash": 900, "square": 39}, {"cash": 700}]}
CONTROLS = "button|link|combobox|textbox|spinbutton|slider|checkbox|radio|img"
NAMELESS = re.compile(rf"^\s*- (?:{CONTROLS})(?: \[[^\]]*\])*:?$", re.MULTILINE)


@pytest.fixture(params=["monopoly", "brass"])
def table(request, server):
    return monopoly_at(server, BUYING) if request.param == "monopoly" else server.create("brass", "hh", seed=5)


def test_every_control_has_a_name_and_the_page_a_heading(visit, table, language):
    visitor = visit(language=language)
    visitor.sit(table, 0)
    assert NAMELESS.findall(visitor.page.locator("main").aria_snapshot()) == []
    expect(visitor.page.get_by_role("heading", level=1)).to_have_count(1)


def test_what_happens_is_read_out_once_and_together(visit, server):
    visitor = visit()
    visitor.sit(monopoly_at(server, BUYING), 0)
    visitor.my_turn().do(re.compile("^.?Send to auction"))
    spoken = visitor.page.locator("[aria-live=polite]").filter(has_text="You do not buy Boardwalk.")
    expect(spoken).to_have_count(1)
    expect(spoken).to_contain_text("The bank auctions Boardwalk")
    expect(visitor.log).to_have_attribute("aria-live", "off")


def test_in_forced_colours_players_and_the_focus_are_seen(visit, table):
    visitor = visit()
    visitor.page.emulate_media(forced_colors="active")
    visitor.sit(table, 0)
    fills = visitor.page.locator("[data-part=seats] header svg path").evaluate_all(
        "marks => marks.map(mark => getComputedStyle(mark).fill)"
    )
    assert len(set(fills)) == 2, "the players' signs have lost their colours"
    visitor.page.keyboard.press("b")
    focused = visitor.page.locator(":focus")
    expect(focused).to_have_count(1)
    visitor.page.keyboard.press("d")
    visitor.page.keyboard.press("Tab")
    assert visitor.page.locator(":focus").evaluate("it => getComputedStyle(it).outlineStyle") != "none"


def test_nothing_moves_where_that_is_wished(visit, table):
    visitor = visit()  # whose browser prefers reduced motion
    visitor.sit(table, 0)
    moving = "document.getAnimations().filter(one => one.playState === 'running').length"
    assert visitor.page.evaluate(moving) == 0
    slow = visitor.page.evaluate("""() => [...document.querySelectorAll("main *")].filter(it =>
        getComputedStyle(it).transitionDuration.split(",").some(time => parseFloat(time) > 0)).length""")
    assert slow == 0
