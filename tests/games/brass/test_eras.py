"""Link icons and equivalent spaces beyond the cases of test_cases_ends.py, and what a game's scores add up to."""

from __future__ import annotations

import pytest

from magnate.games.brass.board import LINE_OF, SPACE_OF, SPACES, TILES, Space
from magnate.games.brass.options import Options
from magnate.games.brass.setup_model import part
from magnate.games.brass.state import ACTION, ACTIONS, BUILD_AT, FINISHED, GIVE_UP, SELL_TILE

from .table import Table, links, player, tile
from .walk import RULES, first_state, legal, walk

ERAS = part("scoring")


def best_tile(space: Space) -> int:
    """A tile with the most icons that may lie on a space in the Rail era."""
    return max(
        (tile for tile in TILES if tile.industry in space.industries and tile.rail), key=lambda tile: tile.icons
    ).index


def test_the_greatest_value_of_each_link():
    """Everything flipped, with as many icons as each space can have: 12, then 11, is the most."""
    g = first_state(Options(), 4)
    for space in SPACES:
        g.tile[space.index] = best_tile(space)
        g.flipped |= 1 << space.index
    worth = {name: ERAS.link_points(g, line) for name, line in LINE_OF.items()}
    assert {name for name, points in worth.items() if points >= 12} == {"birmingham-coventry"}
    assert worth["birmingham-coventry"] == 12
    assert worth["kidderminster-worcester"] == 10, "the southern farm counts"
    eleven = {"birmingham-worcester", "birmingham-walsall", "birmingham-tamworth", "birmingham-nuneaton"}
    assert {name for name, points in worth.items() if points == 11} == eleven


def test_the_end_of_a_game_is_settled_and_its_shares_add_up():
    for players in (2, 3, 4):
        for changes in ({}, {"eras": "canal"}):
            *_, g = walk(players, 9, changes)
            out = [0.0] * players
            RULES.utility(g, out)
            points = [g.points[seat] for seat in range(players)]
            assert g.phase == FINISHED
            assert RULES.ending(g) == 1
            assert RULES.settled(g)
            assert sum(out) == 1
            assert {seat for seat in range(players) if out[seat]} <= {
                seat for seat in range(players) if points[seat] == max(points)
            }


def test_settled_are_the_choices_of_an_action_and_the_end_only():
    for g in walk(3, 4):
        assert bool(RULES.settled(g)) == (g.phase in {ACTION, FINISHED})


# ---------------------------------------------------------------------------------------- equivalent spaces


@pytest.mark.parametrize(
    ("industry", "spaces"),
    [
        ("cotton", ("worcester.0", "worcester.1")),
        ("manufacturer", ("birmingham.1", "birmingham.3")),
        ("coal", ("tamworth.0", "tamworth.1")),
        ("cotton", ("tamworth.0", "tamworth.1")),
    ],
)
def test_empty_spaces_of_a_town_that_show_the_same_are_one(industry, spaces):
    """Only the first is offered, until a tile lies on one of them; then the other is."""
    town = spaces[0].split(".")[0]
    seat = player(town, "wild-location", money=60)
    lines = links(1, "birmingham-oxford")
    empty = Table(seat, player("iron"), links=lines)
    assert {at for at in empty.places(industry) if at.startswith(town)} == {spaces[0]}
    assert empty.why(f"build:{spaces[1]}") == "SAME_SPACE"
    for taken, free in (spaces, spaces[::-1]):
        one = Table(seat, player("iron"), links=lines, tiles=[tile(taken, 1, f"{industry} 1", flipped=True)])
        assert {at for at in one.places(industry) if at.startswith(town)} == {free}


TWINS = [tile("worcester.0", 0, "cotton 2"), tile("worcester.1", 0, "cotton 2")]
"""Two tiles of one owner that are the same in all."""


def to_sell():
    brewery = tile("farm_south.0", 0, "brewery 2", 2)
    merchants = {"shrewsbury": ["cotton"], "gloucester": ["cotton", "blank"], "oxford": ["manufacturer", "blank"]}
    seats = player("iron", "iron", "dudley"), player("iron")
    lines = links(0, "gloucester-worcester")
    return Table(*seats, era="rail", tiles=[*TWINS, brewery], links=lines, merchants=merchants).do("sell")


def to_replace():
    seats = player("worcester", "iron", money=60), player("iron")
    parts = {"tiles": [*TWINS, tile("dudley.0", 1, "coal 2", 3)], "links": links(0, "dudley-kidderminster")}
    parts["links"] += links(0, "kidderminster-worcester")
    return Table(*seats, era="rail", **parts).do("build", "industry:cotton")


def to_give_up():
    seats = player("iron", money=0, income=0), player("iron")
    return Table(*seats, era="rail", round=4, order=[0, 1], turn=1, actions=1, tiles=TWINS).do("pass").deal()


@pytest.mark.parametrize(("begun", "first"), [(to_sell, SELL_TILE), (to_replace, BUILD_AT), (to_give_up, GIVE_UP)])
def test_equal_tiles_of_a_town_are_equivalent(begun, first):
    """Either may be chosen; the first is the canonical choice, and the other leads as far."""
    one, other = begun(), begun()
    both = [first + SPACE_OF[name] for name in ("worcester.0", "worcester.1")]
    assert set(both) <= set(legal(one.g))
    assert [RULES.canonical(one.g, a) for a in both] == [both[0], both[0]]
    RULES.step(one.g, both[0])
    RULES.step(other.g, both[1])
    assert [*map(one.each, ("money", "income_space", "points"))] == [
        *map(other.each, ("money", "income_space", "points"))
    ]
    assert (one.phase, one.mover, sum(one.g.goods)) == (other.phase, other.mover, sum(other.g.goods))
    assert one.at("worcester.0") == other.at("worcester.1") != TWINS[0]


def test_other_actions_are_equivalent_to_none():
    t = Table(player("worcester"), player("iron"))
    spaces = {first + space.index for first in (BUILD_AT, SELL_TILE, GIVE_UP) for space in SPACES}
    assert all(RULES.canonical(t.g, a) == a for a in range(ACTIONS) if a not in spaces)
