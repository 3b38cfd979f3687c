"""Returns between own decisions, against sums worked out by hand."""

import numpy as np
import pytest

from magnate.errors import BadValue
from magnate.learn.transitions import discounted, own_transitions

# Two games. The player decides at the steps 0, 2 and 3 of the first, and at 5 of the second; the others are somebody
# else's. The first game ends with step 4, the second with step 6.
REWARDS = np.array([1.0, 10.0, 2.0, 3.0, 20.0, 5.0, 7.0])
DISCOUNTS = np.array([0.5, 1.0, 0.5, 0.5, 0.0, 0.5, 0.0])
DECISIONS = np.array([0, 2, 3, 5])
OBSERVATIONS = np.array([[1.0], [2.0], [3.0], [4.0]])
MASKS = np.array([[1, 0], [1, 1], [0, 1], [1, 1]], bool)
ACTIONS = np.array([0, 1, 1, 0])


def own(n, last=7, count=4):
    return own_transitions(
        OBSERVATIONS[:count], MASKS[:count], ACTIONS[:count], DECISIONS[:count], REWARDS[:last], DISCOUNTS[:last], n
    )


def test_rewards_until_the_next_own_decision_are_summed():
    found = own(1)
    # 1 + 0.5·10; 2; 3 + 0.5·20, to the end; 5 + 0.5·7, to the end
    assert found.reward.tolist() == [6, 2, 13, 8.5]
    assert found.discount.tolist() == [0.5, 0.5, 0, 0]
    assert found.next_observation.tolist() == [[2], [3], [0], [0]]
    assert found.next_mask.tolist() == [[True, True], [False, True], [False, False], [False, False]]
    assert found.observation.tolist() == OBSERVATIONS.tolist()
    assert found.action.tolist() == ACTIONS.tolist()
    assert found.observation.dtype == found.reward.dtype == found.discount.dtype == np.float32
    found.check()


def test_two_decisions_ahead():
    found = own(2)
    # 1 + 0.5·10 + 0.5·2; 2 + 0.5·3 + 0.25·20, to the end; the others as before
    assert found.reward.tolist() == [7, 8.5, 13, 8.5]
    assert found.discount.tolist() == [0.25, 0, 0, 0]
    assert found.next_observation.tolist() == [[3], [0], [0], [0]]


def test_the_end_of_a_game_is_never_looked_over():
    found = own(100)
    # 1 + 0.5·10 + 0.5·2 + 0.25·3 + 0.125·20
    assert found.reward.tolist() == [10.25, 8.5, 13, 8.5]
    assert not found.discount.any()
    assert not found.next_mask.any()


@pytest.mark.parametrize(("n", "left"), [(1, [0, 1]), (2, [0]), (3, [])])
def test_what_was_cut_off_is_left_out(n, left):
    found = own(n, last=4, count=3)  # the first game, broken off after the third decision
    assert found.observation.ravel().tolist() == [OBSERVATIONS[i, 0] for i in left]


def test_spans_may_be_empty_or_overlap():
    total, rest = discounted(REWARDS, DISCOUNTS, np.array([2, 0, 1]), np.array([2, 3, 4]))
    assert total.tolist() == [0, 7, 13.5]  # nothing; 1 + 0.5·10 + 0.5·2; 10 + 2 + 0.5·3
    assert rest.tolist() == [1, 0.25, 0.25]


def test_no_decisions_no_transitions():
    assert len(own(3, count=0)) == 0


def test_the_next_decision_is_the_nearest():
    with pytest.raises(BadValue, match="0 is no number of decisions to look ahead; the next decision is 1"):
        own(0)
