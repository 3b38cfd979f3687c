"""Tournaments of the command line are seen in the browser, and their reports go with one."""

import os
import re
import subprocess
import sys

import pytest
from playwright.sync_api import expect


def command(server, games):
    """How a tournament of so many games is played into the store of the server."""
    wishes = ["--agents", "random,random", "--games", str(games), "--seed", "1"]
    store = ["--store", str(server.folder / "tournaments.db")]
    return [sys.executable, "-m", "magnate", "tournament", "run", "pig", *wishes, *store]


@pytest.fixture(scope="module")
def tournament(server):
    """A tournament in the store of the server."""
    done = subprocess.run(command(server, 20), capture_output=True, text=True, env=dict(os.environ), check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.usefixtures("tournament")
def test_a_tournament_and_its_report(visit, screen, language, tmp_path):
    visitor = visit(screen, language)
    visitor.go("/tournaments")
    visitor.page.locator("main a[href^='/tournaments/t']").first.click()
    expect(visitor.page.get_by_role("heading", name=visitor.t("ui.tournaments.standings"))).to_be_visible()
    visitor.check_access()
    visitor.fits()
    with visitor.page.expect_download() as download:
        visitor.page.get_by_role("link", name=visitor.t("ui.tournaments.download")).click()
    file = tmp_path / "report.html"
    download.value.save_as(file)
    visitor.page.goto(file.as_uri())
    expect(visitor.page.get_by_role("heading", level=1)).to_have_text(re.compile("."))


def test_agents_are_characters_first_and_names_behind_them(visit, screen, language):
    visitor = visit(screen, language)
    visitor.go("/agents")
    brass = visitor.page.locator("main details").filter(has=visitor.page.get_by_role("heading", name="Brass")).first
    ivo = brass.locator("li").filter(has_text="Ivo")
    expect(ivo.get_by_role("img", name=visitor.saying("ui.character.stars"))).to_be_visible()
    names = brass.locator("details")
    expect(names.locator("li").first).to_be_hidden()
    names.locator("summary").click()
    expect(names.locator("li").filter(has_text="planner:pottery")).to_be_visible()
    visitor.check_access()
    visitor.fits()
    ivo.get_by_role("link").click()
    expect(visitor.page.get_by_role("combobox").filter(has_text="Ivo").nth(1)).to_have_value("agent ismcts:sims=2")


def test_the_owner_starts_one_and_opens_a_game_on_the_review_board(visit, language):
    visitor = visit(language=language)
    page, t = visitor.page, visitor.t
    visitor.go("/tournaments")
    form = page.locator("main form")
    expect(page.locator("main details[open] form, main a[href^='/tournaments/t']").first).to_be_attached()
    if not form.is_visible():  # it is open where there is no tournament
        page.get_by_text(t("ui.tournaments.new"), exact=True).click()
    page.get_by_role("combobox", name=t("ui.tournaments.game"), exact=True).select_option("tictactoe")
    start = page.get_by_role("button", name=t("ui.tournaments.start"), exact=True)
    page.get_by_role("checkbox", name="random", exact=True).check()
    expect(start).to_be_disabled()
    page.get_by_role("checkbox", name="mcts", exact=True).check()
    expect(start).to_be_enabled()
    visitor.check_access()
    visitor.fits()
    start.click()
    expect(page.get_by_role("heading", name=t("ui.tournaments.standings"))).to_be_visible()
    expect(page.locator("main progress")).to_have_js_property("position", 1)  # all games are played
    page.get_by_role("button", name=t("ui.tournaments.review")).click()
    expect(page).to_have_url(re.compile(r"/g/\w+/review"))
    expect(page.locator("main h1")).to_contain_text(t("ui.review.title"))


def test_a_stranger_only_watches(visit):
    visitor = visit(owner=False)
    visitor.go("/tournaments")
    expect(visitor.page.locator("main h1")).to_be_visible()
    expect(visitor.page.get_by_text(visitor.t("ui.tournaments.new"), exact=True)).to_have_count(0)


def test_a_tournament_is_watched_while_it_runs(visit, server):
    running = subprocess.Popen(command(server, 100_000_000), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        visitor = visit()
        visitor.go("/tournaments")
        visitor.page.get_by_text("/ 100,000,000").locator("xpath=ancestor::li").get_by_role("link").click()
        played = visitor.page.get_by_text(re.compile(r"/ 100,000,000"))
        expect(visitor.page.get_by_role("heading", name=visitor.t("ui.tournaments.standings"))).to_be_visible()
        first = played.inner_text()
        expect(played).not_to_have_text(first)  # without a reload
        assert running.poll() is None
        visitor.check_access()
    finally:
        running.terminate()
        running.wait()
