"""Who plays the games of a training, and how the newest network fares against past versions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from ..agents.learned.agent import NetworkAgent
from ..agents.spec import resolve
from ..core.agents import CompiledAgent
from ..core.binding import PARAMS
from ..errors import BadTraining

if TYPE_CHECKING:
    from ..core.game import Game
    from ..networks import Network
    from ..networks.seats import PackedSeats


# ---------------------------------------------------------------- The population, drawn anew for each seat of each game


SELF: Final = "self"
"""The newest network."""
PAST: Final = "past"
"""One of the networks of earlier rounds."""
RANDOM: Final = "random"
NOBODY: Final = (0.0,) * PARAMS
"""The row of random play, which as a delegate means: none."""


@dataclass(frozen=True, slots=True)
class Sitter:
    """A network as it sits at a table of a training: with its chance of a random action, and its delegate's row."""

    network: Network | PackedSeats
    epsilon: float = 0.0
    delegate: tuple[float, ...] = NOBODY


class Population:
    """Agents with weights: each seat of each game is taken by one of them, drawn in proportion to its weight.

    ``weights`` has agents' specs, and :data:`SELF` and :data:`PAST`; the latter is one of the last ``past`` networks
    before the newest. As long as there is no network, the others have their seats, or random players where there are
    no others. Agents that play by a network, such as ``network:FILE``, never learn; theirs must be shown ``inputs``.

    Raises :class:`~magnate.errors.BadTraining` for an agent that cannot be played with in compiled code, and what
    :func:`~magnate.agents.spec.resolve` raises.
    """

    def __init__(self, game: Game, weights: Mapping[str, float], past: int, inputs: str = "") -> None:
        self._players = game.players
        self._past = past
        self._names = list(weights)
        total = sum(weights.values())
        self._shares = np.array([weights[name] / total for name in self._names])
        agents = {name: _agent(game, name, inputs) for name in self._names if name not in {SELF, PAST, RANDOM}}
        compiled = {name: agent.row for name, agent in agents.items() if isinstance(agent, CompiledAgent)}
        networks = {name: agent for name, agent in agents.items() if isinstance(agent, NetworkAgent)}
        self._row = {RANDOM: 0, **{name: number for number, name in enumerate(compiled, 1)}}
        self._place = {name: number for number, name in enumerate(networks)}
        self.rows = np.array([NOBODY, *compiled.values()])
        """The parameters (rows, PARAMS) of the compiled policies; those of random play come first."""
        self.frozen = [Sitter(agent.network, agent.epsilon, agent.delegate or NOBODY) for agent in networks.values()]
        """The networks that never learn."""

    def seats(self, games: int, networks: int, seed: int) -> np.ndarray:
        """Who plays each seat (games, P): a row of :attr:`rows`, or ``-1 - k`` for network k of those that there are.

        The first so many ``networks`` are those that have learned, the newest first; then come those that never do.
        """
        draws = np.random.default_rng(seed)
        taken = draws.choice(len(self._names), size=(games, self._players), p=self._chances(networks))
        earlier = -2 - draws.integers(max(1, min(networks - 1, self._past)), size=taken.shape)
        found = np.zeros(taken.shape, np.int64)
        for number, name in enumerate(self._names):
            if name in self._row:
                found[taken == number] = self._row[name]
            elif name in self._place:
                found[taken == number] = -1 - networks - self._place[name]
            elif networks:
                found = np.where(taken == number, earlier if name == PAST and networks > 1 else -1, found)
        return found

    def row_of(self, name: str) -> int:
        """The row of :attr:`rows` that a compiled agent plays by."""
        return self._row[name]

    def _chances(self, networks: int) -> np.ndarray:
        """How likely each name is to be drawn."""
        others = np.array([name not in {SELF, PAST} for name in self._names]) * self._shares
        if networks or not others.sum():
            return self._shares
        return others / others.sum()


def known_networks(game: str, players: int, names: Iterable[str]) -> dict[str, str]:
    """Which of the agents of a population play by networks, and what of each decides how it plays, its hash too.

    >>> list(known_networks("monopoly", 2, ["self", "random", "strategic", "magnate:2p"]))
    ['magnate:2p']
    """
    agents = {name: resolve(game, name, players) for name in names if name not in {SELF, PAST, RANDOM}}
    return {name: agent.settings for name, agent in agents.items() if isinstance(agent, NetworkAgent)}


def all_sitters(
    learned: Sequence[Network | PackedSeats], frozen: Sequence[Sitter], epsilon: float, delegate: Sequence[float]
) -> list[Sitter]:
    """All networks in the order in which :meth:`Population.seats` counts them; those that learn share the settings."""
    row = tuple(delegate) or NOBODY
    return [*(Sitter(network, epsilon, row) for network in learned), *frozen]


def _agent(game: Game, spec: str, inputs: str) -> CompiledAgent | NetworkAgent:
    """The agent of a spec, which compiled code can play with."""
    agent = resolve(game.name, spec, game.players)
    if isinstance(agent, NetworkAgent):
        if agent.schema.name != inputs:
            raise BadTraining(
                f'the network of "{spec}" takes the inputs "{agent.schema.name}", and this training\'s "{inputs}"',
                hint=f'train with inputs = "{agent.schema.name}"',
            )
        return agent
    if not isinstance(agent, CompiledAgent):
        raise BadTraining(
            f'the agent "{spec}" is not compiled, so that training cannot play with it',
            hint=f"{SELF}, {PAST}, network:FILE and the compiled agents of `magnate agents {game.name}` can be there",
        )
    return agent


# ----------------------------------------------- Past versions: a guard against learning in circles that costs no games
#
# An agent that learns by playing itself may learn to beat its last version and forget how to beat an earlier one. If a
# training's population has earlier networks, its own games show it. At tables where both sit, the newest should win at
# least as much as they do.


NAME: Final = "against_past"
"""The metric."""
MEANING: Final = (
    "What the newest network wins a seat at tables at which an earlier one sits too, as a part of what both win; 0.5 "
    "is even, and if it falls below 0.43, it may learn in circles. Noted whenever enough such games are together."
)
ENOUGH: Final = 200
"""Games for each seat of a table until it is noted: with one seat each, its standard error is 0.025 then."""
NEWEST: Final = -1


class PastVersions:
    """Counts the games of a training at whose tables the newest network and an earlier one sit."""

    def __init__(self, counts: np.ndarray | None = None) -> None:
        self.counts = np.zeros(5) if counts is None else counts
        """So far: games, the seats of the newest network and what they won, those of earlier ones and what they won."""

    def noted(self, seats: np.ndarray, results: np.ndarray, learned: int) -> dict[str, float]:
        """Count games, and give the metric if enough are together; then it begins anew.

        ``seats`` (games, P) is as :meth:`.population.Population.seats` gives it for so many networks that have
        ``learned``; those that never learn are nobody's past. ``results`` (games, P) are the shares of the win.
        """
        newest, earlier = seats == NEWEST, (seats < NEWEST) & (seats >= -learned)
        both = newest.any(axis=1) & earlier.any(axis=1)
        own, other = newest[both], earlier[both]
        won = results[both]
        met = (len(won), own.sum(), won[own].sum(), other.sum(), won[other].sum())
        self.counts = self.counts + np.array(met, np.float64)
        if self.counts[0] < ENOUGH * seats.shape[1]:
            return {}
        _, own_seats, own_won, other_seats, other_won = self.counts.tolist()
        self.counts = np.zeros(5)
        share, theirs = own_won / own_seats, other_won / other_seats
        return {NAME: share / (share + theirs)} if share + theirs else {}
