"""One screen, one question, one place: what a decision needs is seen at once, and the page does not scroll."""

import pytest
from playwright.sync_api import expect

from .positions import brass_at, monopoly_at
from .ways import is_small

RICH = [
    {"cash": 1060, "square": 24, "deeds": ["kentucky-avenue", "baltic-avenue"]},
    {"cash": 217, "deeds": ["atlantic-avenue"]},
    {"cash": 706, "deeds": ["reading-railroad"]},
    {"cash": 391, "deeds": ["boardwalk"]},
]
DEBT = {"kind": "debt", "who": 0, "to": 1, "amount": 950}
OFFER = {"kind": "trade", "who": 0, "to": 1, "items": ["kentucky-avenue", "atlantic-avenue"], "step": "answer"}
SCENES = {
    "buying": {"phase": "buying", "players": RICH},
    "before": {"phase": "before", "players": RICH},
    "debt": {"phase": "landed", "players": [{**RICH[0], "cash": 10}, *RICH[1:]], "frames": [DEBT]},
}
HAND = ["birmingham", "coventry", "iron", "coal", "leek", "stoke", "cotton+manufacturer", "brewery"]
BRASS = {"round": 2, "players": [{"money": 40, "hand": HAND}, *[{"money": 30, "hand": ["wild-location"]}] * 3]}
BEYOND = """parts => parts.map(part => part.getBoundingClientRect()).filter(box => box.height > 0).map(box =>
    [box.left, box.top, innerWidth - box.right, innerHeight - box.bottom].map(Math.round))"""


def is_one_screen(visitor):
    """Nothing scrolls but parts of the page, and what is asked stands in one place."""
    heights = "[document.documentElement.scrollHeight - innerHeight, document.documentElement.scrollWidth - innerWidth]"
    assert all(beyond <= 0 for beyond in visitor.page.evaluate(heights))
    expect(visitor.page.locator("[data-question]").locator("visible=true")).to_have_count(1)
    nav = visitor.page.locator("header nav")
    assert nav.evaluate("it => it.scrollWidth <= it.clientWidth"), "a place is beyond the edge"


def is_inside(visitor, *parts):
    """These parts are seen whole."""
    for part in parts:
        boxes = visitor.page.locator(part).locator("visible=true").evaluate_all(BEYOND)
        assert boxes, part
        assert all(edge >= 0 for box in boxes for edge in box), (part, boxes)


@pytest.mark.all_sizes
def test_monopoly_is_one_screen(visit, server, screen, language):
    for scene, position in SCENES.items():
        visitor = visit(screen, language)
        visitor.sit(monopoly_at(server, position, "hhhh"), 0)
        visitor.my_turn()
        is_one_screen(visitor)
        is_inside(visitor, "[data-part=seats] li", "[data-question]", "[data-square]")
        if not is_small(screen):
            is_inside(visitor, "[data-part=log]", "[data-part=replay]")
            assert visitor.asked.evaluate_all("parts => parts.every(it => it.scrollHeight <= it.clientHeight)"), scene
            assert visitor.page.locator("[data-question]").evaluate("it => it.closest('[data-part=board]') !== null")
        if scene == "buying":
            is_inside(visitor, "[data-choice='0']")


LOT = {"lot": "illinois-avenue", "bid": 110, "leader": 0, "bidder": 1, "bidders": [0, 1, 2, 3]}
FULL = {
    "auction": ({"phase": "landed", "players": RICH, "frames": [{"kind": "auction", **LOT}]}, 1),
    "window": ({"phase": "after", "players": [{**RICH[0], "square": 12}, *RICH[1:]]}, 0),
    "deeds": ({"phase": "before", "players": [{**RICH[0], "deeds": ["water-works", *RICH[0]["deeds"]]}, *RICH[1:]]}, 0),
}
CUT = "parts => parts.filter(it => it.scrollHeight > it.clientHeight + 1).map(it => it.className)"


