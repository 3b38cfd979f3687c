"""Brass: what an action costs and does is seen before it is chosen, on the map and in words."""

import re

from playwright.sync_api import expect

from .positions import brass_at

OTHER = {"money": 30, "hand": ["wild-location"]}


def tile(at, owner, kind, goods=0, *, flipped=False):
    return {"at": at, "owner": owner, "tile": kind, "goods": goods, "flipped": flipped}


def link(line, owner=0):
    return {"line": line, "owner": owner}


def me(*hand, **more):
    return {"money": 40, **more, "hand": list(hand)}


def test_build_with_a_way_for_the_coal(visit, server, screen):
    position = {
        "round": 2,
        "players": [me("birmingham", "coventry", "iron"), OTHER],
        "tiles": [tile("dudley.0", 1, "coal 1", 2)],
        "links": [link("birmingham-dudley"), link("birmingham-coventry")],
    }
    table = brass_at(server, position)
    visitor = visit(screen)
    visitor.sit(table, 0)
    visitor.my_turn().do("Build an industry tile")
    visitor.my_turn().do(re.compile("manufacturer", re.IGNORECASE))
    visitor.my_turn()
    visitor.check_access()
    site = visitor.board.locator('[data-ref="space:birmingham.1"]')
    expect(site).to_have_attribute("data-target", "true")
    site.focus()
    expect(visitor.board.locator('[data-ref="space:dudley.0"]')).to_have_attribute("data-source", "true")
    before = visitor.decision()
    site.click()
    visitor.page.locator("[data-confirm]").click()
    visitor.answered(before)
    pay(visitor)
    expect(visitor.log).to_contain_text("manufacturer 1 in Birmingham")


def pay(visitor):
    """Answer the questions that are left (which coal, which card), to the end of the action."""
    while visitor.my_turn().dock.locator("h2").inner_text().find("chooses an action") < 0:
        visitor.do(None)


def test_why_a_link_cannot_be_laid(visit, server, screen, language):
    position = {"round": 2, "players": [me("birmingham", "coventry", "iron"), OTHER], "links": [link("leek-stoke", 1)]}
    table = brass_at(server, position)
    visitor = visit(screen, language)
    visitor.sit(table, 0)
    visitor.my_turn()
    visitor.board.locator('[data-ref="line:leek-stoke"]').focus()
    visitor.page.keyboard.press("Enter")
    reasons = visitor.asked.get_by_role("status").get_by_role("listitem")
    expect(reasons.first).to_be_visible()
    visitor.check_access()
    visitor.fits()
