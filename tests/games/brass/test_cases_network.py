"""Links: cases N1 to N19."""

from __future__ import annotations

from magnate.games.brass.board import LINES

from .table import OTHER, Table, links, player, tile


def own(at: str, kind: str = "iron 2") -> list[dict]:
    """A flipped tile of seat 0: the beginning of a network, and no source of anything."""
    return [tile(at, 0, kind, flipped=True)]


def doubles(table: Table) -> set[tuple[str, ...]]:
    """The pairs of rails that can be laid, in this order."""
    return {laid for laid in table.lines() if len(laid) == 2}


def test_n1_any_canal_while_nothing_lies():
    t = Table(player("iron", "iron"), OTHER)
    assert t.lines() == {(line.id,) for line in LINES if line.canal}
    assert len(t.lines()) == 31


def test_n2_canals_of_worcester():
    t = Table(player("iron", "iron"), OTHER, tiles=own("worcester.0", "cotton 1"))
    assert t.lines() == {("birmingham-worcester",), ("gloucester-worcester",), ("kidderminster-worcester",)}


def test_n4_canals_of_walsall():
    t = Table(player("iron", "iron"), OTHER, tiles=own("walsall.0", "iron 1"))
    lines = {"birmingham-walsall", "burton-walsall", "cannock-walsall", "walsall-wolverhampton"}
    assert t.lines() == {(line,) for line in lines}
    t.do("network")
    assert t.why("link:tamworth-walsall") == "NO_CANAL_LINE"


def test_n5_the_southern_farm_lies_on_its_line():
    t = Table(player("brewery", "brewery"), OTHER, links=links(0, "kidderminster-worcester"))
    assert t.places("brewery") == {"farm_south.0"}
    assert ("kidderminster-worcester",) not in t.lines()
    t = Table(player("brewery", "brewery"), OTHER, tiles=[tile("farm_south.0", 0, "brewery 1", 1)])
    assert t.lines() == {("kidderminster-worcester",)}, "ruling 21"


def test_n6_no_rail_between_burton_and_walsall():
    mines = [tile("cannock.1", 1, "coal 2", 3), tile("wolverhampton.1", 1, "coal 2", 3)]
    t = Table(player("iron", "iron", money=50), OTHER, era="rail", tiles=[*own("walsall.0"), *mines])
    assert t.lines() == {("cannock-walsall",), ("walsall-wolverhampton",)}
    t.do("network")
    assert t.why("link:burton-walsall") == "NO_RAIL_LINE"


def test_n8_coal_through_the_new_link():
    tiles = [*own("kidderminster.1", "cotton 2"), tile("dudley.0", 1, "coal 2", 2)]
    t = Table(player("iron", "iron"), OTHER, era="rail", tiles=tiles)
    assert t.lines() == {("dudley-kidderminster",)}
    finish = t.play("network")
    assert finish.used == ["coal dudley.0"]
    assert t.each("money")[0] == 12


def test_n9_no_second_rail_without_a_brewery():
    t = Table(player("iron", "iron", money=50), OTHER, era="rail", tiles=own("birmingham.2"))
    assert t.barrels
    assert t.lines() == {("birmingham-oxford",)}
    t = Table(
        player("iron", "iron", money=50),
        OTHER,
        era="rail",
        tiles=[*own("birmingham.2"), tile("burton.1", 0, "brewery 2", 2)],
    )
    assert ("birmingham-oxford", "oxford-redditch") in t.lines()


def test_n11_the_rail_at_the_brewery_comes_second():
    """Mines at both components; the opponent's brewery is joined to the one at Stafford only."""
    tiles = [*own("coventry.2"), *own("stone.1", "manufacturer 2"), tile("stafford.0", 1, "brewery 2", 1)]
    tiles += [tile("nuneaton.1", 1, "coal 2", 2)]
    tiles += [tile("cannock.1", 1, "coal 2", 3)]
    t = Table(player("iron", "iron", money=50), OTHER, era="rail", tiles=tiles, links=links(1, "cannock-stafford"))
    found = doubles(t)
    assert ("coventry-nuneaton", "stafford-stone") in found
    assert ("stafford-stone", "coventry-nuneaton") not in found


def test_n12_the_distance_is_counted_from_the_link():
    """Dudley has a mine: distance 0 from Birmingham-Dudley; Coventry's is one link away."""
    tiles = [*own("birmingham.2"), tile("dudley.0", 1, "coal 2", 3), tile("coventry.1", 1, "coal 2", 3)]
    t = Table(player("iron", "iron"), OTHER, era="rail", tiles=tiles, links=links(1, "birmingham-coventry"))
    taken = {tuple(one.used) for one in t.finishes("network") if one.laid == ("birmingham-dudley",)}
    assert taken == {("coal dudley.0",)}


