"""The agent that plays by a network, what a network says of positions, and the arrays that both work on."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from ...core.agents import PAUSE, Memoryless, OwnAgent
from ...core.binding import GUIDE_PARTS, MEMO, PARAMS, guide_functions
from ...core.loader import kernel
from ...core.registry import agents_of, declared_game, guide_path
from ...errors import BadNetwork
from ...networks.inference import Net
from ...networks.network import aligned_zeros
from ...runtime.compiler import build
from ...runtime.interpreter import interpret
from ...runtime.pystate import PyStates, py_ints
from ...values.schema import FEATURES, KERNEL, Schema, schema_for
from ..compiled import compiled_agent

if TYPE_CHECKING:
    from ...core.game import Game
    from ...core.run import Batch
    from ...networks import Network
    from ...networks.seats import PackedSeats
    from ...values.schema import Schema


class Planning(NamedTuple):
    """How it makes plans, in Monopoly offers: in this order they are ``ws.settings``, which the guide's rules read.

    ``offers`` is how often a turn is used for offers: who remembers nothing would repeat each turn what was refused.
    ``margin`` is what a plan, or the answer to somebody else's, must gain at least, as a share of the win: a network's
    values have errors. ``most`` is how many exchanges are valued with each partner. ``partner`` is what offers
    must gain the partner at least, where the network tells that; less than 0 is what it may lose. ``learns`` is what
    bids and purchases count in the belief about a partner, beside its answers. ``per_turn`` is how many offers such an
    agent makes in a turn at most.
    """

    offers: float = 0.3
    margin: float = 0.05
    most: int = 60
    partner: float = -0.02
    learns: float = 0.0
    per_turn: float = 2.0


PLANNING: Final = Planning()
"""How it plans where nothing is said."""
FIRST_SETTINGS: Final = 3
"""How many of these all agents have had."""


# -------------------------------------------------------------------------------------------- Guides with other inputs


SEAT_PLANS: Final = "SEAT_PLANS"
"""Where a game's guide names the plans of agents whose network has an output a seat."""
SEAT_PARTNER: Final = "SEAT_PARTNER"
"""… and the module with the numbers by which such plans guess what others accept."""
PARTS = ("_policies", "_inputs")
"""Where a merged guide keeps the two that it is made of."""


def training_guide(game: Game, schema: Schema) -> ModuleType | None:
    """The game's own guide with the ``inputs`` of the schema; None where the uniform guide has both."""
    if schema.guide is None or game.guide is None:
        return schema.guide if game.guide is None else game.guide
    return _merged(game.guide, schema.guide)


@cache
def _merged(policies: ModuleType, inputs: ModuleType) -> ModuleType:
    """A guide like ``policies``, whose ``inputs`` are those of another one."""
    merged = ModuleType(f"{policies.__name__}+{inputs.__name__.rpartition('.')[2]}")
    merged.__file__ = inputs.__file__
    merged.__package__ = inputs.__package__
    constants = {name: getattr(policies, name) for name in ("DISCREET", "PLANS") if hasattr(policies, name)}
    constants |= {name: getattr(inputs, name) for name in GUIDE_PARTS if hasattr(inputs, name)}
    if hasattr(inputs, "VALUES") and hasattr(policies, SEAT_PLANS):
        constants |= {"PLANS": getattr(policies, SEAT_PLANS), SEAT_PARTNER: getattr(policies, SEAT_PARTNER)}
    vars(merged).update(guide_functions(policies) | constants)
    vars(merged)["inputs"] = vars(inputs)["inputs"]
    vars(merged).update(zip(PARTS, (policies, inputs), strict=True))
    return merged


def interpreted_guide(guide: ModuleType | None) -> ModuleType | None:
    """The interpreted copy of a guide."""
    if guide is None:
        return None
    if all(hasattr(guide, part) for part in PARTS):
        return _merged(*(interpret(getattr(guide, part).__name__) for part in PARTS))
    return interpret(guide.__name__)


def check_inputs(what: str, sizes: Sequence[int], schema: Schema) -> None:
    """Raise :class:`~magnate.errors.BadNetwork` where a network of these sizes is not for these inputs."""
    if sizes[0] != schema.size:
        raise BadNetwork(
            f"the {what} takes {sizes[0]} numbers, and {schema.name} of {schema.game} are {schema.size}",
            hint="name a network that was trained for these inputs",
        )


# ------------------------------------------------------------------------------------------------------- The workspace


