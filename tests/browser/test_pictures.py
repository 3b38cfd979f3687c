"""Main states of the pages look as they were approved: `tests/data/pictures`, which `make pictures` makes anew.

So do the pictures of tables in the documentation. All are in one theme and language, in fonts that lie beside the
approved ones, and of positions and games that are fixed.
"""

import base64
import json
import os
import re
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import expect

from .positions import brass_at, game, monopoly_at, reviewed
from .test_layout import BRASS, OFFER, RICH, SCENES
from .visitor import Visitor

APPROVED = Path(__file__).parents[1] / "data" / "pictures"
DOCUMENTATION = Path(__file__).parents[2] / "docs" / "images"
APPROVING = os.environ.get("APPROVE_PICTURES") == "1"
"""Whether what is seen is approved, rather than compared."""
SCREENS = {
    "desktop": {"viewport": {"width": 1440, "height": 900}},
    "phone": {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True},
}
COLOURS = 128
"""Colours of a kept picture."""
ALIKE = 48
"""Two pixels are alike if no part of their colour (of 255) differs more: the edges of letters may."""
DIFFERENT = 0.005
"""The share of the pixels that may differ."""
ALL = 5_000_000
"""Bytes that the pictures may take together."""
PIN = """fonts => {
    for (const [weight, text] of Object.entries(fonts)) {
        const bytes = Uint8Array.from(atob(text), one => one.charCodeAt(0));
        document.fonts.add(new FontFace("Pinned", bytes, { weight }));
    }
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("* { font-family: Pinned !important; caret-color: transparent !important }");
    document.adoptedStyleSheets = [sheet];
}"""


def fonts():
    """The fonts of the pictures, by their weights."""
    files = {"100 500": "regular.ttf", "501 900": "bold.ttf"}
    return {
        weight: base64.b64encode((APPROVED / "font" / file).read_bytes()).decode() for weight, file in files.items()
    }


def lobby(visitor, server):
    visitor.page.route("**/api/games?*", lambda route: route.fulfill(json={"games": []}))  # those of other tests
    visitor.page.reload()
    expect(visitor.page.locator("article li")).to_have_count(6)  # opponents


def new_game(visitor, server):
    visitor.go("/new?game=monopoly")
    expect(visitor.page.get_by_role("button", name="Start", exact=True)).to_be_visible()


def monopoly(visitor, server, position, seat=0):
    visitor.sit(monopoly_at(server, position, "hhhh", names=("Ann", "Bob", "Cem", "Dan")), seat)
    visitor.my_turn()


def brass(visitor, server, *pressed):
    visitor.sit(brass_at(server, BRASS, "hhhh", names=("Ann", "Bob", "Cem", "Dan")), 0)
    for choice in pressed:
        visitor.my_turn().do(re.compile(choice, re.IGNORECASE))
    visitor.my_turn()


def monopoly_ended(visitor, server):
    visitor.watch(reviewed(server, "monopoly"))
    visitor.over()
    expect(visitor.page.locator("[data-curve]")).to_be_visible()


def rules(visitor, server):
    visitor.go("/rules/brass")
    expect(visitor.page.locator("main section[id^=section-]").first).to_be_visible()


def review(visitor, server):
    visitor.go(f"/g/{reviewed(server, 'monopoly')['id']}/review?turn=5")
    expect(visitor.page.locator("[data-stage=done] [data-curve]")).to_be_visible()
    expect(visitor.page.get_by_text(visitor.t("ui.review.asking"))).to_have_count(0)


LOT = {"lot": "illinois-avenue", "bid": 110, "leader": 0, "bidder": 1, "bidders": [0, 1, 2, 3]}
AUCTION = {"kind": "auction", **LOT}
STATES = {
    "lobby": lobby,
    "new-game": new_game,
    "monopoly-roll": partial(monopoly, position=SCENES["before"]),
    "monopoly-deed": partial(monopoly, position=SCENES["buying"]),
    "monopoly-auction": partial(monopoly, position={"phase": "landed", "players": RICH, "frames": [AUCTION]}, seat=1),
    "monopoly-offer": partial(monopoly, position={"phase": "before", "players": RICH, "frames": [OFFER]}, seat=1),
    "monopoly-debt": partial(monopoly, position=SCENES["debt"]),
    "monopoly-end": monopoly_ended,
    "brass-action": brass,
    "brass-build": lambda visitor, server: brass(visitor, server, "Build$", "cotton"),
    "rules": rules,
    "review": review,
}


