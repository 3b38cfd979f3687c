"""Transitions from recorded decisions, by hand: the rewards A.1 and A.8, pairing, and the outcome of the game."""

import numpy as np
import pytest

from magnate.agents.monopoly.deep_q import outputs
from magnate.agents.monopoly.deep_q.outputs import BUY, CARD, DOWNGRADE, FINE, LIFT, MORTGAGE, UPGRADE
from magnate.errors import BadValue
from magnate.learn.thesis import Recorded, change_of_wealth, outcome_transitions, thesis_transitions


def recorded(rows, shares=((1, 0),), worths=((3000, 0),), broke=((0, 1),)):
    """Rows of (network, seat, game, turn, legal, output, worth, worth after, earned, earned with a profit)."""
    notes = np.zeros((len(rows), outputs.COLUMNS), np.int64)
    notes[:, :8] = [row[:8] for row in rows]
    terms = np.array([row[8:10] for row in rows], np.float64)
    inputs = np.repeat(np.arange(1, len(rows) + 1, dtype=np.float32)[:, None], 100, axis=1)
    games = [np.array(one) for one in (shares, worths, broke)]
    return Recorded(notes, terms, inputs, games[0].astype(float), *games[1:], np.ones(len(shares), np.int64))


def test_wealth_counts_in_steps_of_200_up_to_one():
    before = np.zeros(5, np.int64)
    assert change_of_wealth(before, np.array([0, 100, -50, 201, -900])).tolist() == [0, 0.5, -0.25, 1, -1]


FIVE = recorded(
    [
        (BUY, 0, 0, 2, 3, 1, 1500, 1500, 0.3, 0.0),
        (BUY, 1, 0, 3, 3, 0, 1600, 1600, 0.0, 0.0),
        (FINE, 0, 0, 4, 3, 1, 1700, 1650, 0.1, 0.2),
        (BUY, 0, 0, 6, 3, 0, 1600, 1600, 0.0, 0.0),
        (BUY, 1, 0, 9, 3, 1, 1560, 1560, 0.0, 0.0),
        (BUY, 0, 0, 10, 3, 1, 2000, 2000, 0.0, 0.0),
    ]
)
"""A game that seat 0 wins and in which seat 1 goes bankrupt."""


def test_a_transition_ends_at_the_same_seats_next_decision_of_the_network():
    found = thesis_transitions(FIVE, BUY, 2)
    assert found.observation[:, 0].tolist() == [1, 4, 6, 2, 5]  # seat 0's, then seat 1's
    assert found.next_observation[:2, 0].tolist() == [4, 6]
    assert found.next_observation[3, 0] == 5
    assert found.action.tolist() == [1, 0, 1, 0, 1]
    assert found.discount.tolist() == pytest.approx([0.99, 0.99, 0, 0.99, 0])
    # 1500 to 1600, 1600 to 2000, won; 1600 to 1560, bankrupt
    assert found.reward.tolist() == pytest.approx([0.5 + 0.3, 1.0, 1.0, -0.2, -1.0])
    found.check()


def test_the_faithful_target_is_over_all_outputs():
    found = thesis_transitions(FIVE, BUY, 2)
    assert found.next_mask.all()
    assert found.mask.all()


def test_wealth_may_be_compared_across_the_action_alone():
    found = thesis_transitions(FIVE, BUY, 2, span="action")
    assert found.reward.tolist() == pytest.approx([0.3, 0.0, 1.0, 0.0, -1.0])


@pytest.mark.parametrize(("after", "reward"), [(1800, 0.5 + 0.1 + 0.2), (1700, 0.1), (1600, -0.5 + 0.1)])
def test_a_profit_is_paid_for_when_there_is_one(after, reward):
    rows = [(FINE, 0, 0, 4, 3, 1, 1700, 1650, 0.1, 0.2), (FINE, 0, 0, 8, 3, 0, after, after, 0.0, 0.0)]
    assert thesis_transitions(recorded(rows), FINE, 2).reward[0] == pytest.approx(reward)


