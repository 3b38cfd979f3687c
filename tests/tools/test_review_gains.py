"""The tool that measures how much of a network's gains is real."""

from __future__ import annotations

import numpy as np
import pytest

from tools.review_gains import half, measured, overlap, spread_of


def test_a_factor_and_its_spread_are_found_again():
    draw = np.random.default_rng(1)
    gain = draw.uniform(0.02, 0.3, 4000)
    error = draw.uniform(0.005, 0.02, 4000)
    for factor, base, part in ((0.5, 0.02, 0.0), (0.3, 0.0, 0.4), (0.8, 0.01, 0.2)):
        spread = np.hypot(base, part * gain)
        real = factor * gain + draw.normal(0, 1, 4000) * np.hypot(spread, error)
        found = spread_of(gain, real, error)
        assert found[0] == pytest.approx(factor, abs=0.03)
        assert np.hypot(found[1], found[2] * gain) == pytest.approx(spread, abs=0.01)


def test_the_rollouts_own_error_is_no_spread():
    draw = np.random.default_rng(2)
    gain = draw.uniform(0.02, 0.3, 4000)
    error = np.full(4000, 0.03)
    found = spread_of(gain, 0.5 * gain + draw.normal(0, 0.03, 4000), error)
    assert np.hypot(found[1], found[2] * 0.1) < 0.006


def test_a_decision_is_measured_the_same_again():
    rows = list(measured("monopoly:official/4", 4, 36))
    assert rows == list(measured("monopoly:official/4", 4, 36))
    for one in rows:
        assert sum(one["gain"]) == pytest.approx(0, abs=1e-9)
        assert sum(one["strategic"]) == pytest.approx(0, abs=1e-9)
        assert one["gain"][one["seat"]] >= 0.02
        assert one["strategic error"][one["seat"]] > 0
        assert half(one) == 1


def test_a_label_counts_for_all_that_are_less():
    labels = (("blunder", "blunder"), ("blunder", "mistake"), ("inaccuracy", ""), ("", ""))
    rows = [{"decisions": [{"label": list(one)} for one in labels]}]
    assert list(overlap(rows)) == [
        "1 games, 4 decisions that rollouts checked",
        "inaccuracy or worse: 3 and 2, both 2, overlap 0.67",
        "mistake or worse: 2 and 2, both 2, overlap 1.00",
        "blunder or worse: 2 and 1, both 1, overlap 0.50",
    ]
