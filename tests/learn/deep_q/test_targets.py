"""Targets against numbers worked out by hand, and choices: what is not legal never counts."""

import numpy as np
import pytest

from magnate.errors import BadValue
from magnate.learn.deep_q import epsilon_greedy, greedy, targets

VALUES = np.array([[1.0, 3.0, 2.0], [4.0, 6.0, 5.0]], np.float32)
CHOOSER = np.array([[9.0, 7.0, 8.0], [0.0, 1.0, 2.0]], np.float32)
REWARD = np.array([0.5, -1.0], np.float32)
DISCOUNT = np.array([0.5, 0.25], np.float32)
ALL = np.ones((2, 3), bool)
HUGE = np.float32(1e30)


def test_plain():
    assert targets(REWARD, DISCOUNT, ALL, VALUES).tolist() == [2, 0.5]  # 0.5 + 0.5·3; -1 + 0.25·6


def test_double():
    assert targets(REWARD, DISCOUNT, ALL, VALUES, CHOOSER).tolist() == [1, 0.25]  # 0.5 + 0.5·1; -1 + 0.25·5


def test_masked():
    mask = np.array([[1, 0, 1], [1, 0, 0]], bool)
    assert targets(REWARD, DISCOUNT, mask, VALUES).tolist() == [1.5, 0]  # 0.5 + 0.5·2; -1 + 0.25·4
    assert targets(REWARD, DISCOUNT, ~mask, VALUES, CHOOSER).tolist() == [2, 0.25]  # 0.5 + 0.5·3; -1 + 0.25·5


@pytest.mark.parametrize("chooser", [None, CHOOSER])
@pytest.mark.parametrize("value", [3.0, np.inf, np.nan])
def test_at_the_end_nothing_counts_but_the_reward(chooser, value):
    over = np.zeros(2, np.float32)
    assert targets(REWARD, over, ALL, np.full((2, 3), value), chooser).tolist() == [0.5, -1]
    assert targets(REWARD, over, ~ALL, np.full((2, 3), value), chooser).tolist() == [0.5, -1]


def test_an_illegal_action_is_never_bootstrapped_from_however_good_it_seems():
    tempting, mask = VALUES.copy(), ALL.copy()
    tempting[:, 1] = HUGE
    mask[:, 1] = False
    assert targets(REWARD, DISCOUNT, mask, tempting).tolist() == [1.5, 0.25]  # 0.5 + 0.5·2; -1 + 0.25·5
    assert targets(REWARD, DISCOUNT, mask, VALUES, tempting).tolist() == [1.5, 0.25]  # the chooser is tempted too


def test_targets_stay_in_single_precision():
    assert targets(REWARD, DISCOUNT, ALL, VALUES, CHOOSER).dtype == np.float32


def test_the_first_of_equals_is_chosen():
    assert greedy(np.array([[1, 2, 2], [-5, -5, -5]]), np.array([[1, 1, 1], [0, 1, 1]], bool)).tolist() == [1, 1]


@pytest.mark.parametrize("epsilon", [0.0, 0.3, 1.0])
def test_an_illegal_action_is_never_taken_however_good_it_seems(epsilon):
    generator = np.random.default_rng(1)
    masks = generator.random((20_000, 5)) < 0.4
    masks[np.arange(20_000), generator.integers(5, size=20_000)] = True
    values = np.where(masks, generator.normal(size=masks.shape), HUGE)
    actions = epsilon_greedy(values, masks, epsilon, generator)
    assert masks[np.arange(20_000), actions].all()


def test_every_legal_action_is_explored_alike_and_no_more_often_than_said():
    n, epsilon = 60_000, 0.3
    values = np.tile([0.0, 9.0, 1.0, 2.0], (n, 1))
    masks = np.tile([True, False, True, True], (n, 1))
    actions = epsilon_greedy(values, masks, epsilon, np.random.default_rng(2))
    shares = np.bincount(actions, minlength=4) / n
    expected = np.array([epsilon / 3, 0, epsilon / 3, 1 - epsilon * 2 / 3])
    assert shares == pytest.approx(expected, abs=5 * np.sqrt(0.25 / n))


def test_a_decision_has_a_legal_action():
    with pytest.raises(BadValue, match="row 1 has no legal action; only decisions can be answered"):
        epsilon_greedy(np.zeros((2, 2)), np.array([[1, 0], [0, 0]], bool), 0.5, np.random.default_rng(3))
