"""Fit the estimate of Brass's searches to games of the planner, and write ``src/magnate/agents/brass/fitted.py``.

``python tools/fit_brass.py`` takes some minutes. Every game is disturbed at first: up to an action drawn at random so
many of each seat's answers are random (0 to 20 %), so that positions come up which the planner would not have made.
From then on it plays undisturbed, and every few actions the features of all seats are noted, with the points that they
end with. The weights are those of ridge regression, whose targets are pulled in to three standard deviations twice
(some games end in debts, which no feature foretells); a fifth of the games is kept to say how far it is off.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Annotated, Any, NamedTuple, TypeAlias

import numpy as np

import magnate
from magnate.agents import resolve
from magnate.agents.brass.eval_features import FEATURES, Features, features_of
from magnate.agents.brass.forecast import look_ahead
from magnate.agents.brass.planner import planner
from magnate.core.agents import CompiledAgent
from magnate.core.contract import CHANCE, OVER
from magnate.games.brass import rules
from magnate.games.brass.state import ACTION, MAX_LEGAL, STATE
from magnate.runtime.compiler import Floats, Floats2, Ints, entry
from magnate.runtime.stream import below, uniform_of

States: TypeAlias = Annotated[Any, (STATE,)]

HERE = Path(__file__).parent.parent / "src" / "magnate" / "agents" / "brass"
GAMES = {("full", 2): 8000, ("full", 3): 4000, ("full", 4): 4000, **{("introductory", n): 4000 for n in (2, 3, 4)}}
"""How many games are played by preset and players."""
NOISE = (0.0, 0.02, 0.05, 0.1, 0.2)
"""Which parts of a seat's answers are random while a game is disturbed."""
DISTURBED = 120
"""A game is disturbed for less than so many actions."""
EVERY = 7
"""Features are noted once in so many actions."""
ROOM = 400
"""More rows than a game gives."""
SEAT_ROW = FEATURES + 3
"""The features, the era, the points so far, and those at the end."""


@entry
def play(states: States, params: Floats, noise: Floats, seed: int, acts: Ints, rows: Floats2) -> int:
    """Play the game of ``states[0]`` to its end; write a row a seat of each position noted, and return how many."""
    g = states[0]
    players = g.opt.players * 1
    quiet = below(seed, 0, DISTURBED)
    n = 0
    actions = 0
    decided = 0
    while rules.to_move(g) != OVER:
        decided += 1
        key = uniform_of(seed, decided)
        p = rules.to_move(g)
        if p == CHANCE:
            rules.step(g, rules.draw(g, key))
            continue
        if g.phase == ACTION:
            actions += 1
            if actions > quiet and actions % EVERY == seed % EVERY:
                for q in range(players):
                    features = features_of(g, look_ahead(g, params, q))
                    for i in range(FEATURES):
                        rows[n, i] = features[i]
                    rows[n, FEATURES] = g.era
                    rows[n, FEATURES + 1] = g.points[q]
                    n += 1
        if actions <= quiet and below(key, 0, 1000) < 1000.0 * noise[p]:
            many = rules.legal(g, acts)
            rules.step(g, acts[below(key, 1, many)])
        else:
            rules.step(g, planner(g, params, acts))
    for i in range(n):
        rows[i, FEATURES + 2] = g.points[i % players]
    return n


