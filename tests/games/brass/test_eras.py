"""Link icons and equivalent spaces beyond the cases of test_cases_ends.py, and what a game's scores add up to."""

from __future__ import annotations

from magnate.games.brass.actions import ACTIONS, BUILD_AT, GIVE_UP, SELL_TILE
from magnate.games.brass.board import LINE_OF, SPACE_OF, SPACES, TILES, Space
from magnate.games.brass.options import Options
from magnate.games.brass.state import ACTION, BUILD_SPACE, FINISHED, SELL, SELL_MORE, SHORTFALL
from magnate.games.brass.twins import part

from .busy import busy_walk
from .table import Table, player
from .walk import RULES, first_state, legal

ERAS = part("eras")


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
            *_, g = busy_walk(changes, players, 9)
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
    for g in busy_walk({}, 3, 4):
        assert bool(RULES.settled(g)) == (g.phase in {ACTION, FINISHED})


# ---------------------------------------------------------------------------------------- equivalent spaces


def test_equal_spaces_of_a_town_are_equivalent():
    """Worcester has two spaces for cotton alone."""
    t = Table(player("worcester", "worcester"), player("iron"))
    t.do("build", "industry:cotton")
    first, second = (BUILD_AT + SPACE_OF[name] for name in ("worcester.0", "worcester.1"))
    assert t.legal == ["build:worcester.0", "build:worcester.1"]
    assert [RULES.canonical(t.g, a) for a in (first, second)] == [first, first]


def test_the_equivalent_action_is_a_legal_one_and_leads_as_far():
    """Wherever a space is chosen: the canonical choice is legal, its own canonical one, and brings the same scores."""
    merged = 0
    for players, seed in ((2, 3), (4, 3)):
        for g in busy_walk({}, players, seed):
            if g.phase not in (BUILD_SPACE, SELL, SELL_MORE, SHORTFALL):
                continue
            found = legal(g)
            for a in found:
                b = RULES.canonical(g, a)
                assert b in found
                assert b <= a
                assert RULES.canonical(g, b) == b
                merged += a != b
                one, other = g.copy(), g.copy()
                RULES.step(one, a)
                RULES.step(other, b)
                assert (one.phase, one.mover) == (other.phase, other.mover)
                assert [one.money[p] for p in range(players)] == [other.money[p] for p in range(players)]
                assert [one.space_of[p] for p in range(players)] == [other.space_of[p] for p in range(players)]
    assert merged > 0


def test_other_actions_are_equivalent_to_none():
    t = Table(player("worcester"), player("iron"))
    spaces = {first + space.index for first in (BUILD_AT, SELL_TILE, GIVE_UP) for space in SPACES}
    assert all(RULES.canonical(t.g, a) == a for a in range(ACTIONS) if a not in spaces)
