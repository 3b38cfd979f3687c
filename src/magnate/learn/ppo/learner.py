"""The learner of proximal policy optimisation: what is minimised, and the network that is trained."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from ...errors import BadTraining
from ...networks import Network
from ..fitting import device_for, torch_for_training
from .rollouts import Decisions

if TYPE_CHECKING:
    from torch import Tensor


__all__ = ["Learner", "Schedule", "clipped_surrogate", "entropy", "log_chances", "share_loss"]


# ------------------ Losses of proximal policy optimisation (Schulman, Wolski, Dhariwal, Radford, Klimov 2017), in torch


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


# --------------------------------------------------------------------------- The learner: Adam in float32 on one thread


EPSILON: Final = 1e-5
"""What Adam adds to the root of its second moment, as in most implementations of the method."""


@dataclass(frozen=True, slots=True)
class Schedule:
    """How a step learns: passes over its decisions, decisions in a batch, and the weights of the parts of the loss.

    ``clip`` bounds how far a probability moves at a time. ``entropy`` and ``value`` are the weights of the entropy and
    of the win shares' loss. Gradients are cut to the norm ``gradient``. Passes end early when the probabilities have
    moved by ``divergence`` nats on average (0: never).
    """

    epochs: int
    batch: int
    learning_rate: float
    clip: float
    entropy: float
    value: float
    gradient: float
    divergence: float


@dataclass(frozen=True, slots=True)
class _Used:
    """Which inputs are ever not 0, and which actions ever legal: the others' weights have a gradient of 0.

    To leave them out changes nothing, and spares most of the work in a game with many.
    """

    inputs: np.ndarray
    actions: np.ndarray

    @classmethod
    def of(cls, decisions: Decisions, actions: int) -> _Used:
        """Those of some decisions."""
        return cls(np.flatnonzero(decisions.inputs.any(axis=0)), np.flatnonzero(decisions.masks(actions).any(axis=0)))


class Learner:
    """A policy for ``actions`` actions that learns from decisions; it begins as ``network``.

    ``device`` is ``"cpu"``, ``"cuda"``, or ``"auto"``, which takes a GPU where there is one.
    """

    def __init__(self, network: Network, actions: int, device: str = "cpu") -> None:
        torch = torch_for_training()
        device = device_for(device)
        self.actions = actions
        self._device = device
        self._layers = [
            tuple(torch.tensor(part, device=device, requires_grad=True) for part in layer)
            for layer in zip(network.weights, network.biases, strict=True)
        ]
        self._adam = torch.optim.Adam([part for layer in self._layers for part in layer], eps=EPSILON)
        for part in (part for layer in self._layers for part in layer):  # there to be saved before its first step
            self._adam.state[part] = {
                "step": torch.zeros((), dtype=torch.float32),
                "exp_avg": torch.zeros_like(part),
                "exp_avg_sq": torch.zeros_like(part),
            }

    def learn(
        self, decisions: Decisions, advantages: np.ndarray, targets: np.ndarray, schedule: Schedule, seed: int
    ) -> dict[str, float]:
        """Some passes over decisions; returns the means of what is worth noting in the last of them.

        ``advantages`` (n,) say how much better than expected each decision turned out, ``targets`` (n, P) what win
        shares should have been expected. The order of the batches follows from ``seed``.

        Raises :class:`~magnate.errors.BadTraining` where the loss is no number any more.
        """
        import torch

        used = _Used.of(decisions, self.actions)
        data = [
            torch.from_numpy(np.ascontiguousarray(part))
            for part in (
                decisions.inputs[:, used.inputs],
                decisions.masks(self.actions)[:, used.actions],
                np.searchsorted(used.actions, decisions.actions),
                decisions.log_chances,
                advantages.astype(np.float32),
                targets.astype(np.float32),
            )
        ]
        for group in self._adam.param_groups:
            group["lr"] = schedule.learning_rate
        order = np.random.default_rng(seed)
        noted: dict[str, float] = {}
        for _ in range(schedule.epochs):
            mixed = torch.from_numpy(order.permutation(len(decisions.actions)))
            sums: dict[str, float] = {}
            for rows in torch.split(mixed, schedule.batch):
                found = self._step([part[rows].to(self._device) for part in data], used, schedule)
                for name, value in found.items():
                    sums[name] = sums.get(name, 0.0) + value * len(rows)
            noted = {name: value / len(mixed) for name, value in sums.items()}
            if not math.isfinite(noted["loss"]):
                raise BadTraining("the loss is no number any more", hint="train with a smaller learning_rate")
            if 0.0 < schedule.divergence < noted["divergence"]:
                break
        return noted

    def network(self) -> Network:
        """The policy as it is now."""
        weights, biases = zip(*([_array(part) for part in layer] for layer in self._layers), strict=True)
        return Network(weights, biases)

    def outputs(self, inputs: Tensor, used: _Used) -> tuple[Tensor, Tensor]:
        """The logits (n, used actions) and the seats' outputs (n, P), by the used inputs (n, used inputs)."""
        import torch

        (weight, bias), *middle, (last, limits) = self._layers
        seats = torch.arange(self.actions, last.shape[1])
        wanted = torch.cat([torch.from_numpy(used.actions), seats]).to(self._device)
        raw = torch.addmm(bias, inputs, weight[torch.from_numpy(used.inputs).to(self._device)])
        for weight, bias in middle:
            raw = torch.addmm(bias, torch.relu(raw), weight)
        raw = torch.addmm(limits[wanted], torch.relu(raw), last[:, wanted])
        return raw[:, : len(used.actions)], raw[:, len(used.actions) :]

    def tensors(self) -> dict[str, np.ndarray]:
        """The network and Adam's moments, as copies."""
        return {name: _array(tensor) for name, tensor in self._named()}

    def restore(self, tensors: Mapping[str, np.ndarray]) -> None:
        """Put back what :meth:`tensors` gave for a learner of the same sizes."""
        import torch

        with torch.no_grad():
            for name, tensor in self._named():
                tensor.copy_(torch.tensor(tensors[name]).reshape(tensor.shape))  # files know no numbers alone

    def _step(self, batch: list[Tensor], used: _Used, schedule: Schedule) -> dict[str, float]:
        """One step of Adam; what is worth noting of the batch before it."""
        import torch

        inputs, legal, actions, old, advantages, targets = batch
        logits, seats = self.outputs(inputs, used)
        logs = log_chances(logits, legal)
        new = logs.gather(1, actions[:, None])[:, 0]
        surrogate = clipped_surrogate(new, old, advantages, schedule.clip).mean()
        spread = entropy(logs).mean()
        value = share_loss(seats, targets).mean()
        loss = schedule.value * value - surrogate - schedule.entropy * spread
        self._adam.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        parts = [part for layer in self._layers for part in layer]
        torch.nn.utils.clip_grad_norm_(parts, schedule.gradient)
        self._adam.step()
        with torch.no_grad():
            moved = new - old
            divergence = (moved.expm1() - moved).mean()
            clipped = (moved.expm1().abs() > schedule.clip).float().mean()
        named = {"loss": loss, "entropy": spread, "value_loss": value, "divergence": divergence, "clipped": clipped}
        return {name: tensor.item() for name, tensor in named.items()}

    def _named(self) -> Iterator[tuple[str, Tensor]]:
        for number, layer in enumerate(self._layers):
            for part, tensor in zip(("weight", "bias"), layer, strict=True):
                yield f"network.{number}.{part}", tensor
                for moment, held in self._adam.state[tensor].items():
                    yield f"adam.{number}.{part}.{moment}", held


def _array(tensor: Tensor) -> np.ndarray:
    return np.array(tensor.detach().cpu().numpy())
