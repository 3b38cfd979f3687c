"""Why a link is not laid."""

from __future__ import annotations

import pytest

from magnate.games.brass import board
from magnate.games.brass.state import CARD, LINE

from .rich import table
from .table import links, tile


def test_links():
    at = [tile("walsall.0", 0, "iron 1", 4)]
    begun = table("stoke", tiles=at, links=links(1, "walsall-wolverhampton")).do("network")
    assert begun.why("link:tamworth-walsall") == "NO_CANAL_LINE"
    assert begun.why("link:walsall-wolverhampton") == "LINE_TAKEN"
    assert begun.why("link:birmingham-dudley") == "LINE_OUTSIDE_NETWORK"
    assert table("stoke", tiles=at, mine={"money": 2}).why("network") == "LINK_TOO_EXPENSIVE"
    later = [tile("walsall.0", 0, "iron 2", 4)]
    assert table("stoke", tiles=later, era="rail").why("network") == "NO_COAL_FOR_RAIL"


@pytest.mark.parametrize(("era", "kind"), [("canal", "brewery 1"), ("rail", "brewery 2")])
def test_every_line_at_the_network_is_taken(era, kind):
    """Burton's lines are the only ones in reach; what lies far off is no nearer for being free."""
    at_burton = [
        line.id for line in board.LINES if "burton" in line.id and (line.rail if era == "rail" else line.canal)
    ]
    position = table("stoke", tiles=[tile("burton.1", 0, kind, 1)], links=links(1, *at_burton), era=era)
    assert position.why("network") == "LINE_TAKEN"
    assert position.why("link:coventry-nuneaton") in {"LINE_OUTSIDE_NETWORK", "NO_CANAL_LINE"}


def test_rails():
    at = [tile("stoke.2", 0, "manufacturer 2"), tile("birmingham.1", 1, "manufacturer 3")]
    laid = links(1, "birmingham-oxford")
    poor = table("stoke", tiles=at, links=laid, era="rail", mine={"money": 5})
    assert poor.why("network") == "LINK_TOO_EXPENSIVE"
    begun = table("stoke", tiles=at, links=laid, era="rail")
    begun.g.phase, begun.g.doing = LINE, 1
    assert begun.why("link:stoke-warrington") == "OK"
    assert begun.why("link:burton-walsall") == "NO_RAIL_LINE"
    assert begun.why("link:leek-stoke") == "NO_COAL_FOR_RAIL"
    all_laid = [line.id for line in board.LINES if line.rail][:14]
    assert table("stoke", links=links(0, *all_laid), era="rail").why("network") == "NO_LINKS_LEFT"


def test_the_second_rail_needs_a_brewery_in_reach():
    """An opponent's brewery in Birmingham serves a rail that is connected to it, not the one at Stoke."""
    tiles = [
        tile("stoke.2", 0, "manufacturer 2"),
        tile("coventry.2", 0, "iron 2", 4),
        tile("nuneaton.0", 1, "brewery 2", 2),
    ]
    laid = links(1, "belper-derby", "derby-nottingham", "birmingham-oxford", "birmingham-nuneaton")
    begun = table("stoke", tiles=tiles, links=laid, era="rail").do("network", "link:stoke-warrington")
    assert begun.why("link:leek-stoke") == "NO_BEER_FOR_RAIL"
    assert begun.can("link:birmingham-coventry")
    assert begun.can("stop")
    begun.do("link:birmingham-coventry")
    assert begun.g.goods[board.SPACE_OF["nuneaton.0"]] == 1


SECOND = [
    ([], 200, "link:birmingham-coventry", "NO_BEER_FOR_RAIL"),
    ([], 200, "link:coventry-nuneaton", "NO_COAL_FOR_RAIL"),
    ([], 200, "link:stoke-warrington", "LINE_TAKEN"),
    ([tile("nuneaton.0", 0, "brewery 2", 2)], 12, "link:birmingham-coventry", "LINK_TOO_EXPENSIVE"),
]


@pytest.mark.parametrize(("more", "money", "refused", "reason"), SECOND)
def test_no_second_rail_is_possible(more, money, refused, reason):
    """The card is asked for at once; the rule against a second rail is named all the same."""
    tiles = [tile("stoke.2", 0, "manufacturer 2"), tile("coventry.2", 0, "iron 2", 4), *more]
    laid = links(1, "birmingham-oxford")
    begun = table("stoke", "leek", tiles=tiles, links=laid, era="rail", mine={"money": money})
    begun.do("network", "link:stoke-warrington")
    assert begun.phase == CARD
    assert begun.why(refused) == reason
    assert begun.why("build:stoke.0") == "NOT_NOW"


@pytest.mark.parametrize(("spent", "money"), [(0, 200), (40, 200)])
def test_what_was_spent_before_does_not_hide_the_reason(spent, money):
    """In the second action of a dear turn, too, one rail was laid, and a second one would need beer."""
    tiles = [tile("stoke.2", 0, "manufacturer 2"), tile("coventry.2", 0, "iron 2", 4)]
    begun = table("stoke", "leek", tiles=tiles, links=links(1, "birmingham-oxford"), era="rail", mine={"money": money})
    begun.g.spent[0] = spent
    begun.do("network", "link:stoke-warrington")
    assert begun.why("link:birmingham-coventry") == "NO_BEER_FOR_RAIL"


def test_after_two_rails_or_a_canal_no_further_one_is_spoken_of():
    tiles = [tile("stoke.2", 0, "manufacturer 2"), tile("stone.0", 0, "brewery 2", 2)]
    laid = links(1, "birmingham-oxford")
    rails = table("stoke", "leek", tiles=tiles, links=laid, era="rail")
    rails.do("network", "link:leek-stoke")  # the first, to Warrington, is the only one with coal
    assert rails.phase == CARD
    assert rails.why("link:coventry-nuneaton") == "NOT_NOW"
    canal = table("stoke", "leek", tiles=[tile("stoke.2", 0, "manufacturer 2")]).do("network", "link:leek-stoke")
    assert canal.phase == CARD
    assert canal.why("link:coventry-nuneaton") == "NOT_NOW"
    assert canal.g.count == 0
