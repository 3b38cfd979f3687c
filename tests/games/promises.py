"""What every game promises, checked for any game with any options: compiled (`selfcheck.verify`) and interpreted."""

from __future__ import annotations

from typing import Any

import numpy as np

from magnate.core.binding import MEMO
from magnate.core.game import Game
from magnate.core.loader import kernel
from magnate.core.run import params_row
from magnate.runtime.compiler import build
from magnate.runtime.interpreter import interpret
from magnate.runtime.pystate import PyStates, py_ints
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
    trace, info = kernel("selfcheck", game.rules), game.info
    build([trace.verify])
    copies = np.zeros(3, game.rules.STATE)
    found = ints(5)
    steps = trace.verify(
        game.start_states(games),
        new_streams(range(games)),
        new_streams([99]),
        ints(games, game.players),
        RANDOM,
        info.max_actions,
        info.utility_sum,
        info.max_decisions,
        copies,
        copies.view(np.uint8).reshape(3, -1),
        ints(info.max_legal),
        ints(game.players, MEMO),
        *(ints(info.max_outcomes) for _ in range(3)),
        np.zeros(game.players),
        np.zeros(game.players),
        found,
    )
    assert not found[0], f"game {found[1]}, step {found[2]}: {trace.FAULTS[found[0]]}; check {found[3]}, {found[4]}"
    return int(steps)


def recorded(game: Game, seed: int, *, interpreted: bool) -> tuple[list[int], list[bytes], list[float]]:
    """One random game in either world: the steps, the bytes of every state, and the utilities at the end."""
    rules: Any = interpret(game.rules.__name__) if interpreted else game.rules
    info = game.info
    length = min(2 * info.max_decisions + 2, LONGEST)
    arrays = (game.start_states(1), new_streams([seed]), np.zeros(1, rules.STATE))
    sizes = (info.max_legal, info.max_outcomes, info.max_outcomes)
    states, streams, copies = map(PyStates, arrays) if interpreted else arrays
    history: Any = Bytes() if interpreted else np.zeros(length, rules.STATE)
    acts, out, weight = map(py_ints if interpreted else ints, sizes)
    memos = [py_ints(MEMO) for _ in range(game.players)] if interpreted else ints(game.players, MEMO)
    taken = ints(length)
    trace = kernel("selfcheck", rules)
    made = trace.record(states, streams, ints(game.players), RANDOM, copies, acts, memos, out, weight, history, taken)
    assert made < length, f"seed {seed}: the game has {LONGEST} steps or more"
    utility = np.zeros(game.players)
    if interpreted:
        rules.utility(states[0], utility)
        return taken[:made].tolist(), history, utility.tolist()
    kernel("position_kernel", rules).inspect(states, ints(9), acts, out, weight, utility, np.zeros(game.players))
    return taken[:made].tolist(), [history[k].tobytes() for k in range(made)], utility.tolist()
