"""Fitted policy iteration on the values of afterstates.

Each round plays games with the newest network and the rest of the population. It keeps some positions of each game that
a choice led to, with what every seat won, and fits the network to these and to those of the rounds before. The
network's play is greedy: it takes the action after which its own share is greatest by its estimate. So each round
evaluates the policy of the round before, and improves it (Sutton and Barto, "Reinforcement Learning", 2018, section
4.3). A function takes the place of the table; Tesauro (1995) learned backgammon so.

In the end a calibrated network can be made, for the win probabilities of each seat (``calibration_games``). The network
that decides has learned from the choices of all seats of the population, weak ones too. So its estimates are too near
to equal shares in its own games. The calibrated one starts from it and is fitted to what its own choices lead to. All
its layers are fitted: the last one alone would be right over the whole game, but not in each phase of it. It would
decide worse, because it has only seen what follows from the choices that are made.

What a round plays follows from the networks until then, the seed and its number. So a checkpoint needs no positions:
only the networks, from which the games of the last rounds are played again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from ...agents.learned.agent import PLANNING, NetworkAgent
from ...agents.search_spec import delegate_row
from ...agents.spec import resolve
from ...errors import BadTraining
from ...networks import Network
from ...networks.files import CALIBRATED, VALUE, WIN_SHARES
from ...runtime.stream import deal_seed
from ...values.schema import FEATURES, schema_for
from ..calibration import calibration_error, cross_entropy, guesses
from ..fitting import Schedule, fitted, torch_for_training
from ..method import Device, Layers, Task, Weights, training_seeds
from ..population import MEANING, PAST, SELF, PastVersions, Population, all_sitters
from ..population import NAME as AGAINST_PAST
from ..samples import Sampler, Samples, SparseRows

KIND: Final = WIN_SHARES
RENAMED: Final = {
    "deputy": "delegate",
    **{f"telling_{what}": f"calibration_{what}" for what in ("games", "positions", "epochs")},
}
"""Keys by their earlier names, which are accepted."""
TOGETHER: Final = VALUE
ON_CARD: Final = True
METRICS: Final = {
    "cross_entropy": "How well the network fits the positions that it was fitted to, in nats; less is better, but the "
    "dice leave a rest that nobody can foresee.",
    "new_cross_entropy": "The same on the round's new games before it was fitted to them: what it really knows.",
    "calibration_error": "How far its win probabilities in these new games are from what happened, on average; less is "
    "better.",
    AGAINST_PAST: MEANING,
    "capped": "The share of games that only a cap ended; if it grows beyond 0.2, the agents learn not to play.",
    "decisions": "The mean number of decisions of a game.",
}


class Settings(BaseModel):
    """The settings of the method ``values``."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    inputs: str = Field(default=FEATURES, description="the network's inputs")
    layers: Layers = Field(default=[64, 32], description="the units of each hidden layer")
    start: str = Field(
        default="",
        description="an agent with whose network the training begins, its first past; none: random weights",
    )
    rounds: int = Field(default=10, ge=1, le=100_000, description="how often games are played and the network fitted")
    games: int = Field(default=4000, ge=1, le=10_000_000, description="games of a round")
    first_games: int = Field(
        default=0, ge=0, le=10_000_000, description="games of the first round, if not as many as of the others"
    )
    positions: int = Field(default=8, ge=1, le=10_000, description="positions kept of each game")
    opening: int = Field(
        default=0, ge=0, le=1_000_000, description="how many random decisions may begin a game: 0 to so many do"
    )
    epsilon: float = Field(
        default=0.05, ge=0.0, le=1.0, description="how often a network takes a random action while it trains"
    )
    population: Weights = Field(
        default={SELF: 1.0},
        description=f"who plays: the weight of {SELF} (the newest network), {PAST} (earlier ones), and agents' names",
    )
    delegate: str = Field(
        default="", description="the agent to which a network leaves what it cannot value, if its game's agents say so"
    )
    offers: float = Field(
        default=PLANNING.offers,
        ge=0.0,
        le=1.0,
        description="how often a network uses a turn for offers while it trains, in games that have them",
    )
    past: int = Field(default=5, ge=1, le=1000, description=f"how many earlier networks {PAST} may be")
    keep: int = Field(default=4, ge=1, le=1000, description="how many rounds' positions the network is fitted to")
    epochs: int = Field(default=2, ge=1, le=1000, description="passes over these positions, each round")
    batch: int = Field(default=256, ge=1, le=1_000_000, description="positions of a step of Adam")
    learning_rate: float = Field(
        default=0.002,
        gt=0.0,
        le=1.0,
        description="Adam's as training begins; it falls to 0 at its end, and within each round",
    )
    weight_decay: float = Field(
        default=0.0,
        ge=0.0,
        le=10.0,
        description="how strongly weights are drawn towards 0: by so much of the learning rate in each step",
    )
    averaged: float = Field(
        default=0.0,
        ge=0.0,
        le=1.0,
        description="the last part of each fit's steps over which weights are averaged; 0: the last step alone counts",
    )
    calibration_games: int = Field(
        default=0,
        ge=0,
        le=10_000_000,
        description="games after the last round, half of the seats its own, to which a calibrated network is fitted; "
        "0: the deciding network's win probabilities are used",
    )
    calibration_positions: int = Field(default=8, ge=1, le=10_000, description="positions kept of each of these games")
    calibration_epochs: int = Field(
        default=10, ge=1, le=1000, description="passes over them, beginning with the deciding network"
    )
    device: Device = "auto"


