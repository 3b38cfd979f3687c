"""The method ``ppo``: a policy learns from what its own decisions came to, by proximal policy optimisation.

A step plays games. In each at least one seat is the newest policy's, which draws its actions; the other seats are drawn
from the population. Each decision of the newest policy is compared with the expected value (generalised advantage
estimation with no discount: only the end of a game has a reward). Then some passes of Adam over these decisions make
actions likelier that did better than expected, within bounds (the clipped objective). They also bring the expected win
shares nearer to what happened. Illegal actions are masked: they have no chance and no gradient.

The source is Schulman, Wolski, Dhariwal, Radford, Klimov: "Proximal policy optimization algorithms", 2017.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from ...errors import BadTraining
from ...networks import Network
from ...networks.inference import POLICY
from ...networks.network import in_order
from ...runtime.stream import deal_seed
from ...values.schema import FEATURES, action_names, schema_for
from ..fitting import device_for, torch_for_training
from ..method import Device, Layers, Task, Weights, training_seeds
from ..population import MEANING, PAST, SELF, PastVersions, Population
from ..population import NAME as AGAINST_PAST
from ..rollouts import Decisions, Rollouts, returns

if TYPE_CHECKING:
    from torch import Tensor


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


# ---------------------------------------------------------------------------------------------------------- The method


KIND: Final = POLICY
METRICS: Final = {
    "won": "What it wins of the games in which others sit too, as a multiple of what chance would give; more than 1 "
    "means that it is stronger than them, and where itself sits too, than their mix with itself.",
    "entropy": "How undecided it is, in nats; it falls as it learns, but at 0 it would try nothing new.",
    "value_loss": "The cross-entropy of the win shares that it expects, in nats; less is better, but the dice leave a "
    "rest that nobody can foresee.",
    "divergence": "How far its chances moved in this step, in nats; far beyond 0.02 it may forget what it could.",
    "clipped": "The part of the decisions whose chances moved so far that they were held back; 0.1 to 0.2 is usual.",
    AGAINST_PAST: MEANING,
    "capped": "The share of games that only a cap ended; if it grows beyond 0.2, the agents learn not to play.",
    "decisions": "The mean number of decisions of a game.",
    "learned_from": "How many decisions with a choice the step learned from.",
}
NEWBORN: Final = 0.01
"""The factor of the last layer's weights at the beginning: all that is legal is about as likely."""
NAME: Final = "policy"
"""The name of the network in a run's folder."""


