"""What tables of any game have: seats by links, handing over, interruptions, looking back, and going on elsewhere."""

import json
import re

import pytest
from playwright.sync_api import expect

from tests.serving import Server, lasting_port

from .positions import brought, game, monopoly_at

LOST = ("ERR_CONNECTION_REFUSED", "WebSocket connection", "ERR_EMPTY_RESPONSE", "ERR_CONNECTION_RESET")


def test_two_by_links_and_one_who_watches(visit, server):
    """Each sees the own hand, and nobody else does."""
    table = server.create("brass", "hh", seed=11)
    ann, bob, eve = visit(), visit("phone", owner=False), visit(language="fa", owner=False)
    ann.sit(table, 0)
    bob.sit(table, 1)
    eve.watch(table)
    for one in (ann, bob):
        assert "seat" not in one.page.url
        expect(one.page.locator("[data-pane=hand] [data-ref^='card:']")).to_have_count(8)
    expect(eve.page.locator("[data-pane=hand]")).to_contain_text(eve.t("brass_ui.hand.hidden"))
    expect(eve.page.locator("[data-pane=hand] [data-ref^='card:']")).to_have_count(0)
    expect(eve.page.get_by_text(eve.t("ui.table.watching"))).to_be_visible()

    first = ann if ann.decision() is not None else bob
    second = bob if first is ann else ann
    steps = eve.at
    first.my_turn().do(first.saying("brass.action.pass"))
    first.my_turn().do(None)  # which card is given
    second.my_turn()
    expect(eve.table).not_to_have_attribute("data-at", str(steps))
    assert eve.decision() is None
    for one in (ann, bob, eve):
        one.check_access()
        one.fits()


def test_handing_the_screen_over(visit, screen):
    """At a table with hidden cards nothing is shown before the next person is there, not even after a reload."""
    visitor = visit(screen)
    visitor.go("/new?game=kuhn")
    for seat in (1, 2):
        visitor.page.get_by_label(f"Who plays seat {seat}").select_option("here")
        visitor.page.get_by_label(f"Name of player {seat}").fill(["Ann", "Bob"][seat - 1])
    visitor.page.get_by_role("button", name="Start", exact=True).click()
    expect(visitor.page.get_by_role("heading", name="Pass to Ann")).to_be_visible()
    visitor.page.reload()
    expect(visitor.page.get_by_role("heading", name="Pass to Ann")).to_be_visible()
    expect(visitor.board).to_have_count(0)
    visitor.check_access()
    visitor.page.get_by_role("button", name="I am Ann").click()
    visitor.at_table().my_turn().do("Bet")
    expect(visitor.page.get_by_role("heading", name="Pass to Bob")).to_be_visible()
    expect(visitor.board).to_have_count(0)
    visitor.page.get_by_role("button", name="Ann: take back").click()
    expect(visitor.page.get_by_role("heading", name="Pass to Ann")).to_be_visible()
    expect(visitor.board).to_have_count(0)
    visitor.page.get_by_role("button", name="I am Ann").click()
    visitor.at_table().my_turn().do("Bet")
    visitor.page.get_by_role("button", name="I am Bob").click()
    visitor.at_table().my_turn()


def test_who_has_decided_may_take_that_back_until_the_other_decides(visit, server, screen):
    table = server.create("tictactoe", "hh")
    ann, bob = visit(screen), visit(owner=False)
    ann.sit(table, 0)
    bob.sit(table, 1)
    take_back = ann.page.get_by_role("button", name="Take back")
    ann.my_turn().do(None)
    bob.my_turn()
    expect(bob.page.locator("[data-undo]")).to_have_count(0)
    ann.check_access()
    take_back.click()
    expect(ann.choices).to_have_count(9)
    expect(bob.page.locator("[data-decision]")).to_have_count(0)
    ann.do(None)
    expect(take_back).to_be_visible()
    bob.my_turn().do(None)
    ann.my_turn()
    expect(take_back).to_have_count(0)


