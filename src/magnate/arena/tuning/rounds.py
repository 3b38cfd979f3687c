"""The source's search: rounds of random configurations (the thesis, section 4.2).

A hundred configurations are drawn at random from a grid of five values a parameter and play a round robin; the best
ten play another, then the best five, and the best three meet the incumbent. Every round plays new deals, the same ones
for all its pairs. At a table of more than two, a pair is one seat against copies of the other in all other seats, both
ways round; a configuration's score counts the games in which it sits alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from ...runtime.stream import deal_seed
from .evaluation import Evaluation, Found, Point

__all__ = ["SIZES", "search"]

SIZES: Final = (10, 5, 3)
"""How many are left after each round."""


def search(evaluation: Evaluation) -> Found:
    """Run the search; it is over when the last three have met the incumbent."""
    setting, space = evaluation.setting, evaluation.setting.space
    rng = np.random.default_rng(deal_seed(setting.seed, "configurations"))
    field = [space.spec(point) for point in space.random_points(setting.configurations, rng)]
    sizes = [size for size in SIZES if size < len(field)]
    deals = evaluation.duels.deals(setting.games)
    points: list[Point] = []
    for number, left in enumerate(sizes):
        shares = _round_robin(evaluation, number, field, (number * deals, (number + 1) * deals))
        points += [Point(len(points) + place, number, share) for place, share in enumerate(shares)]
        order = sorted(range(len(field)), key=lambda one: -shares[one])
        field = [field[one] for one in order[:left]]
    field = list(dict.fromkeys([*field, space.incumbent]))
    meetings = {spec: [other for other in field if other != spec] for spec in field}
    lines = evaluation.finals("last round", meetings, (len(sizes) * deals, (len(sizes) + 1) * deals))
    points += [Point(len(points) + place, len(sizes), line.share.mean) for place, line in enumerate(lines)]
    return Found(tuple(lines), tuple(points), relative=False, evaluated=setting.configurations)


def _round_robin(evaluation: Evaluation, number: int, field: Sequence[str], span: tuple[int, int]) -> list[float]:
    """Each configuration's share of the wins over all its pairs."""
    duels, many = evaluation.duels, len(field)
    both = evaluation.setting.game.players > 2
    whole = duels.whole * (span[1] - span[0])
    keys = [f"round {number}/{one}" for one in range(many)]
    open_pairs = sum(
        many - 1 if both else many - 1 - one for one in range(many) if keys[one] not in evaluation.journal.entries
    )
    evaluation.watcher.begin(f"round of {many}", open_pairs * (span[1] - span[0]) * evaluation.setting.game.players)
    scores = [0] * many
    for one, spec in enumerate(field):
        others = [other for other in range(many) if (other != one if both else other > one)]
        entry = evaluation.journal.get(keys[one])
        if entry is None:
            won = evaluation.play("tuning", [(spec, field[other]) for other in others], *span).won
            entry = evaluation.journal.put(keys[one], {"spec": spec, "won": won.sum(axis=1).tolist()})
        for other, won_of in zip(others, entry["won"], strict=True):
            scores[one] += won_of
            if not both:
                scores[other] += whole - won_of
    return [score / (whole * (many - 1)) for score in scores]
