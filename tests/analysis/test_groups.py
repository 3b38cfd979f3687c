"""The worth of groups: the same again, with intervals, and more with every house."""

from __future__ import annotations

import pytest

import magnate
from magnate.analysis.groups import _changed, group_worths
from magnate.errors import BadOption


@pytest.fixture(scope="module")
def worths():
    return group_worths("official", 3, games=3, check=1, seed=2)


def test_all_groups_have_their_levels(worths):
    assert (worths.preset, worths.players, worths.games) == ("official", 3, 3)
    assert {(row.group, row.level) for row in worths.rows} >= {
        ("orange", 0),
        ("orange", 5),
        ("railroad", 4),
        ("utility", 2),
    }
    assert len(worths.rows) == 8 * 6 + 4 + 2
    assert worths.row("railroad", 5) is None


def test_houses_and_railroads_are_worth_something(worths):
    for group in ("orange", "red", "light-blue"):
        assert worths.row(group, 3).worth > worths.row(group, 0).worth > -0.05
    assert worths.row("railroad", 4).worth > worths.row("railroad", 1).worth > 0
    assert worths.cash > 0


def test_intervals_come_from_games(worths):
    assert all(row.margin > 0 for row in worths.rows)
    assert worths.checked.positions == 1
    assert worths.checked.games == 1000


def test_the_same_seed_gives_the_same_and_an_interrupt_ends_with_what_was_found():
    def stop(done, _total):
        if done == 2:
            raise KeyboardInterrupt

    short = group_worths("thesis", 2, games=50, seed=7, progress=stop)
    assert short == group_worths("thesis", 2, games=2, seed=7)


def test_other_presets_are_refused():
    with pytest.raises(BadOption, match="not measured"):
        group_worths("short-game", 2)


def test_only_the_group_changes():
    game = magnate.load("monopoly", players=2)
    players = [{"deeds": ["boardwalk", "baltic-avenue"]}, {"deeds": ["park-place"], "mortgaged": ["park-place"]}]
    setup = game.setup({"players": players}).to_setup()
    made = {(group, level): game.setup(one) for group, level, one in _changed(setup, 1)}
    bare, full = made[7, -1].state, made[7, 3].state
    assert [int(one).bit_count() for one in bare["deeds"][:2]] == [1, 0]
    assert [int(one).bit_count() for one in full["deeds"][:2]] == [1, 2]
    assert int(full["mortgaged"]) == 0
    assert int(full["houses"]) == 32 - 6
    assert full["cash"][:2].tolist() == [1500, 1500]
