"""Brass: what an action costs and does is seen before it is chosen, on the map and in words."""

import re

import pytest
from playwright.sync_api import expect

from .positions import brass_at
from .ways import is_small

OTHER = {"money": 30, "hand": ["wild-location"]}


def tile(at, owner, kind, goods=0, *, flipped=False):
    return {"at": at, "owner": owner, "tile": kind, "goods": goods, "flipped": flipped}


def link(line, owner=0):
    return {"line": line, "owner": owner}


def me(*hand, **more):
    return {"money": 40, **more, "hand": list(hand)}


LAST_ROUND = {
    "round": 8,
    "turn": 1,
    "order": [1, 0],
    "actions": 1,
    "players": [me("iron"), {"money": 30, "hand": []}],
    "deck": {"birmingham": 1, "coventry": 1},
    "tiles": [tile("kidderminster.1", 0, "cotton 1")],
}
"""The last action of the Canal era."""


def to_the_end_of_the_action(visitor):
    """Answer the questions that are left (which coal, which card) until the next action is asked for."""
    while not visitor.my_turn().choices.filter(has_text=visitor.saying("brass.action.pass")).count():
        visitor.do(None)


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
    visitor.my_turn().do(re.compile("Build$"))
    visitor.check_access()
    site = visitor.board.locator('[data-ref="space:birmingham.1"]')
    expect(site).to_have_attribute("data-target", "true")
    site.hover()
    expect(visitor.board.locator('[data-ref="space:dudley.0"]')).to_have_attribute("data-source", "true")
    before = visitor.decision()
    visitor.use(site)
    visitor.use(visitor.confirm)
    visitor.answered(before)
    to_the_end_of_the_action(visitor)
    expect(visitor.log).to_contain_text("Manufacturer 1 in Birmingham, £8, coal from Dudley, ")


def test_an_action_is_put_together_in_one_panel(visit, server, screen, language):
    position = {"round": 2, "players": [me("birmingham", "coventry", "iron"), OTHER]}
    visitor = visit(screen, language)
    visitor.sit(brass_at(server, position), 0)
    first, at = visitor.my_turn().decision(), visitor.at
    lit = visitor.board.locator('[data-ref^="space:"][data-target]')
    assert lit.count() > 2, "no space is lit before a kind of action is chosen"
    assert visitor.board.locator('[data-ref^="line:"][data-target]').count() > 2
    visitor.do(visitor.saying("brass.action.build"))
    expect(visitor.board.locator('[data-ref^="line:"][data-target]')).to_have_count(0)
    assert lit.count() > 2, "no space is lit before the industry is chosen"
    visitor.use(visitor.dock.locator("[data-back]"))
    expect(visitor.table).to_have_attribute("data-decision", first)
    site = visitor.board.locator('[data-ref="space:coventry.1"]')
    site.focus()
    visitor.page.keyboard.press("Enter")
    expect(visitor.dock.locator("[data-crumb]")).to_have_count(1)
    if visitor.confirm.count():
        visitor.use(visitor.confirm)
    else:
        visitor.do(None)
    crumbs = visitor.dock.locator("[data-crumb]")
    expect(crumbs).to_have_count(3)
    expect(visitor.page.locator("[data-ref='card:coventry'][data-target]").first).to_be_attached()
    visitor.check_access()
    visitor.fits()
    visitor.use(visitor.dock.locator("[data-back]"))  # the place was all that had been picked
    expect(visitor.table).to_have_attribute("data-decision", first)
    visitor.do(visitor.saying("brass.action.build"))
    building = visitor.decision()
    visitor.do(None)
    expect(crumbs).to_have_count(3)
    visitor.use(visitor.dock.locator("[data-back]"))
    expect(visitor.table).to_have_attribute("data-decision", building)
    visitor.do(None)
    visitor.use(crumbs.first)
    expect(visitor.table).to_have_attribute("data-decision", first)
    assert visitor.at == at, "a part of the action was sent before it was whole"


