"""A learner's steps per second of one core in the vector environment, beside single environments in the same run.

The actions are drawn from the masks by the same few lines for both; in Monopoly all other seats are the agents named.
(It needs the extra ``envs``.)
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np

CASES: tuple[tuple[str, dict[str, Any], str], ...] = (
    ("tictactoe", {}, "random"),
    ("pig", {}, "random"),
    ("monopoly", {"preset": "thesis", "players": 2}, "random"),
    ("monopoly", {"preset": "thesis", "players": 2}, "baseline"),
    ("monopoly", {"preset": "thesis", "players": 2}, "strategic"),
)
"""The game, its options, and who plays against the learner."""
GAMES = (64, 256)


def main(seconds: float) -> dict[str, Any]:
    """Measure everything, print it, and return the rows."""
    rows = [measured(game, options, opponents, seconds) for game, options, opponents in CASES]
    print(f"{'steps of a learner per second':32} {'single':>10}" + "".join(f" {f'{n} games':>12}" for n in GAMES))
    for row in rows:
        print(f"{row['case']:32} {row['single']:>10,.0f}" + "".join(f" {row[f'games{n}']:>12,.0f}" for n in GAMES))
    return {"rows": rows}


def measured(game: str, options: dict[str, Any], opponents: str, seconds: float) -> dict[str, Any]:
    """Steps per second of one environment, and of many at once."""
    from magnate.envs.gymnasium import Env
    from magnate.envs.vector import VectorEnv

    rng = np.random.default_rng(1)
    single = Env(game, **options, opponents=opponents, max_decisions=5_000)
    _observation, info = single.reset(seed=1)

    def one() -> int:
        nonlocal info
        *_, terminated, truncated, info = single.step(drawn(info["action_mask"][np.newaxis], rng)[0])
        if terminated or truncated:
            info = single.reset()[1]
        return 1

    def together(games: int) -> float:
        many = VectorEnv(games, game, **options, opponents=opponents, max_decisions=5_000)
        _observations, infos = many.reset(seed=1)

        def all_at_once() -> int:
            nonlocal infos
            *_, infos = many.step(drawn(infos["action_mask"], rng))
            return games

        return rate(all_at_once, seconds / 3)

    case = f"{game} {options.get('preset', '')} against {opponents}".replace("  ", " ")
    return {"case": case, "single": rate(one, seconds / 3), **{f"games{n}": together(n) for n in GAMES}}


def drawn(masks: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A random legal action for each row of masks."""
    found: np.ndarray = (masks * rng.random(masks.shape, np.float32)).argmax(axis=1)
    return found


def rate(step: Callable[[], int], seconds: float) -> float:
    """How many steps a second of processor time a function takes that tells how many it took."""
    step()
    begun, taken = time.process_time(), 0
    while time.process_time() - begun < seconds:
        taken += step()
    return taken / (time.process_time() - begun)
