"""Everything without a mouse."""

import re
from urllib.parse import urlsplit

from playwright.sync_api import expect

from .positions import brought, game, monopoly_at


def tab_to(visitor, wanted):
    """Press the tab key until something has the focus."""
    for _ in range(120):
        if visitor.page.evaluate("wanted => document.activeElement.matches(wanted)", wanted):
            return
        visitor.page.keyboard.press("Tab")
    raise AssertionError(f"the tab key does not lead to {wanted}")


def turns_of(server, table):
    """Where turns, rounds and eras begin at a table, by its id."""
    with server.client() as client:
        return client.get(f"/api/games/{table}/turns").json()["turns"]


def turns_begun(visitor):
    """How many turns of the first seat have begun at the table that is open."""
    turns = turns_of(visitor.server, urlsplit(visitor.page.url).path.removeprefix("/g/"))
    return sum(turn["mark"] == "turn" and turn["seat"] == 0 for turn in turns)


def test_from_the_lobby_through_five_turns(visit):
    visitor = visit()
    press = visitor.page.keyboard.press
    expect(visitor.page.locator("a[href='/new?game=monopoly']")).to_be_visible()
    tab_to(visitor, "a[href='/new?game=monopoly']")
    press("Enter")
    expect(visitor.page.get_by_role("button", name="Start", exact=True)).to_be_visible()
    tab_to(visitor, "input[inputmode=numeric]")  # the seed: every run is the same game
    visitor.page.keyboard.type("3")
    tab_to(visitor, "button[type=submit]")
    press("Enter")
    visitor.at_table()
    while turns_begun(visitor) <= 5:
        before = visitor.my_turn().decision()
        rolls = visitor.choices.filter(has_text=visitor.saying("monopoly_ui.brief.action.roll"))
        if visitor.choices.count():
            press(str(1 + int(rolls.first.get_attribute("data-choice")) if rolls.count() else 1))
        else:
            tab_to(visitor, "[data-part=ask] button:enabled")
            press("Enter")
        visitor.answered(before)


def test_who_has_answered_finds_the_next_question_where_it_is_asked(visit, server):
    """An auction is asked about before the dock, which has nothing to choose from then."""
    players = [{"cash": 900, "square": 39}, {"cash": 700}]
    table = monopoly_at(server, {"phase": "buying", "players": players}, names=("Ann", "Bob"))
    ann, bob = visit(), visit(owner=False)
    ann.sit(table, 0)
    bob.sit(table, 1)

    def bid(visitor):
        """The least that can be bid."""
        panel = visitor.my_turn().page.get_by_role("region", name="Auction: Boardwalk")
        return panel.get_by_role("button", name=re.compile(r"^Bid \$")).first

    ann.do("Send to auction")
    bid(bob).click()
    for visitor in (ann, bob, ann):
        button, before = bid(visitor), visitor.decision()
        expect(visitor.asked).to_be_focused()
        visitor.page.keyboard.press("Tab")
        expect(button).to_be_focused()
        visitor.page.keyboard.press("Enter")
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
    expect(visitor.confirm).to_be_focused()
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


def test_looking_back_by_turn_round_and_era(visit, server):
    table = brought(server, game("brass", 2).play("random", seed=1))
    turns = turns_of(server, table["id"])
    visitor = visit()
    visitor.watch(table)
    for key, marks in (
        ("Shift+ArrowLeft", ("turn", "round", "era")),
        ("PageUp", ("round", "era")),
        ("Shift+PageUp", ("era",)),
    ):
        wanted = max(turn["at"] for turn in turns if turn["mark"] in marks and turn["at"] < visitor.at)
        visitor.page.keyboard.press(key)
        expect(visitor.table).to_have_attribute("data-at", str(wanted))
    assert wanted > 0
    visitor.page.keyboard.press("Shift+PageUp")
    expect(visitor.table).to_have_attribute("data-at", "0")
    visitor.page.keyboard.press("Shift+PageDown")
    expect(visitor.table).to_have_attribute("data-at", str(wanted))


def test_a_game_without_rounds_is_not_gone_through_by_rounds(visit, server):
    visitor = visit()
    visitor.watch(brought(server, game("pig", 2).play("random", seed=1)))
    last = visitor.at
    visitor.page.keyboard.press("PageUp")
    visitor.page.keyboard.press("Shift+PageUp")
    visitor.page.keyboard.press("ArrowLeft")
    expect(visitor.table).to_have_attribute("data-at", str(last - 1))
