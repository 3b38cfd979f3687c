"""A game of somebody's own needs no page of its own: the general board shows it, and it is played to its end."""

import pytest
from playwright.sync_api import expect

WIDE = {"bearoff": {}, "connect_four": {"columns": 12, "rows": 4}}
"""Games whose boards have much side by side."""
BEYOND = """it => [...it.querySelectorAll("*")].filter(part =>
    part.getBoundingClientRect().right > it.getBoundingClientRect().right + 1).length"""


@pytest.mark.parametrize("game", WIDE)
@pytest.mark.both_ways
def test_the_general_board_keeps_to_its_part_of_the_page(visit, server, screen, game):
    visitor = visit(screen)
    visitor.sit(server.create(game, "hh", options=WIDE[game], seed=3), 0)
    visitor.my_turn()
    assert visitor.board.evaluate(BEYOND) == 0
    visitor.do(None)


def test_a_game_of_a_plugin_is_played_to_its_end(visit, screen):
    visitor = visit(screen)
    visitor.page.locator("a[href='/new?game=tricks']").click()
    visitor.page.get_by_role("button", name="Start", exact=True).click()
    visitor.at_table()
    ended = visitor.page.locator("#ending-title")
    looked = False
    while True:
        expect(ended.or_(visitor.page.locator("[data-decision]")).first).to_be_visible()
        if ended.count():
            break
        if not looked:
            visitor.check_access()
            visitor.fits()
            looked = True
        visitor.do(None)
    assert looked
    visitor.check_access()
