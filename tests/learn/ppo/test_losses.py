"""What proximal policy optimisation makes small, by hand-made numbers."""

import math

import numpy as np
import pytest

from magnate.learn.methods.ppo import normalised
from magnate.learn.rollouts import returns

torch = pytest.importorskip("torch")

from magnate.learn.methods.ppo import clipped_surrogate, entropy, log_chances, share_loss  # noqa: E402 - needs torch

# -------------------------------------------------------------------------------------------------------- masks


def test_what_is_illegal_has_no_chance_and_no_gradient():
    logits = torch.tensor([[math.log(3.0), 7.0, 0.0]], requires_grad=True)
    logs = log_chances(logits, torch.tensor([[True, False, True]]))
    assert logs.exp()[0].tolist() == pytest.approx([0.75, 0.0, 0.25])
    logs[0, 0].backward()
    assert logits.grad[0].tolist() == pytest.approx([0.25, 0.0, -0.25])  # 1 - 3/4, none, -1/4


def test_the_entropy_is_that_of_the_legal_actions():
    logits = torch.tensor([[0.0, 9.0, 0.0], [0.0, 0.0, 0.0], [5.0, 1.0, 1.0]], requires_grad=True)
    legal = torch.tensor([[True, False, True], [True, True, True], [True, False, False]])
    found = entropy(log_chances(logits, legal))
    assert found.tolist() == pytest.approx([math.log(2), math.log(3), 0.0])
    found.sum().backward()
    assert logits.grad.abs().max() < 1e-6  # alike is most undecided, and a single action is decided
    assert logits.grad[0, 1] == 0.0


def test_the_gradient_of_the_entropy_by_hand():
    """Of chances 3/4 and 1/4: -p (log p + H), so -3/4 (log 3/4 + H) for the first logit."""
    logits = torch.tensor([[math.log(3.0), 0.0, 4.0]], requires_grad=True)
    found = entropy(log_chances(logits, torch.tensor([[True, True, False]])))
    whole = -(0.75 * math.log(0.75) + 0.25 * math.log(0.25))
    assert found.item() == pytest.approx(whole)
    found.sum().backward()
    first = -0.75 * (math.log(0.75) + whole)
    assert logits.grad[0].tolist() == pytest.approx([first, -first, 0.0], abs=1e-6)


# --------------------------------------------------------------------------------------------------- surrogate


@pytest.mark.parametrize(
    ("ratio", "advantage", "wanted", "slope"),
    [
        (1.0, 2.0, 2.0, 2.0),
        (1.1, 2.0, 2.2, 2.2),
        (1.3, 2.0, 2.4, 0.0),  # likelier already, and good: held back
        (0.7, 2.0, 1.4, 1.4),  # less likely although good: let go on
        (0.7, -2.0, -1.6, 0.0),  # less likely already, and bad: held back
        (1.3, -2.0, -2.6, -2.6),  # likelier although bad
    ],
)
def test_the_clipped_objective_and_its_gradient(ratio, advantage, wanted, slope):
    """The gradient by the logarithm of the chance is r·A where it is not held back."""
    new = torch.tensor([math.log(0.4 * ratio)], requires_grad=True)
    found = clipped_surrogate(new, torch.tensor([math.log(0.4)]), torch.tensor([advantage]), 0.2)
    assert found.item() == pytest.approx(wanted, rel=1e-5)
    found.sum().backward()
    assert new.grad.item() == pytest.approx(slope, rel=1e-5)


def test_the_loss_of_win_shares_is_a_cross_entropy():
    outputs = torch.tensor([[math.log(4.0), 0.0]], requires_grad=True)
    found = share_loss(outputs, torch.tensor([[0.5, 0.5]]))
    assert found.item() == pytest.approx(-0.5 * (math.log(0.8) + math.log(0.2)))
    found.sum().backward()
    assert outputs.grad[0].tolist() == pytest.approx([0.3, -0.3])


# ------------------------------------------------------------------------------------------- returns by λ


def test_returns_by_hand_seat_by_seat():
    """Seat 0 has the rows 0, 2 and 3, seat 1 the row 1; λ is a half.

    Of seat 0: the result 1; then 0.5 · 0.6 + 0.5 · 1 = 0.8; then 0.5 · 0.4 + 0.5 · 0.8 = 0.6. That is the estimate and
    the sum of the later errors by powers of λ: 0.2 + (0.2 + (0.4) / 2) / 2 with errors 0.4 - 0.2, 0.6 - 0.4, 1 - 0.6.
    """
    estimates = np.array([[0.2, 0.8], [0.5, 0.5], [0.4, 0.6], [0.6, 0.4]])
    results = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 0.0]])
    out = returns(estimates, results, np.array([2, -1, 3, -1]), 0.5)
    assert out[:, 0] == pytest.approx([0.6, 0.0, 0.8, 1.0])
    assert out.sum(axis=1) == pytest.approx(1.0)
    assert out[0, 0] - estimates[0, 0] == pytest.approx(0.2 + (0.2 + 0.4 / 2) / 2)


@pytest.mark.parametrize(("decay", "wanted"), [(1.0, [1.0, 1.0]), (0.0, [0.6, 1.0])])
def test_the_ends_of_lambda_are_the_result_and_the_next_estimate(decay, wanted):
    out = returns(np.array([[0.2], [0.6]]), np.ones((2, 1)), np.array([1, -1]), decay)
    assert out[:, 0].tolist() == wanted


def test_advantages_are_normalised():
    found = normalised(np.array([0.1, 0.5, -0.3, 0.2]))
    assert found.mean() == pytest.approx(0.0, abs=1e-12)
    assert found.std() == pytest.approx(1.0)
    assert normalised(np.full(3, 0.4)) == pytest.approx(0.0, abs=1e-6)