@pytest.mark.parametrize(
    ("network", "weight"),
    [(BUY, 1), (UPGRADE, 1.5), (DOWNGRADE, 0.8), (MORTGAGE, 0.8), (LIFT, 1.1), (FINE, 1), (CARD, 1)],
)
def test_wealth_has_a_weight_of_each_network(network, weight):
    rows = [(network, 0, 0, 4, 3, 1, 1700, 1650, 0, 0), (network, 0, 0, 8, 3, 0, 1800, 1800, 0, 0)]
    assert thesis_transitions(recorded(rows), network, 40).reward[0] == pytest.approx(weight * 0.5)


@pytest.mark.parametrize(
    ("share", "broke", "reward"),
    [
        (1.0, 0, 1.0),
        (0.0, 1, -1.0),
        (1.0, 1, 1.0),  # both are bankrupt and this one is the richer: won comes first
        (0.5, 0, 0.25),  # a tie at the cap, and a loss there: the method's own reward
        (0.0, 0, 0.25),
    ],
)
def test_the_end_of_a_game(share, broke, reward):
    rows = [(BUY, 0, 0, 2, 3, 1, 1500, 1500, 0, 0)]
    found = thesis_transitions(recorded(rows, [(share, 1 - share)], [(1550, 0)], [(broke, 0)]), BUY, 2)
    assert (found.reward.tolist(), found.discount.tolist()) == ([reward], [0])


LISTS = recorded(
    [
        (UPGRADE, 0, 0, 2, 0b101, 2, 1500, 1500, 0.45, 0),
        (UPGRADE, 0, 0, 2, 0b001, -1, 1500, 1500, 0, 0),
        (UPGRADE, 0, 0, 4, 0b001, -1, 1540, 1540, 0, 0),
        (UPGRADE, 0, 0, 8, 0b011, 0, 1600, 1600, 0.3, 0),
        (UPGRADE, 0, 1, 8, 0b011, 1, 1600, 1600, 0.45, 0),
        (UPGRADE, 0, 1, 12, 0b011, -1, 1500, 1500, 0, 0),
    ],
    shares=((0, 1), (1, 0)),
    worths=((0, 2000), (2000, 0)),
    broke=((1, 0), (0, 1)),
)


def test_empty_lists_end_what_was_before_and_are_no_experiences():
    found = thesis_transitions(LISTS, UPGRADE, 8)
    assert found.observation[:, 0].tolist() == [1, 4, 5]
    assert found.action.tolist() == [2, 0, 1]
    # asked again at once, no wealth has moved; bankrupt; 1600 to 1500, since its window came again and did nothing
    assert found.reward.tolist() == pytest.approx([0.45, -1.0, 1.5 * -0.5 + 0.45])
    assert found.next_observation[[0, 2], 0].tolist() == [2, 6]
    assert found.discount.tolist() == pytest.approx([0.99, 0, 0.99])


def test_by_the_outcome_alone():
    found = outcome_transitions(LISTS, UPGRADE, 9, discount=0.9)
    assert found.action.tolist() == [2, 8, 8, 0, 1, 8]
    assert found.reward.tolist() == [0, 0, 0, -1, 0, 1]
    assert found.discount.tolist() == pytest.approx([1, 0.9, 0.81, 0, 0.81, 0])  # own turns: 0, 1, 2, end, 2, end
    assert found.mask[0].tolist() == [True, False, True, *[False] * 5, True]
    assert found.next_mask[2].tolist() == [True, True, *[False] * 6, True]
    found.check()
    far = outcome_transitions(LISTS, UPGRADE, 9, n=100)
    assert far.reward.tolist() == [-1, -1, -1, -1, 1, 1]
    assert not far.discount.any()


def test_by_the_outcome_lists_need_an_output_for_nothing():
    with pytest.raises(BadValue, match="an empty list is no answer"):
        outcome_transitions(LISTS, UPGRADE, 8)
    assert len(outcome_transitions(FIVE, BUY, 2)) == 5


def test_a_network_that_was_never_asked():
    assert len(thesis_transitions(FIVE, CARD, 2)) == 0
    assert len(outcome_transitions(FIVE, LIFT, 41)) == 0
