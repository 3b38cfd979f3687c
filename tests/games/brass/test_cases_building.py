"""Building: the card, the network, the space, the era (cases B1 to B17), and overbuilding (V1 to V11)."""

from __future__ import annotations

import pytest

from .finish import scored
from .table import OTHER, Table, links, player, tile


def test_b1_only_own_links_make_a_network():
    """Own tile in Birmingham; Birmingham-Walsall is the opponent's, then one's own."""
    hand = player("brewery", "brewery")
    mine = [tile("birmingham.1", 0, "manufacturer 1")]
    t = Table(hand, OTHER, tiles=mine, links=links(1, "birmingham-walsall"))
    assert "walsall.1" not in t.places("brewery")
    t = Table(hand, OTHER, tiles=mine, links=links(0, "birmingham-walsall"))
    assert t.places("brewery") == {"walsall.1"}


@pytest.mark.parametrize("card", ["brewery", "wild-industry"])
def test_b3_an_industry_card_builds_anywhere_while_nothing_lies(card):
    t = Table(player(card, card), OTHER)
    towns = {"derby.0", "stone.0", "uttoxeter.0", "uttoxeter.1", "stafford.0", "burton.1", "walsall.1"}
    towns |= {"coalbrookdale.0", "nuneaton.0"}
    assert t.places("brewery") == towns | {"farm_north.0", "farm_south.0"}


def test_b3_again_in_the_rail_era():
    """Ruling 20: it is judged at any time."""
    t = Table(
        player("brewery", "brewery", taken={"brewery": 2}), OTHER, era="rail", tiles=[tile("derby.2", 1, "iron 2")]
    )
    assert len(t.places("brewery")) == 11


def test_b4_a_location_card_needs_no_network():
    t = Table(player("coventry", "coventry", money=100), OTHER, tiles=[tile("birmingham.2", 0, "iron 1")])
    assert {at.split(".")[0] for _, at in t.builds()} == {"coventry"}


def test_b5_the_town_must_show_the_industry():
    t = Table(
        player("coventry", "coventry", money=100), OTHER, links=links(1, "birmingham-coventry", "birmingham-oxford")
    )
    assert t.builds() == {
        ("pottery 1", "coventry.0"),
        ("manufacturer 1", "coventry.1"),
        ("manufacturer 1", "coventry.2"),
        ("coal 1", "coventry.1"),
        ("iron 1", "coventry.2"),
    }


def test_b6_farms_take_industry_cards_only():
    own = [tile("birmingham.2", 0, "iron 1")]
    assert not {"farm_north.0", "farm_south.0"} & Table(player("wild-location", "iron"), OTHER).places("brewery")
    assert "walsall.1" in Table(player("wild-location", "iron"), OTHER).places("brewery")
    for card in ("wild-industry", "brewery"):
        hand = player(card, "iron")
        assert {"farm_north.0", "farm_south.0"} <= Table(hand, OTHER).places("brewery")
        assert Table(hand, OTHER, tiles=own).places("brewery") == set()
        linked = Table(hand, OTHER, tiles=own, links=links(0, "cannock-farm_north"))
        assert linked.places("brewery") == {"farm_north.0"}


def test_b7_farms_take_breweries_only():
    t = Table(player("wild-industry", "wild-location", money=100), OTHER, links=links(1, "birmingham-oxford"))
    assert {kind for kind, at in t.builds() if at.startswith("farm")} == {"brewery 1"}
    t.do("build", "industry:coal")
    assert not t.can("build:farm_north.0")
    assert t.why("build:farm_north.0") == "NOT_SHOWN"


def test_b8_a_space_for_this_industry_alone_comes_first():
    hand = player("wild-location", "iron")
    t = Table(hand, OTHER, links=links(1, "stoke-warrington", "birmingham-oxford"))
    assert t.places("manufacturer") == {"stoke.2", "birmingham.1"}, "birmingham.3 is the same"
    t.do("build", "industry:manufacturer")
    assert t.why("build:stoke.0") == "SINGLE_SPACE_FIRST"
    t = Table(hand, OTHER, links=links(1, "stoke-warrington"), tiles=[tile("stoke.2", 1, "manufacturer 1")])
    assert {at for at in t.places("manufacturer") if at.startswith("stoke")} == {"stoke.0"}


def test_b9_a_shared_space_when_the_other_is_full():
    hand = player("kidderminster", "kidderminster")
    assert Table(hand, OTHER).places("cotton") == {"kidderminster.1"}
    t = Table(hand, OTHER, tiles=[tile("kidderminster.1", 1, "cotton 1")])
    assert t.places("cotton") == {"kidderminster.0"}


def test_b10_one_own_tile_a_town_in_the_canal_era():
    hand = player("birmingham", "birmingham", money=50, taken={"cotton": 3, "manufacturer": 1, "iron": 1})
    board = {"tiles": [tile("birmingham.1", 0, "manufacturer 1", flipped=True)], "links": links(1, "birmingham-oxford")}
    canal = Table(hand, OTHER, **board)
    assert canal.builds() == {("manufacturer 2", "birmingham.1")}, "the own tile may be replaced"
    board["tiles"] = [tile("birmingham.1", 0, "manufacturer 2", flipped=True)]
    hand["taken"]["manufacturer"] = 2
    rail = Table(hand, OTHER, era="rail", **board)
    assert rail.builds() == {
        ("cotton 2", "birmingham.0"),
        ("manufacturer 2", "birmingham.3"),
        ("iron 2", "birmingham.2"),
    }


