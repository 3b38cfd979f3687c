"""Helpers to play the test game in both worlds."""

from dataclasses import dataclass

import numpy as np

from magnate.core.binding import MEMO, RANDOM
from magnate.core.loader import kernel
from magnate.core.run import params_row
from magnate.runtime.interpreter import interpret
from magnate.runtime.pystate import PyStates, py_ints
from magnate.runtime.stream import STREAM, new_streams

from . import market

interpreted = interpret(market.__name__)


@dataclass(frozen=True)
class Sizes:
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
    states, streams = starts(1, players=2 + seed % 2), new_streams([seed])
    copies, history = np.zeros(1, market.STATE), np.zeros(steps, market.STATE)
    acts, out, weight = ints(market.MAX_LEGAL), ints(market.MAX_OUTCOMES), ints(market.MAX_OUTCOMES)
    memos, taken = ints(3, MEMO), ints(steps)
    if rules is interpreted:
        states, streams, copies, history = map(PyStates, (states, streams, copies, history))
        memos = [py_ints(MEMO) for _ in range(3)]
        acts, out, weight = map(py_ints, (market.MAX_LEGAL, market.MAX_OUTCOMES, market.MAX_OUTCOMES))
    trace, rows = kernel("selfcheck", rules, guide), np.array([params_row(kind)])
    made = trace.record(states, streams, ints(3), rows, copies, acts, memos, out, weight, history, taken)
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
    seeds = range(n)
    states, streams, tests = starts(n, players), new_streams(seeds), new_streams([99])
    copies = np.zeros(3, market.STATE)
    raw = copies.view(np.uint8).reshape(3, -1)
    memos = ints(players, MEMO)
    scratch = [ints(market.MAX_LEGAL), *(ints(market.MAX_OUTCOMES) for _ in range(3))]
    if rules is not market:
        states, streams, tests, copies = map(PyStates, (states, streams, tests, copies))
        raw = Raw(copies)
        memos = [py_ints(MEMO) for _ in range(players)]
        scratch = [py_ints(len(one)) for one in scratch]
    found = ints(5)
    verify = kernel("selfcheck", rules).verify
    sizes = (market.MAX_ACTIONS, 1.0, limit)
    utility, score = np.zeros(players), np.zeros(players)
    steps = verify(
        states,
        streams,
        tests,
        ints(n, players),
        UNIFORM,
        *sizes,
        copies,
        raw,
        scratch[0],
        memos,
        *scratch[1:],
        utility,
        score,
        found,
    )
    return steps, found.tolist()
