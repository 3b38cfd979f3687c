"""Somebody who presses whatever can be pressed finds no error, no dead end and nothing inaccessible."""

import random
from contextlib import suppress

import pytest
from playwright.sync_api import TimeoutError as Gone
from playwright.sync_api import expect

LOOK = 50
"""Steps between two looks at how accessible the page is."""
BUTTONS = ":is([data-part=ask], dialog[open]) button:enabled:not([data-hint])"
TARGETS = "[data-part=board] [data-target]"


def press_anything(visitor, rng):
    """Press one of the buttons of the dock and the panels, or something on the board that can be picked."""
    dialog = visitor.page.locator("dialog[open] button:enabled")
    where = [dialog] if dialog.count() else [visitor.page.locator(BUTTONS), visitor.page.locator(TARGETS)]
    counted = [(one, count) for one in where if (count := one.count())]
    if not counted:
        return
    found, count = rng.choice(counted)
    with suppress(Gone):  # it may be gone before the press
        found.nth(rng.randrange(count)).click(timeout=2000)


@pytest.mark.parametrize(
    ("game", "seats", "steps"),
    [
        ("monopoly", "haa", 30),
        *[
            pytest.param(game, seats, steps, marks=pytest.mark.long)
            for game, seats, steps in (
                *(("brass", "ha", 30), ("tricks", "ha", 30)),
                *(("monopoly", "haa", 300), ("brass", "ha", 300), ("tricks", "ha", 300)),
            )
        ],
    ],
)
def test_pressing_anything(visit, server, game, seats, steps):
    rng = random.Random(f"{game} {steps}")
    visitor = visit("phone" if steps < LOOK else "desktop", "fa" if steps < LOOK else "en")
    ready = visitor.page.locator("[data-decision], #ending-title").first
    table = server.create(game, seats, seed=4, hints="request")
    visitor.sit(table, 0)
    for step in range(steps):
        expect(ready).to_be_attached()
        if visitor.page.locator("#ending-title").count():
            visitor.sit(server.create(game, seats, seed=5 + step, hints="request"), 0)
            continue
        if step % LOOK == LOOK // 2:
            visitor.check_access()
        press_anything(visitor, rng)
