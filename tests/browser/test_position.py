"""A position is put together on the board and in a form, told what is wrong with it, and asked who wins from there."""

import re

from playwright.sync_api import expect

from magnate.analysis.odds import odds

from .positions import brought, game


def opened(visitor, name, address=""):
    visitor.go(f"/position/{name}{address}")
    expect(visitor.page.get_by_role("button", name=visitor.t("ui.review.who_wins"), exact=True)).to_be_visible()
    return visitor.page


def players(page):
    """The parts of the form about players, in the order of the seats."""
    return page.locator("fieldset", has=page.locator("legend svg"))


def check(visitor):
    visitor.fits()
    visitor.check_access()
    assert visitor.strange() == set()


def test_cash_and_a_deed_are_changed_and_it_is_asked_who_wins(visit, screen, language):
    odds(game("monopoly", 2).setup({}), until="0.1s")  # compiles what the server's process may not have the time for
    visitor = visit(screen, language)
    page, t = opened(visitor, "monopoly"), visitor.t
    page.get_by_label(t("ui.position.empty")).select_option("2")
    expect(players(page)).to_have_count(2)
    players(page).first.get_by_label(t("monopoly_ui.position.cash")).fill("900")
    page.locator("[data-square='39']").click()
    panel = page.get_by_role("region", name="Boardwalk")
    panel.get_by_label(t("monopoly_ui.position.owner")).select_option("1")
    panel.get_by_label(t("monopoly_ui.position.buildings")).select_option("1")
    wrong = players(page).nth(1).get_by_text(visitor.saying("monopoly.setup.part_group"))
    expect(wrong).to_be_visible()  # beside the deeds
    ask = page.get_by_role("button", name=t("ui.review.who_wins"), exact=True)
    expect(ask).to_be_disabled()
    check(visitor)
    panel.get_by_role("button", name=t("monopoly_ui.position.spread")).click()
    expect(wrong).to_have_count(0)
    expect(page.get_by_label(t("ui.position.text_about"))).to_have_value(re.compile("park-place = 1"))
    ask.click()
    chances = page.get_by_role("region", name=t("ui.review.who_wins"))
    expect(chances.get_by_text("±")).to_have_count(2)
    check(visitor)


def test_a_number_that_cannot_be_is_told_beside_its_field(visit, screen, language):
    visitor = visit(screen, language)
    page, t = opened(visitor, "monopoly"), visitor.t
    field = page.get_by_label(t("monopoly_ui.position.round"), exact=True)
    field.fill("0")
    expect(field).to_have_attribute("aria-invalid", "true")
    said = page.locator(f"[id='{field.get_attribute('aria-describedby')}']")
    expect(said).to_have_text(visitor.saying("engine.setup.least"))
    page.get_by_text(t("ui.position.text"), exact=True).click()
    text = page.get_by_label(t("ui.position.text_about"))
    text.fill('game = "monopoly"\nround = 7')
    expect(field).to_have_value("7")
    expect(said).to_have_count(0)
    check(visitor)


def test_a_debt_and_an_auction_interrupt_the_turn(visit, screen, language):
    visitor = visit(screen, language)
    page, t = opened(visitor, "monopoly"), visitor.t
    ask = page.get_by_role("button", name=t("ui.review.who_wins"), exact=True)
    text = page.get_by_label(t("ui.position.text_about"))
    cause = page.get_by_label(t("monopoly_ui.position.interrupt"), exact=True)
    cause.select_option("debt")
    page.get_by_label(t("monopoly_ui.position.owed_to"), exact=True).select_option("bank")
    page.get_by_label(t("monopoly_ui.position.amount"), exact=True).fill("0")
    expect(page.get_by_text(visitor.saying("monopoly.setup.owed")).first).to_be_visible()
    page.get_by_label(t("monopoly_ui.position.amount"), exact=True).fill("2000")
    expect(text).to_have_value(re.compile('kind = "debt", who = 0, to = "bank", amount = 2000'))
    expect(ask).to_be_enabled()
    check(visitor)
    cause.select_option("auction")
    page.get_by_label(t("monopoly_ui.position.leader"), exact=True).select_option("1")
    page.get_by_label(t("monopoly_ui.position.bid"), exact=True).fill("9999")
    expect(page.get_by_text(visitor.saying("monopoly.setup.bid_limit")).first).to_be_visible()
    page.get_by_label(t("monopoly_ui.position.bid"), exact=True).fill("120")
    expect(text).to_have_value(re.compile("leader = 1.*bid = 120", re.DOTALL))
    expect(ask).to_be_enabled()
    check(visitor)
    cause.select_option("")
    expect(text).not_to_have_value(re.compile("auction"))
    expect(ask).to_be_enabled()


def test_a_tile_is_laid_on_the_map_by_keys(visit, screen, language):
    visitor = visit(screen, language)
    page, t = opened(visitor, "brass"), visitor.t
    page.locator("[data-ref='space:stoke.0']").focus()
    page.keyboard.press("Enter")
    page.get_by_label(t("brass_ui.position.tile"), exact=True).select_option("cotton 1")
    page.get_by_label(t("brass_ui.position.flipped"), exact=True).check()
    expect(page.locator("[data-ref='space:stoke.0']")).to_have_accessible_name(visitor.saying("brass_ui.map.flipped"))
    text = page.get_by_label(t("ui.position.text_about"))
    expect(text).to_have_value(re.compile('tile = "cotton 1", flipped = true'))
    page.get_by_label(t("brass_ui.position.era"), exact=True).select_option("rail")
    page.locator("[data-ref='line:burton-walsall']").focus()
    page.keyboard.press("Enter")
    page.get_by_label(t("brass_ui.position.link_rail"), exact=True).select_option("0")
    expect(page.get_by_text(visitor.saying("brass.setup.no_rail")).first).to_be_visible()
    check(visitor)


def test_a_review_leads_to_its_position(visit, server):
    visitor = visit()
    page = opened(visitor, "pig", f"?of={brought(server, game('pig', 2).play('random', seed=1))['id']}&at=3")
    expect(page.get_by_label(visitor.t("ui.position.text_about"))).to_have_value(re.compile("points = "))
    page.get_by_role("link", name=visitor.t("ui.position.back")).click()
    page.get_by_role("tab", name=visitor.t("ui.review.tab_position")).click()
    page.get_by_role("link", name=visitor.t("ui.position.edit")).click()
    expect(page).to_have_url(re.compile(r"/position/pig\?of=\w+&at=3"))
