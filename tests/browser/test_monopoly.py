"""Monopoly: buying, auctions, trades, debts and the end, with the panels that it has of its own."""

import itertools
import re

import pytest
from playwright.sync_api import expect

from .positions import brought, game, monopoly_at, table_at

POOR = {"cash": 50}
ROLLED = re.compile(r"rolls? \d", re.IGNORECASE)
PATIENT = """{
    const later = window.setTimeout;
    window.setTimeout = (what, after, ...more) => later(what, after >= 10_000 ? 2 ** 31 - 1 : after, ...more);
}"""
"""A page that waits for another player's press as long as it takes, rather than the half minute of `LONGEST_WAIT`."""


def owns(visitor, deed, owner):
    """Wait until a deed on the board has this owner."""
    square = visitor.board.get_by_role("button", name=re.compile(rf"{deed}.*{owner}"))
    expect(square).to_be_visible()


def until(wanted, visitor):
    """Let a visitor answer what is asked until there is something to see on the page."""
    asked = visitor.page.locator("[data-decision]")
    for _ in range(600):
        expect(wanted.or_(asked).first).to_be_attached()
        if wanted.count():  # what comes with a question is there with it
            return
        visitor.answer_monopoly()
    raise AssertionError("it has not come to pass")


def test_declined_auctioned_and_won(visit, server, screen):
    table = monopoly_at(server, {"phase": "buying", "players": [{"cash": 900, "square": 39}, POOR, POOR]}, "haa")
    visitor = visit(screen)
    visitor.sit(table, 0)
    visitor.my_turn().do("Send to auction")
    panel = visitor.page.get_by_role("region", name="Auction: Boardwalk")
    expect(panel).to_be_visible()
    visitor.my_turn()
    visitor.check_access()
    before = visitor.decision()
    panel.get_by_role("spinbutton", name="Amount").fill("71")
    panel.get_by_role("button", name="Bid", exact=True).click()
    visitor.answered(before)
    owns(visitor, "Boardwalk", "Player 1")
    expect(visitor.log).to_contain_text("$71")


def test_a_quick_bid_is_one_press(visit, server):
    table = monopoly_at(server, {"phase": "buying", "players": [{"cash": 900, "square": 39}, POOR, POOR]}, "haa")
    visitor = visit()
    visitor.sit(table, 0)
    visitor.my_turn().do("Send to auction")
    visitor.my_turn()
    panel = visitor.page.get_by_role("region", name="Auction: Boardwalk")
    before = visitor.decision()
    panel.get_by_role("button", name=re.compile(r"^Bid \$\d{3}$")).first.click()  # more than the others have
    visitor.answered(before)
    owns(visitor, "Boardwalk", "Player 1")


def test_the_page_bids_up_to_a_limit(visit, server):
    table = monopoly_at(server, {"phase": "buying", "players": [{"cash": 900, "square": 39}, POOR, POOR]}, "haa")
    visitor = visit()
    visitor.sit(table, 0)
    visitor.my_turn().do("Send to auction")
    visitor.my_turn()
    panel = visitor.page.get_by_role("region", name="Auction: Boardwalk")
    panel.get_by_role("spinbutton", name="Bid up to").fill("90")
    panel.get_by_role("button", name="Start", exact=True).click()
    visitor.page.reload()  # by which the page forgets nothing
    visitor.at_table()
    owns(visitor, "Boardwalk", "Player 1")
    # the order does not outlive its auction: the page tidies up after it has drawn the end
    visitor.page.wait_for_function("() => !Object.values(sessionStorage).join().includes('boardwalk')")


