"""The learner: a network, its targets, the target network, and Adam."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from ...errors import BadValue
from ..fitting import device_for, torch_for_training
from .transitions import Transitions, taken

if TYPE_CHECKING:
    from torch import Tensor


__all__ = ["Layers", "Learner", "epsilon_greedy", "greedy", "targets"]


# -------------------------------------- Choosing an action: the best legal one, or with the chance epsilon a random one


def greedy(values: np.ndarray, masks: np.ndarray) -> np.ndarray:
    """The legal action of the greatest value, the first of equals, of every row; 0 where nothing is legal.

    ``values`` and ``masks`` are (n, outputs).
    """
    return np.where(masks, values, -np.inf).argmax(axis=1)


def epsilon_greedy(values: np.ndarray, masks: np.ndarray, epsilon: float, generator: np.random.Generator) -> np.ndarray:
    """The action of every row: with the chance ``epsilon`` any legal one, all alike, else the :func:`greedy` one.

    Raises :class:`~magnate.errors.BadValue` for a row where nothing is legal.
    """
    count = masks.sum(axis=1)
    if not count.all():
        raise BadValue(f"row {int(np.argmin(count))} has no legal action", hint="only decisions can be answered")
    explore, which = generator.random((2, len(values)))
    nth = (which * count).astype(np.int64)
    anyone = (masks.cumsum(axis=1) > nth[:, None]).argmax(axis=1)
    return np.where(explore < epsilon, anyone, greedy(values, masks))


# --------------------------- Targets: the reward and the discounted value of the best legal action at the next decision


def targets(
    reward: np.ndarray,
    discount: np.ndarray,
    next_mask: np.ndarray,
    values: np.ndarray,
    chooser: np.ndarray | None = None,
) -> np.ndarray:
    """The targets (n,) for the action of every transition.

    ``values`` (n, outputs) are the target network's of the next decisions. Among the legal actions the best by these
    very values counts, as in the deep Q network (Mnih and others 2015), which over-estimates where values are noisy.
    With ``chooser``, the values of the network that learns, the best by *those* counts, at the target network's value:
    double Q learning (van Hasselt, Guez and Silver 2016). Where the discount is 0, nothing but the reward counts,
    whatever the values are.
    """
    best = greedy(values if chooser is None else chooser, next_mask)
    value = values[np.arange(len(values)), best]
    return reward + discount * np.where(discount == 0, 0, value)


# ---------------------------------------------------------------------------------------------------------- The learner


Layers = Sequence[tuple[np.ndarray, np.ndarray]]
"""A network's weights (inputs × outputs) and biases (outputs), layer by layer; between layers there are ReLUs."""
Parameters = list[tuple["Tensor", "Tensor"]]


class Learner:
    """Learns the values of actions from transitions, in float32 on one thread.

    It begins with ``layers``, which it copies. The loss of a transition is Huber's of the width ``huber`` (Huber 1964),
    the loss of a batch their mean. Adam (Kingma and Ba 2015) has the given ``learning_rate`` and its usual constants.
    With ``double`` the targets are those of double Q learning. ``device`` is ``"cpu"``, ``"cuda"``, or ``"auto"``,
    which takes a GPU where there is one.
    """

    def __init__(
        self,
        layers: Layers,
        *,
        learning_rate: float = 0.001,
        huber: float = 1.0,
        double: bool = False,
        device: str = "cpu",
    ) -> None:
        torch = torch_for_training()
        self._device = device_for(device)
        self.huber = huber
        self.double = double
        self._network = [(self._tensor(weight), self._tensor(bias)) for weight, bias in layers]
        self._target = [(self._tensor(weight), self._tensor(bias)) for weight, bias in layers]
        parameters = [tensor.requires_grad_() for layer in self._network for tensor in layer]
        self._adam = torch.optim.Adam(parameters, lr=learning_rate, fused=True)
        for parameter in parameters:  # as Adam itself would begin at its first step, but there to be saved before
            self._adam.state[parameter] = {
                "step": torch.zeros((), dtype=torch.float32, device=self._device),
                "exp_avg": torch.zeros_like(parameter),
                "exp_avg_sq": torch.zeros_like(parameter),
            }

    def learn(self, batch: Transitions) -> float:
        """One step of Adam on the mean loss of the batch; that loss before the step.

        Raises :class:`~magnate.errors.BadValue`, and leaves everything as it was, if the loss is no finite number.
        """
        loss = self.loss(batch)
        value = loss.item()
        if not math.isfinite(value):
            raise BadValue(
                f"the loss of deep Q learning is {value}",
                hint="lower the learning rate, and see that observations and rewards are finite",
            )
        self._adam.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        self._adam.step()
        return value

    def loss(self, batch: Transitions) -> Tensor:
        """The mean loss of the batch, with its graph; what :meth:`learn` follows downhill."""
        import torch

        with torch.no_grad():
            ahead = self._tensor(batch.next_observation)
            values = _array(_forward(self._target, ahead))
            chooser = _array(_forward(self._network, ahead)) if self.double else None
        wanted = targets(batch.reward, batch.discount, batch.next_mask, values, chooser)
        chosen = torch.from_numpy(batch.action)[:, None].to(self._device)
        said = _forward(self._network, self._tensor(batch.observation)).gather(1, chosen)[:, 0]
        return torch.nn.functional.huber_loss(said, self._tensor(wanted), delta=self.huber)

    def values(self, observations: np.ndarray) -> np.ndarray:
        """The values (n, outputs) of all actions by the network that learns, legal or not."""
        import torch

        with torch.no_grad():
            return _array(_forward(self._network, self._tensor(observations)))

    def copy_target(self) -> None:
        """The target network becomes a copy of the network."""
        import torch

        with torch.no_grad():
            for target, source in zip(self._target, self._network, strict=True):
                for to, tensor in zip(target, source, strict=True):
                    to.copy_(tensor)

    def layers(self) -> list[tuple[np.ndarray, np.ndarray]]:
        """The network's weights and biases, as copies."""
        return [(_array(weight), _array(bias)) for weight, bias in self._network]

    def tensors(self) -> dict[str, np.ndarray]:
        """Both networks and Adam's moments, as copies: all that later steps depend on but the settings."""
        return {name: _array(tensor) for name, tensor in self._named()}

    def restore(self, tensors: Mapping[str, np.ndarray]) -> None:
        """Put back what :meth:`tensors` gave for a learner of the same shape."""
        import torch

        with torch.no_grad():
            for name, tensor in self._named():
                tensor.copy_(self._tensor(taken(tensors, name, tuple(tensor.shape))))

    def _tensor(self, array: np.ndarray) -> Tensor:
        """A copy in torch's own memory: its products may differ in the last bit where memory is aligned otherwise."""
        import torch

        return torch.tensor(np.asarray(array, np.float32), device=self._device)

    def _named(self) -> Iterator[tuple[str, Tensor]]:
        for network, layers in (("network", self._network), ("target", self._target)):
            for number, layer in enumerate(layers):
                for part, tensor in zip(("weight", "bias"), layer, strict=True):
                    yield f"{network}.{number}.{part}", tensor
                    if network == "network":
                        for moment, held in self._adam.state[tensor].items():
                            yield f"adam.{number}.{part}.{moment}", held


def _forward(network: Parameters, inputs: Tensor) -> Tensor:
    import torch

    for weight, bias in network[:-1]:
        inputs = torch.relu(torch.addmm(bias, inputs, weight))
    weight, bias = network[-1]
    return torch.addmm(bias, inputs, weight)


def _array(tensor: Tensor) -> np.ndarray:
    return np.array(tensor.detach().cpu().numpy())
