"""Coal, iron and the markets: cases C1 to C25."""

from __future__ import annotations

from itertools import accumulate

import pytest

from .table import OTHER, Table, links, player, tile


def price(market: str, cubes: int) -> int:
    """What a cube costs with so many in the market: coal for a rail, iron for a development."""
    other = {"coal": "iron", "iron": "coal"}[market]
    hand = player("iron", "iron", money=50)
    t = Table(hand, OTHER, era="rail", markets={market: cubes, other: 5})
    if market == "coal":
        finish = t.play("network", laid=("birmingham-oxford",))
    else:
        finish = t.play("develop", developed=("cotton 1",))
    [(resource, paid)] = finish.bought
    assert resource == market
    assert t.g.coal == (max(0, cubes - 1) if market == "coal" else 5)
    assert t.each("spent")[0] == paid + (5 if market == "coal" else 0) == 50 - t.each("money")[0]
    return paid


def test_c1_coal_from_the_market():
    paid = [price("coal", cubes) for cubes in range(13, -1, -1)]
    assert list(accumulate(paid)) == [1, 3, 5, 8, 11, 15, 19, 24, 29, 35, 41, 48, 55, 63]
    assert price("coal", 14) == 1


def test_c2_iron_from_the_market():
    paid = [price("iron", cubes) for cubes in range(8, -1, -1)]
    assert list(accumulate(paid)) == [2, 4, 7, 10, 14, 18, 23, 28, 34]
    assert [price("iron", cubes) for cubes in (10, 9)] == [1, 1]


def test_c3_an_empty_coal_market():
    hand = player("birmingham", "birmingham", money=30, taken={"manufacturer": 3})
    t = Table(hand, OTHER, markets={"coal": 0, "iron": 8}, links=links(0, "birmingham-oxford"))
    finish = t.play("build", built=("manufacturer 3", "birmingham.1"))
    assert finish.bought == [("coal", 8), ("coal", 8)]
    assert t.markets == (0, 8)
    assert t.each("money")[0] == 30 - 12 - 16
    hand["money"] = 27
    t = Table(hand, OTHER, markets={"coal": 0, "iron": 8}, links=links(0, "birmingham-oxford"))
    assert not t.places("manufacturer")


def test_c4_an_empty_iron_market():
    t = Table(player("iron", "iron"), OTHER, markets={"coal": 13, "iron": 0})
    finish = t.play("develop", developed=("cotton 1", "cotton 1"))
    assert finish.bought == [("iron", 6), ("iron", 6)]
    assert (t.each("money")[0], t.markets) == (5, (13, 0))


def test_c5_a_cube_of_a_mine_then_one_of_the_market():
    hand = player("wild-location", "iron", taken={"manufacturer": 3})
    t = Table(
        hand,
        OTHER,
        tiles=[tile("stone.1", 1, "coal 1", 1)],
        links=links(0, "stoke-warrington") + links(1, "stoke-stone"),
    )
    finish = t.play("build", built=("manufacturer 3", "stoke.2"))
    assert finish.used == ["coal stone.1"]
    assert finish.bought == [("coal", 1)]
    assert t.at("stone.1") == (1, "coal 1", True, 0)
    assert t.each("income_space") == [10, 14]
    assert t.each("money")[0] == 17 - 13
    assert t.markets[0] == 12


def test_c6_the_nearest_mine():
    hand = player("kidderminster", "kidderminster", taken={"cotton": 3})
    t = Table(
        hand,
        OTHER,
        tiles=[tile("dudley.0", 1, "coal 1", 2), tile("coalbrookdale.2", 1, "coal 1", 2)],
        links=links(0, "dudley-kidderminster", "dudley-wolverhampton", "coalbrookdale-wolverhampton"),
    )
    assert t.places("cotton") == {"kidderminster.1"}
    assert {tuple(one.used) for one in t.finishes("build") if one.built[0] == "cotton 2"} == {("coal dudley.0",)}


def test_c6_equally_near_mines_are_a_choice():
    """Rules 6.1: the acting player chooses between equally near mines."""
    hand = player("kidderminster", "kidderminster", taken={"cotton": 3})
    t = Table(
        hand,
        OTHER,
        tiles=[tile("dudley.0", 1, "coal 1", 2), tile("coalbrookdale.2", 1, "coal 1", 2)],
        links=links(0, "dudley-kidderminster", "coalbrookdale-kidderminster"),
    )
    taken = {tuple(one.used) for one in t.finishes("build") if one.built[0] == "cotton 2"}
    assert taken == {("coal dudley.0",), ("coal coalbrookdale.2",)}