def test_offered_countered_and_accepted(visit, server):
    mine, yours = ["boardwalk", "baltic-avenue"], ["park-place", "mediterranean-avenue"]
    players = [{"cash": 900, "deeds": mine}, {"cash": 700, "deeds": yours}]
    table = monopoly_at(server, {"phase": "before", "players": players}, names=("Ann", "Bob"))
    ann, bob = visit(), visit("phone", owner=False)
    ann.sit(table, 0)
    bob.sit(table, 1)
    ann.my_turn().asked.get_by_role("button", name="Trade…").click()
    dialog = ann.page.get_by_role("dialog")
    dialog.get_by_role("checkbox", name=re.compile("Baltic")).check()
    dialog.get_by_role("checkbox", name=re.compile("Park Place")).check()
    expect(dialog.get_by_role("button", name="Make the offer")).to_be_enabled()
    ann.check_access()
    dialog.get_by_role("button", name="Make the offer").click()

    offer = bob.page.get_by_role("region", name="Ann offers you a trade")
    expect(offer).to_contain_text("Baltic")
    bob.check_access()
    bob.fits()
    expect(offer).to_contain_text("Cash of Ann after it: $900")
    offer.get_by_role("button", name="Change the offer…").click()
    counter = bob.page.get_by_role("dialog")
    expect(counter.get_by_role("checkbox", name=re.compile("Park Place"))).to_be_checked()
    bob.check_access()
    counter.get_by_role("spinbutton", name="Cash").first.fill("100")
    counter.get_by_role("button", name="Decline, offer this").click()
    expect(offer).to_have_count(0)
    bob.page.reload()  # which loses nothing
    bob.at_table()

    accept = ann.page.get_by_role("button", name="Accept", exact=True)  # the page sends it by itself
    until(accept, ann)
    expect(ann.page.get_by_role("region", name="Bob offers you a trade")).to_contain_text("$100")
    accept.click()
    for visitor in (ann, bob):
        owns(visitor, "Park Place", "Ann")
        owns(visitor, "Baltic", "Bob")


def offer(visitor, *deeds):
    """Offer an exchange of these deeds to the only other player."""
    visitor.my_turn().asked.get_by_role("button", name="Trade…").click()
    dialog = visitor.page.get_by_role("dialog")
    for deed in deeds:
        dialog.get_by_role("checkbox", name=re.compile(deed)).check()
    dialog.get_by_role("button", name="Make the offer").click()
    expect(dialog).to_have_count(0)


def test_an_agent_answers_an_offer(visit, server):
    """What it is asked to give away it keeps, and what it is given it takes."""
    players = [{"cash": 900, "deeds": ["park-place", "baltic-avenue"]}, {"cash": 700, "deeds": ["boardwalk"]}]
    table = monopoly_at(server, {"phase": "before", "players": players}, "ha", agent="strategic")
    visitor = visit()
    visitor.sit(table, 0)
    offer(visitor, "Boardwalk")
    expect(visitor.log).to_contain_text(visitor.saying("monopoly_ui.brief.event.refused"))
    offer(visitor, "Park Place")
    owns(visitor, "Park Place", "strategic")


def test_all_offers_of_a_player_are_declined_by_one_press(visit, server):
    players = [{"cash": 900, "deeds": ["baltic-avenue"]}, {"cash": 700, "deeds": ["park-place"]}]
    table = monopoly_at(server, {"phase": "before", "players": players}, names=("Ann", "Bob"))
    ann, bob = visit(), visit(owner=False)
    ann.sit(table, 0)
    bob.sit(table, 1)
    declined = ann.log.get_by_text(ann.saying("monopoly_ui.brief.event.refused"))
    asked = bob.page.get_by_role("region", name="Ann offers you a trade")
    offer(ann, "Baltic", "Park Place")
    asked.get_by_role("button", name="Not now").click()
    expect(declined).to_have_count(1)
    offer(ann, "Baltic")
    expect(declined).to_have_count(2)
    bob.page.get_by_role("button", name="Ask me again").click()
    offer(ann, "Park Place")
    expect(asked).to_be_visible()


