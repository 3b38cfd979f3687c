"""Every decision of many games: legal under all options, the same without notes, another for another configuration."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from magnate.agents import resolve, spec
from magnate.core.binding import MEMO
from magnate.core.loader import kernel
from magnate.core.registry import agents_of, guide_of
from magnate.games.monopoly import GAME, rules
from magnate.runtime.compiler import build
from magnate.runtime.stream import deal_seed, new_streams

from ...games.monopoly.situations import SITUATIONS

CONFIGURATIONS = [f"strategic:{name}" for name in spec.configurations("monopoly", "strategic")]
FIELD = [*CONFIGURATIONS, "algorithmic", "random", "baseline"]
EXTREME = [
    "strategic:cash_reserve=0,buying_reserve=0,building_reserve=0,bid_ratio=5,greed=1,trade_margin=0",
    "strategic:deed_value=0,group_value=10,threat=0.95,offer_chance=1,leverage=1,lift_cash=0",
    "strategic:value_ratio=10,target_level=1,last_level=0,danger_weight=5,greed=0,deed_value=5",
    "algorithmic:cash_threshold=0,buy_score=0,offer_chance=1,greed=0,group_value=10",
]
"""Parameters at the ends of their ranges."""
CHARACTERS = [
    *(f"character:{name}" for name, one in agents_of("monopoly").configurations["character"].items() if not one.player),
    "character:surplus=0,rivalry=0,rent_throws=1000,offer_chance=1,greed=1,cash_reserve=0",
    "character:trades=1,surplus=10,rivalry=1,rent_throws=0,offer_chance=1,greed=0,building_bid=100,all_in=1",
]
DECISIONS = 10_000
DIFFERENCE = 0.05
KINDS = 7
"""Kinds of decisions, as the kernel ``deciding`` numbers them: windows, deeds, bids, answers, jail, debts, others."""


def ints(*shape: int) -> np.ndarray:
    return np.zeros(shape, np.int64)


def rows(agents: list[str]) -> np.ndarray:
    return np.array([resolve("monopoly", agent).row for agent in agents])


@cache
def watch() -> Any:
    """The kernel's entry."""
    guide = guide_of("monopoly")
    entry = kernel("tests.agents.monopoly.deciding", rules, guide).watch
    build([entry])
    return entry


def watched(
    starts: np.ndarray, seats: np.ndarray, agents: list[str], room: np.ndarray, *seed: int | str, limit: int = 20_000
) -> tuple[np.ndarray, np.ndarray]:
    """Play these games: what every agent would do at the decisions that there is room for, and the faults found."""
    n, players = seats.shape
    answers, faults = ints(int(room.sum()), len(agents)), ints(4)
    seeds = [deal_seed("watch", *seed, number) for number in range(n)]
    scratch = ints(GAME.max_legal), ints(players, MEMO), ints(MEMO), ints(GAME.max_outcomes), ints(GAME.max_outcomes)
    written = watch()(starts, new_streams(seeds), seats, rows(agents), limit, *scratch, room, answers, faults)
    return answers[:written], faults


def seated(n: int, players: int, agents: int, *seed: int | str) -> np.ndarray:
    """Who sits where: all mixtures come up."""
    return np.random.default_rng(deal_seed("seats", *seed)).integers(0, agents, (n, players))


@pytest.mark.parametrize("part", range(4))
def test_agents_choose_legal_actions_under_all_options(part):
    """And what they choose does not hang on their notes."""
    agents = FIELD + EXTREME + CHARACTERS
    for situation in SITUATIONS[part::4]:
        cap = "time_limit_rounds" if "time_limit_rounds" in situation.options else "max_rounds"
        games = 24
        seats = seated(games, situation.players, len(agents), situation.name)
        _, faults = watched(situation.starts(games, **{cap: 40}), seats, agents, ints(KINDS), situation.name)
        assert faults[0] == 0, (situation.name, *faults[2:])
        assert faults[1] == 0, situation.name


@pytest.mark.parametrize("part", range(4))
def test_agents_choose_legal_actions_where_random_play_has_come_to(part):
    """A search asks them there too: in the middle of bids and offers that they would not have begun."""
    agents = [*FIELD, *EXTREME, *CHARACTERS, "published", "baseline:reserve=0"]
    room = np.full(KINDS, 100)
    for situation in SITUATIONS[part::4]:
        seats = np.full((8, situation.players), agents.index("random"))
        _, faults = watched(situation.starts(len(seats)), seats, agents, room, situation.name, limit=3_000)
        assert faults[0] == 0, (situation.name, *faults[2:])


ROOM = {
    "thesis/2": (700, 1000, 0, 1000, 300, 300, 0),
    "official/2": (650, 750, 1000, 500, 200, 250, 0),
    "official/4": (650, 750, 1000, 500, 200, 250, 0),
}
"""How many decisions of each kind (in the order of WINDOW to OTHER) are taken from each table.

The kinds have fixed parts: left to themselves, three of four decisions would be windows with nothing to do in them.
"""
GAMES = 160
"""Games at each table: enough for all."""


@cache
def fixed_decisions() -> np.ndarray:
    """What each agent of the field answers to 10,000 decisions with several legal actions, one column an agent.

    They are the first ones of each kind in games of mixed agents.
    """
    answers = []
    for name, room in ROOM.items():
        situation = next(one for one in SITUATIONS if one.name == name)
        seats = seated(GAMES, situation.players, len(FIELD), name)
        found, faults = watched(situation.starts(GAMES), seats, FIELD, np.array(room), name)
        assert not faults[:2].any()
        answers.append(found)
    return np.concatenate(answers)


def test_any_two_configurations_decide_differently():
    answers = fixed_decisions()
    assert len(answers) == DECISIONS
    alike = {
        (one, other): different
        for (i, one), (j, other) in combinations(enumerate(CONFIGURATIONS), 2)
        if (different := float((answers[:, i] != answers[:, j]).mean())) < DIFFERENCE
    }
    assert not alike
