"""The search methods, the gate that a candidate must pass, and the final figure."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ...errors import MissingExtra
from ...runtime.stream import deal_seed
from ..sprt import Sprt, elo_of_share, group_values
from ..statistics import Estimate, estimate
from .evaluation import Code, Duels, Evaluation, Found, Journal, Point, Watcher
from .space import Setting

if TYPE_CHECKING:
    from cmaes import CMAwM


__all__ = ["FinalFigure", "Gate", "Tuned", "elo_interval", "tune"]


# -------------------------------------------------------------------- An evolution strategy against a pool of opponents
#
# CMA-ES (Hansen and Ostermeier 2001) draws each generation's configurations from a normal distribution over the search
# space. It moves the distribution's mean, size and shape towards the better configurations. It uses only their order,
# so the noise of a few thousand games does no harm. Whole-numbered parameters keep a chance to change by the margin of
# Hamano et al. (2022).
#
# All configurations of a generation and the incumbent play the same deals. The next generation plays new ones, so
# nothing is fitted to a deal. The best of many noisy values is too good to be true. So the last mean of the
# distribution and the configurations that were furthest ahead play the pool once more, in more games on new deals. The
# best there is the candidate.


INCUMBENT: Final = "incumbent"
BEST: Final = 4
"""How many configurations meet the pool once more, beside the last mean."""
PLAY_OFF: Final = 5
"""They then play so many times as many games."""


def evolution_search(evaluation: Evaluation) -> Found:
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
        results = []
        for member in range(size):
            point, raw = strategy.ask()
            key = f"generation {number}/{member}"
            entry = evaluation.pool_wins(key, space.spec(point), span, {"at": raw.tolist()})
            lead = (sum(entry["won"]) - standard) / (evaluation.duels.whole * deals * len(setting.pool))
            results.append((np.array(entry["at"]), -lead))
            points.append(Point(len(points), number, lead))
            ahead[entry["spec"]] = lead
        strategy.tell(results)
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


# ---------------------------------------------------- Rounds of random configurations, the thesis' search (section 4.2)
#
# A hundred configurations are drawn from a grid of five values a parameter and play a round robin. The best ten play
# another, then the best five, and the best three play the incumbent. Every round plays new deals, the same for all its
# pairs. At a table of more than two, a pair is one seat against copies of the other in all other seats, both ways
# round. A configuration's score counts the games in which it sits alone.


SIZES: Final = (10, 5, 3)
"""How many are left after each round."""


def rounds_search(evaluation: Evaluation) -> Found:
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


# ----------------------- The gate: a sequential test of candidate against incumbent, on deals that the search never saw


BLOCK: Final = 500
"""Deals after which the test is looked at."""


@dataclass(frozen=True, slots=True)
class Gate:
    """What the test came to: ``answer`` is "H1" (better), "H0" (not) or None when the games ran out.

    ``capped`` is how many of the ``games`` a cap ended.
    """

    test: Sprt
    answer: str | None
    llr: float
    games: int
    share: float
    capped: int

    @property
    def passed(self) -> bool:
        """Whether the candidate is better."""
        return self.answer == "H1"

    def as_dict(self) -> dict[str, Any]:
        """The gate for JSON."""
        test = self.test
        return {
            "elo0": test.elo0,
            "elo1": test.elo1,
            "alpha": test.alpha,
            "beta": test.beta,
            "bounds": [round(test.lower, 6), round(test.upper, 6)],
            "llr": round(self.llr, 6),
            "answer": self.answer,
            "games": self.games,
            "share": round(self.share, 6),
            "capped": self.capped,
        }


def pass_gate(evaluation: Evaluation, candidate: str) -> Gate:
    """Test the candidate against the incumbent, block by block."""
    setting, duels = evaluation.setting, evaluation.duels
    test = setting.test()
    most = duels.deals(setting.gate_games)
    pair = (candidate, setting.space.incumbent)
    blocks = [(first, min(first + BLOCK, most)) for first in range(0, most, BLOCK)]
    missing = [last - first for first, last in blocks if f"gate/{first}" not in evaluation.journal.entries]
    evaluation.watcher.begin("gate", sum(missing) * setting.game.players)
    seen: list[int] = []
    llr, answer, capped = 0.0, None, 0
    for first, last in blocks:
        key = f"gate/{first}"
        entry = evaluation.journal.get(key)
        if entry is None:
            found = evaluation.play("gate", [pair], first, last)
            entry = evaluation.journal.put(key, {"won": found.won[0].tolist(), "capped": int(found.capped[0])})
        seen += entry["won"]
        capped += entry["capped"]
        llr = float(test.llr(*group_values(np.array(seen) / duels.whole, setting.game.players)))
        answer = test.answer(llr, len(seen))
        if answer is not None:
            break
    share = sum(seen) / (len(seen) * duels.whole)
    return Gate(test, answer, llr, len(seen) * setting.game.players, share, capped)


# ------------------------------------------------------ The final figure: a fixed number of games on deals of their own
#
# The sequential test stops when it looks good, so its share is too good. This one is not.


FINAL_BLOCK: Final = 500
"""Deals after which the journal is written."""


@dataclass(frozen=True, slots=True)
class FinalFigure:
    """What the candidate is worth.

    ``duel`` is its share alone among copies of the incumbent. ``pool`` and ``incumbent_pool`` are the mean shares of
    both against the pool on the same deals, ``gain`` their difference, ``against`` the two shares by opponent.
    ``games`` were played for each pair, ``played`` in all, of which a cap ended ``capped``.
    """

    duel: Estimate
    pool: Estimate
    incumbent_pool: Estimate
    gain: Estimate
    against: dict[str, tuple[float, float]]
    games: int
    players: int
    played: int
    capped: int

    def as_dict(self) -> dict[str, Any]:
        """The figure for JSON; Elo is that of the share, with P - 1 equal opponents."""
        return {
            "games_a_pair": self.games,
            "games": self.played,
            "capped": self.capped,
            "duel": self.duel.as_dict(),
            "elo": dict(zip(("mean", "low", "high"), elo_interval(self.duel, self.players), strict=True)),
            "pool": self.pool.as_dict(),
            "incumbent_pool": self.incumbent_pool.as_dict(),
            "gain": self.gain.as_dict(),
            "against": {spec: [round(share, 6) for share in shares] for spec, shares in self.against.items()},
        }


def elo_interval(share: Estimate, players: int) -> tuple[float | None, float | None, float | None]:
    """The difference in Elo points that a share means, and its interval; None where it is infinite or unknown."""
    ends = (share.mean, share.low, share.high)
    points = [None if end is None else elo_of_share(end, players) for end in ends]
    middle, low, high = (None if one is None or not np.isfinite(one) else round(one, 2) for one in points)
    return middle, low, high


def final_figure(evaluation: Evaluation, candidate: str) -> FinalFigure:
    """Play it out."""
    setting, duels = evaluation.setting, evaluation.duels
    incumbent, pool = setting.space.incumbent, setting.pool
    most = duels.deals(setting.final_games)
    blocks = [(first, min(first + FINAL_BLOCK, most)) for first in range(0, most, FINAL_BLOCK)]
    pairs = [(candidate, incumbent), *((one, other) for one in (candidate, incumbent) for other in pool)]
    missing = [last - first for first, last in blocks if f"final/{first}" not in evaluation.journal.entries]
    played = sum(duels.rivals(one, [other]) for one, other in pairs)
    evaluation.watcher.begin("final figure", sum(missing) * setting.game.players * played)
    entries = []
    for first, last in blocks:
        key = f"final/{first}"
        entry = evaluation.journal.get(key)
        if entry is None:
            found = evaluation.play("final", pairs, first, last)
            won = found.won
            parts = {
                "duel": won[0],
                "candidate": won[1 : 1 + len(pool)].sum(axis=0),
                "incumbent": won[1 + len(pool) :].sum(axis=0),
                "pairs": won.sum(axis=1),
                "games": found.games.sum(),
                "capped": found.capped.sum(),
            }
            entry = evaluation.journal.put(key, {name: part.tolist() for name, part in parts.items()})
        entries.append(entry)
    duel, ours, theirs = (
        np.concatenate([entry[name] for entry in entries]) for name in ("duel", "candidate", "incumbent")
    )
    shares = np.sum([entry["pairs"] for entry in entries], axis=0) / (most * duels.whole)
    games, capped = (sum(entry[name] for entry in entries) for name in ("games", "capped"))
    ours_met, theirs_met = (duels.rivals(one, pool) > 0 for one in (candidate, incumbent))
    return FinalFigure(
        duel=duels.share(duel, rivals=duels.rivals(candidate, [incumbent]) > 0),
        pool=duels.share(ours / len(pool), rivals=ours_met),
        incumbent_pool=duels.share(theirs / len(pool), rivals=theirs_met),
        gain=estimate((ours - theirs) / (len(pool) * duels.whole)),
        against={spec: (float(shares[1 + i]), float(shares[1 + len(pool) + i])) for i, spec in enumerate(pool)},
        games=most * setting.game.players,
        players=setting.game.players,
        played=games,
        capped=capped,
    )


# ---------------------------------------------------------------------------------------------------------- A whole run


@dataclass(frozen=True, slots=True)
class Tuned:
    """What came of a run; ``candidate`` is the configuration found, which is better only if the gate was passed."""

    setting: Setting
    found: Found
    candidate: str
    gate: Gate
    final: FinalFigure

    def as_dict(self) -> dict[str, Any]:
        """The result for JSON: what the setting alone decides."""
        return {
            **self.setting.about(),
            "evaluated": self.found.evaluated,
            "last_round": [line.as_dict() for line in self.found.finalists],
            "candidate": self.candidate,
            "gate_result": self.gate.as_dict(),
            "final": self.final.as_dict(),
            "better": self.gate.passed,
        }


def tune(setting: Setting, folder: Path, watcher: Watcher, *, jobs: int = 1, resume: bool = False) -> Tuned:
    """Search, test and measure; whatever is played is noted in ``folder``, and read from there with ``resume``.

    Raises :class:`~magnate.errors.BadTuning` for an impossible setting or a folder with something else.
    """
    setting.check()
    with Journal(folder, setting.about(), Code(setting.code(), setting.fingerprints), resume=resume) as journal:
        evaluation = Evaluation(setting, Duels(setting.game, setting.seed, jobs), journal, watcher)
        method = evolution_search if setting.method == "evolution" else rounds_search
        found = method(evaluation)
        candidate = found.candidate(setting.space.incumbent)
        gate = pass_gate(evaluation, candidate)
        return Tuned(setting, found, candidate, gate, final_figure(evaluation, candidate))