@pytest.mark.parametrize("cubes", [1, 2])
def test_c8_one_cube_of_two_is_not_enough(cubes):
    """Of all that can be built in Coventry only manufacturer III takes 2; with one cube it takes none."""
    hand = player("coventry", "coventry", money=30, taken={"manufacturer": 3})
    t = Table(hand, OTHER, tiles=[tile("coventry.1", 1, "coal 1", cubes)])
    taken = {one.built[0]: one.used for one in t.finishes("build")}
    wanted = {"pottery 1": [], "iron 1": ["coal coventry.1"]}
    assert taken == wanted | ({"manufacturer 3": ["coal coventry.1"] * 2} if cubes == 2 else {})


def test_c8_the_reason():
    """Who asks for it all the same is refused, before anything is consumed."""
    hand = player("coventry", "coventry", money=30, taken={"manufacturer": 3})
    t = Table(hand, OTHER, tiles=[tile("coventry.1", 1, "coal 1", 1)]).do("build")
    assert not t.can("industry:manufacturer")
    assert t.why("industry:manufacturer") == "NO_COAL"
    assert (t.at("coventry.1")[3], t.each("money")[0], t.markets) == (1, 30, (13, 8))


def test_c9_a_farther_mine_when_the_near_one_is_empty():
    hand = player("kidderminster", "kidderminster", taken={"cotton": 3})
    t = Table(
        hand,
        OTHER,
        tiles=[tile("dudley.0", 1, "coal 1", 0), tile("coalbrookdale.2", 1, "coal 1", 2)],
        links=links(0, "dudley-kidderminster", "dudley-wolverhampton", "coalbrookdale-wolverhampton"),
    )
    finish = t.play("build", built=("cotton 2", "kidderminster.1"))
    assert finish.used == ["coal coalbrookdale.2"]
    assert t.each("money")[0] == 17 - 14


def test_c10_no_market_while_a_connected_mine_has_coal():
    hand = player("birmingham", "birmingham", money=30, taken={"manufacturer": 3})
    t = Table(
        hand,
        OTHER,
        tiles=[tile("dudley.0", 1, "coal 1", 2)],
        links=links(0, "birmingham-oxford", "birmingham-dudley"),
    )
    finishes = [one for one in t.finishes("build") if one.built[0] == "manufacturer 3"]
    assert {tuple(one.bought) for one in finishes} == {()}
    assert {tuple(one.used) for one in finishes} == {("coal dudley.0", "coal dudley.0")}


def test_c11_a_mine_in_the_same_town():
    hand = player("coventry", "coventry")
    t = Table(hand, OTHER, tiles=[tile("coventry.1", 1, "coal 1", 2)])
    finish = t.play("build", built=("manufacturer 1", "coventry.2"))
    assert finish.used == ["coal coventry.1"]
    assert t.each("money")[0] == 9


def test_c12_a_merchant_without_a_tile_has_the_market_too():
    t = Table(player("wild-location", "iron"), OTHER, links=links(0, "stoke-warrington"))
    finish = t.play("build", built=("manufacturer 1", "stoke.2"))
    assert finish.bought == [("coal", 1)]


def test_c13_iron_of_two_works():
    works = [tile("birmingham.2", 0, "iron 1", 1), tile("dudley.1", 1, "iron 1", 1)]
    t = Table(player("iron", "iron"), OTHER, tiles=works)
    finishes = t.finishes("develop")
    both = [one for one in finishes if one.developed == ("cotton 1", "cotton 1")]
    assert {frozenset(one.used) for one in both} == {frozenset(["iron birmingham.2", "iron dudley.1"])}
    assert len({tuple(one.used) for one in both}) == 2, "in either order"
    t.play("develop", developed=("cotton 1", "cotton 1"))
    assert t.each("income_space") == [13, 13]
    assert t.at("birmingham.2")[2]
    assert t.at("dudley.1")[2]
    assert (t.each("money")[0], t.markets[1]) == (17, 8)


def test_c14_no_market_while_a_works_has_iron():
    t = Table(player("iron", "iron"), OTHER, tiles=[tile("dudley.1", 1, "iron 1", 2)])
    assert {tuple(one.bought) for one in t.finishes("develop")} == {()}
    t = Table(player("iron", "iron"), OTHER, tiles=[tile("dudley.1", 1, "iron 1", 1)])
    twice = [one for one in t.finishes("develop") if len(one.developed) == 2]
    assert {(tuple(one.used), tuple(one.bought)) for one in twice} == {(("iron dudley.1",), (("iron", 2),))}


def test_c16_a_connected_mine_sells():
    hand = player("coalbrookdale", "coalbrookdale")
    t = Table(hand, OTHER, links=links(0, "coalbrookdale-shrewsbury"))
    t.play("build", built=("coal 1", "coalbrookdale.2"))
    assert t.at("coalbrookdale.2") == (0, "coal 1", False, 1)
    assert (t.each("money")[0], t.markets[0], t.each("spent")[0]) == (17 - 4, 14, 5)


