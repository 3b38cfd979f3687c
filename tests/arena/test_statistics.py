import numpy as np
import pytest
from scipy.stats import t

from magnate.arena.statistics import estimate, share_estimate


def test_the_interval_is_students_t():
    values = np.random.default_rng(1).normal(3.0, 2.0, 17)
    found = estimate(values)
    low, high = t.interval(0.95, 16, loc=values.mean(), scale=values.std(ddof=1) / np.sqrt(17))
    assert (found.mean, found.low, found.high) == pytest.approx((values.mean(), low, high), abs=1e-12)
    assert found.margin == pytest.approx((high - low) / 2)


def test_the_interval_covers_the_truth_as_often_as_it_says():
    draws = np.random.default_rng(7).normal(0.0, 1.0, (4000, 12))
    hits = sum(found.low <= 0.0 <= found.high for found in map(estimate, draws))
    assert abs(hits / 4000 - 0.95) < 4 * np.sqrt(0.95 * 0.05 / 4000)


def test_one_deal_has_no_interval():
    found = estimate(np.array([0.5]))
    assert (found.mean, found.low, found.high, found.margin) == (0.5, None, None, None)
    assert share_estimate(np.array([1.0])).low is None


def test_shares_stay_within_0_and_1():
    found = share_estimate(np.array([1.0, 1.0, 1.0, 0.5]))
    assert found.high == 1.0
    assert 0.0 <= found.low < found.mean


def test_winning_every_deal_is_not_certainty():
    for n in (2, 10, 1000):
        always, never = share_estimate(np.ones(n)), share_estimate(np.zeros(n))
        assert always.low == pytest.approx(0.025 ** (1 / n))  # Clopper and Pearson's exact bound
        assert never.high == pytest.approx(1 - 0.025 ** (1 / n))
        assert (always.high, never.low) == (1.0, 0.0)


def test_equal_deals_within_are_no_certainty_either():
    doubt = 1 - 0.025 ** (1 / 10)
    found = share_estimate(np.full(10, 0.75))
    assert (found.low, found.high) == pytest.approx((0.75 * (1 - doubt), 0.75 + 0.25 * doubt))
    half = share_estimate(np.full(10, 0.5), 0.0, 0.5)  # an agent with two seats cannot win more
    assert (half.low, half.high) == pytest.approx((0.5 * (1 - doubt), 0.5))


def test_thirds_that_differ_by_rounding_are_equal():
    values = np.array([1 / 3, 1 - 2 / 3, 1 / 3])
    assert len(set(values)) == 2
    assert share_estimate(values).margin > 0.1


def test_no_width_where_nothing_else_is_possible():
    found = share_estimate(np.full(3, 1 / 3), 1 / 3, 1 / 3)
    assert (found.mean, found.low, found.high, found.margin) == (1 / 3, 1 / 3, 1 / 3, 0.0)


def test_equal_measures_have_no_interval():
    found = estimate(np.full(10, 42.0))
    assert (found.mean, found.low, found.high) == (42.0, None, None)
