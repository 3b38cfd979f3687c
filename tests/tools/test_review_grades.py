"""The tool that measures whether errors tell agents apart."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

import magnate
from magnate.analysis.review import review
from magnate.runtime.stream import deal_seed
from tools import review_grades
from tools.review_grades import AGENTS, gain_of, measured, ratio

TABLE, GAME = "monopoly:official/2", 1
AT = TABLE.partition(":")[2]


@pytest.mark.parametrize(("real", "sign"), [(0.5, 1), (-0.25, -1)])
def test_of_losses_counts_what_rollouts_find(monkeypatch, real, sign):
    """Rollouts that find a part of each gain: so much of the sum is real, whichever of the moves they put first."""
    asked = []

    def rolled(position, moves, policy, pairs, *, eyes, seed, **settings):
        one = decisions[seed]
        assert moves == [one.best, one.move]
        assert (position.hash, eyes) == (positions[one.at].hash, one.seat)
        asked.append(one)
        gap = SimpleNamespace(difference={eyes: sign * real * gain_of(one)})
        return SimpleNamespace(best=SimpleNamespace(move=moves[0 if sign > 0 else 1]), candidates=[None, gap])

    agents, record = played()
    found, positions = review(record), list(record.positions())
    decisions = {deal_seed(13, AT, GAME, one.at): one for one in found.decisions}
    monkeypatch.setattr(review_grades, "rollout", rolled)
    rows = measured(TABLE, GAME, draws=4000)
    assert [agent for agent, _ in rows] == agents
    for sheet, (_, (lost, truly, stake, won)) in zip(found.seats, rows, strict=True):
        assert lost == pytest.approx(-sheet.own)
        assert truly == pytest.approx(real * lost, rel=0.05)
        assert lost > 0
        mine = [one for one in asked if one.seat == sheet.seat]
        assert {one.at for one in mine} <= {one.at for one in found.decisions if one.loss > 0}
        assert stake > 0
        assert won == pytest.approx(sheet.result - sheet.luck - sheet.start)
    assert len(asked) == 2 * 4000
    assert all(one.loss > 0 and not one.forced for one in asked)


def played():
    """Who is drawn for a game, and its record."""
    game = magnate.load("monopoly", "official", players=2)
    lot = np.random.default_rng([GAME, deal_seed(11, AT) & 0xFFFF])
    agents = [str(one) for one in lot.choice(AGENTS["monopoly"], 2, replace=False)]
    return agents, game.play(agents, seed=deal_seed(12, AT, GAME), limit=review_grades.LIMIT)


def test_a_ratio_has_games_as_its_units():
    assert ratio(np.array([1.0, 1.0, 1.0]), np.array([2.0, 2.0, 2.0])) == "0.50 ± 0.00"
    assert ratio(np.array([0.0, 1.0]), np.ones(2)) == "0.50 ± 0.98"  # 1.96 times 0.5, the error of a mean of 0 and 1
    assert ratio(np.array([1.0, 3.0]), np.array([2.0, 6.0])) == "0.50 ± 0.00"
