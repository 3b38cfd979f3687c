"""From where coal, iron and beer may come, what is refused as a source, and what is taken unasked."""

from __future__ import annotations

import pytest

from magnate.games.brass.board import INDUSTRY_NAMES, TILES

from .rich import SHOPS, sale, table
from .table import links, tile


def test_no_tile_takes_what_its_industry_carries():
    """So an overbuilt tile can never supply the tile that replaces it."""
    takes = {(tile_.industry, resource) for tile_ in TILES for resource in ("coal", "iron") if getattr(tile_, resource)}
    assert takes.isdisjoint({(INDUSTRY_NAMES.index(resource), resource) for resource in ("coal", "iron")})


def test_mines():
    """Two rails meet mines at different distances, with a tie among the nearest.

    One of Cannock's two spaces shows manufacturers too, so that it matters which mine is used up.
    """
    tiles = [
        tile("cannock.0", 1, "coal 2", 3),
        tile("cannock.1", 1, "coal 2", 3),
        tile("walsall.1", 0, "manufacturer 2"),
        tile("wolverhampton.1", 1, "coal 2", 1),
        tile("dudley.0", 1, "coal 2", 2),
        tile("belper.1", 1, "coal 2", 2),
    ]
    lines = links(1, "cannock-walsall", "walsall-wolverhampton", "dudley-wolverhampton")
    begun = table("stoke", "leek", tiles=tiles, links=lines, era="rail").do("network", "link:birmingham-walsall")
    assert begun.legal == ["take:cannock.0", "take:cannock.1", "take:wolverhampton.1"]
    assert begun.why("take:dudley.0") == "MINE_FARTHER"
    assert begun.why("take:belper.1") == "SOURCE_NOT_CONNECTED"
    assert begun.why("take:walsall.1") == "NOTHING_THERE"
    assert begun.why("barrel") == "NOTHING_THERE"


def test_mines_that_are_the_same():
    """Tamworth's two spaces show the same: of two equal mines there the first one gives."""
    tiles = [tile("tamworth.0", 1, "coal 2", 3), tile("tamworth.1", 1, "coal 2", 3), tile("nuneaton.0", 0, "brewery 2")]
    tiles.append(tile("dudley.0", 1, "coal 2", 3))
    lines = links(1, "birmingham-dudley", "birmingham-tamworth")
    begun = table("stoke", "leek", tiles=tiles, links=lines, era="rail").do("network", "link:birmingham-nuneaton")
    assert begun.legal == ["take:tamworth.0", "take:dudley.0"]
    assert begun.why("take:tamworth.1") == "SAME_SOURCE"


def test_beer():
    """A rail's beer: own breweries anywhere, others' where connected, never a merchant's barrel."""
    tiles = [
        tile("burton.1", 0, "brewery 2", 2),
        tile("nuneaton.0", 1, "brewery 2", 1),
        tile("uttoxeter.0", 1, "brewery 2", 2),
        tile("coventry.1", 1, "coal 2", 3),
        tile("redditch.1", 0, "iron 2", 4),
    ]
    lines = links(1, "coventry-nuneaton", "birmingham-coventry", "birmingham-oxford")
    begun = table("stoke", "leek", tiles=tiles, links=lines, era="rail")
    begun.do("network", "link:oxford-redditch", "link:birmingham-redditch")
    assert begun.legal == ["take:burton.1", "take:nuneaton.0"]
    assert begun.why("take:uttoxeter.0") == "SOURCE_NOT_CONNECTED"
    assert begun.why("take:redditch.1") == "NOTHING_THERE"
    assert begun.why("barrel") == "BARREL_NOT_FOR_RAILS"


def test_a_sale_asks_for_no_barrel_that_is_not_there():
    tiles = [
        tile("redditch.0", 0, "manufacturer 5"),
        tile("burton.1", 0, "brewery 2", 1),
        tile("stone.0", 0, "brewery 2", 1),
    ]
    begun = table("stoke", "leek", tiles=tiles, links=links(0, "oxford-redditch"), merchants=SHOPS, era="rail")
    begun.do("sell")
    assert begun.legal == ["take:stone.0", "take:burton.1", "barrel"]
    begun.do("barrel")
    assert begun.g.income_space[0] == 12
    assert begun.why("barrel") == "NO_BARREL"


