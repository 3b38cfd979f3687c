"""How to play: the rules with a search, a way from "Why not?" to the rule, and a guided first game."""

import re

import pytest
from playwright.sync_api import expect

from .test_lobby import door
from .visitor import words


@pytest.mark.parametrize("game", ["monopoly", "brass"])
def test_rules_are_read_and_searched(visit, screen, language, game):
    visitor = visit(screen, language)
    page, text = visitor.page, words(language, f"{game}_rules")
    door(visitor, game).get_by_role("link", name=visitor.t("ui.lobby.learn")).click()
    sections = page.locator("main section[id^=section-]")
    expect(sections).to_have_count(sum("." not in key for key in text) - 1)  # "about" is no section
    visitor.check_access()
    visitor.fits()
    wanted = "jail.out" if game == "monopoly" else "loan.take"
    page.get_by_role("searchbox").fill(" ".join(text[wanted].split()[:4]))
    expect(page.locator("main section[id^=section-] p")).to_have_count(1)
    expect(page.locator(f"[id='rule-{wanted}']")).to_have_text(text[wanted])


def test_a_first_game_is_guided(visit, screen, language):
    visitor = visit(screen, language, throws="press")
    page, t = visitor.page, visitor.t
    visitor.go("/rules/monopoly")
    page.get_by_role("button", name=t("ui.guide.start")).click()
    visitor.at_table()
    hint = page.locator("[data-guide]")
    expect(hint).to_contain_text(t("monopoly_ui.guide.board"))
    expect(page.locator("[data-part=board]")).to_have_attribute("data-guided", "")
    visitor.check_access()
    hint.get_by_role("button", name=t("ui.guide.next")).click()
    expect(hint).to_contain_text(t("monopoly_ui.guide.seats"))
    hint.get_by_role("button", name=t("ui.guide.next")).click()
    expect(hint).to_have_attribute("data-guide", re.compile("^(roll|buy|bid|log)$"))
    page.reload()
    expect(hint).to_have_attribute("data-guide", re.compile("^(roll|buy|bid|log)$"))
    assert visitor.stored("magnate.guide")["seen"] == ["board", "seats"]
    hint.get_by_role("button", name=t("ui.guide.skip")).click()
    expect(hint).to_have_count(0)
    why, throw = page.locator("[data-why]"), page.get_by_role("button", name=t("ui.throw.now"), exact=True)
    while not why.is_visible():  # a throw may lead to no question
        expect(why.or_(throw)).to_be_visible()
        if throw.is_visible():
            throw.click()
    why.click()
    rules = page.get_by_role("dialog").get_by_role("link", name=t("ui.rules.all"))
    expect(rules).to_have_attribute("href", "/rules/monopoly")
