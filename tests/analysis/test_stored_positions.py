"""Positions at which two seats' views once differed, or a hint was far from the truth, by what 20,000 rollouts say.

``views-*`` are of Monopoly by ``thesis``: the network that decides for ``magnate:2p`` says the first seat's chance, by
the view of each seat. ``hint-*`` are of ``official``: the hint by ``mcts`` of commit 445b835 told ``value`` as what
``move`` wins, between ``low`` and ``high``. ``shares`` and ``margins`` are of 20,000 rollouts, after that move.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import magnate
from magnate.agents import resolve
from magnate.agents.learned.agent import Valuer
from magnate.analysis import chances, rollout
from magnate.analysis.hints import hint

STORED = Path(__file__).parents[1] / "data" / "analysis"
VALUES = json.loads((STORED / "values.json").read_text(encoding="utf-8"))
VIEWS, HINTS = ([name for name in VALUES if name.startswith(kind)] for kind in ("views", "hint"))


def position_of(name):
    return magnate.Record.load(STORED / f"{name}.json").replay()


@pytest.mark.parametrize("name", VALUES)
def test_rollouts_say_the_same_again(name):
    stored = VALUES[name]
    found = rollout(position_of(name), [stored["move"]] if "move" in stored else None, until=720, seed=2)
    assert (stored["games"], found.policy[0]) == (20_000, stored["policy"])
    rows = zip(found.best.shares, found.best.margins, stored["shares"], stored["margins"], strict=True)
    assert all(abs(share - known) <= margin + more for share, margin, known, more in rows)


@pytest.mark.parametrize("name", VIEWS)
def test_all_eyes_see_the_same_where_two_views_differed_by_over_8_points(name):
    stored, position = VALUES[name], position_of(name)
    agent = resolve("monopoly", "magnate:2p", 2)
    valuer = Valuer(position.game, agent.calibrated or agent.network, agent.schema.name)
    views = [float(valuer.values(position.states(), np.array([seat]))[0, 0]) for seat in range(2)]
    assert views == pytest.approx(stored["views"], abs=1e-4)
    assert abs(views[0] - views[1]) > 0.08
    assert chances(position, 0).shares == chances(position, 1).shares == chances(position).shares


@pytest.mark.parametrize("name", HINTS)
def test_the_truth_lies_in_the_interval_of_a_hint_where_one_was_off_by_over_20_points(name):
    stored = VALUES[name]
    seat, share = stored["seat"], stored["shares"][stored["seat"]]
    assert stored["value"] - share > 0.2
    assert share < stored["low"]
    found = hint(position_of(name), games=720, most=8, seed=3)
    (one,) = (move for move in found.moves if list(move.move.names) == stored["move"])
    assert abs(one.shares[seat] - share) <= one.margin


def test_there_are_two_of_each():
    assert len(VIEWS) == len(HINTS) == 2