def test_n13_two_rails_by_the_market():
    tiles = [*own("stoke.2", "manufacturer 2"), tile("burton.1", 0, "brewery 2", 2)]
    t = Table(player("iron", "iron", money=18), OTHER, era="rail", tiles=tiles)
    finish = t.play("network", laid=("stoke-warrington", "leek-stoke"))
    assert finish.bought == [("coal", 1), ("coal", 2)]
    assert (t.each("money")[0], t.each("spent")[0], t.markets[0]) == (0, 18, 11)
    assert t.at("burton.1")[3] == 1
    poor = Table(player("iron", "iron", money=17), OTHER, era="rail", tiles=tiles)
    assert not doubles(poor)


def test_n14_no_coal_for_the_second_rail():
    tiles = [*own("birmingham.2"), tile("dudley.0", 1, "coal 2", 1), tile("burton.1", 0, "brewery 2", 2)]
    t = Table(player("iron", "iron", money=50), OTHER, era="rail", tiles=tiles)
    assert ("birmingham-dudley",) in t.lines()
    assert not {laid for laid in doubles(t) if laid[0] == "birmingham-dudley" and "oxford" not in laid[1]}
    assert ("birmingham-dudley", "dudley-wolverhampton") not in t.lines()


def test_n15_each_rail_takes_the_mine_at_its_end():
    tiles = [*own("birmingham.2"), tile("dudley.0", 1, "coal 2", 1), tile("kidderminster.0", 1, "coal 2", 1)]
    tiles += [tile("burton.1", 0, "brewery 2", 2)]
    t = Table(player("iron", "iron", money=50), OTHER, era="rail", tiles=tiles)
    pairs = {laid for laid in doubles(t) if set(laid) == {"birmingham-dudley", "dudley-kidderminster"}}
    assert pairs == {("birmingham-dudley", "dudley-kidderminster")}
    finish = t.play("network", laid=("birmingham-dudley", "dudley-kidderminster"))
    assert finish.used[:2] == ["coal dudley.0", "coal kidderminster.0"]
    assert t.at("dudley.0")[2]
    assert t.at("kidderminster.0")[2]
    assert t.each("income_space")[1] == 24


def test_n17_the_own_brewery_needs_no_connection():
    tiles = [*own("birmingham.2"), tile("uttoxeter.0", 0, "brewery 2", 1)]
    t = Table(player("iron", "iron", money=50), OTHER, era="rail", tiles=tiles)
    finish = t.play("network", laid=("birmingham-oxford", "oxford-redditch"))
    assert finish.used == ["beer uttoxeter.0"]
    theirs = [*own("birmingham.2"), tile("uttoxeter.0", 1, "brewery 2", 1)]
    assert not doubles(Table(player("iron", "iron", money=50), OTHER, era="rail", tiles=theirs))


def test_n18_a_line_holds_one_link():
    t = Table(
        player("iron", "iron"), OTHER, tiles=own("worcester.0", "cotton 1"), links=links(1, "gloucester-worcester")
    )
    assert t.lines() == {("birmingham-worcester",), ("kidderminster-worcester",)}
    t.do("network")
    assert t.why("link:gloucester-worcester") == "LINE_TAKEN"


def test_n19_one_canal_an_action():
    t = Table(player("iron", "iron", money=50), OTHER, tiles=[tile("stafford.0", 0, "brewery 2", 1)])
    assert {len(laid) for laid in t.lines()} == {1}


def test_ruling_23_the_two_rails_may_lie_apart():
    tiles = [*own("birmingham.2"), *own("stoke.2", "manufacturer 2"), tile("burton.1", 0, "brewery 2", 2)]
    t = Table(player("iron", "iron", money=50), OTHER, era="rail", tiles=tiles)
    assert {("birmingham-oxford", "stoke-warrington"), ("stoke-warrington", "birmingham-oxford")} <= doubles(t)


def test_ruling_24_the_first_rail_gets_no_coal_through_the_second():
    """Birmingham-Coventry has coal only by Birmingham-Oxford, which would have to come first."""
    tiles = [*own("birmingham.2"), tile("burton.1", 0, "brewery 2", 2)]
    t = Table(player("iron", "iron", money=50), OTHER, era="rail", tiles=tiles)
    assert ("birmingham-oxford", "birmingham-coventry") in doubles(t)
    assert ("birmingham-coventry", "birmingham-oxford") not in doubles(t)


def test_ruling_16_a_merchant_belongs_to_the_network():
    t = Table(player("iron", "iron"), OTHER, links=links(0, "birmingham-oxford"))
    assert ("oxford-redditch",) in t.lines()


def test_ruling_15_opponents_links_make_no_network():
    t = Table(
        player("iron", "iron"), OTHER, tiles=own("worcester.0", "cotton 1"), links=links(1, "gloucester-worcester")
    )
    assert ("gloucester-redditch",) not in t.lines()


def test_ruling_30_fourteen_links():
    mine = [line.id for line in LINES if line.canal][:14]
    t = Table(player("iron", "iron"), OTHER, links=links(0, *mine))
    assert not t.can("network")
    assert t.why("network") == "NO_LINKS_LEFT"
