"""Win chances: positions a second of the network, and how long rollouts take to know a position to half a point.

Beside rollouts stand plain games, as many as that takes. The network values positions on one core: where somebody
decides, and one step ahead of dice and cards, with the mean over all that may come.
"""

from __future__ import annotations

import math
import time
from functools import partial
from typing import Any

import numpy as np

import magnate
from magnate.analysis import rollout
from magnate.analysis.measured import network_of
from magnate.analysis.race import NORMAL
from magnate.analysis.rollout_games import default_policy
from magnate.core.contract import CHANCE
from magnate.values.chances import SeatValuer

from . import USUAL, scaled
from .networks import fastest

HALF = 0.005
TRIED = 3_600
VALUED = (("monopoly", "official", 2), ("monopoly", "official", 4), ("brass", "full", 4))


def main(seconds: float) -> dict[str, Any]:
    """Measure, print, and return the rows."""
    print(f"\n{'positions a second of the network':34} {'decisions':>10} {'chance':>10}")
    values = [valued(name, preset, players, seconds) for name, preset, players in VALUED]
    for row in values:
        print(f"{row['table']:34} {row['decisions']:>10,.0f} {row['chance']:>10,.0f}")
    return {"values": values, "rows": known_to_half_a_point(seconds)}


def valued(name: str, preset: str, players: int, seconds: float) -> dict[str, Any]:
    """Positions a second of the network, in games of the first agent that comes with a game."""
    game = magnate.load(name, preset, players)
    valuer, everybody = SeatValuer(game, network_of(name)), (1 << players) - 1
    positions = [one for one in game.play(default_policy(game), seed=1).positions() if not one.is_over]
    row: dict[str, Any] = {"table": f"{name}, {preset}, {players} players"}
    for kind, at_chance, say in (("decisions", False, valuer.chances), ("chance", True, valuer.ahead)):
        met = [one.states() for one in positions if (one.to_move == CHANCE) == at_chance]
        states = np.concatenate(met)
        known = np.full(len(states), everybody)
        say(states, players, known)  # loads what is compiled
        row[kind] = len(states) / fastest(partial(say, states, players, known), seconds)
    return row


def known_to_half_a_point(seconds: float) -> list[dict[str, Any]]:
    """How much processor time rollouts and plain games take."""
    tried, until = scaled(TRIED, seconds, 720), "±0.5" if seconds >= USUAL else 720
    print(f"\n{'win chances to ±0.5 points':34} {'games':>10} {'cpu s':>10} {'games/s':>10}")
    rows = []
    for preset, players in (("thesis", 2), ("official", 4)):
        game = magnate.load("monopoly", preset, players)
        position = game.new()
        rollout(position, until=36, luck=True)  # loads what is compiled, the network too
        begun = time.process_time()
        found = rollout(position, until=until)
        spent = time.process_time() - begun
        game.play_many("strategic", range(10))
        begun = time.process_time()
        won = game.play_many("strategic", range(tried)).utility
        each = (time.process_time() - begun) / tried
        needed = math.ceil(float(won.var(axis=0).max()) * (NORMAL / HALF) ** 2)
        for name, games, took in (("rollouts", found.games, spent), ("plain games", needed, needed * each)):
            rows.append({"table": f"{preset}, {players}", "kind": name, "games": games, "seconds": took})
            print(f"{f'{preset}, {players} players: {name}':34} {games:>10,} {took:>10.2f} {games / took:>10,.0f}")
    return rows
