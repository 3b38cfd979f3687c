"""The method ``deep_q``: the thesis' deep Q agent, seven networks that learn from experts' games and from their own.

The settings are the thesis', and have a switch for what it leaves open.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Any, Final, Literal

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, field_validator

from ...agents.monopoly.deep_q import outputs as columns
from ...agents.monopoly.deep_q.agent import (
    ANSWERS,
    DESTRUCTIVE,
    GAME,
    PARENT,
    Shape,
    check_game,
)
from ...agents.monopoly.deep_q.agent import output_names as names_of
from ...agents.monopoly.deep_q.outputs import BUY, DOWNGRADE, NAMES
from ...agents.spec import resolve
from ...arena.games import cap_codes
from ...core.agents import CompiledAgent
from ...errors import BadTraining
from ...runtime.stream import deal_seed
from ...values.monopoly import THESIS
from ..deep_q import Geometric, ThenGreedy, with_outputs
from ..deep_q import Settings as LearnerSettings
from ..fitting import torch_for_training
from ..method import Device, training_seeds
from ..thesis import NETWORKS_SEAT, Head, NetworkPlay, Recorder, heads_for, outcome_transitions, thesis_transitions
from ..transitions import join, part

if TYPE_CHECKING:
    from ...networks import Network
    from ..method import Task
    from ..thesis import Recorded
    from ..transitions import Transitions

EXPERTS: Final = ("strategic:standard", "strategic:late_game", "strategic:cautious_accumulator")
"""The thesis' experts."""
OPPONENTS: Final = (
    "strategic:standard",
    "strategic:completionist_builder",
    "strategic:aggressive_investor",
    "strategic:trademaster",
    "strategic:late_game",
    "strategic:cautious_accumulator",
    "strategic:orange_hunter",
    "strategic:railroad_baron",
    "strategic:blocker",
    "strategic:hotelier",
)
"""Whom it meets in its own games: the ten configurations, and never the algorithmic agent."""
OWN_GAMES: Final = {
    "buy": 20_000,
    "upgrade": 25_000,
    "downgrade": 30_000,
    "mortgage": 30_000,
    "lift": 30_000,
    "fine": 40_000,
    "card": 50_000,
}
"""Games of its own that each network learns from: the first and the last are the thesis', between them are ours."""


