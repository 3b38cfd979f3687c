"""The method ``ppo``: a policy learns from what its own decisions came to, by proximal policy optimisation.

A step plays games. In each at least one seat is the newest policy's, which draws its actions; the other seats are drawn
from the population. Each decision of the newest policy is compared with the expected value (generalised advantage
estimation with no discount: only the end of a game has a reward). Then some passes of Adam over these decisions make
actions likelier that did better than expected, within bounds (the clipped objective). They also bring the expected win
shares nearer to what happened. Illegal actions are masked: they have no chance and no gradient.

The source is Schulman, Wolski, Dhariwal, Radford, Klimov: "Proximal policy optimization algorithms", 2017.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from ...networks import Network
from ...networks.inference import POLICY
from ...networks.network import in_order
from ...runtime.stream import deal_seed
from ...values.schema import FEATURES, action_names, schema_for
from ..method import Device, Layers, Task, Weights, training_seeds
from ..population import MEANING, PAST, SELF, PastVersions, Population
from ..population import NAME as AGAINST_PAST
from ..ppo.learner import Learner, Schedule
from ..ppo.rollouts import Rollouts, returns

__all__ = ["KIND", "METRICS", "Ppo", "Settings", "begin", "normalised", "output_names", "renumbered"]

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

    inputs: str = Field(default=FEATURES, description="what the network is told of a position")
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
