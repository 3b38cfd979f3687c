"""What two versions of magnate are compared by (:mod:`.compare`), and the process that measures one of them.

Everything here goes through the public interface, so that the same lines measure versions that differ inside. A figure
is a function that does some work and tells how much: decisions, nodes, simulations, calls.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

import magnate

__all__ = ["FIGURES", "Figure", "serve"]

Work: TypeAlias = "Callable[[], int]"
"""Does some work, and tells how much."""


@dataclass(frozen=True)
class Figure:
    """What is measured: its name, what is counted, and what makes the work ready, given a number for its seeds."""

    name: str
    unit: str
    ready: Callable[[int], Work]


def figure(name: str, unit: str, ready: Callable[..., Work], *arguments: Any) -> Figure:
    """A figure whose work is made ready from these arguments and the number."""
    return Figure(name, unit, partial(ready, *arguments))


# --------------------------------------------------------------------------------------------- kernels


def drivers(game: str, options: dict[str, Any], agents: str, batch: int, number: int) -> Work:
    """Games of compiled agents, on one thread; decisions are counted."""
    loaded = magnate.load(game, **options)
    seeds = iter(range(number << 32, (number + 1) << 32))
    return lambda: int(loaded.play_many(agents, list(islice(seeds, batch))).decisions.sum())


def searches(
    game: str, options: dict[str, Any], algorithm: str, budget: str, more: dict[str, Any], number: int
) -> Work:
    """Searches of the game's first decision; nodes are counted, or simulations."""
    from magnate.search import search

    position = magnate.load(game, **options).new(1)
    keys = iter(range(number << 32, (number + 1) << 32))
    simulating = budget.startswith("sims")

    def work() -> int:
        report = search(position, algorithm, budget, seed=next(keys), **more)
        return report.evaluations if simulating else report.nodes

    return work


# ---------------------------------------------------------------------------------------- from Python


def random_play(game: str, options: dict[str, Any], number: int) -> Work:
    """Decisions of random games by ``legal()`` and ``apply()``."""
    loaded, dice = magnate.load(game, **options), random.Random(number)
    seeds = iter(range(number << 32, (number + 1) << 32))
    position = loaded.new(seed=next(seeds))

    def work() -> int:
        nonlocal position
        for _ in range(20):
            position.apply(dice.choice(position.legal()))
            if position.is_over:
                position = loaded.new(seed=next(seeds))
        return 20

    return work


def asking(game: str, options: dict[str, Any], question: Callable[[Any], Any], number: int) -> Work:
    """Questions put to positions of random games, each time to a fresh copy."""
    loaded, dice, positions = magnate.load(game, **options), random.Random(number), []
    for seed in range(number << 32, (number << 32) + 4):
        position = loaded.new(seed=seed)
        while not position.is_over and position.steps < 700:
            position.apply(dice.choice(position.legal_ids()))
            if position.steps % 41 == 0:
                positions.append(position.copy())
    turn = cycle(positions)

    def work() -> int:
        for _ in range(10):
            question(next(turn).copy())
        return 10

    return work


def played(game: str, options: dict[str, Any], agents: Callable[[], Any], number: int) -> Work:
    """Games of ``game.play``."""
    loaded = magnate.load(game, **options)
    seeds = iter(range(number << 32, (number + 1) << 32))

    def work() -> int:
        loaded.play(agents(), seed=next(seeds), limit=200)
        return 1

    return work


class First:
    """An agent in Python that takes the first of what is legal."""

    def act(self, positions: Any) -> list[Any]:
        """One action a position."""
        return [position.legal()[0] for position in positions]


def player(number: int) -> Work:
    """Games of a player in Python that is asked about each purchase, against a compiled one."""
    from magnate.agents.monopoly import Player

    class Buyer(Player):
        """Buys while some cash is left."""

        def should_buy_property(self, state: Any, tile: Any) -> bool:
            """Whether $100 are left."""
            return bool(state.me.cash - tile.price >= 100)

    game = magnate.load("monopoly", preset="thesis")
    seeds = iter(range(number << 32, (number + 1) << 32))

    def work() -> int:
        game.play_many([Buyer, Player.base], list(islice(seeds, 32)))
        return 32

    return work


