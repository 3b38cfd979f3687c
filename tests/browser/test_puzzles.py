"""Puzzles are reached from the lobby by one press, answered, graded, and counted in the browser."""

import re

from playwright.sync_api import expect

from magnate.analysis.puzzles import puzzles

from .test_lobby import door


def test_a_puzzle_is_answered(visit, screen, language):
    visitor = visit(screen, language)
    door(visitor, "monopoly").get_by_role("link", name=visitor.t("ui.lobby.puzzles")).click()
    moves = visitor.page.locator("[data-moves] button")
    expect(moves).to_have_count(len(puzzles("monopoly")[0].moves))
    decide = visitor.page.get_by_role("button", name=visitor.t("ui.puzzles.decide"), exact=True)
    expect(decide).to_be_disabled()
    visitor.check_access()
    visitor.fits()
    moves.first.click()
    decide.click()
    verdict = visitor.page.locator("[data-question] [role=status]")
    right = visitor.page.locator("[data-best][aria-pressed=true]").count()
    expect(verdict).to_contain_text(visitor.t("ui.puzzles.right" if right else "ui.puzzles.wrong"))
    expect(visitor.page.get_by_text(re.compile("±"))).not_to_have_count(0)
    assert visitor.stored("magnate.puzzles")["monopoly"]["answered"] == {puzzles("monopoly")[0].name: bool(right)}
    visitor.check_access()
    visitor.page.get_by_role("link", name=visitor.t("ui.puzzles.next")).click()
    expect(decide).to_be_visible()
    assert "n=1" in visitor.page.url
    visitor.go("/puzzles?game=brass")
    expect(moves).to_have_count(len(puzzles("brass")[0].moves))
    visitor.fits()
    if screen != "phone":
        assert visitor.page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    visitor.check_access()