class Settings(BaseModel):
    """The settings of the method ``deep_q``."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    inputs: Literal["thesis", "thesis_unscaled"] = Field(
        default="thesis", description="the networks' inputs: the 100 numbers, scaled to 0 to 1 or not"
    )
    layers: list[int] = Field(default=[128, 64, 32], description="the units of each hidden layer")
    places: Literal[40, 22] = Field(default=40, description="the outputs for mortgages: 40 squares, or 22 streets")
    one_network: bool = Field(default=False, description="one network with the outputs of all seven, trained at once")
    consent: bool = Field(default=True, description="whether mortgages and sales need the parent's consent")
    expert_games: int = Field(default=250_000, ge=0, le=100_000_000, description="games of the experts to learn from")
    experts: list[str] = Field(default=list(EXPERTS), min_length=1, description="the experts; all pairs play")
    own_games: dict[str, int] = Field(
        default=OWN_GAMES, description="games of its own that each network learns from; one network takes their sum"
    )
    opponents: list[str] = Field(default=list(OPPONENTS), min_length=1, description="whom it meets in its own games")
    rewards: Literal["thesis", "outcome"] = Field(
        default="thesis",
        description='"thesis": A.1 to A.8 from decision to decision; "outcome": nothing but the end of the game, with '
        "legal masks in targets, and an output for doing nothing",
    )
    targets: Literal["legal", "all"] = Field(
        default="legal", description="the outputs of which the best counts in the targets of the thesis' rewards"
    )
    span: Literal["transition", "action"] = Field(
        default="transition", description="over what wealth is compared by the thesis' rewards"
    )
    ahead: int = Field(
        default=1, ge=1, le=1_000_000, description='of how many own decisions the returns of "outcome" reach'
    )
    discount: float = Field(
        default=0.99, ge=0.0, le=1.0, description='what counts a decision later; with "outcome", an own turn later'
    )
    double: bool = Field(default=False, description="double Q learning")
    epsilon: float = Field(default=0.1, ge=0.0, le=1.0, description="the least chance of a random answer, until greedy")
    factor: float = Field(
        default=0.995, ge=0.0, le=1.0, description="by what that chance falls from 1 with every game of its own"
    )
    greedy: float = Field(default=0.25, ge=0.0, le=1.0, description="the last part of its own games, without chance")
    games_at_once: int = Field(
        default=10, ge=1, le=10_000, description="own games that are played before as many steps of Adam"
    )
    batch: int = Field(default=64, ge=1, le=1_000_000, description="experiences of a step of Adam")
    capacity: int = Field(default=100_000, ge=1, le=10_000_000, description="experiences in the replay buffer")
    copy_every: int = Field(
        default=10, ge=1, le=1_000_000, description="games, or experts' batches, until the target network is copied"
    )
    learning_rate: float = Field(default=0.001, gt=0.0, le=1.0, description="Adam's")
    device: Device = "auto"

    @field_validator("layers")
    @classmethod
    def _some_units(cls, layers: list[int]) -> list[int]:
        if not layers or not all(1 <= units <= 4096 for units in layers):
            raise ValueError("there must be a hidden layer, and each must have 1 to 4096 units")
        return layers

    @field_validator("own_games")
    @classmethod
    def _of_each(cls, games: dict[str, int]) -> dict[str, int]:
        if set(games) != set(NAMES) or min(games.values()) < 0:
            raise ValueError(f"a number of games, 0 at least, for each of {', '.join(NAMES)}")
        return {name: games[name] for name in NAMES}


# ----------------------------------------------------------------------------------------------------------- The method
#
# What experts do depends on no network. So all seven networks learn from one pass over the same games. Then, in the
# thesis' order, each learns from its own games: the networks before it play greedily, the methods after it are still
# the parent's, and each game brings a step of Adam on experiences from the replay buffer. ``docs/studies/deep-q.md``
# lists what the thesis leaves open. Other settings (``dqn_fixed``) show what deep Q learning could have been here.


KIND: Final = ANSWERS
TOGETHER: Final = "dqn"
"""All seven networks lie in one file of this name: none plays alone."""
PLAYER: Final = "dqn"
METRICS: Final = {
    **{
        f"expert_loss_{name}": f"Huber's loss of the network {name} on experts' experiences; the dice leave a rest."
        for name in NAMES
    },
    "expert_buys": "The share of the deeds in front of the experts that the network would buy.",
    "expert_bought": "The share that the experts bought.",
    "network": "Which of the networks learns from its own games: 1 to 7, in the order of table 3.4.",
    "loss": "Huber's loss in its own games.",
    "acts": "How often it says yes, or has an item for its list, when it is asked in its own games.",
    "epsilon": "The chance that it answers at random instead.",
    "wins": "The share of its own games that it wins, against opponents drawn from those that it trains with.",
    "capped": "The share of games that only a cap ended; if it grows beyond 0.2, the agents learn not to play.",
}
EXPERT_STEP, OWN_STEP = 1000, 500
"""Games of a step."""


class ThesisDeepQ:
    """The method between two steps (see :class:`magnate.learn.method.Method`)."""

    def __init__(self, task: Task) -> None:
        torch_for_training()  # a missing package is reported before games are played
        settings: Settings = task.settings
        self._seed = task.seed
        self._settings = settings
        self._outcome = settings.rewards == "outcome"
        self._shape = Shape(settings.places, self._outcome, settings.inputs == THESIS.name)
        _check(task)
        self._experts, self._opponents = (_rows(specs) for specs in (settings.experts, settings.opponents))
        self._caps = cap_codes(task.game.info)
        self._recorder = Recorder(task.game, _rows([PARENT])[0], self._shape, task.threads)
        games = list(settings.own_games.values())
        self._games = [sum(games)] if settings.one_network else games
        learners = [_learner_settings(settings, own) for own in self._games]
        self._heads = heads_for(
            self._shape, settings.layers, THESIS.size, task.seed, learners, one=settings.one_network
        )
        self._steps = [_steps(settings.expert_games, EXPERT_STEP), *(_steps(own, OWN_STEP) for own in self._games)]
        self.total = sum(self._steps)

    def step(self, number: int) -> dict[str, float]:
        """Some games of the experts, or of a network's own."""
        ends = np.cumsum(self._steps)
        phase = int(np.searchsorted(ends, number, side="right"))
        place = number - int(ends[phase]) + self._steps[phase]
        if phase == 0:
            games = min(EXPERT_STEP, self._settings.expert_games - place * EXPERT_STEP)
            return self._study(number, place * EXPERT_STEP, games)
        own = self._games[phase - 1]
        found = self._practise(number, phase - 1, min(OWN_STEP, own - place * OWN_STEP))
        if place == self._steps[phase] - 1:
            self._heads[phase - 1].forget()
        return found

    def tensors(self) -> dict[str, np.ndarray]:
        """The learners and what is in their replay buffers."""
        return join({str(number): head.learner.tensors() for number, head in enumerate(self._heads)})

    def restore(self, tensors: Mapping[str, np.ndarray]) -> None:
        """The learners as they were."""
        for number, head in enumerate(self._heads):
            head.learner.restore(part(tensors, str(number)))

    @property
    def outputs(self) -> dict[str, tuple[str, ...]]:
        """The names of the learners' outputs: the decision's, and the output's own."""
        names = names_of(self._shape)
        return {
            str(number): tuple(f"{NAMES[method]}:{name}" for method in head.methods for name in names[NAMES[method]])
            for number, head in enumerate(self._heads)
        }

    def in_layout(
        self, tensors: Mapping[str, np.ndarray], before: Mapping[str, tuple[str, ...]]
    ) -> dict[str, np.ndarray]:
        """A checkpoint's tensors in today's order of learners and outputs; what is new is as at the beginning."""
        found = self.tensors()
        for number, now in self.outputs.items():
            for earlier, names in before.items():
                if set(names) & set(now):
                    begun = part(found, number)
                    moved = with_outputs(part(tensors, earlier), names, now)
                    found |= join({number: {name: moved.get(name, tensor) for name, tensor in begun.items()}})
        return found

    def networks(self) -> dict[str, Network]:
        """The seven networks, in the order of training."""
        found = {name: network for head in self._heads for name, network in head.networks().items()}
        return {name: found[name] for name in NAMES}

    def _study(self, number: int, first: int, games: int) -> dict[str, float]:
        """The networks learn from games of the experts, of which so many were played before."""
        pairs = list(combinations_with_replacement(range(len(self._experts)), 2))
        seats = np.array([pairs[(first + game) % len(pairs)] for game in range(games)])
        recorded = self._recorder.play(
            training_seeds(self._seed, number, range(games)), seats, self._experts, sparse=not self._outcome
        )
        asked = recorded.notes[:, columns.NETWORK] == BUY
        values = self.networks()[NAMES[BUY]](recorded.inputs[asked])
        losses = {
            f"expert_loss_{NAMES[head.methods[0]]}": head.learner.study(self._experiences(head, recorded))
            for head in self._heads
        }
        return {
            **losses,
            "expert_buys": float((values[:, 1] > values[:, 0]).mean()),
            "expert_bought": float(recorded.notes[asked, columns.OUTPUT].mean()),
            "capped": self._capped(recorded.ending),
        }

    def _practise(self, number: int, which: int, games: int) -> dict[str, float]:
        """A network plays games of its own, some at a time, and takes a step of Adam for each."""
        head = self._heads[which]
        learner = head.learner
        asked = sum(one.mask for one in self._heads[: which + 1])
        gated = 0 if not self._settings.consent else DESTRUCTIVE
        if len(head.methods) == 1:
            gated &= ~(head.mask & 1 << DOWNGRADE)  # the parent never consents to sales: it would learn nothing
        opponents = np.random.default_rng(deal_seed(self._seed, "opponents", number)).integers(
            len(self._opponents), size=games
        )
        networks = self.networks()
        seeds = training_seeds(self._seed, number, range(games))
        sides = np.arange(games) % 2
        seats = np.where(np.arange(2) == sides[:, None], NETWORKS_SEAT, opponents[:, None])
        losses, won, epsilons, acted, endings = [], 0.0, [], [], []
        for first in range(0, games, self._settings.games_at_once):
            span = slice(first, min(first + self._settings.games_at_once, games))
            epsilons.append(learner.epsilon)
            recorded = self._recorder.play(
                *(seeds[span], seats[span], self._opponents, networks),
                play=NetworkPlay(asked, gated, learner.epsilon, head.mask),
                watched=1 << sides[span],
                wanted=head.mask,
                sparse=not self._outcome,
            )
            won += float(recorded.shares[np.arange(len(recorded.shares)), sides[span]].sum())
            endings.append(recorded.ending)
            acted.append(recorded.notes[:, columns.OUTPUT] > _NO[recorded.notes[:, columns.NETWORK]])
            learner.remember(self._experiences(head, recorded))
            for _ in range(span.start, span.stop):
                if len(learner.replay):
                    losses.append(learner.practise())
                learner.end_episode()
            networks |= head.networks()
        every = np.concatenate(acted)
        found = {"network": which + 1.0, "epsilon": float(np.mean(epsilons)), "wins": won / games}
        found["capped"] = self._capped(np.concatenate(endings))
        if losses:
            found["loss"] = float(np.mean(losses))
        if len(every):
            found["acts"] = float(every.mean())
        return found

    def _capped(self, ending: np.ndarray) -> float:
        """The share of the games with these endings that only a cap ended."""
        return float(np.isin(ending, self._caps).mean())

    def _experiences(self, head: Head, recorded: Recorded) -> Transitions:
        """What a head learns from recorded games."""
        outputs, settings = self._shape.outputs, self._settings
        parts = {}
        for method in head.methods:
            if self._outcome:
                parts[method] = outcome_transitions(
                    *(recorded, method, outputs[method]),
                    places=settings.places,
                    n=settings.ahead,
                    discount=settings.discount,
                )
            else:
                parts[method] = thesis_transitions(
                    *(recorded, method, outputs[method]),
                    span=settings.span,
                    legal=settings.targets == "legal",
                    discount=settings.discount,
                )
        return head.joined(parts)


