"""Expert iteration for Brass: a network learns from a search that it guides itself.

Each step plays games of a league (:mod:`..expert_games`) and fits the network to them, by Adam. It learns the policy
that the search came to (Gumbel MuZero's improved policy, Danihelka and others 2022), and what each seat won and scored.
It may begin with a network of win chances; else the guide of planner's games stands in for one in the first steps.
Early in the training some seats may be forced into lines of play. What is noted of each step tells how much of the dear
half of the mat was played.

A checkpoint holds the network, Adam's moments and earlier versions. No game is played again when a training goes on. A
step is the most that a kill can cost.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Mapping
from typing import Any, Final, Literal

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, field_validator

from ...agents.brass.expert import COVERED
from ...agents.brass.lines import BENDS
from ...agents.spec import resolve
from ...errors import BadTraining
from ...networks import Network
from ...networks.files import load
from ...networks.moves import CODES, HEAD, MOVES, POINTS, POLICY, MoveNetwork
from ...networks.seats import POOL
from ...runtime.stream import deal_seed
from ...values.brass import OWN
from ...values.brass import TABLE as TABLE_NUMBERS
from ...values.brass_moves import MOVE_INPUTS
from ...values.schema import schema_for
from ..chances import table_like
from ..expert_games import Budget, League, Lessons, Played, Table, own_numbers
from ..fitting import device_for, torch_for_training
from ..method import Device, Task, Weights, file_of, training_seeds
from ..population import PAST, SELF

__all__ = ["ADDED", "KIND", "METRICS", "TOGETHER", "Expert", "Settings", "begin"]

KIND: Final = MOVES
TOGETHER: Final = "moves"
METRICS: Final = {
    "policy_error": "How far the policy is from what the search makes of it, in nats above the least that is possible, "
    "on the step's new games before they are learned from; less is better.",
    "share_error": "The cross-entropy of win shares and results there, in nats; less is better, but the cards leave a "
    "rest.",
    "points_error": "The root of the mean squared error of the points of a seat there; less is better.",
    "points": "The mean points of the newest network's seats that are forced into nothing.",
    "share": "Their win share, over a fair share; above 1 they are better than the rest of the league.",
    **{
        name: f"Flipped {name} tiles of level {level} and above that such a seat has in the end."
        for name, (_, level) in COVERED.items()
    },
    "uncovered": "How many of these groups of tiles hardly any seat has flipped, forced ones included; an alarm unless "
    "it is 0: what is never played cannot be learned.",
}
PARTS: Final = {CODES: 1, HEAD: 2, POLICY: 2}
"""The parts of the network, and how many layers each has."""
NEAR: Final = 1e-9
BLOCK: Final = 4096
"""So many positions are looked at together, to spare memory."""


ADDED: Final = ("root", "edge")


class Settings(BaseModel):
    """The settings of the method ``expert``."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    inputs: str = Field(default="chances", description="what the network is shown of a position")
    begins_with: str = Field(
        default="",
        description="an agent or a file of win chances to begin with, such as magnate:brass, network:FILE or "
        "magnate/… for one of magnate's files; none: random weights",
    )
    codes: int = Field(default=96, ge=1, le=1024, description="the numbers of a seat's code")
    hidden: int = Field(default=48, ge=1, le=1024, description="the hidden units of the head and of the policy")
    tables: Weights = Field(default={"full/2": 1.0}, description="PRESET/PLAYERS, each with its weight")
    population: Weights = Field(
        default={SELF: 1.0}, description="who plays, by weight: self (the newest network), past, and agents' names"
    )
    past: int = Field(default=4, ge=0, le=16, description="earlier versions that play")
    every: int = Field(default=5, ge=1, le=100_000, description="steps from one version that is kept to the next")
    steps: int = Field(default=100, ge=1, le=100_000, description="how often games are played and learned from")
    games: int = Field(default=200, ge=1, le=1_000_000, description="games of a step, at all tables")
    alone: int = Field(default=2, ge=0, le=100_000, description="steps in which the guide stands in for the network")
    sampled: int = Field(default=12, ge=1, le=256, description="moves that the root samples, by the guide's priors")
    many: int = Field(default=64, ge=1, le=100_000, description="simulations of a move whose policy is learned")
    few: int = Field(default=16, ge=1, le=100_000, description="simulations of the other moves")
    full: float = Field(default=0.25, gt=0.0, le=1.0, description="the part of moves with many simulations")
    ahead: float = Field(
        default=0.5, ge=0.0, le=1.0, description="the search's part of the win shares that are learned"
    )
    trust: float = Field(default=0.8, ge=0.0, le=1.0, description="the network's part of a leaf's value")
    policy: float = Field(default=1.0, ge=0.0, le=1.0, description="how much of what the network says of moves counts")
    root: Literal["gumbel", "plain"] = Field(
        default="gumbel",
        description="plain: PUCT with Dirichlet noise at the root, visits are learned, and by them moves are drawn",
    )
    edge: Literal["move", "decision"] = Field(
        default="move", description="decision: each one is searched by the guide's priors, and no policy is learned"
    )
    lines: Weights = Field(default=dict.fromkeys(BENDS, 1.0), description="lines that seats are forced into, by weight")
    line_part: float = Field(default=0.3, ge=0.0, le=1.0, description="the part of its seats that are forced so")
    line_bonus: float = Field(default=0.05, ge=0.0, le=1.0, description="what a tile of the line adds to a value")
    line_until: float = Field(default=0.5, gt=0.0, le=1.0, description="the part of the training after which it is 0")
    starts: list[dict[str, Any]] = Field(default=[], description="set-ups from which games begin too")
    start_part: float = Field(default=0.2, ge=0.0, le=1.0, description="the part of games that do, if there are any")
    alarm: float = Field(default=0.02, ge=0.0, description="flipped tiles of a group per seat that are too few")
    epochs: int = Field(default=2, ge=1, le=100, description="passes over a step's positions")
    batch: int = Field(default=256, ge=1, le=1_000_000, description="positions of a step of Adam")
    learning_rate: float = Field(default=0.001, gt=0.0, le=1.0, description="Adam's as it begins; it falls to 0")
    points_weight: float = Field(default=1.0, ge=0.0, description="the weight of the points' error")
    device: Device = "auto"

    @field_validator("lines")
    @classmethod
    def _known(cls, lines: dict[str, float]) -> dict[str, float]:
        for name in lines:
            if name not in BENDS:
                raise ValueError(f'there is no line "{name}"; there are {", ".join(BENDS)}')
        return lines


