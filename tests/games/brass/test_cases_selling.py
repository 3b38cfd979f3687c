"""Sales: cases L1 to L15."""

from __future__ import annotations

import pytest

from .table import OTHER, Table, links, player, tile

ANY = "cotton/manufacturer/pottery"
TWO = {"shrewsbury": ["cotton"], "gloucester": ["blank", "manufacturer"], "oxford": [ANY, "blank"]}
"""Merchants for two players."""


def two(*tiles, lines=(), hand=("iron", "iron", "iron"), **parts) -> Table:
    """A table of two with these tiles, links of seat 0's, and the merchants above."""
    seat = {key: parts.pop(key) for key in ("money", "income", "points", "taken") if key in parts}
    merchants = parts.pop("merchants", TWO)
    laid = links(0, *lines) + links(1, *parts.pop("theirs", ()))
    return Table(player(*hand, **seat), OTHER, tiles=list(tiles), links=laid, merchants=merchants, **parts)


def test_l1_warrington_pays():
    merchants = {"shrewsbury": ["blank"], "gloucester": [ANY, "blank"], "oxford": ["manufacturer", "pottery"]}
    t = Table(
        player("iron", "iron"),
        OTHER,
        player("coal", "coal"),
        merchants={**merchants, "warrington": ["blank", "cotton"]},
        tiles=[tile("stoke.0", 0, "cotton 1")],
        links=links(0, "stoke-warrington"),
    )
    assert t.sales() == {(("stoke.0", "warrington.1"),)}
    assert "warrington.1" in t.barrels
    t.play("sell")
    assert (t.each("money")[0], t.each("income_space")[0]) == (22, 15)
    assert "warrington.1" not in t.barrels
    assert t.at("stoke.0") == (0, "cotton 1", True, 0)


def test_l2_shrewsbury_gives_four_points():
    t = two(tile("kidderminster.1", 0, "cotton 1"), lines=("coalbrookdale-kidderminster", "coalbrookdale-shrewsbury"))
    t.play("sell", sold=(("kidderminster.1", "shrewsbury.0"),))
    assert (t.each("points")[0], t.each("income_space")[0]) == (4, 15)


def test_l3_nottingham_gives_three_points():
    merchants = {"shrewsbury": ["blank"], "gloucester": [ANY, "blank"], "oxford": ["manufacturer", "pottery"]}
    t = Table(
        player("iron", "iron"),
        OTHER,
        player("coal", "coal"),
        player("brewery", "brewery"),
        merchants={**merchants, "warrington": ["blank", "cotton"], "nottingham": ["cotton", "manufacturer"]},
        tiles=[tile("derby.0", 0, "cotton 1")],
        links=links(0, "derby-nottingham"),
    )
    t.play("sell", sold=(("derby.0", "nottingham.0"),))
    assert (t.each("points")[0], t.each("income_space")[0]) == (3, 15)


def test_l4_oxford_gives_two_spaces():
    t = two(tile("birmingham.0", 0, "cotton 1"), lines=["birmingham-oxford"])
    t.play("sell")
    assert t.each("income_space")[0] == 10 + 2 + 5
    assert "oxford.0" not in t.barrels


def test_l5_gloucester_removes_a_tile():
    t = two(
        tile("redditch.0", 0, "manufacturer 1"),
        lines=["gloucester-redditch"],
        money=0,
        markets={"coal": 13, "iron": 0},
    )
    finishes = t.finishes("sell")
    lowest = {"cotton 1", "manufacturer 2", "coal 1", "iron 1", "brewery 1"}
    assert {one.developed for one in finishes} == {(kind,) for kind in lowest}
    assert {tuple(one.bought) for one in finishes} == {()}
    t.play("sell", developed=("brewery 1",))
    assert t.taken(0)["brewery"] == 1
    assert (t.each("money")[0], t.markets[1]) == (0, 0)


def test_l5_the_bonus_may_be_an_offer():
    """The option: the tile need not be removed."""
    t = two(tile("redditch.0", 0, "manufacturer 1"), lines=["gloucester-redditch"], gloucester="optional")
    assert () in {one.developed for one in t.finishes("sell")}


def test_l5_no_tile_to_remove():
    """Ruling 14: void where nothing can be removed: only pottery I is left on the mat."""
    gone = {"cotton": 11, "manufacturer": 11, "coal": 7, "iron": 4, "brewery": 7}
    t = two(tile("redditch.0", 0, "manufacturer 1"), lines=["gloucester-redditch"], taken=gone)
    finish = t.play("sell")
    assert finish.developed == ()
    assert t.at("redditch.0")[2]


def test_l6_whose_beer():
    cotton = tile("birmingham.0", 0, "cotton 1")
    board = {"lines": ["birmingham-oxford"], "barrels": []}
    t = two(cotton, tile("uttoxeter.0", 0, "brewery 1", 1), **board)
    assert t.play("sell").used == ["beer uttoxeter.0"]
    t = two(cotton, tile("uttoxeter.0", 1, "brewery 1", 1), **board)
    assert not t.can("sell")
    t = two(cotton, tile("walsall.1", 1, "brewery 1", 1), theirs=["birmingham-walsall"], **board)
    assert t.play("sell").used == ["beer walsall.1"]