begin = ThesisDeepQ


def output_names(_game: str, networks: Mapping[str, Network]) -> dict[str, tuple[str, ...]]:
    """What the outputs of the seven networks are called."""
    return names_of(Shape.of(networks))


_NO: Final = np.array([-1 if name in ("upgrade", "downgrade", "mortgage", "lift") else 0 for name in NAMES])
"""The greatest output of each network that does nothing."""


def _check(task: Task) -> None:
    """Raise :class:`~magnate.errors.BadTraining` for a game that is not the thesis'."""
    if task.game.name != GAME:
        raise BadTraining(
            f"the method deep_q is of seven decisions of {GAME}, not of {task.game.name}",
            hint=f'write game = "{GAME}", preset = "thesis", players = 2',
        )
    check_game("the method deep_q", task.game)


def _rows(specs: list[str]) -> np.ndarray:
    """The parameters of compiled agents."""
    agents: list[Any] = [resolve(GAME, spec) for spec in specs]
    for spec, agent in zip(specs, agents, strict=True):
        if not isinstance(agent, CompiledAgent):
            raise BadTraining(
                f'"{spec}" is not compiled, so that it cannot play in training', hint=f'name agents such as "{PARENT}"'
            )
    return np.array([agent.row for agent in agents])


def _learner_settings(settings: Settings, games: int) -> LearnerSettings:
    greedy_from = games - int(games * settings.greedy)
    return LearnerSettings(
        learning_rate=settings.learning_rate,
        batch=settings.batch,
        capacity=settings.capacity,
        copy_every=settings.copy_every,
        double=settings.double,
        device=settings.device,
        epsilon=ThenGreedy(Geometric(1.0, settings.epsilon, settings.factor), greedy_from),
    )


def _steps(games: int, each: int) -> int:
    return -(-games // each)