def test_at_one_screen_where_nothing_is_hidden_the_last_decision_is_taken_back(visit):
    visitor = visit()
    visitor.go("/new?game=tictactoe")
    for seat in (1, 2):
        visitor.page.get_by_label(f"Who plays seat {seat}").select_option("here")
        visitor.page.get_by_label(f"Name of player {seat}").fill(["Ann", "Bob"][seat - 1])
    visitor.page.get_by_role("button", name="Start", exact=True).click()
    visitor.at_table().my_turn().do(None)
    expect(visitor.choices).to_have_count(8)
    visitor.page.get_by_role("button", name="Ann: take back").click()
    expect(visitor.choices).to_have_count(9)
    visitor.do(None)
    expect(visitor.choices).to_have_count(8)


def test_the_chosen_search_gives_the_hints(visit):
    """One that is proposed, or another by its spec; who it was is told, and a fork has it too."""
    visitor = visit()
    visitor.go("/new?game=tictactoe")
    details = visitor.page.get_by_text("Who finds the hints", exact=True)
    hinter = visitor.page.get_by_role("combobox", name="Who finds the hints")
    expect(hinter).to_have_count(0)  # folded away: a friend needs no name of a search
    details.click()
    expect(hinter).to_have_value("mcts")
    hinter.select_option("alphabeta:every=true")
    visitor.page.get_by_role("button", name="Start", exact=True).click()
    visitor.at_table().my_turn()
    visitor.page.locator("[data-hint]").click()
    hint = visitor.page.get_by_role("status").filter(has_text="The adviser is alphabeta:every=true.")
    expect(hint.get_by_role("listitem")).to_have_count(3)
    expect(hint).not_to_contain_text("±")
    visitor.check_access()
    visitor.go("/new?game=tictactoe")
    details.click()
    hinter.select_option(label="another search…")
    visitor.page.get_by_label("Spec of the search").fill("random")
    visitor.page.get_by_role("button", name="Start", exact=True).click()
    expect(visitor.page.get_by_text("does not search")).to_be_visible()
    visitor.forgive("status of 400")
    visitor.page.get_by_label("Spec of the search").fill("mcts:sims=200")
    visitor.page.get_by_role("button", name="Start", exact=True).click()
    visitor.at_table().my_turn()
    visitor.page.locator("[data-hint]").click()
    hint = visitor.page.get_by_role("status").filter(has_text="The adviser is mcts:sims=200.")
    expect(hint).to_contain_text("50.0% exact")
    expect(hint).to_contain_text("search value (not a chance)")


def test_the_server_is_killed_and_the_game_goes_on(visit, tmp_path, surroundings):
    server = Server(tmp_path, port=lasting_port(), environment=surroundings)
    try:
        visitor = visit(to=server)
        table = server.create("pig", "ha", seed=3)
        visitor.sit(table, 0)
        visitor.my_turn().do(None)
        visitor.my_turn()
        at = visitor.at
        server.kill()
        expect(visitor.page.get_by_role("alert")).to_contain_text("The connection is lost")
        server.start(server.port)
        expect(visitor.page.get_by_role("alert")).to_have_count(0)
        assert visitor.at == at
        visitor.my_turn().do(None)
        visitor.forgive(*LOST)
    finally:
        server.stop()


def test_a_reload_in_the_middle_of_a_choice(visit, server, screen):
    table = server.create("brass", "hh", seed=11)
    visitor = visit(screen, confirm="always")
    with server.sit(table) as anybody:
        seat = anybody.view["to_act"]
    visitor.sit(table, seat)
    visitor.my_turn().press(visitor.saying("brass.action.loan.level"))
    expect(visitor.confirm).to_be_visible()
    decision = visitor.decision()
    visitor.page.reload()
    visitor.at_table().my_turn()
    assert visitor.decision() == decision
    expect(visitor.confirm).to_have_count(0)
    visitor.do(visitor.saying("brass.action.loan.level"))
    visitor.my_turn()
    assert visitor.decision() != decision


