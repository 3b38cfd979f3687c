"""The suite of endgames: its values are those of plain enumeration, and exact play reaches them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
import pytest

from magnate.core.game import Position
from magnate.games.brass.state import MAX_LEGAL, STATE
from magnate.runtime.interpreter import interpret
from magnate.runtime.pystate import PyStates, py_ints
from magnate.search import Report, search
from tests.games_for_tests import brass_margin

from .endgames import Endgame, endgames, regret, solved

PLENTY, FEW = 10_000_000, 500
"""Nodes: more than any endgame of the suite takes, and those that are looked at interpreted."""
TURN = 40
"""More decisions than these have."""


@cache
def suite() -> tuple[Endgame, ...]:
    return tuple(endgames())


def smallest(number: int) -> list[Endgame]:
    """The endgames with the fewest positions."""
    return sorted(suite(), key=lambda one: one.size)[:number]


def exactly(position: Position, *, interpreted: bool) -> Report:
    """What the search of an agent finds that wants points, and may look at the whole endgame."""
    asked: dict[str, Any] = {"interpreted": True, "plies": TURN, "exact": FEW} if interpreted else {"exact": PLENTY}
    return search(position, "ismcts", "sims:1", guide=brass_margin, **asked)


def margins(report: Report) -> list[float]:
    """The values of a report in points."""
    return [(value - 0.5) * 2 * brass_margin.SCALE for value in report.value if value is not None]


def check(one: Endgame, report: Report) -> None:
    """The report's values are those of the suite, and its action is one of the best."""
    assert report.proven
    assert margins(report)[report.seat] == one.best
    assert one.values[report.name] == one.best
    for action in report.actions:
        points = (float(action.value[report.seat] or 0) - 0.5) * 2 * brass_margin.SCALE
        assert points == one.values[action.name] if action.bound == "=" else points >= one.values[action.name]


class Exact:
    """An agent in Python that plays exactly, as far as it knows all."""

    name = "exact"

    def __init__(self, *, interpreted: bool) -> None:
        self.interpreted = interpreted

    def act(self, positions: Sequence[Position]) -> list[int]:
        return [exactly(position, interpreted=self.interpreted).action for position in positions]


def test_the_suite_has_many_kinds_of_endgames():
    assert len(suite()) == 500
    counted = Counter((one.players, one.left) for one in suite())
    assert set(counted) == {(players, left) for players in (2, 3, 4) for left in (1, 2, 3, 4)}
    assert all(max(one.values.values()) == one.best > min(one.values.values()) for one in suite())


def test_all_that_matters_is_known():
    """Nobody draws a card any more, and the seat to move can only be shown this very position."""
    for one in suite()[::7]:
        position = one.start()
        assert position.check() == 0
        assert position.state["deck"].sum() == 0
        assert position.state["hand"].sum() == one.left
        for key in range(3):
            assert bytes(position.shown_to(position.to_move, key).states()) == bytes(position.states())


def test_interpreted_search_and_enumeration_find_what_the_suite_says():
    oracle = interpret("tests.games.brass.endgame_oracle")
    for one in smallest(16):
        position = one.start()
        states: Any = PyStates(np.zeros(TURN, STATE))
        states[0].from_record(position.states()[0])
        found, firsts = np.zeros((TURN, 4)), np.zeros((MAX_LEGAL, 4))
        acts = [py_ints(MAX_LEGAL) for _ in range(TURN)]
        assert oracle.enumerate_lines(FEW, states, acts, found, firsts) == one.size
        names = [action.name for action in position.legal()]
        assert {name: row[position.to_move] for name, row in zip(names, firsts, strict=False)} == one.values
        report = exactly(position, interpreted=True)
        check(one, report)
        assert margins(report) == found[0, : one.players].tolist()


def test_whoever_plays_exactly_loses_nothing():
    for one in smallest(3):
        assert regret(one, Exact(interpreted=True), seed=1) == 0


def test_regret_is_what_was_given_away():
    """In the endgame in which most can be lost by the first decision alone."""
    one = max((one for one in smallest(40) if one.left == 1), key=lambda one: one.best - min(one.values.values()))
    worst = min(one.values, key=one.values.__getitem__)

    class Careless(Exact):
        def act(self, positions: Sequence[Position]) -> list[int]:
            (position,) = positions
            names = [action.name for action in position.legal()]
            return [position.legal()[names.index(worst)].id] if worst in names else super().act(positions)

    assert regret(one, Careless(interpreted=True), seed=1) == one.best - one.values[worst] > 0


@pytest.mark.long
def test_compiled_search_and_enumeration_find_what_the_suite_says():
    """All 500, each by both: nothing that the search leaves out or remembers changes a value."""
    for one in suite():
        position = one.start()
        found = solved(position)
        assert found is not None
        size, everybody, values = found
        assert (size, values) == (one.size, one.values)
        report = exactly(position, interpreted=False)
        check(one, report)
        assert margins(report) == everybody
        assert report.nodes <= one.size


@pytest.mark.long
def test_agents_are_told_apart():
    """Exact play loses nothing, and the planner less than random play."""
    every = suite()[::5]
    assert sum(regret(one, Exact(interpreted=False), seed=1) for one in every) == 0
    planner, chance = (sum(regret(one, spec, seed=1) for one in every) for spec in ("planner", "random"))
    assert 0 < planner < chance / 2


def test_the_agent_that_has_learned_loses_hardly_a_point():
    """At most 0.2 points on average; the whole suite's mean stands in docs/studies/brass-endgame.md."""
    every = suite()[::10]
    assert sum(regret(one, "magnate:brass,sims=16", seed=1) for one in every) <= 0.2 * len(every)
