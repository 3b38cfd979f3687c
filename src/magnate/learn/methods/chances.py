"""Learning the win chance of every seat at every position (:mod:`magnate.analysis`), from games of several populations.

Each step plays new games at tables of several presets and sizes and fits the network to their positions, each shown
once. A position's target is what the seats won in the end. From step ``alone`` on a part ``ahead`` of it is what the
network itself says of what comes. At chance nodes that is the mean over all outcomes, by their exact weights.
Elsewhere it is the chances at the next settled chance node of that game. So luck later in the game disturbs less, and
the network learns to agree with itself (Sutton and Barto, "Reinforcement Learning", 2018, section 7.1).

The network is the same for all seats and tables (:mod:`magnate.networks.seats`). A checkpoint holds it and Adam's
moments; no game is played again when the training goes on.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any, Final

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from ...networks import Network
from ...networks.seats import CODES, HEAD, POOL, SEAT_CHANCES, SeatNetwork
from ...runtime.stream import deal_seed
from ...values.chances import SeatInputs, SeatValuer, inputs_of
from ..chances import AT_CHANCE, KINDS, Met, Tables, table_like, tables_of
from ..fitting import device_for, torch_for_training
from ..method import Device, Task, Weights, training_seeds

__all__ = ["KIND", "METRICS", "TOGETHER", "Chances", "Settings", "begin"]

KIND: Final = SEAT_CHANCES
TOGETHER: Final = "chances"
ON_CARD: Final = True
METRICS: Final = {
    "cross_entropy": "How well the network foresees the results of the step's new games, in nats, before it is fitted "
    "to them; less is better, but the dice leave a rest that nobody can foresee.",
    "brier": "The mean squared difference between chances and results of a seat, before the fit; less is better.",
    "consistency": "How far chances at chance nodes are from their mean over the outcomes, on average, in points.",
    "positions": "The positions of the step.",
}
PARTS: Final = ("codes.weight", "codes.bias", "hidden.weight", "hidden.bias", "last.weight", "last.bias")
"""The network's tensors, in their order."""


