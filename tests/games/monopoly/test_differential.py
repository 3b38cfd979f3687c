"""Compiled rules against the interpreted rules, byte for byte; one thread against two."""

from __future__ import annotations

from functools import cache
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from magnate.agents import spec
from magnate.core.loader import kernel
from magnate.core.registry import guide_of
from magnate.core.run import Run, params_row, play_games
from magnate.games.monopoly import GAME, rules
from magnate.runtime.compiler import build
from magnate.runtime.interpreter import interpret
from magnate.runtime.pystate import py_ints
from magnate.runtime.stream import deal_seed

from .playing import ROUNDS, ints
from .situations import PRESET_GAMES, SITUATIONS, SWEEPS, Situation

GAMES = 200
STEPS = 20_000
"""No game of these is longer."""
INTERPRETED = interpret("magnate.games.monopoly.rules")


@cache
def guide() -> ModuleType:
    """Monopoly's guide, with the policies of all agents."""
    found = guide_of("monopoly")
    assert found is not None
    return found


class Bytes(list[bytes]):
    """A history that keeps the bytes of each state."""

    def __setitem__(self, k: Any, state: Any) -> None:
        assert k == len(self)
        self.append(state.to_bytes())


AGENTS = ["random", "strategic", "baseline", "algorithmic", "strategic:trademaster"]


def params(players: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """The rows of the agents, and which of them plays each seat: mixtures of many kinds come up."""
    rows = np.array([spec.resolve("monopoly", agent).row for agent in AGENTS])
    return np.array([(seed + p * (1 + seed // 3)) % len(AGENTS) for p in range(players)]), rows


def first_position(situation: Situation, seed: int) -> np.ndarray:
    """The start of a game that ends within a few rounds: the rules end it by a cap if the players do not."""
    rounds = max(4, 2 * ROUNDS // situation.players - 4 * (seed % 3))
    cap = "time_limit_rounds" if "time_limit_rounds" in situation.options else "max_rounds"
    return situation.starts(1, **{cap: rounds})


def compiled_game(situation: Situation, seed: int) -> tuple[list[int], list[bytes]]:
    """One compiled game: its actions and outcomes, and the bytes of the state after each."""
    trace = kernel("tests.selfcheck", rules, guide())
    build([trace.record])
    seats, rows = params(situation.players, seed)
    history, taken = np.zeros(STEPS, rules.STATE), ints(STEPS)
    seeds = [deal_seed("differential", situation.name, seed)]
    run = Run(rules, GAME, first_position(situation, seed), seeds, seats[None], rows, guide())
    made = trace.record(run.buffers(), history, taken)
    return taken[:made].tolist(), [history[k].tobytes() for k in range(made)]


def interpreted_game(situation: Situation, seed: int) -> tuple[list[int], list[bytes]]:
    """The same, interpreted: its own legal actions, policies, draws and rules."""
    seats, rows = params(situation.players, seed)
    history, taken = Bytes(), py_ints(STEPS)
    seeds, guided = [deal_seed("differential", situation.name, seed)], interpret(guide().__name__)
    run = Run(INTERPRETED, GAME, first_position(situation, seed), seeds, np.array([seats]), rows, guided)
    made = kernel("tests.selfcheck", INTERPRETED, guided).record(run.buffers(), history, taken)
    return [taken[k] for k in range(made)], list(history)


def games() -> list[tuple[Situation, int]]:
    """200 games: every preset at every size at least twice, and every sweep."""
    numbered = [(situation, seed) for seed in range(12) for situation in SITUATIONS]
    return numbered[:GAMES]


@pytest.mark.parametrize("part", range(10))
def test_compiled_play_equals_the_interpreted_twin(part):
    """Every action and every byte of every state, from the first step to the last."""
    for situation, seed in games()[part::10]:
        taken, states = compiled_game(situation, seed)
        assert len(taken) < STEPS, f"{situation.name}/{seed} is not complete after {STEPS} steps"
        again, mirrored = interpreted_game(situation, seed)
        assert again == taken, (situation.name, seed)
        for step, (one, other) in enumerate(zip(states, mirrored, strict=True)):
            assert one == other, (situation.name, seed, step, taken[step])


def test_all_presets_and_sizes_are_compared():
    compared = {situation.name for situation, _ in games()}
    assert {situation.name for situation in PRESET_GAMES + SWEEPS} <= compared
    assert len(games()) == GAMES


def test_two_threads_play_the_same_games_as_one():
    """300 games of mixed policies: states, results and counts are the same to the byte."""
    situation = Situation("threads", 4)
    starts = np.repeat(situation.starts(1, max_rounds=ROUNDS), 300)
    seats = np.array([[(i >> p) & 1 for p in range(situation.players)] for i in range(len(starts))])
    results = []
    for threads in (1, 2):
        rows = np.array([params_row(0), params_row(1)])
        played = play_games(Run(rules, GAME, starts, range(len(starts)), seats, rows, guide()), threads=threads)
        filled = (played.utility, played.score, played.ending, played.decisions, played.chances, played.tracks)
        results.append([array.tobytes() for array in (played.states, *filled)])
    assert results[0] == results[1]