def test_decisions_before_and_after_a_reload_are_two(visit, server):
    """Also on a page that came over plain HTTP from another machine, which is denied a part of its browser."""
    deeds = {"Baltic Avenue": "baltic-avenue", "Oriental Avenue": "oriental-avenue", "Boardwalk": "boardwalk"}
    players = [{"cash": 900, "deeds": [*deeds.values()]}, {"cash": 700}]
    table = monopoly_at(server, {"phase": "before", "players": players})
    visitor = visit()
    visitor.context.add_init_script("delete Crypto.prototype.randomUUID; delete Navigator.prototype.clipboard")
    visitor.sit(table, 0)
    sent = []

    def listen(socket):
        socket.on("framesent", lambda frame: sent.append(str(frame)))

    visitor.page.on("websocket", listen)
    for deed in deeds:
        visitor.page.reload()
        visitor.at_table().do(f"Mortgage {deed}")
        visitor.my_turn()  # it is done: a message under way would be lost with the page
    acts = [json.loads(frame) for frame in sent if '"act"' in frame]
    assert len(acts) == len({act["cid"] for act in acts}) == 3


def test_finished_looked_back_at_and_played_on(visit, screen, language):
    """A whole game by clicks on the board, replay by buttons, keys and the log, and another game from its middle."""
    visitor = visit(screen, language)
    visitor.go("/new?game=tictactoe")
    visitor.page.get_by_role("button", name=visitor.t("ui.new.start"), exact=True).click()
    visitor.at_table()
    ended = visitor.page.locator("#ending-title")
    while True:
        expect(ended.or_(visitor.page.locator("[data-decision]")).first).to_be_visible()
        if ended.count():
            break
        before = visitor.decision()
        visitor.use(visitor.board.locator("button[data-target]").first)
        visitor.use(visitor.confirm)
        visitor.answered(before)
    visitor.over()
    visitor.check_access()
    visitor.fits()

    last = visitor.at
    visitor.page.get_by_role("button", name=visitor.t("ui.replay.first")).click()
    expect(visitor.table).to_have_attribute("data-at", "0")
    visitor.page.get_by_role("button", name=visitor.t("ui.replay.forward"), exact=True).click()
    expect(visitor.table).to_have_attribute("data-at", "1")
    visitor.page.keyboard.press("End")
    expect(visitor.table).to_have_attribute("data-at", str(last))
    visitor.page.keyboard.press("ArrowLeft")
    expect(visitor.table).to_have_attribute("data-at", str(last - 1))
    visitor.open("log")
    line = visitor.log.get_by_role("button").nth(1)
    line.click()
    expect(line).to_have_attribute("aria-current", "step")
    visitor.check_access()

    visitor.page.get_by_role("button", name=visitor.t("ui.replay.first")).click()
    expect(visitor.table).to_have_attribute("data-at", "0")
    replayed = visitor.asked.get_by_role("button", name=visitor.t("ui.fork.open"), exact=True)
    expect(replayed).to_be_visible()
    visitor.page.locator("[data-part=replay] summary").click()
    menu = visitor.page.locator("[data-part=replay] details")
    visitor.check_access()
    menu.get_by_role("button", name=visitor.t("ui.fork.open"), exact=True).click()
    dialog = visitor.page.get_by_role("dialog")
    visitor.check_access()
    address = visitor.page.url
    dialog.get_by_role("button", name=visitor.t("ui.fork.start"), exact=True).click()
    visitor.my_turn()
    assert visitor.page.url != address
    visitor.open("log")  # which says on all screens that it is a copy
    expect(visitor.page.get_by_text(visitor.t("ui.fork.banner"))).to_be_visible()


