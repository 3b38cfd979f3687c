"""The ends of rounds, eras and the game: cases E1 to E17."""

from __future__ import annotations

from typing import Any

import pytest

from magnate.games.brass.board import CANAL, INDUSTRY_NAMES, RAIL
from magnate.games.brass.state import FINISHED, SHORTFALL

from .finish import Finish, scored
from .table import Table, links, player, tile

ANY = "cotton/manufacturer/pottery"


def last(era: str, *seats: dict[str, Any], **parts: Any) -> tuple[Table, Finish]:
    """The last player gives its last card of an era of a game of two: the table then, and what happened."""
    first, second = ({**seat, "hand": ["dudley"] * place} for place, seat in enumerate(seats))
    deck = {"canal": {"stafford": 1, "burton": 1}, "rail": {}}[era]
    t = Table(first, second, era=era, round=10, order=[0, 1], turn=1, actions=1, deck=deck, **parts)
    [finish] = t.finishes("pass")
    return t.at_end(finish), finish


def rounds_end(*seats: dict[str, Any], **parts: Any) -> Table:
    """The table after the last action of a round, a pass."""
    places = len(seats)
    t = Table(*seats, round=4, order=list(range(places)), turn=places - 1, actions=1, **parts)
    t.play("pass")
    t.deal()
    return t


# ------------------------------------------------------------------------------------------- the round


def test_e1_a_tile_for_a_debt():
    """Either tile; £6 for half of £12; the surplus is kept; nothing more is given up."""
    tiles = [tile("worcester.0", 0, "cotton 1"), tile("kidderminster.1", 0, "cotton 1")]
    hand = player("iron", "iron", money=1, income=7)
    t = rounds_end(hand, player("iron", "iron"), tiles=tiles)
    assert (t.phase, t.mover) == (SHORTFALL, 0)
    assert set(t.legal) == {"give-up:worcester.0", "give-up:kidderminster.1"}
    t.do("give-up:worcester.0").deal()
    assert t.each("money")[0] == 4
    assert t.at("worcester.0") is None
    assert t.at("kidderminster.1") is not None
    assert t.phase != SHORTFALL
    assert t.g.round == 5


@pytest.mark.parametrize(("points", "left"), [(10, 8), (1, 0), (0, 0)])
def test_e3_points_for_a_debt(points, left):
    """Pottery II costs nothing and brings nothing; links are never given up."""
    hand = player("iron", "iron", money=1, income=7, points=points)
    parts = {"tiles": [tile("coventry.0", 0, "pottery 2")], "links": links(0, "birmingham-coventry")}
    t = rounds_end(hand, player("iron", "iron"), **parts)
    assert t.phase != SHORTFALL
    assert (t.each("points")[0], t.each("money")[0]) == (left, 0)
    assert t.at("coventry.0") is not None
    assert t.links_of(0) == {"birmingham-coventry"}


def test_income_is_received():
    t = rounds_end(player("iron", "iron", income=15), player("iron", "iron", income=8, money=5))
    assert t.each("money") == [20, 3]
    assert t.each("spent") == [0, 0]


def test_e4_income_after_the_last_canal_round_only():
    seats = [player(income=15), player(income=8)]
    canal, _ = last("canal", *seats)
    assert canal.each("money") == [20, 15]
    rail, _ = last("rail", *seats)
    assert rail.each("money") == [17, 17]
    assert rail.phase == FINISHED


# ----------------------------------------------------------------------------------------------- links


def test_e5_unflipped_tiles_show_no_icons():
    """A flipped cotton I (1) and an unflipped cotton II (2) beside Kidderminster-Worcester."""
    tiles = [tile("worcester.0", 0, "cotton 1", flipped=True), tile("kidderminster.1", 1, "cotton 2")]
    _, finish = last("canal", player(), player(), tiles=tiles, links=links(0, "kidderminster-worcester"))
    assert scored(finish, "LINK_SCORES") == [1, 0]


def test_e6_merchants_show_two_icons():
    _, finish = last("canal", player(), player(), links=links(1, "coalbrookdale-shrewsbury"))
    assert scored(finish, "LINK_SCORES") == [0, 2]
    _, finish = last("rail", player(), player(), links=links(1, "derby-nottingham"))
    assert scored(finish, "LINK_SCORES") == [0, 2], "ruling 2: without a tile too"


def test_e8_the_southern_farm_counts_once():
    board = {"tiles": [tile("farm_south.0", 1, "brewery 1", 0)], "links": links(0, "kidderminster-worcester")}
    _, finish = last("canal", player(), player(), **board)
    assert scored(finish, "LINK_SCORES") == [2, 0]


def test_e9_opponents_tiles_count_for_a_link():
    tiles = [tile("worcester.0", 1, "cotton 2", flipped=True), tile("worcester.1", 0, "cotton 2", flipped=True)]
    t, finish = last("rail", player(), player(), tiles=tiles, links=links(0, "birmingham-worcester"))
    assert scored(finish, "LINK_SCORES") == [4, 0]
    assert scored(finish, "TILE_SCORES") == [5, 5]
    assert t.each("points") == [9, 5]


