"""Looking at what was learned, on deals that no training plays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, permutations
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ..agents.learned.agent import NetworkAgent
from ..agents.learned.spec import PolicyAgent
from ..arena.schedule import purpose_seed
from ..core.binding import PARAMS
from ..errors import BadTraining
from ..networks.files import CALIBRATED, VALUE
from ..networks.seats import PackedSeats
from ..runtime.stream import deal_seed
from ..values.schema import schema_for
from .calibration import Answers, Phase, Reliability, met, phases, reliability
from .methods.ppo import NAME as POLICY
from .methods.ppo import Ppo
from .methods.values import Settings, Values
from .population import SELF, Population, all_sitters
from .rollouts import Rollouts, as_played, expected
from .samples import Sampler

if TYPE_CHECKING:
    from ..core.game import Game
    from .method import Method
    from .run_dir import Run

AT_ONCE: Final = 1000
"""Games after which progress is reported."""
POLICY_AT_ONCE: Final = 200
"""The same of a policy, all of whose decisions are kept until then."""


def newest(run: Run, method: Method) -> NetworkAgent | PolicyAgent:
    """The agent that plays by the newest network of a run, as ``network:FILE`` does: without random actions.

    Raises :class:`~magnate.errors.BadTraining` for a run of a method whose networks say no win probabilities.
    """
    networks = method.networks()
    if isinstance(method, Ppo):
        inputs = run.configuration.settings.inputs
        return PolicyAgent.of(run.configuration.plan.game, networks[POLICY], inputs, name=run.path.name)
    inputs = _settings(run).inputs
    agent = NetworkAgent.of(run.configuration.plan.game, networks[VALUE], inputs, name=run.path.name)
    agent.calibrated = networks.get(CALIBRATED)
    return agent


def calibrated(
    agent: NetworkAgent | PolicyAgent,
    game: Game,
    opponents: Sequence[str],
    games: int,
    positions: int,
    seed: int,
    threads: int = 1,
    on_progress: Callable[[int, int], None] | None = None,
) -> tuple[Reliability, list[Phase]]:
    """How true the win probabilities are that an agent's network gives: over the whole game, and by its phases.

    Half of the seats are the agent's, the others those of ``opponents``; without any, all are the agent's. The estimate
    that is judged is the share of the seat whose choice led to a position; for a policy, of the seat that chooses. The
    question is how true a number is at a random moment of a random game. So games count alike, however long they are,
    or a few very long games would dominate. ``on_progress(done, total)`` is called with the numbers of games.

    Raises :class:`~magnate.errors.BadTraining` for opponents that compiled code cannot play.
    """
    weights = {SELF: float(max(1, len(opponents))), **dict.fromkeys(opponents, 1.0)}
    population = Population(game, weights, 1, agent.schema.name)
    seeds = [purpose_seed(seed, "final", deal) for deal in range(games)]
    seats = population.seats(games, 1, deal_seed(seed, "calibration"))
    ask = _asking(agent, game, population, positions, threads)
    at_once = POLICY_AT_ONCE if isinstance(agent, PolicyAgent) else AT_ONCE
    found = []
    for first in range(0, games, at_once):
        if on_progress:
            on_progress(first, games)
        some = slice(first, first + at_once)
        part = ask(seeds[some], seats[some])
        found.append(replace(part, games=part.games + first))
    if on_progress:
        on_progress(games, games)
    answers = Answers.joined(found)
    return reliability(answers), phases(answers)


def _asking(
    agent: NetworkAgent | PolicyAgent, game: Game, population: Population, positions: int, threads: int
) -> Callable[[Sequence[int], np.ndarray], Answers]:
    """What plays games of these seeds and seats, and asks the agent's network about some positions of each."""
    if isinstance(agent, PolicyAgent):
        rollouts = Rollouts(game, agent.schema, threads)
        policy = as_played(agent.network, game.info.max_actions, agent.temperature)
        return lambda seeds, seats: expected(rollouts, positions, population.rows, seeds, seats, policy)
    sampler = Sampler(game, agent.schema, positions, threads=threads, planning=agent.planning)
    sitters = all_sitters([agent.network], population.frozen, agent.epsilon, agent.delegate)
    network = agent.calibrated or agent.network
    if isinstance(network, PackedSeats):
        raise BadTraining(
            "the network says the chances of all seats at once", hint="tools/chances_gates.py measures such networks"
        )
    return lambda seeds, seats: met(network, sampler, population.rows, seeds, seats, sitters)


@dataclass(frozen=True, slots=True)
class Payoffs:
    """What the networks of some rounds win against one another, to notice a training that learns in circles.

    ``shares[i, j]`` is the win share of the network of round ``rounds[i]`` in one seat, against that of ``rounds[j]``
    in all others, in the mean of all seats. ``cycles`` counts the intransitive triples, where each beats the next by
    more than ``margin``.
    """

    rounds: tuple[int, ...]
    shares: np.ndarray
    cycles: int
    margin: float
    games: int


def payoffs(run: Run, method: Method, game: Game, rounds: int, games: int, seed: int, threads: int = 1) -> Payoffs:
    """The networks of the last ``rounds`` rounds against one another: so many ``games`` for each ordered pair.

    All pairs play the same deals, none of which any training plays, each with the network in every seat.
    """
    if not isinstance(method, Values):
        raise _another_method(run)
    settings = _settings(run)
    learned = method.learned()[-rounds:]
    numbers = tuple(range(len(method.learned()) - len(learned) + 1, len(method.learned()) + 1))
    sampler = Sampler(game, schema_for(game.name, settings.inputs), positions=0, threads=threads)
    sitters = all_sitters(learned, (), 0.0, ())
    deals = max(1, games // game.players)
    seeds = [purpose_seed(seed, "gate", deal) for deal in range(deals) for _ in range(game.players)]
    own = np.tile(np.eye(game.players, dtype=bool), (deals, 1))
    shares = np.full((len(learned), len(learned)), 1.0 / game.players)
    for i, j in permutations(range(len(learned)), 2):
        found = sampler.play(seeds, np.where(own, -1 - i, -1 - j), np.zeros((1, PARAMS)), sitters)
        shares[i, j] = found.results[own].mean()
    margin = 2.0 * float(np.sqrt((1 / game.players) * (1 - 1 / game.players) / (deals * game.players)))
    return Payoffs(numbers, shares, intransitive_triples(shares, margin), margin, deals * game.players)


def intransitive_triples(shares: np.ndarray, margin: float = 0.0) -> int:
    """How many triples are intransitive, where i beats j by more than ``margin`` of the win.

    >>> intransitive_triples(np.array([[0.5, 0.6, 0.4], [0.4, 0.5, 0.6], [0.6, 0.4, 0.5]]))
    1
    """
    beats = shares - shares.T > 2 * margin
    triples = (
        (beats[a, b] and beats[b, c] and beats[c, a]) or (beats[b, a] and beats[c, b] and beats[a, c])
        for a, b, c in combinations(range(len(shares)), 3)
    )
    return sum(map(int, triples))


def _settings(run: Run) -> Settings:
    settings: Any = run.configuration.settings
    if not isinstance(settings, Settings):
        raise _another_method(run)
    return settings


def _another_method(run: Run) -> BadTraining:
    return BadTraining(
        f"{run.name} has learned by the method {run.configuration.plan.method}, not values",
        hint="only networks that say what each action leads to can be looked at so",
    )