def test_a_card_can_be_picked_before_a_kind_of_action(visit, server, screen):
    """All cards are lit; one lights what it lets one do, and is the answer when it is asked for."""
    position = {"round": 2, "players": [me("coventry", "birmingham", "iron"), OTHER]}
    visitor = visit(screen)
    visitor.sit(brass_at(server, position), 0)
    first = visitor.my_turn().decision()
    spaces = visitor.board.locator('[data-ref^="space:"][data-target]')
    hand = visitor.page.locator("[data-ref^='card:'][data-target]").locator("visible=true")
    expect(hand).to_have_count(3)
    visitor.use(visitor.page.locator("[data-ref='card:coventry']").locator("visible=true").first)
    expect(spaces).not_to_have_count(0)
    assert {it.get_attribute("data-ref").split(".")[0] for it in spaces.all()} == {"space:coventry"}
    expect(visitor.dock.locator("[data-crumb]")).to_have_count(1)
    visitor.use(visitor.dock.locator("[data-back]"))
    expect(visitor.table).to_have_attribute("data-decision", first)
    visitor.use(visitor.page.locator("[data-ref='card:coventry']").locator("visible=true").first)
    visitor.press(re.compile("^.?Loan"))
    expect(visitor.confirm).to_be_visible()
    if is_small(screen):
        visitor.use(visitor.confirm)  # of the loan alone; the card is asked for next
    expect(visitor.dock).to_contain_text("Coventry")
    visitor.use(visitor.confirm)
    visitor.answered(first)
    expect(visitor.log).to_contain_text("Coventry")
    expect(visitor.page.locator("[data-ref='card:coventry']")).to_have_count(0)


SIZES_OF_NAMES = """names => names.map(name => {
    const scale = name.ownerSVGElement.getScreenCTM().a;
    return [name.textContent, scale * parseFloat(getComputedStyle(name).fontSize)];
})"""


@pytest.mark.both_ways
def test_names_on_the_map_can_be_read(visit, server, screen):
    position = {"round": 2, "players": [me("birmingham", "coventry", "iron"), OTHER], "links": [link("leek-stoke")]}
    visitor = visit(screen)
    visitor.sit(brass_at(server, position), 0)  # a copy, with a banner
    visitor.my_turn()
    if screen == "desktop":
        expect(visitor.board.get_by_text("Birmingham", exact=True).first).to_be_visible()
    zoom = visitor.button("brass_ui.zoom.all")
    for _ in range(2):
        names = visitor.board.locator("[data-kind] text[text-anchor=middle]").evaluate_all(SIZES_OF_NAMES)
        assert len(names) > 20
        assert all(size > 9.5 for _, size in names), names
        if zoom.count():
            zoom.click()


def test_what_is_considered_is_seen_on_the_map(visit, server):
    position = {"round": 2, "players": [me("birmingham", "coventry", "iron"), OTHER], "links": [link("leek-stoke")]}
    visitor = visit()
    visitor.sit(brass_at(server, position), 0)
    visitor.my_turn().do(visitor.saying("brass.action.network.canal"))
    visitor.my_turn().choices.filter(has_text="Stoke").first.hover()
    expect(visitor.board.locator("g[data-ghost]").first).to_be_visible()
    expect(visitor.board).to_contain_text("£40 → £37")
    visitor.choices.first.focus()
    visitor.check_access()


def test_a_finger_sees_the_way_of_the_coal_before_it_pays(visit, server):
    position = {
        "round": 2,
        "players": [me("birmingham", "coventry", "iron"), OTHER],
        "tiles": [tile("dudley.0", 1, "coal 1", 2)],
        "links": [link("birmingham-dudley"), link("birmingham-coventry")],
    }
    visitor = visit("phone")
    visitor.sit(brass_at(server, position), 0)
    visitor.my_turn().do(re.compile("Build$"))
    decision = visitor.press(re.compile("manufacturer .* in Birmingham", re.IGNORECASE))
    expect(visitor.confirm).to_be_visible()
    expect(visitor.board.locator('[data-ref="space:dudley.0"]')).to_have_attribute("data-source", "true")
    assert visitor.decision() == decision


def test_on_a_phone_the_cards_are_beside_the_question_and_the_question_can_be_folded(visit, server, language):
    position = {"round": 2, "players": [me("birmingham", "coventry", "iron"), OTHER]}
    visitor = visit("phone", language)
    visitor.sit(brass_at(server, position), 0)
    visitor.my_turn()
    card = visitor.asked.locator("[data-strip] [data-ref='card:iron']")
    expect(card).to_be_in_viewport()
    fold = visitor.dock.get_by_role("button", name=visitor.t("ui.dock.fold"), exact=True)
    fold.click()
    expect(visitor.choices.first).to_be_hidden()
    expect(visitor.page.locator("[data-part=replay]")).to_be_hidden()  # the log's tab has it while one is asked
    visitor.check_access()
    fold.click()
    visitor.do(visitor.saying("brass.action.loan"))
    before = visitor.my_turn().decision()
    visitor.use(card)
    visitor.use(visitor.confirm)
    visitor.answered(before)