def test_b11_an_own_tile_may_be_replaced():
    hand = player("birmingham", "birmingham", money=50, taken={"iron": 1})
    t = Table(hand, OTHER, tiles=[tile("birmingham.2", 0, "iron 1", 2)], links=links(1, "birmingham-oxford"))
    assert t.builds() == {("iron 2", "birmingham.2")}
    t.play("build")
    assert t.at("birmingham.2")[:2] == (0, "iron 2")
    assert t.g.tiles[0].bit_count() == 1


def test_b12_no_level_one_in_the_rail_era():
    hand = player("worcester", "worcester", "iron", money=60, taken={"cotton": 1})
    t = Table(hand, OTHER, era="rail", links=links(1, "gloucester-worcester"))
    assert t.places("cotton") == set()
    t.play("develop", "iron", developed=("cotton 1", "cotton 1"))
    assert t.builds() == {("cotton 2", "worcester.0")}, "worcester.1 is the same"


def test_b13_pottery_one_may_be_built_in_the_rail_era():
    t = Table(player("coventry", "coventry", money=60), OTHER, era="rail")
    assert t.builds() == {("pottery 1", "coventry.0")}


@pytest.mark.parametrize(("industry", "gone", "kind"), [("brewery", 6, "brewery 4"), ("pottery", 4, "pottery 5")])
def test_b14_some_tiles_are_for_rails_only(industry, gone, kind):
    hand = player("stafford", "stafford", money=60, taken={industry: gone})
    board = {"links": links(1, "cannock-stafford"), "tiles": [tile("cannock.1", 1, "coal 2", 2)]}
    assert not Table(hand, OTHER, **board).places(industry)
    t = Table(hand, OTHER, era="rail", **board)
    assert {built for built in t.builds() if built[0] == kind}
    finish = t.play("build", built=(kind, {"brewery": "stafford.0", "pottery": "stafford.1"}[industry]))
    if industry == "brewery":
        assert t.at("stafford.0") == (0, "brewery 4", False, 2)
    assert finish.built[0] == kind


@pytest.mark.parametrize(("era", "barrels"), [("canal", 1), ("rail", 2)])
def test_b15_barrels_of_a_brewery(era, barrels):
    t = Table(player("stafford", "stafford", taken={"brewery": 2}), OTHER, era=era)
    t.play("build", built=("brewery 2", "stafford.0"))
    assert t.at("stafford.0") == (0, "brewery 2", False, barrels)


def test_b17_money_for_a_canal():
    own = [tile("birmingham.2", 0, "iron 1", 4)]
    t = Table(player("iron", "iron", money=3), OTHER, tiles=own)
    t.play("network")
    assert t.each("money")[0] == 0
    t = Table(player("iron", "iron", money=2), OTHER, tiles=own)
    assert not t.can("network")
    assert t.lines() == set()


# --------------------------------------------------------------------------------------- overbuilding


def test_v1_what_lay_on_the_replaced_tile_is_gone():
    hand = player("stafford", "stafford", taken={"brewery": 2})
    t = Table(hand, OTHER, tiles=[tile("stafford.0", 0, "brewery 1", 1)])
    t.play("build", built=("brewery 2", "stafford.0"))
    assert t.at("stafford.0") == (0, "brewery 2", False, 1)
    assert t.each("money")[0] == 17 - 7 - 2


def test_v2_an_own_flipped_tile_may_be_replaced():
    hand = player("worcester", "worcester", money=30, income=15, taken={"cotton": 3})
    t = Table(
        hand, OTHER, tiles=[tile("worcester.0", 0, "cotton 1", flipped=True)], links=links(0, "gloucester-worcester")
    )
    t.play("build", built=("cotton 2", "worcester.0"))
    assert t.at("worcester.0") == (0, "cotton 2", False, 0)
    assert (t.each("income_space")[0], t.each("points")[0]) == (15, 0)


def test_v3_a_higher_level_of_the_same_industry():
    hand = player("wild-location", "iron", money=50, taken={"cotton": 1, "coal": 2})
    own = [tile("worcester.0", 0, "cotton 1"), tile("coventry.1", 0, "coal 2", 2)]
    t = Table(hand, OTHER, tiles=own, links=links(1, "birmingham-coventry", "birmingham-oxford"))
    assert not {at for _, at in t.builds() if at.startswith("worcester")}
    assert not {built for built in t.builds() if built[1] == "coventry.1"}
    t.do("build", "industry:cotton")
    assert t.why("build:worcester.0") == "LEVEL_NOT_HIGHER"
    assert t.why("build:coventry.1") == "NOT_SHOWN"


