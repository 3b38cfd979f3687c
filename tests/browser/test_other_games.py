"""A game of somebody's own needs no page of its own: the general board shows it, and it is played to its end."""

from playwright.sync_api import expect


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