@pytest.mark.parametrize("screen", ["laptop", "tablet"])
@pytest.mark.parametrize("scene", FULL)
def test_nothing_on_the_stage_is_cut(visit, server, screen, scene):
    """What is asked is whole, to its last row, and so is the deed that it is about."""
    position, seat = FULL[scene]
    visitor = visit(screen)
    visitor.sit(monopoly_at(server, position, "hhhh"), seat)
    visitor.my_turn()
    deed = visitor.board.locator("[data-room] > section")
    expect(deed).to_be_visible()
    expect(deed.locator("tr").first).to_be_visible()
    assert visitor.board.locator("[data-room], [data-room] > *").evaluate_all(CUT) == []
    is_inside(visitor, "[data-question]", "[data-question] [data-why]")


@pytest.mark.parametrize("screen", ["phone", "across"])
@pytest.mark.parametrize("scene", FULL)
def test_a_phone_shows_the_whole_board_with_a_long_question(visit, server, language, screen, scene):
    position, seat = FULL[scene]
    visitor = visit(screen, language)
    visitor.sit(monopoly_at(server, position, "hhhh"), seat)
    visitor.my_turn()
    is_one_screen(visitor)
    is_inside(visitor, "[data-square]", "[data-part=seats] li")


SOME = [{"cash": 217, "deeds": ["atlantic-avenue"]}, {"cash": 706}, {"cash": 391}]
LOTS = [
    *("mediterranean-avenue", "oriental-avenue", "vermont-avenue", "st-charles-place", "states-avenue"),
    *("tennessee-avenue", "kentucky-avenue", "reading-railroad", "pennsylvania-railroad", "electric-company"),
    *("marvin-gardens", "pacific-avenue"),
]
JAILED = {"cash": 900, "square": 10, "jail": 1, "jail_cards": ["chance"], "deeds": LOTS[:4]}
LONG = {
    "debt": {"phase": "landed", "players": [{"cash": 10, "deeds": LOTS}, *SOME], "frames": [DEBT]},
    "mortgages": {"phase": "before", "players": [{"cash": 900, "deeds": LOTS[:6]}, *SOME]},
    "jail": {"phase": "before", "players": [JAILED, *SOME]},
}
LOW = """buttons => buttons.filter(it => it.getClientRects().length > 0 && it.getBoundingClientRect().height < 40)
    .map(it => [it.textContent, it.getBoundingClientRect().height])"""


@pytest.mark.parametrize("screen", ["phone", "across"])
@pytest.mark.parametrize("scene", LONG)
def test_a_phone_shows_all_choices_of_a_long_question(visit, server, language, screen, scene):
    visitor = visit(screen, language)
    visitor.sit(monopoly_at(server, LONG[scene], "hhhh"), 0)
    visitor.my_turn()
    is_one_screen(visitor)
    is_inside(visitor, "[data-square]", "[data-part=seats] li", "[data-question] button")
    expect(visitor.page.locator("[data-more]")).to_have_count(0)
    visitor.check_access()


