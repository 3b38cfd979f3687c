"""Guides: their own functions are used, what they leave out is filled in, and parameters reach all of them."""

from __future__ import annotations

from types import ModuleType
from typing import NamedTuple

import numpy as np
import pytest

from magnate.core.binding import MEMO
from magnate.core.loader import kernel
from magnate.core.run import params_row
from magnate.runtime.interpreter import interpret
from magnate.runtime.pystate import PyStates, py_ints
from magnate.runtime.stream import new_streams

from .games import market, market_guide, market_policy, table

DECISIONS = 60
PLAYERS = 3
GUIDES = {"all three": market_guide, "policy only": market_policy, "none": None}


class Answers(NamedTuple):
    """What a guide said at each decision of one game."""

    legal: list[int]
    chosen: list[int]
    values: np.ndarray
    priors: np.ndarray


class Rows(list[list[float]]):
    """Rows of numbers as the twin reads and writes them: ``rows[k]`` and ``rows[k, i]``."""

    def __setitem__(self, where, value):
        row, column = where
        self[row][column] = value


def asked(guide: ModuleType | None, seed: int, interpreted: bool = False, **params: float) -> Answers:
    """The answers in one game; ``params`` are ``first``, ``second`` and ``third`` of the row after its kind."""
    row = params_row(0, (params.get("first", 0.0), params.get("second", 1.0), params.get("third", 1.0)))
    chosen = Rows([0, 0] for _ in range(DECISIONS))
    values, priors = np.zeros((DECISIONS, PLAYERS)), np.zeros((DECISIONS, market.MAX_LEGAL))
    states, streams, copies = table.starts(1, PLAYERS), new_streams([seed]), table.starts(1)
    sizes = market.MAX_LEGAL, MEMO, market.MAX_OUTCOMES, market.MAX_OUTCOMES
    if interpreted:
        other = None if guide is None else interpret(guide.__name__)
        ask = kernel("tests.core.games.asking", table.interpreted, other).ask
        mirrors = map(PyStates, (states, streams, copies))
        states, streams, copies = mirrors
        made = ask(states, streams, row, copies, *map(py_ints, sizes), chosen, values, priors)
        taken = np.array(chosen)
    else:
        taken = table.ints(DECISIONS, 2)
        ask = kernel("tests.core.games.asking", market, guide).ask
        made = ask(states, streams, np.array(row), copies, *map(table.ints, sizes), taken, values, priors)
    return Answers(taken[:made, 0].tolist(), taken[:made, 1].tolist(), values[:made], priors[:made])


@pytest.mark.parametrize("guide", GUIDES.values(), ids=GUIDES)
@pytest.mark.parametrize("seed", range(5))
def test_guides_are_the_same_interpreted(guide, seed):
    compiled, interpreted = (asked(guide, seed, one, first=3, second=2, third=4) for one in (False, True))
    assert len(compiled.chosen) > 20
    assert compiled[:2] == interpreted[:2]
    assert np.array_equal(compiled.values, interpreted.values)
    assert np.array_equal(compiled.priors, interpreted.priors)


@pytest.mark.parametrize("guide", GUIDES.values(), ids=GUIDES)
def test_priors_are_probabilities_of_the_legal_actions(guide):
    answers = asked(guide, 1, third=2.5)
    assert max(answers.legal) > 5
    for n, row in zip(answers.legal, answers.priors, strict=True):
        assert (row[:n] > 0).all()
        assert row[:n].sum() == pytest.approx(1)
        assert not row[n:].any()


def test_a_guides_own_functions_are_used():
    answers = asked(market_guide, 2, first=1, third=3)
    assert answers.values.sum(axis=1) == pytest.approx(1)
    assert len({tuple(row) for row in answers.values}) > 10
    assert any(
        row[0] == pytest.approx(3 * row[1]) for n, row in zip(answers.legal, answers.priors, strict=True) if n > 2
    )


def test_what_a_guide_leaves_out_is_filled_in():
    answers = asked(market_policy, 2)
    assert np.all(answers.values == 1 / PLAYERS)
    for n, row in zip(answers.legal, answers.priors, strict=True):
        assert np.all(row[:n] == 1 / n)
    uniform = asked(None, 2)
    assert answers.chosen != uniform.chosen  # while its policy is its own


def test_parameters_reach_every_function():
    plain = asked(market_guide, 3)
    assert asked(market_guide, 3, first=1).chosen != plain.chosen
    assert asked(market_guide, 3, second=5.0).values == pytest.approx(5 * plain.values)
    heavier = asked(market_guide, 3, third=7.0)
    assert heavier.chosen == plain.chosen
    assert not np.array_equal(heavier.priors, plain.priors)
    assert np.array_equal(heavier.values, plain.values)
