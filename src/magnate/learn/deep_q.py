"""Deep Q learning (Mnih and others 2015): values of actions by a network, from transitions in a replay buffer.

It knows no game. Everything that later steps depend on goes out and in as named arrays (``tensors``), and all draws
follow from (seed, purpose, number). So an interrupted run continues to the same bits.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from ..errors import BadValue
from ..networks.network import in_order
from .fitting import device_for, torch_for_training
from .transitions import Purpose, Replay, Transitions, draws, join, part, taken

if TYPE_CHECKING:
    from torch import Tensor


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
                for which, tensor in zip(("weight", "bias"), layer, strict=True):
                    yield f"{network}.{number}.{which}", tensor
                    if network == "network":
                        for moment, held in self._adam.state[tensor].items():
                            yield f"adam.{number}.{which}.{moment}", held


def _forward(network: Parameters, inputs: Tensor) -> Tensor:
    import torch

    for weight, bias in network[:-1]:
        inputs = torch.relu(torch.addmm(bias, inputs, weight))
    weight, bias = network[-1]
    return torch.addmm(bias, inputs, weight)


def _array(tensor: Tensor) -> np.ndarray:
    return np.array(tensor.detach().cpu().numpy())


# ---------------------------------------------------- Exploration: epsilon as a function of the episodes (games) played


Schedule = Callable[[int], float]
"""``schedule(episode)``: epsilon in the episode of that number, from 0."""


@dataclass(frozen=True, slots=True)
class Geometric:
    """From ``start`` times ``factor`` with every episode down to ``end``; the defaults are the thesis'.

    >>> Geometric()(0), Geometric()(1), Geometric()(1000)
    (1.0, 0.995, 0.1)
    """

    start: float = 1.0
    end: float = 0.1
    factor: float = 0.995

    def __call__(self, episode: int) -> float:
        """Epsilon in that episode."""
        return max(self.end, self.start * self.factor**episode)


@dataclass(frozen=True, slots=True)
class Linear:
    """From ``start`` in equal steps to ``end``, which is reached after so many ``episodes``.

    >>> Linear(1.0, 0.0, 4)(1), Linear(1.0, 0.0, 4)(9)
    (0.75, 0.0)
    """

    start: float
    end: float
    episodes: int

    def __call__(self, episode: int) -> float:
        """Epsilon in that episode."""
        if episode >= self.episodes:
            return self.end
        return self.start + (self.end - self.start) * episode / self.episodes


@dataclass(frozen=True, slots=True)
class ThenGreedy:
    """By another schedule for so many ``episodes``, then without exploration (the thesis: in the last quarter).

    >>> ThenGreedy(Geometric(), 15_000)(14_999), ThenGreedy(Geometric(), 15_000)(15_000)
    (0.1, 0.0)
    """

    schedule: Schedule
    episodes: int

    def __call__(self, episode: int) -> float:
        """Epsilon in that episode."""
        return self.schedule(episode) if episode < self.episodes else 0.0


# ---------------------------------------------------------------------------------------------------------- The trainer


@dataclass(frozen=True, slots=True)
class Settings:
    """What decides how is learnt; the defaults are the thesis', but for the buffer's size, which it does not tell.

    ``batch`` transitions are drawn for a step of Adam from the last ``capacity``; the target network is copied every
    ``copy_every`` episodes; ``epsilon`` is the exploration's schedule.
    """

    learning_rate: float = 0.001
    batch: int = 64
    capacity: int = 100_000
    copy_every: int = 10
    huber: float = 1.0
    double: bool = False
    device: str = "cpu"
    epsilon: Schedule = field(default_factory=Geometric)


class DeepQ:
    """A network that learns the values of actions, from experts' transitions (:meth:`study`) and from its own.

    For its own: :meth:`act` in games, :meth:`remember` the transitions, :meth:`practise`, and :meth:`end_episode` after
    every game. It begins with ``layers``; all its draws follow from ``seed``.
    """

    def __init__(self, layers: Layers, seed: int, settings: Settings | None = None) -> None:
        self.settings = settings or Settings()
        self.seed = seed
        self.learner = Learner(
            layers,
            learning_rate=self.settings.learning_rate,
            huber=self.settings.huber,
            double=self.settings.double,
            device=self.settings.device,
        )
        inputs, outputs = layers[0][0].shape[0], layers[-1][0].shape[1]
        self.replay = Replay(self.settings.capacity, inputs, outputs, seed)
        self.updates = 0
        """Steps of Adam so far."""
        self.episodes = 0
        """Episodes so far."""

    @property
    def epsilon(self) -> float:
        """The chance of a random action in this episode."""
        return self.settings.epsilon(self.episodes)

    def act(self, observations: np.ndarray, masks: np.ndarray, number: int) -> np.ndarray:
        """Actions for decisions, a row each, with this episode's exploration; ``number`` names the draws."""
        generator = draws(self.seed, Purpose.EXPLORE, number)
        return epsilon_greedy(self.learner.values(observations), masks, self.epsilon, generator)

    def remember(self, transitions: Transitions) -> None:
        """Add transitions to the replay buffer."""
        self.replay.add(transitions)

    def practise(self) -> float:
        """One step of Adam on a batch drawn from the replay buffer; its loss."""
        return self._update(self.replay.sample(self.settings.batch, self.updates))

    def end_episode(self) -> None:
        """Count an episode; every so many the target network is copied."""
        self.episodes += 1
        if self.episodes % self.settings.copy_every == 0:
            self.learner.copy_target()

    def study(self, transitions: Transitions) -> float:
        """One pass over given transitions, an expert's say, in a random order; the mean loss.

        There are no episodes here. The thesis takes one step of Adam after each game, so a batch stands for one: the
        target network is copied every ``copy_every`` batches. The last batch may be smaller.
        """
        transitions.check()
        order = draws(self.seed, Purpose.ORDER, self.updates).permutation(len(transitions))
        total = 0.0
        for first in range(0, len(order), self.settings.batch):
            batch = transitions.rows(order[first : first + self.settings.batch])
            total += self._update(batch) * len(batch)
            if self.updates % self.settings.copy_every == 0:
                self.learner.copy_target()
        return total / max(len(order), 1)

    def tensors(self) -> dict[str, np.ndarray]:
        """All that later steps depend on but the seed and the settings, as copies."""
        counters = {"updates": np.array(self.updates), "episodes": np.array(self.episodes)}
        return join({"learner": self.learner.tensors(), "replay": self.replay.tensors(), "count": counters})

    def restore(self, tensors: Mapping[str, np.ndarray]) -> None:
        """Put back what :meth:`tensors` gave for the same sizes, seed and settings: it goes on to the same bits."""
        self.learner.restore(part(tensors, "learner"))
        self.replay.restore(part(tensors, "replay"))
        counters = part(tensors, "count")
        self.updates, self.episodes = (int(taken(counters, name, ())) for name in ("updates", "episodes"))

    def _update(self, batch: Transitions) -> float:
        loss = self.learner.learn(batch)
        self.updates += 1
        return loss