class Expert:
    """The method between two steps (see :class:`magnate.learn.method.Method`)."""

    def __init__(self, task: Task) -> None:
        self._torch = torch_for_training()
        self._settings: Settings = task.settings
        self._task = task
        if task.game.name != "brass":
            raise BadTraining(f"the method expert learns brass, not {task.game.name}", hint='write game = "brass"')
        self._device = device_for(self._settings.device)
        settings = self._settings
        self._check()
        new = MoveNetwork.new(
            own=OWN,
            table=TABLE_NUMBERS,
            move=MOVE_INPUTS,
            codes=settings.codes,
            hidden=settings.hidden,
            seed=deal_seed(task.seed, "network"),
        )
        if settings.begins_with:
            new = begun_with(settings.begins_with, new)
        self._kept = tensors_of(new)
        self._moments = {f"{name}.{one}": np.zeros_like(t) for name, t in self._kept.items() for one in "mv"}
        self._taken = 0
        self._past: list[dict[str, np.ndarray]] = []
        self.total = settings.steps

    def _check(self) -> None:
        """Raise what is wrong with agents and set-ups now, not when a game first draws one."""
        for name in self._settings.tables:
            game = table_like(self._task.game, name)
            for agent in self._settings.population:
                if agent not in {SELF, PAST}:
                    resolve(game.name, agent, game.players)
            for start in self._settings.starts:
                game.setup(start)

    def step(self, number: int) -> dict[str, float]:
        """Play the games of a step, note how well the network foresees them, and fit it to them."""
        settings = self._settings
        if settings.past and number > settings.alone and number % settings.every == 0:
            self._past = [self._kept, *self._past][: settings.past]
        played = self._played(number)
        lessons = Lessons.joined([one.lessons for one in played])
        noted = {**errors(self.network(), lessons), **self._league(played)}
        self._fit(lessons, number)
        return noted

    def network(self) -> MoveNetwork:
        """The network as it is."""
        return network_of(self._kept)

    def networks(self) -> dict[str, Network]:
        """Its parts."""
        network = self.network()
        return {CODES: network.codes, HEAD: network.head, POLICY: network.policy}

    def tensors(self) -> dict[str, np.ndarray]:
        """The network, Adam's moments and the earlier versions."""
        earlier = {f"past.{i}.{name}": tensor for i, one in enumerate(self._past) for name, tensor in one.items()}
        return {**self._kept, **self._moments, "taken": np.array([self._taken]), **earlier}

    def restore(self, tensors: Mapping[str, np.ndarray]) -> None:
        """All as it was."""
        kept = range(sum(name.startswith("past.") for name in tensors) // len(self._kept))
        self._past = [{name: tensors[f"past.{i}.{name}"] for name in self._kept} for i in kept]
        self._kept = {name: tensors[name] for name in self._kept}
        self._moments = {name: tensors[name] for name in self._moments}
        self._taken = int(tensors["taken"][0])

    def _played(self, number: int) -> list[Played]:
        """The games of a step, table by table."""
        own, task = self._settings, self._task
        found: list[Played] = []
        networks = [] if number < own.alone else [self.network(), *map(network_of, self._past)]
        budget = Budget(own.many, own.few, own.full, own.trust, own.policy, own.ahead, own.root, own.edge)
        bonus = own.line_bonus * max(0.0, 1.0 - number / (own.line_until * own.steps))
        whole = sum(own.tables.values())
        for name, weight in own.tables.items():
            table = Table(
                table_like(task.game, name),
                own.population,
                own.starts,
                own.start_part,
                own.lines,
                own.line_part,
                bonus,
            )
            games = max(1, round(own.games * weight / whole))
            seeds = training_seeds(task.seed, number, range(len(found), len(found) + games))
            league = League(table, networks, budget, own.sampled)
            found += league.play(seeds, deal_seed(task.seed, name, number), task.threads, task.listener)
        return found

    def _league(self, played: Iterable[Played]) -> dict[str, float]:
        """What is noted of the games: points, win share, and which tiles were flipped."""
        points, shares, own, everybody = [], [], [], []
        for one in played:
            everybody += list(one.covered)
            for seat, name in enumerate(one.seats):
                if name == SELF and not one.lines[seat]:
                    points.append(one.points[seat])
                    shares.append(one.shares[seat] * len(one.seats))
                    own.append(one.covered[seat])
        flipped = np.mean(own, axis=0) if own else np.zeros(len(COVERED))
        return {
            "points": float(np.mean(points)) if points else 0.0,
            "share": float(np.mean(shares)) if shares else 1.0,
            **dict(zip(COVERED, map(float, flipped), strict=True)),
            "uncovered": float((np.mean(everybody, axis=0) < self._settings.alarm).sum()),
        }

    def _fit(self, lessons: Lessons, number: int) -> None:
        """Fit the network to a step's lessons, by Adam."""
        torch, settings = self._torch, self._settings
        order = np.random.default_rng(deal_seed(self._task.seed, "fit", number))
        if self._taken == 0 and not is_agent(settings.begins_with):
            self._begin_points(lessons)
        weights = {name: torch.tensor(one, device=self._device, requires_grad=True) for name, one in self._kept.items()}
        adam = torch.optim.Adam(list(weights.values()), lr=settings.learning_rate)
        for name, tensor in weights.items():
            adam.state[tensor] = {
                "step": torch.tensor(float(self._taken)),
                "exp_avg": torch.tensor(self._moments[f"{name}.m"], device=self._device),
                "exp_avg_sq": torch.tensor(self._moments[f"{name}.v"], device=self._device),
            }
        place = np.full(len(lessons.inputs), -1)
        place[lessons.at] = np.arange(len(lessons.at))
        batches = math.ceil(len(place) / settings.batch)
        for epoch in range(settings.epochs):
            mixed = order.permutation(len(place))
            for turn in range(batches):
                rows = mixed[turn * settings.batch : (turn + 1) * settings.batch]
                done = (number + (epoch + turn / batches) / settings.epochs) / settings.steps
                adam.param_groups[0]["lr"] = settings.learning_rate * (1.0 - done)
                error = self._error(weights, lessons, rows, place)
                adam.zero_grad()
                error.backward()
                adam.step()
                self._taken += 1
        self._kept = {name: one.detach().cpu().numpy() for name, one in weights.items()}
        if not all(np.isfinite(one).all() for one in self._kept.values()):
            raise BadTraining("the weights are no numbers any more", hint="train with a smaller learning_rate")
        for name, tensor in weights.items():
            self._moments[f"{name}.m"] = adam.state[tensor]["exp_avg"].cpu().numpy()
            self._moments[f"{name}.v"] = adam.state[tensor]["exp_avg_sq"].cpu().numpy()

    def _begin_points(self, lessons: Lessons) -> None:
        """Let all seats score the mean at first.

        Points are far from 0, and what is fitted first should not be their mean.
        """
        self._kept[f"{HEAD}.bias.1"][1] = lessons.points[lessons.there].mean() / POINTS

    def _error(self, weights: Mapping[str, Any], lessons: Lessons, rows: np.ndarray, place: np.ndarray) -> Any:
        """The error on some positions: of win shares, points and policy."""
        torch = self._torch
        own, table = own_numbers(lessons.inputs[rows].astype(np.float32))
        known = np.flatnonzero(place[rows] >= 0)
        at = place[rows][known]
        arrays = own, table, lessons.there[rows], lessons.known[rows], lessons.points[rows] / np.float32(POINTS)
        own_, table_, there, shares, points = (torch.from_numpy(np.array(one)).to(self._device) for one in arrays)
        codes, total = _codes(torch, weights, own_, table_, there)
        raw = _layers(torch, weights, HEAD, torch.cat([codes, total[:, None].expand_as(codes)], dim=2))
        logs = torch.log_softmax(raw[:, :, 0].masked_fill(~there, -math.inf), dim=1).masked_fill(~there, 0.0)
        error = -(shares * logs).sum(dim=1).mean()
        missed = ((raw[:, :, 1] - points) ** 2 * there).sum(dim=1) / there.sum(dim=1)
        error = error + self._settings.points_weight * missed.mean()
        if len(known) == 0:
            return error
        moves, policy = (
            torch.from_numpy(one[at].astype(np.float32)).to(self._device) for one in (lessons.moves, lessons.policy)
        )
        shown = torch.cat([codes[known, 0], total[known]], dim=1)[:, None].expand(-1, moves.shape[1], -1)
        said = _layers(torch, weights, POLICY, torch.cat([shown, moves], dim=2))[:, :, 0] + PRIOR * moves[:, :, 0]
        is_move = moves[:, :, 1:].abs().sum(dim=2) > 0.0
        chosen = torch.log_softmax(said.masked_fill(~is_move, -math.inf), dim=1).masked_fill(~is_move, 0.0)
        return error - (policy * chosen).sum(dim=1).sum() / len(rows)


PRIOR: Final = 5.0
"""What the first number of a move is multiplied by to be the logarithm of its prior."""


def _codes(torch: Any, weights: Mapping[str, Any], own: Any, table: Any, there: Any) -> tuple[Any, Any]:
    """The codes of the seats and their sum, as :class:`magnate.networks.moves.MoveNetwork` has them."""
    first, bias, wide = weights[f"{CODES}.weight.0"], weights[f"{CODES}.bias.0"], own.shape[2]
    codes = torch.relu(own @ first[:wide] + (table @ first[wide:] + bias)[:, None]) * there[:, :, None]
    return codes, POOL * codes.sum(dim=1)


def _layers(torch: Any, weights: Mapping[str, Any], part: str, given: Any) -> Any:
    """What a part of two layers gives."""
    hidden = torch.relu(given @ weights[f"{part}.weight.0"] + weights[f"{part}.bias.0"])
    return hidden @ weights[f"{part}.weight.1"] + weights[f"{part}.bias.1"]


def errors(network: MoveNetwork, lessons: Lessons) -> dict[str, float]:
    """How well a network foresees results, points and what the search makes of its policy."""
    share = points = policy = 0.0
    own, table = own_numbers(lessons.inputs.astype(np.float32))
    seats = lessons.there.sum(axis=1)
    for players, begin in itertools.product(np.unique(seats), range(0, len(seats), BLOCK)):
        rows = begin + np.flatnonzero(seats[begin : begin + BLOCK] == players)
        said, scored = network(own[rows, :players], table[rows])
        share -= float((lessons.shares[rows, :players] * np.log(np.maximum(said, NEAR))).sum())
        points += float(((lessons.points[rows, :players] - scored) ** 2).mean(axis=1).sum())
        some = np.flatnonzero(np.isin(lessons.at, rows))
        if len(some):
            at, moves = lessons.at[some], lessons.moves[some].astype(np.float32)
            logits = network.logits(own[at, :players], table[at], moves) + PRIOR * moves[:, :, 0]
            logits = np.where(np.abs(moves[:, :, 1:]).sum(axis=2) > 0.0, logits, -np.inf)
            logs = logits - np.logaddexp.reduce(logits, axis=1, keepdims=True)
            wanted = lessons.policy[some]
            gap = np.log(np.maximum(wanted, NEAR)) - np.where(wanted > 0.0, logs, 0.0)
            policy += float((wanted * gap).sum())
    return {
        "policy_error": policy / max(1, len(lessons.at)),
        "share_error": share / max(1, len(seats)),
        "points_error": math.sqrt(points / max(1, len(seats))),
    }


def tensors_of(network: MoveNetwork) -> dict[str, np.ndarray]:
    """The network's tensors by name."""
    parts = {CODES: network.codes, HEAD: network.head, POLICY: network.policy}
    return {
        f"{part}.{kind}.{layer}": np.array(tensor)
        for part, one in parts.items()
        for kind, tensors in (("weight", one.weights), ("bias", one.biases))
        for layer, tensor in enumerate(tensors)
    }


def is_agent(name: str) -> bool:
    """Whether ``begins_with`` names an agent and not a file."""
    return bool(name) and (name.startswith("network:") or not name.endswith(".safetensors"))


def begun_with(name: str, new: MoveNetwork) -> MoveNetwork:
    """The network of an agent, or one with the win shares of a file of win chances, and no points and policy yet.

    ``new`` has its sizes. Raises :class:`~magnate.errors.BadTraining` where there is no such network.
    """
    return of_agent(name, new) if is_agent(name) else of_chances(name, new)


def of_agent(name: str, new: MoveNetwork) -> MoveNetwork:
    """The network by which an agent of Brass plays.

    Raises :class:`~magnate.errors.BadTraining` where it has none or another size, and what
    :func:`~magnate.agents.spec.resolve` raises for a name that is no agent's.
    """
    found = getattr(resolve("brass", name), "network", None)
    if not isinstance(found, MoveNetwork):
        raise BadTraining(f"{name} plays by no network of whole moves", hint="name magnate:brass or network:FILE")
    if (found.codes.sizes, found.head.sizes) != (new.codes.sizes, new.head.sizes):
        raise BadTraining(
            f"the network of {name} has other sizes than codes and hidden", hint="set them to those of the network"
        )
    return found


def of_chances(file: str, new: MoveNetwork) -> MoveNetwork:
    """A network that has learned no points and no policy, with the win shares of a file of win chances."""
    found = load(file_of(file))
    schema_for("brass", "chances").check(found.about)
    codes, head = found.networks.get(CODES), found.networks.get(HEAD)
    if codes is None or head is None or (codes.sizes, head.sizes[:2]) != (new.codes.sizes, new.head.sizes[:2]):
        raise BadTraining(
            f"{file} has no win chances by {new.codes.sizes[1]} codes and {new.head.sizes[1]} hidden units",
            hint="name one that magnate train run brass_chances has made, or set codes and hidden as it has them",
        )
    last, bias = (np.pad(one, [(0, 0)] * (one.ndim - 1) + [(0, 1)]) for one in (head.weights[1], head.biases[1]))
    return MoveNetwork(codes, Network((head.weights[0], last), (head.biases[0], bias)), new.policy)


def network_of(tensors: Mapping[str, np.ndarray]) -> MoveNetwork:
    """The network that these tensors are."""

    def part(name: str) -> Network:
        layers = range(PARTS[name])
        weights, biases = ([tensors[f"{name}.{kind}.{layer}"] for layer in layers] for kind in ("weight", "bias"))
        return Network(tuple(weights), tuple(biases))

    return MoveNetwork(part(CODES), part(HEAD), part(POLICY))


begin = Expert