class Settings(BaseModel):
    """The settings of the method ``chances``."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    inputs: str = Field(default="chances", description="what the network is shown of a position")
    codes: int = Field(default=96, ge=1, le=1024, description="the numbers of a seat's code")
    hidden: int = Field(default=48, ge=1, le=1024, description="the hidden units of the head")
    tables: Weights = Field(default={"official/4": 1.0}, description="PRESET/PLAYERS, each with its weight")
    population: Weights = Field(default={"strategic": 1.0}, description="who plays most games, by weight")
    wide: Weights = Field(default={"random": 1.0}, description="who plays the other games, by weight")
    wide_part: float = Field(default=0.2, ge=0.0, le=1.0, description="the part of games that the latter play")
    networks: dict[str, str] = Field(default={}, description="a network that plays too, by table")
    network_weight: float = Field(default=1.0, ge=0.0, description="its weight in the population of that table")
    steps: int = Field(default=20, ge=1, le=100_000, description="how often games are played and learned from")
    games: int = Field(default=4000, ge=1, le=10_000_000, description="games of a step, at all tables")
    positions: int = Field(default=24, ge=3, le=10_000, description="positions kept of each game")
    alone: int = Field(default=4, ge=0, le=100_000, description="steps that learn from results alone")
    ahead: float = Field(default=0.5, ge=0.0, le=1.0, description="the part of later chances in a target after these")
    mean: float = Field(default=0.8, ge=0.0, le=1.0, description="the same at chance nodes")
    epochs: int = Field(default=1, ge=1, le=100, description="passes over a step's positions")
    batch: int = Field(default=512, ge=1, le=1_000_000, description="positions of a step of Adam")
    learning_rate: float = Field(default=0.002, gt=0.0, le=1.0, description="Adam's as it begins; it falls to 0")
    device: Device = "auto"


class Chances:
    """The method between two steps (see :class:`magnate.learn.method.Method`)."""

    def __init__(self, task: Task) -> None:
        self._torch = torch_for_training()
        self._task = task
        self._settings: Settings = task.settings
        self._inputs = inputs_of(task.game.name)
        self._tables: dict[str, Tables] = {}
        self._device = device_for(self._settings.device)
        network = SeatNetwork.new(
            *(self._inputs.own, self._inputs.table, self._settings.codes, self._settings.hidden),
            deal_seed(task.seed, "network"),
        )
        self._kept = dict(zip(PARTS, tensors_of(network), strict=True))
        self._moments = {
            f"{name}.{which}": np.zeros_like(tensor) for name, tensor in self._kept.items() for which in ("m", "v")
        }
        self._taken = 0  # steps of Adam so far
        self.total = self._settings.steps

    def step(self, number: int) -> dict[str, float]:
        """Play the games of a step, note how well the network foresees them, and fit it to them."""
        tables = self._played(number)
        parts = list(tables.values())
        valuer = SeatValuer(self._task.game, self.network())
        known = [self._known(one, deal_seed(self._task.seed, "eyes", number, place)) for place, one in enumerate(parts)]
        noted = _noted(parts, known, valuer)
        alone = number < self._settings.alone
        data = []
        for one, hands in zip(parts, known, strict=True):
            targets = _targets(one, hands, None if alone else valuer, self._settings)
            data.append(Data(self._inputs, one.states, hands, targets, one.weights))
        self._fit([*data, *self._more(tables, number)], number)
        return noted

    def network(self) -> SeatNetwork:
        """The network as it is now."""
        return self.network_of(self._kept)

    @staticmethod
    def network_of(tensors: Mapping[str, np.ndarray]) -> SeatNetwork:
        """The network that these tensors are."""
        weights = [tensors[name] for name in PARTS]
        return SeatNetwork(
            Network((weights[0],), (weights[1],)), Network((weights[2], weights[4]), (weights[3], weights[5]))
        )

    def tensors(self) -> dict[str, np.ndarray]:
        """The network and Adam's moments."""
        return {**self._kept, **self._moments, "taken": np.array([self._taken])}

    def restore(self, tensors: Mapping[str, np.ndarray]) -> None:
        """The network and the moments as they were."""
        self._kept = {name: tensors[name] for name in self._kept}
        self._moments = {name: tensors[name] for name in self._moments}
        self._taken = int(tensors["taken"][0])

    def networks(self) -> dict[str, Network]:
        """The two parts of the network."""
        network = self.network()
        return {CODES: network.codes, HEAD: network.head}

    def _more(self, parts: Mapping[str, Met], number: int) -> list[Data]:  # noqa: ARG002
        """What else the network is fitted to in a step."""
        return []

    def _played(self, number: int) -> dict[str, Met]:
        """The positions of a step's games, by table."""
        settings, seed = self._settings, self._task.seed
        whole = sum(settings.tables.values())
        found: dict[str, Met] = {}
        begun = 0
        for name, weight in settings.tables.items():
            games = max(1, round(settings.games * weight / whole))
            seeds = training_seeds(seed, number, range(begun, begun + games))
            begun += games
            found[name] = self._table(name).play(
                seeds, deal_seed(seed, name, number), threads=self._task.threads, listener=self._task.listener
            )
        return {name: one for name, one in found.items() if len(one.states)}

    def _known(self, met: Met, seed: int) -> np.ndarray:
        """Whose hands the eyes know at each position: nobody's, one seat's, or all; at chance never one seat's.

        What chance may draw shows more than one seat knows.
        """
        draws, n, whole = np.random.default_rng(seed), len(met.states), (1 << met.players) - 1
        eyes, seats = draws.integers(3, size=n), draws.integers(met.players, size=n)
        one = np.where(met.kinds == AT_CHANCE, np.where(seats % 2 == 0, 0, whole), 1 << seats)
        return np.select([eyes == 0, eyes == 1], [np.zeros(n, np.int64), one], whole)

    def _table(self, name: str) -> Tables:
        """What plays at a table."""
        if name not in self._tables:
            table = table_like(self._task.game, name)
            self._tables[name] = tables_of(table, name, self._settings, self._task.device)
        return self._tables[name]

    def _fit(self, data: list[Data], number: int) -> None:
        """Fit the network to a step's positions, in batches of tables of one size, by Adam."""
        torch, settings = self._torch, self._settings
        order = np.random.default_rng(deal_seed(self._task.seed, "fit", number))
        weights = [torch.tensor(self._kept[name], device=self._device, requires_grad=True) for name in PARTS]
        adam = torch.optim.Adam(weights, lr=settings.learning_rate)
        for name, tensor in zip(PARTS, weights, strict=True):
            adam.state[tensor] = {
                "step": torch.tensor(float(self._taken)),
                "exp_avg": torch.tensor(self._moments[f"{name}.m"], device=self._device),
                "exp_avg_sq": torch.tensor(self._moments[f"{name}.v"], device=self._device),
            }
        for epoch in range(settings.epochs):
            batches = [batch for one in data for batch in one.batches(settings.batch, order)]
            for place, (one, rows) in enumerate(batches[i] for i in order.permutation(len(batches))):
                done = (number + (epoch + place / len(batches)) / settings.epochs) / settings.steps
                adam.param_groups[0]["lr"] = settings.learning_rate * (1.0 - done)
                own, table, there, wanted, heavy = (
                    torch.from_numpy(array).to(self._device) for array in one.rows(rows, self._inputs)
                )
                log_chances = _log_chances(torch, weights, own, table, there)
                error = -(heavy * (wanted * log_chances).sum(dim=1)).mean()
                if one.together > 1:
                    apart = ((log_chances.exp() * there) - wanted).reshape(-1, one.together, wanted.shape[1])
                    error = error + one.difference * ((apart - apart.mean(dim=1, keepdim=True)) ** 2).sum(dim=2).mean()
                adam.zero_grad()
                error.backward()
                adam.step()
                self._taken += 1
        self._kept = {name: one.detach().cpu().numpy() for name, one in zip(PARTS, weights, strict=True)}
        for name, tensor in zip(PARTS, weights, strict=True):
            self._moments[f"{name}.m"] = adam.state[tensor]["exp_avg"].cpu().numpy()
            self._moments[f"{name}.v"] = adam.state[tensor]["exp_avg_sq"].cpu().numpy()