LISTS: Final = 32
"""Room for the lists of plans."""
ROOM: Final = 256
"""Room for numbers of plans."""


def bound_kernel(game: Game, guide: ModuleType | None, name: str = KERNEL, *, interpreted: bool = False) -> Any:
    """The kernel that values afterstates (or the one of that name), bound to a game and the guide of the inputs."""
    if interpreted:
        return kernel(name, interpret(game.rules.__name__), interpreted_guide(guide))
    return kernel(name, game.rules, guide)


def workspace_for(
    game: Game,
    guide: ModuleType | None,
    sizes: Sequence[int],
    planning: Planning = PLANNING,
    *,
    interpreted: bool = False,
) -> Any:
    """The workspace (``afterstates.Workspace``) for networks of these sizes, at a table of ``game.players``."""
    states: Any = np.zeros(4, game.rules.STATE)
    legal = game.info.max_legal
    return bound_kernel(game, guide, interpreted=interpreted).Workspace(
        states=PyStates(states) if interpreted else states,
        acts=py_ints(legal + 1) if interpreted else np.zeros(legal + 1, np.int64),
        after=py_ints(legal) if interpreted else np.zeros(legal, np.int64),
        worth=np.zeros(legal),
        inputs=np.zeros(sizes[0]),
        scratch=aligned_zeros(game.players + 3, max(sizes[1:])),  # as many rows as any of the networks works on
        outputs=np.zeros(sizes[-1]),
        shares=np.zeros(game.players),
        settings=np.array(planning, np.float64),
        partner=np.array(_partner(game, guide)),
        codes=py_ints(LISTS) if interpreted else np.zeros(LISTS, np.int64),
        scores=np.zeros(LISTS),
        listed=py_ints(max(1, planning.most)) if interpreted else np.zeros(max(1, planning.most), np.int64),
        room=np.zeros(ROOM),
    )


def net_of(network: Network | PackedSeats, epsilon: float = 0.0, delegate: Sequence[float] = ()) -> Net:
    """What the kernel's entries take of a network: its numbers, and how it is played by."""
    return Net(np.array(network.sizes), network.table(), epsilon, np.array(delegate or (0.0,) * PARAMS))


def _partner(game: Game, guide: ModuleType | None) -> Sequence[float]:
    """The row of the agent that stands for those whom a seat deals with (``PARTNER`` of the game's agents).

    For plans by win chances of all seats these are the numbers of a model of partners.
    """
    if hasattr(guide, SEAT_PARTNER):
        numbers: Sequence[float] = import_module(getattr(guide, SEAT_PARTNER)).NUMBERS
        return numbers
    partner = agents_of(game.info.name).partner
    if partner is None:
        return (0.0,) * PARAMS
    return compiled_agent(game.info.name, partner).row


# ----------------------------------------------------------------------------------------------------------- The agent


PLAYING: Final = f"{__package__}.playing"
NOTED: Final = 1024
"""Rows of notes: seats of different games that share one only have to think again."""
ROW: Final = (float(PAUSE), *(0.0,) * (PARAMS - 1))
"""The drivers pause at each of its decisions."""


