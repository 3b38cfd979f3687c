"""Helpers to play the test game in both worlds."""

from dataclasses import dataclass

import numpy as np

from magnate.core.binding import RANDOM
from magnate.core.loader import kernel
from magnate.core.run import Run, params_row
from magnate.runtime.interpreter import interpret
from magnate.runtime.pystate import PyStates, py_ints
from magnate.runtime.stream import STREAM, new_streams

from . import market

interpreted = interpret(market.__name__)


@dataclass(frozen=True)
class Sizes:
    max_actions: int = market.MAX_ACTIONS
    max_legal: int = market.MAX_LEGAL
    max_outcomes: int = market.MAX_OUTCOMES
    max_decisions: int = market.MAX_DECISIONS
    tracked: int = market.TRACKED


SIZES = Sizes()
UNIFORM = np.array([params_row(0)])


def starts(n, players=3, rounds=4, cards=6):
    """Games whose options are written; all else is 0, which is also how `new_game` begins."""
    states = np.zeros(n, market.STATE)
    for name, value in (("players", players), ("rounds", rounds), ("cards", cards)):
        states["opt"][name] = value
    return states


def ints(*shape):
    return np.zeros(shape, np.int64)


def recorded(seed, rules=market, steps=2000, guide=None, kind=RANDOM):
    """One game of a policy, of random players say: (actions, bytes of every state, last stream's bytes)."""
    players = 2 + seed % 2
    run = Run(rules, SIZES, starts(1, players), [seed], ints(1, 3), np.array([params_row(kind)]), guide)
    history, taken, buffers = np.zeros(steps, market.STATE), ints(steps), run.buffers()
    if rules is interpreted:
        history = PyStates(history)
    made = kernel("tests.selfcheck", rules, guide).record(buffers, history, taken)
    streams = buffers.streams
    if rules is interpreted:
        history, streams = history.to_array(), streams.to_array()
    assert streams.dtype == STREAM
    return taken[:made].tolist(), [history[k].tobytes() for k in range(made)], streams.tobytes()


class Raw:
    """The bytes of mirrors, as ``verify`` reads them of compiled states."""

    def __init__(self, mirrors):
        self.mirrors = mirrors
        self.shape = (len(mirrors), market.STATE.itemsize)

    def __getitem__(self, where):
        return self.mirrors[where[0]].to_bytes()[where[1]]


def verified(n, rules=market, limit=market.MAX_DECISIONS, players=3):
    """Play ``n`` games under ``verify``: (steps checked, the fault's five numbers)."""
    run = Run(rules, SIZES, starts(n, players), range(n), ints(n, players), UNIFORM)
    buffers, tests, tally, found = run.buffers(copies=3), new_streams([99]), ints(market.MAX_OUTCOMES), ints(5)
    if rules is market:
        raw = buffers.copies.view(np.uint8).reshape(3, -1)
    else:
        raw, tests, tally = Raw(buffers.copies), PyStates(tests), py_ints(len(tally))
    selfcheck = kernel("tests.selfcheck", rules)
    checks = selfcheck.Checks(market.MAX_ACTIONS, market.MAX_LEGAL, market.MAX_OUTCOMES, 1.0, tests, raw, tally, found)
    return selfcheck.verify(limit, buffers, checks), found.tolist()
