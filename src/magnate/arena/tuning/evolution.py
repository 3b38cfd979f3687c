"""The modern search: an evolution strategy against a pool of opponents.

CMA-ES (Hansen and Ostermeier 2001) draws each generation's configurations from a normal distribution over the search
space and moves its mean, its size and its shape towards the better ones; it uses their order only, so it stands the
noise of a few thousand games. Whole-numbered parameters keep a chance to change by the margin of Hamano et al. (2022).

All configurations of a generation play the same deals, and so does the incumbent; the next generation plays new ones,
so that nothing is fitted to a deal. Since the best of many noisy values is too good to be true, the last mean of the
distribution and the configurations that were furthest ahead of the incumbent meet the pool once more, on new deals and
with more games: that table has the candidate.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

import numpy as np

from ...errors import MissingExtra
from ...runtime.stream import deal_seed
from .evaluation import Evaluation, Found, Point

if TYPE_CHECKING:
    from cmaes import CMAwM

__all__ = ["search"]

INCUMBENT: Final = "incumbent"
BEST: Final = 4
"""How many configurations meet the pool once more, beside the last mean."""
PLAY_OFF: Final = 5
"""They then play so many times as many games."""


def search(evaluation: Evaluation) -> Found:
    """Run the search; as many whole generations as the configurations take."""
    setting, space = evaluation.setting, evaluation.setting.space
    strategy = _strategy(evaluation)
    size = strategy.population_size
    generations = math.ceil(setting.configurations / size)
    deals = evaluation.duels.deals(setting.games)
    steps = [[f"generation {number}/{member}" for number in range(generations)] for member in (*range(size), INCUMBENT)]
    rivals = [len(setting.pool)] * size + [evaluation.duels.rivals(space.incumbent, setting.pool)]
    pairs = sum(evaluation.missing(keys) * many for keys, many in zip(steps, rivals, strict=True))
    evaluation.watcher.begin("search", pairs * deals * setting.game.players)
    points: list[Point] = []
    ahead: dict[str, float] = {}
    for number in range(generations):
        span = (number * deals, (number + 1) * deals)
        standard = sum(evaluation.pool_wins(f"generation {number}/{INCUMBENT}", space.incumbent, span)["won"])
        told = []
        for member in range(size):
            point, raw = strategy.ask()
            key = f"generation {number}/{member}"
            entry = evaluation.pool_wins(key, space.spec(point), span, {"at": raw.tolist()})
            lead = (sum(entry["won"]) - standard) / (evaluation.duels.whole * deals * len(setting.pool))
            told.append((np.array(entry["at"]), -lead))
            points.append(Point(len(points), number, lead))
            ahead[entry["spec"]] = lead
        strategy.tell(told)
    best = sorted(ahead, key=lambda spec: -ahead[spec])[:BEST]
    finalists = dict.fromkeys([space.incumbent, space.spec(strategy.mean), *best])
    span = (generations * deals, (generations + PLAY_OFF) * deals)
    lines = evaluation.finals("play-off", dict.fromkeys(finalists, setting.pool), span)
    return Found(tuple(lines), tuple(points), relative=True, evaluated=len(points))


def _strategy(evaluation: Evaluation) -> CMAwM:
    """The library's strategy at the incumbent."""
    try:
        from cmaes import CMAwM
    except ModuleNotFoundError:
        raise MissingExtra.of("the method evolution", "cmaes", "tune") from None
    space = evaluation.setting.space
    bounds = np.tile([0.0, 1.0], (len(space.free), 1))
    steps = np.array([parameter.unit_step for parameter in space.free])
    seed = deal_seed(evaluation.setting.seed, "evolution") % (1 << 32)
    return CMAwM(mean=space.start, sigma=evaluation.setting.sigma, bounds=bounds, steps=steps, seed=seed)