def test_every_link_counts_a_town_anew():
    tiles = [tile("worcester.0", 1, "cotton 2", flipped=True)]
    lines = ("birmingham-worcester", "gloucester-worcester")
    _, finish = last("rail", player(), player(), tiles=tiles, links=links(0, *lines))
    assert sorted(args[2] for args in finish.of("LINK_SCORES")) == [2, 4]


# ------------------------------------------------------------------------------------- between the eras


def test_e10_level_one_leaves_the_board():
    tiles = [
        tile("worcester.0", 0, "cotton 1", flipped=True),
        tile("coalbrookdale.2", 1, "coal 1", 2),
        tile("coventry.0", 1, "pottery 1"),
        tile("kidderminster.1", 1, "cotton 2"),
        tile("dudley.0", 0, "coal 2", 3),
        tile("dudley.1", 1, "iron 2", 0),
    ]
    seats = [player(taken={"cotton": 1, "coal": 2}), player(taken={"coal": 1, "pottery": 1, "cotton": 4, "iron": 2})]
    after, _ = last("canal", *seats, tiles=tiles, links=links(0, "kidderminster-worcester"))
    for seat in range(2):
        assert after.taken(seat) == {**dict.fromkeys(INDUSTRY_NAMES, 0), **seats[seat]["taken"]}
    assert [after.at(space) for space in ("worcester.0", "coalbrookdale.2", "coventry.0")] == [None] * 3
    assert after.at("kidderminster.1") == (1, "cotton 2", False, 0)
    assert after.at("dudley.0") == (0, "coal 2", False, 3)
    assert after.at("dudley.1") == (1, "iron 2", True, 0)
    assert after.links_of(0) == set()
    assert after.g.era == RAIL
    assert after.markets == (13, 8)


def test_e11_empty_places_for_barrels_are_refilled():
    merchants = {"shrewsbury": ["cotton"], "gloucester": ["blank", "manufacturer"], "oxford": [ANY, "blank"]}
    t, finish = last("canal", player(), player(), merchants=merchants, barrels=["oxford.0"])
    assert len(finish.of("BARREL_LAID")) == 2
    assert t.barrels == {"shrewsbury.0", "gloucester.1", "oxford.0"}


def test_e12_level_two_scores_again():
    """Cotton II flipped in the Canal era: 5 points after each era; its cotton I only once."""
    tiles = [tile("worcester.0", 0, "cotton 2", flipped=True), tile("kidderminster.1", 0, "cotton 1", flipped=True)]
    t, _ = last("canal", player(), player(), tiles=tiles)
    assert t.each("points") == [10, 0]
    while t.mover != "over":
        t.deal()
        t.g = t.finishes("pass")[0].g
    assert t.each("points") == [15, 0]


# ------------------------------------------------------------------------------------- who has won


def shares(*seats: dict[str, Any], **parts: Any) -> list[float]:
    t, _ = last("rail", *seats, **parts)
    assert t.phase == FINISHED
    return t.shares


def test_e14_ties_by_the_level_or_by_the_space():
    seats = [player(points=50, income=15, money=9), player(points=50, income=16, money=3)]
    assert shares(*seats) == [1, 0], "level 3 both: the money decides"
    assert shares(*seats, tie_break="space") == [0, 1]


def test_higher_income_then_money():
    assert shares(player(points=50, income=17, money=0), player(points=50, income=16, money=99)) == [1, 0]
    assert shares(player(points=51, income=0), player(points=50, income=50)) == [1, 0]


def test_e15_shared_victories():
    seats = [player(points=50, income=15, money=9), player(points=50, income=16, money=9)]
    assert shares(*seats) == [0.5, 0.5]
    assert shares(*seats, tie_break="space") == [0, 1]


def test_e16_the_greatest_link():
    tiles = [
        tile("birmingham.0", 0, "cotton 2", flipped=True),
        tile("birmingham.1", 0, "manufacturer 5", flipped=True),
        tile("birmingham.2", 1, "iron 2", 0),
        tile("birmingham.3", 1, "manufacturer 5", flipped=True),
        tile("coventry.0", 0, "pottery 1", flipped=True),
        tile("coventry.1", 0, "manufacturer 5", flipped=True),
        tile("coventry.2", 1, "manufacturer 5", flipped=True),
    ]
    _, finish = last("rail", player(), player(), tiles=tiles, links=links(1, "birmingham-coventry"))
    assert scored(finish, "LINK_SCORES") == [0, 12]


def test_e17_the_introductory_game():
    """£47: 11 points; level 6: 6; flipped tiles of level II and above for 12 more."""
    tiles = [
        tile("worcester.0", 0, "cotton 2", flipped=True),
        tile("dudley.1", 0, "iron 2", 0),
        tile("cannock.0", 0, "coal 2", 0),
        tile("kidderminster.1", 0, "cotton 1", flipped=True),
        tile("stafford.0", 0, "brewery 2", 1),
    ]
    rich = player(money=47, income=22)
    t, finish = last("canal", rich, player(money=100, income=8), tiles=tiles, preset="introductory")
    assert t.phase == FINISHED
    assert finish.of("MONEY_SCORES") == [(0, 11, 47, 0), (1, 15, 100, 0)]
    assert t.each("points")[0] == (5 + 5 + 2 + 5) + 11 + 6 + 12
    assert t.each("points")[1] == 15 - 2, "£100 would be 25 points"
    assert t.g.era == CANAL