def test_cash_is_raised_in_the_cheapest_way(visit, server, screen):
    debt = {"kind": "debt", "who": 0, "to": 1, "amount": 300}
    players = [{"cash": 100, "deeds": ["boardwalk", "baltic-avenue"]}, {"cash": 500, "deeds": ["park-place"]}]
    table = monopoly_at(server, {"phase": "landed", "players": players, "frames": [debt]}, "ha")
    visitor = visit(screen)
    visitor.sit(table, 0)
    visitor.my_turn()
    panel = visitor.page.get_by_role("region", name=re.compile("You owe .* \\$300"))
    expect(panel).to_contain_text("$200 are missing")
    visitor.check_access()
    visitor.use(panel.get_by_role("button", name=re.compile("Mortgage Baltic")))
    expect(panel.get_by_role("status")).to_contain_text("$30 of $200")
    visitor.use(panel.get_by_role("button", name="Take back"))
    visitor.use(panel.get_by_role("button", name="Choose for me"))
    expect(panel.get_by_role("status")).to_have_text("Enough: the debt is paid.")
    visitor.use(panel.get_by_role("button", name=re.compile("^Raise ")))
    expect(panel).to_have_count(0)
    expect(visitor.log).to_contain_text("$300")


def test_without_hints_the_cheapest_way_is_proposed_too(visit, server, language):
    debt = {"kind": "debt", "who": 0, "to": 1, "amount": 300}
    players = [{"cash": 100, "deeds": ["boardwalk", "baltic-avenue"]}, {"cash": 500, "deeds": ["park-place"]}]
    position = {"phase": "landed", "players": players, "frames": [debt]}
    visitor = visit("phone", language)
    visitor.sit(monopoly_at(server, position, "ha", hints="off"), 0)
    visitor.my_turn()
    visitor.use(visitor.button("monopoly_ui.raise.suggest"))
    expect(visitor.button("monopoly_ui.raise.suggest")).to_have_count(0)  # it is chosen
    visitor.check_access()
    visitor.fits()


def test_bankruptcy_is_asked_for_twice_and_ends_the_game(visit, server, language):
    debt = {"kind": "debt", "who": 0, "to": 1, "amount": 900}
    players = [{"cash": 10, "deeds": ["baltic-avenue"]}, {"cash": 500, "deeds": ["park-place"]}]
    table = monopoly_at(server, {"phase": "landed", "players": players, "frames": [debt]}, "ha")
    visitor = visit(language=language)
    visitor.sit(table, 0)
    visitor.my_turn()
    give_up = visitor.button("monopoly_ui.raise.bankrupt")
    visitor.use(give_up)
    visitor.use(visitor.button("monopoly_ui.raise.no"))
    visitor.use(give_up)
    visitor.use(give_up)
    visitor.over()
    visitor.check_access()


def test_undo_goes_back_to_the_barrier_and_not_past_it(visit, server):
    players = [{"cash": 900, "deeds": ["baltic-avenue"]}, {"cash": 700}]
    table = monopoly_at(server, {"phase": "before", "players": players}, "hh")
    visitor = visit()
    visitor.sit(table, 0)
    undo = visitor.page.locator("[data-undo]")
    visitor.my_turn()
    expect(undo).to_have_count(0)
    visitor.do("Mortgage Baltic Avenue")
    square = visitor.board.get_by_role("button", name=re.compile("Baltic.*mortgaged"))
    expect(square).to_be_visible()
    undo.click()
    expect(square).to_have_count(0)
    expect(visitor.choices.filter(has_text="Mortgage Baltic Avenue")).to_be_visible()
    visitor.do(re.compile("Roll$"))  # which nobody takes back
    expect(visitor.log).to_contain_text("You roll")
    expect(visitor.page.get_by_role("button", name="Take back")).to_have_count(0)