class Values:
    """The method between two rounds (see :class:`magnate.learn.method.Method`)."""

    def __init__(self, task: Task) -> None:
        torch_for_training()  # a missing package is reported before games are played
        settings: Settings = task.settings
        self._task = task
        self._settings = settings
        self._sampler = _sampler(task, settings.positions)
        self._population = Population(task.game, settings.population, settings.past, settings.inputs)
        self._delegate = delegate_row(task.game.name, settings.delegate) if settings.delegate else ()
        self._schedule = Schedule(
            *(settings.epochs, settings.batch, settings.learning_rate, settings.device),
            *(settings.weight_decay, settings.averaged),
        )
        self._start = [self._begun_with(settings.start)] if settings.start else []
        self._learned: list[Network] = []  # the network after each round
        self._kept: list[Samples] = []
        self._past_versions = PastVersions()
        self._calibrated: Network | None = None  # made by a step of its own after the last round
        self.total = settings.rounds + (settings.calibration_games > 0)

    def step(self, number: int) -> dict[str, float]:
        """Play a round's games and fit the network to them. The step after the last round makes the calibrated one."""
        if number == self._settings.rounds:
            return self._calibrate()
        if not self._kept:  # a restored method has the networks only
            self._kept = [self._played(earlier) for earlier in range(max(0, number + 1 - self._settings.keep), number)]
        fresh = self._played(number)
        before = self._network_before(number)
        guessed = guesses(before, fresh.inputs)
        self._kept = [*self._kept, fresh][-self._settings.keep :]
        inputs = SparseRows.joined([one.inputs for one in self._kept])
        shares = np.concatenate([one.shares for one in self._kept])
        weights = np.concatenate([one.weights for one in self._kept])
        seed = deal_seed(self._task.seed, "fit", number)
        rate = self._schedule.learning_rate * (1.0 - number / self._settings.rounds)
        schedule = replace(self._schedule, learning_rate=rate)
        network, loss = fitted(before, inputs, shares, weights, schedule, seed)
        self._learned.append(network)
        return {
            "cross_entropy": loss,
            "new_cross_entropy": cross_entropy(guessed, fresh.shares, fresh.weights),
            "calibration_error": calibration_error(guessed, fresh.shares, fresh.weights),
            **self._past_versions.noted(fresh.seats, fresh.results, len(self._newest_before(number))),
            "capped": fresh.capped,
            "decisions": fresh.decisions,
        }

    def tensors(self) -> dict[str, np.ndarray]:
        """The network after each round, from which all games can be played again, and the calibrated one.

        The counts of the games against past versions are there too.
        """
        calibrated = [] if self._calibrated is None else [self._calibrated]
        networks = {
            f"{number}.{part}.{layer}": tensor
            for number, network in enumerate([*self._learned, *calibrated])
            for part, tensors in (("weights", network.weights), ("biases", network.biases))
            for layer, tensor in enumerate(tensors)
        }
        return {**networks, AGAINST_PAST: self._past_versions.counts}

    def restore(self, tensors: Mapping[str, np.ndarray]) -> None:
        """The networks as they were; the next step plays the games again that it is fitted to."""
        layers = len(self._settings.layers) + 1
        numbers = {int(name.split(".")[0]) for name in tensors if name != AGAINST_PAST}
        found = [
            Network(*(tuple(tensors[f"{number}.{part}.{k}"] for k in range(layers)) for part in ("weights", "biases")))
            for number in sorted(numbers)
        ]
        self._learned = found[: self._settings.rounds]
        self._calibrated = found[-1] if len(found) > self._settings.rounds else None
        self._kept = []
        self._past_versions = PastVersions(tensors.get(AGAINST_PAST))

    def networks(self) -> dict[str, Network]:
        """The newest network, which decides, and the calibrated one if there is one."""
        newest = {VALUE: self._network_before(len(self._learned))}
        return newest if self._calibrated is None else {**newest, CALIBRATED: self._calibrated}

    def learned(self) -> list[Network]:
        """The network after each round so far."""
        return list(self._learned)

    def _calibrate(self) -> dict[str, float]:
        """Fit the calibrated network to its own choices, at tables at which half of the seats are its own."""
        settings, seed, network = self._settings, self._task.seed, self._learned[-1]
        others = {name: weight for name, weight in settings.population.items() if name not in {SELF, PAST}}
        half = {SELF: sum(others.values()) or 1.0, **others}
        population = Population(self._task.game, half, 1, settings.inputs)
        seats = population.seats(settings.calibration_games, 1, deal_seed(seed, "seats", settings.rounds))
        found = _sampler(self._task, settings.calibration_positions).play(
            training_seeds(seed, settings.rounds, range(settings.calibration_games)),
            *(seats, population.rows, all_sitters([network], population.frozen, 0.0, self._delegate)),
        )
        own = np.flatnonzero(found.choosers == -1)
        inputs, shares = found.inputs.chosen(own), found.shares[own]
        guessed, alike = guesses(network, inputs), np.ones(len(own), np.float32)
        schedule = replace(self._schedule, epochs=settings.calibration_epochs)
        fit_seed = deal_seed(seed, "fit", settings.rounds)
        self._calibrated, loss = fitted(network, inputs, shares, alike, schedule, fit_seed)
        return {
            "cross_entropy": loss,
            "new_cross_entropy": cross_entropy(guessed, shares, alike),
            "calibration_error": calibration_error(guessed, shares, alike),
            "capped": found.capped,
            "decisions": found.decisions,
        }

    def _network_before(self, number: int) -> Network:
        """The network that round ``number`` begins with; before the first it may have learned nothing."""
        before = self._newest_before(number)
        return before[0] if before else Network.new(self._sizes(), deal_seed(self._task.seed, "network"))

    def _begun_with(self, spec: str) -> Network:
        """The network of an agent, which must be one that this training could have made."""
        game = self._task.game
        agent = resolve(game.name, spec, game.players)
        network = agent.network if isinstance(agent, NetworkAgent) else None
        fits = isinstance(agent, NetworkAgent) and agent.schema.name == self._settings.inputs
        if not isinstance(network, Network) or not fits or list(network.sizes) != self._sizes():
            raise BadTraining(
                f'this training cannot begin with "{spec}"',
                hint=f"name a network with the inputs {self._settings.inputs} and has the sizes "
                f"{'-'.join(map(str, self._sizes()))}, such as one of network:FILE",
            )
        return network

    def _sizes(self) -> list[int]:
        """The units of each layer of the network."""
        return [self._sampler.inputs, *self._settings.layers, self._task.game.players]

    def _newest_before(self, number: int) -> list[Network]:
        """The networks that may sit in the games of round ``number``: those of the rounds before, the newest first."""
        return [*self._start, *self._learned[:number]][-1 - self._settings.past :][::-1]

    def _played(self, number: int) -> Samples:
        """The games of round ``number``."""
        networks = self._newest_before(number)
        seed, games = self._task.seed, self._settings.games
        if number == 0 and self._settings.first_games:
            games = self._settings.first_games
        seats = self._population.seats(games, len(networks), deal_seed(seed, "seats", number))
        sitters = all_sitters(networks, self._population.frozen, self._settings.epsilon, self._delegate)
        return self._sampler.play(training_seeds(seed, number, range(games)), seats, self._population.rows, sitters)


def _sampler(task: Task, positions: int) -> Sampler:
    """What plays the games of a training and keeps so many positions of each."""
    settings: Settings = task.settings
    schema, planning = schema_for(task.game.name, settings.inputs), PLANNING._replace(offers=settings.offers)
    given = task.game, schema, positions, settings.opening, task.threads, planning, task.listener, task.device
    return Sampler(*given)


begin = Values
