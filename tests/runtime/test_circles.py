"""Compiled functions that call each other in a circle, arrays handed over in a named tuple, and the clock."""

from __future__ import annotations

import time
from typing import NamedTuple

import numpy as np
import pytest

from magnate.runtime.compiler import Floats, Ints, build, entry, rule
from magnate.runtime.interpreter import interpret
from magnate.runtime.primitives import CLOCK, Clock, now


class Papers(NamedTuple):
    counts: Ints
    sums: Floats


@rule
def helper(n: int) -> int:
    return n - 1


@rule
def even(n: int, papers: Papers) -> bool:
    if n == 0:
        return True
    papers.counts[0] += 1
    return odd(helper(n), papers)


@rule
def odd(n: int, papers: Papers) -> bool:
    if n == 0:
        return False
    papers.counts[1] += 1
    return third(n, papers)


@rule
def third(n: int, papers: Papers) -> bool:
    if n < 0:
        return False
    papers.sums[0] += n
    return even(helper(n), papers)


@entry
def begin_with_even(n: int, papers: Papers) -> bool:
    return even(n, papers)


@entry
def begin_with_third(n: int, papers: Papers) -> bool:
    return third(n, papers)


@entry
def read_clock(clock: Clock) -> int:
    return now(clock)


def papers():
    return Papers(np.zeros(2, np.int64), np.zeros(1))


@pytest.mark.parametrize("n", [0, 1, 2, 7, 100])
def test_functions_that_call_each_other(n):
    build([begin_with_even, begin_with_third])
    ws = papers()
    assert begin_with_even(n, ws) == (n % 2 == 0)
    assert (*ws.counts, ws.sums[0]) == ((n + 1) // 2, n // 2, sum(range(n - 1, 0, -2)))
    assert begin_with_third(n + 1, papers()) == (n % 2 == 0)


def test_the_tuple_must_be_the_declared_one():
    class Others(NamedTuple):
        counts: Ints
        sums: Floats

    build([begin_with_even])
    with pytest.raises(TypeError, match="papers"):
        begin_with_even(3, Others(*papers()))


def test_the_clock_is_pythons():
    build([read_clock])
    clock = np.zeros(1, CLOCK)[0]
    before = time.perf_counter_ns()
    assert before <= read_clock(clock) <= time.perf_counter_ns()
    assert before <= interpret("magnate.runtime.primitives").now(None) <= time.perf_counter_ns()
