"""Fitting a network to win shares: torch is used here and nowhere else in this method.

On a processor the same arguments give the same bits: torch has one thread (sums in another order would end in other
bits), and only operations that are deterministic.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import BadTraining, MissingExtra
from ..networks import Network

if TYPE_CHECKING:
    from types import ModuleType

    from .samples import SparseRows


@dataclass(frozen=True, slots=True)
class Schedule:
    """How a network is fitted: passes over the data, positions in a batch, and Adam's learning rate.

    The rate falls in a straight line from ``learning_rate`` towards 0. ``device`` is ``"cpu"``, ``"cuda"``, or
    ``"auto"``, which takes a GPU where there is one. In each step weights lose ``weight_decay`` times the rate of what
    they are (Loshchilov and Hutter 2019). The result is the mean of the weights over the last steps, a part
    ``averaged`` of all (Polyak and Juditsky 1992); with 0 it is the last step alone.
    """

    epochs: int
    batch: int
    learning_rate: float
    device: str = "cpu"
    weight_decay: float = 0.0
    averaged: float = 0.0


def torch_for_training() -> ModuleType:
    """Torch with one thread; raises :class:`~magnate.errors.MissingExtra` where it is not installed."""
    try:
        import torch
    except ModuleNotFoundError:
        raise MissingExtra.of("training", "torch", "learn") from None
    torch.set_num_threads(1)  # sums in another order would have other last bits
    return torch


def device_for(setting: str) -> str:
    """What torch calls the device of a setting: ``"auto"`` is a GPU where there is one."""
    if setting != "auto":
        return setting
    return "cuda" if torch_for_training().cuda.is_available() else "cpu"


def fitted(
    network: Network, inputs: SparseRows, shares: np.ndarray, weights: np.ndarray, schedule: Schedule, seed: int
) -> tuple[Network, float]:
    """The network after it was fitted to the data, and the mean cross-entropy of the last pass over it.

    ``inputs`` has a row for each position. ``shares`` (n, outputs), what its seats won, each row adding up to 1, and
    ``weights`` (n,), how much it counts, are float32. Inputs that are 0 in all rows, such as those of absent seats,
    have no gradient: their weights stay as they are, and no time is spent on them. Adam (Kingma and Ba 2015) minimises
    the cross-entropy between these shares and the softmax of the outputs. The order of the data follows from ``seed``.

    Raises :class:`~magnate.errors.BadTraining` where the loss is no number any more.
    """
    torch = torch_for_training()
    device = device_for(schedule.device)
    used = inputs.used
    inputs = inputs.within(used)
    layers = [
        (torch.tensor(weight, device=device, requires_grad=True), torch.tensor(bias, device=device, requires_grad=True))
        for weight, bias in zip((network.weights[0][used], *network.weights[1:]), network.biases, strict=True)
    ]
    tensors = [tensor for layer in layers for tensor in layer]
    adam = torch.optim.AdamW(tensors, lr=schedule.learning_rate, weight_decay=schedule.weight_decay)
    sums = [torch.zeros_like(tensor, requires_grad=False) for tensor in tensors]
    order = np.random.default_rng(seed)
    batches = math.ceil(len(inputs) / schedule.batch)
    steps = schedule.epochs * batches
    last = max(1, round(schedule.averaged * steps))
    loss = math.nan
    for epoch in range(schedule.epochs):
        mixed = order.permutation(len(inputs))
        total = 0.0
        for number in range(batches):
            step = epoch * batches + number
            for group in adam.param_groups:
                group["lr"] = schedule.learning_rate * (1.0 - step / steps)
            rows = mixed[number * schedule.batch : (number + 1) * schedule.batch]
            batch = inputs.dense(rows), shares[rows], weights[rows]
            given, wanted, weight = (torch.from_numpy(data).to(device) for data in batch)
            each = -(wanted * torch.log_softmax(_forward(torch, layers, given), dim=1)).sum(dim=1)
            error = (weight * each).mean()
            adam.zero_grad()
            error.backward()
            adam.step()
            if step >= steps - last:
                for one, tensor in zip(sums, tensors, strict=True):
                    one += tensor.detach()
            total += error.item() * len(rows)
        loss = total / len(inputs)
        if not math.isfinite(loss):
            raise BadTraining("the loss is no number any more", hint="train with a smaller learning_rate")
    means = [(one / last).cpu().numpy() for one in sums]
    first = network.weights[0].copy()
    first[used] = means[0]
    return Network((first, *means[2::2]), tuple(means[1::2])), loss


def _forward(torch: ModuleType, layers: list[tuple[Any, Any]], values: Any) -> Any:
    """The raw outputs, as :meth:`magnate.networks.Network.__call__` has them."""
    for number, (weight, bias) in enumerate(layers):
        if number:
            values = torch.relu(values)
        values = values @ weight + bias
    return values
