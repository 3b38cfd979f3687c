"""The replay buffer: it forgets the oldest, samples uniformly, and comes back as it was."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chisquare

from magnate.errors import BadValue
from magnate.learn.transitions import Replay

from .made import numbered, same, transitions


def held(replay):
    """The numbers of the transitions in the buffer, in the order in which they came."""
    return sorted(replay.tensors()["reward"].astype(int).tolist())


@given(st.integers(1, 12), st.lists(st.integers(0, 30), max_size=6))
def test_the_last_transitions_are_kept(capacity, amounts):
    replay, added = Replay(capacity, 1, 1, 0), 0
    for amount in amounts:
        replay.add(numbered(added, added + amount))
        added += amount
    assert replay.added == added
    assert len(replay) == min(added, capacity)
    assert held(replay) == list(range(max(0, added - capacity), added))


def test_the_newest_takes_the_place_of_the_oldest():
    replay = Replay(3, 1, 1, 0)
    for number in range(5):
        replay.add(numbered(number, number + 1))
    assert replay.tensors()["reward"].tolist() == [3, 4, 2]


def test_all_columns_stay_together():
    given_, replay = transitions(50), Replay(64, 3, 4, seed=7)
    replay.add(given_)
    sample = replay.sample(500, 3)
    rows = [int(np.flatnonzero(given_.reward == reward)[0]) for reward in sample.reward]
    assert same(sample.columns(), given_.rows(np.array(rows)).columns())


def test_samples_are_uniform():
    replay = Replay(20, 1, 1, seed=5)
    replay.add(numbered(0, 27))  # wrapped around
    drawn = np.concatenate([replay.sample(64, number).reward for number in range(500)])
    counts = np.bincount(drawn.astype(int), minlength=27)
    assert not counts[:7].any()
    assert chisquare(counts[7:]).pvalue > 0.001


def test_samples_follow_from_seed_and_number_alone():
    one, other, third = (Replay(100, 3, 4, seed) for seed in (5, 5, 6))
    for replay in (one, other, third):
        replay.add(transitions(80))
    one.sample(64, 0)  # what was sampled before does not matter
    assert same(one.sample(64, 9).columns(), other.sample(64, 9).columns())
    assert not same(one.sample(64, 9).columns(), one.sample(64, 10).columns())
    assert not same(one.sample(64, 9).columns(), third.sample(64, 9).columns())


def test_a_sample_is_a_copy():
    replay = Replay(4, 1, 1, 0)
    replay.add(numbered(0, 4))
    replay.sample(4, 0).reward[:] = -1
    assert held(replay) == [0, 1, 2, 3]


@pytest.mark.parametrize("before", [0, 5, 10, 23])
def test_it_comes_back_as_it_was(before):
    one, other = Replay(10, 3, 4, 0), Replay(10, 3, 4, 0)
    one.add(transitions(before))
    saved = one.tensors()
    other.add(transitions(17, seed=8))  # forgotten
    other.restore(saved)
    for replay in (one, other):
        replay.add(transitions(4, seed=9))
    assert same(one.tensors(), other.tensors())
    assert same(one.sample(64, 1).columns(), other.sample(64, 1).columns())


def test_what_was_saved_does_not_change_any_more():
    replay = Replay(10, 3, 4, 0)
    replay.add(transitions(10))
    saved, again = replay.tensors(), replay.tensors()
    replay.add(transitions(5, seed=1))
    assert same(saved, again)


def test_what_does_not_fit_is_refused():
    replay = Replay(10, 3, 4, 0)
    replay.add(transitions(10))
    with pytest.raises(BadValue, match="has the shape .* go on with the sizes of the networks and of the replay"):
        Replay(20, 3, 4, 0).restore(replay.tensors() | {"added": np.array(15)})
    with pytest.raises(BadValue, match="there is no added among the arrays"):
        replay.restore({})
    with pytest.raises(BadValue, match="an empty replay buffer cannot be sampled; add transitions first"):
        Replay(10, 3, 4, 0).sample(1, 0)
    with pytest.raises(BadValue, match="cannot have room for 0 transitions"):
        Replay(0, 3, 4, 0)


def test_transitions_that_cannot_be_are_refused():
    illegal, stuck = transitions(5), transitions(5)
    illegal.mask[2, illegal.action[2]] = False
    with pytest.raises(BadValue, match=r"the action \d of transition 2 is not legal by its mask"):
        Replay(10, 3, 4, 0).add(illegal)
    stuck.next_mask[3], stuck.discount[3] = False, 0.5
    with pytest.raises(BadValue, match="transition 3 leads to a decision without a legal action"):
        Replay(10, 3, 4, 0).add(stuck)
