"""What win shares a policy expects at its decisions, beside what became of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import numpy as np

from ...networks import Network
from ...runtime.stream import deal_seed
from ..calibration import Answers, some_of_each

if TYPE_CHECKING:
    from .rollouts import Rollouts

__all__ = ["as_played", "expected"]

COLDEST: Final = 1e-4
"""A temperature at which the likeliest action is as good as certain."""


def as_played(network: Network, actions: int, temperature: float) -> Network:
    """The policy that draws by its chances as ``network``, whose first outputs are the actions, does at a temperature.

    What it says of the win shares is the same.

    >>> import numpy as np
    >>> policy = Network((np.ones((1, 3), np.float32),), (np.zeros(3, np.float32),))
    >>> as_played(policy, 1, 0.5)(np.ones((1, 1), np.float32)).tolist()
    [[2.0, 1.0, 1.0]]
    """
    sharper = np.ones(network.sizes[-1], np.float32)
    sharper[:actions] = 1.0 / max(temperature, COLDEST)
    last, bias = network.weights[-1] * sharper, network.biases[-1] * sharper
    return Network((*network.weights[:-1], last), (*network.biases[:-1], bias))


def expected(
    rollouts: Rollouts, positions: int, rows: np.ndarray, seeds: Sequence[int], seats: np.ndarray, policy: Network
) -> Answers:
    """What a policy expects of its own share at up to so many of its decisions in each game, and what it won.

    ``rows`` and ``seats`` are as in :meth:`.rollouts.Rollouts.play`. A moment is the number of decisions that the
    policy has had in the game.
    """
    found = rollouts.play(seeds, seats, rows, [policy])
    kept, moments = some_of_each(found.games, positions, deal_seed(seeds[0], "positions"))
    return Answers(found.shares[kept, :1], found.results[kept, :1], found.games[kept], moments)
