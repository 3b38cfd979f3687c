"""The review of a game: the sheets of solved games as they are known, and what holds for every game."""

from __future__ import annotations

import json

import pytest

import magnate
from magnate.analysis.review import review

NEAR = 1e-9


def played(game, text, **setup):
    """A record of these steps."""
    position = game.setup(setup) if setup else game.new()
    for step in text.split():
        position.apply(step)
    return position.record()


def near(*numbers):
    return pytest.approx(numbers, abs=NEAR)


PIG = "roll 6 roll 5 hold roll 4 roll 6 roll 5 hold roll 2 roll 1 roll 6 roll 4 hold"  # seat 1 has 75 + 15 + 10


def test_pig_of_two_players():
    found = review(played(magnate.load("pig"), PIG, points=[80, 75]))
    first, second = found.seats
    assert (found.source, found.finished) == ("exact", True)
    assert first.start == pytest.approx(0.667371620781, abs=NEAR)
    assert (first.luck, first.own, first.others) == near(-0.848398276101, -0.205509616235, 0.386536271555)
    assert (first.drift, first.unknown, first.result) == near(0, 0, 0)
    assert [one.luck[one.seat] for one in found.events] == near(
        *(0.062252836979, 0.066473749888, 0.049924912374, 0.094115684071, 0.101154474073),
        *(0.034127849735, -0.466263867885, 0.137142709311, 0.162651064989),
    )
    assert {one.at: -one.loss for one in found.decisions if one.loss > NEAR} == pytest.approx(
        {4: -0.205509616235, 11: -0.386536271555}, abs=NEAR
    )
    free = [one for one in found.decisions if not one.forced]
    assert [sum(one.seat == seat for one in free) for seat in (0, 1)] == [3, 4]
    for one in free:  # open: the other move lies within 20 points, or it was the better one
        gap = one.alternatives[0][1][one.seat] - one.alternatives[1][1][one.seat]
        assert one.open == (gap < 0.2 or one.loss > NEAR)
    assert (first.open_decisions, second.open_decisions) == tuple(
        sum(one.open for one in free if one.seat == seat) for seat in (0, 1)
    )
    assert (first.place, second.place) == (2, 1)
    assert first.labels == {"blunder": 1}


def test_pig_of_three_players():
    game = magnate.load("pig", players=3, target=10)
    found = review(played(game, "roll 6 hold roll 4 roll 1 roll 2 roll 3 hold roll 6 hold"))
    sheets = [(one.luck, one.own, *one.gifts) for one in found.seats]
    assert sheets[0] == near(0.441387143834, -0.665874696626, 0, 0, 0.590517091100)
    assert sheets[1] == near(-0.831670836357, 0, 0.472387705589, 0, 0.099612873502)
    assert sheets[2] == near(0.390283692523, -0.690129964602, 0.193486991037, 0, 0)
    assert [one.start for one in found.seats] == near(0.633970461693, 0.259670257265, 0.106359281043)
    assert [one.drift for one in found.seats] == near(0, 0, 0)


def test_the_json_is_plain_and_whole():
    found = review(played(magnate.load("pig"), PIG, points=[80, 75]))
    told = json.loads(json.dumps(found.to_json()))
    assert told["seats"][0]["luck"] == found.seats[0].luck
    assert len(told["decisions"]) == len(found.decisions)
