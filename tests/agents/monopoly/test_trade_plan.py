"""The offers that agents make: the best exchange there is, by trying all; the same whatever is in the notes."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from magnate.agents import resolve
from magnate.agents.monopoly import property_value, trade_options, trade_plan
from magnate.agents.monopoly.parameters import TRADE_MARGIN
from magnate.games.monopoly import GAME, board
from magnate.runtime.dispatch import _callable, signature

from . import exhaustive
from .interpreted import notes, part, row, scratch
from .positions import blank, random_position

POSITIONS = 150
SETS = 407
"""Sets of up to two of 28 deeds."""
ROUNDING = 2.0
"""Dollars: values are in sixteenths, and each side's least gain is a dollar more than the margin."""
AGENTS = [
    "strategic",
    "strategic:trademaster",
    "strategic:blocker",
    "algorithmic",
    "strategic:threat=0.9,trade_margin=0",
    "strategic:tuned",
    "strategic:deed_value=0,greed=0",
]


def compiled(function: Any) -> Any:
    """A rule as Python can call it without checking every argument anew."""
    one = _callable(function.py_func)
    one.compile(signature(function.py_func))
    return one


def ints(length: int) -> np.ndarray:
    return np.zeros(length, np.int64)


def some_position(rng: random.Random) -> tuple[Any, int]:
    """A position with cash as brackets begin, and how many play."""
    players = rng.choice((2, 2, 3, 4))
    g = random_position(rng, players, **rng.choice(({}, {"trade_mortgaged": False, "transfer_interest": False})))
    for r in range(players):
        g.cash[r] = max(least for least in part("trade_plan").BRACKETS if least <= g.cash[r])
    return g, players


def test_the_best_exchange_is_found():
    """Hundreds of positions: what the search finds is worth no less than the best of all exchanges."""
    search, best_of_all, value = map(
        compiled, (trade_plan.best_exchange, exhaustive.best_of_all, property_value.value_after)
    )
    rng = random.Random(1)
    found = 0
    for number in range(POSITIONS):
        g, players = some_position(rng)
        state = g.to_record()[0]
        params = np.array(resolve("monopoly", rng.choice(AGENTS)).row)
        p, q = rng.sample(range(players), 2)
        acts = ints(GAME.max_legal)
        gain = 0.0
        if search(state, params, p, q, int(state["cash"][p]), int(state["cash"][q]), acts):
            found += 1
            items, money = int(acts[trade_options.BEST_ITEMS]), int(acts[trade_options.BEST_MONEY])
            given, taken = items & int(state["deeds"][p]), items & int(state["deeds"][q])
            assert max(given.bit_count(), taken.bit_count()) <= 2
            gains = [
                value(state, params, v, p, q, given, taken, money) - value(state, params, v, p, q, 0, 0, 0)
                for v in (p, q)
            ]
            assert min(gains) >= params[TRADE_MARGIN], number
            gain = sum(gains)
            assert gain == pytest.approx(acts[trade_options.BEST] / 16, abs=1)
        best = best_of_all(state, params, p, q, ROUNDING, ints(SETS), ints(SETS))
        assert gain >= best - ROUNDING / 2, number
    assert found > POSITIONS / 3


def deeds(*slugs: str) -> int:
    """These deeds as a mask."""
    return sum(1 << deed.index for deed in board.TITLE_DEEDS if deed.slug in slugs)


def test_who_has_no_cash_may_pay_by_taking_a_burden():
    """A mortgaged deed that is worth less than it costs to lift: its owner gives another one to be rid of it."""
    g = blank(2)
    g.deeds[0] = deeds("reading-railroad", "pennsylvania-railroad", "b-o-railroad")
    g.deeds[1] = deeds("short-line", "oriental-avenue")
    g.mortgaged |= deeds("oriental-avenue")
    g.cash[0], g.cash[1] = 0, 900
    params = row("strategic:deed_value=0,threat=0,trade_margin=0")
    acts = scratch()
    assert part("trade_plan").best_exchange(g, params, 0, 1, 0, 900, acts)
    assert acts[trade_options.BEST_ITEMS] == g.deeds[1]
    assert acts[trade_options.BEST_MONEY] <= -5  # the interest


def test_a_plan_is_a_function_of_owners_and_cash_brackets():
    """Cash within a bracket, who is to throw and where the tokens stand change nothing; an owner does."""
    plans = part("trade_plan")
    params = row("strategic")
    rng = random.Random(3)
    seen = 0
    for _ in range(40):
        g, players = some_position(rng)
        plan = plans.plan_of(g, params, 0, scratch(), notes())
        other = g.copy()
        for r in range(players):
            other.cash[r] += rng.randrange(99)
            other.square[r] = rng.randrange(40)
        other.turns += 5
        assert plans.plan_of(other, params, 0, scratch(), notes()) == plan
        seen += plan != plans.NO_PLAN
        if g.deeds[1]:
            moved = g.deeds[1] & -g.deeds[1]
            other.deeds[1] &= ~moved
            other.deeds[0] |= moved
            assert plans.ownership_key(other) != plans.ownership_key(g)
    assert seen > 10


def test_notes_save_the_work():
    """A plan in the notes is not worked out again (here it would come out otherwise), until something changes."""
    plans = part("trade_plan")
    params = row("strategic")
    g, _ = some_position(random.Random(5))
    memo = notes()
    plans.plan_of(g, params, 0, scratch(), memo)
    memo[plans.PLAN] = 123
    assert plans.plan_of(g, params, 0, scratch(), memo) == 123
    g.cash[0] = 9000
    assert plans.plan_of(g, params, 0, scratch(), memo) != 123


def test_own_offers_do_not_lower_ones_own_worth():
    """With the cash that there really is, not its bracket's."""
    plans, value = part("trade_plan"), part("property_value")
    rng = random.Random(8)
    offers = 0
    for _ in range(60):
        g = random_position(rng, 2)
        params = row(rng.choice(AGENTS))
        memo = notes()
        if plans.partner_for(g, params, 0, scratch(), memo) < 0:
            continue
        plan = memo[plans.PLAN]
        items, money = plans.plan_items(plan), plans.plan_money(plan)
        after = value.value_after(g, params, 0, 0, 1, items & g.deeds[0], items & g.deeds[1], money)
        assert after >= value.trade_value(g, params, 0)
        offers += 1
    assert offers > 10


def test_brackets_hold_the_building_fund():
    assert property_value.BUILDING_FUND in trade_plan.BRACKETS.tolist()
