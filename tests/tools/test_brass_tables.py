"""The line through what doublings gain: its slope and interval, by sums worked out by hand."""

import sys
from pathlib import Path

import pytest

from magnate.arena.statistics import Estimate

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))
from tools.brass_tables import in_elo, slope


def test_a_slope_is_the_mean_of_the_gains_by_how_well_they_are_known():
    assert slope([Estimate(20.0, 10.0, 30.0, 9), Estimate(40.0, 30.0, 50.0, 9)]) == pytest.approx((30.0, 50**0.5))
    found = slope([Estimate(20.0, 10.0, 30.0, 9), Estimate(50.0, 30.0, 70.0, 9), Estimate(900.0, None, None, 1)])
    assert found == pytest.approx((26.0, 80**0.5))  # weights 1/100 and 1/400


def test_a_share_of_three_quarters_is_191_elo():
    assert in_elo(Estimate(0.75, 0.5, 0.9, 8)) == Estimate(
        pytest.approx(190.85, abs=0.01), 0.0, pytest.approx(381.7, abs=0.01), 8
    )
    assert in_elo(Estimate(0.75, 0.5, 1.0, 8)).low is None
