"""Turns, rounds, chance and shortfalls beyond the cases of test_cases_turns.py and test_cases_ends.py."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from magnate.core.contract import CHANCE, PURPOSES, TABLE
from magnate.games.brass.board import CANAL, HAND, RAIL
from magnate.games.brass.state import DEAL_CARDS, DEAL_MERCHANT, DEAL_ORDER, FINISHED, REFILL, SHORTFALL
from magnate.runtime.pystate import py_ints

from .table import Table, links, player, tile
from .walk import RULES, walk

# ----------------------------------------------------------------------------------------------- chance


def weights(g: Any) -> dict[int, int]:
    out, weight = py_ints(RULES.MAX_OUTCOMES), py_ints(RULES.MAX_OUTCOMES)
    return {out[i]: weight[i] for i in range(RULES.chance(g, out, weight))}


def drawn(g: Any, total: int) -> dict[int, int]:
    """How often each outcome is drawn by numbers from the middle of each unit of weight."""
    found: dict[int, int] = {}
    for unit in range(total):
        outcome = RULES.draw(g, ((2 * unit + 1) << 51) // total)
        found[outcome] = found.get(outcome, 0) + 1
    return found


@pytest.mark.parametrize("players", [2, 3, 4])
def test_draws_follow_the_weights_and_ends_of_the_range_are_outcomes(players):
    met = set()
    for step, g in enumerate(walk(players, 1)):
        if g.mover == CHANCE and (step < 60 or step % 7 == 0):
            expected = weights(g)
            assert drawn(g, sum(expected.values())) == expected
            assert {RULES.draw(g, 0), RULES.draw(g, 2**52 - 1)} <= set(expected)
            met.add(g.phase)
    assert met == {DEAL_ORDER, DEAL_MERCHANT, DEAL_CARDS, REFILL}


def test_each_seat_draws_its_cards_from_its_own_stream():
    """The first hands seat by seat, later cards for the seat whose turn is over; the opening from the table's."""
    opening = []
    for g in walk(3, 2):
        if g.mover != CHANCE:
            continue
        channel = RULES.chance_key(g)
        if g.phase == REFILL:
            assert channel == g.order[g.turn] * PURPOSES + 2
        elif g.phase == DEAL_CARDS:
            assert channel == g.dealt // HAND * PURPOSES + 2
        else:
            opening.append(channel - TABLE * PURPOSES)
    assert opening == [0] * 3 + [1] * 7


def test_the_last_outcome_of_the_order_is_a_node_too():
    t = Table.new(2)
    t.do_chance("seat:1")
    assert t.outcomes == {"seat:0": 1}
    t.do_chance()
    assert t.order == [1, 0]


# ---------------------------------------------------------------------------------------------- rounds


@pytest.mark.parametrize("spent", [*product((0, 3, 5), repeat=3)])
def test_who_spent_least_is_first(spent):
    order = [2, 0, 1]
    seats = [player("brewery", spent=pounds) for pounds in spent]
    t = Table(*seats, round=3, order=order, turn=2, actions=1)
    t.play("pass")
    t.deal()
    assert t.order == sorted(order, key=lambda seat: spent[seat])
    assert (t.g.round, t.mover, t.each("spent")) == (4, t.order[0], [0, 0, 0])


def test_the_rail_era_begins_in_the_order_of_the_last_canal_round():
    """Ruling 31; its income is paid before the eras change."""
    seats = [player(spent=9, income=15), player("dudley", spent=2, income=8)]
    t = Table(*seats, round=10, turn=1, actions=1, deck={"stafford": 1, "burton": 1})
    t.play("pass")
    assert (t.g.era, t.phase, t.order) == (RAIL, DEAL_CARDS, [1, 0])
    assert t.each("money") == [20, 15]
    assert sum(t.deck().values()) == 40
    t.deal()
    assert (t.mover, t.g.round, t.g.actions) == (1, 1, 2)
    assert sum(t.deck().values()) == 40 - 16


def test_the_introductory_game_pays_no_income_after_its_last_round():
    seats = [player(income=15), player("dudley", income=8)]
    t = Table(*seats, preset="introductory", round=10, turn=1, actions=1, deck={"stafford": 1, "burton": 1})
    t.play("pass")
    assert t.phase == FINISHED
    assert (t.g.era, t.each("money")) == (CANAL, [17, 17])
    assert t.each("points") == [4 + 3, 4 - 2]


def test_a_negative_income_takes_no_more_points_than_there_are():
    seats = [player(income=0, money=3), player("dudley", income=10, money=3)]
    t = Table(*seats, preset="introductory", round=10, turn=1, actions=1, deck={"stafford": 1, "burton": 1})
    t.play("pass")
    assert t.each("points") == [0, 0]


