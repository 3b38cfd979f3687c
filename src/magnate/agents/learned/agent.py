"""The agent that plays by a network, and what a network says of positions."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ...core.binding import MEMO, PARAMS
from ...errors import BadNetwork
from ...runtime.compiler import build
from ..interface import PAUSE, OwnAgent
from ..spec import guide_path
from .desk import bound_kernel, desk_for
from .guides import training_guide
from .schema import FEATURES, Schema, schema_for
from .settings import PLANNING, Planning

if TYPE_CHECKING:
    from types import ModuleType

    from ...core.game import Game
    from ...core.narration import Event
    from ...core.run import Batch
    from ...networks import Network

__all__ = ["NetworkAgent", "Valuer"]

DEPUTISED: Final = f"{__package__}.deputised"
PLAYING: Final = f"{__package__}.playing"
NOTED: Final = 1024
"""Rows of notes: seats of different games that share one only have to think again."""
ROW: Final = (float(PAUSE), *(0.0,) * (PARAMS - 1))
"""The drivers pause at each of its decisions."""


@dataclass(slots=True)
class NetworkAgent(OwnAgent):
    """An agent that takes the action whose afterstate its network values most (:mod:`.afterstates`).

    ``schema`` is what the network is told; with chance ``epsilon`` the agent takes any legal action instead, and
    ``planning`` is how it plans what takes several decisions. ``deputy`` is the row of the agent to which it leaves
    what its guide can leave to one (``Guide.propose``). ``told`` is the network that tells how likely each seat is to
    win (ask a :class:`Valuer`), where that is another one than it decides by. Ask :meth:`of` for one of a network in
    memory, and :func:`magnate.agents.resolve` for one of a file.
    """

    parts = ("networks", "agents/learned")

    name: str
    network: Network
    schema: Schema
    epsilon: float = 0.0
    planning: Planning = PLANNING
    deputy: tuple[float, ...] = ()
    row: tuple[float, ...] = ROW
    listens: bool = False
    told: Network | None = None
    settings: str = field(init=False)

    def __post_init__(self) -> None:
        said: dict[str, Any] = {"network": self.network.digest, "inputs": self.schema.inputs_hash}
        said |= {"epsilon": self.epsilon, "planning": self.planning}
        if self.deputy:
            said["deputy"] = self.deputy
        self.settings = json.dumps(said, sort_keys=True)

    @classmethod
    def of(
        cls, game: str, network: Network, inputs: str = FEATURES, epsilon: float = 0.0, name: str = "network"
    ) -> NetworkAgent:
        """The agent that plays a game by a network which is told these inputs.

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
        from ...games import game_module

        info, sizes = game_module(self.schema.game).GAME, self.network.sizes
        if not info.constant_sum or info.utility_sum != 1.0 or info.utility_range != (0.0, 1.0):
            raise BadNetwork(
                f"a network says how a win will be shared, and {info.name} is about other things than one win",
                hint="search it: magnate agents lists what can",
            )
        if sizes[0] != self.schema.size:
            raise BadNetwork(
                f"the network takes {sizes[0]} numbers, and {self.schema.name} of {info.name} are {self.schema.size}",
                hint="name a network that was trained for these inputs",
            )
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

    def sit(self, game: Game) -> _Sitting:
        """Begin a run of games."""
        return _Sitting(self, game)

    def entries(self, game: Game) -> list[Callable[..., Any]]:
        """What must be compiled for a game, beside what playing it takes."""
        name = DEPUTISED if self.deputy else PLAYING
        return [bound_kernel(game, training_guide(game, self.schema), name).answer]


class _Sitting:
    """One run of games (see :class:`~magnate.agents.interface.Sitting`)."""

    def __init__(self, agent: NetworkAgent, game: Game) -> None:
        agent.check(game.players)
        (self._answer,) = agent.entries(game)
        build([self._answer], game.progress)
        guide = training_guide(game, agent.schema)
        self._arrays = _arrays(agent.network, guide, game, agent.planning)
        if agent.deputy:
            self._arrays = (*self._arrays, np.array(agent.deputy))
        self._memos = np.zeros((NOTED, MEMO), np.int64)
        self._players = game.players
        self._epsilon = agent.epsilon

    def answer(self, batch: Batch) -> list[int]:
        """What the agent does at each decision."""
        chosen = np.zeros(len(batch.states), np.int64)
        rows = (batch.games * self._players + batch.seats) % NOTED
        self._answer(*(batch.states, batch.seats, batch.keys, rows, self._epsilon, *self._arrays, self._memos, chosen))
        return chosen.tolist()

    def hear(self, game: int, seat: int, events: Sequence[Event]) -> None:
        """Nothing: the agent goes by the position."""

    def leave(self, game: int) -> None:
        """Nothing: no game is remembered."""


class Valuer:
    """What a network says of positions of a game: the win shares of all seats, as one of them sees it."""

    def __init__(self, game: Game, network: Network, inputs: str = FEATURES) -> None:
        self.schema = schema_for(game.name, inputs)
        NetworkAgent("network", network, self.schema).check(game.players)
        bound = bound_kernel(game, self.schema.guide)
        self._values, self._observe = bound.values, bound.observe
        build([self._values, self._observe], game.progress)
        self._arrays = _arrays(network, self.schema.guide, game)
        self._players = game.players

    def values(self, states: np.ndarray, seats: Sequence[int] | np.ndarray) -> np.ndarray:
        """Win shares (n, players), by the seats' numbers; row i as ``seats[i]`` sees ``states[i]``."""
        out = np.zeros((len(states), self._players))
        self._values(states, np.asarray(seats, np.int64), *self._arrays, out)
        return out

    def inputs(self, states: np.ndarray, seats: Sequence[int] | np.ndarray) -> np.ndarray:
        """What the network is told (n, inputs), in float32; row i is what ``seats[i]`` sees of ``states[i]``."""
        out = np.zeros((len(states), self.schema.size), np.float32)
        self._observe(states, np.asarray(seats, np.int64), np.zeros(self.schema.size), out)
        return out


def _arrays(network: Network, guide: ModuleType | None, game: Game, planning: Planning = PLANNING) -> tuple[Any, ...]:
    """What the kernel's entries take of a network: its sizes, its table, and a desk to work on."""
    return np.array(network.sizes), network.table(), desk_for(game, guide, network.sizes, planning)