class Settings(BaseModel):
    """The settings of the method ``ppo``."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    inputs: str = Field(default=FEATURES, description="the network's inputs")
    layers: Layers = Field(default=[64, 64], min_length=1, description="the units of each hidden layer")
    steps: int = Field(default=100, ge=1, le=1_000_000, description="how often games are played and learned from")
    games: int = Field(default=200, ge=1, le=1_000_000, description="games of a step")
    population: Weights = Field(
        default={SELF: 1.0},
        description=f"who plays: the weight of {SELF} (the newest policy), {PAST} (earlier ones), and agents' names",
    )
    past: int = Field(default=5, ge=1, le=1000, description=f"how many earlier policies {PAST} may be")
    past_every: int = Field(default=10, ge=1, le=1_000_000, description="after how many steps one is kept for that")
    trace: float = Field(
        default=0.95,
        ge=0.0,
        le=1.0,
        description="λ: how far a decision is judged by the result, at 1 by it alone, and not by the next estimates",
    )
    clip: float = Field(default=0.2, gt=0.0, le=1.0, description="how far a chance moves in a step, as a ratio")
    entropy: float = Field(default=0.01, ge=0.0, le=10.0, description="the weight of the entropy as training begins")
    entropy_end: float = Field(default=0.001, ge=0.0, le=10.0, description="… and at its end")
    value: float = Field(default=0.5, ge=0.0, le=100.0, description="the weight of the win shares' loss")
    epochs: int = Field(default=4, ge=1, le=1000, description="passes over a step's decisions")
    divergence: float = Field(
        default=0.03, ge=0.0, le=100.0, description="passes end early when the chances moved so far, in nats; 0: never"
    )
    batch: int = Field(default=1024, ge=1, le=1_000_000, description="decisions of a step of Adam")
    learning_rate: float = Field(
        default=0.001, gt=0.0, le=1.0, description="Adam's as training begins; it falls to 0 at its end"
    )
    gradient: float = Field(default=0.5, gt=0.0, le=1e6, description="the norm that gradients are cut to")
    device: Device = "auto"


class Ppo:
    """The method between two steps (see :class:`magnate.learn.method.Method`)."""

    def __init__(self, task: Task) -> None:
        settings: Settings = task.settings
        self._seed = task.seed
        self._settings = settings
        self._rollouts = Rollouts(task.game, schema_for(task.game.name, settings.inputs), task.threads)
        self._population = Population(task.game, settings.population, settings.past)
        self._players = task.game.players
        actions = task.game.info.max_actions
        sizes = [self._rollouts.inputs, *settings.layers, actions + task.game.players]
        self._learner = Learner(_newborn(sizes, deal_seed(task.seed, "network")), actions, settings.device)
        self._past: list[Network] = []  # the newest first
        self._own_past = PastVersions()
        self.total = settings.steps

    def step(self, number: int) -> dict[str, float]:
        """Games are played, and the policy learns from its decisions in them."""
        settings, games = self._settings, self._settings.games
        networks = [self._learner.network(), *self._past]
        seats = self._seats(games, len(networks), number)
        seeds = training_seeds(self._seed, number, range(games))
        found = self._rollouts.play(seeds, seats, self._population.rows, networks)
        noted = {}
        if len(found.actions):  # a game may end before anybody has a choice
            targets = returns(found.shares, found.results, found.following, settings.trace)
            advantages = normalised(targets[:, 0] - found.shares[:, 0])
            order = deal_seed(self._seed, "batches", number)
            noted = self._learner.learn(found, advantages, targets, self._schedule(number), order)
        if (number + 1) % settings.past_every == 0:
            self._past = [self._learner.network(), *self._past][: settings.past]
        own = {"won": found.won, "capped": found.capped, "decisions": found.length, "learned_from": len(found.actions)}
        noted |= self._own_past.noted(seats, found.wins, len(networks))
        return {name: value for name, value in (own | noted).items() if name in METRICS}

    def tensors(self) -> dict[str, np.ndarray]:
        """The policy with Adam's moments, the earlier policies, and the games against these that were counted."""
        kept = {**self._learner.tensors(), AGAINST_PAST: self._own_past.counts}
        for number, network in enumerate(self._past):
            for layer, (weight, bias) in enumerate(zip(network.weights, network.biases, strict=True)):
                kept[f"past.{number}.{layer}.weight"], kept[f"past.{number}.{layer}.bias"] = weight, bias
        return kept

    def restore(self, tensors: Mapping[str, np.ndarray]) -> None:
        """The policies as they were."""
        self._learner.restore(tensors)
        self._own_past = PastVersions(tensors.get(AGAINST_PAST))
        layers = range(len(self._settings.layers) + 1)
        numbers = range(len({name.split(".")[1] for name in tensors if name.startswith("past.")}))
        self._past = [
            Network(*(tuple(tensors[f"past.{number}.{layer}.{part}"] for layer in layers) for part in PARTS))
            for number in numbers
        ]

    def networks(self) -> dict[str, Network]:
        """The newest policy."""
        return {NAME: self._learner.network()}

    def _seats(self, games: int, networks: int, number: int) -> np.ndarray:
        """Who plays: as the population draws, but in every game at least one seat learns."""
        seats = self._population.seats(games, networks, deal_seed(self._seed, "seats", number))
        without = np.flatnonzero(~(seats == -1).any(axis=1))
        seats[without, without % self._players] = -1
        return seats

    def _schedule(self, number: int) -> Schedule:
        """How step ``number`` learns."""
        settings, done = self._settings, number / self.total
        return Schedule(
            settings.epochs,
            settings.batch,
            settings.learning_rate * (1.0 - done),
            settings.clip,
            settings.entropy + (settings.entropy_end - settings.entropy) * done,
            settings.value,
            settings.gradient,
            settings.divergence,
        )


begin = Ppo
PARTS: Final = ("weight", "bias")


def output_names(game: str, networks: Mapping[str, Network]) -> dict[str, tuple[str, ...]]:
    """The actions, which the policy's first outputs stand for."""
    return {name: action_names(game) for name in networks}


def renumbered(tensors: Mapping[str, np.ndarray], before: Sequence[str], now: Sequence[str]) -> dict[str, np.ndarray]:
    """A checkpoint's tensors, for a game whose actions were ``before`` and are ``now``, by their ids.

    A new action's logit begins at 0, and all that belongs to it; that of an action that is gone is dropped.
    """
    last = max(int(name.split(".")[1]) for name in tensors if name.startswith("network."))

    def is_of_outputs(name: str) -> bool:
        parts = name.split(".")  # network.LAYER.PART, adam.LAYER.PART.MOMENT, past.NUMBER.LAYER.PART
        layer = {"network": 1, "adam": 1, "past": 2}.get(parts[0])
        return layer is not None and int(parts[layer]) == last and parts[-1] != "step"

    return {
        name: in_order(tensor, before, now, 0.0) if is_of_outputs(name) else tensor for name, tensor in tensors.items()
    }


def normalised(advantages: np.ndarray) -> np.ndarray:
    """Advantages with mean 0 and standard deviation 1, so that steps are as long whatever is at stake.

    >>> normalised(np.array([1.0, 3.0])).round(6).tolist()
    [-1.0, 1.0]
    """
    centred: np.ndarray = advantages - advantages.mean()
    return centred / (centred.std() + 1e-8)


def _newborn(sizes: list[int], seed: int) -> Network:
    """A policy that has learned nothing: what is legal is about as likely, and everybody's win share the same."""
    made = Network.new(sizes, seed)
    return Network((*made.weights[:-1], made.weights[-1] * NEWBORN), made.biases)
