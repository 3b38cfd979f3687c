"""Every page that is no table: it is there, whole and accessible, on both screens and in both directions."""

import re

import pytest
from playwright.sync_api import expect

from magnate.catalogue import about_agents
from magnate.server.table_config import hinters

from .visitor import wording

PAGES = ["/", "/new?game=monopoly", "/new?game=brass", "/games", "/agents", "/tournaments", "/settings", "/about"]
ALL_GAMES = ["monopoly", "brass", "pig", "kuhn", "bearoff", "connect_four", "tictactoe", "tree", "random_tree"]


@pytest.mark.both_ways
def test_every_page_is_whole_and_accessible(visit, screen, language):
    visitor = visit(screen, language)
    for path in [*PAGES, "/no/such/page"]:
        visitor.go(path)
        expect(visitor.page.locator("main h1")).to_be_visible()
        expect(visitor.page.get_by_text(visitor.t("ui.loading"), exact=True)).to_have_count(0)
        assert visitor.page.evaluate("document.documentElement.dir") == ("rtl" if language == "fa" else "ltr")
        visitor.check_access()
        visitor.fits()
        nav = visitor.page.locator("header nav")
        assert nav.evaluate("it => it.scrollWidth <= it.clientWidth"), "a place is beyond the edge"


@pytest.mark.parametrize(
    ("language", "theme"),
    [("ro", "dark"), *(pytest.param(*one, marks=pytest.mark.long) for one in (("en", "dark"), ("ro", "light")))],
)
def test_pages_and_tables_are_accessible_in_the_dark_and_in_romanian_too(visit, server, language, theme):
    visitor = visit(language=language)
    for path in PAGES:
        visitor.go(path)
        expect(visitor.page.locator("main h1")).to_be_visible()
        visitor.check_access()
    for game in ("pig", "monopoly"):
        visitor.sit(server.create(game, "hh", seed=1), 0)
        visitor.my_turn()
        visitor.check_access()


AGENTS = {spec for game in ALL_GAMES for spec in [*dict(about_agents(game)), *hinters(game)]}
CHARACTERS = {"hugo", "cora", "rex", "tessa", "olga", "magnus", "piet", "cole", "bea", "ivo", "gwen", "nell", "ada"}
PEOPLE = {"ann", "ana", "bob", "cem", "dan", "player", "jucătorul", "بازیکن"}
"""Who has sat at a table that the lobby still shows, whatever the other tests are."""
NAMES = {"tricks", *PEOPLE, *CHARACTERS, *(word for spec in AGENTS for word in wording(spec))}
"""What is called alike in every language: people, agents, and the game of a plugin, which has words in none."""
HASH = re.compile("[a-f]+|sha")


@pytest.mark.parametrize(
    ("language", "games"),
    [
        *((language, ALL_GAMES[:3]) for language in ("fa", "ro")),
        *(pytest.param(language, ALL_GAMES, marks=pytest.mark.long) for language in ("fa", "ro")),
    ],
    ids=["fa", "ro", "fa-all", "ro-all"],
)
def test_nothing_is_left_in_english(visit, server, language, games):
    visitor = visit(language=language)
    for path in [*PAGES, *(f"/new?game={game}" for game in games)]:
        visitor.go(path)
        expect(visitor.page.locator("main h1")).to_be_visible()
        expect(visitor.page.get_by_text(visitor.t("ui.loading"), exact=True)).to_have_count(0)
        assert visitor.strange() <= NAMES, path
    for game in games:
        visitor.sit(server.create(game, "hh", seed=1, hints="request"), 0)
        visitor.my_turn()
        assert visitor.strange() <= NAMES, game
    visitor.page.keyboard.press("?")
    expect(visitor.page.get_by_role("dialog")).to_contain_text(visitor.t("ui.keys.parts"))
    assert visitor.strange() <= NAMES
    visitor.watch(server.create("pig", "aa", seed=5))
    visitor.over()
    visitor.page.get_by_text(visitor.t("ui.over.dice"), exact=True).click()
    visitor.button("ui.over.verify").click()
    expect(visitor.page.get_by_text(visitor.t("ui.over.verified"))).to_be_visible()
    assert {word for word in visitor.strange() if not HASH.fullmatch(word)} <= NAMES


PLACES = "fields => fields.map(field => field.getBoundingClientRect().toJSON())"


def test_fields_side_by_side_stand_in_line(visit):
    visitor = visit()
    visitor.go("/new?game=brass")
    table = visitor.page.locator("section").filter(has=visitor.page.get_by_role("heading", name="Table", exact=True))
    fields = table.locator("select:visible")
    expect(fields).to_have_count(2)  # hints and taking back; who finds hints is folded away
    boxes = fields.evaluate_all(PLACES)
    assert len({(box["top"], box["height"]) for box in boxes}) == 1, boxes


def test_the_language_changes_at_once_and_is_remembered(visit):
    visitor = visit()
    visitor.go("/settings")
    visitor.page.get_by_role("radio", name="فارسی").check()
    expect(visitor.page.locator("html[dir=rtl][lang=fa] main h1")).to_have_text(visitor.t("ui.nav.settings", "fa"))
    visitor.page.reload()
    expect(visitor.page.locator("main h1")).to_have_text(visitor.t("ui.nav.settings", "fa"))
    visitor.page.get_by_role("radio", name="română").check()
    expect(visitor.page.locator("html[dir=ltr][lang=ro] main h1")).to_have_text(visitor.t("ui.nav.settings", "ro"))