def higher_coal(era: str = "canal", **parts):
    """An opponent's empty mine in Dudley, no coal in the market; coal II on the mat and Dudley's card."""
    hand = player("dudley", "dudley", money=50, taken={"coal": 1, "iron": 2})
    mine = tile("dudley.0", 1, "coal 1" if era == "canal" else "coal 2", 0)
    if era == "rail":
        hand["taken"]["coal"] = 3
    tiles = [mine, *parts.pop("more", [])]
    return Table(hand, OTHER, OTHER, era=era, markets={"coal": 0, "iron": 8, **parts.pop("markets", {})}, tiles=tiles)


def test_v4_an_opponents_mine_when_there_is_no_coal_at_all():
    t = higher_coal()
    assert ("coal 2", "dudley.0") in t.builds()
    t.play("build", built=("coal 2", "dudley.0"))
    assert t.at("dudley.0")[:2] == (0, "coal 2")
    assert t.g.tiles[1] == 0


def test_v5_not_while_a_cube_is_left():
    """On a third player's mine, or in the market."""
    t = higher_coal(more=[tile("leek.1", 2, "coal 1", 1)])
    assert "dudley.0" not in t.places("coal")
    t = higher_coal(markets={"coal": 1})
    assert "dudley.0" not in t.places("coal")


@pytest.mark.parametrize(("iron", "more"), [(0, []), (1, []), (0, [tile("derby.2", 1, "iron 1", 1)])])
def test_v6_an_opponents_works_when_there_is_no_iron_at_all(iron, more):
    hand = player("dudley", "dudley", money=50, taken={"iron": 1})
    works = [tile("dudley.1", 1, "iron 1", 0), tile("dudley.0", 2, "coal 1", 2), *more]
    t = Table(hand, OTHER, OTHER, tiles=works, markets={"coal": 13, "iron": iron})
    if iron or more:
        assert "dudley.1" not in t.places("iron")
        return
    t.play("build", built=("iron 2", "dudley.1"))
    assert t.at("dudley.1") == (0, "iron 2", True, 0)
    assert t.markets[1] == 4
    assert t.each("money")[0] == 50 - 7 + 5 + 5 + 4 + 4


def test_v7_nothing_else_of_an_opponents():
    hand = player("wild-location", "wild-industry", money=90)
    hand["taken"] = {"cotton": 3, "manufacturer": 1, "pottery": 1, "brewery": 2}
    theirs = [tile("kidderminster.1", 1, "cotton 1"), tile("stafford.0", 1, "brewery 1", 1)]
    theirs += [tile("birmingham.1", 1, "manufacturer 1"), tile("coventry.0", 1, "pottery 1")]
    t = Table(hand, OTHER, tiles=theirs, markets={"coal": 0, "iron": 0}, links=links(0, "birmingham-oxford"))
    assert not {at for _, at in t.builds()} & {one["at"] for one in theirs}
    t.do("build", "industry:brewery")
    assert t.why("build:stafford.0") == "OPPONENTS_TILE"


def test_v8_the_limit_of_a_town_holds_afterwards():
    for era, wanted in (("canal", False), ("rail", True)):
        t = higher_coal(era, more=[tile("dudley.1", 0, "iron 2", 0)])
        assert ("dudley.0" in t.places("coal")) is wanted


def test_v10_a_replaced_tile_scores_nothing_more():
    t = higher_coal()
    before = (t.each("points")[1], t.each("income_space")[1])
    finish = t.play("build", built=("coal 2", "dudley.0"))
    assert (t.each("points")[1], t.each("income_space")[1]) == before
    assert len(finish.of("REPLACED")) == 1
    assert not t.g.flipped


@pytest.mark.parametrize(("linked", "scores"), [(False, [0, 0]), (True, [2, 0])])
def test_v10_at_the_end_of_the_era(linked, scores):
    """The last action of the Canal era: seat 1's coal I would have scored 1; seat 0's coal II scores 2 if it flips."""
    seats = player("dudley", taken={"coal": 1}), player(points=3, income=12)
    parts = {"tiles": [tile("dudley.0", 1, "coal 1", 0)], "markets": {"coal": 0, "iron": 8}}
    if linked:
        parts["links"] = links(1, "birmingham-dudley", "birmingham-oxford")
    t = Table(
        *seats, era="canal", round=10, order=[1, 0], turn=1, actions=1, deck={"stafford": 1, "burton": 1}, **parts
    )
    [passed] = t.finishes("pass")
    assert scored(passed, "TILE_SCORES") == [0, 1]
    [built] = (one for one in t.finishes("build") if one.built == ("coal 2", "dudley.0"))
    assert scored(built, "TILE_SCORES") == scores
    after = t.at_end(built)
    assert after.each("points")[1] == 3 + sum(args[2] for args in built.of("LINK_SCORES"))
    assert after.each("income_space")[1] == 12


def test_v11_replacing_and_an_empty_space_are_both_offered():
    """Coal in Tamworth: the own mine there, and the other space (in the Rail era, which allows both)."""
    hand = player("tamworth", "iron", money=50, taken={"coal": 3})
    t = Table(hand, OTHER, era="rail", tiles=[tile("tamworth.0", 0, "coal 2", 1)])
    assert t.places("coal") == {"tamworth.0", "tamworth.1"}
