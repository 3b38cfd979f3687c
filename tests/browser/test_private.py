"""Nobody loses a table: one that is not public or old, one whose link is opened late; and tables that are forgotten."""

import json

from playwright.sync_api import expect

FINISHED = ("a1", "b1", "a2", "b2", "a3")


def finish(server, table):
    """Play a game of tic-tac-toe to its end, over sockets."""
    with server.sit(table, 0) as first, server.sit(table, 1) as second:
        for number, square in enumerate(FINISHED):
            player = (first, second)[number % 2]
            player.my_turn()
            assert player.act(square)["type"] == "ack"


def card(visitor, key):
    """A section of a page by its heading."""
    return visitor.page.get_by_role("region", name=visitor.t(key), exact=True)


def test_sat_at_by_a_link_reloaded_continued_exported_and_verified(visit, server, screen, language, tmp_path):
    table = server.create("tictactoe", "hh", public=False)
    others = [server.create("tictactoe", "hh") for _ in range(30)]  # what the lists of the lobby have room for
    ann, eve = visit(screen, language, owner=False), visit(owner=False)
    ann.sit(table, 0)
    assert "seat" not in ann.page.url
    ann.page.reload()
    ann.at_table().my_turn()

    ann.go("/")
    mine = card(ann, "ui.lobby.continue")
    expect(mine.get_by_role("article")).to_have_count(1)
    expect(mine.get_by_text(ann.t("ui.lobby.private"))).to_be_visible()
    ann.check_access()
    ann.fits()
    mine.get_by_role("link").click()
    ann.at_table().my_turn()
    assert table["id"] in ann.page.url

    finish(server, table)
    ann.over()
    with ann.page.expect_download() as download:
        ann.button("ui.archive.export").click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    assert json.loads(file.read_text(encoding="utf-8"))["agents"] == ["human:Player 1", "human:Player 2"]
    ann.page.get_by_text(ann.t("ui.over.dice"), exact=True).click()
    ann.button("ui.over.verify").click()
    expect(ann.page.get_by_text(ann.t("ui.over.verified"))).to_be_visible()
    ann.page.keyboard.press("Home")
    expect(ann.table).to_have_attribute("data-at", "0")  # the past is told to a seat, too

    ann.go("/")
    expect(card(ann, "ui.lobby.finished").get_by_text(ann.t("ui.lobby.private"))).to_be_visible()
    expect(card(ann, "ui.lobby.continue")).to_have_count(0)
    ann.go("/games")
    ann.page.get_by_label(ann.t("ui.archive.filter")).select_option("mine")
    expect(ann.page.get_by_role("article")).to_have_count(1)
    ann.check_access()

    eve.go(f"/g/{table['id']}")
    expect(eve.page.get_by_role("alert")).to_contain_text("not public")
    eve.check_access()
    eve.go("/games")
    expect(eve.page.get_by_role("article").first).to_be_visible()
    expect(eve.page.get_by_text("not public")).to_have_count(0)
    for other in others:  # a server has room for 500 games that go on
        finish(server, other)


def test_the_link_of_a_seat_is_opened_where_one_watches_already(visit, server):
    table = server.create("pig", "hh", seed=5)
    visitor = visit(owner=False)
    visitor.watch(table)
    expect(visitor.page.get_by_text("You are watching.")).to_be_visible()
    visitor.sit(table, 0)
    visitor.my_turn()
    expect(visitor.page).to_have_url(f"{server.url}/g/{table['id']}")

    other = server.create("pig", "hh", seed=5, public=False)
    visitor.go(f"/g/{other['id']}")
    expect(visitor.page.get_by_role("alert")).to_contain_text("not public")
    visitor.sit(other, 0)
    visitor.my_turn()
    expect(visitor.page).to_have_url(f"{server.url}/g/{other['id']}")


def test_two_seats_of_a_screen_that_is_not_the_owners(visit, server):
    """Each is given to an agent with its own key, whoever is to act."""
    table = server.create("pig", "hh", seed=5, public=False)
    visitor = visit(owner=False)
    for seat in (0, 1):
        visitor.sit(table, seat)
    visitor.my_turn()
    menus = visitor.page.locator("[data-part=seats] summary")
    expect(menus).to_have_count(2)
    menus.nth(1).click()
    visitor.page.get_by_role("button", name="Play for me").locator("visible=true").click()
    expect(visitor.page.get_by_text("an agent plays for now").first).to_be_visible()
    visitor.page.get_by_role("button", name="Play again myself").click()
    expect(visitor.page.get_by_text("an agent plays for now")).to_have_count(0)
    expect(visitor.page.get_by_role("alert")).to_have_count(0)