def test_what_is_considered_is_seen_on_the_board(visit, server):
    visitor = visit()
    visitor.sit(monopoly_at(server, {"phase": "buying", "players": [{"cash": 900, "square": 39}, {"cash": 700}]}), 0)
    visitor.my_turn()
    square = visitor.board.locator("[data-square='39']")
    expect(square.locator("[data-ghost]")).to_have_count(0)
    visitor.choices.first.hover()
    expect(square.locator("[data-ghost=comes]")).to_be_visible()
    expect(visitor.board.get_by_role("region", name="If you do this:")).to_contain_text("$900 → $500")
    visitor.check_access()


def test_what_is_pointed_at_does_not_move_away(visit, server, language):
    """A card or effects that show up must not push the buttons from under the pointer: they would come and go."""
    deeds = ["mediterranean-avenue", "vermont-avenue", "connecticut-avenue", "pennsylvania-railroad", "park-place"]
    deeds += ["b-o-railroad", "short-line"]
    visitor = visit(language=language)
    players = [{"cash": 106, "square": 38, "deeds": deeds}, {"cash": 700}]
    visitor.sit(monopoly_at(server, {"phase": "after", "players": players}), 0)
    visitor.my_turn()
    visitor.page.mouse.move(1, 1)
    boxes = [choice.bounding_box() for choice in visitor.choices.all()]
    assert len(boxes) > len(deeds)
    effects = visitor.board.get_by_role("region", name=visitor.t("monopoly_ui.preview.title"))
    for box in boxes[1 : 1 + len(deeds)]:  # the mortgages, which bring cash
        visitor.page.mouse.move(box["x"] + 4, box["y"] + 4)
        expect(effects).to_be_visible()
        assert [choice.bounding_box() for choice in visitor.choices.all()] == boxes
        visitor.page.mouse.move(1, 1)
        expect(effects).to_have_count(0)
        assert [choice.bounding_box() for choice in visitor.choices.all()] == boxes


def test_a_finger_sees_what_it_would_pay_before_it_pays(visit, server, language):
    visitor = visit("phone", language)
    visitor.sit(monopoly_at(server, {"phase": "buying", "players": [{"cash": 900, "square": 39}, {"cash": 700}]}), 0)
    decision = visitor.my_turn().press(visitor.saying("monopoly_ui.brief.action.buy"))
    expect(visitor.dock.get_by_role("region", name=visitor.t("ui.dock.effects"))).to_be_visible()
    expect(visitor.board.locator("[data-square='39'] [data-ghost=comes]")).to_be_visible()
    visitor.check_access()
    visitor.fits()
    visitor.button("ui.dock.back").click()
    assert visitor.decision() == decision
    visitor.do(visitor.saying("monopoly_ui.brief.action.buy"))


def test_a_finger_throws_the_dice_at_once(visit, server):
    visitor = visit("phone")
    players = [{"cash": 900, "deeds": ["baltic-avenue"]}, {"cash": 700}]
    visitor.sit(monopoly_at(server, {"phase": "before", "players": players}), 0)
    before = visitor.my_turn().press(re.compile("Roll$"))
    visitor.answered(before)


def test_own_dice_wait_for_a_press(visit, server):
    """The dice are the server's own: every double of Bob's leads to a deed, so that no second throw waits after it."""
    players = [{"cash": 900, "square": 39}, {"cash": 700, "square": 19}]
    table = monopoly_at(server, {"phase": "buying", "players": players})
    ann, bob = visit(), visit(speed=4)
    eve = visit("phone", owner=False)
    for one in (ann, eve):
        one.context.add_init_script(PATIENT)
    ann.sit(table, 0)
    bob.sit(table, 1)
    eve.watch(table)
    ann.my_turn().do(ann.saying("monopoly_ui.brief.action.decline.auction"))
    bob.answer_monopoly()
    ann.answer_monopoly()
    roll = bob.page.get_by_role("button", name=bob.t("ui.throw.now"), exact=True)
    expect(roll).to_be_visible()
    bob.check_access()
    eve.page.reload()  # who comes meanwhile waits, too
    eve.at_table()
    at = bob.at
    for one in (bob, ann, eve):
        expect(one.log.get_by_text(ROLLED)).to_have_count(0)
    for one in (ann, eve):
        expect(one.page.get_by_text(one.saying("ui.throw.awaited"))).to_be_visible()
        expect(one.page.get_by_role("button", name=one.t("ui.throw.now"), exact=True)).to_have_count(0)
        one.page.keyboard.press("End")
        expect(one.log.get_by_text(ROLLED)).to_have_count(0)
    ann.check_access()
    bob.page.keyboard.press("Enter")
    expect(roll).to_have_count(0)
    for one in (bob, ann, eve):
        expect(one.log.get_by_text(ROLLED)).not_to_have_count(0)
    assert bob.at > at  # a card that is drawn is a step more


