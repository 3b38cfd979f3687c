"""Looking at what a run of the method ``values`` has learned, on deals that no training plays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ..agents.learned.schema import schema_for
from ..arena.schedule import purpose_seed
from ..engine.stream import deal_seed
from ..errors import BadTraining
from .calibration import Phase, Reliability, guesses, met, phases, reliability
from .methods.values import Settings, deputy_of
from .population import SELF, Population
from .samples import Sampler

if TYPE_CHECKING:
    from ..engine.game import Game
    from .folder import Run
    from .method import Method

__all__ = ["calibrated"]


def calibrated(
    run: Run,
    method: Method,
    game: Game,
    opponents: Sequence[str],
    games: int,
    positions: int,
    seed: int,
    threads: int = 1,
) -> tuple[Reliability, list[Phase]]:
    """How true the newest network's win probabilities are: over the whole game, and by its phases.

    Half of the seats are the network's, which takes no random actions, the others those of ``opponents``. What is
    looked at is the share that it gives the seat whose choice led to a position: by this it decides.

    Raises :class:`~magnate.errors.BadTraining` for a run of another method.
    """
    settings = _settings(run)
    weights = {SELF: float(max(1, len(opponents))), **dict.fromkeys(opponents, 1.0)}
    population = Population(game, weights, 1, settings.inputs)
    sampler = Sampler(game, schema_for(game.name, settings.inputs), positions, threads=threads)
    seeds = [purpose_seed(seed, "final", deal) for deal in range(games)]
    network = next(iter(method.networks().values()))
    found = met(network, sampler, population, seeds, deputy_of(game.name, settings), deal_seed(seed, "calibration"))
    found = replace(found, shares=found.shares[:, :1])
    guessed = guesses(network, found.inputs)[:, :1]
    return reliability(guessed, found.shares, found.weights, found.games), phases(found, guessed)


def _settings(run: Run) -> Settings:
    settings: Any = run.configuration.settings
    if not isinstance(settings, Settings):
        raise BadTraining(
            f"{run.name} has learned by the method {run.configuration.plan.method}, not values",
            hint="only networks that say win probabilities can be looked at so",
        )
    return settings
