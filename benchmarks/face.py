"""Playing from Python, one decision at a time, beside OpenSpiel, PettingZoo and our own kernels in the same run.

Random legal play is what everybody writes first: ``position.apply(dice.choice(position.legal()))``. Then what positions
and records are asked most. All times are the processor's. Rows of play are the best of short slices that take turns, so
that other work on the machine disturbs all of them alike; the other times are the best of several for each position,
averaged over many positions.

The guard compares the face with the kernels (random games in compiled code on one thread): it fails, and the whole run
with it, when a decision from Python costs more of the kernels' decisions than :data:`GUARD` allows.
(It needs the extra ``envs``.)
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from types import ModuleType
from typing import Any

import magnate

GOALS = {"tic-tac-toe": 150_000, "Monopoly, official, 4 players": 60_000, "Brass, 2 players": 60_000}
"""Decisions a second by ``legal()`` and ``apply()``, on one idle core."""
GUARD = {"tic-tac-toe": 150, "Monopoly, official, 4 players": 110, "Brass, 2 players": 60}
"""So many decisions of the kernels may one from Python cost at most: twice what it costs today."""
GAMES: dict[str, tuple[str, dict[str, Any]]] = {
    "tic-tac-toe": ("tictactoe", {}),
    "Monopoly, official, 4 players": ("monopoly", {"preset": "official", "players": 4}),
    "Brass, 2 players": ("brass", {"players": 2}),
}
TIMES = {
    "copy": 3e-6,
    "view": 0.25e-3,
    "events of a step": 0.3e-3,
    "play, compiled agents": 3e-3,
    "play from a set-up": 3e-3,
    "read and replay 1,500 steps": 50e-3,
}
"""The longest that these may take, in seconds; of games, only Monopoly's has a goal."""
SLICE = 0.1
POSITIONS = 60
EVERY = 11  # one position in so many of random games is asked; small games are shorter
STEPS = 1500


def main(seconds: float) -> dict[str, Any]:
    """Measure everything, print it, and return the rows."""
    played = plays(seconds)
    print(f"\n{'random legal play, one core':44} {'decisions/s':>12}")
    for name, rate in played.items():
        goal = GOALS.get(name)
        print(f"{name:44} {rate:>12,.0f}{'' if goal is None else f'  goal {goal:,}: {reached(rate >= goal)}'}")
    guards: list[dict[str, Any]] = [
        {"game": name, "cost": played[f"{name}, kernels"] / played[name], "allowed": allowed}
        for name, allowed in GUARD.items()
    ]
    for one in guards:
        one["held"] = one["cost"] <= one["allowed"]
        said = "held" if one["held"] else "BROKEN"
        print(f"guard: {one['game']}: a decision costs {one['cost']:.0f} of the kernels' ({one['allowed']}): {said}")
    times = {name: asked(name, seconds) for name in GAMES}
    print(f"\n{'microseconds':30}" + "".join(f"{name.partition(',')[0]:>14}" for name in times))
    for row in dict.fromkeys(row for column in times.values() for row in column):
        cells = "".join(f"{column[row] * 1e6:>14,.1f}" if row in column else f"{'':>14}" for column in times.values())
        most = TIMES.get(row)
        worst = max(column[row] for name, column in times.items() if row in column and has_goal(row, name))
        print(f"{row:30}{cells}{'' if most is None else f'  goal {most * 1e6:,.0f}: {reached(worst <= most)}'}")
    return {"play": played, "guards": guards, "seconds": times}


def reached(yes: bool) -> str:
    """The word for it."""
    return "reached" if yes else "missed"


def has_goal(row: str, game: str) -> bool:
    """Whether the goal of a row is for that game too."""
    return game.startswith("Monopoly") or not row.startswith("play")


# ------------------------------------------------------------------------------------------------ playing


def plays(seconds: float) -> dict[str, float]:
    """Decisions a second of everybody who plays, in turns: the best slice of each."""
    players: dict[str, Callable[[], int]] = {}
    for name, (game, options) in GAMES.items():
        loaded = magnate.load(game, **options)
        players[name] = ours(loaded)
        players[f"{name}, from a set-up"] = ours(loaded, next(visited(loaded)).to_setup())
        players[f"{name}, kernels"] = kernels(loaded)
        players[f"{name}, our PettingZoo"] = environment(_ours_in_pettingzoo(loaded))
    players["OpenSpiel's tic-tac-toe"] = openspiel("tic_tac_toe")
    players["OpenSpiel's backgammon"] = openspiel("backgammon")
    players["PettingZoo's tic-tac-toe"] = environment(_pettingzoos_own())
    best = dict.fromkeys(players, 0.0)
    for play in players.values():
        play()  # what is compiled or loaded on first use
    for _ in range(max(2, round(seconds / SLICE / 2))):
        for name, play in players.items():
            begun, decisions = time.process_time(), 0
            while time.process_time() - begun < SLICE:
                decisions += play()
            best[name] = max(best[name], decisions / (time.process_time() - begun))
    return best


def ours(game: Any, start: Any = None) -> Callable[[], int]:
    """Some decisions of random games, from the beginning or a set-up on."""
    dice = random.Random(1)
    games = 0
    first = None if start is None else game.setup(start, 0)
    position = game.new(seed=0) if first is None else first.copy()

    def play() -> int:
        nonlocal games, position
        for _ in range(100):
            position.apply(dice.choice(position.legal()))
            if position.is_over:
                games += 1
                position = game.new(seed=games) if first is None else first.copy()
        return 100

    return play


