"""Interrupts within interrupts, and amounts on a ladder: every game of a small auction (see :mod:`.games.sale`)."""

import numpy as np
import pytest

from magnate.runtime.interpreter import interpret
from magnate.runtime.pystate import py_ints, pystate_class

from .games import sale

interpreted = interpret(sale.__name__)
Mirror = pystate_class(sale.STATE)


def begun(cash, lots=1):
    """An auction in which both have so many coins, in the twin."""
    g = Mirror()
    g.left = lots
    for p in range(2):
        g.cash[p] = cash[p]
    interpreted.offer(g, 0)
    return g


def legal(g):
    out = py_ints(sale.MAX_LEGAL)
    n = interpreted.legal(g, out)
    return list(out)[:n]


def after(g, *actions):
    for a in actions:
        assert interpreted.why(g, a) == 0
        interpreted.step(g, a)
    return g


def every_line(cash, lots):
    """All games, each as its actions, with the depth and the bytes before each of them; every position is checked."""
    waiting = [(begun(cash, lots), ())]
    while waiting:
        g, line = waiting.pop()
        assert interpreted.check(g) == 0
        if interpreted.to_move(g) < 0:
            assert g.depth == g.left == 0
            yield line
            continue
        assert legal(g), "a begun interrupt can be finished"
        waiting += [(after(g.copy(), a), (*line, (a, g.depth, g.to_bytes()))) for a in legal(g)]


@pytest.fixture(scope="module")
def lines():
    return list(every_line((5, 4), 2))


def test_interrupts_reach_their_bound_and_no_more(lines):
    """Every game of two lots and a few coins: an auction, a doubt within it, a forfeit within that."""
    assert len(lines) > 50
    assert {depth for line in lines for _, depth, _ in line} == {1, 2, sale.DEPTH}


def test_what_was_interrupted_goes_on_where_it_was(lines):
    """A doubt and its forfeit change nothing in the auction below them but what the doubter has."""
    forfeits = 0
    for line in lines:
        for k in range(len(line) - 1):
            if line[k][1] == sale.DEPTH:
                forfeits += 1
                bid, doubted = (Mirror().from_bytes(state) for _, _, state in (line[k - 2], line[k]))
                resumed = after(doubted.copy(), line[k][0])
                assert resumed.depth == bid.depth == 1
                assert resumed.famount[0] == doubted.famount[0] == bid.cash[bid.fwho[0]]
                assert resumed.fwho[0] == doubted.fwho[0] == 1 - bid.fwho[0]
    assert forfeits > 10


def test_the_longest_game_is_the_same_compiled(lines):
    line = max(lines, key=len)
    states = np.frombuffer(bytearray(line[0][2]), sale.STATE)
    for action, _, state in line:
        assert states.tobytes() == state
        assert sale.why(states[0], action) == 0
        sale.step(states[0], action)
    assert sale.to_move(states[0]) == interpreted.OVER


LADDER = {sale.MINIMUM: 1, sale.PLUS_10: 10, sale.PLUS_50: 50, sale.PLUS_100: 100}


@pytest.mark.parametrize(
    ("cash", "bids"),
    [
        (170, {"minimum": 1, "10": 10, "50": 50, "100": 100, "limit": 170}),
        (99, {"minimum": 1, "10": 10, "50": 50, "limit": 99}),
        (50, {"minimum": 1, "10": 10, "50": 50}),  # all that one has is the rung "50 more": one spelling
        (7, {"minimum": 1, "limit": 7}),
        (1, {"minimum": 1}),
        (0, {}),
    ],
)
def test_the_ladder_has_the_rungs_that_one_can_pay(cash, bids):
    g = begun((cash, 200))
    rungs = dict(zip(("pass", "minimum", "10", "50", "100", "limit"), range(6), strict=True))
    assert legal(g) == [sale.PASS, *(rungs[name] for name in bids)]
    assert {name: int(after(g.copy(), rungs[name]).famount[0]) for name in bids} == bids


def test_the_ladder_goes_on_from_the_last_bid():
    g = after(begun((170, 200)), sale.PLUS_50, sale.PLUS_100)
    assert (g.famount[0], interpreted.to_move(g)) == (150, 0)
    assert legal(g) == [sale.PASS, sale.MINIMUM, sale.PLUS_10, sale.LIMIT]
    assert [after(g.copy(), a).famount[0] for a in legal(g)[1:]] == [151, 160, 170]
    sold = after(g, sale.PASS)
    assert (list(sold.cash), list(sold.lots), sold.depth) == ([170, 50], [0, 1], 0)


def test_every_amount_can_be_bid():
    """From the minimum on, by rungs of 1 and of 10."""
    for target in range(1, 41):
        g, amount = begun((40, 40)), 0
        while amount < target:
            a = next(rung for rung in (sale.PLUS_10, sale.MINIMUM) if amount + LADDER[rung] <= target)
            amount = int(after(g, a).famount[0])
            if g.depth == 2:
                after(g, sale.BELIEVE)
        assert amount == target