# --------------------------------------------------------------------------------- what is taken unasked


@pytest.mark.parametrize(("second", "asked"), [(1, False), (2, True)])
def test_two_cubes_of_iron_that_are_all_there_is(second, asked):
    """Manufacturer VIII takes 2: one from each of two works is no choice; both flip, for 3 spaces each (case C13)."""
    works = [tile("dudley.1", 0, "iron 1", 1), tile("coalbrookdale.1", 1, "iron 1", second)]
    mine = {"money": 60, "taken": {"manufacturer": 9}}
    begun = table("stoke", "leek", mine=mine, tiles=works).do("build", "industry:manufacturer", "build:stoke.2")
    if asked:
        assert begun.legal == ["take:coalbrookdale.1", "take:dudley.1"]
        return
    assert begun.legal == ["card:stoke"]
    assert begun.each("income_space")[:2] == [13, 13]
    assert begun.each("money")[0] == 40
    assert begun.markets == (13, 8)


@pytest.mark.parametrize(("near", "asked"), [(1, False), (2, True)])
def test_two_cubes_of_coal_that_are_all_that_is_near(near, asked):
    """Pottery III in Stafford takes 2: those of Cannock and Stone, a link away, before any of a farther mine."""
    mines = [tile("cannock.1", 1, "coal 2", 1), tile("stone.1", 2, "coal 2", near)]
    mines.append(tile("wolverhampton.1", 3, "coal 2", 3))
    lines = links(1, "cannock-stafford", "stafford-stone", "cannock-wolverhampton")
    mine = {"money": 60, "taken": {"pottery": 2}}
    begun = table("stafford", "leek", mine=mine, tiles=mines, links=lines).do("build", "industry:pottery")
    if asked:
        assert begun.legal == ["take:stone.1", "take:cannock.1"]
        return
    assert begun.legal == ["card:stafford"]
    assert begun.each("income_space") == [10, 17, 17, 10]
    assert begun.at("wolverhampton.1") == (3, "coal 2", False, 3)


BARRELS = [tile("redditch.0", 0, "manufacturer 5"), tile("burton.1", 1, "brewery 1", 1)]
"""Manufacturer V takes 2 barrels."""


def test_the_merchants_barrel_with_the_only_other_one():
    """Both go: the brewery flips for its owner, and Oxford's bonus is 2 spaces beside the tile's own 2."""
    lines = ("oxford-redditch", "birmingham-oxford", "birmingham-tamworth", "burton-tamworth")
    begun = sale(BARRELS, *lines).do("sell")
    assert begun.legal == ["card:leek", "card:stoke"]
    assert begun.each("income_space")[:2] == [14, 14]
    assert "oxford.0" not in begun.barrels
    assert begun.at("burton.1")[2]


def test_gloucesters_tile_is_asked_for_all_the_same():
    """Which tile the bonus removes does not depend on when the barrel is taken."""
    shops = SHOPS | {"gloucester": ["manufacturer", "blank"], "oxford": ["cotton", "blank"]}
    shops |= {"shrewsbury": ["pottery"], "warrington": ["blank", "cotton"]}
    own = [BARRELS[0], tile("burton.1", 0, "brewery 1", 1)]
    begun = table("stoke", "leek", tiles=own, links=links(0, "gloucester-redditch"), merchants=shops).do("sell")
    assert begun.at("burton.1")[2]
    assert begun.can("industry:coal")
    begun.do("industry:coal")
    assert begun.taken(0)["coal"] == 1
    assert begun.legal == ["card:leek", "card:stoke"]


def test_a_barrel_more_is_a_choice():
    own = [*BARRELS, tile("stone.0", 0, "brewery 1", 1)]
    begun = sale(own, "oxford-redditch", "birmingham-oxford", "birmingham-tamworth", "burton-tamworth").do("sell")
    assert begun.legal == ["take:stone.0", "take:burton.1", "barrel"]
    begun.do("take:stone.0")
    assert begun.legal == ["take:burton.1", "barrel"]
