"""A network that says the win chances of all seats learns by the games that it plays itself, among others.

The method is that of :mod:`.chances`, with the newest network and its past at the tables: ``self`` and ``past`` in the
population. Each step plays new games and fits the network to their positions. Who plays greedily by a network that has
learned what its own play leads to improves on it (Sutton and Barto, "Reinforcement Learning", 2018, section 4.3).
Tables of several sizes and presets, and partners of several types, keep it from learning to please one kind.

Some questions, such as offers, are also played on from each of their answers (:mod:`..answers`): what a single answer
is worth drowns in the luck of whole games. Only the differences between the answers are learned from them. Who plays
them on is faster than the network and plays otherwise, so its chances as such are not the network's.

It may start from another network. Some earlier versions are kept in the checkpoint. No game is played again when a
training goes on.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

import numpy as np
from pydantic import Field

from ...agents.learned.agent import NetworkAgent, Planning
from ...agents.spec import resolve
from ...core.contract import SEATS
from ...errors import BadTraining
from ...networks.files import load
from ...networks.seats import CODES, HEAD, PackedSeats, SeatNetwork
from ...runtime.stream import deal_seed
from ...values.chances import inputs_of
from ...values.schema import schema_for
from ..answers import Questions
from ..chances import Met, Tables, table_like
from ..method import Task, Weights, file_of, training_seeds
from ..population import Sitter
from . import chances
from .chances import KIND, METRICS, ON_CARD, PARTS, TOGETHER, Chances, Data, tensors_of

if TYPE_CHECKING:
    from ...core.game import Game

__all__ = ["ADDED", "KIND", "METRICS", "ON_CARD", "TOGETHER", "League", "Settings", "begin"]


ADDED: Final = ("learns", "per_turn")


class Settings(chances.Settings):
    """The settings of the method ``league``."""

    begins_with: str = Field(
        default="", description='an agent or a file with the network to start from; "magnate/…": a file of magnate\'s'
    )
    past: int = Field(default=4, ge=0, le=8, description="earlier versions that play")
    every: int = Field(default=5, ge=1, le=100_000, description="steps from one version that is kept to the next")
    epsilon: float = Field(default=0.01, ge=0.0, le=1.0, description="the chance that it takes any action instead")
    offers: float = Field(default=0.3, ge=0.0, le=1.0, description="how often a turn is used for offers")
    margin: float = Field(default=0.01, ge=0.0, le=1.0, description="what an offer must gain at least")
    partner: float = Field(default=-0.02, ge=-1.0, le=1.0, description="what an offer must gain the partner at least")
    learns: float = Field(default=0.0, ge=0.0, le=1.0, description="what bids and purchases count in beliefs")
    per_turn: int = Field(default=2, ge=1, le=2, description="offers in a turn at most")
    exchanges: int = Field(default=24, ge=1, le=1000, description="exchanges valued with each partner")
    questions: int = Field(default=0, ge=0, le=100_000, description="questions of a step played on from each answer")
    answers: list[str] = Field(
        default=["accept", "reject"], min_length=2, description="the answers that such a question has"
    )
    tries: int = Field(default=128, ge=1, le=100_000, description="games from each of its answers")
    judges: Weights = Field(default={"strategic": 1.0}, description="who plays them, by weight: compiled agents")
    difference: float = Field(default=60.0, ge=0.0, description="the weight of differences between the answers")


class League(Chances):
    """The method between two steps (see :class:`magnate.learn.method.Method`)."""

    def __init__(self, task: Task) -> None:
        super().__init__(task)
        self._own: Settings = task.settings
        self._past: list[dict[str, np.ndarray]] = []
        self._asked = {
            name: Questions(table_like(task.game, name), self._own.answers, self._own.judges)
            for name in (self._own.tables if self._own.questions else ())
        }
        if self._own.begins_with:
            self._begin_from(self._own.begins_with)

    def step(self, number: int) -> dict[str, float]:
        """Play the games of a step, note how well the network foresees them, and fit it to them."""
        if self._own.past and number % self._own.every == 0:
            self._past = [self._kept, *self._past][: self._own.past]
        return super().step(number)

    def tensors(self) -> dict[str, np.ndarray]:
        """The network, Adam's moments and the earlier versions."""
        earlier = {f"past.{i}.{name}": tensor for i, one in enumerate(self._past) for name, tensor in one.items()}
        return super().tensors() | earlier

    def restore(self, tensors: Mapping[str, np.ndarray]) -> None:
        """All as it was."""
        super().restore(tensors)
        kept = range(sum(name.startswith("past.") for name in tensors) // len(PARTS))
        self._past = [{name: tensors[f"past.{i}.{name}"] for name in PARTS} for i in kept]

    def _begin_from(self, name: str) -> None:
        """Take the network of a file or of an agent."""
        network = _network_of(self._task.game, name)
        kept = dict(zip(PARTS, tensors_of(network), strict=True))
        if any(kept[part].shape != self._kept[part].shape for part in PARTS):
            raise BadTraining(
                f"the network of {name} has other sizes than codes and hidden", hint="set them to those of the network"
            )
        self._kept = kept

    def _sitters(self) -> list[Sitter]:
        """The networks that play, the newest first."""
        size = inputs_of(self._task.game.name).guide.INPUTS
        known = [self.network(), *(self.network_of(one) for one in self._past)]
        return [Sitter(PackedSeats(one, size, SEATS), self._own.epsilon) for one in known]

    def _played(self, number: int) -> dict[str, Met]:
        """The positions of a step's games, by table."""
        settings, seed = self._own, self._task.seed
        whole, sitters = sum(settings.tables.values()), self._sitters()
        found: dict[str, Met] = {}
        begun = 0
        for name, weight in settings.tables.items():
            games = max(1, round(settings.games * weight / whole))
            seeds = training_seeds(seed, number, range(begun, begun + games))
            begun += games
            of, threads, listener = deal_seed(seed, name, number), self._task.threads, self._task.listener
            found[name] = self._table(name).play(seeds, of, learned=sitters, threads=threads, listener=listener)
        return {name: one for name, one in found.items() if len(one.states)}

    def _more(self, parts: Mapping[str, Met], number: int) -> list[Data]:
        """Questions of the step's games, played on; a table's part is that of its positions.

        Left out are those after whose answers different seats are on turn, so that their numbers do not match.
        """
        own = self._own
        found: list[Data] = []
        whole = sum(len(one.states) for one in parts.values())
        for name, one in parts.items() if own.questions else ():
            seed = deal_seed(self._task.seed, "questions", name, number)
            asked = self._asked[name]
            ends = asked.found(one.states, round(own.questions * len(one.states) / whole), seed)
            seats = self._inputs.first(ends).reshape(-1, len(own.answers))
            alike = (seats == seats[:, :1]).all(axis=1)  # a debtor who is refused may lose the turn
            ends = ends[np.repeat(alike, len(own.answers))]
            if not len(ends):
                continue
            played = asked.played_on(ends, own.tries, seed, self._task.threads)
            nobodys, nothing = np.zeros(len(ends), np.int64), np.zeros(len(ends))  # only differences count
            pair = len(own.answers), own.difference
            found.append(Data(self._inputs, played.states, nobodys, played.shares, nothing, *pair))
        return found

    def _table(self, name: str) -> Tables:
        """What plays at a table."""
        if name not in self._tables:
            own = self._own
            planning = Planning(own.offers, own.margin, own.exchanges, own.partner, own.learns, float(own.per_turn))
            game = table_like(self._task.game, name)
            given = (own.population, own.wide, own.wide_part, own.positions, own.inputs, planning)
            self._tables[name] = Tables(game, *given, device=self._task.device)
        return self._tables[name]


def _network_of(game: Game, name: str) -> SeatNetwork:
    """The network of a file, or of an agent that plays by one."""
    if name.endswith(".safetensors"):
        found = load(file_of(name))
        schema_for(game.name, found.about.inputs).check(found.about)
        return SeatNetwork(found.networks[CODES], found.networks[HEAD])
    agent = resolve(game.name, name, game.players)
    if not isinstance(agent, NetworkAgent) or not isinstance(agent.network, PackedSeats):
        raise BadTraining(
            f'"{name}" does not play by a network of the chances of all seats', hint="name a file FILE.safetensors"
        )
    return agent.network.network


begin = League
