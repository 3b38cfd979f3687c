"""What is taken from games of Brass for its page: by the rules' own counts, and by sums that are known."""

from __future__ import annotations

import numpy as np
import pytest

import magnate
from magnate.games.brass import board, state
from tools.brass_luck import parts, with_margins
from tools.brass_play import Rule, Table, actions, cost, kind_of, lead, seats_of

ACTIONS = {2: 39, 3: 35, 4: 31}
"""The actions of a seat: one in the first round, two in all others, 10, 9 or 8 rounds an era."""


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_seats_did_agrees_with_the_rules_and_the_last_position(players) -> None:
    game = magnate.load("brass", "full", players)
    *_, position = game.play(["planner"] * players, seed=7).positions()
    for seat, found in enumerate(seats_of(game, position)):
        assert len(found.actions) == ACTIONS[players]
        assert len(found.hand) == board.HAND
        bonus = found.points - found.link_points - sum(one.points for one in found.tiles)
        assert bonus >= 0  # of merchants' barrels, which bring 3 or 4 points
        assert found.points == position.score()[seat]


def test_a_seat_that_must_not_borrow_does_not_and_one_that_must_begins_so() -> None:
    table = Table(2)
    never, first = table.play(3, Rule(1, ban="loan")), table.play(3, Rule(0, opening="loan"))
    assert never is not None
    assert first is not None
    assert [one for one in seats_of(table.game, never)[1].actions if one[2] == "loan"] == []
    assert seats_of(table.game, first)[0].actions[0][2] == "loan"


def test_the_kind_of_a_move_is_that_of_its_events() -> None:
    position, draws = magnate.load("brass", "full", 3).new(3), np.random.default_rng(3)
    kinds: list[list[str]] = [[], [], []]
    while not position.is_over:
        me, before, move = position.to_move, position.copy(), []
        while not position.is_over and position.to_move == me and not (move and position.settled):
            move.append(int(draws.choice(position.legal_ids())))
            position.apply(move[-1])
        if before.state["phase"] == state.ACTION:  # else it gives up a tile for a debt
            kinds[me].append(kind_of(before, tuple(move)))
    assert [[kind for *_, kind in seat.actions] for seat in seats_of(position.game, position)] == kinds
    assert set(board.INDUSTRY_NAMES) < {one for seat in kinds for one in seat}


def game_of(points: list[int], **rule):
    seats = [{"points": one, "actions": [[0, 1, "loan"], [1, 2, "link"]]} for one in points]
    return {"seat": -1, "opening": "", "ban": "", "seats": seats, **rule}


def test_a_cost_is_what_a_rule_changes_in_the_lead() -> None:
    deals = [[game_of([10, 20, 30]), game_of([10, 20, 30 - 3 - k], seat=2, ban="loan")] for k in range(20)]
    assert lead(deals[0][0], 2) == 15.0
    assert cost(deals, "ban", "loan").startswith("-12 ±")
    assert cost(deals[:19], "ban", "loan") == "–"
    assert actions(deals[0][0], 0, "link") == [(1, 2)]


def test_the_parts_of_a_variance_are_those_that_it_was_made_of() -> None:
    draws = np.random.default_rng(1)
    agent = np.array([-2.0, 0.0, 2.0]) * np.sqrt(3 / 8)  # of variance 1
    deal, rest = draws.normal(0, 2, (4000, 2, 1)), draws.normal(0, 3, (4000, 2, 3))
    found = with_margins(agent + deal + rest)
    for (share, margin), true in zip(found, (100 / 14, 400 / 14, 900 / 14), strict=True):
        assert abs(share - true) < 2 * margin
        assert 0 < margin < 3
    assert parts(deal + np.zeros(3)) == pytest.approx([0, 1, 0])
