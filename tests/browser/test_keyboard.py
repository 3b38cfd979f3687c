"""Everything without a mouse."""

import re

from playwright.sync_api import expect

from .positions import monopoly_at


def tab_to(visitor, wanted):
    """Press the tab key until something has the focus."""
    for _ in range(120):
        if visitor.page.evaluate("wanted => document.activeElement.matches(wanted)", wanted):
            return
        visitor.page.keyboard.press("Tab")
    raise AssertionError(f"the tab key does not lead to {wanted}")


def test_from_the_lobby_to_the_first_moves(visit):
    visitor = visit()
    press = visitor.page.keyboard.press
    tab_to(visitor, "a[href='/new?game=monopoly']")
    press("Enter")
    expect(visitor.page.get_by_role("button", name="Start", exact=True)).to_be_visible()
    tab_to(visitor, "button[type=submit]")
    press("Enter")
    visitor.at_table()
    for _ in range(4):
        before = visitor.my_turn().decision()
        if visitor.choices.count():
            press("1")
        else:
            tab_to(visitor, "[data-part=ask] button:enabled")
            press("Enter")
        visitor.answered(before)


def test_the_board_and_the_parts_of_the_table(visit, server):
    players = [{"cash": 900, "deeds": ["baltic-avenue"]}, {"cash": 700}]
    visitor = visit()
    visitor.sit(monopoly_at(server, {"phase": "before", "players": players}, "ha"), 0)
    press, focused = visitor.page.keyboard.press, visitor.page.locator(":focus")
    visitor.my_turn()
    press("b")
    expect(focused).to_have_attribute("data-square", "0")
    press("ArrowRight")
    press("ArrowRight")
    press("ArrowRight")
    expect(focused).to_have_attribute("data-square", "3")
    press("?")
    expect(visitor.asked.get_by_role("status").filter(has_text="Baltic").get_by_role("listitem").first).to_be_visible()
    press("Escape")
    press("Enter")  # picks the deed, of which only one thing can be done
    expect(visitor.page.locator("[data-confirm]")).to_be_focused()
    before = visitor.decision()
    press("Enter")
    visitor.answered(before)
    expect(visitor.board.get_by_role("button", name=re.compile("Baltic.*mortgaged"))).to_be_visible()
    visitor.my_turn()
    press("u")
    expect(visitor.board.get_by_role("button", name=re.compile("Baltic.*mortgaged"))).to_have_count(0)
    press("l")
    expect(visitor.page.locator("[data-part=log] :focus")).to_have_count(1)
    press("s")
    expect(visitor.page.locator("[data-part=seats] :focus")).to_have_count(1)
    visitor.page.locator("[data-part=log] [role=log]").focus()
    press("?")
    dialog = visitor.page.get_by_role("dialog", name="Keys")
    expect(dialog).to_be_visible()
    visitor.check_access()
    press("Escape")
    expect(dialog).to_have_count(0)
