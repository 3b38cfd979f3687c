"""How tokens move under the real rules, measured: for comparison with the exact values of ``truth.json``."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from magnate.games.monopoly import rules
from magnate.games.monopoly.options import Options, write_options
from magnate.games.monopoly.state import STATE
from magnate.runtime.compiler import build
from magnate.runtime.stream import deal_seed, new_streams

from ...beginnings import set_up
from .tokens import FINE, LONG, LONG_WITH_CARDS, PLACES, RATES, SALARY, SHORT, walk

__all__ = ["STRATEGIES", "TRUTH", "Movement", "exact", "measure", "prepare"]

STRATEGIES: Final = {"short": SHORT, "long": LONG, "long_with_cards": LONG_WITH_CARDS}
TRUTH: Final = Path(__file__).parent / "truth.json"
"""The exact values, written by ``markov.py``."""


@dataclass(frozen=True)
class Movement:
    """What was counted in a walk: sums over all rolls.

    ``resting`` and ``resting_at_turn_end`` have one count for each of the 43 places, ``sums`` and ``squares`` the sums
    of each of RATES and of its square.
    """

    resting: np.ndarray
    resting_at_turn_end: np.ndarray
    sums: dict[str, int]
    squares: dict[str, int]

    @property
    def rolls(self) -> int:
        """How often the dice were thrown."""
        return self.sums["rolls"]

    @property
    def frequencies(self) -> tuple[np.ndarray, np.ndarray]:
        """The share of rolls after which the token rests on each place, and its standard error."""
        return _shares(self.resting)

    @property
    def frequencies_at_turn_end(self) -> tuple[np.ndarray, np.ndarray]:
        """The share of turns that end on each place, and its standard error."""
        return _shares(self.resting_at_turn_end)

    def rate(self, name: str) -> tuple[float, float]:
        """The mean of one of RATES a roll and its standard error (rolls taken as independent)."""
        mean = self.sums[name] / self.rolls
        variance = self.squares[name] / self.rolls - mean**2
        return mean, float(np.sqrt(variance / self.rolls))


def _shares(counts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    total = counts.sum()
    share = counts / total
    return share, np.sqrt(share * (1 - share) / total)


def prepare(games: int, players: int = 2, cards: str = "independent") -> np.ndarray:
    """States of ``games`` games in which nothing but movement can happen.

    With ``players=1`` a single token has the decks to itself, which no real game has but the exact chain assumes.
    """
    options = Options.model_validate(
        {
            "start_cash": 500_000,
            "salary": SALARY,
            "jail_fine": FINE,
            "cards": cards,
            "auctions": False,
            "offers_per_turn": 0,
            "building_contest": False,
            "unlimited_buildings": True,
            "manage_before": False,
            "manage_after": False,
            "manage_between": False,
            "max_rounds": 0,
        }
    )
    states = np.zeros(games, STATE)
    for i in range(games):
        write_options(options, players, states[i])
    return set_up(rules, states)


def measure(
    strategy: str = "short",
    rolls: int = 10_000_000,
    players: int = 2,
    cards: str = "independent",
    seed: int = 1,
    states: np.ndarray | None = None,
) -> Movement:
    """Let tokens walk for about ``rolls`` rolls after a burn-in of 200 rolls each, and count.

    They walk in forty games, so that none comes to too much money.
    ``strategy`` is one of STRATEGIES, ``cards`` as in the options. ``states`` replaces the games of :func:`prepare`.
    Raises ``ValueError`` for an unknown strategy, or for states that offer decisions beyond buying and leaving jail.
    """
    if strategy not in STRATEGIES:
        raise ValueError(f"unknown jail strategy {strategy!r}; known: {', '.join(STRATEGIES)}")
    build([walk])
    games = prepare(40, players, cards) if states is None else states.copy()
    streams = new_streams(deal_seed(seed, "movement", strategy, cards, i) for i in range(len(games)))
    for part in (200, -(-rolls // len(games))):
        resting = np.zeros((2, PLACES), np.int64)
        total = np.zeros((2, len(RATES)), np.int64)
        if walk(games, streams, STRATEGIES[strategy], part, resting, total) != part * len(games):
            raise ValueError("the states offer decisions other than buying and leaving jail, which no walker takes")
    sums, squares = ({name: int(row[i]) for i, name in enumerate(RATES)} for row in total)
    return Movement(resting[0], resting[1], sums, squares)


def exact(model: str) -> dict[str, Any]:
    """The exact values of a model of ``truth.json``: ``short``, ``long``, ``short_15_cards`` or ``long_15_cards``."""
    models: dict[str, dict[str, Any]] = json.loads(TRUTH.read_text(encoding="utf-8"))
    return models[model]