def records(game: str, options: dict[str, Any], read: Callable[[Any, str], Any], number: int) -> Work:
    """Steps of a record of a random game that are read and used."""
    loaded, dice = magnate.load(game, **options), random.Random(number)
    longest = loaded.new(seed=number)
    for seed in range(number << 32, (number << 32) + 10):
        position = loaded.new(seed=seed)
        while not position.is_over and position.steps < 400:
            position.apply(dice.choice(position.legal_ids()))
        longest = max(longest, position, key=lambda one: one.steps)
    record = longest.record()
    text, steps = record.to_json(), longest.steps

    def work() -> int:
        read(record, text)
        return steps

    return work


def narrated(record: Any, _text: str) -> None:
    """All events of a record."""
    for position in record.positions():
        _ = position.events


def environment(game: str, options: dict[str, Any], number: int) -> Work:
    """A learner's steps in Gymnasium's environment."""
    from magnate.envs.gymnasium import Env

    table, rng = Env(game, **options, opponents="random", max_decisions=5_000), np.random.default_rng(number)
    mask = table.reset(seed=number)[1]["action_mask"]

    def work() -> int:
        nonlocal mask
        for _ in range(20):
            *_, terminated, truncated, info = table.step(int(rng.choice(mask.nonzero()[0])))
            mask = (table.reset()[1] if terminated or truncated else info)["action_mask"]
        return 20

    return work


def vector(game: str, options: dict[str, Any], number: int) -> Work:
    """A learner's steps in 64 games at once."""
    from magnate.envs.vector import VectorEnv

    tables = VectorEnv(64, game, **options, opponents="random", max_decisions=5_000)
    rng, mask = np.random.default_rng(number), tables.reset(seed=number)[1]["action_mask"]

    def work() -> int:
        nonlocal mask
        drawn = (mask * rng.random(mask.shape, np.float32)).argmax(axis=1)
        mask = tables.step(drawn)[-1]["action_mask"]
        return 64

    return work


def pettingzoo(game: str, options: dict[str, Any], number: int) -> Work:
    """Steps in PettingZoo's environment."""
    from magnate.envs.pettingzoo import raw_env

    table, dice = raw_env(magnate.load(game, **options)), random.Random(number)
    seeds: Iterator[int] = iter(range(number << 32, (number + 1) << 32))
    table.reset(seed=next(seeds))

    def work() -> int:
        for _ in range(20):
            observation, _, terminated, truncated, info = table.last()
            if terminated or truncated:
                table.reset(seed=next(seeds))
                continue
            mask = observation["action_mask"] if isinstance(observation, dict) else info["action_mask"]
            table.step(dice.choice(mask.nonzero()[0].tolist()))
        return 20

    return work


# ------------------------------------------------------------------------------------------- all of them

_FOUR = {"preset": "official", "players": 4}
_TWO = {"preset": "thesis", "players": 2}
_E3 = {"preset": "expectiminimax"}
_LARGE: tuple[tuple[Any, ...], ...] = (("Monopoly", "monopoly", _FOUR), ("Brass", "brass", {"players": 2}))
_ALL: tuple[tuple[Any, ...], ...] = (("tic-tac-toe", "tictactoe", {}), *_LARGE)

