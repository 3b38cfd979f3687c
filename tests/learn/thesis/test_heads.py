"""Learners: one for each of the seven decisions, or one with all their outputs."""

import numpy as np
import pytest

from magnate.agents.monopoly.deep_q.agent import Shape
from magnate.agents.monopoly.deep_q.outputs import BUY, LIFT, NAMES, UPGRADE
from magnate.learn.deep_q import Settings
from magnate.learn.thesis import heads_for
from magnate.learn.transitions import Transitions


def heads(shape=Shape(), one=False):  # noqa: B008 - it is frozen
    return heads_for(shape, [6, 5], 100, 1, [Settings()] * (1 if one else 7), one=one)


def one_transition(outputs, action):
    found = Transitions.blank(1, 100, outputs)
    found.mask[0, action] = True
    found.action[0] = action
    found.next_mask[0, 1] = True
    found.discount[0] = 0.9
    return found


@pytest.mark.parametrize("shape", [Shape(), Shape(places=22, nothing=True)])
@pytest.mark.parametrize("one", [False, True])
def test_the_networks_are_the_thesis_seven(shape, one):
    made = heads(shape, one)
    networks = {name: network for head in made for name, network in head.networks().items()}
    assert Shape.of(networks) == shape
    assert list(networks) == list(NAMES)
    assert sum(head.mask for head in made) == 0b1111111


def test_one_network_has_102_outputs_of_which_each_decision_has_its_own():
    (head,) = heads(one=True)
    assert head.learner.learner.layers()[-1][0].shape == (5, 102)
    inputs = np.random.default_rng(1).random((4, 100), np.float32)
    values = head.learner.learner.values(inputs)
    # 2 for buying, 8 for building, 8 for selling, 40 for mortgages, 40 for lifting, 2 and 2
    for name, start, count in (
        ("buy", 0, 2),
        ("upgrade", 2, 8),
        ("mortgage", 18, 40),
        ("lift", 58, 40),
        ("card", 100, 2),
    ):
        assert head.networks()[name](inputs) == pytest.approx(values[:, start : start + count], abs=1e-4)


def test_in_one_network_the_outputs_of_other_decisions_are_illegal():
    (head,) = heads(one=True)
    outputs = Shape().outputs
    given = {method: Transitions.blank(0, 100, outputs[method]) for method in range(7)}
    given |= {BUY: one_transition(2, 1), UPGRADE: one_transition(8, 3), LIFT: one_transition(40, 39)}
    joined = head.joined(given)
    joined.check()
    assert joined.action.tolist() == [1, 2 + 3, 58 + 39]
    assert [np.flatnonzero(row).tolist() for row in joined.mask] == [[1], [5], [97]]
    assert [np.flatnonzero(row).tolist() for row in joined.next_mask] == [[1], [3], [59]]


def test_a_head_of_its_own_learns_from_the_transitions_as_they_are():
    given = one_transition(2, 1)
    assert heads()[BUY].joined({BUY: given}) is given


def test_to_forget_is_to_empty_the_replay_buffer():
    head = heads()[BUY]
    head.learner.remember(one_transition(2, 1))
    assert len(head.learner.replay) == 1
    head.forget()
    assert (len(head.learner.replay), head.learner.replay.capacity) == (0, 100_000)