def test_nobody_waits_for_the_dice_of_who_has_left(visit, server):
    players = [{"cash": 900, "square": 39}, {"cash": 700, "square": 19}]
    table = monopoly_at(server, {"phase": "buying", "players": players})
    ann, bob = visit(speed=1, throws="alone"), visit(speed=4)
    ann.context.add_init_script(PATIENT)
    ann.sit(table, 0)
    bob.sit(table, 1)
    ann.my_turn().do(ann.saying("monopoly_ui.brief.action.decline.auction"))
    bob.answer_monopoly()
    ann.answer_monopoly()
    expect(bob.page.get_by_role("button", name=bob.t("ui.throw.now"), exact=True)).to_be_visible()
    expect(ann.page.get_by_text(ann.saying("ui.throw.awaited"))).to_be_visible()
    expect(ann.log.get_by_text(ROLLED)).to_have_count(0)
    bob.page.close()
    expect(ann.log.get_by_text(ROLLED)).not_to_have_count(0)


def throw(visitor):
    """Press *Roll*, once the page waits for it; what was thrown is told then."""
    roll = visitor.page.get_by_role("button", name=visitor.t("ui.throw.now"), exact=True)
    expect(roll).to_be_visible()
    before = visitor.log.get_by_text(ROLLED).count()
    visitor.use(roll)
    expect(visitor.log.get_by_text(ROLLED)).to_have_count(before + 1)


def test_the_throws_before_a_first_question_wait_one_by_one(visit, server):
    """A double that leads to nothing that can be bought is followed by another throw. A second tab asks for neither."""
    seed, double = next((seed, low) for seed in itertools.count() for low in [double_first(seed)] if low)
    table = server.create("monopoly", "hh", seed=seed)
    ann = visit(speed=4)
    ann.sit(table, 0)
    expect(ann.log.get_by_text(ROLLED)).to_have_count(0)
    other = ann.tab()
    other.sit(table, 0)
    expect(other.button("ui.throw.now")).to_be_visible()
    throw(ann)
    square = ann.board.locator(f"[data-square='{2 * double}']")
    expect(square).to_have_accessible_name(re.compile("Player 1"))
    expect(other.log.get_by_text(ROLLED)).to_have_count(1)
    throw(ann)
    ann.my_turn()
    other.my_turn()
    expect(other.log.get_by_text(ROLLED)).to_have_count(2)
    other.page.reload()
    other.at_table().my_turn()
    expect(other.log.get_by_text(ROLLED)).to_have_count(2)


def double_first(seed):
    """The face that both dice of a game's first throw show, if the second is thrown before anything is asked."""
    position = game("monopoly", 2).new(seed)
    keys = [event.key for event in position.events]
    if keys[1:4] != ["throws", "moves", "throws"] or keys.count("throws") > 2 or position.to_move != 0:
        return None
    return position.events[1].params["low"]


def test_a_hint(visit, server):
    players = [{"cash": 900, "deeds": ["baltic-avenue", "mediterranean-avenue"]}, {"cash": 700}]
    table = monopoly_at(server, {"phase": "before", "players": players}, hint_agent="mcts:sims=40")
    visitor = visit()
    visitor.sit(table, 0)
    hint = visitor.my_turn().ask_hint("mcts:sims=40", moves=2)
    expect(hint.get_by_role("listitem").first).to_contain_text("±")
    visitor.check_access()


