"""The thesis' deep Q agent: seven networks, from experts' games first, then each from games of its own.

What experts do depends on no network. So all seven learn from one pass over the same games, and then, in the thesis'
order, each from its own games: the networks before it play greedily, the methods after it are still the parent's, and
there is a step of Adam on experiences from the replay buffer for every game. ``docs/deep-q.md`` tells what the
thesis leaves open. With other settings it is what deep Q learning could have been here (``dqn_fixed``).
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ...agents.interface import CompiledAgent
from ...agents.monopoly.deep_q import decisions
from ...agents.monopoly.deep_q.agent import ANSWERS, DESTRUCTIVE, GAME, PARENT, Shape, check_game
from ...agents.monopoly.deep_q.decisions import BUY, DOWNGRADE, NAMES
from ...agents.spec import resolve
from ...arena.games import cap_codes
from ...errors import BadTraining
from ...runtime.stream import deal_seed
from ...values.monopoly import THESIS
from ..deals import training_seeds
from ..deep_q.schedule import Geometric, ThenGreedy
from ..deep_q.tensors import join, part
from ..deep_q.trainer import Settings as LearnerSettings
from ..fitting import torch_for_training
from ..thesis.experiences import outcome_transitions, thesis_transitions
from ..thesis.games import NETWORKS_SEAT, Recorder
from ..thesis.heads import Head, heads_for
from ..thesis.settings import Settings

if TYPE_CHECKING:
    from ...networks import Network
    from ..deep_q.transitions import Transitions
    from ..method import Task
    from ..thesis.games import Recorded

__all__ = ["KIND", "METRICS", "PLAYER", "TOGETHER", "Settings", "ThesisDeepQ", "begin"]

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
        torch_for_training()  # a missing package is told of before games are played
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
        asked = recorded.notes[:, decisions.NETWORK] == BUY
        values = self.networks()[NAMES[BUY]](recorded.inputs[asked])
        losses = {
            f"expert_loss_{NAMES[head.methods[0]]}": head.learner.study(self._experiences(head, recorded))
            for head in self._heads
        }
        return {
            **losses,
            "expert_buys": float((values[:, 1] > values[:, 0]).mean()),
            "expert_bought": float(recorded.notes[asked, decisions.OUTPUT].mean()),
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
                watched=1 << sides[span],
                wanted=head.mask,
                asked=asked,
                gated=gated,
                epsilon=learner.epsilon,
                exploring=head.mask,
                sparse=not self._outcome,
            )
            won += float(recorded.shares[np.arange(len(recorded.shares)), sides[span]].sum())
            endings.append(recorded.ending)
            acted.append(recorded.notes[:, decisions.OUTPUT] > _NO[recorded.notes[:, decisions.NETWORK]])
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