def positions(preset: str, players: int, games: int) -> tuple[np.ndarray, np.ndarray]:
    """The rows of all positions, as an array of (position, seat, number), and the game that each is from."""
    game = magnate.load("brass", players=players, preset=preset)
    agent = resolve("brass", "planner")
    assert isinstance(agent, CompiledAgent)  # noqa: S101 - the planner is one
    params = np.array(agent.row)
    rng = np.random.default_rng(5)
    acts, rows = np.zeros(MAX_LEGAL, np.int64), np.zeros((ROOM, SEAT_ROW))
    found, whence = [], []
    for seed in range(games):
        states = game.new(seed=seed).states().copy()
        n = play(states, params, rng.choice(NOISE, players), seed, acts, rows)
        found.append(rows[:n].copy().reshape(-1, players, SEAT_ROW))
        whence.append(np.full(n // players, seed))
    return np.concatenate(found), np.concatenate(whence)


class Sample(NamedTuple):
    """What is fitted to: features and their products with what is left, the points to come, so far and at the end."""

    inputs: np.ndarray
    to_come: np.ndarray
    so_far: np.ndarray
    final: np.ndarray
    left: np.ndarray


def sample(rows: np.ndarray) -> Sample:
    """Rows as what is fitted to, all with one line a seat."""
    flat = rows.reshape(-1, SEAT_ROW)
    features, so_far, final = flat[:, :FEATURES], flat[:, FEATURES + 1], flat[:, FEATURES + 2]
    left = features[:, 1]
    inputs = np.concatenate([features, features * left[:, None]], 1)
    inputs[:, 1] = 0.0  # it is the constant's product
    return Sample(inputs, final - so_far, so_far, final, left)


def regression(known: Sample) -> np.ndarray:
    """The weights."""
    scale = known.inputs.std(0)
    scale[0] = 1.0
    scale[scale < 1e-6] = 1.0
    inputs = known.inputs / scale
    ridge = 5.0 * np.eye(inputs.shape[1])
    ridge[0, 0] = 0.0
    targets = known.to_come
    for _ in range(3):
        weights = np.linalg.solve(inputs.T @ inputs + ridge, inputs.T @ targets)
        off = known.to_come - inputs @ weights
        most = 3.0 * 1.48 * np.median(np.abs(off))
        targets = inputs @ weights + np.clip(off, -most, most)
    return np.asarray(weights / scale)


def surprise(spread: tuple[float, float], points: np.ndarray, wins: np.ndarray, left: np.ndarray) -> float:
    """The mean negative log likelihood of the wins."""
    odds = points / (spread[0] + spread[1] * left)[:, None]
    odds = odds - odds.max(1, keepdims=True)
    logs = odds - np.log(np.exp(odds).sum(1, keepdims=True))
    return float(-(wins * logs).sum(1).mean())


def fitted(rows: np.ndarray, whence: np.ndarray, name: str) -> dict[str, tuple[float, float]]:
    """The weights of each feature and the spread, fitted to four fifths of the games; prints how good they are."""
    players = rows.shape[1]
    kept = whence % 5 == 0
    known, new = sample(rows[~kept]), sample(rows[kept])
    weights = regression(known)
    tables = []
    for one in (known, new):
        final = one.final.reshape(-1, players)
        wins = final == final.max(1, keepdims=True)
        points = (one.so_far + one.inputs @ weights).reshape(-1, players)
        tables.append((points, wins / wins.sum(1, keepdims=True), one.left.reshape(-1, players).mean(1)))
    grid = [(float(a), float(b)) for a in range(1, 20) for b in range(0, 40, 2)]
    spread = min(grid, key=lambda one: surprise(one, *tables[0]))
    off = new.to_come - new.inputs @ weights
    print(
        f"{players} players, {name}: {len(rows)} positions; off by {off.std():.1f} points (mean {off.mean():.2f}), ",
        end="",
    )
    print(f"of {new.to_come.std():.1f}; surprise {surprise(spread, *tables[1]):.3f} of {np.log(players):.3f}")
    found = {one: (round(weights[i], 3), round(weights[FEATURES + i], 3)) for i, one in enumerate(Features._fields)}
    return {**found, "spread": spread}


def written(found: dict[tuple[int, str], dict[str, tuple[float, float]]]) -> str:
    """The file with the numbers: two tables with a line a feature and a column for each of ``found``."""

    def table(place: int) -> list[str]:
        rows = zip(*([f"{pair[place] + 0.0:>9}" for pair in one.values()] for one in found.values()), strict=True)
        return [f"{name:12}{''.join(row)}" for name, row in zip((*Features._fields, "spread"), rows, strict=True)]

    return f'''"""The fitted numbers of the estimate; ``tools/fit_brass.py`` writes this file."""

from __future__ import annotations

COLUMNS = (
{"".join(f'    ({players}, "{name}"),{chr(10)}' for players, name in found)})
STEADY = """
{chr(10).join(table(0))}
"""
VARYING = """
{chr(10).join(table(1))}
"""

_STEADY, _VARYING = ({{words[0]: tuple(map(float, words[1:])) for words in map(str.split, table.strip().split("\\n"))}}
                     for table in (STEADY, VARYING))  # fmt: skip
FITTED = {{one: {{name: (_STEADY[name][i], _VARYING[name][i]) for name in _STEADY}} for i, one in enumerate(COLUMNS)}}
"""By players and kind: each feature's weight, and what it gains with what is left; and the spread."""
'''


def main() -> None:
    """Play, fit and write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--part", type=float, default=1.0, help="play so many times the usual number of games")
    asked = parser.parse_args()
    found = {}
    for (preset, players), games in GAMES.items():
        rows, whence = positions(preset, players, round(asked.part * games))
        for era, name in enumerate(("canal", "rail") if preset == "full" else ("introductory",)):
            here = rows[:, 0, FEATURES] == era
            found[players, name] = fitted(rows[here], whence[here], name)
    (HERE / "fitted.py").write_text(written(found), "utf-8")


if __name__ == "__main__":
    main()
