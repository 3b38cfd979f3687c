"""The review board of a finished game: on every screen all its parts can be read, and one goes from turn to turn."""

import re

from playwright.sync_api import expect

from .positions import reviewed
from .ways import is_small


def test_every_part_of_the_review_board_is_read(visit, server, screen, language):
    visitor = visit(screen, language)
    page, t = visitor.page, visitor.t
    visitor.go(f"/g/{reviewed(server, 'monopoly')['id']}/review?turn=5")
    expect(page.locator("[data-stage=done] [data-curve]")).to_be_visible()
    tabs, panel = page.get_by_role("tab"), page.get_by_role("tabpanel")
    expect(tabs).to_have_count(6)  # mistakes, luck, trade lab, next throw, search tree, position
    for tab in tabs.all():
        visitor.use(tab)
        expect(tab).to_have_attribute("aria-selected", "true")
        expect(panel).to_have_attribute("aria-labelledby", tab.get_attribute("id"))
        expect(panel).not_to_be_empty()
        expect(page.get_by_text(t("ui.review.asking"))).to_have_count(0)
        visitor.check_access()
        visitor.fits()
    visitor.use(page.get_by_role("button", name=t("ui.review.turn_on"), exact=True))
    expect(page).not_to_have_url(re.compile("turn=5$"))
    if not is_small(screen):
        expect(page.locator("[data-curve]")).to_be_in_viewport(ratio=1)
    visitor.use(page.get_by_role("link", name=t("ui.review.back"), exact=True))
    visitor.over()
