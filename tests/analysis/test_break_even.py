"""Sums at which gains change their sign, and their intervals."""

import numpy as np
import pytest

from magnate.analysis.break_even import break_even, falling

SUMS = [0, 100, 200, 300, 400]


def pooled(gains):
    """The same as `falling`, by pooling neighbours that are out of order (the textbook's other algorithm)."""
    blocks = []
    for gain in gains:
        blocks.append([gain])
        while len(blocks) > 1 and np.mean(blocks[-2]) < np.mean(blocks[-1]):
            blocks[-2:] = [blocks[-2] + blocks[-1]]
    return [float(np.mean(one)) for one in blocks for _ in one]


def test_falling_numbers_are_those_that_pooling_finds():
    draws = np.random.default_rng(1)
    for count in (1, 2, 5, 17):
        gains = draws.normal(size=(50, count))
        assert falling(gains) == pytest.approx(np.array([pooled(one) for one in gains]))


def test_at_the_ends_there_is_a_loss_nowhere_or_everywhere():
    always, never = (break_even(SUMS, np.full((9, 5), gain)) for gain in (0.1, -0.1))
    assert (always.price, always.everywhere, always.inside, always.below) == (400, True, False, 400)
    assert (never.price, never.everywhere, never.inside, never.below) == (None, False, False, 0)


def test_a_price_in_a_part_of_the_sums_may_lie_beyond_them():
    wide, narrow = (
        break_even(sums, np.array([[(one - price) / -1000 for one in sums] for price in prices]))
        for sums, prices in ((SUMS, range(100, 300, 20)), ([150, 200, 250], range(160, 340, 20)))
    )
    assert (narrow.low, narrow.high) == (narrow.low, 250)
    assert narrow.within(wide, [150, 200, 250]).high == max(wide.high, 250)
    assert narrow.within(wide, [150, 200, 250]).low == narrow.low


def test_intervals_hold_the_true_price_in_95_of_100():
    """Blocks of games whose gains are (250 - sum) / 1000, with the same noise at all sums and some of their own."""
    held, tries = 0, 400
    for seed in range(tries):
        draws = np.random.default_rng(seed)
        noise = draws.normal(0, 0.15, (27, 1)) + draws.normal(0, 0.05, (27, 5))
        found = break_even(SUMS, (250 - np.array(SUMS)) / 1000 + noise)
        held += found.low <= 250 <= found.high
    assert 0.91 < held / tries < 0.98