def test_l7_the_last_barrel_flips_at_once():
    t = two(
        tile("birmingham.0", 0, "cotton 1"),
        tile("walsall.1", 1, "brewery 1", 1),
        lines=["birmingham-oxford"],
        theirs=["birmingham-walsall"],
    )
    finish = next(one for one in t.finishes("sell") if one.used == ["beer walsall.1"])
    assert finish.flipped == [(1, "walsall.1"), (0, "birmingham.0")]
    t.g = finish.g
    assert t.each("income_space") == [15, 14]
    assert "oxford.0" in t.barrels
    assert t.at("walsall.1") == (1, "brewery 1", True, 0)


@pytest.mark.parametrize(("level", "steps"), [(3, 4), (7, 4)])
def test_l9_no_beer_no_bonus(level, steps):
    t = two(tile("birmingham.1", 0, f"manufacturer {level}"), lines=["birmingham-oxford"])
    finishes = t.finishes("sell")
    assert {tuple(one.used) for one in finishes} == {()}
    t.play("sell")
    assert t.each("income_space")[0] == 10 + steps
    assert "oxford.0" in t.barrels


def test_l10_blank_tiles_buy_nothing():
    merchants = {"shrewsbury": ["blank"], "gloucester": ["cotton", "manufacturer"], "oxford": ["blank", ANY]}
    t = two(tile("kidderminster.1", 0, "cotton 1"), merchants=merchants)
    assert not t.can("sell")
    lines = ("coalbrookdale-kidderminster", "coalbrookdale-shrewsbury")
    t = two(tile("kidderminster.1", 0, "cotton 1"), lines=lines, merchants=merchants)
    assert not t.can("sell")
    assert t.why("sell") == "NO_BUYER"


def test_l11_the_merchant_must_buy_that():
    merchants = {"shrewsbury": ["pottery"], "gloucester": [ANY, "blank"], "oxford": ["manufacturer", "cotton"]}
    t = Table(
        player("iron", "iron"),
        OTHER,
        player("coal", "coal"),
        merchants={**merchants, "warrington": ["blank", "blank"]},
        tiles=[tile("kidderminster.1", 0, "cotton 1"), tile("coventry.0", 1, "pottery 1")],
        links=links(0, "coalbrookdale-kidderminster", "coalbrookdale-shrewsbury"),
    )
    assert not t.can("sell")


def test_l13_the_merchants_barrel_saves_the_own_one():
    """Cotton in Birmingham may use Oxford's barrel; Redditch's ware goes to Gloucester, where none is left."""
    t = two(
        tile("birmingham.0", 0, "cotton 1"),
        tile("redditch.0", 0, "manufacturer 1"),
        tile("stafford.0", 0, "brewery 1", 1),
        lines=["birmingham-oxford", "gloucester-redditch"],
        barrels=["shrewsbury.0", "oxford.0"],
    )
    first, second = ("birmingham.0", "oxford.0"), ("redditch.0", "gloucester.1")
    both = [one for one in t.finishes("sell") if len(one.sold) == 2]
    assert {one.sold for one in both} == {(first, second), (second, first)}
    for one in both:
        assert sorted(one.used) == ["beer oxford.0", "beer stafford.0"]
    assert {(first,), (second,)} <= t.sales()


def test_l15_nothing_to_sell():
    t = two(tile("birmingham.0", 0, "cotton 1"), tile("worcester.0", 0, "cotton 1", flipped=True))
    assert not t.can("sell")
    assert "sell" not in t.legal
    assert not two().can("sell")


def test_ruling_12_each_merchant_tile_has_its_own_barrel():
    """Two tiles that buy cotton: either may be chosen, and never two merchants' barrels for one sale."""
    merchants = {"shrewsbury": ["manufacturer"], "gloucester": ["blank", "blank"], "oxford": [ANY, "cotton"]}
    t = two(tile("birmingham.0", 0, "cotton 1"), lines=["birmingham-oxford"], merchants=merchants)
    assert t.sales() == {(("birmingham.0", "oxford.0"),), (("birmingham.0", "oxford.1"),)}
    for finish in t.finishes("sell"):
        assert finish.used == [f"beer {finish.sold[0][1]}"]
    five = two(tile("birmingham.1", 0, "manufacturer 5"), lines=["birmingham-oxford"], merchants=TWO)
    assert not five.can("sell"), "it takes two barrels"
    own = tile("stafford.0", 0, "brewery 1", 1)
    five = two(tile("birmingham.1", 0, "manufacturer 5"), own, lines=["birmingham-oxford"], merchants=TWO)
    assert {frozenset(one.used) for one in five.finishes("sell")} == {frozenset(["beer oxford.0", "beer stafford.0"])}
    assert five.can("sell")


def test_several_tiles_of_one_sale_go_to_several_merchants():
    t = two(
        tile("birmingham.0", 0, "cotton 1"),
        tile("kidderminster.1", 0, "cotton 1"),
        lines=["birmingham-oxford", "coalbrookdale-kidderminster", "coalbrookdale-shrewsbury"],
    )
    assert (("birmingham.0", "oxford.0"), ("kidderminster.1", "shrewsbury.0")) in t.sales()
    t.play("sell", sold=(("birmingham.0", "oxford.0"), ("kidderminster.1", "shrewsbury.0")))
    assert t.each("income_space")[0] == 10 + 2 + 5 + 5
    assert t.each("points")[0] == 4
    assert t.g.actions == 1
