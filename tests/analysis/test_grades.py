"""Grades: what part was lost of what was at stake, and like whom."""

from __future__ import annotations

import math

import pytest

import magnate
from magnate.analysis.grades import grade, measured, part_lost
from magnate.analysis.players import review_player
from magnate.analysis.review import review

TABLE = "monopoly/official/4"


def test_the_interval_is_that_of_a_ratio_of_sums():
    """Cochran's estimator, by hand: sums of 6 and 12; residuals 1 and -1; 2 / 1 of their squares' sum."""
    mean, margin = part_lost([4.0, 2.0], [6.0, 6.0])
    assert mean == 0.5
    assert margin == pytest.approx(1.959964 * math.sqrt((1 + 1) * 2) / 12)
    assert part_lost([1.0], [4.0]) == (0.25, None)


@pytest.mark.parametrize("table", sorted(measured()))
def test_who_loses_what_an_agent_loses_is_like_it(table):
    known = measured()[table]
    for name, (usual, _, _) in known.items():
        found = grade(table, [usual] * 20, [1.0] * 20)
        assert found is not None
        assert found.margin == pytest.approx(0.0, abs=1e-9)
        assert name in found.like
    best, worst = (grade(table, [known[one][0]] * 20, [1.0] * 20) for one in (next(iter(known)), "random"))
    assert best is not None
    assert worst is not None
    assert best.like[0] == next(iter(known))
    assert (worst.like[-1], best.like[-1] == "random") == ("random", False)


def test_one_game_is_judged_by_how_much_single_games_differ():
    usual, error, spread = measured()[TABLE]["magnate:official"]
    for apart, is_like in ((0.9, True), (1.1, False)):
        found = grade(TABLE, [usual + apart * math.hypot(error, 1.959964 * spread)], [1.0])
        assert found is not None
        assert found.margin is None
        assert ("magnate:official" in found.like) is is_like


def test_where_nothing_was_measured_nobody_is_named():
    assert grade("monopoly/short-game/7", [0.1, 0.3], [1.0, 1.0]).like == ()
    assert grade(TABLE, [0.0], [0.0]) is None


def test_a_review_grades_each_seat_and_each_player():
    game = magnate.load("monopoly", "official", players=2)
    records = [game.play(["strategic", "random"], seed=seed, limit=4000) for seed in (1, 2)]
    sheets = []
    for record in records:
        found = review(record)
        for sheet in found.seats:
            mine = [one for one in found.decisions if one.seat == sheet.seat and not one.forced]
            own = [[shares[sheet.seat] for _, shares in one.alternatives] for one in mine]
            assert sheet.stake == pytest.approx(sum(max(some) - sum(some) / len(some) for some in own if some))
            assert sheet.grade == grade("monopoly/official/2", [abs(sheet.own)], [sheet.stake])
        sheets.append(found.seats[1])
    many = review_player(records, "random")
    assert many.grade == grade("monopoly/official/2", [-one.own for one in sheets], [one.stake for one in sheets])
    assert review(records[0], raw=True).seats[0].grade.like == ()
