"""What proximal policy optimisation makes small (Schulman, Wolski, Dhariwal, Radford, Klimov 2017), in torch."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from torch import Tensor

__all__ = ["clipped_surrogate", "entropy", "log_chances", "share_loss"]


def log_chances(logits: Tensor, legal: Tensor) -> Tensor:
    """The logarithms of the actions' chances (n, actions); of what is not ``legal`` they are -inf, without a gradient.

    At least one action of each row must be legal.
    """
    return logits.masked_fill(~legal, float("-inf")).log_softmax(dim=1)


def entropy(logs: Tensor) -> Tensor:
    """The entropy (n,) of chances with these logarithms, in nats; those that are 0 add nothing."""
    finite = logs.masked_fill(logs == float("-inf"), 0.0)  # its exponential is then 1, and 1 times 0 is 0
    return -(finite.exp() * finite).sum(dim=1)


def clipped_surrogate(new: Tensor, old: Tensor, advantages: Tensor, clip: float) -> Tensor:
    """The clipped objective (n,), which is to grow: the smaller of r·A and clip(r, 1 - clip, 1 + clip)·A.

    ``new`` and ``old`` are logarithms of the chance of what was done, whose ratio is r. A chance that has grown by more
    than ``clip`` where that was good, or has fallen by as much where it was bad, is given no reason to go on.
    """
    ratio = (new - old).exp()
    return (ratio * advantages).minimum(ratio.clamp(1.0 - clip, 1.0 + clip) * advantages)


def share_loss(outputs: Tensor, shares: Tensor) -> Tensor:
    """The cross-entropy (n,) of win shares (n, P) with the softmax of the network's ``outputs`` for the seats."""
    return -(shares * outputs.log_softmax(dim=1)).sum(dim=1)
