"""Search with hidden cards: what the others really hold, and what lies in the deck, changes nothing that it says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import magnate
from magnate.agents import resolve
from magnate.agents.interface import CompiledAgent
from magnate.agents.searching import SearchAgent
from magnate.engine.position import Position
from magnate.games.brass.state import ACTION, BUILD_INDUSTRY, BUILD_SPACE, CARD, LINE, SCOUT_CARD, SHORTFALL
from magnate.search import Report, search
from magnate.search.searcher import searcher

from .walk import legal, walk

IN_ACTION = frozenset(range(BUILD_INDUSTRY, SCOUT_CARD + 1))
WAYS: tuple[dict[str, Any], ...] = (
    {"algorithm": "ismcts"},
    {"algorithm": "ismcts", "trees": "each"},
    {"algorithm": "ismcts", "exact": 30},
    {"algorithm": "determinised", "worlds": 3},
)


def choices(players: int, seed: int, often: int) -> Iterator[Position]:
    """Positions of a random game in which there is a choice: of each phase every so many, the first one included."""
    game = magnate.load("brass", players=players)
    met: dict[int, int] = {}
    for g in walk(players, seed):
        if g.mover < 0 or len(legal(g)) == 1:
            continue
        number = met[g.phase] = met.get(g.phase, -1) + 1
        if number % often == 0:
            yield Position(game, g.to_record())


def worlds(position: Position, number: int) -> list[Position]:
    """So many positions that look to the seat to move like this one, with other cards where it cannot see them."""
    found = [position.shown_to(position.to_move, key) for key in range(1, number + 1)]
    assert any(bytes(one.states()) != bytes(position.states()) for one in found) or late(position)
    return found


def late(position: Position) -> bool:
    """Whether so few cards are out of sight that they may well be dealt as they were."""
    state = position.state
    hands = sorted(int(hand.sum()) for seat, hand in enumerate(state["hand"]) if seat != position.to_move)
    return int(state["deck"].sum()) + hands[-2] <= 1


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_truth_changes_nothing(players):
    """Interpreted, with few simulations: the first choice of each phase that comes up, in one way or another."""
    phases = set()
    for number, position in enumerate(choices(players, players, 1000)):
        phases.add(int(position.state["phase"]))
        way = WAYS[number % len(WAYS)]
        reports: list[Report] = [
            search(world, budget="sims:4", truncate=3, seed=7, interpreted=True, **way)
            for world in (position, *worlds(position, 1))
        ]
        assert reports[1] == reports[0]
    assert {ACTION, BUILD_INDUSTRY, BUILD_SPACE, LINE, CARD} <= phases


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_truth_changes_nothing_in_whole_games(players):
    """Compiled, with the planner playing out: reports and, as they play, the agents' choices."""
    planner, agent = resolve("brass", "planner"), resolve("brass", "ismcts:sims=60,playout=planner,exact=500")
    assert isinstance(planner, CompiledAgent)
    assert isinstance(agent, SearchAgent)
    asked = searcher(magnate.load("brass", players=players), agent.question)
    phases = set()
    for seed in range(3):
        for position in choices(players, seed, 6):
            phases.add(int(position.state["phase"]))
            seat = position.to_move
            known = search(position, "ismcts", "sims:60", params=planner.row, seed=7, exact=500)
            for world in worlds(position, 3):
                assert search(world, "ismcts", "sims:60", params=planner.row, seed=7, exact=500) == known
                assert asked.choose(world.states(), seat, 7) == asked.choose(position.states(), seat, 7)
    assert len(phases & IN_ACTION) > 10
    assert phases - IN_ACTION <= {ACTION, SHORTFALL}