def kernels(game: Any) -> Callable[[], int]:
    """The same in compiled code."""
    seeds, count = iter(range(1 << 40)), 32 if game.info.max_actions > 100 else 4096

    def play() -> int:
        return int(game.play_many("random", islice(seeds, count)).decisions.sum())

    return play


def openspiel(name: str) -> Callable[[], int]:
    """Random games of one of OpenSpiel's own games, written in C++."""
    import pyspiel

    game, dice = pyspiel.load_game(name), random.Random(1)

    def play() -> int:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(dice.choices(outcomes, chances)[0])
            else:
                state.apply_action(dice.choice(state.legal_actions()))
                decisions += 1
        return decisions

    return play


def environment(table: Any) -> Callable[[], int]:
    """Random decisions in a PettingZoo environment."""
    dice, seeds = random.Random(1), iter(range(1 << 40))
    table.reset(seed=next(seeds))

    def play() -> int:
        for _ in range(50):
            observation, _, terminated, truncated, info = table.last()
            if terminated or truncated:
                table.reset(seed=next(seeds))
                continue
            mask = observation["action_mask"] if isinstance(observation, dict) else info["action_mask"]
            table.step(dice.choice(mask.nonzero()[0].tolist()))
        return 50

    return play


def _ours_in_pettingzoo(game: Any) -> Any:
    from magnate.envs.pettingzoo import raw_env

    return raw_env(game)


def _pettingzoos_own() -> Any:
    """PettingZoo's own tic-tac-toe, which imports pygame for its pictures only: an empty module will do."""
    sys.modules.setdefault("pygame", ModuleType("pygame"))
    from pettingzoo.classic import tictactoe_v3

    return tictactoe_v3.raw_env()


# ------------------------------------------------------------------------------------------------- asking


def asked(name: str, seconds: float) -> dict[str, float]:
    """Seconds for what positions and records of a game are asked."""
    game, options = GAMES[name]
    loaded = magnate.load(game, **options)
    positions = list(islice(visited(loaded), POSITIONS))
    repeats = 3 + round(seconds)
    questions: dict[str, Callable[[Any], Any]] = {
        "copy": lambda one: one.copy(),
        "view": lambda one: one.view(0),
        "events of a step": lambda one: one.events,
        "board as text": str,
        "sentences of legal()": lambda one: [action.text for action in one.legal()],
        "features": lambda one: one.features(0),
        "to_setup": lambda one: one.to_setup(),
    }
    found = {
        what: sum(best(partial(ask, one), repeats) for one in positions) / len(positions)
        for what, ask in questions.items()
    }
    seeds = iter(range(1 << 40))
    games = 10 * repeats
    found["play, compiled agents"] = mean(lambda: loaded.play("random", next(seeds)), games)
    middle = next(visited(loaded))
    start = middle.to_setup()
    found["play from a set-up"] = mean(lambda: loaded.play("random", next(seeds), start=start), games)
    found["play, agents in Python"] = mean(lambda: loaded.play(First(), next(seeds), limit=100), repeats) / 100
    if name.startswith("tic"):
        return found
    text = record_of(loaded).to_json()
    found["read and replay 1,500 steps"] = best(lambda: magnate.Record.from_json(text).replay(), repeats)
    record = magnate.Record.from_json(text)
    found["the same, from a set-up"] = best(lambda: from_setup(loaded, start).replay(), repeats)
    found["verify 1,500 steps"] = best(record.verify, repeats)
    found["positions() of 1,500 steps"] = best(lambda: sum(1 for _ in record.positions()), repeats)
    return found


class First:
    """An agent in Python that looks at what is legal and takes the first."""

    def act(self, positions: Any) -> list[Any]:
        """One action a position."""
        return [position.legal()[0] for position in positions]


def visited(game: Any) -> Iterator[Any]:
    """Positions of random games."""
    dice, seed, seen = random.Random(1), 0, 0
    while True:
        position = game.new(seed=seed)
        seed += 1
        while not position.is_over:
            seen += 1
            if seen % EVERY == 0:
                yield position.copy()
            position.apply(dice.choice(position.legal_ids()))


def record_of(game: Any, position: Any = None, first: int = 0) -> Any:
    """A record of about 1,500 steps, or of the longest of some random games where all are shorter."""
    dice: Any = random.Random(1)
    longest: Any = None
    for seed in range(first, first + 20):
        played = game.new(seed=seed) if position is None else position.copy()
        while not played.is_over and played.steps < STEPS:
            played.apply(dice.choice(played.legal_ids()))
        if longest is None or played.steps > longest.steps:
            longest = played
        if longest.steps >= STEPS:
            break
    return longest.record()


_kept: dict[int, Any] = {}


def from_setup(game: Any, start: Any) -> Any:
    """The record of a game from a set-up on, made once."""
    if id(start) not in _kept:
        _kept[id(start)] = record_of(game, game.setup(start, 7))
    return _kept[id(start)]


def best(ask: Callable[[], Any], repeats: int) -> float:
    """The shortest of several times."""
    shortest = float("inf")
    for _ in range(repeats):
        begun = time.process_time()
        ask()
        shortest = min(shortest, time.process_time() - begun)
    return shortest


def mean(ask: Callable[[], Any], repeats: int) -> float:
    """The mean of several times, without the first."""
    ask()
    begun = time.process_time()
    for _ in range(repeats):
        ask()
    return (time.process_time() - begun) / repeats
