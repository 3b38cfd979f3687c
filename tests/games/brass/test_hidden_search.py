"""Search with hidden cards: what the others really hold, and what lies in the deck, changes nothing that it says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import magnate
from magnate.agents import resolve
from magnate.agents.searching import SearchAgent
from magnate.core.agents import CompiledAgent
from magnate.core.game import Position
from magnate.games.brass.state import ACTION, BUILD_INDUSTRY, BUILD_SPACE, CARD, LINE, SCOUT_CARD, SHORTFALL
from magnate.search import Report, search
from magnate.search.searchers import searcher

from .walk import legal, walk

IN_ACTION = frozenset(range(BUILD_INDUSTRY, SCOUT_CARD + 1))
WAYS: tuple[dict[str, Any], ...] = (
    {"algorithm": "ismcts"},
    {"algorithm": "ismcts", "trees": "each"},
    {"algorithm": "ismcts", "exact": 30},
    {"algorithm": "determinised", "worlds": 3},
    {"algorithm": "wholemove", "sampled": 3, "cover": False},
    {"algorithm": "wholemove", "sampled": 3, "cover": False, "root": "plain", "noise": 1.0},
    {"algorithm": "wholemove", "edge": "decision"},
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
    """So many positions that look alike to the seat to move: with other cards where it cannot see them."""
    return [position.shown_to(position.to_move, key) for key in range(1, number + 1)]


def differ(position: Position, others: list[Position]) -> bool:
    """Whether one of these is another position."""
    return any(bytes(one.states()) != bytes(position.states()) for one in others)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_truth_changes_nothing(players):
    """Interpreted, with few simulations: the first choice of each phase that comes up, in one way or another."""
    phases, truths = set(), 0
    for number, position in enumerate(choices(players, players, 1000)):
        phases.add(int(position.state["phase"]))
        others = worlds(position, 1)
        truths += differ(position, others)
        way = WAYS[number % len(WAYS)]
        reports: list[Report] = [
            search(world, budget="sims:4", truncate=3, seed=7, interpreted=True, **way) for world in (position, *others)
        ]
        assert reports[1] == reports[0]
    assert {ACTION, BUILD_INDUSTRY, BUILD_SPACE, LINE, CARD} <= phases
    assert truths >= len(phases) - 1


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_truth_changes_nothing_in_whole_games(players):
    """Compiled, with the planner playing out: reports and, as they play, the agents' choices."""
    planner = resolve("brass", "planner")
    assert isinstance(planner, CompiledAgent)
    specs = (
        "ismcts:sims=60,playout=planner,exact=500",
        "wholemove:sims=60",
        "wholemove:sims=60,root=plain,edge=decision",
    )
    agents = [agent for spec in specs if isinstance(agent := resolve("brass", spec), SearchAgent)]
    assert len(agents) == len(specs)
    asked = [searcher(magnate.load("brass", players=players), agent.question) for agent in agents]
    phases, truths = set(), 0
    for seed in range(3):
        for position in choices(players, seed, 6):
            phases.add(int(position.state["phase"]))
            seat = position.to_move
            known = search(position, "ismcts", "sims:60", params=planner.row, seed=7, exact=500)
            others = worlds(position, 3)
            truths += differ(position, others)
            for world in others:
                assert search(world, "ismcts", "sims:60", params=planner.row, seed=7, exact=500) == known
                for one in asked:
                    assert one.choose(world.states(), seat, 7) == one.choose(position.states(), seat, 7)
    assert len(phases & IN_ACTION) >= 9
    assert truths > 50
    assert phases - IN_ACTION <= {ACTION, SHORTFALL}