_KERNELS: tuple[tuple[Any, ...], ...] = (
    *(
        (f"Monopoly {preset}, {players} × {agents}", "monopoly", {"preset": preset, "players": players}, agents, batch)
        for preset, players in (("thesis", 2), ("official", 2), ("official", 4))
        for agents, batch in (("random", 20), ("baseline", 60), ("strategic", 40))
    ),
    ("Monopoly thesis, 2 × magnate:2p", "monopoly", _TWO, "magnate:2p", 2),
    *((f"Brass, {players} × random", "brass", {"players": players}, "random", 100) for players in (2, 4)),
    ("Brass, 4 × planner", "brass", {"players": 4}, "planner", 4),
    ("tic-tac-toe, 2 × random", "tictactoe", {}, "random", 20_000),
    ("connect four, 2 × random", "connect_four", {}, "random", 5_000),
    ("Pig, 2 × random", "pig", {}, "random", 2_000),
)
_SEARCHES: tuple[tuple[Any, ...], ...] = (
    ("tic-tac-toe, mcts", "tictactoe", {}, "mcts", "sims:20000", {}),
    ("Pig, mcts", "pig", {}, "mcts", "sims:10000", {}),
    ("Monopoly thesis, mcts", "monopoly", _TWO, "mcts", "sims:4000", {"truncate": 40}),
    ("Brass, 2, mcts", "brass", {"players": 2}, "mcts", "sims:400", {}),
    ("Brass, 2, ismcts", "brass", {"players": 2}, "ismcts", "sims:400", {}),
    ("tic-tac-toe, minimax", "tictactoe", {}, "minimax", "depth:9", {}),
    ("connect four, alphabeta", "connect_four", {}, "alphabeta", "depth:8", {}),
    ("connect four, ordered", "connect_four", {}, "ordered", "depth:11", {}),
    ("Pig to 20, expectiminimax", "pig", {"target": 20}, "expectiminimax", "depth:6", {}),
    ("Monopoly, expectiminimax E3", "monopoly", _E3, "expectiminimax", "depth:5", {}),
)
_QUESTIONS: tuple[tuple[str, Callable[[Any], Any]], ...] = (
    ("copy", lambda _: None),
    ("view", lambda one: one.view(0)),
    ("events of a step", lambda one: one.events),
    ("sentences of legal()", lambda one: [action.text for action in one.legal()]),
    ("features", lambda one: one.features(0)),
    ("to_setup", lambda one: one.to_setup()),
)
_READINGS: tuple[tuple[str, Callable[[Any, str], Any]], ...] = (
    ("record read and replayed", lambda _, text: magnate.Record.from_json(text).replay()),
    ("record verified", lambda record, _: record.verify()),
    ("Record.positions()", lambda record, _: sum(1 for _ in record.positions())),
    ("record narrated", narrated),
)

_PLAYING: tuple[tuple[str, Callable[[], Any]], ...] = (
    ("compiled agents", lambda: "random"),
    ("agents in Python", First),
)
_TABLES = (("Gymnasium", environment), ("PettingZoo", pettingzoo), ("vector of 64", vector))

FIGURES: tuple[Figure, ...] = (
    *(figure(f"kernels: {name}", "decisions", drivers, *case) for name, *case in _KERNELS),
    *(
        figure(f"search: {name}", "simulations" if case[3].startswith("sims") else "nodes", searches, *case)
        for name, *case in _SEARCHES
    ),
    *(figure(f"Python: random play, {name}", "decisions", random_play, *case) for name, *case in _ALL),
    *(
        figure(f"Python: {what}, {name}", "calls", asking, *case, question)
        for what, question in _QUESTIONS
        for name, *case in _LARGE
    ),
    *(
        figure(f"Python: game.play, {kind}, {name}", "games", played, *case, agents)
        for kind, agents in _PLAYING
        for name, *case in _ALL
    ),
    figure("Python: Player with a method against base", "games", player),
    *(
        figure(f"Python: {what}, {name}", "steps", records, *case, read)
        for what, read in _READINGS
        for name, *case in _LARGE
    ),
    *(figure(f"Python: {what}, {name}", "steps", table, *case) for what, table in _TABLES for name, *case in _ALL),
)
"""Every figure that a process measures inside; names are their keys in files."""


# ------------------------------------------------------------------------------------------- the process


def serve(number: int) -> None:
    """Measure what the lines of the standard input ask for: a figure's name and for how many seconds.

    A line that names another figure makes it ready and does it once. The answers are the work and the processor time.
    """
    print(json.dumps(str(Path(magnate.__file__).parent)), flush=True)
    known, current, work = {one.name: one for one in FIGURES}, "", None
    for line in sys.stdin:
        name, seconds = json.loads(line)
        if work is None or name != current:
            current, work = name, known[name].ready(number)
            work()
        done, begun = 0, time.process_time()
        while (spent := time.process_time() - begun) < seconds:
            done += work()
        print(json.dumps([done, spent]), flush=True)


if __name__ == "__main__":
    serve(int(sys.argv[1]))