class Data:
    """Positions of a table as numbers, with what they are fitted to and their weights; inputs in half precision.

    So many positions stay ``together``: those after the answers to one question. Then ``difference`` is the weight of
    how far the differences among them are from what they should be.
    """

    def __init__(
        self,
        game_inputs: SeatInputs,
        states: np.ndarray,
        known: np.ndarray,
        targets: np.ndarray,
        weights: np.ndarray,
        together: int = 1,
        difference: float = 0.0,
    ) -> None:
        players = targets.shape[1]
        self.together, self.difference = together, difference
        self._players = players
        self._inputs = game_inputs.rows(states, players, known).astype(np.float16)
        turned = (game_inputs.first(states)[:, None] + np.arange(players)) % players
        self._wanted = np.take_along_axis(targets, turned, axis=1).astype(np.float32)
        self._there = np.take_along_axis(game_inputs.there(states, players), turned, axis=1)
        self._heavy = weights.astype(np.float32)

    def batches(self, size: int, order: np.random.Generator) -> Iterator[tuple[Data, np.ndarray]]:
        """The rows of batches, mixed."""
        mixed = order.permutation(len(self._wanted) // self.together)
        mixed = (mixed[:, None] * self.together + np.arange(self.together)).ravel()
        size = max(1, size // self.together) * self.together
        yield from ((self, mixed[first : first + size]) for first in range(0, len(mixed), size))

    def rows(self, rows: np.ndarray, game_inputs: SeatInputs) -> tuple[np.ndarray, ...]:
        """What the network is shown of some rows, who is there, and what it should say, with their weights."""
        inputs = self._inputs[rows].astype(np.float32)
        own = inputs[:, : self._players * game_inputs.own].reshape(len(rows), self._players, game_inputs.own)
        table = inputs[:, self._players * game_inputs.own :]
        return own, table, self._there[rows], self._wanted[rows], self._heavy[rows]


def _log_chances(torch: Any, weights: list[Any], own: Any, table: Any, there: Any) -> Any:
    """The logarithms of the chances, as :class:`magnate.networks.seats.SeatNetwork` has them; 0 where nobody is."""
    codes, bias, hidden, hidden_bias, last, last_bias = weights
    wide, units = own.shape[2], codes.shape[1]
    found = torch.relu(own @ codes[:wide] + (table @ codes[wide:] + bias)[:, None]) * there[:, :, None]
    total = (POOL * found.sum(dim=1)) @ hidden[units:] + hidden_bias
    raw = (torch.relu(found @ hidden[:units] + total[:, None]) @ last + last_bias)[:, :, 0]
    logs = torch.log_softmax(raw.masked_fill(~there, -math.inf), dim=1)
    return logs.masked_fill(~there, 0.0)


def tensors_of(network: SeatNetwork) -> list[np.ndarray]:
    """A network's tensors in the order of :data:`PARTS`."""
    codes, head = network.codes, network.head
    found = (codes.weights[0], codes.biases[0], head.weights[0], head.biases[0], head.weights[1], head.biases[1])
    return [np.array(one) for one in found]


def _targets(met: Met, known: np.ndarray, valuer: SeatValuer | None, settings: Settings) -> np.ndarray:
    """What the network should say of each position (n, P), to eyes that know some hands."""
    targets = met.shares.astype(np.float64)
    if valuer is not None:
        at_chance = met.kinds == AT_CHANCE
        part = np.where(at_chance, settings.mean, settings.ahead)[:, None]
        ahead = np.empty(targets.shape)
        ahead[at_chance] = valuer.means(met.states[at_chance], met.players, known[at_chance])
        ahead[~at_chance] = valuer.chances(met.later[~at_chance], met.players, known[~at_chance])
        targets = part * ahead + (1.0 - part) * targets
    return targets


def _noted(parts: list[Met], known: list[np.ndarray], valuer: SeatValuer) -> dict[str, float]:
    """How well the network foresees these games."""
    entropy, brier, drift, positions, chances = 0.0, 0.0, 0.0, 0, 0
    for one, hands in zip(parts, known, strict=True):
        guessed = valuer.chances(one.states, one.players, hands)
        entropy -= float((one.weights * (one.shares * np.log(np.maximum(guessed, 1e-9))).sum(axis=1)).sum())
        brier += float((one.weights * ((one.shares - guessed) ** 2).mean(axis=1)).sum())
        some = np.flatnonzero(one.kinds == AT_CHANCE)[:: max(1, KINDS)]
        means = valuer.means(one.states[some], one.players, hands[some])
        drift += float(np.abs(means - guessed[some]).mean(axis=1).sum())
        positions, chances = positions + len(one.states), chances + len(some)
    return {
        "cross_entropy": entropy / max(1, positions),
        "brier": brier / max(1, positions),
        "consistency": 100.0 * drift / max(1, chances),
        "positions": float(positions),
    }


begin = Chances