BOXES = """parts => parts.map(part => {
    const { left, top, right, bottom } = part.getBoundingClientRect();
    return [left, top, right, bottom];
})"""


def overlap(one, other):
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


@pytest.mark.both_ways
def test_on_a_phone_nothing_covers_anything(visit, server, language):
    """The banner of a copy has one line, the zoom button a place of its own, the counter its room in the bar."""
    record = game("monopoly", 2).play("random", seed=3)
    visitor = visit("phone", language)
    visitor.watch(table_at(server, record, 150, "hh"))
    banner = visitor.page.get_by_text(visitor.t("ui.fork.banner")).locator("..").locator("..")
    assert banner.bounding_box()["height"] < 50
    visitor.watch(brought(server, record))
    [zoom] = visitor.button("monopoly_ui.zoom.in").evaluate_all(BOXES)
    around = visitor.board.locator("[data-below] > *").evaluate_all(BOXES)
    assert len(around) >= 2
    assert not any(overlap(zoom, one) for one in around)
    bar = visitor.page.locator("[data-part=replay]")
    expect(bar.get_by_role("slider")).not_to_have_attribute("max", str(visitor.at))  # until the turns are known
    [count] = bar.locator("[data-count]").evaluate_all(BOXES)
    [slider] = bar.get_by_role("slider").evaluate_all(BOXES)
    [edge] = bar.evaluate_all(BOXES)
    assert not overlap(count, slider)
    assert edge[0] <= count[0]
    assert count[2] <= edge[2]


TEXTS_OF_SQUARES = """squares => squares.flatMap(square => {
    const texts = [...square.querySelectorAll("[lang=en]")].filter(one => one.offsetWidth > 0);
    return texts.map(one => [
        square.dataset.square,
        parseFloat(getComputedStyle(one).fontSize),
        one.getBoundingClientRect().width - square.getBoundingClientRect().width,
    ]);
})"""


@pytest.mark.both_ways
def test_squares_are_told_apart_on_a_phone(visit, server, language):
    visitor = visit("phone", language)
    players = [{"cash": 900, "deeds": ["baltic-avenue"]}, {"cash": 700}]  # who owns nothing only throws, unasked
    visitor.sit(monopoly_at(server, {"phase": "before", "players": players}), 0)
    visitor.my_turn()
    texts = visitor.board.locator("[data-square]").evaluate_all(TEXTS_OF_SQUARES)
    assert len(texts) == 40 - 6  # cards have signs
    for square, size, beyond in texts:
        assert size >= 9.5, square
        assert beyond <= 1, square
    visitor.button("monopoly_ui.zoom.in").click()
    assert len(visitor.board.locator("[data-square]").evaluate_all(TEXTS_OF_SQUARES)) == 40
    visitor.check_access()
    visitor.fits()
    visitor.button("monopoly_ui.zoom.out").click()


def test_why_not(visit, server, screen, language):
    players = [{"cash": 900, "deeds": ["baltic-avenue"]}, {"cash": 700}]
    table = monopoly_at(server, {"phase": "before", "players": players}, "ha")
    visitor = visit(screen, language)
    visitor.sit(table, 0)
    visitor.my_turn().asked.get_by_role("button", name=visitor.t("ui.why.ask"), exact=True).click()
    dialog = visitor.page.get_by_role("dialog")
    dialog.get_by_role("button", name=visitor.t("monopoly.kind.build"), exact=True).click()
    expect(dialog.get_by_role("status").get_by_role("listitem").first).to_be_visible()
    visitor.check_access()
    visitor.fits()
    visitor.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(visitor.asked.get_by_role("button", name=visitor.t("ui.why.ask"), exact=True)).to_be_focused()
