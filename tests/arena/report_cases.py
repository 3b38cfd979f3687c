"""Reports of tournaments that nobody played, for the tests of pages and tables."""

from itertools import combinations

import numpy as np

from magnate.arena.report.data import About, Agent, Failure, Pair, Rating, ReportData, Worth
from magnate.arena.statistics import Estimate
from magnate.games.monopoly import FACTS
from magnate.plots import Histogram

GROUPS = ("brown", "light_blue", "pink", "orange", "red", "yellow", "green", "dark_blue", "railroad", "utility")
TWELVE = [
    "strategic:late_game",
    "strategic",
    "strategic:aggressive_investor",
    "strategic:completionist_builder",
    "strategic:trademaster",
    "strategic:hoarder",
    "strategic:railroader",
    "strategic:gambler",
    "strategic:blocker",
    "strategic:cautious_accumulator",
    "algorithmic",
    "random",
]
HOSTILE = '<script>alert("1")</script> & | `x` *b*'


def around(mean, width):
    return Estimate(mean, mean - width, mean + width, 1000)


def report(names=TWELVE, players=2, games=660_000, capped=0.084, seed=7, **changes):
    """The report of agents of falling strength; ``capped`` is the share of the games that a cap ended."""
    rng = np.random.default_rng(seed)
    count = len(names)
    strength = np.linspace(0.35, -0.15, count) + rng.normal(0, 0.04, count)
    if count > 3:
        strength[-2:] = -0.7, -1.9
    order = np.argsort(-strength)
    strength = strength[order]
    names = [names[at] for at in order]
    share = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
    np.fill_diagonal(share, np.nan)
    width = 3.0 / np.sqrt(max(games / max(count * (count - 1) / 2, 1), 1))
    wins = np.nanmean(share, axis=1) * 2 / players if count > 1 else np.array([1 / players])
    error = width / np.sqrt(max(count - 1, 1)) / 2
    pair_games = np.full((count, count), int(games / max(count * (count - 1) / 2, 1)))
    np.fill_diagonal(pair_games, 0)
    bankrupt = np.clip(0.9 - wins * players / 2, 0.02, 0.95)
    means = {
        "bankrupt": bankrupt,
        "deeds": 5 + 8 * wins,
        "monopolies": 1.6 * wins,
        "net_worth": 6000 * wins,
        "cash": 1800 * wins,
        "rounds": np.full(count, 84.2),
    }
    elo = 400 / np.log(10) * (strength - strength.mean())
    buys = rng.gamma(4, 0.25, (count, len(GROUPS))) * (np.array([2, 3, 3, 3, 3, 3, 3, 2, 4, 2]) / 2)
    edges = np.arange(0, 12001, 250)
    worths = []
    for at in range(count):
        values = rng.gamma(2.5, 900 + 2500 * wins[at], 4000)
        counts = np.histogram(values, edges)[0]
        worths.append(Worth(tuple(counts.tolist()), tuple(np.quantile(values, (0.05, 0.25, 0.5, 0.75, 0.95))), 4000))
    lengths = np.sort(rng.gamma(4, 18, max(games // 10, 1)))
    bins = np.arange(0, 205, 5)
    counted = np.histogram(lengths[lengths < 200], bins)[0] * 10
    beyond_capped = round(games * capped)
    superiority = 1 / (1 + np.exp(-(elo[:, None] - elo[None, :]) / 3))
    with_errors = lambda values, size: [around(float(value), size) for value in values]  # noqa: E731
    given = {
        "about": about(names, players, games, seed),
        "agents": tuple(
            Agent(
                name,
                games // count * players,
                capped * (1 + 0.1 * np.sin(at)),
                around(float(wins[at]), float(error)),
                around(float(wins[at] * 1.01), float(error)),
                {
                    key: around(float(values[at]), 0.004 * float(abs(values[at])) + 1e-4)
                    for key, values in means.items()
                },
            )
            for at, name in enumerate(names)
        ),
        "ratings": (
            Rating(
                "elo", "Elo", "Bradley–Terry with a seat term, one virtual draw an agent.", tuple(with_errors(elo, 2.1))
            ),
            Rating(
                "elo_uncapped",
                "Elo, uncapped games",
                "The same without capped games.",
                tuple(with_errors(elo * 1.1, 2.4)),
            ),
        ),
        "pairs": Pair(
            share,
            share - width,
            share + width,
            pair_games,
            np.where(np.isnan(share), np.nan, capped),
            superiority,
            np.where(np.isnan(share), np.nan, -0.41),
            {key: np.repeat(values[:, None], count, axis=1) for key, values in means.items()},
        ),
        "cycles": ((names[1], names[2], names[0]),) if count > 3 else (),
        "triples": len(list(combinations(range(count), 3))),
        "seats": tuple(around(1 / players + 0.012 * (players / 2 - 0.5 - seat), 0.001) for seat in range(players)),
        "endings": {"bankruptcy": games - beyond_capped, "turn cap": beyond_capped},
        "capped": beyond_capped,
        "field": {key: float(np.mean(values)) for key, values in means.items()},
        "games_with": {},
        "statistics": tuple(FACTS.statistics(means)),
        "lengths": Histogram(
            tuple(bins.tolist()),
            tuple(counted.tolist()),
            (0,) * (len(bins) - 1),
            games - int(counted.sum()),
            min(beyond_capped, games - int(counted.sum())),
            float(round(np.median(lengths))),
        ),
        "unit": "rounds",
        "groups": GROUPS,
        "purchases": buys,
        "worths": tuple(worths),
        "worth_edges": tuple(edges.tolist()),
        "correlation": -0.412,
    }
    return ReportData(**{**given, **changes})


def about(names, players, games, seed):
    specs = ",".join(names)
    return About(
        id="T17",
        title="Monopoly",
        game="monopoly",
        preset="thesis",
        rules="thesis, most turns: 1,000",
        players=players,
        tables=max(len(list(combinations(range(len(names)), players))), 1),
        deals=5000,
        last_deal=4999,
        games=games,
        planned=games,
        seed=seed,
        command=f"magnate tournament run monopoly --preset thesis --agents '{specs}' --games 10000 --seed {seed}",
        options={"max_turns": 1000},
        versions={"magnate": "0.2.0", "numpy": "2.4.0", "numba": "0.68.0"},
        digests={"engine": "6f3a" * 8, "rules": "c0de" * 8, **dict.fromkeys(names, "ab12" * 8)},
        started="2026-11-21 18:02",
        finished="2026-11-21 18:04",
    )


def failures(count):
    return tuple(Failure("mypkg.bots:Cautious", f"3.{at}", at % 2, 2**55 + at) for at in range(count))
