"""Why a tile is not sold, or not to a merchant; which merchants are the same; the bonus of Gloucester."""

from __future__ import annotations

import pytest

from .rich import ANY, SHOPS, sale, table
from .table import links, tile


def test_sales():
    tiles = [
        tile("coalbrookdale.1", 0, "iron 1", 4),
        tile("worcester.0", 0, "cotton 1"),
        tile("birmingham.1", 0, "manufacturer 2", flipped=True),
        tile("stone.1", 1, "manufacturer 2"),
    ]
    assert table("stoke").why("sell") == "NO_TILE_TO_SELL"
    alone = sale(tiles)
    assert alone.why("sell") == "NO_BUYER"
    lines = "coalbrookdale-shrewsbury", "coalbrookdale-kidderminster", "kidderminster-worcester"
    joined = sale([*tiles, tile("kidderminster.1", 0, "cotton 1")], *lines).do("sell")
    assert joined.why("sell:coalbrookdale.1") == "NOT_SOLD"
    assert joined.why("sell:birmingham.1") == "ALREADY_FLIPPED"
    assert joined.why("sell:stone.1") == "NOT_YOUR_TILE"
    joined.do("sell:worcester.0")  # the only merchant, the only beer
    assert joined.g.points[0] == 4
    joined.do("card:leek")
    assert joined.why("sell") == "NO_BEER"
    assert sale(tiles, *lines[1:]).why("sell") == "NO_BUYER"


def test_merchants():
    shops = {
        "shrewsbury": ["cotton"],
        "gloucester": ["manufacturer", "blank"],
        "oxford": ["manufacturer", "cotton"],
        "warrington": ["blank", "blank"],
        "nottingham": ["pottery", ANY],
    }
    tiles = [
        tile("redditch.0", 0, "manufacturer 2"),
        tile("burton.1", 0, "brewery 1", 1),
        tile("leek.0", 1, "cotton 1"),
    ]
    position = table(
        "stoke",
        "leek",
        tiles=tiles,
        links=links(0, "gloucester-redditch", "oxford-redditch"),
        merchants=shops,
        barrels=["oxford.0", "oxford.1"],
    )
    position.do("sell")
    assert position.why("to:oxford.1") == "NOT_BOUGHT"
    assert position.why("to:shrewsbury.0") == "NOT_BOUGHT"
    position.g.stocked[2] = 0  # as if the brewery were empty: Gloucester has no barrel
    assert position.why("to:gloucester.0") == "NO_BEER"
    position.g.joined[19] = 1 << 19
    assert position.why("to:gloucester.0") == "MERCHANT_NOT_CONNECTED"


def test_a_second_tile_that_is_the_same_is_not_offered():
    shops = SHOPS | {"oxford": ["cotton", "cotton"], "gloucester": [ANY, "blank"], "shrewsbury": ["manufacturer"]}
    shops |= {"warrington": ["blank", "blank"], "nottingham": ["pottery", "manufacturer"]}
    tiles = [tile("redditch.0", 0, "manufacturer 2"), tile("worcester.0", 0, "cotton 1")]
    lines = links(0, "gloucester-redditch", "oxford-redditch", "gloucester-worcester")
    position = table("stoke", "leek", tiles=tiles, links=lines, merchants=shops).do("sell", "sell:worcester.0")
    assert position.why("to:oxford.1") == "SAME_MERCHANT"
    assert position.legal == ["to:gloucester.0", "to:oxford.0"]


@pytest.mark.parametrize(
    ("sold", "barrels", "asked"),
    [
        ("manufacturer 3", ["gloucester.0", "oxford.0"], []),
        ("manufacturer 2", [], []),
        ("manufacturer 2", ["oxford.1"], ["to:gloucester.0", "to:oxford.1"]),
        ("manufacturer 2", ["gloucester.0", "oxford.1"], ["to:gloucester.0", "to:oxford.0", "to:oxford.1"]),
    ],
)
def test_merchants_of_which_no_barrel_can_be_used_are_one(sold, barrels, asked):
    shops = {"shrewsbury": ["cotton"], "gloucester": ["manufacturer", "blank"], "oxford": ["manufacturer", ANY]}
    shops |= {"warrington": ["blank", "blank"], "nottingham": ["pottery", "cotton"]}
    tiles = [tile("redditch.0", 0, sold), tile("burton.1", 0, "brewery 1", 1), tile("worcester.0", 0, "cotton 1")]
    lines = links(0, "gloucester-redditch", "oxford-redditch", "gloucester-worcester")
    position = table("stoke", "leek", tiles=tiles, links=lines, merchants=shops, barrels=barrels)
    position.do("sell", "sell:redditch.0")
    assert [name for name in position.legal if name.startswith("to:")] == asked


@pytest.mark.parametrize(("gloucester", "stop"), [("compulsory", "COMPULSORY"), ("optional", "OK")])
def test_gloucester(gloucester, stop):
    shops = SHOPS | {"gloucester": ["cotton", "blank"], "shrewsbury": ["blank"]}
    tiles = [tile("worcester.0", 0, "cotton 1")]
    lines = links(0, "gloucester-worcester")
    begun = table("stoke", "leek", tiles=tiles, links=lines, merchants=shops, gloucester=gloucester).do("sell")
    assert begun.why("stop") == stop
    assert begun.why("industry:pottery") == "NOT_DEVELOPABLE"
    begun.do("industry:coal")
    assert begun.g.taken[0, 3] == 1
    assert begun.g.flipped != 0
