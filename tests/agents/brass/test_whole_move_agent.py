"""An agent that searches over whole moves: it carries out what it has chosen, and decides by what its seat may know."""

from __future__ import annotations

from itertools import pairwise

import magnate
from magnate.agents import search_as
from magnate.analysis.moves import played_moves

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