def amid(visitor, server, name, agent, until):
    """Ana sits in seat 0 of a game with agents, and has played as one of them until a step of the game."""
    record = game(name, 3).play(agent, seed=5)
    seats = [{"kind": "human", "name": "Ana"}, *[{"kind": "agent", "agent": agent}] * 2]
    wishes = {"game": name, "seats": seats, "seed": 5, "hints": "request"}
    with server.client(owner=True) as client:
        table = client.post("/api/games", json=wishes).json()
    with server.sit(table, 0) as ana:
        for position, step in zip(record.positions(), record.names()[:until], strict=False):
            if position.to_move == 0:
                ana.my_turn()
                assert ana.act(step)["type"] == "ack"
        ana.my_turn()
    visitor.sit(table, 0)
    visitor.my_turn()


DOCUMENTED = {
    "table-monopoly": partial(amid, name="monopoly", agent="strategic", until=301),
    "table-brass": partial(amid, name="brass", agent="planner", until=152),
}


@pytest.fixture
def at_rest(new_context, server):
    """Somebody whose pages are as in the pictures."""

    def come(screen):
        context = new_context(**SCREENS[screen], locale="en-GB", timezone_id="UTC", color_scheme="light")
        context.add_init_script(f"({PIN})({json.dumps(fonts())})")
        return Visitor(context, server, "en", {"speed": 0, "theme": "light"}, 120_000, owner=True)

    return come


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("state", STATES)
def test_it_looks_as_approved(at_rest, server, tmp_path, state, screen):
    visitor = at_rest(screen)
    STATES[state](visitor, server)
    compare(visitor, tmp_path, APPROVED / f"{state}-{screen}.png")


@pytest.mark.parametrize("state", DOCUMENTED)
def test_the_documentation_shows_the_table_of_today(at_rest, server, tmp_path, state):
    visitor = at_rest("desktop")
    DOCUMENTED[state](visitor, server)
    compare(visitor, tmp_path, DOCUMENTATION / f"{state}.png")


def compare(visitor, folder, approved):
    """What is seen looks as approved, or is approved now."""
    visitor.page.evaluate("document.fonts.ready")
    visitor.page.mouse.move(0, 0)
    visitor.page.wait_for_load_state("networkidle")
    seen = folder / approved.name
    visitor.page.screenshot(path=seen, animations="disabled")
    if APPROVING:
        Image.open(seen).convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(approved, optimize=True)
        return
    share = differing(Image.open(approved), Image.open(seen))
    assert share <= DIFFERENT, f"{share:.2%} of {approved} look different, see {seen}; `make pictures` approves it"


def test_there_are_no_other_pictures_and_they_are_small():
    assert {file.stem for file in APPROVED.glob("*.png")} == {
        f"{state}-{screen}" for state in STATES for screen in SCREENS
    }
    assert sum(file.stat().st_size for file in APPROVED.rglob("*")) < ALL


def test_a_button_more_or_less_is_a_difference():
    picture = Image.open(APPROVED / "monopoly-deed-phone.png").convert("RGB")
    assert differing(picture, picture) == 0
    changed = picture.copy()
    changed.paste((31, 95, 74), (20, 500, 120, 540))
    assert differing(picture, changed) > DIFFERENT


def differing(one, other):
    """The share of the pixels that differ; all, where the sizes do."""
    pixels = [np.asarray(image.convert("RGB"), dtype=np.int16) for image in (one, other)]
    if pixels[0].shape != pixels[1].shape:
        return 1.0
    return float((np.abs(pixels[0] - pixels[1]).max(axis=2) > ALIKE).mean())
