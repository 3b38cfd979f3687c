"""Whole games: by the pointer alone, by keys alone, and lent to an agent while nobody looks; looked at when over."""

import re
from itertools import product

import pytest
from playwright.sync_api import expect

SHORT = {"monopoly": {"max_turns": 12}, "brass": {"eras": "canal"}}
HANDS = ("pointer", "keys")
LOOKS = (("fa", "light"), ("en", "light"), ("ro", "dark"))
OFTEN = (("monopoly", "keys", *LOOKS[0]), ("brass", "pointer", *LOOKS[0]))
"""Which of the short games `make test` plays."""


@pytest.mark.parametrize(
    ("game", "hand", "language", "theme"),
    [
        one if one in OFTEN else pytest.param(*one, marks=pytest.mark.long)
        for one in ((game, hand, *look) for game, hand, look in product(SHORT, HANDS, LOOKS))
    ],
)
def test_a_short_game_is_played_to_its_end_and_reviewed(visit, server, language, theme, game, hand):
    visitor = visit(language=language)
    # of the introductory game, which no network knows, the curve is by games that are played on
    part = "[data-curve]" if game == "monopoly" else "[data-stage]"
    play_and_review(visitor, server, game, hand, SHORT[game], part)


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "hand", "screen", "language", "theme"),
    [
        ("monopoly", "pointer", "phone", "fa", "light"),
        ("monopoly", "keys", "desktop", "ro", "dark"),
        ("brass", "pointer", "tablet", "en", "dark"),
        ("brass", "keys", "laptop", "fa", "light"),
    ],
)
def test_a_whole_game_is_played_to_its_end_and_reviewed(visit, server, screen, language, theme, game, hand):
    play_and_review(visit(screen, language), server, game, hand, {}, "[data-curve]")


def play_and_review(visitor, server, game, hand, options, part):
    """Play to the end, open the review, whose `part` is shown, and play the same dice again."""
    visitor.by_keys = hand == "keys"
    visitor.sit(server.create(game, "ha", seed=3, options=options), 0)
    ended, address = visitor.page.locator("#ending-title"), visitor.page.url
    while True:
        expect(ended.or_(visitor.page.locator("[data-decision]")).first).to_be_attached()
        if ended.count():
            break
        visitor.answer_monopoly() if game == "monopoly" else visitor.do(None)
    visitor.check_access()
    visitor.use(visitor.page.get_by_role("link", name=visitor.t("ui.review.open"), exact=True))
    expect(visitor.page.locator(part)).to_be_visible()
    visitor.check_access()
    visitor.use(visitor.page.get_by_role("link", name=visitor.t("ui.review.back"), exact=True))
    visitor.over()
    visitor.use(visitor.button("ui.over.duplicate"))
    expect(visitor.table).to_have_attribute("data-at", re.compile("^.$"))  # an agent may have begun
    assert visitor.page.url != address


@pytest.mark.parametrize(
    ("game", "screen", "language"),
    [
        ("monopoly", "desktop", "fa"),
        ("brass", "phone", "fa"),
        pytest.param("monopoly", "phone", "en", marks=pytest.mark.long),
    ],
)
def test_a_whole_game_is_lent(visit, game, screen, language):
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