def test_a_hint(visit, server):
    position = {"round": 2, "players": [me("birmingham", "coventry", "iron"), OTHER]}
    visitor = visit()
    visitor.sit(brass_at(server, position, hint_agent="ismcts:sims=40"), 0)
    hint = visitor.my_turn().ask_hint("ismcts:sims=40")
    expect(hint.get_by_role("listitem").first).to_contain_text("±")
    visitor.check_access()


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


def test_lay_a_canal_with_its_points_before_it(visit, server, screen, language):
    position = {"round": 2, "players": [me("birmingham", "coventry", "iron"), OTHER], "links": [link("leek-stoke")]}
    visitor = visit(screen, language)
    visitor.sit(brass_at(server, position), 0)
    visitor.my_turn().button("brass_ui.overlay.points").click()
    visitor.do(visitor.saying("brass.action.network.canal"))
    visitor.my_turn()
    line = visitor.board.locator('[data-ref="line:stoke-stone"]')
    expect(line).to_have_attribute("data-target", "true")
    visitor.check_access()
    before = visitor.decision()
    line.focus()
    visitor.page.keyboard.press("Enter")
    visitor.use(visitor.confirm)
    visitor.answered(before)
    to_the_end_of_the_action(visitor)
    expect(line).to_have_attribute("aria-label", re.compile("Player 1"))


def test_sell_with_the_beer_of_a_merchant(visit, server):
    position = {
        "round": 2,
        "players": [me("iron", "coal", "iron"), OTHER],
        "tiles": [tile("kidderminster.1", 0, "cotton 1"), tile("coalbrookdale.0", 0, "brewery 1", 1)],
        "links": [link("coalbrookdale-kidderminster"), link("coalbrookdale-shrewsbury")],
        "merchants": {"shrewsbury": ["cotton"], "gloucester": ["blank", "blank"], "oxford": ["blank", "blank"]},
    }
    visitor = visit()
    visitor.sit(brass_at(server, position), 0)
    visitor.my_turn().do("Sell")
    visitor.my_turn()
    visitor.check_access()
    barrel = visitor.board.locator('[data-ref^="space:shrewsbury"][data-target]')
    expect(barrel.or_(visitor.choices).first).to_be_visible()
    visitor.do(re.compile("Shrewsbury"))
    to_the_end_of_the_action(visitor)
    expect(visitor.log).to_contain_text("Kidderminster")


def test_loan_and_scout(visit, server, screen):
    position = {"round": 2, "players": [me("birmingham", "coventry", "iron", "coal"), OTHER]}
    visitor = visit(screen)
    visitor.sit(brass_at(server, position), 0)
    visitor.my_turn().do(re.compile("Loan"))
    visitor.my_turn().open("side")
    visitor.use(visitor.page.locator("[data-pane=hand] [data-ref='card:iron']"))
    before = visitor.decision()
    expect(visitor.confirm).to_be_in_viewport(ratio=1)
    visitor.use(visitor.confirm)
    visitor.answered(before)
    to_the_end_of_the_action(visitor)
    expect(visitor.page.locator("[data-part=seats] li").first).to_contain_text("£70")
    visitor.do(re.compile("Scout"))
    for _ in range(2):
        visitor.my_turn().do(None)
    expect(visitor.log).to_contain_text("Scout, ")
    expect(visitor.page.locator("[data-pane=hand] [data-ref='card:wild-location']")).to_have_count(1)


def test_the_era_changes(visit, server, language):
    visitor = visit(language=language)
    visitor.sit(brass_at(server, LAST_ROUND), 0)
    expect(visitor.board).to_contain_text(visitor.t("brass_ui.era.canal"))
    visitor.my_turn().do(visitor.saying("brass.action.pass"))
    expect(visitor.board).to_contain_text(visitor.t("brass_ui.era.rail"))
    visitor.check_access()
