"""Coming in, and playing again: a quick game by one press, characters, and a rematch."""

import re

import pytest
from playwright.sync_api import expect

from .test_private import finish


def door(visitor, game):
    return visitor.page.locator(f"article[aria-labelledby=door-{game}]")


@pytest.mark.parametrize("game", ["monopoly", "brass"])
def test_a_quick_game_begins_by_one_press(visit, screen, language, game):
    visitor = visit(screen, language)
    expect(door(visitor, game).get_by_role("listitem")).to_have_count(3)
    visitor.check_access()
    visitor.fits()
    door(visitor, game).get_by_role("button", name=visitor.t("ui.lobby.play_now")).click()
    visitor.at_table()
    seats = visitor.page.locator("[data-part=seats] > ol > li")
    expect(seats).to_have_count(4)
    expect(seats.filter(has_text=re.compile("Rex" if game == "monopoly" else "Nell"))).to_have_count(1)


def test_what_the_characters_take_is_made_ready_before_anybody_begins(visit, screen, language):
    visitor = visit(screen, language)
    asked = []

    def answer(route):
        asked.append(route.request.post_data_json)
        ready = asked[-1]["game"] == "monopoly" or sum(one["game"] == "brass" for one in asked) > 1
        route.fulfill(json={"ready": ready, "left": None if ready else 130})

    visitor.context.route("**/api/prepare", answer)
    waiting = door(visitor, "brass").locator("[data-preparing]")
    expect(waiting).to_be_visible()
    expect(waiting).to_contain_text(re.compile("[3۳]"))  # minutes
    visitor.check_access()
    visitor.fits()
    expect(waiting).to_have_count(0)
    first = next(one for one in asked if one["game"] == "brass")
    assert first["players"] == 4
    assert len(first["agents"]) == 3
    expect(door(visitor, "monopoly").locator("[data-preparing]")).to_have_count(0)


def test_agents_are_watched_by_one_press(visit):
    visitor = visit()
    door(visitor, "monopoly").get_by_role("button", name="Watch").click()
    visitor.at_table()
    seen = visitor.page.get_by_text(visitor.t("ui.table.watching"))
    over = visitor.page.get_by_text(visitor.t("engine.prompt.over"))  # agents may be quicker than a busy browser
    expect(seen.or_(over).first).to_be_visible()


def test_friends_are_proposed_for_the_other_seats(visit, language):
    visitor = visit(language=language)
    door(visitor, "monopoly").get_by_role("link", name=visitor.t("ui.lobby.friends")).click()
    who = visitor.page.get_by_role("combobox", name=visitor.saying("ui.new.seat"))
    expect(who).to_have_count(4)
    assert [one.input_value() for one in who.all()] == ["here", "link", "link", "link"]
    games = visitor.page.get_by_role("radio", name=re.compile(".")).locator("xpath=..")
    assert not {"Random tree", "Kuhn poker"} & set(games.all_inner_texts())
    who.nth(3).select_option("agent strategic:hotelier")
    expect(visitor.page.get_by_text(visitor.t("ui.character.hugo"))).to_be_visible()
    start = visitor.page.get_by_role("button", name=visitor.t("ui.new.start"), exact=True)
    start.click()
    expect(who).to_have_count(4)  # the host has no name yet
    visitor.page.get_by_placeholder(visitor.t("ui.naming.yours")).fill("Ann")
    start.click()
    visitor.at_table()
    seats = visitor.page.locator("[data-part=seats]")
    expect(seats).to_contain_text("Hugo")
    expect(seats).to_contain_text("Ann")


def test_who_opens_a_link_is_asked_for_a_name(visit, server):
    table = server.create("tictactoe", "hh", options={})
    bob = visit(owner=False)
    bob.page.goto(f"{server.url}/g/{table['id']}#seat=1.{table['tokens']['1']}&ask")
    bob.page.get_by_role("textbox", name=bob.t("ui.naming.title")).fill("Bob")
    bob.check_access()
    bob.page.get_by_role("button", name=bob.t("ui.naming.sit")).click()
    expect(bob.page.locator("[data-part=seats] li").nth(1)).to_contain_text("Bob")
    bob.page.reload()
    expect(bob.page.locator("[data-part=seats] li").nth(1)).to_contain_text("Bob")


def test_a_rematch_is_a_seat_further_by_the_same_rules(visit, server):
    table = server.create("tictactoe", "hh", options={})
    ann = visit()
    ann.sit(table, 0)
    finish(server, table)
    ann.over()
    ranking = ann.asked.locator("ol").first.get_by_role("listitem")
    expect(ranking).to_have_count(2)
    ann.check_access()
    ann.button("ui.over.rematch").click()
    expect(ann.table).to_have_attribute("data-at", "0")
    assert table["id"] not in ann.page.url
    invited = ann.page.get_by_role("button", name=ann.saying("ui.invite.seat"))
    expect(invited).to_have_count(1)
    expect(ann.page.locator("[data-part=seats] li").nth(1)).to_contain_text(ann.t("ui.seats.you"))


def test_both_players_join_one_rematch(visit, server):
    table = server.create("tictactoe", "hh", options={})
    ann, bob = visit(), visit(owner=False)
    ann.sit(table, 0)
    bob.sit(table, 1)
    finish(server, table)
    ann.over()
    bob.over()
    ann.button("ui.over.rematch").click()
    expect(ann.table).to_have_attribute("data-at", "0")
    bob.button("ui.over.join_rematch").click()  # the page has heard of it
    expect(bob.table).to_have_attribute("data-at", "0")
    assert bob.page.url == ann.page.url
    expect(bob.page.locator("[data-part=seats] li").nth(0)).to_contain_text(bob.t("ui.seats.you"))
