"""Whole games begun at the page, lent to an agent while nobody looks, and looked at when they are over."""

import pytest
from playwright.sync_api import expect


@pytest.mark.parametrize(
    ("game", "screen", "language"),
    [
        ("monopoly", "desktop", "fa"),
        ("brass", "phone", "fa"),
        pytest.param("monopoly", "phone", "en", marks=pytest.mark.long),
    ],
)
def test_a_whole_game(visit, game, screen, language):
    visitor = visit(screen, language)
    visitor.page.locator(f"a[href='/new?game={game}']").click()
    visitor.page.locator("input[inputmode=numeric]").fill("3")  # the seed: every run is the same game
    visitor.page.get_by_role("button", name=visitor.t("ui.new.start"), exact=True).click()
    visitor.at_table()
    for _ in range(8):
        visitor.my_turn()
        visitor.answer_monopoly() if game == "monopoly" else visitor.do(None)
    visitor.check_access()
    visitor.fits()
    visitor.open("seats")
    visitor.page.locator("[data-part=seats] summary").first.click()
    visitor.page.get_by_role("button", name=visitor.t("ui.seats.let_agent")).click()
    expect(visitor.page.get_by_text(visitor.t("ui.seats.taken_over")).first).to_be_visible()
    address = visitor.page.url
    visitor.go("/")  # agents wait for nobody who does not watch
    path = address[address.index("/g/") :]
    review = visitor.page.locator(f"a[href='{path}']", has_text=visitor.t("ui.lobby.review"))
    expect(review).to_be_visible(timeout=600_000)
    review.click()
    visitor.over()
    visitor.check_access()
    visitor.fits()