def with_outputs(tensors: Mapping[str, np.ndarray], before: Sequence[str], now: Sequence[str]) -> dict[str, np.ndarray]:
    """The tensors of :meth:`DeepQ.tensors`, whose outputs were ``before``, for the outputs ``now``, by their names.

    What belongs to a new output begins at 0, and is not legal in earlier transitions. An output that is gone takes the
    transitions with it whose action it was.
    """
    if tuple(before) == tuple(now):
        return dict(tensors)
    last = max(int(name.split(".")[2]) for name in tensors if name.startswith("learner.network."))
    found = {}
    for name, tensor in tensors.items():
        parts = name.split(".")  # learner.NETWORK.LAYER.PART, learner.adam.LAYER.PART.MOMENT, replay.COLUMN
        of_outputs = parts[0] == "learner" and int(parts[2]) == last and parts[-1] != "step"
        if of_outputs or name in ("replay.mask", "replay.next_mask"):
            tensor = in_order(tensor, before, now, 0)
        found[name] = tensor
    places = np.array([now.index(name) if name in now else -1 for name in before])
    action = places[tensors["replay.action"]]
    for column in (name for name in found if name.startswith("replay.") and found[name].ndim):
        found[column] = found[column][action >= 0]
    found["replay.action"] = action[action >= 0]
    if (action < 0).any():
        found["replay.added"] = np.array(int((action >= 0).sum()))
    return found
