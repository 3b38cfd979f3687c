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
        is_inside(visitor, "[data-part=seats] li", "[data-question]")
        if not is_small(screen):
            is_inside(visitor, "[data-part=log]", "[data-part=replay]", "[data-square]")
            assert visitor.asked.evaluate_all("parts => parts.every(it => it.scrollHeight <= it.clientHeight)"), scene
            assert visitor.page.locator("[data-question]").evaluate("it => it.closest('[data-part=board]') !== null")
        if scene == "buying":
            is_inside(visitor, "[data-choice='0']")


@pytest.mark.all_sizes
def test_brass_is_one_screen(visit, server, screen, language):
    visitor = visit(screen, language)
    visitor.sit(brass_at(server, BRASS, "hhhh"), 0)
    visitor.my_turn()
    is_one_screen(visitor)
    is_inside(visitor, "[data-part=seats] li", "[data-question]", "[data-choice='0']")
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