def test_what_does_not_fit_into_a_question_is_counted(visit, server, language):
    """On the smallest phones a long list scrolls; how much of it is below the edge is said until the end is reached."""
    visitor = visit("phone", language)
    visitor.page.set_viewport_size({"width": 320, "height": 480})
    visitor.sit(monopoly_at(server, LONG["debt"], "hhhh"), 0)
    more = visitor.my_turn().page.locator("[data-more]")
    expect(more).to_be_visible()
    visitor.check_access()
    visitor.page.locator("[data-question]").evaluate("it => it.scrollTo(0, it.scrollHeight)")
    expect(more).to_have_count(0)
    expect(visitor.button("monopoly_ui.raise.suggest")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("size", [(844, 390), (667, 375)])
@pytest.mark.parametrize("game", ["monopoly", "auction", "brass"])
def test_a_finger_meets_no_low_button_on_a_phone_held_across(visit, server, language, game, size):
    visitor = visit("across", language)
    visitor.page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
    position, seat = FULL["auction"] if game == "auction" else (LONG["jail"], 0)
    visitor.sit(brass_at(server, BRASS, "hhhh") if game == "brass" else monopoly_at(server, position, "hhhh"), seat)
    visitor.my_turn()
    buttons = "[data-question] button, [data-question] input, [data-opens]"
    assert visitor.page.locator(buttons).evaluate_all(LOW) == []
    is_one_screen(visitor)
    if size[0] == 844:
        is_inside(visitor, "[data-choice]" if game == "brass" else "[data-question] button")


def test_a_spectator_of_brass_has_one_line_for_who_is_to_act(visit, server, language):
    visitor = visit("laptop", language)
    visitor.watch(brass_at(server, BRASS, "hhhh"))
    assert visitor.page.locator("[data-question]").bounding_box()["height"] < 48


PAID = """() => {
    const chip = document.querySelector("[data-change]");
    if (chip === null) return false;
    const meet = (one, other) => one.left < other.right && other.left < one.right &&
        one.top < other.bottom && other.top < one.bottom;
    const strip = chip.closest("li");
    const parts = [...strip.querySelectorAll("header > *, dd")].filter(it => !it.contains(chip));
    const covered = parts.filter(it => meet(chip.getBoundingClientRect(), it.getBoundingClientRect()));
    return { acts: "act" in strip.dataset, covered: covered.map(it => it.className) };
}"""


def test_what_is_paid_covers_nothing_beside_it(visit, server, language):
    ann, watcher = visit(language=language), visit("laptop", language)
    table = monopoly_at(server, SCENES["buying"], "hhhh", names=("Ann", "Bob", "Cem", "Dan"))
    ann.sit(table, 0)
    watcher.watch(table)
    ann.my_turn().do(None)  # the first choice: it is bought, and the window after that is Ann's
    assert watcher.page.wait_for_function(PAID).json_value() == {"acts": True, "covered": []}


COVERED = """board => {
    const tokens = [...board.querySelectorAll("[class*=tokens] > div")].map(it => it.getBoundingClientRect());
    const meet = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
        Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
    const shown = it => it.getClientRects().length > 0;
    const free = [...board.querySelectorAll("[class*=label], [class*=short], [class*=owner]")].filter(shown);
    return free.filter(it => tokens.some(token => meet(token, it.getBoundingClientRect())))
        .map(it => `${it.closest("[data-square]").dataset.square} ${it.className}`);
}"""
STANDING = [
    [(1, ["mediterranean-avenue"]), (2, []), (28, ["water-works"]), (28, [])],
    [(34, ["north-carolina-avenue"]), (32, ["states-avenue"]), (17, []), (12, ["electric-company"])],
    [(13, ["oriental-avenue"]), (13, ["states-avenue"]), (9, []), (9, ["connecticut-avenue"])],
    [(29, ["marvin-gardens"]), (0, []), (0, []), (10, [])],
    [(10, ["baltic-avenue"]), (10, []), (10, []), (10, [])],
]


@pytest.mark.all_sizes
def test_tokens_hide_neither_names_nor_owners(visit, server, screen):
    for places in STANDING:
        players = [{"cash": 500, "square": square, "deeds": deeds} for square, deeds in places]
        visitor = visit(screen)
        visitor.sit(monopoly_at(server, {"phase": "before", "players": players}, "hhhh"), 0)
        visitor.my_turn()
        assert visitor.board.evaluate(COVERED) == [], places


@pytest.mark.all_sizes
def test_opponents_show_who_they_are(visit, server, screen, language):
    """Face, stars and a sentence in the players' panel where there is room; all of it when the name is pressed."""
    visitor = visit(screen, language)
    table = monopoly_at(server, SCENES["buying"], "haaa", agent="strategic:railroad_baron")
    visitor.sit(table, 0)
    visitor.my_turn()
    name = visitor.page.get_by_role("button", name="strategic:railroad_baron")
    strip = visitor.page.locator("[data-part=seats] li").filter(has=name).first
    stars = visitor.saying("ui.character.stars")
    if screen in ("desktop", "laptop"):
        expect(strip.get_by_role("img", name=stars)).to_be_visible()
        expect(strip.get_by_text(visitor.t("ui.character.rex")).filter(visible=True)).not_to_have_count(0)
    strip.get_by_role("button", name="strategic:railroad_baron").click()
    about = visitor.page.get_by_role("dialog")
    expect(about.get_by_role("img", name=stars)).to_be_visible()
    expect(about).to_contain_text(visitor.t("ui.character.rex"))
    visitor.check_access()
    visitor.page.keyboard.press("Escape")
    expect(about).to_be_hidden()


def test_the_table_says_you_to_who_plays(visit, server, language):
    """Who plays is "you" in the log; to a spectator everybody has a name."""
    table = monopoly_at(server, SCENES["buying"], "hhhh", names=("Ann", "Bob", "Cem", "Dan"))
    ann, watcher = visit(language=language), visit(language=language)
    ann.sit(table, 0)
    watcher.watch(table)
    ann.my_turn().do(None)  # the first choice: it is bought
    log = "[data-part=log]"
    said = {"en": "You buy Illinois", "ro": "Cumperi Illinois", "fa": "می‌خرید"}[language]
    expect(ann.page.locator(log)).to_contain_text(said)
    expect(ann.page.locator(log).get_by_text("Ann", exact=False)).to_have_count(0)
    expect(watcher.page.locator(log)).to_contain_text("Ann")
    expect(watcher.page.locator(log).get_by_text(said)).to_have_count(0)


@pytest.mark.all_sizes
def test_brass_is_one_screen(visit, server, screen, language):
    visitor = visit(screen, language)
    visitor.sit(brass_at(server, BRASS, "hhhh"), 0)
    visitor.my_turn()
    is_one_screen(visitor)
    is_inside(visitor, "[data-part=seats] li", "[data-question]", "[data-choice]")
    if not is_small(screen):
        cards = visitor.page.locator("[data-pane=hand] [data-ref^='card:']")
        expect(cards).to_have_count(8)
        is_inside(visitor, "[data-pane=hand]", "[data-pane=mat]", "[data-part=log]")
        expect(visitor.board.get_by_role("img", name=visitor.t("brass_ui.market.coal"))).to_be_visible()
        for _ in range(2):  # build, a cotton mill: a long list of spaces
            visitor.my_turn().do(None)
        visitor.my_turn()
        is_one_screen(visitor)
        is_inside(
            visitor, "[data-question]", "[data-pane=hand]", "[data-pane=mat]", "[data-part=log]", "[data-part=replay]"
        )
    else:
        visitor.open("side")
        expect(visitor.page.locator("[data-pane=hand] [data-ref='card:iron']")).to_be_visible()
        is_one_screen(visitor)


def test_the_answer_to_an_offer_is_seen_on_a_phone_held_across(visit, server, language):
    visitor = visit("across", language)
    visitor.sit(monopoly_at(server, {"phase": "before", "players": RICH, "frames": [OFFER]}, "hhhh"), 1)
    accept = visitor.my_turn().page.get_by_role("button", name=visitor.t("monopoly_ui.offer.accept"), exact=True)
    expect(accept).to_be_in_viewport(ratio=1)
    visitor.check_access()


def test_a_debt_that_cannot_be_met_says_so(visit, server, language):
    visitor = visit(language=language)
    visitor.sit(monopoly_at(server, SCENES["debt"], "hhhh"), 0)
    visitor.my_turn().button("monopoly_ui.raise.suggest").click()
    expect(visitor.asked.get_by_role("alert")).to_contain_text(visitor.saying("monopoly_ui.raise.short"))
    expect(visitor.button("monopoly_ui.raise.bankrupt")).to_be_enabled()
    visitor.check_access()
