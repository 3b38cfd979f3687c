"""Best responses: agents that are trained against copies of one agent, to see how far it can be exploited."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ..agents.learned.agent import NetworkAgent
from ..agents.learned.spec import NETWORK
from ..agents.spec import resolve
from ..arena.schedule import purpose_seed
from ..errors import BadPlan
from ..learn.config import checked
from ..learn.methods import league
from ..learn.run_dir import Run, write_network
from ..learn.training import train
from ..networks import Network
from ..networks.seats import PackedSeats
from .judge import GAME, SUBJECT, play_deal

if TYPE_CHECKING:
    from ..learn.config import Configuration
    from ..learn.training import Watcher

__all__ = ["SEEDS", "best_of", "response_configuration", "train_response"]

SEEDS: Final = (1, 2, 3)
ROUNDS: Final = 10
GAMES: Final = 5_000
"""Games of a round: 50,000 in all."""
STEP: Final = 200
"""Games of a step, where the network tells the chances of all seats."""
CHOOSING: Final = 60
"""Deals on which the best of the seeds is chosen, others than those of the page."""


def response_configuration(
    spec: str, players: int, seed: int, rounds: int = ROUNDS, games: int = GAMES
) -> Configuration:
    """The training against copies of an agent, from its own weights, at tables of so many.

    Raises :class:`~magnate.errors.BadPlan` for an agent without weights that this training can go on from.
    """
    agent = resolve(GAME, spec, players)
    given: dict[str, Any] = {"game": GAME, "preset": "official", "players": players, "seed": seed}
    population = {"self": 1.0, spec: float(players - 1), "random": 0.05}
    if isinstance(agent, NetworkAgent) and isinstance(agent.network, PackedSeats):
        given |= {"method": "league", "league": _of_seats(agent, agent.network, spec, players, rounds * games)}
        given["league"]["population"] = population
        return checked(given, f"response-{players}-{seed}")
    if not isinstance(agent, NetworkAgent) or not isinstance(agent.network, Network):
        raise BadPlan(
            f'"{spec}" has no weights that a best response could begin with',
            hint="train one by a configuration of your own, and name it with --response",
        )
    if agent.network.sizes[-1] != players:
        raise BadPlan(
            f'"{spec}" plays by a network for tables of {agent.network.sizes[-1]}, and a training for {players} cannot '
            "go on from it",
            hint="name an agent for such tables with --two",
        )
    settings = {
        "start": spec,
        "inputs": agent.schema.name,
        "layers": list(agent.network.sizes[1:-1]),
        "rounds": rounds,
        "games": games,
        "positions": 8,
        "epsilon": 0.02,
        "offers": agent.planning.offers,
        "keep": 6,
        "averaged": 0.5,
        "batch": 4096,
        "learning_rate": 0.002,
        "population": population,
    }
    return checked(given | {"method": "values", "values": settings}, f"response-{players}-{seed}")


def _of_seats(agent: NetworkAgent, network: PackedSeats, spec: str, players: int, games: int) -> dict[str, Any]:
    """The settings for an agent whose network tells the chances of all seats."""
    _, codes, hidden, _ = network.sizes
    planning = agent.planning
    return {
        "begins_with": spec,
        "codes": codes,
        "hidden": hidden,
        "tables": {f"official/{players}": 1.0},
        "steps": max(1, games // STEP),
        "games": min(games, STEP),
        "positions": 36,
        "alone": 0,
        "past": 0,
        "offers": planning.offers,
        "margin": planning.margin,
        "exchanges": planning.most,
        "partner": planning.partner,
        "learns": planning.learns,
        "per_turn": int(planning.per_turn),
        "wide": {"random": 1.0, "strategic": 1.0},
        "wide_part": 0.05,
        "batch": 256,
        "learning_rate": 0.001,
    }


def train_response(
    folder: Path,
    configuration: Configuration,
    jobs: int,
    watchers: Sequence[Watcher] = (),
    progress: Callable[[int, int], None] = lambda _done, _total: None,
) -> str:
    """Train it, or go on where its folder was stopped; returns the spec of what plays by it."""
    run = Run.open(folder) if folder.exists() else Run.create(folder, configuration)
    method = train(run, run.configuration.game(), list(watchers), jobs, progress)
    spec, settings = f"{NETWORK}:{write_network(run, method)}", run.configuration.settings
    if isinstance(settings, league.Settings):  # it is judged as it played
        played = ("offers", "margin", "partner", "learns", "per_turn")
        return ",".join([spec, *(f"{name}={getattr(settings, name)}" for name in played)])
    return spec


def best_of(responses: Sequence[str], spec: str, players: int, seed: int, deals: int = CHOOSING) -> str:
    """Which of the responses wins most against copies of the agent, on deals that the page does not use."""

    def won(response: str) -> float:
        agents = (*[SUBJECT] * (players - 1), response)
        seeds = [purpose_seed(seed, "gate", deal) for deal in range(deals)]
        shares = [play_deal(players, "official", (), agents, spec, deal)[0] for deal in seeds]
        return float(np.mean([one[-1] for rotations in shares for one in rotations]))

    return max(responses, key=won)
