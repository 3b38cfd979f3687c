"""The random stream: published answers, the same numbers in both worlds, evenness, independence."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chi2

from magnate.runtime import stream
from magnate.runtime.interpreter import interpret
from magnate.runtime.pystate import pystate_class

interpreted = interpret("magnate.runtime.stream")
words = st.integers(0, 2**32 - 1)
draws = st.integers(0, 2**52 - 1)
BOTH = pytest.mark.parametrize("world", [stream, interpreted], ids=["compiled", "interpreted"])

# Random123 1.14, tests/kat_vectors: "philox2x32 10".
KNOWN = [
    ((0x00000000, 0x00000000), 0x00000000, (0xFF1DAE59, 0x6CD10DF2)),
    ((0xFFFFFFFF, 0xFFFFFFFF), 0xFFFFFFFF, (0x2C3F628B, 0xAB4FD7AD)),
    ((0x243F6A88, 0x85A308D3), 0x13198A2E, (0xDD7CE038, 0xF62A4C12)),
]


def output(world, c0, c1, k, rounds):
    packed = world.philox(c0, c1, k, rounds) & (2**64 - 1)
    return packed >> 32, packed & 0xFFFFFFFF


@BOTH
@pytest.mark.parametrize(("counter", "key", "answer"), KNOWN)
def test_known_answers(world, counter, key, answer):
    assert output(world, *counter, key, 10) == answer


@given(c0=words, c1=words, k=words, rounds=st.sampled_from([7, 10]))
def test_both_worlds_agree(c0, c1, k, rounds):
    assert output(stream, c0, c1, k, rounds) == output(interpreted, c0, c1, k, rounds)


@given(seed=st.integers(0, 2**56 - 1), channel=st.integers(0, 71))
def test_a_stream_is_the_same_in_both_worlds(seed, channel):
    record = stream.new_streams([seed])
    mirror = pystate_class(stream.STREAM)().from_record(record[0])
    for function in ("uniform", "next_key", "uniform"):
        here = getattr(stream, function)(record[0], channel)
        assert here == getattr(interpreted, function)(mirror, channel)
        assert 0 <= here < (2**52 if function == "uniform" else 2**63)
    assert mirror.to_bytes() == record.tobytes()
    assert record["count"][0, channel] == 3


@BOTH
@given(u=draws, total=st.integers(1, 2**31))
def test_pick_is_the_exact_product(world, u, total):
    assert world.pick(u, total) == u * total >> 52


@BOTH
@given(weights=st.lists(st.integers(1, 1000), min_size=1, max_size=20), u=draws)
def test_pick_weighted_follows_the_cumulated_weights(world, weights, u):
    target = u * sum(weights) >> 52
    ends = np.cumsum(weights)
    expected = int(np.searchsorted(ends, target, side="right"))
    assert world.pick_weighted(np.array(weights, np.int64), len(weights), u) == expected


def test_below_agrees_in_both_worlds_and_stays_below():
    for key in (0, 1, 2**62 + 12345, 2**63 - 1):
        for i in range(20):
            for n in (1, 2, 36, 5000):
                drawn = stream.below(key, i, n)
                assert drawn == interpreted.below(key, i, n)
                assert 0 <= drawn < n


def chi_square(counts):
    expected = counts.sum() / counts.size
    return chi2.sf(((counts - expected) ** 2 / expected).sum(), counts.size - 1)


def test_draws_are_even():
    record = stream.new_streams([20260101])[0]
    numbers = np.array([stream.uniform(record, 9) for _ in range(14_400)])
    for shift in (0, 20, 40):  # low, middle and high bits
        assert chi_square(np.bincount(numbers >> shift & 255, minlength=256)) > 1e-4
    assert chi_square(np.bincount([stream.pick(int(u), 36) for u in numbers], minlength=36)) > 1e-4


def test_neighbouring_draws_are_independent():
    record = stream.new_streams([5])[0]
    dice = np.array([stream.pick(stream.uniform(record, 0), 6) for _ in range(14_400)])
    assert chi_square(np.bincount(dice[:-1] * 6 + dice[1:], minlength=36)) > 1e-4


def test_neighbouring_seeds_and_channels_are_independent():
    streams = stream.new_streams(range(6000))
    first = np.array([stream.pick(stream.uniform(s, 0), 6) for s in streams])
    other = np.array([stream.pick(stream.uniform(s, 1), 6) for s in streams])
    assert chi_square(np.bincount(first, minlength=6)) > 1e-4
    assert chi_square(np.bincount(first * 6 + other, minlength=36)) > 1e-4


def test_channels_do_not_shift_each_other():
    alone, mixed = stream.new_streams([7, 7])
    expected = [stream.uniform(alone, 3) for _ in range(5)]
    found = []
    for _ in range(5):
        found.append(stream.uniform(mixed, 3))
        stream.uniform(mixed, 4)
        stream.next_key(mixed, 7)
    assert found == expected


def test_start_begins_anew():
    record = stream.new_streams([3])
    before = record.copy()
    stream.uniform(record[0], 5)
    assert record != before
    stream.start(record[0], 3)
    assert record == before


@pytest.mark.parametrize("seed", [-1, 2**56])
def test_seeds_out_of_range_are_refused(seed):
    with pytest.raises(ValueError, match="not between 0 and"):
        stream.new_streams([seed])


def test_deal_seeds():
    seeds = {stream.deal_seed(1, "a", n) for n in range(1000)}
    assert len(seeds) == 1000
    assert all(0 <= seed < stream.SEED_LIMIT for seed in seeds)
    assert stream.deal_seed(1, 23) != stream.deal_seed(12, 3)
    assert stream.deal_seed(1) != stream.deal_seed("1")
    assert stream.deal_seed(7, "pairing", 3) == 0x11ACF1E95202B  # kept: a change would change every tournament