@dataclass(slots=True)
class NetworkAgent(OwnAgent):
    """An agent that takes the action whose afterstate its network values most (:mod:`magnate.values.afterstates`).

    ``schema`` says what the network's inputs are. With chance ``epsilon`` the agent takes any legal action instead.
    ``planning`` is how it plans what takes several decisions. ``delegate`` is the row of the agent to which it leaves
    what its guide can leave to one (``Guide.propose``). ``calibrated`` is the network that says how likely each seat
    is to win (ask a :class:`Valuer`), if it is not the one that decides. :meth:`of` makes an agent of a network in
    memory, :func:`magnate.agents.resolve` one of a file.
    """

    parts = ("networks", "values", "agents/learned")

    name: str
    network: Network | PackedSeats
    schema: Schema
    epsilon: float = 0.0
    planning: Planning = PLANNING
    delegate: tuple[float, ...] = ()
    row: tuple[float, ...] = ROW
    listens: bool = False
    calibrated: Network | None = None
    settings: str = field(init=False)

    def __post_init__(self) -> None:
        said: dict[str, Any] = {"network": self.network.digest, "inputs": self.schema.inputs_hash}
        planning = list(self.planning)
        while len(planning) > FIRST_SETTINGS and planning[-1] == PLANNING[len(planning) - 1]:
            planning.pop()  # so stored runs know their agents, who had no such setting
        said |= {"epsilon": self.epsilon, "planning": planning}
        if self.delegate:
            said["deputy"] = self.delegate
        self.settings = json.dumps(said, sort_keys=True)

    @classmethod
    def of(
        cls,
        game: str,
        network: Network | PackedSeats,
        inputs: str = FEATURES,
        epsilon: float = 0.0,
        name: str = "network",
    ) -> NetworkAgent:
        """The agent that plays a game by a network which is shown these inputs.

        Raises :class:`~magnate.errors.BadNetwork` where they do not fit.

        >>> import magnate
        >>> from magnate.networks import Network
        >>> agent = NetworkAgent.of("tictactoe", Network.new([18, 16, 2], seed=1))
        >>> magnate.load("tictactoe").play([agent, "random"], seed=1).agents
        ('network', 'random')
        """
        made = cls(name, network, schema_for(game, inputs), epsilon)
        made.check()
        return made

    def check(self, players: int | None = None) -> None:
        """Raise :class:`~magnate.errors.BadNetwork` where the network does not fit the game, or so many players."""
        info, sizes = declared_game(self.schema.game), self.network.sizes
        if not info.constant_sum or info.utility_sum != 1.0 or info.utility_range != (0.0, 1.0):
            raise BadNetwork(
                f"a network says how a win will be shared, and {info.name} is about other things than one win",
                hint="search it: magnate agents lists what can",
            )
        check_inputs("network", sizes, self.schema)
        seats = info.min_players if players is None else players
        if sizes[-1] < seats:
            raise BadNetwork(
                f"the network has outputs for {sizes[-1]} players, not for {seats}",
                hint="name a network that was trained for as many players or more",
            )

    @property
    def guided(self) -> bool:
        """Whether it goes by the package of the game's own agents too."""
        return guide_path(self.schema.game) is not None

    def start_session(self, game: Game) -> _Session:
        """Begin a run of games."""
        return _Session(self, game)

    def entries(self, game: Game) -> list[Callable[..., Any]]:
        """What must be compiled for a game, beside what playing it takes."""
        bound = bound_kernel(game, training_guide(game, self.schema), PLAYING)
        return [bound.answer_delegating if self.delegate else bound.answer]


class _Session(Memoryless):
    """One run of games (see :class:`~magnate.core.agents.AgentSession`)."""

    def __init__(self, agent: NetworkAgent, game: Game) -> None:
        agent.check(game.players)
        (self._answer,) = agent.entries(game)
        build([self._answer], game.progress)
        guide = training_guide(game, agent.schema)
        self._net = net_of(agent.network, agent.epsilon, agent.delegate)
        self._workspace = workspace_for(game, guide, agent.network.sizes, agent.planning)
        self._memos = np.zeros((NOTED, MEMO), np.int64)
        self._players = game.players

    def answer(self, batch: Batch) -> list[int]:
        """What the agent does at each decision."""
        chosen = np.zeros(len(batch.states), np.int64)
        rows = (batch.games * self._players + batch.seats) % NOTED
        self._answer(batch.states, batch.seats, batch.keys, rows, self._net, self._workspace, self._memos, chosen)
        return chosen.tolist()


class Valuer:
    """What a network says of positions of a game: the win shares of all seats, as one of them sees it."""

    def __init__(self, game: Game, network: Network | PackedSeats, inputs: str = FEATURES) -> None:
        self.schema = schema_for(game.name, inputs)
        NetworkAgent("network", network, self.schema).check(game.players)
        bound = bound_kernel(game, self.schema.guide)
        self._values, self._observe = bound.values, bound.observe
        build([self._values, self._observe], game.progress)
        self._net, self._workspace = net_of(network), workspace_for(game, self.schema.guide, network.sizes)
        self._players = game.players

    def values(self, states: np.ndarray, seats: Sequence[int] | np.ndarray) -> np.ndarray:
        """Win shares (n, players), by the seats' numbers; row i as ``seats[i]`` sees ``states[i]``."""
        out = np.zeros((len(states), self._players))
        self._values(states, np.asarray(seats, np.int64), self._net, self._workspace, out)
        return out

    def inputs(self, states: np.ndarray, seats: Sequence[int] | np.ndarray) -> np.ndarray:
        """What the network is shown (n, inputs), in float32; row i is what ``seats[i]`` sees of ``states[i]``."""
        out = np.zeros((len(states), self.schema.size), np.float32)
        self._observe(states, np.asarray(seats, np.int64), np.zeros(self.schema.size), out)
        return out
