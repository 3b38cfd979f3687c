"""What is connected, how far it is, and whose network reaches where."""

import pytest

from magnate.games.brass import board
from magnate.games.brass.board import LOCATION_OF
from magnate.runtime.interpreter import interpret

from .table import OTHER, Table, links, player, tile

NETWORK = interpret("magnate.games.brass.tiles")
TILES = interpret("magnate.games.brass.tiles")


def table(**parts):
    return Table(player("birmingham", money=100), OTHER, **parts).g


def mask(*places):
    return sum(1 << LOCATION_OF[place] for place in places)


def test_a_line_of_three_ends():
    """The Kidderminster to Worcester line is one link from either town to the farm, and to the other town."""
    g = table(links=links(0, "kidderminster-worcester"))
    three = mask("kidderminster", "worcester", "farm_south")
    assert [g.joined[LOCATION_OF[place]] for place in ("kidderminster", "worcester", "farm_south")] == [three] * 3
    assert g.network[0] == three
    far = mask("worcester", "farm_south")
    assert NETWORK.nearest_places(g, mask("kidderminster"), far) == far


@pytest.mark.parametrize(
    ("start", "wanted", "nearest"),
    [
        (["dudley"], ["dudley", "birmingham"], ["dudley"]),
        (["dudley"], ["coventry", "oxford", "wolverhampton"], ["wolverhampton"]),
        (["dudley"], ["coventry", "oxford"], ["coventry", "oxford"]),
        (["dudley", "coventry"], ["oxford", "wolverhampton"], ["wolverhampton"]),
        (["oxford"], ["wolverhampton"], ["wolverhampton"]),
        (["dudley"], ["stoke"], []),
        (["dudley"], [], []),
    ],
)
def test_the_nearest_places(start, wanted, nearest):
    lines = links(0, "birmingham-dudley", "birmingham-coventry") + links(1, "birmingham-oxford", "dudley-wolverhampton")
    assert NETWORK.nearest_places(table(links=lines), mask(*start), mask(*wanted)) == mask(*nearest)


def test_others_links_connect_and_extend_no_network():
    g = table(tiles=[tile("dudley.0", 0, "coal 1", 2)], links=links(1, "birmingham-dudley"))
    assert g.network[0] == mask("dudley")
    assert g.network[1] == mask("birmingham", "dudley")
    assert g.joined[LOCATION_OF["dudley"]] == mask("birmingham", "dudley")


@pytest.mark.parametrize(
    ("tiles", "lines", "kept"),
    [
        ([], [], False),
        ([("cannock.1", 0)], [], True),
        ([("cannock.1", 1)], [], False),
        ([], [("cannock-walsall", 0)], True),
        ([], [("cannock-walsall", 1)], False),
    ],
)
def test_the_network_without_a_tile(tiles, lines, kept):
    """A place stays in the network as long as another tile or a link of the same owner is there."""
    lying = [tile("cannock.0", 0, "coal 2", 3), *(tile(at, owner, "coal 2", 3) for at, owner in tiles)]
    rails = [link for line, owner in lines for link in links(owner, line)]
    g = table(tiles=lying, links=rails, era="rail")
    TILES.drop_tile(g, board.SPACE_OF["cannock.0"])
    assert bool(g.network[0] & mask("cannock")) == kept
    assert g.network[0] == NETWORK.network_of(g, 0)
    assert g.stocked[0] == sum(1 << board.SPACE_OF[at] for at, _ in tiles)


def test_the_end_of_an_era_takes_the_links():
    g = table(tiles=[tile("dudley.0", 0, "coal 1", 2)], links=links(0, "birmingham-dudley", "birmingham-oxford"))
    NETWORK.clear_links(g)
    assert g.network[0] == mask("dudley")
    assert [g.joined[place] for place in range(27)] == [1 << place for place in range(27)]