def test_the_replay_counts_turns(visit, server):
    record = game("monopoly", 2).play("random", seed=3)
    visitor, table = visit(), brought(server, record)
    with server.client(owner=True) as client:
        listed = client.get(f"/api/games/{table['id']}/turns").json()["turns"]
    starts = sorted({one["at"] for one in listed})
    turns = len(starts)
    assert turns < record.steps / 2
    visitor.watch(table)
    bar = visitor.page.locator("[data-part=replay]")
    slider, count = bar.get_by_role("slider"), bar.locator("[data-count]")
    expect(slider).to_have_attribute("max", str(turns))
    expect(count).to_have_text(f"{turns}/{turns}")
    slider.focus()
    for turn in (turns, turns - 1):
        slider.press("ArrowLeft")
        expect(slider).to_have_attribute("aria-valuetext", f"Turn {turn} of {turns}")
        expect(visitor.table).to_have_attribute("data-at", str(starts[turn - 1]))
    slider.press("Shift+ArrowRight")
    expect(slider).to_have_attribute("aria-valuetext", f"Turn {turns - 1} of {turns}, decision 1")
    expect(visitor.table).to_have_attribute("data-at", str(starts[-2] + 1))
    expect(visitor.asked.get_by_role("status")).to_have_text(f"Turn {turns - 1} of {turns}, decision 1")


def test_a_link_to_a_position_opens_it_for_somebody_else(visit, server):
    table = brought(server, game("pig", 2).play("random", seed=5))
    ann, bob = visit(), visit("phone", "ro", owner=False)
    ann.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ann.watch(table)
    last = ann.at
    ann.button("ui.replay.back").click()
    expect(ann.table).to_have_attribute("data-at", str(last - 1))
    ann.page.locator("[data-part=replay] summary").click()
    ann.button("ui.replay.share").click()
    ann.page.wait_for_function("async () => (await navigator.clipboard.readText()).includes('at=')")
    bob.page.goto(ann.page.evaluate("navigator.clipboard.readText()"))
    bob.at_table()
    expect(bob.table).to_have_attribute("data-at", str(last - 1))
    bob.asked.get_by_role("button", name=bob.t("ui.replay.to_end")).click()
    expect(bob.table).to_have_attribute("data-at", str(last))


@pytest.mark.parametrize(("speed", "time"), [(0.5, 1600), (1, 800), (2, 400)])
def test_a_game_is_played_at_the_chosen_speed(visit, server, speed, time):
    """Each step stays so many milliseconds, by the clock of the page, which stands still between."""
    table = brought(server, game("tictactoe", 2).play("random", seed=5))
    visitor = visit(speed=speed)
    visitor.page.clock.install()
    visitor.watch(table)
    visitor.button("ui.replay.first").click()
    expect(visitor.table).to_have_attribute("data-at", "0")
    # later than the page's present even if this takes a while, and too soon for its connection to count as dead
    visitor.page.clock.pause_at(visitor.page.evaluate("Date.now()") / 1000 + 10)
    visitor.page.get_by_role("button", name="Play", exact=True).click()
    visitor.page.clock.run_for(30)  # nothing is told of the beginning, which is passed over
    for at in (2, 3):
        expect(visitor.table).to_have_attribute("data-at", str(at - 1))
        visitor.page.clock.run_for(time - 1)
        assert visitor.at == at - 1
        visitor.page.clock.run_for(1)
        expect(visitor.table).to_have_attribute("data-at", str(at))


def test_the_hash_of_the_dice_is_shown_while_the_game_goes_on(visit, server):
    visitor = visit()
    visitor.watch(server.create("pig", "ha", seed=5))
    visitor.page.get_by_text("The dice of this game", exact=True).click()
    expect(visitor.page.get_by_text("Hash of the dice")).to_be_visible()
    expect(visitor.page.get_by_role("button", name="Verify")).to_have_count(0)
    visitor.check_access()