def test_a_screen_is_handed_over_at_a_table_that_is_not_public(visit, server):
    table = server.create("kuhn", "hh", public=False)
    visitor = visit(owner=False)
    visitor.sit(table, 1)
    visitor.go(f"/g/{table['id']}#seat=0.{table['tokens']['0']}")
    expect(visitor.page.get_by_role("heading", name="Pass to Player 1")).to_be_visible()
    visitor.page.reload()
    visitor.page.get_by_role("button", name="I am Player 1").click()
    visitor.at_table().my_turn().press(None)
    expect(visitor.page.get_by_role("heading", name="Pass to Player 2")).to_be_visible()
    expect(visitor.board).to_have_count(0)


def test_the_owner_forgets_tables(visit, server, screen, language):
    table, other = server.create("pig", "hh", public=False), server.create("pig", "hh", public=False)
    ann, bob = visit(screen, language), visit(owner=False)
    for one in (table, other):
        bob.sit(one, 1)
    ann.watch(table)  # whose server it is, with nobody's eyes
    bob.sit(table, 1)
    ann.page.locator("[data-part=replay] summary").click()
    ann.button("ui.forget.open").click()
    dialog = ann.page.get_by_role("dialog")
    ann.check_access()
    ann.fits()
    dialog.get_by_role("button", name=ann.t("ui.forget.keep"), exact=True).click()
    expect(dialog).to_have_count(0)
    ann.page.locator("[data-part=replay] summary").click()
    ann.button("ui.forget.open").click()
    dialog.get_by_role("button", name=ann.t("ui.forget.confirm"), exact=True).click()
    expect(ann.page.get_by_role("heading", level=1, name=ann.t("ui.lobby.title"))).to_be_visible()

    expect(bob.page.get_by_role("alert")).to_contain_text("There is no such table")

    ann.go("/games")
    rows = ann.page.get_by_role("article").filter(has=ann.page.locator(f"a[href='/g/{other['id']}']"))
    expect(rows).to_be_visible()
    ann.check_access()
    rows.locator("summary").click()
    ann.check_access(within=f"article:has(a[href='/g/{other['id']}'])")  # its menu covers a part of other rows
    ann.fits()
    rows.get_by_role("button", name=ann.t("ui.forget.open")).click()
    dialog.get_by_role("button", name=ann.t("ui.forget.confirm"), exact=True).click()
    expect(rows).to_have_count(0)
    bob.go("/")  # away from any table: of the keys that open nothing here nothing is said
    expect(bob.page.get_by_role("region", name="Finished")).to_be_visible()
    expect(bob.page.get_by_role("alert")).to_have_count(0)
    expect(card(bob, "ui.lobby.continue")).to_have_count(0)


def test_a_record_that_was_not_finished_is_looked_through_and_played_on(visit, server, screen, language, tmp_path):
    table = server.create("pig", "hh", seed=5)
    with server.sit(table, 0) as first:
        assert first.act("roll")["type"] == "ack"
    file = tmp_path / "half.json"
    with server.client(owner=True) as client:
        record = client.get(f"/api/games/{table['id']}/record").json()
    file.write_text(json.dumps({**record, "agents": ["human:Ann", "human:Bob"]}), encoding="utf-8")

    visitor = visit(screen, language)
    visitor.go("/games")
    visitor.page.get_by_label(visitor.t("ui.archive.file")).set_input_files(file)
    visitor.at_table()
    expect(visitor.page.get_by_text(visitor.t("ui.table.unfinished"))).to_be_visible()
    expect(visitor.page.get_by_text(visitor.t("ui.status.record"))).to_be_visible()
    seats = visitor.page.locator("[data-part=seats]")
    expect(seats).to_contain_text("Ann")
    for key in ("to_act", "agent", "unclaimed", "away"):
        expect(seats.get_by_text(visitor.t(f"ui.seats.{key}"), exact=True)).to_have_count(0)
    expect(seats.locator("summary")).to_have_count(0)
    visitor.check_access()
    visitor.fits()
    visitor.page.locator("[data-part=replay] summary").click()
    visitor.button("ui.fork.open").locator("visible=true").first.click()
    visitor.page.get_by_role("dialog").get_by_role("button", name=visitor.t("ui.fork.start"), exact=True).click()
    visitor.my_turn()
    visitor.open("log")  # which says on all screens that it is a copy
    expect(visitor.page.get_by_text(visitor.t("ui.fork.banner"))).to_be_visible()
