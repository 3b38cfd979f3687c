"""An agent that searches over whole moves: it carries out what it has chosen, and decides by what its seat may know."""

from __future__ import annotations

from itertools import pairwise

import magnate
from magnate.agents import resolve, search_as
from magnate.analysis.moves import played_moves
from magnate.search.searchers import searcher
from magnate.search.whole_driver import known_key

SPEC = "wholemove:sims=12,sampled=4"


def test_a_whole_move_is_carried_out_as_it_was_chosen():
    """The decisions of each action are those that a search where it begins has found."""
    record = magnate.load("brass", players=2).play(SPEC, seed=5, limit=70)
    positions, moves = list(record.positions()), played_moves(record)[:-1]
    assert len(moves) > 12
    assert sum(len(played.move.ids) > 2 for played in moves) > 6
    for played, after in pairwise(moves):
        decision = search_as(positions[played.at], SPEC, seed=5)
        assert decision.report is not None
        assert tuple(step.id for step in decision.report.variation) == played.move.ids
        assert played.end <= after.at


def test_in_the_midst_of_a_move_the_rest_of_it_is_searched():
    position = magnate.load("brass", players=3).new(seed=2)
    position.apply("develop")
    report = search_as(position, SPEC).report
    assert report is not None
    assert all(row.name.startswith("industry:") for row in report.actions)
    assert sum(row.visits for row in report.actions) == report.evaluations == 12
    assert report.variation[-1].name.startswith("card:")


def test_a_move_that_is_found_exactly_is_carried_out_without_searching_again():
    game = magnate.load("brass", players=2)
    record = game.play(["planner", "planner"], seed=5)
    *_, last = (at for at, position in enumerate(record.positions()) if not position.is_over and position.settled)
    position = list(record.positions())[last]
    search = searcher(game, resolve("brass", f"{SPEC},exact=10000,within=2").question)
    seat = position.to_move
    ids = [search.choose(position.states(), seat, 3)]
    position.apply(ids[0])
    while search.plan.get(known_key(position, seat)) is not None:
        ids.append(search.plan[known_key(position, seat)])
        position.apply(ids[-1])
    assert len(ids) > 1
    assert position.is_over or position.settled