# -------------------------------------------------------------------------------------------- shortfalls


def short(*seats: dict[str, Any], **parts: Any) -> Table:
    """The table when the incomes of a round have been collected as far as nobody must choose."""
    places = len(seats)
    t = Table(*seats, **{"round": 4, "turn": places - 1, "actions": 1, "order": list(range(places)), **parts})
    t.play("pass")
    return t.deal()


def test_tiles_are_given_up_until_the_debt_is_covered():
    """Level -10 and £1 leave £9: £5 for a coal mine are not enough, £7 for a mill are, and £3 are kept.

    Pottery IV costs nothing and cannot be given up. The mine's cubes go to the supply, not to the market.
    """
    tiles = [
        tile("dudley.0", 0, "coal 4", 5),
        tile("coalbrookdale.1", 0, "iron 2", 0),
        tile("worcester.0", 0, "cotton 2", flipped=True),
        tile("coventry.0", 0, "pottery 4"),
    ]
    t = short(player("iron", "iron", money=1, income=0), player("iron", "iron"), era="rail", tiles=tiles)
    assert (t.phase, t.g.debt, t.each("money")[0]) == (SHORTFALL, 9, 0)
    assert set(t.legal) == {"give-up:coalbrookdale.1", "give-up:dudley.0", "give-up:worcester.0"}
    assert t.why("give-up:coventry.0") == "WORTH_NOTHING"
    t.do("give-up:dudley.0")
    assert (t.phase, t.g.debt) == (SHORTFALL, 4)
    assert t.markets == (13, 8)
    t.do("give-up:worcester.0").deal()
    assert (t.each("money")[0], t.g.debt, t.g.round) == (3, 0, 5)
    assert (t.at("dudley.0"), t.at("worcester.0")) == (None, None)
    assert t.at("coalbrookdale.1") == (0, "iron 2", True, 0)
    assert t.each("spent") == [0, 0]


def test_an_only_tile_goes_by_itself_and_the_rest_costs_points():
    tiles = [tile("dudley.0", 0, "coal 1", 2)]
    t = short(player("iron", "iron", money=0, income=4, points=9), player("iron", "iron"), tiles=tiles)
    assert t.at("dudley.0") is None
    assert (t.each("points")[0], t.each("money")[0]) == (9 - (6 - 2), 0)
    assert t.g.round == 5


def test_two_seats_in_debt_choose_in_turn_order():
    tiles = [
        tile("dudley.0", 0, "coal 1", 2),
        tile("worcester.0", 0, "cotton 1"),
        tile("birmingham.0", 1, "cotton 1"),
        tile("kidderminster.1", 1, "cotton 1"),
    ]
    poor = player("brewery", money=0, income=7)
    t = short(poor, poor, player("iron", "iron"), tiles=tiles, order=[1, 0, 2])
    assert (t.phase, t.mover) == (SHORTFALL, 1)
    t.do("give-up:birmingham.0")
    assert (t.phase, t.mover, t.each("money")[1]) == (SHORTFALL, 0, 3)
    t.do("give-up:dudley.0")
    assert (t.g.debt, t.g.round) == (0, 5), "£2 are not enough, and the mill goes by itself"
    assert t.each("money") == [5, 3, 17]


def test_a_shortfall_after_the_last_canal_round_comes_before_the_scoring():
    """A tile that is given up does not score."""
    tiles = [tile("worcester.0", 0, "cotton 1", flipped=True), tile("kidderminster.1", 0, "cotton 1", flipped=True)]
    seats = [player(money=0, income=7), player("dudley")]
    t = Table(*seats, round=10, turn=1, actions=1, deck={"stafford": 1, "burton": 1}, tiles=tiles)
    t.play("pass")
    assert (t.phase, t.g.era) == (SHORTFALL, CANAL)
    t.do("give-up:worcester.0")
    assert (t.phase, t.g.era) == (DEAL_CARDS, RAIL)
    assert t.each("points") == [5, 0]


def test_giving_up_the_last_tile_makes_every_place_open_again():
    """Ruling 20: without tiles and links on the board one's network is nowhere."""
    tiles = [tile("dudley.0", 0, "coal 1", 2)]
    t = short(player("iron", "iron", money=0, income=8), player("iron", "iron"), tiles=tiles)
    assert t.g.network[0] == 0
    t = short(
        player("iron", "iron", money=0, income=8),
        player("iron", "iron"),
        tiles=tiles,
        links=links(0, "birmingham-dudley"),
    )
    assert t.g.network[0].bit_count() == 2