def test_c17_an_unconnected_mine_sells_nothing():
    t = Table(player("coalbrookdale", "coalbrookdale"), OTHER)
    t.play("build", built=("coal 1", "coalbrookdale.2"))
    assert t.at("coalbrookdale.2") == (0, "coal 1", False, 2)
    assert (t.each("money")[0], t.markets[0]) == (17 - 5, 13)


def test_c18_a_merchant_without_a_tile_connects_to_the_market():
    t = Table(player("wild-location", "iron"), OTHER, links=links(1, "stoke-stone", "stoke-warrington"))
    t.play("build", built=("coal 1", "stone.1"))
    assert t.at("stone.1")[3] == 1
    assert t.markets[0] == 14


def test_c19_works_always_sell():
    t = Table(player("coalbrookdale", "coalbrookdale"), OTHER, tiles=[tile("coalbrookdale.2", 1, "coal 1", 2)])
    finish = t.play("build", built=("iron 1", "coalbrookdale.1"))
    assert finish.used == ["coal coalbrookdale.2"]
    assert t.at("coalbrookdale.1") == (0, "iron 1", False, 2)
    assert (t.each("money")[0], t.markets) == (17 - 3, (13, 10))


@pytest.mark.parametrize(
    ("gone", "kind", "cost", "brings", "cubes", "steps"), [(0, 1, 5, 18, 4, 3), (3, 4, 12, 24, 6, 1)]
)
def test_c21_works_sell_into_an_empty_market(gone, kind, cost, brings, cubes, steps):
    hand = player("coalbrookdale", "coalbrookdale", taken={"iron": gone})
    t = Table(hand, OTHER, markets={"coal": 13, "iron": 0}, tiles=[tile("coalbrookdale.2", 1, "coal 1", 2)])
    t.play("build", built=(f"iron {kind}", "coalbrookdale.1"))
    assert t.at("coalbrookdale.1") == (0, f"iron {kind}", True, 0)
    assert t.each("money")[0] == 17 - cost + brings
    assert t.markets[1] == cubes
    assert t.each("income_space")[0] == 10 + steps


def test_c22_a_full_market_takes_nothing():
    t = Table(
        player("coalbrookdale", "coalbrookdale"),
        OTHER,
        markets={"coal": 14, "iron": 8},
        links=links(0, "coalbrookdale-shrewsbury"),
    )
    finish = t.play("build", built=("coal 1", "coalbrookdale.2"))
    assert not finish.of("STOCKS")
    assert t.at("coalbrookdale.2")[3] == 2
    assert t.each("money")[0] == 12


def test_c23_a_mine_never_sells_later():
    t = Table(player("coalbrookdale", "coalbrookdale"), OTHER)
    t.play("build", built=("coal 1", "coalbrookdale.2"))
    t.play("network", laid=("coalbrookdale-shrewsbury",))
    assert t.at("coalbrookdale.2")[3] == 2
    assert (t.each("money")[0], t.markets[0]) == (17 - 5 - 3, 13)


def test_c24_consumed_cubes_go_to_the_supply():
    hand = player("coventry", "coventry")
    t = Table(hand, OTHER, tiles=[tile("coventry.1", 1, "coal 1", 2), tile("dudley.1", 1, "iron 1", 4)])
    t.play("build", built=("manufacturer 1", "coventry.2"))
    t.play("develop", developed=("cotton 1", "cotton 1"))
    assert t.markets == (13, 8)


def test_c25_coal_four_sells_out():
    hand = player("coalbrookdale", "coalbrookdale", taken={"coal": 5})
    t = Table(hand, OTHER, markets={"coal": 0, "iron": 8}, links=links(0, "coalbrookdale-shrewsbury"))
    t.play("build", built=("coal 4", "coalbrookdale.2"))
    assert t.at("coalbrookdale.2") == (0, "coal 4", True, 0)
    assert t.each("money")[0] == 17 - 10 - 2 + 31
    assert t.each("income_space")[0] == 15
    assert t.markets[0] == 5


def test_income_from_the_market_comes_too_late_to_pay():
    """Ruling 25: coal I costs £5 though it would bring £1."""
    t = Table(player("coalbrookdale", "coalbrookdale", money=4), OTHER, links=links(0, "coalbrookdale-shrewsbury"))
    assert not t.places("coal")


def test_coal_goes_on_with_the_next_nearest_mine():
    """Ruling 8: the local mine's last cube, then the next mine's, though a merchant is connected."""
    hand = player("coventry", "coventry", money=30, taken={"manufacturer": 3})
    t = Table(
        hand,
        OTHER,
        tiles=[tile("coventry.1", 1, "coal 1", 1), tile("dudley.0", 1, "coal 1", 2)],
        links=links(1, "birmingham-coventry", "birmingham-dudley", "birmingham-oxford"),
    )
    finish = t.play("build", built=("manufacturer 3", "coventry.2"))
    assert finish.used == ["coal coventry.1", "coal dudley.0"]
    assert finish.flipped == [(1, "coventry.1")]
