"""Every page that is no table: it is there, whole and accessible, on both screens and in both directions."""

import pytest
from playwright.sync_api import expect

PAGES = ["/", "/new?game=monopoly", "/new?game=brass", "/games", "/agents", "/tournaments", "/settings", "/about"]


def test_every_page_is_whole_and_accessible(visit, screen, language):
    visitor = visit(screen, language)
    for path in [*PAGES, "/no/such/page"]:
        visitor.go(path)
        expect(visitor.page.locator("main h1")).to_be_visible()
        expect(visitor.page.get_by_text(visitor.t("ui.loading"), exact=True)).to_have_count(0)
        assert visitor.page.evaluate("document.documentElement.dir") == ("rtl" if language == "fa" else "ltr")
        visitor.check_access()
        visitor.fits()


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_pages_are_accessible_in_the_dark_too(visit, colours):
    visitor = visit(theme=colours)
    for path in PAGES:
        visitor.go(path)
        expect(visitor.page.locator("main h1")).to_be_visible()
        visitor.check_access()


def test_the_language_changes_at_once_and_is_remembered(visit):
    visitor = visit()
    visitor.go("/settings")
    visitor.page.get_by_role("radio", name="فارسی").check()
    expect(visitor.page.locator("html[dir=rtl][lang=fa] main h1")).to_have_text(visitor.t("ui.nav.settings", "fa"))
    visitor.page.reload()
    expect(visitor.page.locator("main h1")).to_have_text(visitor.t("ui.nav.settings", "fa"))
    visitor.page.get_by_role("radio", name="română").check()
    expect(visitor.page.locator("html[dir=ltr][lang=ro] main h1")).to_have_text(visitor.t("ui.nav.settings", "ro"))
