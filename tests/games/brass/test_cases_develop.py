"""Development, loans and scouts: cases D1 to D9."""

from __future__ import annotations

import pytest

from .table import OTHER, Table, player, tile


def test_d1_all_but_pottery():
    t = Table(player("iron", "iron"), OTHER)
    single = {developed[0] for developed in t.develops()}
    assert single == {"cotton 1", "manufacturer 1", "coal 1", "iron 1", "brewery 1"}
    t.do("develop")
    assert t.why("industry:pottery") == "NOT_DEVELOPABLE"


def test_d2_pottery_three_stays():
    t = Table(player("iron", "iron", taken={"pottery": 1}), OTHER, tiles=[tile("coventry.0", 0, "pottery 1")])
    pairs = t.develops()
    assert ("pottery 2",) in pairs
    assert ("pottery 2", "cotton 1") in pairs
    assert not {pair for pair in pairs if "pottery 3" in pair}


def test_d3_cotton_twice():
    t = Table(player("iron", "iron"), OTHER)
    t.play("develop", developed=("cotton 1", "cotton 1"))
    assert t.taken(0)["cotton"] == 2
    assert (t.each("money")[0], t.markets[1]) == (13, 6)
    again = Table(player("iron", "iron", taken={"cotton": 2}), OTHER)
    assert ("cotton 1", "cotton 2") in again.develops()


def test_d3_the_second_tile_must_be_paid_too():
    t = Table(player("iron", "iron", money=3), OTHER)
    assert {len(developed) for developed in t.develops()} == {1}, "£2 and £2"
    t = Table(player("iron", "iron", money=4), OTHER)
    assert {len(developed) for developed in t.develops()} == {1, 2}


@pytest.mark.parametrize(("space", "lands"), [(10, 7), (11, 8), (25, 20), (97, 88), (12, 8), (30, 24), (61, 54)])
def test_d5_a_loan(space, lands):
    t = Table(player("iron", "iron", income=space), OTHER)
    t.play("loan")
    assert (t.each("money")[0], t.each("income_space")[0], t.each("spent")[0]) == (47, lands, 0)


@pytest.mark.parametrize("space", [3, 2, 1, 0])
def test_d6_the_lowest_level_for_a_loan(space):
    t = Table(player("iron", "iron", income=space), OTHER)
    assert t.can("loan") is (space == 3)
    if space == 3:
        t.play("loan")
        assert t.each("income_space")[0] == 0
    else:
        assert t.why("loan") == "INCOME_TOO_LOW"


def test_d7_a_scout():
    hand = ["stafford", "burton", "cannock", "dudley", "iron", "coal", "pottery", "brewery"]
    t = Table(player(*hand), OTHER, actions=1)
    finishes = t.finishes("scout")
    assert len(finishes) == 56
    assert len({frozenset(one.cards) for one in finishes}) == 56
    t.g = finishes[0].g
    assert sum(t.hand(0).values()) == 7
    assert t.hand(0)["wild-location"] == t.hand(0)["wild-industry"] == 1
    t.deal()
    assert sum(t.hand(0).values()) == 8


def test_d7_equal_cards_are_not_counted_twice():
    t = Table(player("stafford", "stafford", "iron", "iron", "iron"), OTHER)
    sets = [tuple(sorted(one.cards)) for one in t.finishes("scout")]
    assert len(sets) == len(set(sets)) == 3


@pytest.mark.parametrize("wild", ["wild-location", "wild-industry"])
def test_d8_no_scout_with_a_wild_card(wild):
    t = Table(player(wild, "iron", "coal", "pottery"), OTHER)
    assert not t.can("scout")
    assert t.why("scout") == "HOLDS_WILD_CARD"


def test_d9_no_scout_with_two_cards():
    t = Table(player("iron", "coal"), OTHER)
    assert not t.can("scout")
    assert t.why("scout") == "TOO_FEW_CARDS"
    assert Table(player("iron", "coal", "pottery"), OTHER).can("scout")