def test_exported_brought_in_and_verified(visit, server, tmp_path):
    table = server.create("pig", "aa", seed=5)
    visitor = visit()
    visitor.watch(table)
    visitor.over()
    visitor.page.get_by_text("The dice of this game", exact=True).click()
    visitor.page.get_by_role("button", name="Verify").click()
    expect(visitor.page.get_by_text("Everything agrees.")).to_be_visible()
    visitor.check_access()
    with visitor.page.expect_download() as download:
        visitor.page.get_by_role("button", name="Export the record").click()
    file = tmp_path / "record.json"
    download.value.save_as(file)
    assert json.loads(file.read_text(encoding="utf-8"))["game"] == "pig"

    visitor.go("/games")
    visitor.page.get_by_label("File of a record (JSON)").set_input_files(file)
    visitor.at_table().over()
    assert table["id"] not in visitor.page.url
    visitor.go("/games")
    broken = tmp_path / "broken.json"
    broken.write_text(file.read_text(encoding="utf-8").replace('"final_hash": "', '"final_hash": "0'), encoding="utf-8")
    visitor.page.get_by_label("File of a record (JSON)").set_input_files(broken)
    expect(visitor.page.get_by_role("alert")).to_be_visible()
    visitor.forgive("400", "422")


@pytest.mark.parametrize(
    ("width", "height"), [(1280, 800), (390, 844), pytest.param(1440, 900, marks=pytest.mark.long)]
)
@pytest.mark.parametrize("game", ["monopoly", "brass"])
def test_board_and_replay_bar_fit_the_window(visit, server, game, width, height):
    table = server.create(game, "hhhh", seed=5)
    for language in ("en", "ro"):
        visitor = visit("phone" if width < 500 else "desktop", language)
        visitor.page.set_viewport_size({"width": width, "height": height})
        visitor.sit(table, 0)
        if width < 500:
            visitor.open("log")  # the replay's place while one is asked
        bar = visitor.page.locator("[data-part=replay]").bounding_box()
        assert bar["y"] + bar["height"] <= height
        assert bar["height"] <= (90 if width < 500 else 45), "the bar is in more rows than it needs"
        visitor.fits()


def test_agents_are_watched_at_four_times_the_speed_paused_and_stepped(visit, server):
    table = server.create("monopoly", "haa", seed=5, options={"max_turns": 30})  # fewer steps than may wait
    visitor = visit(speed=4, throws="alone")
    visitor.sit(table, 0)
    bar = visitor.page.get_by_role("region", name="Replay")
    bar.get_by_role("button", name="Pause").click()
    visitor.page.locator("[data-part=seats] summary").first.click()
    visitor.page.get_by_role("button", name="Play for me").click()
    behind = visitor.page.get_by_role("button", name=re.compile("behind$"))
    expect(behind).to_be_visible()
    at = visitor.at
    bar.get_by_role("button", name="One step forward").click()
    expect(visitor.table).to_have_attribute("data-at", str(at + 1))
    bar.get_by_role("button", name="Play", exact=True).click()
    expect(visitor.table).not_to_have_attribute("data-at", str(at + 1))
    bar.locator("summary").click()
    bar.get_by_role("combobox", name="Speed").select_option("instant")
    expect(behind).to_have_count(0)
    bar.locator("summary").click()  # its menu lies over the log
    visitor.check_access()


def test_a_seat_is_lent_to_an_agent_and_taken_back(visit, server):
    table = server.create("pig", "hh", seed=5)
    visitor = visit()
    visitor.sit(table, 0)
    visitor.my_turn()
    visitor.page.locator("[data-part=seats] summary").first.click()
    visitor.page.get_by_role("button", name="Play for me").click()
    expect(visitor.page.get_by_text("an agent plays for now").first).to_be_visible()
    visitor.page.get_by_role("button", name="Play again myself").click()
    expect(visitor.page.get_by_text("an agent plays for now")).to_have_count(0)
