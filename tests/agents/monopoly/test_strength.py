"""Who beats whom: what the thesis promises of its agents holds for ours, by duels under its rules."""

from __future__ import annotations

import numpy as np
import pytest

import magnate
from magnate.agents import spec

DEALS = 400
"""Deals of a duel, each played in both seats: the share is then within 4 points, 19 times of 20."""
CONFIGURATIONS = list(spec.configurations("monopoly", "strategic"))


def share(one: str, other: str, deals: int = DEALS) -> float:
    """The share of the games that ``one`` wins against ``other`` under the thesis' rules."""
    game = magnate.load("monopoly", preset="thesis", players=2)
    first, second = (game.play_many(seats, range(deals)).utility for seats in ([one, other], [other, one]))
    return float(first[:, 0].sum() + second[:, 1].sum()) / (2 * deals)


def test_strategic_beats_algorithmic_and_algorithmic_beats_random():
    assert share("strategic", "algorithmic") >= 0.6
    assert share("algorithmic", "random") >= 0.6


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_every_configuration_is_a_serious_player(name):
    """Random play wins at most 24 % of its duels, which makes 4 % of a field of twelve; standard does not win all."""
    assert share("random", f"strategic:{name}", 100) <= 0.24
    if name != "standard":
        assert 0.2 <= share(f"strategic:{name}", "strategic", 200) <= 0.8


@pytest.mark.parametrize(("preset", "players"), [("thesis", 2), ("official", 2), ("official", 4), ("official", 8)])
def test_games_end_by_themselves(preset, players):
    game = magnate.load("monopoly", preset=preset, players=players)
    results = game.play_many("strategic", range(100))
    capped = np.isin(results.ending, [k for k, name in enumerate(game.info.endings) if name in game.info.caps])
    assert capped.mean() <= 0.05
