"""The tool that measures how much of a network's gains is real."""

from __future__ import annotations

import numpy as np
import pytest

from tools.review_gains import apart, columns, half, measured, overlap, spread_of, widened


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


def test_a_spread_becomes_so_wide_that_it_holds_95_of_100():
    draw = np.random.default_rng(3)
    gain, error = draw.uniform(0.02, 0.3, 4000), draw.uniform(0.005, 0.02, 4000)
    real = 0.5 * gain + draw.normal(0, 1, 4000) * np.sqrt(error**2 + 0.03**2 + (0.3 * gain) ** 2)
    assert widened(gain, real, error, (0.5, 0.01, 0.1)) == pytest.approx((0.5, 0.03, 0.3), rel=0.06)
    assert widened(gain, real, error, (0.5, 0.06, 0.6)) == pytest.approx((0.5, 0.06, 0.6), rel=1e-3)
    real = 0.5 * gain + 0.05 * draw.standard_t(2, 4000)  # far ends that no normal numbers have
    factor, base, part = widened(gain, real, error, (0.5, 0.02, 0.0))
    width = 1.96 * np.sqrt(error**2 + base**2 + (part * gain) ** 2)
    assert 0.95 <= np.mean(np.abs(real - factor * gain) <= width) < 0.951


def decisions(factors: dict[str, float], spread: float) -> list[dict[str, object]]:
    """Decisions of kinds of which so much of a gain is real, by rollouts without an error."""
    draw = np.random.default_rng(4)
    return [
        {"kind": kind, "seat": 0, "gain": [gain], "me": [factor * gain + draw.normal(0, spread)], "me error": [1e-4]}
        for kind, factor in factors.items()
        for gain in draw.uniform(0.05, 0.3, 400)
    ]


def test_the_spread_of_an_unknown_kind_holds_how_much_kinds_differ():
    rows = decisions({"buy": 0.2, "offer": 0.5, "build": 0.8}, 0.01)
    factor, base, part = apart(rows, "me")
    assert factor == spread_of(*columns(rows, "me"))[0] == pytest.approx(0.5, abs=0.02)
    held, alone = [], []
    for kind in ("buy", "offer", "build"):
        gain, real, error = columns([one for one in rows if one["kind"] == kind], "me")
        others = spread_of(*columns([one for one in rows if one["kind"] != kind], "me"))
        for values, spread in ((held, (base, part)), (alone, others[1:])):
            width = 1.96 * np.sqrt(error**2 + spread[0] ** 2 + (spread[1] * gain) ** 2)
            values += (np.abs(real - others[0] * gain) <= width).tolist()
    assert np.mean(held) >= 0.95 > np.mean(alone)


def test_kinds_that_are_alike_add_no_spread():
    factor, base, part = apart(decisions({"buy": 0.5, "offer": 0.5, "build": 0.5}, 0.01), "me")
    assert factor == pytest.approx(0.5, abs=0.02)
    assert np.hypot(base, part * 0.1) == pytest.approx(0.01, abs=0.002)


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
