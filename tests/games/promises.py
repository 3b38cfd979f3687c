"""What every game promises, checked for any game with any options: compiled (`selfcheck.verify`) and interpreted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from magnate.core.game import Game
from magnate.core.loader import kernel
from magnate.core.run import Run, params_row
from magnate.runtime.compiler import build
from magnate.runtime.interpreter import interpret
from magnate.runtime.stream import new_streams

RANDOM = np.array([params_row(0)])
LONGEST = 2_000
"""The most steps of a game that is recorded: room for all of them is made at once."""


class Bytes(list[bytes]):
    """A history that keeps the bytes of each state: many times faster than an array of mirrors."""

    def __setitem__(self, k: Any, state: Any) -> None:
        assert k == len(self)
        self.append(state.to_bytes())


def ints(*shape: int) -> np.ndarray:
    return np.zeros(shape, np.int64)


def verify(game: Game, games: int) -> int:
    """Play random games with every promise checked at every step; returns the steps. Raises AssertionError."""
    run = Run.of(game, range(games), ints(games, game.players), RANDOM, guide=None)
    return checked(run, [99])


def checked(run: Run, seeds: Sequence[int]) -> int:
    """Play the games of a run with every promise checked; returns the steps. ``seeds`` are of the checks' own draws."""
    trace, info = kernel("tests.selfcheck", run.rules, run.guide), run.sizes
    build([trace.verify])
    buffers, found = run.buffers(copies=3), ints(5)
    raw, tally = buffers.copies.view(np.uint8).reshape(3, -1), ints(max(1, info.max_outcomes))
    sizes = (info.max_actions, info.max_legal, info.max_outcomes)
    checks = trace.Checks(*sizes, info.utility_sum, new_streams(seeds), raw, tally, found)
    steps = trace.verify(run.longest, buffers, checks)
    assert not found[0], f"game {found[1]}, step {found[2]}: {trace.FAULTS[found[0]]}; check {found[3]}, {found[4]}"
    return int(steps)


def recorded(game: Game, seed: int, *, interpreted: bool) -> tuple[list[int], list[bytes], list[float]]:
    """One random game in either world: the steps, the bytes of every state, and the utilities at the end."""
    rules: Any = interpret(game.rules.__name__) if interpreted else game.rules
    info = game.info
    length = min(2 * info.max_decisions + 2, LONGEST)
    run = Run(rules, info, game.start_states(1), [seed], ints(1, game.players), RANDOM)
    buffers = run.buffers()
    history: Any = Bytes() if interpreted else np.zeros(length, rules.STATE)
    taken = ints(length)
    made = kernel("tests.selfcheck", rules).record(buffers, history, taken)
    assert made < length, f"seed {seed}: the game has {LONGEST} steps or more"
    utility = np.zeros(game.players)
    if interpreted:
        rules.utility(buffers.states[0], utility)
        return taken[:made].tolist(), history, utility.tolist()
    lists = (buffers.acts, buffers.outcomes, buffers.weights)
    kernel("position_kernel", rules).inspect(buffers.states, ints(9), *lists, utility, np.zeros(game.players))
    return taken[:made].tolist(), [history[k].tobytes() for k in range(made)], utility.tolist()
